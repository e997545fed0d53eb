//===- fuzz_pypm.c - fuzz target for PyPM patterns -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "fuzz.h"
#include "pypm/file.h"
#include "pypm/oracle.h"
#include "pypm/rewrite.h"

static void print_operators(const SmrPypmFile *file, SmrStr *out) {
  for (uint32_t k = 0; k < file->signature->operators.size; k++)
    smr_pypm_operator_print(file, k, out);
}

/// A pattern, and a rule for it or NULL, with all operators.
static void print_items(const SmrPypmFile *file, const SmrPypmPattern *pattern, const SmrPypmRule *rule,
                        SmrStr *out) {
  print_operators(file, out);
  smr_pypm_pattern_print(file->signature, pattern, out);
  smr_str_putc(out, '\n');
  if (rule)
    smr_pypm_rule_print(file->signature, pattern->name, rule, out);
}

/// What is printed reads, and prints as itself.
static void round_trip(const SmrPypmFile *file, const SmrPypmPattern *pattern, const SmrPypmRule *rule) {
  SmrPypmFile *again = smr_pypm_file_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, second = {0};
  print_items(file, pattern, rule, &text);
  bool ok = smr_pypm_file_read(again, "again", smr_str_get(&text), text.size, &diag);
  // A name made for a hidden variable is one of the text now: what is read may be deeper than the limits by
  // it alone.
  if (ok) {
    print_items(again, again->patterns.data, again->rules.data, &second);
    require_equal(&text, &second);
  }
  require(ok || strstr(diag.messages.data[0].text, "more than ") ||
          strstr(diag.messages.data[0].text, "deeper than "));
  smr_pypm_file_destroy(again);
}

/// The machine ends or says that it was stopped; where the oracle knows, they agree.
static void match(const SmrPypmFile *file, const SmrPypmPattern *pattern, const SmrPypmProgram *program,
                  uint32_t term) {
  uint32_t values[SMR_PYPM_MAX_OPERANDS];
  SmrPypmCursor *cursor = smr_pypm_cursor_create((SmrPypmLimits){20000, 1 << 20});
  smr_pypm_cursor_start(cursor, program, file->terms, term);
  SmrPypmStatus status = smr_pypm_cursor_run(cursor);
  require(status != SMR_PYPM_RUNNING);
  if (status == SMR_PYPM_SUCCESS) {
    for (uint32_t k = 0; k < pattern->parameters; k++)
      values[k] = smr_pypm_cursor_value(cursor, k);
    require(smr_pypm_derivable(file->terms, pattern, term, values, 20000) != SMR_PYPM_NO);
  } else if (status == SMR_PYPM_FAILURE) {
    require(smr_pypm_any_derivable(file->terms, pattern, term, 20000) != SMR_PYPM_YES);
  }
  smr_pypm_cursor_destroy(cursor);
}

static void check_pattern(const SmrPypmFile *file, const SmrPypmPattern *pattern) {
  SmrPypmProgram program = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  round_trip(file, pattern, NULL);
  bool ok = smr_pypm_schedule(file->signature, pattern, &program, &diag);
  require(diag.errors == (ok ? 0 : 1));
  // The last terms of the text, so that many small ones do not make it slow.
  for (uint32_t term = file->terms->terms.size; ok && term > 1 && term + 8 > file->terms->terms.size; term--)
    match(file, pattern, &program, term - 1);
  if (ok)
    smr_pypm_program_free(&program);
}

/// Terms are rewritten with all rules; what comes out stays as it is.
static void rewrite(const SmrPypmFile *file) {
  SmrPypmRewriteOptions few = {.depth = 30, .firings = 200, .machine = {20000, 1 << 20}};
  SmrPypmLibrary library = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  uint32_t count, terms = file->terms->terms.size;
  bool ok = smr_pypm_library_build(file, &library, &diag);
  SmrPypmRewriter *rewriter = smr_pypm_rewriter_create(&library, few);
  for (uint32_t term = terms; ok && term > 1 && term + 8 > terms; term--) {
    uint32_t result = smr_pypm_rewrite(rewriter, term - 1);
    require(smr_pypm_rewrite(rewriter, result) == result);
    uint32_t type = smr_pypm_term_get(file->terms, term - 1)->type;
    require(!type || smr_pypm_term_get(file->terms, result)->type == type);
  }
  const SmrPypmEvent *events = smr_pypm_rewriter_events(rewriter, &count);
  for (uint32_t k = 0; k < count; k++)
    smr_pypm_event_print(rewriter, &events[k], &text);
  smr_pypm_rewriter_destroy(rewriter);
  smr_pypm_library_free(&library);
}

/// The contract: one error with a place in the text, or patterns that print as themselves and can be run.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SmrPypmFile *file = smr_pypm_file_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  bool ok = smr_pypm_file_read(file, "fuzz", (const char *)data, size, &diag);
  require(diag.errors == (ok ? 0 : 1) && diag.messages.size == diag.errors);
  require(ok || (diag.messages.data[0].line && diag.messages.data[0].column));
  for (uint32_t k = 0; k < file->patterns.size; k++)
    check_pattern(file, &file->patterns.data[k]);
  for (uint32_t k = 0; k < file->rules.size; k++)
    round_trip(file, &file->patterns.data[file->rules.data[k].pattern], &file->rules.data[k]);
  rewrite(file);
  smr_pypm_file_destroy(file);
  return 0;
}
