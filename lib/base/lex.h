//===- lex.h - tokens of text forms --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// One lexer for graphs, equations and PyPM's patterns; a table says how their tokens differ. `//` begins a
// comment up to the end of its line.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_LEX_H
#define SMR_BASE_LEX_H
#include "base/diag.h"
#include "base/intern.h"
#include "base/str.h"
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  SMR_LEXEME_END,
  SMR_LEXEME_WORD,   // a letter or _, then letters, digits, _ and what the language adds
  SMR_LEXEME_VALUE,  // %name; text without the %
  SMR_LEXEME_BLOCK,  // ^name; text without the ^, may be empty
  SMR_LEXEME_LABEL,  // #digits; text without the #
  SMR_LEXEME_NUMBER, // digits, 0x… or a decimal fraction; no sign
  SMR_LEXEME_REAL,   // a decimal fraction, in languages where that is not a NUMBER
  SMR_LEXEME_STRING, // "…" on one line; text between the quotes, escapes as written
  SMR_LEXEME_PUNCT,
  SMR_LEXEME_BAD // reported already
} SmrLexemeKind;

/// Where something is declared: a place in a text, or of an op of MLIR's. Line 0: nowhere.
typedef struct {
  const char *file; // borrowed
  uint32_t line, column;
} SmrLocation;

typedef struct {
  SmrLexemeKind kind;
  const char *text; // into the input, not NUL-terminated
  size_t length;
  size_t at; // offset of its first byte
  SmrLocation location;
  bool line_start; // first token of its line
} SmrLexeme;

/// How a language's tokens look.
typedef struct {
  const char *word;        // more characters of words; a dot begins none
  const char *punctuation; // single characters; NULL: all that print
  const char *pairs;       // punctuation of two characters each, in a row
  bool is_ir;              // has %values, ^blocks, #labels, 0x1f, and escapes in strings
} SmrLexicon;

/// A lexer of a text, or of tokens that are there, and the token that it read last. `line` and `line_start`
/// may be zero at the beginning.
typedef struct {
  const SmrLexicon *lexicon;
  const char *file, *text;
  size_t size, at;
  SmrDiag *diag;
  uint32_t line;
  size_t line_start;       // offset of the line's first byte
  const SmrLexeme *tokens; // the next one; END is the last. NULL: of a text
  SmrLexeme token;
} SmrLexer;

/// Reads the next token; false where it is BAD.
bool smr_lex(SmrLexer *lexer);
/// Makes what was read since offset `start` the token, without its first `skip` bytes.
void smr_lex_take(SmrLexer *lexer, SmrLexemeKind kind, size_t start, size_t skip);
/// Reads the string at the lexer's position; false where it is BAD.
bool smr_lex_string(SmrLexer *lexer);
/// The text of a STRING token with its escapes undone, or of a WORD; false after reporting a bad escape.
bool smr_lex_text(const SmrLexer *lexer, SmrLexeme token, SmrIntern *symbols, SmrSym *out);
/// Reports at the line and column of an offset; false.
bool smr_lex_error(const SmrLexer *lexer, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// Is the token this word, number or punctuation? (In line: the length of a literal is then a constant.)
static inline bool smr_lex_is(const SmrLexer *lexer, const char *text) {
  const SmrLexeme *t = &lexer->token;
  return t->length == strlen(text) && !memcmp(t->text, text, t->length) &&
         (t->kind == SMR_LEXEME_WORD || t->kind == SMR_LEXEME_PUNCT || t->kind == SMR_LEXEME_NUMBER);
}
/// Reports that `what` was expected and the token found, unless that is BAD; false.
bool smr_lex_expected(SmrLexer *lexer, const char *what);
/// Goes past the text, or reports that it was expected.
bool smr_lex_expect(SmrLexer *lexer, const char *text);
/// Goes past the text if it is the token; *ok is then whether the next token is good.
static inline bool smr_lex_accept(SmrLexer *lexer, const char *text, bool *ok) {
  if (!smr_lex_is(lexer, text))
    return false;
  *ok = smr_lex(lexer);
  return true;
}

#ifdef __cplusplus
}
#endif
#endif
