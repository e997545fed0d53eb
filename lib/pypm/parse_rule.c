//===- parse_rule.c - rules and types from text --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/parse_internal.h"

// Types.

static bool enter(SmrPypmParser *parser) {
  if (parser->nesting == SMR_PYPM_MAX_NESTING)
    return smr_pypm_error_at(parser, parser->lexer.token, "nested deeper than %d", SMR_PYPM_MAX_NESTING);
  parser->nesting++;
  return true;
}

static bool push_type(SmrPypmScope *scope, SmrPypmTypeExpr type, uint32_t *number) {
  *number = scope->types.size;
  smr_vec_push(&scope->types, type);
  return true;
}

/// `[2, ?, x.shape[0]]`, `[x.shape]`
static bool read_shape(SmrPypmParser *parser, SmrPypmScope *scope, SmrPypmTypeExpr *type) {
  uint32_t dims[SMR_PYPM_MAX_OPERANDS];
  bool ok = true;
  type->ranked = true;
  while (ok && !smr_lex_accept(&parser->lexer, "]", &ok)) {
    SmrLexeme token = parser->lexer.token;
    uint32_t k = type->count++;
    if (k == SMR_PYPM_MAX_OPERANDS)
      return smr_pypm_error_at(parser, token, "more than %d dimensions", SMR_PYPM_MAX_OPERANDS);
    if (smr_lex_accept(&parser->lexer, "?", &ok)) {
      dims[k] = parser->p->exprs.size;
      smr_vec_push(&parser->p->exprs, (SmrPypmExpr){.value = {.number = 1}});
    } else if (ok) {
      ok = smr_pypm_read_dimension_expr(parser, !k, &dims[k]);
    }
    if (ok && !smr_lex_is(&parser->lexer, "]"))
      ok = smr_lex_expect(&parser->lexer, ",");
  }
  type->first = scope->dims.size;
  for (uint32_t k = 0; ok && k < type->count; k++)
    smr_vec_push(&scope->dims, dims[k]);
  return ok;
}

static bool read_broadcast(SmrPypmParser *parser, SmrPypmScope *scope, uint32_t *number) {
  SmrPypmTypeExpr type = {.kind = SMR_PYPM_TYPE_BROADCAST};
  return enter(parser) && smr_lex(&parser->lexer) && smr_lex_expect(&parser->lexer, "(") &&
         smr_pypm_read_type_expr(parser, scope, &type.a) && smr_lex_expect(&parser->lexer, ",") &&
         smr_pypm_read_type_expr(parser, scope, &type.b) && smr_lex_expect(&parser->lexer, ")") &&
         parser->nesting-- && push_type(scope, type, number);
}

bool smr_pypm_read_type_expr(SmrPypmParser *parser, SmrPypmScope *scope, uint32_t *number) {
  SmrPypmTypeExpr type = {.kind = SMR_PYPM_TYPE_MADE};
  SmrLexer before = parser->lexer;
  bool ok = true, name = smr_pypm_is_name(parser);
  const SmrPypmBinding *binding = name ? smr_pypm_lookup(parser, before.token) : NULL;
  if (name && !binding && smr_lex_is(&parser->lexer, "broadcast"))
    return read_broadcast(parser, scope, number);
  if (binding) {
    if (!smr_lex(&parser->lexer))
      return false;
    if (!smr_lex_is(&parser->lexer, ".")) {
      if (parser->p->vars.data[binding->index].is_function)
        return smr_pypm_error_at(parser, before.token, "a function variable has no type");
      type.kind = SMR_PYPM_TYPE_OF;
      type.var = binding->index;
      return push_type(scope, type, number);
    }
    parser->lexer = before;
  }
  if (!smr_pypm_read_element_expr(parser, &type.element))
    return false;
  if (smr_lex_accept(&parser->lexer, "[", &ok) && (!ok || !read_shape(parser, scope, &type)))
    return false;
  return ok && push_type(scope, type, number);
}

// Replacements.

static bool read_new(SmrPypmParser *parser, SmrPypmRule *rule, uint32_t *part);

static bool read_operands(SmrPypmParser *parser, SmrLexeme head, SmrPypmRule *rule, bool variadic,
                          uint32_t arity, SmrPypmNew *part) {
  uint32_t operands[SMR_PYPM_MAX_OPERANDS];
  bool ok = true;
  if (smr_lex_accept(&parser->lexer, "(", &ok))
    while (ok && !smr_lex_accept(&parser->lexer, ")", &ok)) {
      if (part->count == SMR_PYPM_MAX_OPERANDS)
        return smr_pypm_error_at(parser, head, "more than %d operands", SMR_PYPM_MAX_OPERANDS);
      ok = read_new(parser, rule, &operands[part->count++]);
      if (ok && !smr_lex_is(&parser->lexer, ")"))
        ok = smr_lex_expect(&parser->lexer, ",");
    }
  if (ok && !variadic && part->count != arity)
    return smr_pypm_error_at(parser, head, "'%.*s' takes %u operands, not %u", (int)head.length, head.text,
                             arity, part->count);
  part->first = rule->operands.size;
  for (uint32_t k = 0; ok && k < part->count; k++)
    smr_vec_push(&rule->operands, operands[k]);
  return ok;
}

