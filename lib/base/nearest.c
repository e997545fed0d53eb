//===- nearest.c - which option was meant? --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/nearest.h"
#include <ctype.h>
#include <string.h>

enum { LONGEST = 128 };

static uint32_t least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

uint32_t smr_edit_distance(const char *a, size_t m, const char *b, size_t n, bool fold) {
  uint32_t rows[3][LONGEST + 1], *before = rows[0], *last = rows[1], *row = rows[2];
  if (m > LONGEST || n > LONGEST)
    return UINT32_MAX;
  char x = 0, y = 0, x_before = 0, y_before = 0;
  for (size_t i = 0; i <= m; i++) {
    x_before = x;
    x = !i ? 0 : fold ? (char)tolower((unsigned char)a[i - 1]) : a[i - 1];
    for (size_t k = 0; k <= n; k++) {
      y_before = y;
      y = !k ? 0 : fold ? (char)tolower((unsigned char)b[k - 1]) : b[k - 1];
      if (!i || !k) {
        row[k] = (uint32_t)(i + k);
        continue;
      }
      row[k] = least(least(last[k], row[k - 1]) + 1, last[k - 1] + (x != y));
      if (i > 1 && k > 1 && x == y_before && x_before == y)
        row[k] = least(row[k], before[k - 2] + 1);
    }
    uint32_t *next = before;
    before = last, last = row, row = next;
  }
  return last[n];
}

/// What all options begin with says nothing.
static size_t prefix(const char *option) {
  size_t dashes = strspn(option, "-");
  return dashes + (strncmp(option + dashes, "smr-", 4) == 0 ? 4 : 0);
}

void smr_nearest_try(SmrNearest *best, const char *given, const char *name, size_t length) {
  size_t size = strcspn(given, "="), common = prefix(given);
  uint32_t wrong = size <= common ? 0 : smr_edit_distance(given, size, name, length, false);
  if (wrong && 3 * (size_t)wrong <= size - common && (!best->name || wrong < best->slips))
    *best = (SmrNearest){name, length, wrong};
}
