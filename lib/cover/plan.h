//===- plan.h - calls for the equations of a nest ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each equation is said by one call, or by several of which all but the first add to what is there, or
// together with others by a call of a rule of several equations, or by none: then the nest's loops stay for
// it, without the stores of the others. What must come before what is told by versions (apart.h).
//===----------------------------------------------------------------------===//
#ifndef SMR_COVER_PLAN_H
#define SMR_COVER_PLAN_H
#include "cover/match.h"

/// One call.
typedef struct {
  SmrMatched matched;
  uint32_t equation; // of the canonical form; of several the one with the deepest loops
} SmrCoverCall;

/// What happens at once: the calls of one equation, the one call of several, or what the loops still do.
typedef struct {
  const SmrCoverCall *calls; // in order; none: the loops
  uint32_t call_count;
  const uint32_t *equations; // of the canonical form
  uint32_t equation_count;
} SmrCoverStep;

typedef struct {
  SmrCanonical *canonical; // borrowed
  const SmrCoverStep *steps;
  uint32_t step_count;
  uint32_t served, left;   // equations
  uint64_t match_steps;    // of all matches that were tried
  const SmrMissed *missed; // of each equation of the canonical form, the best try
} SmrCoverPlan;

/// Are the calls for an equation wanted, where the equations in `left` (bits) stay in loops?
typedef bool (*SmrCoverWanted)(const SmrCoverStep *step, uint64_t left, void *data);

/// The plan that serves most; everything lives in the arena. `wanted` may be NULL: all calls are. False: no
/// equation is served.
bool smr_cover_plan(SmrCanonical *canonical, SmrCoverRule *const *rules, uint32_t rule_count, SmrArena *arena,
                    SmrCoverWanted wanted, void *data, SmrCoverPlan *out);

/// `gemm(m = n, alpha = 2*s, a = A + 8*k, …)`
void smr_matched_print(const SmrMatched *matched, const SmrCanonical *canonical, SmrStr *out);
/// A line for each call, and for what the loops do; `versions`: calls with what they make before them.
void smr_cover_plan_print(const SmrCoverPlan *plan, bool versions, SmrStr *out);
/// The laws by which the call's idiom says what the code computes: those of raising, of the canonical form
/// and of the match; bits.
uint32_t smr_cover_call_laws(const SmrCanonical *canonical, const SmrCoverCall *call);
/// "LAW-AC LAW-TILE"
void smr_cover_laws_print(uint32_t laws, SmrStr *out);
#endif
