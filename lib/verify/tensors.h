//===- tensors.h - pairs on tensors, as pairs on memrefs -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_VERIFY_TENSORS_H
#define SMR_VERIFY_TENSORS_H
#include "base/diag.h"
#include "verify/verify.h"

/// Does the idiom's wrapper, a func.func of a MLIR block, take tensors or give one?
bool smr_verify_has_tensors(const SmrBuildChecked *pair);

/// A pair on tensors as it is checked: both sides bufferized behind wrappers of their own, which take memrefs
/// for tensors, one more for a tensor that is given, and one for its shape where that is not known.
typedef struct {
  SmrBuildChecked pair; // of which SmrVerifyPair.pair points here
  SmrPair own;
  SmrArena arena;
} SmrVerifyTensors;

/// Makes one of `from` (in the folder, for mlir-opt); free with smr_verify_tensors_free in any case. False,
/// with the reason in *why, when that cannot be done here.
bool smr_verify_tensors(const SmrBuildChecked *from, const char *directory, uint32_t number,
                        SmrVerifyTensors *out, const char **why);
void smr_verify_tensors_free(SmrVerifyTensors *tensors);
#endif
