//===- random_term.c - random typed terms --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/random_term.h"
#include <assert.h>
#include <stdio.h>

uint32_t smr_random_term_below(SmrRandomTerms *r, uint32_t bound) {
  r->seed = r->seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((r->seed >> 33) % bound);
}

void smr_random_open(SmrRandomTerms *r, SmrArray *array, uint64_t seed) {
  static const int64_t values[] = {0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 5, 5};
  r->array = array;
  r->seed = seed * 0x9E3779B97F4A7C15u + 1;
  for (int i = 0; i < 4; i++)
    smr_array_set_size(array, (const char *[]){"n", "m", "k", "l"}[i],
                       values[smr_random_term_below(r, sizeof values / sizeof *values)]);
}

void smr_random_close(SmrRandomTerms *r) {
  smr_term_free(&r->term);
  smr_vec_free(&r->shapes);
  smr_vec_free(&r->dims);
  smr_vec_free(&r->scope);
}

//===--- shapes ---===//

SmrRandomShape smr_random_shape(SmrRandomTerms *r, SmrRandomShapeKind kind, uint32_t a, uint32_t b,
                                uint32_t dim) {
  smr_vec_push(&r->shapes, (SmrRandomShapeInfo){kind, a, b, dim, UINT32_MAX});
  return r->shapes.size - 1;
}

SmrRandomShape smr_random_shape_hole(SmrRandomTerms *r) {
  return smr_random_shape(r, SMR_RANDOM_SHAPE_HOLE, 0, 0, 0);
}

static SmrRandomShape scalar(SmrRandomTerms *r) {
  return smr_random_shape(r, SMR_RANDOM_SHAPE_SCALAR, 0, 0, 0);
}

static SmrRandomShape array_of(SmrRandomTerms *r, uint32_t dim, SmrRandomShape element) {
  return smr_random_shape(r, SMR_RANDOM_SHAPE_ARRAY, element, 0, dim);
}

SmrRandomShape smr_random_shape_vector(SmrRandomTerms *r, uint32_t dim) {
  return array_of(r, dim, scalar(r));
}

SmrRandomShape smr_random_shape_matrix(SmrRandomTerms *r, uint32_t rows, uint32_t columns) {
  return array_of(r, rows, smr_random_shape_vector(r, columns));
}

uint32_t smr_random_shape_dim(SmrRandomTerms *r, SmrOperator leaf) {
  smr_vec_reserve(&r->dims, r->dims.size + 1);
  r->dims.data[r->dims.size].is = r->dims.size;
  r->dims.data[r->dims.size].leaf = leaf;
  return r->dims.size++;
}

static uint32_t find_dim(SmrRandomTerms *r, uint32_t d) {
  while (r->dims.data[d].is != d)
    d = r->dims.data[d].is;
  return d;
}

static SmrRandomShape find(SmrRandomTerms *r, SmrRandomShape s) {
  while (r->shapes.data[s].is != UINT32_MAX)
    s = r->shapes.data[s].is;
  return s;
}

SmrRandomShapeInfo smr_random_shape_info(SmrRandomTerms *r, SmrRandomShape shape) {
  return r->shapes.data[find(r, shape)];
}

static bool unify_dims(SmrRandomTerms *r, uint32_t x, uint32_t y) {
  x = find_dim(r, x), y = find_dim(r, y);
  SmrOperator p = r->dims.data[x].leaf, q = r->dims.data[y].leaf;
  if (p != SMR_NO_OPERATOR && q != SMR_NO_OPERATOR)
    return p == q;
  r->dims.data[x].is = y;
  r->dims.data[y].leaf = q == SMR_NO_OPERATOR ? p : q;
  return true;
}

static bool is_number(SmrRandomShapeKind kind) {
  return kind == SMR_RANDOM_SHAPE_SCALAR || kind == SMR_RANDOM_SHAPE_INDEX || kind == SMR_RANDOM_SHAPE_SIZE;
}

