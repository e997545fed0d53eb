//===- order.h - orders, for qsort and bsearch ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_ORDER_H
#define SMR_BASE_ORDER_H
#include <stdint.h>

/// Numbers (uint32_t), the smallest first.
static inline int smr_ascending(const void *one, const void *other) {
  uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
  return (a > b) - (a < b);
}

#endif
