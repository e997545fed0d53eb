//===- reduce.c - numbers, vectors, reductions -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Numbers, vectors and pairs of them are carried from step to step of a reduction. An array is updated in
// place, where each element of the next one reads of the last one no more than itself (SmrRiseGuard);
// otherwise the next one is computed beside it, and copied.
//===----------------------------------------------------------------------===//
#include "rise/internal.h"
#include <string.h>

enum { MAX_CARRIED = 16, MAX_REGISTERS = 64, MAX_LOCAL = 4096, MAX_UNROLLED = 256 };

//===--- numbers and vectors ---===//

// Whether what a reduction updates in place may be read here.
static void guard(SmrRiseLowering *r, const SmrRiseValue *cell) {
  for (uint32_t k = 0; k < r->guards.size; k++) {
    const SmrRiseGuard *g = &r->guards.data[k];
    if (g->buffer != cell->buffer || g->owner != cell->number)
      continue;
    bool inside = g->known && !g->taken && g->rank <= cell->rank;
    for (uint32_t i = 0; i < g->rank && inside; i++)
      inside = g->index[i] == cell->index[i];
    if (!inside && !r->copied[g->node])
      r->copied[g->node] = r->again = true;
  }
}

static SmrLoopsValue load(SmrRiseLowering *r, const SmrRiseValue *cell, uint16_t lanes) {
  SmrLoopsType type = SMR_RISE_TYPE;
  SmrLoopsIndex index[SMR_LOOPS_MAX_RANK + 1];
  for (uint32_t k = 0; k < cell->rank; k++)
    index[k] = cell->index[k];
  index[cell->rank] = smr_loops_int(r->l, 0); // (of a vector's lanes)
  type.lanes = lanes;
  guard(r, cell);
  return smr_loops_load(r->l, type, cell->buffer, index);
}

int smr_rise_beside(SmrRiseLowering *r, SmrRiseValue *array, SmrLoopsIndex offset, uint16_t lanes,
                    SmrRiseValue **first) {
  if (smr_rise_costs(r, array))
    return -1;
  int result = -1;
  for (uint16_t i = 0; i < lanes; i++) {
    SmrRiseValue *e = smr_rise_element(r, array, smr_loops_add(r->l, offset, smr_loops_int(r->l, i)));
    if (!i)
      *first = e;
    const SmrRiseValue *f = *first;
    if (f->kind == e->kind &&
        (e->kind == SMR_RISE_NUMBER ? e == f : e->kind == SMR_RISE_CONSTANT && e->constant == f->constant)) {
      result = 0;
      continue;
    }
    if (e->kind != SMR_RISE_CELL || f->kind != SMR_RISE_CELL || e->lanes != 1 || e->buffer != f->buffer ||
        e->rank != f->rank)
      return -1;
    bool outer = true, same = true, next = e->rank > 0;
    for (uint32_t k = 0; k < e->rank; k++) {
      outer = outer && (k + 1 == e->rank || e->index[k] == f->index[k]);
      same = same && e->index[k] == f->index[k];
    }
    if (next)
      next = outer &&
             e->index[e->rank - 1] == smr_loops_add(r->l, f->index[f->rank - 1], smr_loops_int(r->l, i));
    if (i == 1)
      result = same ? 0 : next ? 1 : -1;
    if (i && (result < 0 || (result == 0 ? !same : !next)))
      return -1;
  }
  return result;
}

// One after the other into memory, and back.
static SmrLoopsValue gather(SmrRiseLowering *r, SmrRiseValue *array, SmrLoopsIndex offset, uint16_t lanes) {
  SmrLoopsIndex size = smr_loops_int(r->l, lanes), zero = smr_loops_int(r->l, 0);
  SmrLoopsBuffer buffer = smr_loops_alloc(r->l, SMR_RISE_TYPE, 1, &size);
  bool is_loop;
  SmrLoopsIndex i = smr_rise_for(r, size, SMR_LOOPS_SEQUENTIAL, &is_loop);
  SmrRiseValue *e = smr_rise_element(r, array, smr_loops_add(r->l, offset, i));
  smr_loops_store(r->l, buffer, &i, smr_rise_number(r, e), false);
  smr_rise_end(r, SMR_LOOPS_SEQUENTIAL, is_loop);
  return smr_loops_load(r->l, (SmrLoopsType){32, lanes, false}, buffer, &zero);
}

