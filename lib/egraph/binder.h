//===- binder.h - De Bruijn indices in the e-graph -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Which indices may and must be free in a class, its smallest term, and shifting and substitution of that
// term (Koehler, Trinder, Steuwer: Sketch-Guided Equality Saturation, section 4: extraction-based
// substitution).
//
// %i is the variable of the binder i steps outwards; what binds is declared with
// smr_operators_declare(SMR_OPERATOR_BINDER).
//
// Invariant: whatever class a function here returns holds only terms that equal the shifted or substituted
// terms of its arguments; which of those it holds depends on what was smallest.
//
// As the data are an analysis, a class whose smallest term shrinks or whose free indices change is looked at
// again by the rules that mention it: rules with these callbacks are searched incrementally like others, and
// miss nothing that searching them in full would find.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_BINDER_H
#define SMR_EGRAPH_BINDER_H
#include "egraph/rule.h"

typedef struct SmrBinder SmrBinder;

/// Adds its analysis to an empty graph. Destroy it after the graph is used for the last time.
SmrBinder *smr_binder_create(SmrEgraph *g);
void smr_binder_destroy(SmrBinder *b);

/// Bit i: %i is free in some term of the class (may), in every term of the class (must). Bit 63 of may stands
/// for all indices from 63 on; must never has it.
uint64_t smr_binder_may(SmrBinder *b, SmrClass c);
uint64_t smr_binder_must(SmrBinder *b, SmrClass c);
/// Whether %index is free in no term of the class (indices from 63 on count as one).
bool smr_binder_not_free(SmrBinder *b, SmrClass c, uint32_t index);

/// Size of the smallest term of a class, as a tree; UINT64_MAX: too large to count.
uint64_t smr_binder_size(SmrBinder *b, SmrClass c);
/// A node whose children's smallest terms make up a smallest term of the class. Nodes of the children are
/// chosen likewise.
SmrNode smr_binder_choice(SmrBinder *b, SmrClass c);
/// The smallest term, subterms shared. Returns its root in `term`; UINT32_MAX when it is too large to count.
uint32_t smr_binder_term(SmrBinder *b, SmrClass c, SmrTerm *term);

/// The smallest term of c with `d` added to all its free indices from `cutoff` on. With d < 0 binders cutoff
/// + d .. cutoff - 1 are removed (-1 1: the innermost): SMR_NO_CLASS when one of their indices is free. Also
/// when an index leaves its range (15 bits for d and depth) or the term is too large to count. Linear in the
/// term's shared size.
SmrClass smr_binder_shift(SmrBinder *b, int32_t d, uint32_t cutoff, SmrClass c);
/// β: %0 of `body` becomes `value`, its other free indices are lowered by one: ((lam body) value) =
/// subst(body, value).
SmrClass smr_binder_subst(SmrBinder *b, SmrClass body, SmrClass value);

/// Adds to `callbacks` (literal arguments are integers):
///   (!shift d cutoff e)  (!subst body value)   on right-hand sides
///   (!subst-typed body value type)             type: a leaf with data
///   (not-free e i)       (closed e)            as conditions, for all terms of e; i may be an integer or %i
///   (is-index e i)                             some term of e is index i, of whatever type
/// so that β is  (app (lam ?b) ?e) => (!subst ?b ?e)
/// and η is      (lam (app ?f %0)) => (!shift -1 1 ?f)  when (not-free ?f 0).
void smr_binder_callbacks(SmrBinder *b, SmrCallbacks *callbacks);
#endif
