//===- dominance.c - where an MLIR value may be used --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// mlir-c has no dominance. Questions are few (a handful per splice), so each is answered afresh.
//===----------------------------------------------------------------------===//
#include "mlir/splice/code/code.h"

bool smr_mlir_inside(MlirOperation inner, MlirOperation outer) {
  for (; inner.ptr; inner = mlirOperationGetParentOperation(inner))
    if (mlirOperationEqual(inner, outer))
      return true;
  return false;
}

bool smr_mlir_block_dominates(MlirRegion region, MlirBlock a, MlirBlock b) {
  MlirBlock entry = mlirRegionGetFirstBlock(region);
  if (mlirBlockEqual(a, b) || mlirBlockEqual(a, entry))
    return true;
  SmrMap seen = {0};
  SMR_VEC(MlirBlock) work = {0};
  smr_vec_push(&work, entry);
  smr_map_set(&seen, smr_mlir_key(entry.ptr), 1);
  bool reached = false;
  while (work.size && !reached) {
    MlirBlock block = smr_vec_pop(&work);
    reached = mlirBlockEqual(block, b);
    intptr_t count = mlirBlockGetNumSuccessors(block);
    for (intptr_t k = 0; k < count; ++k) {
      MlirBlock next = mlirBlockGetSuccessor(block, k);
      uint32_t known;
      if (mlirBlockEqual(next, a) || smr_map_get(&seen, smr_mlir_key(next.ptr), &known))
        continue;
      smr_map_set(&seen, smr_mlir_key(next.ptr), 1);
      smr_vec_push(&work, next);
    }
  }
  smr_map_free(&seen);
  smr_vec_free(&work);
  return !reached;
}

bool smr_mlir_before(SmrSplicer *s, MlirOperation a, MlirOperation b) {
  uint32_t x, y;
  if (smr_map_get(&s->order, smr_mlir_key(a.ptr), &x) && smr_map_get(&s->order, smr_mlir_key(b.ptr), &y))
    return x < y;
  return mlirOperationIsBeforeInBlock(a, b);
}

bool smr_mlir_dominates(SmrSplicer *s, MlirValue value, MlirOperation at) {
  MlirOperation def = {NULL};
  MlirBlock block;
  if (mlirValueIsABlockArgument(value)) {
    block = mlirBlockArgumentGetOwner(value);
  } else {
    def = mlirOpResultGetOwner(value);
    block = mlirOperationGetBlock(def);
  }
  if (mlirBlockIsNull(block) || mlirRegionIsNull(mlirBlockGetParentRegion(block)))
    return false;
  MlirRegion region = mlirBlockGetParentRegion(block);
  // The op around `at`, or `at` itself, that stands in the value's region.
  for (; at.ptr; at = mlirOperationGetParentOperation(at)) {
    MlirBlock here = mlirOperationGetBlock(at);
    if (mlirBlockIsNull(here))
      return false;
    if (!mlirRegionEqual(mlirBlockGetParentRegion(here), region))
      continue;
    if (!mlirBlockEqual(here, block))
      return smr_mlir_block_dominates(region, block, here);
    return !def.ptr || (!mlirOperationEqual(def, at) && smr_mlir_before(s, def, at));
  }
  return false;
}

bool smr_splice_beside(MlirBlock block, bool (*such)(MlirOperation op, void *data), void *data) {
  MlirRegion region = mlirBlockGetParentRegion(block);
  for (MlirBlock call = mlirRegionGetFirstBlock(region); !mlirBlockIsNull(call);
       call = mlirBlockGetNextInRegion(call)) {
    MlirBlock test =
        mlirBlockGetNumPredecessors(call) == 1 ? mlirBlockGetPredecessor(call, 0) : (MlirBlock){NULL};
    if (mlirBlockIsNull(test) || mlirBlockGetNumSuccessors(test) != 2)
      continue;
    MlirBlock other = mlirBlockGetSuccessor(test, mlirBlockEqual(mlirBlockGetSuccessor(test, 0), call));
    bool found = false;
    for (MlirOperation op = mlirBlockGetFirstOperation(call); op.ptr && !found;
         op = mlirOperationGetNextInBlock(op))
      found = such(op, data);
    if (found && smr_mlir_block_dominates(region, other, block))
      return true;
  }
  return false;
}

//--- What a graph value's handle stands for ------------------------------------------

static MlirBlock block_of(MlirValue value) {
  return mlirValueIsABlockArgument(value) ? mlirBlockArgumentGetOwner(value)
                                          : mlirOperationGetBlock(mlirOpResultGetOwner(value));
}

static bool heads_loop(const SmrSplicer *s, MlirBlock block) {
  uint32_t op;
  return smr_map_get(&s->loops, smr_mlir_key(block.ptr), &op);
}

bool smr_enters(const SmrSplicer *s, SmrValue value) {
  const SmrGraph *g = s->graph;
  const SmrValueData *data = &g->values.data[value];
  if (data->def || !data->handle || !mlirValueIsABlockArgument((MlirValue){data->handle}))
    return false;
  MlirBlock header = block_of((MlirValue){data->handle});
  SmrOp parent = g->regions.data[g->blocks.data[data->block].region].parent;
  return heads_loop(s, header) && !(parent && smr_op(g, parent)->handle == header.ptr);
}

MlirBlock smr_left_by(const SmrSplicer *s, SmrValue value) {
  const SmrGraph *g = s->graph;
  const SmrValueData *data = &g->values.data[value];
  const MlirBlock none = {NULL};
  if (!data->def || !data->handle)
    return none;
  const SmrOpData *def = smr_op(g, data->def);
  if ((def->code == SMR_OP_LOOP || def->code == SMR_OP_WHILE) && (def->flags & SMR_F_CFG))
    return (MlirBlock){def->handle};
  if (def->handle)
    return none;
  // Made anew behind a loop, for a value that the loop's header computes.
  enum { LONGEST = 1000 }; // unreachable blocks may stand in a circle
  MlirBlock block = block_of((MlirValue){data->handle});
  for (int k = 0; k < LONGEST && s->loops.size && !mlirBlockIsNull(block); ++k) {
    if (heads_loop(s, block))
      return block;
    if (mlirBlockGetNumPredecessors(block) != 1)
      break;
    block = mlirBlockGetPredecessor(block, 0);
  }
  return none;
}
