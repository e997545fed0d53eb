//===- access_eval.h - what access patterns compute, slow and obvious ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For tests of pat/access.rules: each operator from its definition in the paper, one element after the other.
// Numbers are small integers, so that sums are exact in any order.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_EGRAPH_ACCESS_EVAL_H
#define SMR_TEST_EGRAPH_ACCESS_EVAL_H
#include "egraph/term.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define EVAL_RANK 12
#define EVAL_SIZE 4096

typedef enum { EVAL_NONE, EVAL_TENSOR, EVAL_NUMBER, EVAL_LITERAL, EVAL_OPERATOR } EvalKind;

typedef struct {
  EvalKind kind;
  int64_t number;
  SmrValue literal;
  char op; // 'd'ot, 's'um, 'm'ax
  uint32_t accessed, rank, size;
  uint32_t dims[EVAL_RANK];
  double data[EVAL_SIZE];
} EvalValue;

static inline bool eval_begin(EvalValue *out, uint32_t accessed, uint32_t rank, const uint32_t *dims) {
  *out = (EvalValue){.kind = EVAL_TENSOR, .accessed = accessed, .rank = rank, .size = 1};
  for (uint32_t i = 0; i < rank; i++) {
    out->dims[i] = dims[i];
    out->size *= dims[i];
  }
  return out->size <= EVAL_SIZE;
}

static inline void eval_index(const EvalValue *t, uint32_t flat, uint32_t *index) {
  for (uint32_t i = t->rank; i-- > 0;) {
    index[i] = flat % t->dims[i];
    flat /= t->dims[i];
  }
}

static inline double eval_at(const EvalValue *t, const uint32_t *index) {
  uint32_t flat = 0;
  for (uint32_t i = 0; i < t->rank; i++)
    flat = flat * t->dims[i] + index[i];
  return t->data[flat];
}

// How many elements the accessed dimensions have, and an item.
static inline uint32_t eval_items(const EvalValue *t, uint32_t *item) {
  uint32_t n = 1;
  *item = 1;
  for (uint32_t i = 0; i < t->rank; i++)
    *(i < t->accessed ? &n : item) *= t->dims[i];
  return n;
}

static inline uint32_t eval_list(const SmrValues *v, SmrValue list, int64_t *out) {
  uint32_t n;
  const SmrValue *e = smr_value_elements(v, list, &n);
  for (uint32_t i = 0; i < n && i < EVAL_RANK; i++)
    smr_value_is_integer(v, e[i], &out[i]);
  return n;
}

static inline bool eval_product(const EvalValue *x, const EvalValue *y, EvalValue *out) {
  uint32_t dims[2 * EVAL_RANK + 1], rank = 0, item, other;
  for (uint32_t i = 0; i < x->accessed; i++)
    dims[rank++] = x->dims[i];
  for (uint32_t i = 0; i < y->accessed; i++)
    dims[rank++] = y->dims[i];
  dims[rank++] = 2;
  for (uint32_t i = x->accessed; i < x->rank; i++)
    dims[rank++] = x->dims[i];
  if (rank > EVAL_RANK || !eval_begin(out, x->accessed + y->accessed, rank, dims))
    return false;
  uint32_t n = eval_items(x, &item), m = eval_items(y, &other);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < m; j++)
      for (uint32_t k = 0; k < item; k++) {
        out->data[((i * m + j) * 2) * item + k] = x->data[i * item + k];
        out->data[((i * m + j) * 2 + 1) * item + k] = y->data[j * item + k];
      }
  return true;
}

static inline bool eval_pair(const EvalValue *x, const EvalValue *y, EvalValue *out) {
  uint32_t dims[EVAL_RANK + 1], item, n = eval_items(x, &item);
  memcpy(dims, x->dims, x->accessed * sizeof *dims);
  dims[x->accessed] = 2;
  memcpy(dims + x->accessed + 1, x->dims + x->accessed, (x->rank - x->accessed) * sizeof *dims);
  if (x->rank == EVAL_RANK || !eval_begin(out, x->accessed, x->rank + 1, dims))
    return false;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < item; k++) {
      out->data[2 * i * item + k] = x->data[i * item + k];
      out->data[(2 * i + 1) * item + k] = y->data[i * item + k];
    }
  return true;
}

