//===- rules_data.c - reading declarations of class data -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "base/sexp_build.h"
#include "egraph/rules_internal.h"
#include "egraph/term_text.h"
#include <ctype.h>
#include <errno.h>
#include <string.h>

bool smr_rules_is_data(const SmrSexp *s, uint32_t list) {
  return smr_sexp_is_call(s, list, "size") || smr_sexp_is_call(s, list, "function") ||
         smr_sexp_is_call(s, list, "data") || smr_sexp_is_call(s, list, "filter") ||
         smr_sexp_is_call(s, list, "measure");
}

void smr_data_rules_free(SmrDataRules *data) {
  for (uint32_t i = 0; i < data->declarations.size; i++)
    smr_vec_free(&data->declarations.data[i].makes);
  for (uint32_t i = 0; i < data->programs.size; i++) {
    smr_vec_free(&data->programs.data[i].declarations);
    smr_vec_free(&data->programs.data[i].subjects);
  }
  for (uint32_t i = 0; i < data->filters.size; i++)
    smr_vec_free(&data->filters.data[i].inputs);
  smr_vec_free(&data->filters);
  smr_vec_free(&data->measures);
  smr_vec_free(&data->declarations);
  smr_vec_free(&data->programs);
  smr_vec_free(&data->items);
  smr_data_code_free(&data->code);
  data->code.values = NULL;
}

static bool is_atom(const SmrSexp *s, uint32_t node, const char *text) {
  return smr_sexp_is_atom(s, node) && !strcmp(smr_sexp_text(s, node), text);
}

// The NAME of an item: an atom that can be a name.
static const char *read_name(SmrRulesReader *r, const SmrSexp *s, uint32_t list, const char *what) {
  const char *name = smr_rules_name(r, s, list, what);
  if (name && (!smr_sexp_is_atom(s, list + 2) || !smr_text_is_name(name))) {
    smr_sexp_error(r->diag, s, list + 2, "'%s' is no name of a %s", name, what);
    return NULL;
  }
  return name;
}

// A positive integer behind a key; 0 when there is none.
static int64_t read_positive(const SmrSexp *s, uint32_t node, uint32_t end) {
  char *rest = NULL;
  errno = 0;
  if (node >= end || !smr_sexp_is_atom(s, node) || !isdigit((unsigned char)*smr_sexp_text(s, node)))
    return 0;
  long long value = strtoll(smr_sexp_text(s, node), &rest, 10);
  return *rest || errno ? 0 : value;
}

static bool read_size(SmrRulesReader *r, const SmrSexp *s, uint32_t list) {
  const char *name = read_name(r, s, list, "size");
  if (!name)
    return false;
  uint32_t end = s->nodes.data[list].end;
  int64_t divisor = 1, about = 0;
  for (uint32_t key = s->nodes.data[list + 2].end; key < end; key = s->nodes.data[key + 1].end) {
    bool divisible = is_atom(s, key, ":divisible");
    int64_t number = read_positive(s, key + 1, end);
    if ((!divisible && !is_atom(s, key, ":about")) || number < 1)
      return smr_sexp_error(r->diag, s, key, "expected :divisible or :about and a positive integer");
    *(divisible ? &divisor : &about) = number;
  }
  SmrDatums *v = smr_operators_values(r->ops);
  SmrDatum value = smr_datum_name(v, name);
  if (about)
    smr_datum_set_estimate(v, value, (double)about);
  return smr_datum_declare_size(v, value, divisor) ||
         smr_sexp_error(r->diag, s, list, "what divides '%s' is more than 64 bits", name);
}

// EXPR and conditions from a node to the end of the list, behind the clause's inputs.
static bool read_result(SmrRulesReader *r, SmrDataScope *scope, const SmrSexp *s, uint32_t list,
                        uint32_t result, SmrDataClause *clause) {
  SmrDataCode *code = &r->rules->data.code;
  uint32_t end = s->nodes.data[list].end;
  if (result >= end)
    return smr_sexp_error(r->diag, s, list, "expected an expression behind the pattern");
  clause->file = s->file;
  clause->line = s->nodes.data[list].line;
  clause->column = s->nodes.data[list].column;
  // (Conditions bind what the expression before them uses.)
  if (!smr_data_read_whens(code, scope, s, s->nodes.data[result].end, end, clause, r->diag))
    return false;
  clause->result = smr_data_read_expression(code, scope, s, result, r->diag);
  clause->slots = scope->most;
  return clause->result != UINT32_MAX;
}

