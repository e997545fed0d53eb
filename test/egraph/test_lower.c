//===- test_lower.c - rules with names and data --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/rules_text.h"
#include "test.h"

static void rules_text(const char *text, SmrStr *out) {
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  if (smr_rules_parse(ops, "t", text, strlen(text), NULL, NULL, &rules, &diag))
    for (uint32_t i = 0; i < rules.list.size; i++) {
      smr_rule_print(ops, rules.list.data[i], out);
      smr_str_puts(out, i + 1 < rules.list.size ? "\n" : "");
    }
  for (uint32_t i = 0; i < diag.messages.size; i++)
    smr_str_printf(out, "%s%u:%u: %s", i ? "\n" : "", diag.messages.data[i].line,
                   diag.messages.data[i].column, diag.messages.data[i].text);
  smr_operators_destroy(ops);
}

static void check_in(const char *declarations, const char *rule, const char *wanted) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, out = {0};
  smr_str_printf(&text, "%s\n%s", declarations, rule);
  rules_text(smr_str_get(&text), &out);
  if (strcmp(smr_str_get(&out), wanted))
    fail_msg("%s\nis\n%s\nnot\n%s", rule, smr_str_get(&out), wanted);
}

static void check(const char *rule, const char *wanted) {
  check_in("(operator lam :binder (1) :named) (operator let :binder (0 1) :named)", rule, wanted);
}

static void check_typed(const char *rule, const char *wanted) {
  check_in("(operator lam :binder (0 1) :typed) (data type (make (lam ?t ?b) (fn ?t ?b)))", rule, wanted);
}

// S-F9, S-§4.5: golden compiled rules.
TEST(S_F9_names_become_indices) {
  check("(rewrite beta (app (lam x ?b) ?e) (!subst x ?b ?e))",
        "(rewrite beta (app (lam ?b) ?e) (!subst ?b ?e))");
  check("(rewrite eta (lam x (app ?f x)) ?f :when (not-free ?f x))",
        "(rewrite eta (lam (app ?f %0)) (!shift -1 1 ?f) :when (not-free ?f 0))");
  check("(rewrite map-fusion (app (app map ?f) (app (app map ?g) ?x)) (app (app map (lam x (app ?f (app ?g "
        "x)))) ?x))",
        "(rewrite map-fusion (app (app map ?f) (app (app map ?g) ?x)) (app (app map (lam (app (!shift 1 0 "
        "?f) (app "
        "(!shift 1 0 ?g) %0)))) ?x))");
  check("(rewrite map-fission (app map (lam x (app ?f ?gx)))\n"
        "  (lam y (app (app map ?f) (app (app map (lam x ?gx)) y))) :when (not-free ?f x))",
        "(rewrite map-fission (app map (lam (app ?f ?gx))) (lam (app (app map ?f) (app (app map (lam (!shift "
        "1 1 "
        "?gx))) %0))) :when (not-free ?f 0))");
  // The same name on both sides is the same variable, whatever stands between.
  check("(rewrite r (lam x (lam y ?e)) (lam x (lam z (lam y ?e))))",
        "(rewrite r (lam (lam ?e)) (lam (lam (lam (!shift 1 1 ?e)))))");
  check("(rewrite r (lam x (lam y ?e)) (lam y ?e) :when (not-free ?e x))",
        "(rewrite r (lam (lam ?e)) (lam (!shift -1 2 ?e)) :when (not-free ?e 1))");
  check("(rewrite r (lam x (lam y ?e)) ?e :when (not-free ?e x y))",
        "(rewrite r (lam (lam ?e)) (!shift -2 2 ?e) :when (not-free ?e 1) :when (not-free ?e 0))");
  check("(rewrite r (f ?e) (lam x (lam y ?e)))", "(rewrite r (f ?e) (lam (lam (!shift 2 0 ?e))))");
  check("(rewrite r (let x ?v ?b) (app (lam x ?b) ?v))", "(rewrite r (let ?v ?b) (app (lam ?b) ?v))");
  check(
      "(birewrite b (f (lam x (g x ?e))) (lam x (h ?e x)))",
      "(rewrite b (f (lam (g %0 ?e))) (lam (h ?e %0)))\n(rewrite b-rev (lam (h ?e %0)) (f (lam (g %0 ?e))))");
  check("(rewrite r (f ?e) (lam %0))", "(rewrite r (f ?e) (lam %0))");
}

TEST(test_capture_is_refused) {
  check("(rewrite r (lam x (app ?f x)) ?f)",
        "2:31: ?f may mention 'x', which is not bound here: say :when (not-free ?f x)");
  check("(rewrite r (lam x ?e) (lam y ?e))",
        "2:30: ?e may mention 'x', which is not bound here: say :when (not-free ?e x)");
  check("(rewrite r (lam x (lam y ?e)) (lam y (lam x ?e)))",
        "2:45: the binders around ?e are in another order on the left");
  check("(rewrite r (f (lam x ?e) ?e) ?e)", "2:26: ?e stands under different binders in the pattern");
  check("(rewrite r (lam x (lam x ?e)) ?e)", "2:24: 'x' is bound twice, one inside of the other");
  check("(rewrite r (lam x (f ?e)) (lam x ?e) :when (not-free ?e y))", "2:57: ?e does not stand under 'y'");
  check("(rewrite r (lam x (f %0)) x)", "2:22: a rule with bound names has no indices: %0");
  check("(operator a :named)", "2:1: only a :binder can be :named or :typed");
  check("(operator a :binder (2) :named)",
        "2:1: a name stands for one variable, and is not bound in its type");
  check("(operator a :binder (0 1) :typed :named)", "2:1: an operator is :named or :typed, not both");
}

