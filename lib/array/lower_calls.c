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
    SmrLowerValue *t = smr_lower_clone(l, from, type);
    t->dims[0] = from->dims[1], t->dims[1] = from->dims[0];
    t->strides[0] = from->strides[1], t->strides[1] = from->strides[0];
    return t;
  }
  if (smr_lower_costly(l, v)) // its elements will be asked for from memory anyway
    return transposed(l, smr_lower_force(l, v));
  return smr_lower_described(l, SMR_LOWER_VALUE_TRANSPOSE, type, v, NULL);
}

// In memory, of that kind of number.
static SmrLowerValue *in_memory(SmrLowering *l, SmrLowerValue *v, SmrLowerNumber number) {
  SmrLowerValue *view = smr_lower_force(l, v);
  if (view->kind == SMR_LOWER_VALUE_VIEW && view->number == number)
    return view;
  SmrLowerSuspended s = smr_lower_suspend(l, v->level, true);
  SmrLowerValue *copy = smr_lower_storage(
      l, v->level, smr_lower_ty_join(l, v->type, smr_lower_ty_floating(l, v->type)), NULL, true);
  if (!l->error && copy->number != number)
    copy = smr_lower_storage(
        l, v->level, smr_lower_ty_floating(l, smr_lower_ty_array(l, v->type->dim, smr_lower_ty_element(v))),
        NULL, true);
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

// (A matrix of one column has two unit strides, and either reading is right.)
static SmrLoopsMatrix matrix(SmrLowering *l, SmrLowerValue *v, SmrLowerNumber number) {
  v = in_memory(l, v, number);
  if (l->options->print.gemm == SMR_LOOPS_GEMM_CBLAS && v->rank == 2 && !l->error &&
      !smr_lower_unit(v->strides[0]) && !smr_lower_unit(v->strides[1])) {
    SmrLowerValue *copy = smr_lower_storage(l, v->level, v->type, NULL, true);
    SmrLowerSuspended s = smr_lower_suspend(l, v->level, true);
    smr_lower_store(l, copy, v, false);
    smr_lower_resume(l, &s);
    v = copy;
  }
  return l->error ? (SmrLoopsMatrix){0} : smr_lower_matrix(l, v);
}

//===--- numbers ---===//

// A dot product; b is NULL: a sum.
static SmrLowerValue *dot(SmrLowering *l, SmrLowerValue *a, SmrLowerValue *b) {
  SmrLowerNumber number = precision((SmrLowerValue *[]){a, b}, 2);
  bool linalg = l->options->print.gemm == SMR_LOOPS_GEMM_LINALG && smr_lower_ty_rank(a->type) == 1;
  if (!linalg && (!b || l->options->print.gemm != SMR_LOOPS_GEMM_CBLAS || !from_memory(l, a) ||
                  !from_memory(l, b) || tiny(smr_lower_dim(l, a))))
    return smr_lower_sum(l, a, b);
  SmrLowerSuspended s =
      smr_lower_suspend(l, smr_lower_safe_level(l, b && b->level > a->level ? b->level : a->level), false);
  SmrLowerValue *cell = smr_lower_storage(l, smr_scopes_level(&l->scopes), smr_lower_ty_number(l, number),
                                          NULL, true),
                *result = smr_lower_int(l, 0);
  a = in_memory(l, a, number);
  if (b) {
    SmrLoopsIndex one = smr_loops_int(l->loops, 1);
    SmrLoopsMatrix x = matrix(l, a, number), y = matrix(l, b, number);
    x = (SmrLoopsMatrix){x.buffer, x.offset, one, x.row};
    if (!l->error)
      smr_loops_gemm(l->loops, smr_lower_loops_type(number), one, one, smr_lower_dim(l, a)->index,
                     SMR_LOOPS_ONE, x, y, 0, smr_lower_matrix(l, cell));
  } else if (!l->error) {
    smr_lower_named(l, SMR_LOOPS_REDUCE, NULL, a, NULL, cell);
    smr_lower_store(l, cell, smr_lower_sum(l, a, NULL), false);
    smr_lower_end(l, 0, NULL, NULL);
  }
  if (!l->error)
    result = smr_lower_read(l, cell);
  smr_lower_resume(l, &s);
  return result;
}

//===--- arrays ---===//

static SmrLowerValue *sum_of(SmrLowering *l, const SmrLowerType *type, SmrLowerValue *alpha, SmrLowerValue *a,
                             SmrLowerValue *beta, SmrLowerValue *b) {
  if (!smr_lower_unit(alpha))
    a = smr_lower_described(l, SMR_LOWER_VALUE_SCALE, type, alpha, a);
  if (b && !smr_lower_unit(beta))
    b = smr_lower_described(l, SMR_LOWER_VALUE_SCALE, type, beta, b);
  return b ? smr_lower_described(l, SMR_LOWER_VALUE_ADD, type, a, b) : a;
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
                               vector ? number : smr_lower_ty_array(l, smr_lower_ty_element(b)->dim, number));
  if (smr_lower_ty_rank(a->type) != 2 || smr_lower_ty_rank(b->type) != (vector ? 1 : 2) ||
      (c && smr_lower_ty_rank(c->type) != smr_lower_ty_rank(type))) {
    smr_lower_fail(l, "a product of what is no matrix or vector");
    return smr_lower_int(l, 0);
  }
  if (c && (is_zero(l, c) || is_zero(l, beta)))
    c = NULL;
  const SmrLowerValue *inner = a->type->a->dim;
  if (!vector && inner && inner->constant && inner->value >= 1 && inner->value <= OUTER &&
      l->options->print.gemm != SMR_LOOPS_GEMM_LINALG) {
    return sum_of(l, type, alpha, smr_lower_described(l, SMR_LOWER_VALUE_OUTER, type, a, b), beta, c);
  }
  // A matrix that is only described is read once here: to store it would cost more than to compute it.
  bool library = l->options->print.gemm == SMR_LOOPS_GEMM_CBLAS,
       low = a->type->dim && a->type->dim->value < 64;
  bool call = l->options->print.gemm == SMR_LOOPS_GEMM_LINALG || !vector ||
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
  if (l->options->print.gemm == SMR_LOOPS_GEMM_LINALG &&
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
      SmrLowerValue *call =
          smr_lower_described(l, SMR_LOWER_VALUE_CALL, type, v[0], op == SMR_A_T_TRANSPOSE ? NULL : v[1]);
      call->op = op;
      return call;
    }
  }
  switch (op) {
  case SMR_A_DOT:
  case SMR_A_T_DOT:
    return dot(l, v[0], v[1]);
  case SMR_A_T_SUM:
    return dot(l, v[0], NULL);
  case SMR_A_MEMSET:
  case SMR_A_T_FULL:
    if (v[0]->kind != SMR_LOWER_VALUE_NUMBER)
      break;
    return smr_lower_described(l, SMR_LOWER_VALUE_FILL, smr_lower_ty_array(l, v[0], v[1]->type), v[1], NULL);
  case SMR_A_T_ADD:
    if (v[0]->kind == SMR_LOWER_VALUE_NUMBER)
      return smr_lower_arithmetic(l, SMR_A_ADD, v[0], v[1]);
    return smr_lower_described(l, SMR_LOWER_VALUE_ADD, smr_lower_ty_join(l, v[0]->type, v[1]->type), v[0],
                               v[1]);
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
    SmrLowerValue *scaled =
        smr_lower_unit(v[0]) ? v[1] : smr_lower_described(l, SMR_LOWER_VALUE_SCALE, type, v[0], v[1]);
    if (op == SMR_A_T_MUL)
      return scaled;
    if (is_zero(l, v[2]))
      return scaled;
    return smr_lower_described(l, SMR_LOWER_VALUE_ADD, smr_lower_ty_join(l, type, v[2]->type), scaled, v[2]);
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
                    smr_lower_described(
                        l, SMR_LOWER_VALUE_FILL, v->type,
                        smr_lower_described(l, SMR_LOWER_VALUE_FILL, v->type->a, smr_lower_int(l, 0), NULL),
                        NULL),
                    false);
  SmrLowerValue *i = smr_lower_loop(l, smr_lower_dim(l, dest), 0, NULL, NULL);
  SmrLowerValue *k = smr_lower_loop(l, smr_lower_dim(l, b), 0, NULL, NULL);
  SmrLowerValue *row = smr_lower_element(l, dest, i);
  SmrLowerValue *factor =
      smr_lower_arithmetic(l, SMR_A_MUL, v->args[0], smr_lower_get(l, smr_lower_get(l, a, i), k));
  SmrLowerValue *j = smr_lower_loop(l, smr_lower_dim(l, row), 0, NULL, NULL);
  SmrLowerValue *cell = smr_lower_element(l, row, j);
  SmrLowerValue *sum = smr_lower_arithmetic(
      l, SMR_A_ADD, smr_lower_read(l, cell),
      smr_lower_arithmetic(l, SMR_A_MUL, factor, smr_lower_get(l, smr_lower_get(l, b, k), j)));
  smr_lower_store(l, cell, sum, false);
  for (int loop = 0; loop < 3; loop++)
    smr_lower_end(l, 0, NULL, NULL);
}

