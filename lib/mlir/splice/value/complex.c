//===- complex.c - complex numbers that calls are given -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Their arithmetic is that of their parts, as hosts have none that all of them know.
//===----------------------------------------------------------------------===//
#include "graph/number.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/splice/value/value.h"

typedef struct {
  MlirValue re, im;
} Parts;

MlirType smr_emit_number_type(SmrEmit *e, SmrType type) {
  MlirType part = smr_emit_type(e, smr_type_part(type));
  return smr_type_is_complex(type) && !mlirTypeIsNull(part) ? mlirComplexTypeGet(part) : part;
}

static MlirValue half(SmrEmit *e, MlirValue value, bool im, MlirType part) {
  SmrHostBuilder b = smr_emit_builder(e);
  MlirValue made =
      value.ptr && e->s->host->split ? e->s->host->split(&b, value, im, part) : (MlirValue){NULL};
  return made.ptr ? made : smr_emit_fail(e, "%s cannot take complex numbers apart", e->s->host->title);
}

static bool split(SmrEmit *e, MlirValue value, SmrType type, Parts *out) {
  MlirType part = e->s->host->type(smr_emit_type(e, smr_type_part(type)));
  out->re = half(e, value, false, part);
  out->im = out->re.ptr ? half(e, value, true, part) : out->re;
  return out->im.ptr;
}

static MlirValue join(SmrEmit *e, Parts parts, SmrType type) {
  SmrHostBuilder b = smr_emit_builder(e);
  MlirType whole = e->s->host->type(smr_emit_number_type(e, type));
  MlirValue made = parts.re.ptr && parts.im.ptr && e->s->host->join
                       ? e->s->host->join(&b, parts.re, parts.im, whole)
                       : (MlirValue){NULL};
  return made.ptr ? made
                  : smr_emit_fail(e, "%s cannot make a complex number of its parts", e->s->host->title);
}

static MlirValue constant(SmrEmit *e, SmrType part, double value) {
  return smr_emit_constant(e, mlirFloatAttrDoubleGet(e->context, smr_emit_type(e, part), value));
}

static MlirValue negated(SmrEmit *e, MlirValue value) {
  return value.ptr ? smr_emit_unary(e, SMR_HOST_FNEG, value, mlirValueGetType(value)) : value;
}

static bool part_number(SmrEmit *e, const SmrNumber *number, SmrType part, MlirValue *out) {
  *out = number ? smr_emit_number(e, number, part) : constant(e, part, 0);
  return out->ptr;
}

static bool factor_parts(SmrEmit *e, const SmrNumberFactor *factor, SmrType type, Parts *out) {
  SmrType part = smr_type_part(type);
  SmrNumber alone = {1, factor, 1};
  bool real = factor->kind == SMR_NUMBER_INTEGER, ok;
  if (factor->kind == SMR_NUMBER_PAIR)
    ok = part_number(e, factor->re, part, &out->re) && part_number(e, factor->im, part, &out->im);
  else if (real)
    ok = part_number(e, &alone, part, &out->re) && part_number(e, NULL, part, &out->im);
  else
    ok = split(e, smr_emit_number_factor(e, factor, type), type, out);
  if (ok && factor->conjugate)
    out->im = negated(e, out->im);
  return ok && out->im.ptr;
}

static bool multiply(SmrEmit *e, Parts *a, Parts b) {
  MlirValue products[] = {
      smr_emit_binary(e, SMR_HOST_FMUL, a->re, b.re), smr_emit_binary(e, SMR_HOST_FMUL, a->im, b.im),
      smr_emit_binary(e, SMR_HOST_FMUL, a->re, b.im), smr_emit_binary(e, SMR_HOST_FMUL, a->im, b.re)};
  a->re = smr_emit_binary(e, SMR_HOST_FSUB, products[0], products[1]);
  a->im = smr_emit_binary(e, SMR_HOST_FADD, products[2], products[3]);
  return a->re.ptr && a->im.ptr;
}

/// As programs do: by a complex number whose imaginary part is 0.
static bool scale(SmrEmit *e, Parts *a, SmrType part, double by) {
  if (by == -1) {
    *a = (Parts){negated(e, a->re), negated(e, a->im)};
    return a->re.ptr && a->im.ptr;
  }
  Parts number = {constant(e, part, by), constant(e, part, 0)};
  return number.re.ptr && number.im.ptr && multiply(e, a, number);
}

MlirValue smr_emit_complex(SmrEmit *e, const SmrNumber *number, SmrType type) {
  SmrType part = smr_type_part(type);
  Parts product, next;
  for (uint32_t k = 0; k < number->factor_count; k++)
    if (number->factors[k].inverse)
      return smr_emit_fail(e, "a complex number is divided by");
  if (mlirTypeIsNull(smr_emit_type(e, part)))
    return smr_emit_fail(e, "a number has a type that cannot be built");
  if (!number->factor_count) {
    product = (Parts){constant(e, part, number->coefficient), constant(e, part, 0)};
    return join(e, product, type);
  }
  const SmrNumberFactor *first = &number->factors[0];
  bool as_it_is = number->factor_count == 1 && number->coefficient == 1 && !first->conjugate &&
                  (first->kind == SMR_NUMBER_VALUE || first->kind == SMR_NUMBER_LOAD);
  if (as_it_is)
    return smr_emit_number_factor(e, first, type);
  if (!factor_parts(e, first, type, &product))
    return (MlirValue){NULL};
  for (uint32_t k = 1; k < number->factor_count; k++)
    if (!factor_parts(e, &number->factors[k], type, &next) || !multiply(e, &product, next))
      return (MlirValue){NULL};
  if (number->coefficient != 1 && !scale(e, &product, part, number->coefficient))
    return (MlirValue){NULL};
  return join(e, product, type);
}
