//===- build.c - ops by name ------------------------------------------------ ===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/host.h"

MlirNamedAttribute smr_named(MlirContext context, const char *name, MlirAttribute value) {
  return mlirNamedAttributeGet(mlirIdentifierGet(context, smr_ref(name)), value);
}

MlirOperation smr_build_op(SmrHostBuilder *b, const char *name, const MlirValue *operands,
                           intptr_t operand_count, const MlirType *results, intptr_t result_count,
                           const MlirNamedAttribute *attributes, intptr_t attribute_count) {
  MlirOperationState state = mlirOperationStateGet(smr_ref(name), b->loc);
  mlirOperationStateAddOperands(&state, operand_count, operands);
  mlirOperationStateAddResults(&state, result_count, results);
  mlirOperationStateAddAttributes(&state, attribute_count, attributes);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(b->block, op);
  return op;
}

MlirValue smr_build_value(SmrHostBuilder *b, const char *name, const MlirValue *operands, intptr_t count,
                          MlirType type, const MlirNamedAttribute *attributes, intptr_t attribute_count) {
  for (intptr_t k = 0; k < count; k++)
    if (!operands[k].ptr)
      return operands[k];
  return mlirOperationGetResult(smr_build_op(b, name, operands, count, &type, 1, attributes, attribute_count),
                                0);
}

MlirValue smr_build_named(SmrHostBuilder *b, const char *const *names, SmrHostOp op,
                          const MlirValue *operands, intptr_t count, MlirType result, int64_t predicate) {
  bool compares = op == SMR_HOST_ICMP || op == SMR_HOST_FCMP;
  if (!names[op])
    return (MlirValue){NULL};
  MlirNamedAttribute attribute = {0};
  if (compares)
    attribute =
        smr_named(b->context, "predicate", mlirIntegerAttrGet(mlirIntegerTypeGet(b->context, 64), predicate));
  return smr_build_value(b, names[op], operands, count, result, &attribute, compares);
}

MlirOperation smr_build_call(const SmrHost *host, SmrHostBuilder *b, MlirStringRef symbol,
                             const MlirValue *operands, intptr_t count, MlirType result) {
  const int32_t segments[] = {(int32_t)count, 0};
  MlirNamedAttribute attributes[] = {
      smr_named(b->context, "callee", mlirFlatSymbolRefAttrGet(b->context, symbol)),
      smr_named(b->context, "operandSegmentSizes", mlirDenseI32ArrayGet(b->context, 2, segments)),
      smr_named(b->context, "op_bundle_sizes", mlirDenseI32ArrayGet(b->context, 0, NULL))};
  return smr_build_op(b, host->call_op, operands, count, &result, !mlirTypeIsNull(result), attributes,
                      host->flat ? 3 : 1); // LLVM's calls say how many of their operands are arguments
}
