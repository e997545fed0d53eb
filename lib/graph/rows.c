//===- rows.c - matrices whose rows are reached by pointers ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/rows.h"
#include "base/integer.h"
#include "graph/known.h"
#include "graph/normalize/normalize.h"
#include "graph/number.h"

enum { MOST_LOADS = 32 };

/// A load of row pointers: where in its table it reads, in bytes.
typedef struct {
  SmrOp load;
  SmrValue table;
  SmrPoly place, low, high;
} Pointer;

typedef struct {
  SmrGraph *g;
  SmrOp first, last; // of the nest
  SmrArena arena;
  Pointer pointers[MOST_LOADS];
  uint32_t count;
} Rows;

bool smr_is_rows(const SmrGraph *g, SmrOp op) {
  const SmrOpData *data = smr_op(g, op);
  return op && data->code == SMR_OP_OPAQUE && data->name &&
         smr_equal(smr_intern_text(g->symbols, data->name), SMR_OPAQUE_ROWS);
}

SmrValue smr_rows_table(const SmrGraph *g, SmrValue value) {
  SmrOp def = smr_def(g, value);
  return smr_is_rows(g, def) ? smr_base_of(g, smr_operand(g, def, 0)) : value;
}

//--- Places in a table ------------------------------------------------------------------

/// All terms that name the loops' ivs are constants times one of them.
static bool is_linear(const SmrGraph *g, SmrPoly place, const SmrOp *loops, uint32_t count) {
  uint32_t ivs[SMR_ROWS_MOST_LOOPS];
  for (uint32_t k = 0; k < count; k++)
    ivs[k] = smr_loop_iv(g, loops[k]);
  for (uint32_t t = 0; t < place.count; t++)
    if (place.terms[t].degree > 1 && smr_poly_contains_any((SmrPoly){&place.terms[t], 1}, ivs, count))
      return false;
  return true;
}

bool smr_rows_end(const SmrGraph *g, SmrArena *arena, SmrOp load, const SmrOp *loops, uint32_t count,
                  bool highest, SmrPoly *place, SmrRowsEnd *ends) {
  bool ok = true;
  SmrPoly at = smr_access_offset(g, arena, smr_access_ptr(g, load), &ok);
  for (uint32_t k = count; ok && k-- > 0;) {
    SmrPoly coefficient, rest, end = {NULL, 0};
    int64_t by;
    uint32_t iv = smr_loop_iv(g, loops[k]);
    ends[k] = SMR_ROWS_ANY;
    if (!smr_poly_contains(at, iv))
      continue;
    ok = smr_poly_split(arena, at, iv, &coefficient, &rest) && smr_poly_is_const(coefficient, &by);
    ends[k] = ok && (by > 0) == highest ? SMR_ROWS_LAST : SMR_ROWS_FIRST;
    if (ok && ends[k] == SMR_ROWS_LAST)
      ok = smr_poly_sub(arena, smr_loop_trip(g, arena, loops[k]), smr_poly_const(arena, 1), &end);
    ok = ok && smr_poly_substitute(arena, at, iv, end, &at);
  }
  *place = at;
  return ok;
}

/// The op of the nest's block that has the op in it, or is it; 0: it stands elsewhere.
static SmrOp op_of_nest(const SmrGraph *g, SmrOp first, SmrOp op) {
  while (op && smr_op(g, op)->block != smr_op(g, first)->block)
    op = smr_parent(g, op);
  return op;
}

/// The loops around the op in the nest, outer before inner; UINT32_MAX: too many.
static uint32_t loops_around(const Rows *s, SmrOp op, SmrOp *loops) {
  const SmrGraph *g = s->g;
  uint32_t count = 0;
  for (SmrOp at = op; smr_op(g, at)->block != smr_op(g, s->first)->block;) {
    at = smr_parent(g, at);
    if (smr_op(g, at)->code != SMR_OP_LOOP)
      continue;
    if (count == SMR_ROWS_MOST_LOOPS)
      return UINT32_MAX;
    loops[count++] = at;
  }
  for (uint32_t k = 0; k < count / 2; k++) {
    SmrOp swap = loops[k];
    loops[k] = loops[count - 1 - k];
    loops[count - 1 - k] = swap;
  }
  return count;
}

