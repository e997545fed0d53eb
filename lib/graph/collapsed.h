//===- collapsed.h - two loops that are written as one ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `for (t = 0; t < n*m; t++)` with i = t / m and j = t % m in it is two loops, over i < n and j < m. While a
// nest is open, such a loop counts i, and a loop in it, which the code does not have, counts j; t is i*m + j.
// Three loops as one are opened twice: t / (m*l) is t / l / m.
//
// Invariant: in every execution in which each SmrCollapsed of the nest has outer >= 1, inner >= 1 and
// outer * inner <= most, the open graph computes what the closed one does. Whoever uses an open nest asks for
// that; smr_raise makes needs of it. Proof: let the code divide x by y in `bits` bits, where modulo 2^bits x
// is t and y is inner. t < outer * inner, y and outer * inner itself are below 2^(bits - 1), so x is t, y is
// inner, and the loop runs outer * inner times, with a sign and without one.
// Oracle: programs run before and after (test/graph/test_collapsed.c, tools/fuzz/spellings.py).
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_COLLAPSED_H
#define SMR_GRAPH_COLLAPSED_H
#include "graph/poly_op.h"

/// Opens the nest of the ops first … last of one block. False if no loop in it is two.
bool smr_collapsed_open(SmrGraph *graph, SmrOp first, SmrOp last);
/// most - outer * inner, of a loop that is open; false when a number is too large.
bool smr_collapsed_room(const SmrGraph *graph, SmrArena *arena, const SmrCollapsed *collapsed, SmrPoly *out);
/// Afterwards, the loops are as they were. What their trip counts are made of stays before them.
void smr_collapsed_close(SmrGraph *graph, SmrOp first, SmrOp last);
#endif
