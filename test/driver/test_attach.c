//===- test_attach.c - a section more in an ELF file ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/str.h"
#include "test.h"
#include "tools/common/attach.h"
#include "tools/common/objects.h"
#include <unistd.h>

static char folder[] = "/tmp/smr-attach-XXXXXX", path[64];

static void compile(const char *options, SmrStr *out) {
  const char *reason, source[] = "int f(int x) { return x; }\n";
  char from[64], command[512];
  snprintf(from, sizeof from, "%s/x.c", folder);
  assert_true(smr_write_file(from, source, strlen(source), &reason));
  snprintf(command, sizeof command, "%s/clang %s -c %s -o %s", SMR_LLVM_BIN, options, from, path);
  assert_int_equal(system(command), 0);
  smr_str_clear(out);
  assert_true(smr_read_file(path, out, &reason));
}

/// What the section of that name holds; how many sections there are.
static uint32_t look(const char *name, SmrStr *found) {
  SMR_OWNED(SmrStr, smr_str_free) bytes = {0};
  const char *reason;
  Elf elf;
  ElfSection section;
  smr_str_clear(found);
  assert_true(smr_read_file(path, &bytes, &reason));
  assert_true(elf_open((Bytes){(const unsigned char *)bytes.data, bytes.size}, &elf));
  for (uint32_t k = 1; k < elf.count; k++)
    if (elf_section(&elf, k, &section) && strcmp(section.name, name) == 0)
      smr_str_append(found, bytes.data + section.offset, section.size);
  return elf.count;
}

static void attach_to(const char *options) {
  SMR_OWNED(SmrStr, smr_str_free) object = {0}, found = {0}, text = {0}, again = {0};
  const char *reason;
  compile(options, &object);
  look(".text", &text);
  assert_true(text.size > 0);
  uint32_t count = look(".new", &found);
  assert_int_equal(found.size, 0);
  assert_true(elf_attach(path, ".new", "one\n", 4, true, &reason));
  assert_int_equal(look(".new", &found), count + 1);
  assert_string_equal(found.data, "one\n");
  assert_true(elf_attach(path, ".new", "another\n", 8, true, &reason)); // in its place
  assert_int_equal(look(".new", &found), count + 1);
  assert_string_equal(found.data, "another\n");
  look(".text", &again);
  assert_int_equal(again.size, text.size);
  assert_memory_equal(again.data, text.data, text.size);
}

TEST(test_sections_are_added_and_exchanged) {
  attach_to("");
  attach_to("-m32");
  attach_to("--target=aarch64-linux-gnu -g");
}

TEST(test_what_cannot_be_is_left_as_it_is) {
  SMR_OWNED(SmrStr, smr_str_free) object = {0}, now = {0};
  const char *reason;
  compile("", &object);
  for (size_t cut = 0; cut < object.size; cut += 3) {
    assert_true(smr_write_file(path, object.data, cut, &reason));
    assert_false(
        elf_attach(path, ".new", "x", 1, false, &reason)); // (the table of sections ends a file of LLVM's)
    assert_non_null(reason);
    smr_str_clear(&now);
    assert_true(smr_read_file(path, &now, &reason));
    assert_int_equal(now.size, cut);
    assert_memory_equal(smr_str_get(&now), object.data, cut);
  }
  for (size_t at = 0; at < object.size; at++) { // any byte may be another one: nothing is read outside
    object.data[at] ^= 0x55;
    assert_true(smr_write_file(path, object.data, object.size, &reason));
    elf_attach(path, ".new", "x", 1, false, &reason);
    object.data[at] ^= 0x55;
  }
  assert_false(elf_attach("/dev/null", ".new", "x", 1, false, &reason));
  assert_string_equal(reason, "it is no ordinary file");
  assert_false(elf_attach(folder, ".new", "x", 1, false, &reason));
  assert_false(elf_attach("/nowhere/x.o", ".new", "x", 1, false, &reason));
}

TEST_MAIN {
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/x.o", folder);
  int failed = test_run(NULL, NULL);
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command) | failed;
}