/// One `a = e`.
static bool read_attribute(SmrPypmParser *parser, const SmrPypmOperator *op, uint32_t *exprs) {
  SmrLexeme token = parser->lexer.token;
  SmrSym name;
  if (!smr_pypm_read_name(parser, "an attribute's name", &name))
    return false;
  int k = smr_pypm_operator_attribute(op, name);
  if (k >= 0 && smr_pypm_operator_only(op, (uint32_t)k).kind != SMR_PYPM_UNKNOWN)
    return smr_pypm_error_at(parser, token, SMR_PYPM_ONLY_ONE, (int)token.length, token.text);
  if (k < 0 || exprs[k] != SMR_PYPM_NONE)
    return smr_pypm_error_at(parser, token,
                             k < 0 ? "the operator declares no attribute '%.*s'" : "'%.*s' is given twice",
                             (int)token.length, token.text);
  return smr_lex_expect(&parser->lexer, "=") && smr_pypm_read_value_expr(parser, &exprs[k]);
}

static bool read_attributes(SmrPypmParser *parser, SmrLexeme head, SmrPypmRule *rule,
                            const SmrPypmOperator *op, SmrPypmNew *part) {
  uint32_t exprs[SMR_PYPM_MAX_OPERANDS];
  bool ok = true;
  memset(exprs, 0xff, sizeof exprs); // NONE
  if (smr_lex_accept(&parser->lexer, "{", &ok)) {
    do {
      if (!ok || !read_attribute(parser, op, exprs))
        return false;
    } while (smr_lex_accept(&parser->lexer, ",", &ok));
    ok = ok && smr_lex_expect(&parser->lexer, "}");
  }
  part->attributes = rule->attributes.size;
  for (uint32_t k = 0; ok && k < op->attribute_count; k++) {
    SmrPypmValue only = smr_pypm_operator_only(op, k);
    if (only.kind != SMR_PYPM_UNKNOWN) {
      exprs[k] = parser->p->exprs.size;
      smr_vec_push(&parser->p->exprs, (SmrPypmExpr){.value = only});
    }
    if (exprs[k] == SMR_PYPM_NONE)
      return smr_pypm_error_at(parser, head, "'%.*s' has an attribute '%s': give its value", (int)head.length,
                               head.text,
                               smr_intern_text(parser->file->signature->symbols, op->attributes[k]));
    smr_vec_push(&rule->attributes, exprs[k]);
  }
  return ok;
}

static bool read_variable(SmrPypmParser *parser, SmrLexeme token, SmrPypmRule *rule, uint32_t var,
                          SmrPypmNew *part) {
  const SmrPypmVariable *v = &parser->p->vars.data[var];
  part->kind = v->is_function ? SMR_PYPM_NEW_FUN_VAR : SMR_PYPM_NEW_VAR;
  part->var = var;
  if (v->is_function)
    return read_operands(parser, token, rule, false, v->arity, part);
  if (smr_lex_is(&parser->lexer, "("))
    return smr_pypm_error_at(parser, token, "'%.*s' is a term variable: it takes no operands",
                             (int)token.length, token.text);
  return true;
}

static bool read_application(SmrPypmParser *parser, SmrPypmRule *rule, SmrPypmNew *part) {
  SmrLexeme token = parser->lexer.token;
  SmrSym name;
  if (!smr_pypm_read_name(parser, "a replacement", &name))
    return false;
  const SmrPypmBinding *binding = smr_pypm_lookup(parser, token);
  if (binding)
    return read_variable(parser, token, rule, binding->index, part);
  if (!smr_pypm_operator_find(parser->file->signature, name, &part->op))
    return smr_pypm_error_at(parser, token, "no operator or variable '%.*s' here", (int)token.length,
                             token.text);
  const SmrPypmOperator *op = &parser->file->signature->operators.data[part->op];
  part->kind = SMR_PYPM_NEW_FUN;
  return smr_pypm_read_result(parser, op, &part->result) && read_attributes(parser, token, rule, op, part) &&
         read_operands(parser, token, rule, op->variadic, op->arity, part);
}

static bool read_new(SmrPypmParser *parser, SmrPypmRule *rule, uint32_t *number) {
  SmrPypmNew part = {.location = parser->lexer.token.location};
  bool ok = true;
  if (!enter(parser))
    return false;
  if (smr_pypm_is_literal(parser)) {
    part.kind = SMR_PYPM_NEW_CONSTANT;
    ok = smr_pypm_read_literal(parser, &part.constant);
  } else {
    ok = read_application(parser, rule, &part);
  }
  if (ok && part.kind != SMR_PYPM_NEW_VAR && smr_lex_accept(&parser->lexer, ":", &ok))
    ok = ok && smr_pypm_read_type_expr(parser, &rule->scope, &part.type);
  parser->nesting--;
  *number = rule->parts.size;
  smr_vec_push(&rule->parts, part);
  return ok;
}

