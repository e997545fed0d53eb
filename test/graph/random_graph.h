//===- random_graph.h - seeded random graphs ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Every graph passes smr_graph_check, and runs in interpret.h without a trap on the arguments of
// smr_random_arguments:
//   (a, b, c, d: ptr unique "a".. "d"; n, m, k: i64; x, y: f64)
// where a..d are arrays of SMR_RANDOM_ARRAY bytes and 0 <= n, m, k <= 4. The same seed gives the same graph.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_GRAPH_RANDOM_GRAPH_H
#define SMR_TEST_GRAPH_RANDOM_GRAPH_H
#include "graph/graph.h"

/// SplitMix64. Any state is a good seed.
typedef struct {
  uint64_t state;
} SmrRandom;
uint64_t smr_random_next(SmrRandom *random);
uint32_t smr_random_below(SmrRandom *random, uint32_t n); // 0 .. n-1; n > 0

enum { SMR_RANDOM_ARRAYS = 4, SMR_RANDOM_INTS = 3, SMR_RANDOM_FLOATS = 2, SMR_RANDOM_ARRAY = 8192 };
typedef enum {
  SMR_RANDOM_NORMAL,   // loop, poly, fsum, fprod; pure ops are never equal (N-CSE), but not hoisted
  SMR_RANDOM_IMPORTED, // for, add, mul, sext, fadd, fmul, loop variables and scalars in allocas
  SMR_RANDOM_BLOCKS,   // as imported, and the outermost loops are blocks joined by br and cbr
  SMR_RANDOM_CFG,      // signed numbers may wrap, and all loops and ifs are blocks as C compilers make them:
                       // testing first or last, up or down, by <, <=, != of any width, or by a pointer
  SMR_RANDOM_COMPLEX = 8 // and one of these: of complex numbers (c32, as long as f64)
} SmrRandomForm;

/// `size`: about how many statements; from 1 to 100 is sensible.
SmrGraph *smr_random_graph(SmrIntern *symbols, const char *name, SmrRandomForm form, uint32_t size,
                           uint64_t seed);

enum {
  SMR_PERTURB_COMMUTE = 1,    // operands of commutative ops
  SMR_PERTURB_RENAME = 2,     // source names
  SMR_PERTURB_FLOAT = 4,      // pure ops and loads move within their block, where nothing written may alias
  SMR_PERTURB_STATEMENTS = 8, // stores, loops, ifs too, when they touch nothing in common
  SMR_PERTURB_ALL = 15
};
/// A copy that means the same. Ids differ from the original's. Handles are kept.
SmrGraph *smr_random_perturb(const SmrGraph *graph, uint32_t what, uint64_t seed);
#endif
