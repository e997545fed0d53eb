//===- legality_alias.c - L1: what is written overlaps nothing else ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each array argument owns the accesses of the match that go to its memory. Two arguments, one of them
// written, must be disjoint: different objects by the language's rules, or disjoint byte ranges, proved or
// tested at run time. The ranges are exact over the iteration box: lowest and highest offset that any
// iteration touches.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "match/legality_internal.h"
#include <string.h>

typedef struct {
  SmrOp op;
  SmrValue base;
  SmrPoly offset;
  uint32_t bytes;
  bool store;
  uint64_t owners; // bit per array argument (numbered below)
} Access;

typedef struct {
  uint32_t arg;
  SmrValue base;
  bool written;
} Array;

typedef struct {
  SmrDecision *d;
  SMR_VEC(Access) accesses;
  Array arrays[64];
  uint32_t array_count;
} Alias;

/// The data that an argument's binding names: the base pointer, or of a box the address that the code takes
/// of it.
static SmrValue array_base(const SmrDecision *d, SmrValue bound) {
  const SmrGraph *g = d->graph;
  bound = smr_value(g, bound);
  if (SMR_TYPE_KIND(smr_value_type(g, bound)) != SMR_T_BOX)
    return bound;
  for (uint32_t u = d->uses->first[bound]; u < d->uses->first[bound + 1]; ++u)
    if (smr_op(g, d->uses->ops[u])->code == SMR_OP_DESCR_ADDR && smr_op(g, d->uses->ops[u])->block)
      return smr_value(g, smr_result(g, d->uses->ops[u], 0));
  return bound;
}

static bool add_access(Alias *a, SmrOp op) {
  SmrDecision *d = a->d;
  const SmrGraph *g = d->graph;
  Access access = {.op = op, .store = smr_op(g, op)->code == SMR_OP_STORE};
  SmrValue ptr = smr_access_ptr(g, op);
  access.base = smr_base_of(g, ptr);
  for (SmrOp def = smr_def(g, ptr); def && smr_op(g, def)->code == SMR_OP_ADDR; def = smr_def(g, ptr)) {
    if (!smr_poly_add(d->arena, access.offset, smr_poly_of(g, d->arena, smr_operand(g, def, 1)),
                      &access.offset))
      return smr_refuse(d, "an array's offset overflows");
    ptr = smr_operand(g, def, 0);
  }
  SmrValue moved = access.store ? smr_operand(g, op, 0) : smr_result(g, op, 0);
  access.bytes = smr_type_bytes(smr_value_type(g, moved));
  for (uint32_t i = 0; i < a->array_count; ++i)
    if (smr_alias_bases(g, access.base, a->arrays[i].base) == SMR_ALIAS_MUST)
      access.owners |= (uint64_t)1 << i;
  smr_vec_push(&a->accesses, access);
  return true;
}

/// The loops around an access up to its root, outer first.
static uint32_t loops_around(const SmrDecision *d, SmrOp op, SmrOp *loops, uint32_t most) {
  const SmrGraph *g = d->graph;
  uint32_t count = 0;
  for (SmrOp at = smr_parent(g, op); at; at = smr_parent(g, at)) {
    bool inside = false;
    for (uint32_t r = 0; r < d->match->root_count; ++r)
      inside |= smr_inside(g, at, d->match->roots[r]);
    if (!inside)
      break;
    if (smr_op(g, at)->code == SMR_OP_LOOP && count < most)
      loops[count++] = at;
  }
  for (uint32_t i = 0, j = count; i + 1 < j; ++i) {
    SmrOp swap = loops[i];
    loops[i] = loops[--j];
    loops[j] = swap;
  }
  return count;
}

