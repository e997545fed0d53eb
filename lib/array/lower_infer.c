//===- lower_infer.c - what kind of value a term will be ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Buffers and carried values need their types before the statements that fill them are appended. Functions
// are applied to types, as they are to values: so indices have types, too.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"

static const SmrLowerType unknown = {.kind = SMR_LOWER_TYPE_UNKNOWN};

static const SmrLowerType *apply(SmrLowering *l, const SmrLowerType *f, const SmrLowerType *x) {
  if (f->kind != SMR_LOWER_TYPE_FUNCTION)
    return &unknown;
  SmrLowerValue *v = smr_lower_value(l, SMR_LOWER_VALUE_ABSTRACT, smr_scopes_level(&l->scopes), x);
  SmrLowerEnv *env = smr_lower_alloc(l, sizeof *env);
  *env = (SmrLowerEnv){v, f->env};
  return smr_lower_type(l, f->body, env);
}

static const SmrLowerType *carried(SmrLowering *l, const SmrLowerType *init, const SmrLowerType *f) {
  // Sums of whole numbers are carried as floating-point ones: the language's numbers do not overflow.
  const SmrLowerType *t = smr_lower_ty_floating(l, init), *index = smr_lower_ty_number(l, SMR_LOWER_INT);
  for (int round = 0; round < 2; round++)
    t = smr_lower_ty_floating(l, smr_lower_ty_join(l, t, apply(l, apply(l, f, index), t)));
  // (A constant that starts a sum of f32 does not make it f64.)
  if (t->kind == SMR_LOWER_TYPE_NUMBER && init->kind == SMR_LOWER_TYPE_NUMBER &&
      init->number <= SMR_LOWER_REAL) {
    const SmrLowerType *body = apply(l, apply(l, f, index), init);
    if (body->kind == SMR_LOWER_TYPE_NUMBER && body->number == SMR_LOWER_F32)
      return body;
  }
  return t;
}

static const SmrLowerType *element(const SmrLowerType *t) {
  return t->kind == SMR_LOWER_TYPE_ARRAY ? t->a : &unknown;
}

static SmrLowerValue *dim(const SmrLowerType *t) {
  return t->kind == SMR_LOWER_TYPE_ARRAY ? t->dim : NULL;
}

static const SmrLowerType *matrix(SmrLowering *l, SmrLowerValue *rows, SmrLowerValue *columns,
                                  SmrLowerNumber scalar) {
  return smr_lower_ty_array(l, rows, smr_lower_ty_array(l, columns, smr_lower_ty_number(l, scalar)));
}

static const SmrLowerType *call(SmrLowering *l, SmrArrayOp op, const SmrLowerType *const *t,
                                SmrLowerValue *size) {
  SmrLowerNumber scalar = SMR_LOWER_INT;
  uint32_t arity = smr_operator_info(l->array->ops, l->array->operators[op])->arity;
  for (uint32_t i = 0; i < arity; i++)
    if (i || (op != SMR_A_MEMSET && op != SMR_A_T_FULL))
      scalar = smr_lower_stronger(scalar, smr_lower_ty_scalar(t[i]));
  SmrLowerNumber stored = scalar == SMR_LOWER_F32 ? SMR_LOWER_F32 : SMR_LOWER_F64;
  bool first = op == SMR_A_GEMM_TF || op == SMR_A_GEMM_TT || op == SMR_A_GEMV_T,
       second = op == SMR_A_GEMM_FT || op == SMR_A_GEMM_TT;
  switch (op) {
  case SMR_A_DOT:
  case SMR_A_T_DOT:
  case SMR_A_T_SUM:
    return smr_lower_ty_number(l, stored);
  case SMR_A_AXPY:
    return smr_lower_ty_array(l, dim(t[1]), smr_lower_ty_number(l, stored));
  case SMR_A_GEMV_F:
  case SMR_A_GEMV_T:
    return smr_lower_ty_array(l, first ? dim(element(t[1])) : dim(t[1]), smr_lower_ty_number(l, stored));
  case SMR_A_T_MV:
    return smr_lower_ty_array(l, dim(t[0]), smr_lower_ty_number(l, stored));
  case SMR_A_GEMM_FF:
  case SMR_A_GEMM_FT:
  case SMR_A_GEMM_TF:
  case SMR_A_GEMM_TT:
    return matrix(l, first ? dim(element(t[1])) : dim(t[1]), second ? dim(t[2]) : dim(element(t[2])), stored);
  case SMR_A_T_MM:
    return matrix(l, dim(t[0]), dim(element(t[1])), stored);
  case SMR_A_TRANSPOSE:
  case SMR_A_T_TRANSPOSE:
    return smr_lower_ty_array(l, dim(element(t[0])),
                              smr_lower_ty_array(l, dim(t[0]), element(element(t[0]))));
  case SMR_A_MEMSET:
  case SMR_A_T_FULL:
    return smr_lower_ty_array(l, size, t[1]);
  case SMR_A_T_ADD:
    return smr_lower_ty_join(l, t[0], t[1]);
  case SMR_A_T_MUL: {
    if (t[1]->kind == SMR_LOWER_TYPE_NUMBER)
      return smr_lower_ty_number(l, scalar);
    if (t[1]->kind != SMR_LOWER_TYPE_ARRAY)
      return &unknown;
    const SmrLowerType *both[2] = {t[0], t[1]->a};
    return smr_lower_ty_array(l, t[1]->dim, call(l, op, both, NULL));
  }
  default:
    return &unknown;
  }
}

