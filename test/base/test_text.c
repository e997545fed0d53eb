//===- test_text.c - str, files, bytes -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/blas_name.h"
#include "base/bytes.h"
#include "base/directory.h"
#include "base/str.h"
#include "test.h"
#include <sys/stat.h>
#include <unistd.h>

TEST(test_str_appends) {
  SMR_OWNED(SmrStr, smr_str_free) str = {0};
  assert_string_equal(smr_str_get(&str), "");
  smr_str_puts(&str, "ab");
  smr_str_putc(&str, 'c');
  smr_str_append(&str, "d\0e", 3);
  assert_int_equal(str.size, 6);
  assert_memory_equal(str.data, "abcd\0e", 7);
  smr_str_clear(&str);
  for (int i = 0; i < 1000; i++)
    smr_str_printf(&str, "%d,", i);
  assert_int_equal(str.size, 3890);
  assert_int_equal(strlen(str.data), 3890);
}

TEST(test_files_are_whole_or_absent) {
  char folder[] = "/tmp/smr-test-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/file", folder);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const char *reason = NULL;
  assert_false(smr_read_file(path, &text, &reason));
  assert_string_equal(reason, "No such file or directory");
  assert_true(smr_write_file(path, "a\0b\n", 4, &reason));
  assert_true(smr_read_file(path, &text, &reason));
  assert_int_equal(text.size, 4);
  assert_memory_equal(text.data, "a\0b\n", 5);
  assert_true(smr_write_file(path, "", 0, &reason)); // replaces
  smr_str_clear(&text);
  assert_true(smr_read_file(path, &text, &reason));
  assert_int_equal(text.size, 0);
  assert_false(smr_read_file(folder, &text, &reason));
  assert_string_equal(reason, "Is a directory");
  unlink(path);
  assert_int_equal(symlink("/dev/null", path), 0); // written through, not replaced
  struct stat info;
  assert_true(smr_write_file(path, "x", 1, &reason));
  assert_int_equal(lstat(path, &info), 0);
  assert_true(S_ISLNK(info.st_mode));
  unlink(path);
  snprintf(path, sizeof path, "%s/no/file", folder);
  assert_false(smr_write_file(path, "x", 1, &reason));
  assert_string_equal(reason, "No such file or directory");
  assert_int_equal(rmdir(folder), 0); // no temporary was left behind
}

TEST(test_reader_stops_at_the_end) {
  SmrBytes out = {0};
  smr_put_u8(&out, 0x12);
  smr_put_align(&out, 4);
  smr_put_u32(&out, 0xDEADBEEF);
  smr_put_u64(&out, 0x0123456789ABCDEF);
  smr_put_bytes(&out, "end", 3);
  assert_int_equal(out.size, 19);
  assert_memory_equal(out.data,
                      "\x12\0\0\0\xEF\xBE\xAD\xDE\xEF\xCD\xAB\x89\x67\x45\x23\x01"
                      "end",
                      19);
  // Cut at every length: no read past the cut, failure iff something is missing.
  for (uint32_t size = 0; size <= out.size; size++) {
    unsigned char *copy = malloc(size + !size);
    memcpy(copy, out.data, size);
    SmrReader reader = {copy, size, 0, false};
    smr_read_bytes(&reader, 4);
    uint32_t word = smr_read_u32(&reader);
    uint64_t wide = smr_read_u64(&reader);
    const void *end = smr_read_bytes(&reader, 3);
    assert_int_equal(reader.failed, size < out.size);
    assert_true(size >= 8 ? word == 0xDEADBEEF : word == 0);
    assert_true(size >= 16 ? wide == 0x0123456789ABCDEF : wide == 0);
    assert_true((end != NULL) == (size >= 19));
    free(copy);
  }
  SmrReader reader = {out.data, out.size, 0, false};
  assert_null(smr_read_bytes(&reader, SIZE_MAX)); // no overflow of at + size
  assert_true(reader.failed);
  assert_int_equal(smr_read_u32(&reader), 0); // once failed, always zero
  smr_vec_free(&out);
}

TEST(test_beginnings_and_ends) {
  static const char *const list[] = {"-o", "-MF", NULL};
  assert_true(smr_starts("-fopenmp=x", "-fopenmp=") && smr_starts("a", ""));
  assert_false(smr_starts("-fopen", "-fopenmp="));
  assert_true(smr_ends("a.h++", ".h++") && smr_ends("a", ""));
  assert_false(smr_ends("h++", ".h++"));
  assert_true(smr_among("-MF", list) && !smr_among("-M", list) && !smr_among("", list));
}

TEST(test_blas_names) {
  assert_true(smr_is_blas_name("ddot_") && smr_is_blas_name("cblas_dgemm") && smr_is_blas_name("idamax_"));
  assert_false(smr_is_blas_name("ddot") || smr_is_blas_name("dgesv_") || smr_is_blas_name("cblas_"));
  assert_true(smr_blas_only_reads("ddot_") && smr_blas_only_reads("cblas_snrm2") &&
              smr_blas_only_reads("dasum_"));
  assert_false(smr_blas_only_reads("daxpy_") || smr_blas_only_reads("ddot") || smr_blas_only_reads("") ||
               smr_blas_only_reads("cblas_ddotx"));
}

/// Folders go with all that lies in them, but what a link leads to stays.
TEST(test_directories) {
  SMR_OWNED(SmrStr, smr_str_free) outer = {0}, inner = {0}, link = {0};
  const char *reason;
  assert_true(smr_directory_create(smr_temporary_folder(), "smr-test", &outer));
  assert_true(smr_directory_create(outer.data, "inner", &inner));
  smr_str_printf(&link, "%s/link", inner.data);
  assert_int_equal(symlink(SMR_SOURCE_DIR, link.data), 0);
  smr_str_clear(&link);
  smr_str_printf(&link, "%s/file", inner.data);
  assert_true(smr_write_file(link.data, "x", 1, &reason));
  smr_directory_remove(outer.data);
  assert_int_not_equal(access(outer.data, F_OK), 0);
  assert_int_equal(access(SMR_SOURCE_DIR "/README.md", F_OK), 0);
  assert_false(smr_directory_create(outer.data, "none", &inner));
  smr_directory_remove(outer.data); // it is not there
}
