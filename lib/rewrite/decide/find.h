//===- find.h - the matches of one function, decided ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_FIND_H
#define SMR_REWRITE_DECIDE_FIND_H
#include "rewrite/function.h"
#include "rewrite/run.h"

/// Reads a function, finds its matches and near misses and decides; false when it cannot be read (in time).
/// `function` has an op and a budget.
bool smr_find_matches(SmrModuleRun *run, SmrFunctionRun *function);
/// Decides once more, without what calls serve by now.
void smr_find_rest(SmrModuleRun *run, SmrFunctionRun *function);

/// What legality may take for granted, and is asked to say.
SmrLegalityOptions smr_legality_options(const SmrModuleRun *run, const SmrFunctionRun *function);
/// Why no library may be called where the offer's code is, or for its memory; NULL: it may.
const char *smr_refuses_calls(SmrModuleRun *run, SmrFunctionRun *function, const SmrOffer *offer);
/// Accepts a match, or refuses it with a reason.
void smr_judge(SmrModuleRun *run, SmrFunctionRun *function, SmrOffer *found, const SmrUses *uses);
/// Does it share code with one of these that was accepted?
bool smr_overlaps_accepted(const SmrOffer *found, uint32_t count, const SmrOffer *one);

/// Do calls serve the op, or what it stands in? Of a graph of the function.
bool smr_is_served(const SmrFunctionRun *function, const SmrGraph *graph, SmrOp op);
/// Is that so, or does it stand in the other branch of a guard of an earlier run?
bool smr_other_branch(const SmrModuleRun *run, const SmrFunctionRun *function, const SmrGraph *graph,
                      SmrOp op);
#endif
