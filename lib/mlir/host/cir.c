//===- cir.c - the host that is ClangIR ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/cir_build.h"
#include "mlir/host/llvm.h"

static MlirType pointer(MlirContext context, MlirType element) {
  return mlirTypeIsNull(element) ? smr_cir_type(smr_llvm_pointer(context)) : smr_cir_pointer_type(element);
}

static void store(SmrHostBuilder *b, MlirValue value, MlirValue to) {
  smr_cir_store(b, value, to);
}

static MlirValue global(SmrHostBuilder *b, MlirOperation module, const char *name) {
  MlirSymbolTable table = mlirSymbolTableCreate(module);
  MlirOperation found = mlirSymbolTableLookup(table, smr_ref(name));
  mlirSymbolTableDestroy(table);
  MlirAttribute type =
      mlirOperationIsNull(found) ? (MlirAttribute){NULL} : smr_mlir_attribute(found, "sym_type");
  if (mlirAttributeIsNull(type))
    return (MlirValue){NULL};
  MlirNamedAttribute attribute =
      smr_named(b->context, "name", mlirFlatSymbolRefAttrGet(b->context, smr_ref(name)));
  return smr_build_value(b, "cir.get_global", NULL, 0, smr_cir_pointer_type(mlirTypeAttrGetValue(type)),
                         &attribute, 1);
}

static bool tests_first(MlirOperation loop) {
  return smr_mlir_named(loop, "cir.for") || smr_mlir_named(loop, "cir.while");
}

const SmrHost smr_host_cir = {.title = "ClangIR",
                              .nulls = true,
                              .function_pointers = true,
                              .scope_op = "cir.scope",
                              .if_op = "cir.if",
                              .yield_op = "cir.yield",
                              .jump_op = "cf.br",
                              .branch_op = "cf.cond_br",
                              .return_op = "cir.return",
                              .type = smr_cir_type,
                              .pointer = pointer,
                              .element_pointer = pointer,
                              .constant = smr_cir_constant,
                              .compute = smr_cir_compute,
                              .convert = smr_cir_convert,
                              .offset = smr_cir_offset,
                              .load = smr_cir_load,
                              .store = store,
                              .temporary = smr_cir_alloca,
                              .global = global,
                              .call_op = "cir.call",
                              .tests_first = tests_first,
                              .translate = smr_cir_translate_module};
