//===- lower_calls.c - library calls -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A call's operands are passed as they lie: rows, columns, transposes are views. It writes into its
// destination, which its summand was stored to before; zeros are not stored but asked for (beta = 0). An
// operand that is read once and is cheap to compute is not stored to be read by a library: the call is
// written out.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"

/// Matrix products of at most that inner size are sums of outer products, written out: their time is
/// memory's.
#define OUTER 2

static SmrLowerValue *make(SmrLowering *l, SmrLowerValueKind kind, const SmrLowerType *type, SmrLowerValue *a,
                           SmrLowerValue *b) {
  SmrLowerValue *v = smr_lower_value(l, kind, b && b->level > a->level ? b->level : a->level, type);
  v->args[0] = a, v->args[1] = b;
  return v;
}

static const SmrLowerType *element(const SmrLowerValue *v) {
  return v->type->kind == SMR_LOWER_TYPE_ARRAY ? v->type->a : v->type;
}

static bool is_zero(SmrLowering *l, const SmrLowerValue *v) {
  if (v->kind == SMR_LOWER_VALUE_NUMBER)
    return v->constant && v->value == 0;
  if (v->kind == SMR_LOWER_VALUE_FILL)
    return is_zero(l, v->args[0]);
  if (v->kind != SMR_LOWER_VALUE_BUILD)
    return false;
  uint32_t node = v->node;
  for (;;) {
    SmrOperator op = l->term->nodes.data[node].op;
    SmrArrayOp which = smr_array_classify(l->array, op);
    const SmrOperatorInfo *info = smr_operator_info(l->array->ops, op);
    if (info->arity == 0)
      return (info->kind == SMR_OPERATOR_INTEGER && info->integer == 0) ||
             (info->kind == SMR_OPERATOR_REAL && info->real == 0);
    if (which == SMR_A_BUILD || which == SMR_A_MEMSET || which == SMR_A_T_FULL)
      node = smr_term_children(l->term, node)[1];
    else if (which == SMR_A_LAM)
      node = smr_term_children(l->term, node)[0];
    else
      return false;
  }
}

static SmrLowerValue *transposed(SmrLowering *l, SmrLowerValue *v) {
  if (v->type->kind != SMR_LOWER_TYPE_ARRAY || v->type->a->kind != SMR_LOWER_TYPE_ARRAY) {
    smr_lower_fail(l, "the transpose of what is not a matrix");
    return v;
  }
  SmrLowerValue *from = v->stored ? v->stored : v;
  const SmrLowerType *type =
      smr_lower_ty_array(l, v->type->a->dim, smr_lower_ty_array(l, v->type->dim, v->type->a->a));
  if (from->kind == SMR_LOWER_VALUE_TRANSPOSE)
    return from->args[0];
  if (from->kind == SMR_LOWER_VALUE_VIEW) {
    SmrLowerValue *t = smr_lower_value(l, SMR_LOWER_VALUE_VIEW, from->level, type);
    uint32_t id = t->id;
    *t = *from;
    t->id = id;
    t->type = type;
    t->dims[0] = from->dims[1], t->dims[1] = from->dims[0];
    t->strides[0] = from->strides[1], t->strides[1] = from->strides[0];
    return t;
  }
  if (smr_lower_costly(l, v)) // its elements will be asked for from memory anyway
    return transposed(l, smr_lower_force(l, v));
  return make(l, SMR_LOWER_VALUE_TRANSPOSE, type, v, NULL);
}

// In memory, of that kind of number.
SmrLowerValue *smr_lower_in_memory(SmrLowering *l, SmrLowerValue *v, SmrLowerNumber number) {
  SmrLowerValue *view = smr_lower_force(l, v);
  if (view->kind == SMR_LOWER_VALUE_VIEW && view->number == number)
    return view;
  SmrLowerSuspended s = smr_lower_suspend(l, v->level, true);
  SmrLowerValue *copy =
      smr_lower_storage(l, v->level, smr_lower_ty_join(l, v->type, smr_lower_ty_floating(l, v->type)));
  if (!l->error && copy->number != number)
    copy = smr_lower_storage(l, v->level,
                             smr_lower_ty_floating(l, smr_lower_ty_array(l, v->type->dim, element(v))));
  if (!l->error && copy->number == number)
    smr_lower_store(l, copy, view, false);
  else
    smr_lower_fail(l, "operands of a call of different precision");
  smr_lower_resume(l, &s);
  return copy;
}

