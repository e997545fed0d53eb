//===- parse.c - names, numbers and values of PyPM's text form -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/parse_internal.h"
#include <errno.h>
#include <math.h>

bool smr_pypm_error_at(SmrPypmParser *parser, SmrLexeme token, const char *format, ...) {
  char text[400];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return smr_error(parser->lexer.diag, token.location.file, token.location.line, token.location.column, "%s",
                   text);
}

const SmrLexicon smr_pypm_lexicon = {"", NULL, "||&&->=>==!=<=>=", false};

SmrSym smr_pypm_token_symbol(SmrPypmParser *parser, SmrLexeme token) {
  return smr_intern_n(parser->file->signature->symbols, token.text, token.length);
}

bool smr_pypm_is_name(const SmrPypmParser *parser) {
  static const char *const reserved[] = {"op", "pattern", "rule", "term", "exists",
                                         "mu", "guard",   "inf",  "nan",  "_"};
  for (size_t k = 0; k < sizeof reserved / sizeof *reserved; k++)
    if (smr_lex_is(&parser->lexer, reserved[k]))
      return false;
  return parser->lexer.token.kind == SMR_LEXEME_WORD;
}

bool smr_pypm_read_name(SmrPypmParser *parser, const char *what, SmrSym *name) {
  if (!smr_pypm_is_name(parser))
    return smr_lex_expected(&parser->lexer, what);
  *name = smr_pypm_token_symbol(parser, parser->lexer.token);
  return smr_lex(&parser->lexer);
}

/// The token's value; false where it is no whole number that fits.
static bool token_number(const SmrLexeme *token, int64_t *number) {
  char text[24];
  if (token->kind != SMR_LEXEME_NUMBER || token->length >= sizeof text)
    return false;
  memcpy(text, token->text, token->length);
  text[token->length] = 0;
  errno = 0;
  *number = strtoll(text, NULL, 10);
  return !errno;
}

bool smr_pypm_read_number(SmrPypmParser *parser, const char *what, uint32_t limit, uint32_t *number) {
  SmrLexeme token = parser->lexer.token;
  int64_t value;
  if (token.kind != SMR_LEXEME_NUMBER)
    return smr_lex_expected(&parser->lexer, what);
  if (!token_number(&token, &value) || value > limit)
    return smr_pypm_error_at(parser, token, "%s is at most %u", what, limit);
  *number = (uint32_t)value;
  return smr_lex(&parser->lexer);
}

bool smr_pypm_is_literal(const SmrPypmParser *parser) {
  const SmrLexer *l = &parser->lexer;
  return l->token.kind == SMR_LEXEME_NUMBER || l->token.kind == SMR_LEXEME_REAL || smr_lex_is(l, "-") ||
         smr_lex_is(l, "inf") || smr_lex_is(l, "nan");
}

bool smr_pypm_read_literal(SmrPypmParser *parser, double *literal) {
  bool ok = true, minus = smr_lex_accept(&parser->lexer, "-", &ok);
  SmrLexeme token = parser->lexer.token;
  char text[400];
  if (!ok)
    return false;
  if (!smr_pypm_is_literal(parser) || smr_lex_is(&parser->lexer, "-"))
    return smr_lex_expected(&parser->lexer, "a number");
  if (token.length >= sizeof text)
    return smr_pypm_error_at(parser, token, "a number of more than %zu characters", sizeof text);
  memcpy(text, token.text, token.length);
  text[token.length] = 0;
  *literal = strtod(text, NULL);
  if (token.kind != SMR_LEXEME_WORD && isinf(*literal))
    return smr_pypm_error_at(parser, token, "a number beyond the range of f64: write inf");
  *literal = minus ? -*literal : *literal;
  return smr_lex(&parser->lexer);
}

static bool read_dimension(SmrPypmParser *parser, int64_t *dim) {
  bool ok = true;
  if (smr_lex_accept(&parser->lexer, "?", &ok)) {
    *dim = SMR_PYPM_DYNAMIC;
    return ok;
  }
  bool minus = smr_lex_accept(&parser->lexer, "-", &ok);
  if (!ok || !token_number(&parser->lexer.token, dim))
    return smr_lex_expected(&parser->lexer, "a whole number or '?'");
  *dim = minus ? -*dim : *dim;
  return smr_lex(&parser->lexer);
}

bool smr_pypm_read_dimensions(SmrPypmParser *parser, const char *close, SmrPypmValue *tuple) {
  SMR_VEC(int64_t) dims = {0};
  bool ok = true, closed = false;
  while (ok && !(closed = smr_lex_accept(&parser->lexer, close, &ok))) {
    int64_t dim;
    ok = read_dimension(parser, &dim);
    if (ok)
      smr_vec_push(&dims, dim);
    if (ok && !smr_lex_is(&parser->lexer, close))
      ok = smr_lex_expect(&parser->lexer, ",");
  }
  int64_t *items = smr_arena_alloc(&parser->file->texts, dims.size * sizeof *items);
  if (dims.size)
    memcpy(items, dims.data, dims.size * sizeof *items);
  *tuple = (SmrPypmValue){.kind = SMR_PYPM_TUPLE, .items = items, .count = dims.size};
  smr_vec_free(&dims);
  return ok && closed;
}

