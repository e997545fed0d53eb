//===- trial.c - does a pair find its own idiom? --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A pair that is true may still never fire: its condition cannot hold, what its idiom does is never replaced.
// So an idiom without loops is rewritten as a program would be, with the library that it became part of. (One
// with loops may be too general for its own code, where nothing is known of its strides, and fire elsewhere.)
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Support.h"
#include "rewrite/rewrite.h"
#include "verify/verify.h"
#include <string.h>

#define REF(text) mlirStringRefCreateFromCString(text)

/// A function with the name of a routine of the library would be left alone.
static void rename_wrapper(const SmrBuildTried *tried) {
  MlirOperation module = mlirModuleGetOperation(tried->idiom);
  MlirSymbolTable table = mlirSymbolTableCreate(module);
  MlirOperation wrapper = mlirSymbolTableLookup(table, REF(tried->wrapper));
  const char *fresh = smr_starts(tried->wrapper, "_QP") ? "_QPsmr_idiom" : "smr_idiom";
  mlirSymbolTableDestroy(table);
  mlirSymbolTableReplaceAllSymbolUses(REF(tried->wrapper), REF(fresh), module);
  mlirOperationSetAttributeByName(wrapper, mlirSymbolTableGetSymbolAttributeName(),
                                  mlirStringAttrGet(mlirOperationGetContext(module), REF(fresh)));
}

/// Why not: what is said of this pair. NULL: something was rewritten, or another pair is in its way.
static const char *why_not(const SmrReport *report, const char *name) {
  const char *reason = report->entries.size ? NULL : "nothing of it is what the matcher looks for";
  for (uint32_t k = 0; k < report->entries.size; k++) {
    const SmrReportEntry *entry = &report->entries.data[k];
    if (entry->kind == SMR_REPORT_REWRITE)
      return NULL;
    if (smr_equal(entry->idiom, name))
      reason = entry->reason;
  }
  return reason;
}

static bool try_pair(const SmrBuildTried *tried, SmrLibrary *library, uint32_t number, SmrIntern *symbols,
                     SmrDiag *diag) {
  SmrReport report = {0};
  SmrDiag ignored = {0};
  SmrRewriteOptions options = {.set = {.near_misses = true, .dry_run = true}};
  const SmrPatPair *source = tried->source;
  rename_wrapper(tried);
  bool ran = smr_rewrite_with(mlirModuleGetOperation(tried->idiom), &options, library, 1, symbols, &report,
                              &ignored);
  const char *reason = ran ? why_not(&report, library->pairs[number].pattern.name) : NULL;
  // Code of blocks has no one place for a call where code of regions has (a program in Fortran).
  bool elsewhere =
      reason && strstr(reason, "has no place in MLIR") && source->idiom.language == SMR_LANGUAGE_C;
  if (reason)
    smr_report(diag, elsewhere ? SMR_WARNING : SMR_ERROR, tried->file, source->line, source->column,
               "pair \"%s\" has no loop and %s: it does not find its own idiom: %s",
               library->pairs[number].pattern.name, elsewhere ? "fires in no C program" : "would never fire",
               reason);
  if (reason && source->column_text)
    smr_report(diag, SMR_NOTE, tried->file, source->column_line, source->column_column, "with %s",
               source->column_text);
  smr_report_free(&report);
  smr_diag_free(&ignored);
  return !reason || elsewhere;
}

bool smr_verify_trial(void *unused, const SmrBytes *bytes, const SmrBuildTried *tried, uint32_t count,
                      SmrDiag *diag) {
  (void)unused;
  SmrIntern *symbols = smr_intern_create();
  SmrLibrary library;
  bool ok = smr_library_from_bytes(symbols, bytes->data, bytes->size, "library", &library, diag);
  if (ok) {
    ok = smr_library_set_costs(&library, "none", diag);
    for (uint32_t k = 0; k < count; k++) // (code for finite values is no code of the front end's, and how it
                                         // rounds depends on flags)
      library.pairs[k].contract = SMR_CONTRACT_REASSOC;
    for (uint32_t k = 0; k < count; k++)
      ok &= library.pairs[k].pattern.loop_count || try_pair(&tried[k], &library, k, symbols, diag);
    smr_library_close(&library);
  }
  smr_intern_destroy(symbols);
  return ok;
}