// Whether an operand that is read once lies in memory, or will have to. (A description is computed as it is
// read, however much that takes, unless another place wants it, too: nothing is computed twice.)
static bool from_memory(SmrLowering *l, const SmrLowerValue *v) {
  return v->kind == SMR_LOWER_VALUE_VIEW || v->stored || v->kind == SMR_LOWER_VALUE_CALL ||
         v->kind == SMR_LOWER_VALUE_IFOLD || (v->shared && smr_lower_costly(l, v));
}

static bool tiny(const SmrLowerValue *dim) {
  return dim->constant && dim->value <= 8;
}

static SmrLowerNumber precision(SmrLowerValue *const *v, uint32_t count) {
  SmrLowerNumber n = SMR_LOWER_INT;
  for (uint32_t i = 0; i < count; i++)
    if (v[i])
      n = smr_lower_stronger(n, smr_lower_ty_scalar(v[i]->type));
  return n == SMR_LOWER_F32 ? SMR_LOWER_F32 : SMR_LOWER_F64;
}

static char letter(SmrLowerNumber n) {
  return n == SMR_LOWER_F32 ? 's' : 'd';
}

static const char *int32(SmrLowering *l, SmrLowerValue *v) {
  if (v->constant)
    return smr_scopes_pure(&l->scopes, SMR_LOWER_ROOT_LEVEL, "arith.constant %lld : i32",
                           (long long)v->value);
  return smr_scopes_pure(&l->scopes, v->level, "arith.trunci %s : i64 to i32",
                         smr_lower_ssa(l, v, SMR_LOWER_INT));
}

// A leading dimension: at least 1 and the width, which the library checks it against even for a single row.
static const char *leading(SmrLowering *l, SmrLowerValue *stride, SmrLowerValue *width) {
  SmrLowerValue *one = smr_lower_int(l, 1), *most = stride;
  for (int i = 0; i < 2; i++) {
    SmrLowerValue *other = i ? one : width;
    if (most->constant && other->constant)
      most = most->value >= other->value ? most : other;
    else {
      uint32_t level = most->level > other->level ? most->level : other->level;
      const char *x = smr_lower_ssa(l, most, SMR_LOWER_INT), *y = smr_lower_ssa(l, other, SMR_LOWER_INT);
      most = smr_lower_number(l, SMR_LOWER_INT, level,
                              smr_scopes_pure(&l->scopes, level, "arith.maxsi %s, %s : i64", x, y));
    }
  }
  return int32(l, most);
}

typedef struct {
  const char *pointer, *leading;
  bool transposed;
} Matrix;

static Matrix matrix(SmrLowering *l, SmrLowerValue *v, SmrLowerNumber number) {
  v = smr_lower_in_memory(l, v, number);
  if (l->error)
    return (Matrix){0};
  bool rows = smr_lower_unit(v->strides[1]), columns = smr_lower_unit(v->strides[0]);
  if (!rows && !columns) {
    SmrLowerValue *copy = smr_lower_storage(l, v->level, v->type);
    SmrLowerSuspended s = smr_lower_suspend(l, v->level, true);
    smr_lower_store(l, copy, v, false);
    smr_lower_resume(l, &s);
    v = copy;
    rows = true;
  }
  // (A matrix of one column has two unit strides, and either reading is right.)
  return rows ? (Matrix){smr_lower_address(l, v), leading(l, v->strides[0], v->dims[1]), false}
              : (Matrix){smr_lower_address(l, v), leading(l, v->strides[1], v->dims[0]), true};
}

#define ROW_MAJOR 101
static int flag(const Matrix *m) {
  return m->transposed ? 112 : 111;
}

static const char *i32(SmrLowering *l, int64_t value) {
  return int32(l, smr_lower_int(l, value));
}

//===--- numbers ---===//

