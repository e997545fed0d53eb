//===- test_guide.c - guides ---------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/guide.h"
#include "egraph/sketch.h"
#include "egraph/term_text.h"
#include "test.h"

static void append_messages(const SmrDiag *diag, SmrStr *out) {
  for (uint32_t i = 0; i < diag->messages.size; i++)
    smr_str_printf(out, "%s%u:%u: %s", out->size ? "\n" : "", diag->messages.data[i].line,
                   diag->messages.data[i].column, diag->messages.data[i].text);
}

// Runs a guide: its results, one per line, or the messages.
static SmrGuideEnd run(const char *text, SmrStr *out) {
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrGuideEnd end = SMR_GUIDE_ERROR;
  SmrGuide *g = smr_guide_parse(ops, "t.guide", text, strlen(text), NULL, NULL, &diag);
  if (g && smr_guide_check(g, NULL, &diag))
    end = smr_guide_run(g, NULL, NULL, &diag);
  for (uint32_t i = 0; end == SMR_GUIDE_DONE && i < smr_guide_terms(g); i++) {
    uint32_t root;
    const SmrTerm *t = smr_guide_term(g, i, &root);
    smr_str_puts(out, i ? "\n" : "");
    smr_term_print(ops, t, root, out);
  }
  append_messages(&diag, out);
  smr_guide_destroy(g);
  smr_operators_destroy(ops);
  return end;
}

static void check(const char *text, SmrGuideEnd end, const char *wanted) {
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  SmrGuideEnd got = run(text, &out);
  if (strcmp(smr_str_get(&out), wanted))
    fail_msg("%s\nis\n%s\nnot\n%s", text, smr_str_get(&out), wanted);
  assert_int_equal(got, end);
}

// S-F3 to S-F5: from size 9 to 7 with rules (1) to (3).
TEST(S_F5_compose) {
  check("(rewrite 1 (o transpose (map (map ?f))) (o (map (map ?f)) transpose))\n"
        "(birewrite 2 (o ?a (o ?b ?c)) (o (o ?a ?b) ?c))\n"
        "(birewrite 3 (o (map ?a) (map ?b)) (map (o ?a ?b)))\n"
        "(term A (o (map (map f)) (o transpose (map (map g)))))\n"
        "(phase only (rules default) (iterations 6))",
        SMR_GUIDE_DONE, "(o (map (map (o f g))) transpose)");
}

#define LAMBDA                                                                                               \
  "(operator lam :binder (1) :named)\n"                                                                      \
  "(ruleset beta-eta (rewrite beta (app (lam x ?b) ?e) (!subst x ?b ?e))\n"                                  \
  "  (rewrite eta (lam x (app ?f x)) ?f :when (not-free ?f x)))\n"

// S-L6, S-F7: each phase starts from the normal form of what the one before found, in a fresh graph.
TEST(S_L6_phases) {
  check(LAMBDA "(ruleset up (rewrite up (f ?x) (g (lam y (f y)) ?x)))\n"
               "(ruleset twice (rewrite twice (g ?h ?x) (app ?h (app ?h ?x))))\n"
               "(term t (f a))\n"
               "(normalise beta-eta)\n"
               "(phase first (rules up) (sketch (g ? ?)) (iterations 1))\n"
               "(phase second (rules twice) (sketch (app ? ?)))\n"
               "(phase third (rules))",
        SMR_GUIDE_DONE, "(f (f a))");
  // Without the normal form, and with nothing carried over from the first graph.
  check(
      LAMBDA "(ruleset up (rewrite up (f ?x) (g (lam y (f y)) ?x)))\n(ruleset none)\n(term t (f a))\n"
             "(phase first (rules up) (sketch (g ? ?)) (iterations 1))\n"
             "(phase second (rules none) (sketch (f ?)))",
      SMR_GUIDE_NOT_FOUND,
      "8:28: phase 'second': no term that equals 't' satisfies (f ?); found of it: ? (stopped by: saturated; "
      "iterations: 1, nodes: 5, classes: 5)");
}

