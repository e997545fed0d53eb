//===- pypm_partition.c - the pypm-partition pass ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Pattern files in, smr_tensor_partition, then a pipeline on each function that was made.
//===----------------------------------------------------------------------===//
#include "passes/pypm.h"
#include "tensor/partition.h"
#include <stdio.h>

enum { PATTERNS, PARTS, PIPELINE, FP, ONE_BY_ONE, REPORT, STATS };

static const SmrPassOption table[] = {
    {"patterns", SMR_OPTION_LIST, NULL, NULL,
     "Files of operators and patterns, in order: PyPM's text, or modules of the pypm dialect"},
    {"parts", SMR_OPTION_LIST, NULL, NULL,
     "Patterns whose matches are outlined; without any, those to which no other pattern refers"},
    {"pipeline", SMR_OPTION_PIPELINE, NULL, NULL, "Passes that run on each function that was made"},
    {"fp", SMR_OPTION_CHOICE, "reassoc", "reassoc|exact",
     "exact: numbers of patterns match what they are rounded to alone, and not one unit in the last place "
     "away"},
    {"one-by-one", SMR_OPTION_FLAG, NULL, NULL,
     "Try every pattern everywhere, without the automaton that says which may match"},
    {"report", SMR_OPTION_TEXT, NULL, NULL, "File for the JSON report"},
    {"stats", SMR_OPTION_FLAG, NULL, NULL,
     "Print the statistics as one line, also where MLIR has them compiled out"},
    {0},
};

enum { OPS, OUTLINED, REFUSED, LEFT };

static const SmrPassStatistic statistics[] = {
    {"ops", "Ops that stand for operators of the patterns"},
    {"outlined", "Functions that were made"},
    {"refused", "Matches that are no part"},
    {"left", "Parts left as they are because no function can be made"},
    {0},
};

static void tell(SmrPassRun *options, const SmrPypmRun *run) {
  const uint32_t *counts = run->report.counts;
  smr_pypm_run_remarks(run, &smr_pass_pypm_partition);
  smrPassCount(options, OPS, run->report.ops);
  smrPassCount(options, OUTLINED, counts[SMR_TENSOR_OUTLINED]);
  smrPassCount(options, REFUSED, counts[SMR_TENSOR_REFUSED]);
  smrPassCount(options, LEFT, counts[SMR_TENSOR_LEFT]);
  if (smrPassGetFlag(options, STATS))
    fprintf(stderr, "pypm-partition: %u ops, %u outlined, %u refused, %u left\n", run->report.ops,
            counts[SMR_TENSOR_OUTLINED], counts[SMR_TENSOR_REFUSED], counts[SMR_TENSOR_LEFT]);
}

static bool build(SmrPypmRun *run, const SmrPassRun *options) {
  uint32_t count = smrPassGetListSize(options, PARTS);
  const char **names = smr_xcalloc(count + 1, sizeof *names);
  SmrPypmNumbers parts = {0};
  for (uint32_t k = 0; k < count; k++)
    names[k] = smrPassGetListItem(options, PARTS, k);
  bool ok = smr_tensor_parts(run->file, names, count, &parts, &run->diag) &&
            smr_pypm_library_build_of(run->file, &parts, &run->library, &run->diag);
  smr_vec_free(&parts);
  free(names);
  return ok;
}

static bool run_pypm_partition(MlirOperation module, SmrPassRun *options) {
  SmrPypmRewriteOptions o = SMR_PYPM_DEFAULT_REWRITE;
  SmrPypmRun run = {0};
  smr_pypm_run_time(&run, "patterns");
  o.fp_exact = smrPassGetChoice(options, FP) == 1;
  o.one_by_one = smrPassGetFlag(options, ONE_BY_ONE);
  bool ok =
      smr_pypm_run_read(&run, mlirOperationGetContext(module), &smr_pass_pypm_partition, options, PATTERNS) &&
      build(&run, options);
  smr_pypm_run_tell(&run, module);
  if (ok) {
    smr_pypm_run_time(&run, "partition");
    smr_tensor_partition(module, &run.library, o, &run.report);
    smr_pypm_run_write(&run, smrPassGetText(options, REPORT), "");
    tell(options, &run);
  }
  smr_pypm_run_tell(&run, module);
  for (uint32_t k = 0; ok && k < run.report.functions.size; k++)
    ok = smrPassRunPipeline(options, PIPELINE, run.report.functions.data[k]);
  smr_pypm_run_free(&run);
  return ok;
}

const SmrPass smr_pass_pypm_partition = {
    "pypm-partition", "Outline the parts of graphs of tensor operations that PyPM's patterns match",
    "builtin.module", table,
    statistics,       run_pypm_partition};
