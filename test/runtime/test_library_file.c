//===- test_library_file.c - libraries that are cut short ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A library cut at many lengths: whatever is called whole, dlopen survives (a child tries), and the library
// itself is whole.
//===----------------------------------------------------------------------===//
#include "runtime/library_file.h"
#include "test.h"
#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char library[] = SMR_BUILD_DIR "/test/libfakecuda_bare.so";
static char folder[] = "/tmp/smr-cut-XXXXXX", copy[64], reason[256];
static char *bytes;
static size_t length;

static int read_library(void **state) {
  (void)state;
  struct stat status;
  FILE *file = fopen(library, "rb");
  if (!file || fstat(fileno(file), &status) != 0 || !mkdtemp(folder))
    return 1;
  length = (size_t)status.st_size;
  bytes = malloc(length);
  snprintf(copy, sizeof copy, "%s/libcut.so", folder);
  int ok = fread(bytes, 1, length, file) == length;
  return fclose(file) != 0 || !ok;
}

static int remove_all(void **state) {
  (void)state;
  free(bytes);
  return unlink(copy) != 0 || rmdir(folder) != 0;
}

static void write_cut(size_t size) {
  FILE *file = fopen(copy, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

/// Does dlopen come back?
static int survives(const char *name) {
  pid_t child = fork();
  int status = 0;
  if (child == 0) {
    signal(SIGSEGV, SIG_DFL), signal(SIGBUS, SIG_DFL); // (else it goes on with the tests)
    (void)dlopen(name, RTLD_NOW | RTLD_LOCAL);
    _exit(0);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status);
}

/// Every length of the headers, then steps that are no page.
TEST(test_cut_anywhere) {
  int refused = 0;
  for (size_t size = 0; size < length; size += size < 900 ? 1 : 1021) {
    write_cut(size);
    *reason = '\0';
    if (smr_rt_is_whole(copy, reason, sizeof reason)) {
      if (size < 900 ? size % 64 == 0 : 1)
        assert_true(survives(copy));
      continue;
    }
    refused++;
    assert_string_equal(reason + strlen(copy), ": truncated");
  }
  assert_true(refused > 0);
  write_cut(length);
  assert_true(smr_rt_is_whole(copy, reason, sizeof reason));
  assert_true(survives(copy));
}

/// What is no library, or not there, the loader tells; what is loaded is not looked at any more.
TEST(test_left_to_the_loader) {
  write_cut(length / 2);
  assert_true(smr_rt_is_whole("/nowhere/libnone.so", reason, sizeof reason));
  assert_true(smr_rt_is_whole("libnone-at-all.so.7", reason, sizeof reason));
  assert_true(smr_rt_is_whole(folder, reason, sizeof reason));
  assert_true(smr_rt_is_whole("libc.so.6", reason, sizeof reason));
  assert_true(smr_rt_is_whole("", reason, sizeof reason));
}

/// Of another machine: the loader passes it over, or refuses it.
TEST(test_other_machine) {
  ElfW(Half) *machine = &((ElfW(Ehdr) *)(void *)bytes)->e_machine, ours = *machine;
  *machine = EM_68K;
  write_cut(length / 2);
  assert_true(smr_rt_is_whole(copy, reason, sizeof reason));
  *machine = ours;
}

/// Its room was reserved, and not all of it was copied: the rest is zeros, which the loader follows.
TEST(test_zeros) {
  write_cut(4096);
  assert_int_equal(truncate(copy, (off_t)length), 0);
  assert_false(smr_rt_is_whole(copy, reason, sizeof reason));
  assert_string_equal(reason + strlen(copy), ": damaged: its dynamic section is empty");
}

/// A dynamic section ends where it says so, however much room the file has.
TEST(test_sparse) {
  const ElfW(Ehdr) *head = (ElfW(Ehdr) *)(void *)bytes;
  ElfW(Phdr) *header = (ElfW(Phdr) *)(void *)(bytes + head->e_phoff), *dynamic = header;
  while (dynamic < header + head->e_phnum && dynamic->p_type != PT_DYNAMIC)
    dynamic++;
  assert_true(dynamic < header + head->e_phnum);
  ElfW(Xword) ours = dynamic->p_filesz;
  dynamic->p_filesz = (ElfW(Xword))1 << 39;
  write_cut(length);
  dynamic->p_filesz = ours;
  if (truncate(copy, (off_t)1 << 40) != 0)
    skip(); // no such files here
  alarm(60);
  assert_true(smr_rt_is_whole(copy, reason, sizeof reason));
  alarm(0);
}

/// $ORIGIN is this program's folder.
TEST(test_origin) {
  char name[256] = "$ORIGIN";
  for (int k = 0; k < 32; k++) // (above the root is the root)
    strcat(name, "/..");
  strcat(name, copy);
  write_cut(length / 2);
  assert_false(smr_rt_is_whole(name, reason, sizeof reason));
  assert_string_equal(reason + strlen(reason) - strlen(": truncated"), ": truncated");
  write_cut(length);
  assert_true(survives(name));
  assert_true(smr_rt_is_whole(name, reason, sizeof reason));
}

/// A pipe has nobody who writes.
TEST(test_pipe) {
  unlink(copy);
  assert_int_equal(mkfifo(copy, 0600), 0);
  assert_false(smr_rt_is_whole(copy, reason, sizeof reason));
  assert_string_equal(reason + strlen(copy), ": no regular file");
}

/// A name without a folder: where the loader would find it. (It reads LD_LIBRARY_PATH when the program
/// starts; the system's libraries are whole.)
TEST(test_by_name) {
  assert_true(smr_rt_is_whole("libopenblas.so.0", reason, sizeof reason));
  assert_true(survives("libopenblas.so.0"));
}

TEST_MAIN {
  return test_run(read_library, remove_all);
}
