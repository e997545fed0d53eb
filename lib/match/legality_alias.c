//===- legality_alias.c - L1: what is written overlaps nothing else ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each array argument owns the accesses of the match that go to its memory; other memory that the code reads,
// or that normalising assumed something of, is a piece of its own. Two pieces that must be disjoint (two
// arguments, one of them written; what is read and a written argument; the two sides of an assumption about a
// loop in the match) are so by the language's rules, or their byte ranges are disjoint, proved or tested at
// run time. The ranges are exact over the iteration box: lowest and highest offset that any iteration
// touches, one hull for all accesses of a piece. README.md says why this suffices.
//===----------------------------------------------------------------------===//
#include "base/integer.h"
#include "graph/normalize/normalize.h"
#include "graph/rows.h"
#include "match/legality_blocks.h"
#include <string.h>

typedef struct {
  SmrOp op;    // 0: of an assumption
  SmrOp inner; // the innermost op around it whose loops its offset may depend on
  SmrValue base;
  SmrPoly offset;
  uint32_t bytes;
  SmrType type; // SMR_T_NONE: not known
  SmrSym tag;
  bool store;
  uint64_t owners;               // bit per piece (numbered below)
  const SmrPlanTouched *touched; // by a call, with the indices that its idiom has; or NULL
  bool early;                    // gave a number before anything was done: no part of any range
} Access;

enum { NO_ARG = UINT32_MAX, MOST_PIECES = 64 };
typedef struct {
  uint32_t arg; // NO_ARG: memory that is no argument
  SmrValue base;
  bool written;
} Piece;

typedef struct {
  SmrDecision *d;
  SMR_VEC(Access) accesses;
  Piece arrays[MOST_PIECES]; // the arguments come first
  uint32_t array_count;
  uint64_t apart[MOST_PIECES];           // bit j of apart[i], i < j: the two must be disjoint
  const SmrCorners *ranges[MOST_PIECES]; // low and high; NULL: not asked yet
} Alias;

/// The data that an argument's binding names: the base pointer, or of a box the address that the code takes
/// of it.
static SmrValue array_base(const SmrDecision *d, SmrValue bound) {
  const SmrGraph *g = d->graph;
  bound = smr_value(g, bound);
  if (SMR_TYPE_KIND(smr_value_type(g, bound)) != SMR_T_BOX)
    return bound;
  for (uint32_t u = d->uses->first[bound]; u < d->uses->first[bound + 1]; u++)
    if (smr_op(g, d->uses->ops[u])->code == SMR_OP_DESCR_ADDR && smr_op(g, d->uses->ops[u])->block)
      return smr_value(g, smr_result(g, d->uses->ops[u], 0));
  return bound;
}

static bool place(Alias *a, SmrValue ptr, Access *access) {
  SmrDecision *d = a->d;
  const SmrGraph *g = d->graph;
  bool fits = true;
  access->base = smr_base_of(g, ptr);
  access->offset = smr_access_offset(g, d->arena, ptr, &fits);
  if (!fits)
    return smr_refuse(d, "an array's offset overflows");
  for (uint32_t i = 0; i < a->array_count; i++)
    if (smr_alias_bases(g, access->base, a->arrays[i].base) == SMR_ALIAS_MUST)
      access->owners |= (uint64_t)1 << i;
  return true;
}

static bool add_access(Alias *a, SmrOp op) {
  const SmrGraph *g = a->d->graph;
  Access access = {.op = op,
                   .inner = smr_parent(g, op),
                   .store = smr_op(g, op)->code == SMR_OP_STORE,
                   .tag = smr_op(g, op)->tag};
  SmrValue moved = access.store ? smr_operand(g, op, 0) : smr_result(g, op, 0);
  access.type = smr_value_type(g, moved);
  access.bytes = smr_type_bytes(access.type);
  if (!place(a, smr_access_ptr(g, op), &access))
    return false;
  smr_vec_push(&a->accesses, access);
  return true;
}

/// The innermost loop whose iv the offset names; 0: none.
static SmrOp innermost(const SmrGraph *g, SmrPoly offset) {
  SmrOp found = 0;
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(offset, &at, &leaf);) {
    SmrOp loop = smr_argument_owner(g, leaf);
    if (loop && (!found || smr_inside(g, loop, found)))
      found = loop;
  }
  return found;
}

