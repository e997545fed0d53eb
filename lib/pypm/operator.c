//===- operator.c - operators of PyPM terms ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/operator.h"
#include "base/str.h"
#include <math.h>

SmrPypmSignature *smr_pypm_signature_create(void) {
  SmrPypmSignature *signature = smr_xcalloc(1, sizeof *signature);
  signature->symbols = smr_intern_create();
  return signature;
}

void smr_pypm_signature_destroy(SmrPypmSignature *signature) {
  if (!signature)
    return;
  smr_intern_destroy(signature->symbols);
  smr_arena_destroy(&signature->arena);
  smr_vec_free(&signature->operators);
  smr_map_free(&signature->by_name);
  free(signature);
}

uint32_t smr_pypm_operator_add(SmrPypmSignature *signature, SmrPypmOperator op) {
  SmrSym *names = smr_arena_alloc(&signature->arena, op.attribute_count * sizeof *names);
  if (op.attribute_count)
    memcpy(names, op.attributes, op.attribute_count * sizeof *names);
  op.attributes = names;
  if (op.only) {
    SmrPypmValue *only = smr_arena_alloc(&signature->arena, op.attribute_count * sizeof *only);
    memcpy(only, op.only, op.attribute_count * sizeof *only);
    op.only = only;
  }
  smr_map_set(&signature->by_name, op.name, signature->operators.size);
  smr_vec_push(&signature->operators, op);
  return signature->operators.size - 1;
}

bool smr_pypm_operator_find(const SmrPypmSignature *signature, SmrSym name, uint32_t *op) {
  return smr_map_get(&signature->by_name, name, op);
}

SmrPypmValue smr_pypm_operator_only(const SmrPypmOperator *op, uint32_t attribute) {
  return op->only ? op->only[attribute] : (SmrPypmValue){0};
}

int smr_pypm_operator_attribute(const SmrPypmOperator *op, SmrSym name) {
  for (uint32_t k = 0; k < op->attribute_count; k++)
    if (op->attributes[k] == name)
      return (int)k;
  return -1;
}

bool smr_pypm_signature_attribute(const SmrPypmSignature *signature, SmrSym name) {
  for (uint32_t k = 0; k < signature->operators.size; k++)
    if (smr_pypm_operator_attribute(&signature->operators.data[k], name) >= 0)
      return true;
  return false;
}

bool smr_pypm_signature_class(const SmrPypmSignature *signature, SmrSym name) {
  for (uint32_t k = 0; k < signature->operators.size; k++)
    if (signature->operators.data[k].op_class == name)
      return true;
  return false;
}

static const SmrPypmElement elements[] = {
    {"f64", 53, -1074}, {"f32", 24, -149}, {"f16", 11, -24}, {"bf16", 8, -133}, {"i1", 0, 0},
    {"i8", 0, 0},       {"i16", 0, 0},     {"i32", 0, 0},    {"i64", 0, 0},     {"u8", 0, 0},
    {"u16", 0, 0},      {"u32", 0, 0},     {"u64", 0, 0},    {"index", 0, 0},
};

const SmrPypmElement *smr_pypm_element(const char *name) {
  for (size_t k = 0; k < sizeof elements / sizeof *elements; k++)
    if (smr_equal(elements[k].name, name))
      return &elements[k];
  return NULL;
}

/// The unit in the last place of a finite number in that type.
static double unit(const SmrPypmElement *element, double number) {
  int exponent;
  frexp(number, &exponent);
  exponent -= element->digits;
  return ldexp(1, exponent > element->smallest ? exponent : element->smallest);
}

bool smr_pypm_literal_is(double literal, const SmrPypmElement *element, double constant, bool exact) {
  if (!element->digits || literal == 0 || !isfinite(literal) || !isfinite(constant))
    return literal == constant && signbit(literal) == signbit(constant);
  double step = unit(element, literal);
  double rounded = rint(literal / step) * step;
  return constant != 0 && fabs(constant - rounded) <= (exact ? 0 : unit(element, rounded));
}
