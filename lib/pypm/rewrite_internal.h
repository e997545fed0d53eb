//===- rewrite_internal.h - a rewriter's state ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_PYPM_REWRITE_INTERNAL_H
#define SMR_PYPM_REWRITE_INTERNAL_H
#include "pypm/automaton.h"
#include "pypm/rewrite.h"
#ifdef __cplusplus
extern "C" {
#endif

/// What is known of a term.
typedef struct {
  uint32_t result; // what it becomes; 0: that is not known
  uint32_t step;   // while it is being rewritten: which step of the path, from 1
  uint32_t depth;  // firings upon each other's results that made it
  uint32_t source; // the term that it is a rebuilt one of, or that a rule made it of; 0: neither
  bool given_up;   // rules went round in a cycle: nothing is to fire at it
} SmrPypmFact;

/// What a term was on its way, and the rule that fired at it, or NONE.
typedef struct {
  uint32_t term, rule;
} SmrPypmStep;

typedef struct {
  uint32_t term, now;           // what is rewritten, and what it is by now
  uint32_t operand;             // the next one to be rewritten
  uint32_t path, known, events; // how many there were when the frame began
  bool tried;                   // nothing fires at `now`
} SmrPypmFrame;

struct SmrPypmRewriter {
  const SmrPypmLibrary *library;
  SmrPypmTerms *terms;
  SmrPypmRewriteOptions options;
  SmrPypmCursor *cursor;
  SmrPypmAutomaton *automaton;
  SmrPypmNumbers all;         // entries, where there is no automaton
  SMR_VEC(SmrPypmFact) facts; // by term
  SMR_VEC(SmrPypmFrame) frames;
  SMR_VEC(SmrPypmStep) path;
  SMR_VEC(uint32_t) known; // terms whose results are known, in the order in which that happened
  SMR_VEC(SmrPypmEvent) events;
  SMR_VEC(uint32_t) numbers; // of events
  uint32_t result, fired;
  uint64_t tried;
  bool spent;
};

/// Tries all patterns and rules at a term; what fires is in *event, what does not and why in the events.
bool smr_pypm_fire(SmrPypmRewriter *rewriter, uint32_t term, SmrPypmEvent *event);

#ifdef __cplusplus
}
#endif
#endif