/// One side of an assumption: its number among the accesses, or UINT32_MAX after a refusal.
static uint32_t add_assumed(Alias *a, SmrValue ptr, uint32_t bytes, bool store) {
  Access access = {.bytes = bytes, .store = store};
  if (!place(a, ptr, &access))
    return UINT32_MAX;
  for (uint32_t k = 0; k < a->accesses.size; k++) {
    const Access *old = &a->accesses.data[k];
    if (old->base == access.base && old->bytes >= bytes && (old->store || !store) &&
        smr_poly_equal(old->offset, access.offset))
      return k;
  }
  access.inner = innermost(a->d->graph, access.offset);
  smr_vec_push(&a->accesses, access);
  return a->accesses.size - 1;
}

/// Two arguments in one object: an access belongs to the one at whose start it starts, or else to the one
/// from whose start it is a constant away.
static void split_owners(Alias *a) {
  SmrDecision *d = a->d;
  for (uint32_t k = 0; k < a->accesses.size; k++) {
    Access *access = &a->accesses.data[k];
    if (!(access->owners & (access->owners - 1)))
      continue;
    SmrOp loops[16];
    uint32_t count = smr_matched_loops_around(d, access->inner, loops, 16);
    SmrPoly start = access->offset;
    bool ok = true;
    for (uint32_t l = 0; l < count && ok; l++)
      ok = smr_poly_substitute(d->arena, start, smr_loop_iv(d->graph, loops[l]), smr_poly_const(d->arena, 0),
                               &start);
    uint64_t near = 0, at_start = 0;
    for (uint32_t i = 0; i < a->array_count && ok; i++) {
      SmrPoly distance;
      int64_t bytes;
      if ((access->owners >> i & 1) &&
          smr_poly_sub(d->arena, start, d->match->args[a->arrays[i].arg].poly, &distance) &&
          smr_poly_is_const(distance, &bytes)) {
        near |= (uint64_t)1 << i;
        at_start |= (uint64_t)(bytes == 0) << i;
      }
    }
    if (at_start && !(at_start & (at_start - 1)))
      access->owners = at_start;
    else if (near && !(near & (near - 1)))
      access->owners = near;
  }
}

static bool add_end(SmrDecision *d, SmrCorners *ends, SmrPoly end) {
  return smr_poly_told(d, end) && smr_corners_add(ends, end);
}

/// Proves that the end lies beyond the other one, or there.
static bool is_beyond(SmrDecision *d, SmrPoly end, SmrPoly other, bool above) {
  SmrPoly room;
  return smr_poly_sub(d->arena, above ? end : other, above ? other : end, &room) &&
         smr_known_nonneg(&d->known, room);
}

static bool lies_within(SmrDecision *d, const SmrCorners *ends, const SmrCorners *range, bool above) {
  for (uint32_t i = 0; i < ends->count; i++) {
    bool within = false;
    for (uint32_t k = 0; k < range->count && !within; k++)
      within = is_beyond(d, range->polys[k], ends->polys[i], above);
    if (!within)
      return false;
  }
  return true;
}

/// What a call touches lies within the range of what the code touches, by proof, or makes it larger.
static bool reach(SmrDecision *d, const SmrPlanTouched *touched, bool above, SmrCorners *range) {
  SmrCorners ends;
  SmrPoly bytes = smr_poly_const(d->arena, above ? touched->bytes : 0);
  for (uint32_t last = 2; last-- > 0;) {
    if (!smr_touched_corners(d, touched, above, last, &ends))
      return false;
    for (uint32_t k = 0; k < ends.count; k++)
      if (!smr_poly_add(d->arena, ends.polys[k], bytes, &ends.polys[k]))
        return false;
    if (lies_within(d, &ends, range, above))
      return true;
  }
  for (uint32_t k = 0; k < ends.count; k++) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < range->count; i++)
      if (!is_beyond(d, ends.polys[k], range->polys[i], above))
        range->polys[kept++] = range->polys[i];
    range->count = kept;
    if (!add_end(d, range, ends.polys[k]) || !smr_make_distance(d, ends.polys[k]))
      return false;
  }
  return true;
}

