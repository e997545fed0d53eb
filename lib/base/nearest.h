//===- nearest.h - which option was meant? --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_NEAREST_H
#define SMR_BASE_NEAREST_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The likeliest so far; starts as {0}.
typedef struct {
  const char *name; // borrowed, not ended by a zero; NULL: none is near
  size_t length;
  uint32_t slips; // letters missing, too many, changed, or swapped with the next
} SmrNearest;

/// Was `given` (up to its '=') meant to be this option? Of three letters one may be wrong.
void smr_nearest_try(SmrNearest *best, const char *given, const char *name, size_t length);

/// Of all options in a help text.
SmrNearest smr_nearest_in(const char *help, const char *given);

#ifdef __cplusplus
}
#endif
#endif
