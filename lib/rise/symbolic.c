//===- symbolic.c - terms become symbolic values -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Nothing is computed where a value is made, but toMem, and what a lambda names and uses more than once: that
// is computed when the lambda is applied.
//===----------------------------------------------------------------------===//
#include "rise/internal.h"
#include <string.h>

//===--- application of lambdas ---===//

// How often a body uses its variable; within another lambda counts as often.
static uint32_t uses(const SmrRise *rise, uint32_t node, uint32_t depth) {
  SmrOperator op = rise->term->nodes.data[node].op;
  const SmrOperatorInfo *info = smr_operator_info(rise->ops, op);
  if (info->kind == SMR_OPERATOR_INDEX)
    return info->integer == depth ? (depth ? 2 : 1) : 0;
  uint32_t inside = depth + !strcmp(smr_operator_name(rise->ops, op), "lam"), sum = 0, arity = info->arity;
  for (uint32_t k = 0; k < arity && sum < 2; k++)
    sum += uses(rise, smr_term_children(rise->term, node)[k], inside);
  return sum;
}

static SmrRiseValue *computed(SmrRiseLowering *r, SmrRiseValue *x) {
  if (x->kind == SMR_RISE_PAIR) {
    SmrRiseValue *v = smr_rise_value(r, SMR_RISE_PAIR);
    v->args[0] = computed(r, x->args[0]);
    v->args[1] = computed(r, x->args[1]);
    return v;
  }
  if (x->kind == SMR_RISE_CLOSURE || x->kind == SMR_RISE_PARTIAL || !smr_rise_costs(r, x))
    return x;
  if (smr_rise_is_array(x))
    return smr_rise_materialise(r, x);
  if (smr_rise_is_number(r, x))
    smr_rise_number(r, x);
  return x->kind == SMR_RISE_FOLD ? smr_rise_fold(r, x, NULL) : x;
}

static SmrRiseValue *apply_closure(SmrRiseLowering *r, const SmrRiseValue *f, SmrRiseValue *x) {
  SmrRiseEnv *env = smr_arena_alloc(&r->arena, sizeof *env);
  *env = (SmrRiseEnv){uses(r->rise, f->node, 0) > 1 ? computed(r, x) : x, f->env};
  return smr_rise_symbolic(r, f->node, env);
}

//===--- primitives ---===//

static SmrDatum type_part(SmrRiseLowering *r, SmrDatum type, uint32_t i, uint32_t j) {
  return smr_rise_part(r->rise, smr_rise_part(r->rise, type, i), j);
}

static SmrRiseValue *arith(SmrRiseLowering *r, SmrRiseValue *const *args, SmrLoopsOp op) {
  SmrRiseValue *v = smr_rise_value(r, SMR_RISE_ARITH);
  v->args[0] = args[0], v->args[1] = args[1];
  v->number = op;
  v->lanes = args[0]->lanes > args[1]->lanes ? args[0]->lanes : args[1]->lanes;
  return v;
}

static SmrRiseValue *spread(SmrRiseLowering *r, SmrRiseValue *x, SmrDatum vector) {
  int64_t width;
  SmrLoopsIndex lanes = smr_rise_extent(r, smr_rise_part(r->rise, vector, 1));
  SmrRiseValue *v = smr_rise_value(r, SMR_RISE_SPREAD);
  v->args[0] = x;
  if (!smr_loops_is_int(lanes, &width) || width < 2 || width > SMR_LOOPS_MAX_LANES)
    smr_rise_fail(r, "a vector of so many lanes");
  else
    v->lanes = (uint16_t)width;
  return v;
}

// What a function of numbers gives for vectors: one of vectors, also where it is constant.
static SmrRiseValue *in_lanes(SmrRiseLowering *r, SmrRiseValue *v, SmrDatum type) {
  if (smr_rise_is(r->rise, type, "tuple")) {
    SmrRiseValue *both = smr_rise_value(r, SMR_RISE_PAIR);
    for (uint32_t k = 0; k < 2; k++)
      both->args[k] = in_lanes(r, smr_rise_half(r, v, k), smr_rise_part(r->rise, type, k + 1));
    return both;
  }
  return v->lanes == 1 ? spread(r, v, type) : v;
}

