//===- report.c - a run's report as JSON ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensor/report.h"
#include "base/json.h"
#include "capi/shim/shim.h"

/// An unknown place has no file.
static void open_entry(SmrStr *out, MlirLocation location) {
  MlirStringRef file = {"", 0};
  uint32_t line = 0, column = 0;
  if (!mlirLocationIsNull(location))
    smrLocationGetFile(location, &file, &line, &column);
  smr_json_entry(out, file.data, file.length, line, column);
}

static void put_note(SmrStr *out, const SmrTensorNote *n) {
  static const char *const kinds[] = {"rewritten", "refused", "left", "outlined", "near", "gpu", "cpu"};
  smr_json_line(out, "  ");
  open_entry(out, n->location);
  smr_json_string(out, "function", n->function);
  smr_json_string(out, "kind", kinds[n->kind]);
  smr_json_string(out, "rule", n->rule);
  smr_json_string(out, "pattern", n->pattern);
  if (n->kind == SMR_TENSOR_REWRITTEN) {
    smr_json_value(out, "alternate", "%u", n->alternate);
    smr_json_value(out, "branch", "%u", n->branch);
    smr_json_value(out, "made", "%u", n->made);
  }
  if (n->matched) {
    smr_json_open(out, "matched", '[');
    for (uint32_t k = 0; k < n->matched_count; k++) {
      open_entry(out, n->matched[k].location);
      smr_json_string(out, "op", n->matched[k].name);
      smr_str_putc(out, '}');
    }
    smr_str_putc(out, ']');
  }
  smr_json_string(out, smr_tensor_is_done(n->kind) ? "what" : "reason", n->text);
  smr_str_putc(out, '}');
}

static void put_notes(SmrStr *out, const void *of, bool done) {
  const SmrTensorReport *report = of;
  for (uint32_t k = 0; k < report->notes.size; k++)
    if (smr_tensor_is_done(report->notes.data[k].kind) == done)
      put_note(out, &report->notes.data[k]);
}

void smr_tensor_report_json(const SmrTensorReport *report, const char *times, SmrStr *out) {
  smr_json_report(out, report, put_notes);
  smr_str_printf(out, ",\n\"ops\":%u,\"fired\":%u,\n\"times\":%s}\n", report->ops, report->fired, times);
}
