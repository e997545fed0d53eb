//===- report.h - what happened to a function, as report entries ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_TELL_REPORT_H
#define SMR_REWRITE_TELL_REPORT_H
#include "rewrite/tell/near.h"

/// Tells of the matches and of these near misses, in program order. After the function was edited.
void smr_report_function(const SmrModuleRun *run, SmrFunctionRun *function, const SmrNear *near,
                         uint32_t near_count);
/// Tells of an offer that became calls.
void smr_report_made(const SmrModuleRun *run, SmrFunctionRun *function, const SmrOffer *offer);
#endif
