//===- parse_pattern.c - patterns from text ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/parse_internal.h"

static bool read_alternates(SmrPypmParser *parser, uint32_t *node);

static void mark_use(SmrPypmParser *parser, SmrLexeme token, const SmrPypmBinding *binding) {
  SmrPypmVariable *var = binding->is_mu ? NULL : &parser->p->vars.data[binding->index];
  if (!var || var->used.line)
    return;
  var->used = token.location;
}

const SmrPypmBinding *smr_pypm_lookup(SmrPypmParser *parser, SmrLexeme token) {
  SmrSym name = smr_pypm_token_symbol(parser, token);
  for (uint32_t k = parser->scope.size; k > parser->floor; k--)
    if (parser->scope.data[k - 1].name == name) {
      mark_use(parser, token, &parser->scope.data[k - 1]);
      return &parser->scope.data[k - 1];
    }
  return NULL;
}

static uint32_t deeper(const SmrPypmPattern *p, uint32_t depth, uint32_t node) {
  return p->nodes.data[node].depth > depth ? p->nodes.data[node].depth : depth;
}

/// Adds a node, which stands at the token.
static bool push(SmrPypmParser *parser, SmrLexeme token, SmrPypmNode node, uint32_t *out) {
  SmrPypmPattern *p = parser->p;
  uint32_t depth = deeper(p, deeper(p, 0, node.a), node.b);
  if (node.kind == SMR_PYPM_FUN || node.kind == SMR_PYPM_FUN_VAR)
    for (uint32_t k = 0; k < node.count; k++)
      depth = deeper(p, depth, p->operands.data[node.first + k]);
  node.depth = depth + 1;
  node.location = token.location;
  if (p->nodes.size > SMR_PYPM_MAX_NODES || node.depth > SMR_PYPM_MAX_DEPTH)
    return smr_pypm_error_at(parser, token, "a pattern of more than %d nodes, or deeper than %d",
                             SMR_PYPM_MAX_NODES, SMR_PYPM_MAX_DEPTH);
  *out = p->nodes.size;
  smr_vec_push(&p->nodes, node);
  return true;
}

static uint32_t push_operands(SmrPypmParser *parser, const uint32_t *operands, uint32_t count) {
  uint32_t first = parser->p->operands.size;
  for (uint32_t k = 0; k < count; k++)
    smr_vec_push(&parser->p->operands, operands[k]);
  return first;
}

static void bind(SmrPypmParser *parser, SmrSym name, bool is_mu, uint32_t index) {
  smr_vec_push(&parser->scope, (SmrPypmBinding){name, is_mu, index});
}

/// A new variable with a slot of its own.
static bool add_variable(SmrPypmParser *parser, SmrLexeme token, SmrPypmParameter parameter, bool hidden,
                         uint32_t *var) {
  SmrPypmPattern *p = parser->p;
  if (p->vars.size == SMR_PYPM_MAX_VARIABLES)
    return smr_pypm_error_at(parser, token, "a pattern of more than %d variables", SMR_PYPM_MAX_VARIABLES);
  *var = p->vars.size;
  smr_vec_push(&p->vars, (SmrPypmVariable){.name = parameter.name,
                                           .is_function = parameter.is_function,
                                           .hidden = hidden,
                                           .arity = parameter.arity,
                                           .slot = parser->frame++});
  return true;
}

static bool add_variables(SmrPypmParser *parser, SmrLexeme token, const SmrPypmParameter *parameters,
                          uint32_t count) {
  uint32_t var;
  for (uint32_t k = 0; k < count; k++)
    if (!add_variable(parser, token, parameters[k], false, &var))
      return false;
  return true;
}

// Recursive patterns, and references to patterns, which are recursive patterns that may not call themselves.