// S-L6, S-F8: which sketch, the most of it that was found, the graph's size.
TEST(S_F8_failing_phase) {
  check("(ruleset r (rewrite r (f ?x) (g ?x)))\n(term t (h (f a)))\n"
        "(phase p (rules r) (sketch (contains (or (g (g ?)) (f b)))))",
        SMR_GUIDE_NOT_FOUND,
        "3:20: phase 'p': no term that equals 't' satisfies (contains (or (g (g ?)) (f b))); found of it: "
        "(contains ?) "
        "(stopped by: saturated; iterations: 2, nodes: 4, classes: 3)");
  check("(ruleset r (rewrite r (f ?x) (g ?x)))\n(term t (h (f a)))\n"
        "(phase p (rules r) (sketch (h (g (node b)))))",
        SMR_GUIDE_NOT_FOUND,
        "3:20: phase 'p': no term that equals 't' satisfies (h (g (node b))); found of it: (h (g ?)) "
        "(stopped by: "
        "saturated; iterations: 2, nodes: 4, classes: 3)");
  // Of several terms, the one that is not found.
  check(
      "(ruleset r (rewrite r (f ?x) (g ?x)))\n(term s (f a))\n(term t (f b))\n"
      "(phase p (rules r) (sketch (g ?)) (sketch t (g c)))",
      SMR_GUIDE_NOT_FOUND,
      "4:35: phase 'p': no term that equals 't' satisfies (g c); found of it: (g ?) (stopped by: saturated; "
      "iterations: 2, nodes: 6, classes: 4)");
}

TEST(test_sketch_per_term) {
  check("(ruleset r (rewrite r (f ?x) (g ?x)))\n(term s (f a))\n(term t (f b))\n"
        "(phase p (rules r) (sketch (g ?)) (sketch t (f ?)))",
        SMR_GUIDE_DONE, "(g a)\n(f b)");
}

TEST(test_costs) {
  static const char head[] =
      "(cost g 10) (ruleset r (birewrite r (f a) (g)) (birewrite s (h a) (f a)))\n(term t (f a))\n";
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "%s(phase p (rules r) (cost size))", head);
  check(smr_str_get(&text), SMR_GUIDE_DONE, "g");
  smr_str_clear(&text);
  smr_str_printf(&text, "%s(phase p (rules r))", head);
  check(smr_str_get(&text), SMR_GUIDE_DONE, "(f a)");
  smr_str_clear(&text);
  smr_str_printf(&text, "%s(phase p (rules r) (cost depth))", head);
  check(smr_str_get(&text), SMR_GUIDE_DONE, "g");
}

// Costs that depend on shapes: a copy costs what it copies.
TEST(test_costs_of_data) {
  static const char head[] =
      "(size n :about 1000)\n"
      "(data shape (make A (n 3)) (make B (n n)) (make (copy ?s) ?s) (make (view ?s) ?s))\n"
      "(measure elements shape (?r ?c) (!* ?r ?c))\n"
      "(cost copy (+ $0 (max elements (elements $0))))\n(cost view (+ $0 10000))\n(cost-default 0)\n"
      "(ruleset r (rewrite r (copy ?x) (view ?x)) (rewrite s (view ?x) (copy ?x)))\n";
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "%s(term a (view A)) (term b (copy B)) (phase p (rules r))", head);
  check(smr_str_get(&text), SMR_GUIDE_DONE, "(copy A)\n(view B)");
  smr_str_clear(&text);
  // What has no value is not chosen.
  smr_str_puts(&text, "(size m)\n(data shape (make B m))\n(measure elements shape ?s ?s)\n(cost B elements)\n"
                      "(ruleset none)\n(term a B)\n(phase p (rules none))");
  check(smr_str_get(&text), SMR_GUIDE_ERROR, "7:1: phase 'p': every form of 'a' has infinite cost");
}