static bool find_range(Alias *a, uint32_t array, const SmrPoly *row, SmrCorners *low, SmrCorners *high) {
  SmrDecision *d = a->d;
  low->count = high->count = 0;
  for (uint32_t k = 0; k < a->accesses.size; k++) {
    const Access *access = &a->accesses.data[k];
    if (!(access->owners >> array & 1) || access->early)
      continue;
    if (access->touched) { // (behind all others)
      SmrPlanTouched touched = *access->touched;
      if ((row && !smr_part_of_row(d, touched.offset, *row, &touched.offset)) ||
          !reach(d, &touched, false, low) || !reach(d, &touched, true, high))
        return false;
      continue;
    }
    SmrOp loops[16];
    uint32_t count = smr_matched_loops_around(d, access->inner, loops, 16);
    SmrCorners least, most;
    SmrPoly offset = access->offset;
    if (!access->bytes || (row && !smr_part_of_row(d, offset, *row, &offset)) ||
        !smr_corners_before(d, loops, count, offset, false, &least) ||
        !smr_corners_before(d, loops, count, offset, true, &most))
      return false;
    for (uint32_t i = 0; i < least.count; i++)
      if (!add_end(d, low, least.polys[i]) || (d->nest && !smr_make_distance(d, least.polys[i])))
        return false;
    for (uint32_t i = 0; i < most.count; i++) {
      SmrPoly end;
      if (!smr_poly_add(d->arena, most.polys[i], smr_poly_const(d->arena, access->bytes), &end) ||
          !add_end(d, high, end) || (row && d->nest && !smr_make_distance(d, end)))
        return false;
    }
  }
  return low->count > 0;
}

/// Byte offsets from the argument's base: the extremes are among `low`; `high` is exclusive. With a row, what
/// is left of them by whole rows.
static bool range_of(Alias *a, uint32_t array, const SmrPoly *row, SmrCorners *low, SmrCorners *high) {
  if (row)
    return find_range(a, array, row, low, high);
  if (!a->ranges[array]) {
    SmrCorners *range = smr_arena_alloc(a->d->arena, 2 * sizeof *range);
    if (!find_range(a, array, NULL, &range[0], &range[1]))
      return false;
    a->ranges[array] = range;
  }
  *low = a->ranges[array][0], *high = a->ranges[array][1];
  return true;
}

/// Every end of the one lies at or before every start of the other, from the same base.
static bool ends_before(SmrDecision *d, const SmrCorners *high, const SmrCorners *low) {
  for (uint32_t i = 0; i < high->count; i++)
    for (uint32_t j = 0; j < low->count; j++) {
      SmrPoly gap;
      if (!smr_poly_sub(d->arena, low->polys[j], high->polys[i], &gap) || !smr_known_nonneg(&d->known, gap))
        return false;
    }
  return true;
}

/// The elements that a piece covers, "[0..n)", when they are few words.
static void range_text(SmrDecision *d, uint32_t bytes, const SmrCorners *low, const SmrCorners *high,
                       SmrStr *out) {
  SmrPoly from, to, size = smr_poly_const(d->arena, bytes);
  enum { MOST_TEXT = 30 };
  if (low->count != 1 || high->count != 1 || !bytes ||
      !smr_poly_divide(d->arena, low->polys[0], size, &from) ||
      !smr_poly_divide(d->arena, high->polys[0], size, &to))
    return;
  SmrStr text = {0};
  smr_str_putc(&text, '[');
  smr_legality_poly(d->graph, from, &text);
  smr_str_puts(&text, "..");
  smr_legality_poly(d->graph, to, &text);
  smr_str_putc(&text, ')');
  if (text.size <= MOST_TEXT)
    smr_str_puts(out, smr_str_get(&text));
  smr_str_free(&text);
}

static uint32_t element_of(const Alias *a, uint32_t piece) {
  uint32_t bytes = 0;
  for (uint32_t k = 0; k < a->accesses.size; k++)
    if (a->accesses.data[k].owners >> piece & 1)
      bytes = !bytes || bytes == a->accesses.data[k].bytes ? a->accesses.data[k].bytes : 1;
  return bytes;
}

static void piece_name(const Alias *a, uint32_t i, SmrStr *out) {
  const SmrDecision *d = a->d;
  const Piece *piece = &a->arrays[i];
  smr_legality_name(piece->base, out, (void *)(uintptr_t)d->graph);
  if (smr_str_get(out)[0] == '%' && piece->arg != NO_ARG) {
    smr_str_clear(out);
    smr_str_puts(out, d->pattern->args[piece->arg].name ? d->pattern->args[piece->arg].name : "?");
  }
}

