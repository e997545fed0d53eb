//===- lex.h - tokens of PyPM's text form --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_PYPM_LEX_H
#define SMR_PYPM_LEX_H
#include "base/diag.h"
#include "pypm/operator.h"
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  SMR_PYPM_TOKEN_END,
  SMR_PYPM_TOKEN_WORD,   // letter or _, then letters, digits, _
  SMR_PYPM_TOKEN_NUMBER, // digits
  SMR_PYPM_TOKEN_REAL,   // with a dot or an exponent
  SMR_PYPM_TOKEN_STRING, // "…" on one line, without escapes; the text between the quotes
  SMR_PYPM_TOKEN_PUNCT,  // || && -> => == != <= >= or one character
  SMR_PYPM_TOKEN_BAD     // reported already
} SmrPypmTokenKind;

typedef struct {
  SmrPypmTokenKind kind;
  const char *text; // into the input, not terminated
  uint32_t length;
  SmrPypmLocation location;
} SmrPypmToken;

/// Of a text, where `//` starts a comment up to the end of the line, or of tokens that are there.
typedef struct {
  const SmrPypmToken *tokens; // the next one; END is the last. NULL: of a text
  const char *file, *text;
  size_t size, at;
  uint32_t line, column;
  SmrPypmToken token; // the one read last
  SmrDiag *diag;
} SmrPypmLexer;

/// Reads the next token; false where it is BAD.
bool smr_pypm_lex(SmrPypmLexer *lexer);
/// (In line, so that the length of a text that is written out is known.)
static inline bool smr_pypm_token_is(const SmrPypmLexer *lexer, const char *text) {
  const SmrPypmToken *t = &lexer->token;
  return t->length == strlen(text) && t->kind != SMR_PYPM_TOKEN_STRING && !memcmp(t->text, text, t->length);
}
/// Reports that `what` was expected where the token is, unless that is BAD; false.
bool smr_pypm_expected(SmrPypmLexer *lexer, const char *what);
/// Goes past the text (no string), or reports that it was expected.
bool smr_pypm_expect(SmrPypmLexer *lexer, const char *text);
/// Goes past the text if it stands here; *ok is then whether the next token is good.
static inline bool smr_pypm_accept(SmrPypmLexer *lexer, const char *text, bool *ok) {
  if (!smr_pypm_token_is(lexer, text))
    return false;
  *ok = smr_pypm_lex(lexer);
  return true;
}

#ifdef __cplusplus
}
#endif
#endif
