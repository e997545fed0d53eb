//===- entry.c - native code beside a library, declared --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/host/entry.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir/host/llvm.h"

void smr_entry_text(const SmrEntryInfo *entry, SmrStr *out) {
  const char *name = entry->symbol;
  smr_str_printf(
      out,
      "%s\n"
      "llvm.func internal @\"%s.bound\"(%%gain: i64, %%site: !llvm.ptr) -> i1 attributes {always_inline} {\n"
      "  %%no = llvm.mlir.constant(false) : i1\n"
      "  %%null = llvm.mlir.zero : !llvm.ptr\n"
      "  %%may = llvm.mlir.addressof @\"%s.may\" : !llvm.ptr\n"
      "  %%linked = llvm.icmp \"ne\" %%may, %%null : !llvm.ptr\n"
      "  llvm.cond_br %%linked, ^ask, ^end(%%no : i1)\n"
      "^ask:\n"
      "  %%zero = llvm.mlir.constant(0 : i32) : i32\n"
      "  %%answer = llvm.call @\"%s.may\"(%%gain, %%site) : (i64, !llvm.ptr) -> i32\n"
      "  %%yes = llvm.icmp \"ne\" %%answer, %%zero : i32\n"
      "  llvm.br ^end(%%yes : i1)\n"
      "^end(%%result: i1):\n"
      "  llvm.return %%result : i1\n}\n",
      entry->others, name, name, name);
}

MlirValue smr_entry_linked(SmrHostBuilder *b, MlirStringRef symbol) {
  enum { NE = 1 };
  MlirType pointer = smr_llvm_pointer(b->context);
  MlirNamedAttribute global =
      smr_named(b->context, "global_name", mlirFlatSymbolRefAttrGet(b->context, symbol));
  MlirValue both[] = {smr_build_value(b, "llvm.mlir.addressof", NULL, 0, pointer, &global, 1),
                      smr_build_value(b, "llvm.mlir.zero", NULL, 0, pointer, NULL, 0)};
  return smr_host_llvm.compute(b, SMR_HOST_ICMP, both, 2, mlirIntegerTypeGet(b->context, 1), NE);
}

MlirValue smr_entry_try(SmrHostBuilder *b, MlirStringRef symbol, const MlirValue *operands, intptr_t count,
                        MlirType type, MlirValue *result) {
  MlirOperation call = smr_build_call(&smr_host_llvm, b, symbol, operands, count, type);
  MlirValue both = mlirOperationGetResult(call, 0);
  mlirOperationSetAttributeByName(call, smr_ref("TailCallKind"), // (debuggers and profilers see the site)
                                  mlirAttributeParseGet(b->context, smr_ref("#llvm.tailcallkind<notail>")));
  if (!mlirTypeIsALLVMStructType(type))
    return both;
  MlirValue parts[2];
  for (int64_t k = 0; k < 2; k++) {
    MlirNamedAttribute position = smr_named(b->context, "position", mlirDenseI64ArrayGet(b->context, 1, &k));
    parts[k] = smr_build_value(b, "llvm.extractvalue", &both, 1,
                               mlirLLVMStructTypeGetElementType(type, (intptr_t)k), &position, 1);
  }
  *result = parts[1];
  return parts[0];
}