TEST(test_filters_and_limits) {
  check("(filter small (<= (!size) 4))\n(ruleset r (rewrite r (f ?x) (f (g ?x))))\n(term t (f a))\n"
        "(phase p (rules r) (filter small) (sketch (f (g (g (g ?))))))",
        SMR_GUIDE_NOT_FOUND,
        "4:35: phase 'p': no term that equals 't' satisfies (f (g (g (g ?)))); found of it: (f (g (g ?))) "
        "(stopped by: "
        "saturated; iterations: 4, nodes: 7, classes: 5)");
  check("(ruleset r (rewrite r (f ?x) (f (g ?x))))\n(term t (f a))\n"
        "(phase p (rules r) (nodes 10) (sketch nowhere))",
        SMR_GUIDE_NOT_FOUND,
        "3:31: phase 'p': no term that equals 't' satisfies nowhere; found of it: ? (stopped by: nodes; "
        "iterations: 5, "
        "nodes: 12, classes: 7)");
}

TEST(test_counts) {
  static const char head[] = "(ruleset r (rewrite r (f ?x) (g ?x ?x)))\n(term t (h (f (f a)) b))\n";
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text,
                 "%s(phase p (rules r) (sketch (contains (g (g ...) ?)))\n"
                 "  (count 2 in-term (g ? ?)) (count 2 in-graph r) (count 3 in-term a))",
                 head);
  check(smr_str_get(&text), SMR_GUIDE_DONE, "(h (g (g a a) (f a)) b)");
  smr_str_clear(&text);
  smr_str_printf(&text, "%s(phase p (rules r) (count 1 in-graph r)\n  (count 8 in-term (contains a)))", head);
  check(smr_str_get(&text), SMR_GUIDE_NOT_FOUND,
        "3:20: phase 'p': expected 1 of matches of the rule 'r', there are 2\n"
        "4:3: phase 'p': expected 8 of (contains a), there are 4");
}

// Types count in results, too.
TEST(test_counts_of_types) {
  check("(data type (make a f32) (make b f64) (make (f ?t) ?t))\n(ruleset none)\n(term t (g (f a) (f b) (f "
        "(f a))))\n"
        "(phase p (rules none) (count 3 in-term (:: (f ?) f32)) (count 1 in-term (:: (f ?) f64)) (count 4 "
        "in-term (f ?)))",
        SMR_GUIDE_DONE, "(g (f a) (f b) (f (f a)))");
}

// S-F6, S-T1: sketches with types.
TEST(S_F6_typed_sketches) {
  static const char head[] =
      "(size m :divisible 32)\n"
      "(data type (make (map ?t) ?t) (make (app (fn ?a ?b) ?a) ?b) (make f (fn f32 f32)) (make x (array m "
      "f32)))\n"
      "(define (arrayFn n) (fn (fn f32 f32) (fn (array n f32) (array n f32))))\n"
      "(define (containsMap n f) (contains (app (:: (map ?) (fn _ (fn (array n _) _))) f)))\n"
      "(ruleset none)\n(term t (app (app (map (quote (arrayFn m))) f) x))\n";
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "%s(phase p (rules none) (sketch (containsMap m f)))", head);
  check(smr_str_get(&text), SMR_GUIDE_DONE,
        "(app (app (map (quote (fn (fn f32 f32) (fn (array m f32) (array m f32))))) f) x)");
  smr_str_clear(&text);
  smr_str_printf(&text, "%s(phase p (rules none) (sketch (containsMap (!/ m 32) f)))", head);
  check(smr_str_get(&text), SMR_GUIDE_NOT_FOUND,
        "7:23: phase 'p': no term that equals 't' satisfies (contains (app (:: (map ?) (fn _ (fn (array (!/ "
        "m 32) _) "
        "_))) f)); found of it: (contains (app ? f)) (stopped by: saturated; iterations: 1, nodes: 6, "
        "classes: 6)");
}

