//===- number.c - what arithmetic means -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/number.h"
#include <float.h>
#include <math.h>
#include <string.h>

//--- Integers ----------------------------------------------------------------

uint32_t smr_int_width(SmrType type) {
  uint32_t width = SMR_TYPE_KIND(type) == SMR_T_INT ? SMR_TYPE_PAYLOAD(type) : 64;
  return width && width < 64 ? width : 64;
}

static int64_t sign_extend(uint32_t width, int64_t value) {
  return (int64_t)((uint64_t)value << (64 - width)) >> (64 - width);
}

int64_t smr_int_wrap(SmrType type, int64_t value) {
  return type == SMR_I1 ? value & 1 : sign_extend(smr_int_width(type), value);
}

int64_t smr_int_signed(SmrType type, int64_t value) {
  return sign_extend(smr_int_width(type), value);
}

uint64_t smr_int_unsigned(SmrType type, int64_t value) {
  return (uint64_t)value & smr_int_mask(smr_int_width(type));
}

int64_t smr_int_least(uint32_t width) {
  return (int64_t)(UINT64_MAX << (width - 1));
}

int64_t smr_int_most(uint32_t width) {
  return (int64_t)(smr_int_mask(width) >> 1);
}

uint64_t smr_int_mask(uint32_t width) {
  return UINT64_MAX >> (64 - width);
}

static bool divide(SmrOpcode code, int64_t a, int64_t b, uint32_t width, int64_t *out) {
  if (b == 0 || (b == -1 && a == smr_int_least(width)))
    return false;
  *out = code == SMR_OP_DIVS ? a / b : a % b;
  return true;
}

bool smr_int_op(SmrOpcode code, SmrType type, int64_t a, int64_t b, int64_t *out) {
  int64_t x = smr_int_signed(type, a), y = smr_int_signed(type, b), result;
  uint64_t ux = smr_int_unsigned(type, a), uy = smr_int_unsigned(type, b);
  uint32_t width = smr_int_width(type);
  switch (code) {
  case SMR_OP_ADD:
    result = (int64_t)(ux + uy);
    break;
  case SMR_OP_SUB:
    result = (int64_t)(ux - uy);
    break;
  case SMR_OP_MUL:
    result = (int64_t)(ux * uy);
    break;
  case SMR_OP_DIVS:
  case SMR_OP_REMS:
    if (!divide(code, x, y, width, &result))
      return false;
    break;
  case SMR_OP_DIVU:
  case SMR_OP_REMU:
    if (!uy)
      return false;
    result = (int64_t)(code == SMR_OP_DIVU ? ux / uy : ux % uy);
    break;
  case SMR_OP_AND:
    result = x & y;
    break;
  case SMR_OP_OR:
    result = x | y;
    break;
  case SMR_OP_XOR:
    result = x ^ y;
    break;
  case SMR_OP_SHL:
  case SMR_OP_SHRS:
  case SMR_OP_SHRU:
    if (uy >= width)
      return false;
    result = code == SMR_OP_SHL ? (int64_t)(ux << uy) : code == SMR_OP_SHRS ? x >> uy : (int64_t)(ux >> uy);
    break;
  case SMR_OP_MINS:
  case SMR_OP_MAXS:
    result = (x < y) == (code == SMR_OP_MINS) ? x : y;
    break;
  case SMR_OP_MINU:
  case SMR_OP_MAXU:
    result = (int64_t)((ux < uy) == (code == SMR_OP_MINU) ? ux : uy);
    break;
  default:
    return false;
  }
  *out = smr_int_wrap(type, result);
  return true;
}

bool smr_int_compare(SmrIcmp predicate, SmrType type, int64_t a, int64_t b) {
  int64_t x = smr_int_signed(type, a), y = smr_int_signed(type, b);
  uint64_t ux = smr_int_unsigned(type, a), uy = smr_int_unsigned(type, b);
  switch (predicate) {
  case SMR_EQ:
    return x == y;
  case SMR_NE:
    return x != y;
  case SMR_SLT:
    return x < y;
  case SMR_SLE:
    return x <= y;
  case SMR_SGT:
    return x > y;
  case SMR_SGE:
    return x >= y;
  case SMR_ULT:
    return ux < uy;
  case SMR_ULE:
    return ux <= uy;
  case SMR_UGT:
    return ux > uy;
  case SMR_UGE:
    return ux >= uy;
  }
  return false;
}