/// "a and c do not overlap", with ranges when they are at hand and the two are plain pointers.
static const char *pair_text(const Alias *a, uint32_t i, uint32_t j, const SmrCorners *low,
                             const SmrCorners *high) {
  SmrDecision *d = a->d;
  SmrStr left = {0}, right = {0}, text = {0};
  piece_name(a, i, &left);
  piece_name(a, j, &right);
  bool same = !strcmp(smr_str_get(&left), smr_str_get(&right));
  if (low && !same) {
    range_text(d, element_of(a, i), &low[0], &high[0], &left);
    range_text(d, element_of(a, j), &low[1], &high[1], &right);
  }
  if (same)
    smr_str_printf(&text, "the two parts of %s do not overlap", smr_str_get(&left));
  else
    smr_str_printf(&text, "%s and %s do not overlap", smr_str_get(&left), smr_str_get(&right));
  const char *kept = smr_arena_strdup(d->arena, smr_str_get(&text));
  smr_str_free(&text), smr_str_free(&left), smr_str_free(&right);
  return kept;
}

/// No two accesses of the pieces can meet, as their tags say. (What a call touches the code does, too.)
static bool tags_apart(const Alias *a, uint32_t i, uint32_t j) {
  bool any = false;
  for (uint32_t x = 0; x < a->accesses.size; x++) {
    const Access *one = &a->accesses.data[x];
    for (uint32_t y = 0; y < a->accesses.size && (one->owners >> i & 1) && !one->touched; y++) {
      const Access *other = &a->accesses.data[y];
      if (!(other->owners >> j & 1) || other->touched)
        continue;
      any = true;
      if (!smr_tags_apart(a->d->graph, one->tag, other->tag))
        return false;
    }
  }
  return any;
}

static bool plain_pointer(const SmrGraph *g, SmrValue base) {
  SmrOp def = smr_def(g, base);
  return !def || smr_op(g, def)->code != SMR_OP_DESCR_ADDR;
}

static void distances_of(const Alias *a, uint32_t piece, SmrDistances *out) {
  out->count = 0;
  for (uint32_t k = 0; k < a->accesses.size; k++) {
    const Access *access = &a->accesses.data[k];
    if ((access->owners >> piece & 1) && !access->early && !access->touched)
      smr_add_distances(a->d, access->offset, access->bytes, access->inner, out);
  }
}

/// Or their columns are, in rows that are a distance apart that both have; or the only one of each, if these
/// are equal.
static const SmrExpr *or_columns_apart(Alias *a, uint32_t i, uint32_t j, bool same, const SmrExpr *apart) {
  enum { MOST_TESTS = 2 };
  SmrDecision *d = a->d;
  SmrDistances rows[2];
  uint32_t tests = 0;
  distances_of(a, i, &rows[0]);
  distances_of(a, j, &rows[1]);
  bool only = rows[0].count == 1 && rows[1].count == 1;
  for (uint32_t k = 0; k < rows[0].count; k++)
    for (uint32_t l = 0; l < rows[1].count && tests < MOST_TESTS; l++) {
      SmrColumns x = {.base = same ? 0 : a->arrays[i].base, .row = rows[0].polys[k]},
                 y = {.base = same ? 0 : a->arrays[j].base, .row = rows[1].polys[l]};
      if ((!only && !smr_poly_equal(x.row, y.row)) ||
          (d->nest && (!smr_make_exact(d, x.row) || !smr_make_exact(d, y.row))) ||
          !range_of(a, i, &x.row, &x.low, &x.high) || !range_of(a, j, &y.row, &y.low, &y.high))
        continue;
      const SmrExpr *columns = smr_columns_apart(d, &x, &y);
      apart = columns ? smr_expr(d->arena, SMR_X_OR, apart, columns) : apart;
      tests += columns != NULL;
    }
  return apart;
}

