//===- parts.c - the parts of a match that is made of blocks -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/splice/code/code.h"

MlirBlock smr_mlir_block_in(MlirRegion region, MlirOperation op) {
  op = smr_mlir_op_in(region, op);
  return op.ptr ? mlirOperationGetBlock(op) : (MlirBlock){NULL};
}

bool smr_chain_in_loops(const SmrChain *chain, MlirBlock block) {
  uint32_t part;
  return smr_map_get(&chain->loop_blocks, smr_mlir_key(block.ptr), &part);
}

typedef enum { USE_INSIDE, USE_MOVED, USE_OUTSIDE } UseKind;

static UseKind use_kind(const SmrChain *chain, MlirOperation user) {
  uint32_t known;
  user = smr_mlir_op_in(chain->region, user);
  if (!user.ptr)
    return USE_OUTSIDE;
  if (smr_chain_in_loops(chain, mlirOperationGetBlock(user)) ||
      smr_map_get(&chain->glue, smr_mlir_key(user.ptr), &known))
    return USE_INSIDE;
  for (uint32_t p = 0; p < chain->parts.size; p++)
    if (chain->parts.data[p].op.ptr == user.ptr)
      return USE_INSIDE;
  return smr_map_get(&chain->moved_ops, smr_mlir_key(user.ptr), &known) ? USE_MOVED : USE_OUTSIDE;
}

bool smr_chain_used(const SmrChain *chain, MlirOperation user, bool outside) {
  return use_kind(chain, user) == (outside ? USE_OUTSIDE : USE_MOVED);
}

bool smr_chain_sets(SmrSplicer *s, const SmrChain *chain, MlirValue slot) {
  for (uint32_t k = 0; k < chain->moved.size; k++)
    if (smr_mlir_stores_to(s, chain->moved.data[k].op, slot))
      return true;
  return false;
}

bool smr_chain_holds(const SmrChain *chain, MlirOperation op) {
  for (uint32_t k = 0; k < chain->held.size; k++)
    if (mlirOperationEqual(chain->held.data[k], op))
      return true;
  return false;
}

bool smr_chain_takes(const SmrChain *chain, MlirValue value) {
  MlirBlock block = mlirValueIsABlockArgument(value)
                        ? mlirBlockArgumentGetOwner(value)
                        : smr_mlir_block_in(chain->region, mlirOpResultGetOwner(value));
  if (smr_chain_in_loops(chain, block) ||
      (mlirValueIsAOpResult(value) && smr_chain_holds(chain, mlirOpResultGetOwner(value))))
    return true;
  for (uint32_t b = 0; b < chain->between.size && mlirValueIsABlockArgument(value); b++)
    if (mlirBlockEqual(block, chain->between.data[b].block))
      return true;
  for (uint32_t p = 0; p < chain->parts.size && mlirValueIsAOpResult(value); p++)
    if (mlirOperationEqual(chain->parts.data[p].op, mlirOpResultGetOwner(value)))
      return true;
  return false;
}

static bool known_place(MlirOperation op) {
  MlirLocation loc = mlirOperationGetLocation(op);
  return !mlirLocationEqual(loc, mlirLocationUnknownGet(mlirOperationGetContext(op)));
}

MlirLocation smr_chain_location(const SmrChain *chain) {
  MlirOperation function = {NULL};
  for (uint32_t p = 0; p < chain->parts.size; p++) {
    const SmrPart *part = &chain->parts.data[p];
    if (part->op.ptr && known_place(part->op))
      return mlirOperationGetLocation(part->op);
    for (uint32_t b = 0; b < part->loop.blocks.size; b++)
      for (MlirOperation op = mlirBlockGetFirstOperation(part->loop.blocks.data[b]); op.ptr;
           op = mlirOperationGetNextInBlock(op))
        if (known_place(op))
          return mlirOperationGetLocation(op);
    function =
        mlirBlockGetParentOperation(part->op.ptr ? mlirOperationGetBlock(part->op) : part->loop.header);
  }
  return mlirOperationGetLocation(function);
}

void smr_chain_free(SmrChain *chain) {
  for (uint32_t p = 0; p < chain->parts.size; p++)
    smr_block_loop_free(&chain->parts.data[p].loop);
  smr_vec_free(&chain->parts);
  smr_vec_free(&chain->between);
  smr_vec_free(&chain->moved);
  smr_vec_free(&chain->blocks);
  smr_vec_free(&chain->escapes);
  smr_map_free(&chain->loop_blocks);
  smr_map_free(&chain->moved_ops);
  smr_map_free(&chain->glue);
  smr_vec_free(&chain->held);
}
