//===- estimate.h - what a call gains, about --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// From the costs that decide whether a call pays (a pair's `pays` clause that speaks of `round`), for people:
// nothing is decided by it. Both times are low for the code and high for the call, as those costs are. Sizes
// are mostly known at run time alone: so there are formulas, in the source's words, and numbers for sizes of
// SMR_ESTIMATE_SIZE.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_ESTIMATE_H
#define SMR_MATCH_ESTIMATE_H
#include "graph/graph.h"
#include "match/report.h"
#include "match/rounds.h"

enum { SMR_ESTIMATE_SIZE = 1000 }; // each size that is not known

/// Of a loop that no pair's costs speak of, with the loops around it up to `root`: what it takes, from how it
/// steps through memory (rounds.h); what a call would take is not known. NULL: nothing is known.
const SmrEstimate *smr_estimate_loops(const SmrGraph *graph, SmrOp root, const SmrCompiled *compiled,
                                      SmrArena *arena);
#endif
