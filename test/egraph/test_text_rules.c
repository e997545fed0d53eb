//===- test_text_rules.c - rule files ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/rules_text.h"
#include "egraph/run.h"
#include "egraph/term_text.h"
#include "test.h"

// Files by name: pairs of name and text, NULL at the end.
static bool load(void *user, const char *path, SmrStr *text, const char **reason) {
  for (const char *const *file = user; file && *file; file += 2)
    if (!strcmp(file[0], path)) {
      smr_str_puts(text, file[1]);
      return true;
    }
  *reason = "no such file";
  return false;
}

static bool parse(SmrOperators *ops, const char *text, const char *const *files, SmrRules *rules,
                  SmrDiag *diag) {
  return smr_rules_parse(ops, "dir/main.rules", text, strlen(text), load, (void *)files, rules, diag);
}

static void check_prints(const char *text, const char *const *files, const char *printed) {
  for (int pass = 0; pass < 2; pass++) { // (what is printed reads as what it was printed from)
    SmrOperators *ops = smr_operators_create();
    SmrRules rules = {0};
    SmrDiag diag = {0};
    SmrStr out = {0};
    if (!parse(ops, pass ? printed : text, files, &rules, &diag)) {
      smr_diag_flush(&diag, stderr);
      fail();
    }
    smr_rules_print(ops, &rules, &out);
    assert_string_equal(smr_str_get(&out), printed);
    smr_str_free(&out);
    smr_rules_free(&rules);
    smr_diag_free(&diag);
    smr_operators_destroy(ops);
  }
}

TEST(test_rules_as_printed) {
  check_prints("", NULL, "");
  check_prints("(rewrite r (f ?x) ?x)", NULL, "(rewrite r (f ?x) ?x)\n");
  check_prints("(rewrite \"two words\" (f ?x) (!g ?x 1))", NULL,
               "(rewrite \"two words\" (f ?x) (!g ?x 1))\n");
  check_prints("(rewrite r (f ?x) ?x :when (p ?x 3) :when (q) :when (p ?x 3))", NULL,
               "(rewrite r (f ?x) ?x :when (p ?x 3) :when (q))\n");
  check_prints("(rewrite r (f ?x:a ?y:b) (g ?x ?y) :when (a ?x) :when (c ?y))", NULL,
               "(rewrite r (f ?x ?y) (g ?x ?y) :when (a ?x) :when (b ?y) :when (c ?y))\n");
  check_prints("(rewrite r ?x (f ?x ?y ?z ?w) :forall ?y :forall (?z p) :when (q ?w) :forall ?w:p)", NULL,
               "(rewrite r ?x (f ?x ?y ?z ?w) :when (q ?w) :forall ?y :forall (?z p) :forall (?w p))\n");
  check_prints("(rewrite r (and (f ?x ?y) (= ?y (g ?z)) (h 1)) ?z)", NULL,
               "(rewrite r (and (f ?x ?y) (= ?y (g ?z)) (h 1)) ?z)\n");
  check_prints("(rewrite r (and (= ?c:s (f ?x))) (g ?c ?x))", NULL,
               "(rewrite r (and (= ?c (f ?x))) (g ?c ?x) :when (s ?c))\n");
  check_prints("(rewrite r (and (and ?x ?y)) (and ?y ?x))", NULL,
               "(rewrite r (and (and ?x ?y)) (and ?y ?x))\n");
  check_prints("(birewrite r (f ?x) (g ?x ?x) :when (p ?x))", NULL,
               "(rewrite r (f ?x) (g ?x ?x) :when (p ?x))\n(rewrite r-rev (g ?x ?x) (f ?x) :when (p ?x))\n");
  check_prints("(birewrite r (f ?x:s ?y) (g ?x) :forall (?y t))", NULL,
               "(rewrite r (f ?x ?y) (g ?x) :when (s ?x))\n"
               "(rewrite r-rev (g ?x) (f ?x ?y) :when (s ?x) :forall (?y t))\n");
}