/// Opens the scope of a mu: its parameters are new variables in a new frame.
static bool open_mu(SmrPypmParser *parser, SmrLexeme token, SmrSym name, const SmrPypmParameter *parameters,
                    uint32_t count, uint32_t *mu) {
  SmrPypmPattern *p = parser->p;
  if (parser->recursions == SMR_PYPM_MAX_RECURSIONS)
    return smr_pypm_error_at(parser, token, "more than %d recursive patterns inside each other",
                             SMR_PYPM_MAX_RECURSIONS);
  parser->recursions++;
  *mu = p->mus.size;
  smr_vec_push(&p->mus,
               (SmrPypmMu){.name = name, .first = p->vars.size, .count = count, .outer = parser->frame});
  bind(parser, name, true, *mu);
  if (!add_variables(parser, token, parameters, count))
    return false;
  for (uint32_t k = 0; k < count; k++)
    bind(parser, parameters[k].name, false, p->mus.data[*mu].first + k);
  return true;
}

/// Closes it behind the body; the node is the mu on those variables.
static bool close_mu(SmrPypmParser *parser, SmrLexeme token, uint32_t mu, uint32_t body,
                     const uint32_t *actuals, uint32_t *node) {
  SmrPypmMu *m = &parser->p->mus.data[mu];
  m->frame = parser->frame;
  m->body = body;
  parser->frame = m->outer;
  parser->recursions--;
  uint32_t first = push_operands(parser, actuals, m->count);
  return push(parser, token,
              (SmrPypmNode){.kind = SMR_PYPM_MU, .a = body, .mu = mu, .first = first, .count = m->count},
              node);
}

/// A variable in scope that fits a parameter.
static bool read_variable(SmrPypmParser *parser, bool is_function, uint32_t arity, uint32_t *var) {
  SmrLexeme token = parser->lexer.token;
  SmrSym name;
  if (!smr_pypm_read_name(parser, is_function ? "a function variable" : "a variable", &name))
    return false;
  const SmrPypmBinding *binding = smr_pypm_lookup(parser, token);
  if (!binding || binding->is_mu)
    return smr_pypm_error_at(parser, token, "unbound variable '%.*s': make it a parameter or write exists",
                             (int)token.length, token.text);
  const SmrPypmVariable *v = &parser->p->vars.data[binding->index];
  if (v->is_function != is_function || (is_function && v->arity != arity))
    return smr_pypm_error_at(parser, token,
                             is_function ? "'%.*s' is no function variable of %u operands"
                                         : "'%.*s' is a function variable, and a term is wanted",
                             (int)token.length, token.text, arity);
  *var = binding->index;
  return true;
}

/// `mu P(x, F/1)[y, G]. p`
static bool read_mu(SmrPypmParser *parser, SmrLexeme token, uint32_t *node) {
  uint32_t actuals[SMR_PYPM_MAX_OPERANDS], count, mu, body, names = parser->scope.size;
  const SmrPypmParameter *parameters;
  SmrSym name;
  if (!smr_pypm_read_name(parser, "a recursive pattern's name", &name) ||
      !smr_pypm_read_parameters(parser, &parameters, &count) || !smr_lex_expect(&parser->lexer, "["))
    return false;
  for (uint32_t k = 0; k < count; k++)
    if ((k && !smr_lex_expect(&parser->lexer, ",")) ||
        !read_variable(parser, parameters[k].is_function, parameters[k].arity, &actuals[k]))
      return false;
  if (!smr_lex_expect(&parser->lexer, "]") || !smr_lex_expect(&parser->lexer, ".") ||
      !open_mu(parser, token, name, parameters, count, &mu) || !read_alternates(parser, &body))
    return false;
  parser->scope.size = names;
  return close_mu(parser, token, mu, body, actuals, node);
}

/// A name for a hidden variable that no text has used so far.
static SmrSym fresh_name(SmrPypmParser *parser) {
  SmrIntern *symbols = parser->file->signature->symbols;
  char text[24];
  uint32_t k = parser->p->vars.size;
  do
    snprintf(text, sizeof text, "_%u", k++);
  while (smr_intern_find(symbols, text));
  return smr_intern(symbols, text);
}

