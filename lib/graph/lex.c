//===- lex.c - tokens of the text form -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/lex.h"
#include "graph/syntax.h"
#include <stdlib.h>
#include <string.h>

bool smr_lex_error(const SmrLexer *lexer, size_t at, const char *format, ...) {
  uint32_t line = 1, column = 1;
  for (size_t i = 0; i < at; i++) {
    column = lexer->text[i] == '\n' ? 1 : column + 1;
    line += lexer->text[i] == '\n';
  }
  SmrStr text = {0};
  va_list args;
  va_start(args, format);
  smr_str_vprintf(&text, format, args);
  va_end(args);
  smr_error(lexer->diag, lexer->file, line, column, "%s", smr_str_get(&text));
  smr_str_free(&text);
  return false;
}

static int peek(const SmrLexer *lexer, size_t ahead) {
  return lexer->at + ahead < lexer->size ? (unsigned char)lexer->text[lexer->at + ahead] : -1;
}

static bool is_digit(int c) {
  return c >= '0' && c <= '9';
}
static bool is_name(int c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$';
}

static bool skip_blanks(SmrLexer *lexer) {
  bool line_start = lexer->at == 0;
  for (int c; (c = peek(lexer, 0)) >= 0;) {
    if (c == '/' && peek(lexer, 1) == '/')
      while (peek(lexer, 0) >= 0 && peek(lexer, 0) != '\n')
        ++lexer->at;
    else if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
      ++lexer->at, line_start |= c == '\n';
    else
      break;
  }
  return line_start;
}

static SmrLexeme take(SmrLexer *lexer, SmrLexemeKind kind, size_t start, size_t skip, bool line_start) {
  return (SmrLexeme){kind, lexer->text + start + skip, lexer->at - start - skip, start, line_start};
}

static SmrLexeme bad(SmrLexer *lexer, size_t at, const char *why) {
  smr_lex_error(lexer, at, "%s", why);
  return (SmrLexeme){.kind = SMR_LEXEME_BAD, .at = at};
}

static SmrLexeme lex_string(SmrLexer *lexer, bool line_start) {
  size_t start = lexer->at++;
  for (int c; (c = peek(lexer, 0)) != '"'; ++lexer->at) {
    if (c < 0 || c == '\n')
      return bad(lexer, start, "string is not closed on its line");
    if (c < ' ')
      return bad(lexer, lexer->at, "control character in a string");
    if (c == '\\' && peek(lexer, 1) >= ' ')
      ++lexer->at;
  }
  SmrLexeme token = take(lexer, SMR_LEXEME_STRING, start, 1, line_start);
  ++lexer->at;
  return token;
}

static void lex_number(SmrLexer *lexer) {
  if (peek(lexer, 0) == '0' && peek(lexer, 1) == 'x') {
    lexer->at += 2;
    while (is_digit(peek(lexer, 0)) || (peek(lexer, 0) >= 'a' && peek(lexer, 0) <= 'f'))
      ++lexer->at;
    return;
  }
  while (is_digit(peek(lexer, 0)))
    ++lexer->at;
  if (peek(lexer, 0) == '.' && is_digit(peek(lexer, 1)))
    for (++lexer->at; is_digit(peek(lexer, 0));)
      ++lexer->at;
  int sign = peek(lexer, 1) == '-' || peek(lexer, 1) == '+';
  if (peek(lexer, 0) == 'e' && is_digit(peek(lexer, 1 + (size_t)sign)))
    for (lexer->at += 1 + (size_t)sign; is_digit(peek(lexer, 0));)
      ++lexer->at;
}

