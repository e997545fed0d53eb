//===- code.c - where a code block ends ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each language says how its strings, character literals and comments end; a brace inside one of them is no
// brace. Literals that a line end cuts off end there: the language's compiler will complain with a better
// message.
//===----------------------------------------------------------------------===//
#include "pat/pat_internal.h"
#include <string.h>

static size_t line_end(const char *text, size_t n, size_t at) {
  const char *newline = memchr(text + at, '\n', n - at);
  return newline ? (size_t)(newline - text) : n;
}

static size_t block_comment_end(const char *text, size_t n, size_t at) {
  const char *end = memmem(text + at + 2, n - at - 2, "*/", 2);
  return end ? (size_t)(end - text) + 2 : n;
}

/// A literal with backslash escapes; an escaped newline (C's spliced line) goes on, a bare one ends it.
static size_t escaped_literal_end(const char *text, size_t n, size_t at) {
  char quote = text[at++];
  while (at < n && text[at] != '\n') {
    if (text[at] == quote)
      return at + 1;
    at += text[at] == '\\' && at + 1 < n ? 2 : 1;
  }
  return at;
}

/// Is the newline at `at` preceded by a continuation sign, blanks between them allowed?
static bool continued(const char *text, size_t start, size_t at, char sign) {
  while (at > start && (text[at - 1] == ' ' || text[at - 1] == '\t' || text[at - 1] == '\r'))
    at--;
  return at > start && text[at - 1] == sign;
}

/// A doubled quote stands for itself: it ends the literal and starts the next, which comes to the same
/// braces.
static size_t fortran_literal_end(const char *text, size_t n, size_t at) {
  size_t start = at;
  char quote = text[at++];
  for (; at < n; at++) {
    if (text[at] == quote)
      return at + 1;
    if (text[at] == '\n' && !continued(text, start, at, '&'))
      return at;
  }
  return at;
}

static bool first_on_line(const char *text, size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
    at--;
  return at == 0 || text[at - 1] == '\n';
}

/// A preprocessor line with its spliced lines; a comment that starts in it may end on a later line.
static size_t directive_end(const char *text, size_t n, size_t at) {
  while (at < n) {
    if (text[at] == '\n' && !(text[at - 1] == '\\' || (text[at - 1] == '\r' && text[at - 2] == '\\')))
      return at;
    if (text[at] == '"')
      at = escaped_literal_end(text, n, at);
    else if (text[at] == '/' && at + 1 < n && text[at + 1] == '*')
      at = block_comment_end(text, n, at);
    else if (text[at] == '/' && at + 1 < n && text[at + 1] == '/')
      at = line_end(text, n, at);
    else
      at++;
  }
  return at;
}

/// 1'000 has digit separators, u8'x' a prefix.
static bool c_char_literal(const char *text, size_t at) {
  size_t word = at;
  while (word > 0 && smr_pat_word_char(text[word - 1]))
    word--;
  return word == at || !(text[word] >= '0' && text[word] <= '9');
}

size_t smr_pat_skip_token(SmrLanguage language, const char *text, size_t n, size_t at) {
  char c = text[at], next = at + 1 < n ? text[at + 1] : '\0';
  switch (language) {
  case SMR_LANGUAGE_C:
    if (c == '/' && next == '/') {
      size_t end = line_end(text, n, at);
      while (end < n && text[end - 1] == '\\')
        end = line_end(text, n, end + 1);
      return end;
    }
    if (c == '/' && next == '*')
      return block_comment_end(text, n, at);
    if (c == '"' || (c == '\'' && c_char_literal(text, at)))
      return escaped_literal_end(text, n, at);
    // The brace that opens the block may stand on the directive's line: `C { #include <x.h>`.
    if (c == '#' && next != '#' && (first_on_line(text, at) || continued(text, 0, at, '{')))
      return directive_end(text, n, at + 1);
    return at;
  case SMR_LANGUAGE_FORTRAN:
    if (c == '!')
      return line_end(text, n, at);
    if (c == '\'' || c == '"')
      return fortran_literal_end(text, n, at);
    return at;
  default:
    if (c == '/' && next == '/')
      return line_end(text, n, at);
    return c == '"' ? escaped_literal_end(text, n, at) : at;
  }
}

size_t smr_pat_code_end(SmrLanguage language, const char *text, size_t n, size_t start) {
  uint64_t depth = 0;
  for (size_t at = start; at < n;) {
    size_t after = smr_pat_skip_token(language, text, n, at);
    if (after > at) {
      at = after;
      continue;
    }
    if (text[at] == '{')
      depth++;
    if (text[at] == '}' && depth-- == 0)
      return at;
    at++;
  }
  return n;
}