static SmrLoopsValue of_lanes(SmrRiseLowering *r, const SmrRiseValue *v) {
  SmrRiseValue *array = v->args[0], *first = NULL;
  SmrLoopsIndex width = smr_loops_int(r->l, v->lanes);
  if (array->kind == SMR_RISE_FOLD)
    array = smr_rise_materialise(r, array);
  SmrLoopsIndex zero = smr_loops_int(r->l, 0);
  if (array->kind == SMR_RISE_SCALARS && array->lanes == v->lanes &&
      smr_loops_mod(r->l, v->offset, width) == zero)
    return smr_rise_number(r, smr_rise_element(r, array->args[0], smr_loops_div(r->l, v->offset, width)));
  int beside = smr_rise_beside(r, array, v->offset, v->lanes, &first);
  if (beside == 1)
    return load(r, first, v->lanes);
  return beside == 0 ? smr_loops_broadcast(r->l, smr_rise_number(r, first), v->lanes)
                     : gather(r, array, v->offset, v->lanes);
}

static SmrLoopsValue one_lane(SmrRiseLowering *r, const SmrRiseValue *v) {
  SmrRiseValue *vector = v->args[0];
  SmrLoopsIndex size = smr_loops_int(r->l, vector->lanes), zero = smr_loops_int(r->l, 0);
  SmrLoopsBuffer buffer = smr_loops_alloc(r->l, SMR_RISE_TYPE, 1, &size);
  smr_loops_store(r->l, buffer, &zero, smr_rise_number(r, vector), false);
  return smr_loops_load(r->l, SMR_RISE_TYPE, buffer, &v->offset);
}

static SmrLoopsValue operand(SmrRiseLowering *r, SmrRiseValue *v, uint16_t lanes) {
  SmrLoopsValue number = smr_rise_number(r, v);
  return v->lanes == lanes ? number : smr_loops_broadcast(r->l, number, lanes);
}

static SmrLoopsValue compute(SmrRiseLowering *r, SmrRiseValue *v) {
  switch (v->kind) {
  case SMR_RISE_CELL:
    return load(r, v, v->lanes);
  case SMR_RISE_ARITH: {
    SmrLoopsValue a = operand(r, v->args[0], v->lanes);
    return smr_loops_arith(r->l, (SmrLoopsOp)v->number, a, operand(r, v->args[1], v->lanes));
  }
  case SMR_RISE_SPREAD:
    return operand(r, v->args[0], v->lanes);
  case SMR_RISE_LANES:
    return of_lanes(r, v);
  case SMR_RISE_LANE:
    return one_lane(r, v);
  case SMR_RISE_FOLD:
    return smr_rise_fold(r, v, NULL)->known;
  case SMR_RISE_CONSTANT:
    break;
  default:
    smr_rise_fail(r, v->kind == SMR_RISE_CLOSURE || v->kind == SMR_RISE_PARTIAL
                         ? "a function is stored"
                         : "no number where one is asked for");
  }
  return smr_loops_constant(r->l, SMR_RISE_TYPE, v->constant);
}

SmrLoopsValue smr_rise_number(SmrRiseLowering *r, SmrRiseValue *v) {
  if (!smr_rise_is_open(r, v->block) || v->kind == SMR_RISE_CELL) {
    SmrLoopsValue known = compute(r, v);
    v->known = known;
    v->block = smr_vec_last(&r->blocks);
  }
  return v->known;
}

//===--- reductions ---===//

