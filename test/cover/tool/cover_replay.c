//===- cover_replay.c - are explanations true? ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//     cover-replay LIBRARY.pfa FILE
//
// FILE has explanations of reports as test/cover/explain.py writes them, text alone: a nest's equations,
// their canonical form, a plan, and of each call the laws. Everything is read back: the canonical form is
// made again and has to be the same; each call is made of its routine's equations and of what the text says
// that the parameters stand for, and the plan of those has to pass smr_check_plan; the laws have to be those
// of making the canonical form, and those that the search for the call needs. Prints what is wrong, and how
// many explanations were replayed. Exit 1 when something is wrong, 2 when a file cannot be read.
//===----------------------------------------------------------------------===//
#include "build/build.h"
#include "cover/check.h"
#include "cover/forms.h"
#include "cover/plan.h"
#include "cover/sums.h"
#include "raise/words.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static SmrIntern *symbols;
enum { MOST_LIBRARIES = 8 };
static SmrLibrary libraries[MOST_LIBRARIES];
static uint32_t library_count;
static SmrArena arena;
static SmrCoverRules rules;
static SMR_VEC(SmrEquations *) read_ones; // of which parts are used until the end
static uint32_t replayed, wrong_ones;

typedef struct {
  char *name, *equations, *canonical, *plan, *told; // the last: lines "laws|call"
} Nest;

static bool complain(const Nest *nest, const char *what, const char *text) {
  printf("%s: %s: %s\n", nest->name, what, text);
  ++wrong_ones;
  return false;
}

//--- A call's text is a rule with its parameters -------------------------------------------------

/// What a text says of a nest's integers, scalars and arrays, in the numbering of the canonical form.
typedef struct {
  const SmrEquations *from, *to;
  bool ok;
} Renamed;

static uint32_t integer_of(Renamed *r, uint32_t leaf) {
  for (uint32_t k = 1; k < r->to->integers.size; k++)
    if (r->to->integers.data[k].name == r->from->integers.data[leaf].name)
      return k;
  r->ok = false;
  return leaf;
}

static SmrPoly renamed_poly(SmrSums *s, SmrPoly poly, void *data) {
  SmrPoly sum = {NULL, 0};
  for (uint32_t t = 0; t < poly.count; t++) {
    SmrPoly product = smr_sums_const(s, poly.terms[t].coef);
    for (uint32_t k = 0; k < poly.terms[t].degree; k++)
      product = smr_sums_mul(s, product, smr_sums_leaf(s, integer_of(data, poly.terms[t].leaves[k])));
    sum = smr_sums_add(s, sum, product);
  }
  return sum;
}

typedef struct {
  SmrSums *s;
  Renamed *r;
} Renaming;

static bool rename_one(SmrPoly poly, SmrPoly *out, void *data) {
  const Renaming *renaming = data;
  *out = renamed_poly(renaming->s, poly, renaming->r);
  return true;
}

static uint32_t array_of(Renamed *r, uint32_t array) {
  for (uint32_t k = 0; k < r->to->arrays.size; k++)
    if (r->to->arrays.data[k].name == r->from->arrays.data[array].name)
      return k;
  r->ok = false;
  return 0;
}

static void renamed_load(SmrFactor *load, void *data) {
  load->id = array_of(data, load->id);
}

/// Declarations of the text, without its equations and needs.
static void put_declarations(const char *equations, SmrStr *out) {
  for (const char *at = equations; *at && *at != '}';) {
    size_t length = strcspn(at, "\n");
    if (at != equations && strcspn(at, ".") + 1 < strcspn(at, "[\n"))
      return; // an equation
    if (strncmp(at, "  need", 6) != 0)
      smr_str_append(out, at, length + 1);
    at += length + (at[length] == '\n');
  }
}

/// The end of what begins here, before any of the characters outside of parentheses.
static const char *end_of(const char *at, const char *ends) {
  int depth = 0;
  for (; *at && (depth || !strchr(ends, *at)); at++)
    depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
  return at;
}

static uint32_t arg_named(const SmrCoverRule *rule, const char *name, size_t length) {
  for (uint32_t k = 0; k < rule->arg_count; k++) {
    const char *own = rule->args[k].name && *rule->args[k].name ? rule->args[k].name : "result";
    if (rule->args[k].kind != SMR_ARG_UNUSED && strlen(own) == length && !memcmp(own, name, length))
      return k;
  }
  return SMR_RULE_NO_ARG;
}

