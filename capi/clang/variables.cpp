//===- variables.cpp - local variables of rewritten functions -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The way through MLIR keeps places, but no variables. At the start of clang's pipeline each variable has a
// slot in memory: a slot is marked by a column that is its number, and its description put back where it
// survived. A parameter that nothing changes has its argument's value throughout. Of others the debugger is
// told that they were optimised out: never a value that is not theirs.
//===----------------------------------------------------------------------===//
#include "capi/clang/plugin.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace smr;

enum { MostMarks = 60000 }; // a place has 16 bits for its column

/// What the slot holds at the start, and whether anything else can be in it later.
static void readSlot(Variable &v) {
  unsigned stores = 0;
  bool known = true;
  for (const User *user : v.slot->users()) {
    if (auto *store = dyn_cast<StoreInst>(user); store && store->getPointerOperand() == v.slot) {
      ++stores;
      if (auto *argument = dyn_cast<Argument>(store->getValueOperand()))
        v.argument = const_cast<Argument *>(argument);
    } else if (!isa<LoadInst>(user)) {
      auto *intrinsic = dyn_cast<IntrinsicInst>(user);
      known &= intrinsic && intrinsic->isLifetimeStartOrEnd();
    }
  }
  v.changes = stores != 1 || !known;
}

std::vector<Variable> smr::variablesOf(Function &function) {
  std::vector<Variable> variables;
  DenseSet<const DILocalVariable *> seen;
  const DataLayout &layout = function.getDataLayout();
  if (!function.getSubprogram())
    return variables;
  for (Instruction &instruction : instructions(function))
    for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange())) {
      if (variables.size() == MostMarks || !seen.insert(record.getVariable()).second)
        continue;
      const DebugLoc &at = record.getDebugLoc();
      Variable v = {record.getVariable(), record.getExpression(), at, nullptr};
      if (!at.getLine()) // (as assignment tracking writes it)
        v.place = DILocation::get(function.getContext(), v.variable->getLine(), 0, at.getScope(),
                                  at.getInlinedAt());
      Value *address = record.isDbgDeclare()  ? record.getAddress()
                       : record.isDbgAssign() ? record.getAddress()
                                              : nullptr;
      if (record.isDbgAssign()) {
        v.expression = record.getAddressExpression();
      }
      v.slot = dyn_cast_or_null<AllocaInst>(address);
      if (record.isDbgDeclare() &&
          !v.slot) // a structure that the caller made: it lies where the argument says
        v.argument = dyn_cast_or_null<Argument>(address);
      if (v.slot) {
        if (auto size = v.slot->getAllocationSize(layout); size && !size->isScalable())
          v.size = size->getFixedValue();
        readSlot(v);
      }
      variables.push_back(v);
    }
  return variables;
}

void smr::markSlots(Function &function) {
  std::vector<Variable> variables = variablesOf(function);
  for (auto [number, v] : enumerate(variables))
    if (v.slot)
      v.slot->setDebugLoc(DILocation::get(function.getContext(), v.variable->getLine(),
                                          static_cast<unsigned>(number) + 1, function.getSubprogram()));
}

/// The slot, if it still holds the whole variable.
static AllocaInst *sameSlot(AllocaInst *slot, const Variable &v) {
  auto size = slot ? slot->getAllocationSize(slot->getDataLayout()) : std::nullopt;
  return size && !size->isScalable() && v.size && size->getFixedValue() == v.size ? slot : nullptr;
}

template <typename Insert>
static void describeValue(const Variable &v, Insert insert, BasicBlock::iterator start, BasicBlock &entry) {
  Type *any = Type::getInt1Ty(entry.getContext());
  Value *value = v.argument ? static_cast<Value *>(v.argument) : PoisonValue::get(any);
  insert(DbgVariableRecord::createDbgVariableRecord(value, v.variable, v.expression, v.place), start);
  if (v.argument && v.changes) // the entry's code has the value that the caller gave
    insert(DbgVariableRecord::createDbgVariableRecord(PoisonValue::get(v.argument->getType()), v.variable,
                                                      v.expression, v.place),
           entry.getTerminator()->getIterator());
}

void smr::describeVariables(Function &function, const std::vector<Variable> &variables,
                            const std::vector<std::pair<AllocaInst *, unsigned>> &slots) {
  BasicBlock &entry = function.getEntryBlock();
  auto start = entry.getFirstNonPHIOrDbgOrAlloca();
  auto insert = [&](DbgVariableRecord *record, BasicBlock::iterator at) {
    entry.insertDbgRecordBefore(record, at);
  };
  DenseMap<unsigned, AllocaInst *> kept;
  for (auto [slot, mark] : slots)
    if (slot->getParent() == &entry && !kept.try_emplace(mark, slot).second)
      kept[mark] = nullptr; // of two slots in one's place neither is the variable
  // Values come last: behind a slot's description LLVM's assignment tracking would lose them.
  for (bool slotsFirst : {true, false})
    for (auto [number, v] : enumerate(variables)) {
      Value *address =
          v.slot ? static_cast<Value *>(sameSlot(kept.lookup(static_cast<unsigned>(number)), v)) : v.argument;
      if (slotsFirst == (address != nullptr))
        address
            ? insert(DbgVariableRecord::createDVRDeclare(address, v.variable, v.expression, v.place), start)
            : describeValue(v, insert, start, entry);
    }
}
