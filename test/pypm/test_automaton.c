//===- test_automaton.c - which patterns may match a term ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What the automaton says of a term, for random patterns: the
// patterns whose skeleton the term has by the definition, read off the pattern anew for each term; those that
// the machine matches are among them. Rewriting with it is rewriting without it.
//===----------------------------------------------------------------------===//
#include "fixture.h"
#include "pypm/automaton.h"
#include "pypm/rewrite.h"
#include "random_pattern.h"
#include "test.h"
#include <time.h>

// The definition.

static bool has(const SmrPypmTerms *terms, const SmrPypmPattern *p, uint32_t at, uint32_t term);

static bool operands_have(const SmrPypmTerms *terms, const SmrPypmPattern *p, const SmrPypmNode *n,
                          uint32_t term, bool swapped) {
  for (uint32_t k = 0; k < n->count; k++)
    if (!has(terms, p, p->operands.data[n->first + k],
             smr_pypm_operand(terms, term, swapped ? n->count - 1 - k : k)))
      return false;
  return true;
}

static bool constrained(const SmrPypmTerms *terms, const SmrPypmPattern *p, const SmrPypmNode *n,
                        uint32_t term) {
  const SmrPypmNode *inside = &p->nodes.data[n->a];
  while (inside->kind == SMR_PYPM_GUARD || inside->kind == SMR_PYPM_CONSTRAINT ||
         inside->kind == SMR_PYPM_EXISTS)
    inside = &p->nodes.data[inside->a];
  return has(terms, p, n->a, term) &&
         (inside->kind != SMR_PYPM_VAR || inside->var != n->var || has(terms, p, n->b, term));
}

static bool has(const SmrPypmTerms *terms, const SmrPypmPattern *p, uint32_t at, uint32_t term) {
  const SmrPypmNode *n = &p->nodes.data[at];
  switch (n->kind) {
  case SMR_PYPM_VAR:
    return true;
  case SMR_PYPM_FUN:
  case SMR_PYPM_LITERAL:
    return smr_pypm_fits(terms, p, n, term) &&
           (operands_have(terms, p, n, term, false) ||
            (n->kind == SMR_PYPM_FUN && terms->signature->operators.data[n->op].commutative &&
             operands_have(terms, p, n, term, true)));
  case SMR_PYPM_FUN_VAR:
    return smr_pypm_term_get(terms, term)->count == n->count && operands_have(terms, p, n, term, false);
  case SMR_PYPM_ALT:
    return has(terms, p, n->a, term) || has(terms, p, n->b, term);
  case SMR_PYPM_CONSTRAINT:
    return constrained(terms, p, n, term);
  case SMR_PYPM_CALL:
    return has(terms, p, p->mus.data[n->mu].body, term);
  default:
    return has(terms, p, n->a, term);
  }
}

// Random patterns.

#define TERMS 64
#define PATTERNS 40

typedef struct {
  PypmRandom random;
  SmrPypmFile *file;
  SMR_VEC(SmrPypmProgram) programs;
  uint64_t pairs, candidates, matches;
} Run;

static void read_text(SmrPypmFile *file, const char *text) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  bool ok = smr_pypm_file_read(file, "random", text, strlen(text), &diag);
  smr_diag_flush(&diag, stderr);
  assert_true(ok);
}

static void begin(Run *run) {
  SmrStr text = {0};
  char name[16];
  uint32_t terms[TERMS];
  run->file = pypm_random_file(&run->random, TERMS, terms);
  while (run->programs.size < PATTERNS) {
    SmrDiag diag = {0};
    SmrPypmProgram program = {0};
    snprintf(name, sizeof name, "P%u_%u", run->file->patterns.size, pypm_random(&run->random, 1000000));
    smr_str_clear(&text);
    pypm_random_pattern(&run->random, name, &text);
    if (smr_pypm_file_read(run->file, "random", text.data, text.size, &diag) &&
        smr_pypm_schedule(run->file->signature, &smr_vec_last(&run->file->patterns), &program, &diag))
      smr_vec_push(&run->programs, program);
    smr_diag_free(&diag);
  }
  smr_str_free(&text);
}

static void check_pair(Run *run, SmrPypmCursor *cursor, uint32_t pattern, uint32_t term, bool candidate) {
  const SmrPypmProgram *program = &run->programs.data[pattern];
  bool expected = has(run->file->terms, &program->code, program->code.root, term);
  smr_pypm_cursor_start(cursor, program, run->file->terms, term);
  bool matches = smr_pypm_cursor_run(cursor) == SMR_PYPM_SUCCESS;
  if (candidate != expected || (matches && !candidate)) {
    SmrStr text = {0};
    smr_pypm_pattern_print(run->file->signature, &program->code, &text);
    smr_str_puts(&text, "\nterm t = ");
    smr_pypm_term_print(run->file->terms, term, 100, &text);
    fprintf(stderr, "%s\n", text.data);
    smr_str_free(&text);
  }
  assert_int_equal(candidate, expected);
  assert_true(candidate || !matches);
  run->pairs++;
  run->candidates += candidate;
  run->matches += matches;
}

