//===- report.c - what was done, as JSON -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "base/json.h"
#include "capi/shim/shim.h"
#include "tensorize/tensorize.h"

void smr_tensorize_report_free(SmrTensorizeReport *report) {
  smr_vec_free(&report->notes);
  smr_arena_destroy(&report->arena);
}

static void put_field(SmrStr *out, const char *name, const char *text) {
  smr_str_printf(out, ",\"%s\":", name);
  smr_json_put(out, text);
}

static void put_note(SmrStr *out, const SmrTensorizeNote *n) {
  MlirStringRef file = {"", 0};
  uint32_t line = 0, column = 0;
  smrLocationGetFile(n->location, &file, &line, &column);
  smr_str_puts(out, "{\"file\":");
  smr_json_put_n(out, file.data, file.length);
  smr_str_printf(out, ",\"line\":%u,\"column\":%u", line, column);
  put_field(out, "function", n->function);
  put_field(out, "op", n->op);
  put_field(out, n->done ? "what" : "reason", n->text);
  if (n->done) {
    put_field(out, "term", n->term);
    smr_str_printf(out, ",\"before_us\":%.3f,\"after_us\":%.3f,\"milliseconds\":%.3f", n->before / 1e6,
                   n->after / 1e6, n->milliseconds);
  }
  smr_str_putc(out, '}');
}

static void put_notes(SmrStr *out, const SmrTensorizeReport *report, bool done) {
  bool first = true;
  for (uint32_t k = 0; k < report->notes.size; k++) {
    if (report->notes.data[k].done != done)
      continue;
    smr_str_puts(out, first ? "\n  " : ",\n  ");
    put_note(out, &report->notes.data[k]);
    first = false;
  }
  smr_str_puts(out, first ? "]" : "\n]");
}

void smr_tensorize_report_json(const SmrTensorizeReport *report, SmrStr *out) {
  smr_str_puts(out, "{\"version\":1,\n\"rewrites\":[");
  put_notes(out, report, true);
  smr_str_puts(out, ",\n\"missed\":[");
  put_notes(out, report, false);
  smr_str_puts(out, "}\n");
}
