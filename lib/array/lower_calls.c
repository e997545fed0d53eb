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

static Value *make(Lower *l, ValueKind kind, const Ty *type, Value *a, Value *b) {
  Value *v = lower_value(l, kind, b && b->level > a->level ? b->level : a->level, type);
  v->args[0] = a, v->args[1] = b;
  return v;
}

static const Ty *element(const Value *v) {
  return v->type->kind == TY_ARRAY ? v->type->a : v->type;
}

static bool is_zero(Lower *l, const Value *v) {
  if (v->kind == V_NUMBER)
    return v->constant && v->value == 0;
  if (v->kind == V_FILL)
    return is_zero(l, v->args[0]);
  if (v->kind != V_BUILD)
    return false;
  uint32_t node = v->node;
  for (;;) {
    SmrOp op = l->term->nodes.data[node].op;
    SmrArrayOp which = smr_array_classify(l->array, op);
    const SmrOpInfo *info = smr_op_info(l->array->ops, op);
    if (info->arity == 0)
      return (info->kind == SMR_OP_INTEGER && info->integer == 0) ||
             (info->kind == SMR_OP_REAL && info->real == 0);
    if (which == SMR_A_BUILD || which == SMR_A_MEMSET || which == SMR_A_T_FULL)
      node = smr_term_children(l->term, node)[1];
    else if (which == SMR_A_LAM)
      node = smr_term_children(l->term, node)[0];
    else
      return false;
  }
}

static Value *transposed(Lower *l, Value *v) {
  if (v->type->kind != TY_ARRAY || v->type->a->kind != TY_ARRAY) {
    lower_fail(l, "the transpose of what is not a matrix");
    return v;
  }
  Value *from = v->stored ? v->stored : v;
  const Ty *type = lower_ty_array(l, v->type->a->dim, lower_ty_array(l, v->type->dim, v->type->a->a));
  if (from->kind == V_TRANSPOSE)
    return from->args[0];
  if (from->kind == V_VIEW) {
    Value *t = lower_value(l, V_VIEW, from->level, type);
    uint32_t id = t->id;
    *t = *from;
    t->id = id;
    t->type = type;
    t->dims[0] = from->dims[1], t->dims[1] = from->dims[0];
    t->strides[0] = from->strides[1], t->strides[1] = from->strides[0];
    return t;
  }
  if (lower_costly(l, v)) // its elements will be asked for from memory anyway
    return transposed(l, lower_force(l, v));
  return make(l, V_TRANSPOSE, type, v, NULL);
}

// In memory, of that kind of number.
Value *lower_in_memory(Lower *l, Value *v, Number number) {
  Value *view = lower_force(l, v);
  if (view->kind == V_VIEW && view->number == number)
    return view;
  Suspended s = lower_suspend(l, v->level, true);
  Value *copy = lower_storage(l, v->level, lower_ty_join(l, v->type, lower_ty_floating(l, v->type)));
  if (!l->error && copy->number != number)
    copy = lower_storage(l, v->level, lower_ty_floating(l, lower_ty_array(l, v->type->dim, element(v))));
  if (!l->error && copy->number == number)
    lower_store(l, copy, view, false);
  else
    lower_fail(l, "operands of a call of different precision");
  lower_resume(l, &s);
  return copy;
}

// Whether an operand that is read once lies in memory, or will have to. (A description is computed as it is
// read, however much that takes, unless another place wants it, too: nothing is computed twice.)
static bool from_memory(Lower *l, const Value *v) {
  return v->kind == V_VIEW || v->stored || v->kind == V_CALL || v->kind == V_IFOLD ||
         (v->shared && lower_costly(l, v));
}

static bool tiny(const Value *dim) {
  return dim->constant && dim->value <= 8;
}

static Number precision(Value *const *v, uint32_t count) {
  Number n = N_INT;
  for (uint32_t i = 0; i < count; i++)
    if (v[i])
      n = lower_stronger(n, lower_ty_scalar(v[i]->type));
  return n == N_F32 ? N_F32 : N_F64;
}

