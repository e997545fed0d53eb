//===- record.h - what a site function's record says --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_EDIT_RECORD_H
#define SMR_REWRITE_EDIT_RECORD_H
#include "rewrite/function.h"
#include "rewrite/run.h"

/// A call that a site makes, as the report has it.
typedef struct {
  SmrOp at;
  const char *idiom;
} SmrRecordedCall;
/// The text of a record without its guards (lib/runtime/count.h), in the function's arena. NULL: programs
/// that do not link the runtime have no records.
const SmrStr *smr_record_text(const SmrModuleRun *run, SmrFunctionRun *function, const SmrGraph *graph,
                              const SmrRecordedCall *calls, uint32_t call_count);
#endif
