//===- harness.h - import modules in tests -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_MLIR_HARNESS_H
#define SMR_TEST_MLIR_HARNESS_H
#include "mlir/import/import.h"

typedef struct {
  uint32_t functions, skipped, ops, faults; // faults: graphs that smr_graph_check refuses
} Imported;

/// Parses MLIR text (every dialect, Flang's included), imports each function, checks it, and appends the
/// graphs' text to `out` (unless NULL). `only`: this function alone, or NULL. `normalize`: brings the graphs
/// into normal form and checks them again. Every graph must survive its text form. False when the text is no
/// valid module.
bool import_text(const char *text, size_t size, const char *only, const SmrImportOptions *options,
                 bool normalize, SmrStr *out, Imported *counts, SmrDiag *diag);
/// Runs a shell command and appends its output.
bool run_command(const char *command, SmrStr *out);
#endif
