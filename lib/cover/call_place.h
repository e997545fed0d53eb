//===- call_place.h - where a call is told of -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_CALL_PLACE_H
#define SMR_COVER_CALL_PLACE_H
#include "cover/plan.h"
#include "match/offer.h"

/// The loop of the nest's block that the call stands for: of those that make what the step makes, one that
/// has its arrays. Else the op that the first store stands in, or the last loop before it. The call has its
/// arguments; `before`: how many calls of the same step stand before it, which have their places.
SmrOp smr_call_place(const SmrGraph *plain, const SmrCoverPlan *plan, const SmrCoverStep *step, SmrNest nest,
                     const SmrOfferCall *call, uint32_t before);
#endif