static SmrLowerValue *dot(SmrLowering *l, SmrLowerValue *a, SmrLowerValue *b) {
  SmrLowerValue *operands[2] = {a, b};
  SmrLowerNumber number = precision(operands, 2);
  if (l->options->calls == SMR_CALLS_LINALG && smr_lower_ty_rank(a->type) == 1)
    return smr_lower_linalg_number(l, a, b, number);
  if (l->options->calls != SMR_CALLS_CBLAS || !from_memory(l, a) || !from_memory(l, b) ||
      tiny(smr_lower_dim(l, a)))
    return smr_lower_sum(l, a, b);
  SmrLowerSuspended s =
      smr_lower_suspend(l, smr_lower_safe_level(l, a->level > b->level ? a->level : b->level), false);
  a = smr_lower_in_memory(l, a, number), b = smr_lower_in_memory(l, b, number);
  SmrLowerValue *result = smr_lower_int(l, 0);
  if (!l->error) {
    const char *n = int32(l, a->dims[0]), *x = smr_lower_address(l, a), *y = smr_lower_address(l, b),
               *dx = int32(l, a->strides[0]), *dy = int32(l, b->strides[0]),
               *type = smr_lower_mlir_type(number);
    const char *name =
        smr_scopes_pure(&l->scopes, smr_scopes_level(&l->scopes),
                        "func.call @cblas_%cdot(%s, %s, %s, %s, %s) : (i32, !llvm.ptr, i32, !llvm.ptr, "
                        "i32) -> %s",
                        letter(number), n, x, dx, y, dy, type);
    result = smr_lower_number(l, number, smr_scopes_level(&l->scopes), name);
  }
  smr_lower_resume(l, &s);
  return result;
}

//===--- arrays ---===//

SmrLowerValue *smr_lower_sum_of(SmrLowering *l, const SmrLowerType *type, SmrLowerValue *alpha,
                                SmrLowerValue *a, SmrLowerValue *beta, SmrLowerValue *b) {
  if (!smr_lower_unit(alpha))
    a = make(l, SMR_LOWER_VALUE_SCALE, type, alpha, a);
  if (b && !smr_lower_unit(beta))
    b = make(l, SMR_LOWER_VALUE_SCALE, type, beta, b);
  return b ? make(l, SMR_LOWER_VALUE_ADD, type, a, b) : a;
}

// The call of BLAS that an operation is: alpha · A · B + beta · C; `c` may be NULL. Transposes are views.
static SmrLowerValue *product(SmrLowering *l, SmrArrayOp op, SmrLowerValue *alpha, SmrLowerValue *a,
                              SmrLowerValue *b, SmrLowerValue *beta, SmrLowerValue *c) {
  bool vector = op == SMR_A_GEMV_F;
  SmrLowerValue *all[5] = {alpha, a, b, beta, c};
  const SmrLowerType *number = smr_lower_ty_number(l, precision(all, 5));
  const SmrLowerType *type =
      b->type->kind != SMR_LOWER_TYPE_ARRAY || a->type->kind != SMR_LOWER_TYPE_ARRAY
          ? number
          : smr_lower_ty_array(l, a->type->dim,
                               vector ? number : smr_lower_ty_array(l, element(b)->dim, number));
  if (smr_lower_ty_rank(a->type) != 2 || smr_lower_ty_rank(b->type) != (vector ? 1 : 2) ||
      (c && smr_lower_ty_rank(c->type) != smr_lower_ty_rank(type))) {
    smr_lower_fail(l, "a product of what is no matrix or vector");
    return smr_lower_int(l, 0);
  }
  if (c && (is_zero(l, c) || is_zero(l, beta)))
    c = NULL;
  const SmrLowerValue *inner = a->type->a->dim;
  if (!vector && inner && inner->constant && inner->value >= 1 && inner->value <= OUTER &&
      l->options->calls != SMR_CALLS_LINALG) {
    return smr_lower_sum_of(l, type, alpha, make(l, SMR_LOWER_VALUE_OUTER, type, a, b), beta, c);
  }
  // A matrix that is only described is read once here: to store it would cost more than to compute it.
  bool library = l->options->calls == SMR_CALLS_CBLAS, low = a->type->dim && a->type->dim->value < 64;
  bool call = l->options->calls == SMR_CALLS_LINALG || !vector ||
              (library && from_memory(l, a) && !(inner && tiny(inner) && low));
  SmrLowerValue *v =
      smr_lower_value(l, call ? SMR_LOWER_VALUE_CALL : SMR_LOWER_VALUE_ROWS, SMR_LOWER_ROOT_LEVEL, type);
  v->op = op;
  for (int i = 0; i < 5; i++) {
    v->args[i] = all[i];
    if (all[i] && all[i]->level > v->level)
      v->level = all[i]->level;
  }
  v->args[4] = c;
  return v;
}

