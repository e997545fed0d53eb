//===- lex.c - tokens of PyPM's text form --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/lex.h"
#include <ctype.h>

static int at(const SmrPypmLexer *l, size_t ahead) {
  return l->at + ahead < l->size ? (unsigned char)l->text[l->at + ahead] : 0;
}

static void step(SmrPypmLexer *l) {
  bool line = at(l, 0) == '\n';
  l->line += line;
  l->column = line ? 1 : l->column + 1;
  l->at++;
}

static void skip_blanks(SmrPypmLexer *l) {
  for (;;) {
    while (l->at < l->size && isspace(at(l, 0)))
      step(l);
    if (at(l, 0) != '/' || at(l, 1) != '/')
      return;
    while (l->at < l->size && at(l, 0) != '\n')
      step(l);
  }
}

static bool is_word(int c) {
  return isalnum(c) || c == '_';
}

#define error(l, ...)                                                                                        \
  smr_error((l)->diag, (l)->token.location.file, (l)->token.location.line, (l)->token.location.column,       \
            __VA_ARGS__)

static SmrPypmTokenKind bad(SmrPypmLexer *l, const char *text) {
  error(l, "%s", text);
  return SMR_PYPM_TOKEN_BAD;
}

static void digits(SmrPypmLexer *l) {
  while (isdigit(at(l, 0)))
    step(l);
}

static SmrPypmTokenKind number(SmrPypmLexer *l) {
  SmrPypmTokenKind kind = SMR_PYPM_TOKEN_NUMBER;
  digits(l);
  if (at(l, 0) == '.' && isdigit(at(l, 1))) {
    kind = SMR_PYPM_TOKEN_REAL;
    step(l);
    digits(l);
  }
  if (at(l, 0) == 'e' || at(l, 0) == 'E') {
    kind = SMR_PYPM_TOKEN_REAL;
    step(l);
    if (at(l, 0) == '-' || at(l, 0) == '+')
      step(l);
    if (!isdigit(at(l, 0)))
      return bad(l, "a number's exponent has no digits");
    digits(l);
  }
  if (is_word(at(l, 0)) || (at(l, 0) == '.' && (kind == SMR_PYPM_TOKEN_REAL || at(l, 1) == '.')))
    return bad(l, "not a number: write all its digits, as in 1.4142135623730951");
  return kind;
}

static SmrPypmTokenKind string(SmrPypmLexer *l) {
  step(l);
  while (at(l, 0) && at(l, 0) != '"' && at(l, 0) != '\n')
    step(l);
  if (at(l, 0) != '"')
    return bad(l, "a string without its closing quote");
  step(l);
  return SMR_PYPM_TOKEN_STRING;
}

static SmrPypmTokenKind punctuation(SmrPypmLexer *l) {
  static const char *const two[] = {"||", "&&", "->", "=>", "==", "!=", "<=", ">="};
  int c = at(l, 0), next = at(l, 1);
  if (!isprint(c))
    return bad(l, "a byte that is no part of the language");
  step(l);
  for (size_t k = 0; k < sizeof two / sizeof *two; k++)
    if (c == two[k][0] && next == two[k][1]) {
      step(l);
      break;
    }
  return SMR_PYPM_TOKEN_PUNCT;
}

static SmrPypmTokenKind word(SmrPypmLexer *l) {
  while (is_word(at(l, 0)))
    step(l);
  return SMR_PYPM_TOKEN_WORD;
}

bool smr_pypm_lex(SmrPypmLexer *l) {
  if (l->tokens) {
    l->token = *l->tokens;
    l->tokens += l->token.kind != SMR_PYPM_TOKEN_END;
    return true;
  }
  if (!l->line)
    l->line = l->column = 1;
  skip_blanks(l);
  size_t start = l->at;
  l->token = (SmrPypmToken){.text = l->text + start, .location = {l->file, l->line, l->column}};
  int c = at(l, 0);
  l->token.kind = l->at >= l->size ? SMR_PYPM_TOKEN_END
                  : isdigit(c)     ? number(l)
                  : is_word(c)     ? word(l)
                  : c == '"'       ? string(l)
                                   : punctuation(l);
  l->token.length = (uint32_t)(l->at - start);
  if (l->token.kind == SMR_PYPM_TOKEN_STRING) {
    l->token.text++;
    l->token.length -= 2;
  }
  return l->token.kind != SMR_PYPM_TOKEN_BAD;
}

bool smr_pypm_expected(SmrPypmLexer *l, const char *what) {
  const SmrPypmToken *t = &l->token;
  if (t->kind == SMR_PYPM_TOKEN_END)
    error(l, "expected %s, but the text ends", what);
  else if (t->kind != SMR_PYPM_TOKEN_BAD)
    error(l, "expected %s, not '%.*s'", what, (int)(t->length < 40 ? t->length : 40), t->text);
  return false;
}

bool smr_pypm_expect(SmrPypmLexer *l, const char *text) {
  if (smr_pypm_token_is(l, text))
    return smr_pypm_lex(l);
  char quoted[24];
  snprintf(quoted, sizeof quoted, "'%s'", text);
  return smr_pypm_expected(l, quoted);
}
