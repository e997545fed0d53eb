//===- attributes.h - MLIR's attributes as PyPM's values -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Numbers and booleans are integers, strings symbols, lists of integers tuples; anything else is a symbol of
// its text. An attribute of an operator is written back in the form in which it was read: one form for all
// ops, and an op that has it in another form does not stand for the operator.
//===----------------------------------------------------------------------===//
#ifndef SMR_TENSOR_ATTRIBUTES_H
#define SMR_TENSOR_ATTRIBUTES_H
#include "tensor/types.h"

typedef enum {
  SMR_TENSOR_UNSEEN,
  SMR_TENSOR_INTEGER, // 1 : i64        type
  SMR_TENSOR_BOOLEAN, // true
  SMR_TENSOR_STRING,  // "a"
  SMR_TENSOR_DENSE32, // array<i32: 1>
  SMR_TENSOR_DENSE64, // array<i64: 1>
  SMR_TENSOR_LIST,    // [1, 2]         type, of its integers
  SMR_TENSOR_TEXT     // another
} SmrTensorFormKind;

typedef struct {
  SmrTensorFormKind kind;
  MlirType type;
} SmrTensorForm;

typedef struct {
  MlirContext context;
  SmrPypmTerms *terms;
  SmrMap form_of; // by operator and attribute
  SMR_VEC(SmrTensorForm) forms;
  SmrMap text_of;                // by the pointer of an attribute that has no short text: its number
  SMR_VEC(MlirAttribute) others; // those
  SmrMap read_as;                // by symbol: what it was, where attributes had it
} SmrTensorAttributes;

void smr_tensor_attributes_free(SmrTensorAttributes *attributes);
/// The value of an operator's attribute k; false where another op has it in another form.
bool smr_tensor_attribute_read(SmrTensorAttributes *attributes, uint32_t op, uint32_t k,
                               MlirAttribute attribute, SmrPypmValue *value);
/// The value as an attribute; null where it is unknown.
MlirAttribute smr_tensor_attribute_make(SmrTensorAttributes *attributes, uint32_t op, uint32_t k,
                                        SmrPypmValue value);
/// The number that a constant's attribute is: a number, or a splat; false where it is none that a double
/// holds.
bool smr_tensor_constant_read(MlirAttribute attribute, double *value);
/// A constant of a type that has a static shape, or null.
MlirAttribute smr_tensor_constant_make(double value, MlirType type);
#endif
