//===- ac.h - associative and commutative operators ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An operator that is declared SMR_OPERATOR_AC (its names of all arities are one family) is kept as one n-ary
// node over a multiset of classes, so that no bracketing or order of a sum is ever stored twice:
// (+ a (+ b c)) is the node (+ a b c).
//
// clang-format off: a list
// Invariant (after smr_egraph_rebuild; smr_egraph_check tests it):
//   AC1 a live node of a family has at least two children; two nodes with the same multiset of children are one;
//   AC2 a class has at most one representative per family: a live sum of it that mentions neither the class itself
//       nor a class that has a representative; classes of numbers have none;
//   AC3 a node's flat form (each child that has a representative replaced by its children, as far as SMR_MAX_ARITY
//       goes; not the node's own class) is in the node's class, too.
// clang-format on
// By AC2 a flat form is flat; a class changes its representative a few times and then does without. So every
// node has one flat form at a time, also where classes are cyclic (x = x + 0).
//
// A child that is nothing but a sum is replaced at once, and the unflattened form never made; a child that is
// also something else (a product, say) stays, as rules want to see it: its node and the flat form are both
// there.
//
// Declare operators before the graph sees them.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_AC_H
#define SMR_EGRAPH_AC_H
#include "egraph/egraph.h"

/// Whether an operator is kept as described.
bool smr_operator_is_ac(const SmrOperators *ops, SmrOperator op);

/// Copies a subterm with every application of an AC operator flattened, and its children in a fixed order
/// (that of the texts): equal modulo AC iff the results are equal. Returns its index in `into`; UINT32_MAX
/// when one gets more than SMR_MAX_ARITY children.
uint32_t smr_ac_flatten(SmrOperators *ops, SmrTerm *into, const SmrTerm *from, uint32_t node);
/// Copies a subterm with every application of an AC operator to more than two children nested to the right.
uint32_t smr_ac_nest(SmrOperators *ops, SmrTerm *into, const SmrTerm *from, uint32_t node);
#endif
