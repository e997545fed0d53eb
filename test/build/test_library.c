//===- test_library.c - real libraries, sound and damaged ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A pair in MLIR, so that no front end has to run.
//===----------------------------------------------------------------------===//
#include "build/build.h"
#include "capi/smr.h"
#include "pfa/pfa.h"
#include "test.h"
#include <unistd.h>

static const char pat[] = "MLIR {\n"
                          "func.func @scale(%n: index, %a: f64, %x: memref<?xf64>) {\n"
                          "  %c0 = arith.constant 0 : index\n"
                          "  %c1 = arith.constant 1 : index\n"
                          "  scf.for %i = %c0 to %n step %c1 {\n"
                          "    %v = memref.load %x[%i] : memref<?xf64>\n"
                          "    %w = arith.mulf %a, %v : f64\n"
                          "    memref.store %w, %x[%i] : memref<?xf64>\n"
                          "  }\n"
                          "  return\n"
                          "}\n"
                          "} = {\n"
                          "func.func private @dscal(index, f64, memref<?xf64>)\n"
                          "func.func @scale(%n: index, %a: f64, %x: memref<?xf64>) {\n"
                          "  call @dscal(%n, %a, %x) : (index, f64, memref<?xf64>) -> ()\n"
                          "  return\n"
                          "}\n"
                          "} when (n > 8) link \"openblas\"\n";

static char pat_path[] = "/tmp/smr-test-library-XXXXXX";

static int write_pat(void **state) {
  (void)state;
  const char *reason;
  close(mkstemp(pat_path));
  return smr_write_file(pat_path, pat, sizeof pat - 1, &reason) ? 0 : 1;
}

static int remove_pat(void **state) {
  (void)state;
  return unlink(pat_path);
}

static SmrBytes build(void) {
  SmrBytes bytes = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  const char *path = pat_path;
  MlirContext context = smrContextCreate();
  bool ok = smr_build_library(context, "x.pfa", &path, 1, NULL, &bytes, &diag);
  smr_diag_flush(&diag, stderr);
  mlirContextDestroy(context);
  assert_true(ok);
  return bytes;
}

/// Opens, dumps, closes; returns the number of errors: of messages, and of replacements that are damaged.
static uint32_t open_errors(const void *bytes, size_t size, SmrStr *message) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrLibrary library;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  uint32_t damaged = 0;
  bool ok = smr_library_from_bytes(symbols, bytes, size, "x.pfa", &library, &diag);
  assert_int_equal(ok, diag.messages.size == 0);
  assert_int_equal(diag.errors, diag.messages.size);
  if (ok) {
    smr_automata_dump(library.automata, &text);
    smr_automata_dot(library.automata, &text);
    for (uint32_t k = 0; k < library.count; k++)
      for (uint32_t r = 0; r < library.pairs[k].replacement_count; r++)
        damaged += !smr_replacement_intact(&library.pairs[k].replacements[r]);
    smr_library_close(&library);
  } else if (message) {
    smr_str_puts(message, diag.messages.data[0].text);
  }
  uint32_t errors = diag.errors + damaged;
  smr_intern_destroy(symbols);
  return errors;
}

TEST(test_library) {
  SmrBytes bytes = build(), again = build();
  assert_int_equal(bytes.size, again.size);
  assert_memory_equal(bytes.data, again.data, bytes.size);
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrLibrary library;
  assert_true(smr_library_from_bytes(symbols, bytes.data, bytes.size, "x.pfa", &library, &diag));
  assert_int_equal(library.count, 1);
  assert_string_equal(library.name, "x.pfa");
  assert_string_equal(library.pairs[0].pattern.name, "scale");
  assert_int_equal(library.pairs[0].language, SMR_LANGUAGE_MLIR);
  assert_string_equal(library.pairs[0].replacements[0].wrapper, "scale");
  assert_string_equal(library.pairs[0].links[0], "openblas");
  assert_string_equal(library.pairs[0].conditions[0].text, "n > 8");
  assert_int_equal(library.pairs[0].pattern.arg_count, 3);
  assert_string_equal(library.pairs[0].pattern.args[2].name, "x");
  smr_library_close(&library);
  smr_intern_destroy(symbols);
  smr_vec_free(&bytes);
  smr_vec_free(&again);
}

TEST(test_open_file) {
  char path[] = "/tmp/smr-test-library-XXXXXX";
  const char *reason;
  SmrBytes bytes = build();
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrLibrary library;
  close(mkstemp(path));
  assert_true(smr_write_file(path, bytes.data, bytes.size, &reason));
  assert_true(smr_library_open_pfa(symbols, path, true, &library, &diag));
  smr_library_close(&library);
  assert_true(smr_write_file(path, bytes.data, bytes.size - 1, &reason));
  assert_false(smr_library_open_pfa(symbols, path, true, &library, &diag));
  assert_int_equal(diag.messages.size, 1);
  unlink(path);
  assert_false(smr_library_open_pfa(symbols, path, true, &library, &diag));
  assert_string_equal(diag.messages.data[1].text, "No such file or directory");

  MlirContext context = smrContextCreate();
  assert_true(smr_library_from_pat(context, symbols, pat_path, NULL, &library, &diag));
  mlirContextDestroy(context);
  assert_int_equal(library.count, 1);
  assert_string_equal(library.name, pat_path);
  smr_library_close(&library);
  smr_intern_destroy(symbols);
  smr_vec_free(&bytes);
}

TEST(test_every_byte_flipped) {
  SmrBytes bytes = build();
  for (uint32_t at = 0; at < bytes.size; at++) {
    bytes.data[at] ^= 0xff;
    assert_int_equal(open_errors(bytes.data, bytes.size, NULL), 1);
    bytes.data[at] ^= 0xff;
  }
  assert_int_equal(open_errors(bytes.data, bytes.size, NULL), 0);
  smr_vec_free(&bytes);
}

TEST(test_every_length) {
  SmrBytes bytes = build();
  for (uint32_t size = 0; size < bytes.size; size++) {
    unsigned char *cut = smr_xmalloc(size);
    memcpy(cut, bytes.data, size);
    assert_int_equal(open_errors(cut, size, NULL), 1);
    free(cut);
  }
  smr_vec_free(&bytes);
}

/// Behind the checksum: the automata's own checks have to hold.
TEST(test_every_byte_flipped_and_sealed) {
  SmrBytes bytes = build();
  static const unsigned char masks[] = {0xff, 0x01, 0x80, 0x10};
  for (uint32_t at = 0; at < bytes.size; at++)
    for (unsigned m = 0; m < 4; m++) {
      unsigned char *copy = smr_xmalloc(bytes.size);
      memcpy(copy, bytes.data, bytes.size);
      copy[at] ^= masks[m];
      smr_pfa_seal(copy, bytes.size);
      assert_true(open_errors(copy, bytes.size, NULL) <= 1);
      free(copy);
    }
  smr_vec_free(&bytes);
}

TEST(test_other_dialects) {
  SmrBytes bytes = build();
  SMR_OWNED(SmrStr, smr_str_free) message = {0};
  bytes.data[48] ^= 1;
  smr_pfa_seal(bytes.data, bytes.size);
  assert_int_equal(open_errors(bytes.data, bytes.size, &message), 1);
  assert_string_equal(smr_str_get(&message),
                      "made with other dialect descriptions; build it again with smr-build");
  smr_vec_free(&bytes);
}

TEST_MAIN {
  return test_run(write_pat, remove_pat);
}
