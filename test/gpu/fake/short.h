//===- short.h - numbers of 16 bits, as they are defined --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For the fake and for what tests it: bfloat16 ('b') and halves ('h'), slowly, by the value of a last bit.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_GPU_SHORT_H
#define SMR_TEST_GPU_SHORT_H
#include <math.h>
#include <stdint.h>

/// Of a type: the bits of the fraction, and the exponent of the greatest number's first bit.
static inline int short_fraction(char type) {
  return type == 'h' ? 10 : 7;
}
static inline int short_top(char type) {
  return type == 'h' ? 15 : 127;
}

static inline double short_widen(char type, uint16_t bits) {
  const int width = short_fraction(type), most = 2 * short_top(type) + 1, first = 1 << width;
  const int exponent = (bits & 0x7fff) >> width, fraction = bits & (first - 1);
  double number = exponent == most ? fraction ? NAN : INFINITY
                  : exponent       ? ldexp(first + fraction, exponent - short_top(type) - width)
                                   : ldexp(fraction, 1 - short_top(type) - width);
  return bits >> 15 ? -number : number;
}

/// To nearest, ties to even (as the process rounds); beyond the greatest number infinite.
static inline uint16_t short_narrow(char type, float number) {
  const int width = short_fraction(type), top = short_top(type), infinite = (2 * top + 1) << width;
  const int sign = signbit(number) ? 0x8000 : 0;
  int exponent = 1 - top;
  if (isnan(number))
    return (uint16_t)(sign | infinite | 1 << (width - 1));
  if (isinf(number))
    return (uint16_t)(sign | infinite);
  if (number != 0 && ilogb((double)number) > exponent)
    exponent = ilogb((double)number);
  double units =
      rint(ldexp(fabs((double)number), width - exponent)); // (less than two to the width: denormal)
  double bits = units + (double)(exponent + top - 1) * (1 << width);
  return (uint16_t)(sign | (bits < infinite ? (int)bits : infinite));
}
#endif