static uint32_t add_clause(SmrRulesReader *r, SmrDataClause clause) {
  smr_vec_push(&r->rules->data.code.clauses, clause);
  return r->rules->data.code.clauses.size - 1;
}

//===--- functions ---===//

// One clause: (NAME PATTERN… EXPR :when C…) without its name: `(PATTERN…) EXPR …` in a list of its own.
static bool read_clause(SmrRulesReader *r, const SmrSexp *s, uint32_t list, uint32_t function) {
  SmrDataCode *code = &r->rules->data.code;
  SmrDataScope scope = {0};
  SmrDataClause clause = {0};
  if (!smr_sexp_is_list(s, list) || s->nodes.data[list].count < 2 || !smr_sexp_is_list(s, list + 1))
    return smr_sexp_error(r->diag, s, list, "expected a clause: ((PATTERN…) EXPR :when CONDITION…)");
  bool ok = smr_data_read_inputs(code, &scope, s, list + 2, s->nodes.data[list + 1].end, &clause, r->diag);
  SmrDataFunction *f = &code->functions.data[function];
  if (ok && f->arguments != UINT32_MAX && (f->arguments != clause.input_count || f->rest != clause.rest))
    ok = smr_sexp_error(r->diag, s, list + 1, "the clauses of '%s' take different arguments", f->name);
  if (ok)
    f->arguments = clause.input_count, f->rest = clause.rest;
  ok = ok && read_result(r, &scope, s, list, s->nodes.data[list + 1].end, &clause);
  if (ok) {
    uint32_t number = add_clause(r, clause);
    smr_vec_push(&code->functions.data[function].clauses, number);
  }
  smr_vec_free(&scope.names);
  return ok;
}

static bool read_function(SmrRulesReader *r, const SmrSexp *s, uint32_t list) {
  SmrDataCode *code = &r->rules->data.code;
  const char *name = read_name(r, s, list, "function");
  if (!name)
    return false;
  if (smr_data_function(code, name) != UINT32_MAX)
    return smr_sexp_error(r->diag, s, list + 2, "the function '%s' is there already", name);
  if (smr_data_is_word(name))
    return smr_sexp_error(r->diag, s, list + 2, "'%s' is built in", name);
  if (s->nodes.data[list].count < 3)
    return smr_sexp_error(r->diag, s, list, "the function '%s' has no clause", name);
  uint32_t first = s->nodes.data[list + 2].end, function = code->functions.size;
  // (The number of arguments is known before the first clause's result, which may call the function.)
  SmrDataFunction f = {.name = name, .arguments = UINT32_MAX};
  smr_vec_push(&code->functions, f);
  for (uint32_t i = first; i < s->nodes.data[list].end; i = s->nodes.data[i].end)
    if (!read_clause(r, s, i, function))
      return false;
  return true;
}

//===--- data ---===//

static bool read_make(SmrRulesReader *r, const SmrSexp *s, uint32_t at, uint32_t declaration) {
  SmrDataCode *code = &r->rules->data.code;
  SmrDataScope scope = {0};
  SmrDataClause clause = {0};
  SmrDataMake make = {.kind = SMR_OPERATOR_PLAIN};
  if (!smr_sexp_is_call(s, at, "make") || s->nodes.data[at].count < 3)
    return smr_sexp_error(r->diag, s, at, "expected (make (OPERATOR PATTERN…) EXPR :when CONDITION…)");
  uint32_t head = smr_sexp_element(s, at, 1), name = smr_sexp_is_list(s, head) ? head + 1 : head;
  bool empty = smr_sexp_is_list(s, head) && !s->nodes.data[head].count;
  const char *text = empty ? "" : smr_sexp_text(s, name);
  bool integer = head == name && !strcmp(text, ":integer"), real = head == name && !strcmp(text, ":real");
  if (empty || !smr_sexp_is_atom(s, name) || (!integer && !real && (text[0] == ':' || text[0] == '?')))
    return smr_sexp_error(r->diag, s, head, "expected (OPERATOR PATTERN…), a name, :integer or :real");
  make.kind = integer ? SMR_OPERATOR_INTEGER : real ? SMR_OPERATOR_REAL : SMR_OPERATOR_PLAIN;
  make.op = make.kind == SMR_OPERATOR_PLAIN ? smr_operators_symbol(r->ops, text) : 0;
  bool ok = true;
  if (integer) { // its only input is ?it
    SmrSexp it = {0};
    ok = smr_sexp_read(s->file, "?it", 3, &it, r->diag) &&
         smr_data_read_inputs(code, &scope, &it, 0, 1, &clause, r->diag);
    smr_sexp_free(&it);
  } else if (head != name) {
    ok = smr_data_read_inputs(code, &scope, s, s->nodes.data[name].end, s->nodes.data[head].end, &clause,
                              r->diag);
  }
  ok = ok && read_result(r, &scope, s, at, s->nodes.data[head].end, &clause);
  if (ok) {
    make.clause = add_clause(r, clause);
    smr_vec_push(&r->rules->data.declarations.data[declaration].makes, make);
  }
  smr_vec_free(&scope.names);
  return ok;
}

