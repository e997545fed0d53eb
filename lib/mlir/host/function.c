//===- function.c - functions of a host's own dialect ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/vec.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir/host/host.h"
#include "mlir/host/symbol.h"
#include <stdlib.h>
#include <string.h>

/// What a function with these results returns where a function returns one value at most.
static MlirType one_result(MlirContext context, const MlirType *results, intptr_t count) {
  return count == 1 ? results[0] : mlirLLVMStructTypeLiteralGet(context, count, results, false);
}

bool smr_host_adds_functions(const SmrHost *host, MlirContext context) {
  MlirStringRef dialect = mlirStringRefCreate(host->jump_op, strcspn(host->jump_op, "."));
  return host->function_op && !mlirDialectIsNull(mlirContextGetOrLoadDialect(context, dialect));
}

MlirOperation smr_build_function(const SmrHost *host, SmrHostBuilder *b, MlirStringRef name,
                                 const MlirType *inputs, intptr_t input_count, const MlirType *results,
                                 intptr_t result_count) {
  MlirType type =
      host->packs_results
          ? mlirLLVMFunctionTypeGet(one_result(b->context, results, result_count), input_count, inputs, false)
          : mlirFunctionTypeGet(b->context, input_count, inputs, result_count, results);
  MlirNamedAttribute attributes[] = {
      smr_named(b->context, "sym_name", mlirStringAttrGet(b->context, name)),
      smr_named(b->context, "function_type", mlirTypeAttrGet(type)),
      smr_named(b->context, "linkage",
                mlirAttributeParseGet(b->context, smr_ref("#llvm.linkage<internal>")))};
  MlirOperationState state = mlirOperationStateGet(smr_ref(host->function_op), b->loc);
  MlirRegion body = mlirRegionCreate();
  mlirOperationStateAddAttributes(&state, host->packs_results ? 3 : 2, attributes);
  mlirOperationStateAddOwnedRegions(&state, 1, &body);
  MlirOperation function = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(b->block, function);
  smr_symbol_make_own(function);
  return function;
}

static MlirValue insert(SmrHostBuilder *b, MlirValue pack, MlirValue value, int64_t at) {
  MlirValue operands[] = {pack, value};
  MlirNamedAttribute position = smr_named(b->context, "position", mlirDenseI64ArrayGet(b->context, 1, &at));
  return smr_build_value(b, "llvm.insertvalue", operands, 2, mlirValueGetType(pack), &position, 1);
}

void smr_build_return(const SmrHost *host, SmrHostBuilder *b, const MlirValue *values, intptr_t count) {
  if (!host->packs_results || count < 2) {
    smr_build_op(b, host->return_op ? host->return_op : "func.return", values, count, NULL, 0, NULL, 0);
    return;
  }
  MlirType *types = smr_xcalloc((size_t)count, sizeof *types);
  for (intptr_t k = 0; k < count; k++)
    types[k] = mlirValueGetType(values[k]);
  MlirValue pack =
      smr_build_value(b, "llvm.mlir.undef", NULL, 0, one_result(b->context, types, count), NULL, 0);
  for (intptr_t k = 0; k < count; k++)
    pack = insert(b, pack, values[k], k);
  smr_build_op(b, host->return_op, &pack, 1, NULL, 0, NULL, 0);
  free(types);
}

void smr_build_own_call(const SmrHost *host, SmrHostBuilder *b, MlirStringRef symbol,
                        const MlirValue *operands, intptr_t operand_count, const MlirType *types,
                        intptr_t count, MlirValue *results) {
  if (!host->packs_results) {
    MlirNamedAttribute callee = smr_named(b->context, "callee", mlirFlatSymbolRefAttrGet(b->context, symbol));
    MlirOperation call = smr_build_op(b, "func.call", operands, operand_count, types, count, &callee, 1);
    for (intptr_t k = 0; k < count; k++)
      results[k] = mlirOperationGetResult(call, k);
    return;
  }
  MlirOperation call =
      smr_build_call(host, b, symbol, operands, operand_count, one_result(b->context, types, count));
  results[0] = mlirOperationGetResult(call, 0);
  if (count == 1)
    return;
  MlirValue pack = results[0];
  for (int64_t k = 0; k < count; k++) {
    MlirNamedAttribute position = smr_named(b->context, "position", mlirDenseI64ArrayGet(b->context, 1, &k));
    results[k] = smr_build_value(b, "llvm.extractvalue", &pack, 1, types[k], &position, 1);
  }
}
