//===- lower_internal.h - rules with names and data, as plain rules ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For this folder alone. What rules_rule.c reads knows neither names of bound variables nor class data.
// Before it sees a rule, lower.c writes the rule again without them: names become De Bruijn indices, and
// shifts where a pattern variable crosses a binder (Sketch-guided equality saturation, section 4.5);
// conditions on data and what is computed from them become callbacks of one clause each (data_rules.h).
// Places stay those of the source.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_LOWER_INTERNAL_H
#define SMR_EGRAPH_LOWER_INTERNAL_H
#include "base/sexp_build.h"
#include "egraph/rules_internal.h"

#define SMR_LOWER_MAX_BINDERS 64

/// A bound variable.
typedef struct {
  const char *name;
  bool typed;
  const char *type_variable; // the pattern variable that stands for its type; NULL: none
  uint32_t type;             // the expression of its type; UINT32_MAX: none
} SmrLowerBound;

/// A pattern variable and the binders that it stands under, outermost first.
typedef struct {
  const char *name;
  uint32_t count;
  const char *under[SMR_LOWER_MAX_BINDERS];
} SmrLowerVariable;

/// (declaration, pattern variable): an input of the rule's clause.
typedef struct {
  uint32_t declaration;
  const char *variable;
} SmrSubject;

typedef struct {
  SmrRulesReader *r;
  const SmrSexp *s;
  SmrSexpBuilder b;
  uint32_t list; // the rule
  SmrArena *texts;
  // patterns
  bool right, free_of_names; // which side is written; nothing is bound by name
  uint32_t depth;
  SmrLowerBound bound[SMR_LOWER_MAX_BINDERS]; // innermost last
  SMR_VEC(SmrLowerBound) left;                // all that the left-hand side bound by name
  SMR_VEC(SmrLowerVariable) variables;
  SMR_VEC(uint32_t) not_free; // nodes of (not-free ?f x)
  SmrStr indices;             // typed indices in the pattern: conditions, as text
  // data
  SmrSexp conditions; // on values, subjects as variables
  SmrSexpBuilder cb;
  SmrStr text; // of the conditions, as they are printed
  SMR_VEC(SmrSubject) subjects;
  SmrDataScope scope;
  SmrDataClause clause;
} SmrLower;

/// The operator of a binder that is written with a name at this node; NULL: it is none.
const SmrRuleOperator *smr_lower_binder(const SmrRulesReader *r, const SmrSexp *s, uint32_t node);

// lower_input.c

/// Writes (quote V), (!quote V) or (%0 V); false where none stands. *ok: without an error.
bool smr_lower_leaf(const SmrRulesReader *r, SmrSexpBuilder *b, const SmrSexp *s, uint32_t node, bool *ok);

// lower_names.c

/// Writes a pattern or a term at a node.
bool smr_lower_pattern(SmrLower *w, uint32_t node);
bool smr_lower_term(SmrLower *w, uint32_t node);
/// (not-free ?f x) with names becomes conditions with indices, each behind :when.
bool smr_lower_not_free(SmrLower *w, uint32_t node);
/// The name of a pattern variable without mark and sort; NULL when the node is none.
const char *smr_lower_variable_name(const SmrLower *w, uint32_t node);

// lower_data.c

/// Whether a condition behind :when is one on data.
bool smr_lower_is_condition(const SmrSexp *s, uint32_t node);
/// Notes a condition on data, or that the datum of a variable matches a pattern.
bool smr_lower_condition(SmrLower *w, uint32_t node);
bool smr_lower_typed(SmrLower *w, uint32_t place, const char *variable, uint32_t pattern);
/// Notes that the datum of a variable is looked at.
bool smr_lower_subject(SmrLower *w, uint32_t place, const char *variable);
/// Compiles what was noted.
bool smr_lower_compile(SmrLower *w);
/// Writes `:when (data#…)` if there are conditions.
bool smr_lower_write_conditions(SmrLower *w);
/// Writes a computed leaf. `expression` UINT32_MAX: the datum of `variable`.
bool smr_lower_computed(SmrLower *w, uint32_t place, SmrDataProgramKind kind, uint32_t index,
                        uint32_t expression, const char *variable);

#endif
