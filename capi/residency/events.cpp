//===- events.cpp - what instructions do to memory ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Sound without a guess: what is not known to touch only what it names, to return, and to do so where it was
// called, is unknown.
//===----------------------------------------------------------------------===//
#include "capi/residency/residency.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace smr;

//--- Calls through slots ------------------------------------------------------------------

/// The slot whose content the value is (or null, which nobody calls).
static const GlobalVariable *slotOf(const Value *value, unsigned depth = 0) {
  if (auto *load = dyn_cast<LoadInst>(value)) {
    auto *slot = dyn_cast<GlobalVariable>(load->getPointerOperand());
    return slot && slot->getSection() == "smr_rt_slots" && slot->hasInitializer() ? slot : nullptr;
  }
  auto *phi = dyn_cast<PHINode>(value);
  const GlobalVariable *common = nullptr;
  for (unsigned k = 0; phi && depth < 4 && k < phi->getNumIncomingValues(); k++) {
    if (isa<ConstantPointerNull>(phi->getIncomingValue(k)))
      continue;
    const GlobalVariable *slot = slotOf(phi->getIncomingValue(k), depth + 1);
    if (!slot || (common && slot != common))
      return nullptr;
    common = slot;
  }
  return common;
}

/// runtime/slots.h: address, linked, text ("openblas\0dgemm_\0"), kind.
static std::string symbolOf(const GlobalVariable &slot) {
  auto *record = dyn_cast<ConstantStruct>(slot.getInitializer());
  if (!record || record->getNumOperands() != 4)
    return "";
  auto *kind = dyn_cast<ConstantInt>(record->getOperand(3));
  auto *text = dyn_cast<GlobalVariable>(record->getOperand(2));
  auto *bytes =
      text && text->hasInitializer() ? dyn_cast<ConstantDataSequential>(text->getInitializer()) : nullptr;
  if (!kind || kind->isZero() || !bytes || !bytes->isString())
    return "";
  return bytes->getAsString().split('\0').second.split('\0').first.str();
}

DeviceCalls::DeviceCalls(Function &function) {
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const GlobalVariable *slot = call ? slotOf(call->getCalledOperand()) : nullptr;
    SmrStayRoutine routine;
    if (!slot || !smr_stay_routine(symbolOf(*slot).c_str(), &routine))
      continue;
    bool fits = true;
    for (unsigned k = 0; k < routine.count; k++)
      fits &= routine.place[k] < call->arg_size() &&
              call->getArgOperand(routine.place[k])->getType()->isPointerTy();
    if (fits)
      calls.insert({call, routine});
  }
}

bool DeviceCalls::isArray(const Use &use) const {
  auto *call = dyn_cast<CallBase>(use.getUser());
  const SmrStayRoutine *routine = call ? find(*call) : nullptr;
  for (unsigned k = 0; routine && k < routine->count; k++)
    if (&call->getArgOperandUse(routine->place[k]) == &use)
      return true;
  return false;
}

//--- Other instructions -----------------------------------------------------------------------

using Accesses = SmallVector<Access, 4>;

static Access unknown(const char *why) {
  return {SMR_STAY_UNKNOWN, nullptr, 0, nullptr, why};
}

static Accesses accessesOfMove(const AnyMemIntrinsic &move) {
  if (move.isVolatile() || move.isAtomic())
    return {unknown("it copies memory in a way of its own (volatile or atomic)")};
  Accesses all;
  auto *length = move.getLength();
  auto *fixed = dyn_cast<ConstantInt>(length);
  uint64_t size = fixed ? fixed->getZExtValue() : 0;
  if (fixed && !size)
    return {};
  if (auto *copy = dyn_cast<AnyMemTransferInst>(&move))
    all.push_back({SMR_STAY_READ, copy->getRawSource(), size, fixed ? nullptr : length});
  all.push_back({SMR_STAY_WRITE, move.getRawDest(), size, fixed ? nullptr : length});
  return all;
}

/// What a call may do that touches no memory but what its arguments point to.
static Accesses accessesOfArguments(const CallBase &call, ModRefInfo effects) {
  Accesses all;
  for (const Use &argument : call.args()) {
    Type *type = argument->getType();
    if (!type->isPtrOrPtrVectorTy() || isa<ConstantPointerNull>(argument))
      continue;
    const Value *pointer = type->isPointerTy() ? argument.get() : nullptr;
    if (isRefSet(effects))
      all.push_back({SMR_STAY_READ, pointer});
    if (isModSet(effects))
      all.push_back({SMR_STAY_WRITE, pointer});
  }
  return all;
}

