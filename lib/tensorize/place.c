//===- place.c - where an op stands -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensorize/place.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/name.h"

static bool named(MlirOperation op, const char *const *names) {
  for (; *names; names++)
    if (smr_mlir_named(op, *names))
      return true;
  return false;
}

MlirOperation smr_tensorize_function(MlirOperation op, MlirOperation module, SmrStr *reason) {
  static const char *const around[] = {
      "scf.for",   "scf.while",           "scf.if", "scf.execute_region", "scf.index_switch", "affine.for",
      "affine.if", "memref.alloca_scope", NULL};
  MlirOperation outer = mlirOperationGetParentOperation(op);
  while (!mlirOperationIsNull(outer) && named(outer, around))
    outer = mlirOperationGetParentOperation(outer);
  if (mlirOperationIsNull(outer) || !smr_mlir_named(outer, "func.func")) {
    MlirStringRef name =
        mlirOperationIsNull(outer) ? smr_ref("no function") : mlirIdentifierStr(mlirOperationGetName(outer));
    smr_str_printf(reason, "no library may be called here, inside of %.*s", (int)name.length, name.data);
    return (MlirOperation){0};
  }
  if (!mlirOperationEqual(mlirOperationGetParentOperation(outer), module)) {
    smr_str_puts(reason, "its function is in a module of its own");
    return (MlirOperation){0};
  }
  return outer;
}

/// The memref that a view is of.
static MlirValue root_of(MlirValue value) {
  static const char *const views[] = {
      "memref.subview",           "memref.cast", "memref.reinterpret_cast", "memref.expand_shape",
      "memref.collapse_shape",    "memref.view", "memref.transpose",        "memref.assume_alignment",
      "memref.memory_space_cast", NULL};
  while (mlirValueIsAOpResult(value) && named(mlirOpResultGetOwner(value), views))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return value;
}

typedef enum { ANYTHING, ALLOCATED, GLOBAL, ARGUMENT } Origin;

static Origin origin_of(MlirValue root) {
  static const char *const allocations[] = {"memref.alloc", "memref.alloca", NULL};
  if (mlirValueIsABlockArgument(root)) {
    MlirBlock block = mlirBlockArgumentGetOwner(root);
    MlirOperation function = mlirBlockGetParentOperation(block);
    bool entry = !mlirOperationIsNull(function) && smr_mlir_named(function, "func.func") &&
                 mlirBlockEqual(block, mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0)));
    return entry ? ARGUMENT : ANYTHING;
  }
  MlirOperation op = mlirOpResultGetOwner(root);
  return named(op, allocations) ? ALLOCATED : smr_mlir_named(op, "memref.get_global") ? GLOBAL : ANYTHING;
}

static bool same_global(MlirValue a, MlirValue b) {
  return mlirAttributeEqual(smr_mlir_attribute(mlirOpResultGetOwner(a), "name"),
                            smr_mlir_attribute(mlirOpResultGetOwner(b), "name"));
}

bool smr_tensorize_may_overlap(MlirValue a, MlirValue b) {
  a = root_of(a), b = root_of(b);
  Origin one = origin_of(a), other = origin_of(b);
  if (mlirValueEqual(a, b) || one == ANYTHING || other == ANYTHING)
    return true;
  if (one == GLOBAL && other == GLOBAL)
    return same_global(a, b);
  return one != ALLOCATED && other != ALLOCATED;
}
