//===- test_rewrite.c - the smr-rewrite pass around a stand-in rewriter --===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The program defines smr_rewrite_module itself (the archive's is then not linked), so that options, remarks,
// report, statistics and failures are tested apart from any matching. Each case is a run of smr-opt's main in
// a child process.
//===----------------------------------------------------------------------===//
#include "capi/opt.h"
#include "capi/rewrite.h"
#include "mlir-c/BuiltinAttributes.h"
#include "test.h"
#include <sys/wait.h>
#include <unistd.h>

/// Marks the module with what it was asked, and reports one rewrite and one refusal. A library "bad.pfa" is
/// an error.
bool smr_rewrite_module(MlirOperation module, const SmrRewriteOptions *o, SmrReport *report, SmrDiag *diag) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const SmrSettings *set = &o->set;
  for (uint32_t i = 0; i < set->libraries.size; i++) {
    if (!strcmp(set->libraries.data[i], "bad.pfa"))
      return smr_error(diag, "bad.pfa", 0, 0, "checksum does not match");
    if (!strcmp(set->libraries.data[i], "bad.pat"))
      return smr_error(diag, "bad.pat", 12, 5, "unknown language 'Cobol'");
    smr_str_printf(&text, "%s;", set->libraries.data[i]);
  }
  for (uint32_t i = 0; i < set->pats.size; i++)
    smr_str_printf(&text, "%s,", set->pats.data[i]);
  smr_str_printf(&text, " mode=%d fp=%d guards=%d dry_run=%d", set->mode, set->fp, set->guards, set->dry_run);
  MlirContext context = mlirOperationGetContext(module);
  mlirOperationSetDiscardableAttributeByName(
      module, mlirStringRefCreateFromCString("test.asked"),
      mlirStringAttrGet(context, mlirStringRefCreate(text.data, text.size)));
  const char *guards[] = {"n <= 2147483647", "no overlap"};
  smr_report_add(report, &(SmrReportEntry){.kind = SMR_REPORT_REWRITE,
                                           .file = "a.f90",
                                           .line = 12,
                                           .column = 3,
                                           .function = "_QPf",
                                           .idiom = "gemm",
                                           .library = "blas.pfa",
                                           .tier = "exact",
                                           .guards = guards,
                                           .guard_count = 2,
                                           .rounds = true});
  smr_report_add(report, &(SmrReportEntry){.kind = SMR_REPORT_MISSED,
                                           .file = "a.f90",
                                           .line = 30,
                                           .column = 7,
                                           .function = "_QPg",
                                           .idiom = "dot",
                                           .reason = "volatile load"});
  report->candidates = 5;
  report->matches = 2;
  return true;
}

static char output[1 << 16];
static char input[] = "/tmp/smr-pass-XXXXXX.mlir";

