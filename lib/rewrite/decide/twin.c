//===- twin.c - a function's graph for a copy of the function ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/decide/twin.h"
#include "base/map.h"
#include <assert.h>

/// Ops, blocks and values by address: their twins'.
typedef struct {
  SmrMap index; // position in `twins`
  SMR_VEC(void *) twins;
} Twins;

static void pair(Twins *t, const void *one, const void *twin) {
  smr_map_set(&t->index, (uint64_t)(uintptr_t)one, t->twins.size);
  smr_vec_push(&t->twins, (void *)(uintptr_t)twin);
}

static void *twin_of(const Twins *t, void *one) {
  uint32_t at;
  return one && smr_map_get(&t->index, (uint64_t)(uintptr_t)one, &at) ? t->twins.data[at] : one;
}

static void pair_block(Twins *t, MlirBlock a, MlirBlock b) {
  pair(t, a.ptr, b.ptr);
  for (intptr_t k = 0; k < mlirBlockGetNumArguments(a); k++)
    pair(t, mlirBlockGetArgument(a, k).ptr, mlirBlockGetArgument(b, k).ptr);
}

typedef SMR_VEC(MlirOperation) Ops;

static MlirWalkResult list_op(MlirOperation op, void *data) {
  smr_vec_push((Ops *)data, op);
  return MlirWalkResultAdvance;
}

static void pair_op(Twins *t, MlirOperation a, MlirOperation b) {
  pair(t, a.ptr, b.ptr);
  for (intptr_t k = 0; k < mlirOperationGetNumResults(a); k++)
    pair(t, mlirOperationGetResult(a, k).ptr, mlirOperationGetResult(b, k).ptr);
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(a); r++) {
    MlirBlock x = mlirRegionGetFirstBlock(mlirOperationGetRegion(a, r)),
              y = mlirRegionGetFirstBlock(mlirOperationGetRegion(b, r));
    for (; x.ptr; x = mlirBlockGetNextInRegion(x), y = mlirBlockGetNextInRegion(y))
      pair_block(t, x, y);
  }
}

SmrGraph *smr_graph_twin(const SmrGraph *graph, MlirOperation function, MlirOperation clone) {
  Ops ones = {0}, others = {0};
  mlirOperationWalk(function, list_op, &ones, MlirWalkPreOrder);
  mlirOperationWalk(clone, list_op, &others, MlirWalkPreOrder);
  assert(ones.size == others.size);
  Twins t = {0};
  for (uint32_t k = 0; k < ones.size; k++)
    pair_op(&t, ones.data[k], others.data[k]);
  smr_vec_free(&ones);
  smr_vec_free(&others);
  SmrGraph *twin = smr_graph_copy(graph);
  twin->handle = twin_of(&t, twin->handle);
  for (uint32_t k = 0; k < twin->ops.size; k++) {
    twin->ops.data[k].handle = twin_of(&t, twin->ops.data[k].handle);
    twin->ops.data[k].handle2 = twin_of(&t, twin->ops.data[k].handle2);
  }
  for (uint32_t k = 0; k < twin->values.size; k++)
    twin->values.data[k].handle = twin_of(&t, twin->values.data[k].handle);
  for (uint32_t k = 0; k < twin->blocks.size; k++)
    twin->blocks.data[k].handle = twin_of(&t, twin->blocks.data[k].handle);
  smr_vec_free(&t.twins);
  smr_map_free(&t.index);
  return twin;
}
