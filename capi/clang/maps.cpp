//===- maps.cpp - loops that sum nothing ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Such loops are the commonest ones, and by no costs that ship with SMR a call is faster. So they are found
// before anything is read into MLIR. The code is as clang wrote it, so variables are in memory. A doubt is
// always a no.
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
  explicit Iterations(const Loop &loop) : loop(loop) {}

  bool areMap() {
    if (tests() > 1)
      return false;
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &each : *block) {
        if (!isPlain(each))
          return false;
        if (const auto *store = dyn_cast<StoreInst>(&each))
          note(*store);
      }
    auto isElement = [&](const StoreInst *store) { return moves(store->getPointerOperand()); };
    if (count_if(numbers, isElement) > 1)
      return false;
    erase_if(numbers, isElement);
    for (const StoreInst *store : numbers)
      scalars.insert(variableOf(store->getPointerOperand()));
    return none_of(numbers, [&](const StoreInst *store) { return adds(store->getValueOperand()); });
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
    for (const BasicBlock *block : loop.blocks())
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

  /// The variable itself, or the one that holds the pointer.
  static const Value *variableOf(const Value *pointer) {
    const Value *object = getUnderlyingObject(pointer);
    const auto *load = dyn_cast<LoadInst>(object);
    return load ? getUnderlyingObject(load->getPointerOperand()) : object;
  }

  void note(const StoreInst &store) {
    const Value *object = getUnderlyingObject(store.getPointerOperand());
    if (!isa<LoadInst>(object))
      changed.insert(object);
    if (isNumber(store.getValueOperand()))
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

  /// Is it a sum one of whose terms is a variable that the loop sets?
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
      return !moves(pointer) && scalars.contains(variableOf(pointer));
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
  SmallVector<const StoreInst *> numbers; // stores of floating-point numbers
  SmallPtrSet<const Value *, 8> changed;  // variables that the loop sets
  SmallPtrSet<const Value *, 8> scalars;  // … floating-point numbers that are the same in all iterations
};
} // namespace

bool smr::isMap(const Loop &loop) {
  return loop.isInnermost() && loop.isOutermost() && Iterations(loop).areMap();
}
