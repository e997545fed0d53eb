//===- objects.cpp - what pointers point to ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/residency/residency.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;
using namespace smr;

SmallVector<const Value *, 2> Objects::rootsOf(const Value *pointer) const {
  SmallVector<const Value *, 4> found;
  getUnderlyingObjects(pointer, found, nullptr, 0);
  return SmallVector<const Value *, 2>(found.begin(), found.end());
}

/// A variable of the module's own that is set and never read (a descriptor, say, that was optimised away).
static bool isNeverRead(const Value *pointer) {
  auto *global = dyn_cast<GlobalVariable>(pointer->stripInBoundsOffsets());
  if (!global || !global->hasLocalLinkage())
    return false;
  SmallVector<const Value *, 8> work = {global};
  for (unsigned k = 0; k < work.size() && k < 64; k++)
    for (const User *user : work[k]->users()) {
      auto *store = dyn_cast<StoreInst>(user);
      if (isa<ConstantExpr>(user) || isa<GetElementPtrInst>(user))
        work.push_back(user);
      else if (!store || store->getValueOperand() == work[k])
        return false;
    }
  return work.size() <= 64;
}

namespace {
class Escapes : public CaptureTracker {
public:
  Escapes(const DeviceCalls &device, bool whenReturned) : device(device), whenReturned(whenReturned) {}
  void tooManyUses() override { found = true; }
  /// BLAS keeps no address that it is given.
  Action captured(const Use *use, UseCaptureInfo) override {
    if (device.find(*cast<Instruction>(use->getUser())))
      return ContinueIgnoringReturn;
    if (!whenReturned && isa<ReturnInst>(use->getUser()))
      return ContinueIgnoringReturn;
    auto *store = dyn_cast<StoreInst>(use->getUser());
    if (store && store->isSimple() && use->getOperandNo() == 0 && isNeverRead(store->getPointerOperand()))
      return ContinueIgnoringReturn;
    found = true;
    return Stop;
  }
  /// What a call makes of an address and returns would be a root of its own.
  bool shouldExplore(const Use *use) override {
    auto *call = dyn_cast<CallBase>(use->getUser());
    if (call && call->isArgOperand(use) && !device.find(*call))
      found |= capturesAnything(call->getCaptureInfo(call->getArgOperandNo(use)).getRetComponents());
    return !found;
  }

  bool found = false;

private:
  const DeviceCalls &device;
  bool whenReturned; // … it counts as got out
};
} // namespace

/// Made by this very call of the function.
static bool isLocal(const Value *root) {
  return isa<AllocaInst>(root) || isNoAliasCall(root);
}

bool Objects::escapes(const Value *root, bool whenReturned) const {
  Escapes escapes(device, whenReturned);
  PointerMayBeCaptured(root, &escapes, 0);
  return escapes.found;
}

bool Objects::isPrivate(const Value *root) {
  if (!isLocal(root))
    return false;
  auto known = privates.find(root);
  return known != privates.end() ? known->second : privates[root] = !escapes(root, true);
}

/// (Of what other functions promise to be `noalias` a part may be their own still: a pool, say.)
bool Objects::isOutOfReach(const Value *root) {
  auto *argument = dyn_cast<Argument>(root);
  if (argument ? !argument->hasNoAliasAttr() : !isLocal(root) || !hasBase(root))
    return false;
  auto known = outOfReach.find(root);
  return known != outOfReach.end() ? known->second : outOfReach[root] = !escapes(root, false);
}

/// A value that came from elsewhere, or null: never the address of something private.
static bool isFromElsewhere(const Value *root) {
  return isa<ConstantData>(root) || isa<Argument>(root) || isa<LoadInst>(root) || isa<GlobalValue>(root) ||
         isa<CallBase>(root);
}

bool Objects::mayMeet(const Value *a, const Value *b) {
  if (a == b)
    return true;
  if (isIdentifiedObject(a) && isIdentifiedObject(b))
    return false;
  for (int again = 0; again < 2; again++, std::swap(a, b))
    if (isOutOfReach(a) && isFromElsewhere(b))
      return false;
    else if (isLocal(a) && (isa<Argument>(b) || (isFromElsewhere(b) && isPrivate(a))))
      return false;
  return true;
}

/// The root itself behind additions alone, or a root that has one value while the function runs.
bool Objects::isCurrent(const Value *root, const Value *pointer) {
  auto *instruction = dyn_cast<Instruction>(root);
  return !instruction || instruction->getParent()->isEntryBlock() || getUnderlyingObject(pointer, 0) == root;
}

/// (What a function that is not malloc's like promises to be `noalias` may lie anywhere in a larger object,
/// or before it: LLVM finds that of one that returns `malloc(...) - low`.)
bool Objects::hasBase(const Value *root) const {
  return isa<AllocaInst>(root) || isa<GlobalVariable>(root) || (isNoAliasCall(root) && hasSize(root));
}

/// malloc and its like.
Objects::Size Objects::allocated(const CallBase &call, IRBuilder<> *at) const {
  Size none = {false, nullptr};
  LibFunc function;
  const Function *callee = call.getCalledFunction();
  if (!callee || !library.getLibFunc(*callee, function) || !library.has(function))
    return none;
  auto argument = [&](unsigned k) {
    Value *value = call.getArgOperand(k);
    return at ? at->CreateZExtOrTrunc(value, at->getInt64Ty()) : value;
  };
  switch (function) {
  case LibFunc_malloc:
  case LibFunc_Znwm: // C++'s new and new[]
  case LibFunc_Znam:
  case LibFunc_ZnwmRKSt9nothrow_t:
  case LibFunc_ZnamRKSt9nothrow_t:
  case LibFunc_ZnwmSt11align_val_t:
  case LibFunc_ZnamSt11align_val_t:
    return {true, argument(0)};
  case LibFunc_aligned_alloc:
  case LibFunc_memalign:
    return {true, argument(1)};
  case LibFunc_calloc:
    return {true, at ? at->CreateMul(argument(0), argument(1)) : argument(0)};
  default:
    return none;
  }
}

Objects::Size Objects::sizeOf(const Value *root, IRBuilder<> *at) const {
  auto fixed = [&](uint64_t bytes) -> Size { return {true, at ? at->getInt64(bytes) : nullptr}; };
  Size size = {false, nullptr};
  if (auto *global = dyn_cast<GlobalVariable>(root)) {
    if (global->hasDefinitiveInitializer())
      return fixed(layout.getTypeAllocSize(global->getValueType()));
  } else if (auto *slot = dyn_cast<AllocaInst>(root)) {
    TypeSize each = layout.getTypeAllocSize(slot->getAllocatedType());
    if (auto bytes = slot->getAllocationSize(layout); bytes && !bytes->isScalable())
      return fixed(*bytes);
    if (!each.isScalable())
      return {true, at ? at->CreateMul(at->CreateZExtOrTrunc(const_cast<Value *>(slot->getArraySize()),
                                                             at->getInt64Ty()),
                                       at->getInt64(each))
                       : nullptr};
  } else if (auto *call = dyn_cast<CallBase>(root)) {
    size = allocated(*call, at);
  }
  if (!size.known && at)
    size.bytes = at->getInt64(UINT64_MAX);
  return size;
}
