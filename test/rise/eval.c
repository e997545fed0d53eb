//===- eval.c - what a term of RISE computes -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rise/eval.h"
#include <string.h>

typedef const SmrRiseDatum *Datum;
typedef struct Env {
  Datum value;
  const struct Env *outer;
} Env;

static Datum evaluate(SmrRiseEval *e, uint32_t node, const Env *env);

static Datum fail(SmrRiseEval *e, const char *error) {
  if (!e->error)
    e->error = error;
  return NULL;
}

Datum smr_rise_datum_number(SmrArena *arena, double number) {
  SmrRiseDatum *d = smr_arena_alloc(arena, sizeof *d);
  d->number = number;
  return d;
}

SmrRiseDatum *smr_rise_datum_list(SmrArena *arena, SmrRiseDatumKind kind, uint32_t count) {
  SmrRiseDatum *d = smr_arena_alloc(arena, sizeof *d);
  d->kind = kind;
  d->count = count;
  d->items = smr_arena_alloc(arena, count * sizeof *d->items);
  return d;
}

static SmrRiseDatum *list(SmrRiseEval *e, uint32_t count) {
  return smr_rise_datum_list(e->arena, SMR_RISE_DATUM_LIST, count);
}

static Datum pair(SmrRiseEval *e, Datum a, Datum b) {
  SmrRiseDatum *d = smr_rise_datum_list(e->arena, SMR_RISE_DATUM_PAIR, 2);
  d->items[0] = a, d->items[1] = b;
  return d;
}

// Part j of part i of a type.
static SmrDatum part(SmrRiseEval *e, SmrDatum type, uint32_t i, uint32_t j) {
  return smr_rise_part(e->rise, smr_rise_part(e->rise, type, i), j);
}

static uint32_t size(SmrRiseEval *e, SmrDatum value) {
  SmrLoopsProgram *l = smr_loops_create();
  SmrLoopsIndex index = smr_rise_size(e->rise, l, true, value);
  int64_t known = 0;
  if (!index || !smr_loops_is_int(index, &known) || known < 0 || known > INT32_MAX)
    fail(e, "a size is not known");
  smr_loops_destroy(l);
  return (uint32_t)known;
}

//===--- arrays ---===//

static Datum map(SmrRiseEval *e, Datum f, Datum x) {
  SmrRiseDatum *d = list(e, x->count);
  for (uint32_t i = 0; i < x->count; i++)
    if (!(d->items[i] = smr_rise_eval_apply(e, f, x->items[i])))
      return NULL;
  return d;
}

static Datum reduce(SmrRiseEval *e, Datum f, Datum value, Datum x) {
  for (uint32_t i = 0; i < x->count && value; i++) {
    Datum step = smr_rise_eval_apply(e, f, value);
    value = step ? smr_rise_eval_apply(e, step, x->items[i]) : NULL;
  }
  return value;
}

// Lists of `width` elements, each `step` behind the one before.
static Datum windows(SmrRiseEval *e, Datum x, uint32_t width, uint32_t step) {
  if (!width || !step)
    return fail(e, "a block is empty");
  if (x->count < width)
    return list(e, 0);
  SmrRiseDatum *d = list(e, (x->count - width) / step + 1);
  for (uint32_t i = 0; i < d->count; i++) {
    SmrRiseDatum *row = list(e, width);
    memcpy(row->items, x->items + (size_t)i * step, width * sizeof *row->items);
    d->items[i] = row;
  }
  return d;
}

static Datum join(SmrRiseEval *e, Datum x) {
  uint32_t total = 0, at = 0;
  for (uint32_t i = 0; i < x->count; i++)
    total += x->items[i]->count;
  SmrRiseDatum *d = list(e, total);
  for (uint32_t i = 0; i < x->count; i++)
    for (uint32_t k = 0; k < x->items[i]->count; k++)
      d->items[at++] = x->items[i]->items[k];
  return d;
}

static Datum transpose(SmrRiseEval *e, Datum x, uint32_t columns) {
  SmrRiseDatum *d = list(e, columns);
  for (uint32_t j = 0; j < columns; j++) {
    SmrRiseDatum *column = list(e, x->count);
    for (uint32_t i = 0; i < x->count; i++)
      column->items[i] = x->items[i]->items[j];
    d->items[j] = column;
  }
  return d;
}

