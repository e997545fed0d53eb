//===- fallback.c - the code behind an earlier run's guard ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/context/fallback.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/host/host.h"
#include "mlir/name.h"
#include "mlir/splice/splice.h"

typedef struct {
  const MlirOperation *replacements;
  uint32_t count;
  bool found;
} Search;

static MlirWalkResult find_call(MlirOperation op, void *data) {
  Search *search = data;
  MlirAttribute callee = smr_mlir_attribute(op, "callee");
  if (!mlirAttributeIsNull(callee) && mlirAttributeIsAFlatSymbolRef(callee))
    for (uint32_t k = 0; k < search->count; k++) {
      MlirAttribute name = smr_mlir_attribute(search->replacements[k], "sym_name");
      search->found |=
          mlirStringRefEqual(mlirFlatSymbolRefAttrGetValue(callee), mlirStringAttrGetValue(name));
    }
  return search->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static bool calls(Search *search, MlirOperation op) {
  search->found = false;
  mlirOperationWalk(op, find_call, search, MlirWalkPreOrder);
  return search->found;
}

static bool calls_directly(MlirOperation op, void *search) {
  return mlirOperationGetNumRegions(op) == 0 && calls(search, op);
}

/// A site function is called there, alone or if sizes allow.
static bool calls_somewhere(MlirOperation op, void *search) {
  return calls(search, op);
}

/// A program's own condition of something that it does or leaves has no other branch; guards have one.
static bool has_branches(MlirOperation op) {
  intptr_t full = 0;
  for (intptr_t k = 0; k < mlirOperationGetNumRegions(op); k++) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, k));
    MlirOperation first = mlirBlockIsNull(block) ? (MlirOperation){NULL} : mlirBlockGetFirstOperation(block);
    full += first.ptr && mlirOperationGetNextInBlock(first).ptr; // (more than its end)
  }
  return full > 1;
}

bool smr_is_fallback(const MlirOperation *replacements, uint32_t count, const SmrGraph *graph, SmrOp first) {
  const SmrOpData *root = smr_op(graph, first);
  Search search = {replacements, count, false};
  if (!count || !root->handle)
    return false;
  if (root->flags & SMR_F_CFG) {
    MlirOperation end = mlirBlockGetTerminator((MlirBlock){root->handle});
    return (end.ptr && smr_splice_asked(end, calls_directly, &search)) ||
           smr_splice_beside((MlirBlock){root->handle}, calls_directly, &search);
  }
  const MlirOperation own = {root->handle};
  MlirBlock block = mlirOperationGetBlock(own);
  if (!mlirBlockIsNull(block) && smr_splice_beside(block, calls_directly, &search))
    return true;
  for (MlirOperation op = own; op.ptr; op = mlirOperationGetParentOperation(op)) {
    bool around = !mlirOperationEqual(op, own);
    if (smr_host_is_if(op) && ((around && has_branches(op) && calls(&search, op)) ||
                               smr_splice_asked(op, calls_somewhere, &search)))
      return true;
  }
  return false;
}

bool smr_stands_in(const SmrGraph *g, SmrOp op, const void *const *handles, uint32_t count) {
  for (; op; op = smr_parent(g, op))
    for (uint32_t k = 0; k < count; k++)
      if (handles[k] && smr_op(g, op)->code == SMR_OP_LOOP && smr_op(g, op)->handle == handles[k])
        return true;
  return false;
}
