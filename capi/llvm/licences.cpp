//===- licences.cpp - what -ffast-math allows, laid aside ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Where code may be reassociated, InstCombine gives sums and quotients other shapes than where it may not. So
// the licences are laid aside while it works, and given back to what it made of the operations that had them:
// legality asks for them, and the loops behind a guard are to be as fast as they were. nnan, ninf and nsz
// are no such licences, they promise something about values: arithmetic keeps them, and a comparison, which
// may be made from integers, gets them back only where it is what it was.
//===----------------------------------------------------------------------===//
#include "capi/llvm/licences.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace smr;

static bool isArithmetic(const Instruction &instruction) {
  return isa<FPMathOperator>(instruction) && isa<UnaryOperator, BinaryOperator>(instruction);
}

static bool isCall(const Instruction &instruction) {
  return isa<FPMathOperator>(instruction) && isa<CallInst>(instruction);
}

static FastMathFlags licencesOf(const Instruction &instruction) {
  FastMathFlags flags = instruction.getFastMathFlags();
  flags.setNoNaNs(false), flags.setNoInfs(false), flags.setNoSignedZeros(false);
  return flags;
}

Licences::Licences(Function &function) : function(function) {
  ofArithmetic = common(isArithmetic);
  ofCalls = common(isCall);
  change(isArithmetic, ofArithmetic, false);
  change(isCall, ofCalls, false);
  hideRoots();
  for (Instruction &instruction : instructions(function))
    if (isa<FCmpInst>(instruction) && instruction.getFastMathFlags().any()) {
      comparisons.emplace_back(cast<FCmpInst>(instruction));
      instruction.copyFastMathFlags(FastMathFlags());
    }
}

Licences::~Licences() {
  for (const Comparison &each : comparisons)
    each.giveBack();
  showRoots();
  change(isArithmetic, ofArithmetic, true);
  change(isCall, ofCalls, true);
}

/// What all of a kind have in common; what only some of it has stays where it is.
FastMathFlags Licences::common(Kind kind) {
  FastMathFlags all;
  bool first = true;
  for (Instruction &instruction : instructions(function))
    if (kind(instruction)) {
      all = first ? licencesOf(instruction) : all & licencesOf(instruction);
      first = false;
    }
  return all;
}

void Licences::change(Kind kind, FastMathFlags licences, bool add) {
  if (licences.none())
    return;
  for (Instruction &instruction : instructions(function))
    if (kind(instruction)) {
      FastMathFlags flags = instruction.getFastMathFlags();
      flags.setAllowReassoc(licences.allowReassoc() ? add : flags.allowReassoc());
      flags.setAllowReciprocal(licences.allowReciprocal() ? add : flags.allowReciprocal());
      flags.setAllowContract(licences.allowContract() ? add : flags.allowContract());
      flags.setApproxFunc(licences.approxFunc() ? add : flags.approxFunc());
      instruction.copyFastMathFlags(flags);
    }
}

Licences::Comparison::Comparison(FCmpInst &compare)
    : compare(&compare), left(compare.getOperand(0)), right(compare.getOperand(1)),
      predicate(compare.getPredicate()), flags(compare.getFastMathFlags()) {}

void Licences::Comparison::giveBack() const {
  auto *now = cast_or_null<FCmpInst>(static_cast<Value *>(compare));
  if (now && left && right && now->getPredicate() == predicate && now->getOperand(0) == left &&
      now->getOperand(1) == right)
    now->copyFastMathFlags(flags);
}

//===----------------------------------------------------------------------===//
// if (norm > 0)
//
// With the intrinsic, InstCombine compares what the root is taken of: then the sum of squares has a use of
// its own, and is no norm's any more. An unknown function of the two stands for such a comparison meanwhile.
//===----------------------------------------------------------------------===//

void Licences::hideRoots() {
  SmallVector<FCmpInst *> found;
  for (Instruction &instruction : instructions(function))
    if (auto *compare = dyn_cast<FCmpInst>(&instruction))
      if (auto *root = dyn_cast<IntrinsicInst>(compare->getOperand(0));
          root && root->getIntrinsicID() == Intrinsic::sqrt && !root->getType()->isVectorTy() &&
          PatternMatch::match(compare->getOperand(1), PatternMatch::m_AnyZeroFP()))
        found.push_back(compare);
  for (FCmpInst *compare : found) {
    Type *type = compare->getOperand(0)->getType();
    auto *stand_in = Function::Create(FunctionType::get(compare->getType(), {type, type}, false),
                                      GlobalValue::ExternalLinkage, "smr.compare", function.getParent());
    stand_in->setDoesNotAccessMemory();
    stand_in->setDoesNotThrow();
    stand_in->setWillReturn();
    stand_in->setSpeculatable();
    IRBuilder<> builder(compare);
    compare->replaceAllUsesWith(
        builder.CreateCall(stand_in, {compare->getOperand(0), compare->getOperand(1)}));
    hidden.push_back({stand_in, compare->getPredicate()});
    compare->eraseFromParent();
  }
}

void Licences::showRoots() {
  for (auto [stand_in, predicate] : hidden) {
    for (User *user : make_early_inc_range(stand_in->users())) {
      auto *call = cast<CallInst>(user);
      IRBuilder<> builder(call);
      call->replaceAllUsesWith(builder.CreateFCmp(predicate, call->getArgOperand(0), call->getArgOperand(1)));
      call->eraseFromParent();
    }
    stand_in->eraseFromParent();
  }
}