TEST(test_other_items_as_printed) {
  check_prints(
      "(operator + :ac)(operator lam :binder (0 1))(operator both :binder (2 15) :ac)(operator + :ac)", NULL,
      "(operator + :ac)\n(operator lam :binder (0 1))\n(operator both :ac :binder (2 15))\n");
  check_prints(
      "(cost f (+ 1 (* 2 $0) (rows $0 $12) sum (min largest big)))(cost-default (- 3 (/ 1 2.5)))", NULL,
      "(cost f (+ 1 (* 2 $0) (rows $0 $12) sum (min largest big)))\n(cost-default (- 3 (/ 1 2.5)))\n");
  check_prints("(rewrite a x y)(ruleset s (rewrite b x y)(rewrite c x y))(ruleset t)(rewrite d x y)"
               "(ruleset s (rewrite e x y))",
               NULL,
               "(ruleset t)\n(rewrite a x y)\n(ruleset s\n  (rewrite b x y)\n  (rewrite c x y)\n)\n"
               "(rewrite d x y)\n(ruleset s\n  (rewrite e x y)\n)\n");
}

TEST(test_sets_and_places) {
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  static const char text[] =
      "(rewrite a x y)\n(ruleset s\n  (birewrite b x y))\n(ruleset default (rewrite c x y))";
  assert_true(parse(ops, text, NULL, &rules, &diag));
  assert_int_equal(rules.list.size, 4);
  const SmrRuleSet *s = smr_rules_set(&rules, "s"), *rest = smr_rules_set(&rules, "default");
  assert_null(smr_rules_set(&rules, "t"));
  assert_int_equal(s->rules.size, 2);
  assert_int_equal(s->rules.data[0], 1);
  assert_int_equal(s->rules.data[1], 2);
  assert_int_equal(rest->rules.size, 2);
  assert_int_equal(rest->rules.data[1], 3);
  assert_string_equal(rules.list.data[2]->name, "b-rev");
  assert_string_equal(rules.list.data[2]->file, "dir/main.rules");
  assert_int_equal(rules.list.data[2]->line, 3);
  assert_int_equal(rules.list.data[2]->column, 3);
  smr_operators_destroy(ops);
}

TEST(test_operators_are_declared) {
  SmrOperators *ops = smr_operators_create();
  SmrRules rules = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  assert_true(parse(ops, "(rewrite r (let ?a ?b) ?b)(operator let :binder (0 2))(operator + :ac)", NULL,
                    &rules, &diag));
  SmrOperator let = smr_operator_plain(ops, "let", 2);
  assert_int_equal(smr_operator_binds(ops, let, 0), 0);
  assert_int_equal(smr_operator_binds(ops, let, 1), 2);
  assert_int_equal(smr_operator_info(ops, let)->flags, SMR_OPERATOR_BINDER);
  assert_int_equal(smr_operator_info(ops, smr_operator_plain(ops, "+", 3))->flags, SMR_OPERATOR_AC);
  smr_rules_free(&rules);
  // A file with a mistake declares nothing.
  assert_false(parse(ops, "(operator * :ac)(rewrite r ?x ?y)", NULL, &rules, &diag));
  assert_int_equal(smr_operator_info(ops, smr_operator_plain(ops, "*", 2))->flags, 0);
  smr_operators_destroy(ops);
}

//===--- includes ---===//

TEST(test_includes) {
  static const char *const files[] = {"dir/a.rules",
                                      "(include \"sub/b.rules\")(rewrite a x y)",
                                      "dir/sub/b.rules",
                                      "(rewrite b x y)(include \"../c.rules\")",
                                      "dir/c.rules",
                                      "(rewrite c x y)",
                                      "/abs.rules",
                                      "(rewrite abs x y)(include \"../../up.rules\")",
                                      "/up.rules",
                                      "(rewrite up x y)",
                                      "../out.rules",
                                      "(rewrite out x y)",
                                      NULL};
  // Each file once, where it is first included.
  check_prints("(include \"./a.rules\")(include \"sub/../c.rules\")(include \"/abs.rules\")(rewrite m x y)"
               "(include \"../../out.rules\")",
               files,
               "(rewrite b x y)\n(rewrite c x y)\n(rewrite a x y)\n(rewrite abs x y)\n(rewrite up x y)\n"
               "(rewrite m x y)\n(rewrite out x y)\n");
}

