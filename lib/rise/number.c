//===- number.c - numbers and vectors are computed -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rise/internal.h"

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
