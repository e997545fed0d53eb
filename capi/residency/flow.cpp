//===- flow.cpp - a function of LLVM IR as lib/residency sees it -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// First all events as they stand, to find how far out of loops markers may go; then once more, where markers
// would stand, with the ranges that can be named there.
//===----------------------------------------------------------------------===//
#include "capi/residency/residency.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace smr;

enum { MostBlocks = 4000, MostItems = 8000 };

Flow::Flow(llvm::Function &function, const DeviceCalls &device, Statics &statics, const Analyses &with)
    : function(function), device(device), statics(statics), with(with),
      objects(device, with.library, function.getDataLayout()) {}

//--- What stands where --------------------------------------------------------------------

bool Flow::readArrays(std::string &reason) {
  for (auto &[call, routine] : device)
    for (unsigned k = 0; k < routine.count; k++)
      for (const Value *root : objects.rootsOf(cast<CallBase>(call)->getArgOperand(routine.place[k])))
        arrays.insert({root, arrays.size()});
  if (arrays.size() > SMR_STAY_MOST_ARRAYS) {
    reason = "too many arrays";
    return false;
  }
  return true;
}

/// All arrays that memory of the root (null: any memory) may be part of.
SmrStaySet Flow::meeting(const Value *root) {
  SmrStaySet set = 0;
  for (auto &[array, number] : arrays)
    if (!root || objects.mayMeet(root, array))
      set |= SmrStaySet(1) << number;
  return set;
}

void Flow::readCall(Instruction &call, const SmrStayRoutine &routine, uint32_t block) {
  SmrStayEvent event = {};
  event.kind = SMR_STAY_DEVICE;
  for (unsigned k = 0; k < routine.count; k++)
    for (const Value *root : objects.rootsOf(cast<CallBase>(call).getArgOperand(routine.place[k]))) {
      SmrStaySet set = meeting(root);
      event.takes |= SmrStaySet(1) << arrays.lookup(root);
      event.reads |= routine.reads[k] ? set : 0;
      event.writes |= routine.writes[k] ? set : 0;
    }
  items.push_back({&call, block, event, {}, nullptr, 0, nullptr});
}

/// The arrays whose address an instruction has as an operand: all that it can reach of those that are
/// private.
SmrStaySet Flow::givenTo(const Instruction &instruction) {
  SmrStaySet set = 0;
  for (const Value *operand : instruction.operand_values()) {
    Type *type = operand->getType();
    if (type->isPointerTy())
      for (const Value *root : objects.rootsOf(operand))
        set |= meeting(root);
    else if (type->isPtrOrPtrVectorTy() || type->isAggregateType())
      set |= meeting(nullptr);
  }
  return set;
}

/// Is there one such object, and does a marker at the place know it?
bool Flow::isNamedAt(const Value *root, const Instruction &place) const {
  return objects.hasBase(root) && isKnownAt(root, &place) && !isMany(root);
}

/// What a call can be paused around: it is entered, and left to what is next to it or not at all.
static bool isPlainCall(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && !isa<IntrinsicInst>(call) && !call->isMustTailCall() && !call->isConvergent() &&
         !call->hasOperandBundles();
}

/// Unknown code that cannot reach some of the arrays: the others, if markers can name them, are read and
/// written, and it is elsewhere. False: so it is not.
bool Flow::readElsewhere(Instruction &instruction, const Access &access, uint32_t block) {
  SmrStaySet given = givenTo(instruction), reached = 0;
  if (!isPlainCall(instruction))
    return false;
  for (auto &[root, number] : arrays) {
    bool isReached =
        !statics.isOutOfReach(root, instruction) && ((given >> number & 1) || !objects.isOutOfReach(root));
    if (isReached && !isNamedAt(root, instruction))
      return false;
    reached |= SmrStaySet(isReached) << number;
  }
  if (static_cast<size_t>(popcount(reached)) == arrays.size())
    return false;
  SmrStayEvent event = {};
  for (SmrStayKind kind : {SMR_STAY_READ, SMR_STAY_WRITE})
    for (auto &[root, number] : arrays)
      if (reached >> number & 1) {
        event.kind = kind;
        items.push_back({&instruction, block, event, {kind, root}, root, meeting(root), nullptr});
      }
  event.kind = SMR_STAY_ELSEWHERE;
  event.reads = given;
  items.push_back({&instruction, block, event, access, nullptr, 0, nullptr});
  return true;
}

