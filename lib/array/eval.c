//===- eval.c - what a term computes -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/eval.h"
#include "array/internal.h"
#include <math.h>
#include <string.h>

struct SmrArrayEnvironment {
  const SmrArrayValue *value; // of %0
  const SmrArrayEnvironment *outer;
};

typedef struct {
  SmrArrayEvaluator *e;
  const SmrTerm *term;
  uint32_t depth; // of applications: a term that applies itself must not use up the stack
} Context;

#define MAX_DEPTH 2000
#define MAX_CALL_ARITY 8

static const SmrArrayValue *fail(SmrArrayEvaluator *e, const char *why) {
  if (!e->error)
    e->error = why;
  return NULL;
}

void smr_array_eval_bind(SmrArrayEvaluator *e, SmrOperator input, const SmrArrayValue *value) {
  for (uint32_t i = 0; i < e->inputs.size; i++)
    if (e->inputs.data[i].op == input) {
      e->inputs.data[i].value = value;
      return;
    }
  smr_vec_reserve(&e->inputs, e->inputs.size + 1);
  e->inputs.data[e->inputs.size].op = input;
  e->inputs.data[e->inputs.size++].value = value;
}

const SmrArrayValue *smr_array_value_number(SmrArrayEvaluator *e, double number) {
  SmrArrayValue *v = smr_arena_alloc(&e->arena, sizeof *v);
  v->number = number;
  return v;
}

SmrArrayValue *smr_array_value_array(SmrArrayEvaluator *e, uint32_t count) {
  SmrArrayValue *v = smr_arena_alloc(&e->arena, sizeof *v);
  v->kind = SMR_ARRAY_VALUE_ARRAY;
  v->count = count;
  v->items = smr_arena_alloc(&e->arena, (count + 1) * sizeof *v->items);
  return v;
}

static const SmrArrayValue *pair(SmrArrayEvaluator *e, const SmrArrayValue *a, const SmrArrayValue *b) {
  SmrArrayValue *v = smr_array_value_array(e, 2);
  v->kind = SMR_ARRAY_VALUE_TUPLE;
  v->items[0] = a, v->items[1] = b;
  return v;
}

static bool numbers(const SmrArrayValue *const *v, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (v[i]->kind != SMR_ARRAY_VALUE_NUMBER)
      return false;
  return true;
}

static const SmrArrayValue *eval(Context *c, uint32_t node, const SmrArrayEnvironment *env);

static const SmrArrayValue *apply(Context *c, const SmrArrayValue *f, const SmrArrayValue *x) {
  if (f->kind != SMR_ARRAY_VALUE_FUNCTION)
    return fail(c->e, "what is applied is not a function");
  SmrArrayEnvironment *env = smr_arena_alloc(&c->e->arena, sizeof *env);
  *env = (SmrArrayEnvironment){x, f->environment};
  c->depth++;
  const SmrArrayValue *result = eval(c, f->body, env);
  c->depth--;
  return result;
}

//===--- library calls ---===//

static double at(const SmrArrayValue *matrix, uint32_t i, uint32_t j, bool transposed) {
  return transposed ? matrix->items[j]->items[i]->number : matrix->items[i]->items[j]->number;
}

static bool vector(const SmrArrayValue *v) {
  return v->kind == SMR_ARRAY_VALUE_ARRAY && numbers(v->items, v->count);
}

static bool matrix(const SmrArrayValue *v, uint32_t *rows, uint32_t *columns, bool transposed) {
  if (v->kind != SMR_ARRAY_VALUE_ARRAY || !v->count)
    return false;
  for (uint32_t i = 0; i < v->count; i++)
    if (!vector(v->items[i]) || v->items[i]->count != v->items[0]->count)
      return false;
  *rows = transposed ? v->items[0]->count : v->count;
  *columns = transposed ? v->count : v->items[0]->count;
  return true;
}

