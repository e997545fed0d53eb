//===- choice.c - which idioms are looked for ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/choice.h"
#include "base/str.h"
#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

static const char only_key[] = "only=", disable_key[] = "disable=";

static bool fits_one(const SmrNames *texts, const char *name) {
  for (uint32_t k = 0; k < texts->size; k++)
    if (fnmatch(texts->data[k], name, 0) == 0)
      return true;
  return false;
}

bool smr_idiom_chosen(const SmrSettings *set, const char *name) {
  return (!set->only.size || fits_one(&set->only, name)) && !fits_one(&set->disable, name);
}

/// Levenshtein's distance: how many characters have to be put in, taken away or changed. Case is no change:
/// Fortran's names are as often written in capitals.
static uint32_t distance(const char *a, const char *b) {
  enum { MOST = 128 };
  size_t n = strlen(a), m = strlen(b);
  uint32_t row[MOST + 1];
  if (n > MOST || m > MOST)
    return UINT32_MAX;
  for (uint32_t j = 0; j <= m; j++)
    row[j] = j;
  for (uint32_t i = 1; i <= n; i++) {
    uint32_t diagonal = row[0];
    row[0] = i;
    for (uint32_t j = 1; j <= m; j++) {
      uint32_t change = diagonal + (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]));
      uint32_t skip = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
      diagonal = row[j];
      row[j] = change < skip ? change : skip;
    }
  }
  return row[m];
}

static bool check_texts(const char *key, const SmrNames *texts, const char *const *names, uint32_t count,
                        SmrDiag *diag) {
  for (uint32_t t = 0; t < texts->size; t++) {
    const char *text = texts->data[t];
    uint32_t nearest = 0, least = UINT32_MAX;
    bool fits = false;
    for (uint32_t k = 0; k < count && !fits; k++) {
      fits = fnmatch(text, names[k], 0) == 0;
      uint32_t steps = distance(text, names[k]);
      if (steps < least) {
        least = steps;
        nearest = k;
      }
    }
    if (!fits && count)
      return smr_error(diag, NULL, 0, 0, "%s%s: no idiom has such a name; the nearest is '%s'", key, text,
                       names[nearest]);
    if (!fits)
      return smr_error(diag, NULL, 0, 0, "%s%s: there are no idioms", key, text);
  }
  return true;
}

bool smr_idiom_choice_check(const SmrSettings *set, const char *const *names, uint32_t count, SmrDiag *diag) {
  if (!check_texts(only_key, &set->only, names, count, diag) ||
      !check_texts(disable_key, &set->disable, names, count, diag))
    return false;
  if (!set->only.size && !set->disable.size)
    return true;
  for (uint32_t k = 0; k < count; k++)
    if (smr_idiom_chosen(set, names[k]))
      return true;
  const SmrNames *last = set->disable.size ? &set->disable : &set->only;
  return smr_error(diag, NULL, 0, 0, "%s%s: no idiom is left", last == &set->only ? only_key : disable_key,
                   last->data[0]);
}

bool smr_idiom_choice_names(const char *message) {
  return smr_starts(message, only_key) || smr_starts(message, disable_key);
}
