//===- name.c - names of MLIR ---------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/name.h"
#include <string.h>

MlirStringRef smr_ref(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

bool smr_mlir_named(MlirOperation op, const char *name) {
  MlirStringRef text = mlirIdentifierStr(mlirOperationGetName(op));
  return text.length == strlen(name) && !memcmp(text.data, name, text.length);
}
