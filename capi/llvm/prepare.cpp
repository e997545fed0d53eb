//===- prepare.cpp - the fixed light pipeline ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The same passes in the same order for idioms and for programs, whatever the user's -O level: two sources
// match when this pipeline and SMR's own normaliser bring them to one form.
//===----------------------------------------------------------------------===//
#include "capi/llvm/prepare.h"
#include "capi/llvm/gains.h"
#include "capi/llvm/licences.h"
#include "capi/llvm/names.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

//===----------------------------------------------------------------------===//
// Inlining
//
// An index operator, an accessor, a `dot` called for each row: what stands in a loop counts as if it were
// written there. A callee with a loop of its own is only inlined into a loop: elsewhere it is matched where
// it is. An algorithm of the C++ library is inlined anywhere: it is told what it works on, and that two of
// its ranges are one, only by its call.
//===----------------------------------------------------------------------===//

enum { MaxCallee = 80, MaxCaller = 20000 }; // instructions

/// The caller keeps its own attributes, so the callee's code must live by the same ones. What processor it is
/// compiled for does not matter where clang inlines it whatever happens: it has checked that.
static bool sameRules(const Function &caller, const Function &callee) {
  const bool always = callee.hasFnAttribute(Attribute::AlwaysInline);
  auto isTarget = [](StringRef key) {
    return key == "target-features" || key == "target-cpu" || key == "tune-cpu";
  };
  for (auto [x, y] : {std::pair(&caller, &callee), std::pair(&callee, &caller)})
    for (const Attribute &attribute : x->getAttributes().getFnAttrs())
      if (attribute.isStringAttribute() && attribute.getKindAsString() != "min-legal-vector-width" &&
          !(always && isTarget(attribute.getKindAsString())) &&
          attribute.getKindAsString() != "smr-exports" && // (lib/rewrite/context/own_names.c)
          y->getFnAttribute(attribute.getKindAsString()) != attribute)
        return false;
  return caller.hasFnAttribute(Attribute::NullPointerIsValid) ==
         callee.hasFnAttribute(Attribute::NullPointerIsValid);
}

static bool mayInline(const CallBase &call, const Function &caller, Function *callee) {
  return callee && callee != &caller && !callee->isDeclaration() && !callee->isInterposable() &&
         !callee->isVarArg() && callee->getInstructionCount() <= MaxCallee &&
         call.getFunctionType() == callee->getFunctionType() &&
         call.getCallingConv() == callee->getCallingConv() && !call.isMustTailCall() &&
         !call.hasFnAttr(Attribute::NoInline) && !callee->hasFnAttribute(Attribute::NoInline) &&
         sameRules(caller, *callee) && AttributeFuncs::areInlineCompatible(caller, *callee) &&
         isInlineViable(*callee).isSuccess();
}

namespace {
class Inliner {
public:
  explicit Inliner(FunctionAnalysisManager &analyses) : analyses(analyses) {}

  /// Callees first, so that what is inlined is complete. A cycle of calls stays one at its closing edge.
  void run(Function &caller) {
    if (caller.isDeclaration() || !seen.insert(&caller).second)
      return;
    for (Instruction &instruction : instructions(caller))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction())
          run(*callee);
    inlineInto(caller);
    done.insert(&caller);
  }

private:
  void inlineInto(Function &caller) {
    DominatorTree tree(caller);
    LoopInfo loops(tree);
    SmallVector<CallBase *> calls;
    for (Instruction &instruction : instructions(caller)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && done.contains(callee) && mayInline(*call, caller, callee) &&
          (loops.getLoopFor(call->getParent()) || !hasLoop(*callee) || isNumericAlgorithm(*callee)))
        calls.push_back(call);
    }
    bool changed = false;
    for (CallBase *call : calls) {
      if (caller.getInstructionCount() > MaxCaller)
        break;
      InlineFunctionInfo info;
      changed |= InlineFunction(*call, info, /*MergeAttributes=*/true).isSuccess();
    }
    if (changed)
      analyses.invalidate(caller, PreservedAnalyses::none());
  }

  bool hasLoop(Function &function) {
    auto known = loopKnown.find(&function);
    if (known != loopKnown.end())
      return known->second;
    DominatorTree tree(function);
    LoopInfo loops(tree);
    return loopKnown[&function] = !loops.empty();
  }

  /// Of namespace std, by its mangled name, and it computes with floating-point numbers.
  static bool isNumericAlgorithm(const Function &function) {
    return function.getName().starts_with("_ZSt") &&
           any_of(instructions(function),
                  [](const Instruction &instruction) { return instruction.getType()->isFloatingPointTy(); });
  }

  FunctionAnalysisManager &analyses;
  SmallPtrSet<Function *, 16> seen, done;
  DenseMap<Function *, bool> loopKnown;
};
} // namespace

