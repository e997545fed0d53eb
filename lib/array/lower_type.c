//===- lower_type.c - what kind of value a term will be ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Buffers and carried values need their types before the code that fills them is written. Functions are
// applied to types, as they are to values: so indices have types, too.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"

static const Ty *make(Lower *l, Ty type) {
  Ty *t = lower_alloc(l, sizeof *t);
  *t = type;
  return t;
}

static const Ty unknown = {.kind = TY_UNKNOWN};

const Ty *lower_ty_number(Lower *l, Number number) {
  (void)l;
  static const Ty numbers[] = {{.kind = TY_NUMBER, .number = N_INT},
                               {.kind = TY_NUMBER, .number = N_REAL},
                               {.kind = TY_NUMBER, .number = N_F32},
                               {.kind = TY_NUMBER, .number = N_F64}};
  return &numbers[number];
}

const Ty *lower_ty_array(Lower *l, Value *dim, const Ty *element) {
  return make(l, (Ty){.kind = TY_ARRAY, .dim = dim, .a = element});
}

const Ty *lower_ty_join(Lower *l, const Ty *a, const Ty *b) {
  if (a == b || b->kind == TY_UNKNOWN)
    return a;
  if (a->kind == TY_UNKNOWN)
    return b;
  if (a->kind != b->kind)
    return &unknown;
  switch (a->kind) {
  case TY_NUMBER:
    return lower_ty_number(l, lower_stronger(a->number, b->number));
  case TY_ARRAY:
    return lower_ty_array(l, a->dim && (a->dim->constant || !b->dim) ? a->dim : b->dim,
                          lower_ty_join(l, a->a, b->a));
  case TY_TUPLE:
    return make(l,
                (Ty){.kind = TY_TUPLE, .a = lower_ty_join(l, a->a, b->a), .b = lower_ty_join(l, a->b, b->b)});
  default:
    return a;
  }
}

const Ty *lower_ty_floating(Lower *l, const Ty *t) {
  switch (t->kind) {
  case TY_NUMBER:
    return lower_ty_number(l, t->number == N_F32 ? N_F32 : N_F64);
  case TY_ARRAY:
    return lower_ty_array(l, t->dim, lower_ty_floating(l, t->a));
  case TY_TUPLE:
    return make(l, (Ty){.kind = TY_TUPLE, .a = lower_ty_floating(l, t->a), .b = lower_ty_floating(l, t->b)});
  default:
    return t;
  }
}

Number lower_ty_scalar(const Ty *t) {
  while (t->kind == TY_ARRAY)
    t = t->a;
  return t->kind == TY_NUMBER ? t->number : N_F64;
}

int lower_ty_rank(const Ty *t) {
  int rank = 0;
  for (; t->kind == TY_ARRAY; t = t->a)
    rank++;
  return t->kind == TY_NUMBER ? rank : -1;
}

bool lower_ty_has_array(const Ty *t) {
  return t->kind == TY_ARRAY ||
         (t->kind == TY_TUPLE && (lower_ty_has_array(t->a) || lower_ty_has_array(t->b)));
}

const Ty *lower_ty_apply(Lower *l, const Ty *f, const Ty *x) {
  if (f->kind != TY_FUNCTION)
    return &unknown;
  Value *v = lower_value(l, V_ABSTRACT, lower_depth(l), x);
  Env *env = lower_alloc(l, sizeof *env);
  *env = (Env){v, f->env};
  return lower_type(l, f->body, env);
}

const Ty *lower_ty_carried(Lower *l, const Ty *init, const Ty *f) {
  // Sums of whole numbers are carried as floating-point ones: the language's numbers do not overflow.
  const Ty *t = lower_ty_floating(l, init), *index = lower_ty_number(l, N_INT);
  for (int round = 0; round < 2; round++)
    t = lower_ty_floating(l, lower_ty_join(l, t, lower_ty_apply(l, lower_ty_apply(l, f, index), t)));
  // (A constant that starts a sum of f32 does not make it f64.)
  if (t->kind == TY_NUMBER && init->kind == TY_NUMBER && init->number <= N_REAL) {
    const Ty *body = lower_ty_apply(l, lower_ty_apply(l, f, index), init);
    if (body->kind == TY_NUMBER && body->number == N_F32)
      return body;
  }
  return t;
}

static const Ty *element(const Ty *t) {
  return t->kind == TY_ARRAY ? t->a : &unknown;
}

static Value *dim(const Ty *t) {
  return t->kind == TY_ARRAY ? t->dim : NULL;
}

static const Ty *matrix(Lower *l, Value *rows, Value *columns, Number scalar) {
  return lower_ty_array(l, rows, lower_ty_array(l, columns, lower_ty_number(l, scalar)));
}

