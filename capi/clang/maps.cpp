//===- maps.cpp - loops that no call would make faster ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// By the costs that ship with SMR a call pays only where numbers are summed, or an extremum is sought, over
// elements of arrays. Most loops do neither, so they are recognized before anything is read into MLIR. The
// code is as clang wrote it: variables are in memory. In doubt a loop counts as one that may pay.
//===----------------------------------------------------------------------===//
#include "capi/clang/plugin.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {
class Iterations {
public:
  /// What an iteration does outside of loops within the loop.
  Iterations(const Loop &loop, const LoopInfo &loops) : loop(loop) {
    for (const BasicBlock *block : loop.blocks()) {
      bool own = loops.getLoopFor(block) == &loop;
      if (own)
        blocks.push_back(block);
      for (const Instruction &each : *block)
        if (const auto *store = dyn_cast<StoreInst>(&each))
          note(*store, own);
    }
  }

  bool areMap() {
    auto isElement = [&](const StoreInst *store) { return moves(store->getPointerOperand()); };
    if (tests() > 1 || count_if(numbers, isElement) > 1 ||
        !all_of(blocks, [](const BasicBlock *block) { return all_of(*block, isPlain); }))
      return false;
    for (const StoreInst *store : numbers)
      if (!isElement(store))
        scalars.insert(variableOf(store->getPointerOperand()));
    return none_of(numbers, [&](const StoreInst *store) {
      bool element = isElement(store);
      if (element && loop.isOutermost()) // y[i] += a * x[i] is a sum only within another loop
        return false;
      summed = element ? variableOf(store->getPointerOperand()) : nullptr;
      return adds(store->getValueOperand());
    });
  }

  /// Is an element of an array of floating-point numbers read, or may a function that is called do so?
  bool readElement() const {
    auto reads = [&](const Instruction &each) {
      if (const auto *load = dyn_cast<LoadInst>(&each))
        return !load->getType()->isIntOrPtrTy() && moves(load->getPointerOperand());
      const auto *call = dyn_cast<CallBase>(&each);
      if (!call || each.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(call))
        return false;
      const Function *callee = call->getCalledFunction();
      return !callee || !callee->isDeclaration() || // (of arrays that are no arguments)
             any_of(call->args(), [](const Use &use) { return use->getType()->isPointerTy(); });
    };
    return any_of(blocks, [&](const BasicBlock *block) { return any_of(*block, reads); });
  }

private:
  static bool isNumber(const Value *value) { return value->getType()->isFloatingPointTy(); }

  static bool isOne(const Value *value) {
    const auto *number = dyn_cast<ConstantFP>(value);
    return number && number->isExactlyValue(1.0);
  }

  /// With several, one loop may do what a nest does.
  unsigned tests() const {
    unsigned count = 0;
    for (const BasicBlock *block : blocks)
      count += block->getTerminator()->getNumSuccessors() > 1;
    return count;
  }

  static bool isPlain(const Instruction &each) {
    if (const auto *call = dyn_cast<CallBase>(&each)) {
      switch (call->getIntrinsicID()) {
      case Intrinsic::fmuladd:
      case Intrinsic::fma:
      case Intrinsic::fabs:
      case Intrinsic::sqrt:
      case Intrinsic::assume:
      case Intrinsic::lifetime_start:
      case Intrinsic::lifetime_end:
        return !each.getType()->isVectorTy();
      default:
        return isa<DbgInfoIntrinsic>(call);
      }
    }
    if (each.isIntDivRem() || each.isShift() || each.getOpcode() == Instruction::And) // i = t / n; j = t % n
      return false;
    if (isa<FCmpInst, AtomicRMWInst, AtomicCmpXchgInst>(each) || each.isVolatile())
      return false;
    if (isa<PHINode, SelectInst>(each) && isNumber(&each))
      return false;
    return none_of(each.operands(), [](const Use &use) {
      return use->getType()->isVectorTy() || use->getType()->isAggregateType();
    });
  }

