//===- number.c - floating-point numbers that calls are given -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/number.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/splice/value/value.h"

/// How wide a number is; of two that are equally wide but not the same neither becomes the other.
static MlirValue as_type(SmrEmit *e, MlirValue value, SmrType from, SmrType to) {
  MlirType type = smr_emit_type(e, to);
  uint32_t before = SMR_TYPE_PAYLOAD(from), behind = SMR_TYPE_PAYLOAD(to);
  bool floats = SMR_TYPE_KIND(from) == SMR_T_FLOAT || SMR_TYPE_KIND(from) == SMR_T_BFLOAT;
  if (from == to)
    return value;
  if (mlirTypeIsNull(type) || !floats || before == behind)
    return smr_emit_fail(e, "a number has a type that cannot be converted");
  return smr_emit_unary(e, before < behind ? SMR_HOST_FPEXT : SMR_HOST_FPTRUNC, value, type);
}

static MlirValue load_factor(SmrEmit *e, const SmrNumberFactor *factor) {
  MlirType builtin = smr_emit_number_type(e, factor->type);
  MlirType type = mlirTypeIsNull(builtin) ? builtin : e->s->host->type(builtin);
  MlirType pointer = mlirTypeIsNull(type) ? type : e->s->host->element_pointer(e->context, type);
  if (mlirTypeIsNull(pointer))
    return smr_emit_fail(e, "a number in memory has a type that cannot be loaded");
  return smr_emit_load(e, smr_emit_pointer(e, factor->value, factor->expr, pointer), type);
}

MlirValue smr_emit_number_factor(SmrEmit *e, const SmrNumberFactor *factor, SmrType type) {
  MlirValue value;
  switch (factor->kind) {
  case SMR_NUMBER_VALUE:
    value = smr_emit_value(e, factor->value);
    return value.ptr ? as_type(e, value, smr_value_type(e->g, factor->value), type) : value;
  case SMR_NUMBER_LOAD:
    value = load_factor(e, factor);
    return value.ptr ? as_type(e, value, factor->type, type) : value;
  case SMR_NUMBER_PAIR:
    return smr_emit_fail(e, "a complex number is no real one");
  default:
    value = smr_emit_expr(e, factor->expr);
    return value.ptr ? smr_emit_unary(e, SMR_HOST_SITOFP, value, smr_emit_type(e, type)) : value;
  }
}

/// The product of those that are inverted, or of the others; null when there are none.
static bool build_product(SmrEmit *e, const SmrNumber *number, bool inverse, SmrType type,
                          MlirValue *product) {
  for (uint32_t k = 0; k < number->factor_count; k++) {
    if (number->factors[k].inverse != inverse)
      continue;
    MlirValue factor = smr_emit_number_factor(e, &number->factors[k], type);
    *product = product->ptr && factor.ptr ? smr_emit_binary(e, SMR_HOST_FMUL, *product, factor) : factor;
    if (!product->ptr)
      return false;
  }
  return true;
}

MlirValue smr_emit_number(SmrEmit *e, const SmrNumber *number, SmrType type) {
  MlirType builtin = smr_emit_type(e, type);
  MlirValue product = {NULL}, divisor = {NULL};
  if (smr_type_is_complex(type))
    return smr_emit_complex(e, number, type);
  if (mlirTypeIsNull(builtin) || SMR_TYPE_KIND(type) == SMR_T_INT)
    return smr_emit_fail(e, "a number has a type that cannot be built");
  if (!build_product(e, number, false, type, &product) || !build_product(e, number, true, type, &divisor))
    return smr_emit_fail(e, "a number cannot be built");
  const double coefficient = number->coefficient;
  bool unit = product.ptr && (coefficient == 1 || coefficient == -1);
  if (!unit) {
    MlirValue constant = smr_emit_constant(e, mlirFloatAttrDoubleGet(e->context, builtin, coefficient));
    product = product.ptr ? smr_emit_binary(e, SMR_HOST_FMUL, constant, product) : constant;
  } else if (coefficient == -1) {
    product = smr_emit_unary(e, SMR_HOST_FNEG, product, builtin);
  }
  return divisor.ptr ? smr_emit_binary(e, SMR_HOST_FDIV, product, divisor) : product;
}
