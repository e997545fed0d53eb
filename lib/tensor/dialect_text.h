//===- dialect_text.h - the pypm dialect as PyPM's text ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TENSOR_DIALECT_TEXT_H
#define SMR_TENSOR_DIALECT_TEXT_H
#include "tensor/patterns.h"
#ifdef __cplusplus
extern "C" {
#endif

/// Writes a verified module's items, and notes which op each line is about. Variables have the names of the
/// module's text where those are free, else they are called _v0, _v1, … Errors, one: an op that is no item, a
/// name or an attribute that the text form cannot write.
bool smr_tensor_dialect_text(MlirOperation module, SmrTensorSource *source, SmrStr *out, SmrDiag *diag);

#ifdef __cplusplus
}
#endif
#endif