int64_t smr_int_cast(SmrOpcode code, SmrType from, SmrType to, int64_t value) {
  return smr_int_wrap(to, code == SMR_OP_ZEXT ? (int64_t)smr_int_unsigned(from, value)
                                              : smr_int_signed(from, value));
}

SmrIcmp smr_icmp_inverse(SmrIcmp predicate) {
  static const uint8_t inverse[] = {SMR_NE,  SMR_EQ,  SMR_SGE, SMR_SGT, SMR_SLE,
                                    SMR_SLT, SMR_UGE, SMR_UGT, SMR_ULE, SMR_ULT};
  return (SmrIcmp)inverse[predicate];
}

SmrIcmp smr_icmp_swapped(SmrIcmp predicate) {
  static const uint8_t swapped[] = {SMR_EQ,  SMR_NE,  SMR_SGT, SMR_SGE, SMR_SLT,
                                    SMR_SLE, SMR_UGT, SMR_UGE, SMR_ULT, SMR_ULE};
  return (SmrIcmp)swapped[predicate];
}

//--- Floating point ------------------------------------------------------------

bool smr_type_is_float(SmrType type) {
  return SMR_TYPE_KIND(type) == SMR_T_FLOAT || SMR_TYPE_KIND(type) == SMR_T_BFLOAT;
}

bool smr_type_is_complex(SmrType type) {
  return SMR_TYPE_KIND(type) == SMR_T_COMPLEX;
}

bool smr_type_is_number(SmrType type) {
  return smr_type_is_float(type) || smr_type_is_complex(type);
}

SmrType smr_type_part(SmrType type) {
  return smr_type_is_complex(type) ? SMR_TYPE(SMR_T_FLOAT, SMR_TYPE_PAYLOAD(type)) : type;
}

