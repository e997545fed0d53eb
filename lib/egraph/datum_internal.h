//===- datum_internal.h - what the values' files share -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_DATUM_INTERNAL_H
#define SMR_EGRAPH_DATUM_INTERNAL_H
#include "base/intern.h"
#include "base/map.h"
#include "egraph/datum.h"
#include "size/poly.h"

typedef struct {
  uint8_t kind;          // SmrDatumKind
  int64_t integer;       // INTEGER; NAME: its symbol; SIZE: what its polynomial is divided by
  double estimate;       // NAME: of a declared size; 0: not given
  int64_t divisor;       // NAME: of a declared size
  uint32_t first, count; // LIST: elements; SIZE: one, the number of its polynomial
  uint32_t depth;        // LIST: of nested lists
} SmrValueInfo;

struct SmrDatums {
  SmrIntern *names;
  SMR_VEC(SmrValueInfo) list; // number 0 is none
  SMR_VEC(SmrDatum) elements;
  SmrIndex by_parts;
  SmrPolyPool sizes;
  SmrArena scratch; // of one operation on sizes
};

/// The value that is described so, with these elements.
SmrDatum smr_datum_intern(SmrDatums *values, SmrValueInfo info, const uint32_t *elements);
/// A size as text: (!+ (!/ (!* 3 m n) 32) 1).
void smr_datum_print_size(const SmrDatums *values, SmrDatum v, SmrStr *out);

#endif
