//===- loops.c - counted loops from 0 by 1 (N-LOOP) ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// FOR becomes LOOP; a WHILE whose condition compares a value that moves by a constant with an invariant
// becomes LOOP too; a carried value that moves by an invariant step becomes a polynomial of the iv. Inner
// loops first: an outer loop's pointer may be advanced by an inner one. What does not fit stays as it is.
//===----------------------------------------------------------------------===//
#include "graph/normalize/loops.h"
#include <stdlib.h>
#include <string.h>

void smr_move_before(SmrGraph *g, SmrOp op, SmrOp where) {
  smr_op_unlink(g, op);
  smr_op_insert_before(g, where, op);
}

static void postorder(const SmrGraph *g, SmrRegion region, SmrOpList *out) {
  const SmrRegionData *data = &g->regions.data[region];
  for (uint32_t b = 0; b < data->blocks.size; b++)
    for (SmrOp op = g->blocks.data[data->blocks.data[b]].first; op; op = smr_op(g, op)->next) {
      const SmrOpData *o = smr_op(g, op);
      for (uint32_t r = 0; r < o->region_count; r++)
        postorder(g, smr_op_region(g, op, r), out);
      if (o->region_count)
        smr_vec_push(out, op);
    }
}

void smr_collect_postorder(const SmrGraph *g, SmrOpList *out) {
  postorder(g, g->body, out);
}

typedef SmrLoopPass Loops;

/// Values inside `op` have changed or moved: forget what their polynomials were. What stands outside never
/// names anything inside.
static void forget(Loops *s, SmrOp op) {
  uint32_t kept = s->from;
  for (uint32_t e = s->from; e < s->cache.values.size; e++) {
    SmrValue value = s->cache.values.data[e];
    if (smr_value_inside(s->g, value, op) || smr_def(s->g, value) == op) {
      smr_map_set(&s->cache.index, value, 0);
      continue;
    }
    s->cache.values.data[kept] = value;
    s->cache.polys.data[kept++] = s->cache.polys.data[e];
    smr_map_set(&s->cache.index, value, kept);
  }
  s->cache.values.size = s->cache.polys.size = kept;
}

static SmrPoly poly_of(Loops *s, SmrValue value) {
  return smr_exact_poly(s->g, &s->cache, value);
}

SmrValue smr_build_typed(SmrGraph *g, SmrBlock block, SmrOp where, SmrPoly poly, SmrType type, bool exact) {
  int64_t constant;
  uint32_t unused = 64 - SMR_TYPE_PAYLOAD(type);
  if (smr_poly_is_const(poly, &constant))
    return smr_build_const(g, block, where, type, (int64_t)((uint64_t)constant << unused) >> unused);
  SmrValue value = smr_poly_build(g, block, where, poly);
  SmrType is = smr_value_type(g, value);
  if (is == type)
    return value;
  bool widen = SMR_TYPE_PAYLOAD(is) < SMR_TYPE_PAYLOAD(type);
  SmrValue cast = smr_build(g, block, where, widen ? SMR_OP_SEXT : SMR_OP_TRUNC, type, &value, 1, 0);
  if (!widen && exact)
    smr_op(g, smr_def(g, cast))->flags |= SMR_F_NSW;
  return cast;
}

/// An integer of type `type` with the polynomial's value, built before `where`.
static SmrValue typed(SmrGraph *g, SmrBlock block, SmrOp where, SmrPoly poly, SmrType type) {
  return smr_build_typed(g, block, where, poly, type, true);
}

