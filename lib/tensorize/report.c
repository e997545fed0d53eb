//===- report.c - what was done, as JSON -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "match/report.h"
#include "base/json.h"
#include "capi/shim/shim.h"
#include "tensorize/tensorize.h"

void smr_tensorize_report_free(SmrTensorizeReport *report) {
  smr_vec_free(&report->notes);
  smr_arena_destroy(&report->arena);
}

static void put_note(SmrStr *out, const SmrTensorizeNote *n) {
  MlirStringRef file = {"", 0};
  uint32_t line = 0, column = 0;
  smrLocationGetFile(n->location, &file, &line, &column);
  smr_json_line(out, "  ");
  smr_json_entry(out, file.data, file.length, line, column);
  smr_json_string(out, "function", n->function);
  smr_json_string(out, "op", n->op);
  smr_json_string(out, n->done ? "what" : "reason", n->text);
  if (n->done) {
    smr_json_string(out, "term", n->term);
    smr_json_value(out, "before_us", "%.3f", n->before / 1e6);
    smr_json_value(out, "after_us", "%.3f", n->after / 1e6);
    smr_json_value(out, "milliseconds", "%.3f", n->milliseconds);
  }
  smr_str_putc(out, '}');
}

static void put_notes(SmrStr *out, const void *of, bool done) {
  const SmrTensorizeReport *report = of;
  for (uint32_t k = 0; k < report->notes.size; k++)
    if (report->notes.data[k].done == done)
      put_note(out, &report->notes.data[k]);
}

void smr_tensorize_report_json(const SmrTensorizeReport *report, SmrStr *out) {
  smr_json_report(out, report, put_notes);
  smr_str_puts(out, "}\n");
}
