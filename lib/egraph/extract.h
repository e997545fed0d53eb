//===- extract.h - the best term of every class --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The costs are those of trees: a shared subterm is paid for at every use (dag.h counts it once).
//
// Invariant (after smr_best_update): each class' cost is the least over its nodes, and its chosen node's
// children come before it in the order (cost, time of the choice), so that following choices always ends.
//
// An SmrBest follows a graph: an update looks at nodes with new stamps, and at the users of classes that
// became cheaper, so that it may be called after every iteration; the first update, and one that cannot know
// what happened in between (numbers were used again, a cost rose), looks at everything. Updates after each
// iteration of a run: call smr_best_update in SmrRunBudget.goal.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_EXTRACT_H
#define SMR_EGRAPH_EXTRACT_H
#include "egraph/cost.h"

typedef struct SmrBest SmrBest;

/// The cost is copied, what it refers to borrowed. Nothing is computed before the first update.
SmrBest *smr_best_create(SmrEgraph *g, const SmrCost *cost);
void smr_best_destroy(SmrBest *best);
SmrEgraph *smr_best_graph(const SmrBest *best);
const SmrCost *smr_best_model(const SmrBest *best);

/// Brings everything up to date with a rebuilt graph. What follows is about the graph at that time.
void smr_best_update(SmrBest *best);

/// Of any class number; INFINITY when all of the class' terms cost that.
double smr_best_cost(SmrBest *best, SmrClass c);
/// The chosen node; SMR_NO_CLASS when the cost is infinite.
SmrNode smr_best_node(SmrBest *best, SmrClass c);
/// Appends the best term of a class to `into`, each class at most once; returns its root there, UINT32_MAX
/// when the cost is infinite.
uint32_t smr_best_term(SmrBest *best, SmrClass c, SmrTerm *into);
/// The same for several classes, subterms shared between them; false when one's cost is infinite.
bool smr_best_terms(SmrBest *best, const SmrClass *classes, uint32_t count, SmrTerm *into, uint32_t *roots);

/// False, with an error at the place that the cost names, when a node was seen whose cost was less than a
/// child's or no number.
bool smr_best_report(SmrBest *best, SmrDiag *diag);
/// How many nodes the last update looked at, counted at every look.
uint64_t smr_best_looked_at(const SmrBest *best);
#endif
