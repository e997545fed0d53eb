//===- offer.h - a plan over values of the graph ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_OFFER_H
#define SMR_COVER_OFFER_H
#include "cover/plan.h"
#include "match/offer.h"

typedef struct {
  SmrGraph *graph; // in plain form: what the nest was raised from
  const SmrUses *uses;
  const SmrLibrary *libraries; // by the rules' numbers
  SmrArena *arena;             // of the offer
  SmrArena *scratch;
  bool explain; // say how each call came to be
} SmrOffering;

/// The plan as an offer, which nobody has judged; NULL, or why there is none.
const char *smr_offer_make(const SmrOffering *offering, const SmrCoverPlan *plan, SmrNest nest,
                           SmrOffer *out);
#endif
