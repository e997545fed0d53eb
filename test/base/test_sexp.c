//===- test_sexp.c - s-expressions ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "base/sexp.h"
#include "test.h"

TEST(test_places_and_structure) {
  static const char text[] = "; first\n(f \"a\\n\\\"b\" ; rest\n  (g x)y) z\n()";
  SmrSexp s;
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  assert_true(smr_sexp_read("t", text, strlen(text), &s, &diag));
  static const struct {
    unsigned kind, line, column, count, end;
    const char *text;
  } expected[] = {
      {SMR_SEXP_LIST, 2, 1, 4, 7, ""},         {SMR_SEXP_ATOM, 2, 2, 0, 2, "f"},
      {SMR_SEXP_STRING, 2, 4, 0, 3, "a\n\"b"}, {SMR_SEXP_LIST, 3, 3, 2, 6, ""},
      {SMR_SEXP_ATOM, 3, 4, 0, 5, "g"},        {SMR_SEXP_ATOM, 3, 6, 0, 6, "x"},
      {SMR_SEXP_ATOM, 3, 8, 0, 7, "y"},        {SMR_SEXP_ATOM, 3, 11, 0, 8, "z"},
      {SMR_SEXP_LIST, 4, 1, 0, 9, ""},
  };
  assert_int_equal(s.nodes.size, sizeof expected / sizeof *expected);
  for (uint32_t i = 0; i < s.nodes.size; i++) {
    const SmrSexpNode *n = &s.nodes.data[i];
    assert_int_equal(n->kind, expected[i].kind);
    assert_int_equal(n->line, expected[i].line);
    assert_int_equal(n->column, expected[i].column);
    assert_int_equal(n->count, expected[i].count);
    assert_int_equal(n->end, expected[i].end);
    assert_string_equal(n->text, expected[i].text);
  }
  assert_int_equal(smr_sexp_element(&s, 0, 2), 3);
  assert_int_equal(smr_sexp_element(&s, 0, 3), 6);
  assert_true(smr_sexp_is_call(&s, 3, "g"));
  assert_false(smr_sexp_is_call(&s, 8, "g"));
  assert_false(smr_sexp_is_call(&s, 7, "z"));
  smr_sexp_free(&s);
}

static void check_error(const char *text, size_t size, unsigned line, unsigned column, const char *message) {
  SmrSexp s;
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  assert_false(smr_sexp_read("t", text, size, &s, &diag));
  assert_int_equal(s.nodes.size, 0);
  assert_int_equal(diag.messages.size, 1);
  assert_string_equal(diag.messages.data[0].text, message);
  assert_int_equal(diag.messages.data[0].line, line);
  assert_int_equal(diag.messages.data[0].column, column);
}

TEST(test_bad_texts) {
#define BAD(text, line, column, message) check_error(text, sizeof text - 1, line, column, message)
  BAD("(a\n (b", 2, 2, "'(' is not closed");
  BAD("a\n b)", 2, 3, "')' closes nothing");
  BAD("a \"b", 1, 3, "the string is not closed");
  BAD("\"b\nc\"", 1, 3, "a string ends in its own line");
  BAD("\"\\q\"", 1, 2, "unknown escape (known: \\\" \\\\ \\n \\t)");
  BAD("\"\\", 1, 2, "unknown escape (known: \\\" \\\\ \\n \\t)");
  BAD("ab\0c", 1, 3, "a control character");
  BAD("\"a\x01\"", 1, 3, "a control character in a string");
#undef BAD
}

TEST(test_empty_texts) {
  static const char *const texts[] = {"", " \t\r\n", "; only a comment", ";\n;\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    SmrSexp s;
    SmrDiag diag = {0};
    assert_true(smr_sexp_read("t", texts[i], strlen(texts[i]), &s, &diag));
    assert_int_equal(s.nodes.size, 0);
    smr_sexp_free(&s);
    smr_diag_free(&diag);
  }
}

TEST(test_depth_is_limited) {
  char text[2 * SMR_SEXP_MAX_DEPTH + 2];
  memset(text, '(', SMR_SEXP_MAX_DEPTH);
  memset(text + SMR_SEXP_MAX_DEPTH, ')', SMR_SEXP_MAX_DEPTH);
  SmrSexp s;
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  assert_true(smr_sexp_read("t", text, 2 * SMR_SEXP_MAX_DEPTH, &s, &diag));
  assert_int_equal(s.nodes.size, SMR_SEXP_MAX_DEPTH);
  smr_sexp_free(&s);
  memset(text, '(', SMR_SEXP_MAX_DEPTH + 1);
  check_error(text, SMR_SEXP_MAX_DEPTH + 1, 1, SMR_SEXP_MAX_DEPTH + 1,
              "more than 2000 lists inside one another");
}
