//===- record.h - what a site function's record says --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_EDIT_RECORD_H
#define SMR_REWRITE_EDIT_RECORD_H
#include "match/offer.h"
#include "rewrite/function.h"
#include "rewrite/run.h"

/// The text of a record without its guards (lib/runtime/count.h), in the function's arena. NULL: programs
/// that do not link the runtime have no records.
const SmrStr *smr_record_text(const SmrModuleRun *run, SmrFunctionRun *function, const SmrOffer *offer);
#endif