// S-§4.5, example 2: a type is needed where a variable is new.
TEST(S_4_5_types_of_new_variables) {
  check_typed(
      "(rewrite eta (lam x (app ?f x)) ?f :when (not-free ?f x))",
      "(rewrite eta (lam ?x.type (app ?f ?x.type@0)) (!shift -1 1 ?f) :when (not-free ?f 0) :when (is-index "
      "?x.type@0 0))");
  check_typed(
      "(rewrite eta-abstraction (:: ?f (fn ?a ?b)) (lam (x ?a) (app ?f x)))",
      "(rewrite eta-abstraction ?f (lam (!quote ?a) (app (!shift 1 0 ?f) (!index 0 ?a))) :when (data type ?f "
      "(fn ?a ?b)))");
  check_typed("(rewrite beta (app (lam x ?b) ?e) (!subst x ?b ?e))",
              "(rewrite beta (app (lam ?x.type ?b) ?e) (!subst-typed ?b ?e ?x.type))");
  check_typed("(rewrite eta-abstraction ?f (lam x (app ?f x)))",
              "2:34: the type of 'x' is missing: write (x TYPE)");
  check_typed(
      "(rewrite r (lam (x (array ?n f32)) (f x)) (lam x (g x (!integer ?n))))",
      "(rewrite r (lam ?x.type (f ?x.type@0)) (lam ?x.type (g (!index 0 (!data type ?x.type)) (!integer "
      "?n))) :when (data type ?x.type (array ?n f32)) :when (is-index ?x.type@0 0))");
  check_typed("(rewrite r (f ?x) (lam (quote f32) (%0 f32)))",
              "(rewrite r (f ?x) (lam (quote f32) (%0 f32)))");
  check_in("(operator lam :binder (0 1) :typed)", "(rewrite r (lam x ?b) (f ?b) :when (not-free ?b x))",
           "2:17: types are class data: expected a (data …) before this rule");
}

TEST(test_conditions_on_data) {
  check_typed("(rewrite r (f ?x ?y) ?x :when (data type ?x ?t) :when (has-data type ?y)\n"
              "  :when (not (data type ?y ?t)) :when (p ?x) :when (let ?n 3) :when (divides ?n 6))",
              "(rewrite r (f ?x ?y) ?x :when (data type ?x ?t) :when (has-data type ?y) :when (not (data "
              "type ?y ?t)) "
              ":when (let ?n 3) :when (divides ?n 6) :when (p ?x))");
  check_typed("(rewrite r (f ?x) (g (!quote (a (!data type ?x)))))",
              "(rewrite r (f ?x) (g (!quote (a (!data type ?x)))))");
  check_typed("(rewrite r (f ?x) (g ?n) :when (data type ?x ?n))",
              "2:22: ?n is no term but a value: write (!quote ?n) or (!integer ?n)");
  check_typed("(rewrite r (f ?x) ?x :when (data shape ?x ?n))", "2:34: there is no (data shape …)");
  check_typed("(rewrite r (f ?x) ?x :when (data type ?x))", "2:28: expected (data NAME ?x PATTERN)");
  check_typed("(rewrite r (f ?x) ?x :when (data type (g ?x) ?t))",
              "2:39: expected a variable of the pattern");
  check_typed("(rewrite r (f ?x) (!integer ?n))", "2:29: ?n is not bound");
  check_typed("(rewrite r (f ?x) ?x :when (has-data type ?y))",
              "2:1: the pattern does not bind ?y (mark it :forall if it stands for every class)");
  check_typed("(rewrite r (f ?x) ?x :when (not (frob ?x)))", "2:34: there is no condition 'frob' on values");
  check_typed("(rewrite r (f ?x) (:: ?x ?t))", "2:19: a type can only stand on the left of a rule");
}

TEST(test_several_equations_and_variable_parts) {
  check("(rewrite r (f ?x) (g ?x) :also (h ?x) :when (p ?x) :also ?x)",
        "(rewrite r (f ?x) (g ?x) :when (p ?x))\n(rewrite r-2 (f ?x) (h ?x) :when (p ?x))\n"
        "(rewrite r-3 (f ?x) ?x :when (p ?x))");
  check("(rewrite r (and (f ?x) ?y) (g ?x ?y))", "(rewrite r (f ?x) (g ?x ?y) :forall ?y)");
  check("(rewrite r (and ?y:vec (f ?x)) (g ?x ?y))", "(rewrite r (f ?x) (g ?x ?y) :forall (?y vec))");
  check("(rewrite r (and (f ?x) ?x) ?x)", "(rewrite r (f ?x) ?x)");
  check("(rewrite r (and ?x) ?x)", "2:12: a multi-pattern needs a part that is no variable");
}
