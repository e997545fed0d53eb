//===- rule.c - a rule's storage ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "egraph/rule.h"

void smr_rule_free(SmrRule *rule) {
  smr_term_free(&rule->terms);
  smr_vec_free(&rule->parts);
  smr_vec_free(&rule->conditions);
  smr_vec_free(&rule->condition_args);
  smr_vec_free(&rule->foralls);
}

void smr_callbacks_add(SmrCallbacks *callbacks, void *user, size_t count, const SmrCallback *all) {
  for (size_t i = 0; i < count; i++) {
    smr_vec_push(&callbacks->list, all[i]);
    smr_vec_last(&callbacks->list).user = user;
  }
}
