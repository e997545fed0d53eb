//===- place.h - where no library may be called ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A replacement is a function of the host, found by its symbol in the module, that works on plain memory and
// uses floating-point registers. Code that runs elsewhere, or under other rules, keeps its loops.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_CONTEXT_PLACE_H
#define SMR_REWRITE_CONTEXT_PLACE_H
#include "match/offer.h"
#include "mlir-c/IR.h"
#include "mlir/describe.h"

/// Why nothing in the module may call the host's libraries; NULL when it may. The text lives for ever.
const char *smr_place_refuses_module(MlirOperation module, SmrDescribed *described);
/// The same of one function in it, beside what the module says.
const char *smr_place_refuses_function(MlirOperation function, SmrDescribed *described);
/// The same of one offer: where it is in the function, and what memory it works on.
const char *smr_place_refuses_offer(MlirOperation function, const SmrOffer *offer, SmrDescribed *described);
#endif
