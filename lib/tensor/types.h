//===- types.h - MLIR's types as PyPM's ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Different types have different numbers. A ranked or unranked tensor without an encoding is a tensor of its
// element type; scalars, vectors, torch's tensors are of a name, with what is known of element and shape;
// any other type is of a name alone.
//===----------------------------------------------------------------------===//
#ifndef SMR_TENSOR_TYPES_H
#define SMR_TENSOR_TYPES_H
#include "mlir-c/IR.h"
#include "pypm/term.h"

typedef struct {
  MlirContext context;
  SmrPypmTerms *terms;
  SmrMap numbers;          // by the type's pointer
  SMR_VEC(MlirType) types; // by number; null where none was read
  SmrMap element_of;       // by symbol: which of the elements
  SMR_VEC(MlirType) elements;
} SmrTensorTypes;

void smr_tensor_types_free(SmrTensorTypes *types);
uint32_t smr_tensor_type_read(SmrTensorTypes *types, MlirType type);
/// The type of a number; null where it cannot be had: nothing is known of it, or its element type is none of
/// MLIR's.
MlirType smr_tensor_type_make(SmrTensorTypes *types, uint32_t number);
/// The text of what MLIR prints, appended.
void smr_tensor_print_type(MlirType type, SmrStr *out);
void smr_tensor_print_attribute(MlirAttribute attribute, SmrStr *out);
#endif
