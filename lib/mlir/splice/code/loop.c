//===- loop.c - natural loops of blocks --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/splice/code/code.h"

MlirOperation smr_mlir_op_in(MlirRegion region, MlirOperation op) {
  for (; op.ptr; op = mlirOperationGetParentOperation(op)) {
    MlirBlock block = mlirOperationGetBlock(op);
    if (!mlirBlockIsNull(block) && mlirRegionEqual(mlirBlockGetParentRegion(block), region))
      return op;
  }
  return (MlirOperation){NULL};
}

bool smr_block_loop_has(const SmrBlockLoop *loop, MlirBlock block) {
  uint32_t known;
  return smr_map_get(&loop->members, smr_mlir_key(block.ptr), &known);
}

static void add_block(SmrBlockLoop *loop, MlirBlock block) {
  if (smr_block_loop_has(loop, block))
    return;
  smr_map_set(&loop->members, smr_mlir_key(block.ptr), 1);
  smr_vec_push(&loop->blocks, block);
}

void smr_block_loop_free(SmrBlockLoop *loop) {
  smr_vec_free(&loop->blocks);
  smr_map_free(&loop->members);
}

bool smr_block_loop_around(SmrSplicer *s, MlirBlock header, SmrBlockLoop *out) {
  out->header = header;
  add_block(out, header);
  for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(header); k++) {
    MlirBlock latch = mlirBlockGetPredecessor(header, k);
    if (!smr_block_loop_has(out, latch) && smr_mlir_block_dominates(s, header, latch))
      add_block(out, latch);
    else if (mlirBlockEqual(latch, header))
      out->turns = true;
  }
  out->turns |= out->blocks.size > 1;
  for (uint32_t b = 1; b < out->blocks.size; b++)
    for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(out->blocks.data[b]); k++)
      add_block(out, mlirBlockGetPredecessor(out->blocks.data[b], k));
  return out->turns;
}
