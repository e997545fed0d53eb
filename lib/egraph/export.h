//===- export.h - e-graphs for other programs ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Both functions read a rebuilt graph and print its live nodes, classes in ascending order; numbers are those
// of the graph.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_EXPORT_H
#define SMR_EGRAPH_EXPORT_H
#include "egraph/egraph.h"
#ifdef __cplusplus
extern "C" {
#endif

/// A graph for Graphviz: a box per class, an arrow from each node to its children's boxes; roots are bold.
void smr_egraph_dot(SmrEgraph *g, const SmrClass *roots, uint32_t count, SmrStr *out);

/// What a node costs by itself; NULL: 1.
typedef double (*SmrNodeCostFn)(void *user, SmrEgraph *g, SmrNode node);
/// JSON as the programs that compare extraction methods read it: nodes by name with op, children (names of
/// nodes, one of each class), eclass and cost; the roots' classes.
void smr_egraph_json(SmrEgraph *g, const SmrClass *roots, uint32_t count, SmrNodeCostFn cost, void *user,
                     SmrStr *out);

/// Text as a JSON string, with its quotes.
void smr_json_string(SmrStr *out, const char *text);

#ifdef __cplusplus
}
#endif
#endif
