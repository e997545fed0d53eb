//===- pypm.c - what PyPM's passes share ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "passes/pypm.h"
#include "match/report_file.h"
#include "tensor/report.h"

bool smr_pypm_run_read(SmrPypmRun *run, MlirContext context, const SmrPass *pass, const SmrNames *patterns) {
  run->file = smr_pypm_file_create();
  if (!patterns->size)
    return smr_error(&run->diag, NULL, 0, 0, "%s: option 'patterns' names no file", pass->argument);
  for (uint32_t k = 0; k < patterns->size; k++) {
    uint32_t before = run->file->signature->operators.size;
    const char *path = patterns->data[k];
    if (!smr_tensor_patterns_read(context, run->file, path, &run->diag) ||
        !smr_tensor_check(run->file, before, &run->diag))
      return false;
  }
  return true;
}

void smr_pypm_run_tell(SmrPypmRun *run, MlirOperation module) {
  smr_pass_diagnose(module, &run->diag, run->told);
  run->told = run->diag.messages.size;
}

static void emit(const SmrPass *pass, const SmrTensorNote *n) {
  static const char *const names[] = {"Rewritten", "Refused", "Left", "Outlined", "NearMiss", "Gpu", "Cpu"};
  bool done = smr_tensor_is_done(n->kind);
  SmrRemarkArg args[] = {{"Remark", n->text}, {"Rule", n->rule}, {"Pattern", n->pattern}};
  uint32_t count = !*n->pattern ? 1 : *n->rule ? 3 : 2;
  if (!*n->rule && *n->pattern)
    args[1] = args[2];
  smrEmitRemark(n->location, pass->argument, done ? SMR_REMARK_PASSED : SMR_REMARK_MISSED, names[n->kind],
                n->function, args, count);
}

void smr_pypm_run_remarks(const SmrPypmRun *run, const SmrPass *pass) {
  for (uint32_t k = 0; k < run->report.notes.size; k++)
    emit(pass, &run->report.notes.data[k]);
}

void smr_pypm_run_time(SmrPypmRun *run, const char *what) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (run->times.size)
    smr_str_printf(&run->times, "%.3f",
                   (double)(now.tv_sec - run->since.tv_sec) * 1e3 +
                       (double)(now.tv_nsec - run->since.tv_nsec) / 1e6);
  smr_str_printf(&run->times, *what ? "%s\"%s\":" : "%s%s", !run->times.size ? "{" : *what ? "," : "}", what);
  run->since = now;
}

void smr_pypm_run_write(SmrPypmRun *run, const char *report, const char *dot) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const char *reason;
  smr_pypm_run_time(run, "");
  if (report)
    smr_tensor_report_json(&run->report, smr_str_get(&run->times), &text);
  if (report && !smr_report_write_text(report, &text, &reason))
    smr_report(&run->diag, SMR_WARNING, report, 0, 0, "cannot be written: %s", reason);
  smr_str_clear(&text);
  smr_str_printf(&text, "digraph pypm {\n    node [shape=box];\n%s}\n", smr_str_get(&run->report.dot));
  if (dot && !smr_write_file(dot, smr_str_get(&text), text.size, &reason))
    smr_report(&run->diag, SMR_WARNING, dot, 0, 0, "cannot be written: %s", reason);
}

void smr_pypm_run_free(SmrPypmRun *run) {
  smr_str_free(&run->times);
  smr_tensor_report_free(&run->report);
  smr_pypm_library_free(&run->library);
  smr_pypm_file_destroy(run->file);
  smr_diag_free(&run->diag);
}
