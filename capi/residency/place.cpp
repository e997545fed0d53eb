//===- place.cpp - markers are put in ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A marker is a call of a function of the module's own, which calls runtime/gpu's where that is linked in.
//===----------------------------------------------------------------------===//
#include "capi/residency/residency.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace smr;

//--- The functions ------------------------------------------------------------------------

/// `if (smr_rt_…) smr_rt_…(at, bytes up to the end of memory)`; where it returns something, else 0.
static void makeBody(llvm::Function &marker, llvm::Function &target) {
  LLVMContext &context = marker.getContext();
  auto *entry = BasicBlock::Create(context, "", &marker), *there = BasicBlock::Create(context, "", &marker),
       *done = BasicBlock::Create(context, "", &marker);
  IRBuilder<> at(entry);
  at.CreateCondBr(at.CreateIsNotNull(&target), there, done);
  at.SetInsertPoint(there);
  SmallVector<Value *, 2> arguments(make_pointer_range(marker.args()));
  if (marker.arg_size() == 2) {
    Value *most = at.CreateNot(at.CreatePtrToInt(marker.getArg(0), at.getInt64Ty()));
    Value *isLess = at.CreateICmpULT(marker.getArg(1), most);
    arguments = {marker.getArg(0), at.CreateSelect(isLess, marker.getArg(1), most)};
  }
  CallInst *result = at.CreateCall(&target, arguments);
  result->setDoesNotThrow();
  at.CreateBr(done);
  at.SetInsertPoint(done);
  if (result->getType()->isVoidTy()) {
    at.CreateRetVoid();
    return;
  }
  PHINode *value = at.CreatePHI(result->getType(), 2);
  value->addIncoming(Constant::getNullValue(result->getType()), entry);
  value->addIncoming(result, there);
  at.CreateRet(value);
}

static llvm::Function *markerOf(Module &module, StringRef name) {
  std::string own = ("smr.stay." + name).str();
  if (llvm::Function *known = module.getFunction(own))
    return known;
  LLVMContext &context = module.getContext();
  Type *number = Type::getInt64Ty(context), *returned = Type::getVoidTy(context);
  SmallVector<Type *, 2> types;
  if (name.starts_with("host"))
    types = {PointerType::get(context, 0), number};
  else if (name == "region_resume")
    types = {number};
  else if (name == "region_pause")
    returned = number;
  auto *type = FunctionType::get(returned, types, false);
  auto *target = cast<llvm::Function>(module.getOrInsertFunction(("smr_rt_" + name).str(), type).getCallee());
  if (target->isDeclaration())
    target->setLinkage(GlobalValue::ExternalWeakLinkage);
  auto *marker = llvm::Function::Create(type, GlobalValue::InternalLinkage, own, module);
  marker->addFnAttr(Attribute::NoInline);
  marker->setDoesNotThrow();
  makeBody(*marker, *target);
  return marker;
}