static void library_product(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v) {
  bool vector = v->op == SMR_A_GEMV_F;
  SmrLoopsMatrix a = matrix(l, v->args[1], dest->number), b = matrix(l, v->args[2], dest->number);
  if (l->error)
    return;
  bool added = start(l, dest, v);
  SmrLoopsValue alpha =
      smr_lower_unit(v->args[0]) ? SMR_LOOPS_ONE : smr_lower_as(l, v->args[0], dest->number);
  SmrLoopsIndex columns = vector ? smr_loops_int(l->loops, 1) : dest->dims[1]->index;
  smr_loops_gemm(l->loops, smr_lower_loops_type(dest->number), dest->dims[0]->index, columns,
                 smr_lower_dim(l, v->args[2])->index, alpha, a, b, added, smr_lower_matrix(l, dest));
}

// What linalg has an operation for. What is added to a product, and factors, by loops.
static void linalg(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v) {
  bool scaled = v->op == SMR_A_T_MUL, sum = v->op == SMR_A_T_ADD;
  if (scaled || sum || v->op == SMR_A_T_TRANSPOSE) {
    SmrLowerValue *a = in_memory(l, v->args[scaled], dest->number),
                  *b = sum ? in_memory(l, v->args[1], dest->number) : NULL;
    if (l->error)
      return;
    smr_lower_named(l,
                    scaled ? SMR_LOOPS_SCALE
                    : sum  ? SMR_LOOPS_SUM
                           : SMR_LOOPS_TRANSPOSE,
                    scaled ? v->args[0] : NULL, a, b, dest);
    smr_lower_store(l, dest,
                    scaled ? smr_lower_described(l, SMR_LOWER_VALUE_SCALE, v->type, v->args[0], a)
                    : sum  ? smr_lower_described(l, SMR_LOWER_VALUE_ADD, v->type, a, b)
                           : transposed(l, a),
                    false);
    smr_lower_end(l, 0, NULL, NULL);
    return;
  }
  SmrLowerValue *into = dest, only = *v;
  only.args[0] = smr_lower_int(l, 1), only.args[4] = NULL;
  bool alone = !v->args[4] && smr_lower_unit(v->args[0]);
  if (!alone)
    into = smr_lower_storage(l, smr_scopes_level(&l->scopes), v->type, NULL, true);
  if (!l->error)
    library_product(l, into, &only);
  if (!l->error && !alone)
    smr_lower_store(l, dest, sum_of(l, v->type, v->args[0], into, v->args[3], v->args[4]), false);
}

