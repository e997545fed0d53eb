//===- data.c - what memory holds at the start of a run ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "verify/verify_internal.h"
#include <math.h>

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/// `x` is in [-1, 1), `r` the random number that it was made of.
static double shape(SmrVerifyData data, SmrType part, uint64_t r, double x) {
  uint32_t width = SMR_TYPE_PAYLOAD(part);
  if (data == SMR_DATA_WHOLE)
    return (double)((int64_t)(r >> 24) % 7 - 3);
  if (data == SMR_DATA_FLAT)
    return 1 + x * 0x1p-10;
  if (data == SMR_DATA_NONE)
    return 0.0;
  if (r % 64 == 0 || (data == SMR_DATA_ZEROS && (r & 6)))
    return r & 256 ? 0.0 : -0.0;
  switch (data) {
  case SMR_DATA_TINY:
    return x * (part == SMR_F64 ? 0x1p-1030 : part == SMR_F32 ? 0x1p-130 : 1.0);
  case SMR_DATA_BROAD:
    return x * 32;
  case SMR_DATA_LARGE:
    return x * (width == 64 ? 0x1p300 : width == 32 && SMR_TYPE_KIND(part) == SMR_T_FLOAT ? 0x1p36 : 16);
  case SMR_DATA_ABS:
    return fabs(x);
  default:
    return x;
  }
}

static double spiced(SmrSpice spice) {
  return spice == SMR_SPICE_NAN ? (double)NAN : spice == SMR_SPICE_INF ? HUGE_VAL : -HUGE_VAL;
}

static bool is_spiced(const SmrVerifyCase *inputs, uint32_t object, int64_t offset) {
  return inputs->spice && inputs->spiced_object == object &&
         (inputs->spiced_offset == offset || inputs->spiced_offset == INT64_MIN);
}

static uint64_t draw(const SmrVerifyCase *inputs, uint32_t object, int64_t offset) {
  return mix(inputs->seed ^ mix(object + 1) ^ mix((uint64_t)offset * 0x5851f42d4c957f2du));
}

/// Special is the real part of a complex number, or its imaginary one, or both.
enum { SPICED_RE = 1, SPICED_IM = 2 };
static unsigned spiced_parts(const SmrVerifyCase *inputs, uint32_t object) {
  return 1 + (unsigned)(draw(inputs, object, 1) % 3);
}

static double random_number(uint64_t r) {
  return (double)(int64_t)(r >> 11) * 0x1p-52 - 1.0;
}

/// A factor that is 0 or 1 is mostly real.
static double scalar_im(const SmrVerifyCase *inputs, uint32_t object, uint64_t r) {
  double re = inputs->floats[object];
  if (re == 0 || re == 1)
    return r & 3 ? 0 : 1;
  double im = r & 3 ? random_number(r) * 2 : re;
  return inputs->data == SMR_DATA_WHOLE ? rint(im) : inputs->data == SMR_DATA_ABS ? fabs(im) : im;
}

static SmrCell first_number(const SmrVerifyCase *inputs, uint32_t object, int64_t offset, SmrType type,
                            bool scalar) {
  SmrType part = smr_type_part(type);
  uint64_t r = draw(inputs, object, offset),
           other = draw(inputs, object, offset ^ INT64_C(0x2545f4914f6cdd1d));
  double re = shape(inputs->data, part, r, random_number(r)), im = 0;
  unsigned special = !is_spiced(inputs, object, offset) ? 0
                     : part == type                     ? SPICED_RE
                                                        : spiced_parts(inputs, object);
  if (scalar)
    re = inputs->data == SMR_DATA_ABS ? fabs(inputs->floats[object]) : inputs->floats[object];
  if (part != type)
    im = scalar ? scalar_im(inputs, object, other) : shape(inputs->data, part, other, random_number(other));
  re = smr_float_round(part, special & SPICED_RE ? spiced(inputs->spice) : re);
  im = smr_float_round(part, special & SPICED_IM ? spiced(inputs->spice) : im);
  return (SmrCell){.f = re, .im.f = im, .magnitude = fmax(fabs(re), fabs(im))};
}

SmrCell smr_verify_first(const SmrVerifyEval *e, const SmrVerifyCase *inputs, uint32_t object, int64_t offset,
                         SmrType type) {
  const SmrPatternArg *arg = object < e->pattern->arg_count ? &e->pattern->args[object] : NULL;
  uint64_t r = draw(inputs, object, offset);
  if (smr_type_is_number(type))
    return first_number(inputs, object, offset, type, arg && arg->kind == SMR_ARG_FLOAT);
  uint32_t width = SMR_TYPE_PAYLOAD(type);
  int64_t value = inputs->wide_ints ? smr_int_wrap(type, (int64_t)r) : (int64_t)(r >> 20) % 7;
  if (arg && arg->kind == SMR_ARG_INT)
    value = inputs->ints[object];
  else if (inputs->wide_ints && inputs->seed % 4 == 0 && width > 1 && width <= 16) // sums grow as they can
    value = smr_int_most(width) - (int64_t)(r % 3 == 0);
  return (SmrCell){.i = smr_int_wrap(type, value)};
}
