//===- rules_item.c - what all items of rule files have -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "egraph/rules_internal.h"
#include <string.h>

// A name is an atom, or a string when it has blanks.
const char *smr_rules_name(SmrRulesReader *r, const SmrSexp *s, uint32_t list, const char *what) {
  if (s->nodes.data[list].count < 2 || smr_sexp_is_list(s, smr_sexp_element(s, list, 1))) {
    smr_sexp_error(r->diag, s, list, "expected (%s NAME …)", what);
    return NULL;
  }
  const char *name = smr_sexp_text(s, smr_sexp_element(s, list, 1));
  if (!*name)
    smr_sexp_error(r->diag, s, list + 2, "a name is empty");
  return *name ? smr_arena_strdup(&r->rules->texts, name) : NULL;
}

uint32_t smr_rules_set_named(SmrRules *rules, const char *name) {
  for (uint32_t i = 0; i < rules->sets.size; i++)
    if (!strcmp(rules->sets.data[i].name, name))
      return i;
  smr_vec_push(&rules->sets, (SmrRuleSet){.name = name});
  return rules->sets.size - 1;
}
