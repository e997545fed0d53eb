//===- name.h - names of MLIR ---------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_NAME_H
#define SMR_MLIR_NAME_H
#include "base/str.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// Attributes that SMR puts on ops itself.
#define SMR_ATTR_REPLACEMENT "smr.replacement" // of a function that was brought in: its pair
#define SMR_ATTR_LINK "smr.link"               // of a module: libraries that its replacements need
// What the source calls things; clang's debug information says it:
#define SMR_ATTR_NAME "smr.name"           // of an argument
#define SMR_ATTR_VALUE_NAME "smr_name"     // of an op: its result
#define SMR_ATTR_ARGUMENT_NAMES "smr_args" // of a block's last op: the block's arguments

/// The text, which is borrowed.
MlirStringRef smr_ref(const char *text);
/// What a table knows an object of MLIR by: its address.
static inline uint64_t smr_mlir_key(const void *pointer) {
  return (uint64_t)(uintptr_t)pointer;
}
/// Null: the op has none of this name.
MlirAttribute smr_mlir_attribute(MlirOperation op, const char *name);
/// For printing: appends to the SmrStr.
void smr_mlir_append(MlirStringRef part, void *str);
/// A handler of diagnostics: keeps the first message in the SmrStr.
MlirLogicalResult smr_mlir_catch(MlirDiagnostic diagnostic, void *str);
/// Does it call an instruction of the processor that adds neighbours? In each 16 bytes of the result are the
/// sums of the first operand's pairs, then of the second's.
bool smr_mlir_adds_neighbours(MlirOperation op);
/// Is it the op of this name? (What an op means is asked of its description.)
bool smr_mlir_named(MlirOperation op, const char *name);

#ifdef __cplusplus
}
#endif
#endif