bool smr_divide_distance(SmrLoopPass *s, SmrBlock block, SmrOp where, SmrPoly distance, int64_t step,
                         SmrPoly *trip) {
  SmrGraph *g = s->g;
  SmrPoly rest;
  int64_t constant;
  if (step == INT64_MIN)
    return false;
  if (step < 0) {
    step = -step;
    if (!smr_poly_scale(&s->arena, distance, -1, &distance))
      return false;
  }
  if (step == 1) {
    *trip = distance;
    return true;
  }
  if (smr_poly_is_const(distance, &constant)) {
    *trip = smr_poly_const(&s->arena, constant / step);
    return true;
  }
  if (g->wraps && smr_poly_divide_floor(&s->arena, distance, smr_poly_const(&s->arena, step), trip, &rest) &&
      smr_poly_is_const(rest, &constant))
    return true;
  SmrValue pair[2] = {typed(g, block, where, distance, SMR_I64),
                      smr_build_const(g, block, where, SMR_I64, step)};
  *trip = smr_poly_leaf(&s->arena, smr_build(g, block, where, SMR_OP_DIVS, SMR_I64, pair, 2, 0));
  return true;
}

/// A number that a polynomial can hold: neither a truth value nor wider than 64 bits.
static bool is_int(const SmrGraph *g, SmrValue value) {
  SmrType type = smr_value_type(g, value);
  return SMR_TYPE_KIND(type) == SMR_T_INT && SMR_TYPE_PAYLOAD(type) > 1 && SMR_TYPE_PAYLOAD(type) <= 64;
}

/// Builds the LOOP that replaces `old` (FOR or WHILE) before it, with the same carried values and an empty
/// body.
static SmrOp make_loop(SmrGraph *g, SmrOp old, SmrPoly trip, uint32_t first_init) {
  SmrOpData data = *smr_op(g, old);
  uint32_t carried = data.operand_count - first_init;
  SmrValue *operands = smr_xmalloc((carried + 1) * sizeof *operands);
  SmrType *types = smr_xmalloc((carried + 1) * sizeof *types);
  operands[0] = typed(g, data.block, old, trip, SMR_I64);
  for (uint32_t k = 0; k < carried; k++) {
    operands[k + 1] = smr_operand(g, old, first_init + k);
    types[k] = smr_value_type(g, operands[k + 1]);
  }
  SmrOp loop = smr_op_create(g, SMR_OP_LOOP, operands, carried + 1, types, carried, 1);
  smr_op_insert_before(g, old, loop);
  SmrOpData *made = smr_op(g, loop);
  made->flags = (uint16_t)(data.flags & (SMR_F_UNORDERED | SMR_F_CFG));
  made->loc = data.loc;
  made->handle = data.handle;
  made->handle2 = data.handle2;
  SmrBlock body = smr_block_create(g, smr_op_region(g, loop, 0));
  if (data.region_count)
    g->blocks.data[body].handle = g->blocks.data[smr_body_block(g, old, 0)].handle;
  smr_block_add_arg(g, body, SMR_I64);
  for (uint32_t k = 0; k < carried; k++)
    smr_block_add_arg(g, body, types[k]);
  free(operands);
  free(types);
  return loop;
}

/// Is the integer surely in the range of a signed `width`-bit one?
static bool fits(const SmrGraph *g, SmrValue value, uint32_t width) {
  SmrOp def = smr_def(g, value);
  int64_t constant;
  if (SMR_TYPE_PAYLOAD(smr_value_type(g, value)) <= width)
    return true;
  if (smr_const_int(g, value, &constant))
    return width >= 64 || (constant >= smr_int_least(width) && constant <= smr_int_most(width));
  if (!def)
    return false;
  switch ((SmrOpcode)smr_op(g, def)->code) {
  case SMR_OP_SEXT:
    return SMR_TYPE_PAYLOAD(smr_value_type(g, smr_operand(g, def, 0))) <= width;
  case SMR_OP_MAXS:
  case SMR_OP_MINS:
    return fits(g, smr_operand(g, def, 0), width) && fits(g, smr_operand(g, def, 1), width);
  default:
    return false;
  }
}

/// A loop variable narrower than the iv (`do concurrent`, `forall`): truncating what lies between two bounds
/// that fit changes nothing.
static void mark_exact_truncations(SmrGraph *g, SmrOp loop) {
  SmrBlock body = smr_body_block(g, loop, 0);
  SmrValue iv = g->blocks.data[body].args.data[0];
  for (SmrOp op = g->blocks.data[body].first; op; op = smr_op(g, op)->next) {
    if (smr_op(g, op)->code != SMR_OP_TRUNC || smr_operand(g, op, 0) != iv)
      continue;
    uint32_t width = SMR_TYPE_PAYLOAD(smr_value_type(g, smr_result(g, op, 0)));
    if (fits(g, smr_operand(g, loop, 0), width) && fits(g, smr_operand(g, loop, 1), width)) {
      smr_op(g, op)->flags |= SMR_F_NSW;
      ++g->edits;
    }
  }
}

