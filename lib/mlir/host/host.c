//===- host.c - what is the same for all hosts --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/host/host.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/type.h"

MlirAttribute smr_host_kinds(MlirOperation module) {
  return smr_mlir_attribute(module, "fir.defaultkind");
}

const SmrHost *smr_host_of(MlirOperation function) {
  if (smr_mlir_named(function, "llvm.func"))
    return &smr_host_llvm;
  if (smr_mlir_named(function, "cir.func"))
    return &smr_host_cir;
  MlirOperation module = function;
  while (!mlirOperationIsNull(mlirOperationGetParentOperation(module)))
    module = mlirOperationGetParentOperation(module);
  return mlirAttributeIsNull(smr_host_kinds(module)) ? &smr_host_std : &smr_host_fir;
}

const SmrHost *smr_host_of_pointer(MlirType type) {
  if (smr_mlir_is_fortran(type))
    return &smr_host_fir;
  return smr_mlir_is_plain_pointer(type) ? &smr_host_llvm : NULL;
}

bool smr_host_is_if(MlirOperation op) {
  static const SmrHost *const hosts[] = {&smr_host_fir, &smr_host_std, &smr_host_cir};
  for (size_t k = 0; k < sizeof hosts / sizeof *hosts; k++)
    if (smr_mlir_named(op, hosts[k]->if_op))
      return true;
  return false;
}

const char *smr_host_op_name(SmrHostOp op) {
  static const char *const names[SMR_HOST_OP_COUNT] = {
#define SMR_HOST_OP(op, word, arith, llvm) [SMR_HOST_##op] = word,
      SMR_HOST_OPS(SMR_HOST_OP)
#undef SMR_HOST_OP
  };
  return names[op] ? names[op] : "nothing";
}

//--- Building ---------------------------------------------------------------------

MlirValue smr_build_address(const SmrHost *host, SmrHostBuilder *b, MlirValue pointer) {
  if (pointer.ptr && mlirTypeIsAMemRef(mlirValueGetType(pointer)))
    pointer = smr_host_std.part(b, SMR_HOST_ADDRESS, pointer, 0);
  return host->convert(b, pointer, mlirIntegerTypeGet(b->context, 64));
}

MlirOperation smr_build_yield(const SmrHost *host, SmrHostBuilder *b, const MlirValue *values,
                              intptr_t count) {
  return smr_build_op(b, host->yield_op, values, count, NULL, 0, NULL, 0);
}

MlirOperation smr_build_if(const SmrHost *host, SmrHostBuilder *b, MlirValue condition, MlirBlock then,
                           MlirBlock otherwise, const MlirType *results, intptr_t result_count,
                           const int32_t *weights) {
  MlirOperationState state = mlirOperationStateGet(smr_ref(host->if_op), b->loc);
  MlirRegion regions[] = {mlirRegionCreate(), mlirRegionCreate()};
  mlirRegionAppendOwnedBlock(regions[0], then);
  mlirRegionAppendOwnedBlock(regions[1], otherwise);
  mlirOperationStateAddOperands(&state, 1, &condition);
  mlirOperationStateAddResults(&state, result_count, results);
  if (weights && host->if_weights) {
    MlirNamedAttribute attribute =
        smr_named(b->context, host->if_weights, mlirDenseI32ArrayGet(b->context, 2, weights));
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  mlirOperationStateAddOwnedRegions(&state, 2, regions);
  return mlirOperationCreate(&state);
}

void smr_build_jump(const SmrHost *host, SmrHostBuilder *b, MlirBlock to, const MlirValue *values,
                    intptr_t count) {
  MlirOperationState state = mlirOperationStateGet(smr_ref(host->jump_op), b->loc);
  mlirOperationStateAddOperands(&state, count, values);
  mlirOperationStateAddSuccessors(&state, 1, &to);
  mlirBlockAppendOwnedOperation(b->block, mlirOperationCreate(&state));
}

void smr_build_branch(const SmrHost *host, SmrHostBuilder *b, MlirValue condition, MlirBlock to, bool passes,
                      MlirBlock otherwise, const MlirValue *values, intptr_t count, const int32_t *weights) {
  MlirOperationState state = mlirOperationStateGet(smr_ref(host->branch_op), b->loc);
  const int32_t segments[] = {1, passes ? (int32_t)count : 0, (int32_t)count};
  MlirBlock successors[] = {to, otherwise};
  MlirNamedAttribute attributes[2] = {
      smr_named(b->context, "operandSegmentSizes", mlirDenseI32ArrayGet(b->context, 3, segments))};
  if (weights)
    attributes[1] = smr_named(b->context, "branch_weights", mlirDenseI32ArrayGet(b->context, 2, weights));
  mlirOperationStateAddOperands(&state, 1, &condition);
  mlirOperationStateAddOperands(&state, segments[1], values);
  mlirOperationStateAddOperands(&state, count, values);
  mlirOperationStateAddSuccessors(&state, 2, successors);
  mlirOperationStateAddAttributes(&state, weights ? 2 : 1, attributes);
  mlirBlockAppendOwnedOperation(b->block, mlirOperationCreate(&state));
}
