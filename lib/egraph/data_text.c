//===- data_text.c - reading code on values ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/data_internal.h"
#include <ctype.h>
#include <errno.h>
#include <string.h>

#define FAILED UINT32_MAX

typedef struct {
  SmrDataCode *code;
  SmrDataScope *scope;
  const SmrSexp *s;
  SmrDiag *diag;
} Reader;

#define fail(r, at, ...) (smr_sexp_error((r)->diag, (r)->s, at, __VA_ARGS__), FAILED)

static const struct {
  const char *name;
  uint8_t least, most;
} tests[SMR_TESTS] = {
    [SMR_TEST_EQUAL] = {"=", 2, 2},         [SMR_TEST_DIFFERENT] = {"!=", 2, 2},
    [SMR_TEST_LESS] = {"<", 2, 2},          [SMR_TEST_AT_MOST] = {"<=", 2, 2},
    [SMR_TEST_DIVIDES] = {"divides", 2, 2}, [SMR_TEST_INTEGER] = {"is-integer", 1, 1},
    [SMR_TEST_SIZE] = {"is-size", 1, 1},    [SMR_TEST_NAME] = {"is-name", 1, 1},
    [SMR_TEST_LIST] = {"is-list", 1, 1},    [SMR_TEST_SAME] = {"same", 2, 2},
    [SMR_TEST_KNOWN] = {"known", 1, 1},     [SMR_TEST_MATCH] = {"match", 2, 2},
    [SMR_TEST_LET] = {"let", 2, 2},         [SMR_TEST_NOT] = {"not", 1, 1},
    [SMR_TEST_AND] = {"and", 1, 255},       [SMR_TEST_OR] = {"or", 1, 255},
};

void smr_data_code_free(SmrDataCode *code) {
  for (uint32_t i = 0; i < code->functions.size; i++)
    smr_vec_free(&code->functions.data[i].clauses);
  smr_vec_free(&code->code);
  smr_vec_free(&code->args);
  smr_vec_free(&code->clauses);
  smr_vec_free(&code->functions);
  smr_arena_destroy(&code->texts);
}

uint32_t smr_data_function(const SmrDataCode *code, const char *name) {
  for (uint32_t i = 0; i < code->functions.size; i++)
    if (!strcmp(code->functions.data[i].name, name))
      return i;
  return UINT32_MAX;
}

static uint32_t builtin_named(const char *name) {
  for (uint32_t i = 0; i < smr_data_builtin_count; i++)
    if (!strcmp(smr_data_builtins[i].name, name))
      return i;
  return UINT32_MAX;
}

bool smr_data_is_word(const char *name) {
  for (uint32_t i = 0; i < SMR_TESTS; i++)
    if (!strcmp(tests[i].name, name))
      return true;
  return builtin_named(name) != UINT32_MAX;
}

static uint32_t add(SmrDataCode *c, SmrCode code, const uint32_t *args) {
  code.first = c->args.size;
  for (uint32_t i = 0; i < code.count; i++)
    smr_vec_push(&c->args, args[i]);
  smr_vec_push(&c->code, code);
  return c->code.size - 1;
}

static uint32_t literal(SmrDataCode *c, SmrDatum value) {
  return add(c, (SmrCode){.kind = SMR_CODE_LITERAL, .of = value}, NULL);
}

//===--- atoms ---===//

static uint32_t slot_of(const SmrDataScope *scope, const char *name) {
  for (uint32_t i = scope->names.size; i-- > 0;)
    if (!strcmp(scope->names.data[i], name))
      return i;
  return UINT32_MAX;
}

// ?x, and ?x... where `spread` is not NULL.
static uint32_t read_variable(Reader *r, uint32_t at, bool pattern, bool *spread) {
  const char *text = smr_sexp_text(r->s, at) + 1;
  size_t length = strlen(text);
  bool all = length > 3 && !strcmp(text + length - 3, "...");
  if (all && !spread)
    return fail(r, at, "?%s can only stand in a list", text);
  const char *name = smr_arena_strndup(&r->code->texts, text, length - (all ? 3 : 0));
  uint32_t slot = slot_of(r->scope, name);
  if (slot == UINT32_MAX && !pattern)
    return fail(r, at, "?%s is not bound", name);
  if (slot == UINT32_MAX) {
    if (r->scope->names.size == SMR_DATA_SLOTS)
      return fail(r, at, "more than %d variables", SMR_DATA_SLOTS);
    slot = r->scope->names.size;
    smr_vec_push(&r->scope->names, name);
    r->scope->most = r->scope->names.size > r->scope->most ? r->scope->names.size : r->scope->most;
  }
  return add(r->code, (SmrCode){.kind = SMR_CODE_VARIABLE, .of = slot, .spread = all}, NULL);
}