static Datum zip(SmrRiseEval *e, Datum x, Datum y) {
  if (x->count != y->count)
    return fail(e, "arrays of different lengths side by side");
  SmrRiseDatum *d = list(e, x->count);
  for (uint32_t i = 0; i < x->count; i++)
    d->items[i] = pair(e, x->items[i], y->items[i]);
  return d;
}

static Datum unzip(SmrRiseEval *e, Datum x) {
  SmrRiseDatum *parts[] = {list(e, x->count), list(e, x->count)};
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < x->count; i++)
      parts[k]->items[i] = x->items[i]->items[k];
  return pair(e, parts[0], parts[1]);
}

static Datum generate(SmrRiseEval *e, Datum f, uint32_t count) {
  SmrRiseDatum *d = list(e, count);
  for (uint32_t i = 0; i < count; i++)
    if (!(d->items[i] = smr_rise_eval_apply(e, f, smr_rise_datum_number(e->arena, i))))
      return NULL;
  return d;
}

//===--- numbers and vectors ---===//

static Datum arith(SmrRiseEval *e, bool product, Datum x, Datum y) {
  if (x->kind == SMR_RISE_DATUM_NUMBER)
    return smr_rise_datum_number(e->arena, (float)(product ? x->number * y->number : x->number + y->number));
  SmrRiseDatum *d = list(e, x->count);
  for (uint32_t i = 0; i < x->count; i++)
    d->items[i] = arith(e, product, x->items[i], y->items[i]);
  return d;
}

static Datum repeat(SmrRiseEval *e, Datum x, uint32_t count) {
  SmrRiseDatum *d = list(e, count);
  for (uint32_t i = 0; i < count; i++)
    d->items[i] = x;
  return d;
}

// Lane i of a vector, of each part of a pair.
static Datum lane(SmrRiseEval *e, Datum x, uint32_t i) {
  return x->kind == SMR_RISE_DATUM_PAIR ? pair(e, lane(e, x->items[0], i), lane(e, x->items[1], i))
                                        : x->items[i];
}

static Datum lanes(SmrRiseEval *e, const Datum *results, uint32_t count) {
  SmrRiseDatum *parts[2];
  if (results[0]->kind != SMR_RISE_DATUM_PAIR) {
    SmrRiseDatum *d = list(e, count);
    memcpy(d->items, results, count * sizeof *d->items);
    return d;
  }
  for (uint32_t k = 0; k < 2; k++) {
    parts[k] = list(e, count);
    for (uint32_t i = 0; i < count; i++)
      parts[k]->items[i] = results[i]->items[k];
  }
  return pair(e, lanes(e, parts[0]->items, count), lanes(e, parts[1]->items, count));
}

static Datum vectorise(SmrRiseEval *e, Datum f, Datum x) {
  Datum first = x;
  while (first->kind == SMR_RISE_DATUM_PAIR)
    first = first->items[0];
  SmrRiseDatum *results = list(e, first->count);
  for (uint32_t i = 0; i < first->count; i++)
    if (!(results->items[i] = smr_rise_eval_apply(e, f, lane(e, x, i))))
      return NULL;
  return lanes(e, results->items, first->count);
}

//===--- primitives ---===//

static Datum blocks(SmrRiseEval *e, SmrRisePrimitive p, uint32_t node, Datum x, SmrDatum type) {
  uint32_t width = size(e, smr_rise_part(e->rise, part(e, type, 2, 2), 1)), step = width;
  if (p == SMR_RISE_SLIDE) {
    uint32_t child = smr_term_children(e->rise->term, node)[0];
    step = (uint32_t)smr_operator_info(e->rise->ops, e->rise->term->nodes.data[child].op)->integer;
  }
  return e->error ? NULL : windows(e, x, width, step);
}

