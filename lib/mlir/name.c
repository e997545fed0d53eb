//===- name.c - names of MLIR ---------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/name.h"
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