static bool check_pair(Alias *a, uint32_t i, uint32_t j) {
  SmrDecision *d = a->d;
  const SmrGraph *g = d->graph;
  const Piece *x = &a->arrays[i], *y = &a->arrays[j];
  SmrAlias alias = smr_alias_bases(g, x->base, y->base);
  if (alias == SMR_ALIAS_NO || tags_apart(a, i, j))
    return true;
  const char *kept = pair_text(a, i, j, NULL, NULL);
  for (uint32_t k = 0; k < a->accesses.size; k++) {
    uint64_t owners = a->accesses.data[k].owners;
    if ((owners >> i & 1) && (owners >> j & 1))
      return smr_refuse(d, "cannot show that %s: an access may belong to either", kept);
  }
  SmrCorners low[2], high[2];
  if (!range_of(a, i, NULL, &low[0], &high[0]) || !range_of(a, j, NULL, &low[1], &high[1]))
    return smr_refuse(d, "cannot show that %s: their extent is not known before the code runs", kept);
  bool same = alias == SMR_ALIAS_MUST;
  if (same && (ends_before(d, &high[0], &low[1]) || ends_before(d, &high[1], &low[0])))
    return true;
  // Starts that are a constant apart, in an array of any length: a test would hold for the shortest ones
  // only.
  SmrPoly between;
  int64_t distance, value;
  if (same && low[0].count == 1 && low[1].count == 1 &&
      smr_poly_sub(d->arena, low[0].polys[0], low[1].polys[0], &between) &&
      smr_poly_is_const(between, &distance))
    return smr_refuse(d, "cannot show that %s", kept);
  SmrValue base_x = same ? 0 : x->base, base_y = same ? 0 : y->base;
  if (!same && (!smr_told(d, x->base) || !smr_told(d, y->base)))
    return smr_refuse(d, "cannot show that %s", kept);
  if (plain_pointer(g, x->base) && plain_pointer(g, y->base))
    kept = pair_text(a, i, j, low, high);
  const SmrExpr *before = smr_expr(d->arena, SMR_X_LE, smr_corners_expr(d, base_x, &high[0], SMR_X_MAX),
                                   smr_corners_expr(d, base_y, &low[1], SMR_X_MIN));
  const SmrExpr *after = smr_expr(d->arena, SMR_X_LE, smr_corners_expr(d, base_y, &high[1], SMR_X_MAX),
                                  smr_corners_expr(d, base_x, &low[0], SMR_X_MIN));
  const SmrExpr *apart = smr_expr(d->arena, SMR_X_OR, before, after);
  if (!smr_expr_is_const(apart, &value) || !value)
    apart = or_columns_apart(a, i, j, same, apart);
  return smr_require(d, apart, kept);
}

/// Pieces for accesses to memory that is no argument's. False when there are too many.
static bool own_piece(Alias *a, Access *access) {
  for (uint32_t i = 0; i < a->array_count && !access->owners; i++)
    if (smr_alias_bases(a->d->graph, access->base, a->arrays[i].base) == SMR_ALIAS_MUST ||
        (a->d->nest && smr_nest_same(a->d, access->base, a->arrays[i].base)))
      access->owners = (uint64_t)1 << i;
  if (access->owners)
    return true;
  if (a->array_count == MOST_PIECES)
    return smr_refuse(a->d, "more than %d arrays", MOST_PIECES);
  access->owners = (uint64_t)1 << a->array_count;
  a->arrays[a->array_count++] = (Piece){NO_ARG, access->base, access->store};
  return true;
}

static void keep_apart(Alias *a, uint64_t some, uint64_t others) {
  for (uint32_t i = 0; i < a->array_count; i++)
    for (uint32_t j = 0; j < a->array_count; j++)
      if ((some >> i & 1) && (others >> j & 1) && i != j)
        a->apart[i < j ? i : j] |= (uint64_t)1 << (i < j ? j : i);
}

/// What normalising assumed of loops in the match.
static bool add_assumptions(Alias *a) {
  SmrDecision *d = a->d;
  const SmrGraph *g = d->graph;
  struct {
    uint32_t a, b;
  } *sides = smr_arena_alloc(d->arena, (g->assumptions.size + 1) * sizeof *sides);
  uint32_t count = 0;
  for (uint32_t k = 0; k < g->assumptions.size; k++) {
    const SmrAssumption *one = &g->assumptions.data[k];
    if (!smr_in_roots(d->match, one->loop))
      continue;
    bool hoisted = one->kind == SMR_ASSUME_HOIST; // then the store is the second
    sides[count].a = add_assumed(a, one->a, one->bytes_a, !hoisted);
    sides[count].b = add_assumed(a, one->b, one->bytes_b, hoisted);
    if (sides[count].a == UINT32_MAX || sides[count].b == UINT32_MAX)
      return false;
    ++count;
  }
  split_owners(a);
  for (uint32_t k = 0; k < count; k++) {
    Access *x = &a->accesses.data[sides[k].a], *y = &a->accesses.data[sides[k].b];
    if (!own_piece(a, x) || !own_piece(a, y))
      return false;
    if (x->owners & y->owners)
      return smr_refuse(d, "two accesses that would have to be apart go to one array");
    keep_apart(a, x->owners, y->owners);
  }
  return true;
}

/// The accesses in the roots.
static bool collect(Alias *a) {
  const SmrMatch *m = a->d->match;
  for (uint32_t r = 0; r < m->root_count; r++)
    for (SmrOp op = m->roots[r]; op; op = smr_next_op(m->graph, op, m->roots[r]))
      if (smr_is_access(m->graph, op) && !add_access(a, op))
        return false;
  return true;
}

