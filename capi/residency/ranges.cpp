//===- ranges.cpp - what an access touches while a loop runs --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/residency/residency.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;
using namespace smr;

namespace {
class Hull {
public:
  explicit Hull(ScalarEvolution &evolution) : evolution(evolution) {}

  /// `low` and `high` over all rounds of the loop. An address that goes around the whole of memory has no
  /// hull; that the lower end does not is known of the code's own address, and the upper one goes along.
  bool over(const Loop *loop, const SCEV *&low, const SCEV *&high) {
    const SCEV *rounds = evolution.getBackedgeTakenCount(loop);
    auto *walks = dyn_cast<SCEVAddRecExpr>(low);
    bool together = walks && walks->getLoop() == loop && isSameStep(walks, high);
    return end(loop, low, rounds, false, false) && end(loop, high, rounds, true, together);
  }

private:
  bool isSameStep(const SCEVAddRecExpr *walks, const SCEV *other) {
    auto *too = dyn_cast<SCEVAddRecExpr>(other);
    return too && too->getLoop() == walks->getLoop() && too->isAffine() && walks->isAffine() &&
           too->getStepRecurrence(evolution) == walks->getStepRecurrence(evolution);
  }

  bool end(const Loop *loop, const SCEV *&at, const SCEV *rounds, bool upper, bool isSafe) {
    if (evolution.isLoopInvariant(at, loop))
      return true;
    auto *walks = dyn_cast<SCEVAddRecExpr>(at);
    if (!walks || walks->getLoop() != loop || !walks->isAffine() || isa<SCEVCouldNotCompute>(rounds) ||
        (!isSafe && !walks->hasNoSelfWrap()))
      return false;
    const SCEV *step = walks->getStepRecurrence(evolution), *first = walks->getStart();
    const SCEV *last = walks->evaluateAtIteration(rounds, evolution);
    if (evolution.isKnownNonNegative(step))
      at = upper ? last : first;
    else if (evolution.isKnownNonPositive(step))
      at = upper ? first : last;
    else
      at = upper ? evolution.getUMaxExpr(first, last) : evolution.getUMinExpr(first, last);
    return true;
  }

  ScalarEvolution &evolution;
};
} // namespace

bool smr::hullOf(const Instruction &instruction, const Access &access, Loop *limit, const Analyses &with,
                 Named &out) {
  ScalarEvolution &evolution = with.evolution;
  if (!access.pointer || (!access.size && !access.length))
    return false;
  auto *pointer = const_cast<Value *>(access.pointer);
  const SCEV *low = evolution.getSCEV(pointer), *high = low;
  Type *wide = evolution.getEffectiveSCEVType(pointer->getType());
  Hull hull(evolution);
  for (Loop *loop = with.loops.getLoopFor(instruction.getParent()); loop; loop = loop->getParentLoop()) {
    if (!hull.over(loop, low, high))
      return false;
    if (loop == limit)
      break;
  }
  const SCEV *bytes = access.length
                          ? evolution.getTruncateOrZeroExtend(evolution.getSCEV(access.length), wide)
                          : evolution.getConstant(wide, access.size);
  if (!evolution.isLoopInvariant(bytes, limit) || !evolution.isLoopInvariant(low, limit))
    return false;
  out.low = low;
  out.high = evolution.getAddExpr(high, bytes);
  return evolution.isLoopInvariant(out.high, limit);
}

void smr::widen(Named &hull, const Named &other, ScalarEvolution &evolution) {
  hull.low = evolution.getUMinExpr(hull.low, other.low);
  hull.high = evolution.getUMaxExpr(hull.high, other.high);
}
