//===- test_oracle.c - machine and oracle on random pairs ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Every pattern is read from text, scheduled, and matched with some
// terms; what the machine finds is derivable in the declarative semantics (Theorem 2, first half), where it
// fails nothing is (second half), θ may be extended (Theorem 1), and with a θ by chance to begin with both
// say the same. A machine that is stuck aborts.
//===----------------------------------------------------------------------===//
#include "fixture.h"
#include "pypm/oracle.h"
#include "random_pattern.h"
#include "test.h"

#define TERMS 64
#define PATTERNS 256
#define BUDGET 30000

typedef struct {
  PypmRandom random;
  SmrPypmFile *file;
  SmrPypmCursor *cursor;
  uint32_t terms[TERMS];
  uint64_t patterns, refused, pairs, matched, failed, given, gave_up;
  uint64_t transitions[SMR_PYPM_TRANSITIONS];
} Run;

static void count(void *data, SmrPypmTransition transition, const char *action) {
  (void)action;
  ((Run *)data)->transitions[transition]++;
}

/// As if: not known, one, two.
static uint32_t uses(void *graph, uint32_t term) {
  (void)graph;
  return term % 3;
}

static void begin_file(Run *run) {
  run->file = pypm_random_file(&run->random, TERMS, run->terms);
  run->file->terms->uses = uses;
}

/// Says which pair it is that goes wrong.
static void require(const Run *run, bool holds, const SmrPypmPattern *pattern, uint32_t term,
                    const char *what) {
  SmrStr text = {0};
  if (holds)
    return;
  smr_pypm_pattern_print(run->file->signature, pattern, &text);
  smr_str_puts(&text, "\nterm t = ");
  smr_pypm_term_print(run->file->terms, term, 100, &text);
  fprintf(stderr, "%s:\n%s\n", what, text.data);
  smr_str_free(&text);
  fail();
}

static void values_of(const Run *run, const SmrPypmPattern *pattern, uint32_t *values) {
  for (uint32_t k = 0; k < pattern->parameters; k++)
    values[k] = smr_pypm_cursor_value(run->cursor, k);
}

/// Theorem 1: whatever else θ and φ bind, it matches; so says the machine, started with all that, too.
static void weaken(Run *run, const SmrPypmProgram *program, const SmrPypmPattern *pattern, uint32_t term) {
  uint32_t values[SMR_PYPM_MAX_OPERANDS];
  values_of(run, pattern, values);
  smr_pypm_cursor_start(run->cursor, program, run->file->terms, term);
  for (uint32_t k = 0; k < pattern->parameters; k++) {
    uint32_t other = run->terms[pypm_random(&run->random, TERMS)];
    if (!values[k])
      values[k] =
          pattern->vars.data[k].is_function ? smr_pypm_term_get(run->file->terms, other)->head : other;
    smr_pypm_cursor_bind(run->cursor, k, values[k]);
  }
  SmrPypmAnswer answer = smr_pypm_derivable(run->file->terms, pattern, term, values, BUDGET);
  require(run, answer != SMR_PYPM_NO, pattern, term, "Theorem 1, declarative: not derivable with more bound");
  require(run, smr_pypm_cursor_run(run->cursor) == SMR_PYPM_SUCCESS, pattern, term,
          "Theorem 1: the machine fails");
}

/// Given θ and φ, of t's subterms, the machine says what is derivable.
static void check_given(Run *run, const SmrPypmProgram *program, const SmrPypmPattern *pattern,
                        uint32_t term) {
  uint32_t values[SMR_PYPM_MAX_OPERANDS];
  SmrPypmNumbers below = {0};
  smr_pypm_subterms(run->file->terms, term, &below);
  smr_pypm_cursor_start(run->cursor, program, run->file->terms, term);
  for (uint32_t k = 0; k < pattern->parameters; k++) {
    uint32_t sub = below.data[pypm_random(&run->random, below.size)];
    values[k] = pattern->vars.data[k].is_function ? smr_pypm_term_get(run->file->terms, sub)->head : sub;
    smr_pypm_cursor_bind(run->cursor, k, values[k]);
  }
  smr_vec_free(&below);
  SmrPypmAnswer answer = smr_pypm_derivable(run->file->terms, pattern, term, values, BUDGET);
  bool matches = smr_pypm_cursor_run(run->cursor) == SMR_PYPM_SUCCESS;
  run->given += matches;
  require(run, answer == SMR_PYPM_GAVE_UP || (answer == SMR_PYPM_YES) == matches, pattern, term,
          "given a substitution, machine and oracle differ");
}