static bool check_all(Alias *a) {
  SmrDecision *d = a->d;
  const SmrGraph *g = d->graph;
  for (uint32_t k = 0; k < d->pattern->arg_count; k++) {
    SmrArgKind kind = d->pattern->args[k].kind;
    if (kind != SMR_ARG_ARRAY && kind != SMR_ARG_BOX)
      continue;
    if (a->array_count == MOST_PIECES)
      return smr_refuse(d, "more than %d arrays", MOST_PIECES);
    a->arrays[a->array_count++] =
        (Piece){k, array_base(d, d->match->args[k].value), d->pattern->args[k].written};
  }
  bool ok = collect(a);
  for (uint32_t n = 0; n < d->match->node_count; n++) { // hoisted loads and sunk stores are outside the roots
    SmrOp op = d->match->nodes[n];
    if (ok && smr_is_access(g, op) && !smr_in_roots(d->match, op))
      ok = add_access(a, op);
  }
  uint32_t args = a->array_count, real = a->accesses.size;
  if (!ok || !add_assumptions(a))
    return false;
  for (uint32_t i = 0; i < args; i++)
    for (uint32_t j = i + 1; j < args; j++)
      if (a->arrays[i].written || a->arrays[j].written)
        a->apart[i] |= (uint64_t)1 << j;
  // Memory that is no array argument's must be out of the written arrays' way, and is never written.
  uint64_t arguments = args == 64 ? ~(uint64_t)0 : ((uint64_t)1 << args) - 1;
  for (uint32_t k = 0; k < real; k++) {
    Access *access = &a->accesses.data[k];
    if (access->owners & arguments)
      continue;
    if (access->store)
      return smr_refuse(d, "the code writes memory that the idiom does not name");
    for (uint32_t i = 0; i < args; i++)
      if (a->arrays[i].written && smr_alias_bases(g, access->base, a->arrays[i].base) != SMR_ALIAS_NO) {
        if (!own_piece(a, access))
          return false;
        keep_apart(a, access->owners, (uint64_t)1 << i);
      }
  }
  for (uint32_t i = 0; i < a->array_count; i++)
    for (uint32_t j = i + 1; j < a->array_count; j++)
      if ((a->apart[i] >> j & 1) && !check_pair(a, i, j))
        return false;
  return true;
}

//--- Nests ----------------------------------------------------------------------------------------

static bool own_piece_of_nest(Alias *a, Access *access) {
  bool ok = own_piece(a, access);
  for (uint32_t i = 0; i < a->array_count && ok; i++)
    a->arrays[i].written |= access->store && (access->owners >> i & 1);
  return ok;
}

static bool add_touched(Alias *a, const SmrPlanTouched *touched) {
  Access access = {.base = smr_value(a->d->graph, touched->base),
                   .bytes = touched->bytes,
                   .store = touched->written,
                   .touched = touched};
  smr_vec_push(&a->accesses, access);
  return own_piece_of_nest(a, &smr_vec_last(&a->accesses));
}

/// Is anything of the piece touched while the nest runs, or what is in its place?
static bool is_touched(const Alias *a, uint32_t piece) {
  for (uint32_t k = 0; k < a->accesses.size; k++)
    if ((a->accesses.data[k].owners >> piece & 1) && !a->accesses.data[k].early)
      return true;
  return false;
}

/// The equations may keep apart what is one object in the nest as a whole: where a loop was put around them
/// (cover/lift.h), a pointer that each iteration loads is one pointer. What is read of it may then have been
/// written in an earlier iteration.
static bool check_kept_apart(Alias *a) {
  SmrDecision *d = a->d;
  const SmrOffer *plan = d->nest->plan;
  for (uint32_t x = 0; x < plan->object_count; x++)
    for (uint32_t y = 0; y < plan->object_count; y++) {
      SmrValue one = smr_value(d->graph, plan->objects[x]), other = smr_value(d->graph, plan->objects[y]);
      if (one == other || !smr_nest_same(d, one, other))
        continue;
      for (uint32_t i = 0; i < a->array_count; i++)
        if (a->arrays[i].written && (smr_alias_bases(d->graph, a->arrays[i].base, one) == SMR_ALIAS_MUST ||
                                     smr_nest_same(d, one, a->arrays[i].base)))
          return smr_refuse(d, "the nest reads elements of an array that it has written before");
    }
  return true;
}

