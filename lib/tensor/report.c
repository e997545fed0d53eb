//===- report.c - a run's report as JSON ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensor/report.h"
#include "base/json.h"
#include "capi/shim/shim.h"

static void put_field(SmrStr *out, const char *name, const char *text) {
  smr_str_printf(out, ",\"%s\":", name);
  smr_json_put(out, text);
}

/// The place's fields; an unknown one has no file.
static void put_place(SmrStr *out, MlirLocation location) {
  MlirStringRef file = {"", 0};
  uint32_t line = 0, column = 0;
  if (!mlirLocationIsNull(location))
    smrLocationGetFile(location, &file, &line, &column);
  smr_str_puts(out, "\"file\":");
  smr_json_put_n(out, file.data, file.length);
  smr_str_printf(out, ",\"line\":%u,\"column\":%u", line, column);
}

static void put_matched(SmrStr *out, const SmrTensorNote *n) {
  smr_str_puts(out, ",\"matched\":[");
  for (uint32_t k = 0; k < n->matched_count; k++) {
    smr_str_puts(out, k ? ",{" : "{");
    put_place(out, n->matched[k].location);
    put_field(out, "op", n->matched[k].name);
    smr_str_putc(out, '}');
  }
  smr_str_putc(out, ']');
}

static void put_note(SmrStr *out, const SmrTensorNote *n) {
  static const char *const kinds[] = {"rewritten", "refused", "left", "outlined", "near", "gpu", "cpu"};
  bool done = smr_tensor_is_done(n->kind);
  smr_str_putc(out, '{');
  put_place(out, n->location);
  put_field(out, "function", n->function);
  put_field(out, "kind", kinds[n->kind]);
  put_field(out, "rule", n->rule);
  put_field(out, "pattern", n->pattern);
  if (n->kind == SMR_TENSOR_REWRITTEN)
    smr_str_printf(out, ",\"alternate\":%u,\"branch\":%u,\"made\":%u", n->alternate, n->branch, n->made);
  if (n->matched)
    put_matched(out, n);
  put_field(out, done ? "what" : "reason", n->text);
  smr_str_putc(out, '}');
}

static void put_notes(SmrStr *out, const SmrTensorReport *report, bool wanted) {
  bool first = true;
  for (uint32_t k = 0; k < report->notes.size; k++) {
    const SmrTensorNote *n = &report->notes.data[k];
    bool done = smr_tensor_is_done(n->kind);
    if (done != wanted)
      continue;
    smr_str_puts(out, first ? "\n  " : ",\n  ");
    put_note(out, n);
    first = false;
  }
  smr_str_puts(out, first ? "]" : "\n]");
}

void smr_tensor_report_json(const SmrTensorReport *report, const char *times, SmrStr *out) {
  smr_str_puts(out, "{\"version\":1,\n\"rewrites\":[");
  put_notes(out, report, true);
  smr_str_puts(out, ",\n\"missed\":[");
  put_notes(out, report, false);
  smr_str_printf(out, ",\n\"ops\":%u,\"fired\":%u,\n\"times\":%s}\n", report->ops, report->fired, times);
}
