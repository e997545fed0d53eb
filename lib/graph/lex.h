//===- lex.h - tokens of the text form -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_LEX_H
#define SMR_GRAPH_LEX_H
#include "base/diag.h"
#include "base/str.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  SMR_TOK_END,
  SMR_TOK_WORD,   // letter or _, then letters, digits, _ . $
  SMR_TOK_VALUE,  // %name; text without the %
  SMR_TOK_BLOCK,  // ^name; text without the ^, may be empty
  SMR_TOK_LABEL,  // #digits; text without the #
  SMR_TOK_NUMBER, // digits, 0x…, or a decimal fraction; no sign
  SMR_TOK_STRING, // "…"; text between the quotes, escapes as written
  SMR_TOK_PUNCT,  // one byte
  SMR_TOK_BAD     // reported already
} SmrTokenKind;

typedef struct {
  SmrTokenKind kind;
  const char *text; // into the input, not NUL-terminated
  size_t length;
  size_t at;       // offset of its first byte
  bool line_start; // first token of its line
} SmrToken;

typedef struct {
  const char *file, *text;
  size_t size, at;
  SmrDiag *diag;
} SmrLexer;

SmrToken smr_lex(SmrLexer *lexer);
/// A symbol or file name at the lexer's position: a string, or bytes that smr_syntax_bare accepts (kind
/// WORD).
SmrToken smr_lex_symbol(SmrLexer *lexer);
/// Reports at the line and column of an offset; false.
bool smr_lex_error(const SmrLexer *lexer, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#ifdef __cplusplus
}
#endif
#endif