TEST(test_normal_forms) {
  check(LAMBDA
        "(ruleset none)\n(term t (app (lam f (lam x (app f (app f x)))) (lam y (s (app (lam z z) y)))))\n"
        "(phase p (rules none) (normalise beta-eta))",
        SMR_GUIDE_DONE, "(lam (s (s %0)))");
  // The normal form is larger than the term.
  check(LAMBDA "(ruleset none)\n(term t (app (lam x (p x x x)) (q a b c)))\n(phase p (rules none) (normalise "
               "beta-eta))",
        SMR_GUIDE_DONE, "(p (q a b c) (q a b c) (q a b c))");
  check(LAMBDA "(ruleset none)\n(term t (app (lam x (p x (app x x))) (lam x (p x (app x x)))))\n"
               "(phase p (rules none) (normalise beta-eta))",
        SMR_GUIDE_ERROR,
        "2:19: rule 'beta' and those with it: every result holds what they match: no normal form");
  check("(ruleset bad (rewrite bad (f ?x) (f (f ?x))))\n(term t (f a))\n(phase p (normalise bad))",
        SMR_GUIDE_ERROR,
        "1:14: rule 'bad' and those with it: every result holds what they match: no normal form");
}

TEST(test_data_errors) {
  check("(data d :strict (make a 1) (make b 2))\n(ruleset r (rewrite wrong a b))\n(term t a)\n"
        "(phase p (rules r) (sketch b))",
        SMR_GUIDE_ERROR, "2:12: rule 'wrong': it makes terms equal whose 'd' is not: 1 and 2");
  check("(data d :strict (make a 1))\n(term t b)\n(ruleset none)\n(phase p (rules none) (sketch b))",
        SMR_GUIDE_ERROR, "2:9: no make clause of 'd' applies to (b)");
  // (what stands in a definition has the place of its use; AC operators' nodes are the graph's)
  check("(data d :strict (make a 1) (make (f 1) 2))\n(define twice (f (f a)))\n(term t (f\n twice))",
        SMR_GUIDE_ERROR, "4:2: no make clause of 'd' applies to (f 2)");
  check("(operator + :ac) (data d :strict (make a 1))\n(term t (+ a a))\n(phase p)", SMR_GUIDE_ERROR,
        "1:18: no make clause of 'd' applies to (+ 1 1)");
}

TEST(test_mistakes) {
  check("(phase)", SMR_GUIDE_ERROR, "1:1: expected (phase NAME …)");
  check("(phase p) (phase p)", SMR_GUIDE_ERROR, "1:18: there are two phases 'p'");
  check("(phase p x)", SMR_GUIDE_ERROR,
        "1:10: expected (rules …), (sketch …), (cost …), (filter …), (normalise …), (count …), (iterations "
        "N), (nodes "
        "N), (time MS) or (memory BYTES)");
  check("(phase p (rules (x)))", SMR_GUIDE_ERROR, "1:17: expected a name");
  check("(phase p (cost much))", SMR_GUIDE_ERROR, "1:10: expected (cost size), (cost depth) or (cost file)");
  check("(phase p (iterations -1))", SMR_GUIDE_ERROR, "1:10: expected (iterations NUMBER)");
  check("(phase p (nodes 1) (nodes 2))", SMR_GUIDE_ERROR, "1:20: nodes is given twice");
  check("(phase p (memory 1M) (time 99999999999))", SMR_GUIDE_ERROR, "1:22: expected (time NUMBER)");
  check("(phase p (sketch))", SMR_GUIDE_ERROR, "1:10: expected (sketch SKETCH) or (sketch TERM-NAME SKETCH)");
  check("(phase p (sketch ?) (sketch a))", SMR_GUIDE_ERROR, "1:21: the sketch of all terms is given twice");
  check("(phase p (sketch (:: ? f32)))", SMR_GUIDE_ERROR,
        "1:24: types are class data: expected a (data …) before this sketch");
  check("(data d) (phase p (sketch (:: ? (!/ m 2) f)))", SMR_GUIDE_ERROR,
        "1:27: expected (:: SKETCH PATTERN)");
  check("(size m) (data d) (phase p (sketch (:: ? (array (!/ m 32) _))))", SMR_GUIDE_ERROR,
        "1:49: this has no value (is a quotient not known to be whole?)");
  check("(phase p (count 1 here x))", SMR_GUIDE_ERROR,
        "1:10: expected (count N in-term SKETCH) or (count N in-graph RULE)");
  check("(term t)", SMR_GUIDE_ERROR, "1:1: expected (term NAME TERM)");
  check("(term t a) (term t b)", SMR_GUIDE_ERROR, "1:18: there are two terms 't'");
  check("(term t (f ?x))", SMR_GUIDE_ERROR, "1:12: a pattern variable cannot stand here: ?x");
  check("(term t a) (phase p (rules r))", SMR_GUIDE_ERROR, "1:28: there is no rule set 'r'");
  check("(term t a) (phase p (filter f))", SMR_GUIDE_ERROR, "1:29: there is no filter 'f'");
  check("(term t a) (phase p (sketch u ?))", SMR_GUIDE_ERROR, "1:21: there is no term 'u'");
  check("(term t a) (phase p (sketch (contains)))", SMR_GUIDE_ERROR, "1:29: expected (contains SKETCH)");
  check("(term t a) (phase p (cost file))", SMR_GUIDE_ERROR,
        "1:12: phase 'p': (cost file), but no file gives costs");
  check("(term t a) (phase p (count 1 in-graph r))", SMR_GUIDE_ERROR, "1:21: there is no rule 'r'");
  check("(term t a) (phase p (normalise r))", SMR_GUIDE_ERROR, "1:32: there is no rule set 'r'");
  check("(ruleset s (rewrite r (f ?x) ?x :when (blue ?x))) (term t a) (phase p (rules s))", SMR_GUIDE_ERROR,
        "1:12: rule 'r': there is no condition 'blue'");
  check("(operator lam :binder (0 1) :typed) (term t (lam x x))", SMR_GUIDE_ERROR,
        "1:50: the type of 'x' is missing: write (x TYPE)");
}

