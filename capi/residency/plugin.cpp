//===- plugin.cpp - the pass smr-residency, for clang, flang and opt ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// It runs where functions have been inlined and simplified, and before loops are unrolled or vectorised. What
// has no call through a slot for a GPU stays as it is.
//===----------------------------------------------------------------------===//
#include "capi/residency/residency.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;
using namespace smr;

/// Code whose paths LLVM does not show: it is left as it is.
static bool isStrange(llvm::Function &function) {
  if (function.callsFunctionThatReturnsTwice() || function.isPresplitCoroutine() ||
      function.hasFnAttribute(Attribute::OptimizeNone) || function.hasFnAttribute(Attribute::Naked))
    return true;
  // A signal's handler that jumps leaves any function, at any place.
  if (function.getParent()->getFunction("siglongjmp"))
    return true;
  return any_of(function, [](const BasicBlock &block) {
    return isa<IndirectBrInst, CallBrInst, CatchSwitchInst, CleanupReturnInst, CatchReturnInst>(
        block.getTerminator());
  });
}

static std::string counted(unsigned count, const char *what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

/// What is left out, in words.
static std::string words(const Flow::Told &told) {
  std::string text = "arrays stay on the GPU between calls";
  if (told.resident || told.again)
    text += ": " + counted(told.resident, "upload") + " left out";
  else
    text += " while the host leaves them alone";
  if (told.again)
    text += ", " + counted(told.again, "upload") + " in later rounds of loops or on some paths";
  if (told.unread)
    text += ", " + counted(told.unread, "result") + " dropped unread";
  return text;
}

namespace {
/// What calls a routine through a slot comes into its callers, who know the arrays.
class CallersPass : public PassInfoMixin<CallersPass> {
public:
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    for (llvm::Function &function : module)
      if (function.hasLocalLinkage() && !function.isDeclaration() &&
          !function.hasFnAttribute(Attribute::NoInline) && function.getInstructionCount() < MostInlined &&
          !DeviceCalls(function).empty())
        function.addFnAttr(Attribute::AlwaysInline);
    return PreservedAnalyses::all();
  }

private:
  enum { MostInlined = 1000 };
};

class ResidencyPass : public PassInfoMixin<ResidencyPass> {
public:
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &manager) {
    bool changed = false;
    auto &functions = manager.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
    if (none_of(module.globals(), [](const GlobalVariable &g) { return g.getSection() == "smr_rt_slots"; }))
      return PreservedAnalyses::all();
    std::vector<llvm::Function *> all;
    for (llvm::Function &function : module)
      if (!function.isDeclaration())
        all.push_back(&function);
    for (llvm::Function *function : all)
      changed |= run(*function, functions);
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }

private:
  bool run(llvm::Function &function, FunctionAnalysisManager &manager) {
    DeviceCalls device(function);
    if (device.empty() || isStrange(function))
      return false;
    auto &dominators = manager.getResult<DominatorTreeAnalysis>(function);
    auto &loops = manager.getResult<LoopAnalysis>(function);
    for (Loop *loop : loops.getLoopsInPreorder())
      if (!loop->getLoopPreheader())
        InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, false);
    manager.invalidate(function, preserved());
    Analyses with = {dominators, loops, manager.getResult<ScalarEvolutionAnalysis>(function),
                     manager.getResult<TargetLibraryAnalysis>(function)};
    Flow flow(function, device, with);
    std::string reason;
    auto &remarks = manager.getResult<OptimizationRemarkEmitterAnalysis>(function);
    if (!flow.read(reason)) {
      remarks.emit([&] {
        return OptimizationRemarkMissed("smr-residency", "Left", &function.getEntryBlock().front())
               << "arrays do not stay on the GPU between calls: " << reason;
      });
    } else if (flow.place()) {
      Flow::Told told = flow.told();
      remarks.emit([&] { return OptimizationRemark("smr-residency", "Stays", told.where) << words(told); });
    }
    return true; // (preheaders, at least)
  }

  static PreservedAnalyses preserved() {
    PreservedAnalyses kept;
    kept.preserve<DominatorTreeAnalysis>();
    kept.preserve<LoopAnalysis>();
    return kept;
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "smr-residency", SMR_VERSION, [](PassBuilder &builder) {
            builder.registerPipelineStartEPCallback(
                [](ModulePassManager &manager, OptimizationLevel) { manager.addPass(CallersPass()); });
            builder.registerOptimizerEarlyEPCallback(
                [](ModulePassManager &manager, OptimizationLevel, ThinOrFullLTOPhase) {
                  manager.addPass(ResidencyPass());
                });
            builder.registerPipelineParsingCallback(
                [](StringRef name, ModulePassManager &manager, ArrayRef<PassBuilder::PipelineElement>) {
                  if (name != "smr-residency")
                    return false;
                  manager.addPass(ResidencyPass());
                  return true;
                });
          }};
}
