//===- natural_loops.h - which blocks are a loop --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Natural loops (Aho, Sethi, Ullman, "Compilers", 1986, section 10.4): an edge whose target dominates its
// source leads back to a header, whose loop is what reaches such an edge without passing the header. Edges
// back to one header make one loop; two loops are apart or one is inside the other, in irreducible flow, too.
// A cycle that is entered in several places is no loop. Linear in blocks and edges.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_NATURAL_LOOPS_H
#define SMR_GRAPH_NATURAL_LOOPS_H
#include "graph/dominance.h"

/// Arrays by block. A block that heads no loop counts as one of its own alone; unreachable ones as none.
typedef struct {
  bool *heads;
  uint32_t *outer; // header of the innermost loop that it is in and does not head, 0 for none
  uint32_t *order; // blocks: each loop in one piece, its header first
  uint32_t *place; // in `order`
  uint32_t *size;  // of the loop that it heads
} SmrNaturalLoops;

/// Of what `dominance` was computed for.
SmrNaturalLoops smr_natural_loops_create(const SmrDominance *dominance, const SmrFlow *flow);
void smr_natural_loops_free(SmrNaturalLoops *loops);
/// O(1). True also when block == header.
bool smr_natural_loop_has(const SmrNaturalLoops *loops, uint32_t header, uint32_t block);
#endif