bool smr_random_shape_unify(SmrRandomTerms *r, SmrRandomShape x, SmrRandomShape y) {
  x = find(r, x), y = find(r, y);
  if (x == y)
    return true;
  SmrRandomShapeInfo s = r->shapes.data[x], t = r->shapes.data[y];
  if (s.kind == SMR_RANDOM_SHAPE_HOLE || t.kind == SMR_RANDOM_SHAPE_HOLE) {
    SmrRandomShape hole = s.kind == SMR_RANDOM_SHAPE_HOLE ? x : y;
    r->shapes.data[hole].is = hole == x ? y : x;
    return true;
  }
  if (is_number(s.kind) && is_number(t.kind))
    return s.kind != t.kind || s.kind == SMR_RANDOM_SHAPE_SCALAR || unify_dims(r, s.dim, t.dim);
  if (s.kind != t.kind || (s.kind == SMR_RANDOM_SHAPE_ARRAY && !unify_dims(r, s.dim, t.dim)))
    return false;
  return smr_random_shape_unify(r, s.a, t.a) &&
         (s.kind == SMR_RANDOM_SHAPE_ARRAY || smr_random_shape_unify(r, s.b, t.b));
}

static SmrOperator leaf_of(SmrRandomTerms *r, uint32_t d) {
  d = find_dim(r, d);
  if (r->dims.data[d].leaf == SMR_NO_OPERATOR) {
    SmrOperators *ops = smr_array_ops(r->array);
    r->dims.data[d].leaf = smr_random_term_below(r, 4)
                               ? smr_operator_plain(ops, &"n\0m\0k\0l"[2 * smr_random_term_below(r, 4)], 0)
                               : smr_operator_integer(ops, 1 + smr_random_term_below(r, 3));
  }
  return r->dims.data[d].leaf;
}

bool smr_random_shape_call(SmrRandomTerms *r, SmrArrayOp which, SmrRandomShape *t, SmrRandomShape *result) {
  uint32_t m = smr_random_shape_dim(r, SMR_NO_OPERATOR), n = smr_random_shape_dim(r, SMR_NO_OPERATOR),
           k = smr_random_shape_dim(r, SMR_NO_OPERATOR);
  switch (which) {
  case SMR_A_ADD:
  case SMR_A_SUB:
  case SMR_A_MUL:
  case SMR_A_DIV:
  case SMR_A_GREATER:
  case SMR_A_LESS:
  case SMR_A_MAX:
  case SMR_A_MIN:
    t[0] = scalar(r), t[1] = scalar(r);
    *result = scalar(r);
    return true;
  case SMR_A_DOT:
  case SMR_A_T_DOT:
    t[0] = smr_random_shape_vector(r, n), t[1] = smr_random_shape_vector(r, n);
    *result = scalar(r);
    return true;
  case SMR_A_T_SUM:
    t[0] = smr_random_shape_vector(r, n);
    *result = scalar(r);
    return true;
  case SMR_A_AXPY:
    t[0] = scalar(r), t[1] = smr_random_shape_vector(r, n), t[2] = smr_random_shape_vector(r, n);
    *result = smr_random_shape_vector(r, n);
    return true;
  case SMR_A_GEMV_F:
  case SMR_A_GEMV_T:
    t[0] = scalar(r), t[3] = scalar(r);
    t[1] = which == SMR_A_GEMV_F ? smr_random_shape_matrix(r, m, n) : smr_random_shape_matrix(r, n, m);
    t[2] = smr_random_shape_vector(r, n);
    t[4] = smr_random_shape_vector(r, m);
    *result = smr_random_shape_vector(r, m);
    return true;
  case SMR_A_GEMM_FF:
  case SMR_A_GEMM_FT:
  case SMR_A_GEMM_TF:
  case SMR_A_GEMM_TT: {
    bool first = which == SMR_A_GEMM_TF || which == SMR_A_GEMM_TT,
         second = which == SMR_A_GEMM_FT || which == SMR_A_GEMM_TT;
    t[0] = scalar(r), t[3] = scalar(r);
    t[1] = first ? smr_random_shape_matrix(r, k, m) : smr_random_shape_matrix(r, m, k);
    t[2] = second ? smr_random_shape_matrix(r, n, k) : smr_random_shape_matrix(r, k, n);
    t[4] = smr_random_shape_matrix(r, m, n);
    *result = smr_random_shape_matrix(r, m, n);
    return true;
  }
  case SMR_A_TRANSPOSE:
  case SMR_A_T_TRANSPOSE:
    t[0] = smr_random_shape_matrix(r, n, m);
    *result = smr_random_shape_matrix(r, m, n);
    return true;
  case SMR_A_MEMSET:
  case SMR_A_T_FULL:
    t[0] = smr_random_shape(r, SMR_RANDOM_SHAPE_SIZE, 0, 0, n);
    t[1] = scalar(r);
    *result = smr_random_shape_vector(r, n);
    return true;
  case SMR_A_T_MV:
    t[0] = smr_random_shape_matrix(r, m, n), t[1] = smr_random_shape_vector(r, n);
    *result = smr_random_shape_vector(r, m);
    return true;
  case SMR_A_T_MM:
    t[0] = smr_random_shape_matrix(r, m, k), t[1] = smr_random_shape_matrix(r, k, n);
    *result = smr_random_shape_matrix(r, m, n);
    return true;
  case SMR_A_T_ADD:
    t[0] = t[1] = *result = array_of(r, n, smr_random_shape_hole(r));
    return true;
  case SMR_A_T_MUL:
    t[0] = scalar(r);
    t[1] = *result = array_of(r, n, smr_random_shape_hole(r));
    return true;
  case SMR_A_FLATTEN:
  case SMR_A_SPLIT: {
    // (A product of sizes is one of its own: they are chosen here.)
    SmrRandomShape inner = smr_random_shape_hole(r), matrix = array_of(r, m, array_of(r, n, inner));
    SmrOperator leaf = smr_array_size_combine(r->array, SMR_A_MUL, leaf_of(r, m), leaf_of(r, n));
    SmrRandomShape flat = array_of(r, smr_random_shape_dim(r, leaf), inner);
    t[0] = which == SMR_A_FLATTEN ? matrix : smr_random_shape(r, SMR_RANDOM_SHAPE_SIZE, 0, 0, m);
    t[1] = smr_random_shape(r, SMR_RANDOM_SHAPE_SIZE, 0, 0, n);
    t[2] = flat;
    *result = which == SMR_A_FLATTEN ? flat : matrix;
    return true;
  }
  case SMR_A_EXP:
  case SMR_A_LOG:
  case SMR_A_SQRT:
  case SMR_A_TANH:
  case SMR_A_ABS:
    t[0] = scalar(r);
    *result = scalar(r);
    return true;
  default:
    return false;
  }
}

