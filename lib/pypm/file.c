//===- file.c - PyPM's text form -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/file.h"
#include "pypm/parse_internal.h"
#include "pypm/same.h"

SmrPypmFile *smr_pypm_file_create(void) {
  SmrPypmFile *file = smr_xcalloc(1, sizeof *file);
  file->signature = smr_pypm_signature_create();
  file->terms = smr_pypm_terms_create(file->signature);
  return file;
}

void smr_pypm_file_destroy(SmrPypmFile *file) {
  if (!file)
    return;
  for (uint32_t k = 0; k < file->patterns.size; k++)
    smr_pypm_pattern_free(&file->patterns.data[k]);
  for (uint32_t k = 0; k < file->rules.size; k++)
    smr_pypm_rule_free(&file->rules.data[k]);
  for (uint32_t k = 0; k < file->typings.size; k++)
    smr_pypm_typing_free(&file->typings.data[k]);
  smr_vec_free(&file->patterns);
  smr_vec_free(&file->rules);
  smr_vec_free(&file->typings);
  smr_map_free(&file->typing_of);
  smr_vec_free(&file->definitions);
  smr_map_free(&file->named);
  smr_pypm_terms_destroy(file->terms);
  smr_pypm_signature_destroy(file->signature);
  smr_arena_destroy(&file->texts);
  free(file);
}

const SmrPypmPattern *smr_pypm_file_pattern(const SmrPypmFile *file, const char *name) {
  SmrSym symbol = smr_intern_find(file->signature->symbols, name);
  for (uint32_t k = 0; symbol && k < file->patterns.size; k++)
    if (file->patterns.data[k].name == symbol)
      return &file->patterns.data[k];
  return NULL;
}

static const SmrPypmRule *pypm_file_rule(const SmrPypmFile *file, const char *name) {
  SmrSym symbol = smr_intern_find(file->signature->symbols, name);
  for (uint32_t k = 0; symbol && k < file->rules.size; k++)
    if (file->rules.data[k].name == symbol)
      return &file->rules.data[k];
  return NULL;
}

uint32_t smr_pypm_file_term(const SmrPypmFile *file, const char *name) {
  uint32_t term = 0;
  smr_map_get(&file->named, smr_intern_find(file->signature->symbols, name), &term);
  return term;
}

static bool defined(const SmrPypmFile *file, SmrSym name) {
  const char *text = smr_intern_text(file->signature->symbols, name);
  uint32_t op;
  return smr_pypm_operator_find(file->signature, name, &op) || smr_pypm_file_pattern(file, text) ||
         pypm_file_rule(file, text) || smr_pypm_file_term(file, text);
}

typedef enum { OPERATOR, PATTERN, RULE, TERM } Kind;

/// The item of that name and kind (no term's), and its number; NULL if there is none.
static const SmrLocation *find_item(const SmrPypmFile *file, Kind kind, SmrSym name, uint32_t *number) {
  if (kind == OPERATOR && smr_pypm_operator_find(file->signature, name, number))
    return &file->signature->operators.data[*number].location;
  for (uint32_t k = 0; kind == PATTERN && k < file->patterns.size; k++)
    if (file->patterns.data[k].name == name)
      return *number = k, &file->patterns.data[k].location;
  for (uint32_t k = 0; kind == RULE && k < file->rules.size; k++)
    if (file->rules.data[k].name == name)
      return *number = k, &file->rules.data[k].location;
  return NULL;
}

/// An item of an earlier text that has the new one's name; `location` NULL: there is none.
typedef struct {
  const SmrLocation *location;
  uint32_t number;
} Before;

/// The name of a new item, or of one that another text has: then it has to say the same.
static bool read_new_name(SmrPypmParser *parser, Kind kind, SmrSym *name, Before *before) {
  static const char *const whats[] = {"an operator's name", "a pattern's name", "a rule's name",
                                      "a term's name"};
  SmrLexeme token = parser->lexer.token;
  if (!smr_pypm_read_name(parser, whats[kind], name))
    return false;
  before->location = find_item(parser->file, kind, *name, &before->number);
  if (defined(parser->file, *name) && (!before->location || before->number >= parser->earlier[kind]))
    return smr_pypm_error_at(parser, token, "'%.*s' is defined twice", (int)token.length, token.text);
  return true;
}