/// Has the text "name = " for each of the rule's parameters, and for no other?
static bool has_parameters(const SmrCoverRule *rule, const char *text) {
  uint32_t wanted = 0, there = 0;
  for (uint32_t k = 0; k < rule->arg_count; k++)
    wanted += rule->args[k].kind != SMR_ARG_UNUSED;
  for (const char *at = text; *at && *at != ')'; there++) {
    const char *equals = strstr(at, " = "), *end = equals ? end_of(equals + 3, ",)") : NULL;
    uint32_t arg = equals ? arg_named(rule, at, (size_t)(equals - at)) : SMR_RULE_NO_ARG;
    if (arg == SMR_RULE_NO_ARG ||
        (rule->fixed && rule->fixed[arg].is && atoll(equals + 3) != rule->fixed[arg].value))
      return false;
    at = end + (*end == ',' ? 2 : 0);
  }
  return wanted == there;
}

/// The rule of that name, of several the form that has the parameters.
static const SmrCoverRule *rule_named(const char *name, size_t length) {
  for (uint32_t k = 0; k < rules.size; k++)
    if (strlen(rules.data[k]->name) == length && !memcmp(rules.data[k]->name, name, length) &&
        has_parameters(rules.data[k], name + length + 1))
      return rules.data[k];
  return NULL;
}

