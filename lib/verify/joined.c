//===- joined.c - pairs on a machine with FMA ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Both sides of an exact pair give the same bits where every operation rounds; where the machine rounds a
// product with the sum that takes it, they may not: `a*b + c*d` and `c*d + a*b` join different products. So
// such pairs are compared in that form, too, with fma for fmuladd, which any machine computes. A difference
// is no error: the pair then fires in code only that joins nothing.
//===----------------------------------------------------------------------===//
#include "mlir/host/apart.h"
#include "verify/verify_internal.h"

static MlirModule copy_of(MlirModule module) {
  return mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(module)));
}

uint32_t smr_verify_joined(const SmrBuildChecked *pairs, uint32_t count, SmrBuildChecked *out) {
  uint32_t found = 0;
  for (uint32_t k = 0; k < count; k++) {
    if (!pairs[k].source->fp_exact || !pairs[k].joined)
      continue;
    SmrBuildChecked one = pairs[k];
    for (int s = 0; s < 2; s++)
      one.modules[s] = copy_of(pairs[k].modules[s]);
    bool idiom = smr_fuse_all(mlirModuleGetOperation(one.modules[0]));
    bool replacement = smr_fuse_all(mlirModuleGetOperation(one.modules[1]));
    if (idiom && replacement)
      out[found++] = one;
    else
      smr_verify_joined_free(&one, 1);
  }
  return found;
}

void smr_verify_joined_free(SmrBuildChecked *pairs, uint32_t count) {
  for (uint32_t k = 0; k < count; k++)
    for (int s = 0; s < 2; s++)
      mlirModuleDestroy(pairs[k].modules[s]);
}
