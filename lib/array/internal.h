//===- internal.h - the language's tables --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For this folder alone.
//===----------------------------------------------------------------------===//
#ifndef SMR_ARRAY_INTERNAL_H
#define SMR_ARRAY_INTERNAL_H
#include "array/array.h"
#include "base/map.h"

typedef struct {
  SmrOperator op;
  SmrArrayType type;
  bool is_size;
  int64_t size;
} SmrArrayLeaf;

// A size that is the sum or the product of two others.
typedef struct {
  SmrOperator op, x, y;
  SmrArrayOp how;
} SmrArrayDerived;

struct SmrArray {
  SmrOperators *ops;
  SmrOperator operators[SMR_A_COUNT];
  SMR_VEC(uint8_t) classes; // SmrArrayOp by operator
  SMR_VEC(SmrArrayTypeInfo) types;
  SmrMap by_shape;
  SMR_VEC(SmrArrayLeaf) declared;
  SMR_VEC(SmrArrayDerived) derived;
  uint32_t analysis; // number in the graph
  bool conflict;
};

/// The declared type of a leaf.
SmrArrayType smr_array_leaf_type(const SmrArray *array, SmrOperator op, bool *is_size);

#endif
