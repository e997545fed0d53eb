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
  const SmrBlockTable *t = smr_mlir_loops(s, mlirBlockGetParentRegion(header));
  uint32_t head = smr_block_number(t, header);
  out->header = header;
  if (!t->loops.heads[head])
    return false;
  for (uint32_t k = 0; k < t->loops.size[head]; k++)
    add_block(out, t->blocks.data[t->loops.order[t->loops.place[head] + k] - 1]);
  for (uint32_t b = 0; b < out->blocks.size; b++)
    for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(out->blocks.data[b]); k++) {
      MlirBlock before = mlirBlockGetPredecessor(out->blocks.data[b], k);
      if (!t->dominance.number[smr_block_number(t, before)])
        add_block(out, before);
    }
  return true;
}

bool smr_block_loop_around_has(SmrSplicer *s, MlirBlock header, MlirBlock block) {
  const SmrBlockTable *t = smr_mlir_loops(s, mlirBlockGetParentRegion(header));
  return smr_natural_loop_has(&t->loops, smr_block_number(t, header), smr_block_number(t, block));
}
