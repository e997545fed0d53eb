//===- explain_check.h - proofs that two terms are equal -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A proof is a list of terms, each made from the one before by one rule at one position. This checker replays
// it; it knows terms and rules, no e-graph: computed parts and conditions are worked out again on the terms
// themselves.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_EXPLAIN_CHECK_H
#define SMR_EGRAPH_EXPLAIN_CHECK_H
#include "egraph/rule.h"
#include "egraph/term_pool.h"

typedef struct {
  const SmrRule *rule;        // NULL: `label` says who joined the two: a client's union, an analysis
  const char *label;          // the rule's name
  bool forward;               // from the rule's left-hand side to the right
  bool trusted;               // the subterms are said to be equal; nothing to replay
  uint32_t before, after;     // roots in the proof's terms
  uint32_t position, depth;   // positions[position .. position + depth): child numbers from the root on
  uint32_t binding, bindings; // the rule's variables
} SmrProofStep;

typedef struct {
  SmrSym variable;
  uint32_t term;
} SmrProofBinding;

typedef struct {
  SmrTerm terms;
  uint32_t from, to;
  SMR_VEC(SmrProofStep) steps;
  SMR_VEC(uint32_t) positions;
  SMR_VEC(SmrProofBinding) bindings;
} SmrProof;

void smr_proof_free(SmrProof *proof);

/// What callbacks mean on terms. `compute` adds to `terms` and returns a node, UINT32_MAX when there is no
/// result; `condition` says yes or no. (!shift d cutoff e), (!subst body value), (not-free e i) and (closed
/// e) of binder.h are built in.
typedef struct {
  const char *name;
  uint32_t (*compute)(void *user, SmrOperators *ops, SmrTerm *terms, const uint32_t *args, uint32_t count);
  bool (*condition)(void *user, SmrOperators *ops, const SmrTerm *terms, const uint32_t *args,
                    uint32_t count);
  void *user;
} SmrProofCallback;

typedef struct {
  bool ok;
  uint32_t step;    // which one is wrong
  uint32_t trusted; // steps that say so
  uint32_t unknown; // steps with a callback that nobody knows on terms
} SmrProofVerdict;

/// Replays a proof. On failure `why` says what is wrong with which step.
SmrProofVerdict smr_proof_check(SmrOperators *ops, const SmrProof *proof, const SmrProofCallback *callbacks,
                                uint32_t count, SmrStr *why);

/// A subterm of a rule with its variables replaced and its computed parts worked out, in a pool that the
/// bindings' terms are of. UINT32_MAX when a variable is not bound or a computed part has no result.
uint32_t smr_proof_instance(SmrOperators *ops, SmrTermPool *pool, const SmrRule *rule, uint32_t node,
                            const SmrProofBinding *bindings, uint32_t bound,
                            const SmrProofCallback *callbacks, uint32_t count);

/// Takes detours out of a proof that checks: steps inside of a rule's variables that are undone behind it.
/// The result is checked; it has the same ends, and never more steps.
void smr_proof_shorten(SmrOperators *ops, SmrProof *proof, const SmrProofCallback *callbacks, uint32_t count);

/// One term a line, between them the rule, its direction, position and variables.
void smr_proof_print(const SmrOperators *ops, const SmrProof *proof, SmrStr *out);
/// {"from": …, "to": …, "steps": [{"rule": …, "direction": …, "position": […], "substitution": {…},
/// "trusted": …, "term": …}]}
void smr_proof_print_json(const SmrOperators *ops, const SmrProof *proof, SmrStr *out);
#endif