static uint32_t read_atom(Reader *r, uint32_t at, bool pattern, bool *spread) {
  const char *text = smr_sexp_text(r->s, at);
  if (!strcmp(text, "_"))
    return pattern ? add(r->code, (SmrCode){.kind = SMR_CODE_ANY}, NULL)
                   : fail(r, at, "'_' can only stand in a pattern");
  if (text[0] == '?')
    return text[1] ? read_variable(r, at, pattern, spread) : fail(r, at, "expected ?name");
  const char *digits = text + (*text == '-' || *text == '+');
  if (isdigit((unsigned char)*digits)) {
    errno = 0;
    char *end;
    long long value = strtoll(text, &end, 10);
    return *end || errno ? fail(r, at, "not an integer of 64 bits: %s", text)
                         : literal(r->code, smr_datum_integer(r->code->values, value));
  }
  if (text[0] == '!' || text[0] == '%' || text[0] == ':')
    return fail(r, at, "'%s' is no value", text);
  return literal(r->code, smr_datum_name(r->code->values, text));
}

//===--- lists ---===//

static uint32_t read_value(Reader *r, uint32_t at, bool pattern, bool *spread);

typedef SMR_VEC(uint32_t) Args;

static bool read_args(Reader *r, uint32_t list, uint32_t from, bool pattern, bool lists, Args *args) {
  const SmrSexp *s = r->s;
  for (uint32_t i = from; i < s->nodes.data[list].end; i = s->nodes.data[i].end) {
    bool spread = false;
    uint32_t one = read_value(r, i, pattern, lists ? &spread : NULL);
    if (one == FAILED)
      return false;
    bool last = s->nodes.data[i].end == s->nodes.data[list].end;
    if (pattern && r->code->code.data[one].spread && !last) {
      fail(r, i, "in a pattern ?name... is the last of its list");
      return false;
    }
    smr_vec_push(args, one);
  }
  return true;
}

static uint32_t read_function_name(Reader *r, uint32_t at, uint32_t arguments) {
  if (!smr_sexp_is_atom(r->s, at))
    return fail(r, at, "expected the name of a function");
  const char *name = smr_sexp_text(r->s, at);
  uint32_t function = smr_data_function(r->code, name), builtin = builtin_named(name);
  if (function != UINT32_MAX) {
    const SmrDataFunction *f = &r->code->functions.data[function];
    if (f->rest ? arguments < f->arguments - 1 : arguments != f->arguments)
      return fail(r, at, "the function '%s' does not take %u arguments", name, arguments);
    return add(r->code, (SmrCode){.kind = SMR_CODE_NAMED, .of = function}, NULL);
  }
  if (builtin == UINT32_MAX || smr_data_builtins[builtin].named)
    return fail(r, at, "there is no function '%s' here", name);
  if (arguments < smr_data_builtins[builtin].least || arguments > smr_data_builtins[builtin].most)
    return fail(r, at, "'%s' does not take %u arguments", name, arguments);
  return add(r->code, (SmrCode){.kind = SMR_CODE_NAMED, .of = builtin, .spread = true}, NULL);
}

static bool is_constant(const Reader *r, const SmrCode *code, const Args *args) {
  for (uint32_t i = 0; i < args->size; i++)
    if (r->code->code.data[args->data[i]].kind != SMR_CODE_LITERAL)
      return false;
  return code->kind == SMR_CODE_BUILTIN;
}

// What is the same whenever it is asked for is worked out now; that it has no value is a mistake: S 4.4, m/32
// where 32 is not known to divide m.
static uint32_t fold(Reader *r, uint32_t at, const SmrCode *code, const Args *args) {
  SmrDatum values[255];
  for (uint32_t i = 0; i < args->size; i++)
    values[i] = r->code->code.data[args->data[i]].of;
  SmrDatum value = smr_data_builtins[code->of].compute(r->code->values, values, args->size);
  return value ? literal(r->code, value)
               : fail(r, at, "this has no value (is a quotient not known to be whole?)");
}

