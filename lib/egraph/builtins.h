//===- builtins.h - integers of classes, and callbacks on them -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What rule files may use without any language: which integer a class is, conditions on it, exact
// arithmetic.
//
// Fractions are exact, too, when they are folded: of two integers of 64 bits, in lowest terms.
//
// Invariant: a class has an integer only if a node of it says so: a literal or, when folding, one of + - * /
// whose children have integers and whose exact result is an integer of 64 bits. A class that got two
// different integers (which only an unsound rule can do) has none, and is counted.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_BUILTINS_H
#define SMR_EGRAPH_BUILTINS_H
#include "egraph/explain_check.h"

typedef struct SmrBuiltins SmrBuiltins;

/// Adds its analysis to an empty graph. Destroy it after the graph is used for the last time. With `fold`,
/// + (any number of children), - (one or two), * (any) and / (two, without remainder) of integers become the
/// integer: it is added to their class.
SmrBuiltins *smr_builtins_create(SmrEgraph *g, bool fold);
void smr_builtins_destroy(SmrBuiltins *b);
/// When folding: + - * / of fractions become the fraction, written (/ 1 2): division is that of rational
/// numbers. On an empty graph.
void smr_builtins_fold_fractions(SmrBuiltins *b);
/// When folding: a class that gets a constant keeps that alone, and leaves. What was equal to it by rules,
/// and not by folding, is no more known to be. On an empty graph.
void smr_builtins_prune(SmrBuiltins *b);

/// The integer of a class; false when it has none.
bool smr_builtins_integer(SmrBuiltins *b, SmrClass c, int64_t *value);
/// The fraction of a class, in lowest terms, the denominator positive; an integer is one over 1.
bool smr_builtins_fraction(SmrBuiltins *b, SmrClass c, int64_t *numerator, int64_t *denominator);
/// How often a class got two different integers.
uint32_t smr_builtins_conflicts(const SmrBuiltins *b);

/// Adds to `callbacks`:
///   conditions  (is-integer e) (is-not-zero e) (is-positive e) (is-power-of-two e): e is an integer, and
///               such a one;  (less a b): both are integers, a < b
///   computed    (!add a b) (!sub a b) (!mul a b) (!div a b) (!neg a): the integer, exact; the match is not
///               applied when an argument is none, the result out of range or not a whole number
void smr_builtins_callbacks(SmrBuiltins *b, SmrCallbacks *callbacks);

/// The same on terms, for proofs: an integer is a literal or, when folding, exact arithmetic on such. Where a
/// term is none, its class may have been one by other rules: such a condition is taken to hold, and counted.
typedef SMR_VEC(SmrProofCallback) SmrProofCallbacks;
void smr_builtins_proof_callbacks(SmrBuiltins *b, SmrProofCallbacks *callbacks);
uint32_t smr_builtins_undecided(const SmrBuiltins *b);
#endif
