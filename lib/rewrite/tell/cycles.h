//===- cycles.h - loops of blocks that no loop op stands for ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_TELL_CYCLES_H
#define SMR_REWRITE_TELL_CYCLES_H
#include "graph/graph.h"

/// By block (room for all of the graph's): blocks of the function's body that lead to each other have one
/// number, from 1; others 0. Tarjan's strongly connected components. Returns how many there are.
uint32_t smr_cycles(const SmrGraph *graph, uint32_t *cycle);
/// The two or fewer blocks that follow; returns how many.
uint32_t smr_successors(const SmrGraph *graph, SmrBlock block, SmrBlock next[2]);

#endif