// (!f e…); in a pattern what it says is compared.
static uint32_t read_call(Reader *r, uint32_t at) {
  const SmrSexp *s = r->s;
  uint32_t head = at + 1, count = s->nodes.data[at].count - 1;
  const char *name = smr_sexp_text(s, head) + 1;
  uint32_t function = smr_data_function(r->code, name), builtin = builtin_named(name);
  Args args = {0};
  SmrCode code = {.kind = SMR_CODE_CALL, .of = function};
  if (function == UINT32_MAX && builtin == UINT32_MAX)
    return fail(r, head, "there is no function '%s'", name);
  uint32_t from = s->nodes.data[head].end;
  if (function == UINT32_MAX) {
    const SmrDataBuiltin *b = &smr_data_builtins[builtin];
    code = (SmrCode){.kind = SMR_CODE_BUILTIN, .of = builtin};
    if (count < b->least || count > b->most)
      return fail(r, at, "'!%s' does not take %u arguments", name, count);
    if (b->named) {
      uint32_t named = read_function_name(r, from, builtin == SMR_DATA_FOLD ? 2 : count - 1);
      if (named == FAILED)
        return FAILED;
      smr_vec_push(&args, named);
      from = s->nodes.data[from].end;
    }
  } else {
    const SmrDataFunction *f = &r->code->functions.data[function];
    if (f->rest ? count < f->arguments - 1 : count != f->arguments)
      return fail(r, at, "the function '%s' does not take %u arguments", name, count);
  }
  bool ok = read_args(r, at, from, false, false, &args);
  code.count = args.size;
  uint32_t made = !ok                            ? FAILED
                  : is_constant(r, &code, &args) ? fold(r, at, &code, &args)
                                                 : add(r->code, code, args.data);
  smr_vec_free(&args);
  return made;
}

static uint32_t read_value(Reader *r, uint32_t at, bool pattern, bool *spread) {
  const SmrSexp *s = r->s;
  if (s->nodes.data[at].kind == SMR_SEXP_STRING)
    return fail(r, at, "a string is no value");
  if (!smr_sexp_is_list(s, at))
    return read_atom(r, at, pattern, spread);
  if (s->nodes.data[at].count && smr_sexp_is_atom(s, at + 1) && smr_sexp_text(s, at + 1)[0] == '!')
    return read_call(r, at);
  Args args = {0};
  bool ok = read_args(r, at, at + 1, pattern, true, &args);
  uint32_t made = ok ? add(r->code, (SmrCode){.kind = SMR_CODE_LIST, .count = args.size}, args.data) : FAILED;
  smr_vec_free(&args);
  return made;
}

//===--- conditions ---===//

static uint32_t read_condition(Reader *r, uint32_t at) {
  const SmrSexp *s = r->s;
  if (!smr_sexp_is_list(s, at) || !s->nodes.data[at].count || !smr_sexp_is_atom(s, at + 1))
    return fail(r, at, "expected a condition: (name …)");
  const char *name = smr_sexp_text(s, at + 1);
  uint32_t test = 0, count = s->nodes.data[at].count - 1, args[255];
  while (test < SMR_TESTS && strcmp(tests[test].name, name))
    test++;
  if (test == SMR_TESTS)
    return fail(r, at + 1, "there is no condition '%s' on values", name);
  if (count < tests[test].least || count > tests[test].most)
    return fail(r, at, "'%s' does not take %u arguments", name, count);
  bool inner = test == SMR_TEST_NOT || test == SMR_TEST_AND || test == SMR_TEST_OR;
  uint32_t known = r->scope->names.size, k = 0;
  for (uint32_t i = s->nodes.data[at + 1].end; i < s->nodes.data[at].end; i = s->nodes.data[i].end, k++) {
    bool pattern = (test == SMR_TEST_MATCH && k == 1) || (test == SMR_TEST_LET && k == 0);
    if (test == SMR_TEST_LET && !k &&
        (!smr_sexp_is_atom(s, i) || smr_sexp_text(s, i)[0] != '?' || !smr_sexp_text(s, i)[1] ||
         slot_of(r->scope, smr_sexp_text(s, i) + 1) != UINT32_MAX))
      return fail(r, i, "expected a new variable: (let ?name EXPRESSION)");
    // (What is bound stands before what binds it.)
    if (test == SMR_TEST_LET && !k) {
      uint32_t value = s->nodes.data[i].end;
      args[1] = value < s->nodes.data[at].end ? read_value(r, value, false, NULL) : FAILED;
      args[0] = args[1] == FAILED ? FAILED : read_value(r, i, true, NULL);
      if (args[0] == FAILED)
        return FAILED;
      break;
    }
    args[k] = inner ? read_condition(r, i) : read_value(r, i, pattern, NULL);
    if (args[k] == FAILED)
      return FAILED;
    if (test == SMR_TEST_OR)
      r->scope->names.size = known;
  }
  if (test == SMR_TEST_NOT)
    r->scope->names.size = known; // (what a negation binds is not seen outside)
  return add(r->code, (SmrCode){.kind = SMR_CODE_TEST, .of = test, .count = count}, args);
}