/// The iv of a loop whose variable starts at `start` and goes up by 1, in the source's words.
static void name_iv(SmrGraph *g, SmrValue iv, SmrSym variable, SmrPoly start, SmrPoly step) {
  int64_t from, by;
  if (!variable || g->values.data[iv].name || !smr_poly_is_const(start, &from) ||
      !smr_poly_is_const(step, &by) || by != 1)
    return;
  if (from) {
    SmrStr text = {0};
    smr_str_printf(&text, "(%s %c %llu)", smr_intern_text(g->symbols, variable), from < 0 ? '+' : '-',
                   from < 0 ? 0 - (unsigned long long)from : (unsigned long long)from);
    variable = smr_intern(g->symbols, smr_str_get(&text));
    smr_str_free(&text);
  }
  g->values.data[iv].name = variable;
}

static void convert_for(Loops *s, SmrOp op) {
  SmrGraph *g = s->g;
  SmrOpData data = *smr_op(g, op);
  SmrValue lower = smr_operand(g, op, 0), upper = smr_operand(g, op, 1), step = smr_operand(g, op, 2);
  if (!is_int(g, lower) || !is_int(g, upper) || !is_int(g, step))
    return;
  SmrPoly low = poly_of(s, lower), high = poly_of(s, upper), by = poly_of(s, step), distance, trip, value;
  // Room for the value's polynomial: low + by * (a leaf that occurs nowhere).
  if (!smr_poly_mul(&s->arena, by, smr_poly_leaf(&s->arena, 0), &value) ||
      !smr_poly_add(&s->arena, value, low, &value))
    return;
  int64_t constant = 0;
  bool constant_step = smr_poly_is_const(by, &constant);
  if (constant_step && constant == 0)
    return;
  if (!smr_poly_sub(&s->arena, high, low, &distance))
    return;
  if (data.flags & SMR_F_INCLUSIVE) {
    if (!smr_poly_add(&s->arena, distance, by, &distance))
      return;
  } else if (constant_step) { // lower <= iv < upper: rounds up
    int64_t round = constant > 0 ? constant - 1 : constant + 1;
    if (!smr_poly_add(&s->arena, distance, smr_poly_const(&s->arena, round), &distance))
      return;
  } else {
    return;
  }
  if (constant_step) {
    if (!smr_divide_distance(s, data.block, op, distance, constant, &trip))
      return;
  } else { // Fortran's own definition of the iteration count, for either sign of the step
    SmrValue pair[2] = {typed(g, data.block, op, distance, SMR_I64), typed(g, data.block, op, by, SMR_I64)};
    trip = smr_poly_leaf(&s->arena, smr_build(g, data.block, op, SMR_OP_DIVS, SMR_I64, pair, 2, 0));
  }
  SmrOp loop = make_loop(g, op, trip, 3);
  smr_map_set(&s->became, op, loop);
  forget(s, op);
  SmrBlock body = smr_body_block(g, loop, 0), old_body = smr_body_block(g, op, 0);
  SmrValue iv = g->blocks.data[body].args.data[0], old_iv = g->blocks.data[old_body].args.data[0];
  SmrType iv_type = smr_value_type(g, old_iv);
  mark_exact_truncations(g, op);
  smr_block_splice(g, body, old_body);
  if (!smr_poly_mul(&s->arena, by, smr_poly_leaf(&s->arena, iv), &value) ||
      !smr_poly_add(&s->arena, value, low, &value))
    abort(); // it had room above
  SmrValue new_iv = typed(g, body, g->blocks.data[body].first, value, iv_type);
  name_iv(g, iv, g->values.data[old_iv].name, low, by);
  smr_graph_replace(g, old_iv, new_iv);
  for (uint32_t k = 0; k + 3 < data.operand_count; k++) {
    smr_graph_replace(g, g->blocks.data[old_body].args.data[k + 1], g->blocks.data[body].args.data[k + 1]);
    SmrValue old_result = smr_result(g, op, k), new_result = smr_result(g, loop, k);
    g->values.data[new_result].handle = g->values.data[old_result].handle;
    smr_graph_replace(g, old_result, new_result);
  }
  smr_op_unlink(g, op);
}

