//===- flow.h - what is bound, and where it was matched ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What scheduling carries along the machine's way through a pattern. `level` is how many recursive patterns
// are around.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_FLOW_H
#define SMR_PYPM_FLOW_H
#include "pypm/schedule.h"

/// The set of one variable; of a number that is none, empty.
static inline SmrPypmSet smr_pypm_set_of(uint32_t var) {
  return var < SMR_PYPM_MAX_VARIABLES ? (SmrPypmSet)1 << var : 0;
}

/// Where a term stands against the term that an enclosing recursive pattern was unfolded on.
typedef enum { SMR_PYPM_ELSEWHERE, SMR_PYPM_WITHIN, SMR_PYPM_SAME, SMR_PYPM_BELOW } SmrPypmPlace;

typedef struct {
  SmrPypmPlace at[SMR_PYPM_MAX_RECURSIONS]; // against each enclosing recursive pattern, outermost first
} SmrPypmPlaces;

/// Variables that are bound; those matched within, at and below each recursive pattern's term.
typedef struct {
  SmrPypmSet bound, within[SMR_PYPM_MAX_RECURSIONS], same[SMR_PYPM_MAX_RECURSIONS],
      below[SMR_PYPM_MAX_RECURSIONS];
} SmrPypmFlow;

/// Places below a term that stands there.
SmrPypmPlaces smr_pypm_places_inside(uint32_t level, const SmrPypmPlaces *places);
/// A variable was matched there.
void smr_pypm_flow_mark(uint32_t level, SmrPypmFlow *flow, uint32_t var, const SmrPypmPlaces *places);
/// Where a variable was matched, as far as all paths agree.
SmrPypmPlaces smr_pypm_flow_places(uint32_t level, const SmrPypmFlow *flow, uint32_t var);
/// What holds of both.
void smr_pypm_flow_meet(uint32_t level, SmrPypmFlow *flow, const SmrPypmFlow *other);
#endif
