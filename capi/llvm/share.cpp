//===- share.cpp - sites that do the same become one ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Two dot products have the same site, but for the record that it counts in: the sites become one, which gets
// the record's address as its last argument. A function costs LLVM a hundred passes, an argument next to
// nothing.
//===----------------------------------------------------------------------===//
#include "capi/llvm/sites.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/IR/StructuralHash.h"

using namespace llvm;

namespace {
struct Site {
  Function *function;
  GlobalVariable *record;
};

/// Are two sites the same but for their records?
class Comparison {
public:
  Comparison(const Site &left, const Site &right) : left(left), right(right) {}

  bool areSame() {
    const Function &x = *left.function, &y = *right.function;
    if (x.getFunctionType() != y.getFunctionType() || x.getAttributes() != y.getAttributes() ||
        x.getCallingConv() != y.getCallingConv() || x.size() != y.size())
      return false;
    for (auto [a, b] : zip(x.args(), y.args()))
      pairs[&a] = &b;
    for (auto [a, b] : zip(x, y)) {
      if (a.size() != b.size())
        return false;
      pairs[&a] = &b;
      for (auto [i, k] : zip(a, b))
        pairs[&i] = &k;
    }
    return all_of(zip(instructions(x), instructions(y)),
                  [&](auto both) { return sameInstruction(std::get<0>(both), std::get<1>(both)); });
  }

private:
  bool sameInstruction(const Instruction &x, const Instruction &y) const {
    if (!x.isSameOperationAs(&y) || !x.hasSameSubclassOptionalData(&y))
      return false;
    SmallVector<std::pair<unsigned, MDNode *>> ofX, ofY;
    x.getAllMetadataOtherThanDebugLoc(ofX);
    y.getAllMetadataOtherThanDebugLoc(ofY);
    bool same = ofX == ofY;
    if (const auto *phi = dyn_cast<PHINode>(&x))
      for (auto [from, there] : zip(phi->blocks(), cast<PHINode>(y).blocks()))
        same &= pairs.lookup(from) == there;
    for (auto [a, b] : zip(x.operands(), y.operands()))
      same = same && sameValue(a, b);
    return same;
  }

  bool sameValue(const Value *x, const Value *y) const {
    if (auto at = pairs.find(x); at != pairs.end())
      return at->second == y;
    if (x == left.record || y == right.record)
      return x == left.record && y == right.record;
    const auto *a = dyn_cast<ConstantExpr>(x), *b = dyn_cast<ConstantExpr>(y);
    if (x == y || !a || !b || !a->isCast())
      return x == y;
    return a->getOpcode() == b->getOpcode() && a->getType() == b->getType() &&
           sameValue(a->getOperand(0), b->getOperand(0));
  }

  const Site &left, &right;
  DenseMap<const Value *, const Value *> pairs;
};
} // namespace

/// A site is compiled for the processor that its caller is compiled for.
static bool haveSameProcessor(const Function &left, const Function &right) {
  auto callerOf = [](const Function &site) { return cast<CallInst>(site.user_back())->getFunction(); };
  return all_of(ArrayRef<StringRef>{"target-cpu", "target-features", "tune-cpu"}, [&](StringRef key) {
    return callerOf(left)->getFnAttribute(key) == callerOf(right)->getFnAttribute(key);
  });
}

static bool isOnlyCalled(const Function &function) {
  return !function.use_empty() && all_of(function.uses(), [](const Use &use) {
    const auto *call = dyn_cast<CallInst>(use.getUser());
    return call && call->isCallee(&use);
  });
}

/// The module's site functions with records.
static SmallVector<Site> sitesOf(Module &module) {
  SmallVector<Site> sites;
  for (Function &function : module) {
    if (!function.getName().starts_with("smr.site.") || !function.hasLocalLinkage() || function.isVarArg() ||
        function.isDeclaration() || !isOnlyCalled(function))
      continue;
    GlobalVariable *record = module.getGlobalVariable(("smr.record." + function.getName()).str(), true);
    if (record)
      sites.push_back({&function, record});
  }
  return sites;
}

