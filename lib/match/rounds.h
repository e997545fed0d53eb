//===- rounds.h - what a round of a loop takes ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An estimate of the code that a call would replace, from how its innermost loop steps through memory: that
// is what decides whether compilers vectorise it. Estimates are low: a call that pays by them pays.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_ROUNDS_H
#define SMR_MATCH_ROUNDS_H
#include "graph/graph.h"

typedef enum {
  SMR_ROUND_UNROLLED,  // a constant number of iterations, unrolled; what remains is vectorised
  SMR_ROUND_STRAIGHT,  // two loops are unrolled, and nothing remains to be vectorised but their statements
  SMR_ROUND_RAGGED,    // … which are not a multiple of four
  SMR_ROUND_ROWS,      // neighbours in memory, each iteration on its own: vectorised
  SMR_ROUND_GATHERED,  // unrolled; the loop around loads elements that lie apart
  SMR_ROUND_HOISTED,   // … and vanishes, so that the one around it loads them once
  SMR_ROUND_SCATTERED, // unrolled; the loop around stores elements that lie apart
  SMR_ROUND_SCALAR,    // unrolled; the loop around is a sum of its own
  SMR_ROUND_SPREAD,    // unrolled rows, stored to by vectors across them
  SMR_ROUND_STRIDED,   // loads of elements that lie apart
  SMR_ROUND_MASKED,    // … in so few iterations that one vector with a mask makes them
  SMR_ROUND_PUT,       // stores to such
  SMR_ROUND_SINGLE,    // one sum, unrolled: it waits, but what is around it does not
  SMR_ROUND_SUM        // a sum in the order of the code: an iteration waits for the one before
} SmrRoundClass;

typedef struct {
  SmrRoundClass kind; // of the innermost loop
  SmrRoundClass
      unrolled;       // … where the compiler unrolls it, since its number of iterations is a small constant
  bool unrolls;       // it does
  uint32_t bytes;     // of the largest element
  uint32_t additions; // of floating-point numbers
  uint32_t lanes;     // of SMR_ROUND_LANES: the lanes of the vectors that are unrolled, used or not
  int64_t wait;       // picoseconds that each iteration waits for what others store
} SmrRound;
enum { SMR_ROUND_LANES = 256 };
/// Picoseconds that loops take once: they begin, and wait for their last results.
enum { SMR_ROUND_START = 2000 };

/// How the compiler was asked to compile the code.
typedef struct {
  bool wide;     // for vectors of 256 bits or more
  bool scatters; // … which can be stored to elements that lie apart
  bool at_o2;    // at -O2 or less, where half as much is unrolled as at -O3
  bool fuses;    // a product and the sum that takes it are one instruction
} SmrCompiled;

/// Is the loop deeper than the other, or as deep with more additions in an iteration?
bool smr_round_does_more(const SmrGraph *graph, SmrOp loop, SmrOp other);
/// The loop that does the work of a STORE, or of a loop's result, of those that the op stands in, that its
/// value comes from, or that lie in one of these. 0: none. (Of a loop that was unrolled by hand and what
/// remains of it the first.)
SmrOp smr_round_loop(const SmrGraph *graph, SmrOp op);
SmrRound smr_round_of(const SmrGraph *graph, SmrOp loop, const SmrCompiled *compiled);
/// Picoseconds for each addition of a round: loops that do several things, or several steps of one (unrolled
/// by hand), do each in less; most so sums, which wait anyway. Of several calls for one loop each has its
/// part at most.
int64_t smr_round_time(const SmrGraph *graph, SmrOp loop, uint32_t calls, const SmrCompiled *compiled);
#endif
