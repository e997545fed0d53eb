//===- pypm_rewrite.c - the pypm-rewrite pass ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Pattern files in, smr_tensor_rewrite, then what happened as remarks and statistics.
//===----------------------------------------------------------------------===//
#include "mlir-c/Diagnostics.h"
#include "passes/passes.h"
#include "tensor/patterns.h"
#include "tensor/rewrite.h"
#include <stdlib.h>

enum { PATTERNS, ALL_MATCHES, ONE_BY_ONE, STATS };

static const SmrPassOption options[] = {
    {"patterns", SMR_OPTION_LIST, NULL, NULL,
     "Files of operators, patterns and rules, in order: PyPM's text, or modules of the pypm dialect"},
    {"all-matches", SMR_OPTION_FLAG, NULL, NULL,
     "Where no rule accepts a pattern's first match at a place, try its others"},
    {"one-by-one", SMR_OPTION_FLAG, NULL, NULL,
     "Try every pattern everywhere, without the automaton that says which may match"},
    {"stats", SMR_OPTION_FLAG, NULL, NULL,
     "Print the statistics as one line, also where MLIR has them compiled out"},
    {0},
};

enum { OPS, FIRED, REFUSED, LEFT };

static const SmrPassStatistic statistics[] = {
    {"ops", "Ops that stand for operators of the patterns"},
    {"fired", "Rules that fired"},
    {"refused", "Matches at which no rule fired"},
    {"left", "Places left as they are because the replacement cannot be written"},
    {0},
};

static void emit_diagnostics(MlirOperation module, const SmrTensorSources *sources, const SmrDiag *diag) {
  for (uint32_t k = 0; k < diag->messages.size; k++) {
    const SmrMessage *m = &diag->messages.data[k];
    MlirLocation location = mlirOperationGetLocation(module);
    SmrStr text = {0};
    if (m->file)
      location = smr_tensor_sources_place(sources, mlirOperationGetContext(module), m);
    smr_tensor_sources_text(sources, m->text, &text);
    if (m->severity == SMR_ERROR)
      mlirEmitError(location, smr_str_get(&text));
    else
      smrEmitWarning(location, smr_str_get(&text));
    smr_str_free(&text);
  }
}

static bool read_files(MlirContext context, const SmrPassRun *run, SmrTensorSources *sources,
                       SmrPypmFile *file, SmrDiag *diag) {
  uint32_t count = smrPassGetListSize(run, PATTERNS);
  if (!count)
    return smr_error(diag, NULL, 0, 0, "pypm-rewrite: option 'patterns' names no file");
  for (uint32_t k = 0; k < count; k++) {
    uint32_t before = file->signature->operators.size;
    const char *path = smrPassGetListItem(run, PATTERNS, k);
    if (!smr_tensor_patterns_read(context, sources, file, path, diag) ||
        !smr_tensor_check(file, before, path, diag))
      return false;
  }
  return true;
}

static void emit_remark(const SmrTensorNote *n) {
  static const char *const names[] = {"Rewritten", "Refused", "Left"};
  SmrRemarkArg args[] = {{"Remark", n->text}, {"Rule", n->rule}, {"Pattern", n->pattern}};
  uint32_t count = !*n->pattern ? 1 : *n->rule ? 3 : 2;
  if (!*n->rule && *n->pattern)
    args[1] = args[2];
  smrEmitRemark(n->location, n->kind == SMR_TENSOR_REWRITTEN ? SMR_REMARK_PASSED : SMR_REMARK_MISSED,
                names[n->kind], n->function, args, count);
}

static void tell(SmrPassRun *run, const SmrTensorReport *report) {
  uint32_t counts[3] = {0};
  for (uint32_t k = 0; k < report->notes.size; k++) {
    emit_remark(&report->notes.data[k]);
    counts[report->notes.data[k].kind]++;
  }
  smrPassCount(run, OPS, report->ops);
  smrPassCount(run, FIRED, report->fired);
  smrPassCount(run, REFUSED, counts[SMR_TENSOR_REFUSED]);
  smrPassCount(run, LEFT, counts[SMR_TENSOR_LEFT]);
  if (smrPassGetFlag(run, STATS))
    fprintf(stderr, "pypm-rewrite: %u ops, %u fired, %u refused, %u left\n", report->ops, report->fired,
            counts[SMR_TENSOR_REFUSED], counts[SMR_TENSOR_LEFT]);
}

static bool run_pypm_rewrite(MlirOperation module, SmrPassRun *run) {
  SmrPypmRewriteOptions o = SMR_PYPM_DEFAULT_REWRITE;
  SmrPypmFile *file = smr_pypm_file_create();
  SmrPypmLibrary library = {0};
  SmrTensorReport report = {0};
  SmrTensorSources sources = {0};
  SmrDiag diag = {0};
  o.all_matches = smrPassGetFlag(run, ALL_MATCHES);
  o.one_by_one = smrPassGetFlag(run, ONE_BY_ONE);
  bool ok = read_files(mlirOperationGetContext(module), run, &sources, file, &diag) &&
            smr_pypm_library_build(file, &library, &diag);
  emit_diagnostics(module, &sources, &diag);
  if (ok) {
    smr_tensor_rewrite(module, &library, o, &report);
    tell(run, &report);
  }
  smr_tensor_report_free(&report);
  smr_tensor_sources_free(&sources);
  smr_pypm_library_free(&library);
  smr_pypm_file_destroy(file);
  smr_diag_free(&diag);
  return ok;
}

const SmrPass smr_pass_pypm_rewrite = {
    "pypm-rewrite",   "Rewrite graphs of tensor operations by PyPM's rules",
    "builtin.module", options,
    statistics,       run_pypm_rewrite};
