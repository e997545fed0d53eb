//===- twin.h - a function's graph for a copy of the function ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_DECIDE_TWIN_H
#define SMR_REWRITE_DECIDE_TWIN_H
#include "graph/graph.h"
#include "mlir-c/IR.h"

/// A copy of `graph`, which was made of `function`, as if it had been made of `clone`, an unchanged clone of
/// that function: its handles are the clone's. The caller owns it.
SmrGraph *smr_graph_twin(const SmrGraph *graph, MlirOperation function, MlirOperation clone);
#endif
