//===- test_snippet.c - source lines under messages ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/snippet.h"
#include "test.h"
#include <unistd.h>

/// What stands under a message at this place of a file with this text.
static void expect(const char *text, uint32_t line, uint32_t column, const char *wanted) {
  char path[] = "/tmp/smr-snippet-XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
  close(fd);
  SmrSnippets files = {0};
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  SmrMessage message = {SMR_ERROR, path, line, column, "text"};
  smr_snippet(&files, &message, &out);
  assert_string_equal(smr_str_get(&out), wanted);
  smr_snippets_free(&files);
  unlink(path);
}

TEST(test_tokens) {
  const char *text = "each ${T} = a1, b\r\n\tname \"x\\\"y\" <= 12\n";
  expect(text, 1, 1, "each ${T} = a1, b\n^~~~\n");
  expect(text, 1, 6, "each ${T} = a1, b\n     ^~~~\n");
  expect(text, 1, 13, "each ${T} = a1, b\n            ^~\n");
  expect(text, 1, 18, "each ${T} = a1, b\n                 ^\n");
  expect(text, 2, 7, "\tname \"x\\\"y\" <= 12\n\t     ^~~~~~\n");
  expect(text, 2, 14, "\tname \"x\\\"y\" <= 12\n\t            ^\n");
}

TEST(test_characters_of_several_bytes) {
  expect("x = 'ä' + öl\n", 1, 12, "x = 'ä' + öl\n          ^~\n");
  expect("a\033[31mb", 1, 1, "a?[31mb\n^\n");
}

TEST(test_no_such_place) {
  expect("one\ntwo\n", 3, 1, "");
  expect("one\ntwo\n", 2, 5, "");
  expect("one\n", 0, 0, "");
  expect("one\n", 1, 0, "");
  expect("one", 1, 4, "one\n   ^\n");
  expect("", 1, 1, "");
  SmrSnippets files = {0};
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_snippet(&files, &(SmrMessage){SMR_ERROR, "/no/such/file", 1, 1, ""}, &out);
  smr_snippet(&files, &(SmrMessage){SMR_ERROR, "/dev/zero", 1, 1, ""}, &out);
  smr_snippet(&files, &(SmrMessage){SMR_ERROR, NULL, 1, 1, ""}, &out);
  assert_int_equal(out.size, 0);
}

/// Of a long line the part around the place is shown.
TEST(test_long_lines) {
  char text[500], *shown = strdup("..."), *at;
  for (int k = 0; k < 499; k++)
    text[k] = k % 10 ? 'a' : ' ';
  text[499] = 0;
  shown = realloc(shown, 1000);
  at = shown + 3;
  memcpy(at, text + 141, 160);
  at += 160;
  strcpy(at, "...\n");
  at += 4;
  memset(at, ' ', 63);
  strcpy(at + 63, "^~~~~~~~~\n");
  expect(text, 1, 202, shown);
  free(shown);
}