// Rules.

/// `when (g) => r`
static bool read_branch(SmrPypmParser *parser, SmrPypmRule *rule) {
  SmrLexeme token = parser->lexer.token;
  SmrPypmBranch branch = {.location = token.location, .guard = SMR_PYPM_NONE};
  bool ok = true;
  if (rule->branches.size == SMR_PYPM_MAX_BRANCHES)
    return smr_pypm_error_at(parser, token, "a rule of more than %d branches", SMR_PYPM_MAX_BRANCHES);
  if (rule->branches.size && smr_vec_last(&rule->branches).guard == SMR_PYPM_NONE)
    return smr_pypm_error_at(parser, token, "this branch is never reached: the one before it has no guard");
  if (smr_lex_accept(&parser->lexer, "when", &ok) && (!ok || !smr_pypm_read_guard(parser, &branch.guard)))
    return false;
  if (!ok || !smr_lex_expect(&parser->lexer, "=>") || !read_new(parser, rule, &branch.root))
    return false;
  smr_vec_push(&rule->branches, branch);
  return true;
}

static bool read_branches(SmrPypmParser *parser, SmrPypmRule *rule) {
  bool ok = smr_lex_expect(&parser->lexer, "{") && read_branch(parser, rule);
  while (ok && smr_lex_accept(&parser->lexer, ";", &ok)) {
    if (ok && smr_lex_is(&parser->lexer, "}"))
      break;
    ok = ok && read_branch(parser, rule);
  }
  return ok && smr_lex_expect(&parser->lexer, "}");
}

/// The rule's names for the pattern's parameters, up to `)`; *count is how many there are.
static bool read_names(SmrPypmParser *parser, const SmrPypmPattern *pattern, SmrPypmParameter *names,
                       uint32_t *count) {
  uint32_t k = 0;
  for (; k < pattern->parameters; k++) {
    SmrLexeme token = parser->lexer.token;
    const SmrPypmVariable *var = &pattern->vars.data[k];
    if (smr_lex_is(&parser->lexer, ")"))
      break;
    bool ok = true, none = smr_lex_accept(&parser->lexer, "_", &ok);
    names[k] = (SmrPypmParameter){.is_function = var->is_function, .arity = var->arity};
    if (none)
      names[k].name = smr_pypm_token_symbol(parser, token);
    if (!ok || (!none && !smr_pypm_read_name(parser, "a variable", &names[k].name)))
      return false;
    for (uint32_t i = 0; !none && i < k; i++)
      if (names[i].name == names[k].name)
        return smr_pypm_error_at(parser, token, "'%.*s' stands twice", (int)token.length, token.text);
    if (k + 1 < pattern->parameters && !smr_lex_is(&parser->lexer, ")") &&
        !smr_lex_expect(&parser->lexer, ","))
      return false;
  }
  *count = k;
  return true;
}

static bool find_pattern(SmrPypmParser *parser, uint32_t *pattern) {
  SmrLexeme token = parser->lexer.token;
  SmrSym name;
  if (!smr_pypm_read_name(parser, "a pattern's name", &name))
    return false;
  for (*pattern = 0; *pattern < parser->file->patterns.size; ++*pattern)
    if (parser->file->patterns.data[*pattern].name == name)
      return true;
  return smr_pypm_error_at(parser, token, "no pattern '%.*s'", (int)token.length, token.text);
}

/// `fp exact`, `fp reassoc`, or nothing, which is the latter.
static bool read_fp(SmrPypmParser *parser, SmrPypmRule *rule) {
  bool ok = true;
  if (!smr_lex_accept(&parser->lexer, "fp", &ok) || !ok)
    return ok;
  rule->exact = smr_lex_accept(&parser->lexer, "exact", &ok);
  if (rule->exact || smr_lex_accept(&parser->lexer, "reassoc", &ok))
    return ok;
  return smr_lex_expected(&parser->lexer, "'exact' or 'reassoc'");
}

/// `for P(x, F) fp exact { … }`
bool smr_pypm_read_rule(SmrPypmParser *parser, SmrSym name, SmrPypmRule *rule) {
  SmrPypmParameter names[SMR_PYPM_MAX_OPERANDS];
  uint32_t count;
  rule->name = name;
  if (!smr_lex_expect(&parser->lexer, "for"))
    return false;
  SmrLexeme token = parser->lexer.token;
  if (!find_pattern(parser, &rule->pattern) || !smr_lex_expect(&parser->lexer, "("))
    return false;
  const SmrPypmPattern *pattern = &parser->file->patterns.data[rule->pattern];
  if (!read_names(parser, pattern, names, &count))
    return false;
  if (count != pattern->parameters || !smr_lex_is(&parser->lexer, ")"))
    return smr_pypm_error_at(parser, token, "'%.*s' has %u parameters", (int)token.length, token.text,
                             pattern->parameters);
  return smr_lex(&parser->lexer) && read_fp(parser, rule) &&
         smr_pypm_open_scope(parser, token, &rule->scope, names, pattern->parameters) &&
         read_branches(parser, rule);
}
