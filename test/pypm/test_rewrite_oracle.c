//===- test_rewrite_oracle.c - the rewriter and a naive one --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Random rules on random patterns; what a term becomes
// is what a rewriter makes of it that shares nothing, remembers nothing, matches each pattern anew, and
// builds replacements as text that is read again. Where that one does not end, a cycle is reported.
//===----------------------------------------------------------------------===//
#include "fixture.h"
#include "pypm/rewrite.h"
#include "random_pattern.h"
#include "test.h"

#define TERMS 48
#define RULES 8
#define FUEL 300

typedef struct {
  PypmRandom random;
  SmrPypmFile *file;
  SmrPypmLibrary library;
  SmrPypmRewriteOptions options;
  uint32_t terms[TERMS], fuel;
  uint64_t libraries, rules, refused, rewritten, changed, endless, fired, branches_refused;
} Run;

// Rules by chance.

static void random_new(Run *run, const SmrPypmPattern *p, uint32_t depth, SmrStr *out) {
  static const char *const heads[] = {"f", "g", "b", "add", "s#0{n = 1}", "s#1{n = 2}"};
  static const uint32_t arities[] = {1, 1, 2, 2, 1, 1};
  static const char *const leaves[] = {"c", "d", "2.0 : f16"};
  uint32_t var = pypm_random(&run->random, p->parameters);
  if (pypm_random(&run->random, 3) && !p->vars.data[var].is_function) {
    smr_str_puts(out, smr_intern_text(run->file->signature->symbols, p->vars.data[var].name));
  } else if (!depth) {
    smr_str_puts(out, leaves[pypm_random(&run->random, 3)]);
  } else {
    uint32_t k = pypm_random(&run->random, 6);
    smr_str_puts(out, heads[k]);
    for (uint32_t i = 0; i < arities[k]; i++) {
      smr_str_puts(out, i ? ", " : "(");
      random_new(run, p, depth - 1, out);
    }
    smr_str_putc(out, ')');
  }
}

static void random_rule(Run *run, uint32_t pattern, const char *name, SmrStr *out) {
  static const char *const guards[] = {"%s.rank = 1", "%s.shape[0] < 3 || %s.rank = 0", "!(%s.elType = f32)",
                                       "%s.n = 1"};
  const SmrPypmPattern *p = &run->file->patterns.data[pattern];
  SmrIntern *symbols = run->file->signature->symbols;
  const char *first = smr_intern_text(symbols, p->vars.data[0].name);
  smr_str_printf(out, "rule %s for %s(", name, smr_intern_text(symbols, p->name));
  for (uint32_t k = 0; k < p->parameters; k++)
    smr_str_printf(out, "%s%s", k ? ", " : "", smr_intern_text(symbols, p->vars.data[k].name));
  smr_str_puts(out, pypm_random(&run->random, 4) ? ") {" : ") fp exact {");
  for (uint32_t k = pypm_random(&run->random, 3); k; k--) {
    char guard[100];
    snprintf(guard, sizeof guard, guards[pypm_random(&run->random, 4)], first, first);
    smr_str_printf(out, " when (%s) => ", guard);
    random_new(run, p, 2, out);
    smr_str_putc(out, ';');
  }
  smr_str_puts(out, " => ");
  random_new(run, p, 2, out);
  smr_str_puts(out, " }\n");
}

// The naive rewriter.

static uint32_t value_of(const void *values, uint32_t var) {
  return ((const uint32_t *)values)[var];
}

/// The branch's replacement: its text, read where the rule's variables are the names of terms.
static uint32_t read_replacement(Run *run, const SmrPypmRule *rule, uint32_t branch, const uint32_t *values) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  for (uint32_t k = 0; k < rule->scope.p.parameters; k++)
    if (values[k] && !rule->scope.p.vars.data[k].is_function)
      smr_map_set(&run->file->named, rule->scope.p.vars.data[k].name, values[k]);
  char name[32];
  snprintf(name, sizeof name, "made%u",
           run->file->terms->terms.size + smr_intern_count(run->file->signature->symbols));
  smr_str_printf(&text, "term %s = ", name);
  smr_pypm_branch_print(run->file->signature, rule, branch, &text);
  bool ok = smr_pypm_file_read(run->file, "made", text.data, text.size, &diag);
  smr_diag_flush(&diag, stderr);
  assert_true(ok);
  for (uint32_t k = 0; k < rule->scope.p.parameters; k++)
    smr_map_set(&run->file->named, rule->scope.p.vars.data[k].name, 0);
  return smr_pypm_file_term(run->file, name);
}