static void check_library(Run *run) {
  SmrPypmSkeletons skeletons = {0};
  SmrPypmNumbers roots = {0};
  begin(run);
  for (uint32_t k = 0; k < run->programs.size; k++) {
    uint32_t root = smr_pypm_skeletons_add(&skeletons, run->file->signature, &run->programs.data[k].code);
    smr_vec_push(&roots, root);
  }
  SmrPypmCursor *cursor = smr_pypm_cursor_create((SmrPypmLimits){1000000, 1 << 20});
  SmrPypmAutomaton *automaton =
      smr_pypm_automaton_create(&skeletons, roots.data, roots.size, run->file->terms);
  for (uint32_t term = 1; term < run->file->terms->terms.size; term++) {
    uint32_t count, at = 0;
    const uint32_t *candidates = smr_pypm_candidates(automaton, term, &count);
    for (uint32_t k = 0; k < run->programs.size; k++) {
      bool candidate = at < count && candidates[at] == k;
      check_pair(run, cursor, k, term, candidate);
      at += candidate;
    }
    assert_int_equal(at, count);
  }
  smr_pypm_automaton_destroy(automaton);
  smr_pypm_cursor_destroy(cursor);
  smr_pypm_skeletons_free(&skeletons);
  smr_vec_free(&roots);
  for (uint32_t k = 0; k < run->programs.size; k++)
    smr_pypm_program_free(&run->programs.data[k]);
  smr_vec_free(&run->programs);
  smr_pypm_file_destroy(run->file);
}

TEST(candidates_are_by_definition) {
  Run run = {.random = 0x9e3779b97f4a7c15u + test_seed()};
  uint64_t libraries = test_rounds(60);
  for (uint64_t k = 0; k < libraries; k++)
    check_library(&run);
  printf("%llu pairs, %llu candidates, %llu match\n", (unsigned long long)run.pairs,
         (unsigned long long)run.candidates, (unsigned long long)run.matches);
  assert_by_chance(run.matches * 3 > run.candidates);
}

// Many patterns.

/// A pattern of a random chain of operators o0 … o39 over two variables, and a rule for it.
static void many_pattern(PypmRandom *random, uint32_t number, SmrStr *out) {
  uint32_t a = pypm_random(random, 40), b = pypm_random(random, 40), c = pypm_random(random, 40);
  smr_str_printf(out, "pattern P%u(x, y) = ", number);
  if (pypm_random(random, 2))
    smr_str_printf(out, "o%u(o%u(o%u(x, c), y), y)\n", a, b, c);
  else
    smr_str_printf(out, "o%u(o%u(x, y), o%u(y, 2.0) || o%u(x, y))\n", a, b, c, b);
  smr_str_printf(out, "rule R%u for P%u(x, y) { => n(x, y) }\n", number, number);
}

static SmrPypmFile *many_file(uint32_t patterns, uint32_t terms, uint32_t *root) {
  PypmRandom random = 1234567;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_puts(&text, "op c(0) op n(2)\n");
  for (uint32_t k = 0; k < 40; k++)
    smr_str_printf(&text, "op o%u(2)\n", k);
  smr_str_puts(&text, "term t0 = c : f32[1] term t1 = 2.0 : f32 term t2 = 3.0 : f32\n");
  for (uint32_t k = 3; k < terms; k++)
    smr_str_printf(&text, "term t%u = o%u(t%u, t%u)\n", k, pypm_random(&random, 40),
                   k - 1 - pypm_random(&random, k < 20 ? k : 20), k - 1 - pypm_random(&random, 3));
  for (uint32_t k = 0; k < patterns; k++)
    many_pattern(&random, k, &text);
  SmrPypmFile *file = smr_pypm_file_create();
  read_text(file, text.data);
  smr_str_printf(&text, "t%u", terms - 1);
  *root = smr_pypm_file_term(file, text.data + text.size - strlen(strrchr(text.data, '\n') + 1));
  return file;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

typedef struct {
  uint32_t result, fired, states, transitions;
  uint64_t tried;
  double time;
} Cost;

static Cost rewrite_many(uint32_t patterns, uint32_t terms, bool one_by_one) {
  SmrPypmRewriteOptions options = SMR_PYPM_DEFAULT_REWRITE;
  SmrPypmLibrary library = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  Cost cost = {0};
  uint32_t root, count;
  SmrPypmFile *file = many_file(patterns, terms, &root);
  options.one_by_one = one_by_one;
  assert_true(smr_pypm_library_build(file, &library, &diag));
  double start = seconds();
  SmrPypmRewriter *rewriter = smr_pypm_rewriter_create(&library, options);
  cost.result = smr_pypm_rewrite(rewriter, root);
  cost.time = seconds() - start;
  const SmrPypmEvent *events = smr_pypm_rewriter_events(rewriter, &count);
  for (uint32_t k = 0; k < count; k++)
    cost.fired += events[k].kind == SMR_PYPM_EVENT_FIRED;
  cost.tried = smr_pypm_rewriter_tried(rewriter);
  smr_pypm_rewriter_destroy(rewriter);
  smr_pypm_library_free(&library);
  smr_pypm_file_destroy(file);
  return cost;
}

TEST(many_patterns_cost_little_more_than_few) {
  uint32_t terms = test_rounds(2000);
  for (uint32_t patterns = 10; patterns <= 1000; patterns *= 10) {
    Cost with = rewrite_many(patterns, terms, false), without = rewrite_many(patterns, terms, true);
    printf("%4u patterns, %u terms: %u firings; tried %llu, one by one %llu; %.2f ms, one by one %.2f ms\n",
           patterns, terms, with.fired, (unsigned long long)with.tried, (unsigned long long)without.tried,
           with.time * 1e3, without.time * 1e3);
    assert_int_equal(with.result, without.result);
    assert_int_equal(with.fired, without.fired);
    assert_true(with.tried <= 3 * with.fired + 10);
  }
}