static bool is_lanewise(const SmrRise *rise, uint32_t node) {
  SmrOperator op = rise->term->nodes.data[node].op;
  SmrRisePrimitive p = smr_rise_primitive(rise->ops, op);
  if (p != SMR_RISE_NONE)
    return p == SMR_RISE_ADD || p == SMR_RISE_MUL || p == SMR_RISE_MAKE_PAIR || p == SMR_RISE_FST ||
           p == SMR_RISE_SND;
  for (uint32_t k = 0; k < smr_operator_info(rise->ops, op)->arity; k++)
    if (!is_lanewise(rise, smr_term_children(rise->term, node)[k]))
      return false;
  return true;
}

static SmrRiseValue *vectorise(SmrRiseLowering *r, const SmrRiseValue *p, SmrDatum type) {
  SmrRiseValue *f = p->args[0];
  if (f->kind == SMR_RISE_CLOSURE ? !is_lanewise(r->rise, f->node) : smr_rise_arguments(f->primitive) != 2)
    smr_rise_fail(r, "a function in lanes that does more than add and multiply");
  return in_lanes(r, smr_rise_apply(r, f, p->args[1]), type_part(r, type, 2, 2));
}

static SmrRiseValue *mapped(SmrRiseLowering *r, const SmrRiseValue *p, SmrDatum type) {
  SmrRiseValue *v =
      smr_rise_view(r, SMR_RISE_MAPPED,
                    smr_rise_extent(r, smr_rise_part(r->rise, type_part(r, type, 2, 1), 1)), p->args[0]);
  v->args[1] = p->args[1];
  v->type = type_part(r, type, 1, 2);
  v->primitive = p->primitive;
  return v;
}

static SmrRiseValue *reduced(SmrRiseLowering *r, const SmrRiseValue *p, SmrDatum type) {
  SmrDatum rest = smr_rise_part(r->rise, type, 2); // (fn b (fn (array n a) b))
  SmrRiseValue *v = smr_rise_value(r, SMR_RISE_FOLD);
  memcpy(v->args, p->args, sizeof v->args);
  v->type = smr_rise_part(r->rise, rest, 1);
  v->step = smr_rise_extent(r, smr_rise_part(r->rise, type_part(r, rest, 2, 1), 1));
  v->primitive = p->primitive;
  v->node = p->node;
  v->count = smr_rise_is(r->rise, v->type, "array");
  if (v->count)
    v->size = smr_rise_extent(r, smr_rise_part(r->rise, v->type, 1));
  else if (smr_rise_is(r->rise, v->type, "vec"))
    v->lanes = spread(r, NULL, v->type)->lanes;
  return v;
}

// A view of an array; `inner`: which of the two types says how long its rows are.
static SmrRiseValue *view(SmrRiseLowering *r, SmrRiseValueKind kind, const SmrRiseValue *p, SmrDatum type,
                          uint32_t inner) {
  SmrRiseValue *v = smr_rise_view(r, kind, smr_rise_extent(r, type_part(r, type, 2, 1)), p->args[0]);
  SmrDatum rows = type_part(r, type, inner, 2);
  v->width = v->step = smr_rise_extent(r, smr_rise_part(r->rise, rows, 1));
  return v;
}

static SmrRiseValue *turned(SmrRiseLowering *r, const SmrRiseValue *p, SmrDatum type) {
  if (p->args[0]->kind == SMR_RISE_TURNED)
    return p->args[0]->args[0];
  return view(r, SMR_RISE_TURNED, p, type, 2);
}

static SmrRiseValue *joined(SmrRiseLowering *r, const SmrRiseValue *p, SmrDatum type) {
  SmrRiseValue *v = view(r, SMR_RISE_JOINED, p, type, 1), *x = p->args[0];
  return x->kind == SMR_RISE_BLOCKS && x->step == x->width && x->width == v->width ? x->args[0] : v;
}

