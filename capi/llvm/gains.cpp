//===- gains.cpp - functions in which a call may be faster than the code --===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// clang/maps.cpp asks the same of code as clang wrote it, where variables are in memory and helpers are
// calls. Here a sum is a phi of a loop that is added to itself, or a store of what is added to an element of
// the same array. In doubt the answer is yes.
//===----------------------------------------------------------------------===//
#include "capi/llvm/gains.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

static bool isNumber(const Value *value) {
  return !value->getType()->isVoidTy() && !value->getType()->isIntOrPtrTy();
}

static bool isOne(const Value *value) {
  const auto *number = dyn_cast<ConstantFP>(value);
  return number && number->isExactlyValue(1.0);
}

static bool any(const Loop &loop, function_ref<bool(const Instruction &)> is) {
  return any_of(loop.blocks(), [&](const BasicBlock *block) { return any_of(*block, is); });
}

/// It may write, and gives no number: no nest with such a call becomes another call.
static bool isStranger(const Instruction &each) {
  const auto *call = dyn_cast<CallBase>(&each);
  return call && !isa<IntrinsicInst>(call) && !isNumber(call) && !call->onlyReadsMemory();
}

static bool callsStranger(const Loop &loop) {
  return any(loop, isStranger);
}

/// Does the value depend on what changes in the loop? `loads`: what is loaded in it may change.
static bool moves(const Loop &loop, const Value *value, bool loads, unsigned depth = 0) {
  constexpr unsigned deepest = 12;
  const auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction))
    return false;
  return isa<PHINode, CallBase>(instruction) || depth == deepest || (loads && isa<LoadInst>(instruction)) ||
         any_of(instruction->operands(), [&](const Use &use) { return moves(loop, use, loads, depth + 1); });
}

static bool readsElement(const Loop &loop) {
  return any(loop, [&](const Instruction &each) {
    const auto *load = dyn_cast<LoadInst>(&each);
    return (load && isNumber(load) && moves(loop, load->getPointerOperand(), true)) ||
           (isa<CallBase>(each) && !isa<IntrinsicInst>(each));
  });
}

//--- Arrays ---------------------------------------------------------------------------------------

namespace {
/// By the way to it: what its address is computed from, and where each pointer that is loaded on the way
/// lies.
struct Array {
  const Value *root = nullptr; // null: not known
  SmallVector<std::optional<int64_t>, 4> places;
};
} // namespace

/// Through offsets, and around loops that move a pointer. Null: there are several.
static const Value *rootOf(const Value *pointer) {
  SmallVector<const Value *> open = {pointer};
  SmallPtrSet<const Value *, 8> seen;
  const Value *root = nullptr;
  while (!open.empty()) {
    const Value *value = open.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (const auto *step = dyn_cast<GEPOperator>(value))
      open.push_back(step->getPointerOperand());
    else if (const auto *phi = dyn_cast<PHINode>(value))
      open.append(phi->value_op_begin(), phi->value_op_end());
    else if (root)
      return nullptr;
    else
      root = value;
  }
  return root;
}

static Array arrayOf(const Instruction &access) {
  constexpr unsigned deepest = 8;
  const DataLayout &layout = access.getModule()->getDataLayout();
  const Value *pointer = getLoadStorePointerOperand(&access);
  Array array;
  for (unsigned depth = 0; depth < deepest; depth++) {
    const Value *root = rootOf(pointer);
    const auto *load = dyn_cast_or_null<LoadInst>(root);
    if (!load) {
      bool local = root && isa<AllocaInst>(root) && depth; // (a pointer in memory of its own)
      if (root && isa<Argument, AllocaInst, GlobalVariable, CallBase>(root) && !local)
        array.root = root;
      return array;
    }
    pointer = load->getPointerOperand();
    APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    const Value *base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
    bool known = !isa<GEPOperator, PHINode>(base);
    array.places.push_back(known ? std::optional(offset.getSExtValue()) : std::nullopt);
  }
  return array;
}

static bool mayBeOne(const Array &a, const Array &b) {
  if (!a.root || !b.root)
    return true;
  return a.root == b.root && a.places.size() == b.places.size() &&
         all_of(zip(a.places, b.places), [](auto two) {
           auto [one, other] = two;
           return !one || !other || *one == *other;
         });
}

