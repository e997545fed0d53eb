//===- splice_cfg.c - replace a loop that is made of blocks --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The loop is entered through its header alone and left from its header alone (normalising saw to that).
// Every edge into the header from outside is led to a new block instead.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/splice_internal.h"

static bool contains(const SmrBlockLoop *loop, MlirBlock block) {
  for (uint32_t k = 0; k < loop->blocks.size; ++k)
    if (mlirBlockEqual(loop->blocks.data[k], block))
      return true;
  return false;
}

/// The block of the loop's region that an op stands in, directly or nested.
static MlirBlock block_around(MlirRegion region, MlirOperation op) {
  for (; op.ptr; op = mlirOperationGetParentOperation(op)) {
    MlirBlock block = mlirOperationGetBlock(op);
    if (!mlirBlockIsNull(block) && mlirRegionEqual(mlirBlockGetParentRegion(block), region))
      return block;
  }
  return (MlirBlock){NULL};
}

static bool used_outside(const SmrBlockLoop *loop, MlirRegion region, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    if (!contains(loop, block_around(region, mlirOpOperandGetOwner(use))))
      return true;
  return false;
}

bool smr_block_loop_find(SmrEmit *e, MlirBlock header, MlirBlock exit, SmrBlockLoop *out) {
  out->header = header;
  out->exit = exit;
  if (mlirBlockIsNull(header) || mlirBlockIsNull(exit))
    return smr_emit_fail(e, "part of the code has no place in MLIR"), false;
  MlirRegion region = mlirBlockGetParentRegion(header);
  smr_vec_push(&out->blocks, header);
  for (uint32_t k = 0; k < out->blocks.size; ++k)
    for (intptr_t i = 0; i < mlirBlockGetNumSuccessors(out->blocks.data[k]); ++i) {
      MlirBlock next = mlirBlockGetSuccessor(out->blocks.data[k], i);
      if (k == 0 && mlirBlockEqual(next, exit))
        continue;
      if (mlirBlockEqual(next, exit))
        return smr_emit_fail(e, "the loop is left from its middle"), false;
      if (!contains(out, next))
        smr_vec_push(&out->blocks, next);
    }
  if (mlirBlockGetNumArguments(header) || mlirBlockGetNumArguments(exit))
    return smr_emit_fail(e, "values flow along the jumps of the loop"), false;
  for (uint32_t k = 0; k < out->blocks.size; ++k) {
    for (intptr_t a = 0; a < mlirBlockGetNumArguments(out->blocks.data[k]); ++a)
      if (used_outside(out, region, mlirBlockGetArgument(out->blocks.data[k], a)))
        return smr_emit_fail(e, "a value inside the loop is used behind it"), false;
    for (MlirOperation op = mlirBlockGetFirstOperation(out->blocks.data[k]); op.ptr;
         op = mlirOperationGetNextInBlock(op))
      for (intptr_t r = 0; r < mlirOperationGetNumResults(op); ++r)
        if (used_outside(out, region, mlirOperationGetResult(op, r)))
          return smr_emit_fail(e, "a value inside the loop is used behind it"), false;
  }
  return true;
}

static void branch(SmrEmit *e, MlirBlock from, MlirValue condition, MlirBlock to, MlirBlock otherwise) {
  bool llvm = e->s->host == SMR_HOST_LLVM;
  const char *name = condition.ptr ? (llvm ? "llvm.cond_br" : "cf.cond_br") : (llvm ? "llvm.br" : "cf.br");
  MlirOperationState state = mlirOperationStateGet(smr_ref(name), e->loc);
  MlirBlock successors[] = {to, otherwise};
  mlirOperationStateAddSuccessors(&state, condition.ptr ? 2 : 1, successors);
  if (condition.ptr) {
    const int32_t segments[] = {1, 0, 0};
    MlirNamedAttribute attribute =
        smr_attr(e, "operandSegmentSizes", mlirDenseI32ArrayGet(e->context, 3, segments));
    mlirOperationStateAddOperands(&state, 1, &condition);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  mlirBlockAppendOwnedOperation(from, mlirOperationCreate(&state));
}

void smr_block_loop_replace(SmrEmit *e, const SmrBlockLoop *loop, MlirValue condition) {
  MlirRegion region = mlirBlockGetParentRegion(loop->header);
  MlirBlock pre = e->pre, body = e->body;
  e->pre = e->body = (MlirBlock){NULL};
  SMR_VEC(MlirBlock) before = {0};
  for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(loop->header); ++k) {
    MlirBlock block = mlirBlockGetPredecessor(loop->header, k);
    if (!contains(loop, block))
      smr_vec_push(&before, block);
  }
  for (uint32_t k = 0; k < before.size; ++k) {
    MlirOperation jump = mlirBlockGetTerminator(before.data[k]);
    for (intptr_t i = 0; i < mlirOperationGetNumSuccessors(jump); ++i)
      if (mlirBlockEqual(mlirOperationGetSuccessor(jump, i), loop->header))
        mlirOperationSetSuccessor(jump, i, pre);
  }
  smr_vec_free(&before);
  mlirRegionInsertOwnedBlockBefore(region, loop->header, pre);
  mlirRegionInsertOwnedBlockBefore(region, loop->header, body);
  branch(e, pre, condition, body, loop->header);
  branch(e, body, (MlirValue){NULL}, loop->exit, loop->exit);
  if (condition.ptr)
    return;
  // The loop is dead; its handles must stay valid until the splicer goes.
  MlirModule holder = mlirModuleCreateEmpty(e->loc);
  MlirRegion limbo = mlirOperationGetRegion(mlirModuleGetOperation(holder), 0);
  for (uint32_t k = 0; k < loop->blocks.size; ++k) {
    mlirBlockDetach(loop->blocks.data[k]);
    mlirRegionAppendOwnedBlock(limbo, loop->blocks.data[k]);
  }
  smr_vec_push(&e->s->trash, mlirModuleGetOperation(holder));
}
