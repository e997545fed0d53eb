//===- rewrite.c - the smr-rewrite pass ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Options in, smr_rewrite_module, then the report out: as remarks, as JSON, as statistics. When the rewriting
// fails, the errors are MLIR diagnostics and the pass fails.
//===----------------------------------------------------------------------===//
#include "capi/rewrite.h"
#include "capi/run.h"
#include "mlir-c/Diagnostics.h"
#include "passes/passes.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const SmrPassStatistic statistics[] = {
    {"candidates", "Places where a pattern's loops fit"},
    {"matches", "Places where all of a pattern fits"},
    {"rewrites", "Matches replaced"},
    {"refused", "Matches left alone, with a reason"},
    {0},
};

/// Once a module: who compares results bit for bit learns here why they differ.
static void emit_rounding(MlirLocation location, const SmrReportEntry *e) {
  SmrRemarkArg args[] = {{"Remark", "results may be rounded otherwise, a library sums in its own order; "
                                    "fp=exact leaves such code as it is"}};
  smrEmitRemark(location, smr_pass_rewrite.argument, SMR_REMARK_ANALYSIS, "FloatingPoint", e->function, args,
                1);
}

static void emit_explanation(MlirLocation location, const SmrReportEntry *e) {
  const SmrExplanation *told = e->explanation;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "how %s was found", e->idiom);
  SmrRemarkArg args[] = {{"Remark", smr_str_get(&text)}, {"Laws", told->laws},
                         {"Call", told->call},           {"Plan", told->plan},
                         {"Equations", told->equations}, {"Canonical", told->canonical}};
  smrEmitRemark(location, smr_pass_rewrite.argument, SMR_REMARK_ANALYSIS, "Explained", e->function, args, 6);
}

static void emit_remarks(MlirOperation module, const SmrReport *report, const SmrRewriteOptions *asked) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, guards = {0};
  bool told = false;
  for (uint32_t i = 0; i < report->entries.size; i++) {
    const SmrReportEntry *e = &report->entries.data[i];
    MlirLocation location = smr_pass_locate(module, e->file, e->line, e->column);
    smr_str_clear(&text);
    if (e->kind == SMR_REPORT_MISSED) {
      smr_str_printf(&text, "%s not rewritten", *e->idiom ? e->idiom : "loop nest");
      SmrRemarkArg args[] = {{"Remark", smr_str_get(&text)}, {"Idiom", e->idiom}, {"Reason", e->reason}};
      smrEmitRemark(location, smr_pass_rewrite.argument, SMR_REMARK_MISSED, "Missed", e->function, args, 3);
      continue;
    }
    if (e->rounds && !told && asked->set.fp != SMR_FP_EXACT) {
      emit_rounding(location, e);
      told = true;
    }
    smr_str_clear(&guards);
    for (uint32_t g = 0; g < e->guard_count; g++)
      smr_str_printf(&guards, "%s%s", g ? "; " : "", e->guards[g]);
    smr_str_printf(&text, "%s %s", e->idiom, asked->set.dry_run ? "would be rewritten" : "rewritten");
    // Who asks for a library asks for its summation order, and is told so.
    SmrRemarkArg args[7] = {{"Remark", smr_str_get(&text)},
                            {"Idiom", e->idiom},
                            {"Library", e->library},
                            {"Tier", e->tier},
                            {"FloatingPoint", e->rounds ? "the library's summation order" : "exact"}};
    uint32_t count = 5;
    if (e->unverified)
      args[count++] = (SmrRemarkArg){"Verified", "no"};
    if (e->guard_count)
      args[count++] = (SmrRemarkArg){"Guards", smr_str_get(&guards)};
    smrEmitRemark(location, smr_pass_rewrite.argument, SMR_REMARK_PASSED, "Rewritten", e->function, args,
                  count);
    if (e->explanation)
      emit_explanation(location, e);
  }
}

//--- What a caller does about crashes -----------------------------------------------

/// The function is told before anything is done with it, so that what remains after a crash names the
/// culprit.
static void note_function(void *path, const char *symbol) {
  const char *reason, *test = getenv("SMR_TEST_CRASH");
  if (path)
    smr_write_file(path, symbol, strlen(symbol), &reason);
  if (test && !strncmp(test, "crash:", 6) && !strcmp(test + 6, symbol))
    raise(SIGSEGV); // a test asks for it
}

/// The file's lines; a file that is not there has none.
static void read_skips(const char *path, SmrNames *out, SmrArena *arena) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const char *reason;
  if (path && smr_read_file(path, &text, &reason) && text.size)
    for (char *rest = text.data, *line; (line = strtok_r(rest, "\n", &rest));)
      smr_names_add(out, smr_arena_strdup(arena, line), arena);
}

/// Remarks, statistics and the report's file.
static void tell(MlirOperation module, SmrPassRun *run, const SmrReport *report,
                 const SmrRewriteOptions *asked, SmrDiag *diag) {
  uint32_t rewrites = smr_report_count(report, SMR_REPORT_REWRITE);
  uint32_t refused = smr_report_count(report, SMR_REPORT_MISSED) - report->near_misses;
  emit_remarks(module, report, asked);
  smrPassCount(run, (uint64_t[]){report->candidates, report->matches, rewrites, refused}, asked->set.stats);
  const char *path = asked->set.report, *reason = NULL;
  // The module is rewritten by now: a report that cannot be written must not make it look broken.
  if (path && !smr_report_write(report, path, &reason))
    smr_report(diag, SMR_WARNING, path, 0, 0, "cannot write the report: %s", reason);
}

static bool run_rewrite(MlirOperation module, SmrPassRun *run) {
  // (Pass managers verify, and stop at the first failure.)
  SmrRewriteOptions o = {.disposable = true, .entering = note_function};
  SmrSettings *set = &o.set;
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrReport report = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  smrPassRead(run, set, &arena);
  SMR_OWNED(SmrStr, smr_str_free) problem = {0};
  bool ok = smr_settings_environment(smr_settings, SMR_SETTING_PASS, set, &arena, &problem) ||
            smr_error(&diag, NULL, 0, 0, "smr-rewrite: %s", smr_str_get(&problem));
  smr_use_standard_libraries(set, set->slots, mlirOperationGetContext(module), &arena);
  read_skips(set->skip_file, &set->skips, &arena);
  // They cost a little: only if somebody will see them.
  set->near_misses = set->report || smrRemarksWanted(mlirOperationGetContext(module));
  o.entering_data = (void *)(uintptr_t)set->progress;
  ok = ok && (set->mode == SMR_MODE_OFF || smr_rewrite_module(module, &o, &report, &diag));
  note_function(o.entering_data, "");
  if (ok)
    tell(module, run, &report, &o, &diag);
  smr_pass_diagnose(module, &diag, 0);
  smr_report_free(&report);
  return ok;
}

const SmrPass smr_pass_rewrite = {"smr-rewrite",    "Replace known computations by library calls",
                                  "builtin.module", smr_settings,
                                  statistics,       run_rewrite};
