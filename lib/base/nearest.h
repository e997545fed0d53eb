//===- nearest.h - which word was meant? --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_NEAREST_H
#define SMR_BASE_NEAREST_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of letters to change, add, remove, or exchange with the next (optimal string alignment);
/// `fold`: regardless of case. UINT32_MAX if one of the texts has more than 128 letters.
uint32_t smr_edit_distance(const char *a, size_t m, const char *b, size_t n, bool fold);

/// The likeliest so far; starts as {0}.
typedef struct {
  const char *name; // borrowed, not ended by a zero; NULL: none is near
  size_t length;
  uint32_t slips; // letters missing, too many, changed, or swapped with the next
} SmrNearest;

/// Was `given` (up to its '=') meant to be this option? Of three letters one may be wrong.
void smr_nearest_try(SmrNearest *best, const char *given, const char *name, size_t length);

#ifdef __cplusplus
}
#endif
#endif
