//===- explanation.h - how a call came to say what a nest computes ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_EXPLANATION_H
#define SMR_COVER_EXPLANATION_H
#include "cover/plan.h"
#include "match/report.h"

/// What is the same for all calls of the plan: it and the nest's equations. In the arena, as is the next.
const SmrExplanation *smr_explain_nest(const SmrCoverPlan *plan, SmrArena *arena);
/// The same with the call and its laws.
const SmrExplanation *smr_explain_call(const SmrCoverPlan *plan, const SmrExplanation *nest,
                                       const SmrCoverCall *call, SmrArena *arena);
#endif
