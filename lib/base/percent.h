//===- percent.h - percentages in options ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_PERCENT_H
#define SMR_BASE_PERCENT_H
#include <stdbool.h>
#include <stdint.h>

enum { SMR_MOST_PERCENT = 10000 };

/// A whole number from 1 to SMR_MOST_PERCENT; false, and *percent untouched, for any other text.
static inline bool smr_percent(const char *text, uint32_t *percent) {
  uint32_t number = 0;
  const char *at = text;
  for (; *at >= '0' && *at <= '9' && number <= SMR_MOST_PERCENT; at++)
    number = 10 * number + (uint32_t)(*at - '0');
  if (at == text || *at || !number || number > SMR_MOST_PERCENT)
    return false;
  *percent = number;
  return true;
}

#endif
