//===- normal.h - normal forms -------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Rewriting that forgets what it rewrote, for rules that are wanted whatever comes next (βη before each phase
// of a guide). A round builds an e-graph of the term alone, applies every match once, and takes the smallest
// term without the nodes that matched: all redexes of the term at once.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_NORMAL_H
#define SMR_EGRAPH_NORMAL_H
#include "egraph/world.h"

/// More rounds, or a larger graph, and there is no normal form to be had.
#define SMR_NORMAL_ROUNDS 1000
#define SMR_NORMAL_NODES 1000000

/// Rewrites the term at *root until no rule matches; *root becomes the result's, in a term that holds nothing
/// else. False after a diagnostic at the first rule: there is no end, or class data went wrong.
bool smr_normalise(SmrOperators *ops, SmrRules *rules, const SmrRule *const *list, uint32_t count,
                   const SmrWorldOptions *options, SmrTerm *term, uint32_t *root, uint32_t *rounds,
                   SmrDiag *diag);
#endif
