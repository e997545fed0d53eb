//===- site_record.c - what a site function counts ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/host/site_record.h"
#include "base/str.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir/host/llvm.h"

static const char sites[] = "smr_rt_sites", texts[] = "smr_rt_texts", refuse[] = "smr_rt_refuse";

static MlirType integer(const SmrHostBuilder *b, unsigned bits) {
  return mlirIntegerTypeGet(b->context, bits);
}

static MlirNamedAttribute unit(const SmrHostBuilder *b, const char *name) {
  return smr_named(b->context, name, mlirUnitAttrGet(b->context));
}

//--- The record ---------------------------------------------------------------------------

/// `smr.<what>.SITE`, which only this module sees.
static MlirOperation create_global(SmrHostBuilder *b, MlirStringRef site, const char *what, MlirType type,
                                   const char *section, const MlirNamedAttribute *attributes,
                                   intptr_t count) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_str_printf(&name, "smr.%s.%.*s", what, (int)site.length, site.data);
  MlirNamedAttribute all[] = {
      smr_named(b->context, "sym_name", mlirStringAttrGet(b->context, smr_ref(smr_str_get(&name)))),
      smr_named(b->context, "global_type", mlirTypeAttrGet(type)),
      smr_named(b->context, "linkage", mlirLLVMLinkageAttrGet(b->context, MlirLLVMLinkagePrivate)),
      smr_named(b->context, "section", mlirStringAttrGet(b->context, smr_ref(section))),
      smr_named(b->context, "addr_space", mlirIntegerAttrGet(integer(b, 32), 0))};
  MlirOperationState state = mlirOperationStateGet(smr_ref("llvm.mlir.global"), b->loc);
  MlirRegion region = mlirRegionCreate();
  mlirOperationStateAddAttributes(&state, sizeof all / sizeof *all, all);
  mlirOperationStateAddAttributes(&state, count, attributes);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirOperation global = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(b->block, global);
  return global;
}

static MlirValue address_of(SmrHostBuilder *b, MlirStringRef site, const char *what) {
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_str_printf(&name, "smr.%s.%.*s", what, (int)site.length, site.data);
  MlirNamedAttribute global =
      smr_named(b->context, "global_name", mlirFlatSymbolRefAttrGet(b->context, smr_ref(smr_str_get(&name))));
  return smr_build_value(b, "llvm.mlir.addressof", NULL, 0, smr_llvm_pointer(b->context), &global, 1);
}

static MlirValue zero(SmrHostBuilder *b, MlirType type) {
  return smr_build_value(b, "llvm.mlir.zero", NULL, 0, type, NULL, 0);
}

void smr_record_create(SmrHostBuilder *b, MlirStringRef site, MlirStringRef text) {
  const int64_t second = 1;
  MlirType pointer = smr_llvm_pointer(b->context), both[] = {pointer, pointer};
  MlirType type = mlirLLVMStructTypeLiteralGet(b->context, 2, both, false);
  MlirType bytes = mlirLLVMArrayTypeGet(integer(b, 8), (unsigned)text.length);
  MlirNamedAttribute constant[] = {unit(b, "constant"),
                                   smr_named(b->context, "value", mlirStringAttrGet(b->context, text))};
  MlirNamedAttribute written[] = {
      unit(b, "externally_initialized"), // by the runtime: LLVM may not take it for what it is at first
      smr_named(b->context, "alignment", mlirIntegerAttrGet(integer(b, 64), 8))};
  create_global(b, site, "text", bytes, texts, constant, 2);
  MlirOperation record = create_global(b, site, "record", type, sites, written, 2);
  SmrHostBuilder in = {b->context, b->loc, mlirBlockCreate(0, NULL, NULL), NULL};
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(record, 0), in.block);
  MlirNamedAttribute position =
      smr_named(b->context, "position", mlirDenseI64ArrayGet(b->context, 1, &second));
  MlirValue operands[] = {zero(&in, type), address_of(&in, site, "text")};
  operands[0] = smr_build_value(&in, "llvm.insertvalue", operands, 2, type, &position, 1);
  smr_build_op(&in, "llvm.return", operands, 1, NULL, 0, NULL, 0);
}