/// One argument of a call: a variable, or (C7) a pattern q, for which a hidden variable z is given and z must
/// match q; *pattern is then q.
static bool read_argument(SmrPypmParser *parser, SmrPypmParameter want, uint32_t *var, uint32_t *pattern) {
  SmrLexeme token = parser->lexer.token;
  *pattern = 0;
  if (want.is_function)
    return read_variable(parser, true, want.arity, var);
  if (!read_alternates(parser, pattern))
    return false;
  const SmrPypmNode *node = &parser->p->nodes.data[*pattern];
  if (node->kind == SMR_PYPM_VAR) {
    *var = node->var;
    *pattern = 0;
    return true;
  }
  return add_variable(parser, token, (SmrPypmParameter){.name = fresh_name(parser)}, true, var);
}

typedef struct {
  uint32_t vars[SMR_PYPM_MAX_OPERANDS], patterns[SMR_PYPM_MAX_OPERANDS], count;
} Arguments;

/// `(…)` behind a pattern's name.
static bool read_arguments(SmrPypmParser *parser, SmrLexeme token, const SmrPypmParameter *want,
                           uint32_t count, Arguments *arguments) {
  bool ok = true;
  arguments->count = 0;
  if (!smr_lex_expect(&parser->lexer, "("))
    return false;
  while (ok && !smr_lex_accept(&parser->lexer, ")", &ok)) {
    uint32_t k = arguments->count++;
    if (k >= count)
      break;
    ok = read_argument(parser, want[k], &arguments->vars[k], &arguments->patterns[k]);
    if (ok && !smr_lex_is(&parser->lexer, ")"))
      ok = smr_lex_expect(&parser->lexer, ",");
  }
  if (ok && arguments->count != count)
    return smr_pypm_error_at(parser, token, "'%.*s' takes %u arguments", (int)token.length, token.text,
                             count);
  return ok;
}

/// P(q) is exists z. (P(z); (q ~ z)).
static bool wrap_arguments(SmrPypmParser *parser, SmrLexeme token, const Arguments *arguments,
                           uint32_t *node) {
  for (uint32_t k = 0; k < arguments->count; k++)
    if (arguments->patterns[k] &&
        (!push(parser, token,
               (SmrPypmNode){.kind = SMR_PYPM_CONSTRAINT,
                             .a = *node,
                             .b = arguments->patterns[k],
                             .var = arguments->vars[k]},
               node) ||
         !push(parser, token, (SmrPypmNode){.kind = SMR_PYPM_EXISTS, .a = *node, .var = arguments->vars[k]},
               node)))
      return false;
  return true;
}

/// A call of the recursive pattern that encloses it.
static bool read_call(SmrPypmParser *parser, SmrLexeme token, uint32_t mu, uint32_t *node) {
  const SmrPypmMu m = parser->p->mus.data[mu];
  SmrPypmParameter want[SMR_PYPM_MAX_OPERANDS];
  Arguments arguments;
  for (uint32_t k = 0; k < m.count; k++) {
    const SmrPypmVariable *v = &parser->p->vars.data[m.first + k];
    want[k] = (SmrPypmParameter){v->name, v->is_function, v->arity};
  }
  if (!read_arguments(parser, token, want, m.count, &arguments))
    return false;
  uint32_t first = push_operands(parser, arguments.vars, m.count);
  return push(parser, token, (SmrPypmNode){.kind = SMR_PYPM_CALL, .mu = mu, .first = first, .count = m.count},
              node) &&
         wrap_arguments(parser, token, &arguments, node);
}

/// The text of an earlier pattern, read once more where it is referred to, with nothing of this scope
/// visible.
static bool read_body_of(SmrPypmParser *parser, SmrLexeme token, uint32_t definition, uint32_t *mu,
                         uint32_t *body) {
  SmrPypmDefinition d = parser->file->definitions.data[definition];
  SmrLexer here = parser->lexer;
  SmrSym self = parser->self;
  uint32_t floor = parser->floor, visible = parser->definitions;
  parser->lexer = d.body;
  parser->lexer.diag = here.diag;
  parser->floor = parser->scope.size;
  parser->definitions = definition;
  parser->self = 0;
  bool ok = open_mu(parser, token, parser->file->patterns.data[definition].name, d.parameters, d.count, mu) &&
            read_alternates(parser, body);
  parser->scope.size = parser->floor;
  parser->lexer = here;
  parser->floor = floor;
  parser->definitions = visible;
  parser->self = self;
  return ok;
}

