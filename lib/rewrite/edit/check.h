//===- check.h - calls that are compared with the code ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_EDIT_CHECK_H
#define SMR_REWRITE_EDIT_CHECK_H
#include "match/offer.h"
#include "mlir/splice/splice.h"
#include "rewrite/function.h"
#include "rewrite/run.h"

/// Compares what the offer's steps do with what the code does, with --smr-check. NULL, with *reason, when
/// that cannot be; NULL without one after an error.
const SmrSpliceCheck *smr_check_make(SmrModuleRun *run, SmrFunctionRun *function, const SmrOffer *offer,
                                     const char **reason);
#endif