static SmrRiseValue *blocks(SmrRiseLowering *r, const SmrRiseValue *p, SmrDatum type) {
  SmrRiseValue *v = view(r, SMR_RISE_BLOCKS, p, type, 2);
  if (p->primitive == SMR_RISE_SLIDE) {
    uint32_t step = smr_term_children(r->rise->term, p->node)[0];
    v->step =
        smr_loops_int(r->l, smr_operator_info(r->rise->ops, r->rise->term->nodes.data[step].op)->integer);
  } else if (p->args[0]->kind == SMR_RISE_JOINED && p->args[0]->width == v->width) {
    return p->args[0]->args[0];
  }
  return v;
}

static SmrRiseValue *vectors(SmrRiseLowering *r, const SmrRiseValue *p, SmrDatum type) {
  bool as_vector = p->primitive == SMR_RISE_AS_VECTOR;
  SmrRiseValue *x = p->args[0];
  SmrRiseValue *v = smr_rise_view(r, as_vector ? SMR_RISE_VECTORS : SMR_RISE_SCALARS,
                                  smr_rise_extent(r, type_part(r, type, 2, 1)), x);
  v->lanes = spread(r, NULL, type_part(r, type, as_vector ? 2 : 1, 2))->lanes;
  bool undone = x->kind == (as_vector ? SMR_RISE_SCALARS : SMR_RISE_VECTORS) && x->lanes == v->lanes;
  return undone ? x->args[0] : v;
}

static SmrRiseValue *unzipped(SmrRiseLowering *r, SmrRiseValue *x, SmrDatum type) {
  SmrRiseValue *v = smr_rise_value(r, SMR_RISE_PAIR);
  SmrLoopsIndex size = smr_rise_extent(r, type_part(r, type, 1, 1));
  for (uint32_t k = 0; k < 2; k++) {
    v->args[k] = smr_rise_view(r, SMR_RISE_PARTS, size, x);
    v->args[k]->number = k;
    if (x->kind == SMR_RISE_ZIPPED)
      v->args[k] = x->args[k];
  }
  return v;
}

static SmrRiseValue *paired(SmrRiseLowering *r, SmrRiseValue *a, SmrRiseValue *b) {
  SmrRiseValue *v = smr_rise_value(r, SMR_RISE_PAIR);
  v->args[0] = a, v->args[1] = b;
  return v;
}

static SmrRiseValue *sized(SmrRiseLowering *r, SmrRiseValueKind kind, const SmrRiseValue *p, SmrDatum array) {
  SmrRiseValue *v = smr_rise_view(r, kind, smr_rise_extent(r, smr_rise_part(r->rise, array, 1)), p->args[0]);
  v->args[1] = p->args[1];
  v->type = smr_rise_part(r->rise, array, 2);
  return v;
}

static SmrRiseValue *saturated(SmrRiseLowering *r, const SmrRiseValue *p) {
  SmrDatum type = smr_rise_carried(r->rise, p->node);
  switch (p->primitive) {
  case SMR_RISE_MAP:
  case SMR_RISE_MAP_SEQ:
  case SMR_RISE_MAP_PAR:
    return mapped(r, p, type);
  case SMR_RISE_REDUCE:
  case SMR_RISE_REDUCE_SEQ:
  case SMR_RISE_REDUCE_SEQ_UNROLL:
    return reduced(r, p, type);
  case SMR_RISE_SPLIT:
  case SMR_RISE_SLIDE:
    return blocks(r, p, type);
  case SMR_RISE_JOIN:
    return joined(r, p, type);
  case SMR_RISE_TRANSPOSE:
    return turned(r, p, type);
  case SMR_RISE_ZIP:
    return sized(r, SMR_RISE_ZIPPED, p, smr_rise_part(r->rise, type, 1));
  case SMR_RISE_UNZIP:
    return unzipped(r, p->args[0], type);
  case SMR_RISE_MAKE_PAIR:
    return paired(r, p->args[0], p->args[1]);
  case SMR_RISE_FST:
  case SMR_RISE_SND:
    return smr_rise_half(r, p->args[0], p->primitive == SMR_RISE_SND);
  case SMR_RISE_GENERATE:
    return sized(r, SMR_RISE_GENERATED, p, smr_rise_part(r->rise, type, 2));
  case SMR_RISE_AS_VECTOR:
  case SMR_RISE_AS_SCALAR:
    return vectors(r, p, type);
  case SMR_RISE_VECTOR_FROM_SCALAR:
    return spread(r, p->args[0], smr_rise_part(r->rise, type, 2));
  case SMR_RISE_VECTORISE:
    return vectorise(r, p, type);
  case SMR_RISE_ADD:
  case SMR_RISE_ADD_VEC:
    return arith(r, p->args, SMR_LOOPS_ADD);
  case SMR_RISE_MUL:
  case SMR_RISE_MUL_VEC:
    return arith(r, p->args, SMR_LOOPS_MUL);
  case SMR_RISE_TO_MEM:
    return smr_rise_materialise(r, p->args[0]);
  case SMR_RISE_LET:
    return smr_rise_apply(r, p->args[1], p->args[0]);
  case SMR_RISE_NONE:
    break;
  }
  return NULL;
}

