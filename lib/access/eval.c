//===- eval.c - what access patterns compute, slow and obvious -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "access/eval.h"
#include <assert.h>
#include <math.h>
#include <string.h>

typedef SmrAccessValue Value;
enum { RANK = SMR_ACCESS_MAX_RANK };

void smr_access_value_free(Value *value) {
  free(value->data);
  *value = (Value){0};
}

bool smr_access_value_begin(Value *out, uint32_t accessed, uint32_t rank, const int64_t *dims) {
  *out = (Value){.kind = SMR_ACCESS_IS_TENSOR, .accessed = accessed, .rank = rank, .size = 1};
  if (rank > RANK)
    return false;
  for (uint32_t i = 0; i < rank; i++) {
    out->dims[i] = dims[i];
    if (dims[i] < 0 || __builtin_mul_overflow(out->size, dims[i], &out->size) ||
        out->size > SMR_ACCESS_MAX_ELEMENTS)
      return false;
  }
  out->data = smr_xcalloc((size_t)out->size + 1, sizeof *out->data);
  return true;
}

static void index_of(const Value *t, int64_t flat, int64_t *index) {
  for (uint32_t i = t->rank; i-- > 0;) {
    index[i] = flat % t->dims[i];
    flat /= t->dims[i];
  }
}

static double at(const Value *t, const int64_t *index) {
  int64_t flat = 0;
  for (uint32_t i = 0; i < t->rank; i++)
    flat = flat * t->dims[i] + index[i];
  return t->data[flat];
}

// How many items there are, and elements of one.
static int64_t items_of(const Value *t, int64_t *item) {
  int64_t n = 1;
  *item = 1;
  for (uint32_t i = 0; i < t->rank; i++)
    *(i < t->accessed ? &n : item) *= t->dims[i];
  return n;
}

// Numbers of a list leaf; `first` are in the first list, where it is one of two. UINT32_MAX: a size without a
// value.
static uint32_t numbers(const SmrAccess *a, SmrDatum list, int64_t *out, uint32_t *first) {
  SmrDatum sizes[RANK];
  uint32_t n = smr_access_list(a, list, sizes, first);
  for (uint32_t i = 0; n != UINT32_MAX && i < n; i++)
    if (!smr_access_size(a, sizes[i], &out[i]))
      return UINT32_MAX;
  return n;
}

//===--- views ---===//

// The same elements with other dimensions.
static bool view(const Value *x, uint32_t accessed, uint32_t rank, const int64_t *dims, Value *out) {
  if (!smr_access_value_begin(out, accessed, rank, dims))
    return false;
  assert(out->size == x->size);
  memcpy(out->data, x->data, (size_t)x->size * sizeof *out->data);
  return true;
}

static bool transpose(const Value *x, const int64_t *p, Value *out) {
  int64_t dims[RANK], to[RANK], from[RANK];
  for (uint32_t i = 0; i < x->rank; i++)
    dims[i] = x->dims[p[i]];
  if (!smr_access_value_begin(out, x->accessed, x->rank, dims))
    return false;
  for (int64_t k = 0; k < out->size; k++) {
    index_of(out, k, to);
    for (uint32_t i = 0; i < x->rank; i++)
      from[p[i]] = to[i];
    out->data[k] = at(x, from);
  }
  return true;
}

static bool windows(const Value *x, const int64_t *w, const int64_t *s, uint32_t n, Value *out) {
  int64_t dims[2 * RANK], to[2 * RANK], from[RANK];
  memcpy(dims, x->dims, x->accessed * sizeof *dims);
  for (uint32_t i = 0; i < n; i++) {
    int64_t count = 0;
    while (count * s[i] + w[i] <= x->dims[x->accessed + i])
      count++;
    dims[x->accessed + i] = count;
    dims[x->accessed + n + i] = w[i];
  }
  if (!smr_access_value_begin(out, x->rank, x->rank + n, dims))
    return false;
  for (int64_t k = 0; k < out->size; k++) {
    index_of(out, k, to);
    memcpy(from, to, x->accessed * sizeof *from);
    for (uint32_t i = 0; i < n; i++)
      from[x->accessed + i] = to[x->accessed + i] * s[i] + to[x->accessed + n + i];
    out->data[k] = at(x, from);
  }
  return true;
}

// slice, pad, and concat (y behind x): element i of dimension d is x's i + offset, where `y` is NULL 0 for
// what x lacks.
static bool shift(const Value *x, const Value *y, uint32_t d, int64_t offset, int64_t extent, Value *out) {
  int64_t dims[RANK], index[RANK];
  memcpy(dims, x->dims, sizeof dims);
  dims[d] = extent;
  if (!smr_access_value_begin(out, x->accessed, x->rank, dims))
    return false;
  for (int64_t k = 0; k < out->size; k++) {
    index_of(out, k, index);
    int64_t i = index[d] + offset;
    bool in_x = i >= 0 && i < x->dims[d];
    index[d] = in_x ? i : i - x->dims[d];
    out->data[k] = in_x ? at(x, index) : y ? at(y, index) : 0;
  }
  return true;
}

