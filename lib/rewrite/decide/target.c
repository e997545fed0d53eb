//===- target.c - what a function is compiled for ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/decide/target.h"
#include "base/str.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/host/type.h"
#include "mlir/name.h"
#include <string.h>

static bool names_wide(MlirAttribute features) {
  SmrStr text = {0};
  mlirAttributePrint(features, smr_mlir_append, &text);
  static const char *const wide[] = {"+avx\"", "+avx,", "+avx2", "+avx512f", "+sve"};
  bool found = false;
  for (unsigned k = 0; k < sizeof wide / sizeof *wide && !found; k++)
    found = strstr(smr_str_get(&text), wide[k]) != NULL;
  smr_str_free(&text);
  return found;
}

bool smr_target_is_wide(MlirOperation function, SmrDescribed *described) {
  MlirOperation module = mlirOperationGetParentOperation(function);
  MlirAttribute own = mlirOperationGetAttributeByName(function, smr_ref("target_features"));
  if (!mlirAttributeIsNull(own) && names_wide(own))
    return true;
  for (intptr_t k = 0; module.ptr && k < mlirOperationGetNumAttributes(module); k++) {
    MlirNamedAttribute said = mlirOperationGetAttribute(module, k);
    if (smr_described_attribute(described, said.name) == SMR_SAYS_FEATURES && names_wide(said.attribute))
      return true;
  }
  return false;
}
