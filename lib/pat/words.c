//===- words.c - words that the grammar does not know ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/nearest.h"
#include "pat/pat_internal.h"
#include <string.h>
#include <strings.h>

/// The words that may begin something between pairs.
static const char *const words[] = {
#define WORD(word) word,
#define NO_WORD(word)
#define LANGUAGE(word, language) word,
    SMR_PAT_WORDS(WORD, NO_WORD, NO_WORD) SMR_PAT_LANGUAGES(LANGUAGE)
#undef WORD
#undef NO_WORD
#undef LANGUAGE
};

/// A word with some mistakes, in a third of its letters at most; NULL for none.
static const char *nearest(const char *text, size_t length) {
  const char *best = NULL;
  uint32_t least = UINT32_MAX;
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
    size_t size = strlen(words[k]);
    uint32_t away = smr_edit_distance(text, length, words[k], size, true);
    if (away && away <= size / 3 && away < least)
      best = words[k], least = away;
  }
  return best;
}

bool smr_pat_unknown_word(SmrPatReader *r, size_t length, bool behind_pair) {
  const char *text = r->text + r->at, *near = nearest(text, length);
  int shown = (int)(length < 40 ? length : 40);
  bool head = length == 5 && (strncasecmp(text, "costs", 5) == 0 || strncasecmp(text, "flags", 5) == 0);
  if (behind_pair && head)
    return smr_pat_error(r, "'%.*s' is for the whole file and stands before its first pair", shown, text);
  if (behind_pair && near)
    return smr_pat_error(r, "'%.*s' is neither a language nor a clause; did you mean '%s'?", shown, text,
                         near);
  if (behind_pair)
    return smr_pat_error(r,
                         "'%.*s' is neither a language nor a clause (C, Fortran, MLIR; when, pays, fp, mode, "
                         "link, name, about, optional)",
                         shown, text);
  return smr_pat_error(r, "unknown language '%.*s' (known: C, Fortran, MLIR)%s%s%s", shown, text,
                       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}
