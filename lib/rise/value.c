//===- value.c - symbolic values and their elements ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rise/internal.h"
#include <stdarg.h>

void smr_rise_fail(SmrRiseLowering *r, const char *format, ...) {
  if (r->error)
    return;
  r->failed = r->at;
  va_list args;
  va_start(args, format);
  r->error = smr_arena_vprintf(&r->arena, format, args);
  va_end(args);
}

SmrLoopsIndex smr_rise_extent(SmrRiseLowering *r, SmrDatum size) {
  SmrLoopsIndex extent = size == SMR_NO_DATUM ? NULL : smr_rise_size(r->rise, r->l, r->divisible, size);
  if (extent)
    return extent;
  smr_rise_fail(r, "a size is not known");
  return smr_loops_int(r->l, 1);
}

//===--- blocks ---===//

uint32_t smr_rise_open(SmrRiseLowering *r) {
  smr_vec_push(&r->blocks, ++r->next_block);
  return r->next_block;
}

void smr_rise_close(SmrRiseLowering *r) {
  r->blocks.size--;
}

bool smr_rise_is_open(const SmrRiseLowering *r, uint32_t block) {
  for (uint32_t k = r->blocks.size; block && k-- > 0;)
    if (r->blocks.data[k] == block)
      return true;
  return false;
}

SmrLoopsIndex smr_rise_for(SmrRiseLowering *r, SmrLoopsIndex count, SmrLoopsOrder order, bool *is_loop) {
  int64_t known;
  *is_loop = !smr_loops_is_int(count, &known) || known != 1;
  if (!*is_loop)
    return smr_loops_int(r->l, 0);
  SmrLoopsIndex i = smr_loops_for(r->l, count, order);
  smr_rise_open(r);
  r->parallel = r->parallel || order == SMR_LOOPS_PARALLEL;
  return i;
}

void smr_rise_end(SmrRiseLowering *r, SmrLoopsOrder order, bool is_loop) {
  if (!is_loop)
    return;
  smr_loops_end(r->l, 0, NULL, NULL);
  smr_rise_close(r);
  if (order == SMR_LOOPS_PARALLEL)
    r->parallel = false;
}

//===--- values ---===//

SmrRiseValue *smr_rise_value(SmrRiseLowering *r, SmrRiseValueKind kind) {
  SmrRiseValue *v = smr_arena_alloc(&r->arena, sizeof *v);
  v->kind = kind;
  v->lanes = 1;
  return v;
}

SmrRiseValue *smr_rise_view(SmrRiseLowering *r, SmrRiseValueKind kind, SmrLoopsIndex size, SmrRiseValue *of) {
  SmrRiseValue *v = smr_rise_value(r, kind);
  v->size = size;
  v->args[0] = of;
  return v;
}

bool smr_rise_is_array(const SmrRiseValue *v) {
  return v->kind >= SMR_RISE_STORED || (v->kind == SMR_RISE_FOLD && v->count);
}

bool smr_rise_is_number(const SmrRiseLowering *r, const SmrRiseValue *v) {
  return v->kind < SMR_RISE_FOLD ||
         (v->kind == SMR_RISE_FOLD && !v->count && !smr_rise_is(r->rise, v->type, "tuple"));
}

//===--- elements ---===//

// Memory with an index more.
static SmrRiseValue *indexed(SmrRiseLowering *r, const SmrRiseValue *v, SmrLoopsIndex i) {
  SmrRiseValue *copy = smr_rise_value(r, v->kind);
  *copy = *v;
  copy->block = 0;
  if (v->kind == SMR_RISE_CELL) {
    if (v->rank == SMR_LOOPS_MAX_RANK)
      smr_rise_fail(r, "an array has too many dimensions");
    else
      copy->index[copy->rank++] = i;
    return copy;
  }
  for (int k = 0; k < 3; k++)
    if (v->args[k])
      copy->args[k] = indexed(r, v->args[k], i);
  return copy;
}