/// Where a site uses a constant offset from an argument and nothing else of it, it is passed the sum.
static void passSums(Function &site) {
  for (Argument &argument : site.args()) {
    auto *sum = argument.hasOneUse() ? dyn_cast<GetElementPtrInst>(argument.user_back()) : nullptr;
    if (!sum || sum->getPointerOperand() != &argument || !sum->hasAllConstantIndices())
      continue;
    for (User *user : site.users()) {
      auto *call = cast<CallInst>(user);
      Instruction *own = sum->clone();
      own->setDebugLoc(call->getDebugLoc());
      own->insertBefore(call->getIterator());
      own->setOperand(0, call->getArgOperand(argument.getArgNo()));
      call->setArgOperand(argument.getArgNo(), own);
    }
    sum->replaceAllUsesWith(&argument);
    sum->eraseFromParent();
  }
}

/// The site gets its record's address as a number, so that a call touches no more memory than before, that
/// which its other arguments point to.
static void replaceRecord(GlobalVariable &record, Function &site, Argument &number) {
  convertUsersOfConstantsToInstructions({&record}, &site);
  Value *pointer = nullptr;
  for (Use &use : make_early_inc_range(record.uses())) {
    auto *user = dyn_cast<Instruction>(use.getUser());
    if (!user || user->getFunction() != &site)
      continue;
    if (isa<PtrToIntInst>(user) && user->getType() == number.getType()) {
      user->replaceAllUsesWith(&number);
      user->eraseFromParent();
      continue;
    }
    if (!pointer)
      pointer = new IntToPtrInst(&number, record.getType(), "", site.getEntryBlock().getFirstInsertionPt());
    use.set(pointer);
  }
}

/// The site's function with its record as another argument; it has no calls yet.
static Function *takeRecord(const Site &site) {
  Function &old = *site.function;
  SmallVector<Type *> parameters(old.getFunctionType()->params());
  parameters.push_back(Type::getInt64Ty(old.getContext()));
  auto *shared = Function::Create(FunctionType::get(old.getReturnType(), parameters, false), old.getLinkage(),
                                  old.getAddressSpace(), "", old.getParent());
  shared->copyAttributesFrom(&old);
  shared->splice(shared->begin(), &old);
  for (auto [from, to] : zip(old.args(), shared->args()))
    from.replaceAllUsesWith(&to);
  replaceRecord(*site.record, *shared, *shared->getArg(old.arg_size()));
  return shared;
}

static void call(Function &shared, const Site &site) {
  Type *number = shared.getArg(shared.arg_size() - 1)->getType();
  for (User *user : make_early_inc_range(site.function->users())) {
    auto *old = cast<CallInst>(user);
    SmallVector<Value *> arguments(old->args());
    arguments.push_back(ConstantExpr::getPtrToInt(site.record, number));
    CallInst *call = CallInst::Create(&shared, arguments, "", old->getIterator());
    call->setCallingConv(old->getCallingConv());
    call->setAttributes(old->getAttributes());
    call->setTailCallKind(old->getTailCallKind());
    call->copyMetadata(*old); // (the place, too)
    call->takeName(old);
    old->replaceAllUsesWith(call);
    old->eraseFromParent();
  }
}

/// Makes the first site and those that do the same one function; the others stay in the list.
static void shareFirst(SmallVector<Site> &sites) {
  Site first = sites.front();
  SmallVector<Site> same, others;
  for (const Site &site : sites)
    (haveSameProcessor(*first.function, *site.function) && Comparison(first, site).areSame() ? same : others)
        .push_back(site);
  sites = std::move(others);
  if (same.size() < 2)
    return;
  Function *shared = takeRecord(first);
  shared->takeName(first.function);
  for (const Site &site : same) {
    call(*shared, site);
    site.function->eraseFromParent();
  }
}

void smr::shareSites(Module &module) {
  SmallVector<Site> sites = sitesOf(module);
  if (sites.size() < 2)
    return;
  MapVector<stable_hash, SmallVector<Site>> groups; // those that may be the same
  for (const Site &site : sites) {
    passSums(*site.function);
    groups[StructuralHash(*site.function)].push_back(site);
  }
  for (auto &[hash, group] : groups)
    while (group.size() > 1)
      shareFirst(group);
}