static void check_pair(Run *run, const SmrPypmProgram *program, const SmrPypmPattern *pattern,
                       uint32_t term) {
  uint32_t values[SMR_PYPM_MAX_OPERANDS];
  SmrPypmAnswer answer;
  smr_pypm_cursor_start(run->cursor, program, run->file->terms, term);
  SmrPypmStatus status = smr_pypm_cursor_run(run->cursor);
  run->pairs++;
  if (status == SMR_PYPM_SUCCESS) {
    run->matched++;
    values_of(run, pattern, values);
    answer = smr_pypm_derivable(run->file->terms, pattern, term, values, BUDGET);
    require(run, answer != SMR_PYPM_NO, pattern, term, "Theorem 2: matched, and not derivable");
    weaken(run, program, pattern, term);
  } else {
    require(run, status == SMR_PYPM_FAILURE, pattern, term, "the machine hit a limit");
    run->failed++;
    answer = smr_pypm_any_derivable(run->file->terms, pattern, term, BUDGET);
    require(run, answer != SMR_PYPM_YES, pattern, term, "Theorem 2: not matched, and derivable");
  }
  run->gave_up += answer == SMR_PYPM_GAVE_UP;
  check_given(run, program, pattern, term);
}

/// What is printed reads as the same.
static void check_text(Run *run, const SmrPypmPattern *pattern) {
  SmrPypmFile *again = smr_pypm_file_create();
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, second = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  smr_str_puts(&text, pypm_random_operators);
  smr_pypm_pattern_print(run->file->signature, pattern, &text);
  bool ok = smr_pypm_file_read(again, "again", text.data, text.size, &diag);
  smr_diag_flush(&diag, stderr);
  require(run, ok, pattern, run->terms[0], "what is printed does not read");
  smr_str_puts(&second, pypm_random_operators);
  smr_pypm_pattern_print(again->signature, &smr_vec_last(&again->patterns), &second);
  assert_string_equal(text.data, second.data);
  smr_pypm_file_destroy(again);
}

static void check_pattern(Run *run, uint32_t number) {
  SmrPypmProgram program = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  char name[16];
  snprintf(name, sizeof name, "P%u", number);
  pypm_random_pattern(&run->random, name, &text);
  run->patterns++;
  bool ok = smr_pypm_file_read(run->file, "random", text.data, text.size, &diag);
  const SmrPypmPattern *pattern = ok ? smr_pypm_file_pattern(run->file, name) : NULL;
  if (ok && run->patterns % 16 == 0)
    check_text(run, pattern);
  if (ok && smr_pypm_schedule(run->file->signature, pattern, &program, &diag)) {
    for (int k = 0; k < 8; k++)
      check_pair(run, &program, pattern, run->terms[pypm_random(&run->random, TERMS)]);
    smr_pypm_program_free(&program);
  } else {
    run->refused++;
    assert_int_equal(diag.errors, 1);
  }
}

TEST(T2_machine_is_oracle) {
  Run run = {.random = 0x9e3779b97f4a7c15u + test_seed()};
  uint64_t pairs = test_rounds(100000);
  run.cursor = smr_pypm_cursor_create((SmrPypmLimits){1000000, 1 << 20});
  smr_pypm_cursor_trace(run.cursor, count, &run);
  pypm_random_uses = true;
  while (run.pairs < pairs) {
    begin_file(&run);
    for (uint32_t k = 0; k < PATTERNS && run.pairs < pairs; k++)
      check_pattern(&run, k);
    smr_pypm_file_destroy(run.file);
  }
  printf(
      "%llu patterns, %llu refused; %llu pairs: %llu match, %llu fail, %llu match a substitution by chance; "
      "the oracle gave up on %llu\n",
      (unsigned long long)run.patterns, (unsigned long long)run.refused, (unsigned long long)run.pairs,
      (unsigned long long)run.matched, (unsigned long long)run.failed, (unsigned long long)run.given,
      (unsigned long long)run.gave_up);
  for (int k = 0; k < SMR_PYPM_TRANSITIONS; k++) {
    printf("%9llu %s\n", (unsigned long long)run.transitions[k],
           smr_pypm_transition_id((SmrPypmTransition)k));
    assert_true(run.transitions[k] > 0);
  }
  pypm_random_uses = false;
  assert_true(run.gave_up * 100 <= run.pairs);
  assert_true(run.matched * 20 >= run.pairs);
  smr_pypm_cursor_destroy(run.cursor);
}
