//===- lex.h - tokens of the text form -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_LEX_H
#define SMR_GRAPH_LEX_H
#include "base/diag.h"
#include "base/intern.h"
#include "base/str.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  SMR_LEXEME_END,
  SMR_LEXEME_WORD,   // letter or _, then letters, digits, _ . $
  SMR_LEXEME_VALUE,  // %name; text without the %
  SMR_LEXEME_BLOCK,  // ^name; text without the ^, may be empty
  SMR_LEXEME_LABEL,  // #digits; text without the #
  SMR_LEXEME_NUMBER, // digits, 0x…, or a decimal fraction; no sign
  SMR_LEXEME_STRING, // "…"; text between the quotes, escapes as written
  SMR_LEXEME_PUNCT,  // one byte
  SMR_LEXEME_BAD     // reported already
} SmrLexemeKind;

typedef struct {
  SmrLexemeKind kind;
  const char *text; // into the input, not NUL-terminated
  size_t length;
  size_t at;       // offset of its first byte
  bool line_start; // first token of its line
} SmrLexeme;

typedef struct {
  const char *file, *text;
  size_t size, at;
  SmrDiag *diag;
} SmrLexer;

/// A symbol or file name at the lexer's position: a string, or bytes that smr_syntax_bare accepts (kind
/// WORD).
SmrLexeme smr_lex_symbol(SmrLexer *lexer);
/// The text of a STRING token with its escapes undone, or of a WORD; false after reporting a bad escape.
bool smr_lex_text(const SmrLexer *lexer, SmrLexeme token, SmrIntern *symbols, SmrSym *out);
/// Reports at the line and column of an offset; false.
bool smr_lex_error(const SmrLexer *lexer, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// A lexer, and the token that it has read last: what the parsers of text forms go through the text with.
typedef struct {
  SmrLexer lexer;
  SmrLexeme token;
} SmrCursor;
/// Reads the next token; false where it is BAD.
bool smr_cursor_advance(SmrCursor *cursor);
bool smr_cursor_is_punct(const SmrCursor *cursor, char c);
bool smr_cursor_is_word(const SmrCursor *cursor, const char *word);
/// Reports that `what` was expected and the token found, unless that is BAD; always false.
bool smr_cursor_expected(SmrCursor *cursor, const char *what);
/// Goes past the character, or reports that it was expected.
bool smr_cursor_expect(SmrCursor *cursor, char c);
/// Goes past the character if it stands here; *ok is then whether that went well.
bool smr_cursor_accept(SmrCursor *cursor, char c, bool *ok);

#ifdef __cplusplus
}
#endif
#endif
