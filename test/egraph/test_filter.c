//===- test_filter.c - nodes that are not added --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/run.h"
#include "egraph/term_text.h"
#include "egraph/world.h"
#include "test.h"

typedef struct {
  SmrOperators *ops;
  SmrRules rules;
  SmrDiag diag;
  SmrWorld *w;
  SmrProgram *program;
} Case;

static Case *begin(const char *text, const char *filter, const char *term, uint32_t iterations) {
  Case c = {.ops = smr_operators_create()};
  if (!smr_rules_parse(c.ops, "t", text, strlen(text), NULL, NULL, &c.rules, &c.diag)) {
    smr_diag_flush(&c.diag, stderr);
    fail();
  }
  Case *kept = malloc(sizeof *kept); // (the world keeps a pointer to the rules)
  assert_non_null(kept);
  *kept = c;
  kept->w = smr_world_create(kept->ops, &kept->rules, &(SmrWorldOptions){0});
  kept->program = smr_program_create(kept->ops, kept->rules.list.data, kept->rules.list.size,
                                     &kept->w->callbacks, &kept->diag);
  assert_non_null(kept->program);
  if (filter)
    smr_filters_use(kept->w->filters, smr_filter_named(&kept->rules, filter), kept->program);
  SMR_OWNED(SmrTerm, smr_term_free) t = {0};
  assert_true(smr_term_parse(kept->ops, "t", term, strlen(term), 0, &t, &kept->diag));
  smr_egraph_add_term(kept->w->g, &t, smr_term_root(&t));
  SmrRun *run = smr_run_create(kept->w->g, kept->program);
  smr_run(run, &(SmrRunBudget){.iterations = iterations, .nodes = 100000});
  smr_run_destroy(run);
  SmrStr why = {0};
  if (!smr_egraph_check(kept->w->g, &why))
    fail_msg("%s", smr_str_get(&why));
  return kept;
}

static void end(Case *c) {
  smr_program_destroy(c->program);
  smr_world_destroy(c->w);
  smr_rules_free(&c->rules);
  smr_diag_free(&c->diag);
  smr_operators_destroy(c->ops);
  free(c);
}

static bool has(Case *c, const char *term) {
  SMR_OWNED(SmrTerm, smr_term_free) t = {0};
  assert_true(smr_term_parse(c->ops, "t", term, strlen(term), 0, &t, &c->diag));
  bool there = smr_egraph_lookup_term(c->w->g, &t, smr_term_root(&t)) != SMR_NO_CLASS;
  return there;
}

static const char sizes[] = "(filter small (<= (!size) 4))\n(rewrite grow (f ?x) (h (f (g ?x))))";

TEST(test_size) {
  Case *c = begin(sizes, "small", "(f a)", 30);
  assert_true(has(c, "(f (g a))"));
  assert_true(has(c, "(f (g (g a)))"));
  assert_false(has(c, "(f (g (g (g a))))"));
  assert_false(has(c, "(h (f (g (g a))))")); // five
  assert_true(smr_filters_dropped(c->w->filters, 0) > 0);
  end(c);
  c = begin(sizes, NULL, "(f a)", 10);
  assert_true(has(c, "(f (g (g (g a))))"));
  assert_int_equal(smr_filters_dropped(c->w->filters, 0), 0);
  end(c);
}

// The paper's limit on the dimension of arrays.
TEST(S_filters_array_dimension) {
  static const char text[] =
      "(function dimension (((array ?n ?t)) (!+ 1 (!dimension ?t))) ((?t) 0))\n"
      "(data type (make x (array 8 f32)) (make (split (array ?n ?t)) (array ?n (array 2 ?t)))\n"
      "  (make (unknown _) none))\n"
      "(filter flat (<= (!dimension (!data type)) 3))\n"
      "(rewrite split (s ?x) (s (split ?x)))\n(rewrite other (s ?x) (what ?x))";
  Case *c = begin(text, "flat", "(s x)", 20);
  assert_true(has(c, "(split (split x))"));
  assert_false(has(c, "(split (split (split x)))"));
  assert_true(has(c, "(what x)")); // (no type: not judged)
  assert_true(smr_filters_dropped(c->w->filters, 0) > 0);
  end(c);
}

// Substitution and shifting build nodes by themselves: their result is judged.
TEST(test_computed) {
  static const char text[] = "(operator lam :binder (1))\n(filter small (<= (!size) 6))\n"
                             "(rewrite beta (app (lam ?b) ?e) (!subst ?b ?e))";
  Case *c = begin(text, "small", "(p (app (lam (f %0 %0)) (g a)) (app (lam (f %0 %0)) (g (g a))))", 10);
  assert_true(has(c, "(f (g a) (g a))"));
  assert_int_equal(smr_filters_dropped(c->w->filters, 0), 1);
  end(c);
}

static void check_mistake(const char *text, const char *message) {
  SmrOperators *ops = smr_operators_create();
  SmrRules rules = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  assert_false(smr_rules_parse(ops, "t", text, strlen(text), NULL, NULL, &rules, &diag));
  smr_str_printf(&out, "%u:%u: %s", diag.messages.data[0].line, diag.messages.data[0].column,
                 diag.messages.data[0].text);
  assert_string_equal(smr_str_get(&out), message);
  smr_operators_destroy(ops);
}

TEST(test_mistakes) {
  check_mistake("(filter f)", "1:1: expected (filter NAME CONDITION)");
  check_mistake("(filter f (<= (!size 1) 3))", "1:15: expected (!size) in a filter");
  check_mistake("(filter f (<= (!data d) 3))", "1:22: there is no (data d …)");
  check_mistake("(filter f (big 3))", "1:12: there is no condition 'big' on values");
  check_mistake("(filter f (= 1 1)) (filter f (= 1 1))", "1:28: the filter 'f' is there already");
  check_mistake("(filter f (= ?x 1))", "1:14: ?x is not bound");
}
