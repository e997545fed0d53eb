//===- flow.c - what is bound, and where it was matched ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "pypm/flow.h"

SmrPypmPlaces smr_pypm_places_inside(uint32_t level, const SmrPypmPlaces *places) {
  SmrPypmPlaces result = *places;
  for (uint32_t k = 0; k < level; k++)
    result.at[k] = places->at[k] == SMR_PYPM_ELSEWHERE ? SMR_PYPM_ELSEWHERE : SMR_PYPM_BELOW;
  return result;
}

void smr_pypm_flow_mark(uint32_t level, SmrPypmFlow *flow, uint32_t var, const SmrPypmPlaces *places) {
  flow->bound |= smr_pypm_set_of(var);
  for (uint32_t k = 0; k < level; k++) {
    flow->within[k] |= places->at[k] == SMR_PYPM_ELSEWHERE ? 0 : smr_pypm_set_of(var);
    flow->same[k] |= places->at[k] == SMR_PYPM_SAME ? smr_pypm_set_of(var) : 0;
    flow->below[k] |= places->at[k] == SMR_PYPM_BELOW ? smr_pypm_set_of(var) : 0;
  }
}

SmrPypmPlaces smr_pypm_flow_places(uint32_t level, const SmrPypmFlow *flow, uint32_t var) {
  SmrPypmPlaces places;
  for (uint32_t k = 0; k < level; k++)
    places.at[k] = flow->below[k] & smr_pypm_set_of(var)    ? SMR_PYPM_BELOW
                   : flow->same[k] & smr_pypm_set_of(var)   ? SMR_PYPM_SAME
                   : flow->within[k] & smr_pypm_set_of(var) ? SMR_PYPM_WITHIN
                                                            : SMR_PYPM_ELSEWHERE;
  return places;
}

void smr_pypm_flow_meet(uint32_t level, SmrPypmFlow *flow, const SmrPypmFlow *other) {
  flow->bound &= other->bound;
  for (uint32_t k = 0; k < level; k++) {
    flow->within[k] &= other->within[k];
    flow->same[k] &= other->same[k];
    flow->below[k] &= other->below[k];
  }
}
