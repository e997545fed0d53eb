//===- walk.c - the blocks of a module -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/name.h"
#include "tensor/graph.h"

static bool is_function(MlirOperation op) {
  MlirAttribute name = smr_mlir_attribute(op, "sym_name");
  return !mlirAttributeIsNull(name) && !mlirAttributeIsNull(smr_mlir_attribute(op, "function_type")) &&
         mlirAttributeIsAString(name);
}

const char *smr_tensor_name(MlirOperation function, SmrArena *arena) {
  if (mlirOperationIsNull(function))
    return "";
  MlirStringRef text = mlirStringAttrGetValue(smr_mlir_attribute(function, "sym_name"));
  return smr_arena_strndup(arena, text.data, text.length);
}

static void walk(MlirOperation op, MlirOperation function, SmrTensorVisit visit, void *self) {
  if (!mlirOperationGetNumRegions(op) || !mlirAttributeIsNull(smr_mlir_attribute(op, SMR_TENSOR_PART)))
    return;
  if (is_function(op))
    function = op;
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r)); !mlirBlockIsNull(block);
         block = mlirBlockGetNextInRegion(block)) {
      for (MlirOperation inside = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(inside);
           inside = mlirOperationGetNextInBlock(inside))
        walk(inside, function, visit, self);
      visit(self, block, function);
    }
}

void smr_tensor_walk(MlirOperation op, SmrTensorVisit visit, void *self) {
  walk(op, (MlirOperation){0}, visit, self);
}
