//===- find.h - the matches of one function, decided ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_FIND_H
#define SMR_REWRITE_DECIDE_FIND_H
#include "rewrite/function.h"
#include "rewrite/run.h"

/// Reads a function, finds its matches and near misses and decides; false when it cannot be read (in time).
/// `function` has an op, a budget, and what was set aside in it.
bool smr_find_matches(SmrModuleRun *run, SmrFunctionRun *function);

/// Why no library may be called where the match stands, or for its memory; NULL: it may.
const char *smr_refuses_calls(SmrModuleRun *run, SmrFunctionRun *function, const SmrMatch *match);
/// Accepts a match, or refuses it with a reason.
void smr_judge(SmrModuleRun *run, SmrFunctionRun *function, SmrFound *found, const SmrUses *uses);
/// Does it share code with one of these that was accepted?
bool smr_overlaps_accepted(const SmrFound *found, uint32_t count, const SmrFound *one);

/// Does the op stand in the other branch of a guard, of this run or an earlier one?
bool smr_other_branch(const SmrModuleRun *run, const SmrFunctionRun *function, SmrOp op);
#endif
