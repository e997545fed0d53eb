//===- lower_data.c - conditions on class data as callbacks --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A subject, the datum of a pattern variable, is a variable of the clause whose name no file can spell
// (`type ?f`).
//===----------------------------------------------------------------------===//
#include "egraph/lower_internal.h"
#include "egraph/term_text.h"
#include <string.h>

#define error(w, at, ...) smr_sexp_error((w)->r->diag, (w)->s, at, __VA_ARGS__)

static const char *const words[] = {"data", "has-data", "test", "let",   "not",   "and",     "or",   "=",
                                    "!=",   "<",        "<=",   "match", "known", "divides", "same", NULL};

bool smr_lower_is_condition(const SmrSexp *s, uint32_t node) {
  return smr_sexp_is_list(s, node) && s->nodes.data[node].count && smr_sexp_is_atom(s, node + 1) &&
         smr_among(smr_sexp_text(s, node + 1), words);
}

//===--- subjects ---===//

static const char *subject_name(SmrLower *w, uint32_t declaration, const char *variable) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_str_printf(&name, "?%s ?%s", w->r->rules->data.declarations.data[declaration].name, variable);
  return smr_arena_strdup(w->texts, smr_str_get(&name));
}

// The clause's variable for a datum, as an atom's text.
static const char *subject(SmrLower *w, uint32_t declaration, const char *variable) {
  for (uint32_t i = 0; i < w->subjects.size; i++)
    if (w->subjects.data[i].declaration == declaration && !strcmp(w->subjects.data[i].variable, variable))
      return subject_name(w, declaration, variable);
  smr_vec_push(&w->subjects, (SmrSubject){declaration, variable});
  return subject_name(w, declaration, variable);
}

// The subject of (data D ?x …), (has-data D ?x), (!data D ?x); NULL after an error.
static const char *read_subject(SmrLower *w, uint32_t list, uint32_t count) {
  const SmrSexp *s = w->s;
  if (s->nodes.data[list].count != count) {
    error(w, list, "expected (%s NAME ?x%s)", smr_sexp_text(s, list + 1), count == 4 ? " PATTERN" : "");
    return NULL;
  }
  uint32_t name = smr_sexp_element(s, list, 1), variable = smr_sexp_element(s, list, 2);
  for (uint32_t i = 0; smr_sexp_is_atom(s, name) && i < w->r->rules->data.declarations.size; i++) {
    if (strcmp(w->r->rules->data.declarations.data[i].name, smr_sexp_text(s, name)))
      continue;
    const char *of = smr_lower_variable_name(w, variable);
    if (!of)
      error(w, variable, "expected a variable of the pattern");
    return of ? subject(w, i, of) : NULL;
  }
  error(w, name, "there is no (data %s …)", smr_sexp_text(s, name));
  return NULL;
}

//===--- conditions ---===//

// An expression or a pattern, (!data D ?x) replaced.
static bool write_value(SmrLower *w, uint32_t node) {
  const SmrSexp *s = w->s;
  if (smr_sexp_is_call(s, node, "!data")) {
    const char *name = read_subject(w, node, 3);
    if (name)
      smr_sexp_atom(&w->cb, s, node, name);
    return name;
  }
  if (!smr_sexp_is_list(s, node)) {
    smr_sexp_copy(&w->cb, s, node);
    return true;
  }
  smr_sexp_open(&w->cb, s, node);
  bool ok = true;
  for (uint32_t i = node + 1; ok && i < s->nodes.data[node].end; i = s->nodes.data[i].end)
    ok = write_value(w, i);
  smr_sexp_close(&w->cb);
  return ok;
}

