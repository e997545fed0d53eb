//===- dominance.c - where an MLIR value may be used --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// mlir-c has no dominance, so the graph's own (graph/dominance.h) is asked, over MLIR's blocks. Tables live
// until an edit changes a region's blocks.
//===----------------------------------------------------------------------===//
#include "mlir/splice/code/code.h"

bool smr_mlir_inside(MlirOperation inner, MlirOperation outer) {
  for (; inner.ptr; inner = mlirOperationGetParentOperation(inner))
    if (mlirOperationEqual(inner, outer))
      return true;
  return false;
}

//--- Blocks ----------------------------------------------------------------------

uint32_t smr_block_number(const SmrBlockTable *t, MlirBlock block) {
  uint32_t known;
  return smr_map_get(&t->numbers, smr_mlir_key(block.ptr), &known) ? known : 0;
}

static uint32_t successor(const void *data, uint32_t block, uint32_t which) {
  const SmrBlockTable *t = data;
  uint32_t at = t->first.data[block - 1] + which;
  return at < t->first.data[block] ? t->successors.data[at] : SMR_NO_MORE_BLOCKS;
}

/// Each is asked for several times.
static void list_successors(SmrBlockTable *t) {
  smr_vec_push(&t->first, 0);
  for (uint32_t b = 0; b < t->blocks.size; b++) {
    intptr_t count = mlirBlockGetNumSuccessors(t->blocks.data[b]);
    for (intptr_t k = 0; k < count; k++)
      smr_vec_push(&t->successors, smr_block_number(t, mlirBlockGetSuccessor(t->blocks.data[b], k)));
    smr_vec_push(&t->first, t->successors.size);
  }
}

static SmrFlow flow_of(const SmrBlockTable *t) {
  return (SmrFlow){t, t->blocks.size + 1, successor};
}

static SmrBlockTable *create_table(MlirRegion region) {
  SmrBlockTable *t = smr_xcalloc(1, sizeof *t);
  t->region = region;
  for (MlirBlock block = mlirRegionGetFirstBlock(region); !mlirBlockIsNull(block);
       block = mlirBlockGetNextInRegion(block)) {
    smr_vec_push(&t->blocks, block);
    smr_map_set(&t->numbers, smr_mlir_key(block.ptr), t->blocks.size);
  }
  list_successors(t);
  const SmrFlow flow = flow_of(t);
  t->dominance = smr_dominance_create(flow.count);
  smr_dominance_flow(&t->dominance, &flow, 1);
  return t;
}

static void free_table(SmrBlockTable *t) {
  smr_dominance_free(&t->dominance);
  smr_natural_loops_free(&t->loops);
  smr_vec_free(&t->blocks);
  smr_vec_free(&t->first);
  smr_vec_free(&t->successors);
  smr_map_free(&t->numbers);
  free(t);
}

static SmrBlockTable *table_of(SmrSplicer *s, MlirRegion region) {
  for (uint32_t k = 0; k < s->tables.size; k++)
    if (mlirRegionEqual(s->tables.data[k]->region, region))
      return s->tables.data[k];
  smr_vec_push(&s->tables, create_table(region));
  return smr_vec_last(&s->tables);
}

static bool dominates(const SmrBlockTable *t, MlirBlock a, MlirBlock b) {
  return smr_dominates(&t->dominance, smr_block_number(t, a), smr_block_number(t, b));
}

/// Of two blocks of one region: the entry cannot reach `b` without passing `a`.
static bool mlir_block_dominates(SmrSplicer *s, MlirBlock a, MlirBlock b) {
  return mlirBlockEqual(a, b) || dominates(table_of(s, mlirBlockGetParentRegion(b)), a, b);
}

const SmrBlockTable *smr_mlir_loops(SmrSplicer *s, MlirRegion region) {
  SmrBlockTable *t = table_of(s, region);
  const SmrFlow flow = flow_of(t);
  if (!t->loops_known)
    t->loops = smr_natural_loops_create(&t->dominance, &flow);
  t->loops_known = true;
  return t;
}

void smr_mlir_blocks_changed(SmrSplicer *s) {
  for (uint32_t k = 0; k < s->tables.size; k++)
    free_table(s->tables.data[k]);
  smr_vec_clear(&s->tables);
}

//--- Values ----------------------------------------------------------------------

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
      return mlir_block_dominates(s, block, here);
    return !def.ptr || (!mlirOperationEqual(def, at) && smr_mlir_before(s, def, at));
  }
  return false;
}

bool smr_splice_asked(MlirOperation op, bool (*such)(MlirOperation op, void *data), void *data) {
  if (!mlirOperationGetNumOperands(op))
    return false;
  MlirValue condition = mlirOperationGetOperand(op, 0);
  for (int k = 0; k < 2 && mlirValueIsAOpResult(condition); k++) { // the call's result, or a part of it
    MlirOperation def = mlirOpResultGetOwner(condition);
    if (such(def, data))
      return true;
    if (mlirOperationGetNumOperands(def) != 1)
      return false;
    condition = mlirOperationGetOperand(def, 0);
  }
  return false;
}

/// What a jump leads to when a call that `such` accepts did not do it; null: it is no such jump.
static MlirBlock other_branch(MlirBlock test, bool (*such)(MlirOperation op, void *data), void *data) {
  if (mlirBlockGetNumSuccessors(test) != 2)
    return (MlirBlock){NULL};
  if (smr_splice_asked(mlirBlockGetTerminator(test), such, data))
    return mlirBlockGetSuccessor(test, 1);
  for (intptr_t edge = 0; edge < 2; edge++) {
    MlirBlock call = mlirBlockGetSuccessor(test, edge);
    for (MlirOperation op = mlirBlockGetFirstOperation(call);
         op.ptr && mlirBlockGetNumPredecessors(call) == 1; op = mlirOperationGetNextInBlock(op))
      if (such(op, data))
        return mlirBlockGetSuccessor(test, 1 - edge);
  }
  return (MlirBlock){NULL};
}

bool smr_splice_beside(MlirBlock block, bool (*such)(MlirOperation op, void *data), void *data) {
  MlirRegion region = mlirBlockGetParentRegion(block);
  SmrBlockTable *table = NULL;
  bool beside = false;
  for (MlirBlock test = mlirRegionGetFirstBlock(region); !mlirBlockIsNull(test) && !beside;
       test = mlirBlockGetNextInRegion(test)) {
    MlirBlock other = other_branch(test, such, data);
    if (mlirBlockIsNull(other))
      continue;
    if (!table)
      table = create_table(region);
    beside = dominates(table, other, block);
  }
  if (table)
    free_table(table);
  return beside;
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
  SmrOp parent = smr_block_parent(g, data->block);
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
  for (int k = 0; k < LONGEST && s->loops.size && !mlirBlockIsNull(block); k++) {
    if (heads_loop(s, block))
      return block;
    if (mlirBlockGetNumPredecessors(block) != 1)
      break;
    block = mlirBlockGetPredecessor(block, 0);
  }
  return none;
}
