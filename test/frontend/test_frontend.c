//===- test_frontend.c - blocks compiled at their own place --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "frontend/frontend.h"
#include "frontend/process.h"
#include "pat/pat.h"
#include "test.h"
#include <dirent.h>
#include <signal.h>
#include <unistd.h>

typedef struct {
  SmrArena arena;
  SmrDiag diag;
  SmrPat pat;
  SmrStr mlir, messages;
  bool ok;
} Compiled;

/// Parses a file and compiles its first idiom.
static void compile(const char *text, const SmrFrontendOptions *options, Compiled *out) {
  *out = (Compiled){0};
  if (!smr_pat_parse("dir/my.pat", text, strlen(text), &out->arena, &out->pat, &out->diag))
    smr_diag_flush(&out->diag, stderr);
  assert_int_equal(out->diag.errors, 0);
  out->ok = smr_frontend_compile(&out->pat.pairs[0].idiom, out->pat.path, options, &out->mlir, &out->diag);
  for (uint32_t i = 0; i < out->diag.messages.size; i++) {
    const SmrMessage *m = &out->diag.messages.data[i];
    smr_str_printf(&out->messages, "%s:%u:%u: %s\n", m->file, m->line, m->column, m->text);
  }
}

static void done(Compiled *c) {
  smr_str_free(&c->mlir);
  smr_str_free(&c->messages);
  smr_diag_free(&c->diag);
  smr_arena_destroy(&c->arena);
}

static void expect_symbol(const Compiled *c, const char *symbol) {
  SMR_OWNED(SmrStr, smr_str_free) found = {0};
  assert_true(smr_frontend_wrapper_symbol(&c->pat.pairs[0].idiom, smr_str_get(&c->mlir), &found));
  assert_string_equal(found.data, symbol);
}

#define OTHER " = { subroutine r(n)\n end }"

TEST(test_fortran) {
  Compiled c;
  compile("# comment\n\nf90 { subroutine Twice(n)\n  integer :: n\n  n = 2*n\nend subroutine\n}" OTHER, NULL,
          &c);
  assert_true(c.ok);
  assert_non_null(strstr(c.mlir.data, "func.func @_QPtwice("));
  // Locations are places in the PAT file.
  assert_non_null(strstr(c.mlir.data, "loc(\"dir/my.pat\":5:3)"));
  assert_null(strstr(c.mlir.data, "block.f90"));
  expect_symbol(&c, "_QPtwice");
  done(&c);
}

TEST(test_symbols) {
  Compiled c;
  compile("f90 { module lib\ncontains\nsubroutine f(n)\n integer :: n\n n = 1\nend\nend module }" OTHER, NULL,
          &c);
  assert_true(c.ok);
  expect_symbol(&c, "_QMlibPf");
  done(&c);
  compile("f90 { subroutine f(n) bind(c, name='Hello')\n integer :: n\n n = 1\nend }" OTHER, NULL, &c);
  assert_true(c.ok);
  expect_symbol(&c, "Hello");
  done(&c);
  compile("f90 { subroutine f(n)\n integer :: n\n interface\n subroutine g(n)\n integer :: n\n end\n end "
          "interface\n"
          " call g(n)\nend\nsubroutine h(n)\n integer :: n\n n = 1\n end }" OTHER,
          NULL, &c);
  assert_true(c.ok);
  expect_symbol(&c, "_QPf");
  done(&c);
}

