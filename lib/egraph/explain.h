//===- explain.h - why two terms are in one class ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Proofs are made afterwards: while the graph grows, each union that a rule asks for is logged. Asked for a
// proof, the joins that the graph noted say which equations it can need; a congruence closure over their
// terms (Nieuwenhuis, Oliveras: Proof-Producing Congruence Closure, RTA 2005) says which of them join the
// two, and the way along them is written out term by term. A graph without an SmrExplain pays nothing.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_EXPLAIN_H
#define SMR_EGRAPH_EXPLAIN_H
#include "egraph/binder.h"
#include "egraph/explain_check.h"
#include "egraph/program.h"

typedef struct SmrExplain SmrExplain;

/// Begins to log, on an empty graph. `binder` may be NULL; with it, computed parts are explained on the terms
/// that it takes (its exact mode is off while there is a log). Both are borrowed.
SmrExplain *smr_explain_create(SmrEgraph *g, SmrBinder *binder);
void smr_explain_destroy(SmrExplain *e);
/// Says whose rules are applied from now on: before each run with another program. Programs are borrowed.
void smr_explain_program(SmrExplain *e, const SmrProgram *program);
/// What computed operators mean on terms, for those that explain_check.h does not know. Borrowed.
void smr_explain_callbacks(SmrExplain *e, const SmrProofCallback *callbacks, uint32_t count);

/// A log of no more entries is used whole, which gives shorter proofs (10000; 0: never, unless what is needed
/// cannot be told).
void smr_explain_set_whole(SmrExplain *e, uint32_t entries);

typedef enum {
  SMR_EXPLAINED,
  SMR_NOT_EQUAL,      // by the logged equations
  SMR_PROOF_TOO_LONG, // more than SMR_MAX_PROOF steps
} SmrExplainResult;
#define SMR_MAX_PROOF 10000000

/// A proof that two terms are equal, the shortest of a few. Free it with smr_proof_free. The terms need not
/// be in the graph.
SmrExplainResult smr_explain_terms(SmrExplain *e, const SmrTerm *a, uint32_t i, const SmrTerm *b, uint32_t j,
                                   SmrProof *proof);
/// The same for the terms that two elements were made as.
SmrExplainResult smr_explain_elements(SmrExplain *e, SmrNode a, SmrNode b, SmrProof *proof);
#endif
