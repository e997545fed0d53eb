//===- check_rules.h - rules on random terms -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Whether a rule is true: its left-hand side with random terms for its variables, in a random closed term, is
// put into a graph, the engine applies the rule there once, and the term before and after is evaluated.
// Conditions, shifting and substitution are thus those that a run uses.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_ARRAY_CHECK_RULES_H
#define SMR_TEST_ARRAY_CHECK_RULES_H
#include "array/array.h"
#include "egraph/rule.h"

typedef struct {
  uint32_t tried;     // instances
  uint32_t applied;   // of these: the rule's conditions held, and it made another term
  uint32_t compared;  // both terms had a value on random inputs
  uint32_t different; // and the values were different, or only the term before had one
  uint32_t undefined; // not compared: the term after has none, but see below
  SmrStr example;     // the first that is different
} SmrRuleCheck;

/// Tries instances until `wanted` were compared, at most `attempts`; stops at the first that is different.
///
/// A term after without a value is a difference, unless the rule has a :forall (its terms are equal where
/// both have a value: (get (build n f) i) has none when i is no index of it, or a class that was chosen
/// mentions what is not bound where it is put), or a matrix has no rows (the evaluator's values do not know
/// how many columns such a one has).
void smr_rule_check(SmrOperators *ops, const SmrRule *rule, uint64_t seed, uint32_t wanted, uint32_t attempts,
                    SmrRuleCheck *result);
void smr_rule_check_free(SmrRuleCheck *result);
#endif