static inline bool eval_windows(const SmrValues *v, const EvalValue *x, SmrValue shape, SmrValue strides,
                                EvalValue *out) {
  int64_t w[EVAL_RANK], s[EVAL_RANK];
  uint32_t dims[2 * EVAL_RANK], n = eval_list(v, shape, w), rank = x->rank, at[2 * EVAL_RANK],
                                from[EVAL_RANK];
  eval_list(v, strides, s);
  if (rank + n > EVAL_RANK)
    return false;
  memcpy(dims, x->dims, x->accessed * sizeof *dims);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t b = x->dims[x->accessed + i], count = 0;
    while (count * (uint32_t)s[i] + (uint32_t)w[i] <= b)
      count++;
    dims[x->accessed + i] = count;
    dims[x->accessed + n + i] = (uint32_t)w[i];
  }
  if (!eval_begin(out, x->rank, x->rank + n, dims))
    return false;
  for (uint32_t k = 0; k < out->size; k++) {
    eval_index(out, k, at);
    memcpy(from, at, x->accessed * sizeof *from);
    for (uint32_t i = 0; i < n; i++)
      from[x->accessed + i] = at[x->accessed + i] * (uint32_t)s[i] + at[x->accessed + n + i];
    out->data[k] = eval_at(x, from);
  }
  return true;
}

// slice (l to h), pad (before, after) and concat (y behind x): dimension d of the result is `extent`; where
// `y` is NULL, what x lacks is 0.
static inline bool eval_shift(const EvalValue *x, const EvalValue *y, uint32_t d, int64_t offset,
                              uint32_t extent, EvalValue *out) {
  uint32_t dims[EVAL_RANK], at[EVAL_RANK];
  memcpy(dims, x->dims, sizeof dims);
  dims[d] = extent;
  if (!eval_begin(out, x->accessed, x->rank, dims))
    return false;
  for (uint32_t k = 0; k < out->size; k++) {
    eval_index(out, k, at);
    int64_t i = (int64_t)at[d] + offset;
    bool in_x = i >= 0 && i < x->dims[d];
    at[d] = (uint32_t)(in_x ? i : i - x->dims[d]);
    out->data[k] = in_x ? eval_at(x, at) : y ? eval_at(y, at) : 0;
  }
  return true;
}

static inline bool eval_transpose(const SmrValues *v, const EvalValue *x, SmrValue order, EvalValue *out) {
  int64_t p[EVAL_RANK];
  uint32_t dims[EVAL_RANK], at[EVAL_RANK], from[EVAL_RANK];
  eval_list(v, order, p);
  for (uint32_t i = 0; i < x->rank; i++)
    dims[i] = x->dims[p[i]];
  eval_begin(out, x->accessed, x->rank, dims);
  for (uint32_t k = 0; k < out->size; k++) {
    eval_index(out, k, at);
    for (uint32_t i = 0; i < x->rank; i++)
      from[p[i]] = at[i];
    out->data[k] = eval_at(x, from);
  }
  return true;
}

static inline bool eval_compute(char op, const EvalValue *x, EvalValue *out) {
  uint32_t item, n = eval_items(x, &item);
  eval_begin(out, x->accessed, x->accessed, x->dims);
  for (uint32_t i = 0; i < n; i++) {
    const double *from = x->data + i * item;
    double result = op == 'm' && item ? from[0] : 0;
    uint32_t operands = op == 'd' ? x->dims[x->accessed] : 1, length = item / (operands ? operands : 1);
    for (uint32_t k = 0; k < length; k++) {
      double one = from[k];
      for (uint32_t t = 1; t < operands; t++)
        one *= from[t * length + k];
      result = op == 'm' ? (one > result ? one : result) : result + one;
    }
    out->data[i] = result;
  }
  return true;
}

static inline bool eval_systolic(const EvalValue *x, const EvalValue *w, EvalValue *out) {
  uint32_t dims[2] = {x->dims[0], w->dims[1]}, rows = w->dims[0];
  if (!eval_begin(out, 2, 2, dims))
    return false;
  for (uint32_t i = 0; i < dims[0]; i++)
    for (uint32_t j = 0; j < dims[1]; j++)
      for (uint32_t k = 0; k < rows; k++)
        out->data[i * dims[1] + j] += x->data[i * rows + k] * w->data[k * dims[1] + j];
  return true;
}

// The same elements with other dimensions.
static inline bool eval_view(const EvalValue *x, uint32_t accessed, uint32_t rank, const uint32_t *dims,
                             EvalValue *out) {
  if (rank > EVAL_RANK || !eval_begin(out, accessed, rank, dims))
    return false;
  memcpy(out->data, x->data, x->size * sizeof *out->data);
  return true;
}

