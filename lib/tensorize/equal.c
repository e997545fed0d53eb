//===- equal.c - ops that do the same ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensorize/equal.h"

static bool same_attributes(MlirOperation a, MlirOperation b) {
  intptr_t count = mlirOperationGetNumAttributes(a);
  bool same = count == mlirOperationGetNumAttributes(b);
  for (intptr_t k = 0; same && k < count; k++) {
    MlirNamedAttribute x = mlirOperationGetAttribute(a, k), y = mlirOperationGetAttribute(b, k);
    same = mlirIdentifierEqual(x.name, y.name) && mlirAttributeEqual(x.attribute, y.attribute);
  }
  return same;
}

// All but operands and regions.
static bool same_kind(MlirOperation a, MlirOperation b) {
  bool same = mlirIdentifierEqual(mlirOperationGetName(a), mlirOperationGetName(b)) &&
              mlirOperationGetNumOperands(a) == mlirOperationGetNumOperands(b) &&
              mlirOperationGetNumResults(a) == mlirOperationGetNumResults(b) &&
              mlirOperationGetNumRegions(a) == mlirOperationGetNumRegions(b) &&
              mlirOperationGetNumSuccessors(a) + mlirOperationGetNumSuccessors(b) == 0;
  for (intptr_t k = 0; same && k < mlirOperationGetNumOperands(a); k++)
    same = mlirTypeEqual(mlirValueGetType(mlirOperationGetOperand(a, k)),
                         mlirValueGetType(mlirOperationGetOperand(b, k)));
  for (intptr_t k = 0; same && k < mlirOperationGetNumResults(a); k++)
    same = mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(a, k)),
                         mlirValueGetType(mlirOperationGetResult(b, k)));
  return same && same_attributes(a, b);
}

// How many ops stand in front of one in its block.
static intptr_t position(MlirOperation op) {
  intptr_t n = 0;
  for (MlirOperation o = mlirBlockGetFirstOperation(mlirOperationGetBlock(op)); !mlirOperationEqual(o, op);
       o = mlirOperationGetNextInBlock(o))
    n++;
  return n;
}

// Whether two values of bodies are the same argument of these blocks, or the same result of ops in them.
static bool same_value(MlirValue x, MlirValue y, MlirBlock in_a, MlirBlock in_b) {
  if (mlirValueIsABlockArgument(x) != mlirValueIsABlockArgument(y))
    return false;
  if (mlirValueIsABlockArgument(x))
    return mlirBlockEqual(mlirBlockArgumentGetOwner(x), in_a) &&
           mlirBlockEqual(mlirBlockArgumentGetOwner(y), in_b) &&
           mlirBlockArgumentGetArgNumber(x) == mlirBlockArgumentGetArgNumber(y);
  MlirOperation a = mlirOpResultGetOwner(x), b = mlirOpResultGetOwner(y);
  return mlirBlockEqual(mlirOperationGetBlock(a), in_a) && mlirBlockEqual(mlirOperationGetBlock(b), in_b) &&
         mlirOpResultGetResultNumber(x) == mlirOpResultGetResultNumber(y) && position(a) == position(b);
}

// (What has regions of its own in there is not looked into: it counts as different.)
static bool same_block(MlirBlock in_a, MlirBlock in_b) {
  MlirOperation a = mlirBlockGetFirstOperation(in_a), b = mlirBlockGetFirstOperation(in_b);
  for (; !mlirOperationIsNull(a) && !mlirOperationIsNull(b);
       a = mlirOperationGetNextInBlock(a), b = mlirOperationGetNextInBlock(b)) {
    if (!same_kind(a, b) || mlirOperationGetNumRegions(a))
      return false;
    for (intptr_t k = 0; k < mlirOperationGetNumOperands(a); k++)
      if (!same_value(mlirOperationGetOperand(a, k), mlirOperationGetOperand(b, k), in_a, in_b))
        return false;
  }
  return mlirOperationIsNull(a) && mlirOperationIsNull(b);
}

static MlirBlock only_block(MlirRegion region) {
  MlirBlock first = mlirRegionGetFirstBlock(region);
  bool only = !mlirBlockIsNull(first) && mlirBlockIsNull(mlirBlockGetNextInRegion(first));
  return only ? first : (MlirBlock){0};
}

bool smr_tensorize_equal(MlirOperation a, MlirOperation b) {
  bool same = same_kind(a, b) && !mlirOperationGetNumResults(a);
  for (intptr_t k = 0; same && k < mlirOperationGetNumRegions(a); k++) {
    MlirBlock x = only_block(mlirOperationGetRegion(a, k)), y = only_block(mlirOperationGetRegion(b, k));
    same = !mlirBlockIsNull(x) && !mlirBlockIsNull(y) && same_block(x, y);
  }
  return same;
}