//===--- filling what is open ---===//

static int64_t value_of(SmrRandomTerms *r, uint32_t d) {
  int64_t value = 0;
  smr_array_size(r->array, leaf_of(r, d), &value);
  return value;
}

static void fill(SmrRandomTerms *r, SmrRandomShape hole) {
  uint32_t what = smr_random_term_below(r, 8);
  SmrRandomShape s = what < 5   ? scalar(r)
                     : what < 7 ? smr_random_shape_vector(r, smr_random_shape_dim(r, SMR_NO_OPERATOR))
                                : smr_random_shape(r, SMR_RANDOM_SHAPE_TUPLE, scalar(r), scalar(r), 0);
  r->shapes.data[find(r, hole)].is = s;
}

static SmrRandomShapeInfo known(SmrRandomTerms *r, SmrRandomShape shape) {
  if (smr_random_shape_info(r, shape).kind == SMR_RANDOM_SHAPE_HOLE)
    fill(r, shape);
  return smr_random_shape_info(r, shape);
}

SmrArrayType smr_random_shape_type(SmrRandomTerms *r, SmrRandomShape shape) {
  SmrRandomShapeInfo s = known(r, shape);
  switch (s.kind) {
  case SMR_RANDOM_SHAPE_SCALAR:
    return SMR_ARRAY_TYPE_F64;
  case SMR_RANDOM_SHAPE_ARRAY: {
    SmrArrayType element = smr_random_shape_type(r, s.a);
    return smr_array_type_of(r->array, leaf_of(r, s.dim), element);
  }
  case SMR_RANDOM_SHAPE_TUPLE: {
    SmrArrayType a = smr_random_shape_type(r, s.a), b = smr_random_shape_type(r, s.b);
    return smr_array_type(
        r->array, (SmrArrayTypeInfo){.kind = SMR_ARRAY_TYPE_TUPLE, .a = a, .b = b, .dim = SMR_NO_OPERATOR});
  }
  case SMR_RANDOM_SHAPE_FUNCTION: {
    SmrArrayType b = smr_random_shape_type(r, s.b);
    return smr_array_type(
        r->array, (SmrArrayTypeInfo){.kind = SMR_ARRAY_TYPE_FUNCTION, .a = b, .dim = SMR_NO_OPERATOR});
  }
  default:
    return SMR_ARRAY_TYPE_I64;
  }
}

