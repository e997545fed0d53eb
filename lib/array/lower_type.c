//===- lower_type.c - types of values ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "array/lower_internal.h"

static const SmrLowerType *make(SmrLowering *l, SmrLowerType type) {
  SmrLowerType *t = smr_lower_alloc(l, sizeof *t);
  *t = type;
  return t;
}

static const SmrLowerType unknown = {.kind = SMR_LOWER_TYPE_UNKNOWN};

const SmrLowerType *smr_lower_ty_number(SmrLowering *l, SmrLowerNumber number) {
  (void)l;
  static const SmrLowerType numbers[] = {{.kind = SMR_LOWER_TYPE_NUMBER, .number = SMR_LOWER_INT},
                                         {.kind = SMR_LOWER_TYPE_NUMBER, .number = SMR_LOWER_REAL},
                                         {.kind = SMR_LOWER_TYPE_NUMBER, .number = SMR_LOWER_F32},
                                         {.kind = SMR_LOWER_TYPE_NUMBER, .number = SMR_LOWER_F64}};
  return &numbers[number];
}

const SmrLowerType *smr_lower_ty_array(SmrLowering *l, SmrLowerValue *dim, const SmrLowerType *element) {
  return make(l, (SmrLowerType){.kind = SMR_LOWER_TYPE_ARRAY, .dim = dim, .a = element});
}

const SmrLowerType *smr_lower_ty_tuple(SmrLowering *l, const SmrLowerType *a, const SmrLowerType *b) {
  return make(l, (SmrLowerType){.kind = SMR_LOWER_TYPE_TUPLE, .a = a, .b = b});
}

const SmrLowerType *smr_lower_ty_join(SmrLowering *l, const SmrLowerType *a, const SmrLowerType *b) {
  if (a == b || b->kind == SMR_LOWER_TYPE_UNKNOWN)
    return a;
  if (a->kind == SMR_LOWER_TYPE_UNKNOWN)
    return b;
  if (a->kind != b->kind)
    return &unknown;
  switch (a->kind) {
  case SMR_LOWER_TYPE_NUMBER:
    return smr_lower_ty_number(l, smr_lower_stronger(a->number, b->number));
  case SMR_LOWER_TYPE_ARRAY:
    return smr_lower_ty_array(l, a->dim && (a->dim->constant || !b->dim) ? a->dim : b->dim,
                              smr_lower_ty_join(l, a->a, b->a));
  case SMR_LOWER_TYPE_TUPLE:
    return smr_lower_ty_tuple(l, smr_lower_ty_join(l, a->a, b->a), smr_lower_ty_join(l, a->b, b->b));
  default:
    return a;
  }
}

const SmrLowerType *smr_lower_ty_floating(SmrLowering *l, const SmrLowerType *t) {
  switch (t->kind) {
  case SMR_LOWER_TYPE_NUMBER:
    return smr_lower_ty_number(l, t->number == SMR_LOWER_F32 ? SMR_LOWER_F32 : SMR_LOWER_F64);
  case SMR_LOWER_TYPE_ARRAY:
    return smr_lower_ty_array(l, t->dim, smr_lower_ty_floating(l, t->a));
  case SMR_LOWER_TYPE_TUPLE:
    return smr_lower_ty_tuple(l, smr_lower_ty_floating(l, t->a), smr_lower_ty_floating(l, t->b));
  default:
    return t;
  }
}

const SmrLowerType *smr_lower_ty_flatten(SmrLowering *l, const SmrLowerType *t) {
  if (t->kind != SMR_LOWER_TYPE_ARRAY || t->a->kind != SMR_LOWER_TYPE_ARRAY || !t->dim || !t->a->dim)
    return NULL;
  return smr_lower_ty_array(l, smr_lower_arithmetic(l, SMR_A_MUL, t->dim, t->a->dim), t->a->a);
}

SmrLowerNumber smr_lower_ty_scalar(const SmrLowerType *t) {
  while (t->kind == SMR_LOWER_TYPE_ARRAY)
    t = t->a;
  return t->kind == SMR_LOWER_TYPE_NUMBER ? t->number : SMR_LOWER_F64;
}

int smr_lower_ty_rank(const SmrLowerType *t) {
  int rank = 0;
  for (; t->kind == SMR_LOWER_TYPE_ARRAY; t = t->a)
    rank++;
  return t->kind == SMR_LOWER_TYPE_NUMBER ? rank : -1;
}

bool smr_lower_ty_has_array(const SmrLowerType *t) {
  return t->kind == SMR_LOWER_TYPE_ARRAY ||
         (t->kind == SMR_LOWER_TYPE_TUPLE && (smr_lower_ty_has_array(t->a) || smr_lower_ty_has_array(t->b)));
}

SmrLowerValue *smr_lower_value(SmrLowering *l, SmrLowerValueKind kind, uint32_t level,
                               const SmrLowerType *type) {
  SmrLowerValue *v = smr_lower_alloc(l, sizeof *v);
  v->kind = kind;
  v->id = l->next_id++;
  v->level = level;
  v->type = type;
  return v;
}

SmrLowerValue *smr_lower_described(SmrLowering *l, SmrLowerValueKind kind, const SmrLowerType *type,
                                   SmrLowerValue *a, SmrLowerValue *b) {
  SmrLowerValue *v = smr_lower_value(l, kind, b && b->level > a->level ? b->level : a->level, type);
  v->args[0] = a, v->args[1] = b;
  return v;
}

SmrLowerValue *smr_lower_clone(SmrLowering *l, const SmrLowerValue *v, const SmrLowerType *type) {
  SmrLowerValue *copy = smr_lower_value(l, v->kind, v->level, type);
  uint32_t id = copy->id;
  *copy = *v;
  copy->id = id;
  copy->type = type;
  return copy;
}