/// Everything in the WHILE's `before` block but the condition is pure.
static bool pure_before(const SmrGraph *g, SmrBlock before) {
  for (SmrOp op = g->blocks.data[before].first; op; op = smr_op(g, op)->next)
    if (smr_op(g, op)->code != SMR_OP_CONDITION && !smr_opcode_pure((SmrOpcode)smr_op(g, op)->code))
      return false;
  return true;
}

/// A copy, before `where`, of a pure value of the `before` block with carried values replaced by the loop's
/// results.
static SmrValue at_exit(SmrGraph *g, SmrValue value, SmrOp op, SmrBlock before, SmrOp loop, SmrOp where,
                        SmrMap *done) {
  value = smr_value(g, value);
  uint32_t known;
  if (!smr_value_inside(g, value, op))
    return value;
  if (smr_map_get(done, value, &known))
    return known;
  const SmrValueData *data = &g->values.data[value];
  SmrValue copy;
  if (!data->def) {
    copy = smr_result(g, loop, data->index);
  } else {
    SmrOp def = data->def;
    SmrOpData old = *smr_op(g, def);
    SmrValue *operands = smr_xmalloc((old.operand_count + 1) * sizeof *operands);
    for (uint32_t k = 0; k < old.operand_count; k++)
      operands[k] = at_exit(g, smr_operand(g, def, k), op, before, loop, where, done);
    SmrType type = smr_value_type(g, value);
    copy = smr_build(g, smr_op(g, where)->block, where, (SmrOpcode)old.code, type, operands,
                     old.operand_count, old.imm);
    SmrOpData *made = smr_op(g, smr_def(g, copy));
    made->flags = old.flags;
    made->fast = old.fast;
    made->name = old.name;
    made->attrs = old.attrs;
    made->poly = old.poly;
    made->loc = old.loc;
    free(operands);
  }
  smr_map_set(done, value, copy);
  return copy;
}

/// What each result of a WHILE that tests first is, after the LOOP.
static void results_before(SmrGraph *g, SmrOp op, SmrOp loop) {
  SmrBlock before = smr_body_block(g, op, 0);
  SmrOp condition = g->blocks.data[before].last;
  SmrMap copies = {0};
  for (uint32_t k = 0; k < smr_op(g, op)->result_count; k++) {
    SmrValue exit = at_exit(g, smr_operand(g, condition, k + 1), op, before, loop, op, &copies);
    SmrValue old_result = smr_result(g, op, k);
    if (!g->values.data[smr_value(g, exit)].handle)
      g->values.data[smr_value(g, exit)].handle = g->values.data[old_result].handle;
    smr_graph_replace(g, old_result, exit);
  }
  smr_map_free(&copies);
}

