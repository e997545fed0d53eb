//===- statics.cpp - variables that the program's main function has to itself -----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A variable of the module's own whose address goes nowhere is touched by functions of the module alone.
// Where these can be reached by way of `main` alone, nobody else touches it while `main`, or what it called,
// waits for code that nobody knows: whatever that calls, and whatever other threads run, came into the module
// by a function that others see, or whose address they got. (That `main` may begin again is looked for when
// the program runs: smr_rt_region_main in runtime/gpu.)
//===----------------------------------------------------------------------===//
#include "capi/residency/residency.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace smr;

enum { MostUses = 4000 };

/// The program's main function, where nothing here calls it again or knows its address.
static llvm::Function *mainOf(Module &module) {
  llvm::Function *main = module.getFunction("main");
  return main && !main->isDeclaration() && !main->hasLocalLinkage() && main->use_empty() ? main : nullptr;
}

Statics::Statics(Module &module) : main(mainOf(module)) {
  if (!main || !module.getModuleInlineAsm().empty() || !module.alias_empty() || !module.ifunc_empty())
    return;
  for (GlobalVariable &variable : module.globals()) {
    Functions touching;
    if (variable.hasLocalLinkage() && !variable.isConstant() && !variable.isThreadLocal() &&
        variable.hasInitializer() && findTouching(variable, touching) &&
        all_of(touching, [&](auto *function) { return isMains(*function); }))
      mains[&variable] = touching;
  }
}

const DeviceCalls &Statics::deviceOf(llvm::Function &function) {
  auto &calls = devices[&function];
  if (!calls)
    calls = std::make_unique<DeviceCalls>(function);
  return *calls;
}

/// What uses an address as memory, and lets it go nowhere. (What follows from it is `followed`.)
bool Statics::isAccess(const Use &use, bool &followed) {
  auto *user = cast<Instruction>(use.getUser());
  followed = isa<GetElementPtrInst, PHINode, SelectInst, FreezeInst>(user);
  if (followed)
    return true;
  if (auto *load = dyn_cast<LoadInst>(user))
    return load->isSimple();
  if (auto *store = dyn_cast<StoreInst>(user))
    return store->isSimple() && use.getOperandNo() == store->getPointerOperandIndex();
  auto *call = dyn_cast<CallBase>(user);
  if (!call || !call->isArgOperand(&use) || call->isInlineAsm() || call->isMustTailCall())
    return false;
  return deviceOf(*user->getFunction()).isArray(use) ||
         capturesNothing(call->getCaptureInfo(call->getArgOperandNo(&use)));
}

/// The functions that touch the variable; false: its address goes elsewhere.
bool Statics::findTouching(const GlobalVariable &variable, Functions &touching) {
  SmallVector<const Value *, 16> work = {&variable};
  SmallPtrSet<const Value *, 16> seen = {&variable};
  for (unsigned k = 0, uses = 0; k < work.size(); k++)
    for (const Use &use : work[k]->uses()) {
      auto *instruction = dyn_cast<Instruction>(use.getUser());
      auto *expression = dyn_cast<ConstantExpr>(use.getUser());
      bool followed = expression && expression->getOpcode() == Instruction::GetElementPtr;
      if (++uses > MostUses || (!instruction && !followed) || (instruction && !isAccess(use, followed)))
        return false;
      if (instruction)
        touching.insert(const_cast<llvm::Function *>(instruction->getFunction()));
      if (followed && seen.insert(use.getUser()).second)
        work.push_back(use.getUser());
    }
  return true;
}

/// `main`, or something that it alone leads to; flang's main program has a name of its own.
bool Statics::isMains(llvm::Function &function) {
  auto [known, fresh] = reached.insert({&function, false}); // (what calls itself alone is called by nobody)
  if (!fresh)
    return known->second;
  bool is = &function == main;
  if (!is && (function.hasLocalLinkage() || function.getName() == "_QQmain") && !function.hasAddressTaken())
    is = all_of(function.users(), [&](User *user) {
      auto *call = dyn_cast<Instruction>(user); // (or the address of a block)
      return call && (call->getFunction() == &function || isMains(*call->getFunction()));
    });
  return reached[&function] = is;
}

/// Does the call reach one of the functions by way of functions of this module that call each other by name?
bool Statics::leadsTo(const CallBase &call, const Functions &functions) const {
  SmallVector<const llvm::Function *, 8> work = {call.getCalledFunction()};
  SmallPtrSet<const llvm::Function *, 8> seen;
  while (!work.empty()) {
    const llvm::Function *function = work.pop_back_val();
    if (!function || !seen.insert(function).second)
      continue;
    if (functions.contains(const_cast<llvm::Function *>(function)))
      return true;
    for (const BasicBlock &block : *function)
      for (const Instruction &instruction : block)
        if (auto *inner = dyn_cast<CallBase>(&instruction))
          work.push_back(inner->getCalledFunction());
  }
  return false;
}

/// May an operand be the variable's address? (It is nowhere in memory, and no call returns it; a caller may
/// give it.)
static bool isGiven(const CallBase &call, const GlobalVariable &variable) {
  for (const Value *operand : call.operand_values()) {
    SmallVector<const Value *, 4> roots;
    if (operand->getType()->isPointerTy())
      getUnderlyingObjects(operand, roots, nullptr, 0);
    for (const Value *root : roots)
      if (root == &variable ||
          !(isa<ConstantData, GlobalValue, LoadInst, AllocaInst>(root) || isa<CallBase>(root)))
        return true;
  }
  return false;
}

bool Statics::isOutOfReach(const Value *root, const Instruction &during) {
  auto *variable = dyn_cast<GlobalVariable>(root);
  auto *call = dyn_cast<CallBase>(&during);
  auto known = variable ? mains.find(variable) : mains.end();
  if (known == mains.end() || !call || call->isInlineAsm() || isGiven(*call, *variable) ||
      leadsTo(*call, known->second))
    return false;
  isRelied = true;
  return true;
}
