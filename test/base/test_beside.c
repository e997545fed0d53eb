//===- test_beside.c - files beside another file -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/beside.h"
#include "test.h"

static void expect(const char *file, const char *link, const char *wanted) {
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_beside(file, link, &out);
  assert_string_equal(smr_str_get(&out), wanted);
}

TEST(test_beside) {
  expect("mine.pfa", "openblas", "openblas");
  expect("a/mine.pfa", "openblas", "openblas");
  expect("mine.pfa", "./libmine.a", "./libmine.a");
  expect("a/mine.pfa", "./libmine.a", "a/libmine.a");
  expect("/x/a/mine.pfa", "../lib/libmine.so", "/x/a/../lib/libmine.so");
  expect("/mine.pfa", "./libmine.a", "/libmine.a");
  expect("a/mine.pfa", "/opt/libmine.a", "/opt/libmine.a");
}