static Datum primitive(SmrRiseEval *e, Datum f) {
  const Datum *x = f->items;
  SmrDatum type = smr_rise_carried(e->rise, f->node);
  switch (f->primitive) {
  case SMR_RISE_MAP:
  case SMR_RISE_MAP_SEQ:
  case SMR_RISE_MAP_PAR:
    return map(e, x[0], x[1]);
  case SMR_RISE_REDUCE:
  case SMR_RISE_REDUCE_SEQ:
  case SMR_RISE_REDUCE_SEQ_UNROLL:
    return reduce(e, x[0], x[1], x[2]);
  case SMR_RISE_SPLIT:
  case SMR_RISE_SLIDE:
  case SMR_RISE_AS_VECTOR:
    return blocks(e, f->primitive, f->node, x[0], type);
  case SMR_RISE_JOIN:
  case SMR_RISE_AS_SCALAR:
    return join(e, x[0]);
  case SMR_RISE_TRANSPOSE:
    return transpose(e, x[0], size(e, part(e, type, 2, 1)));
  case SMR_RISE_ZIP:
    return zip(e, x[0], x[1]);
  case SMR_RISE_UNZIP:
    return unzip(e, x[0]);
  case SMR_RISE_MAKE_PAIR:
    return pair(e, x[0], x[1]);
  case SMR_RISE_FST:
  case SMR_RISE_SND:
    return x[0]->items[f->primitive == SMR_RISE_SND];
  case SMR_RISE_GENERATE:
    return generate(e, x[0], size(e, part(e, type, 2, 1)));
  case SMR_RISE_VECTOR_FROM_SCALAR:
    return repeat(e, x[0], size(e, part(e, type, 2, 1)));
  case SMR_RISE_VECTORISE:
    return vectorise(e, x[0], x[1]);
  case SMR_RISE_ADD:
  case SMR_RISE_MUL:
  case SMR_RISE_ADD_VEC:
  case SMR_RISE_MUL_VEC:
    return arith(e, f->primitive == SMR_RISE_MUL || f->primitive == SMR_RISE_MUL_VEC, x[0], x[1]);
  case SMR_RISE_TO_MEM:
    return x[0];
  case SMR_RISE_LET:
    return smr_rise_eval_apply(e, x[1], x[0]);
  case SMR_RISE_NONE:
    break;
  }
  return NULL;
}

Datum smr_rise_eval_apply(SmrRiseEval *e, Datum f, Datum x) {
  if (f->kind != SMR_RISE_DATUM_FUNCTION)
    return fail(e, "what is applied is no function");
  if (f->primitive == SMR_RISE_NONE) {
    Env *env = smr_arena_alloc(e->arena, sizeof *env);
    *env = (Env){x, f->env};
    return evaluate(e, f->node, env);
  }
  SmrRiseDatum *g = smr_rise_datum_list(e->arena, SMR_RISE_DATUM_FUNCTION, f->count + 1);
  g->primitive = f->primitive;
  g->node = f->node;
  if (f->count)
    memcpy(g->items, f->items, f->count * sizeof *g->items);
  g->items[f->count] = x;
  return g->count == smr_rise_arguments(g->primitive) ? primitive(e, g) : g;
}

static Datum leaf(SmrRiseEval *e, uint32_t node) {
  SmrOperator op = e->rise->term->nodes.data[node].op;
  SmrRisePrimitive p = smr_rise_primitive(e->rise->ops, op);
  if (p == SMR_RISE_NONE) {
    Datum d = e->leaf ? e->leaf(e->user, op) : NULL;
    return d ? d : fail(e, "a leaf is not known");
  }
  SmrRiseDatum *f = smr_rise_datum_list(e->arena, SMR_RISE_DATUM_FUNCTION, 0);
  f->primitive = p;
  f->node = node;
  return f;
}

static Datum evaluate(SmrRiseEval *e, uint32_t node, const Env *env) {
  const SmrRise *rise = e->rise;
  SmrOperatorInfo info = *smr_operator_info(rise->ops, rise->term->nodes.data[node].op);
  const char *name = smr_operator_name(rise->ops, rise->term->nodes.data[node].op);
  if (info.kind == SMR_OPERATOR_INDEX) {
    for (int64_t i = info.integer; env && i > 0; i--)
      env = env->outer;
    return env ? env->value : fail(e, "a variable without a lambda");
  }
  if (info.kind == SMR_OPERATOR_REAL)
    return smr_rise_datum_number(e->arena, (float)info.real);
  if (info.arity == 2 && !strcmp(name, "lam")) {
    SmrRiseDatum *f = smr_rise_datum_list(e->arena, SMR_RISE_DATUM_FUNCTION, 0);
    f->primitive = SMR_RISE_NONE;
    f->node = smr_term_children(rise->term, node)[1];
    f->env = env;
    return f;
  }
  if (info.arity != 2 || strcmp(name, "app") != 0)
    return leaf(e, node);
  Datum f = evaluate(e, smr_term_children(rise->term, node)[0], env);
  Datum x = f ? evaluate(e, smr_term_children(rise->term, node)[1], env) : NULL;
  return x ? smr_rise_eval_apply(e, f, x) : NULL;
}

Datum smr_rise_eval(SmrRiseEval *e, uint32_t node) {
  return evaluate(e, node, NULL);
}
