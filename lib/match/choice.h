//===- choice.h - which idioms are looked for ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A user may name the idioms that he wants, or does not want, as shells match file names: `dgem*`. A pair
// that is not chosen is as if it were not in its library. A text that fits no pair of any library is a
// mistake.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_CHOICE_H
#define SMR_MATCH_CHOICE_H
#include "base/diag.h"
#include "base/settings.h"
#include <stdbool.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// By the settings `only` (empty: all) and `disable`.
bool smr_idiom_chosen(const SmrSettings *set, const char *name);
/// False after an error for the first text that no name fits, or when none of the names is left. The error
/// begins with `only=` or `disable=` and the text, and names the nearest name.
bool smr_idiom_choice_check(const SmrSettings *set, const char *const *names, uint32_t count, SmrDiag *diag);
/// Does a message begin as the error does?
bool smr_idiom_choice_names(const char *message);

#ifdef __cplusplus
}
#endif
#endif