static bool broadcast(const Value *x, const int64_t *dims, Value *out) {
  int64_t index[RANK];
  if (!smr_access_value_begin(out, x->accessed, x->rank, dims))
    return false;
  for (int64_t k = 0; k < out->size; k++) {
    index_of(out, k, index);
    for (uint32_t i = 0; i < x->rank; i++)
      index[i] = x->dims[i] == 1 ? 0 : index[i];
    out->data[k] = at(x, index);
  }
  return true;
}

static bool axis(const Value *x, uint32_t d, bool insert, Value *out) {
  int64_t dims[RANK + 1];
  uint32_t rank = 0;
  bool front = insert ? d <= x->accessed : d < x->accessed;
  for (uint32_t i = 0; i <= x->rank; i++) {
    if (i == d && insert)
      dims[rank++] = 1;
    if (i < x->rank && (insert || i != d))
      dims[rank++] = x->dims[i];
  }
  return view(x, x->accessed + (front ? (insert ? 1u : -1u) : 0u), rank, dims, out);
}

//===--- pairs ---===//

// Behind the access parts of both, or of x where `product` is false, a dimension of 2: an item of x, one of
// y.
static bool pairs(const Value *x, const Value *y, bool product, Value *out) {
  int64_t dims[2 * RANK + 1], item, other;
  uint32_t rank = 0, accessed;
  for (uint32_t i = 0; i < x->accessed; i++)
    dims[rank++] = x->dims[i];
  for (uint32_t i = 0; product && i < y->accessed; i++)
    dims[rank++] = y->dims[i];
  accessed = rank;
  dims[rank++] = 2;
  for (uint32_t i = x->accessed; i < x->rank; i++)
    dims[rank++] = x->dims[i];
  if (!smr_access_value_begin(out, accessed, rank, dims))
    return false;
  int64_t n = items_of(x, &item), m = product ? items_of(y, &other) : 1;
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < m; j++)
      for (int64_t k = 0; k < item; k++) {
        out->data[((i * m + j) * 2) * item + k] = x->data[i * item + k];
        out->data[((i * m + j) * 2 + 1) * item + k] = y->data[(product ? j : i) * item + k];
      }
  return true;
}

//===--- computing ---===//

static bool compute(SmrAccessOp function, const Value *x, Value *out) {
  int64_t item, n = items_of(x, &item);
  if (!smr_access_value_begin(out, x->accessed, x->accessed, x->dims))
    return false;
  int64_t operands = function == SMR_ACCESS_DOT_PROD ? x->dims[x->accessed] : 1;
  for (int64_t i = 0; i < n; i++) {
    const double *from = x->data + i * item;
    double result = function == SMR_ACCESS_REDUCE_MAX ? from[0] : 0;
    int64_t length = item / (operands ? operands : 1);
    for (int64_t k = 0; k < length; k++) {
      double one = from[k];
      for (int64_t t = 1; t < operands; t++)
        one *= from[t * length + k];
      if (function == SMR_ACCESS_REDUCE_MAX)
        result = one > result || isnan(one) ? one : result; // (a NaN stays)
      else
        result += one;
    }
    out->data[i] = result;
  }
  return true;
}

// `batch` products: x's rows with y's rows (`by_rows`), or with its columns.
static bool products(const Value *x, const Value *y, int64_t batch, bool by_rows, Value *out) {
  int64_t m = x->dims[x->rank - 2], k = x->dims[x->rank - 1];
  int64_t n = y->dims[by_rows ? y->rank - 2 : y->rank - 1];
  int64_t dims[] = {batch, m, n};
  uint32_t rank = x->accessed + 1;
  if (!smr_access_value_begin(out, rank, rank, dims + 3 - rank))
    return false;
  for (int64_t g = 0; g < batch; g++)
    for (int64_t i = 0; i < m; i++)
      for (int64_t j = 0; j < n; j++)
        for (int64_t l = 0; l < k; l++)
          out->data[(g * m + i) * n + j] +=
              x->data[(g * m + i) * k + l] * y->data[by_rows ? (g * n + j) * k + l : l * n + j];
  return true;
}

//===--- nodes ---===//

static bool leaf(const SmrAccess *a, SmrOperator op, SmrAccessInputFn input, void *user, Value *out) {
  const SmrOperatorInfo *info = smr_operator_info(smr_access_ops(a), op);
  const SmrAccessTensor *tensor = smr_access_tensor_of(a, op);
  *out = (Value){.kind = SMR_ACCESS_IS_LIST, .list = info->value};
  if (info->kind == SMR_OPERATOR_INTEGER)
    out->list = smr_datum_integer(smr_access_values(a), info->integer);
  else if (!tensor && info->kind == SMR_OPERATOR_PLAIN)
    *out = (Value){.kind = SMR_ACCESS_IS_FUNCTION, .function = smr_access_classify(a, op)};
  if (!tensor)
    return true;
  int64_t dims[RANK];
  for (uint32_t i = 0; i < tensor->rank; i++)
    if (!smr_access_size(a, tensor->dims[i], &dims[i]))
      return false;
  if (!smr_access_value_begin(out, tensor->rank, tensor->rank, dims))
    return false;
  input(user, tensor, out);
  return true;
}