//===--- mistakes: each with its place and text, and nothing is left ---===//

static void check_messages(const char *text, const char *const *files, const char *expected) {
  SmrOperators *ops = smr_operators_create();
  SmrRules rules = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  assert_false(parse(ops, text, files, &rules, &diag));
  for (uint32_t i = 0; i < diag.messages.size; i++) {
    const SmrMessage *m = &diag.messages.data[i];
    smr_str_printf(&out, "%s%s:%u:%u: %s", i ? "\n" : "", m->file, m->line, m->column, m->text);
  }
  assert_string_equal(smr_str_get(&out), expected);
  assert_int_equal(rules.list.size + rules.sets.size + rules.operators.size + rules.costs.size, 0);
  smr_operators_destroy(ops);
}

#define HERE "dir/main.rules:"
#define UNBOUND "(mark it :forall if it stands for every class)"

TEST(test_unbound_variables) {
  check_messages("(rewrite r\n (f ?x)\n (g ?x ?y))", NULL, HERE "3:8: the pattern does not bind ?y " UNBOUND);
  check_messages("(rewrite r (f ?x) ?x :when (p ?y))", NULL,
                 HERE "1:31: the pattern does not bind ?y " UNBOUND);
  check_messages("(birewrite r (f ?x ?y) (g ?x))", NULL,
                 HERE "1:20: the pattern on the right does not bind ?y " UNBOUND);
  check_messages("(birewrite r (g ?x) (f ?x ?y))", NULL, HERE "1:27: the pattern does not bind ?y " UNBOUND);
  check_messages("(birewrite r (f ?x ?y) (g ?x) :when (p ?y))", NULL,
                 HERE "1:20: the pattern on the right does not bind ?y " UNBOUND);
  check_messages("(rewrite r (f ?x) (g ?x) :forall ?x)", NULL,
                 HERE "1:34: the pattern binds ?x: it cannot be marked :forall");
  check_messages("(birewrite r (f ?x) (g ?x) :forall ?x)", NULL,
                 HERE "1:36: both sides bind ?x: it cannot be marked :forall");
  check_messages("(rewrite r (f ?x) (g ?x) :forall ?y)", NULL, HERE "1:34: ?y is used nowhere");
  check_messages("(rewrite r (f ?x) (g ?y) :forall ?y :forall (?y p))", NULL,
                 HERE "1:45: ?y is marked twice");
}