static bool read_reference(SmrPypmParser *parser, SmrLexeme token, uint32_t definition, uint32_t *node) {
  SmrPypmDefinition d = parser->file->definitions.data[definition];
  uint32_t mu, body;
  Arguments arguments;
  parser->file->patterns.data[definition].referred = true;
  return read_arguments(parser, token, d.parameters, d.count, &arguments) &&
         read_body_of(parser, token, definition, &mu, &body) &&
         close_mu(parser, token, mu, body, arguments.vars, node) &&
         wrap_arguments(parser, token, &arguments, node);
}

// Atoms.

/// Of a variadic operator.
#define ANY_ARITY UINT32_MAX

/// `(p, …)`, or nothing, which is no operands.
static bool read_operands(SmrPypmParser *parser, SmrLexeme token, uint32_t arity, SmrPypmNode *node) {
  uint32_t operands[SMR_PYPM_MAX_OPERANDS], count = 0;
  bool ok = true;
  if (smr_lex_accept(&parser->lexer, "(", &ok))
    while (ok && !smr_lex_accept(&parser->lexer, ")", &ok)) {
      if (count == SMR_PYPM_MAX_OPERANDS)
        return smr_pypm_error_at(parser, token, "more than %d operands", SMR_PYPM_MAX_OPERANDS);
      ok = read_alternates(parser, &operands[count++]);
      if (ok && !smr_lex_is(&parser->lexer, ")"))
        ok = smr_lex_expect(&parser->lexer, ",");
    }
  if (ok && arity != ANY_ARITY && count != arity)
    return smr_pypm_error_at(parser, token, "'%.*s' takes %u operands, not %u", (int)token.length, token.text,
                             arity, count);
  node->first = push_operands(parser, operands, count);
  node->count = count;
  return ok;
}

static bool read_fun(SmrPypmParser *parser, SmrLexeme token, uint32_t op, uint32_t *node) {
  const SmrPypmOperator *declared = &parser->file->signature->operators.data[op];
  SmrPypmNode fun = {.kind = SMR_PYPM_FUN, .op = op};
  SmrPypmValue values[SMR_PYPM_MAX_OPERANDS];
  if (!smr_pypm_read_result(parser, declared, &fun.result) ||
      !smr_pypm_read_attributes(parser, token, declared, true, values))
    return false;
  fun.values = parser->p->values.size;
  for (uint32_t k = 0; k < declared->attribute_count; k++)
    smr_vec_push(&parser->p->values, values[k]);
  return read_operands(parser, token, declared->variadic ? ANY_ARITY : declared->arity, &fun) &&
         push(parser, token, fun, node);
}

static bool read_bound(SmrPypmParser *parser, SmrLexeme token, SmrPypmBinding binding, uint32_t *node) {
  if (binding.is_mu)
    return read_call(parser, token, binding.index, node);
  const SmrPypmVariable v = parser->p->vars.data[binding.index];
  SmrPypmNode var = {.kind = v.is_function ? SMR_PYPM_FUN_VAR : SMR_PYPM_VAR, .var = binding.index};
  if (v.is_function)
    return read_operands(parser, token, v.arity, &var) && push(parser, token, var, node);
  if (smr_lex_is(&parser->lexer, "("))
    return smr_pypm_error_at(parser, token, "'%.*s' is a term variable: it takes no operands",
                             (int)token.length, token.text);
  return push(parser, token, var, node);
}

/// Does a pattern of the name stand further on in the text?
static bool stands_behind(const SmrPypmParser *parser, SmrLexeme name) {
  SmrLexer ahead = parser->lexer;
  SMR_OWNED(SmrDiag, smr_diag_free) none = {0};
  bool found = false;
  ahead.diag = &none;
  while (!found && ahead.token.kind != SMR_LEXEME_END) {
    bool pattern = smr_lex_is(&ahead, "pattern");
    if (!smr_lex(&ahead))
      break;
    found = pattern && ahead.token.length == name.length && !memcmp(ahead.token.text, name.text, name.length);
  }
  return found;
}

