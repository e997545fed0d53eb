//===- traces.cpp - what a compilation was given for reports alone ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/llvm/traces.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"

using namespace llvm;

void smr::discardNames(Module &module) {
  for (Function &function : module) {
    for (Argument &argument : function.args())
      argument.setName("");
    for (BasicBlock &block : function) {
      block.setName("");
      for (Instruction &instruction : block)
        if (instruction.hasName())
          instruction.setName("");
    }
  }
  module.getContext().setDiscardValueNames(true);
}

bool smr::stripPlaces(Module &module) {
  bool changed = StripDebugInfo(module);
  NamedMDNode *flags = module.getModuleFlagsMetadata();
  if (!flags)
    return changed;
  SmallVector<MDNode *> kept;
  for (MDNode *flag : flags->operands()) {
    auto *name = dyn_cast<MDString>(flag->getOperand(1));
    if (!name || (name->getString() != "Debug Info Version" && name->getString() != "Dwarf Version"))
      kept.push_back(flag);
  }
  flags->clearOperands();
  for (MDNode *flag : kept)
    flags->addOperand(flag);
  if (kept.empty())
    flags->eraseFromParent();
  return true;
}