/// Runs smr-opt with up to four arguments; its output of both kinds is in `output`. Returns the exit status.
static int run(const char *a, const char *b, const char *c, const char *d) {
  FILE *file = tmpfile();
  pid_t child = fork();
  if (!child) {
    dup2(fileno(file), 1);
    dup2(fileno(file), 2);
    const char *arguments[] = {"smr-opt", input, a, b, c, d, NULL};
    int count = 0;
    while (arguments[count])
      ++count;
    exit(smrOptMain(count, (char **)arguments));
  }
  int status;
  waitpid(child, &status, 0);
  rewind(file);
  output[fread(output, 1, sizeof output - 1, file)] = 0;
  fclose(file);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void expect(const char *text) {
  if (!strstr(output, text))
    fail_msg("no '%s' in:\n%s", text, output);
}

static void reject(const char *text) {
  if (strstr(output, text))
    fail_msg("'%s' in:\n%s", text, output);
}

TEST(test_options_arrive) {
  assert_int_equal(run("--smr-rewrite", NULL, NULL, NULL), 0);
  expect("/share/smr/lapack.pfa;");
  expect("/share/smr/batch.pfa; mode=1 fp=1 guards=1 dry_run=0"); // (the tool loads linalg)
  assert_int_equal(
      run("--smr-rewrite=library=a.pfa,b.pfa pat=x.pat mode=exact fp=exact guards=static dry-run", NULL, NULL,
          NULL),
      0);
  expect("\"a.pfa;b.pfa;x.pat, mode=2 fp=2 guards=2 dry_run=1\"");
  // Only pats: the standard library is not added.
  assert_int_equal(run("--smr-rewrite=pat=x.pat", NULL, NULL, NULL), 0);
  expect("\"x.pat, mode=1 fp=1");
  assert_int_equal(run("--smr-rewrite=mode=off", NULL, NULL, NULL), 0);
  reject("asked");
}

TEST(test_failure_leaves_nothing) {
  assert_int_not_equal(run("--smr-rewrite=library=bad.pfa", NULL, NULL, NULL), 0);
  expect("bad.pfa");
  expect("error: checksum does not match\n");
  reject("func.func");
  assert_int_not_equal(run("--smr-rewrite=library=bad.pat", "--cse", NULL, NULL), 0);
  expect("bad.pat:12:5: error: unknown language 'Cobol'\n");
  reject("func.func");
}

TEST(test_statistics) {
  assert_int_equal(run("--smr-rewrite=stats", NULL, NULL, NULL), 0);
  expect("smr-rewrite: 5 candidates, 2 matches, 1 rewrites, 1 refused\n");
}

TEST(test_report) {
  char path[] = "/tmp/smr-report-XXXXXX", option[64];
  close(mkstemp(path));
  snprintf(option, sizeof option, "--smr-rewrite=report=%s", path);
  assert_int_equal(run(option, NULL, NULL, NULL), 0);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const char *reason;
  assert_true(smr_read_file(path, &text, &reason));
  assert_non_null(strstr(text.data, "\"guards\":[\"n <= 2147483647\",\"no overlap\"]"));
  assert_non_null(strstr(text.data, "\"reason\":\"volatile load\""));
  unlink(path);
}

TEST(test_remarks) {
  assert_int_equal(run("--smr-rewrite", NULL, NULL, NULL), 0);
  reject("remark");
  assert_int_equal(run("--smr-rewrite", "--remarks-filter=smr.*", NULL, NULL), 0);
  expect("a.f90:12:3: remark: [Passed] Rewritten | Category:smr-rewrite | Function=_QPf | ");
  expect(
      "FloatingPoint=\"the library's summation order\", Guards=\"n <= 2147483647; no overlap\", Idiom=gemm, "
      "Library=blas.pfa, Remark=\"gemm rewritten\", Tier=exact");
  expect("a.f90:12:3: remark: [Analysis] FloatingPoint | Category:smr-rewrite | Function=_QPf | "
         "Remark=\"results "
         "may be rounded otherwise");
  expect("a.f90:30:7: remark: [Missed] Missed | Category:smr-rewrite | Function=_QPg | ");
  expect("Reason=\"volatile load\"");
  assert_int_equal(run("--smr-rewrite=dry-run", "--remarks-filter-passed=smr-rewrite", NULL, NULL), 0);
  expect("gemm would be rewritten");
  reject("Missed");
  assert_int_equal(run("--smr-rewrite=fp=exact", "--remarks-filter=smr.*", NULL, NULL), 0);
  reject("may be rounded");
  assert_int_equal(run("--smr-rewrite", "--remarks-filter=other", NULL, NULL), 0);
  reject("remark");

  char path[] = "/tmp/smr-remarks-XXXXXX", option[64];
  close(mkstemp(path));
  snprintf(option, sizeof option, "--remarks-output-file=%s", path);
  assert_int_equal(run("--smr-rewrite", "--remarks-filter=.*", "--remark-format=yaml", option), 0);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const char *reason;
  assert_true(smr_read_file(path, &text, &reason));
  strncpy(output, smr_str_get(&text), sizeof output - 1);
  expect("--- !Passed\n");
  expect("Pass:            smr-rewrite\n");
  expect("File: a.f90, Line: 12, Column: 3");
  expect("Function:        _QPf\n");
  expect("--- !Missed\n");
  expect("volatile load");
  unlink(path);
}

TEST_MAIN {
  int file = mkstemps(input, 5);
  FILE *stream = fdopen(file, "w");
  fputs("func.func @f(%a: i32) -> i32 { return %a : i32 }\n", stream);
  fclose(stream);
  int failures = test_run(NULL, NULL);
  unlink(input);
  return failures;
}