static uint32_t declaration_named(SmrRulesReader *r, const SmrSexp *s, uint32_t list, const char *name) {
  SmrDataRules *data = &r->rules->data;
  for (uint32_t i = 0; i < data->declarations.size; i++)
    if (!strcmp(data->declarations.data[i].name, name))
      return i;
  const SmrSexpNode *at = &s->nodes.data[list];
  SmrDataDeclaration d = {.name = name, .file = s->file, .line = at->line, .column = at->column};
  smr_vec_push(&data->declarations, d);
  return data->declarations.size - 1;
}

static bool read_declaration(SmrRulesReader *r, const SmrSexp *s, uint32_t list) {
  const char *name = read_name(r, s, list, "data");
  if (!name)
    return false;
  uint32_t number = declaration_named(r, s, list, name), end = s->nodes.data[list].end;
  bool ok = true;
  for (uint32_t i = s->nodes.data[list + 2].end; ok && i < end; i = s->nodes.data[i].end) {
    SmrDataDeclaration *d = &r->rules->data.declarations.data[number];
    uint32_t value = s->nodes.data[i].end;
    if (is_atom(s, i, ":strict")) {
      d->strict = true;
    } else if (is_atom(s, i, ":on-conflict")) {
      if (value >= end || !(is_atom(s, value, "drop") || is_atom(s, value, "error")))
        return smr_sexp_error(r->diag, s, i, "expected :on-conflict drop or :on-conflict error");
      d->drop = is_atom(s, value, "drop");
      i = value;
    } else {
      ok = read_make(r, s, i, number);
    }
  }
  return ok;
}

//===--- measures ---===//

static bool read_measure(SmrRulesReader *r, const SmrSexp *s, uint32_t list) {
  SmrDataRules *data = &r->rules->data;
  SmrDataMeasure m = {.name = read_name(r, s, list, "measure")};
  if (!m.name)
    return false;
  if (s->nodes.data[list].count < 5)
    return smr_sexp_error(r->diag, s, list, "expected (measure NAME DATA PATTERN EXPR :when CONDITION…)");
  uint32_t of = s->nodes.data[list + 2].end, pattern = s->nodes.data[of].end;
  while (m.declaration < data->declarations.size &&
         !is_atom(s, of, data->declarations.data[m.declaration].name))
    m.declaration++;
  if (m.declaration == data->declarations.size)
    return smr_sexp_error(r->diag, s, of, "there is no (data %s …)", smr_sexp_text(s, of));
  for (uint32_t i = 0; i < data->measures.size; i++)
    if (!strcmp(data->measures.data[i].name, m.name))
      return smr_sexp_error(r->diag, s, list + 2, "the measure '%s' is there already", m.name);
  SmrDataScope scope = {0};
  SmrDataClause clause = {0};
  uint32_t result = s->nodes.data[pattern].end;
  bool ok = smr_data_read_inputs(&data->code, &scope, s, pattern, result, &clause, r->diag) &&
            read_result(r, &scope, s, list, result, &clause);
  m.clause = add_clause(r, clause);
  if (ok)
    smr_vec_push(&data->measures, m);
  smr_vec_free(&scope.names);
  return ok;
}

//===--- filters ---===//