SmrLowerValue *smr_lower_call(SmrLowering *l, SmrArrayOp op, SmrLowerValue **v) {
  if (l->options->calls == SMR_CALLS_LINALG &&
      (op == SMR_A_T_ADD || op == SMR_A_T_MUL || op == SMR_A_T_TRANSPOSE)) {
    SmrLowerValue *a = v[op == SMR_A_T_MUL];
    int rank = smr_lower_ty_rank(a->type);
    const SmrLowerType *number = smr_lower_ty_number(l, precision(v, op == SMR_A_T_TRANSPOSE ? 1 : 2));
    if ((rank == 1 && op != SMR_A_T_TRANSPOSE) || rank == 2) {
      const SmrLowerType *type = a->type;
      type = rank == 1 ? smr_lower_ty_array(l, type->dim, number)
             : op == SMR_A_T_TRANSPOSE
                 ? smr_lower_ty_array(l, type->a->dim, smr_lower_ty_array(l, type->dim, number))
                 : smr_lower_ty_array(l, type->dim, smr_lower_ty_array(l, type->a->dim, number));
      SmrLowerValue *call = make(l, SMR_LOWER_VALUE_CALL, type, v[0], op == SMR_A_T_TRANSPOSE ? NULL : v[1]);
      call->op = op;
      return call;
    }
  }
  switch (op) {
  case SMR_A_DOT:
  case SMR_A_T_DOT:
    return dot(l, v[0], v[1]);
  case SMR_A_T_SUM:
    return l->options->calls == SMR_CALLS_LINALG && smr_lower_ty_rank(v[0]->type) == 1
               ? smr_lower_linalg_number(l, v[0], NULL, precision(v, 1))
               : smr_lower_sum(l, v[0], NULL);
  case SMR_A_MEMSET:
  case SMR_A_T_FULL:
    if (v[0]->kind != SMR_LOWER_VALUE_NUMBER)
      break;
    return make(l, SMR_LOWER_VALUE_FILL, smr_lower_ty_array(l, v[0], v[1]->type), v[1], NULL);
  case SMR_A_T_ADD:
    if (v[0]->kind == SMR_LOWER_VALUE_NUMBER)
      return smr_lower_arithmetic(l, SMR_A_ADD, v[0], v[1]);
    return make(l, SMR_LOWER_VALUE_ADD, smr_lower_ty_join(l, v[0]->type, v[1]->type), v[0], v[1]);
  case SMR_A_T_MUL:
  case SMR_A_AXPY: {
    if (v[1]->kind == SMR_LOWER_VALUE_NUMBER)
      return smr_lower_arithmetic(l, SMR_A_MUL, v[0], v[1]);
    if (v[0]->kind != SMR_LOWER_VALUE_NUMBER || smr_lower_ty_rank(v[1]->type) < 1)
      break;
    const SmrLowerType *type = v[1]->type;
    SmrLowerNumber n = smr_lower_stronger(smr_lower_ty_scalar(v[0]->type), smr_lower_ty_scalar(type));
    int rank = smr_lower_ty_rank(type);
    const SmrLowerType *levels[SMR_ARRAY_TYPE_MAX_RANK + 1];
    for (int i = 0; i < rank && i < SMR_ARRAY_TYPE_MAX_RANK; i++, type = type->a)
      levels[i] = type;
    type = smr_lower_ty_number(l, n);
    for (int i = rank; i-- > 0;)
      type = smr_lower_ty_array(l, levels[i]->dim, type);
    SmrLowerValue *scaled = smr_lower_unit(v[0]) ? v[1] : make(l, SMR_LOWER_VALUE_SCALE, type, v[0], v[1]);
    if (op == SMR_A_T_MUL)
      return scaled;
    if (is_zero(l, v[2]))
      return scaled;
    return make(l, SMR_LOWER_VALUE_ADD, smr_lower_ty_join(l, type, v[2]->type), scaled, v[2]);
  }
  case SMR_A_TRANSPOSE:
  case SMR_A_T_TRANSPOSE:
    return transposed(l, v[0]);
  case SMR_A_GEMV_F:
  case SMR_A_GEMV_T:
    return product(l, SMR_A_GEMV_F, v[0], op == SMR_A_GEMV_T ? transposed(l, v[1]) : v[1], v[2], v[3], v[4]);
  case SMR_A_GEMM_FF:
  case SMR_A_GEMM_FT:
  case SMR_A_GEMM_TF:
  case SMR_A_GEMM_TT:
    return product(l, SMR_A_GEMM_FF, v[0],
                   op == SMR_A_GEMM_TF || op == SMR_A_GEMM_TT ? transposed(l, v[1]) : v[1],
                   op == SMR_A_GEMM_FT || op == SMR_A_GEMM_TT ? transposed(l, v[2]) : v[2], v[3], v[4]);
  case SMR_A_T_MV:
    return product(l, SMR_A_GEMV_F, smr_lower_int(l, 1), v[0], v[1], smr_lower_int(l, 0), NULL);
  case SMR_A_T_MM:
    return product(l, SMR_A_GEMM_FF, smr_lower_int(l, 1), v[0], v[1], smr_lower_int(l, 0), NULL);
  default:
    break;
  }
  smr_lower_fail(l, "a call whose operands do not fit");
  return smr_lower_int(l, 0);
}

