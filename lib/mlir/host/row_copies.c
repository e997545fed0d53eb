//===- row_copies.c - calls of libsmr_rt that copy rows ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/host/row_copies.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir/host/llvm.h"
#include "mlir/host/site_record.h"

const char smr_runtime_rows[] = "smr_rt_rows_copy";
static const char end_rows[] = "smr_rt_rows_end";

static MlirType integer(const SmrHostBuilder *b, unsigned bits) {
  return mlirIntegerTypeGet(b->context, bits);
}

void smr_runtime_declare_rows(SmrHostBuilder *b, MlirBlock module) {
  static const char effects[] =
      "#llvm.memory_effects<other = readwrite, argMem = readwrite, inaccessibleMem = readwrite, "
      "errnoMem = none, targetMem0 = none, targetMem1 = none>";
  MlirType pointer = smr_llvm_pointer(b->context);
  MlirType copy[] = {pointer,        integer(b, 32), integer(b, 32), pointer,
                     integer(b, 64), pointer,        integer(b, 32)},
           end[] = {pointer, integer(b, 32)};
  smr_runtime_declare(b, module, smr_runtime_rows, mlirLLVMFunctionTypeGet(pointer, 7, copy, false), effects);
  smr_runtime_declare(b, module, end_rows,
                      mlirLLVMFunctionTypeGet(mlirLLVMVoidTypeGet(b->context), 2, end, false), effects);
}

static MlirValue number(SmrHostBuilder *b, uint32_t value) {
  return smr_host_llvm.constant(b, mlirIntegerAttrGet(integer(b, 32), value));
}

MlirValue smr_runtime_copy_rows(SmrHostBuilder *b, MlirValue words, uint32_t tables, uint32_t beside,
                                MlirStringRef may, MlirValue gain, MlirValue record, MlirValue guard) {
  MlirType pointer = smr_llvm_pointer(b->context);
  MlirNamedAttribute global = smr_named(b->context, "global_name", mlirFlatSymbolRefAttrGet(b->context, may));
  MlirValue asks = smr_build_value(b, "llvm.mlir.addressof", NULL, 0, pointer, &global, 1);
  MlirValue operands[] = {words, number(b, tables), number(b, beside), asks, gain, record, guard};
  MlirOperation call = smr_build_call(&smr_host_llvm, b, smr_ref(smr_runtime_rows), operands, 7, pointer);
  return mlirOperationGetResult(call, 0);
}

MlirValue smr_runtime_is_copy(SmrHostBuilder *b, MlirValue copy) {
  enum { NE = 1 };
  MlirValue both[] = {copy, smr_record_address(b, (MlirStringRef){NULL, 0})};
  return smr_host_llvm.compute(b, SMR_HOST_ICMP, both, 2, integer(b, 1), NE);
}

void smr_runtime_end_rows(SmrHostBuilder *b, MlirValue copy, MlirValue did) {
  MlirValue operands[] = {copy, smr_host_llvm.compute(b, SMR_HOST_ZEXT, &did, 1, integer(b, 32), 0)};
  smr_build_call(&smr_host_llvm, b, smr_ref(end_rows), operands, 2, (MlirType){NULL});
}
