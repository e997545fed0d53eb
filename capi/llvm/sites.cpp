//===- sites.cpp - site functions in LLVM IR -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/llvm/sites.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/FunctionAttrs.h"

using namespace llvm;

/// States what memory the function touches, whether it throws, and whether it returns. What it calls comes
/// first, unless the linker may take another definition of it.
static void stateEffects(Function &function, const TargetLibraryInfo &library, unsigned depth = 0) {
  constexpr unsigned deepest = 4;
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> loops;
  FindFunctionBackedges(function, loops);
  bool throws = false, returns = loops.empty();
  for (const Instruction &each : instructions(function)) {
    const auto *call = dyn_cast<CallBase>(&each);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && callee->hasExactDefinition() && depth < deepest)
      stateEffects(*callee, library, depth + 1);
    throws |= each.mayThrow();
    returns &= each.willReturn();
  }
  AssumptionCache assumptions(function);
  BasicAAResult basic(function.getDataLayout(), function, library, assumptions);
  AAResults aliases(library);
  aliases.addAAResult(basic);
  function.setMemoryEffects(function.getMemoryEffects() & computeFunctionBodyMemoryAccess(function, aliases));
  if (!throws)
    function.setDoesNotThrow();
  if (returns)
    function.setWillReturn();
}

/// Is the memory behind the pointer, passed on as it is or from an offset, only read?
static bool isOnlyRead(const Value &pointer) {
  return all_of(pointer.uses(), [](const Use &use) {
    const auto *call = dyn_cast<CallBase>(use.getUser());
    if (call)
      return call->isArgOperand(&use) && call->onlyReadsMemory(call->getArgOperandNo(&use));
    return isa<GetElementPtrInst>(use.getUser()) ? isOnlyRead(*use.getUser())
                                                 : isa<LoadInst, ICmpInst>(use.getUser());
  });
}

/// FastISel, which selects what is optnone, returns an i1 only if it is extended.
static void extendResult(Function &site) {
  if (!site.getReturnType()->isIntegerTy(1))
    return;
  site.addRetAttr(Attribute::ZExt);
  for (User *user : site.users())
    if (auto *call = dyn_cast<CallBase>(user))
      call->addRetAttr(Attribute::ZExt);
}

/// What GlobalOpt would choose. It first computes how often the blocks of each caller run.
static void setConvention(Function &site) {
  if (!site.hasLocalLinkage() || site.hasAddressTaken())
    return;
  site.setCallingConv(CallingConv::Fast);
  for (User *user : site.users())
    cast<CallBase>(user)->setCallingConv(CallingConv::Fast);
}

static void setAside(Function &site, const TargetLibraryInfo &library) {
  stateEffects(site, library);
  extendResult(site);
  setConvention(site);
  for (Argument &argument : site.args()) {
    if (!argument.getType()->isPointerTy() || PointerMayBeCaptured(&argument, /*ReturnCaptures=*/true))
      continue;
    argument.addAttr(Attribute::getWithCaptureInfo(site.getContext(), CaptureInfo::none()));
    if (isOnlyRead(argument))
      argument.addAttr(Attribute::ReadOnly);
  }
  site.setSectionPrefix("unlikely"); // as a pass does with cold functions
  if (site.hasFnAttribute(Attribute::NoInline) && !site.hasOptSize())
    site.addFnAttr(Attribute::OptimizeNone);
}

void smr::setSitesAside(Module &module) {
  TargetLibraryInfoImpl names(module.getTargetTriple());
  TargetLibraryInfo library(names);
  for (Function &function : module)
    if (function.getName().starts_with("smr.site.") && !function.isDeclaration())
      setAside(function, library);
}
