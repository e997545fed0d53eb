//===- gym.h - e-graphs as JSON for other extractors ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The form that extraction-gym reads: {"nodes": {ID: {"op", "children": [ID…], "eclass", "cost"}},
// "root_eclasses": [CLASS…]}; a child is named by a node of its class, costs are nodes' own.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_GYM_H
#define SMR_EGRAPH_GYM_H
#include "egraph/cost.h"

/// Nodes of infinite cost are left out. The graph is rebuilt.
void smr_egraph_gym(SmrEgraph *g, const SmrCost *cost, const SmrClass *roots, uint32_t count, SmrStr *out);
#endif
