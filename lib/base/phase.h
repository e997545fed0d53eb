//===- phase.h - where a run's time goes -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// At each moment a process is in one phase of its work (or in none, SMR_PHASE_OTHER). Entering a phase gives
// the one that was left, to be entered again at the end, so that a phase's time is its own:
//   SmrPhase before = smr_phase(SMR_PHASE_MATCH); …; smr_phase(before);
// Nothing is measured, at the price of a test, until smr_phases_measure is called. One thread works.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_PHASE_H
#define SMR_BASE_PHASE_H
#include "base/str.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
#define PHASE(name, text) SMR_PHASE_##name,
#include "base/phases.def"
#undef PHASE
  SMR_PHASE_COUNT
} SmrPhase;

/// Measures from now on; what was measured so far is forgotten.
void smr_phases_measure(void);
/// From now on time counts for `phase`. Returns the phase until now.
SmrPhase smr_phase(SmrPhase phase);
/// Appends a line "milliseconds  name" of wall time for each phase that took any, in the phases' order;
/// nothing when nothing is measured. What goes on counts on. (The processor's clock is too coarse for
/// phases.)
void smr_phases_print(SmrStr *out);

#ifdef __cplusplus
}
#endif
#endif