/// Might a GPU's call be behind it? What calls through a slot says that it uses memory that nobody else sees
/// (lib/mlir/host/slot.c); of others that do the C library's are known not to.
static bool mayCallDevice(const CallBase &call, const TargetLibraryInfo &library) {
  const llvm::Function *callee = call.getCalledFunction();
  LibFunc function;
  if (!callee)
    return true;
  return !callee->isIntrinsic() && !library.getLibFunc(*callee, function) &&
         isModOrRefSet(call.getMemoryEffects().getModRef(IRMemLocation::InaccessibleMem));
}

/// Might another thread, which waits for it, read what was written before it? (What a function does to its
/// arguments' memory may be a release.)
static bool maySynchronise(const CallBase &call, const TargetLibraryInfo &library) {
  const llvm::Function *callee = call.getCalledFunction();
  LibFunc function;
  return !call.hasFnAttr(Attribute::NoSync) && !call.doesNotAccessMemory() &&
         !(callee && (callee->isIntrinsic() || library.getLibFunc(*callee, function)));
}

static MemoryEffects othersOf(const CallBase &call) {
  return call.getMemoryEffects()
      .getWithoutLoc(IRMemLocation::ArgMem)
      .getWithoutLoc(IRMemLocation::InaccessibleMem)
      .getWithoutLoc(IRMemLocation::ErrnoMem);
}

/// Why it is not known that the call touches only what its arguments point to, returns, and does so here;
/// NULL: it is.
static const char *whyUnknown(const CallBase &call, const TargetLibraryInfo &library) {
  if (call.isInlineAsm())
    return "inline assembly may do anything";
  if (call.hasOperandBundles() || call.isConvergent())
    return "it is no ordinary call";
  if (!othersOf(call).doesNotAccessMemory())
    return "it may touch any memory";
  if (getReallocatedOperand(&call))
    return "it may move memory";
  if (mayCallDevice(call, library))
    return "it may call a routine that the GPU serves";
  if (!call.doesNotThrow())
    return "it may throw an exception";
  if (!call.hasFnAttr(Attribute::WillReturn))
    return "it may not return";
  return maySynchronise(call, library) ? "another thread may wait for it" : nullptr;
}

static Accesses accessesOfCall(CallBase &call, const TargetLibraryInfo &library) {
  if (auto *lifetime = dyn_cast<LifetimeIntrinsic>(&call))
    return {{SMR_STAY_DIES, lifetime->getArgOperand(lifetime->arg_size() - 1)}};
  if (auto *move = dyn_cast<AnyMemIntrinsic>(&call))
    return accessesOfMove(*move);
  auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::stacksave)
    return {};
  if (intrinsic && (intrinsic->isAssumeLikeIntrinsic() || isa<DbgInfoIntrinsic>(intrinsic)))
    return {};
  if (const Value *freed = getFreedOperand(&call, &library);
      freed && !call.isInlineAsm() && isa<CallInst>(call))
    return {{SMR_STAY_DIES, freed}};
  if (const char *why = whyUnknown(call, library))
    return {unknown(why)};
  return accessesOfArguments(call, call.getMemoryEffects().getModRef(IRMemLocation::ArgMem));
}

/// What else a routine is given by address (flags, sizes, factors, a place for a number) is read or written
/// at once, by the host.
static Accesses accessesOfDeviceCall(const CallBase &call, const DeviceCalls &device) {
  Accesses all;
  unsigned result = device.find(call)->result;
  for (const Use &argument : call.args())
    if (argument->getType()->isPointerTy() && !device.isArray(argument)) {
      bool written = result && call.getArgOperandNo(&argument) == result;
      all.push_back({written ? SMR_STAY_WRITE : SMR_STAY_READ, argument.get(), 16});
    }
  return all;
}

SmallVector<Access, 4> smr::accessesOf(Instruction &instruction, const DeviceCalls &device,
                                       const TargetLibraryInfo &library) {
  const DataLayout &layout = instruction.getDataLayout();
  auto sizeOf = [&](Type *type) {
    TypeSize size = layout.getTypeStoreSize(type);
    return size.isScalable() ? 0 : size.getFixedValue();
  };
  if (device.find(instruction))
    return accessesOfDeviceCall(cast<CallBase>(instruction), device);
  const char *plain = "it is volatile or atomic";
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return {load->isSimple() ? Access{SMR_STAY_READ, load->getPointerOperand(), sizeOf(load->getType())}
                             : unknown(plain)};
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return {store->isSimple() ? Access{SMR_STAY_WRITE, store->getPointerOperand(),
                                       sizeOf(store->getValueOperand()->getType())}
                              : unknown(plain)};
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return accessesOfCall(*call, library);
  if (instruction.mayReadOrWriteMemory() || instruction.mayThrow())
    return {unknown(instruction.isAtomic() ? plain : "it may touch any memory")};
  return {};
}