static char letter(Number n) {
  return n == N_F32 ? 's' : 'd';
}

static const char *int32(Lower *l, Value *v) {
  if (v->constant)
    return lower_pure(l, ROOT_LEVEL, "arith.constant %lld : i32", (long long)v->value);
  return lower_pure(l, v->level, "arith.trunci %s : i64 to i32", lower_ssa(l, v, N_INT));
}

// A leading dimension: at least 1 and the width, which the library checks it against even for a single row.
static const char *leading(Lower *l, Value *stride, Value *width) {
  Value *one = lower_int(l, 1), *most = stride;
  for (int i = 0; i < 2; i++) {
    Value *other = i ? one : width;
    if (most->constant && other->constant)
      most = most->value >= other->value ? most : other;
    else {
      uint32_t level = most->level > other->level ? most->level : other->level;
      const char *x = lower_ssa(l, most, N_INT), *y = lower_ssa(l, other, N_INT);
      most = lower_number(l, N_INT, level, lower_pure(l, level, "arith.maxsi %s, %s : i64", x, y));
    }
  }
  return int32(l, most);
}

typedef struct {
  const char *pointer, *leading;
  bool transposed;
} Matrix;

static Matrix matrix(Lower *l, Value *v, Number number) {
  v = lower_in_memory(l, v, number);
  if (l->error)
    return (Matrix){0};
  bool rows = lower_unit(v->strides[1]), columns = lower_unit(v->strides[0]);
  if (!rows && !columns) {
    Value *copy = lower_storage(l, v->level, v->type);
    Suspended s = lower_suspend(l, v->level, true);
    lower_store(l, copy, v, false);
    lower_resume(l, &s);
    v = copy;
    rows = true;
  }
  // (A matrix of one column has two unit strides, and either reading is right.)
  return rows ? (Matrix){lower_address(l, v), leading(l, v->strides[0], v->dims[1]), false}
              : (Matrix){lower_address(l, v), leading(l, v->strides[1], v->dims[0]), true};
}

#define ROW_MAJOR 101
static int flag(const Matrix *m) {
  return m->transposed ? 112 : 111;
}

static const char *i32(Lower *l, int64_t value) {
  return int32(l, lower_int(l, value));
}

//===--- numbers ---===//

static Value *dot(Lower *l, Value *a, Value *b) {
  Value *operands[2] = {a, b};
  Number number = precision(operands, 2);
  if (l->options->calls == SMR_CALLS_LINALG && lower_ty_rank(a->type) == 1)
    return lower_linalg_number(l, a, b, number);
  if (l->options->calls != SMR_CALLS_CBLAS || !from_memory(l, a) || !from_memory(l, b) ||
      tiny(lower_dim(l, a)))
    return lower_sum(l, a, b);
  Suspended s = lower_suspend(l, lower_safe_level(l, a->level > b->level ? a->level : b->level), false);
  a = lower_in_memory(l, a, number), b = lower_in_memory(l, b, number);
  Value *result = lower_int(l, 0);
  if (!l->error) {
    const char *n = int32(l, a->dims[0]), *x = lower_address(l, a), *y = lower_address(l, b),
               *dx = int32(l, a->strides[0]), *dy = int32(l, b->strides[0]), *type = lower_mlir_type(number);
    const char *name =
        lower_pure(l, lower_depth(l),
                   "func.call @cblas_%cdot(%s, %s, %s, %s, %s) : (i32, !llvm.ptr, i32, !llvm.ptr, "
                   "i32) -> %s",
                   letter(number), n, x, dx, y, dy, type);
    result = lower_number(l, number, lower_depth(l), name);
  }
  lower_resume(l, &s);
  return result;
}

//===--- arrays ---===//

Value *lower_sum_of(Lower *l, const Ty *type, Value *alpha, Value *a, Value *beta, Value *b) {
  if (!lower_unit(alpha))
    a = make(l, V_SCALE, type, alpha, a);
  if (b && !lower_unit(beta))
    b = make(l, V_SCALE, type, beta, b);
  return b ? make(l, V_ADD, type, a, b) : a;
}

