//===- pypm.h - what PyPM's passes share ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_PASSES_PYPM_H
#define SMR_PASSES_PYPM_H
#include "passes/passes.h"
#include "tensor/patterns.h"
#include "tensor/rewrite.h"
#include <time.h>

/// Files of patterns as a library, for one run of a pass. Zero-initialise to create.
typedef struct {
  SmrPypmFile *file;
  SmrPypmLibrary library;
  SmrTensorReport report;
  SmrDiag diag;
  uint32_t told; // of its messages
  SmrStr times;  // as the members of an object
  struct timespec since;
} SmrPypmRun;

/// Reads the files that the option `patterns` names.
bool smr_pypm_run_read(SmrPypmRun *run, MlirContext context, const SmrPass *pass, const SmrNames *patterns);
/// The messages since the last time become MLIR's.
void smr_pypm_run_tell(SmrPypmRun *run, MlirOperation module);
/// The report's notes become remarks.
void smr_pypm_run_remarks(const SmrPypmRun *run, const SmrPass *pass);
/// Writes the report and the drawing (NULL: not); a file that cannot be written is a
/// warning.
void smr_pypm_run_write(SmrPypmRun *run, const char *report, const char *dot);
/// From now on, until the next one, time counts for what is named.
void smr_pypm_run_time(SmrPypmRun *run, const char *what);
void smr_pypm_run_free(SmrPypmRun *run);
#endif