static bool same(SmrRandomTerms *r, SmrRandomShape x, SmrRandomShape y) {
  SmrRandomShapeInfo s = known(r, x), t = known(r, y);
  return s.kind == t.kind && (s.kind != SMR_RANDOM_SHAPE_ARRAY || leaf_of(r, s.dim) == leaf_of(r, t.dim)) &&
         (s.kind < SMR_RANDOM_SHAPE_ARRAY || same(r, s.a, t.a)) &&
         (s.kind < SMR_RANDOM_SHAPE_TUPLE || same(r, s.b, t.b));
}

//===--- terms ---===//

static uint32_t leaf(SmrRandomTerms *r, SmrOperator op) {
  return smr_term_add(&r->term, smr_array_ops(r->array), op, NULL);
}

static uint32_t node(SmrRandomTerms *r, SmrArrayOp which, const uint32_t *children) {
  return smr_term_add(&r->term, smr_array_ops(r->array), smr_array_op(r->array, which), children);
}

// A variable in scope that fits, at random; UINT32_MAX: none does.
static uint32_t variable(SmrRandomTerms *r, SmrRandomShape shape) {
  SmrRandomShapeInfo want = known(r, shape);
  uint32_t found = UINT32_MAX, seen = 0;
  for (uint32_t i = 0; i < r->scope.size; i++) {
    if (r->scope.data[i].hidden)
      continue;
    SmrRandomShapeInfo is = known(r, r->scope.data[i].shape);
    bool fits = want.kind == SMR_RANDOM_SHAPE_SCALAR
                    ? is.kind == SMR_RANDOM_SHAPE_SCALAR || (is.kind == SMR_RANDOM_SHAPE_INDEX && !r->reals)
                : want.kind == SMR_RANDOM_SHAPE_INDEX
                    ? is.kind == SMR_RANDOM_SHAPE_INDEX && value_of(r, is.dim) <= value_of(r, want.dim)
                : want.kind == SMR_RANDOM_SHAPE_SIZE ? false
                                                     : same(r, r->scope.data[i].shape, shape);
    if (fits && smr_random_term_below(r, ++seen) == 0)
      found = i;
  }
  return found == UINT32_MAX
             ? UINT32_MAX
             : leaf(r, smr_operator_index(smr_array_ops(r->array), r->scope.size - 1 - found));
}

static uint32_t input(SmrRandomTerms *r, SmrRandomShape shape) {
  char name[32];
  SmrArrayType type = smr_random_shape_type(r, shape);
  snprintf(name, sizeof name, "in%u.%u", type, smr_random_term_below(r, 2));
  smr_array_set_input(r->array, name, type);
  return leaf(r, smr_operator_plain(smr_array_ops(r->array), name, 0));
}

static uint32_t under(SmrRandomTerms *r, SmrRandomShape parameter, SmrRandomShape body, uint32_t depth) {
  known(r, parameter);
  smr_vec_push(&r->scope, (SmrScopeEntry){parameter, false});
  uint32_t b = smr_random_term(r, body, depth);
  r->scope.size--;
  return node(r, SMR_A_LAM, &b);
}

static SmrRandomShape index_of(SmrRandomTerms *r, uint32_t dim) {
  return smr_random_shape(r, SMR_RANDOM_SHAPE_INDEX, 0, 0, dim);
}

static uint32_t size(SmrRandomTerms *r, uint32_t dim) {
  return leaf(r, leaf_of(r, dim));
}