const SmrLowerType *smr_lower_type(SmrLowering *l, uint32_t node, const SmrLowerEnv *env) {
  SmrOperator op = l->term->nodes.data[node].op;
  const SmrOperatorInfo *info = smr_operator_info(l->array->ops, op);
  if (info->arity == 0)
    return smr_lower_term_leaf(l, node, env)->type;
  const uint32_t *c = smr_term_children(l->term, node);
  SmrArrayOp which = smr_array_classify(l->array, op);
  if (which == SMR_A_LAM) {
    SmrLowerType *f = smr_lower_alloc(l, sizeof *f);
    *f = (SmrLowerType){.kind = SMR_LOWER_TYPE_FUNCTION, .body = c[0], .env = env};
    return f;
  }
  uint32_t arity = info->arity;
  const SmrLowerType *t[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < arity; i++)
    t[i] = smr_lower_type(l, c[i], env);
  SmrLowerValue *size = NULL;
  if (smr_operator_info(l->array->ops, l->term->nodes.data[c[0]].op)->arity == 0) {
    size = smr_lower_term_leaf(l, c[0], env);
    size = size->kind == SMR_LOWER_VALUE_NUMBER ? size : NULL;
  }
  switch (which) {
  case SMR_A_APP: {
    if (t[0]->kind != SMR_LOWER_TYPE_FUNCTION ||
        smr_operator_info(l->array->ops, l->term->nodes.data[c[1]].op)->arity)
      return apply(l, t[0], t[1]);
    SmrLowerEnv *inner = smr_lower_alloc(l, sizeof *inner);
    *inner = (SmrLowerEnv){smr_lower_term_leaf(l, c[1], env), t[0]->env};
    return smr_lower_type(l, t[0]->body, inner);
  }
  case SMR_A_BUILD:
    return smr_lower_ty_array(l, size, apply(l, t[1], smr_lower_ty_number(l, SMR_LOWER_INT)));
  case SMR_A_GET:
    return element(t[0]);
  case SMR_A_IFOLD:
    return carried(l, t[1], t[2]);
  case SMR_A_TUPLE:
    return smr_lower_ty_tuple(l, t[0], t[1]);
  case SMR_A_FST:
  case SMR_A_SND:
    return t[0]->kind != SMR_LOWER_TYPE_TUPLE ? &unknown : which == SMR_A_FST ? t[0]->a : t[0]->b;
  case SMR_A_ADD:
  case SMR_A_SUB:
  case SMR_A_MUL:
  case SMR_A_DIV:
  case SMR_A_MAX:
  case SMR_A_MIN: {
    if (t[0]->kind != SMR_LOWER_TYPE_NUMBER || t[1]->kind != SMR_LOWER_TYPE_NUMBER)
      return &unknown;
    SmrLowerNumber n = smr_lower_stronger(t[0]->number, t[1]->number);
    return smr_lower_ty_number(l, which == SMR_A_DIV && n == SMR_LOWER_INT ? SMR_LOWER_REAL : n);
  }
  case SMR_A_GREATER:
  case SMR_A_LESS:
    return smr_lower_ty_number(l, SMR_LOWER_INT);
  case SMR_A_ABS:
    return t[0];
  case SMR_A_FLATTEN: {
    const SmrLowerType *flat = smr_lower_ty_flatten(l, t[0]);
    return flat ? flat : &unknown;
  }
  case SMR_A_SPLIT: {
    SmrLowerValue *columns = smr_lower_term_leaf(l, c[1], env);
    return !size || columns->kind != SMR_LOWER_VALUE_NUMBER
               ? &unknown
               : smr_lower_ty_array(l, size, smr_lower_ty_array(l, columns, element(t[2])));
  }
  case SMR_A_EXP:
  case SMR_A_LOG:
  case SMR_A_SQRT:
  case SMR_A_TANH:
    return t[0]->kind == SMR_LOWER_TYPE_NUMBER && t[0]->number == SMR_LOWER_INT
               ? smr_lower_ty_number(l, SMR_LOWER_REAL)
               : t[0];
  default:
    return call(l, which, t, size);
  }
}