bool smr_record_is(MlirOperation op) {
  MlirAttribute section = op.ptr ? smr_mlir_attribute(op, "section") : (MlirAttribute){NULL};
  return !mlirAttributeIsNull(section) && mlirAttributeIsAString(section) &&
         (mlirStringRefEqual(mlirStringAttrGetValue(section), smr_ref(sites)) ||
          mlirStringRefEqual(mlirStringAttrGetValue(section), smr_ref(texts)));
}

MlirValue smr_record_address(SmrHostBuilder *b, MlirStringRef site) {
  return site.data ? address_of(b, site, "record") : zero(b, smr_llvm_pointer(b->context));
}

MlirValue smr_record_number(SmrHostBuilder *b, MlirValue record) {
  return smr_build_value(b, "llvm.ptrtoint", &record, 1, integer(b, 64), NULL, 0);
}

//--- Counting -----------------------------------------------------------------------------

MlirValue smr_record_counts(SmrHostBuilder *b, MlirValue record) {
  enum { NE = 1 };
  MlirType pointer = smr_llvm_pointer(b->context);
  MlirValue operands[] = {smr_build_value(b, "llvm.load", &record, 1, pointer, NULL, 0), zero(b, pointer)};
  return smr_host_llvm.compute(b, SMR_HOST_ICMP, operands, 2, integer(b, 1), NE);
}

static bool declares(MlirBlock module, const char *name) {
  for (MlirOperation op = mlirBlockGetFirstOperation(module); op.ptr; op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute symbol = smr_mlir_attribute(op, "sym_name");
    if (!mlirAttributeIsNull(symbol) && mlirStringRefEqual(mlirStringAttrGetValue(symbol), smr_ref(name)))
      return true;
  }
  return false;
}

void smr_runtime_declare(SmrHostBuilder *b, MlirBlock module, const char *name, MlirType type,
                         const char *effects) {
  if (declares(module, name))
    return;
  MlirAttribute cold = mlirStringAttrGet(b->context, smr_ref("cold"));
  MlirNamedAttribute all[] = {
      smr_named(b->context, "sym_name", mlirStringAttrGet(b->context, smr_ref(name))),
      smr_named(b->context, "function_type", mlirTypeAttrGet(type)),
      smr_named(b->context, "linkage", mlirLLVMLinkageAttrGet(b->context, MlirLLVMLinkageExternWeak)),
      smr_named(b->context, "visibility_", mlirIntegerAttrGet(integer(b, 64), 1)), // hidden
      smr_named(b->context, "passthrough", mlirArrayAttrGet(b->context, 1, &cold)),
      unit(b, "convergent"),
      unit(b, "no_unwind"),
      unit(b, "will_return"),
      smr_named(b->context, "memory_effects", mlirAttributeParseGet(b->context, smr_ref(effects)))};
  MlirOperationState state = mlirOperationStateGet(smr_ref("llvm.func"), mlirLocationUnknownGet(b->context));
  MlirRegion body = mlirRegionCreate();
  mlirOperationStateAddAttributes(&state, sizeof all / sizeof *all, all);
  mlirOperationStateAddOwnedRegions(&state, 1, &body);
  mlirBlockAppendOwnedOperation(module, mlirOperationCreate(&state));
}

static const char effects[] =
    "#llvm.memory_effects<other = none, argMem = none, inaccessibleMem = read, errnoMem = none, "
    "targetMem0 = none, targetMem1 = none>";

MlirValue smr_record_refuse(SmrHostBuilder *b, MlirBlock module, MlirValue record, MlirValue number) {
  MlirValue operands[] = {record, number};
  MlirType inputs[] = {mlirValueGetType(record), mlirValueGetType(number)}, result = integer(b, 1);
  smr_runtime_declare(b, module, refuse, mlirLLVMFunctionTypeGet(result, 2, inputs, false), effects);
  MlirOperation call = smr_build_call(&smr_host_llvm, b, smr_ref(refuse), operands, 2, result);
  return mlirOperationGetResult(call, 0);
}
