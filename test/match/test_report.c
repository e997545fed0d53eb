//===- test_report.c - the JSON report -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/report.h"
#include "match/report_file.h"
#include "test.h"
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

TEST(test_empty) {
  SmrReport report = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_report_json(&report, &text);
  assert_string_equal(text.data, "{\"version\":1,\n\"rewrites\":[],\n\"missed\":[]}\n");
  smr_report_free(&report);
}

TEST(test_golden) {
  SmrReport report = {0};
  const char *guards[] = {"n >= 1", "no overlap of a and b"};
  SmrReportEntry rewrite = {.kind = SMR_REPORT_REWRITE,
                            .file = "a.f90",
                            .line = 12,
                            .column = 3,
                            .function = "_QPf",
                            .idiom = "gemm",
                            .library = "blas.pfa",
                            .tier = "exact",
                            .guards = guards,
                            .guard_count = 2};
  SmrReportEntry missed = {.kind = SMR_REPORT_MISSED,
                           .file = "a.f90",
                           .line = 20,
                           .column = 5,
                           .function = "_QPg",
                           .idiom = "dot",
                           .reason = "volatile load"};
  smr_report_add(&report, &missed);
  smr_report_add(&report, &rewrite);
  rewrite.guard_count = 0;
  rewrite.line = 14;
  smr_report_add(&report, &rewrite);
  assert_int_equal(smr_report_count(&report, SMR_REPORT_REWRITE), 2);
  assert_int_equal(smr_report_count(&report, SMR_REPORT_MISSED), 1);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_report_json(&report, &text);
  assert_string_equal(
      text.data,
      "{\"version\":1,\n\"rewrites\":[\n"
      "  {\"file\":\"a.f90\",\"line\":12,\"column\":3,\"function\":\"_QPf\",\"idiom\":\"gemm\","
      "\"library\":\"blas.pfa\",\"tier\":\"exact\",\"guards\":[\"n >= 1\",\"no overlap of a and b\"]},\n"
      "  {\"file\":\"a.f90\",\"line\":14,\"column\":3,\"function\":\"_QPf\",\"idiom\":\"gemm\","
      "\"library\":\"blas.pfa\",\"tier\":\"exact\",\"guards\":[]}\n],\n\"missed\":[\n"
      "  {\"file\":\"a.f90\",\"line\":20,\"column\":5,\"function\":\"_QPg\",\"idiom\":\"dot\","
      "\"reason\":\"volatile load\"}\n]}\n");
  smr_report_free(&report);
}

/// Whatever bytes a file name has, the result is valid JSON and says the same where it can.
TEST(test_any_bytes) {
  SmrReport report = {0};
  char name[3] = {0};
  for (int first = 1; first < 256; first++)
    for (int second = 0; second < 256; second++) {
      name[0] = (char)first, name[1] = (char)second;
      smr_report_add(&report, &(SmrReportEntry){.kind = SMR_REPORT_MISSED, .file = name});
    }
  smr_report_add(&report, &(SmrReportEntry){.kind = SMR_REPORT_MISSED, .file = "Größe \"q\" \\ \t 数 𝛼"});
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_report_json(&report, &text);
  json_error_t error;
  json_t *json = json_loads(text.data, 0, &error);
  assert_non_null(json);
  json_t *missed = json_object_get(json, "missed");
  assert_int_equal(json_array_size(missed), 255 * 256 + 1);
  json_t *last = json_array_get(missed, 255 * 256);
  assert_string_equal(json_string_value(json_object_get(last, "file")), "Größe \"q\" \\ \t 数 𝛼");
  json_decref(json);
  smr_report_free(&report);
}

TEST(test_file) {
  SmrReport report = {0};
  const char *reason = NULL;
  assert_false(smr_report_write(&report, "/nonexistent/r.json", &reason));
  assert_string_equal(reason, "No such file or directory");
  smr_report_free(&report);
}

static void write_report(const char *path, const char *text) {
  const char *reason;
  assert_true(smr_write_file(path, text, strlen(text), &reason));
}

static void assert_holds(const char *path, const char *expected) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const char *reason;
  assert_true(smr_read_file(path, &text, &reason));
  assert_string_equal(smr_str_get(&text), expected);
}

/// A disk that is full (here: a limit) leaves the report that was there.
TEST(test_replaced_whole_or_not) {
  static const char old[] = "{\"version\":1,\n\"rewrites\":[],\n\"missed\":[]}\n";
  char folder[] = "/tmp/smr-report-XXXXXX", path[64], link_path[64];
  struct rlimit before, little = {.rlim_cur = 4096};
  SMR_OWNED(SmrStr, smr_str_free) now = {0}, held = {0};
  const char *reason = NULL;
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/r.json", folder);
  snprintf(link_path, sizeof link_path, "%s/link.json", folder);
  assert_int_equal(symlink("r.json", link_path), 0);
  write_report(path, old);
  for (int k = 0; k < 1000; k++)
    smr_str_puts(&now, "         ");
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  little.rlim_max = before.rlim_max;
  signal(SIGXFSZ, SIG_IGN);
  int fd = smr_report_open(link_path, O_RDWR, &held, &reason);
  assert_true(fd >= 0);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
  bool ok = smr_report_replace(fd, link_path, &now, &reason);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_false(ok);
  assert_string_equal(reason, "File too large");
  assert_holds(path, old);
  assert_true(smr_report_replace(fd, link_path, &now, &reason));
  assert_holds(path, smr_str_get(&now));
  assert_int_equal(unlink(path), 0);
  assert_int_not_equal(access(link_path, F_OK), 0); // (it was a link still)
  close(fd);
  unlink(link_path);
  assert_int_equal(rmdir(folder), 0); // (nothing else was left)
}