static bool is_same(SmrPypmParser *parser, SmrLexeme name, const SmrLocation *before, bool same) {
  return same || smr_pypm_error_at(parser, name, "'%.*s' is declared otherwise at %s:%u:%u", (int)name.length,
                                   name.text, before->file, before->line, before->column);
}

/// `= 0`, behind the name: the value that the attribute has wherever the operator stands.
static bool read_only(SmrPypmParser *parser, SmrPypmOperator *op, SmrPypmValue *only) {
  bool ok = true;
  only[op->attribute_count - 1] = (SmrPypmValue){0};
  if (!smr_lex_accept(&parser->lexer, "=", &ok) || !ok)
    return ok;
  SmrLexeme token = parser->lexer.token;
  if (!smr_pypm_read_value(parser, &only[op->attribute_count - 1]))
    return false;
  op->only = only;
  return only[op->attribute_count - 1].kind != SMR_PYPM_UNKNOWN ||
         smr_pypm_error_at(parser, token,
                           "an attribute that may have any value is declared by its name alone");
}

static bool read_declared(SmrPypmParser *parser, SmrPypmOperator *op, SmrSym *names, SmrPypmValue *only) {
  bool ok = true;
  do {
    SmrLexeme token = parser->lexer.token;
    SmrPypmOperator so_far = {.attributes = names, .attribute_count = op->attribute_count};
    SmrSym name;
    if (!ok || !smr_pypm_read_name(parser, "an attribute's name", &name))
      return false;
    if (smr_pypm_operator_attribute(&so_far, name) >= 0)
      return smr_pypm_error_at(parser, token, "attribute '%.*s' is declared twice", (int)token.length,
                               token.text);
    if (op->attribute_count == SMR_PYPM_MAX_OPERANDS)
      return smr_pypm_error_at(parser, token, "more than %d attributes", SMR_PYPM_MAX_OPERANDS);
    names[op->attribute_count++] = name;
    if (!read_only(parser, op, only))
      return false;
  } while (smr_lex_accept(&parser->lexer, ",", &ok));
  return smr_lex_expect(&parser->lexer, "}");
}

/// `for "dialect.op"`, behind the word.
static bool read_stands_for(SmrPypmParser *parser, SmrPypmOperator *op) {
  SmrLexeme token = parser->lexer.token;
  if (token.kind != SMR_LEXEME_STRING || !token.length)
    return smr_lex_expected(&parser->lexer, "an op's name in quotes");
  op->stands_for = smr_pypm_token_symbol(parser, token);
  return smr_lex(&parser->lexer);
}

/// `for "dialect.op"`, `commutative`, `effects`, `class NAME`, in any order.
static bool read_properties(SmrPypmParser *parser, SmrPypmOperator *op) {
  for (bool ok = true; ok;) {
    SmrLexeme token = parser->lexer.token;
    if (smr_lex_accept(&parser->lexer, "commutative", &ok)) {
      if (ok && op->arity != 2)
        return smr_pypm_error_at(parser, token, "an operator of arity %u cannot be commutative", op->arity);
      op->commutative = true;
    } else if (smr_lex_accept(&parser->lexer, "for", &ok)) {
      if (!ok || !read_stands_for(parser, op))
        return false;
    } else if (smr_lex_accept(&parser->lexer, "effects", &ok)) {
      op->effects = true;
    } else if (smr_lex_accept(&parser->lexer, "class", &ok)) {
      if (!ok || !smr_pypm_read_name(parser, "a class", &op->op_class))
        return false;
    } else {
      return true;
    }
  }
  return false;
}

