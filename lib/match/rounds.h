//===- rounds.h - what a round of a loop takes ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An estimate of the code that a call would replace, from how its innermost loop steps through memory: that
// is what decides whether compilers vectorise it. Estimates are low: a call that pays by them pays.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_ROUNDS_H
#define SMR_MATCH_ROUNDS_H
#include "graph/graph.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  SMR_ROUND_UNROLLED, // as few rounds as compilers unroll, their number a constant
  SMR_ROUND_ROWS,     // neighbours in memory, each round on its own: vectorised
  SMR_ROUND_STRIDED,  // elements that lie apart
  SMR_ROUND_SUM       // a sum in the order of the code: a round waits for the one before
} SmrRoundClass;

typedef struct {
  SmrRoundClass kind;
  uint32_t bytes;     // of the largest element
  uint32_t additions; // of floating-point numbers
} SmrRound;

/// The loop that does the work of a STORE, or of a loop's result: the deepest one that the op stands in, that
/// its value comes from, or that lies in one of these. 0: none.
SmrOp smr_round_loop(const SmrGraph *graph, SmrOp op);
SmrRound smr_round_of(const SmrGraph *graph, SmrOp loop);
/// Picoseconds for each addition of a round: loops that do several things, or several steps of one (unrolled
/// by hand), do each in less; most so sums, which wait anyway. Of several calls for one loop each has its
/// part at most.
int64_t smr_round_time(const SmrGraph *graph, SmrOp loop, uint32_t calls, bool wide);

#ifdef __cplusplus
}
#endif
#endif
