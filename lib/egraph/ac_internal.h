//===- ac_internal.h - what the graph and the matcher ask of AC ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_AC_INTERNAL_H
#define SMR_EGRAPH_AC_INTERNAL_H
#include "egraph/ac.h"
#include "egraph/internal.h"

typedef struct {
  SmrOperator ops[SMR_MAX_ARITY + 1]; // by arity; SMR_NO_OPERATOR: not made yet
  SMR_VEC(SmrNode) reps;              // by class; SMR_NO_CLASS: none
  SMR_VEC(uint8_t) changes;           // by class: how often its representative changed
} SmrFamily;

struct SmrAc {
  SMR_VEC(SmrFamily) families; // family f is number f - 1
  SMR_VEC(SmrNode)
  queue;                    // sums and numbers that are new, changed or moved, and sums whose children got
                            // or lost a representative
  SMR_VEC(uint8_t) waits;   // by node: it is in the queue
  SMR_VEC(uint8_t) literal; // by class: has a number
  bool all;                 // every node is to be looked at
};

/// A node is new, has other children or another class, or is dead.
void smr_ac_touch(SmrEgraph *g, SmrNode n);
/// A class lost its number to another.
void smr_ac_joined(SmrEgraph *g, SmrClass winner, SmrClass loser);

/// Takes note of an operator that the graph sees for the first time: writes g->families.
void smr_ac_note(SmrEgraph *g, SmrOperator op);
void smr_ac_destroy(SmrEgraph *g);
size_t smr_ac_bytes(const SmrEgraph *g);
/// A new element: its number may have been another's.
void smr_ac_fresh(SmrEgraph *g, SmrNode n);
/// The family's operator of an arity.
SmrOperator smr_ac_op(SmrEgraph *g, uint8_t family, uint32_t arity);

/// What the functions of egraph.h do, for operators of a family. `into` SMR_NO_CLASS: a class of its own.
SmrClass smr_ac_add(SmrEgraph *g, SmrOperator op, const SmrClass *children, uint32_t count, SmrClass into);
SmrNode smr_ac_node(SmrEgraph *g, SmrOperator op, const SmrClass *children, uint32_t count);

/// Order does not matter to it.
uint32_t smr_ac_hash(SmrOperator op, const SmrClass *children, uint32_t arity);
bool smr_ac_same(const SmrClass *a, const SmrClass *b, uint32_t arity);
void smr_ac_sort(SmrClass *children, uint32_t count);

/// smr_ac_flatten; without `sort` the children stay in the order of the text.
uint32_t smr_ac_copy(SmrOperators *ops, SmrTerm *into, const SmrTerm *from, uint32_t node, bool sort);

/// Restores AC2, AC3. False when there was nothing to do.
bool smr_ac_close(SmrEgraph *g);
bool smr_ac_check(SmrEgraph *g, SmrStr *why);

#endif
