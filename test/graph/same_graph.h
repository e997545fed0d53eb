//===- same_graph.h - two graphs that are equal but for ids and handles ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_GRAPH_SAME_GRAPH_H
#define SMR_TEST_GRAPH_SAME_GRAPH_H
#include "graph/graph.h"

/// Compares every field of everything that is linked, and exits, assumptions and ranges of that; POLY ops as
/// polynomials, operands of commutative ops of `normal` graphs in any order (N-ORDER). Both use one symbol
/// table. False: *why says where they first differ.
bool same_graph(const SmrGraph *a, const SmrGraph *b, bool normal, SmrStr *why);
/// What is printed, parsed and printed again is the same text and the same graph, and so are the normal forms
/// of the two, or the plain ones. Handles of `graph` are erased on the way: they are all that text does not
/// keep. False: *why says what differs.
bool survives_text(SmrGraph *graph, bool plain, SmrStr *why);
#endif
