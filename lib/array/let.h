//===- let.h - named arrays ----------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// (app (lam BODY) VALUE) at the top of a program names VALUE. Where an array is named and used more than
// once, BODY is looked at with an input in its place, so that neither is copied into the other; afterwards
// the parts are put together again.
//
// Invariant: joining what was split, with each part replaced by an equal term, gives an equal term.
//===----------------------------------------------------------------------===//
#ifndef SMR_ARRAY_LET_H
#define SMR_ARRAY_LET_H
#include "array/array.h"

typedef struct {
  SmrOperator name; // the input that stands for it; SMR_NO_OPERATOR: the program's result, the last part
  uint32_t root;    // in `terms`; may mention the names of parts before it
} SmrArrayPart;

typedef struct {
  SmrTerm terms;
  SMR_VEC(SmrArrayPart) parts;
} SmrArrayParts;

/// Splits a closed term. Declares an input for each name.
void smr_array_split(SmrArray *array, const SmrTerm *term, uint32_t root, SmrArrayParts *out);
/// One term again, appended to `into`.
uint32_t smr_array_join(SmrArray *array, const SmrArrayParts *parts, SmrTerm *into);
void smr_array_parts_free(SmrArrayParts *parts);
#endif