//===----------------------------------------------------------------------===//
// The pipeline
//===----------------------------------------------------------------------===//

/// Passes look at users and predecessors in the order of a value's uses, which tells how the IR was made.
/// Now it is the code's, backwards, whether it comes from a front end, from text or from bitcode.
static void orderUses(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      for (Use &use : instruction.operands())
        use.set(use.get());
}

static void runOnAll(Module &module, FunctionPassManager &passes, FunctionAnalysisManager &analyses) {
  for (Function &function : module)
    if (!function.isDeclaration()) {
      smr::Licences aside(function);
      PreservedAnalyses kept = passes.run(function, analyses);
      analyses.invalidate(function, kept);
    }
}

static void leaveOut(Module &module, FunctionAnalysisManager &analyses, uint64_t &instructions) {
  for (Function &function : module)
    if (!function.isDeclaration() && !smr::mayGain(function, analyses.getResult<LoopAnalysis>(function),
                                                   analyses.getResult<DominatorTreeAnalysis>(function))) {
      instructions += function.getInstructionCount();
      analyses.clear(function, function.getName());
      function.deleteBody();
    }
}

void smr::prepareForMatching(Module &module, bool combine, uint64_t *leftOut) {
  orderUses(module);
  flattenDebugInfo(module);
  noteNames(module);
  // -O0 marks every function with these two; on this copy they say nothing. The user's own noinline is
  // obeyed.
  for (Function &function : module)
    if (function.hasFnAttribute(Attribute::OptimizeNone)) {
      function.removeFnAttr(Attribute::OptimizeNone);
      function.removeFnAttr(Attribute::NoInline);
    }

  PassBuilder builder;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  // (SimplifyCFG first, as in the compiler's own pipeline: with conditions still in memory it joins less.
  // Behind SROA alone it would make one value of a && b in a loop, and strength reduction hoist less for
  // good.)
  FunctionPassManager early;
  early.addPass(SimplifyCFGPass());
  early.addPass(SROAPass(SROAOptions::ModifyCFG));
  early.addPass(EarlyCSEPass());
  early.addPass(SimplifyCFGPass());
  runOnAll(module, early, functions);

  Inliner inliner(functions);
  for (Function &function : module)
    inliner.run(function);
  for (Function &function : make_early_inc_range(module)) {
    if (function.hasAvailableExternallyLinkage()) {
      functions.clear(function, function.getName());
      function.deleteBody();
    }
    function.removeDeadConstantUsers();
    if (function.use_empty() && (function.isDeclaration() || function.hasLocalLinkage())) {
      functions.clear(function, function.getName());
      function.eraseFromParent();
    }
  }
  if (leftOut)
    leaveOut(module, functions, *leftOut);

  FunctionPassManager late;
  late.addPass(SROAPass(SROAOptions::ModifyCFG));
  late.addPass(EarlyCSEPass());
  if (combine)
    late.addPass(InstCombinePass());
  late.addPass(SimplifyCFGPass());
  late.addPass(LoopSimplifyPass());
  runOnAll(module, late, functions);
}
