//===- offer.h - offers become calls ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_EDIT_OFFER_H
#define SMR_REWRITE_EDIT_OFFER_H
#include "rewrite/decide/cover.h"

/// Puts the calls where accepted nests are, from number `first` on, and tells of it. False after an error.
bool smr_edit_covered(SmrModuleRun *run, SmrFunctionRun *function, SmrCovering *covering, uint32_t first);
/// Replaces the matches that were accepted, in program order; for one that does not fit the code after all
/// the next best has its turn. False after an error.
bool smr_edit_function(SmrModuleRun *run, SmrFunctionRun *function);
#endif
