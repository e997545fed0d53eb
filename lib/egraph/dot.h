//===- dot.h - e-graphs as pictures --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Graphviz' language: classes are clusters, nodes are boxes, edges lead from a child's place to its class.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_DOT_H
#define SMR_EGRAPH_DOT_H
#include "egraph/extract.h"

/// All may be zero.
typedef struct {
  const SmrClass *roots; // draws what they reach; none: everything
  uint32_t root_count;
  SmrBest *best; // chosen nodes are drawn bold
} SmrDotOptions;

/// `options` may be NULL. The graph is rebuilt.
void smr_egraph_dot(SmrEgraph *g, const SmrDotOptions *options, SmrStr *out);
#endif
