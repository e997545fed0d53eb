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
/// An address as a base and a constant byte offset: neighbours have the same base.
struct Place {
  const Value *base = nullptr, *index = nullptr;
  int64_t offset = 0;
};
} // namespace

/// One value, or computed alike: what a pointer to the array is loaded from is loaded again after each store.
static bool isAlike(const Value *a, const Value *b, unsigned depth = 0) {
  constexpr unsigned deepest = 8;
  const auto *one = dyn_cast_or_null<Instruction>(a), *other = dyn_cast_or_null<Instruction>(b);
  if (a == b || !one || !other)
    return a == b;
  if (isa<PHINode, CallBase>(one) || one->getOpcode() != other->getOpcode() ||
      one->getNumOperands() != other->getNumOperands())
    return false;
  return depth == deepest || all_of(zip(one->operands(), other->operands()), [&](auto two) {
           auto [x, y] = two;
           return isAlike(x, y, depth + 1);
         });
}

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

/// Is an element that changes in the loop among what the value is computed from?
static bool hasElement(const Loop &loop, const Value *value, unsigned depth = 0) {
  constexpr unsigned deepest = 4;
  const auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction) || depth == deepest)
    return false;
  if (const auto *load = dyn_cast<LoadInst>(instruction))
    return isNumber(load) && moves(loop, load->getPointerOperand(), false);
  return any_of(instruction->operands(),
                [&](const Use &use) { return isNumber(use) && hasElement(loop, use, depth + 1); });
}

/// Is it computed from a product of two elements that change in the loop? (No complex vector is, by idioms.)
static bool hasProduct(const Loop &loop, const Value *value, unsigned depth = 0) {
  constexpr unsigned deepest = 5;
  const auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction) || depth == deepest)
    return false;
  const auto *call = dyn_cast<IntrinsicInst>(instruction);
  bool product =
      instruction->getOpcode() == Instruction::FMul ||
      (call && (call->getIntrinsicID() == Intrinsic::fmuladd || call->getIntrinsicID() == Intrinsic::fma));
  return (product && hasElement(loop, instruction->getOperand(0)) &&
          hasElement(loop, instruction->getOperand(1))) ||
         any_of(instruction->operands(),
                [&](const Use &use) { return isNumber(use) && hasProduct(loop, use, depth + 1); });
}

/// Is the number half of a complex one that is computed? Those are pairs in one array. (Three neighbours are
/// a vector in space.)
static bool isHalf(const Loop &loop, const StoreInst &store) {
  auto isComputed = [&](const StoreInst &each) {
    return each.getValueOperand()->getType() == store.getValueOperand()->getType() &&
           isa<Instruction>(each.getValueOperand()) && !isa<LoadInst>(each.getValueOperand());
  };
  if (!isComputed(store) || hasProduct(loop, store.getValueOperand()))
    return false;
  const Place own = placeOf(store);
  const int64_t size =
      store.getModule()->getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  SmallSet<int64_t, 8> beside;
  for (const Instruction &each : *store.getParent())
    if (const auto *other = dyn_cast<StoreInst>(&each); other && isComputed(*other))
      if (Place place = placeOf(*other); isAlike(place.base, own.base) && isAlike(place.index, own.index))
        beside.insert(place.offset);
  unsigned run = 1;
  for (int64_t at = own.offset + size; beside.contains(at); at += size)
    ++run;
  for (int64_t at = own.offset - size; beside.contains(at); at -= size)
    ++run;
  return run % 2 == 0;
}

