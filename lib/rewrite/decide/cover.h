//===- cover.h - nests that are covered by calls ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The equality tier on one function: its plain form is raised, nest by nest, to equations; what covers those
// is found by lib/cover, and decided here. Nests that the exact tier serves as well are left to it.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_COVER_H
#define SMR_REWRITE_DECIDE_COVER_H
#include "cover/plan.h"
#include "match/report.h"
#include "mlir/splice/splice.h"
#include "raise/raise.h"
#include "rewrite/function.h"
#include "rewrite/run.h"

/// One call of a plan, ready to be put into the code.
typedef struct {
  uint32_t library, pair;
  const SmrPassed *args;
  uint32_t arg_count;
  SmrOp at;        // of the nest's block: where it is told of
  SmrValue result; // the graph's value that the call makes, or 0
  uint32_t result_arg;
  const SmrExplanation *explanation; // NULL: nobody asked
} SmrCoveringCall;

/// A call, or a copy of one of the nest's roots for what no call says.
typedef struct {
  uint32_t call;       // or SMR_COVERING_COPY
  SmrOp root;          // COPY
  const SmrOp *stores; // … that it does
  uint32_t store_count;
} SmrCoveringStep;
enum { SMR_COVERING_COPY = UINT32_MAX };

/// A result of the nest that a copy makes.
typedef struct {
  SmrValue value;
  uint32_t step;
} SmrCoveringResult;

typedef struct {
  SmrNest nest;
  const SmrOp *roots;
  uint32_t root_count;
  const SmrOp *loops; // in them
  uint32_t loop_count;
  const SmrCoveringCall *calls;
  uint32_t call_count;
  const SmrCoveringStep *steps; // in the order in which they run
  uint32_t step_count;
  const SmrCoveringResult *results;
  uint32_t result_count;
  SmrVerdict verdict;
  uint64_t gain; // as gain.h counts it
  bool accepted;
  bool misfit;        // it was, but did not fit the code
  bool instead;       // in the loops of a nest before it, for where that one's rows are not equally spaced
  const char *reason; // when not
  const SmrCoverRule *freer; // a call that is refused for what it takes of real numbers' laws, or NULL
} SmrCoveredNest;

/// A loop that equations were asked of in vain.
typedef struct {
  SmrOp loop;       // the outermost of its nest
  SmrMissed missed; // a routine is like it; or no rule:
  SmrNotRaised why; // it is no equations
} SmrMissedNest;

typedef struct {
  SmrGraph *plain; // the function's
  SmrUses uses;
  SmrArena arena;
  SMR_VEC(SmrCoveredNest)
  nests; // in program order; none lies in another, but for those that are `instead` of it
  SMR_VEC(SmrMissedNest) missed; // where near misses are told; nests lie in one another
} SmrCovering;

/// Finds the nests that calls cover. `out` is to be freed; false when there are none.
bool smr_cover_function(SmrModuleRun *run, SmrFunctionRun *function, SmrCovering *out);
/// Once more, for a nest that did not fit the code: what is found of its parts comes behind the other nests.
void smr_cover_again(SmrModuleRun *run, SmrFunctionRun *function, SmrCovering *covering, SmrNest nest);
void smr_covering_free(SmrCovering *covering);
#endif