/// A LOOP that tests last: its last iteration leaves what it would carry on. Everything else that leaves it
/// is carried, too, from nothing: it runs at least once.
static SmrOp with_results(SmrGraph *g, SmrOp op) {
  SmrOpData data = *smr_op(g, op);
  SmrBlock before = smr_body_block(g, op, 0), body = smr_body_block(g, op, 1);
  SmrOp condition = g->blocks.data[before].last, yield = g->blocks.data[body].last;
  SmrValueList inits = {0}, nexts = {0};
  for (uint32_t k = 0; k < data.operand_count; k++) {
    smr_vec_push(&inits, smr_operand(g, op, k));
    SmrValue next = smr_operand(g, yield, k);
    const SmrValueData *known = &g->values.data[next];
    smr_vec_push(&nexts,
                 !known->def && known->block == body ? smr_operand(g, condition, known->index + 1) : next);
  }
  SmrMap place = {0}; // value -> result + 1
  for (uint32_t k = 0; k < nexts.size; k++)
    smr_map_set(&place, nexts.data[k], k + 1);
  for (uint32_t r = 0; r < data.result_count; r++) {
    SmrValue value = smr_operand(g, condition, r + 1);
    uint32_t at;
    if (!smr_value_inside(g, value, op) || smr_map_get(&place, value, &at))
      continue;
    SmrType type = smr_value_type(g, value);
    smr_block_add_arg(g, before, type);
    smr_vec_push(&inits, smr_build(g, data.block, op, SMR_OP_UNDEF, type, NULL, 0, 0));
    smr_vec_push(&nexts, value);
    smr_map_set(&place, value, nexts.size);
  }
  SmrType *types = smr_xmalloc((inits.size + 1) * sizeof *types);
  for (uint32_t k = 0; k < inits.size; k++)
    types[k] = smr_value_type(g, inits.data[k]);
  // An op of its own takes the place of the WHILE: results, and the yield, change.
  SmrOp made = smr_op_create(g, SMR_OP_WHILE, inits.data, inits.size, types, inits.size, 0);
  smr_op_insert_before(g, op, made);
  SmrOpData *to = smr_op(g, made);
  to->flags = data.flags;
  to->loc = data.loc;
  to->handle = data.handle;
  to->handle2 = data.handle2;
  smr_op_set_operands(g, yield, nexts.data, nexts.size);
  for (uint32_t r = 0; r < data.result_count; r++) {
    SmrValue value = smr_operand(g, condition, r + 1), old_result = smr_result(g, op, r);
    uint32_t at;
    if (smr_map_get(&place, value, &at)) {
      value = smr_result(g, made, at - 1);
      g->values.data[value].handle = g->values.data[old_result].handle;
    }
    smr_graph_replace(g, old_result, value);
  }
  free(types);
  smr_map_free(&place);
  smr_vec_free(&inits);
  smr_vec_free(&nexts);
  return made;
}

/// The body of a WHILE does nothing but go back.
static bool tests_last(const SmrGraph *g, SmrBlock body) {
  return g->blocks.data[body].first == g->blocks.data[body].last;
}

static void convert_while(Loops *s, SmrOp op) {
  SmrGraph *g = s->g;
  SmrOpData data = *smr_op(g, op);
  SmrBlock before = smr_body_block(g, op, 0), body = smr_body_block(g, op, 1);
  if (!before || !body)
    return;
  bool first = pure_before(g, before);
  SmrTripLeast least;
  SmrPoly trip;
  if ((!first && !tests_last(g, body)) || !smr_while_trip(s, op, &trip, &least))
    return;
  SmrOp condition = g->blocks.data[before].last, like = op;
  if (!first) {
    if (!smr_poly_add(&s->arena, trip, smr_poly_const(&s->arena, 1), &trip))
      return;
    int64_t constant;
    if (least != SMR_TRIP_ANY && smr_poly_is_const(trip, &constant)) {
      trip = smr_poly_const(&s->arena, constant > 1 ? constant : 1);
    } else if (least != SMR_TRIP_ANY) {
      SmrValue pair[2] = {typed(g, data.block, op, trip, SMR_I64),
                          smr_build_const(g, data.block, op, SMR_I64, 1)};
      trip = smr_poly_leaf(&s->arena,
                           smr_build(g, data.block, op, least == SMR_TRIP_SIGNED ? SMR_OP_MAXS : SMR_OP_MAXU,
                                     SMR_I64, pair, 2, 0));
    }
    like = with_results(g, op);
  }
  SmrOp loop = make_loop(g, like, trip, 0);
  smr_map_set(&s->became, op, loop);
  forget(s, op);
  SmrBlock made = smr_body_block(g, loop, 0);
  g->blocks.data[made].handle = g->blocks.data[before].handle;
  if (first) {
    results_before(g, op, loop);
  } else {
    for (uint32_t k = 0; k < smr_op(g, like)->result_count; k++) {
      SmrValue old_result = smr_result(g, like, k), result = smr_result(g, loop, k);
      g->values.data[result].handle = g->values.data[old_result].handle;
      smr_graph_replace(g, old_result, result);
    }
    smr_op_unlink(g, like);
  }
  for (uint32_t k = 0; k < g->blocks.data[before].args.size; k++) {
    SmrValue carried = g->blocks.data[before].args.data[k], fresh = g->blocks.data[made].args.data[k + 1];
    g->values.data[fresh].name = g->values.data[carried].name;
    smr_graph_replace(g, carried, fresh);
  }
  for (uint32_t f = 0; f < g->blocks.data[body].args.size; f++) {
    SmrValue passed = g->blocks.data[body].args.data[f], value = smr_operand(g, condition, f + 1);
    if (!smr_def(g, value) && !smr_value_data(g, value)->name)
      smr_value_data(g, value)->name = g->values.data[passed].name;
    smr_graph_replace(g, passed, value);
  }
  smr_op_unlink(g, condition);
  smr_block_splice(g, made, before);
  smr_block_splice(g, made, body);
  smr_op_unlink(g, op);
}