/// `(2)`, `(*)`, or the operands' names `(x, y)`.
static bool read_arity(SmrPypmParser *parser, SmrPypmOperator *op, const SmrPypmParameter **names) {
  SmrLexer before = parser->lexer;
  bool ok = true;
  if (!smr_lex_expect(&parser->lexer, "("))
    return false;
  op->variadic = smr_lex_accept(&parser->lexer, "*", &ok);
  if (ok && (op->variadic || (!smr_pypm_is_name(parser) && !smr_lex_is(&parser->lexer, ")"))))
    return (op->variadic ||
            smr_pypm_read_number(parser, "the number of operands", SMR_PYPM_MAX_OPERANDS, &op->arity)) &&
           smr_lex_expect(&parser->lexer, ")");
  parser->lexer = before;
  if (!ok || !smr_pypm_read_parameters(parser, names, &op->arity))
    return false;
  for (uint32_t k = 0; k < op->arity; k++)
    if ((*names)[k].is_function)
      return smr_pypm_error_at(parser, before.token, "an operand is no function variable");
  return true;
}

/// `: x`, one type for each result.
static bool read_typing(SmrPypmParser *parser, SmrLexeme token, const SmrPypmOperator *op,
                        const SmrPypmParameter *names, SmrPypmTyping *typing) {
  bool ok = smr_pypm_open_scope(parser, token, &typing->scope, names, names ? op->arity : 0);
  do {
    uint32_t type;
    ok = ok && smr_pypm_read_type_expr(parser, &typing->scope, &type);
    if (ok)
      smr_vec_push(&typing->types, type);
  } while (ok && smr_lex_accept(&parser->lexer, ",", &ok));
  return ok && (typing->types.size == op->results ||
                smr_pypm_error_at(parser, token, "%u types for %u results", typing->types.size, op->results));
}

/// `conv{stride, pad}(2) -> 1 commutative class pointwise`, `neg(x) : x`; behind the name.
static bool read_declaration(SmrPypmParser *parser, SmrSym *attributes, SmrPypmValue *only,
                             SmrPypmOperator *op, SmrPypmTyping *typing) {
  const SmrPypmParameter *names = NULL;
  bool ok = true;
  if (smr_lex_accept(&parser->lexer, "{", &ok) && (!ok || !read_declared(parser, op, attributes, only)))
    return false;
  if (!read_arity(parser, op, &names))
    return false;
  SmrLexeme arrow = parser->lexer.token;
  if (smr_lex_accept(&parser->lexer, "->", &ok)) {
    if (!ok || !smr_pypm_read_number(parser, "the number of results", SMR_PYPM_MAX_OPERANDS, &op->results))
      return false;
    if (!op->results)
      return smr_pypm_error_at(parser, arrow, "an operator has at least one result");
  }
  SmrLexeme colon = parser->lexer.token;
  if (smr_lex_accept(&parser->lexer, ":", &ok) && (!ok || !read_typing(parser, colon, op, names, typing)))
    return false;
  return read_properties(parser, op);
}

static bool read_operator(SmrPypmParser *parser) {
  SmrPypmFile *file = parser->file;
  SmrLexeme token = parser->lexer.token;
  SmrSym attributes[SMR_PYPM_MAX_OPERANDS];
  SmrPypmValue only[SMR_PYPM_MAX_OPERANDS];
  SmrPypmOperator op = {.results = 1, .attributes = attributes, .location = token.location};
  SmrPypmTyping typing = {.op = file->signature->operators.size};
  Before before;
  bool ok = read_new_name(parser, OPERATOR, &op.name, &before) &&
            read_declaration(parser, attributes, only, &op, &typing),
       typed = typing.types.size;
  if (ok && before.location)
    ok = is_same(parser, token, before.location,
                 smr_pypm_same_operator(file, before.number, &op, typed ? &typing : NULL));
  else if (ok)
    smr_pypm_operator_add(file->signature, op);
  if (!ok || before.location || !typed) {
    smr_pypm_typing_free(&typing);
    return ok;
  }
  smr_map_set(&file->typing_of, typing.op, file->typings.size);
  smr_vec_push(&file->typings, typing);
  return true;
}

