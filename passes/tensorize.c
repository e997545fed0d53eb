//===- tensorize.c - the smr-tensorize pass ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Options in, smr_tensorize, then what happened as remarks, statistics and a report.
#include "tensorize/tensorize.h"
#include "capi/smr.h"
#include "match/report_file.h"
#include "passes/passes.h"
#include "verify/verify.h"

typedef struct {
  unsigned emit; // which of the words, from 1
  SmrFp fp;
  bool dry_run, stats;
  const char *tile, *costs, *report;
} Options;

static const SmrSetting table[] = {
    {"emit", SMR_SETTING_CHOICE, SMR_SETTING_PASS, offsetof(Options, emit), NULL, "cblas|linalg|loops",
     "What products of matrices become: calls of CBLAS, linalg.matmul, or loops"},
    {"fp", SMR_SETTING_CHOICE, SMR_SETTING_PASS, offsetof(Options, fp), NULL, "reassoc|exact",
     "reassoc: sums may be added up in another order; exact: they may not, so that products stay loops"},
    {"tile", SMR_SETTING_INPUT, SMR_SETTING_PASS, offsetof(Options, tile), NULL, NULL,
     "Pattern library (.pfa) or source (.pat) with a product of matrices of a fixed size: it computes all "
     "products "
     "that are as large"},
    {"costs", SMR_SETTING_INPUT, SMR_SETTING_PASS, offsetof(Options, costs), NULL, NULL,
     "Table of what steps take on the machine; none: whatever is found is taken"},
    {"report", SMR_SETTING_OUTPUT, SMR_SETTING_PASS, offsetof(Options, report), NULL, NULL,
     "File for the JSON report"},
    {"dry-run", SMR_SETTING_FLAG, SMR_SETTING_PASS, offsetof(Options, dry_run), NULL, NULL,
     "Report what would be rewritten and change nothing"},
    {"stats", SMR_SETTING_FLAG, SMR_SETTING_PASS, offsetof(Options, stats), NULL, NULL,
     "Print the statistics as one line, also where MLIR has them compiled out"},
    {0},
};

static const SmrPassStatistic statistics[] = {
    {"rewritten", "Ops replaced"},
    {"left", "Convolutions, products and poolings left alone, with a reason"},
    {0},
};

static void emit_remarks(const SmrTensorizeReport *report) {
  for (uint32_t k = 0; k < report->notes.size; k++) {
    const SmrTensorizeNote *n = &report->notes.data[k];
    SmrRemarkArg args[] = {{"Remark", n->text}, {"Op", n->op}, {"Term", n->term}};
    smrEmitRemark(n->location, smr_pass_tensorize.argument, n->done ? SMR_REMARK_PASSED : SMR_REMARK_MISSED,
                  n->done ? "Rewritten" : "Left", n->function, args, n->done ? 3 : 2);
  }
}

static void write_report(MlirOperation module, const SmrTensorizeReport *report, const char *path) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const char *reason;
  smr_tensorize_report_json(report, &text);
  if (!smr_report_write_text(path, &text, &reason)) {
    smr_str_clear(&text);
    smr_str_printf(&text, "%s: the report cannot be written: %s", path, reason);
    smrEmitWarning(mlirOperationGetLocation(module), smr_str_get(&text));
  }
}

static void tell(MlirOperation module, SmrPassRun *pass, const Options *options,
                 const SmrTensorizeReport *report) {
  emit_remarks(report);
  smrPassCount(pass, (uint64_t[]){report->done, report->missed}, options->stats);
  if (options->report)
    write_report(module, report, options->report);
}

/// `none`: the ops take for ever.
static bool read_costs(const char *path, SmrTensorizeCosts *costs, SmrDiag *diag) {
  *costs = smr_tensorize_default_costs();
  if (!path || !smr_equal(path, "none"))
    return !path || smr_tensorize_read_costs(path, costs, diag);
  for (int f64 = 0; f64 < 2; f64++)
    costs->op[f64] = costs->pool[f64] = costs->unrolled[f64] = 1e30;
  return true;
}

/// Zero-initialise; close the library if it has a name.
typedef struct {
  SmrIntern *symbols;
  SmrLibrary library;
  SmrTensorizeTile tile;
} Tile;

static bool open_tile(MlirContext context, const char *path, Tile *tile, SmrDiag *diag) {
  if (!path)
    return true;
  tile->symbols = smr_intern_create();
  bool open = smr_ends(path, ".pat") ? smr_library_from_pat(context, tile->symbols, path, &smr_checked_build,
                                                            &tile->library, diag)
                                     : smr_library_open_pfa(tile->symbols, path, false, &tile->library, diag);
  return open && smr_tensorize_tile(&tile->library, tile->symbols, &tile->tile, diag);
}

static void close_tile(Tile *tile) {
  if (tile->library.name)
    smr_library_close(&tile->library);
  if (tile->symbols)
    smr_intern_destroy(tile->symbols);
}

static bool run_tensorize(MlirOperation module, SmrPassRun *pass) {
  static const SmrLoopsGemm emits[] = {SMR_LOOPS_GEMM_CBLAS, SMR_LOOPS_GEMM_LINALG, SMR_LOOPS_GEMM_LOOPS};
  SmrTensorizeReport report = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) rules = {0};
  Tile tile = {0};
  Options options = {0};
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  smrPassRead(pass, &options, &arena);
  smr_str_printf(&rules, "%s/rules", smrGetShareDirectory());
  SmrTensorizeOptions o = {.rules = smr_str_get(&rules),
                           .emit = emits[options.emit - 1],
                           .fp_exact = options.fp == SMR_FP_EXACT,
                           .dry_run = options.dry_run,
                           .tile = options.tile ? &tile.tile : NULL};
  bool ok = open_tile(mlirOperationGetContext(module), options.tile, &tile, &diag) &&
            read_costs(options.costs, &o.costs, &diag) && smr_tensorize(module, &o, &report, &diag);
  if (ok)
    tell(module, pass, &options, &report);
  smr_pass_diagnose(module, &diag, 0);
  smr_tensorize_report_free(&report);
  close_tile(&tile);
  return ok;
}

const SmrPass smr_pass_tensorize = {
    "smr-tensorize",  "Rewrite convolutions, products and poolings of linalg by access patterns",
    "builtin.module", table,
    statistics,       run_tensorize};