/// The same with the type of what is replaced; 0: it cannot have it.
static uint32_t with_type(Run *run, bool variable, uint32_t made, uint32_t root) {
  SmrPypmTerms *terms = run->file->terms;
  SmrPypmTerm t = *smr_pypm_term_get(terms, made), r = *smr_pypm_term_get(terms, root);
  const SmrPypmType *have = &terms->types.data[t.type], *want = &terms->types.data[r.type];
  uint32_t operands[SMR_PYPM_MAX_OPERANDS];
  if (t.type == r.type)
    return made;
  if (variable)
    return 0;
  if (!r.type)
    return made;
  if (have->element && want->element && have->element != want->element)
    return 0;
  for (uint32_t k = 0; k < t.count; k++)
    operands[k] = smr_pypm_operand(terms, made, k);
  return smr_pypm_term(terms, t.head, r.type, operands, t.count);
}

static uint32_t try_branch(Run *run, const SmrPypmRule *rule, uint32_t branch, uint32_t term,
                           const uint32_t *values) {
  const SmrPypmBranch *b = &rule->branches.data[branch];
  if (b->guard != SMR_PYPM_NONE &&
      smr_pypm_guard(run->file->terms, &rule->scope.p, b->guard, value_of, values) != SMR_PYPM_TRUE)
    return 0;
  uint32_t made = read_replacement(run, rule, branch, values);
  bool variable = rule->parts.data[b->root].kind == SMR_PYPM_NEW_VAR;
  made = with_type(run, variable, made, term);
  return made == term ? 0 : made;
}

/// The first that fires, of all patterns and all rules; 0: none.
static uint32_t naive_fire(Run *run, uint32_t term) {
  uint32_t values[SMR_PYPM_MAX_OPERANDS], made = 0;
  for (uint32_t e = 0; !made && e < run->library.entries.size; e++) {
    const SmrPypmEntry *entry = &run->library.entries.data[e];
    SmrPypmCursor *cursor = smr_pypm_cursor_create(run->options.machine);
    smr_pypm_cursor_start(cursor, &entry->program, run->file->terms, term);
    bool matches = smr_pypm_cursor_run(cursor) == SMR_PYPM_SUCCESS;
    for (uint32_t k = 0; matches && k < entry->program.code.parameters; k++)
      values[k] = smr_pypm_cursor_value(cursor, k);
    smr_pypm_cursor_destroy(cursor);
    for (uint32_t r = 0; matches && !made && r < run->file->rules.size; r++)
      for (uint32_t b = 0; !made && b < run->file->rules.data[r].branches.size; b++)
        if (run->file->rules.data[r].pattern == entry->pattern)
          made = try_branch(run, &run->file->rules.data[r], b, term, values);
  }
  return made;
}

/// 0: it does not end.
static uint32_t naive(Run *run, uint32_t term, uint32_t depth) {
  SmrPypmTerms *terms = run->file->terms;
  uint32_t operands[SMR_PYPM_MAX_OPERANDS];
  bool changed = false;
  if (!run->fuel || depth > FUEL)
    return 0;
  run->fuel--;
  uint32_t made = naive_fire(run, term);
  if (made)
    return naive(run, made, depth + 1);
  SmrPypmTerm t = *smr_pypm_term_get(terms, term);
  for (uint32_t k = 0; k < t.count; k++) {
    uint32_t operand = smr_pypm_operand(terms, term, k);
    operands[k] = naive(run, operand, depth + 1);
    if (!operands[k])
      return 0;
    changed |= operands[k] != operand;
  }
  return changed ? naive(run, smr_pypm_term(terms, t.head, t.type, operands, t.count), depth + 1) : term;
}

// Both.

/// Patterns that load, each with a rule that does.
static void add_rules(Run *run) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  for (uint32_t k = 0; k < RULES; k++) {
    char name[16];
    SmrPypmProgram program = {0};
    snprintf(name, sizeof name, "P%u", k);
    smr_str_clear(&text);
    pypm_random_pattern(&run->random, name, &text);
    uint32_t before = run->file->patterns.size;
    bool ok = smr_pypm_file_read(run->file, "random", text.data, text.size, &diag);
    ok = ok && smr_pypm_schedule(run->file->signature, &smr_vec_last(&run->file->patterns), &program, &diag);
    smr_str_clear(&text);
    snprintf(name, sizeof name, "R%u", k);
    if (ok)
      random_rule(run, before, name, &text);
    ok = ok && smr_pypm_file_read(run->file, "random", text.data, text.size, &diag);
    const SmrPypmRule *rule = ok ? &smr_vec_last(&run->file->rules) : NULL;
    for (uint32_t v = 0; ok && v < rule->scope.p.parameters; v++)
      ok = !rule->scope.p.vars.data[v].used.line ||
           smr_pypm_rule_uses(run->file->signature, &program, v, (SmrLocation){"random", 1, 1}, &diag);
    smr_pypm_program_free(&program);
    run->rules++;
    run->refused += !ok;
    if (!ok && rule)
      smr_pypm_rule_free(&smr_vec_pop(&run->file->rules));
    if (!ok && run->file->patterns.size > before) { // the library takes no pattern that has a mistake
      smr_pypm_pattern_free(&smr_vec_pop(&run->file->patterns));
      run->file->definitions.size--;
    }
  }
}