// The call of BLAS that an operation is: alpha · A · B + beta · C; `c` may be NULL. Transposes are views.
static Value *product(Lower *l, SmrArrayOp op, Value *alpha, Value *a, Value *b, Value *beta, Value *c) {
  bool vector = op == SMR_A_GEMV_F;
  Value *all[5] = {alpha, a, b, beta, c};
  const Ty *number = lower_ty_number(l, precision(all, 5));
  const Ty *type =
      b->type->kind != TY_ARRAY || a->type->kind != TY_ARRAY
          ? number
          : lower_ty_array(l, a->type->dim, vector ? number : lower_ty_array(l, element(b)->dim, number));
  if (lower_ty_rank(a->type) != 2 || lower_ty_rank(b->type) != (vector ? 1 : 2) ||
      (c && lower_ty_rank(c->type) != lower_ty_rank(type))) {
    lower_fail(l, "a product of what is no matrix or vector");
    return lower_int(l, 0);
  }
  if (c && (is_zero(l, c) || is_zero(l, beta)))
    c = NULL;
  const Value *inner = a->type->a->dim;
  if (!vector && inner && inner->constant && inner->value >= 1 && inner->value <= OUTER &&
      l->options->calls != SMR_CALLS_LINALG) {
    return lower_sum_of(l, type, alpha, make(l, V_OUTER, type, a, b), beta, c);
  }
  // A matrix that is only described is read once here: to store it would cost more than to compute it.
  bool library = l->options->calls == SMR_CALLS_CBLAS, low = a->type->dim && a->type->dim->value < 64;
  bool call = l->options->calls == SMR_CALLS_LINALG || !vector ||
              (library && from_memory(l, a) && !(inner && tiny(inner) && low));
  Value *v = lower_value(l, call ? V_CALL : V_ROWS, ROOT_LEVEL, type);
  v->op = op;
  for (int i = 0; i < 5; i++) {
    v->args[i] = all[i];
    if (all[i] && all[i]->level > v->level)
      v->level = all[i]->level;
  }
  v->args[4] = c;
  return v;
}

