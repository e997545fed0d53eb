//===- nearest.c - which option was meant? --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/nearest.h"
#include <ctype.h>
#include <string.h>

enum { LONGEST = 48 };

static uint32_t least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

/// The distance of optimal string alignment (Damerau's, each place edited once); lengths at most LONGEST.
static uint32_t slips(const char *a, size_t m, const char *b, size_t n) {
  uint32_t d[LONGEST + 1][LONGEST + 1];
  for (size_t i = 0; i <= m; i++)
    d[i][0] = (uint32_t)i;
  for (size_t k = 0; k <= n; k++)
    d[0][k] = (uint32_t)k;
  for (size_t i = 1; i <= m; i++)
    for (size_t k = 1; k <= n; k++) {
      d[i][k] =
          least(least(d[i - 1][k] + 1, d[i][k - 1] + 1), d[i - 1][k - 1] + (a[i - 1] != b[k - 1] ? 1 : 0));
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
        d[i][k] = least(d[i][k], d[i - 2][k - 2] + 1);
    }
  return d[m][n];
}

/// What all options begin with says nothing.
static size_t prefix(const char *option) {
  size_t dashes = strspn(option, "-");
  return dashes + (strncmp(option + dashes, "smr-", 4) == 0 ? 4 : 0);
}

void smr_nearest_try(SmrNearest *best, const char *given, const char *name, size_t length) {
  size_t size = strcspn(given, "="), common = prefix(given);
  if (size > LONGEST || length > LONGEST || size <= common)
    return;
  uint32_t wrong = slips(given, size, name, length);
  if (wrong && 3 * (size_t)wrong <= size - common && (!best->name || wrong < best->slips))
    *best = (SmrNearest){name, length, wrong};
}

SmrNearest smr_nearest_in(const char *help, const char *given) {
  SmrNearest best = {0};
  for (const char *at = help; *at; at++) {
    if (*at != '-' || (at > help && (isalnum((unsigned char)at[-1]) || strchr("-'=", at[-1]))))
      continue;
    size_t length = strspn(at, "-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+");
    smr_nearest_try(&best, given, at, length);
    at += length - 1;
  }
  return best;
}