static bool check_objects(Alias *a) {
  bool ok = collect(a);
  const SmrOffer *plan = a->d->nest->plan;
  for (uint32_t k = 0; k < plan->load_count && ok; k++) {
    ok = add_access(a, plan->loads[k]);
    if (ok)
      smr_vec_last(&a->accesses).early = k < plan->early_count;
  }
  for (uint32_t k = 0; k < a->accesses.size && ok; k++)
    ok = own_piece_of_nest(a, &a->accesses.data[k]);
  for (uint32_t k = 0; k < plan->touched_count && ok; k++)
    ok = add_touched(a, &plan->touched[k]);
  ok = ok && check_kept_apart(a);
  for (uint32_t i = 0; i < a->array_count && ok; i++)
    for (uint32_t j = i + 1; j < a->array_count && ok; j++)
      ok = (!a->arrays[i].written && !a->arrays[j].written) || !is_touched(a, i) || !is_touched(a, j) ||
           check_pair(a, i, j);
  return ok;
}

//--- What is touched, for whoever compares it ----------------------------------------------------------

/// Offsets are `start` and a multiple of `step` (0: start alone), from all that is known by now.
static void add_places(SmrPoly offset, bool first, int64_t *start, int64_t *step) {
  int64_t constant = 0;
  for (uint32_t t = 0; t < offset.count; t++)
    if (offset.terms[t].degree)
      *step = smr_gcd(*step, offset.terms[t].coef);
    else
      constant = offset.terms[t].coef;
  if (first)
    *start = constant;
  *step = smr_gcd(*step, constant - *start);
}

/// What the piece's elements are, and where they stand; false: they are of several kinds.
static bool find_elements(const Alias *a, uint32_t piece, SmrHull *hull, int64_t *start) {
  bool first = true;
  for (uint32_t k = 0; k < a->accesses.size; k++) {
    const Access *access = &a->accesses.data[k];
    if (!(access->owners >> piece & 1) || access->early)
      continue;
    add_places(access->touched ? access->touched->offset : access->offset, first, start, &hull->step);
    if ((!first && access->bytes != hull->bytes) ||
        (access->type && hull->type && access->type != hull->type))
      return false;
    hull->bytes = access->bytes;
    hull->type = access->type ? access->type : hull->type;
    first = false;
  }
  if (first || !hull->bytes || SMR_TYPE_KIND(hull->type) == SMR_T_OPAQUE)
    return false;
  bool complex = SMR_TYPE_KIND(hull->type) == SMR_T_COMPLEX;
  if (hull->step % hull->bytes) { // numbers are aligned to their size, complex ones to that of their parts
    hull->bytes /= complex ? 2 : 1;
    hull->step = hull->bytes;
  } else if (!hull->step) {
    hull->step = hull->bytes;
  }
  return true;
}

static bool add_hull(Alias *a, uint32_t piece, bool written) {
  SmrDecision *d = a->d;
  SmrCorners low, high;
  SmrHull hull = {.base = a->arrays[piece].base, .written = written};
  SmrStr name = {0};
  int64_t start = 0;
  piece_name(a, piece, &name);
  hull.name = smr_arena_strdup(d->arena, smr_str_get(&name));
  smr_str_free(&name);
  if (!find_elements(a, piece, &hull, &start))
    return smr_refuse(d, "the call cannot be checked: elements of %s are of several types", hull.name);
  SmrValue base = hull.base;
  if (!range_of(a, piece, NULL, &low, &high) || !smr_told(d, base))
    return smr_refuse(d, "the call cannot be checked: the extent of %s is not known before the code runs",
                      hull.name);
  hull.low = smr_corners_expr(d, base, &low, SMR_X_MIN);
  hull.high = smr_corners_expr(d, base, &high, SMR_X_MAX);
  hull.first =
      smr_expr(d->arena, SMR_X_ADD, smr_expr_address(d->arena, base), smr_expr_const(d->arena, start));
  if (!hull.low || !hull.high || !hull.first)
    return smr_refuse(d, "the call cannot be checked: the extent of %s overflows", hull.name);
  smr_vec_push(&d->hulls, hull);
  return true;
}

/// All that is written; of what is only read that which can be said.
static bool add_hulls(Alias *a) {
  SmrDecision *d = a->d;
  for (uint32_t i = 0; i < a->array_count; i++) {
    bool written = a->arrays[i].written;
    for (uint32_t k = 0; k < a->accesses.size; k++)
      written |= (a->accesses.data[k].owners >> i & 1) && a->accesses.data[k].store && a->accesses.data[k].op;
    const char *reason = d->reason;
    uint32_t guards = d->guards.size;
    if (add_hull(a, i, written))
      continue;
    if (written)
      return false;
    d->reason = reason;
    d->guards.size = guards;
  }
  return true;
}

