//===- internal.h - boolean facts over blocks --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_RESIDENCY_INTERNAL_H
#define SMR_RESIDENCY_INTERNAL_H
#include "residency/residency.h"

typedef struct StayFact StayFact;
struct StayFact {
  const SmrStay *stay;
  bool backward;
  bool all;     // it has to hold on every path, not on some; what nothing leads to has it
  bool regions; // it is about a region: where one begins or ends, it does not hold
  bool (*step)(const StayFact *fact, const SmrStayEvent *event, bool holds);
  uint32_t range, array;
  bool writes;
  bool *in; // at each block's start (backward: at its end); smr_stay_facts_free
};

/// The least solution (`all`: the greatest); at the function's start (ends) it does not hold.
void smr_stay_facts(StayFact *fact);
void smr_stay_facts_free(StayFact *fact);
/// Behind all events of a block (backward: before them).
bool smr_stay_through(const StayFact *fact, uint32_t block);

/// regions.c: where regions are.
void smr_stay_regions(SmrStay *stay);
/// markers.c: what stands before the host's accesses, and what dies unread.
void smr_stay_markers(SmrStay *stay);
#endif
