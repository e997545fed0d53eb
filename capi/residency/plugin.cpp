//===- plugin.cpp - the pass smr-residency, for clang, flang and opt ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// It runs where functions have been inlined and simplified, and before loops are unrolled or vectorised. What
// has no call through a slot for a GPU stays as it is.
//===----------------------------------------------------------------------===//
#include "base/settings.h"
#include "capi/llvm/records.h"
#include "capi/llvm/traces.h"
#include "capi/residency/residency.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include <unistd.h>

using namespace llvm;
using namespace smr;

/// Code whose paths LLVM does not show is left as it is: why; NULL: it is not such code.
static const char *whyStrange(llvm::Function &function) {
  if (function.callsFunctionThatReturnsTwice())
    return "the function may return twice (setjmp)";
  if (function.isPresplitCoroutine() || function.hasFnAttribute(Attribute::OptimizeNone) ||
      function.hasFnAttribute(Attribute::Naked))
    return "the function is a coroutine, or not to be optimised";
  // A signal's handler that jumps leaves any function, at any place.
  if (function.getParent()->getFunction("siglongjmp"))
    return "the file calls siglongjmp";
  bool jumps = any_of(function, [](const BasicBlock &block) {
    return isa<IndirectBrInst, CallBrInst, CatchSwitchInst, CleanupReturnInst, CatchReturnInst>(
        block.getTerminator());
  });
  return jumps ? "the function jumps to places that are computed" : nullptr;
}

/// From SMR_RESIDENCY_OPTIONS, which the drivers write (tools/common/compiler_plugin.h): nothing in it is
/// wrong.
static SmrSettings readSettings(SmrArena &arena) {
  SmrSettings settings = {};
  SmrStr problem = {};
  const char *text = getenv("SMR_RESIDENCY_OPTIONS");
  smr_settings_read(smr_settings, SMR_SETTING_PLUGIN, text ? text : "", &settings, &arena, &problem);
  smr_str_free(&problem);
  return settings;
}

static std::string counted(unsigned count, const char *what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

static std::string left(StringRef reason) {
  return ("arrays do not stay on the GPU between calls: " + reason).str();
}

/// What is left out, in words.
static std::string words(const Flow::Told &told) {
  if (!told.regions)
    return left("something unknown is between all of them");
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
    SmrArena arena = {};
    settings = readSettings(arena);
    source = settings.source ? settings.source : module.getSourceFileName();
    bool changed = false;
    if (any_of(module.globals(), [](const GlobalVariable &g) { return g.getSection() == "smr_rt_slots"; }))
      changed = runAll(module, manager.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager());
    if (settings.records && entries.size)
      leaveRecords(module), changed = true;
    smr_str_free(&entries);
    if (settings.strip)
      changed |= stripPlaces(module);
    if (settings.unname)
      discardNames(module);
    smr_arena_destroy(&arena);
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }

private:
  bool runAll(Module &module, FunctionAnalysisManager &functions) {
    bool changed = false;
    std::vector<llvm::Function *> all;
    for (llvm::Function &function : module)
      if (!function.isDeclaration())
        all.push_back(&function);
    Statics statics(module);
    for (llvm::Function *function : all)
      changed |= run(*function, statics, functions);
    return statics.place() || changed;
  }

  void tellLeft(const llvm::Function &function, StringRef reason) {
    if (!settings.records)
      return;
    openRecord(entries, function, source, left(reason));
    smr_str_putc(&entries, '}');
  }

  /// In the object, and in a file of the driver's folder.
  void leaveRecords(Module &module) {
    SmallString<256> directory;
    for (const DICompileUnit *unit : module.debug_compile_units())
      directory = unit->getDirectory();
    if (directory.empty())
      sys::fs::current_path(directory);
    Records records(source, directory, settings.share ? settings.share : "");
    records.add(std::string("{\"rewrites\":[],\"missed\":[],\"residency\":[") + smr_str_get(&entries) + "]}");
    records.embed(module);
    if (!settings.report)
      return;
    std::error_code error;
    std::string path =
        std::string(settings.report) + "/stay." + std::to_string(getpid()) + "." + std::to_string(count++);
    raw_fd_ostream(path, error) << records.get();
  }

  bool run(llvm::Function &function, Statics &statics, FunctionAnalysisManager &manager) {
    DeviceCalls device(function);
    const char *strange = device.empty() ? nullptr : whyStrange(function);
    if (strange && device.size() > 1)
      tellLeft(function, strange);
    if (device.empty() || strange)
      return false;
    auto &dominators = manager.getResult<DominatorTreeAnalysis>(function);
    auto &loops = manager.getResult<LoopAnalysis>(function);
    for (Loop *loop : loops.getLoopsInPreorder())
      if (!loop->getLoopPreheader())
        InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, false);
    manager.invalidate(function, preserved());
    Analyses with = {dominators, loops, manager.getResult<ScalarEvolutionAnalysis>(function),
                     manager.getResult<TargetLibraryAnalysis>(function)};
    Flow flow(function, device, statics, with);
    std::string reason;
    auto &remarks = manager.getResult<OptimizationRemarkEmitterAnalysis>(function);
    if (!flow.read(reason)) {
      tellLeft(function, reason);
      remarks.emit([&] {
        return OptimizationRemarkMissed("smr-residency", "Left", &function.getEntryBlock().front())
               << left(reason);
      });
      return true;
    }
    Flow::Told told = flow.told();
    if (settings.records)
      flow.record(entries, source, words(told));
    if (flow.place())
      remarks.emit([&] { return OptimizationRemark("smr-residency", "Stays", told.where) << words(told); });
    return true; // (preheaders, at least)
  }

  static PreservedAnalyses preserved() {
    PreservedAnalyses kept;
    kept.preserve<DominatorTreeAnalysis>();
    kept.preserve<LoopAnalysis>();
    return kept;
  }

  SmrSettings settings = {};
  std::string source;  // of the module
  SmrStr entries = {}; // of its report
  unsigned count = 0;
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
