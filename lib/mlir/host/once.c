//===- once.c - one op for what is computed twice -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "mlir/host/once.h"
#include "mlir-c/BuiltinAttributes.h"

MlirValue smr_once_constant(SmrHostBuilder *b, const char *name, MlirAttribute value) {
  MlirOperation last = {NULL};
  for (MlirOperation op = mlirBlockGetFirstOperation(b->block); op.ptr && smr_mlir_named(op, name);
       last = op, op = mlirOperationGetNextInBlock(op))
    if (mlirAttributeEqual(smr_mlir_attribute(op, "value"), value))
      return mlirOperationGetResult(op, 0);
  MlirNamedAttribute attribute = smr_named(b->context, "value", value);
  MlirType type = mlirAttributeGetType(value);
  MlirOperationState state = mlirOperationStateGet(smr_ref(name), b->loc);
  mlirOperationStateAddResults(&state, 1, &type);
  mlirOperationStateAddAttributes(&state, 1, &attribute);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationAfter(b->block, last, op);
  return mlirOperationGetResult(op, 0);
}

/// Of the same name, operands, attributes and result.
static bool computes_the_same(MlirOperation a, MlirOperation b) {
  intptr_t operands = mlirOperationGetNumOperands(a), attributes = mlirOperationGetNumAttributes(a);
  bool same = mlirIdentifierEqual(mlirOperationGetName(a), mlirOperationGetName(b)) &&
              operands == mlirOperationGetNumOperands(b) && mlirOperationGetNumResults(a) > 0 &&
              mlirOperationGetNumResults(a) == mlirOperationGetNumResults(b) &&
              mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(a, 0)),
                            mlirValueGetType(mlirOperationGetResult(b, 0))) &&
              attributes == mlirOperationGetNumAttributes(b);
  for (intptr_t k = 0; k < operands && same; k++)
    same = mlirValueEqual(mlirOperationGetOperand(a, k), mlirOperationGetOperand(b, k));
  for (intptr_t k = 0; k < attributes && same; k++) {
    MlirNamedAttribute x = mlirOperationGetAttribute(a, k), y = mlirOperationGetAttribute(b, k);
    same = mlirIdentifierEqual(x.name, y.name) && mlirAttributeEqual(x.attribute, y.attribute);
  }
  return same;
}

MlirValue smr_once(SmrHostBuilder *b, MlirValue made) {
  if (!made.ptr || !mlirValueIsAOpResult(made))
    return made;
  MlirOperation op = mlirOpResultGetOwner(made);
  if (!mlirOperationGetNumOperands(op))
    return made;
  for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetOperand(op, 0)); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation other = mlirOpOperandGetOwner(use);
    if (mlirOperationEqual(other, op) || !mlirBlockEqual(mlirOperationGetBlock(other), b->block) ||
        !computes_the_same(op, other))
      continue;
    MlirValue known = mlirOperationGetResult(other, mlirOpResultGetResultNumber(made));
    mlirOperationDestroy(op);
    return known;
  }
  return made;
}
