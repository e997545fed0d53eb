//===- pass.h - passes from C tables -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_PASS_H
#define SMR_CAPI_PASS_H
#include "base/settings.h"
#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *name, *help;
} SmrPassStatistic;

/// One run of a pass: gives access to the options and the statistics.
typedef struct SmrPassRun SmrPassRun;

/// A pass as a table entry: static data and one callback. The tables end with an entry whose name is NULL.
typedef struct {
  const char *argument; // on the command line: "smr-rewrite"
  const char *summary;
  const char *op;            // the operation that the pass runs on: "builtin.module"
  const SmrSetting *options; // those of SMR_SETTING_PASS
  const SmrPassStatistic *statistics;
  bool (*run)(MlirOperation op, SmrPassRun *run); // false = the pass failed, a diagnostic was emitted
} SmrPass;

/// Stores the options in the struct that the pass' table describes.
void smrPassRead(const SmrPassRun *run, void *settings, SmrArena *arena);
/// Runs the pass' PIPELINE on a func.func inside of what the pass runs on; true if it is empty. False: a pass
/// failed, and has reported why.
bool smrPassRunPipeline(SmrPassRun *run, MlirOperation function);
/// Adds an amount for each of the pass' statistics, and prints them as one line if asked to (also where MLIR
/// has statistics compiled out).
void smrPassCount(SmrPassRun *run, const uint64_t *amounts, bool print);

/// Registers a pass once; later calls with the same argument do nothing. The table must live as long as the
/// process.
void smrRegisterPass(const SmrPass *pass);

#ifdef __cplusplus
}
#endif
#endif
