//===- vector.h - vectors of floats, and one body for several processors --===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The bodies are written once, over vectors of the compilers' own extension, and compiled for each set of
// instructions; a function pointer is not needed: the choice is a comparison at the entry.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_VECTOR_H
#define SMR_RUNTIME_VECTOR_H
#include <stdint.h>
#include <string.h>

enum { SMR_RT_LANES = 16 };
typedef float SmrFloats __attribute__((vector_size(64)));
typedef int32_t SmrInts __attribute__((vector_size(64)));
typedef uint8_t SmrBytes16 __attribute__((vector_size(16)));
typedef uint8_t SmrBytes8 __attribute__((vector_size(8)));

#define SMR_RT_BODY static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define SMR_RT_HAS_LEVELS 1
#define SMR_RT_AVX2 __attribute__((target("avx2,fma")))
#define SMR_RT_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,fma")))
#endif

/// 2: AVX-512, 1: AVX2 with FMA, 0: what every processor has.
int smr_rt_level(void);

SMR_RT_BODY void smr_rt_load(SmrFloats *to, const float *from) {
  memcpy(to, from, sizeof *to);
}
SMR_RT_BODY void smr_rt_store(float *to, const SmrFloats *from) {
  memcpy(to, from, sizeof *from);
}

/// The sum of all lanes, in a fixed order.
SMR_RT_BODY float smr_rt_total(const SmrFloats *v) {
  float part[SMR_RT_LANES];
  memcpy(part, v, sizeof part);
  for (int step = SMR_RT_LANES / 2; step; step /= 2)
    for (int i = 0; i < step; i++)
      part[i] += part[i + step];
  return part[0];
}

/// Lanes of `yes` where the mask is all ones, of `no` elsewhere.
SMR_RT_BODY void smr_rt_select(SmrFloats *out, const SmrInts *mask, const SmrFloats *yes,
                               const SmrFloats *no) {
  SmrInts y, n, r;
  memcpy(&y, yes, sizeof y);
  memcpy(&n, no, sizeof n);
  r = (y & *mask) | (n & ~*mask);
  memcpy(out, &r, sizeof r);
}

/// e^x as 2^k * p, x being k ln 2 + r with |r| <= ln 2 / 2: p is e^r by its Taylor polynomial economised to
/// degree 6. `shifted` has k, a whole number, in its last bits.
SMR_RT_BODY void smr_rt_exp_parts(const SmrFloats *x, SmrFloats *shifted, SmrFloats *k, SmrFloats *p) {
  const SmrFloats zero = {0}, rounding = zero + 12582912.0f; // 1.5 * 2^23
  *shifted = *x * 1.44269504f + rounding;
  *k = *shifted - rounding;
  SmrFloats r = *x - *k * 0.693359375f + *k * 2.12194440e-4f; // ln 2 in two parts
  SmrFloats q = zero + 1.9875691500e-4f;
  q = q * r + 1.3981999507e-3f;
  q = q * r + 8.3334519073e-3f;
  q = q * r + 4.1665795894e-2f;
  q = q * r + 1.6666665459e-1f;
  q = q * r + 5.0000001201e-1f;
  *p = q * (r * r) + r + 1.0f;
}

/// exp of lanes in [-87, 88], within 2 units in the last place, of which none makes a number that is not
/// normal: k goes into the exponent. Of other lanes it is any number.
SMR_RT_BODY void smr_rt_exp_near(SmrFloats *v) {
  SmrFloats shifted, k, p;
  smr_rt_exp_parts(v, &shifted, &k, &p);
  SmrInts bits, whole;
  memcpy(&bits, &p, sizeof bits);
  memcpy(&whole, &shifted, sizeof whole);
  bits += whole << 23;
  memcpy(v, &bits, sizeof bits);
}

/// Without their signs.
SMR_RT_BODY void smr_rt_sizes(SmrFloats *v) {
  SmrInts bits;
  memcpy(&bits, v, sizeof bits);
  bits &= 0x7fffffff;
  memcpy(v, &bits, sizeof bits);
}

/// exp of every lane, within 2 units in the last place wherever floats are, denormal ones included. A result
/// that is 0 is not made by underflow, which costs some processors more than all the rest.
SMR_RT_BODY void smr_rt_exp(SmrFloats *v) {
  const SmrFloats zero = {0}, x = *v;
  const SmrFloats high = zero + 89.0f, low = zero - 104.0f; // where the result is infinite, is 0
  SmrInts big = x > high, small = x < low, nan = x != x;
  SmrFloats clipped = x;
  smr_rt_select(&clipped, &big, &high, &clipped);
  smr_rt_select(&clipped, &small, &zero, &clipped);
  smr_rt_select(&clipped, &nan, &zero, &clipped);
  SmrFloats shifted, k, p;
  smr_rt_exp_parts(&clipped, &shifted, &k, &p);
  // 2^k in two factors: k may be 128 or -150, which have no exponent of their own. The first product is
  // exact, so the second one rounds once, to a denormal number or to infinity, too.
  SmrInts whole = __builtin_convertvector(k, SmrInts), half = whole >> 1, rest = whole - half;
  SmrInts left = (half + 127) << 23, right = (rest + 127) << 23;
  SmrFloats a, b;
  memcpy(&a, &left, sizeof a);
  memcpy(&b, &right, sizeof b);
  SmrFloats result = p * a * b;
  smr_rt_select(&result, &small, &zero, &result);
  smr_rt_select(v, &nan, &x, &result);
}

#endif
