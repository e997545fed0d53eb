//===- marks.cpp - the marks that pragmas left on loops ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/off_mark.h"
#include "capi/clang/plugin.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

static bool isOffMark(const MDOperand &operand) {
  auto *node = dyn_cast_or_null<MDNode>(operand.get());
  auto *name = node && node->getNumOperands() == 2 ? dyn_cast<MDString>(node->getOperand(0)) : nullptr;
  if (!name || name->getString() != "llvm.loop.pipeline.initiationinterval")
    return false;
  auto *interval = mdconst::dyn_extract<ConstantInt>(node->getOperand(1));
  return interval && (interval->equalsInt(SMR_OFF_INTERVAL) || interval->equalsInt(SMR_ORDER_INTERVAL));
}

/// The loop's metadata without the mark; null when nothing else is in it. (Its first operand is itself.)
static MDNode *withoutMark(const MDNode &loop) {
  SmallVector<Metadata *> kept = {nullptr};
  for (unsigned k = 1; k < loop.getNumOperands(); k++)
    if (!isOffMark(loop.getOperand(k)))
      kept.push_back(loop.getOperand(k));
  if (all_of(drop_begin(kept), [](Metadata *one) { return isa<DILocation>(one); }))
    return nullptr; // (clang notes places beside hints alone)
  MDNode *node = MDNode::getDistinct(loop.getContext(), kept);
  node->replaceOperandWith(0, node);
  return node;
}

bool smr::dropOffMarks(Module &module) {
  bool any = false;
  for (Function &function : module)
    for (BasicBlock &block : function) {
      Instruction *last = block.getTerminator();
      MDNode *loop = last ? last->getMetadata(LLVMContext::MD_loop) : nullptr;
      if (!loop || none_of(drop_begin(loop->operands()), isOffMark))
        continue;
      last->setMetadata(LLVMContext::MD_loop, withoutMark(*loop));
      any = true;
    }
  return any;
}