static void check_text(Run *run) {
  for (uint32_t k = 0; k < run->file->rules.size; k++) {
    SmrStr text = {0}, again = {0};
    SmrDiag diag = {0};
    SmrPypmFile *second = smr_pypm_file_create();
    const SmrPypmRule *rule = &run->file->rules.data[k];
    const SmrPypmPattern *pattern = &run->file->patterns.data[rule->pattern];
    smr_str_puts(&text, pypm_random_operators);
    smr_pypm_pattern_print(run->file->signature, pattern, &text);
    smr_str_putc(&text, '\n');
    size_t from = text.size;
    smr_pypm_rule_print(run->file->signature, pattern->name, rule, &text);
    bool ok = smr_pypm_file_read(second, "again", text.data, text.size, &diag);
    smr_diag_flush(&diag, stderr);
    assert_true(ok);
    smr_pypm_rule_print(second->signature, smr_vec_last(&second->patterns).name, second->rules.data, &again);
    assert_string_equal(again.data, text.data + from);
    smr_pypm_file_destroy(second);
    smr_str_free(&text);
    smr_str_free(&again);
  }
}

static void show(const Run *run, uint32_t term, uint32_t ours, uint32_t theirs) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  for (uint32_t k = 0; k < run->file->rules.size; k++) {
    const SmrPypmRule *rule = &run->file->rules.data[k];
    smr_pypm_pattern_print(run->file->signature, &run->file->patterns.data[rule->pattern], &text);
    smr_str_putc(&text, '\n');
    smr_pypm_rule_print(run->file->signature, run->file->patterns.data[rule->pattern].name, rule, &text);
  }
  const uint32_t all[] = {term, ours, theirs};
  for (int k = 0; k < 3; k++) {
    smr_str_puts(&text, k ? "\n  " : "");
    if (all[k])
      smr_pypm_term_print(run->file->terms, all[k], 50, &text);
  }
  fprintf(stderr, "%s\n", text.data);
}

static bool says(const SmrPypmRewriter *rewriter, SmrPypmEventKind kind) {
  uint32_t count;
  const SmrPypmEvent *events = smr_pypm_rewriter_events(rewriter, &count);
  for (uint32_t k = 0; k < count; k++)
    if (events[k].kind == kind)
      return true;
  return false;
}

static void check_term(Run *run, uint32_t term) {
  SmrPypmRewriter *rewriter = smr_pypm_rewriter_create(&run->library, run->options);
  uint32_t count, ours = smr_pypm_rewrite(rewriter, term);
  bool cycle = says(rewriter, SMR_PYPM_EVENT_CYCLE);
  const SmrPypmEvent *events = smr_pypm_rewriter_events(rewriter, &count);
  for (uint32_t k = 0; k < count; k++) {
    run->fired += events[k].kind == SMR_PYPM_EVENT_FIRED;
    run->branches_refused += events[k].kind == SMR_PYPM_EVENT_REFUSED;
  }
  run->fuel = FUEL;
  uint32_t theirs = naive(run, term, 0);
  if (theirs ? cycle || ours != theirs : !cycle && run->fuel)
    show(run, term, ours, theirs);
  if (theirs) {
    assert_false(cycle);
    assert_int_equal(ours, theirs);
  }
  assert_false(says(rewriter, SMR_PYPM_EVENT_SPENT));
  run->rewritten++;
  run->changed += ours != term;
  run->endless += cycle;
  smr_pypm_rewriter_destroy(rewriter);
}

static void check_library(Run *run) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  run->file = pypm_random_file(&run->random, TERMS, run->terms);
  add_rules(run);
  assert_true(smr_pypm_library_build(run->file, &run->library, &diag));
  run->libraries++;
  if (run->libraries % 16 == 0)
    check_text(run);
  for (uint32_t k = 0; k < TERMS; k++)
    check_term(run, run->terms[k]);
  smr_pypm_library_free(&run->library);
  smr_pypm_file_destroy(run->file);
}

TEST(the_rewriter_is_the_naive_one) {
  Run run = {.random = 0x9e3779b97f4a7c15u + test_seed(), .options = SMR_PYPM_DEFAULT_REWRITE};
  uint64_t libraries = test_rounds(40);
  run.options.depth = 2 * FUEL;
  run.options.machine = (SmrPypmLimits){1000, 1 << 20};
  while (run.libraries < libraries)
    check_library(&run);
  printf("%llu libraries, %llu rules, %llu refused; %llu terms, %llu change, %llu go round in cycles; "
         "%llu firings, %llu refusals\n",
         (unsigned long long)run.libraries, (unsigned long long)run.rules, (unsigned long long)run.refused,
         (unsigned long long)run.rewritten, (unsigned long long)run.changed, (unsigned long long)run.endless,
         (unsigned long long)run.fired, (unsigned long long)run.branches_refused);
  assert_by_chance(run.changed * 20 > run.rewritten);
  assert_by_chance(run.endless * 100 > run.rewritten);
}