static float float_of_bits(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/// bfloat16 is the upper half of a float, to the nearest, halves to even. The float on the way is rounded to
/// odd, so that rounding twice is rounding once.
static uint16_t to_bfloat(double value) {
  float narrow = (float)value;
  uint32_t bits;
  memcpy(&bits, &narrow, sizeof bits);
  if (isnan(value))
    return (uint16_t)(bits >> 16 | 0x40);
  if ((double)narrow != value && !isinf(narrow)) {
    bits -= fabs((double)narrow) > fabs(value); // towards zero
    bits |= 1;
  }
  return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static double from_bfloat(uint16_t half) {
  return (double)float_of_bits((uint32_t)half << 16);
}

double smr_float_round(SmrType type, double value) {
  if (SMR_TYPE_KIND(type) == SMR_T_BFLOAT)
    return from_bfloat(to_bfloat(value));
  switch (SMR_TYPE_PAYLOAD(type)) {
  case 16:
    return (double)(_Float16)value;
  case 32:
    return (double)(float)value;
  default:
    return value;
  }
}

double smr_float_epsilon(SmrType type) {
  if (SMR_TYPE_KIND(type) == SMR_T_BFLOAT)
    return 0x1p-7;
  uint32_t width = SMR_TYPE_PAYLOAD(type);
  return width == 16 ? 0x1p-10 : width == 32 ? (double)FLT_EPSILON : DBL_EPSILON;
}

bool smr_float_op(SmrOpcode code, SmrType type, const double *x, double *out) {
  double result;
  switch (code) {
  case SMR_OP_FADD:
    result = x[0] + x[1];
    break;
  case SMR_OP_FSUB:
    result = x[0] - x[1];
    break;
  case SMR_OP_FMUL:
    result = x[0] * x[1];
    break;
  case SMR_OP_FDIV:
    result = x[0] / x[1];
    break;
  case SMR_OP_FREM:
    result = fmod(x[0], x[1]);
    break;
  case SMR_OP_FMA:
    result = type == SMR_F32 ? (double)fmaf((float)x[0], (float)x[1], (float)x[2]) : fma(x[0], x[1], x[2]);
    break;
  case SMR_OP_FMIN:
    result = fmin(x[0], x[1]);
    break;
  case SMR_OP_FMAX:
    result = fmax(x[0], x[1]);
    break;
  case SMR_OP_FNEG:
    result = -x[0];
    break;
  case SMR_OP_FABS:
    result = fabs(x[0]);
    break;
  default:
    return false;
  }
  *out = smr_float_round(type, result);
  return true;
}

bool smr_float_compare(int64_t predicate, double a, double b) {
  enum { LT = 1, EQ = 2, GT = 4, UN = 8 };
  static const uint8_t holds[16] = {
      0,       EQ,      GT,           GT | EQ, LT,           LT | EQ,      LT | GT, LT | EQ | GT,
      UN | EQ, UN | GT, UN | GT | EQ, UN | LT, UN | LT | EQ, UN | LT | GT, UN,      LT | EQ | GT | UN};
  int is = isnan(a) || isnan(b) ? UN : a < b ? LT : a > b ? GT : EQ;
  return (holds[predicate & 15] & is) != 0;
}

double smr_float_of_int(SmrOpcode code, SmrType from, SmrType to, int64_t value) {
  int64_t s = smr_int_signed(from, value);
  uint64_t u = smr_int_unsigned(from, value);
  if (to == SMR_F32)
    return code == SMR_OP_SITOFP ? (double)(float)s : (double)(float)u;
  return smr_float_round(to, code == SMR_OP_SITOFP ? (double)s : (double)u);
}

bool smr_float_to_int(SmrOpcode code, SmrType to, double value, int64_t *out) {
  uint32_t width = smr_int_width(to);
  double whole = trunc(value);
  if (code == SMR_OP_FPTOSI) {
    if (!(whole >= -ldexp(1, (int)width - 1) && whole < ldexp(1, (int)width - 1)))
      return false;
    *out = smr_int_wrap(to, (int64_t)whole);
  } else {
    if (!(whole >= 0 && whole < ldexp(1, (int)width)))
      return false;
    *out = smr_int_wrap(to, (int64_t)(uint64_t)whole);
  }
  return true;
}

//--- Memory --------------------------------------------------------------------

void smr_number_store(void *at, SmrType type, int64_t bits, double value) {
  if (!smr_type_is_float(type)) {
    uint32_t bytes = smr_type_bytes(type);
    memcpy(at, &bits, bytes < sizeof bits ? bytes : sizeof bits);
    return;
  }
  if (SMR_TYPE_KIND(type) == SMR_T_BFLOAT) {
    uint16_t x = to_bfloat(value);
    memcpy(at, &x, sizeof x);
    return;
  }
  switch (SMR_TYPE_PAYLOAD(type)) {
  case 16: {
    _Float16 x = (_Float16)value;
    memcpy(at, &x, sizeof x);
    return;
  }
  case 32: {
    float x = (float)value;
    memcpy(at, &x, sizeof x);
    return;
  }
  case 64:
    memcpy(at, &value, sizeof value);
    return;
  case 80: {
    long double x = value;
    memset(at, 0, sizeof x);
    memcpy(at, &x, 10);
    return;
  }
  default: {
    __float128 x = value;
    memcpy(at, &x, sizeof x);
  }
  }
}

void smr_number_load(const void *at, SmrType type, int64_t *bits, double *value) {
  *bits = 0, *value = 0;
  if (!smr_type_is_float(type)) {
    uint32_t bytes = smr_type_bytes(type);
    memcpy(bits, at, bytes < sizeof *bits ? bytes : sizeof *bits);
    *bits = smr_int_wrap(type, *bits);
    return;
  }
  if (SMR_TYPE_KIND(type) == SMR_T_BFLOAT) {
    uint16_t x;
    memcpy(&x, at, sizeof x);
    *value = from_bfloat(x);
    return;
  }
  switch (SMR_TYPE_PAYLOAD(type)) {
  case 16: {
    _Float16 x;
    memcpy(&x, at, sizeof x);
    *value = (double)x;
    return;
  }
  case 32: {
    float x;
    memcpy(&x, at, sizeof x);
    *value = (double)x;
    return;
  }
  case 64:
    memcpy(value, at, sizeof *value);
    return;
  case 80: {
    long double x = 0;
    memcpy(&x, at, 10);
    *value = (double)x;
    return;
  }
  default: {
    __float128 x;
    memcpy(&x, at, sizeof x);
    *value = (double)x;
  }
  }
}
