//===- rule.h - rewrite rules and callbacks ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A rule in source form: what a rule file says, before it is compiled into a program (program.h).
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_RULE_H
#define SMR_EGRAPH_RULE_H
#include "base/diag.h"
#include "egraph/egraph.h"

/// A condition: whether the rule may be applied to these classes. It must not change the graph.
typedef bool (*SmrConditionFn)(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count);
/// A computed right-hand side: a class (it may add nodes), or SMR_NO_CLASS: this match is not applied.
typedef SmrClass (*SmrComputeFn)(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count);

/// Named callbacks, as rules refer to them. Zero-initialise to create; the names are borrowed.
typedef struct {
  const char *name;
  SmrConditionFn condition; // one of the two
  SmrComputeFn compute;
  void *user;
  uint32_t arguments; // how many it takes; UINT32_MAX: any number
  bool pure; // false: what it says may change without a change of the graph near its arguments, or it reads
             // best terms: rules that use it are searched in full at every iteration
} SmrCallback;
typedef struct {
  SMR_VEC(SmrCallback) list;
} SmrCallbacks;
/// Appends callbacks that have one `user`.
void smr_callbacks_add(SmrCallbacks *callbacks, void *user, size_t count, const SmrCallback *all);
const SmrCallback *smr_callback_find(const SmrCallbacks *callbacks, const char *name, bool condition);

/// One pattern of a left-hand side: a subterm of `terms`, matched in the class that `variable` names (a fresh
/// one when 0).
typedef struct {
  uint32_t node;
  SmrSym variable;
} SmrRulePart;

/// A condition `(name arg …)`: its arguments are subterms of `terms`; args[i] are instantiated by look-up, a
/// condition on a term that the graph lacks is false.
typedef struct {
  SmrSym name;
  uint32_t first, count; // condition_args[first .. first + count)
} SmrRuleCondition;

/// `:forall (?v name)`: the right-hand side is built for every class for which the condition `name` holds (0:
/// every class).
typedef struct {
  SmrSym variable, condition;
} SmrRuleForall;

typedef struct {
  const char *name;
  const char *file; // where it stands
  uint32_t line, column;
  SmrTerm terms; // all terms of the rule
  SMR_VEC(SmrRulePart)
  parts;        // at least one; the class of the first is what the right-hand side is joined with
  uint32_t rhs; // a subterm of `terms`; may hold COMPUTED operators
  SMR_VEC(SmrRuleCondition) conditions;
  SMR_VEC(uint32_t) condition_args;
  SMR_VEC(SmrRuleForall) foralls;
} SmrRule;

void smr_rule_free(SmrRule *rule);
#endif