static inline bool eval_reshape(const SmrValues *v, const EvalValue *x, SmrValue shape, EvalValue *out) {
  int64_t parts[2 * EVAL_RANK];
  uint32_t dims[2 * EVAL_RANK], two;
  const SmrValue *e = smr_value_elements(v, shape, &two);
  uint32_t a = eval_list(v, e[0], parts), b = eval_list(v, e[1], parts + a);
  for (uint32_t i = 0; i < a + b; i++)
    dims[i] = (uint32_t)parts[i];
  return eval_view(x, a, a + b, dims, out);
}

static inline bool eval_axis(const EvalValue *x, uint32_t d, bool insert, EvalValue *out) {
  uint32_t dims[EVAL_RANK + 1], rank = 0;
  bool front = insert ? d <= x->accessed : d < x->accessed;
  for (uint32_t i = 0; i <= x->rank; i++) {
    if (i == d && insert)
      dims[rank++] = 1;
    if (i < x->rank && (insert || i != d))
      dims[rank++] = x->dims[i];
  }
  return eval_view(x, x->accessed + (front ? (insert ? 1u : -1u) : 0u), rank, dims, out);
}

static inline bool eval_leaf(const SmrOperators *ops, SmrOperator op, EvalValue *out) {
  const SmrOperatorInfo *info = smr_operator_info(ops, op);
  const char *name = smr_operator_name(ops, op);
  *out = (EvalValue){.number = info->integer, .literal = info->value};
  out->kind = info->kind == SMR_OPERATOR_INTEGER ? EVAL_NUMBER
              : info->kind == SMR_OPERATOR_DATA  ? EVAL_LITERAL
                                                 : EVAL_NONE;
  if (info->kind == SMR_OPERATOR_PLAIN && (!strcmp(name, "dotProd") || !strncmp(name, "reduce", 6))) {
    out->kind = EVAL_OPERATOR;
    out->op = name[0] == 'd' ? 'd' : name[6] == 'S' ? 's' : 'm';
  }
  return out->kind != EVAL_NONE;
}

// The value of a node whose children have values; false: too large, or a leaf that is a tensor (whose
// elements the test gives).
static inline bool eval_node(const SmrOperators *ops, SmrOperator op, const EvalValue *const *c,
                             EvalValue *out) {
  const SmrOperatorInfo *info = smr_operator_info(ops, op);
  const SmrValues *v = smr_operators_values(ops);
  const char *name = smr_operator_name(ops, op);
  if (!info->arity)
    return eval_leaf(ops, op, out);
  const EvalValue *x = c[0];
  int64_t n[4] = {0};
  for (uint32_t i = 0; i < info->arity && i < 4; i++)
    n[i] = c[i]->number;
  if (!strcmp(name, "access"))
    return eval_view(x, (uint32_t)n[1], x->rank, x->dims, out);
  if (!strcmp(name, "transpose"))
    return eval_transpose(v, x, c[1]->literal, out);
  if (!strcmp(name, "cartProd"))
    return eval_product(x, c[1], out);
  if (!strcmp(name, "pair"))
    return eval_pair(x, c[1], out);
  if (!strcmp(name, "windows"))
    return eval_windows(v, x, c[1]->literal, c[2]->literal, out);
  if (!strcmp(name, "slice"))
    return eval_shift(x, NULL, (uint32_t)n[1], n[2], (uint32_t)(n[3] - n[2]), out);
  if (!strcmp(name, "pad"))
    return eval_shift(x, NULL, (uint32_t)n[1], -n[2], x->dims[n[1]] + (uint32_t)(n[2] + n[3]), out);
  if (!strcmp(name, "concat"))
    return eval_shift(x, c[1], (uint32_t)n[2], 0, x->dims[n[2]] + c[1]->dims[n[2]], out);
  if (!strcmp(name, "squeeze") || !strcmp(name, "insertAxis"))
    return eval_axis(x, (uint32_t)n[1], name[0] == 'i', out);
  if (!strcmp(name, "reshape"))
    return eval_reshape(v, x, c[1]->literal, out);
  if (!strcmp(name, "systolicArray"))
    return eval_systolic(c[2], c[3], out);
  if (!strcmp(name, "compute"))
    return eval_compute(x->op, c[1], out);
  if (!strcmp(name, "flatten")) {
    uint32_t item, items = eval_items(x, &item), dims[2] = {items, item};
    return eval_view(x, 1, 2, dims, out);
  }
  return false;
}
#endif
