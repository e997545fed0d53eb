//===- dominance.h - which block comes always before which ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Immediate dominators by Cooper, Harvey and Kennedy's iteration ("A Simple, Fast Dominance Algorithm",
// 2001), and intervals on the tree so that a question is O(1). Of the blocks of regions joined by BR and CBR,
// or of anything else that has numbers and edges.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_DOMINANCE_H
#define SMR_GRAPH_DOMINANCE_H
#include "graph/graph.h"

/// Arrays by block id; blocks of regions not computed yet, and unreachable ones, have number 0.
typedef struct {
  uint32_t *number;        // reverse post-order in its region, from 1
  SmrBlock *idom;          // of an entry block: itself
  uint32_t *enter, *leave; // interval on the dominator tree
} SmrDominance;

/// Blocks are numbers from 1 to count - 1.
typedef struct {
  const void *data;
  uint32_t count;
  /// 0: there is none at this place, but may be at a later one; SMR_NO_MORE_BLOCKS: nor at any later one.
  uint32_t (*successor)(const void *data, uint32_t block, uint32_t which);
} SmrFlow;
#define SMR_NO_MORE_BLOCKS UINT32_MAX

SmrDominance smr_dominance_create(uint32_t count);
void smr_dominance_free(SmrDominance *dominance);
/// Fills in what can be reached from the entry.
void smr_dominance_flow(SmrDominance *dominance, const SmrFlow *flow, uint32_t entry);
/// Fills in one region's blocks; goes stale when they change.
void smr_dominance_region(SmrDominance *dominance, const SmrGraph *graph, SmrRegion region);
/// True also when a == b, and when b is unreachable. Both are blocks of one computed region.
bool smr_dominates(const SmrDominance *dominance, SmrBlock a, SmrBlock b);
#endif