static bool read_pattern_item(SmrPypmParser *parser) {
  SmrPypmFile *file = parser->file;
  SmrLexeme token = parser->lexer.token;
  SmrPypmDefinition definition = {0};
  SmrPypmPattern pattern = {.location = token.location};
  SmrSym name;
  Before before;
  if (!read_new_name(parser, PATTERN, &name, &before) ||
      !smr_pypm_read_parameters(parser, &definition.parameters, &definition.count) ||
      !smr_lex_expect(&parser->lexer, "="))
    return false;
  definition.body = parser->lexer;
  parser->p = &pattern;
  parser->definitions = file->definitions.size;
  bool ok = smr_pypm_read_pattern(parser, name, &definition);
  if (ok && before.location)
    ok = is_same(parser, token, before.location,
                 smr_pypm_same_pattern(file, &file->patterns.data[before.number], &pattern));
  if (!ok || before.location) {
    smr_pypm_pattern_free(&pattern);
    return ok;
  }
  smr_vec_push(&file->patterns, pattern);
  smr_vec_push(&file->definitions, definition);
  return true;
}

static bool read_rule_item(SmrPypmParser *parser) {
  SmrLexeme token = parser->lexer.token;
  SmrPypmRule rule = {.location = token.location};
  SmrSym name;
  Before before;
  if (!read_new_name(parser, RULE, &name, &before))
    return false;
  bool ok = smr_pypm_read_rule(parser, name, &rule);
  if (ok && before.location)
    ok = is_same(parser, token, before.location,
                 smr_pypm_same_rule(parser->file, &parser->file->rules.data[before.number], &rule));
  if (!ok || before.location) {
    smr_pypm_rule_free(&rule);
    return ok;
  }
  smr_vec_push(&parser->file->rules, rule);
  return true;
}

/// `f32[2, ?]`, `f32`, `?[2]`, `"!a.type"`
static bool read_type(SmrPypmParser *parser, uint32_t *type) {
  SmrPypmType t = {0};
  SmrPypmValue dims;
  SmrLexeme token = parser->lexer.token;
  bool ok = true;
  if (token.kind == SMR_LEXEME_STRING && token.length) {
    t.name = smr_pypm_token_symbol(parser, token);
    *type = smr_pypm_type(parser->file->terms, t);
    return smr_lex(&parser->lexer);
  }
  if (!smr_lex_accept(&parser->lexer, "?", &ok) && !smr_pypm_read_name(parser, "an element type", &t.element))
    return false;
  if (t.element && !smr_pypm_element(smr_intern_text(parser->file->signature->symbols, t.element)))
    return smr_pypm_error_at(parser, token, "'%.*s' is no element type", (int)token.length, token.text);
  if (ok && smr_lex_accept(&parser->lexer, "[", &ok)) {
    if (!ok || !smr_pypm_read_dimensions(parser, "]", &dims))
      return false;
    t.ranked = true;
    t.rank = dims.count;
    t.dims = dims.items;
  }
  *type = smr_pypm_type(parser->file->terms, t);
  return ok;
}

static bool read_term(SmrPypmParser *parser, uint32_t *term);

static bool read_operands(SmrPypmParser *parser, SmrLexeme head, const SmrPypmOperator *op,
                          uint32_t *operands, uint32_t *number) {
  uint32_t count = 0;
  bool ok = true;
  if (smr_lex_accept(&parser->lexer, "(", &ok) && ok && !smr_lex_accept(&parser->lexer, ")", &ok)) {
    do {
      if (ok && count == SMR_PYPM_MAX_OPERANDS)
        return smr_pypm_error_at(parser, head, "more than %d operands", SMR_PYPM_MAX_OPERANDS);
      if (!ok || !read_term(parser, &operands[count++]))
        return false;
    } while (smr_lex_accept(&parser->lexer, ",", &ok));
    ok = ok && smr_lex_expect(&parser->lexer, ")");
  }
  *number = count;
  if (ok && !op->variadic && count != op->arity)
    return smr_pypm_error_at(parser, head, "'%.*s' takes %u operands, not %u", (int)head.length, head.text,
                             op->arity, count);
  return ok;
}