static bool write_condition(SmrLower *w, uint32_t node) {
  const SmrSexp *s = w->s;
  bool data = smr_sexp_is_call(s, node, "data"), known = smr_sexp_is_call(s, node, "has-data");
  if (smr_sexp_is_call(s, node, "test")) {
    if (s->nodes.data[node].count != 2)
      return error(w, node, "expected (test CONDITION)");
    return write_condition(w, smr_sexp_element(s, node, 1));
  }
  if (data || known) {
    const char *name = read_subject(w, node, data ? 4 : 3);
    if (!name)
      return false;
    smr_sexp_open(&w->cb, s, node);
    smr_sexp_atom(&w->cb, s, node + 1, data ? "match" : "known");
    smr_sexp_atom(&w->cb, s, smr_sexp_element(s, node, 2), name);
    bool ok = !data || write_value(w, smr_sexp_element(s, node, 3));
    smr_sexp_close(&w->cb);
    return ok;
  }
  bool inner =
      smr_sexp_is_call(s, node, "not") || smr_sexp_is_call(s, node, "and") || smr_sexp_is_call(s, node, "or");
  if (!inner)
    return write_value(w, node);
  smr_sexp_open(&w->cb, s, node);
  smr_sexp_copy(&w->cb, s, node + 1);
  bool ok = true;
  for (uint32_t i = s->nodes.data[node + 1].end; ok && i < s->nodes.data[node].end; i = s->nodes.data[i].end)
    ok = write_condition(w, i);
  smr_sexp_close(&w->cb);
  return ok;
}

bool smr_lower_condition(SmrLower *w, uint32_t node) {
  smr_str_puts(&w->text, " :when ");
  smr_sexp_print(w->s, node, &w->text);
  return write_condition(w, node);
}

bool smr_lower_typed(SmrLower *w, uint32_t place, const char *variable, uint32_t pattern) {
  const SmrDataRules *data = &w->r->rules->data;
  if (!data->declarations.size)
    return error(w, place, "types are class data: expected a (data …) before this rule");
  smr_str_printf(&w->text, " :when (data %s ?%s ", data->declarations.data[0].name, variable);
  smr_sexp_print(w->s, pattern, &w->text);
  smr_str_puts(&w->text, ")");
  const char *name = subject(w, 0, variable);
  smr_sexp_open(&w->cb, w->s, place);
  smr_sexp_atom(&w->cb, w->s, place, "match");
  smr_sexp_atom(&w->cb, w->s, place, name);
  bool ok = write_value(w, pattern);
  smr_sexp_close(&w->cb);
  return ok;
}

bool smr_lower_subject(SmrLower *w, uint32_t place, const char *variable) {
  if (!w->r->rules->data.declarations.size)
    return error(w, place, "types are class data: expected a (data …) before this rule");
  return subject(w, 0, variable);
}

bool smr_lower_compile(SmrLower *w) {
  SmrDataCode *code = &w->r->rules->data.code;
  SMR_VEC(uint32_t) all = {0};
  bool ok = true;
  // (What right-hand sides look at, too: subjects come before all other variables.)
  for (uint32_t i = w->list; ok && i < w->s->nodes.data[w->list].end; i++)
    ok = !smr_sexp_is_call(w->s, i, "!data") || read_subject(w, i, 3);
  if (ok && w->subjects.size > SMR_DATA_SLOTS / 2)
    ok = error(w, w->list, "the rule looks at the data of more than %d variables", SMR_DATA_SLOTS / 2);
  for (uint32_t i = 0; ok && i < w->subjects.size; i++)
    smr_vec_push(&w->scope.names,
                 subject_name(w, w->subjects.data[i].declaration, w->subjects.data[i].variable) + 1);
  w->scope.most = w->scope.names.size;
  for (uint32_t i = 0; ok && i < w->conditions.nodes.size; i = w->conditions.nodes.data[i].end) {
    uint32_t one = smr_data_read_condition(code, &w->scope, &w->conditions, i, w->r->diag);
    ok = one != UINT32_MAX;
    smr_vec_push(&all, one);
  }
  w->clause = (SmrDataClause){.result = UINT32_MAX, .file = w->s->file};
  w->clause.conditions = code->args.size;
  w->clause.condition_count = ok ? all.size : 0;
  for (uint32_t i = 0; ok && i < all.size; i++)
    smr_vec_push(&code->args, all.data[i]);
  smr_vec_free(&all);
  return ok;
}