SmrRiseValue *smr_rise_half(SmrRiseLowering *r, SmrRiseValue *v, uint32_t number) {
  if (v->kind == SMR_RISE_FOLD)
    v = smr_rise_fold(r, v, NULL);
  if (v->kind != SMR_RISE_PAIR) {
    smr_rise_fail(r, "a part of what is no pair");
    return smr_rise_value(r, SMR_RISE_CONSTANT);
  }
  return v->args[number];
}

static SmrRiseValue *slice(SmrRiseLowering *r, SmrRiseValue *of, SmrLoopsIndex from, SmrLoopsIndex size) {
  SmrRiseValue *v = smr_rise_view(r, SMR_RISE_SLICE, size, of);
  v->offset = from;
  return v;
}

static SmrRiseValue *lanes(SmrRiseLowering *r, SmrRiseValue *v, SmrLoopsIndex i) {
  SmrLoopsIndex width = smr_loops_int(r->l, v->lanes);
  SmrRiseValue *e = smr_rise_value(r, SMR_RISE_LANES);
  e->args[0] = v->args[0];
  e->offset = smr_loops_mul(r->l, i, width);
  e->lanes = v->lanes;
  return e;
}

static SmrRiseValue *lane(SmrRiseLowering *r, SmrRiseValue *v, SmrLoopsIndex i) {
  SmrLoopsIndex width = smr_loops_int(r->l, v->lanes);
  SmrRiseValue *vector = smr_rise_element(r, v->args[0], smr_loops_div(r->l, i, width));
  SmrLoopsIndex number = smr_loops_mod(r->l, i, width);
  if (vector->kind == SMR_RISE_LANES)
    return smr_rise_element(r, vector->args[0], smr_loops_add(r->l, vector->offset, number));
  if (vector->kind == SMR_RISE_CELL) {
    SmrRiseValue *cell = indexed(r, vector, number);
    cell->lanes = 1;
    return cell;
  }
  SmrRiseValue *e = smr_rise_value(r, SMR_RISE_LANE);
  e->args[0] = vector;
  e->offset = number;
  return e;
}

static SmrRiseValue *joined(SmrRiseLowering *r, const SmrRiseValue *v, SmrLoopsIndex i) {
  SmrRiseValue *row = smr_rise_element(r, v->args[0], smr_loops_div(r->l, i, v->width));
  return smr_rise_element(r, row, smr_loops_mod(r->l, i, v->width));
}

static SmrRiseValue *column(SmrRiseLowering *r, SmrRiseValue *v, SmrLoopsIndex i) {
  SmrRiseValue *e = smr_rise_view(r, SMR_RISE_COLUMN, v->width, v->args[0]);
  e->offset = i;
  return e;
}

static SmrRiseValue *position(SmrRiseLowering *r) {
  return smr_rise_value(r, SMR_RISE_POSITION);
}

static SmrRiseValue *pair(SmrRiseLowering *r, SmrRiseValue *a, SmrRiseValue *b) {
  SmrRiseValue *e = smr_rise_value(r, SMR_RISE_PAIR);
  e->args[0] = a, e->args[1] = b;
  return e;
}