static SmrLoopsOrder order_of(const SmrRiseValue *v) {
  int64_t count;
  return v->primitive == SMR_RISE_REDUCE_SEQ_UNROLL && smr_loops_is_int(v->step, &count) &&
                 count <= MAX_UNROLLED
             ? SMR_LOOPS_UNROLLED
             : SMR_LOOPS_SEQUENTIAL;
}

static SmrRiseValue *step(SmrRiseLowering *r, SmrRiseValue *v, SmrRiseValue *accumulator, SmrLoopsIndex i) {
  SmrRiseValue *f = smr_rise_apply(r, v->args[0], accumulator);
  return smr_rise_apply(r, f, smr_rise_element(r, v->args[2], i));
}

//===--- what is carried ---===//

static bool has_array(const SmrRise *rise, SmrDatum type) {
  return smr_rise_is(rise, type, "tuple")
             ? has_array(rise, smr_rise_part(rise, type, 1)) || has_array(rise, smr_rise_part(rise, type, 2))
             : smr_rise_is(rise, type, "array");
}

static void flatten(SmrRiseLowering *r, SmrRiseValue *v, SmrDatum type, SmrLoopsValue *out, uint32_t *count) {
  if (smr_rise_is(r->rise, type, "tuple")) {
    for (uint32_t k = 0; k < 2; k++)
      flatten(r, smr_rise_half(r, v, k), smr_rise_part(r->rise, type, k + 1), out, count);
    return;
  }
  if (*count == MAX_CARRIED) {
    smr_rise_fail(r, "a reduction of too many numbers at once");
    return;
  }
  out[(*count)++] = smr_rise_number(r, v);
}

static SmrRiseValue *carried(SmrRiseLowering *r, SmrDatum type, const SmrLoopsValue **numbers) {
  if (smr_rise_is(r->rise, type, "tuple")) {
    SmrRiseValue *v = smr_rise_value(r, SMR_RISE_PAIR);
    v->args[0] = carried(r, smr_rise_part(r->rise, type, 1), numbers);
    v->args[1] = carried(r, smr_rise_part(r->rise, type, 2), numbers);
    return v;
  }
  SmrRiseValue *v = smr_rise_value(r, SMR_RISE_NUMBER);
  v->known = *(*numbers)++;
  v->lanes = smr_loops_type(r->l, v->known).lanes;
  v->block = smr_vec_last(&r->blocks);
  return v;
}

static SmrRiseValue *fold_numbers(SmrRiseLowering *r, SmrRiseValue *v) {
  SmrLoopsValue inits[MAX_CARRIED], inside[MAX_CARRIED], next[MAX_CARRIED];
  uint32_t count = 0, same = 0;
  flatten(r, v->args[1], v->type, inits, &count);
  smr_rise_prepare(r, v->args[2]);
  SmrLoopsIndex i = smr_loops_for_carried(r->l, v->step, order_of(v), count, inits, inside);
  smr_rise_open(r);
  const SmrLoopsValue *at = inside;
  flatten(r, step(r, v, carried(r, v->type, &at), i), v->type, next, &same);
  smr_rise_close(r);
  if (!r->error)
    smr_loops_end(r->l, count, next, inits);
  at = inits;
  return carried(r, v->type, &at);
}

//===--- arrays ---===//

// How many elements, when that is known and at most `most`; otherwise 0.
static int64_t elements(SmrRiseLowering *r, SmrDatum type, int64_t most) {
  int64_t total = 1, size;
  for (; smr_rise_is(r->rise, type, "array"); type = smr_rise_part(r->rise, type, 2)) {
    if (!smr_loops_is_int(smr_rise_extent(r, smr_rise_part(r->rise, type, 1)), &size) || size > most)
      return 0;
    total *= size;
    if (total > most)
      return 0;
  }
  return smr_rise_is(r->rise, type, "f32") || smr_rise_is(r->rise, type, "vec") ? total : 0;
}

