//===- words.c - which blocks may share a compiler run -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Starting the compiler costs more than compiling an idiom. Blocks of one PAT file can stand in one source
// file, each at its own line and column, when no block defines a name that another one so much as mentions
// and none has text that reaches beyond it. When in doubt a block is compiled alone. In C, blocks that share
// a file also include the same headers, in the same order: what a block sees is what it asked for.
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

static void fortran_words(const SmrPatBlock *block, SmrIntern *names, SmrBuildWords *out) {
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

/// Words that stand outside braces and parentheses and define nothing. (A word too few costs time only.)
static bool c_type_word(const char *word, size_t size) {
  static const char *const words[] = {"void",     "char",     "short",    "int",      "long",     "float",
                                      "double",   "signed",   "unsigned", "_Bool",    "_Complex", "bool",
                                      "complex",  "const",    "restrict", "volatile", "static",   "inline",
                                      "size_t",   "int8_t",   "int16_t",  "int32_t",  "int64_t",  "uint8_t",
                                      "uint16_t", "uint32_t", "uint64_t", "ssize_t",  "ptrdiff_t"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strlen(words[k]) == size && memcmp(word, words[k], size) == 0)
      return true;
  return false;
}

/// Definitions of other things than functions and variables have names inside their braces.
static bool c_reaches_beyond(const char *word, size_t size) {
  static const char *const words[] = {"struct",         "union", "enum",          "typedef",
                                      "_Static_assert", "asm",   "__attribute__", "__asm__"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strlen(words[k]) == size && memcmp(word, words[k], size) == 0)
      return true;
  return false;
}

/// Behind the comment or literal at `at`, or `at` when there is none.
static uint32_t c_skip(const char *text, uint32_t size, uint32_t at) {
  if (text[at] == '/' && text[at + 1] == '/') {
    while (at < size && text[at] != '\n')
      at++;
  } else if (text[at] == '/' && text[at + 1] == '*') {
    const char *end = strstr(text + at + 2, "*/");
    at = end ? (uint32_t)(end - text) + 2 : size;
  } else if (text[at] == '"' || text[at] == '\'') {
    char quote = text[at++];
    while (at < size && text[at] != quote && text[at] != '\n')
      at += text[at] == '\\' ? 2 : 1;
    at++;
  }
  return at < size ? at : size;
}

static void c_words(const SmrPatBlock *block, SmrIntern *names, SmrBuildWords *out) {
  const char *text = block->code;
  SMR_OWNED(SmrStr, smr_str_free) includes = {0};
  uint32_t depth = 0;
  for (uint32_t at = 0; at < block->size && !out->alone;) {
    uint32_t behind = c_skip(text, block->size, at);
    if (behind > at) {
      at = behind;
      continue;
    }
    if (text[at] == '#') {
      uint32_t length = (uint32_t)strcspn(text + at, "\n"), word = at + 1;
      while (text[word] == ' ' || text[word] == '\t')
        word++;
      out->alone |= strncmp(text + word, "include", 7) != 0;
      smr_str_append(&includes, text + at, length);
      smr_str_putc(&includes, '\n');
      at += length;
    } else if (isalpha((unsigned char)text[at]) || text[at] == '_') {
      uint32_t size = 1;
      while (isalnum((unsigned char)text[at + size]) || text[at + size] == '_')
        size++;
      SmrSym name = smr_intern_n(names, text + at, size);
      smr_vec_push(&out->words, name);
      out->alone |= !depth && c_reaches_beyond(text + at, size);
      if (!depth && !c_type_word(text + at, size))
        smr_vec_push(&out->defines, name);
      at += size;
    } else {
      depth += text[at] == '{' || text[at] == '(' || text[at] == '[';
      depth -= depth && (text[at] == '}' || text[at] == ')' || text[at] == ']');
      at++;
    }
  }
  out->includes = smr_intern(names, smr_str_get(&includes));
}

void smr_build_words(const SmrPatBlock *block, SmrIntern *names, SmrBuildWords *out) {
  *out = (SmrBuildWords){.names = names, .language = block->language};
  if (block->language == SMR_LANGUAGE_FORTRAN)
    fortran_words(block, names, out);
  else if (block->language == SMR_LANGUAGE_C)
    c_words(block, names, out);
  else
    out->alone = true;
}

static bool mentions(const SmrBuildWords *a, const SmrBuildWords *b) {
  for (uint32_t k = 0; k < b->defines.size; k++)
    for (uint32_t w = 0; w < a->words.size; w++)
      if (a->words.data[w] == b->defines.data[k])
        return true;
  return false;
}

bool smr_build_words_clash(const SmrBuildWords *a, const SmrBuildWords *b) {
  return a->alone || b->alone || a->language != b->language || a->includes != b->includes || mentions(a, b) ||
         mentions(b, a);
}

void smr_build_words_free(SmrBuildWords *words) {
  smr_vec_free(&words->words);
  smr_vec_free(&words->defines);
}