static const SmrArrayValue *gemm(SmrArrayEvaluator *e, double alpha, const SmrArrayValue *a, bool ta,
                                 const SmrArrayValue *b, bool tb, double beta, const SmrArrayValue *c) {
  uint32_t m, k, k2, n, m2 = 0, n2 = 0;
  if (!matrix(a, &m, &k, ta) || !matrix(b, &k2, &n, tb) || k != k2 ||
      (c && (!matrix(c, &m2, &n2, false) || m != m2 || n != n2)))
    return fail(e, "gemm of matrices that do not fit");
  SmrArrayValue *out = smr_array_value_array(e, m);
  for (uint32_t i = 0; i < m; i++) {
    SmrArrayValue *row = smr_array_value_array(e, n);
    for (uint32_t j = 0; j < n; j++) {
      double sum = 0;
      for (uint32_t l = 0; l < k; l++)
        sum += at(a, i, l, ta) * at(b, l, j, tb);
      row->items[j] = smr_array_value_number(e, alpha * sum + (c ? beta * at(c, i, j, false) : 0));
    }
    out->items[i] = row;
  }
  return out;
}

static const SmrArrayValue *gemv(SmrArrayEvaluator *e, double alpha, const SmrArrayValue *a, bool ta,
                                 const SmrArrayValue *x, double beta, const SmrArrayValue *y) {
  uint32_t m, n;
  if (!matrix(a, &m, &n, ta) || !vector(x) || x->count != n || (y && (!vector(y) || y->count != m)))
    return fail(e, "gemv of a matrix and vectors that do not fit");
  SmrArrayValue *out = smr_array_value_array(e, m);
  for (uint32_t i = 0; i < m; i++) {
    double sum = 0;
    for (uint32_t j = 0; j < n; j++)
      sum += at(a, i, j, ta) * x->items[j]->number;
    out->items[i] = smr_array_value_number(e, alpha * sum + (y ? beta * y->items[i]->number : 0));
  }
  return out;
}

static const SmrArrayValue *dot(SmrArrayEvaluator *e, const SmrArrayValue *a, const SmrArrayValue *b) {
  if (!vector(a) || !vector(b) || a->count != b->count)
    return fail(e, "dot of vectors that do not fit");
  double sum = 0;
  for (uint32_t i = 0; i < a->count; i++)
    sum += a->items[i]->number * b->items[i]->number;
  return smr_array_value_number(e, sum);
}

// Elementwise a·alpha + b, of any rank; b may be NULL.
static const SmrArrayValue *elementwise(SmrArrayEvaluator *e, double alpha, const SmrArrayValue *a,
                                        const SmrArrayValue *b) {
  if (a->kind == SMR_ARRAY_VALUE_NUMBER && (!b || b->kind == SMR_ARRAY_VALUE_NUMBER))
    return smr_array_value_number(e, alpha * a->number + (b ? b->number : 0));
  if (a->kind != SMR_ARRAY_VALUE_ARRAY || (b && (b->kind != SMR_ARRAY_VALUE_ARRAY || a->count != b->count)))
    return fail(e, "an elementwise operation on arrays that do not fit");
  SmrArrayValue *out = smr_array_value_array(e, a->count);
  for (uint32_t i = 0; i < a->count; i++)
    if (!(out->items[i] = elementwise(e, alpha, a->items[i], b ? b->items[i] : NULL)))
      return NULL;
  return out;
}

static const SmrArrayValue *flatten(SmrArrayEvaluator *e, const SmrArrayValue *a) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < (a->kind == SMR_ARRAY_VALUE_ARRAY ? a->count : 0); i++)
    count += a->items[i]->kind == SMR_ARRAY_VALUE_ARRAY ? a->items[i]->count : UINT32_MAX / 2;
  if (a->kind != SMR_ARRAY_VALUE_ARRAY || count > 1000000)
    return fail(e, "flatten of what is no array of arrays");
  SmrArrayValue *out = smr_array_value_array(e, count);
  count = 0;
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = 0; j < a->items[i]->count; j++)
      out->items[count++] = a->items[i]->items[j];
  return out;
}

