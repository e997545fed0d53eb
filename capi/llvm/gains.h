//===- gains.h - functions in which a call may be faster than the code ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_LLVM_GAINS_H
#define SMR_CAPI_LLVM_GAINS_H
#ifdef __cplusplus
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace smr {
/// May a call be faster than loops of the function, by the costs that ship with SMR? False: none of its loops
/// sums anything, looks for an extremum, calls an exponential function or makes complex numbers, or those
/// that do can be no equations, or are short. The function is as SROA and the inliner left it.
bool mayGain(const llvm::Function &function, const llvm::LoopInfo &loops, const llvm::DominatorTree &tree);
} // namespace smr
#endif
#endif