static bool storesSum(const Loop &loop, const LoopInfo &loops, bool inner) {
  const Loop *top = loop.getOutermostLoop();
  const bool alone = !inner && countsOnce(loop);
  return any(loop, [&](const Instruction &each) {
    const auto *store = dyn_cast<StoreInst>(&each);
    if (!store || loops.getLoopFor(each.getParent()) != &loop || !isNumber(store->getValueOperand()))
      return false;
    bool element = moves(loop, store->getPointerOperand(), false);
    if (element && (!store->getValueOperand()->getType()->isFloatingPointTy() || isHalf(loop, *store)))
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

//--- Nests that are not equations -----------------------------------------------------------------

namespace {
class Nests {
public:
  Nests(const LoopInfo &loops, const DominatorTree &tree) : loops(loops), tree(tree) {}

  /// Raising refuses the loop: it calls something, chooses elements by integers in memory, or stores where a
  /// comparison of numbers says so.
  bool isRefused(const Loop &loop) {
    auto [at, fresh] = refused.try_emplace(&loop, false);
    if (fresh &&
        (callsStranger(loop) || any(loop, [&](const Instruction &each) { return gathers(loop, each); }) ||
         storesByNumbers(loop)))
      refused[&loop] = true;
    return refused[&loop];
  }

  /// Does the largest nest that the loop is in, and that is raised, run for a few iterations only?
  bool isShort(const Loop &loop) {
    constexpr uint64_t few = 16; // (the shortest calls pay from some 25 on)
    const Loop *nest = &loop;
    while (const Loop *parent = nest->getParentLoop()) {
      if (isRefused(*parent))
        break;
      nest = parent;
    }
    uint64_t all = iterations(*nest);
    return all && all <= few;
  }

private:
  /// Does the value change from one iteration of a loop in this one to the next?
  bool turns(const Loop &loop, const Value *value, bool elements, unsigned depth = 0) const {
    constexpr unsigned deepest = 8;
    const auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop.contains(instruction) || depth == deepest)
      return false;
    if (isa<PHINode>(instruction))
      return loops.isLoopHeader(instruction->getParent());
    if (isa<LoadInst>(instruction) && !elements)
      return false;
    return any_of(instruction->operands(),
                  [&](const Use &use) { return turns(loop, use, elements, depth + 1); });
  }

  /// Is the address computed from an integer that is an element?
  bool isChosen(const Loop &loop, const Value *value, unsigned depth = 0) const {
    constexpr unsigned deepest = 12;
    const auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop.contains(instruction) || depth == deepest ||
        isa<PHINode, CallBase>(instruction))
      return false;
    if (const auto *load = dyn_cast<LoadInst>(instruction))
      return load->getType()->isIntegerTy() && turns(loop, load->getPointerOperand(), false);
    return any_of(instruction->operands(), [&](const Use &use) { return isChosen(loop, use, depth + 1); });
  }

  bool gathers(const Loop &loop, const Instruction &each) const {
    const auto *store = dyn_cast<StoreInst>(&each);
    return (isa<LoadInst>(each) ? isNumber(&each) : store && isNumber(store->getValueOperand())) &&
           isChosen(loop, getLoadStorePointerOperand(&each));
  }

  /// (What equality with 0 leaves out may be an idiom's zeros.)
  bool comparesNumbers(const Loop &loop, const Value *condition) const {
    const auto *instruction = dyn_cast<Instruction>(condition);
    if (!instruction || !loop.contains(instruction))
      return false;
    if (const auto *compare = dyn_cast<FCmpInst>(instruction))
      return !compare->isEquality() &&
             any_of(compare->operands(), [&](const Use &use) { return turns(loop, use, true); });
    return (isa<SelectInst>(instruction) || instruction->isBitwiseLogicOp()) &&
           any_of(instruction->operands(), [&](const Use &use) { return comparesNumbers(loop, use); });
  }

  /// A store of an array that the loop neither compares nor stores elsewhere: that might be one of two
  /// values, or an extremum.
  bool storesByNumbers(const Loop &loop) const {
    SmallVector<const StoreInst *> stores;
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &each : *block)
        if (const auto *store = dyn_cast<StoreInst>(&each); store && isNumber(store->getValueOperand()))
          stores.push_back(store);
    constexpr unsigned most = 100;
    return stores.size() <= most && any_of(loop.blocks(), [&](const BasicBlock *block) {
             const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
             return branch && branch->isConditional() && comparesNumbers(loop, branch->getCondition()) &&
                    any_of(branch->successors(), [&](const BasicBlock *side) {
                      return storesOnlyAfter(loop, {block, side}, stores);
                    });
           });
  }

  bool storesOnlyAfter(const Loop &loop, BasicBlockEdge edge, ArrayRef<const StoreInst *> stores) const {
    auto isIn = [&](const StoreInst *store) { return tree.dominates(edge, store->getParent()); };
    return any_of(stores, [&](const StoreInst *store) {
      if (!isIn(store) || !turns(loop, store->getPointerOperand(), false)) // (a variable may become a value)
        return false;
      Array array = arrayOf(*store);
      return array.root && !compares(loop, array) && none_of(stores, [&](const StoreInst *other) {
               return !isIn(other) && mayBeOne(array, arrayOf(*other));
             });
    });
  }

  /// At most, of the innermost loops; 0: not known.
  static uint64_t iterations(const Loop &loop) {
    uint64_t own = tripsOf(loop), within = 0;
    for (const Loop *inner : loop.getSubLoops()) {
      uint64_t all = iterations(*inner);
      if (!all)
        return 0;
      within += all;
    }
    return own * std::max<uint64_t>(within, 1);
  }

  /// Of a loop from one number to another, by its first test; 0: it is another loop.
  static uint64_t tripsOf(const Loop &loop) {
    constexpr int64_t most = 64;
    const auto *branch = dyn_cast<BranchInst>(loop.getHeader()->getTerminator());
    const auto *test =
        branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    const auto *phi = test ? dyn_cast<PHINode>(test->getOperand(0)) : nullptr;
    const auto *end = test ? dyn_cast<ConstantInt>(test->getOperand(1)) : nullptr;
    const BasicBlock *latch = loop.getLoopLatch();
    if (!phi || !end || !latch || phi->getParent() != loop.getHeader() || phi->getNumIncomingValues() != 2 ||
        !test->isRelational() ||
        loop.contains(branch->getSuccessor(0)) == loop.contains(branch->getSuccessor(1)))
      return 0;
    const auto *step = dyn_cast<BinaryOperator>(phi->getIncomingValueForBlock(latch));
    const auto *first = dyn_cast<ConstantInt>(phi->getIncomingValue(phi->getIncomingBlock(0) == latch));
    const auto *by = step ? dyn_cast<ConstantInt>(step->getOperand(1)) : nullptr;
    if (!first || !by || step->getOpcode() != Instruction::Add || step->getOperand(0) != phi ||
        !by->isOne() || end->getBitWidth() > 64)
      return 0;
    bool below = loop.contains(branch->getSuccessor(0)) &&
                 (test->getPredicate() == ICmpInst::ICMP_SLT || test->getPredicate() == ICmpInst::ICMP_ULT);
    int64_t from = first->getSExtValue(), to = end->getSExtValue();
    return below && from >= 0 && to > from && to <= most ? uint64_t(to - from) : 0;
  }

  const LoopInfo &loops;
  const DominatorTree &tree;
  DenseMap<const Loop *, bool> refused;
};
} // namespace

bool smr::mayGain(const Function &function, const LoopInfo &loops, const DominatorTree &tree) {
  ReversePostOrderTraversal<const Function *> order(&function);
  Nests nests(loops, tree);
  return containsIrreducibleCFG<const BasicBlock *>(order, loops) ||
         any_of(loops.getLoopsInPreorder(), [&](const Loop *loop) {
           const Loop *parent = loop->getParentLoop();
           return !nests.isRefused(*loop) && !nests.isShort(*loop) &&
                  (any(*loop, isSpecial) || multipliesSmall(*loop) ||
                   (carriesSum(*loop) && readsElement(*loop)) ||
                   storesSum(*loop, loops, parent && !nests.isRefused(*parent)));
         });
}
