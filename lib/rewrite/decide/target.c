//===- target.c - what a function is compiled for ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/decide/target.h"
#include "base/str.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/host/host.h"
#include "mlir/host/type.h"
#include <string.h>

static bool names_wide(MlirOperation op, const char *attribute) {
  MlirAttribute features = mlirOperationGetAttributeByName(op, smr_ref(attribute));
  if (mlirAttributeIsNull(features))
    return false;
  SmrStr text = {0};
  mlirAttributePrint(features, smr_mlir_append, &text);
  static const char *const wide[] = {"+avx\"", "+avx,", "+avx2", "+avx512f", "+sve"};
  bool found = false;
  for (unsigned k = 0; k < sizeof wide / sizeof *wide && !found; k++)
    found = strstr(smr_str_get(&text), wide[k]) != NULL;
  smr_str_free(&text);
  return found;
}

bool smr_target_is_wide(MlirOperation function) {
  MlirOperation module = mlirOperationGetParentOperation(function);
  return names_wide(function, "target_features") ||
         (module.ptr &&
          (names_wide(module, "fir.target_features") || names_wide(module, "llvm.target_features")));
}