static bool of_number(SmrAccessOp op, const Value *x, const Value *y, const int64_t *n, Value *out) {
  uint32_t d = (uint32_t)n[op == SMR_ACCESS_CONCAT ? 2 : 1];
  switch (op) {
  case SMR_ACCESS_ACCESS:
    return view(x, d, x->rank, x->dims, out);
  case SMR_ACCESS_SLICE:
    return shift(x, NULL, d, n[2], n[3] - n[2], out);
  case SMR_ACCESS_PAD:
    return shift(x, NULL, d, -n[2], x->dims[d] + n[2] + n[3], out);
  case SMR_ACCESS_CONCAT:
    return shift(x, y, d, 0, x->dims[d] + y->dims[d], out);
  default:
    return axis(x, d, op == SMR_ACCESS_INSERT_AXIS, out);
  }
}

static bool of_list(const SmrAccess *a, SmrAccessOp op, const Value *const *c, Value *out) {
  int64_t list[RANK], strides[RANK];
  uint32_t first, n = numbers(a, c[1]->list, list, &first);
  if (n == UINT32_MAX)
    return false;
  if (op == SMR_ACCESS_TRANSPOSE)
    return transpose(c[0], list, out);
  if (op == SMR_ACCESS_BROADCAST)
    return broadcast(c[0], list, out);
  if (op == SMR_ACCESS_WINDOWS)
    return numbers(a, c[2]->list, strides, &first) == n && windows(c[0], list, strides, n, out);
  return view(c[0], first, n, list, out);
}

bool smr_access_eval_node(const SmrAccess *a, SmrOperator op, const Value *const *c, SmrAccessInputFn input,
                          void *user, Value *out) {
  const SmrOperatorInfo *info = smr_operator_info(smr_access_ops(a), op);
  SmrAccessOp which = smr_access_classify(a, op);
  if (!info->arity)
    return leaf(a, op, input, user, out);
  int64_t n[4] = {0}, dims[2];
  bool sized = true; // (lists of numbers have a reader of their own)
  for (uint32_t i = 0; i < info->arity && i < 4; i++)
    if (c[i]->kind == SMR_ACCESS_IS_LIST)
      sized &= smr_access_size(a, c[i]->list, &n[i]);
  switch (which) {
  case SMR_ACCESS_CART_PROD:
    return pairs(c[0], c[1], true, out);
  case SMR_ACCESS_PAIR:
    return pairs(c[0], c[1], false, out);
  case SMR_ACCESS_FLATTEN:
    dims[0] = items_of(c[0], &dims[1]);
    return view(c[0], 1, 2, dims, out);
  case SMR_ACCESS_STORE:
    return view(c[0], c[0]->accessed, c[0]->rank, c[0]->dims, out);
  case SMR_ACCESS_COMPUTE:
    return compute(c[0]->function, c[1], out);
  case SMR_ACCESS_SYSTOLIC_ARRAY:
    return products(c[2], c[3], 1, false, out);
  case SMR_ACCESS_MATMUL:
    return products(c[0], c[1], 1, true, out);
  case SMR_ACCESS_BATCH_MATMUL:
    return products(c[0], c[1], c[0]->dims[0], true, out);
  case SMR_ACCESS_TILED_MATMUL:
    return products(c[1], c[2], 1, true, out);
  case SMR_ACCESS_TRANSPOSE:
  case SMR_ACCESS_WINDOWS:
  case SMR_ACCESS_RESHAPE:
  case SMR_ACCESS_BROADCAST:
    return of_list(a, which, c, out);
  default:
    return sized && of_number(which, c[0], c[1], n, out);
  }
}

bool smr_access_eval(SmrAccess *a, const SmrTerm *term, uint32_t node, SmrAccessInputFn input, void *user,
                     Value *out) {
  Value *values = smr_xcalloc(node + 1, sizeof *values);
  const Value *children[SMR_MAX_ARITY];
  bool ok = true;
  uint32_t made = 0;
  for (; ok && made <= node; made++) {
    SmrOperator op = term->nodes.data[made].op;
    for (uint32_t k = 0; k < smr_operator_info(smr_access_ops(a), op)->arity; k++)
      children[k] = &values[smr_term_children(term, made)[k]];
    ok = smr_access_eval_node(a, op, children, input, user, &values[made]);
  }
  if (ok) {
    *out = values[node];
    values[node] = (Value){0};
  }
  for (uint32_t i = 0; i < made; i++)
    smr_access_value_free(&values[i]);
  free(values);
  return ok;
}