// Guides that would go on for ever, grow beyond all bounds or contradict themselves: one line each.
TEST(test_adversarial_guides) {
  check("(term t a) (phase p)", SMR_GUIDE_DONE, "a"); // (an empty phase does nothing)
  check("(define (f x) (g x x)) (define (g x y) (f x)) (term t (f a)) (phase p)", SMR_GUIDE_ERROR,
        "1:55: definitions use one another more than 64 deep");
  check("(define (a x) (p x x x x)) (define (b x) (a (a (a (a (a (a x))))))) (define (c x) (b (b (b x))))"
        "(term t (c x)) (phase p)",
        SMR_GUIDE_ERROR, "1:105: what is written out is too large");
  check(
      "(for ((<A> 1 2 3 4 5 6 7 8 9) (<B> 1 2 3 4 5 6 7 8 9) (<C> 1 2 3 4 5 6 7 8 9) (<D> 1 2 3 4 5 6 7 8 9)"
      "(<E> 1 2 3 4 5 6 7 8 9) (<F> 1 2 3 4 5 6 7 8 9)) (rewrite r<A><B><C><D><E><F> a b)) (phase p)",
      SMR_GUIDE_ERROR, "1:152: what is written out is too large");
  check("(ruleset r (rewrite a a b) (rewrite b b a)) (term t a) (phase p (normalise r))", SMR_GUIDE_ERROR,
        "1:12: rule 'a' and those with it: no normal form after 1000 rounds");
  check("(ruleset r (rewrite r (f ?x) (f (g ?x)))) (term t (f a)) (phase p (rules r) (sketch b) (iterations "
        "3))",
        SMR_GUIDE_NOT_FOUND,
        "1:77: phase 'p': no term that equals 't' satisfies b; found of it: ? (stopped by: iterations; "
        "iterations: 3, nodes: 8, classes: 5)");
  check("(term t a) (phase p (nodes 5000000000))", SMR_GUIDE_ERROR, "1:21: expected (nodes NUMBER)");
  check("(term t a) (phase p (memory 99999999999G))", SMR_GUIDE_ERROR, "1:21: expected (memory NUMBER)");
  check("(term t a) (phase p (count 99999999999 in-term ?))", SMR_GUIDE_ERROR,
        "1:21: expected (count N in-term SKETCH) or (count N in-graph RULE)");
  check(
      "(size m :divisible 9223372036854775807) (size m :divisible 9223372036854775806) (term t a) (phase p)",
      SMR_GUIDE_ERROR, "1:41: what divides 'm' is more than 64 bits");
  check("(function f ((?x) (!f (!+ ?x 1)))) (term t (quote (!f 1))) (phase p)", SMR_GUIDE_ERROR,
        "1:51: this has no value (is a quotient not known to be whole?)");
}