Value *lower_call(Lower *l, SmrArrayOp op, Value **v) {
  if (l->options->calls == SMR_CALLS_LINALG &&
      (op == SMR_A_T_ADD || op == SMR_A_T_MUL || op == SMR_A_T_TRANSPOSE)) {
    Value *a = v[op == SMR_A_T_MUL];
    int rank = lower_ty_rank(a->type);
    const Ty *number = lower_ty_number(l, precision(v, op == SMR_A_T_TRANSPOSE ? 1 : 2));
    if ((rank == 1 && op != SMR_A_T_TRANSPOSE) || rank == 2) {
      const Ty *type = a->type;
      type = rank == 1 ? lower_ty_array(l, type->dim, number)
             : op == SMR_A_T_TRANSPOSE
                 ? lower_ty_array(l, type->a->dim, lower_ty_array(l, type->dim, number))
                 : lower_ty_array(l, type->dim, lower_ty_array(l, type->a->dim, number));
      Value *call = make(l, V_CALL, type, v[0], op == SMR_A_T_TRANSPOSE ? NULL : v[1]);
      call->op = op;
      return call;
    }
  }
  switch (op) {
  case SMR_A_DOT:
  case SMR_A_T_DOT:
    return dot(l, v[0], v[1]);
  case SMR_A_T_SUM:
    return l->options->calls == SMR_CALLS_LINALG && lower_ty_rank(v[0]->type) == 1
               ? lower_linalg_number(l, v[0], NULL, precision(v, 1))
               : lower_sum(l, v[0], NULL);
  case SMR_A_MEMSET:
  case SMR_A_T_FULL:
    if (v[0]->kind != V_NUMBER)
      break;
    return make(l, V_FILL, lower_ty_array(l, v[0], v[1]->type), v[1], NULL);
  case SMR_A_T_ADD:
    if (v[0]->kind == V_NUMBER)
      return lower_arithmetic(l, SMR_A_ADD, v[0], v[1]);
    return make(l, V_ADD, lower_ty_join(l, v[0]->type, v[1]->type), v[0], v[1]);
  case SMR_A_T_MUL:
  case SMR_A_AXPY: {
    if (v[1]->kind == V_NUMBER)
      return lower_arithmetic(l, SMR_A_MUL, v[0], v[1]);
    if (v[0]->kind != V_NUMBER || lower_ty_rank(v[1]->type) < 1)
      break;
    const Ty *type = v[1]->type;
    Number n = lower_stronger(lower_ty_scalar(v[0]->type), lower_ty_scalar(type));
    int rank = lower_ty_rank(type);
    const Ty *levels[SMR_ARRAY_TYPE_MAX_RANK + 1];
    for (int i = 0; i < rank && i < SMR_ARRAY_TYPE_MAX_RANK; i++, type = type->a)
      levels[i] = type;
    type = lower_ty_number(l, n);
    for (int i = rank; i-- > 0;)
      type = lower_ty_array(l, levels[i]->dim, type);
    Value *scaled = lower_unit(v[0]) ? v[1] : make(l, V_SCALE, type, v[0], v[1]);
    if (op == SMR_A_T_MUL)
      return scaled;
    if (is_zero(l, v[2]))
      return scaled;
    return make(l, V_ADD, lower_ty_join(l, type, v[2]->type), scaled, v[2]);
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
    return product(l, SMR_A_GEMV_F, lower_int(l, 1), v[0], v[1], lower_int(l, 0), NULL);
  case SMR_A_T_MM:
    return product(l, SMR_A_GEMM_FF, lower_int(l, 1), v[0], v[1], lower_int(l, 0), NULL);
  default:
    break;
  }
  lower_fail(l, "a call whose operands do not fit");
  return lower_int(l, 0);
}

//===--- into a destination ---===//

// alpha · sum + beta · old
static Value *combine(Lower *l, Value *v, Value *sum, Value *old) {
  sum = lower_arithmetic(l, SMR_A_MUL, v->args[0], sum);
  return old ? lower_arithmetic(l, SMR_A_ADD, sum, lower_arithmetic(l, SMR_A_MUL, v->args[3], old)) : sum;
}

Value *lower_row(Lower *l, Value *v, Value *i) {
  Value *sum = lower_sum(l, lower_get(l, v->args[1], i), v->args[2]);
  return combine(l, v, sum, v->args[4] ? lower_get(l, v->args[4], i) : NULL);
}

// The destination's number with the summand, before anything is added.
static bool start(Lower *l, Value *dest, Value *v) {
  Value *c = v->args[4];
  if (!c)
    return false;
  if (!lower_unit(v->args[3]))
    c = lower_call(l, SMR_A_T_MUL, (Value *[]){v->args[3], c});
  lower_store(l, dest, c, false);
  return true;
}

static void written_out_matrix(Lower *l, Value *dest, Value *v) {
  // Row by row, adding multiples of B's rows: unit strides, and no sum that has to stay in order.
  Value *a = v->args[1], *b = v->args[2];
  if (!start(l, dest, v))
    lower_store(l, dest, make(l, V_FILL, v->type, make(l, V_FILL, v->type->a, lower_int(l, 0), NULL), NULL),
                false);
  Value *i = lower_loop(l, lower_dim(l, dest), 0, NULL, NULL, NULL);
  Value *k = lower_loop(l, lower_dim(l, b), 0, NULL, NULL, NULL);
  Value *row = lower_element(l, dest, i);
  Value *factor = lower_arithmetic(l, SMR_A_MUL, v->args[0], lower_get(l, lower_get(l, a, i), k));
  Value *j = lower_loop(l, lower_dim(l, row), 0, NULL, NULL, NULL);
  Value *cell = lower_element(l, row, j);
  Value *sum = lower_arithmetic(l, SMR_A_ADD, lower_read(l, cell),
                                lower_arithmetic(l, SMR_A_MUL, factor, lower_get(l, lower_get(l, b, k), j)));
  lower_store(l, cell, sum, false);
  for (int loop = 0; loop < 3; loop++)
    lower_end_loop(l, NULL, NULL, NULL);
}

static void blas_vector(Lower *l, Value *dest, Value *v) {
  Number number = dest->number;
  Matrix a = matrix(l, v->args[1], number);
  Value *x = lower_in_memory(l, v->args[2], number);
  if (l->error)
    return;
  bool added = start(l, dest, v);
  Value *rows = lower_dim(l, v->args[1]), *columns = lower_dim(l, x);
  if (!added && !(columns->constant && columns->value > 0)) {
    // (A matrix without columns makes the library return at once.)
    lower_store(l, dest, make(l, V_FILL, v->type, lower_int(l, 0), NULL), false);
    added = true;
  }
  const char *type = lower_mlir_type(number);
  const char *m = int32(l, a.transposed ? columns : rows), *n = int32(l, a.transposed ? rows : columns),
             *order = i32(l, ROW_MAJOR), *trans = i32(l, flag(&a)), *alpha = lower_ssa(l, v->args[0], number),
             *px = lower_address(l, x), *dx = int32(l, x->strides[0]),
             *beta = lower_ssa(l, lower_int(l, added), number), *py = lower_address(l, dest),
             *dy = int32(l, dest->strides[0]);
  lower_line(
      l,
      "func.call @cblas_%cgemv(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) : (i32, i32, i32, i32, %s, "
      "!llvm.ptr, i32, !llvm.ptr, i32, %s, !llvm.ptr, i32) -> ()",
      letter(number), order, trans, m, n, alpha, a.pointer, a.leading, px, dx, beta, py, dy, type, type);
}

static void blas_matrix(Lower *l, Value *dest, Value *v) {
  Number number = dest->number;
  Matrix a = matrix(l, v->args[1], number), b = matrix(l, v->args[2], number);
  if (l->error)
    return;
  bool added = start(l, dest, v);
  const char *type = lower_mlir_type(number);
  const char *order = i32(l, ROW_MAJOR), *ta = i32(l, flag(&a)), *tb = i32(l, flag(&b)),
             *m = int32(l, dest->dims[0]), *n = int32(l, dest->dims[1]),
             *k = int32(l, lower_dim(l, v->args[2])), *alpha = lower_ssa(l, v->args[0], number),
             *beta = lower_ssa(l, lower_int(l, added), number), *pc = lower_address(l, dest),
             *ldc = leading(l, dest->strides[0], dest->dims[1]);
  lower_line(
      l,
      "func.call @cblas_%cgemm(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) : (i32, i32, i32, "
      "i32, i32, i32, %s, !llvm.ptr, i32, !llvm.ptr, i32, %s, !llvm.ptr, i32) -> ()",
      letter(number), order, ta, tb, m, n, k, alpha, a.pointer, a.leading, b.pointer, b.leading, beta, pc,
      ldc, type, type);
}

void lower_call_into(Lower *l, Value *dest, Value *v) {
  bool vector = v->op == SMR_A_GEMV_F, library = l->options->calls == SMR_CALLS_CBLAS;
  Number number = lower_stored(lower_ty_scalar(v->type));
  if (dest->kind != V_VIEW) {
    lower_fail(l, "a call whose operands do not fit");
    return;
  }
  if (dest->number != number || (v->op == SMR_A_GEMM_FF && !lower_unit(dest->strides[1]))) {
    Value *buffer = lower_storage(l, lower_depth(l), v->type);
    if (l->error)
      return;
    lower_call_into(l, buffer, v);
    lower_store(l, dest, buffer, false);
    return;
  }
  if (l->options->calls == SMR_CALLS_LINALG)
    lower_linalg_into(l, dest, v);
  else if (vector)
    blas_vector(l, dest, v);
  else if (!library || (tiny(dest->dims[0]) && tiny(dest->dims[1]) && tiny(lower_dim(l, v->args[2]))))
    written_out_matrix(l, dest, v);
  else
    blas_matrix(l, dest, v);
}