//===--- into a destination ---===//

// alpha · sum + beta · old
static SmrLowerValue *combine(SmrLowering *l, SmrLowerValue *v, SmrLowerValue *sum, SmrLowerValue *old) {
  sum = smr_lower_arithmetic(l, SMR_A_MUL, v->args[0], sum);
  return old ? smr_lower_arithmetic(l, SMR_A_ADD, sum, smr_lower_arithmetic(l, SMR_A_MUL, v->args[3], old))
             : sum;
}

SmrLowerValue *smr_lower_row(SmrLowering *l, SmrLowerValue *v, SmrLowerValue *i) {
  SmrLowerValue *sum = smr_lower_sum(l, smr_lower_get(l, v->args[1], i), v->args[2]);
  return combine(l, v, sum, v->args[4] ? smr_lower_get(l, v->args[4], i) : NULL);
}

// The destination's number with the summand, before anything is added.
static bool start(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v) {
  SmrLowerValue *c = v->args[4];
  if (!c)
    return false;
  if (!smr_lower_unit(v->args[3]))
    c = smr_lower_call(l, SMR_A_T_MUL, (SmrLowerValue *[]){v->args[3], c});
  smr_lower_store(l, dest, c, false);
  return true;
}

static void written_out_matrix(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v) {
  // Row by row, adding multiples of B's rows: unit strides, and no sum that has to stay in order.
  SmrLowerValue *a = v->args[1], *b = v->args[2];
  if (!start(l, dest, v))
    smr_lower_store(l, dest,
                    make(l, SMR_LOWER_VALUE_FILL, v->type,
                         make(l, SMR_LOWER_VALUE_FILL, v->type->a, smr_lower_int(l, 0), NULL), NULL),
                    false);
  SmrLowerValue *i = smr_lower_loop(l, smr_lower_dim(l, dest), 0, NULL, NULL, NULL);
  SmrLowerValue *k = smr_lower_loop(l, smr_lower_dim(l, b), 0, NULL, NULL, NULL);
  SmrLowerValue *row = smr_lower_element(l, dest, i);
  SmrLowerValue *factor =
      smr_lower_arithmetic(l, SMR_A_MUL, v->args[0], smr_lower_get(l, smr_lower_get(l, a, i), k));
  SmrLowerValue *j = smr_lower_loop(l, smr_lower_dim(l, row), 0, NULL, NULL, NULL);
  SmrLowerValue *cell = smr_lower_element(l, row, j);
  SmrLowerValue *sum = smr_lower_arithmetic(
      l, SMR_A_ADD, smr_lower_read(l, cell),
      smr_lower_arithmetic(l, SMR_A_MUL, factor, smr_lower_get(l, smr_lower_get(l, b, k), j)));
  smr_lower_store(l, cell, sum, false);
  for (int loop = 0; loop < 3; loop++)
    smr_lower_end_loop(l, NULL, NULL, NULL);
}