  /// What the pointer is computed from: a variable, a parameter. A local pointer is what it was set to: of
  /// `p = c + i*n`, c.
  static const Value *variableOf(const Value *pointer, unsigned depth = 0) {
    constexpr unsigned deepest = 8;
    const Value *object = getUnderlyingObject(pointer);
    while (const auto *load = dyn_cast<LoadInst>(object))
      object = getUnderlyingObject(load->getPointerOperand());
    if (!isa<AllocaInst>(object) || depth == deepest)
      return object;
    for (const User *user : object->users())
      if (const auto *store = dyn_cast<StoreInst>(user);
          store && store->getPointerOperand() == object && store->getValueOperand()->getType()->isPointerTy())
        if (const Value *from = variableOf(store->getValueOperand(), depth + 1); from != object)
          return from;
    return object;
  }

  void note(const StoreInst &store, bool own) {
    const Value *object = getUnderlyingObject(store.getPointerOperand());
    if (!isa<LoadInst>(object))
      changed.insert(object);
    if (own && isNumber(store.getValueOperand()))
      numbers.push_back(&store);
  }

  /// Does the address depend on what changes in the loop?
  bool moves(const Value *value, unsigned depth = 0) const {
    constexpr unsigned deepest = 12;
    const auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop.contains(instruction))
      return false;
    if (depth == deepest || isa<PHINode, CallBase>(instruction))
      return true;
    const auto *load = dyn_cast<LoadInst>(instruction);
    if (load && changed.contains(getUnderlyingObject(load->getPointerOperand())))
      return true;
    return any_of(instruction->operands(), [&](const Use &use) { return moves(use, depth + 1); });
  }

  /// Is it a sum one of whose terms is a variable that the loop sets, or an element of `summed`?
  bool adds(const Value *value, unsigned depth = 0) const {
    constexpr unsigned deepest = 12;
    const auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop.contains(instruction))
      return false;
    auto go = [&](unsigned operand) { return adds(instruction->getOperand(operand), depth + 1); };
    auto factor = [&](unsigned one, unsigned by) { return isOne(instruction->getOperand(by)) && go(one); };
    if (depth == deepest)
      return true;
    switch (instruction->getOpcode()) {
    case Instruction::Load: {
      const Value *pointer = instruction->getOperand(0);
      return moves(pointer) ? summed && variableOf(pointer) == summed : scalars.contains(variableOf(pointer));
    }
    case Instruction::FAdd:
    case Instruction::FSub:
      return go(0) || go(1);
    case Instruction::FNeg:
    case Instruction::FPExt:
    case Instruction::FPTrunc:
      return go(0);
    case Instruction::FMul:
      return factor(0, 1) || factor(1, 0);
    case Instruction::FDiv:
      return factor(0, 1);
    case Instruction::SIToFP:
    case Instruction::UIToFP:
      return false;
    case Instruction::Call: {
      Intrinsic::ID callee = cast<CallBase>(instruction)->getIntrinsicID();
      return callee == Intrinsic::fmuladd || callee == Intrinsic::fma ? go(2) || factor(0, 1) || factor(1, 0)
                                                                      : false;
    }
    default:
      return true;
    }
  }

  const Loop &loop;
  SmallVector<const BasicBlock *> blocks;
  const Value *summed = nullptr;          // the array, or the variable that holds its address
  SmallVector<const StoreInst *> numbers; // stores of floating-point numbers
  SmallPtrSet<const Value *, 8> changed;  // variables that the loop sets
  SmallPtrSet<const Value *, 8> scalars;  // … floating-point numbers that are the same in all iterations
};
} // namespace

/// By a condition of its own, which is no assertion.
static bool isLeftEarly(const Loop &loop) {
  SmallVector<std::pair<BasicBlock *, BasicBlock *>> exits;
  loop.getExitEdges(exits);
  return count_if(exits, [](const std::pair<BasicBlock *, BasicBlock *> &exit) {
           const auto *branch = dyn_cast<BranchInst>(exit.first->getTerminator());
           return branch && branch->isConditional() && !isa<Constant>(branch->getCondition()) &&
                  !isa<UnreachableInst>(exit.second->getTerminator());
         }) > 1;
}

bool smr::isMap(const Loop &loop, const LoopInfo &loops) {
  return Iterations(loop, loops).areMap();
}

bool smr::mayPay(const Loop &loop, const LoopInfo &loops) {
  Iterations iterations(loop, loops);
  return (!loop.isInnermost() || (iterations.readElement() && !isLeftEarly(loop))) && !iterations.areMap();
}