//--- Sums and extrema -----------------------------------------------------------------------------

namespace {
/// Is a value computed from what it is looked for by additions, or as the greater or less of two?
class Addends {
public:
  /// `phi`: of the loop's header.
  Addends(const Loop &loop, const PHINode &phi) : loop(loop), phi(&phi) {}
  /// An element of the array.
  Addends(const Loop &loop, const Array &array) : loop(loop), array(&array) {}

  /// `added`: something is added to the value, or it is one of several.
  bool have(const Value *value, bool added = false) {
    const auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop.contains(instruction))
      return false;
    if (instruction == phi)
      return true;
    if (!seen.insert({instruction, added}).second || (phi && isCarried(*instruction)))
      return false;
    auto go = [&](unsigned operand) { return have(instruction->getOperand(operand), added); };
    auto factor = [&](unsigned one, unsigned by) { return isOne(instruction->getOperand(by)) && go(one); };
    switch (instruction->getOpcode()) {
    case Instruction::Load:
      return array && added && mayBeOne(*array, arrayOf(*cast<LoadInst>(instruction)));
    case Instruction::FMul:
      return factor(0, 1) || factor(1, 0);
    case Instruction::FDiv:
      return factor(0, 1);
    case Instruction::FNeg:
    case Instruction::FPExt:
    case Instruction::FPTrunc:
      return go(0);
    case Instruction::SIToFP:
    case Instruction::UIToFP:
      return false;
    case Instruction::Call:
      if (Intrinsic::ID callee = cast<CallBase>(instruction)->getIntrinsicID();
          callee == Intrinsic::fmuladd || callee == Intrinsic::fma) {
        added = true;
        return go(2) || factor(0, 1) || factor(1, 0);
      }
      break;
    default:
      break;
    }
    return any_of(instruction->operands(), [&](const Use &use) { return isNumber(use) && have(use, true); });
  }

private:
  /// … from one iteration to the next, by another phi.
  bool isCarried(const Instruction &each) const {
    return isa<PHINode>(each) && each.getParent() == loop.getHeader();
  }

  const Loop &loop;
  const PHINode *phi = nullptr;
  const Array *array = nullptr;
  SmallSet<std::pair<const Value *, bool>, 16> seen;
};
} // namespace

static bool carriesSum(const Loop &loop) {
  return any_of(loop.getHeader()->phis(), [&](const PHINode &phi) {
    return isNumber(&phi) && any_of(phi.blocks(), [&](const BasicBlock *from) {
             return loop.contains(from) && Addends(loop, phi).have(phi.getIncomingValueForBlock(from));
           });
  });
}

/// No loop that does what a nest does: `i = t / n; j = t % n`, or `if (++j == n) j = 0, i++`.
static bool countsOnce(const Loop &loop) {
  unsigned tests = 0;
  for (const BasicBlock *block : loop.blocks())
    tests += block->getTerminator()->getNumSuccessors() > 1;
  return tests < 2 && !any(
                          loop,
                          [&](const Instruction &each) {
                            bool choice = isa<SelectInst>(each) ||
                                          (isa<PHINode>(each) && each.getParent() != loop.getHeader());
                            return each.isIntDivRem() || each.isShift() ||
                                   each.getOpcode() == Instruction::And || (choice && !isNumber(&each));
                          });
}

/// `if (x > *m) *m = x`: a number that is compared is one of the array's.
static bool compares(const Loop &loop, const Array &array) {
  return any(loop, [&](const Instruction &each) {
    return isa<FCmpInst>(each) &&
           any_of(each.operands(), [&](const Use &use) { return Addends(loop, array).have(use, true); });
  });
}

namespace {
/// Where an address is: bytes behind what is the same for its neighbours.
struct Place {
  const Value *base = nullptr, *index = nullptr;
  int64_t offset = 0;
};
} // namespace

