//===- pypm_rewrite.c - the pypm-rewrite pass ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Pattern files in, smr_tensor_rewrite, then what happened as remarks and statistics.
//===----------------------------------------------------------------------===//
#include "passes/pypm.h"
#include "tensor/gpu.h"
#include <stdio.h>

typedef struct {
  SmrNames patterns;
  SmrFp fp;
  unsigned gpu; // SmrTensorGpu, from 1
  bool all_matches, one_by_one, time, stats;
  const char *report, *dot, *why_not;
} Options;

static const SmrSetting table[] = {
    {"patterns", SMR_SETTING_INPUTS, SMR_SETTING_PASS, offsetof(Options, patterns), NULL, NULL,
     "Files of operators, patterns and rules, in order: PyPM's text, or modules of the pypm dialect"},
    {"all-matches", SMR_SETTING_FLAG, SMR_SETTING_PASS, offsetof(Options, all_matches), NULL, NULL,
     "Where no rule accepts a pattern's first match at a place, try its others"},
    {"fp", SMR_SETTING_CHOICE, SMR_SETTING_PASS, offsetof(Options, fp), NULL, "reassoc|exact",
     "reassoc: a rule may change how floating-point numbers are rounded; exact: only rules that say fp exact "
     "fire"},
    {"gpu", SMR_SETTING_CHOICE, SMR_SETTING_PASS, offsetof(Options, gpu), NULL, "off|auto|on",
     "Mark kernels of libsmr_rt that a GPU makes equally, so that they may run there (auto: where that is "
     "faster)"},
    {"one-by-one", SMR_SETTING_FLAG, SMR_SETTING_PASS, offsetof(Options, one_by_one), NULL, NULL,
     "Try every pattern everywhere, without the automaton that says which may match"},
    {"report", SMR_SETTING_OUTPUT, SMR_SETTING_PASS, offsetof(Options, report), NULL, NULL,
     "File for the JSON report, with the near misses"},
    {"dot", SMR_SETTING_OUTPUT, SMR_SETTING_PASS, offsetof(Options, dot), NULL, NULL,
     "File for a drawing of the graph and what was matched (Graphviz)"},
    {"why-not", SMR_SETTING_TEXT, SMR_SETTING_PASS, offsetof(Options, why_not), NULL, NULL,
     "A pattern: tell, wherever one operator of it is there and it does not match, why"},
    {"time", SMR_SETTING_FLAG, SMR_SETTING_PASS, offsetof(Options, time), NULL, NULL,
     "Print the times of the report as one line"},
    {"stats", SMR_SETTING_FLAG, SMR_SETTING_PASS, offsetof(Options, stats), NULL, NULL,
     "Print the statistics as one line, also where MLIR has them compiled out"},
    {0},
};

static const SmrPassStatistic statistics[] = {
    {"ops", "Ops that stand for operators of the patterns"},
    {"fired", "Rules that fired"},
    {"refused", "Matches at which no rule fired"},
    {"left", "Places left as they are because the replacement cannot be written"},
    {0},
};

static void tell(SmrPassRun *pass, const Options *options, const SmrPypmRun *run) {
  const uint32_t *counts = run->report.counts;
  smr_pypm_run_remarks(run, &smr_pass_pypm_rewrite);
  smrPassCount(
      pass,
      (uint64_t[]){run->report.ops, run->report.fired, counts[SMR_TENSOR_REFUSED], counts[SMR_TENSOR_LEFT]},
      options->stats);
}

/// The pattern that the option names, if it names one.
static bool find_why_not(SmrPypmRun *run, const char *name, SmrSym *pattern) {
  const SmrPypmPattern *found = name ? smr_pypm_file_pattern(run->file, name) : NULL;
  if (name && !found)
    return smr_error(&run->diag, NULL, 0, 0, "pypm-rewrite: option 'why-not': there is no pattern '%s'",
                     name);
  *pattern = found ? found->name : 0;
  return true;
}

static bool run_pypm_rewrite(MlirOperation module, SmrPassRun *pass) {
  SmrPypmRewriteOptions o = SMR_PYPM_DEFAULT_REWRITE;
  SmrPypmRun run = {0};
  Options options = {0};
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  smrPassRead(pass, &options, &arena);
  smr_pypm_run_time(&run, "patterns");
  o.all_matches = options.all_matches;
  o.fp_exact = options.fp == SMR_FP_EXACT;
  o.one_by_one = options.one_by_one;
  o.near_misses = options.report;
  run.report.draw = options.dot;
  run.report.quiet = !options.report && !smrRemarksWanted(mlirOperationGetContext(module));
  bool ok =
      smr_pypm_run_read(&run, mlirOperationGetContext(module), &smr_pass_pypm_rewrite, &options.patterns) &&
      find_why_not(&run, options.why_not, &o.why_not) &&
      smr_pypm_library_build(run.file, &run.library, &run.diag);
  smr_pypm_run_tell(&run, module);
  if (ok) {
    smr_pypm_run_time(&run, "rewrite");
    smr_tensor_rewrite(module, &run.library, o, &run.report);
    smr_tensor_gpu(module, (SmrTensorGpu)(options.gpu - 1), o.fp_exact, &run.report);
    smr_pypm_run_write(&run, options.report, options.dot);
    tell(pass, &options, &run);
    if (options.time)
      fprintf(stderr, "pypm-rewrite: %s\n", smr_str_get(&run.times));
  }
  smr_pypm_run_tell(&run, module);
  smr_pypm_run_free(&run);
  return ok;
}

const SmrPass smr_pass_pypm_rewrite = {
    "pypm-rewrite",   "Rewrite graphs of tensor operations by PyPM's rules",
    "builtin.module", table,
    statistics,       run_pypm_rewrite};