/// A load of pointers whose place changes in the nest.
static void add_pointer(Rows *s, SmrOp load) {
  const SmrGraph *g = s->g;
  const SmrOpData *data = smr_op(g, load);
  SmrOp loops[SMR_ROWS_MOST_LOOPS];
  SmrRowsEnd ends[SMR_ROWS_MOST_LOOPS];
  bool ok = true, moves = false;
  if (data->code != SMR_OP_LOAD || (data->flags & SMR_F_VOLATILE) ||
      smr_value_type(g, smr_result(g, load, 0)) != SMR_PTR || s->count == MOST_LOADS)
    return;
  Pointer p = {.load = load, .table = smr_base_of(g, smr_access_ptr(g, load))};
  p.place = smr_access_offset(g, &s->arena, smr_access_ptr(g, load), &ok);
  uint32_t count = loops_around(s, load, loops);
  if (!ok || count == UINT32_MAX || !is_linear(g, p.place, loops, count))
    return;
  for (uint32_t k = 0; k < count && !moves; k++)
    moves = smr_poly_contains(p.place, smr_loop_iv(g, loops[k]));
  if (moves && smr_rows_end(g, &s->arena, load, loops, count, false, &p.low, ends) &&
      smr_rows_end(g, &s->arena, load, loops, count, true, &p.high, ends))
    s->pointers[s->count++] = p;
}

//--- One table --------------------------------------------------------------------------

/// What is known at the place, an op of the nest's block?
static bool is_known_at(const Rows *s, SmrValue value, SmrOp place) {
  const SmrGraph *g = s->g;
  SmrOp owner = smr_value_owner(g, value), top = owner ? op_of_nest(g, s->first, owner) : 0;
  return !top || (top == smr_def(g, value) && smr_before(g, top, place));
}

static bool are_known_at(const Rows *s, SmrPoly poly, SmrOp place) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);)
    if (!is_known_at(s, leaf, place))
      return false;
  return true;
}

/// The distance between the two is a constant.
static bool is_fixed_distance(Rows *s, SmrPoly a, SmrPoly b, int64_t *distance) {
  SmrPoly difference;
  return smr_poly_sub(&s->arena, a, b, &difference) && smr_poly_is_const(difference, distance);
}

/// The lowest place of all pointers into the table, and the bytes between neighbouring ones.
static bool find_places(Rows *s, SmrValue table, SmrPoly *low, int64_t *step) {
  bool any = false;
  *step = 0;
  for (uint32_t k = 0; k < s->count; k++) {
    const Pointer *p = &s->pointers[k];
    int64_t distance = 0;
    if (p->table != table)
      continue;
    if (any && !is_fixed_distance(s, p->low, *low, &distance))
      return false;
    if (!any || distance < 0)
      *low = p->low;
    *step = smr_gcd(*step, distance);
    any = true;
    SmrPoly moved;
    if (!smr_poly_sub(&s->arena, p->place, p->low, &moved))
      return false;
    *step = smr_gcd(*step, smr_poly_content(moved));
  }
  return *step > 0;
}

/// The bytes from the lowest place to the highest one; 0: not known.
static SmrValue extent_of(Rows *s, SmrValue table, SmrPoly low, SmrOp place) {
  SmrGraph *g = s->g;
  SmrBlock block = smr_op(g, place)->block;
  SmrPoly extents[MOST_LOADS];
  uint32_t count = 0;
  for (uint32_t k = 0; k < s->count; k++) {
    SmrPoly extent;
    int64_t distance;
    bool known = false;
    if (s->pointers[k].table != table)
      continue;
    if (!smr_poly_sub(&s->arena, s->pointers[k].high, low, &extent) || !are_known_at(s, extent, place))
      return 0;
    for (uint32_t i = 0; i < count && !known; i++) {
      known = is_fixed_distance(s, extent, extents[i], &distance);
      if (known && distance > 0)
        extents[i] = extent;
    }
    if (!known)
      extents[count++] = extent;
  }
  SmrValue most = smr_poly_build(g, block, place, extents[0]);
  for (uint32_t k = 1; k < count; k++) {
    SmrValue both[] = {most, smr_poly_build(g, block, place, extents[k])};
    most = smr_build(g, block, place, SMR_OP_MAXS, SMR_I64, both, 2, 0);
  }
  return most;
}

