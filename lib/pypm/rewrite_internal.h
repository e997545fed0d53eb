//===- rewrite_internal.h - a rewriter's state ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_PYPM_REWRITE_INTERNAL_H
#define SMR_PYPM_REWRITE_INTERNAL_H
#include "pypm/automaton.h"
#include "pypm/rewrite.h"

/// What is known of a term.
typedef struct {
  uint32_t result; // what it becomes; 0: that is not known
  uint32_t step;   // while it is being rewritten: which step of the path, from 1
  uint32_t depth;  // firings upon each other's results that made it
  uint32_t source; // the term that it is a rebuilt one of, or that a rule made it of; 0: neither
  bool given_up;   // rules went round in a cycle: nothing is to fire at it
  bool as_is;      // its result is itself, on the operands that it has, whatever they became
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

/// How a term is used, where that is counted.
typedef struct {
  uint32_t next;  // while it is being rewritten: what it became
  uint32_t count; // uses by terms that are used, and from outside
  uint32_t held;  // uses by what stays as it was, whatever that became
  uint32_t whole; // of a result of several: the op
} SmrPypmUse;

/// Uses from outside.
typedef struct {
  uint32_t term, count;
  bool kept; // of the term as it was
} SmrPypmRoot;

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
  uint64_t tried, steps;
  bool spent;
  bool counting, counted;   // guards ask for uses; those are counted
  SMR_VEC(SmrPypmUse) uses; // by term
  SMR_VEC(SmrPypmRoot) roots;
  SmrPypmNumbers changed;                       // terms whose operands' uses are yet to be counted
  uint32_t (*answer)(void *who, uint32_t term); // smr_pypm_rewriter_uses and the rewriter, or who asks those
  void *who;
};

/// Tries all patterns and rules at a term; what fires is in *event, what does not and why in the events.
bool smr_pypm_fire(SmrPypmRewriter *rewriter, uint32_t term, SmrPypmEvent *event);
bool smr_pypm_asks_for_uses(const SmrPypmLibrary *library);
/// How often the term is used by now; 0: that is not known, as it is not in the graph (any more).
uint32_t smr_pypm_rewriter_uses(void *rewriter, uint32_t term);
/// A term has become another one; counting.
void smr_pypm_moved(SmrPypmRewriter *rewriter, uint32_t from, uint32_t to);
/// The op of a result of several, as a term that nothing matches; any other term itself.
uint32_t smr_pypm_whole(SmrPypmRewriter *rewriter, uint32_t term);
#endif