//===--- entry points ---===//

uint32_t smr_data_read_expression(SmrDataCode *code, SmrDataScope *scope, const SmrSexp *s, uint32_t at,
                                  SmrDiag *diag) {
  Reader r = {code, scope, s, diag};
  return read_value(&r, at, false, NULL);
}

uint32_t smr_data_read_condition(SmrDataCode *code, SmrDataScope *scope, const SmrSexp *s, uint32_t at,
                                 SmrDiag *diag) {
  Reader r = {code, scope, s, diag};
  return read_condition(&r, at);
}

static bool set_args(SmrDataCode *code, const Args *args, uint32_t *first, uint32_t *count) {
  *first = code->args.size;
  *count = args->size;
  for (uint32_t i = 0; i < args->size; i++)
    smr_vec_push(&code->args, args->data[i]);
  return true;
}

bool smr_data_read_inputs(SmrDataCode *code, SmrDataScope *scope, const SmrSexp *s, uint32_t from,
                          uint32_t until, SmrDataClause *clause, SmrDiag *diag) {
  Reader r = {code, scope, s, diag};
  Args args = {0};
  bool ok = true;
  for (uint32_t i = from; ok && i < until; i = s->nodes.data[i].end) {
    bool spread = false;
    uint32_t one = read_value(&r, i, true, &spread);
    ok = one != FAILED;
    if (ok && code->code.data[one].spread && s->nodes.data[i].end < until)
      ok = smr_sexp_error(diag, s, i, "in a pattern ?name... is the last of its list");
    smr_vec_push(&args, one);
  }
  clause->rest = ok && args.size && code->code.data[smr_vec_last(&args)].spread;
  ok = ok && set_args(code, &args, &clause->inputs, &clause->input_count);
  smr_vec_free(&args);
  return ok;
}

bool smr_data_read_whens(SmrDataCode *code, SmrDataScope *scope, const SmrSexp *s, uint32_t from,
                         uint32_t until, SmrDataClause *clause, SmrDiag *diag) {
  Args args = {0};
  bool ok = true;
  for (uint32_t i = from; ok && i < until;) {
    uint32_t condition = s->nodes.data[i].end;
    if (!smr_sexp_is_atom(s, i) || strcmp(smr_sexp_text(s, i), ":when") || condition >= until) {
      ok = smr_sexp_error(diag, s, i, "expected :when CONDITION");
      break;
    }
    uint32_t one = smr_data_read_condition(code, scope, s, condition, diag);
    ok = one != FAILED;
    smr_vec_push(&args, one);
    i = s->nodes.data[condition].end;
  }
  ok = ok && set_args(code, &args, &clause->conditions, &clause->condition_count);
  smr_vec_free(&args);
  return ok;
}

SmrDatum smr_data_evaluate(SmrDataCode *code, const SmrSexp *s, uint32_t at, SmrDiag *diag) {
  SmrDataScope scope = {0};
  uint32_t written = code->code.size, args = code->args.size;
  SmrDataClause clause = {.result = smr_data_read_expression(code, &scope, s, at, diag)};
  SmrDatum value = SMR_NO_DATUM;
  if (clause.result != FAILED && smr_data_apply(code, &clause, NULL, 0, &value) != SMR_YES)
    smr_sexp_error(diag, s, at, "this has no value (is a quotient not known to be whole?)");
  code->code.size = written;
  code->args.size = args;
  smr_vec_free(&scope.names);
  return value;
}

SmrDatum smr_data_read_value(SmrDatums *values, const SmrSexp *s, uint32_t at, SmrDiag *diag) {
  SmrDataCode code = {.values = values};
  SmrDatum value = smr_data_evaluate(&code, s, at, diag);
  smr_data_code_free(&code);
  return value;
}