static SmrOp make_rows(Rows *s, SmrOp place, SmrValue table, SmrPoly low, SmrValue extent, int64_t step) {
  SmrGraph *g = s->g;
  SmrBlock block = smr_op(g, place)->block;
  SmrValue start[] = {table, smr_poly_build(g, block, place, low)};
  SmrValue operands[] = {smr_build(g, block, place, SMR_OP_ADDR, SMR_PTR, start, 2, 0), extent};
  const SmrType types[] = {SMR_PTR, SMR_I64};
  SmrOp rows = smr_op_create(g, SMR_OP_OPAQUE, operands, 2, types, 2, 0);
  smr_op(g, rows)->name = smr_intern(g->symbols, SMR_OPAQUE_ROWS);
  smr_op(g, rows)->flags = SMR_F_PURE;
  smr_op(g, rows)->imm = step;
  smr_op(g, rows)->loc = smr_op(g, place)->loc;
  smr_op_insert_before(g, place, rows);
  return rows;
}

/// The load gives first + k*distance.
static bool replace(Rows *s, const Pointer *p, SmrOp rows, SmrPoly low) {
  SmrGraph *g = s->g;
  SmrPoly number, offset;
  SmrBlock block = smr_op(g, p->load)->block;
  if (!smr_poly_sub(&s->arena, p->place, low, &number) ||
      !smr_poly_divide(&s->arena, number, smr_poly_const(&s->arena, smr_op(g, rows)->imm), &number) ||
      !smr_poly_mul(&s->arena, number, smr_poly_leaf(&s->arena, smr_result(g, rows, 1)), &offset))
    return false;
  SmrValue parts[] = {smr_result(g, rows, 0), smr_poly_build(g, block, p->load, offset)};
  SmrValue address = smr_build(g, block, p->load, SMR_OP_ADDR, SMR_PTR, parts, 2, 0);
  smr_vec_push(&g->row_pointers, (SmrRowPointer){p->load, rows, address, s->first, s->last, true});
  return true;
}

static bool open_table(Rows *s, SmrValue table) {
  SmrGraph *g = s->g;
  SmrPoly low = {NULL, 0};
  SmrOp place = 0;
  int64_t step;
  for (uint32_t k = 0; k < s->count; k++) {
    SmrOp top = op_of_nest(g, s->first, s->pointers[k].load);
    if (s->pointers[k].table == table && (!place || smr_before(g, top, place)))
      place = top;
  }
  SmrValue extent = 0;
  if (is_known_at(s, table, place) && find_places(s, table, &low, &step) && are_known_at(s, low, place))
    extent = extent_of(s, table, low, place);
  if (!extent)
    return false;
  SmrOp rows = make_rows(s, place, table, low, extent, step);
  bool any = false;
  for (uint32_t k = 0; k < s->count; k++)
    if (s->pointers[k].table == table)
      any |= replace(s, &s->pointers[k], rows, low);
  return any;
}

//--- A nest -----------------------------------------------------------------------------

/// Does the address change from one iteration of the loop to the next?
static bool moves_in(Rows *s, SmrValue ptr, SmrOp loop) {
  const SmrGraph *g = s->g;
  bool ok = true;
  SmrPoly offset = smr_access_offset(g, &s->arena, ptr, &ok);
  SmrOp base = smr_def(g, smr_base_of(g, ptr));
  return !ok || smr_poly_contains(offset, smr_loop_iv(g, loop)) ||
         (base && smr_op(g, base)->code == SMR_OP_LOAD && moves_in(s, smr_access_ptr(g, base), loop));
}

/// Are the two addresses the same one in each iteration, if nothing is stored in between?
static bool are_one_place(Rows *s, SmrValue a, SmrValue b) {
  const SmrGraph *g = s->g;
  bool ok = true;
  SmrValue base = smr_base_of(g, a), other = smr_base_of(g, b);
  SmrOp load = smr_def(g, base), other_load = smr_def(g, other);
  if (!smr_poly_equal(smr_access_offset(g, &s->arena, a, &ok), smr_access_offset(g, &s->arena, b, &ok)) ||
      !ok)
    return false;
  return base == other || (load && other_load && smr_op(g, load)->code == SMR_OP_LOAD &&
                           smr_op(g, other_load)->code == SMR_OP_LOAD &&
                           are_one_place(s, smr_access_ptr(g, load), smr_access_ptr(g, other_load)));
}