static Place placeOf(const StoreInst &store) {
  const DataLayout &layout = store.getModule()->getDataLayout();
  const Value *pointer = store.getPointerOperand();
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  Place place;
  place.base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  place.offset = offset.getSExtValue();
  const auto *step = dyn_cast<GEPOperator>(place.base);
  if (!step || step->getNumIndices() != 1)
    return place;
  place.base = step->getPointerOperand();
  place.index = step->getOperand(1);
  while (isa<SExtInst, ZExtInst>(place.index))
    place.index = cast<Instruction>(place.index)->getOperand(0);
  const auto *sum = dyn_cast<BinaryOperator>(place.index);
  const auto *more = sum ? dyn_cast<ConstantInt>(sum->getOperand(1)) : nullptr;
  if (more && (sum->getOpcode() == Instruction::Add || sum->getOpcode() == Instruction::Or)) {
    place.index = sum->getOperand(0);
    place.offset += more->getSExtValue() * int64_t(layout.getTypeAllocSize(step->getSourceElementType()));
  }
  return place;
}

/// Is the number half of a complex one that is computed? Those are pairs in one array. (Three neighbours are
/// a vector in space.)
static bool isHalf(const StoreInst &store) {
  auto isComputed = [&](const StoreInst &each) {
    return each.getValueOperand()->getType() == store.getValueOperand()->getType() &&
           isa<Instruction>(each.getValueOperand()) && !isa<LoadInst>(each.getValueOperand());
  };
  if (!isComputed(store))
    return false;
  const Place own = placeOf(store);
  const int64_t size =
      store.getModule()->getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  SmallSet<int64_t, 8> beside;
  for (const Instruction &each : *store.getParent())
    if (const auto *other = dyn_cast<StoreInst>(&each); other && isComputed(*other))
      if (Place place = placeOf(*other); place.base == own.base && place.index == own.index)
        beside.insert(place.offset);
  unsigned run = 1;
  for (int64_t at = own.offset + size; beside.contains(at); at += size)
    ++run;
  for (int64_t at = own.offset - size; beside.contains(at); at -= size)
    ++run;
  return run % 2 == 0;
}

static bool storesSum(const Loop &loop, const LoopInfo &loops) {
  const Loop *parent = loop.getParentLoop(), *top = loop.getOutermostLoop();
  const bool alone = (!parent || callsStranger(*parent)) && countsOnce(loop);
  return any(loop, [&](const Instruction &each) {
    const auto *store = dyn_cast<StoreInst>(&each);
    if (!store || loops.getLoopFor(each.getParent()) != &loop || !isNumber(store->getValueOperand()))
      return false;
    bool element = moves(loop, store->getPointerOperand(), false);
    if (element && (!store->getValueOperand()->getType()->isFloatingPointTy() || isHalf(*store)))
      return true;
    Array array = arrayOf(*store);
    return !(element && alone) &&
           (Addends(*top, array).have(store->getValueOperand()) || compares(loop, array));
  });
}

//--- A loop ---------------------------------------------------------------------------------------

/// What idioms that sum nothing have: exponential functions. Numbers that are copied, or taken for bits, may
/// be anything.
static bool isSpecial(const Instruction &each) {
  if (const auto *call = dyn_cast<CallBase>(&each)) {
    const Function *callee = call->getCalledFunction();
    StringRef name = callee ? callee->getName() : "";
    return isa<MemTransferInst>(call) || name.contains("exp") || name.contains("tanh");
  }
  const auto *cast = dyn_cast<BitCastInst>(&each);
  return (cast && isNumber(cast) != isNumber(cast->getOperand(0))) || each.isAtomic();
}

/// A dot product of small integers.
static bool multipliesSmall(const Loop &loop) {
  bool product = any(loop, [](const Instruction &each) { return each.getOpcode() == Instruction::Mul; });
  return product && any(loop, [](const Instruction &each) {
           unsigned bits =
               isa<SExtInst, ZExtInst>(each) ? each.getOperand(0)->getType()->getScalarSizeInBits() : 0;
           return bits > 1 && bits <= 16;
         });
}

bool smr::mayGain(const Function &function, const LoopInfo &loops) {
  ReversePostOrderTraversal<const Function *> order(&function);
  return containsIrreducibleCFG<const BasicBlock *>(order, loops) ||
         any_of(loops.getLoopsInPreorder(), [&](const Loop *loop) {
           return !callsStranger(*loop) &&
                  (any(*loop, isSpecial) || multipliesSmall(*loop) ||
                   (carriesSum(*loop) && readsElement(*loop)) || storesSum(*loop, loops));
         });
}