// Memory that is read as the accumulator of that number.
static SmrRiseValue *owned(SmrRiseLowering *r, const SmrRiseValue *memory, uint32_t owner) {
  SmrRiseValue *v = smr_rise_value(r, memory->kind);
  *v = *memory;
  if (v->kind == SMR_RISE_CELL)
    v->number = owner;
  for (int k = 0; k < 3; k++)
    if (v->args[k])
      v->args[k] = owned(r, v->args[k], owner);
  return v;
}

static void guard_memory(SmrRiseLowering *r, const SmrRiseValue *memory, uint32_t node) {
  if (memory->kind == SMR_RISE_CELL) {
    SmrRiseGuard g = {
        .buffer = memory->buffer, .node = node, .owner = memory->number, .known = true, .rank = memory->rank};
    memcpy(g.index, memory->index, sizeof g.index);
    smr_vec_push(&r->guards, g);
    return;
  }
  for (int k = 0; k < 3; k++)
    if (memory->args[k])
      guard_memory(r, memory->args[k], node);
}

static void take(SmrRiseLowering *r, const SmrRiseValue *memory) {
  for (uint32_t k = 0; k < r->guards.size; k++)
    if (memory->kind == SMR_RISE_CELL && r->guards.data[k].buffer == memory->buffer)
      r->guards.data[k].taken = true;
  for (int k = 0; k < 3; k++)
    if (memory->args[k])
      take(r, memory->args[k]);
}

static bool is_plain(const SmrRiseValue *memory) {
  return memory->kind == SMR_RISE_STORED ? is_plain(memory->args[0]) : memory->kind == SMR_RISE_CELL;
}

static bool is_accumulator(const SmrRiseValue *memory) {
  return memory->kind == SMR_RISE_STORED ? is_accumulator(memory->args[0]) : memory->number != 0;
}

// Few numbers are kept in registers; blocks near by, until they are done; others where they are wanted.
static bool is_apart(SmrRiseLowering *r, const SmrRiseValue *v, const SmrRiseValue *to) {
  return !to || !is_plain(to) || elements(r, v->type, MAX_REGISTERS) ||
         (!is_accumulator(to) && elements(r, v->type, MAX_LOCAL));
}

static SmrRiseValue *fold_array(SmrRiseLowering *r, SmrRiseValue *v, SmrRiseValue *to) {
  bool in_place = !r->copied[v->node], is_loop, apart = is_apart(r, v, to);
  SmrRiseValue *memory = apart ? smr_rise_memory(r, v->type, 0, NULL, NULL, true) : to;
  SmrRiseValue *next = in_place ? NULL : smr_rise_memory(r, v->type, 0, NULL, NULL, true);
  smr_rise_store(r, v->args[1], memory);
  smr_rise_prepare(r, v->args[2]);
  SmrRiseValue *accumulator = owned(r, memory, ++r->next_owner);
  uint32_t guards = r->guards.size;
  SmrLoopsIndex i = smr_rise_for(r, v->step, order_of(v), &is_loop);
  take(r, memory);
  if (in_place)
    guard_memory(r, accumulator, v->node);
  smr_rise_store(r, step(r, v, accumulator, i), in_place ? accumulator : next);
  r->guards.size = guards;
  if (!in_place)
    smr_rise_store(r, next, memory);
  smr_rise_end(r, order_of(v), is_loop);
  return memory;
}

SmrRiseValue *smr_rise_fold(SmrRiseLowering *r, SmrRiseValue *v, SmrRiseValue *to) {
  if (!smr_rise_is_open(r, v->block)) {
    v->stored = r->error                      ? smr_rise_value(r, SMR_RISE_CONSTANT)
                : has_array(r->rise, v->type) ? fold_array(r, v, to)
                                              : fold_numbers(r, v);
    v->known = v->stored->known;
    v->block = smr_vec_last(&r->blocks);
  }
  return v->stored;
}