/// Two arguments in one object: an access belongs to the one at whose start it starts, or else to the one
/// from whose start it is a constant away.
static void split_owners(Alias *a) {
  SmrDecision *d = a->d;
  for (uint32_t k = 0; k < a->accesses.size; ++k) {
    Access *access = &a->accesses.data[k];
    if (!(access->owners & (access->owners - 1)))
      continue;
    SmrOp loops[16];
    uint32_t count = loops_around(d, access->op, loops, 16);
    SmrPoly start = access->offset;
    bool ok = true;
    for (uint32_t l = 0; l < count && ok; ++l)
      ok = smr_poly_substitute(d->arena, start, smr_loop_iv(d->graph, loops[l]), smr_poly_const(d->arena, 0),
                               &start);
    uint64_t near = 0, at_start = 0;
    for (uint32_t i = 0; i < a->array_count && ok; ++i) {
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

/// Byte offsets from the argument's base: the extremes are among `low`; `high` is exclusive.
static bool range_of(Alias *a, uint32_t array, SmrCorners *low, SmrCorners *high) {
  SmrDecision *d = a->d;
  low->count = high->count = 0;
  for (uint32_t k = 0; k < a->accesses.size; ++k) {
    const Access *access = &a->accesses.data[k];
    if (!(access->owners >> array & 1))
      continue;
    SmrOp loops[16];
    uint32_t count = loops_around(d, access->op, loops, 16);
    SmrCorners least, most;
    if (!access->bytes || !smr_known_corners(&d->known, loops, count, access->offset, false, &least) ||
        !smr_known_corners(&d->known, loops, count, access->offset, true, &most))
      return false;
    for (uint32_t i = 0; i < least.count; ++i) {
      uint32_t seen = 0;
      while (seen < low->count && !smr_poly_equal(low->polys[seen], least.polys[i]))
        ++seen;
      if (seen == SMR_MAX_CORNERS || !smr_poly_available(d->match, least.polys[i]))
        return false;
      if (seen == low->count)
        low->polys[low->count++] = least.polys[i];
    }
    for (uint32_t i = 0; i < most.count; ++i) {
      SmrPoly end;
      if (!smr_poly_add(d->arena, most.polys[i], smr_poly_const(d->arena, access->bytes), &end))
        return false;
      uint32_t seen = 0;
      while (seen < high->count && !smr_poly_equal(high->polys[seen], end))
        ++seen;
      if (seen == SMR_MAX_CORNERS || !smr_poly_available(d->match, end))
        return false;
      if (seen == high->count)
        high->polys[high->count++] = end;
    }
  }
  return low->count > 0;
}

/// Every end of the one lies at or before every start of the other, from the same base.
static bool ends_before(SmrDecision *d, const SmrCorners *high, const SmrCorners *low) {
  for (uint32_t i = 0; i < high->count; ++i)
    for (uint32_t j = 0; j < low->count; ++j) {
      SmrPoly gap;
      if (!smr_poly_sub(d->arena, low->polys[j], high->polys[i], &gap) || !smr_known_nonneg(&d->known, gap))
        return false;
    }
  return true;
}

static const SmrExpr *bound_expr(SmrDecision *d, SmrValue base, const SmrCorners *corners, SmrExprOp op) {
  const SmrExpr *e = NULL;
  for (uint32_t i = 0; i < corners->count; ++i) {
    const SmrExpr *corner = smr_expr_poly(d->arena, corners->polys[i]);
    e = i ? smr_expr(d->arena, op, e, corner) : corner;
  }
  return base ? smr_expr(d->arena, SMR_X_ADD, smr_expr_address(d->arena, base), e) : e;
}

static bool check_pair(Alias *a, uint32_t i, uint32_t j) {
  SmrDecision *d = a->d;
  const SmrGraph *g = d->graph;
  const Array *x = &a->arrays[i], *y = &a->arrays[j];
  SmrAlias alias = smr_alias_bases(g, x->base, y->base);
  if (alias == SMR_ALIAS_NO)
    return true;
  const char *name_x = d->pattern->args[x->arg].name, *name_y = d->pattern->args[y->arg].name;
  SmrStr text = {0};
  SmrStr left = {0}, right = {0};
  smr_legality_name(x->base, &left, (void *)(uintptr_t)g);
  smr_legality_name(y->base, &right, (void *)(uintptr_t)g);
  if (smr_str_get(&left)[0] == '%' || smr_str_get(&right)[0] == '%') {
    smr_str_clear(&left), smr_str_clear(&right);
    smr_str_puts(&left, name_x ? name_x : "?");
    smr_str_puts(&right, name_y ? name_y : "?");
  }
  smr_str_printf(&text, "%s and %s do not overlap", smr_str_get(&left), smr_str_get(&right));
  const char *kept = smr_arena_strdup(d->arena, smr_str_get(&text));
  bool same_name = !strcmp(smr_str_get(&left), smr_str_get(&right));
  if (same_name) {
    smr_str_clear(&text);
    smr_str_printf(&text, "the two parts of %s do not overlap", smr_str_get(&left));
    kept = smr_arena_strdup(d->arena, smr_str_get(&text));
  }
  smr_str_free(&text), smr_str_free(&left), smr_str_free(&right);
  for (uint32_t k = 0; k < a->accesses.size; ++k) {
    uint64_t owners = a->accesses.data[k].owners;
    if ((owners >> i & 1) && (owners >> j & 1))
      return smr_refuse(d, "cannot show that %s: an access may belong to either", kept);
  }
  SmrCorners low[2], high[2];
  if (!range_of(a, i, &low[0], &high[0]) || !range_of(a, j, &low[1], &high[1]))
    return smr_refuse(d, "cannot show that %s: their extent is not known before the code runs", kept);
  bool same = alias == SMR_ALIAS_MUST;
  if (same && (ends_before(d, &high[0], &low[1]) || ends_before(d, &high[1], &low[0])))
    return true;
  // Starts that are a constant apart, in an array of any length: a test would hold for the shortest ones
  // only.
  SmrPoly apart;
  int64_t distance;
  if (same && low[0].count == 1 && low[1].count == 1 &&
      smr_poly_sub(d->arena, low[0].polys[0], low[1].polys[0], &apart) && smr_poly_is_const(apart, &distance))
    return smr_refuse(d, "cannot show that %s", kept);
  SmrValue base_x = same ? 0 : x->base, base_y = same ? 0 : y->base;
  if (!same && (!smr_available(d->match, x->base) || !smr_available(d->match, y->base)))
    return smr_refuse(d, "cannot show that %s", kept);
  const SmrExpr *before = smr_expr(d->arena, SMR_X_LE, bound_expr(d, base_x, &high[0], SMR_X_MAX),
                                   bound_expr(d, base_y, &low[1], SMR_X_MIN));
  const SmrExpr *after = smr_expr(d->arena, SMR_X_LE, bound_expr(d, base_y, &high[1], SMR_X_MAX),
                                  bound_expr(d, base_x, &low[0], SMR_X_MIN));
  return smr_require(d, smr_expr(d->arena, SMR_X_OR, before, after), kept);
}

static void collect(Alias *a, SmrOp op, bool *ok) {
  const SmrGraph *g = a->d->graph;
  SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
  if (code == SMR_OP_LOAD || code == SMR_OP_STORE) {
    *ok = *ok && add_access(a, op);
    return;
  }
  for (uint32_t r = 0; r < smr_op(g, op)->region_count; ++r) {
    const SmrRegionData *region = &g->regions.data[smr_op_region(g, op, r)];
    for (uint32_t b = 0; b < region->blocks.size; ++b)
      for (SmrOp in = g->blocks.data[region->blocks.data[b]].first; in; in = smr_op(g, in)->next)
        collect(a, in, ok);
  }
}

static bool check_all(Alias *a) {
  SmrDecision *d = a->d;
  const SmrGraph *g = d->graph;
  for (uint32_t k = 0; k < d->pattern->arg_count; ++k) {
    SmrArgKind kind = d->pattern->args[k].kind;
    if (kind != SMR_ARG_ARRAY && kind != SMR_ARG_BOX)
      continue;
    if (a->array_count == 64)
      return smr_refuse(d, "more than 64 arrays");
    a->arrays[a->array_count++] =
        (Array){k, array_base(d, d->match->args[k].value), d->pattern->args[k].written};
  }
  bool ok = true;
  for (uint32_t r = 0; r < d->match->root_count; ++r)
    collect(a, d->match->roots[r], &ok);
  for (uint32_t n = 0; n < d->match->node_count;
       ++n) { // hoisted loads and sunk stores stand outside the roots
    SmrOp op = d->match->nodes[n];
    bool inside = !op;
    for (uint32_t r = 0; r < d->match->root_count && !inside; ++r)
      inside = smr_inside(g, op, d->match->roots[r]);
    if (!inside && (smr_op(g, op)->code == SMR_OP_LOAD || smr_op(g, op)->code == SMR_OP_STORE))
      ok = ok && add_access(a, op);
  }
  if (!ok)
    return false;
  split_owners(a);
  for (uint32_t i = 0; i < a->array_count; ++i)
    for (uint32_t j = i + 1; j < a->array_count; ++j)
      if ((a->arrays[i].written || a->arrays[j].written) && !check_pair(a, i, j))
        return false;
  // Memory that is no array argument's must be out of the written arrays' way, and is never written.
  for (uint32_t k = 0; k < a->accesses.size; ++k) {
    const Access *access = &a->accesses.data[k];
    if (access->owners)
      continue;
    if (access->store)
      return smr_refuse(d, "the code writes memory that the idiom does not name");
    for (uint32_t i = 0; i < a->array_count; ++i)
      if (a->arrays[i].written && smr_alias_bases(g, access->base, a->arrays[i].base) != SMR_ALIAS_NO) {
        SmrStr name = {0};
        smr_legality_name(a->arrays[i].base, &name, (void *)(uintptr_t)g);
        smr_refuse(d, "the code reads memory that may be part of %s, which it writes", smr_str_get(&name));
        smr_str_free(&name);
        return false;
      }
  }
  return true;
}

bool smr_check_alias(SmrDecision *d) {
  Alias a = {.d = d};
  bool ok = check_all(&a);
  smr_vec_free(&a.accesses);
  return ok;
}