static void blas_vector(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v) {
  SmrLowerNumber number = dest->number;
  Matrix a = matrix(l, v->args[1], number);
  SmrLowerValue *x = smr_lower_in_memory(l, v->args[2], number);
  if (l->error)
    return;
  bool added = start(l, dest, v);
  SmrLowerValue *rows = smr_lower_dim(l, v->args[1]), *columns = smr_lower_dim(l, x);
  if (!added && !(columns->constant && columns->value > 0)) {
    // (A matrix without columns makes the library return at once.)
    smr_lower_store(l, dest, make(l, SMR_LOWER_VALUE_FILL, v->type, smr_lower_int(l, 0), NULL), false);
    added = true;
  }
  const char *type = smr_lower_mlir_type(number);
  const char *m = int32(l, a.transposed ? columns : rows), *n = int32(l, a.transposed ? rows : columns),
             *order = i32(l, ROW_MAJOR), *trans = i32(l, flag(&a)),
             *alpha = smr_lower_ssa(l, v->args[0], number), *px = smr_lower_address(l, x),
             *dx = int32(l, x->strides[0]), *beta = smr_lower_ssa(l, smr_lower_int(l, added), number),
             *py = smr_lower_address(l, dest), *dy = int32(l, dest->strides[0]);
  smr_scopes_line(
      &l->scopes,
      "func.call @cblas_%cgemv(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) : (i32, i32, i32, i32, %s, "
      "!llvm.ptr, i32, !llvm.ptr, i32, %s, !llvm.ptr, i32) -> ()",
      letter(number), order, trans, m, n, alpha, a.pointer, a.leading, px, dx, beta, py, dy, type, type);
}

static void blas_matrix(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v) {
  SmrLowerNumber number = dest->number;
  Matrix a = matrix(l, v->args[1], number), b = matrix(l, v->args[2], number);
  if (l->error)
    return;
  bool added = start(l, dest, v);
  const char *type = smr_lower_mlir_type(number);
  const char *order = i32(l, ROW_MAJOR), *ta = i32(l, flag(&a)), *tb = i32(l, flag(&b)),
             *m = int32(l, dest->dims[0]), *n = int32(l, dest->dims[1]),
             *k = int32(l, smr_lower_dim(l, v->args[2])), *alpha = smr_lower_ssa(l, v->args[0], number),
             *beta = smr_lower_ssa(l, smr_lower_int(l, added), number), *pc = smr_lower_address(l, dest),
             *ldc = leading(l, dest->strides[0], dest->dims[1]);
  smr_scopes_line(
      &l->scopes,
      "func.call @cblas_%cgemm(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) : (i32, i32, i32, "
      "i32, i32, i32, %s, !llvm.ptr, i32, !llvm.ptr, i32, %s, !llvm.ptr, i32) -> ()",
      letter(number), order, ta, tb, m, n, k, alpha, a.pointer, a.leading, b.pointer, b.leading, beta, pc,
      ldc, type, type);
}

void smr_lower_call_into(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v) {
  bool vector = v->op == SMR_A_GEMV_F, library = l->options->calls == SMR_CALLS_CBLAS;
  SmrLowerNumber number = smr_lower_stored(smr_lower_ty_scalar(v->type));
  if (dest->kind != SMR_LOWER_VALUE_VIEW) {
    smr_lower_fail(l, "a call whose operands do not fit");
    return;
  }
  if (dest->number != number || (v->op == SMR_A_GEMM_FF && !smr_lower_unit(dest->strides[1]))) {
    SmrLowerValue *buffer = smr_lower_storage(l, smr_scopes_level(&l->scopes), v->type);
    if (l->error)
      return;
    smr_lower_call_into(l, buffer, v);
    smr_lower_store(l, dest, buffer, false);
    return;
  }
  if (l->options->calls == SMR_CALLS_LINALG)
    smr_lower_linalg_into(l, dest, v);
  else if (vector)
    blas_vector(l, dest, v);
  else if (!library || (tiny(dest->dims[0]) && tiny(dest->dims[1]) && tiny(smr_lower_dim(l, v->args[2]))))
    written_out_matrix(l, dest, v);
  else
    blas_matrix(l, dest, v);
}