void smr_lower_call_into(SmrLowering *l, SmrLowerValue *dest, SmrLowerValue *v) {
  bool vector = v->op == SMR_A_GEMV_F, library = l->options->print.gemm == SMR_LOOPS_GEMM_CBLAS;
  SmrLowerNumber number = smr_lower_stored(smr_lower_ty_scalar(v->type));
  if (dest->kind != SMR_LOWER_VALUE_VIEW) {
    smr_lower_fail(l, "a call whose operands do not fit");
    return;
  }
  if (dest->number != number || (v->op == SMR_A_GEMM_FF && !smr_lower_unit(dest->strides[1]))) {
    SmrLowerValue *buffer = smr_lower_storage(l, smr_scopes_level(&l->scopes), v->type, NULL, true);
    if (l->error)
      return;
    smr_lower_call_into(l, buffer, v);
    smr_lower_store(l, dest, buffer, false);
    return;
  }
  if (l->options->print.gemm == SMR_LOOPS_GEMM_LINALG)
    linalg(l, dest, v);
  else if (!vector &&
           (!library || (tiny(dest->dims[0]) && tiny(dest->dims[1]) && tiny(smr_lower_dim(l, v->args[2])))))
    written_out_matrix(l, dest, v);
  else
    library_product(l, dest, v);
}