//===--- what is extracted satisfies the sketch ---===//

static uint64_t seed;
static uint32_t below(uint32_t n) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (uint32_t)(seed % n);
}

static void random_term(SmrStr *out, uint32_t depth) {
  if (!depth || !below(4)) {
    smr_str_putc(out, "abc"[below(3)]);
    return;
  }
  bool two = below(2);
  smr_str_puts(out, two ? "(f " : "(g ");
  random_term(out, depth - 1);
  smr_str_puts(out, two ? " " : "");
  if (two)
    random_term(out, depth - 1);
  smr_str_puts(out, ")");
}

static void random_sketch(SmrStr *out, uint32_t depth) {
  uint32_t kind = depth ? below(7) : below(2);
  static const char *const open[] = {"", "", "(f ", "(g ", "(contains ", "(or ", "(f ..."};
  if (kind < 2) {
    smr_str_puts(out, kind ? (const char *[]){"a", "b", "c"}[below(3)] : "?");
    return;
  }
  smr_str_puts(out, open[kind]);
  if (kind < 6)
    random_sketch(out, depth - 1);
  if (kind == 2 || kind == 5) {
    smr_str_putc(out, ' ');
    random_sketch(out, depth - 1);
  }
  smr_str_putc(out, ')');
}

// S-F6, S-F8: what a phase extracts is in R(sketch), as the definition on terms says; where there is none, no
// term that the last iterations know satisfies it, so at least the input does not.
TEST(S_F6_extracted_terms_satisfy_sketches) {
  uint32_t found = 0, missed = 0;
  seed = 88172645463325252u + test_seed();
  for (uint32_t round = 0; round < test_rounds(400); round++) {
    SmrStr text = {0}, term = {0}, sketch = {0};
    random_term(&term, 3);
    random_sketch(&sketch, 3);
    smr_str_printf(
        &text,
        "(ruleset r (rewrite 1 (f ?x ?y) (f ?y ?x)) (rewrite 2 (g (g ?x)) ?x) (rewrite 3 (f ?x (g ?y)) (g (f "
        "?x ?y))) (rewrite 4 (f a ?x) (g ?x)))\n(term t %s)\n(phase p (rules r) (iterations 3) (sketch %s))",
        smr_str_get(&term), smr_str_get(&sketch));
    SmrOperators *ops = smr_operators_create();
    SmrDiag diag = {0};
    SmrGuide *g = smr_guide_parse(ops, "t", smr_str_get(&text), text.size, NULL, NULL, &diag);
    SmrSketch *s = smr_sketch_parse(ops, "t", smr_str_get(&sketch), sketch.size, NULL, &diag);
    assert_true(g && s);
    SmrGuideEnd end = smr_guide_run(g, NULL, NULL, &diag);
    uint32_t root;
    const SmrTerm *t = smr_guide_term(g, 0, &root);
    assert_int_equal(smr_sketch_accepts(s, t, root), end == SMR_GUIDE_DONE);
    found += end == SMR_GUIDE_DONE, missed += end == SMR_GUIDE_NOT_FOUND;
    smr_sketch_destroy(s);
    smr_guide_destroy(g);
    smr_diag_free(&diag);
    smr_operators_destroy(ops);
    smr_str_free(&text), smr_str_free(&term), smr_str_free(&sketch);
  }
  assert_by_chance(found > 50 && missed > 50);
}

