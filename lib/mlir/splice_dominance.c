//===- splice_dominance.c - where an MLIR value may be used --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// mlir-c has no dominance. Questions are few (a handful per splice), so each is answered afresh.
//===----------------------------------------------------------------------===//
#include "mlir/splice_internal.h"

bool smr_mlir_inside(MlirOperation inner, MlirOperation outer) {
  for (; inner.ptr; inner = mlirOperationGetParentOperation(inner))
    if (mlirOperationEqual(inner, outer))
      return true;
  return false;
}

/// `a` dominates `b` when the entry cannot reach `b` without passing `a`.
static bool block_dominates(MlirRegion region, MlirBlock a, MlirBlock b) {
  MlirBlock entry = mlirRegionGetFirstBlock(region);
  if (mlirBlockEqual(a, b) || mlirBlockEqual(a, entry))
    return true;
  SmrMap seen = {0};
  SMR_VEC(MlirBlock) work = {0};
  smr_vec_push(&work, entry);
  smr_map_set(&seen, (uint64_t)(uintptr_t)entry.ptr, 1);
  bool reached = false;
  while (work.size && !reached) {
    MlirBlock block = smr_vec_pop(&work);
    reached = mlirBlockEqual(block, b);
    intptr_t count = mlirBlockGetNumSuccessors(block);
    for (intptr_t k = 0; k < count; ++k) {
      MlirBlock next = mlirBlockGetSuccessor(block, k);
      uint32_t known;
      if (mlirBlockEqual(next, a) || smr_map_get(&seen, (uint64_t)(uintptr_t)next.ptr, &known))
        continue;
      smr_map_set(&seen, (uint64_t)(uintptr_t)next.ptr, 1);
      smr_vec_push(&work, next);
    }
  }
  smr_map_free(&seen);
  smr_vec_free(&work);
  return !reached;
}

bool smr_mlir_before(SmrSplicer *s, MlirOperation a, MlirOperation b) {
  uint32_t x, y;
  if (smr_map_get(&s->order, (uint64_t)(uintptr_t)a.ptr, &x) &&
      smr_map_get(&s->order, (uint64_t)(uintptr_t)b.ptr, &y))
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
      return block_dominates(region, block, here);
    return !def.ptr || (!mlirOperationEqual(def, at) && smr_mlir_before(s, def, at));
  }
  return false;
}