TEST(test_mistakes_in_rules) {
  check_messages("(rewrite)", NULL, HERE "1:1: expected (rewrite NAME …)");
  check_messages("(rewrite r x)", NULL, HERE "1:1: expected (rewrite NAME PATTERN TERM …)");
  check_messages("(birewrite r x)", NULL, HERE "1:1: expected (birewrite NAME PATTERN PATTERN …)");
  check_messages("(rewrite (f ?x) ?x)", NULL, HERE "1:1: expected (rewrite NAME …)");
  check_messages("(rewrite \"\" x y)", NULL, HERE "1:10: a name is empty");
  check_messages("(rewrite r (!f x) y)", NULL, HERE "1:13: a computed call cannot stand here: !f");
  check_messages("(birewrite r x (!f y))", NULL, HERE "1:17: a computed call cannot stand here: !f");
  check_messages("(rewrite r ?x y :when (p (!f ?x)))", NULL,
                 HERE "1:27: a computed call cannot stand here: !f");
  check_messages("(rewrite r ?x ?x:s)", NULL,
                 HERE "1:15: a sort can only stand where a rule's pattern binds the variable: ?x:s");
  check_messages("(rewrite r x y z)", NULL, HERE "1:16: expected :when or :forall");
  check_messages("(rewrite r x y :when)", NULL, HERE "1:16: :when says nothing");
  check_messages("(rewrite r x y :when p)", NULL, HERE "1:22: expected a condition: (name TERM…)");
  check_messages("(rewrite r x y :when ())", NULL, HERE "1:22: expected a condition: (name TERM…)");
  check_messages("(rewrite r ?x y :when (?p ?x))", NULL, HERE "1:23: expected a condition: (name TERM…)");
  check_messages("(rewrite r ?x:?p y)", NULL, HERE "1:12: a variable is ?name or ?name:sort, not '?x:?p'");
  check_messages("(rewrite r x ?y :forall (?y 3))", NULL,
                 HERE "1:25: expected :forall ?v or :forall (?v condition)");
  check_messages("(rewrite r x y :forall y)", NULL,
                 HERE "1:24: expected :forall ?v or :forall (?v condition)");
  check_messages("(rewrite r x ?y :forall (?y p q))", NULL,
                 HERE "1:25: expected :forall ?v or :forall (?v condition)");
  check_messages("(rewrite r x ?y :forall ?y:)", NULL,
                 HERE "1:25: expected :forall ?v or :forall (?v condition)");
  check_messages("(rewrite r (and) y)", NULL, HERE "1:12: a multi-pattern without parts");
  check_messages(
      "(rewrite r (and (= ?x ?y) (f ?x)) ?x)", NULL,
      HERE "1:23: a variable alone is no part of a multi-pattern (a pattern that begins with the operator "
           "'and' is written (and (and …)))");
  check_messages("(rewrite r (and (= x y)) z)", NULL, HERE "1:20: expected a variable: (= ?x PATTERN)");
  check_messages("(rewrite r (and (= ?x)) z)", NULL, HERE "1:17: expected (= ?x PATTERN)");
  check_messages("(rewrite r (and (= ?x: y)) z)", NULL,
                 HERE "1:20: a variable is ?name or ?name:sort, not '?x:'");
  check_messages("(birewrite r (and (f ?x)) ?x)", NULL,
                 HERE "1:14: a multi-pattern cannot be a side of a birewrite");
  check_messages("(rewrite r x y)\n (rewrite r y z)", NULL,
                 HERE "2:2: there are two rules 'r'\n" HERE "1:1: the first one");
  check_messages("(birewrite r x y)(rewrite r-rev y z)", NULL,
                 HERE "1:18: there are two rules 'r-rev'\n" HERE "1:1: the first one");
}