static SmrLexeme lex_token(SmrLexer *lexer) {
  bool line_start = skip_blanks(lexer);
  size_t start = lexer->at;
  int c = peek(lexer, 0);
  if (c < 0)
    return (SmrLexeme){.kind = SMR_LEXEME_END, .at = start, .line_start = true};
  if (c == '"')
    return lex_string(lexer, line_start);
  if (is_digit(c)) {
    lex_number(lexer);
    return take(lexer, SMR_LEXEME_NUMBER, start, 0, line_start);
  }
  if (is_name(c) && c != '.') {
    while (is_name(peek(lexer, 0)))
      ++lexer->at;
    return take(lexer, SMR_LEXEME_WORD, start, 0, line_start);
  }
  ++lexer->at;
  if (c == '%' || c == '^' || c == '#') {
    while (is_name(peek(lexer, 0)))
      ++lexer->at;
    if (lexer->at == start + 1 && c != '^')
      return bad(lexer, start,
                 c == '%' ? "expected a value name after '%'" : "expected a label number after '#'");
    return take(lexer,
                c == '%'   ? SMR_LEXEME_VALUE
                : c == '^' ? SMR_LEXEME_BLOCK
                           : SMR_LEXEME_LABEL,
                start, 1, line_start);
  }
  if (strchr("(){}[]<>,:=@!?*+-", c) && c)
    return take(lexer, SMR_LEXEME_PUNCT, start, 0, line_start);
  if (c > ' ' && c < 127)
    smr_lex_error(lexer, start, "unexpected '%c'", c);
  else
    smr_lex_error(lexer, start, "unexpected byte 0x%02x", (unsigned)c);
  return (SmrLexeme){.kind = SMR_LEXEME_BAD, .at = start};
}

SmrLexeme smr_lex_symbol(SmrLexer *lexer) {
  size_t start = lexer->at;
  if (peek(lexer, 0) == '"')
    return lex_string(lexer, false);
  while (peek(lexer, 0) >= 0 && smr_syntax_bare((char)peek(lexer, 0)))
    ++lexer->at;
  if (lexer->at == start)
    return bad(lexer, start, "expected a name or a string after '@'");
  return take(lexer, SMR_LEXEME_WORD, start, 0, false);
}

bool smr_lex_text(const SmrLexer *lexer, SmrLexeme token, SmrIntern *symbols, SmrSym *out) {
  if (token.kind == SMR_LEXEME_BAD)
    return false;
  SmrStr text = {0};
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
  smr_str_free(&text);
  return ok;
}

//--- Cursors -----------------------------------------------------------------

bool smr_cursor_advance(SmrCursor *c) {
  c->token = lex_token(&c->lexer);
  return c->token.kind != SMR_LEXEME_BAD;
}

bool smr_cursor_is_punct(const SmrCursor *c, char what) {
  return c->token.kind == SMR_LEXEME_PUNCT && c->token.text[0] == what;
}

bool smr_cursor_is_word(const SmrCursor *c, const char *word) {
  return c->token.kind == SMR_LEXEME_WORD && c->token.length == strlen(word) &&
         memcmp(c->token.text, word, c->token.length) == 0;
}

bool smr_cursor_expected(SmrCursor *c, const char *what) {
  if (c->token.kind == SMR_LEXEME_BAD)
    return false;
  if (c->token.kind == SMR_LEXEME_END)
    return smr_lex_error(&c->lexer, c->token.at, "expected %s, found the end of the text", what);
  size_t from = c->token.at, end = c->lexer.at - from > 40 ? from + 40 : c->lexer.at;
  return smr_lex_error(&c->lexer, from, "expected %s, found '%.*s'", what, (int)(end - from),
                       c->lexer.text + from);
}

bool smr_cursor_expect(SmrCursor *c, char what) {
  const char quoted[] = {'\'', what, '\'', 0};
  return smr_cursor_is_punct(c, what) ? smr_cursor_advance(c) : smr_cursor_expected(c, quoted);
}

bool smr_cursor_accept(SmrCursor *c, char what, bool *ok) {
  if (!smr_cursor_is_punct(c, what))
    return false;
  *ok = smr_cursor_advance(c);
  return true;
}
