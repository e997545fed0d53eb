//===- dag_internal.h - the part of an e-graph that roots reach ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For this folder alone. Classes and nodes are numbered densely; only nodes of finite cost whose children all
// have a term, and that are not their own child, are there; a child stands once however often it is used.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_DAG_INTERNAL_H
#define SMR_EGRAPH_DAG_INTERNAL_H
#include "egraph/dag.h"

typedef struct {
  SmrNode node;
  double own;
  uint32_t c;            // its class
  uint32_t first, count; // children[first … first + count)
} SmrDagOption;

typedef struct {
  SmrEgraph *g;
  SMR_VEC(SmrClass) classes;     // by dense number
  SMR_VEC(SmrDagOption) options; // class after class
  SMR_VEC(uint32_t) first;       // by class: its options are options[first[c] … first[c + 1])
  SMR_VEC(uint32_t) children;
  SMR_VEC(uint32_t) roots;
  uint32_t *tree; // by class: the option with which its tree costs least
} SmrDagProblem;

/// A closed choice without cycles: options, children before those that use them.
typedef struct {
  double cost;
  SMR_VEC(uint32_t) options;
} SmrDagChoice;

/// False when a root has no term of finite cost.
bool smr_dag_problem(SmrEgraph *g, const SmrCost *cost, const SmrClass *roots, uint32_t count,
                     SmrDagProblem *problem);
void smr_dag_problem_free(SmrDagProblem *problem);
void smr_dag_choose_greedily(const SmrDagProblem *problem, SmrDagChoice *choice);
/// What the roots reach when class c takes option chosen[c]; false when that has a cycle or a class without a
/// choice (UINT32_MAX). `marks`: a zeroed word per class, which are left zeroed.
bool smr_dag_follow(const SmrDagProblem *problem, const uint32_t *chosen, uint32_t *marks,
                    SmrDagChoice *choice);
/// Branch and bound: replaces *best where there is a cheaper choice (its cost may be INFINITY, without
/// options). True when the result is proved; at most `limit` steps, which are added to *steps.
bool smr_dag_search(const SmrDagProblem *problem, uint64_t limit, SmrDagChoice *best, uint64_t *steps);
void smr_dag_result(const SmrDagProblem *problem, const SmrDagChoice *choice, SmrDag *dag);

#endif
