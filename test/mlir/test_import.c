//===- test_import.c - imported form, checked ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Every Inputs/*.f90 goes through flang at -O0 and -O2 and is imported; every Inputs/*.mlir, too. Each
// function must come in and pass smr_graph_check. `// EXPECT:` and `! EXPECT:` lines must occur in the
// printed graphs, in order. With arguments (a file, a function's name) it prints graphs instead.
//===----------------------------------------------------------------------===//
#include "harness.h"
#include "test.h"
#include <dirent.h>

#define INPUTS SMR_SOURCE_DIR "/test/mlir/Inputs"

/// Every EXPECT line of `source` occurs in `printed`, each after the one before.
static void expect_lines(const char *file, const char *source, const char *printed) {
  const char *at = printed;
  for (const char *line = strstr(source, "EXPECT: "); line; line = strstr(line + 8, "EXPECT: ")) {
    const char *text = line + 8, *end = strchr(text, '\n');
    char wanted[512];
    snprintf(wanted, sizeof wanted, "%.*s", (int)(end ? end - text : (long)strlen(text)), text);
    const char *found = strstr(at, wanted);
    if (!found)
      fail_msg("%s: not found: %s\nin:\n%s", file, wanted, at);
    at = found + strlen(wanted);
  }
}

static void import_and_check(const char *file, const SmrStr *module, const char *source) {
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  Imported n;
  SmrImportOptions options = {.wrapper = source && strstr(source, "OPTION: wrapper")};
  bool ok = import_text(smr_str_get(module), module->size, NULL, &options, false, &out, &n, &diag);
  if (!ok || n.faults || n.functions == 0) {
    smr_diag_flush(&diag, stderr);
    fail_msg("%s: %u functions, %u refused", file, n.functions, n.faults);
  }
  if (source)
    expect_lines(file, source, smr_str_get(&out));
}

static int by_suffix(const struct dirent *entry) {
  const char *dot = strrchr(entry->d_name, '.');
  return dot && (strcmp(dot, ".f90") == 0 || strcmp(dot, ".mlir") == 0);
}

TEST(test_inputs) {
  struct dirent **entries;
  int n = scandir(INPUTS, &entries, by_suffix, alphasort);
  assert_true(n > 0);
  for (int k = 0; k < n; k++) {
    char path[1024], command[2048];
    snprintf(path, sizeof path, INPUTS "/%s", entries[k]->d_name);
    SmrStr source = {0}, module = {0};
    const char *reason;
    assert_true(smr_read_file(path, &source, &reason));
    if (strstr(path, ".mlir")) {
      import_and_check(path, &source, smr_str_get(&source));
    } else
      for (int level = 0; level <= 2; level += 2) {
        smr_str_clear(&module);
        snprintf(command, sizeof command,
                 "cd $(mktemp -d) && " SMR_LLVM_BIN "/flang -fc1 %s -emit-fir -O%d '%s' -o - -module-dir .",
                 strstr(smr_str_get(&source), "!$omp") ? "-fopenmp" : "", level, path);
        assert_true(run_command(command, &module));
        import_and_check(path, &module, level ? smr_str_get(&source) : NULL);
      }
    smr_str_free(&source);
    smr_str_free(&module);
    free(entries[k]);
  }
  free(entries);
}

/// What the graph cannot express is skipped with a note, not an error; other functions are not affected.
TEST(test_skipped) {
  const char *text = "func.func @f(%p: i1) {\n  \"my.br\"()[^bb1] : () -> ()\n^bb1:\n  return\n}\n"
                     "func.func @g() {\n  return\n}\nfunc.func private @h()\n";
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  Imported n;
  assert_true(import_text(text, strlen(text), NULL, NULL, false, &out, &n, &diag));
  assert_int_equal(n.functions, 1);
  assert_int_equal(n.skipped, 1);
  assert_int_equal(diag.errors, 0);
  assert_int_equal(diag.messages.size, 1);
  assert_string_equal(diag.messages.data[0].text, "function 'f' was not analysed: my.br");
  assert_string_equal(diag.messages.data[0].file, "test.mlir");
  assert_int_equal(diag.messages.data[0].line, 2);
}

static int print_graphs(const char *path, const char *function) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, out = {0};
  const char *reason;
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  Imported n;
  SmrImportOptions options = {.wrapper = getenv("WRAPPER") != NULL};
  if (!smr_read_file(path, &text, &reason)) {
    fprintf(stderr, "%s: %s\n", path, reason);
    return 2;
  }
  bool ok = import_text(smr_str_get(&text), text.size, function, &options, getenv("NORMALIZE") != NULL,
                        getenv("QUIET") ? NULL : &out, &n, &diag);
  fputs(smr_str_get(&out), stdout);
  smr_diag_flush(&diag, stderr);
  fprintf(stderr, "%u functions, %u skipped, %u ops, %u faults\n", n.functions, n.skipped, n.ops, n.faults);
  return !ok || n.faults;
}

TEST_MAIN {
  if (*test_arguments)
    return print_graphs(test_arguments[0], test_arguments[1]);
  return test_run(NULL, NULL);
}
