//===- name.c - names of MLIR ---------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/name.h"
#include "mlir-c/BuiltinAttributes.h"
#include <string.h>

MlirStringRef smr_ref(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

MlirAttribute smr_mlir_attribute(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, smr_ref(name));
}

void smr_mlir_append(MlirStringRef part, void *str) {
  smr_str_append(str, part.data, part.length);
}

MlirLogicalResult smr_mlir_catch(MlirDiagnostic diagnostic, void *str) {
  if (!smr_str_get(str)[0])
    mlirDiagnosticPrint(diagnostic, smr_mlir_append, str);
  return mlirLogicalResultSuccess();
}

bool smr_mlir_named(MlirOperation op, const char *name) {
  MlirStringRef text = mlirIdentifierStr(mlirOperationGetName(op));
  return text.length == strlen(name) && !memcmp(text.data, name, text.length);
}

bool smr_mlir_adds_neighbours(MlirOperation op) {
  static const char *const names[] = {"llvm.x86.sse3.hadd.pd", "llvm.x86.sse3.hadd.ps",
                                      "llvm.x86.avx.hadd.pd.256", "llvm.x86.avx.hadd.ps.256"};
  MlirAttribute called = smr_mlir_attribute(op, "intrin");
  if (mlirAttributeIsNull(called) || !mlirAttributeIsAString(called))
    return false;
  MlirStringRef name = mlirStringAttrGetValue(called);
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (mlirStringRefEqual(name, smr_ref(names[k])))
      return true;
  return false;
}
