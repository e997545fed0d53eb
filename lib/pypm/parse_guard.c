//===- parse_guard.c - guards from text ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/parse_internal.h"

/// What an expression yields, as far as the text says; ANY is for attributes of operators.
typedef enum { ANY, INT, SYMBOL, TUPLE, TRUTH } Sort;

static const char *const sort_names[] = {"anything", "a number", "a symbol", "a tuple", "a condition"};

static bool read_or(SmrPypmParser *parser, uint32_t *e, Sort *sort);

static uint32_t push(SmrPypmParser *parser, SmrPypmExpr expr) {
  if (expr.kind >= SMR_PYPM_E_INDEX) {
    uint32_t a = parser->p->exprs.data[expr.a].depth, b = parser->p->exprs.data[expr.b].depth;
    expr.depth = 1 + (a > b ? a : b);
  }
  smr_vec_push(&parser->p->exprs, expr);
  return parser->p->exprs.size - 1;
}

static bool too_deep(SmrPypmParser *parser, uint32_t e) {
  return parser->p->exprs.data[e].depth > SMR_PYPM_MAX_DEPTH &&
         !smr_pypm_error_at(parser, parser->lexer.token, "a guard deeper than %d", SMR_PYPM_MAX_DEPTH);
}

static bool wants(SmrPypmParser *parser, SmrLexeme token, Sort want, Sort have) {
  if (want == have || (have == ANY && want != TRUTH))
    return true;
  return smr_pypm_error_at(parser, token, "%s is wanted here, and this is %s", sort_names[want],
                           sort_names[have]);
}