// A loop that keeps the accumulator in use: (ifold n init λλ(+ e %0)) or, of other shapes, any body.
static uint32_t fold(SmrRandomTerms *r, SmrRandomShape shape, uint32_t depth) {
  uint32_t dim = smr_random_shape_dim(r, SMR_NO_OPERATOR), c[3], b[2];
  c[0] = size(r, dim);
  c[1] = smr_random_term_below(r, 2) && known(r, shape).kind == SMR_RANDOM_SHAPE_SCALAR
             ? leaf(r, smr_operator_integer(smr_array_ops(r->array), 0))
             : smr_random_term(r, shape, depth / 2);
  smr_vec_push(&r->scope, (SmrScopeEntry){index_of(r, dim), false});
  smr_vec_push(&r->scope, (SmrScopeEntry){shape, known(r, shape).kind == SMR_RANDOM_SHAPE_SCALAR});
  uint32_t body = smr_random_term(r, shape, depth);
  if (known(r, shape).kind == SMR_RANDOM_SHAPE_SCALAR) {
    b[0] = body, b[1] = leaf(r, smr_operator_index(smr_array_ops(r->array), 0));
    body = node(r, SMR_A_ADD, b);
  }
  r->scope.size--;
  r->scope.size--;
  body = node(r, SMR_A_LAM, &body);
  c[2] = node(r, SMR_A_LAM, &body);
  return node(r, SMR_A_IFOLD, c);
}

static uint32_t call(SmrRandomTerms *r, SmrRandomShape shape, uint32_t depth) {
  for (int attempt = 0; attempt < 12; attempt++) {
    uint32_t some = smr_random_term_below(r, SMR_A_COUNT - SMR_A_DOT + 2);
    SmrArrayOp which = (SmrArrayOp)(some < 2 ? SMR_A_FLATTEN + some : SMR_A_DOT + some - 2);
    SmrRandomShape t[5], result;
    if (!smr_random_shape_call(r, which, t, &result) ||
        smr_random_shape_info(r, result).kind != known(r, shape).kind ||
        !smr_random_shape_unify(r, result, shape))
      continue;
    uint32_t c[5], arity = smr_operator_info(smr_array_ops(r->array), smr_array_op(r->array, which))->arity;
    for (uint32_t i = 0; i < arity; i++)
      c[i] = smr_random_term(r, t[i], depth);
    return node(r, which, c);
  }
  return input(r, shape);
}

static uint32_t get(SmrRandomTerms *r, SmrRandomShape shape, uint32_t depth) {
  uint32_t dim = smr_random_shape_dim(r, SMR_NO_OPERATOR), c[2];
  c[0] = smr_random_term(r, array_of(r, dim, shape), depth);
  c[1] = smr_random_term(r, index_of(r, dim), depth);
  return node(r, SMR_A_GET, c);
}

static uint32_t part(SmrRandomTerms *r, SmrRandomShape shape, uint32_t depth) {
  bool first = smr_random_term_below(r, 2);
  SmrRandomShape other = smr_random_shape_hole(r);
  fill(r, other);
  uint32_t c = smr_random_term(
      r, smr_random_shape(r, SMR_RANDOM_SHAPE_TUPLE, first ? shape : other, first ? other : shape, 0), depth);
  return node(r, first ? SMR_A_FST : SMR_A_SND, &c);
}

static uint32_t applied(SmrRandomTerms *r, SmrRandomShape shape, uint32_t depth) {
  SmrRandomShape parameter = smr_random_shape_hole(r);
  fill(r, parameter);
  uint32_t c[2];
  c[0] = under(r, parameter, shape, depth);
  c[1] = smr_random_term(r, parameter, depth / 2);
  return node(r, SMR_A_APP, c);
}

// (Of functions those alone that keep whole numbers whole, so that results are exact in any order.)
static uint32_t pointwise(SmrRandomTerms *r, SmrRandomShape shape, uint32_t depth) {
  static const SmrArrayOp some[] = {SMR_A_MAX, SMR_A_MIN, SMR_A_ABS};
  uint32_t c[2];
  c[0] = smr_random_term(r, shape, depth);
  c[1] = smr_random_term(r, shape, depth);
  return node(r, some[smr_random_term_below(r, 3)], c);
}