/// A name: what it is, innermost scope first, then operators, then patterns: itself (not what another file
/// has of that name), and earlier ones.
static bool read_named(SmrPypmParser *parser, SmrLexeme token, uint32_t *node) {
  SmrSym name;
  uint32_t op;
  if (!smr_pypm_read_name(parser, "a pattern", &name))
    return false;
  const SmrPypmBinding *binding = smr_pypm_lookup(parser, token);
  if (binding)
    return read_bound(parser, token, *binding, node);
  if (smr_pypm_operator_find(parser->file->signature, name, &op))
    return read_fun(parser, token, op, node);
  if (name == parser->self) {
    parser->calls_self = true;
    return false;
  }
  for (uint32_t k = 0; k < parser->definitions; k++)
    if (parser->file->patterns.data[k].name == name)
      return read_reference(parser, token, k, node);
  if (stands_behind(parser, token))
    return smr_pypm_error_at(
        parser, token,
        "the pattern '%.*s' stands behind this one: a pattern calls itself and earlier ones, "
        "and not itself through another",
        (int)token.length, token.text);
  if (smr_lex_is(&parser->lexer, "(") || smr_lex_is(&parser->lexer, "{"))
    return smr_pypm_error_at(parser, token, "no operator, pattern or function variable '%.*s'",
                             (int)token.length, token.text);
  return smr_pypm_error_at(parser, token, "unbound variable '%.*s': make it a parameter or write exists",
                           (int)token.length, token.text);
}

/// `exists x. p`, `exists F/1. p`
static bool read_exists(SmrPypmParser *parser, SmrLexeme token, uint32_t *node) {
  SmrPypmParameter parameter = {0};
  uint32_t var, body, names = parser->scope.size;
  bool ok = true;
  if (!smr_pypm_read_name(parser, "a variable", &parameter.name))
    return false;
  parameter.is_function = smr_lex_accept(&parser->lexer, "/", &ok);
  if (!ok || (parameter.is_function && !smr_pypm_read_number(parser, "the number of operands",
                                                             SMR_PYPM_MAX_OPERANDS, &parameter.arity)))
    return false;
  if (!smr_lex_expect(&parser->lexer, ".") || !add_variable(parser, token, parameter, false, &var))
    return false;
  bind(parser, parameter.name, false, var);
  if (!read_alternates(parser, &body))
    return false;
  parser->scope.size = names;
  return push(parser, token, (SmrPypmNode){.kind = SMR_PYPM_EXISTS, .a = body, .var = var}, node);
}

static bool read_atom(SmrPypmParser *parser, uint32_t *node) {
  SmrLexeme token = parser->lexer.token;
  bool ok = true;
  if (smr_lex_accept(&parser->lexer, "(", &ok))
    return ok && read_alternates(parser, node) && smr_lex_expect(&parser->lexer, ")");
  if (smr_lex_accept(&parser->lexer, "exists", &ok))
    return ok && read_exists(parser, token, node);
  if (smr_lex_accept(&parser->lexer, "mu", &ok))
    return ok && read_mu(parser, token, node);
  if (!smr_pypm_is_literal(parser))
    return read_named(parser, token, node);
  SmrPypmNode literal = {.kind = SMR_PYPM_LITERAL};
  return smr_pypm_read_literal(parser, &literal.literal) && push(parser, token, literal, node);
}

// Guards, constraints, alternates.

static bool read_constraint(SmrPypmParser *parser, SmrLexeme token, uint32_t *node) {
  SmrPypmNode constraint = {.kind = SMR_PYPM_CONSTRAINT, .a = *node};
  return read_alternates(parser, &constraint.b) && smr_lex_expect(&parser->lexer, "~") &&
         read_variable(parser, false, 0, &constraint.var) && smr_lex_expect(&parser->lexer, ")") &&
         push(parser, token, constraint, node);
}

