//===- words.c - which blocks may share a compiler run -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Starting the compiler costs more than compiling an idiom. Blocks of one PAT file can stand in one source
// file, each at its own line and column, when no block defines a name that another one so much as mentions
// and none has text that reaches beyond it. When in doubt a block is compiled alone.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include <ctype.h>
#include <strings.h>

/// What may reach beyond the block: preprocessor lines, compiler directives, modules, common blocks, names in
/// strings.
static bool reaches_beyond(const char *word, size_t size) {
  static const char *const words[] = {"module", "submodule", "common", "bind", "program", "include", "data"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strlen(words[k]) == size && strncasecmp(word, words[k], size) == 0)
      return true;
  return false;
}

static bool is(const char *word, size_t size, const char *other) {
  return strlen(other) == size && strncasecmp(word, other, size) == 0;
}

void smr_build_words(const SmrPatBlock *block, SmrIntern *names, SmrBuildWords *out) {
  *out = (SmrBuildWords){.names = names, .alone = block->language != SMR_LANG_FORTRAN};
  bool defines = false;
  for (uint32_t at = 0; at < block->size && !out->alone;) {
    const char *text = block->code + at;
    if (*text == '#' || (*text == '!' && strncasecmp(text, "!dir$", 5) == 0))
      out->alone = true;
    if (!isalpha((unsigned char)*text) && *text != '_') {
      at++;
      continue;
    }
    char word[64]; // Fortran's names have at most 63 characters
    uint32_t size = 0;
    while (at + size < block->size && (isalnum((unsigned char)text[size]) || text[size] == '_'))
      size++;
    at += size;
    if (size >= sizeof word || reaches_beyond(text, size)) {
      out->alone = true;
      break;
    }
    for (uint32_t k = 0; k < size; k++)
      word[k] = (char)tolower((unsigned char)text[k]);
    SmrSym name = smr_intern_n(names, word, size);
    smr_vec_push(&out->words, name);
    if (defines)
      smr_vec_push(&out->defines, name);
    defines = is(word, size, "subroutine") || is(word, size, "function") || is(word, size, "entry") ||
              is(word, size, "procedure");
  }
}

static bool mentions(const SmrBuildWords *a, const SmrBuildWords *b) {
  for (uint32_t k = 0; k < b->defines.size; k++)
    for (uint32_t w = 0; w < a->words.size; w++)
      if (a->words.data[w] == b->defines.data[k])
        return true;
  return false;
}

bool smr_build_words_clash(const SmrBuildWords *a, const SmrBuildWords *b) {
  return a->alone || b->alone || mentions(a, b) || mentions(b, a);
}

void smr_build_words_free(SmrBuildWords *words) {
  smr_vec_free(&words->words);
  smr_vec_free(&words->defines);
}
