//===- rules_text.h - rule files -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: what is returned is whole (every rule's variables are bound, every include was read, names are
// unique) or nothing: after an error the SmrRules is empty and no operator was declared.
//
//   (rewrite NAME PATTERN TERM clause…)
//   (rewrite NAME (and part part…) TERM clause…)  part: PATTERN or (= ?x PATTERN): one that matches in ?x's
//                                      class. All must match; the first one's class is joined with TERM
//   (birewrite NAME PATTERN PATTERN clause…)      two rules: NAME, and NAME-rev from right to left
//     clause:  :when (condition TERM…)            not applied unless it holds
//              :forall ?v    :forall (?v condition)    ?v, which the pattern does not bind, stands for every
//                                      class (for which the condition holds)
//   (operator NAME :ac)                associative and commutative
//   (operator NAME :binder (0 1))      binds so many variables in each child
//   (ruleset NAME rule…)               rules of that set; rules outside of one are in the set `default`
//   (cost NAME EXPR)                   what a node of that name costs, see below
//   (cost-default EXPR)                what other nodes cost; without it: (+ 1 sum)
//   (size …) (function …) (data …) (filter …)     class data, see data_rules.h
//   (define …) (for …)                 abbreviations and templates, see macro.h
//   (include "file")                   relative to this file; a file that was read already is left out
//
// A pattern's variable may have a sort, ?x:vector, which is short for :when (vector ?x). A pattern that
// begins with an operator called `and` is written (and (and …)): a multi-pattern of one part.
//
// EXPR: a number; $i, the cost of child i; sum, largest: of the children's costs; a name: a named number;
// (+ …) (- a b) (* …) (/ a b) (min …) (max …); (name $i…): what the callback `name` says of these children.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_RULES_TEXT_H
#define SMR_EGRAPH_RULES_TEXT_H
#include "base/map.h"
#include "egraph/data_rules.h"
#include "egraph/macro.h"
#include "egraph/rule.h"
#include "egraph/term_text.h"

/// Files that include one another more deeply are an error.
#define SMR_RULES_MAX_INCLUDES 64

typedef struct {
  const char *name;
  SMR_VEC(uint32_t) rules; // in the order of the text
} SmrRuleSet;

typedef struct {
  const char *file;
  uint32_t line, column;
  const char *name;
  unsigned flags; // SMR_OPERATOR_AC, SMR_OPERATOR_BINDER
  uint64_t binds;
  uint32_t children; // how many numbers :binder gave
} SmrRuleOperator;

/// The cost of the nodes of a name: a term over plain operators and numbers, `$0` being a plain operator,
/// too.
typedef struct {
  const char *file;
  uint32_t line, column;
  const char *name; // NULL: cost-default
  SmrTerm expression;
} SmrRuleCost;

typedef SMR_VEC(const SmrRule *) SmrRuleList;

/// What rule files say. Zero-initialise to create; texts live as long as it does.
typedef struct {
  SmrArena texts;
  SmrRuleList list;
  SMR_VEC(uint32_t) set_of; // by rule: index into `sets`
  SmrMap by_name;           // symbol of a rule's name → its index
  SMR_VEC(SmrRuleSet) sets; // in order of first use
  SMR_VEC(SmrRuleOperator) operators;
  SMR_VEC(SmrRuleCost) costs;
  SmrDataRules data;
  SmrMacros macros;
  SMR_VEC(const char *) files; // read so far
} SmrRules;

/// Reads a file: into *text, or false with a reason (static text).
typedef bool (*SmrRulesLoadFn)(void *user, const char *path, SmrStr *text, const char **reason);

/// Reads a rule file and what it includes, behind what `rules` has already. On an error `rules` is empty.
bool smr_rules_read(SmrOperators *ops, const char *path, SmrRules *rules, SmrDiag *diag);
/// The same for a text; `file` names it in messages and includes are relative to it; `load` reads them (NULL:
/// files of the system).
bool smr_rules_parse(SmrOperators *ops, const char *file, const char *text, size_t size, SmrRulesLoadFn load,
                     void *user, SmrRules *rules, SmrDiag *diag);
/// Items that rule files do not know, for files that have more (guides): whether it was one, and *ok. The
/// s-expression lives only during the call.
typedef bool (*SmrRulesItemFn)(void *user, const SmrSexp *sexp, uint32_t item, bool *ok);
bool smr_rules_parse_more(SmrOperators *ops, const char *file, const char *text, size_t size,
                          SmrRulesLoadFn load, SmrRulesItemFn item, void *user, SmrRules *rules,
                          SmrDiag *diag);
void smr_rules_free(SmrRules *rules);
/// Reads a term at a node of an s-expression as smr_term_read does, with the rules' definitions, and the
/// names that their :named and :typed operators bind. `places` may be NULL.
bool smr_rules_read_term(SmrOperators *ops, SmrRules *rules, const SmrSexp *sexp, uint32_t at, SmrTerm *into,
                         uint32_t *root, SmrTermPlaces *places, SmrDiag *diag);
/// NULL: there is none.
const SmrRuleSet *smr_rules_set(const SmrRules *rules, const char *name);
/// Appends a set's rules; false: there is no set of that name.
bool smr_rules_select(const SmrRules *rules, const char *set, SmrRuleList *list);
/// As a rule file, includes and sorts expanded: what is printed reads as the same rules.
void smr_rules_print(const SmrOperators *ops, const SmrRules *rules, SmrStr *out);
void smr_rule_print(const SmrOperators *ops, const SmrRule *rule, SmrStr *out);
#endif