/// Errors come back at the PAT file's own line and column, the first line's column too; warnings don't.
TEST(test_errors) {
  static const struct {
    const char *text, *messages;
  } table[] = {
      {"\n  f90 {subroutine f(n)\n    integer :: n\n    n = \"x\"\n  end\n}" OTHER,
       "dir/my.pat:4:5: No intrinsic or user-defined ASSIGNMENT(=) matches operand types INTEGER(4) and "
       "CHARACTER(KIND=1)\n"},
      {"f90 { subroutine f(n); integer :: n; n = n + undeclared_function_(; end\n}" OTHER,
       "dir/my.pat:1:66: Unmatched '('\n"},
      {"f90 {\n subroutine f(n)\n use no_such_module\n integer :: n\n end }" OTHER,
       "dir/my.pat:3:6: Cannot parse module file for module 'no_such_module': Source file "
       "'no_such_module.mod' was not "
       "found\n"},
      {"f90 {\n subroutine f(n)\n implicit none\n real :: x = 1.0/0.0\n n = 1\n end }" OTHER,
       "dir/my.pat:2:15: No explicit type declared for 'n'\n"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    Compiled c;
    compile(table[i].text, NULL, &c);
    assert_false(c.ok);
    assert_string_equal(c.messages.data, table[i].messages);
    assert_int_equal(c.mlir.size, 0);
    done(&c);
  }
}

/// What flang could have read at a syntax error is one message.
TEST(test_syntax_error) {
  Compiled c;
  compile("f90 { subroutine f(n)\n integer :: n\n n = = 1\nend }" OTHER, NULL, &c);
  assert_false(c.ok);
  assert_int_equal(c.diag.messages.size, 1);
  assert_int_equal(c.diag.messages.data[0].line, 3);
  assert_non_null(strstr(c.messages.data, "expected "));
  done(&c);
}

TEST(test_options) {
  Compiled c;
  const char *const flags[] = {"-fdefault-integer-8"};
  compile("f90 { subroutine f(n)\n integer :: n\n n = 1\nend }" OTHER,
          &(SmrFrontendOptions){.flags = flags, .flag_count = 1}, &c);
  assert_true(c.ok);
  assert_non_null(strstr(c.mlir.data, "!fir.ref<i64>"));
  done(&c);
  const char *const unknown[] = {"-no-such-flag"};
  compile("f90 { subroutine f(n)\n integer :: n\n n = 1\nend }" OTHER,
          &(SmrFrontendOptions){.flags = unknown, .flag_count = 1}, &c);
  assert_false(c.ok);
  assert_string_equal(c.messages.data, "dir/my.pat:1:6: flang: unknown argument: '-no-such-flag'\n");
  done(&c);
  compile("f90 { subroutine f(n)\nend }" OTHER, &(SmrFrontendOptions){.flang = "/nowhere/flang"}, &c);
  assert_false(c.ok);
  assert_string_equal(c.messages.data,
                      "dir/my.pat:1:6: cannot run /nowhere/flang: No such file or directory\n");
  done(&c);
  compile("f90 { subroutine f(n)\nend }" OTHER, &(SmrFrontendOptions){.flang = "/bin/false"}, &c);
  assert_false(c.ok);
  assert_string_equal(c.messages.data, "dir/my.pat:1:6: flang failed with exit code 1 without a message\n");
  done(&c);
}

TEST(test_c) {
  Compiled c;
  compile("\n c {\n#include <math.h>\n void f(int n, double *x) { x[0] = sqrt(n); } } = { void f(int n, "
          "double *x) { } }",
          NULL, &c);
  assert_string_equal(smr_str_get(&c.messages), "");
  assert_true(c.ok);
  assert_memory_equal(c.mlir.data, "BC\xc0\xde", 4); // bitcode
  expect_symbol(&c, "f");
  done(&c);
  // On the first line the column counts, too; then lines.
  compile("\n  c { void f(int n) { n = 1 +; }\n#include <no/such.h>\n } = { void f(int n) { } }", NULL, &c);
  assert_false(c.ok);
  assert_string_equal(c.messages.data, "dir/my.pat:2:30: expected expression\n"
                                       "dir/my.pat:3:10: 'no/such.h' file not found\n");
  done(&c);
  const char *const unknown[] = {"-no-such-flag"};
  compile("c { void f(int n) { } } = { void f(int n) { } }",
          &(SmrFrontendOptions){.flags = unknown, .flag_count = 1}, &c);
  assert_false(c.ok);
  assert_string_equal(c.messages.data, "dir/my.pat:1:4: clang: unknown argument: '-no-such-flag'\n");
  done(&c);
  compile("c { void f(int n) { } } = { void f(int n) { } }", &(SmrFrontendOptions){.clang = "/bin/false"},
          &c);
  assert_false(c.ok);
  assert_string_equal(c.messages.data, "dir/my.pat:1:4: clang failed with exit code 1 without a message\n");
  done(&c);
  // Names that a preprocessor line of the block gives a meaning to, and locations in the PAT file's own name.
  compile("c {\n#define STEP 2\n void f(int n, float *x) { for (int i = 0; i < n; i += STEP) x[i] = "
          "__LINE__; } } = "
          "{ void f(int n, float *x) { } }",
          NULL, &c);
  assert_true(c.ok);
  assert_non_null(memmem(c.mlir.data, c.mlir.size, "dir/my.pat", 10));
  done(&c);
}

TEST(test_other_languages) {
  Compiled c;
  compile("\n mlir { func.func @f() { return } } = { func.func @f() { return } }", NULL, &c);
  assert_true(c.ok);
  assert_string_equal(c.mlir.data, "\n        func.func @f() { return } \n");
  expect_symbol(&c, "f");
  done(&c);
}

/// No temporary file is left.
TEST(test_temporaries) {
  char directory[] = "/tmp/smr-test-XXXXXX";
  assert_non_null(mkdtemp(directory));
  setenv("TMPDIR", directory, 1);
  Compiled c;
  compile("f90 { module m\nend module\nsubroutine f(n)\n use m\n integer :: n\n n = 1\nend }" OTHER, NULL,
          &c);
  assert_true(c.ok);
  done(&c);
  compile("f90 { subroutine f(n)\n n = = 1\nend }" OTHER, NULL, &c);
  assert_false(c.ok);
  done(&c);
  assert_int_equal(rmdir(directory), 0); // it is empty
  unsetenv("TMPDIR");
}

TEST(test_process) {
  SMR_OWNED(SmrStr, smr_str_free) output = {0}, errors = {0};
  SmrProcessStatus status;
  const char *reason;
  SmrProcessOptions both = {.output = &output, .errors = &errors, .no_input = true};
  const char *const writes[] = {"sh", "-c", "head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero; exit 3",
                                NULL};
  assert_true(smr_process_run(writes, &both, &status, &reason));
  assert_int_equal(status.exit_code, 3);
  assert_int_equal(status.signal, 0);
  assert_int_equal(output.size, 300000);
  assert_int_equal(errors.size, 300000);
  const char *const dies[] = {"sh", "-c", "kill -TERM $$", NULL};
  assert_true(smr_process_run(dies, &both, &status, &reason));
  assert_int_equal(status.signal, SIGTERM);
  SmrProcessOptions limited = {.cpu_seconds = 1};
  const char *const spins[] = {"sh", "-c", "while :; do :; done", NULL};
  assert_true(smr_process_run(spins, &limited, &status, &reason));
  assert_true(status.signal == SIGKILL || status.signal == SIGXCPU);
  const char *const nowhere[] = {"/nowhere/program", NULL};
  assert_false(smr_process_run(nowhere, &both, &status, &reason));
  assert_string_equal(reason, "No such file or directory");
}
