//===- chosen.h - elements of which a condition says which it is ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `a[j <= i ? i*n + j : j*n + i]`, or a(max(i,j), min(i,j)): a symmetric matrix, of which one triangle is
// stored. While a nest is open, such a load is an IF with a load of one element on each side.
//
// Invariant: the open graph computes what the closed one does, and makes the same accesses.
// Oracle: the interpreter (test/graph/test_chosen.c), and programs run before and after
// (tools/fuzz/spellings.py).
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_CHOSEN_H
#define SMR_GRAPH_CHOSEN_H
#include "graph/graph.h"

/// Opens the nest of the ops first … last of one block. False if nothing in it is chosen.
bool smr_chosen_open(SmrGraph *graph, SmrOp first, SmrOp last);
/// Afterwards, the loads are as they were.
void smr_chosen_close(SmrGraph *graph, SmrOp first, SmrOp last);
#endif
