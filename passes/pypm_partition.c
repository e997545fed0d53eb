//===- pypm_partition.c - the pypm-partition pass ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Pattern files in, smr_tensor_partition, then a pipeline on each function that was made.
//===----------------------------------------------------------------------===//
#include "passes/pypm.h"
#include "tensor/partition.h"

typedef struct {
  SmrNames patterns, parts;
  SmrFp fp;
  bool one_by_one, stats;
  const char *pipeline, *report;
} Options;

static const SmrSetting table[] = {
    {"patterns", SMR_SETTING_INPUTS, SMR_SETTING_PASS, offsetof(Options, patterns), NULL, NULL,
     "Files of operators and patterns, in order: PyPM's text, or modules of the pypm dialect"},
    {"parts", SMR_SETTING_LIST, SMR_SETTING_PASS, offsetof(Options, parts), NULL, NULL,
     "Patterns whose matches are outlined; without any, those to which no other pattern refers"},
    {"pipeline", SMR_SETTING_PIPELINE, SMR_SETTING_PASS, offsetof(Options, pipeline), NULL, NULL,
     "Passes that run on each function that was made"},
    {"fp", SMR_SETTING_CHOICE, SMR_SETTING_PASS, offsetof(Options, fp), NULL, "reassoc|exact",
     "exact: numbers of patterns match what they are rounded to alone, and not one unit in the last place "
     "away"},
    {"one-by-one", SMR_SETTING_FLAG, SMR_SETTING_PASS, offsetof(Options, one_by_one), NULL, NULL,
     "Try every pattern everywhere, without the automaton that says which may match"},
    {"report", SMR_SETTING_OUTPUT, SMR_SETTING_PASS, offsetof(Options, report), NULL, NULL,
     "File for the JSON report"},
    {"stats", SMR_SETTING_FLAG, SMR_SETTING_PASS, offsetof(Options, stats), NULL, NULL,
     "Print the statistics as one line, also where MLIR has them compiled out"},
    {0},
};

static const SmrPassStatistic statistics[] = {
    {"ops", "Ops that stand for operators of the patterns"},
    {"outlined", "Functions that were made"},
    {"refused", "Matches that are no part"},
    {"left", "Parts left as they are because no function can be made"},
    {0},
};

static void tell(SmrPassRun *pass, const Options *options, const SmrPypmRun *run) {
  const uint32_t *counts = run->report.counts;
  smr_pypm_run_remarks(run, &smr_pass_pypm_partition);
  smrPassCount(pass,
               (uint64_t[]){run->report.ops, counts[SMR_TENSOR_OUTLINED], counts[SMR_TENSOR_REFUSED],
                            counts[SMR_TENSOR_LEFT]},
               options->stats);
}

static bool build(SmrPypmRun *run, const SmrNames *names) {
  SmrPypmNumbers parts = {0};
  bool ok = smr_tensor_parts(run->file, names->data, names->size, &parts, &run->diag) &&
            smr_pypm_library_build_of(run->file, &parts, &run->library, &run->diag);
  smr_vec_free(&parts);
  return ok;
}

static bool run_pypm_partition(MlirOperation module, SmrPassRun *pass) {
  SmrPypmRewriteOptions o = SMR_PYPM_DEFAULT_REWRITE;
  SmrPypmRun run = {0};
  Options options = {0};
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  smrPassRead(pass, &options, &arena);
  smr_pypm_run_time(&run, "patterns");
  o.fp_exact = options.fp == SMR_FP_EXACT;
  o.one_by_one = options.one_by_one;
  bool ok =
      smr_pypm_run_read(&run, mlirOperationGetContext(module), &smr_pass_pypm_partition, &options.patterns) &&
      build(&run, &options.parts);
  smr_pypm_run_tell(&run, module);
  if (ok) {
    smr_pypm_run_time(&run, "partition");
    smr_tensor_partition(module, &run.library, o, &run.report);
    smr_pypm_run_write(&run, options.report, NULL);
    tell(pass, &options, &run);
  }
  smr_pypm_run_tell(&run, module);
  for (uint32_t k = 0; ok && k < run.report.functions.size; k++)
    ok = smrPassRunPipeline(pass, run.report.functions.data[k]);
  smr_pypm_run_free(&run);
  return ok;
}

const SmrPass smr_pass_pypm_partition = {
    "pypm-partition", "Outline the parts of graphs of tensor operations that PyPM's patterns match",
    "builtin.module", table,
    statistics,       run_pypm_partition};
