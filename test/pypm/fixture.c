//===- fixture.c - what the tests of lib/pypm share ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "fixture.h"
#include "test.h"

const char pypm_operators[] =
    "op c(0) op c1(0) op c2(0) op f(1) class pointwise op g(1) op relu(1) class pointwise op neg(1) class "
    "pointwise\n"
    "op b(2) op m(2) op add(2) commutative op mul(2) commutative op conv{stride, pads}(2)\n"
    "op split(1) -> 2 op rand(0) effects op concat{axis}(*)\n";

static bool read_all(SmrPypmFile *file, const char *text, SmrDiag *diag) {
  return smr_pypm_file_read(file, "operators", pypm_operators, strlen(pypm_operators), diag) &&
         smr_pypm_file_read(file, "text", text, strlen(text), diag);
}

SmrPypmFile *pypm_file(const char *text) {
  SmrPypmFile *file = smr_pypm_file_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  bool ok = read_all(file, text, &diag);
  smr_diag_flush(&diag, stderr);
  assert_true(ok);
  return file;
}

char *pypm_messages(const char *text) {
  SmrPypmFile *file = smr_pypm_file_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrStr out = {0};
  bool ok = read_all(file, text, &diag);
  for (uint32_t k = 0; ok && k < file->patterns.size; k++) {
    SmrPypmProgram program = {0};
    ok = smr_pypm_schedule(file->signature, &file->patterns.data[k], &program, &diag);
    smr_pypm_program_free(&program);
  }
  assert_int_equal(diag.errors, !ok);
  for (uint32_t k = 0; k < diag.messages.size; k++) {
    const SmrMessage *message = &diag.messages.data[k];
    smr_str_printf(&out, "%u:%u: %s%s\n", message->line, message->column,
                   message->severity == SMR_WARNING ? "warning: " : "", message->text);
  }
  smr_pypm_file_destroy(file);
  smr_str_puts(&out, "");
  return out.data ? out.data : strdup("");
}

static SmrPypmProgram schedule(const SmrPypmFile *file, const char *name) {
  SmrPypmProgram program = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  bool ok = smr_pypm_schedule(file->signature, smr_pypm_file_pattern(file, name), &program, &diag);
  smr_diag_flush(&diag, stderr);
  assert_true(ok);
  return program;
}

static void print_line(void *data, SmrPypmTransition transition, const char *action) {
  smr_str_printf(data, "%s %s\n", smr_pypm_transition_id(transition), action);
}

static void print_success(void *data, SmrPypmTransition transition, const char *action) {
  if (transition == SMR_PYPM_ST_SUCCESS)
    smr_str_puts(data, action);
}

static char *run(const SmrPypmFile *file, const char *name, SmrPypmTrace trace) {
  static const char *const ends[] = {"", "", "failure", "out of steps", "out of memory"};
  SmrPypmProgram program = schedule(file, name);
  SmrPypmCursor *cursor = smr_pypm_cursor_create((SmrPypmLimits)SMR_PYPM_DEFAULT_LIMITS);
  SmrStr out = {0};
  uint32_t term = smr_pypm_file_term(file, "t");
  assert_true(term);
  smr_pypm_cursor_trace(cursor, trace, &out);
  smr_pypm_cursor_start(cursor, &program, file->terms, term);
  smr_str_puts(&out, ends[smr_pypm_cursor_run(cursor)]);
  smr_pypm_cursor_destroy(cursor);
  smr_pypm_program_free(&program);
  return out.data;
}

char *pypm_match(const SmrPypmFile *file) {
  return run(file, "P", print_success);
}

char *pypm_trace(const SmrPypmFile *file, const char *pattern) {
  return run(file, pattern, print_line);
}

char *pypm_scheduled(const SmrPypmFile *file) {
  SmrPypmProgram program = schedule(file, "P");
  SmrStr out = {0};
  smr_pypm_pattern_print(file->signature, &program.code, &out);
  smr_pypm_program_free(&program);
  return out.data;
}

void pypm_expect_match(const char *text, const char *expected) {
  SmrPypmFile *file = pypm_file(text);
  char *match = pypm_match(file);
  assert_string_equal(match, expected);
  free(match);
  smr_pypm_file_destroy(file);
}