static const SmrArrayValue *split(SmrArrayEvaluator *e, const SmrArrayValue *n, const SmrArrayValue *m,
                                  const SmrArrayValue *v) {
  if (n->kind || m->kind || v->kind != SMR_ARRAY_VALUE_ARRAY || n->number < 0 || m->number < 0 ||
      n->number > 1e6 || m->number > 1e6 || n->number * m->number != v->count)
    return fail(e, "split of what does not fit");
  SmrArrayValue *out = smr_array_value_array(e, (uint32_t)n->number);
  for (uint32_t i = 0; i < out->count; i++) {
    SmrArrayValue *row = smr_array_value_array(e, (uint32_t)m->number);
    for (uint32_t j = 0; j < row->count; j++)
      row->items[j] = v->items[i * row->count + j];
    out->items[i] = row;
  }
  return out;
}

static const SmrArrayValue *transpose(SmrArrayEvaluator *e, const SmrArrayValue *a) {
  uint32_t rows, columns;
  if (!matrix(a, &rows, &columns, true))
    return fail(e, "transpose of what is not a matrix");
  SmrArrayValue *out = smr_array_value_array(e, rows);
  for (uint32_t i = 0; i < rows; i++) {
    SmrArrayValue *row = smr_array_value_array(e, columns);
    for (uint32_t j = 0; j < columns; j++)
      row->items[j] = a->items[j]->items[i];
    out->items[i] = row;
  }
  return out;
}

static const SmrArrayValue *call(SmrArrayEvaluator *e, SmrArrayOp which, const SmrArrayValue *const *v) {
  switch (which) {
  case SMR_A_DOT:
  case SMR_A_T_DOT:
    return dot(e, v[0], v[1]);
  case SMR_A_AXPY:
    return v[0]->kind == SMR_ARRAY_VALUE_NUMBER && vector(v[1]) && vector(v[2])
               ? elementwise(e, v[0]->number, v[1], v[2])
               : fail(e, "axpy of what does not fit");
  case SMR_A_GEMV_F:
  case SMR_A_GEMV_T:
    return v[0]->kind || v[3]->kind
               ? fail(e, "gemv with a factor that is not a number")
               : gemv(e, v[0]->number, v[1], which == SMR_A_GEMV_T, v[2], v[3]->number, v[4]);
  case SMR_A_GEMM_FF:
  case SMR_A_GEMM_FT:
  case SMR_A_GEMM_TF:
  case SMR_A_GEMM_TT:
    return v[0]->kind || v[3]->kind
               ? fail(e, "gemm with a factor that is not a number")
               : gemm(e, v[0]->number, v[1], which == SMR_A_GEMM_TF || which == SMR_A_GEMM_TT, v[2],
                      which == SMR_A_GEMM_FT || which == SMR_A_GEMM_TT, v[3]->number, v[4]);
  case SMR_A_TRANSPOSE:
  case SMR_A_T_TRANSPOSE:
    return transpose(e, v[0]);
  case SMR_A_MEMSET:
  case SMR_A_T_FULL: {
    if (v[0]->kind || v[0]->number < 0 || v[0]->number > 1e6)
      return fail(e, "a size that is none");
    SmrArrayValue *out = smr_array_value_array(e, (uint32_t)v[0]->number);
    for (uint32_t i = 0; i < out->count; i++)
      out->items[i] = v[1];
    return out;
  }
  case SMR_A_T_SUM: {
    if (!vector(v[0]))
      return fail(e, "sum of what is not a vector");
    double sum = 0;
    for (uint32_t i = 0; i < v[0]->count; i++)
      sum += v[0]->items[i]->number;
    return smr_array_value_number(e, sum);
  }
  case SMR_A_T_MV:
    return gemv(e, 1, v[0], false, v[1], 0, NULL);
  case SMR_A_T_MM:
    return gemm(e, 1, v[0], false, v[1], false, 0, NULL);
  case SMR_A_T_ADD:
    return elementwise(e, 1, v[0], v[1]);
  case SMR_A_T_MUL:
    return v[0]->kind ? fail(e, "mul by what is not a number") : elementwise(e, v[0]->number, v[1], NULL);
  default:
    return fail(e, "an operator without a meaning");
  }
}

//===--- the language ---===//