/// `p; guard(g); (p' ~ x)`
static bool read_sequence(SmrPypmParser *parser, uint32_t *node) {
  bool ok = read_atom(parser, node);
  while (ok && smr_lex_accept(&parser->lexer, ";", &ok)) {
    SmrLexeme token = parser->lexer.token;
    SmrPypmNode guard = {.kind = SMR_PYPM_GUARD, .a = *node};
    if (!ok)
      return false;
    if (parser->goals++ == SMR_PYPM_MAX_GOALS)
      return smr_pypm_error_at(parser, token, "a pattern of more than %d guards and constraints",
                               SMR_PYPM_MAX_GOALS);
    if (smr_lex_accept(&parser->lexer, "(", &ok))
      ok = ok && read_constraint(parser, token, node);
    else if (smr_lex_accept(&parser->lexer, "guard", &ok))
      ok = ok && smr_pypm_read_guard(parser, &guard.expr) && push(parser, token, guard, node);
    else
      ok = smr_lex_expected(&parser->lexer, "'guard(…)' or '(p ~ x)'");
  }
  return ok;
}

static bool read_alternates(SmrPypmParser *parser, uint32_t *node) {
  SmrLexeme token = parser->lexer.token;
  SmrPypmNode alt = {.kind = SMR_PYPM_ALT};
  bool ok = true;
  if (parser->nesting == SMR_PYPM_MAX_NESTING)
    return smr_pypm_error_at(parser, token, "nested deeper than %d", SMR_PYPM_MAX_NESTING);
  parser->nesting++;
  if (!read_sequence(parser, node))
    return false;
  if (smr_lex_accept(&parser->lexer, "||", &ok)) {
    alt.a = *node;
    ok = ok && read_alternates(parser, &alt.b) && push(parser, token, alt, node);
  }
  parser->nesting--;
  return ok;
}

bool smr_pypm_open_scope(SmrPypmParser *parser, SmrLexeme token, SmrPypmScope *scope,
                         const SmrPypmParameter *parameters, uint32_t count) {
  parser->p = &scope->p;
  parser->floor = parser->nesting = parser->frame = 0;
  smr_vec_clear(&parser->scope);
  smr_vec_push(&scope->p.nodes, (SmrPypmNode){0});
  smr_vec_push(&scope->types, (SmrPypmTypeExpr){0});
  scope->p.parameters = count;
  if (!add_variables(parser, token, parameters, count))
    return false;
  for (uint32_t k = 0; k < count; k++)
    bind(parser, parameters[k].name, false, k);
  return true;
}

/// Empties the pattern up to its parameters.
static bool begin(SmrPypmParser *parser, SmrSym name, const SmrPypmDefinition *d) {
  SmrPypmPattern *p = parser->p;
  smr_vec_clear(&p->nodes);
  smr_vec_clear(&p->operands);
  smr_vec_clear(&p->vars);
  smr_vec_clear(&p->mus);
  smr_vec_clear(&p->exprs);
  smr_vec_clear(&p->values);
  smr_vec_push(&p->nodes, (SmrPypmNode){0});
  smr_vec_clear(&parser->scope);
  parser->lexer = d->body;
  parser->floor = parser->nesting = parser->recursions = parser->frame = parser->goals = 0;
  p->name = name;
  p->parameters = d->count;
  return add_variables(parser, d->body.token, d->parameters, d->count);
}

/// A pattern that names itself is mu P(x…)[x…]. p.
static bool read_recursive(SmrPypmParser *parser, SmrSym name, const SmrPypmDefinition *d) {
  SmrLexeme token = d->body.token;
  uint32_t actuals[SMR_PYPM_MAX_OPERANDS], mu, body;
  for (uint32_t k = 0; k < d->count; k++)
    actuals[k] = k;
  return open_mu(parser, token, name, d->parameters, d->count, &mu) && read_alternates(parser, &body) &&
         close_mu(parser, token, mu, body, actuals, &parser->p->root);
}

bool smr_pypm_read_pattern(SmrPypmParser *parser, SmrSym name, const SmrPypmDefinition *d) {
  parser->self = name;
  parser->calls_self = false;
  if (!begin(parser, name, d))
    return false;
  for (uint32_t k = 0; k < d->count; k++)
    bind(parser, d->parameters[k].name, false, k);
  bool ok = read_alternates(parser, &parser->p->root);
  if (!ok && parser->calls_self) {
    parser->self = 0;
    ok = begin(parser, name, d) && read_recursive(parser, name, d);
  }
  parser->p->frame = parser->frame;
  return ok;
}