bool smr_pypm_read_value(SmrPypmParser *parser, SmrPypmValue *value) {
  SmrLexeme token = parser->lexer.token;
  bool ok = true;
  *value = (SmrPypmValue){0};
  if (smr_lex_accept(&parser->lexer, "?", &ok))
    return ok;
  if (smr_lex_accept(&parser->lexer, "(", &ok))
    return ok && smr_pypm_read_dimensions(parser, ")", value);
  if (smr_pypm_is_name(parser) || token.kind == SMR_LEXEME_STRING) {
    *value = (SmrPypmValue){.kind = SMR_PYPM_SYMBOL, .number = smr_pypm_token_symbol(parser, token)};
    return smr_lex(&parser->lexer);
  }
  value->kind = SMR_PYPM_INT;
  if (token.kind != SMR_LEXEME_NUMBER && !smr_lex_is(&parser->lexer, "-"))
    return smr_lex_expected(&parser->lexer, "a whole number, a name, a string or a tuple");
  return read_dimension(parser, &value->number);
}

bool smr_pypm_read_result(SmrPypmParser *parser, const SmrPypmOperator *op, uint32_t *result) {
  bool ok = true;
  *result = 0;
  if (!smr_lex_accept(&parser->lexer, "#", &ok))
    return true;
  SmrLexeme token = parser->lexer.token;
  if (!ok || !smr_pypm_read_number(parser, "a result's number", UINT32_MAX - 1, result))
    return false;
  if (*result >= op->results)
    return smr_pypm_error_at(parser, token, "the operator has %u result%s, counted from 0", op->results,
                             op->results == 1 ? "" : "s");
  return true;
}

/// One `a = v`.
static bool read_attribute(SmrPypmParser *parser, const SmrPypmOperator *op, bool wildcards, bool *seen,
                           SmrPypmValue *values) {
  SmrLexeme token = parser->lexer.token;
  SmrSym name;
  bool ok = true;
  if (!smr_pypm_read_name(parser, "an attribute's name", &name))
    return false;
  int k = smr_pypm_operator_attribute(op, name);
  if (k < 0 || seen[k])
    return smr_pypm_error_at(parser, token,
                             k < 0 ? "the operator declares no attribute '%.*s'" : "'%.*s' is given twice",
                             (int)token.length, token.text);
  if (smr_pypm_operator_only(op, (uint32_t)k).kind != SMR_PYPM_UNKNOWN)
    return smr_pypm_error_at(parser, token, SMR_PYPM_ONLY_ONE, (int)token.length, token.text);
  seen[k] = true;
  if (!smr_lex_expect(&parser->lexer, "="))
    return false;
  values[k] = (SmrPypmValue){0};
  if (wildcards && smr_lex_accept(&parser->lexer, "_", &ok))
    return ok;
  token = parser->lexer.token;
  if (!smr_pypm_read_value(parser, &values[k]))
    return false;
  if (wildcards && values[k].kind == SMR_PYPM_UNKNOWN)
    return smr_pypm_error_at(parser, token, "any value is written '_' in a pattern");
  return true;
}

bool smr_pypm_read_attributes(SmrPypmParser *parser, SmrLexeme head, const SmrPypmOperator *op,
                              bool wildcards, SmrPypmValue *values) {
  bool seen[SMR_PYPM_MAX_OPERANDS] = {0}, ok = true;
  if (smr_lex_accept(&parser->lexer, "{", &ok)) {
    do {
      if (!ok || !read_attribute(parser, op, wildcards, seen, values))
        return false;
    } while (smr_lex_accept(&parser->lexer, ",", &ok));
    ok = ok && smr_lex_expect(&parser->lexer, "}");
  }
  for (uint32_t k = 0; ok && k < op->attribute_count; k++)
    if (smr_pypm_operator_only(op, k).kind != SMR_PYPM_UNKNOWN)
      values[k] = op->only[k];
    else if (!seen[k])
      return smr_pypm_error_at(parser, head, "'%.*s' has an attribute '%s': give its value%s",
                               (int)head.length, head.text,
                               smr_intern_text(parser->file->signature->symbols, op->attributes[k]),
                               wildcards ? ", or '_' for any" : "");
  return ok;
}

static bool read_parameter(SmrPypmParser *parser, SmrPypmParameter *parameter) {
  bool ok = true;
  *parameter = (SmrPypmParameter){0};
  if (!smr_pypm_read_name(parser, "a variable", &parameter->name))
    return false;
  if (!smr_lex_accept(&parser->lexer, "/", &ok))
    return true;
  parameter->is_function = true;
  return ok &&
         smr_pypm_read_number(parser, "the number of operands", SMR_PYPM_MAX_OPERANDS, &parameter->arity);
}

bool smr_pypm_read_parameters(SmrPypmParser *parser, const SmrPypmParameter **parameters, uint32_t *count) {
  SmrPypmParameter list[SMR_PYPM_MAX_OPERANDS];
  bool ok = true;
  *count = 0;
  if (!smr_lex_expect(&parser->lexer, "("))
    return false;
  while (ok && !smr_lex_accept(&parser->lexer, ")", &ok)) {
    SmrLexeme token = parser->lexer.token;
    if (*count == SMR_PYPM_MAX_OPERANDS)
      return smr_pypm_error_at(parser, token, "more than %d parameters", SMR_PYPM_MAX_OPERANDS);
    if (!read_parameter(parser, &list[*count]))
      return false;
    for (uint32_t k = 0; k < *count; k++)
      if (list[k].name == list[*count].name)
        return smr_pypm_error_at(parser, token, "'%.*s' is a parameter twice", (int)token.length, token.text);
    ++*count;
    if (!smr_lex_is(&parser->lexer, ")"))
      ok = smr_lex_expect(&parser->lexer, ",");
  }
  SmrPypmParameter *copy = smr_arena_alloc(&parser->file->texts, *count * sizeof *copy);
  if (*count)
    memcpy(copy, list, *count * sizeof *copy);
  *parameters = copy;
  return ok;
}