static const SmrExpr *trips_to(SmrDecision *d, SmrOp loop) {
  SmrOp loops[16];
  uint32_t count = smr_matched_loops_around(d, loop, loops, 16);
  const SmrExpr *product = smr_expr_const(d->arena, 1);
  for (uint32_t k = 0; k < count; k++) {
    SmrCorners most;
    if (!smr_corners_before(d, loops, k, smr_loop_trip(d->graph, d->arena, loops[k]), true, &most))
      return NULL;
    for (uint32_t i = 0; i < most.count; i++)
      if (!smr_poly_told(d, most.polys[i]))
        return NULL;
    const SmrExpr *one = smr_expr_const(d->arena, 1);
    product = smr_expr(d->arena, SMR_X_MUL, product,
                       smr_expr(d->arena, SMR_X_MAX, one, smr_corners_expr(d, 0, &most, SMR_X_MAX)));
  }
  return product;
}

void smr_keep_hulls(SmrDecision *d, SmrVerdict *out) {
  if (!d->options->hulls || !out->accepted)
    return;
  SmrHull *hulls = smr_arena_alloc(d->arena, (d->hulls.size + 1) * sizeof *hulls);
  if (d->hulls.size)
    memcpy(hulls, d->hulls.data, d->hulls.size * sizeof *hulls);
  out->hulls = hulls;
  out->hull_count = d->hulls.size;
  const SmrExpr *most = smr_expr_const(d->arena, 1);
  for (uint32_t k = 0; k < d->match->loop_count; k++)
    if (d->match->loops[k] && smr_op(d->graph, d->match->loops[k])->code == SMR_OP_LOOP)
      most = smr_expr(d->arena, SMR_X_MAX, most, trips_to(d, d->match->loops[k]));
  out->terms = most;
}

/// Has the piece nothing but pointers to rows?
static bool is_table(const Alias *a, uint32_t piece) {
  const SmrGraph *g = a->d->graph;
  for (uint32_t k = 0; k < a->accesses.size; k++) {
    const Access *access = &a->accesses.data[k];
    bool pointer = !(access->owners >> piece & 1);
    for (uint32_t p = 0; p < g->row_pointers.size && !pointer; p++)
      pointer = g->row_pointers.data[p].open && g->row_pointers.data[p].load == access->op;
    if (!pointer)
      return false;
  }
  return true;
}

/// What the nest touches, for copies of rows. (Calls touch no more than the ranges; smr_rows_object compares
/// these with what the code touches.)
static bool add_to_rows(Alias *a, SmrRowsFound *found) {
  SmrDecision *d = a->d;
  for (uint32_t i = 0; i < a->array_count; i++) {
    const Piece *piece = &a->arrays[i];
    SmrCorners low, high;
    bool read = false;
    for (uint32_t k = 0; k < a->accesses.size; k++) {
      const Access *access = &a->accesses.data[k];
      if (!(access->owners >> i & 1))
        continue;
      read |= !access->store;
      if (smr_is_rows(d->graph, smr_def(d->graph, piece->base)) && !access->touched &&
          (access->early || !smr_rows_access(found, access->op, access->offset, access->bytes)))
        return false;
    }
    if (is_touched(a, i) && !is_table(a, i) &&
        (!range_of(a, i, NULL, &low, &high) ||
         !smr_rows_object(found, piece->base, &low, &high, read, piece->written)))
      return false;
  }
  return true;
}

static void find_copies(Alias *a) {
  SmrDecision *d = a->d;
  const char *reason = d->reason;
  uint32_t guards = d->guards.size;
  SmrKnownMark known = smr_known_mark(&d->known);
  SmrRowsFound *found = smr_rows_found(d);
  if (add_to_rows(a, found) && d->guards.size == guards) // (no guard is asked for copies alone)
    smr_rows_keep(found);
  smr_known_rewind(&d->known, known);
  d->guards.size = guards;
  d->reason = reason;
}

bool smr_check_objects(SmrDecision *d) {
  Alias a = {.d = d};
  bool ok = check_objects(&a) && (!d->options->hulls || add_hulls(&a));
  if (ok && d->nest->rows)
    find_copies(&a);
  smr_vec_free(&a.accesses);
  return ok;
}

bool smr_check_alias(SmrDecision *d) {
  Alias a = {.d = d};
  bool ok = check_all(&a) && (!d->options->hulls || add_hulls(&a));
  smr_vec_free(&a.accesses);
  return ok;
}
