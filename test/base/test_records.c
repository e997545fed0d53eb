//===- test_records.c - a report as lines --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/arena.h"
#include "base/json.h"
#include "base/records.h"
#include "test.h"

static const SmrRecordNames names = {.directory = "/home/me/p \"q\"", .share = "/usr/share/smr"};

static const char report[] =
    "{\"version\":1,\n\"rewrites\":[\n"
    "  {\"file\":\"/home/me/p "
    "\\\"q\\\"/./a.c\",\"line\":3,\"library\":\"/usr/share/smr/blas.pfa\",\"guards\":[\"n >= 1\"]},\n"
    "  {\"file\":\"/else/b.h\",\"line\":4,\"library\":\"x/mine.pfa\",\n\"guards\":[]}\n],\n"
    "\"missed\":[\n  {\"file\":\"a.c\",\"line\":9,\"reason\":\"a \\\"}\\\" in it\\n\"}\n],\n"
    "\"residency\":[{\"file\":\"a.c\",\"line\":1}]}\n";

static const char lines[] =
    "{\"kind\":\"unit\",\"file\":\"a.c\",\"version\":1}\n"
    "{\"kind\":\"rewrite\",\"file\":\"a.c\",\"line\":3,\"library\":\"$SMR/blas.pfa\",\"guards\":[\"n >= "
    "1\"]}\n"
    "{\"kind\":\"rewrite\",\"file\":\"/else/b.h\",\"line\":4,\"library\":\"mine.pfa\", \"guards\":[]}\n"
    "{\"kind\":\"missed\",\"file\":\"a.c\",\"line\":9,\"reason\":\"a \\\"}\\\" in it\\n\"}\n"
    "{\"kind\":\"residency\",\"file\":\"a.c\",\"line\":1}\n";

TEST(test_what_differs_between_machines_is_left_out) {
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_records_unit(&out, "/home/me/p \"q\"/a.c", &names);
  assert_true(smr_records_put(&out, report, &names));
  assert_string_equal(out.data, lines);
  smr_str_clear(&out);
  smr_records_unit(&out, "./x/../a.c", &(SmrRecordNames){0}); // nothing known, nothing taken off
  assert_string_equal(out.data, "{\"kind\":\"unit\",\"file\":\"x/../a.c\",\"version\":1}\n");
  smr_str_clear(&out);
  smr_records_unit(&out, "/home/me/p \"q\"2/a.c", &names); // the folder's name is the head of another's
  assert_string_equal(out.data, "{\"kind\":\"unit\",\"file\":\"/home/me/p \\\"q\\\"2/a.c\",\"version\":1}\n");
}

TEST(test_no_report_gives_no_records) {
  static const char *const bad[] = {"",
                                    "{",
                                    "[]",
                                    "{\"rewrites\":[]}",
                                    "{\"rewrites\":[],\"missed\":[{}",
                                    "{\"rewrites\":[],\"missed\":[7]}",
                                    "{\"rewrites\":{},\"missed\":[]}",
                                    "{\"rewrites\":[],\"missed\":[],\"residency\":[{\"a\":1}"};
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_str_puts(&out, "before");
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    assert_false(smr_records_put(&out, bad[k], &names));
  assert_string_equal(out.data, "before");
}

static void gather(void *data, SmrRecordKind kind, const char *json) {
  smr_str_printf(data, "%d%s\n", (int)kind, json);
}

TEST(test_records_are_read_again) {
  SMR_OWNED(SmrStr, smr_str_free) bytes = {0}, out = {0};
  smr_str_append(&bytes, "\0\0", 2);
  smr_str_puts(&bytes, lines);
  smr_str_append(&bytes, "\0", 1);
  assert_int_equal(smr_records_read(bytes.data, bytes.size, gather, &out), 0);
  assert_string_equal(out.data,
                      "0\"a.c\"\n"
                      "1{\"file\":\"a.c\",\"line\":3,\"library\":\"$SMR/blas.pfa\",\"guards\":[\"n >= 1\"]}\n"
                      "1{\"file\":\"/else/b.h\",\"line\":4,\"library\":\"mine.pfa\", \"guards\":[]}\n"
                      "2{\"file\":\"a.c\",\"line\":9,\"reason\":\"a \\\"}\\\" in it\\n\"}\n"
                      "3{\"file\":\"a.c\",\"line\":1}\n");
}

TEST(test_strange_lines_are_counted_and_passed_over) {
  static const char strange[] = "{\"kind\":\"rewrite\",\"file\":\"of no unit\"}\n"
                                "{\"kind\":\"unit\",\"file\":\"new.c\",\"version\":2}\n"
                                "{\"kind\":\"rewrite\",\"file\":\"of a version that nobody knows\"}\n"
                                "{\"kind\":\"unit\",\"file\":\"a.c\",\"version\":1}\n"
                                "{\"file\":\"a.c\",\"kind\":\"rewrite\"}\n"
                                "{\"kind\":\"rewrite\",\"file\":\"a.c\"} and more\n"
                                "{\"kind\":\"rewrite\",\"line\":1}\n"
                                "{\"kind\":\"other\",\"file\":\"a.c\"}\n"
                                "{\"kind\":\"missed\",\"file\":\"cut";
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  assert_int_equal(smr_records_read(strange, sizeof strange - 1, gather, &out), 8);
  assert_string_equal(out.data, "0\"a.c\"\n");
  smr_str_clear(&out);
  for (size_t cut = 0; cut < sizeof lines - 1; cut++) { // and nothing is read outside
    char *exact = memcpy(smr_xrealloc(NULL, cut + !cut), lines, cut);
    smr_records_read(exact, cut, gather, &out);
    free(exact);
  }
}

TEST(test_values_are_replaced) {
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_json_replace(&out, "{\"a\":1,\"b\":{\"a\":2}} rest", "a", "\"x\"");
  smr_json_replace(&out, "{\"a\":1}", "b", "2");
  smr_json_replace(&out, "{\"a\":1}", "a", NULL);
  smr_json_replace(&out, "{\"a\":1", "a", "2");
  assert_string_equal(out.data, "{\"a\":\"x\",\"b\":{\"a\":2}}{\"a\":1}{\"a\":1}");
}

TEST(test_strings_are_read) {
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_json_text(&out, "\"a\\\"\\\\\\/\\n\\u0009\\u00e9\\u20ac\" rest");
  assert_string_equal(out.data, "a\"\\/\n\t\xc3\xa9\xe2\x82\xac");
}
