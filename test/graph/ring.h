//===- ring.h - floating-point numbers as integers, for tests --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// In ring mode a floating-point number is an element of Z/2^64: sums and products are exact under any
// association, while division, square roots and the like are uninterpreted functions (hashes of their
// operands). Two graphs that differ only by reassociation then give the same bits. Memory holds these 64-bit
// (f32: 32-bit) integers, which are in `i` of a cell, and constants must be integers. With inverses, a/b is a
// times an uninterpreted function of b, so that graphs are equal, too, that differ by dividing and
// multiplying by an inverse. Complex numbers are Gaussian integers: of two such parts, i*i is -1.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_GRAPH_RING_H
#define SMR_TEST_GRAPH_RING_H
#include "graph/interpret.h"

extern const SmrNumbers smr_ring, smr_ring_inverses;

/// Runs random_graph.h's graphs on arguments made from the seed. `memory` has SMR_RANDOM_ARRAYS *
/// SMR_RANDOM_ARRAY bytes, and afterwards holds what the run left there.
bool smr_run_random(const SmrGraph *graph, uint64_t seed, const SmrNumbers *numbers, unsigned char *memory,
                    SmrCell *result, char trap[160]);
#endif