/// What the attribute of a term or of a function variable is; false where nothing has it.
static bool attribute_sort(const SmrPypmParser *parser, bool head, SmrSym name, Sort *sort) {
  const char *text = smr_intern_text(parser->file->signature->symbols, name);
  static const struct {
    const char *name;
    bool head, term;
    Sort sort;
  } known[] = {{"shape", false, true, TUPLE},     {"rank", false, true, INT},
               {"uses", false, true, INT},        {"elType", false, true, SYMBOL},
               {"op_class", true, false, SYMBOL}, {"arity", true, false, INT},
               {"results", true, false, INT}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (smr_equal(known[k].name, text) && (head ? known[k].head : known[k].term))
      return *sort = known[k].sort, true;
  *sort = ANY;
  return smr_pypm_signature_attribute(parser->file->signature, name);
}

/// `.α` behind a variable (C8: `x.shape.rank` is `x.rank`, `eltType` is `elType`).
static bool read_attribute(SmrPypmParser *parser, const SmrPypmBinding *binding, uint32_t *e, Sort *sort) {
  const SmrPypmVariable *var = &parser->p->vars.data[binding->index];
  SmrIntern *symbols = parser->file->signature->symbols;
  SmrLexeme token = parser->lexer.token;
  SmrSym name;
  if (!smr_pypm_read_name(parser, "an attribute's name", &name))
    return false;
  if (name == smr_intern(symbols, "eltType"))
    name = smr_intern(symbols, "elType");
  if (!attribute_sort(parser, var->is_function, name, sort))
    return smr_pypm_error_at(parser, token, "no %s has an attribute '%.*s'",
                             var->is_function ? "operator" : "term", (int)token.length, token.text);
  bool ok = true, shape = name == smr_intern(symbols, "shape");
  if (!var->is_function && shape && smr_lex_accept(&parser->lexer, ".", &ok)) {
    if (!ok || !smr_lex_is(&parser->lexer, "rank"))
      return ok && smr_lex_expected(&parser->lexer, "'rank'");
    name = smr_intern(symbols, "rank");
    *sort = INT;
    ok = smr_lex(&parser->lexer);
  }
  *e = push(parser, (SmrPypmExpr){.kind = var->is_function ? SMR_PYPM_E_HEAD : SMR_PYPM_E_TERM,
                                  .var = binding->index,
                                  .symbol = name});
  return ok;
}

/// A word: a variable with an attribute, or a symbol, which must be an element type or a class.
static bool read_word(SmrPypmParser *parser, uint32_t *e, Sort *sort) {
  SmrLexeme token = parser->lexer.token;
  SmrSym name = 0;
  bool ok = true, string = token.kind == SMR_LEXEME_STRING;
  if (string) {
    name = smr_pypm_token_symbol(parser, token);
    ok = smr_lex(&parser->lexer);
  } else if (!smr_pypm_read_name(parser, "a number, a symbol or a variable's attribute", &name)) {
    return false;
  }
  const SmrPypmBinding *binding = string ? NULL : smr_pypm_lookup(parser, token);
  if (ok && !string && smr_lex_accept(&parser->lexer, ".", &ok)) {
    if (binding && !binding->is_mu)
      return ok && read_attribute(parser, binding, e, sort);
    return ok && smr_pypm_error_at(parser, token, "no variable '%.*s' here", (int)token.length, token.text);
  }
  if (!string && !smr_pypm_element(smr_intern_text(parser->file->signature->symbols, name)) &&
      !smr_pypm_signature_class(parser->file->signature, name))
    return smr_pypm_error_at(
        parser, token,
        "'%.*s' is no element type and no operator's class: a variable is used with an attribute, "
        "as in x.rank, and other symbols are written \"in quotes\"",
        (int)token.length, token.text);
  *sort = SYMBOL;
  *e = push(parser, (SmrPypmExpr){.value = {.kind = SMR_PYPM_SYMBOL, .number = name}});
  return ok;
}

static bool read_minus(SmrPypmParser *parser, uint32_t *e, Sort *sort);

/// `(…)`: an expression or guard in parentheses, or a tuple `(2, ?)`, `(2,)`, `()`.
static bool read_parentheses(SmrPypmParser *parser, uint32_t *e, Sort *sort) {
  SmrLexer before = parser->lexer;
  SmrPypmValue tuple = {0};
  bool ok = smr_lex(&parser->lexer);
  SmrLexeme first = parser->lexer.token;
  bool number = first.kind == SMR_LEXEME_NUMBER || smr_lex_is(&parser->lexer, "-");
  if (ok && number) {
    if (smr_lex_is(&parser->lexer, "-"))
      ok = smr_lex(&parser->lexer);
    ok = ok && smr_lex(&parser->lexer);
    number = ok && smr_lex_is(&parser->lexer, ",");
  }
  if (!ok)
    return false;
  parser->lexer = before;
  smr_lex(&parser->lexer);
  if (number || smr_lex_is(&parser->lexer, "?") || smr_lex_is(&parser->lexer, ")")) {
    if (!smr_pypm_read_dimensions(parser, ")", &tuple))
      return false;
    *sort = TUPLE;
    *e = push(parser, (SmrPypmExpr){.value = tuple});
    return true;
  }
  return read_or(parser, e, sort) && smr_lex_expect(&parser->lexer, ")");
}

static bool read_primary(SmrPypmParser *parser, uint32_t *e, Sort *sort) {
  if (smr_lex_is(&parser->lexer, "("))
    return read_parentheses(parser, e, sort);
  if (parser->lexer.token.kind != SMR_LEXEME_NUMBER)
    return read_word(parser, e, sort);
  SmrPypmValue value;
  *sort = INT;
  if (!smr_pypm_read_value(parser, &value))
    return false;
  *e = push(parser, (SmrPypmExpr){.value = value});
  return true;
}

static bool read_postfix(SmrPypmParser *parser, uint32_t *e, Sort *sort) {
  SmrLexeme token = parser->lexer.token;
  bool ok = true;
  if (!read_primary(parser, e, sort))
    return false;
  while (ok && smr_lex_accept(&parser->lexer, "[", &ok)) {
    SmrLexeme at = parser->lexer.token;
    uint32_t index;
    Sort inside;
    if (!ok || !wants(parser, token, TUPLE, *sort) || !read_minus(parser, &index, &inside) ||
        !wants(parser, at, INT, inside) || !smr_lex_expect(&parser->lexer, "]"))
      return false;
    *e = push(parser, (SmrPypmExpr){.kind = SMR_PYPM_E_INDEX, .a = *e, .b = index});
    *sort = INT;
  }
  return ok;
}

/// `-e`: a negative number, or 0 - e.
static bool read_unary(SmrPypmParser *parser, uint32_t *e, Sort *sort) {
  SmrLexeme token = parser->lexer.token;
  bool ok = true;
  if (!smr_lex_accept(&parser->lexer, "-", &ok))
    return read_postfix(parser, e, sort);
  if (!ok || !read_postfix(parser, e, sort) || !wants(parser, token, INT, *sort))
    return false;
  SmrPypmExpr *number = &parser->p->exprs.data[*e];
  if (number->kind == SMR_PYPM_E_VALUE && number->value.kind == SMR_PYPM_INT) {
    number->value.number = -number->value.number;
  } else {
    uint32_t zero = push(parser, (SmrPypmExpr){.value = {.kind = SMR_PYPM_INT}});
    *e = push(parser, (SmrPypmExpr){.kind = SMR_PYPM_E_SUB, .a = zero, .b = *e});
  }
  *sort = INT;
  return true;
}

typedef struct {
  const char *text;
  SmrPypmExprKind kind;
  bool swapped;
} Operator;

/// Goes past an operator of the table.
static const Operator *accept_operator(SmrPypmParser *parser, const Operator *table, bool *ok) {
  for (; table->text; table++)
    if (smr_lex_accept(&parser->lexer, table->text, ok))
      return table;
  return NULL;
}

/// Operands that `next` reads, joined from the left by the table's operators; `want` is what they must be.
static bool read_chain(SmrPypmParser *parser, const Operator *table, Sort want,
                       bool (*next)(SmrPypmParser *, uint32_t *, Sort *), uint32_t *e, Sort *sort) {
  SmrLexeme token = parser->lexer.token;
  const Operator *op;
  bool ok = true;
  if (!next(parser, e, sort))
    return false;
  while ((op = accept_operator(parser, table, &ok))) {
    SmrLexeme at = parser->lexer.token;
    uint32_t right;
    Sort other;
    if (!ok || !wants(parser, token, want, *sort) || !next(parser, &right, &other) ||
        !wants(parser, at, want, other))
      return false;
    *e = push(parser, (SmrPypmExpr){.kind = op->kind, .a = *e, .b = right});
    *sort = want;
    if (too_deep(parser, *e))
      return false;
  }
  return ok;
}

static bool read_times(SmrPypmParser *parser, uint32_t *e, Sort *sort) {
  static const Operator table[] = {
      {"*", SMR_PYPM_E_MUL, false}, {"/", SMR_PYPM_E_DIV, false}, {"%", SMR_PYPM_E_MOD, false}, {0}};
  return read_chain(parser, table, INT, read_unary, e, sort);
}

static bool read_minus(SmrPypmParser *parser, uint32_t *e, Sort *sort) {
  static const Operator table[] = {{"+", SMR_PYPM_E_ADD, false}, {"-", SMR_PYPM_E_SUB, false}, {0}};
  return read_chain(parser, table, INT, read_times, e, sort);
}

static bool read_comparison(SmrPypmParser *parser, uint32_t *e, Sort *sort) {
  static const Operator table[] = {{"=", SMR_PYPM_G_EQ, false},  {"==", SMR_PYPM_G_EQ, false},
                                   {"!=", SMR_PYPM_G_NE, false}, {"<", SMR_PYPM_G_LT, false},
                                   {"<=", SMR_PYPM_G_LE, false}, {">", SMR_PYPM_G_LT, true},
                                   {">=", SMR_PYPM_G_LE, true},  {0}};
  SmrLexeme token = parser->lexer.token;
  bool ok = true;
  if (!read_minus(parser, e, sort))
    return false;
  const Operator *op = accept_operator(parser, table, &ok);
  if (!op)
    return ok;
  SmrLexeme at = parser->lexer.token;
  uint32_t right;
  Sort other;
  if (!ok || !read_minus(parser, &right, &other))
    return false;
  bool order = op->kind == SMR_PYPM_G_LT || op->kind == SMR_PYPM_G_LE;
  if (order && (!wants(parser, token, INT, *sort) || !wants(parser, at, INT, other)))
    return false;
  if (*sort == TRUTH || (*sort != ANY && other != ANY && *sort != other))
    return smr_pypm_error_at(parser, at, "%s is compared with %s", sort_names[*sort], sort_names[other]);
  *e = push(parser,
            (SmrPypmExpr){.kind = op->kind, .a = op->swapped ? right : *e, .b = op->swapped ? *e : right});
  *sort = TRUTH;
  return true;
}

static bool read_not(SmrPypmParser *parser, uint32_t *e, Sort *sort) {
  bool ok = true, negated = false;
  while (smr_lex_accept(&parser->lexer, "!", &ok))
    negated = !negated;
  SmrLexeme token = parser->lexer.token;
  if (!ok || !read_comparison(parser, e, sort))
    return false;
  if (!negated)
    return true;
  *e = push(parser, (SmrPypmExpr){.kind = SMR_PYPM_G_NOT, .a = *e, .b = *e});
  return wants(parser, token, TRUTH, *sort);
}

static bool read_and(SmrPypmParser *parser, uint32_t *e, Sort *sort) {
  static const Operator table[] = {{"&&", SMR_PYPM_G_AND, false}, {0}};
  return read_chain(parser, table, TRUTH, read_not, e, sort);
}

static bool read_or(SmrPypmParser *parser, uint32_t *e, Sort *sort) {
  static const Operator table[] = {{"||", SMR_PYPM_G_OR, false}, {0}};
  if (parser->nesting == SMR_PYPM_MAX_NESTING)
    return smr_pypm_error_at(parser, parser->lexer.token, "nested deeper than %d", SMR_PYPM_MAX_NESTING);
  parser->nesting++;
  bool ok = read_chain(parser, table, TRUTH, read_and, e, sort);
  parser->nesting--;
  return ok;
}

bool smr_pypm_read_guard(SmrPypmParser *parser, uint32_t *expr) {
  SmrLexeme token = parser->lexer.token;
  Sort sort;
  return smr_lex_expect(&parser->lexer, "(") && read_or(parser, expr, &sort) &&
         wants(parser, token, TRUTH, sort) && smr_lex_expect(&parser->lexer, ")");
}

bool smr_pypm_read_dimension_expr(SmrPypmParser *parser, bool or_tuple, uint32_t *expr) {
  SmrLexeme token = parser->lexer.token;
  Sort sort;
  return read_minus(parser, expr, &sort) && ((or_tuple && sort == TUPLE) || wants(parser, token, INT, sort));
}

/// Behind a name that is no variable's, and alone, stands no attribute: it is a symbol.
static bool is_symbol(const SmrPypmParser *parser) {
  SmrLexer ahead = parser->lexer;
  SMR_OWNED(SmrDiag, smr_diag_free) none = {0};
  ahead.diag = &none;
  bool dot = smr_lex(&ahead) && smr_lex_is(&ahead, ".");
  return parser->lexer.token.kind == SMR_LEXEME_STRING || (smr_pypm_is_name(parser) && !dot);
}

bool smr_pypm_read_value_expr(SmrPypmParser *parser, uint32_t *expr) {
  SmrLexeme token = parser->lexer.token;
  SmrPypmValue value;
  Sort sort;
  if (!is_symbol(parser))
    return read_minus(parser, expr, &sort) &&
           (sort != TRUTH ||
            smr_pypm_error_at(parser, token, "a value is wanted here, and this is a condition"));
  if (token.kind == SMR_LEXEME_WORD && smr_pypm_lookup(parser, token))
    return smr_pypm_error_at(parser, token, "a variable is used with an attribute, as in %.*s.rank",
                             (int)token.length, token.text);
  if (!smr_pypm_read_value(parser, &value))
    return false;
  *expr = push(parser, (SmrPypmExpr){.value = value});
  return true;
}

bool smr_pypm_read_element_expr(SmrPypmParser *parser, uint32_t *expr) {
  SmrLexeme token = parser->lexer.token;
  SmrPypmExpr element = {0};
  SmrSym name;
  bool ok = true;
  if (smr_lex_accept(&parser->lexer, "?", &ok)) {
    *expr = push(parser, element);
    return ok;
  }
  if (!smr_pypm_read_name(parser, "a type", &name))
    return false;
  if (smr_lex_accept(&parser->lexer, ".", &ok)) {
    const SmrPypmBinding *binding = smr_pypm_lookup(parser, token);
    if (!ok)
      return false;
    if (!smr_lex_is(&parser->lexer, "elType") && !smr_lex_is(&parser->lexer, "eltType"))
      return smr_lex_expected(&parser->lexer, "'elType'");
    if (!binding || parser->p->vars.data[binding->index].is_function)
      return smr_pypm_error_at(parser, token, "no variable '%.*s' here", (int)token.length, token.text);
    element.kind = SMR_PYPM_E_TERM;
    element.var = binding->index;
    element.symbol = smr_intern(parser->file->signature->symbols, "elType");
    ok = ok && smr_lex(&parser->lexer);
  } else if (!smr_pypm_element(smr_intern_text(parser->file->signature->symbols, name))) {
    return smr_pypm_error_at(parser, token, "'%.*s' is no element type and no variable", (int)token.length,
                             token.text);
  } else {
    element.value = (SmrPypmValue){.kind = SMR_PYPM_SYMBOL, .number = name};
  }
  *expr = push(parser, element);
  return ok;
}