static const char *type_word(SmrType type) {
  static const char *const words[] = {"f64", "f32", "i8", "i16", "i32", "i64"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (smr_equations_type(words[k]) == type)
      return words[k];
  return "f64";
}

/// An equation whose right side is what the parameter stands for.
static void put_parameter(const SmrCoverRule *rule, uint32_t arg, const char *text, size_t length,
                          SmrStr *declared, SmrStr *equations, SmrMatched *out) {
  SmrArgKind kind = rule->args[arg].kind;
  out->args[arg].divisor = 1;
  smr_str_printf(declared, "  array replayed_%u : %s\n", arg,
                 kind == SMR_ARG_INT ? "f64" : type_word(rule->args[arg].type));
  smr_str_printf(equations, "  replayed_%u.1[0] = ", arg);
  if (kind == SMR_ARG_INT) {
    const char *slash = memchr(text, '/', length);
    if (slash)
      out->args[arg].divisor = atoll(slash + 1);
    smr_str_printf(equations, "int(%.*s)", (int)(slash ? slash - text : (long)length), text);
  } else if (kind == SMR_ARG_FLOAT) {
    smr_str_append(equations, text, length);
  } else {
    size_t name = strcspn(text, " ,)");
    bool version = memchr(text, '.', name) != NULL;
    const char *poly = name + 3 < length ? text + name + 3 : "0";
    smr_str_printf(equations, "%.*s%s[%.*s]", (int)name, text, version ? "" : ".0",
                   name + 3 < length ? (int)(length - name - 3) : 1, poly);
  }
  smr_str_putc(equations, '\n');
}

static void take_parameter(const SmrRaisedEquation *e, SmrArgKind kind, Renamed *r, SmrSums *s,
                           SmrBound *out) {
  const SmrSum *sum = smr_arena_alloc(s->arena, sizeof *sum);
  *(SmrSum *)(uintptr_t)sum =
      smr_sum_map(s, &e->sum, &(SmrSumMap){.poly = renamed_poly, .load = renamed_load, .data = r});
  out->bound = true;
  if (kind == SMR_ARG_FLOAT && sum->term_count == 1) {
    out->number = (SmrProduct){sum->terms[0].coefficient, sum->terms[0].factors, sum->terms[0].factor_count};
  } else if (kind != SMR_ARG_ARRAY && !sum->term_count) { // 0
    out->poly = (SmrPoly){NULL, 0};
    out->number = (SmrProduct){.coefficient = 0};
  } else if (sum->term_count == 1 && kind == SMR_ARG_INT && !sum->terms[0].factor_count) {
    out->poly = smr_sums_const(s, (int64_t)sum->terms[0].coefficient);
  } else if (sum->term_count == 1 && sum->terms[0].factor_count == 1) {
    const SmrFactor *f = sum->terms[0].factors[0];
    out->poly = f->poly, out->array = f->id, out->version = f->version;
  } else {
    r->ok = false;
  }
}

static bool in_rows(const SmrDomain *domain, uint32_t leaf) {
  for (uint32_t k = 0; k < domain->row_count; k++)
    if (smr_poly_contains(domain->rows[k], leaf))
      return true;
  return false;
}

/// Parameters that bound a loop of the routine.
static uint64_t sizes_of(const SmrCoverRule *rule) {
  const SmrEquations *e = rule->canonical;
  uint64_t sizes = 0;
  for (uint32_t k = 1; k < rule->equations->integers.size; k++)
    for (uint32_t q = 0; q < e->equations.size && rule->integer_arg[k] < 64; q++) {
      const SmrRaisedEquation *one = &e->equations.data[q];
      bool bounds = in_rows(&one->domain, k);
      for (uint32_t t = 0; t < one->sum.term_count; t++)
        bounds |= in_rows(&one->sum.terms[t].domain, k);
      sizes |= (uint64_t)bounds << rule->integer_arg[k];
    }
  return sizes;
}

/// "routine(p = …, q = …) if … >= 0": false when the text is no such call.
static bool read_call(const Nest *nest, const char *text, const SmrCanonical *canonical, SmrMatched *out) {
  const char *open = strchr(text, '('), *at = open;
  *out = (SmrMatched){.rule = open ? rule_named(text, (size_t)(open - text)) : NULL};
  if (!out->rule)
    return complain(nest, "no routine of the library", text);
  out->sizes = sizes_of(out->rule);
  SmrStr all = {0}, equations = {0};
  put_declarations(nest->canonical, &all);
  SMR_VEC(uint32_t) args = {0};
  for (at = open + 1; *at && *at != ')';) {
    const char *equals = strstr(at, " = "), *end = equals ? end_of(equals + 3, ",)") : NULL;
    uint32_t arg = equals ? arg_named(out->rule, at, (size_t)(equals - at)) : SMR_RULE_NO_ARG;
    if (arg == SMR_RULE_NO_ARG)
      return complain(nest, "no parameter of the routine", at);
    put_parameter(out->rule, arg, equals + 3, (size_t)(end - equals - 3), &all, &equations, out);
    smr_vec_push(&args, arg);
    at = end + (*end == ',' ? 2 : 0);
  }
  at = !strncmp(at, ") if ", 5) ? at + 5 : "";
  while (*at) {
    const char *end = end_of(at, ",");
    smr_str_printf(&all, "  need %.*s\n", (int)(end - at), at);
    at = end + (*end == ',' ? 2 : 0);
  }
  smr_str_puts(&all, smr_str_get(&equations));
  smr_str_puts(&all, "}\n");
  SmrDiag diag = {0};
  SmrEquations *e = smr_equations_parse(symbols, nest->name, smr_str_get(&all), all.size, &diag);
  if (!e) {
    smr_diag_flush(&diag, stdout);
    return complain(nest, "what the parameters stand for cannot be read", smr_str_get(&all));
  }
  Renamed r = {e, canonical->equations, true};
  SmrSums s = {.arena = &arena};
  for (uint32_t k = 0; k < args.size; k++)
    take_parameter(&e->equations.data[k], out->rule->args[args.data[k]].kind, &r, &s,
                   &out->args[args.data[k]]);
  SmrPoly *needs = smr_arena_alloc(&arena, (e->needs.size + 1) * sizeof *needs);
  for (uint32_t k = 0; k < e->needs.size; k++)
    needs[k] = renamed_poly(&s, e->needs.data[k], &r);
  out->needs = needs, out->need_count = e->needs.size;
  SmrEither *eithers = smr_arena_alloc(&arena, (e->eithers.size + 1) * sizeof *eithers);
  for (uint32_t k = 0; k < e->eithers.size; k++)
    smr_either_map(&arena, e->eithers.data[k], rename_one, &(Renaming){&s, &r}, &eithers[k]);
  out->eithers = eithers, out->either_count = e->eithers.size;
  smr_vec_push(&read_ones, e);
  smr_str_free(&all), smr_str_free(&equations), smr_vec_free(&args);
  return r.ok || complain(nest, "a name that the canonical form has not", text);
}

//--- The plan ------------------------------------------------------------------------------------

/// "x.2" as the number of the equation that makes it; UINT32_MAX: none does.
static uint32_t equation_of(const SmrEquations *e, const char *text, size_t length) {
  for (uint32_t k = 0; k < e->equations.size; k++) {
    SmrStr name = {0};
    smr_str_printf(&name, "%s.%u", smr_intern_text(symbols, e->arrays.data[e->equations.data[k].array].name),
                   e->equations.data[k].version);
    bool same = name.size == length && !memcmp(name.data, text, length);
    smr_str_free(&name);
    if (same)
      return k;
  }
  return UINT32_MAX;
}

typedef SMR_VEC(SmrCoverStep) Steps;

static bool read_loops(const Nest *nest, char *line, const SmrEquations *e, Steps *out) {
  uint32_t *equations = smr_arena_alloc(&arena, (e->equations.size + 1) * sizeof *equations), count = 0;
  char *rest = line, *word;
  while ((word = strtok_r(rest, " ", &rest))) {
    uint32_t number = equation_of(e, word, strlen(word));
    if (number == UINT32_MAX || count == e->equations.size)
      return complain(nest, "the loops make what no equation does", word);
    equations[count++] = number;
  }
  smr_vec_push(out, ((SmrCoverStep){.equations = equations, .equation_count = count}));
  return true;
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/// Arrays that the routine makes are what the equations make, in the routine's order.
static bool bind_made(const Nest *nest, const char *line, const SmrEquations *e, const uint32_t *numbers,
                      uint32_t count, SmrMatched *out) {
  const SmrEquations *idiom = out->rule->canonical;
  if (count != out->rule->equation_count)
    return complain(nest, "the routine makes more or less", line);
  for (uint32_t q = 0; q < count; q++) {
    const SmrRaisedEquation *rule = &idiom->equations.data[q], *made = &e->equations.data[numbers[q]];
    out->equations[q] = numbers[q];
    out->arrays[rule->array] =
        (SmrMatchedArray){.bound = true, .array = made->array, .before = made->version - rule->version};
  }
  return true;
}

/// "x.1 y.2": false when one of them is made by no equation, or there are too many.
static bool read_made(const SmrEquations *e, const char *text, const char *end, uint32_t *numbers,
                      uint32_t *count) {
  for (*count = 0; text < end && *count < SMR_RULE_MAX_EQUATIONS; text += *text == ' ') {
    size_t length = strcspn(text, " :");
    numbers[*count] = equation_of(e, text, length);
    if (numbers[(*count)++] == UINT32_MAX)
      return false;
    text += length;
  }
  return text >= end && *count;
}

static bool read_line(const Nest *nest, char *line, const SmrCanonical *canonical, Steps *out) {
  char *colon = strstr(line, ": ");
  uint32_t numbers[SMR_RULE_MAX_EQUATIONS], count;
  if (!strncmp(line, "loops: ", 7))
    return read_loops(nest, line + 7, canonical->equations, out);
  if (!colon || !read_made(canonical->equations, line, colon, numbers, &count))
    return complain(nest, "no step of a plan", line);
  SmrCoverStep *last = out->size ? &smr_vec_last(out) : NULL;
  if (count > 1 || !last || !last->call_count || last->equation_count > 1 ||
      last->equations[0] != numbers[0]) {
    uint32_t *equations = smr_arena_alloc(&arena, count * sizeof *equations);
    memcpy(equations, numbers, count * sizeof *equations);
    qsort(equations, count, sizeof *equations, by_number);
    smr_vec_push(out, ((SmrCoverStep){.equations = equations, .equation_count = count}));
    last = &smr_vec_last(out);
  }
  SmrCoverCall *calls = smr_arena_alloc(&arena, (last->call_count + 1) * sizeof *calls);
  if (last->call_count)
    memcpy(calls, last->calls, last->call_count * sizeof *calls);
  SmrCoverCall *call = &calls[last->call_count++];
  call->equation = numbers[0];
  last->calls = calls;
  return read_call(nest, colon + 2, canonical, &call->matched) &&
         bind_made(nest, line, canonical->equations, numbers, count, &call->matched);
}

/// The form of the equations whose text is the one that was told; NULL: none is.
static SmrCanonical *canonical_of(const Nest *nest, const SmrEquations *e) {
  for (int careful = 0; careful < 2; careful++) {
    SmrCanonical *c = careful ? smr_canonical_careful(e) : smr_canonical(e);
    SmrStr text = {0};
    if (c) {
      smr_equations_name_indices(c->equations);
      smr_equations_print(c->equations, &text);
    }
    bool same = c && !strcmp(smr_str_get(&text), nest->canonical);
    smr_str_free(&text);
    if (same)
      return c;
    smr_canonical_destroy(c);
  }
  return NULL;
}

//--- Laws ----------------------------------------------------------------------------------------

static bool has_one(const SmrMatched *m) {
  bool one = false;
  for (uint32_t k = 0; k < m->rule->arg_count; k++)
    one |= m->rule->args[k].kind == SMR_ARG_FLOAT && m->args[k].bound && m->args[k].number.coefficient == 1 &&
           !m->args[k].number.factor_count;
  return one;
}

static bool has_word(const char *text, size_t length, const char *word) {
  for (const char *at = text; (at = strstr(at, word)) && at < text + length; at++)
    if (at[strlen(word)] == ' ' || at[strlen(word)] == '|')
      return true;
  return false;
}

/// Equations that the plan leaves to loops are left to them again.
static bool is_served(const SmrCoverStep *step, uint64_t left, void *data) {
  const SmrCoverPlan *plan = data;
  (void)left;
  for (uint32_t s = 0; s < plan->step_count; s++)
    if (plan->steps[s].call_count && plan->steps[s].equations[0] == step->equations[0])
      return true;
  return false;
}

static bool uses(const SmrCoverPlan *plan, const SmrCoverRule *rule) {
  for (uint32_t s = 0; s < plan->step_count; s++)
    for (uint32_t k = 0; k < plan->steps[s].call_count; k++)
      if (plan->steps[s].calls[k].matched.rule == rule)
        return true;
  return false;
}

/// Without LAW-EXPAND, the last one: the equations that are told are the loop's, which it was used for.
static size_t without_expansion(const char *laws, size_t length) {
  static const char word[] = "LAW-EXPAND";
  size_t size = sizeof word - 1;
  if (length < size || memcmp(laws + length - size, word, size))
    return length;
  return length - size - (length > size);
}

/// The search finds the calls again, and what it needs for them. (Which numbers are results is not in the
/// text: only the routines of the plan are tried.)
static bool laws_again(const Nest *nest, SmrCanonical *canonical, const SmrCoverPlan *plan, const char *call,
                       const char *laws, size_t length) {
  SmrCoverPlan again;
  bool found = false, same = false;
  length = without_expansion(laws, length);
  SMR_VEC(SmrCoverRule *) used = {0};
  for (uint32_t k = 0; k < rules.size; k++)
    if (uses(plan, rules.data[k]))
      smr_vec_push(&used, rules.data[k]);
  smr_cover_plan(canonical, used.data, used.size, &arena, is_served, (void *)(uintptr_t)plan, &again);
  smr_vec_free(&used);
  for (uint32_t s = 0; s < again.step_count && !same; s++)
    for (uint32_t k = 0; k < again.steps[s].call_count && !same; k++) {
      SmrStr text = {0}, names = {0};
      smr_matched_print(&again.steps[s].calls[k].matched, canonical, &text);
      smr_cover_laws_print(smr_cover_call_laws(canonical, &again.steps[s].calls[k]), &names);
      if (!strcmp(smr_str_get(&text), call)) {
        found = true;
        same = names.size == length && !memcmp(smr_str_get(&names), laws, length);
      }
      smr_str_free(&text), smr_str_free(&names);
    }
  return same || complain(nest, found ? "other laws are needed" : "the search does not find it again", call);
}

static bool check_told(const Nest *nest, char *line, SmrCanonical *canonical, const SmrCoverPlan *plan) {
  char *bar = strchr(line, '|');
  size_t length = (size_t)(bar - line);
  for (uint32_t s = 0; s < plan->step_count; s++)
    for (uint32_t k = 0; k < plan->steps[s].call_count; k++) {
      const SmrCoverCall *call = &plan->steps[s].calls[k];
      SmrStr text = {0}, of_form = {0};
      smr_matched_print(&call->matched, canonical, &text);
      bool this = !strcmp(smr_str_get(&text), bar + 1);
      smr_str_free(&text);
      if (!this)
        continue;
      smr_cover_laws_print(smr_canonical_told_laws(canonical, call->equation), &of_form);
      char *rest = of_form.data, *word;
      while (rest && (word = strtok_r(rest, " ", &rest)))
        if (!has_word(line, length + 1, word))
          return complain(nest, "a law of the canonical form is not told", word);
      smr_str_free(&of_form);
      if (has_one(&call->matched) != has_word(line, length + 1, "LAW-UNIT"))
        return complain(nest, "LAW-UNIT is told where nothing is 1, or is not where something is", line);
      return laws_again(nest, canonical, plan, bar + 1, line, length);
    }
  return complain(nest, "what was told is no step of the plan", line);
}

//--- A nest --------------------------------------------------------------------------------------

static bool replay(Nest *nest) {
  SmrDiag diag = {0};
  SmrEquations *e = smr_equations_parse(symbols, nest->name, nest->equations, strlen(nest->equations), &diag);
  if (!e || !smr_equations_check(e, &diag)) {
    smr_diag_flush(&diag, stdout);
    return complain(nest, "these are no equations", nest->equations);
  }
  SmrCanonical *canonical = canonical_of(nest, e);
  if (!canonical)
    return complain(nest, "this is not their canonical form", nest->canonical);
  Steps steps = {0};
  char *rest = nest->plan, *line;
  while ((line = strtok_r(rest, "\n", &rest)))
    if (!read_line(nest, line, canonical, &steps))
      return false;
  SmrCoverPlan plan = {.canonical = canonical, .steps = steps.data, .step_count = steps.size};
  const char *wrong = smr_check_plan(&plan, &arena);
  if (wrong)
    return complain(nest, "the plan does not do what the equations say", wrong);
  for (rest = nest->told; (line = strtok_r(rest, "\n", &rest)); replayed++)
    if (!check_told(nest, line, canonical, &plan))
      return false;
  smr_canonical_destroy(canonical);
  smr_equations_destroy(e);
  smr_vec_free(&steps);
  return true;
}

//--- The file ------------------------------------------------------------------------------------

/// The text between two marks, which stand alone on their lines; NULL: a mark is missing.
static char *part(char **at, const char *end) {
  char *begin = *at, *stop = strstr(begin, end);
  if (!stop)
    return NULL;
  *stop = 0;
  *at = stop + strlen(end);
  return begin;
}

static bool read_nest(char **at, Nest *nest) {
  nest->name = part(at, "\n-- equations\n");
  nest->equations = nest->name ? part(at, "-- canonical\n") : NULL;
  nest->canonical = nest->equations ? part(at, "-- plan\n") : NULL;
  nest->plan = nest->canonical ? part(at, "-- told\n") : NULL;
  nest->told = nest->plan ? part(at, "-- end\n") : NULL;
  return nest->told;
}

static bool open_libraries(char *names, SmrDiag *diag) {
  for (char *name = strtok(names, ","); name; name = strtok(NULL, ",")) {
    if (library_count == MOST_LIBRARIES ||
        !smr_library_open_pfa(symbols, name, false, &libraries[library_count], diag))
      return false;
    const SmrLibrary *library = &libraries[library_count++];
    for (uint32_t p = 0; p < library->count; p++) {
      SmrCoverRule *rule = smr_cover_rule_create(symbols, &library->pairs[p], true, diag);
      smr_cover_rules_add(&rules, rule, library_count - 1, p);
    }
  }
  return true;
}

int main(int argc, char **argv) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  SmrDiag diag = {0};
  const char *reason;
  symbols = smr_intern_create();
  if (argc != 3 || !smr_read_file(argv[2], &text, &reason) || !open_libraries(argv[1], &diag)) {
    smr_diag_flush(&diag, stderr);
    fprintf(stderr, "cover-replay LIBRARY.pfa,… FILE: cannot read them\n");
    return 2;
  }
  Nest nest;
  for (char *at = text.size ? text.data : (char[]){""}; *at && read_nest(&at, &nest);)
    replay(&nest);
  printf("%u explanations replayed, %u wrong\n", replayed, wrong_ones);
  for (uint32_t k = 0; k < read_ones.size; k++)
    smr_equations_destroy(read_ones.data[k]);
  smr_vec_free(&read_ones);
  smr_cover_rules_destroy(&rules);
  for (uint32_t k = 0; k < library_count; k++)
    smr_library_close(&libraries[k]);
  smr_arena_destroy(&arena);
  smr_intern_destroy(symbols);
  return wrong_ones != 0;
}