TEST(test_mistakes_in_other_items) {
  const char *what = HERE "1:1: expected (rewrite …), (birewrite …), (ruleset …), (operator …), (cost …), "
                          "(cost-default …), (size …), (function …), (data …), (filter …), (measure …), "
                          "(define …), (for …) or (include …)";
  check_messages("x", NULL, what);
  check_messages("(f x)", NULL, what);
  check_messages("()", NULL, what);
  check_messages("(rewrite r x y", NULL, HERE "1:1: '(' is not closed");
  check_messages("(ruleset)", NULL, HERE "1:1: expected (ruleset NAME …)");
  check_messages("(ruleset s x)", NULL, HERE "1:12: expected (rewrite …) or (birewrite …)");
  check_messages("(ruleset a+b)", NULL, HERE "1:10: a rule set's name has no ',' or '+'");
  check_messages("(operator f)", NULL, HERE "1:1: expected :ac or :binder (0 1 …)");
  check_messages("(operator f :commutative)", NULL,
                 HERE "1:13: expected :ac, :binder (0 1 …), :named or :typed");
  check_messages("(operator f :binder)", NULL, HERE "1:13: expected :ac, :binder (0 1 …), :named or :typed");
  check_messages("(operator f :binder 1)", NULL,
                 HERE "1:21: expected how many variables each child binds, as in (0 1)");
  check_messages("(operator f :binder (0 16))", NULL, HERE "1:24: expected a number from 0 to 15");
  check_messages("(operator f :binder (0 x))", NULL, HERE "1:24: expected a number from 0 to 15");
  check_messages("(operator f :binder (0 0))", NULL, HERE "1:21: a binder that binds nothing");
  check_messages("(operator f :binder (1) :binder (1))", NULL, HERE "1:25: :binder is there twice");
  check_messages("(operator f :ac)\n(operator f :binder (1))", NULL,
                 HERE "2:1: the operator 'f' was declared otherwise\n" HERE "1:1: declared here");
  check_messages("(cost f)", NULL, HERE "1:1: expected (cost NAME EXPR)");
  check_messages("(cost-default)", NULL, HERE "1:1: expected (cost-default EXPR)");
  check_messages("(cost f 1)(cost f 2)", NULL,
                 HERE "1:11: the cost of f is given twice\n" HERE "1:1: given here");
  check_messages("(cost-default 1)(cost-default 2)", NULL,
                 HERE "1:17: the cost of other nodes is given twice\n" HERE "1:1: given here");
  check_messages("(cost f (+ 1 (- 2)))", NULL, HERE "1:14: '-' takes two operands");
  check_messages("(cost f (+))", NULL, HERE "1:9: a call without operands");
  check_messages("(cost f ?x)", NULL, HERE "1:9: '?x' cannot stand in a cost");
  check_messages("(cost f $x)", NULL, HERE "1:9: expected a child's cost: $0, $1 …");
  check_messages("(cost f (g 1))", NULL, HERE "1:12: the callback 'g' takes children: $0, $1 …");
}

TEST(test_mistakes_around_includes) {
  static const char *const files[] = {
      "dir/a.rules",   "(include \"b.rules\")", "dir/b.rules", "\n (include \"a.rules\")",
      "dir/bad.rules", "(rewrite r ?x ?y)",     NULL};
  check_messages("(include a)", files, HERE "1:1: expected (include \"file\")");
  check_messages("(include \"none.rules\")", files, HERE "1:10: cannot read dir/none.rules: no such file");
  check_messages(
      "(include \"a.rules\")", files,
      "dir/b.rules:2:11: a file includes itself: dir/a.rules includes dir/b.rules includes dir/a.rules");
  check_messages("(include \"../dir/main.rules\")", files,
                 HERE "1:10: a file includes itself: dir/main.rules includes dir/main.rules");
  check_messages("(include \"bad.rules\")", files,
                 "dir/bad.rules:1:15: the pattern does not bind ?y " UNBOUND);
  // Every item's first mistake is told.
  check_messages("(rewrite a ?x ?y)\n(rewrite b x y)\n(cost f ?x)", files,
                 HERE "1:15: the pattern does not bind ?y " UNBOUND "\n" HERE
                      "3:9: '?x' cannot stand in a cost");
}

static bool endless(void *user, const char *path, SmrStr *text, const char **reason) {
  (void)user, (void)reason;
  smr_str_printf(text, "(include \"x%s\")", path);
  return true;
}

TEST(test_includes_are_limited) {
  SmrOperators *ops = smr_operators_create();
  SmrRules rules = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  static const char text[] = "(include \"a\")";
  assert_false(smr_rules_parse(ops, "m", text, strlen(text), endless, NULL, &rules, &diag));
  assert_string_equal(diag.messages.data[0].text, "more than 64 files include one another");
  smr_operators_destroy(ops);
}

//===--- property: damaged files give messages or whole rules ---===//

