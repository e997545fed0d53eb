//===- test_marks.c - what objects ask the linker for ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Objects and bitcode are compiled here, then cut off and damaged: the answer is the library, or nothing.
//===----------------------------------------------------------------------===//
#include "base/link_name.h"
#include "test.h"
#include "tools/common/marks.h"
#include <unistd.h>

const char driver_name[] = "test";
const unsigned driver_user = 0;

static char folder[] = "/tmp/smr-marks-XXXXXX";

static const char source[] = "__attribute__((section(\".smr.link\"), weak)) const char a[]"
                             " __asm__(\"__smr_link.first$\") = \"first\";\n"
                             "__attribute__((section(\".smr.link\"), weak)) const char b[]"
                             " __asm__(\"__smr_link.second$\") = \"second\";\n"
                             "extern const char c __asm__(\"__smr_linked.first..f\")"
                             " __attribute__((weak, visibility(\"hidden\")));\n"
                             "const char *const d = &c;\n";

static void compile(const char *options, SmrStr *out) {
  const char *reason;
  char path[64], object[64], command[512];
  snprintf(path, sizeof path, "%s/x.c", folder);
  snprintf(object, sizeof object, "%s/x.o", folder);
  assert_true(smr_write_file(path, source, strlen(source), &reason));
  snprintf(command, sizeof command, "%s/clang %s -c %s -o %s", SMR_LLVM_BIN, options, path, object);
  assert_int_equal(system(command), 0);
  smr_str_clear(out);
  assert_true(smr_read_file(object, out, &reason));
}

/// Scans the bytes as a file; how many libraries it asks for.
static uint32_t scan(const char *bytes, size_t size) {
  static Session session;
  Marks marks = {0};
  const char *reason;
  char path[64];
  snprintf(path, sizeof path, "%s/y.o", folder);
  assert_true(smr_write_file(path, bytes, size, &reason));
  marks_scan_file(&session, path, &marks);
  Args libraries = marks.libraries;
  for (uint32_t k = 0; k < libraries.size; k++)
    assert_true(smr_link_name_ok(libraries.data[k], strlen(libraries.data[k])));
  uint32_t count = libraries.size;
  for (uint32_t k = 0; k < marks.wants.size; k++)
    assert_true(strncmp(marks.wants.data[k], SMR_LINKED_MARK, strlen(SMR_LINKED_MARK)) == 0);
  bool both = count == 2 && marks.wants.size == 1 && !strcmp(marks.wants.data[0], "__smr_linked.first..f") &&
              !strcmp(libraries.data[0], "first") && !strcmp(libraries.data[1], "second");
  marks_free(&marks);
  smr_arena_destroy(&session.arena);
  session = (Session){0};
  return both ? 2 : count;
}

static void damage(const char *options) {
  SMR_OWNED(SmrStr, smr_str_free) object = {0};
  compile(options, &object);
  assert_int_equal(scan(object.data, object.size), 2);
  for (size_t size = 0; size < object.size; size += 1 + object.size / 200)
    scan(object.data, size);
  for (size_t at = 0; at < object.size; at += 1 + object.size / 400) {
    char *copy = malloc(object.size);
    memcpy(copy, object.data, object.size);
    copy[at] = (char)(copy[at] ^ 0xff);
    scan(copy, object.size);
    free(copy);
  }
}

TEST(damaged_elf) {
  damage("-O1");
}

TEST(damaged_elf32) {
  damage("-O1 -m32 -ffreestanding");
}

TEST(damaged_bitcode) {
  damage("-O1 -flto");
}

TEST(names) {
  static const char *const good[] = {"openblas", "stdc++",   "c",           "smr_rt", "gcc_s-2.0",
                                     "_x",       "./liba.a", "/a/b~1/c.so", "x/y",    "./a b/lib (1).a"};
  static const char *const bad[] = {"",    "-x",  "@x",  "-Wl,x", "a b",  "a,b",   ":a.a",  "a$b",      "@/x",
                                    "-/x", "~/x", "a\n", "=x",    "a;b",  "\"a\"", "a\\b",  "\xc3\xa4", "+x",
                                    "-",   ".",   "a:b", " /x",   "a(b)", "./a,b", "./a$b", "./a\nb"};
  for (size_t k = 0; k < sizeof good / sizeof *good; k++)
    assert_true(smr_link_name_ok(good[k], strlen(good[k])));
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    assert_false(smr_link_name_ok(bad[k], strlen(bad[k])));
}

TEST(linked_symbols) {
  static const char *const libraries[] = {"openblas", "a,b-1.2", "/home/me/lib x+/libx.a", "_"};
  static const char *const bad[] = {"__smr_linked.",       "__smr_linked.a",       "__smr_linked.a..",
                                    "__smr_linked.a...b",  "__smr_linked.a.0A..b", "__smr_linked.a.g..b",
                                    "__smr_linked.a..b-c", "__smr_linkes.a..b"};
  SMR_OWNED(SmrStr, smr_str_free) symbol = {0}, from = {0}, routine = {0};
  for (size_t k = 0; k < sizeof libraries / sizeof *libraries; k++) {
    smr_str_clear(&symbol);
    assert_true(smr_linked_symbol(libraries[k], "_Z3dotiPKd.x", &symbol));
    assert_true(smr_linked_parse(symbol.data, symbol.size, &from, &routine));
    assert_string_equal(smr_str_get(&from), libraries[k]);
    assert_string_equal(smr_str_get(&routine), "_Z3dotiPKd.x");
  }
  assert_false(smr_linked_symbol("a", "b=c", &symbol));
  assert_false(smr_linked_symbol("a", "", &symbol));
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    assert_false(smr_linked_parse(bad[k], strlen(bad[k]), &from, &routine));
}

TEST_MAIN {
  if (!mkdtemp(folder) || freopen("/dev/null", "w", stderr) == NULL)
    return 1;
  int failed = test_run(NULL, NULL);
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command) || failed;
}
