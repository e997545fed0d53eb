//===- lex.c - tokens of text forms --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/lex.h"
#include <stdlib.h>

bool smr_lex_error(const SmrLexer *lexer, size_t at, const char *format, ...) {
  uint32_t line = 1, column = 1;
  for (size_t i = 0; i < at; i++) {
    column = lexer->text[i] == '\n' ? 1 : column + 1;
    line += lexer->text[i] == '\n';
  }
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  va_list args;
  va_start(args, format);
  smr_str_vprintf(&text, format, args);
  va_end(args);
  smr_error(lexer->diag, lexer->file, line, column, "%s", smr_str_get(&text));
  return false;
}

static int peek(const SmrLexer *lexer, size_t ahead) {
  return lexer->at + ahead < lexer->size ? (unsigned char)lexer->text[lexer->at + ahead] : -1;
}

static bool is_digit(int c) {
  return c >= '0' && c <= '9';
}

static bool is_in_word(const SmrLexer *lexer, int c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (c > 0 && strchr(lexer->lexicon->word, c));
}

static void skip_word(SmrLexer *lexer) {
  while (is_in_word(lexer, peek(lexer, 0)))
    ++lexer->at;
}

static void skip_digits(SmrLexer *lexer) {
  while (is_digit(peek(lexer, 0)))
    ++lexer->at;
}

static void skip_blanks(SmrLexer *lexer) {
  for (int c; (c = peek(lexer, 0)) >= 0; ++lexer->at) {
    if (c == '/' && peek(lexer, 1) == '/') {
      while (peek(lexer, 1) >= 0 && peek(lexer, 1) != '\n')
        ++lexer->at;
    } else if (c == '\n') {
      lexer->line++;
      lexer->line_start = lexer->at + 1;
      lexer->token.line_start = true;
    } else if (c != ' ' && (c < '\t' || c > '\r')) {
      return;
    }
  }
}

void smr_lex_take(SmrLexer *lexer, SmrLexemeKind kind, size_t start, size_t skip) {
  SmrLexeme *token = &lexer->token;
  token->kind = kind;
  token->at = start;
  token->text = lexer->text + start + skip;
  token->length = lexer->at - start - skip;
  token->location = (SmrLocation){lexer->file, lexer->line, (uint32_t)(start - lexer->line_start) + 1};
}

static bool bad(SmrLexer *lexer, size_t at, const char *why) {
  smr_lex_take(lexer, SMR_LEXEME_BAD, lexer->at, 0);
  return smr_lex_error(lexer, at, "%s", why);
}

bool smr_lex_string(SmrLexer *lexer) {
  size_t start = lexer->at++;
  for (int c; (c = peek(lexer, 0)) != '"'; ++lexer->at) {
    if (c < 0 || c == '\n')
      return bad(lexer, start, "string is not closed on its line");
    if (c < ' ')
      return bad(lexer, lexer->at, "control character in a string");
    if (lexer->lexicon->is_ir && c == '\\' && peek(lexer, 1) >= ' ')
      ++lexer->at;
  }
  smr_lex_take(lexer, SMR_LEXEME_STRING, start, 1);
  ++lexer->at;
  return true;
}

static bool lex_number(SmrLexer *lexer, size_t start) {
  bool is_ir = lexer->lexicon->is_ir, real = false;
  if (is_ir && peek(lexer, 0) == '0' && peek(lexer, 1) == 'x') {
    lexer->at += 2;
    while (is_digit(peek(lexer, 0)) || (peek(lexer, 0) >= 'a' && peek(lexer, 0) <= 'f'))
      ++lexer->at;
    smr_lex_take(lexer, SMR_LEXEME_NUMBER, start, 0);
    return true;
  }
  skip_digits(lexer);
  if (peek(lexer, 0) == '.' && is_digit(peek(lexer, 1))) {
    real = true;
    ++lexer->at;
    skip_digits(lexer);
  }
  size_t sign = peek(lexer, 1) == '-' || peek(lexer, 1) == '+';
  if (peek(lexer, 0) == 'e' || (!is_ir && peek(lexer, 0) == 'E')) {
    if (is_digit(peek(lexer, 1 + sign))) {
      real = true;
      lexer->at += 1 + sign;
      skip_digits(lexer);
    } else if (!is_ir) {
      return bad(lexer, start, "a number's exponent has no digits");
    }
  }
  if (!is_ir &&
      (is_in_word(lexer, peek(lexer, 0)) || (peek(lexer, 0) == '.' && (real || peek(lexer, 1) == '.'))))
    return bad(lexer, start, "not a number: write all its digits, as in 1.4142135623730951");
  smr_lex_take(lexer, real && !is_ir ? SMR_LEXEME_REAL : SMR_LEXEME_NUMBER, start, 0);
  return true;
}