SmrRiseValue *smr_rise_apply(SmrRiseLowering *r, SmrRiseValue *f, SmrRiseValue *x) {
  if (r->error)
    return smr_rise_value(r, SMR_RISE_CONSTANT);
  if (f->kind == SMR_RISE_CLOSURE)
    return apply_closure(r, f, x);
  if (f->kind != SMR_RISE_PARTIAL) {
    smr_rise_fail(r, "what is applied is no function");
    return smr_rise_value(r, SMR_RISE_CONSTANT);
  }
  SmrRiseValue *p = smr_rise_value(r, SMR_RISE_PARTIAL);
  *p = *f;
  p->args[p->count++] = x;
  return p->count == smr_rise_arguments(p->primitive) ? saturated(r, p) : p;
}

//===--- terms ---===//

static SmrRiseValue *leaf(SmrRiseLowering *r, uint32_t node, SmrRisePrimitive primitive) {
  if (primitive != SMR_RISE_NONE) {
    SmrRiseValue *v = smr_rise_value(r, SMR_RISE_PARTIAL);
    v->primitive = primitive;
    v->node = node;
    return v;
  }
  SmrOperator op = r->rise->term->nodes.data[node].op;
  for (uint32_t i = 0; i < r->leaves.size; i++)
    if (r->rise->term->nodes.data[r->leaf_nodes.data[i]].op == op)
      return r->leaves.data[i];
  smr_rise_fail(r, "%s is not known", smr_operator_name(r->rise->ops, op));
  return smr_rise_value(r, SMR_RISE_CONSTANT);
}

static SmrRiseValue *variable(SmrRiseLowering *r, int64_t index, const SmrRiseEnv *env) {
  for (; env && index > 0; index--)
    env = env->outer;
  if (env)
    return env->value;
  smr_rise_fail(r, "a variable without a lambda");
  return smr_rise_value(r, SMR_RISE_CONSTANT);
}

SmrRiseValue *smr_rise_symbolic(SmrRiseLowering *r, uint32_t node, const SmrRiseEnv *env) {
  SmrOperator op = r->rise->term->nodes.data[node].op;
  SmrOperatorInfo info = *smr_operator_info(r->rise->ops, op);
  const char *name = smr_operator_name(r->rise->ops, op);
  r->at = node;
  if (info.kind == SMR_OPERATOR_INDEX)
    return variable(r, info.integer, env);
  if (info.kind == SMR_OPERATOR_REAL) {
    SmrRiseValue *v = smr_rise_value(r, SMR_RISE_CONSTANT);
    v->constant = info.real;
    return v;
  }
  if (info.arity == 2 && !strcmp(name, "lam")) {
    SmrRiseValue *v = smr_rise_value(r, SMR_RISE_CLOSURE);
    v->node = smr_term_children(r->rise->term, node)[1];
    v->env = env;
    return v;
  }
  if (info.arity == 2 && !strcmp(name, "app")) {
    SmrRiseValue *f = smr_rise_symbolic(r, smr_term_children(r->rise->term, node)[0], env);
    return smr_rise_apply(r, f, smr_rise_symbolic(r, smr_term_children(r->rise->term, node)[1], env));
  }
  return leaf(r, node, smr_rise_primitive(r->rise->ops, op));
}
