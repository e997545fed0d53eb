//===- pass.h - passes from C tables -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_PASS_H
#define SMR_CAPI_PASS_H
#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  SMR_OPTION_TEXT,
  SMR_OPTION_LIST,
  SMR_OPTION_CHOICE,
  SMR_OPTION_FLAG,
  SMR_OPTION_PIPELINE // passes on func.func: "canonicalize,cse" or "func.func(canonicalize,cse)"
} SmrPassOptionKind;

typedef struct {
  const char *name;
  SmrPassOptionKind kind;
  const char *initial; // TEXT and CHOICE: the default; NULL = ""
  const char *choices; // CHOICE: "a|b|c"
  const char *help;
} SmrPassOption;

typedef struct {
  const char *name, *help;
} SmrPassStatistic;

/// One run of a pass: gives access to the options and the statistics.
typedef struct SmrPassRun SmrPassRun;

/// A pass as a table entry: static data and one callback. The tables end with an entry whose name is NULL.
typedef struct {
  const char *argument; // on the command line: "smr-rewrite"
  const char *summary;
  const char *op; // the operation that the pass runs on: "builtin.module"
  const SmrPassOption *options;
  const SmrPassStatistic *statistics;
  bool (*run)(MlirOperation op, SmrPassRun *run); // false = the pass failed, a diagnostic was emitted
} SmrPass;

/// Options by their index in the table; texts are borrowed until the run ends.
const char *smrPassGetText(const SmrPassRun *run, unsigned option);
bool smrPassGetFlag(const SmrPassRun *run, unsigned option);
/// CHOICE: which alternative, from 0.
unsigned smrPassGetChoice(const SmrPassRun *run, unsigned option);
uint32_t smrPassGetListSize(const SmrPassRun *run, unsigned option);
const char *smrPassGetListItem(const SmrPassRun *run, unsigned option, uint32_t item);
/// Runs a PIPELINE on a func.func inside of what the pass runs on; true where it is empty. False: a pass
/// failed, and has said why.
bool smrPassRunPipeline(SmrPassRun *run, unsigned option, MlirOperation function);
void smrPassCount(SmrPassRun *run, unsigned statistic, uint64_t amount);

/// Registers a pass once; later calls with the same argument do nothing. The table must live as long as the
/// process.
void smrRegisterPass(const SmrPass *pass);

#ifdef __cplusplus
}
#endif
#endif