void Flow::readAccess(Instruction &instruction, const Access &access, uint32_t block) {
  SmrStayEvent event = {};
  event.kind = access.kind;
  if (access.kind == SMR_STAY_UNKNOWN && readElsewhere(instruction, access, block))
    return;
  if (access.kind == SMR_STAY_UNKNOWN)
    event.reads = givenTo(instruction);
  if (access.kind == SMR_STAY_UNKNOWN || !access.pointer) {
    items.push_back({&instruction, block, event, access, nullptr, meeting(nullptr), nullptr});
    return;
  }
  for (const Value *root : objects.rootsOf(access.pointer))
    if (SmrStaySet set = meeting(root))
      items.push_back({&instruction, block, event, access, root, set, nullptr});
}

/// Does each of the arrays that the instruction makes die there before the next one is made?
bool Flow::diesEachTime(const AllocaInst &array, const Instruction &restore) const {
  SmallPtrSet<BasicBlock *, 1> there;
  there.insert(const_cast<BasicBlock *>(restore.getParent()));
  return array.getParent() == restore.getParent() ||
         !isPotentiallyReachable(array.getParent()->getTerminator(), &array, &there, &with.dominators,
                                 &with.loops);
}

/// What was put on the stack since the stack was saved is no more. (What always was before that still is:
/// each way from there to here leads over the save.)
void Flow::readRestore(Instruction &restore, uint32_t block) {
  auto *save = dyn_cast<IntrinsicInst>(restore.getOperand(0));
  bool known = save && save->getIntrinsicID() == Intrinsic::stacksave;
  SmrStayEvent event = {};
  event.kind = SMR_STAY_WRITE;
  for (auto &[root, number] : arrays) {
    auto *array = dyn_cast<AllocaInst>(root);
    if (!array || array->isStaticAlloca() || (known && with.dominators.dominates(array, save)))
      continue;
    if (isKnownAt(root, &restore) && diesEachTime(*array, restore))
      readAccess(restore, {SMR_STAY_DIES, root}, block);
    else
      items.push_back({&restore, block, event, {SMR_STAY_WRITE}, nullptr, meeting(root), nullptr});
  }
}

void Flow::readInstruction(Instruction &instruction, uint32_t block) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::stackrestore) {
    readRestore(instruction, block);
    return;
  }
  for (const Access &access : accessesOf(instruction, device, with.library))
    readAccess(instruction, access, block);
  if (const SmrStayRoutine *routine = device.find(instruction))
    readCall(instruction, *routine, block);
}

bool Flow::read(std::string &reason) {
  if (!readArrays(reason))
    return false;
  ReversePostOrderTraversal<llvm::Function *> order(&function);
  for (BasicBlock *block : order) {
    numbers[block] = static_cast<uint32_t>(blocks.size());
    blocks.push_back(block);
  }
  for (Loop *loop : with.loops.getLoopsInPreorder())
    loops.push_back(loop);
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block)
      readInstruction(instruction, numbers[block]);
  if (blocks.size() > MostBlocks || items.size() > MostItems) {
    reason = "too large";
    return false;
  }
  findLimits();
  addItems();
  smr_stay_solve(&stay);
  return true;
}

//--- How far out ------------------------------------------------------------------------------

