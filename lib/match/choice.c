//===- choice.c - which idioms are looked for ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/choice.h"
#include "base/nearest.h"
#include "base/str.h"
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

static bool check_texts(const char *key, const SmrNames *texts, const char *const *names, uint32_t count,
                        SmrDiag *diag) {
  for (uint32_t t = 0; t < texts->size; t++) {
    const char *text = texts->data[t];
    uint32_t nearest = 0, least = UINT32_MAX;
    bool fits = false;
    for (uint32_t k = 0; k < count && !fits; k++) {
      fits = fnmatch(text, names[k], 0) == 0;
      uint32_t steps = smr_edit_distance(text, strlen(text), names[k], strlen(names[k]), true);
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