double smr_array_compute(SmrArrayOp which, double x, double y) {
  switch (which) {
  case SMR_A_ADD:
    return x + y;
  case SMR_A_SUB:
    return x - y;
  case SMR_A_MUL:
    return x * y;
  case SMR_A_DIV:
    return x / y;
  case SMR_A_GREATER:
    return x > y;
  case SMR_A_LESS:
    return x < y;
  case SMR_A_MAX:
    return fmax(x, y);
  case SMR_A_MIN:
    return fmin(x, y);
  case SMR_A_EXP:
    return exp(x);
  case SMR_A_LOG:
    return log(x);
  case SMR_A_SQRT:
    return sqrt(x);
  case SMR_A_TANH:
    return tanh(x);
  default:
    return fabs(x);
  }
}

static const SmrArrayValue *arithmetic(SmrArrayEvaluator *e, SmrArrayOp which, const SmrArrayValue *a,
                                       const SmrArrayValue *b) {
  return a->kind || b->kind ? fail(e, "arithmetic on what is not a number")
                            : smr_array_value_number(e, smr_array_compute(which, a->number, b->number));
}

static const SmrArrayValue *eval(Context *c, uint32_t node, const SmrArrayEnvironment *env) {
  SmrArrayEvaluator *e = c->e;
  if (!e->fuel || !--e->fuel || c->depth > MAX_DEPTH)
    return fail(e, "out of fuel");
  SmrOperator op = c->term->nodes.data[node].op;
  const SmrOperatorInfo *info = smr_operator_info(e->array->ops, op);
  const uint32_t *children = smr_term_children(c->term, node);
  if (info->kind == SMR_OPERATOR_INTEGER)
    return smr_array_value_number(e, (double)info->integer);
  if (info->kind == SMR_OPERATOR_REAL)
    return smr_array_value_number(e, info->real);
  if (info->kind == SMR_OPERATOR_INDEX) {
    for (int64_t i = info->integer; env && i > 0; i--)
      env = env->outer;
    return env ? env->value : fail(e, "a free index");
  }
  SmrArrayOp which = smr_array_classify(e->array, op);
  if (which == SMR_A_LAM) {
    SmrArrayValue *f = smr_arena_alloc(&e->arena, sizeof *f);
    f->kind = SMR_ARRAY_VALUE_FUNCTION;
    f->body = children[0];
    f->environment = env;
    return f;
  }
  if (info->arity == 0) {
    int64_t size;
    for (uint32_t i = 0; i < e->inputs.size; i++)
      if (e->inputs.data[i].op == op)
        return e->inputs.data[i].value;
    return smr_array_size(e->array, op, &size) ? smr_array_value_number(e, (double)size)
                                               : fail(e, "an input without a value");
  }
  const SmrArrayValue *v[MAX_CALL_ARITY];
  if (info->arity > MAX_CALL_ARITY)
    return fail(e, "an operator without a meaning");
  for (uint32_t i = 0; i < info->arity; i++)
    if (!(v[i] = eval(c, children[i], env)))
      return NULL;
  switch (which) {
  case SMR_A_APP:
    return apply(c, v[0], v[1]);
  case SMR_A_BUILD: {
    if (v[0]->kind || v[0]->number < 0 || v[0]->number > 1e6)
      return fail(e, "a size that is none");
    SmrArrayValue *out = smr_array_value_array(e, (uint32_t)v[0]->number);
    for (uint32_t i = 0; i < out->count; i++)
      if (!(out->items[i] = apply(c, v[1], smr_array_value_number(e, i))))
        return NULL;
    return out;
  }
  case SMR_A_GET:
    if (v[0]->kind != SMR_ARRAY_VALUE_ARRAY || v[1]->kind || !(v[1]->number >= 0) ||
        v[1]->number >= v[0]->count || v[1]->number != floor(v[1]->number))
      return fail(e, "an index out of bounds");
    return v[0]->items[(uint32_t)v[1]->number];
  case SMR_A_IFOLD: {
    if (v[0]->kind || v[0]->number < 0 || v[0]->number > 1e6)
      return fail(e, "a size that is none");
    const SmrArrayValue *acc = v[1];
    for (uint32_t i = 0; i < (uint32_t)v[0]->number; i++) {
      const SmrArrayValue *f = apply(c, v[2], smr_array_value_number(e, i));
      if (!f || !(acc = apply(c, f, acc)))
        return NULL;
    }
    return acc;
  }
  case SMR_A_TUPLE:
    return pair(e, v[0], v[1]);
  case SMR_A_FST:
  case SMR_A_SND:
    return v[0]->kind == SMR_ARRAY_VALUE_TUPLE ? v[0]->items[which == SMR_A_SND]
                                               : fail(e, "a part of what is not a tuple");
  case SMR_A_ADD:
  case SMR_A_SUB:
  case SMR_A_MUL:
  case SMR_A_DIV:
  case SMR_A_GREATER:
  case SMR_A_LESS:
  case SMR_A_MAX:
  case SMR_A_MIN:
    return arithmetic(e, which, v[0], v[1]);
  case SMR_A_FLATTEN:
    return flatten(e, v[0]);
  case SMR_A_SPLIT:
    return split(e, v[0], v[1], v[2]);
  case SMR_A_EXP:
  case SMR_A_LOG:
  case SMR_A_SQRT:
  case SMR_A_TANH:
  case SMR_A_ABS:
    return arithmetic(e, which, v[0], v[0]);
  default:
    return call(e, which, v);
  }
}

