//===- ties.h - dimensions that have to be equal ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_VERIFY_TIES_H
#define SMR_VERIFY_TIES_H
#include "verify/verify_internal.h"

/// What linalg's ops ask of the shapes of an idiom's memrefs: `same` is the number (argument times
/// SMR_VERIFY_DIMS, plus dimension) of one dimension that stands for all that are equal to it; `fixed` its
/// extent, where that is a number.
struct SmrVerifyTies {
  uint32_t same[SMR_VERIFY_ARGS * SMR_VERIFY_DIMS];
  int64_t fixed[SMR_VERIFY_ARGS * SMR_VERIFY_DIMS]; // -1: none
  uint32_t rank[SMR_VERIFY_ARGS];                   // of memrefs
};

/// Of the pair's idiom, when it is a func.func of a MLIR block; else NULL. In the arena.
SmrVerifyTies *smr_verify_find_ties(const SmrBuildChecked *pair, SmrArena *arena);
/// Is a dimension's extent a number, or equal to that of another one?
bool smr_verify_is_tied(const SmrVerifyTies *ties, uint32_t arg, uint32_t dim);
/// Makes the shapes of some inputs keep to that. `ties` may be NULL.
void smr_verify_tie(const SmrVerifyTies *ties, uint32_t arg_count, SmrVerifyCase *inputs);
#endif
