//===- test_diag.c - diagnostics -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/diag.h"
#include "test.h"

static char *flushed(SmrDiag *diag) {
  char *text;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  smr_diag_flush(diag, stream);
  fclose(stream);
  return text;
}

TEST(test_one_line_each) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  assert_false(smr_error(&diag, "a.pat", 3, 7, "unknown language '%s'", "Cobol"));
  smr_report(&diag, SMR_WARNING, "b.pat", 2, 0, "odd");
  smr_report(&diag, SMR_NOTE, "c.pat", 0, 0, "whole file");
  smr_report(&diag, SMR_ERROR, NULL, 0, 0, "no file");
  assert_int_equal(diag.errors, 2);
  char *text = flushed(&diag);
  assert_string_equal(text, "a.pat:3:7: error: unknown language 'Cobol'\n"
                            "b.pat:2: warning: odd\n"
                            "c.pat: note: whole file\n"
                            "error: no file\n");
  free(text);
  text = flushed(&diag);
  assert_string_equal(text, "");
  assert_int_equal(diag.errors, 2);
  free(text);
}

TEST(test_texts_are_copied) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  char file[] = "x", word[] = "y";
  smr_error(&diag, file, 1, 1, "%s", word);
  file[0] = word[0] = '!';
  assert_string_equal(diag.messages.data[0].file, "x");
  assert_string_equal(diag.messages.data[0].text, "y");
}