const SmrArrayValue *smr_array_eval(SmrArrayEvaluator *e, const SmrTerm *term, uint32_t node, uint64_t fuel) {
  Context c = {e, term, 0};
  e->fuel = fuel + 1;
  e->error = NULL;
  return eval(&c, node, NULL);
}

//===--- values ---===//

const SmrArrayValue *smr_array_value_random(SmrArrayEvaluator *e, SmrArrayType type, uint64_t *seed) {
  const SmrArrayTypeInfo info = e->array->types.data[type];
  if (smr_array_type_is_scalar(e->array, type)) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return smr_array_value_number(e, (double)((int64_t)(*seed >> 40) % 9 - 4));
  }
  if (info.kind == SMR_ARRAY_TYPE_TUPLE) {
    const SmrArrayValue *a = smr_array_value_random(e, info.a, seed),
                        *b = smr_array_value_random(e, info.b, seed);
    return a && b ? pair(e, a, b) : NULL;
  }
  int64_t size;
  if (info.kind != SMR_ARRAY_TYPE_ARRAY || !smr_array_size(e->array, info.dim, &size))
    return NULL;
  SmrArrayValue *out = smr_array_value_array(e, (uint32_t)size);
  for (uint32_t i = 0; i < out->count; i++)
    if (!(out->items[i] = smr_array_value_random(e, info.a, seed)))
      return NULL;
  return out;
}

bool smr_array_value_equal(const SmrArrayValue *a, const SmrArrayValue *b, double tolerance) {
  if (a->kind != b->kind || a->kind == SMR_ARRAY_VALUE_FUNCTION)
    return false;
  if (a->kind == SMR_ARRAY_VALUE_NUMBER) {
    if (isnan(a->number) || isnan(b->number))
      return isnan(a->number) && isnan(b->number);
    double scale = fmax(fabs(a->number), fabs(b->number));
    return a->number == b->number || fabs(a->number - b->number) <= tolerance * fmax(scale, 1);
  }
  if (a->count != b->count)
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (!smr_array_value_equal(a->items[i], b->items[i], tolerance))
      return false;
  return true;
}

void smr_array_value_print(const SmrArrayValue *value, SmrStr *out) {
  if (value->kind == SMR_ARRAY_VALUE_NUMBER) {
    smr_str_printf(out, "%g", value->number);
    return;
  }
  if (value->kind == SMR_ARRAY_VALUE_FUNCTION) {
    smr_str_puts(out, "function");
    return;
  }
  smr_str_puts(out, value->kind == SMR_ARRAY_VALUE_TUPLE ? "(" : "[");
  for (uint32_t i = 0; i < value->count; i++) {
    smr_str_puts(out, i ? " " : "");
    smr_array_value_print(value->items[i], out);
  }
  smr_str_puts(out, value->kind == SMR_ARRAY_VALUE_TUPLE ? ")" : "]");
}

void smr_array_eval_free(SmrArrayEvaluator *e) {
  smr_arena_destroy(&e->arena);
  smr_vec_free(&e->inputs);
}
