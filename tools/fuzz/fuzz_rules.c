//===- fuzz_rules.c - fuzz target for rule files -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/program.h"
#include "egraph/rules_text.h"
#include "fuzz.h"

// Every include is the same short file, so that nothing outside is read.
static bool load(void *user, const char *path, SmrStr *text, const char **reason) {
  (void)user, (void)path, (void)reason;
  smr_str_puts(text, "(ruleset included (rewrite included x y))");
  return true;
}

static bool holds(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)user, (void)g, (void)args;
  return count != 0;
}

// Reading has seen that every variable is bound: compiling must not say otherwise.
static void compile(SmrOperators *ops, const SmrRule *rule) {
  SmrCallbacks callbacks = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  for (uint32_t k = 0; k < rule->conditions.size; k++)
    smr_vec_push(&callbacks.list,
                 (SmrCallback){.name = smr_operators_text(ops, rule->conditions.data[k].name),
                               .condition = holds,
                               .arguments = UINT32_MAX});
  SmrProgram *program = smr_program_create(ops, &rule, 1, &callbacks, &diag);
  require((program != NULL) == (diag.errors == 0));
  size_t prefix = strlen("rule '") + strlen(rule->name) + strlen("': ");
  for (uint32_t i = 0; i < diag.messages.size; i++)
    require(strncmp(diag.messages.data[i].text + prefix, "the right-hand side or a condition", 34));
  smr_program_destroy(program);
  smr_vec_free(&callbacks.list);
}

/// The contract: errors, each with a place, and nothing; or whole rules that print as themselves.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0}, again = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, twice = {0};
  bool ok = smr_rules_parse(ops, "dir/fuzz.rules", (const char *)data, size, load, NULL, &rules, &diag);
  require(ok == (diag.errors == 0));
  require_places(&diag);
  if (ok) {
    smr_rules_print(ops, &rules, &text);
    require(smr_rules_parse(ops, "again", smr_str_get(&text), text.size, load, NULL, &again, &diag));
    smr_rules_print(ops, &again, &twice);
    require_equal(&text, &twice);
    for (uint32_t i = 0; i < rules.list.size; i++)
      compile(ops, rules.list.data[i]);
  } else {
    require(!rules.list.size && !rules.sets.size && !rules.costs.size && !rules.operators.size);
  }
  smr_operators_destroy(ops);
  return 0;
}
