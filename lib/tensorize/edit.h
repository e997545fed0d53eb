//===- edit.h - functions come in, ops become calls ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TENSORIZE_EDIT_H
#define SMR_TENSORIZE_EDIT_H
#include "base/diag.h"
#include "base/str.h"
#include "mlir-c/IR.h"

/// The first of smr_tensorize_0, 1, … that is no symbol of the module, nor is with `_loops` behind it.
void smr_tensorize_free_name(MlirOperation module, uint32_t *next, SmrStr *name);
/// May the library's products of matrices be declared: are they in the module not, or as declarations alone
/// of that type?
bool smr_tensorize_can_declare(MlirOperation module, SmrStr *reason);
/// Moves the functions of a text to the end of the module, gives NAME's else region the op's copy (if it has
/// one), and puts a call of NAME in the op's place. False after an error; nothing was changed then.
bool smr_tensorize_splice(MlirOperation module, MlirOperation op, const char *name, const SmrStr *functions,
                          SmrDiag *diag);
/// Puts a call of NAME, which the module has, in the op's place.
void smr_tensorize_put_call(MlirOperation op, const char *name);
/// Is it a function that this pass made?
bool smr_tensorize_is_own(MlirOperation function);
#endif