static uint32_t number(SmrRandomTerms *r, uint32_t depth, SmrRandomShape shape) {
  SmrOperators *ops = smr_array_ops(r->array);
  uint32_t what = smr_random_term_below(r, depth ? 15 : 3), c[2];
  if (what < 3) {
    uint32_t v = smr_random_term_below(r, 3) ? variable(r, shape) : UINT32_MAX;
    if (v != UINT32_MAX)
      return v;
    return smr_random_term_below(r, 2)
               ? input(r, shape)
               : leaf(r, smr_operator_integer(ops, (int64_t)smr_random_term_below(r, 5) - 1));
  }
  if (what < 7) {
    static const SmrArrayOp some[] = {SMR_A_ADD, SMR_A_MUL, SMR_A_MUL, SMR_A_SUB};
    c[0] = smr_random_term(r, shape, depth - 1);
    c[1] = smr_random_term(r, shape, depth - 1);
    return node(r, r->reals || smr_random_term_below(r, 20) ? some[what - 3] : SMR_A_GREATER, c);
  }
  return what < 10   ? get(r, shape, depth - 1)
         : what < 11 ? call(r, shape, depth - 1)
         : what < 12 ? fold(r, shape, depth - 1)
         : what < 13 ? applied(r, shape, depth - 1)
         : what < 14 ? part(r, shape, depth - 1)
                     : pointwise(r, shape, depth - 1);
}

uint32_t smr_random_mixed(SmrRandomTerms *r, uint32_t depth) {
  static const SmrArrayOp some[] = {SMR_A_MUL, SMR_A_MAX, SMR_A_MIN, SMR_A_ABS, SMR_A_ADD, SMR_A_SUB};
  SmrRandomShape shape = scalar(r);
  uint32_t sum = fold(r, shape, depth / 2), c[2] = {sum, sum};
  for (uint32_t i = 0; i < 3; i++) {
    SmrArrayOp op = some[smr_random_term_below(r, i ? 6 : 4)];
    uint32_t other = smr_random_term_below(r, 3);
    c[1] = other == 0 ? sum : other == 1 ? fold(r, shape, depth / 2) : number(r, depth / 2, shape);
    if (smr_random_term_below(r, 2) && op != SMR_A_ABS) {
      uint32_t swap = c[0];
      c[0] = c[1], c[1] = swap;
    }
    c[0] = node(r, op, c);
  }
  return c[0];
}

uint32_t smr_random_term(SmrRandomTerms *r, SmrRandomShape shape, uint32_t depth) {
  SmrRandomShapeInfo s = known(r, shape);
  uint32_t v, c[2];
  switch (s.kind) {
  case SMR_RANDOM_SHAPE_SCALAR:
    return number(r, depth, shape);
  case SMR_RANDOM_SHAPE_SIZE:
    return size(r, s.dim);
  case SMR_RANDOM_SHAPE_INDEX:
    if (smr_random_term_below(r, 8) && (v = variable(r, shape)) != UINT32_MAX)
      return v;
    return leaf(r, smr_operator_integer(
                       smr_array_ops(r->array),
                       value_of(r, s.dim) > 0 ? smr_random_term_below(r, (uint32_t)value_of(r, s.dim)) : 0));
  case SMR_RANDOM_SHAPE_FUNCTION:
    return under(r, s.a, s.b, depth);
  default:
    break;
  }
  if (smr_random_term_below(r, 4) == 0 && (v = variable(r, shape)) != UINT32_MAX)
    return v;
  uint32_t what = smr_random_term_below(r, 12);
  if (!depth || what < 2)
    return input(r, shape);
  if (what == 2)
    return applied(r, shape, depth - 1);
  if (what == 3)
    return part(r, shape, depth - 1);
  if (what == 4)
    return get(r, shape, depth - 1);
  if (s.kind == SMR_RANDOM_SHAPE_TUPLE) {
    c[0] = smr_random_term(r, s.a, depth - 1);
    c[1] = smr_random_term(r, s.b, depth - 1);
    return node(r, SMR_A_TUPLE, c);
  }
  if (what < 8)
    return call(r, shape, depth - 1);
  c[0] = size(r, s.dim);
  c[1] = under(r, index_of(r, s.dim), s.a, depth - 1);
  return node(r, SMR_A_BUILD, c);
}
