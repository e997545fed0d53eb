//===- explain_internal.h - the log and what is made of it ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For explain*.c alone. In the order of a question: which entries of the log the answer can need
// (explain_need.c), their equations over terms and the closure of those (explain.c), the way from one term to
// the other and the proof (explain_walk.c).
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_EXPLAIN_INTERNAL_H
#define SMR_EGRAPH_EXPLAIN_INTERNAL_H
#include "egraph/explain.h"
#include "egraph/explain_closure.h"
#include "egraph/internal.h"

#define SMR_EXPLAIN_ATTEMPTS 3
#define SMR_NO_REF UINT32_MAX    // the class of a computed part
#define SMR_REF_NODE 0x80000000u // of a logged rule: its node number …; else a variable

// A rule as the log sees it: the nodes of its sides, in order, each behind its children.
typedef struct {
  const SmrProgram *program;
  uint32_t rule;
  uint32_t variables;
  bool looks_at_terms; // it has conditions or computed parts, and the graph a binder: bound terms are logged
  uint32_t first, count; // of SmrExplain.nodes
  uint32_t right;        // a reference; the left sides' are `parts`
  uint32_t parts;        // of SmrExplain.refs: one per part of the rule
} SmrLoggedRule;

typedef struct {
  SmrOperator op;
  uint32_t first; // of SmrExplain.refs: one per child
} SmrLoggedNode;

// Behind `first` of `words`: an element for each variable; an element for each node of the rule, which was
// the node's instance then; and, when it looks at terms, a term for each variable (UINT32_MAX: the element's
// own).
typedef struct {
  SmrClass a, b;
  uint32_t rule; // of `rules`, or SMR_REF_NODE with a number of `labels`: who asked when no rule did
  uint32_t first;
} SmrLogEntry;

typedef struct {
  uint32_t left, right; // terms of the pool
  uint32_t entry;
  uint32_t binding, bindings;
  bool trusted;
} SmrExplainEquation;

struct SmrExplain {
  SmrEgraph *g;
  SmrBinder *binder;
  const SmrProgram *program;
  const SmrProofCallback *callbacks;
  uint32_t callback_count;
  uint32_t whole; // a log that is no longer is used whole: more equations give shorter proofs

  SMR_VEC(SmrLoggedRule) rules;
  SMR_VEC(SmrLoggedNode) nodes;
  SMR_VEC(uint32_t) refs;
  SMR_VEC(uint32_t) rule_of; // of the current program: by rule, number of `rules` + 1
  SMR_VEC(const char *) labels;
  SMR_VEC(SmrLogEntry) log;
  SMR_VEC(uint32_t) words;

  SmrTermPool pool;
  SMR_VEC(uint32_t)
  element_of;                // by term of the pool, where it was logged: an element that was congruent then
  SMR_VEC(uint32_t) term_of; // by element; UINT32_MAX: not made yet

  SMR_VEC(uint8_t) needed;       // by entry: questions so far need it
  SMR_VEC(SmrNode) elements;     // whose terms the closures need, too
  bool changed;                  // more is needed than when the closures were made
  SMR_VEC(uint32_t) equation_of; // by entry, number + 1
  SMR_VEC(SmrExplainEquation) equations;
  SMR_VEC(SmrProofBinding) bindings;
  SmrClosure closures[SMR_EXPLAIN_ATTEMPTS];
  bool closed[SMR_EXPLAIN_ATTEMPTS];
};

/// What an entry says, on terms; valid until the next is made.
const SmrExplainEquation *smr_explain_equation(SmrExplain *e, uint32_t entry);
static inline const SmrRule *smr_explain_rule(const SmrExplain *e, const SmrLogEntry *entry) {
  const SmrLoggedRule *r = entry->rule & SMR_REF_NODE ? NULL : &e->rules.data[entry->rule];
  return r ? smr_program_rule(r->program, r->rule) : NULL;
}

/// Marks the entries, and notes the elements, that can be needed to get from one term to another, which are
/// in the graph. False: one is not.
bool smr_explain_need(SmrExplain *e, uint32_t from, uint32_t to);
void smr_explain_need_all(SmrExplain *e);

/// Writes the proof that a closure has of two terms that it holds equal, unless it is longer than `most`
/// steps.
bool smr_explain_write(SmrExplain *e, SmrClosure *c, uint32_t from, uint32_t to, uint32_t most,
                       SmrProof *proof);

#endif