static void addShape(SmrStay &stay, ArrayRef<BasicBlock *> blocks, ArrayRef<Loop *> loops, LoopInfo &info,
                     const DenseMap<const BasicBlock *, uint32_t> &numbers) {
  auto numberOf = [&](const Loop *loop) {
    auto at = find(loops, loop);
    return at == loops.end() ? SMR_STAY_NONE : static_cast<uint32_t>(at - loops.begin());
  };
  for (Loop *loop : loops)
    smr_vec_push(&stay.loops, numberOf(loop->getParentLoop()));
  for (BasicBlock *block : blocks)
    smr_stay_add_block(&stay, numberOf(info.getLoopFor(block)));
  for (BasicBlock *block : blocks)
    for (BasicBlock *next : successors(block))
      smr_stay_add_edge(&stay, numbers.lookup(block), numbers.lookup(next));
}

void Flow::findLimits() {
  SmrStay first = {};
  addShape(first, blocks, loops, with.loops, numbers);
  for (Item &item : items) {
    SmrStayEvent event = item.event;
    event.range = first.ranges.size;
    smr_vec_push(&first.ranges, SmrStayRange{item.touches, SMR_STAY_NONE});
    smr_stay_add_event(&first, item.block, &event);
    item.event.range = event.range;
  }
  for (Item &item : items) {
    bool moves = item.event.kind == SMR_STAY_READ || item.event.kind == SMR_STAY_WRITE;
    uint32_t limit = moves ? smr_stay_limit(&first, item.block, &item.event) : SMR_STAY_NONE;
    item.limit = limit == SMR_STAY_NONE ? nullptr : loops[limit];
  }
  smr_stay_free(&first);
}

bool Flow::isKnownAt(const Value *value, const Instruction *place) const {
  auto *instruction = dyn_cast<Instruction>(value);
  return !instruction || (instruction != place && with.dominators.dominates(instruction, place));
}

/// A marker that names an object stands where there is that object, and every loop has a place in front.
Loop *Flow::limitFor(const Item &item) const {
  Loop *limit = nullptr;
  bool named = item.root && objects.hasBase(item.root);
  for (Loop *loop = with.loops.getLoopFor(item.at->getParent()); item.limit && loop;
       loop = loop->getParentLoop()) {
    BasicBlock *front = loop->getLoopPreheader();
    if (!front || (named && !isKnownAt(item.root, front->getTerminator())))
      break;
    limit = loop;
    if (loop == item.limit)
      break;
  }
  return limit;
}

//--- Ranges -----------------------------------------------------------------------------------

uint32_t Flow::addRange(SmrStaySet touches, uint32_t partOf, const Named &name) {
  smr_vec_push(&stay.ranges, SmrStayRange{touches, partOf});
  named.push_back(name);
  return stay.ranges.size - 1;
}

/// A marker for all memory, for accesses that may touch these arrays.
uint32_t Flow::rangeOfAll(SmrStaySet touches) {
  if (auto at = allRanges.find(touches); at != allRanges.end())
    return at->second;
  SmrStaySet any = meeting(nullptr);
  uint32_t all = touches == any ? SMR_STAY_NONE : rangeOfAll(any);
  return allRanges[touches] = addRange(touches, all, {});
}

uint32_t Flow::rangeOfObject(const Value *root) {
  if (auto at = objectRanges.find(root); at != objectRanges.end())
    return at->second;
  Named name;
  name.object = root;
  return objectRanges[root] = addRange(meeting(root), rangeOfAll(meeting(nullptr)), name);
}

/// In front of a loop accesses through one root become one.
uint32_t Flow::rangeOfHull(const Item &item, Loop *limit) {
  Named name;
  SCEVExpander expander(with.evolution, "stay");
  Instruction *front = limit->getLoopPreheader()->getTerminator();
  if (!hullOf(*item.at, item.access, limit, with, name) || !expander.isSafeToExpandAt(name.low, front) ||
      !expander.isSafeToExpandAt(name.high, front))
    return SMR_STAY_NONE;
  auto [at, fresh] = hulls.insert({{limit, item.root, item.event.kind}, 0});
  if (fresh)
    at->second = addRange(item.touches, rangeOfAll(meeting(nullptr)), name);
  else
    widen(named[at->second], name, with.evolution);
  return at->second;
}