// The number of a filter's input, (!size) or (!data D); UINT32_MAX after an error.
static uint32_t filter_input(SmrRulesReader *r, const SmrSexp *s, uint32_t at, SmrDataFilter *filter) {
  bool size = smr_sexp_is_call(s, at, "!size");
  uint32_t of = SMR_FILTER_SIZE, known = r->rules->data.declarations.size;
  if (s->nodes.data[at].count != (size ? 1u : 2u))
    return smr_sexp_error(r->diag, s, at, "expected %s in a filter", size ? "(!size)" : "(!data NAME)"),
           UINT32_MAX;
  for (of = size ? of : 0; !size && of < known; of++)
    if (is_atom(s, at + 2, r->rules->data.declarations.data[of].name))
      break;
  if (!size && of == known)
    return smr_sexp_error(r->diag, s, at + 2, "there is no (data %s …)", smr_sexp_text(s, at + 2)),
           UINT32_MAX;
  uint32_t i = smr_find_number(filter->inputs.data, filter->inputs.size, of);
  if (i == filter->inputs.size)
    smr_vec_push(&filter->inputs, of);
  return i;
}

// The condition with inputs as variables that no file can spell.
static bool write_filter(SmrRulesReader *r, SmrSexpBuilder *b, const SmrSexp *s, uint32_t at,
                         SmrDataFilter *filter) {
  if (smr_sexp_is_call(s, at, "!size") || smr_sexp_is_call(s, at, "!data")) {
    uint32_t number = filter_input(r, s, at, filter);
    SmrStr name = {0};
    smr_str_printf(&name, "?input %u", number);
    smr_sexp_atom(b, s, at, smr_str_get(&name));
    smr_str_free(&name);
    return number != UINT32_MAX;
  }
  if (!smr_sexp_is_list(s, at)) {
    smr_sexp_copy(b, s, at);
    return true;
  }
  bool ok = true;
  smr_sexp_open(b, s, at);
  for (uint32_t i = at + 1; ok && i < s->nodes.data[at].end; i = s->nodes.data[i].end)
    ok = write_filter(r, b, s, i, filter);
  smr_sexp_close(b);
  return ok;
}

static bool read_filter(SmrRulesReader *r, const SmrSexp *s, uint32_t list) {
  SmrDataRules *data = &r->rules->data;
  SmrDataFilter filter = {.name = read_name(r, s, list, "filter")};
  if (!filter.name)
    return false;
  if (s->nodes.data[list].count != 3)
    return smr_sexp_error(r->diag, s, list, "expected (filter NAME CONDITION)");
  for (uint32_t i = 0; i < data->filters.size; i++)
    if (!strcmp(data->filters.data[i].name, filter.name))
      return smr_sexp_error(r->diag, s, list + 2, "the filter '%s' is there already", filter.name);
  SmrSexp out = {.file = s->file};
  SmrSexpBuilder b = {.out = &out};
  SmrDataScope scope = {0};
  SmrDataClause clause = {.result = UINT32_MAX, .condition_count = 1};
  bool ok = write_filter(r, &b, s, s->nodes.data[list + 2].end, &filter);
  for (uint32_t i = 0; i < filter.inputs.size; i++) {
    SmrStr name = {0};
    smr_str_printf(&name, "input %u", i);
    smr_vec_push(&scope.names, smr_arena_strdup(&data->code.texts, smr_str_get(&name)));
    smr_str_free(&name);
  }
  scope.most = scope.names.size;
  uint32_t condition = ok ? smr_data_read_condition(&data->code, &scope, &out, 0, r->diag) : UINT32_MAX;
  ok = condition != UINT32_MAX;
  clause.conditions = data->code.args.size;
  smr_vec_push(&data->code.args, condition);
  filter.clause = add_clause(r, clause);
  smr_vec_push(&data->filters, filter);
  smr_vec_free(&scope.names);
  smr_sexp_builder_free(&b);
  smr_sexp_free(&out);
  return ok;
}

bool smr_rules_read_data(SmrRulesReader *r, const SmrSexp *s, uint32_t list) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_sexp_print(s, list, &text);
  const char *copy = smr_arena_strdup(&r->rules->texts, smr_str_get(&text));
  smr_vec_push(&r->rules->data.items, copy);
  if (smr_sexp_is_call(s, list, "size"))
    return read_size(r, s, list);
  if (smr_sexp_is_call(s, list, "filter"))
    return read_filter(r, s, list);
  if (smr_sexp_is_call(s, list, "measure"))
    return read_measure(r, s, list);
  return smr_sexp_is_call(s, list, "function") ? read_function(r, s, list) : read_declaration(r, s, list);
}