/// A named term, or an operator on operands: its head and operands.
static bool read_application(SmrPypmParser *parser, uint32_t *head, uint32_t *operands, uint32_t *count,
                             uint32_t *named) {
  SmrPypmFile *file = parser->file;
  SmrLexeme token = parser->lexer.token;
  SmrPypmValue values[SMR_PYPM_MAX_OPERANDS];
  uint32_t op, result = 0;
  SmrSym name;
  if (!smr_pypm_read_name(parser, "a term", &name))
    return false;
  *named = smr_pypm_file_term(file, smr_intern_text(file->signature->symbols, name));
  if (*named)
    return true;
  if (!smr_pypm_operator_find(file->signature, name, &op))
    return smr_pypm_error_at(parser, token, "no term or operator '%.*s'", (int)token.length, token.text);
  const SmrPypmOperator *declared = &file->signature->operators.data[op];
  if (!smr_pypm_read_result(parser, declared, &result) ||
      !smr_pypm_read_attributes(parser, token, declared, false, values) ||
      !read_operands(parser, token, declared, operands, count))
    return false;
  *head = smr_pypm_head(file->terms, op, result, values);
  return true;
}

static bool read_term_inside(SmrPypmParser *parser, uint32_t *term) {
  uint32_t operands[SMR_PYPM_MAX_OPERANDS], count = 0, head = 0, type = 0, named = 0;
  bool ok = true;
  if (smr_pypm_is_literal(parser)) {
    double value;
    if (!smr_pypm_read_literal(parser, &value))
      return false;
    head = smr_pypm_constant(parser->file->terms, value);
  } else if (!read_application(parser, &head, operands, &count, &named)) {
    return false;
  }
  if (named)
    return *term = named, true;
  if (smr_lex_accept(&parser->lexer, ":", &ok) && (!ok || !read_type(parser, &type)))
    return false;
  *term = smr_pypm_term(parser->file->terms, head, type, operands, count);
  return ok;
}

static bool read_term(SmrPypmParser *parser, uint32_t *term) {
  if (parser->nesting == SMR_PYPM_MAX_NESTING)
    return smr_pypm_error_at(parser, parser->lexer.token, "nested deeper than %d: name what is inside",
                             SMR_PYPM_MAX_NESTING);
  parser->nesting++;
  bool ok = read_term_inside(parser, term);
  parser->nesting--;
  return ok;
}

static bool read_term_item(SmrPypmParser *parser) {
  SmrSym name;
  uint32_t term;
  Before before;
  if (!read_new_name(parser, TERM, &name, &before) || !smr_lex_expect(&parser->lexer, "=") ||
      !read_term(parser, &term))
    return false;
  smr_map_set(&parser->file->named, name, term);
  return true;
}

static bool read_items(SmrPypmParser *parser) {
  bool ok = smr_lex(&parser->lexer);
  while (ok && parser->lexer.token.kind != SMR_LEXEME_END) {
    if (smr_lex_accept(&parser->lexer, "op", &ok))
      ok = ok && read_operator(parser);
    else if (smr_lex_accept(&parser->lexer, "pattern", &ok))
      ok = ok && read_pattern_item(parser);
    else if (smr_lex_accept(&parser->lexer, "rule", &ok))
      ok = ok && read_rule_item(parser);
    else if (smr_lex_accept(&parser->lexer, "term", &ok))
      ok = ok && read_term_item(parser);
    else
      ok = smr_lex_expected(&parser->lexer, "'op', 'pattern', 'rule' or 'term'");
  }
  return ok;
}

static bool read_text(SmrPypmFile *file, SmrLexer lexer) {
  SmrPypmParser parser = {
      .file = file,
      .lexer = lexer,
      .earlier = {file->signature->operators.size, file->patterns.size, file->rules.size}};
  bool ok = read_items(&parser);
  smr_vec_free(&parser.scope);
  return ok;
}

bool smr_pypm_file_read(SmrPypmFile *file, const char *name, const char *text, size_t size, SmrDiag *diag) {
  return read_text(file, (SmrLexer){.lexicon = &smr_pypm_lexicon,
                                    .file = smr_arena_strdup(&file->texts, name),
                                    .text = smr_arena_strndup(&file->texts, text, size),
                                    .size = size,
                                    .diag = diag});
}

bool smr_pypm_file_read_tokens(SmrPypmFile *file, const SmrLexeme *tokens, SmrDiag *diag) {
  return read_text(file, (SmrLexer){.tokens = tokens, .diag = diag});
}
