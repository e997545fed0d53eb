//===- dominance.h - which block comes always before which ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Immediate dominators of the blocks of regions joined by BR and CBR, by Cooper, Harvey and Kennedy's
// iteration ("A Simple, Fast Dominance Algorithm", 2001), and intervals on the tree so that a question is
// O(1).
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_DOMINANCE_H
#define SMR_GRAPH_DOMINANCE_H
#include "graph/graph.h"
#ifdef __cplusplus
extern "C" {
#endif

/// Arrays by block id; blocks of regions not computed yet, and unreachable ones, have number 0.
typedef struct {
  uint32_t *number;        // reverse post-order in its region, from 1
  SmrBlock *idom;          // of an entry block: itself
  uint32_t *enter, *leave; // interval on the dominator tree
} SmrDominance;

SmrDominance smr_dominance_create(const SmrGraph *graph);
void smr_dominance_free(SmrDominance *dominance);
/// Fills in one region's blocks; goes stale when they change.
void smr_dominance_region(SmrDominance *dominance, const SmrGraph *graph, SmrRegion region);
/// True also when a == b, and when b is unreachable. Both are blocks of one computed region.
bool smr_dominates(const SmrDominance *dominance, SmrBlock a, SmrBlock b);

#ifdef __cplusplus
}
#endif
#endif
