//===- rules_internal.h - what the reader's files share ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_RULES_INTERNAL_H
#define SMR_EGRAPH_RULES_INTERNAL_H
#include "base/sexp.h"
#include "egraph/rules_text.h"

typedef struct {
  SmrOperators *ops;
  SmrRules *rules;
  SmrDiag *diag;
  SmrRulesLoadFn load;
  SmrRulesItemFn item; // NULL: there are no others
  void *user;
  SMR_VEC(const char *) including; // files being read, outermost first
} SmrRulesReader;

/// The NAME of an item (what …); NULL after an error.
const char *smr_rules_name(SmrRulesReader *r, const SmrSexp *s, uint32_t list, const char *what);
/// The number of a rule set, a new one when there is none of that name.
uint32_t smr_rules_set_named(SmrRules *rules, const char *name);
/// (size …), (function …), (data …), (filter …).
bool smr_rules_is_data(const SmrSexp *s, uint32_t list);
bool smr_rules_read_data(SmrRulesReader *r, const SmrSexp *s, uint32_t list);
void smr_data_rules_free(SmrDataRules *data);
/// Reads (rewrite …) or (birewrite …) into a set: with names and class data (lower.c), and plain.
bool smr_rules_read_rules(SmrRulesReader *r, const SmrSexp *s, uint32_t list, const char *set);
bool smr_rules_read_rule(SmrRulesReader *r, const SmrSexp *s, uint32_t list, const char *set);

#endif