uint32_t Flow::rangeOf(const Item &item, Loop *limit) {
  const Value *root = item.root;
  if (!root)
    return rangeOfAll(item.touches);
  if (objects.hasBase(root) && Objects::isCurrent(root, item.access.pointer))
    return rangeOfObject(root);
  uint32_t hull = limit ? rangeOfHull(item, limit) : SMR_STAY_NONE;
  if (hull != SMR_STAY_NONE)
    return hull;
  if (limit || (!item.access.size && !item.access.length))
    return rangeOfAll(item.touches);
  Named name;
  name.from = item.access.pointer, name.size = item.access.size, name.length = item.access.length;
  return addRange(item.touches, rangeOfAll(meeting(nullptr)), name);
}

//--- The events where they will stand -----------------------------------------------------------

void Flow::addEvent(uint32_t block, Instruction *before, const SmrStayEvent &event, const Item &item) {
  smr_stay_add_event(&stay, block, &event);
  places[block].push_back({before, &item});
}

/// What dies is named exactly, or else it is written. (Of several roots one dies, or none.)
static bool isExact(const Objects &objects, const Value *root, const Access &access) {
  return root && objects.hasBase(root) && objects.hasSize(root) &&
         getUnderlyingObject(access.pointer, 0) == root;
}

/// May there be several of it at a time? (Cycles that are no loops have no place that is run once but for the
/// function's start.)
bool Flow::isMany(const Value *root) const {
  auto *instruction = dyn_cast<Instruction>(root);
  return instruction && !instruction->getParent()->isEntryBlock() &&
         isPotentiallyReachable(instruction->getParent()->getTerminator(), instruction, nullptr,
                                &with.dominators, &with.loops);
}

void Flow::addItem(Item &item) {
  SmrStayEvent event = item.event;
  bool stays = event.kind == SMR_STAY_DEVICE || event.kind == SMR_STAY_UNKNOWN;
  if (stays || event.kind == SMR_STAY_ELSEWHERE) {
    addEvent(item.block, item.at, event, item);
    return;
  }
  Loop *limit = limitFor(item);
  if (event.kind == SMR_STAY_DIES) {
    auto array = arrays.find(item.root);
    bool exact = array != arrays.end() && isExact(objects, item.root, item.access);
    event.kind = exact ? SMR_STAY_DIES : SMR_STAY_WRITE;
    event.array = exact ? array->second : 0;
  }
  event.range = rangeOf(item, limit);
  if (!limit) {
    addEvent(item.block, item.at, event, item);
    return;
  }
  uint32_t front = numbers[limit->getLoopPreheader()];
  for (uint32_t k = 0; k < stay.blocks.data[front].events.size; k++) { // said there already?
    const SmrStayEvent &other = stay.blocks.data[front].events.data[k];
    if (other.range == event.range && other.kind == event.kind && places[front][k].before->isTerminator())
      return;
  }
  addEvent(front, limit->getLoopPreheader()->getTerminator(), event, item);
}

void Flow::addItems() {
  addShape(stay, blocks, loops, with.loops, numbers);
  places.resize(blocks.size());
  for (auto &[root, number] : arrays) {
    bool local = objects.isPrivate(root) && objects.hasBase(root) && objects.hasSize(root);
    smr_vec_push(&stay.arrays,
                 SmrStayArray{local ? rangeOfObject(root) : SMR_STAY_NONE, local, isMany(root)});
  }
  for (Item &item : items) // what stands where it stood, in its order
    if (!limitFor(item))
      addItem(item);
  for (bool writes : {true, false}) // (who names a range for writing has named it for reading)
    for (Item &item : items)
      if (limitFor(item) && (item.event.kind == SMR_STAY_WRITE) == writes)
        addItem(item);
}