//===--- programs ---===//

// Adds a callback; its arguments are the subjects' variables, each once. Writes them behind its name.
static void write_program(SmrLower *w, uint32_t place, SmrDataProgram program, const char *text,
                          SmrDataClause clause, uint32_t subjects) {
  SmrDataRules *data = &w->r->rules->data;
  SmrStr name = {0};
  smr_str_printf(&name, "data#%u %s", data->programs.size, text);
  program.name = smr_arena_strdup(&w->r->rules->texts, smr_str_get(&name));
  smr_str_free(&name);
  clause.slots = w->scope.most;
  smr_vec_push(&data->code.clauses, clause);
  program.clause = data->code.clauses.size - 1;
  SMR_VEC(const char *) arguments = {0};
  for (uint32_t i = 0; i < subjects; i++) {
    uint32_t at = 0;
    while (at < arguments.size && strcmp(arguments.data[at], w->subjects.data[i].variable))
      at++;
    if (at == arguments.size)
      smr_vec_push(&arguments, w->subjects.data[i].variable);
    smr_vec_push(&program.subjects, at);
    smr_vec_push(&program.declarations, w->subjects.data[i].declaration);
  }
  program.arguments = arguments.size;
  smr_vec_push(&data->programs, program);
  SmrStr atom = {0};
  smr_str_printf(&atom, "%s%s", program.kind == SMR_DATA_CONDITION ? "" : "!", program.name);
  smr_sexp_open(&w->b, w->s, place);
  smr_sexp_atom(&w->b, w->s, place, smr_str_get(&atom));
  for (uint32_t i = 0; i < arguments.size; i++) {
    smr_str_clear(&atom);
    smr_str_printf(&atom, "?%s", arguments.data[i]);
    smr_sexp_atom(&w->b, w->s, place, smr_str_get(&atom));
  }
  smr_sexp_close(&w->b);
  smr_str_free(&atom);
  smr_vec_free(&arguments);
}

bool smr_lower_write_conditions(SmrLower *w) {
  if (!w->clause.condition_count)
    return true;
  smr_sexp_atom(&w->b, w->s, w->list, ":when");
  write_program(w, w->list, (SmrDataProgram){.kind = SMR_DATA_CONDITION}, smr_str_get(&w->text) + 1,
                w->clause, w->subjects.size);
  return true;
}

bool smr_lower_computed(SmrLower *w, uint32_t place, SmrDataProgramKind kind, uint32_t index,
                        uint32_t expression, const char *variable) {
  SmrDataCode *code = &w->r->rules->data.code;
  SmrDataClause clause = w->clause;
  SmrStr text = {0};
  uint32_t before = w->conditions.nodes.size;
  bool ok = true;
  smr_str_puts(&text, kind == SMR_DATA_QUOTE ? "quote " : kind == SMR_DATA_INTEGER ? "integer " : "index ");
  if (kind == SMR_DATA_INDEX)
    smr_str_printf(&text, "%u ", index);
  if (expression == UINT32_MAX) {
    smr_sexp_atom(&w->cb, w->s, place, subject(w, 0, variable));
    smr_str_printf(&text, "(!data %s ?%s)", w->r->rules->data.declarations.data[0].name, variable);
  } else {
    smr_sexp_print(w->s, expression, &text);
    ok = write_value(w, expression);
  }
  if (ok)
    clause.result = smr_data_read_expression(code, &w->scope, &w->conditions, before, w->r->diag);
  ok = ok && clause.result != UINT32_MAX;
  if (ok)
    write_program(w, place, (SmrDataProgram){.kind = kind, .index = index}, smr_str_get(&text), clause,
                  w->subjects.size);
  w->conditions.nodes.size = before;
  smr_str_free(&text);
  return ok;
}
