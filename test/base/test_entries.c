//===- test_entries.c - archives of replacements as native code --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/entries.h"
#include "base/link_name.h"
#include "test.h"
#include <unistd.h>

static const SmrEntryInfo two[] = {
    {"smr.blas.ddot.00000000000000aa", "ddot_,daxpy_", "-", "llvm.func @a()", "llvm.func @b() llvm.func @c()",
     false},
    {"smr.blas.dgemm.00000000000000ab", "dgemm_", "exp,sin", "llvm.func @d()", "llvm.func @e()", true}};

/// An index with something before and after it, as an archive has it.
static void make_file(const char *triple, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) lines = {0};
  smr_entries_line(0xaa, &two[0], &lines);
  smr_entries_line(0xab, &two[1], &lines);
  smr_str_append(out, "!<arch>\n\0smr-entries", 20);
  smr_entries_index(triple, &lines, out);
  smr_str_append(out, "\0rest\n", 6);
}

/// The archive beside a library that has these bytes; NULL: it is refused.
static SmrEntries *opened(const char *bytes, size_t size) {
  char folder[] = "/tmp/smr-entries-XXXXXX", library[64], archive[80];
  assert_non_null(mkdtemp(folder));
  snprintf(library, sizeof library, "%s/x.pfa", folder);
  snprintf(archive, sizeof archive, "%s.a", library);
  FILE *file = fopen(archive, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  fclose(file);
  SmrEntries *entries = smr_entries_open(library);
  unlink(archive);
  rmdir(folder);
  return entries;
}

TEST(what_is_written_is_found) {
  SMR_OWNED(SmrStr, smr_str_free) file = {0}, target = {0};
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrEntryInfo entry;
  make_file("x86_64-pc-linux-gnu", &file);
  SmrEntries *entries = opened(file.data, file.size);
  assert_non_null(entries);
  smr_entries_target(entries, &target);
  assert_string_equal(smr_str_get(&target), "x86_64-linux-gnu");
  for (int again = 0; again < 2; again++)
    for (unsigned k = 0; k < 2; k++) {
      assert_true(smr_entries_find(entries, 0xaa + k, &arena, &entry));
      assert_string_equal(entry.symbol, two[k].symbol);
      assert_string_equal(entry.routines, two[k].routines);
      assert_string_equal(entry.functions, two[k].functions);
      assert_string_equal(entry.tries, two[k].tries);
      assert_string_equal(entry.others, two[k].others);
      assert_int_equal(entry.joins, two[k].joins);
    }
  assert_false(smr_entries_find(entries, 0xac, &arena, &entry));
  smr_entries_close(entries);
}

TEST(vendors_do_not_matter_and_all_else_does) {
  static const struct {
    const char *triple;
    bool fits;
  } all[] = {{"x86_64-pc-linux-gnu", true},
             {"x86_64-unknown-linux-gnu", true},
             {"x86_64-linux-gnu", true},
             {"x86_64-pc-linux-gnux32", false},
             {"x86_64-pc-linux-musl", false},
             {"aarch64-unknown-linux-gnu", false},
             {"i386-pc-linux-gnu", false},
             {"x86_64-linux", false},
             {"x86_64", false},
             {"", false},
             {"x86_64-pc-linux-gnu-extra", false}};
  SMR_OWNED(SmrStr, smr_str_free) file = {0};
  make_file("x86_64-pc-linux-gnu", &file);
  SmrEntries *entries = opened(file.data, file.size);
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    assert_int_equal(smr_entries_fit(entries, all[k].triple, strlen(all[k].triple)), all[k].fits);
  smr_entries_close(entries);
}

TEST(damaged_files_are_refused) {
  SMR_OWNED(SmrStr, smr_str_free) file = {0};
  make_file("x86_64-pc-linux-gnu", &file);
  const size_t begin = 20, end = file.size - 6; // of the index
  for (size_t size = 0; size < end; size++)
    assert_null(opened(file.data, size));
  for (size_t at = begin; at < end; at++) {
    file.data[at] ^= 1;
    SmrEntries *entries = opened(file.data, file.size);
    assert_null(entries);
    file.data[at] ^= 1;
  }
}

TEST(names_of_entries) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  assert_true(smr_is_entry("smr.blas.ddot.0123456789abcdef"));
  assert_false(smr_is_entry("smr.0123456789abcdef"));
  assert_false(smr_is_entry("smr.blas.ddot.0123456789abcdeg"));
  assert_false(smr_is_entry("smr.blas.ddot-0123456789abcdef"));
  assert_false(smr_is_entry("smr_rt"));
  assert_false(smr_is_entry("smr.blas,x.0123456789abcdef"));
  assert_true(smr_is_entries("blas.pfa.a"));
  assert_true(smr_is_entries("/usr/lib/x.pfa.a"));
  assert_false(smr_is_entries("libblas.a"));
  smr_entry_name("smr.my lib.a,b<c>-2", &name);
  assert_string_equal(smr_str_get(&name), "smr.my_lib.a_b_c_-2");
  assert_true(smr_entry_lists("exp,sin", "sin"));
  assert_false(smr_entry_lists("exp,sin", "si"));
  assert_false(smr_entry_lists("-", "sin"));
}