SmrOp smr_outermost_place(const SmrGraph *g, SmrOp loop, SmrPoly poly) {
  for (SmrOp parent; (parent = smr_parent(g, loop)); loop = parent) {
    SmrOpcode code = (SmrOpcode)smr_op(g, parent)->code;
    if ((code != SMR_OP_LOOP && code != SMR_OP_FOR && code != SMR_OP_WHILE && code != SMR_OP_IF) ||
        smr_poly_inside(g, poly, parent))
      break;
  }
  return loop;
}

/// How often a loop runs: max(trip, 0).
static SmrPoly times(Loops *s, SmrOp loop) {
  SmrGraph *g = s->g;
  SmrPoly trip = poly_of(s, smr_operand(g, loop, 0));
  int64_t constant;
  if (smr_poly_is_const(trip, &constant))
    return smr_poly_const(&s->arena, constant > 0 ? constant : 0);
  SmrOp where = smr_outermost_place(g, loop, trip);
  SmrBlock block = smr_op(g, where)->block;
  SmrValue pair[2] = {typed(g, block, where, trip, SMR_I64), smr_build_const(g, block, where, SMR_I64, 0)};
  return smr_poly_leaf(&s->arena, smr_build(g, block, where, SMR_OP_MAXS, SMR_I64, pair, 2, 0));
}

/// The offset by which `next` is farther than the pointer `carried`; false when it is not based on it.
static bool moved_by(Loops *s, SmrValue next, SmrValue carried, SmrPoly *step) {
  SmrGraph *g = s->g;
  *step = smr_poly_const(&s->arena, 0);
  for (next = smr_value(g, next); next != carried; next = smr_operand(g, smr_def(g, next), 0)) {
    SmrOp def = smr_def(g, next);
    if (!def || smr_op(g, def)->code != SMR_OP_ADDR ||
        !smr_poly_add(&s->arena, *step, poly_of(s, smr_operand(g, def, 1)), step))
      return false;
  }
  return true;
}

static SmrValue pointer_at(SmrGraph *g, SmrBlock block, SmrOp where, SmrValue base, SmrPoly offset) {
  SmrValue pair[2] = {base, smr_poly_build(g, block, where, offset)};
  return smr_build(g, block, where, SMR_OP_ADDR, SMR_PTR, pair, 2, 0);
}