/// Is the value a sum with what is read from the address as a term?
static bool is_sum_with(Rows *s, SmrValue value, SmrValue ptr, uint32_t depth) {
  enum { DEEPEST = 8 };
  const SmrGraph *g = s->g;
  SmrOp def = smr_def(g, value);
  SmrOpcode code = def ? (SmrOpcode)smr_op(g, def)->code : SMR_OP_NONE;
  if (code == SMR_OP_LOAD)
    return depth > 0 && are_one_place(s, smr_access_ptr(g, def), ptr);
  if ((code != SMR_OP_FADD && code != SMR_OP_FSUB && code != SMR_OP_FSUM) || depth == DEEPEST)
    return false;
  for (uint32_t k = 0; k < smr_op(g, def)->operand_count; k++)
    if (is_sum_with(s, smr_operand(g, def, k), ptr, depth + 1))
      return true;
  return false;
}

/// Does the op add up numbers: is it a loop that carries one, or a store that stays in its place in one, or
/// adds to what is there (in more loops than a matrix has dimensions)?
static bool sums(Rows *s, SmrOp op) {
  const SmrGraph *g = s->g;
  const SmrOpData *data = smr_op(g, op);
  for (uint32_t k = 0; data->code == SMR_OP_LOOP && k < data->result_count; k++)
    if (smr_type_is_number(smr_value_type(g, smr_result(g, op, k))))
      return true;
  if (data->code != SMR_OP_STORE || !smr_type_is_number(smr_value_type(g, smr_operand(g, op, 0))))
    return false;
  SmrOp loops[SMR_ROWS_MOST_LOOPS];
  uint32_t count = loops_around(s, op, loops);
  if (count > 2)
    return is_sum_with(s, smr_operand(g, op, 0), smr_access_ptr(g, op), 0);
  for (uint32_t k = 0; k < count; k++)
    if (!moves_in(s, smr_access_ptr(g, op), loops[k]))
      return true;
  return false;
}
static bool any_sums(Rows *s) {
  for (SmrOp top = s->first; top; top = top == s->last ? 0 : smr_op(s->g, top)->next)
    for (SmrOp op = top; op; op = smr_next_op(s->g, op, top))
      if (sums(s, op))
        return true;
  return false;
}

bool smr_rows_open(SmrGraph *g, SmrOp first, SmrOp last) {
  Rows s = {.g = g, .first = first, .last = last};
  uint32_t before = g->row_pointers.size;
  if (g->keeps_pointers)
    return false;
  for (SmrOp top = any_sums(&s) ? first : 0; top; top = top == last ? 0 : smr_op(g, top)->next)
    for (SmrOp op = top; (op = smr_next_op(g, op, top)) != 0;)
      add_pointer(&s, op);
  for (uint32_t k = 0; k < s.count; k++) {
    bool seen = false;
    for (uint32_t i = 0; i < k && !seen; i++)
      seen = s.pointers[i].table == s.pointers[k].table;
    if (!seen)
      open_table(&s, s.pointers[k].table);
  }
  for (uint32_t k = before; k < g->row_pointers.size; k++)
    smr_graph_replace(g, smr_result(g, g->row_pointers.data[k].load, 0), g->row_pointers.data[k].address);
  smr_arena_destroy(&s.arena);
  return g->row_pointers.size > before;
}

void smr_rows_close(SmrGraph *g, SmrOp first, SmrOp last) {
  for (uint32_t k = 0; k < g->row_pointers.size; k++) {
    SmrRowPointer *p = &g->row_pointers.data[k];
    if (!p->open || p->first != first || p->last != last)
      continue;
    p->open = false;
    SmrOp address = smr_def(g, p->address), offset = smr_def(g, smr_operand(g, address, 1));
    g->values.data[smr_result(g, p->load, 0)].forward = 0;
    smr_op_unlink(g, address);
    if (smr_op(g, offset)->code == SMR_OP_POLY)
      smr_op_unlink(g, offset);
    ++g->edits;
  }
}