bool Statics::place() {
  if (!isRelied)
    return false;
  IRBuilder<> at(&*main->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  CallInst *call = at.CreateCall(markerOf(*main->getParent(), "region_main"));
  call->setDoesNotThrow();
  if (DISubprogram *place = main->getSubprogram())
    call->setDebugLoc(DILocation::get(main->getContext(), 0, 0, place));
  return true;
}

CallInst *Flow::call(const char *name, IRBuilder<> &at, ArrayRef<Value *> arguments) {
  CallInst *call = at.CreateCall(markerOf(*function.getParent(), name), arguments);
  call->setDoesNotThrow();
  if (DISubprogram *place = function.getSubprogram(); place && !call->getDebugLoc())
    call->setDebugLoc(DILocation::get(function.getContext(), 0, 0, place));
  return call;
}

void Flow::pause(Instruction *during) {
  IRBuilder<> before(during);
  CallInst *paused = call("region_pause", before, {});
  IRBuilder<> behind(during->getNextNode());
  call("region_resume", behind, {paused});
}

void Flow::begin(Instruction *before) {
  IRBuilder<> at(before);
  call("region_begin", at, {});
}

void Flow::end(SmrStaySet forgets, Instruction *before) {
  for (auto &[root, number] : arrays)
    if ((forgets >> number & 1) && isKnownAt(root, before)) {
      Named name;
      name.object = root;
      mark(SMR_STAY_HOST_FORGETS, name, before);
    }
  IRBuilder<> at(before);
  call("region_end", at, {});
}

void Flow::mark(SmrStayMarker marker, const Named &name, Instruction *before) {
  static const char *const names[] = {"", "host_reads", "host_writes", "host_forgets"};
  IRBuilder<> at(before);
  Value *from = ConstantPointerNull::get(at.getPtrTy()), *bytes = at.getInt64(UINT64_MAX);
  if (name.object) {
    from = const_cast<Value *>(name.object);
    bytes = objects.size(name.object, at);
  } else if (name.from) {
    from = const_cast<Value *>(name.from);
    bytes = name.length ? at.CreateZExtOrTrunc(name.length, at.getInt64Ty()) : at.getInt64(name.size);
  } else if (name.low) {
    SCEVExpander expander(with.evolution, "stay");
    from = expander.expandCodeFor(name.low, at.getPtrTy(), before);
    Value *high = expander.expandCodeFor(name.high, at.getPtrTy(), before);
    bytes = at.CreateSub(at.CreatePtrToInt(high, at.getInt64Ty()), at.CreatePtrToInt(from, at.getInt64Ty()));
  }
  call(names[marker], at, {from, bytes});
}

//--- Into the code ------------------------------------------------------------------------

void Flow::placeBlock(uint32_t block) {
  SmrStayBlock &b = stay.blocks.data[block];
  for (uint32_t k = 0; k < b.events.size; k++) {
    const SmrStayEvent &event = b.events.data[k];
    Instruction *before = places[block][k].before;
    if (event.marker)
      mark(event.marker, named[event.range], before);
    if (event.begins)
      begin(before);
    if (event.ends)
      end(event.forgets, before->getNextNode());
    if (event.kind == SMR_STAY_ELSEWHERE && event.before && event.after)
      pause(before);
  }
}

/// What comes next on the edge, and on no other way. (Blocks keep their names: where one begins or ends with
/// the edge, the place is in it.)
Instruction *Flow::onEdge(const SmrStayEdge &edge) {
  BasicBlock *from = blocks[edge.from], *to = blocks[edge.to];
  if (to->getUniquePredecessor() && to != &function.getEntryBlock())
    return &*to->getFirstInsertionPt();
  if (from->getUniqueSuccessor())
    return from->getTerminator();
  CriticalEdgeSplittingOptions options(&with.dominators); // (other edges stay)
  return SplitCriticalEdge(from, to, options.setMergeIdenticalEdges())->getTerminator();
}

bool Flow::place() {
  bool any = false;
  for (uint32_t b = 0; b < stay.blocks.size; b++)
    for (uint32_t k = 0; k < stay.blocks.data[b].events.size; k++)
      any |= stay.blocks.data[b].events.data[k].after;
  if (!any)
    return false;
  for (uint32_t b = 0; b < stay.blocks.size; b++)
    placeBlock(b);
  for (uint32_t k = 0; k < stay.edges.size; k++) {
    const SmrStayEdge &edge = stay.edges.data[k];
    if (edge.begins)
      begin(onEdge(edge));
    if (edge.ends)
      end(edge.forgets, onEdge(edge));
  }
  return true;
}

Flow::Told Flow::told() const {
  Told told;
  for (uint32_t b = 0; b < stay.blocks.size; b++)
    for (uint32_t k = 0; k < stay.blocks.data[b].events.size; k++) {
      const SmrStayEvent &event = stay.blocks.data[b].events.data[k];
      told.regions += event.begins;
      told.resident += popcount(event.resident);
      told.again += popcount(event.again & ~event.resident);
      told.unread += popcount(event.forgets) + (event.marker == SMR_STAY_HOST_FORGETS);
      if (event.kind == SMR_STAY_DEVICE && event.after && !told.where)
        told.where = places[b][k].before;
    }
  for (uint32_t k = 0; k < stay.edges.size; k++) {
    told.regions += stay.edges.data[k].begins;
    told.unread += popcount(stay.edges.data[k].forgets);
  }
  return told;
}