static bool lex_name(SmrLexer *lexer, int sigil, size_t start) {
  skip_word(lexer);
  if (lexer->at == start + 1 && sigil != '^')
    return bad(lexer, start,
               sigil == '%' ? "expected a value name after '%'" : "expected a label number after '#'");
  smr_lex_take(lexer,
               sigil == '%'   ? SMR_LEXEME_VALUE
               : sigil == '^' ? SMR_LEXEME_BLOCK
                              : SMR_LEXEME_LABEL,
               start, 1);
  return true;
}

bool smr_lex(SmrLexer *lexer) {
  const SmrLexicon *lexicon = lexer->lexicon;
  if (lexer->tokens) {
    lexer->token = *lexer->tokens;
    lexer->tokens += lexer->token.kind != SMR_LEXEME_END;
    return true;
  }
  lexer->line += !lexer->line;
  lexer->token.line_start = lexer->at == 0;
  skip_blanks(lexer);
  size_t start = lexer->at;
  int c = peek(lexer, 0);
  if (c == '"')
    return smr_lex_string(lexer);
  if (is_digit(c))
    return lex_number(lexer, start);
  if (c < 0) {
    lexer->token.line_start = true;
    smr_lex_take(lexer, SMR_LEXEME_END, start, 0);
    return true;
  }
  if (is_in_word(lexer, c) && c != '.') {
    skip_word(lexer);
    smr_lex_take(lexer, SMR_LEXEME_WORD, start, 0);
    return true;
  }
  ++lexer->at;
  if (lexicon->is_ir && (c == '%' || c == '^' || c == '#'))
    return lex_name(lexer, c, start);
  bool prints = c > ' ' && c < 127;
  if (prints && (!lexicon->punctuation || strchr(lexicon->punctuation, c))) {
    for (const char *pair = lexicon->pairs; *pair; pair += 2)
      if (c == pair[0] && peek(lexer, 0) == pair[1]) {
        ++lexer->at;
        break;
      }
    smr_lex_take(lexer, SMR_LEXEME_PUNCT, start, 0);
    return true;
  }
  smr_lex_take(lexer, SMR_LEXEME_BAD, start, 0);
  return prints ? smr_lex_error(lexer, start, "unexpected '%c'", c)
                : smr_lex_error(lexer, start, "unexpected byte 0x%02x", (unsigned)c);
}

bool smr_lex_text(const SmrLexer *lexer, SmrLexeme token, SmrIntern *symbols, SmrSym *out) {
  if (token.kind == SMR_LEXEME_BAD)
    return false;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  bool ok = true;
  for (size_t i = 0; i < token.length && ok; i++) {
    char c = token.text[i];
    if (token.kind == SMR_LEXEME_STRING && c == '\\') {
      unsigned byte = 0;
      char hex[3] = {0};
      c = ++i < token.length ? token.text[i] : 0;
      if (c == 'x' && token.length - i > 2) {
        memcpy(hex, token.text + i + 1, 2);
        char *end;
        byte = (unsigned)strtoul(hex, &end, 16);
        c = (char)byte;
        ok = byte && end == hex + 2 && hex[0] != '+' && hex[0] != '-' && hex[0] != ' ';
        i += 2;
      } else {
        ok = c == '"' || c == '\\';
      }
    }
    smr_str_putc(&text, c);
  }
  if (ok)
    *out = smr_intern(symbols, smr_str_get(&text));
  else
    smr_lex_error(lexer, token.at, "bad escape in a string (known: \\\" \\\\ \\x01 to \\xff)");
  return ok;
}

bool smr_lex_expected(SmrLexer *lexer, const char *what) {
  const SmrLexeme *token = &lexer->token;
  const SmrLocation *at = &token->location;
  const char *text = lexer->tokens ? token->text : lexer->text + token->at;
  size_t length = lexer->tokens ? token->length : lexer->at - token->at;
  if (token->kind == SMR_LEXEME_BAD)
    return false;
  if (token->kind == SMR_LEXEME_END)
    return smr_error(lexer->diag, at->file, at->line, at->column, "expected %s, found the end of the text",
                     what);
  return smr_error(lexer->diag, at->file, at->line, at->column, "expected %s, found '%.*s'", what,
                   length > 40 ? 40 : (int)length, text);
}

bool smr_lex_expect(SmrLexer *lexer, const char *text) {
  if (smr_lex_is(lexer, text))
    return smr_lex(lexer);
  char quoted[24];
  snprintf(quoted, sizeof quoted, "'%s'", text);
  return smr_lex_expected(lexer, quoted);
}
