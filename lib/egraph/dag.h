//===- dag.h - terms that pay for each class once ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A DAG chooses one node for every class that its roots need. Its cost is the sum of the chosen nodes' own
// costs (smr_cost_own), however often they are used. Finding the cheapest is NP-hard.
//
// Invariant of an SmrDag: `classes` is closed (children of chosen nodes are in it) and ordered: children
// before those that use them, so it has no cycle.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_DAG_H
#define SMR_EGRAPH_DAG_H
#include "egraph/cost.h"

/// Zero-initialise to create.
typedef struct {
  double cost;
  bool proved; // there is none that is cheaper
  uint64_t steps;
  SMR_VEC(SmrClass) classes; // canonical
  SMR_VEC(SmrNode) nodes;    // their choices
} SmrDag;

void smr_dag_free(SmrDag *dag);

/// Greedy: for each class the node whose children's sets of needed classes, joined, cost least; then what the
/// roots chose is improved class by class until that gains nothing. Never worse than a best tree of the same
/// own costs, counted as a DAG; where the sets grow too large, that is what is improved. False when a root
/// has no term of finite cost.
bool smr_dag_greedy(SmrEgraph *g, const SmrCost *cost, const SmrClass *roots, uint32_t count, SmrDag *dag);
/// Branch and bound, starting from the greedy one. After `step_limit` choices (0: 10 million) it gives up
/// with the best that it has, `proved` false.
bool smr_dag_exact(SmrEgraph *g, const SmrCost *cost, const SmrClass *roots, uint32_t count,
                   uint64_t step_limit, SmrDag *dag);

/// Appends the term of a class of the DAG to `into`, each class at most once; returns its root there.
uint32_t smr_dag_term(const SmrDag *dag, SmrEgraph *g, SmrClass c, SmrTerm *into);
#endif
