//===- value_internal.h - what the values' files share -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_VALUE_INTERNAL_H
#define SMR_EGRAPH_VALUE_INTERNAL_H
#include "base/intern.h"
#include "base/map.h"
#include "egraph/value.h"

typedef struct {
  uint8_t kind;          // SmrValueKind
  int64_t integer;       // INTEGER; NAME: its symbol
  double estimate;       // NAME: of a declared size; 0: not given
  int64_t divisor;       // NAME: of a declared size
  uint32_t first, count; // LIST, SIZE: elements
  uint32_t depth;        // LIST, SIZE: of nested lists
  uint32_t older;        // the next older value with this hash; 0: none
} SmrValueInfo;

struct SmrValues {
  SmrIntern *names;
  SMR_VEC(SmrValueInfo) list; // number 0 is none
  SMR_VEC(SmrValue) elements;
  SmrMap first; // hash → newest value with it
};

/// The value of that kind with these elements, which are of the table.
SmrValue smr_value_compound(SmrValues *values, SmrValueKind kind, const SmrValue *elements, uint32_t count);
/// A size as text: (!+ (!/ (!* 3 m n) 32) 1).
void smr_value_print_size(const SmrValues *values, SmrValue v, SmrStr *out);

#endif