static uint64_t seed = 7;
static uint32_t below(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

TEST(test_damaged_files) {
  static const char whole[] =
      "; sample\n(operator lam :binder (1))(operator + :ac)\n"
      "(rewrite beta (app (lam ?b) ?e) (!subst ?b ?e))(rewrite eta (lam (app ?f %0)) (!shift -1 1 ?f) :when "
      "(not-free ?f 0))\n(ruleset s (birewrite assoc (+ ?a (+ ?b:num 1.5)) (+ (+ ?a ?b) 1.5))\n"
      "(rewrite m (and (f ?x ?y) (= ?y (g ?z))) (h ?z ?w) :forall (?w p)))\n"
      "(cost f (+ 1 (* 2 $0) (rows $1)))(cost-default sum)(include \"x\")";
  static const char bits[] = "()?!%:\"; \n$01axf=-.";
  static const char *const files[] = {"dir/x", "(rewrite inner x y)", NULL};
  unsigned good = 0;
  for (int round = 0; round < 20000; round++) {
    char text[sizeof whole + 8];
    size_t size = sizeof whole - 1;
    memcpy(text, whole, size);
    for (uint32_t edits = below(3); edits != UINT32_MAX; edits--) {
      size_t at = below((uint32_t)size), length = below(8);
      if (below(3) == 0) {
        text[at] = bits[below(sizeof bits - 1)];
      } else if (below(2)) {
        length = length < size - at ? length : size - at;
        memmove(text + at, text + at + length, size - at - length);
        size -= length;
      } else if (size < sizeof text - 1) {
        memmove(text + at + 1, text + at, size - at);
        text[at] = bits[below(sizeof bits - 1)];
        size++;
      }
    }
    SmrOperators *ops = smr_operators_create();
    SmrRules rules = {0}, again = {0};
    SmrDiag diag = {0};
    SmrStr printed = {0}, twice = {0};
    bool ok = smr_rules_parse(ops, "dir/m", text, size, load, (void *)files, &rules, &diag);
    assert_true(ok == (diag.errors == 0));
    if (ok) {
      good++;
      smr_rules_print(ops, &rules, &printed);
      assert_true(smr_rules_parse(ops, "p", smr_str_get(&printed), printed.size, load, NULL, &again, &diag));
      smr_rules_print(ops, &again, &twice);
      assert_string_equal(smr_str_get(&printed), smr_str_get(&twice));
    } else {
      assert_int_equal(rules.list.size, 0);
      for (uint32_t i = 0; i < diag.messages.size; i++)
        assert_true(diag.messages.data[i].line && diag.messages.data[i].column);
    }
    smr_str_free(&printed);
    smr_str_free(&twice);
    smr_rules_free(&rules);
    smr_rules_free(&again);
    smr_diag_free(&diag);
    smr_operators_destroy(ops);
  }
  assert_true(good > 1000);
}

//===--- rules from files run ---===//

TEST(test_rules_run) {
  static const char text[] = "(birewrite assoc (* ?a (* ?b ?c)) (* (* ?a ?b) ?c))";
  static const char input[] = "(* a (* b (* c d)))", goal[] = "(* (* (* a b) c) d)";
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrTerm, smr_term_free) term = {0}, wanted = {0};
  assert_true(parse(ops, text, NULL, &rules, &diag));
  assert_true(smr_term_parse(ops, "t", input, strlen(input), 0, &term, &diag));
  assert_true(smr_term_parse(ops, "t", goal, strlen(goal), 0, &wanted, &diag));
  SmrEgraph *g = smr_egraph_create(ops);
  SmrClass root = smr_egraph_add_term(g, &term, smr_term_root(&term));
  SmrProgram *program = smr_program_create(ops, rules.list.data, rules.list.size, NULL, &diag);
  SmrRun *run = smr_run_create(g, program);
  assert_int_equal(smr_run(run, &(SmrRunBudget){0}), SMR_STOP_SATURATED);
  assert_int_equal(smr_egraph_find(g, smr_egraph_lookup_term(g, &wanted, smr_term_root(&wanted))),
                   smr_egraph_find(g, root));
  smr_run_destroy(run);
  smr_program_destroy(program);
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
}