TEST(test_json) {
  static const char text[] =
      "(filter small (<= (!size) 4))\n(ruleset r (rewrite r (f ?x) (f (g ?x))))\n(term t (f a))\n"
      "(phase p (rules r) (filter small) (sketch (f (g ?))))\n(phase \"q \\\"\" (rules r) (sketch b))";
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  SmrGuide *g = smr_guide_parse(ops, "t", text, strlen(text), NULL, NULL, &diag);
  assert_int_equal(smr_guide_run(g, NULL, &(SmrRunBudget){.iterations = 4}, &diag), SMR_GUIDE_NOT_FOUND);
  const SmrGuidePhase *p = smr_guide_phase(g, 0);
  assert_true(p->ran && p->found && p->stop == SMR_STOP_GOAL);
  assert_int_equal(p->iterations.size, 1);
  p = smr_guide_phase(g, 1);
  assert_true(p->ran && !p->found && p->stop == SMR_STOP_ITERATIONS);
  assert_int_equal(p->iterations.size, 4);
  smr_guide_json(g, &out);
  assert_non_null(
      strstr(smr_str_get(&out), "{\"name\":\"p\",\"found\":true,\"stop\":\"goal\",\"normalised\":0"));
  assert_non_null(strstr(smr_str_get(&out), "\"dropped\":{\"small\":0}"));
  assert_non_null(strstr(smr_str_get(&out), "{\"name\":\"q \\\"\",\"found\":false,\"stop\":\"iterations\""));
  assert_non_null(strstr(smr_str_get(&out), "\"terms\":[{\"name\":\"t\",\"cost\":3}]}"));
  smr_guide_destroy(g);
  smr_operators_destroy(ops);
}

// What rule files call in rules can be called in terms and sketches, too; typed variables and indices have
// what it says.
TEST(test_functions_in_terms) {
  static const char head[] = "(size m :divisible 4)\n(operator lam :binder (0 1) :typed)\n"
                             "(function block ((?n) ((!/ ?n 4) 4)))\n(function loop ((?n) (!loop ?n)))\n"
                             "(data type (make (lam ?t ?b) (fn ?t ?b)) (make (f ?t) ?t))\n"
                             "(ruleset r (rewrite r (f ?x) (g ?x)))\n";
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(
      &text, "%s(term t (lam (x (a (!block m))) (f (quote (b (!block 8))) x (%%1 (!block 4)))))\n(phase p)",
      head);
  check(smr_str_get(&text), SMR_GUIDE_DONE,
        "(lam (quote (a ((!/ m 4) 4))) (f (quote (b (2 4))) (%0 (a ((!/ m 4) 4))) (%1 (1 4))))");
  smr_str_clear(&text);
  smr_str_printf(
      &text, "%s(term t (f (quote (!block 8))))\n(phase p (rules r) (sketch (g (quote (!block 8)))))", head);
  check(smr_str_get(&text), SMR_GUIDE_DONE, "(g (quote (2 4)))");
  smr_str_clear(&text);
  smr_str_printf(&text, "%s(term t (quote (!block 6)))\n(phase p)", head);
  check(smr_str_get(&text), SMR_GUIDE_ERROR,
        "7:16: this has no value (is a quotient not known to be whole?)");
  smr_str_clear(&text);
  smr_str_printf(&text, "%s(term t (quote (!loop 6)))\n(phase p)", head);
  check(smr_str_get(&text), SMR_GUIDE_ERROR,
        "7:16: this has no value (is a quotient not known to be whole?)");
  smr_str_clear(&text);
  smr_str_printf(&text, "%s(term t (quote (!block 8 8)))\n(phase p)", head);
  check(smr_str_get(&text), SMR_GUIDE_ERROR, "7:16: the function 'block' does not take 2 arguments");
  smr_str_clear(&text);
  smr_str_printf(&text, "%s(term t (quote (!blocks 8)))\n(phase p)", head);
  check(smr_str_get(&text), SMR_GUIDE_ERROR, "7:17: there is no function 'blocks'");
}
