//===- machine_internal.h - a cursor's state -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_PYPM_MACHINE_INTERNAL_H
#define SMR_PYPM_MACHINE_INTERNAL_H
#include "pypm/machine.h"

typedef enum {
  SMR_PYPM_DO_MATCH,
  SMR_PYPM_DO_ORDERED, // match, a commutative operator's operands as they stand …
  SMR_PYPM_DO_SWAPPED, // … in the other order
  SMR_PYPM_DO_GUARD,
  SMR_PYPM_DO_CHECK_NAME,
  SMR_PYPM_DO_MATCH_CONSTRAINT
} SmrPypmActionKind;

/// One action of a continuation, a list; actions are shared by the continuations of choices.
typedef struct {
  SmrPypmActionKind kind;
  uint32_t node, term;  // DO_CHECK_NAME: the EXISTS; DO_MATCH_CONSTRAINT: the CONSTRAINT
  uint32_t frame, next; // next 0: the end
} SmrPypmAction;

/// What is as it was when going back to a choice: everything made since then is dropped.
typedef struct {
  uint32_t continuation, actions, trail, places, cells, matched;
} SmrPypmChoice;

struct SmrPypmCursor {
  const SmrPypmProgram *program;
  const SmrPypmTerms *terms;
  uint32_t root; // the term that is matched
  SmrPypmLimits limits;
  SmrPypmTrace trace;
  void *trace_data;
  SmrPypmStatus status;
  uint64_t steps;
  size_t bytes;
  uint32_t unknown, unknown_node;
  uint32_t continuation;          // k: its first action
  SMR_VEC(SmrPypmAction) actions; // element 0 is none
  SMR_VEC(SmrPypmChoice) choices; // stk
  SMR_VEC(uint32_t) places;       // frames: a slot's cell
  SMR_VEC(uint32_t) cells;        // θ and φ: what is bound, 0: nothing
  SMR_VEC(uint32_t) trail;        // cells, in the order of their binding
  SmrPypmNumbers matched;         // terms whose heads were matched, from the root on
  bool explain;                   // misses are noted
  SmrPypmMiss miss;               // the deepest one; node 0: none
  SmrPypmNumbers deepest;         // its matched terms
};

/// Tells the trace of a transition about to be made.
void smr_pypm_trace_step(const SmrPypmCursor *cursor, SmrPypmTransition transition);
#endif
