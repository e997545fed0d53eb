//===- half.h - halves (IEEE binary16) as floats and back ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// By operations on integers and on floats that are normal numbers: where the process has denormal floats
// count as zeros (DAZ, FTZ) denormal halves are none the less what they are, and no instruction is asked for
// that some processors lack. All ways are computed and one is chosen, so that loops become vectors.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_HALF_H
#define SMR_RUNTIME_HALF_H
#include <stdint.h>
#include <string.h>

enum {
  SMR_RT_HALF_REBIAS = (127 - 15) << 23, // from a half's exponent to a float's
  SMR_RT_HALF_LEAST_NORMAL = (127 - 14) << 23,
  SMR_RT_HALF_TOO_GREAT = (127 + 16) << 23,
  SMR_RT_HALF_INFINITE = 255 << 23,
  SMR_RT_HALF_UNIT = (127 - 1) << 23, // 0.5, whose last bit is worth 2^-24, as that of a denormal half
};

static inline float smr_rt_float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline uint32_t smr_rt_bits_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// a where yes is 1, b where it is 0, without a branch.
static inline int32_t smr_rt_either(int32_t yes, int32_t a, int32_t b) {
  return (a & -yes) | (b & (yes - 1));
}

static inline float smr_rt_of_half(uint16_t half) {
  const int32_t size = half & 0x7fff, denormal = (int32_t)smr_rt_bits_of((float)size * 0x1p-24f);
  const int32_t normal = (size << 13) + SMR_RT_HALF_REBIAS, special = normal + SMR_RT_HALF_REBIAS;
  const int32_t whole = smr_rt_either(size < 0x400, denormal, smr_rt_either(size < 0x7c00, normal, special));
  return smr_rt_float_of((uint32_t)whole | (half & 0x8000u) << 16);
}

/// To nearest, ties to even; from 65520 on infinite. NaNs stay such, and are quiet.
static inline uint16_t smr_rt_to_half(float value) {
  const uint32_t bits = smr_rt_bits_of(value);
  const int32_t size = bits & 0x7fffffff, nan = 0x7e00 | (size >> 13 & 0x3ff);
  const int32_t denormal = (int32_t)smr_rt_bits_of(smr_rt_float_of((uint32_t)size) + 0.5f) - SMR_RT_HALF_UNIT;
  const int32_t normal = (size - SMR_RT_HALF_REBIAS + 0xfff + (size >> 13 & 1)) >> 13;
  const int32_t special = smr_rt_either(size > SMR_RT_HALF_INFINITE, nan, 0x7c00);
  const int32_t great = smr_rt_either(size < SMR_RT_HALF_TOO_GREAT, normal, special);
  const int32_t whole = smr_rt_either(size < SMR_RT_HALF_LEAST_NORMAL, denormal, great);
  return (uint16_t)((uint32_t)whole | (bits >> 16 & 0x8000));
}

#endif