SmrRiseValue *smr_rise_element(SmrRiseLowering *r, SmrRiseValue *v, SmrLoopsIndex i) {
  switch (v->kind) {
  case SMR_RISE_STORED:
    return indexed(r, v->args[0], i);
  case SMR_RISE_MAPPED:
    return smr_rise_apply(r, v->args[0], smr_rise_element(r, v->args[1], i));
  case SMR_RISE_UNMAPPED:
    return smr_rise_before_view(r, v->args[0], smr_rise_element(r, v->args[1], i));
  case SMR_RISE_GENERATED:
    return smr_rise_apply(r, v->args[0], position(r));
  case SMR_RISE_ZIPPED:
    return pair(r, smr_rise_element(r, v->args[0], i), smr_rise_element(r, v->args[1], i));
  case SMR_RISE_PARTS:
    return smr_rise_half(r, smr_rise_element(r, v->args[0], i), v->number);
  case SMR_RISE_BLOCKS:
    return slice(r, v->args[0], smr_loops_mul(r->l, i, v->step), v->width);
  case SMR_RISE_JOINED:
    return joined(r, v, i);
  case SMR_RISE_SLICE:
    return smr_rise_element(r, v->args[0], smr_loops_add(r->l, v->offset, i));
  case SMR_RISE_TURNED:
    return column(r, v, i);
  case SMR_RISE_COLUMN:
    return smr_rise_element(r, smr_rise_element(r, v->args[0], i), v->offset);
  case SMR_RISE_VECTORS:
    return lanes(r, v, i);
  case SMR_RISE_SCALARS:
    return lane(r, v, i);
  case SMR_RISE_FOLD:
    return smr_rise_element(r, smr_rise_materialise(r, v), i);
  default:
    smr_rise_fail(r, "an element of what is no array");
    return smr_rise_value(r, SMR_RISE_CONSTANT);
  }
}

//===--- what costs ---===//

static bool computes(SmrRisePrimitive p) {
  return p == SMR_RISE_ADD || p == SMR_RISE_MUL || p == SMR_RISE_ADD_VEC || p == SMR_RISE_MUL_VEC ||
         p == SMR_RISE_REDUCE || p == SMR_RISE_REDUCE_SEQ || p == SMR_RISE_REDUCE_SEQ_UNROLL ||
         p == SMR_RISE_TO_MEM;
}

static bool body_works(SmrRiseLowering *r, uint32_t node, uint32_t depth, const SmrRiseEnv *env) {
  SmrOperator op = r->rise->term->nodes.data[node].op;
  const SmrOperatorInfo *info = smr_operator_info(r->rise->ops, op);
  if (info->kind == SMR_OPERATOR_INDEX) {
    int64_t index = info->integer - depth;
    for (; env && index > 0; index--)
      env = env->outer;
    return env && index == 0 && smr_rise_costs(r, env->value);
  }
  SmrRisePrimitive p = smr_rise_primitive(r->rise->ops, op);
  if (p != SMR_RISE_NONE)
    return computes(p);
  uint32_t inside = depth + !strcmp(smr_operator_name(r->rise->ops, op), "lam"), arity = info->arity;
  for (uint32_t k = 0; k < arity; k++)
    if (body_works(r, smr_term_children(r->rise->term, node)[k], inside, env))
      return true;
  return false;
}

bool smr_rise_works(SmrRiseLowering *r, const SmrRiseValue *f) {
  if (f->kind == SMR_RISE_CLOSURE)
    return body_works(r, f->node, 0, f->env);
  if (f->kind != SMR_RISE_PARTIAL || computes(f->primitive))
    return true;
  for (uint32_t k = 0; k < f->count; k++)
    if (smr_rise_costs(r, f->args[k]))
      return true;
  return false;
}

bool smr_rise_costs(SmrRiseLowering *r, const SmrRiseValue *v) {
  switch (v->kind) {
  case SMR_RISE_CONSTANT:
  case SMR_RISE_NUMBER:
  case SMR_RISE_CELL:
  case SMR_RISE_POSITION:
  case SMR_RISE_HOLE:
    return false;
  case SMR_RISE_ARITH:
    return true;
  case SMR_RISE_FOLD:
    return !smr_rise_is_open(r, v->block);
  case SMR_RISE_CLOSURE:
  case SMR_RISE_PARTIAL:
    return smr_rise_works(r, v);
  case SMR_RISE_MAPPED:
    return smr_rise_works(r, v->args[0]) || smr_rise_costs(r, v->args[1]);
  default:
    for (int k = 0; k < 3; k++)
      if (v->args[k] && smr_rise_costs(r, v->args[k]))
        return true;
    return false;
  }
}