static const Ty *call(Lower *l, SmrArrayOp op, const Ty *const *t, Value *size) {
  Number scalar = N_INT;
  uint32_t arity = smr_op_info(l->array->ops, l->array->operators[op])->arity;
  for (uint32_t i = 0; i < arity; i++)
    if (i || (op != SMR_A_MEMSET && op != SMR_A_T_FULL))
      scalar = lower_stronger(scalar, lower_ty_scalar(t[i]));
  Number stored = scalar == N_F32 ? N_F32 : N_F64;
  bool first = op == SMR_A_GEMM_TF || op == SMR_A_GEMM_TT || op == SMR_A_GEMV_T,
       second = op == SMR_A_GEMM_FT || op == SMR_A_GEMM_TT;
  switch (op) {
  case SMR_A_DOT:
  case SMR_A_T_DOT:
  case SMR_A_T_SUM:
    return lower_ty_number(l, stored);
  case SMR_A_AXPY:
    return lower_ty_array(l, dim(t[1]), lower_ty_number(l, stored));
  case SMR_A_GEMV_F:
  case SMR_A_GEMV_T:
    return lower_ty_array(l, first ? dim(element(t[1])) : dim(t[1]), lower_ty_number(l, stored));
  case SMR_A_T_MV:
    return lower_ty_array(l, dim(t[0]), lower_ty_number(l, stored));
  case SMR_A_GEMM_FF:
  case SMR_A_GEMM_FT:
  case SMR_A_GEMM_TF:
  case SMR_A_GEMM_TT:
    return matrix(l, first ? dim(element(t[1])) : dim(t[1]), second ? dim(t[2]) : dim(element(t[2])), stored);
  case SMR_A_T_MM:
    return matrix(l, dim(t[0]), dim(element(t[1])), stored);
  case SMR_A_TRANSPOSE:
  case SMR_A_T_TRANSPOSE:
    return lower_ty_array(l, dim(element(t[0])), lower_ty_array(l, dim(t[0]), element(element(t[0]))));
  case SMR_A_MEMSET:
  case SMR_A_T_FULL:
    return lower_ty_array(l, size, t[1]);
  case SMR_A_T_ADD:
    return lower_ty_join(l, t[0], t[1]);
  case SMR_A_T_MUL: {
    if (t[1]->kind == TY_NUMBER)
      return lower_ty_number(l, scalar);
    if (t[1]->kind != TY_ARRAY)
      return &unknown;
    const Ty *both[2] = {t[0], t[1]->a};
    return lower_ty_array(l, t[1]->dim, call(l, op, both, NULL));
  }
  default:
    return &unknown;
  }
}

const Ty *lower_type(Lower *l, uint32_t node, const Env *env) {
  SmrOp op = l->term->nodes.data[node].op;
  const SmrOpInfo *info = smr_op_info(l->array->ops, op);
  if (info->arity == 0)
    return lower_eval(l, node, env)->type;
  const uint32_t *c = smr_term_children(l->term, node);
  SmrArrayOp which = smr_array_classify(l->array, op);
  if (which == SMR_A_LAM)
    return make(l, (Ty){.kind = TY_FUNCTION, .body = c[0], .env = env});
  uint32_t arity = info->arity;
  const Ty *t[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < arity; i++)
    t[i] = lower_type(l, c[i], env);
  Value *size = NULL;
  if (smr_op_info(l->array->ops, l->term->nodes.data[c[0]].op)->arity == 0) {
    size = lower_eval(l, c[0], env);
    size = size->kind == V_NUMBER ? size : NULL;
  }
  switch (which) {
  case SMR_A_APP: {
    if (t[0]->kind != TY_FUNCTION || smr_op_info(l->array->ops, l->term->nodes.data[c[1]].op)->arity)
      return lower_ty_apply(l, t[0], t[1]);
    Env *inner = lower_alloc(l, sizeof *inner);
    *inner = (Env){lower_eval(l, c[1], env), t[0]->env};
    return lower_type(l, t[0]->body, inner);
  }
  case SMR_A_BUILD:
    return lower_ty_array(l, size, lower_ty_apply(l, t[1], lower_ty_number(l, N_INT)));
  case SMR_A_GET:
    return element(t[0]);
  case SMR_A_IFOLD:
    return lower_ty_carried(l, t[1], t[2]);
  case SMR_A_TUPLE:
    return make(l, (Ty){.kind = TY_TUPLE, .a = t[0], .b = t[1]});
  case SMR_A_FST:
  case SMR_A_SND:
    return t[0]->kind != TY_TUPLE ? &unknown : which == SMR_A_FST ? t[0]->a : t[0]->b;
  case SMR_A_ADD:
  case SMR_A_SUB:
  case SMR_A_MUL:
  case SMR_A_DIV: {
    if (t[0]->kind != TY_NUMBER || t[1]->kind != TY_NUMBER)
      return &unknown;
    Number n = lower_stronger(t[0]->number, t[1]->number);
    return lower_ty_number(l, which == SMR_A_DIV && n == N_INT ? N_REAL : n);
  }
  case SMR_A_GREATER:
  case SMR_A_LESS:
    return lower_ty_number(l, N_INT);
  default:
    return call(l, which, t, size);
  }
}