/// Carried values that move by an invariant step are initial + step * iv; pointers likewise.
static void induction(Loops *s, SmrOp loop) {
  SmrGraph *g = s->g;
  SmrBlock body = smr_body_block(g, loop, 0), block = smr_op(g, loop)->block;
  SmrOp yield = g->blocks.data[body].last;
  SmrValue iv = g->blocks.data[body].args.data[0];
  for (uint32_t k = 0; k + 1 < g->blocks.data[body].args.size; k++) {
    SmrValue carried = g->blocks.data[body].args.data[k + 1], next = smr_operand(g, yield, k);
    SmrValue initial = smr_operand(g, loop, k + 1), result = smr_result(g, loop, k), inside, final;
    SmrType type = smr_value_type(g, carried);
    if (g->values.data[carried].forward || (!is_int(g, carried) && type != SMR_PTR))
      continue;
    SmrPoly start = smr_poly_const(&s->arena, 0), step, value, total;
    bool exact = true;
    if (type == SMR_PTR) {
      if (!moved_by(s, next, carried, &step) || smr_poly_inside(g, step, loop))
        continue;
    } else {
      start = poly_of(s, initial);
      exact = smr_poly_sub(&s->arena, poly_of(s, next), smr_poly_leaf(&s->arena, carried), &step) &&
              !smr_poly_inside(g, step, loop);
      // Modulo 2^width every sum is exact, and so is the number that it is cut to.
      if (!exact && (!smr_poly_sub(&s->arena, smr_modular_poly(g, &s->cache, next),
                                   smr_poly_leaf(&s->arena, carried), &step) ||
                     smr_poly_inside(g, step, loop)))
        continue;
    }
    if (!smr_poly_mul(&s->arena, step, smr_poly_leaf(&s->arena, iv), &value) ||
        !smr_poly_add(&s->arena, value, start, &value) ||
        !smr_poly_mul(&s->arena, step, times(s, loop), &total) ||
        !smr_poly_add(&s->arena, total, start, &total))
      continue;
    // The final value stands before the loop: exits name it there. The MLIR value of the result dies with
    // the MLIR loop, so it must not inherit its handle.
    if (type == SMR_PTR) {
      inside = pointer_at(g, body, g->blocks.data[body].first, initial, value);
      final = pointer_at(g, block, loop, initial, total);
    } else {
      inside = smr_build_typed(g, body, g->blocks.data[body].first, value, type, exact);
      final = smr_build_typed(g, block, loop, total, type, exact);
    }
    if (type != SMR_PTR)
      name_iv(g, iv, g->values.data[carried].name, start, step);
    smr_graph_replace(g, carried, inside);
    smr_graph_replace(g, result, final);
    forget(s, loop);
  }
}

static uint32_t depth_of(const SmrGraph *g, SmrOp op) {
  uint32_t depth = 0;
  while ((op = smr_parent(g, op)))
    ++depth;
  return depth;
}

void smr_pass_loops(SmrGraph *g, SmrForm form) {
  (void)form;
  Loops s = {.g = g};
  s.cache = (SmrPolyCache){.arena = &s.arena};
  SmrOpList list = {0};
  smr_collect_postorder(g, &list);
  SMR_VEC(uint32_t) from = {0}; // per depth: the cache's size before the op of that depth at hand began
  uint32_t last = 0;
  for (uint32_t i = 0; i < list.size; i++) {
    SmrOp op = list.data[i];
    SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    uint32_t depth = depth_of(g, op), made;
    while (from.size <= depth)
      smr_vec_push(&from, 0);
    for (uint32_t d = last; d <= depth; d++)
      from.data[d] = s.cache.values.size;
    s.from = from.data[depth];
    last = depth;
    if (code == SMR_OP_FOR)
      convert_for(&s, op);
    else if (code == SMR_OP_WHILE)
      convert_while(&s, op);
    if (smr_map_get(&s.became, op, &made))
      op = made;
    if (smr_op(g, op)->code == SMR_OP_LOOP)
      induction(&s, op);
    forget(&s, op);
  }
  for (uint32_t e = 0; e < g->exits.size; e++) {
    uint32_t made;
    if (smr_map_get(&s.became, g->exits.data[e].loop, &made))
      g->exits.data[e].loop = made;
  }
  for (SmrOp op = 1; op < g->ops.size; op++) {
    uint32_t made;
    if (smr_op(g, op)->home && smr_map_get(&s.became, smr_op(g, op)->home, &made))
      smr_op(g, op)->home = made;
  }
  smr_vec_free(&from);
  smr_vec_free(&list);
  smr_map_free(&s.became);
  smr_poly_cache_free(&s.cache);
  smr_arena_destroy(&s.arena);
}
