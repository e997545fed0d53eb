//===- test_sketch.c - sketches, against all small terms -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/run.h"
#include "egraph/sketch.h"
#include "random_egraph.h"
#include "sexp_term.h"
#include "test.h"
#include <math.h>

typedef struct {
  SmrOperators *ops;
  SmrEgraph *g;
  SmrCallbacks callbacks;
} Fixture;

static bool is_small(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)user;
  assert_int_equal(count, 1);
  SmrClass b = lookup_text(g, "b");
  return b != SMR_NO_CLASS && smr_egraph_find(g, args[0]) == smr_egraph_find(g, b);
}

static bool two_arguments(void *user, SmrEgraph *g, const SmrClass *args, uint32_t count) {
  (void)user, (void)g, (void)args, (void)count;
  return true;
}

static Fixture setup(void) {
  Fixture f = {.ops = smr_operators_create()};
  f.g = smr_egraph_create(f.ops);
  smr_vec_push(&f.callbacks.list, (SmrCallback){.name = "small", .condition = is_small, .arguments = 1});
  smr_vec_push(&f.callbacks.list, (SmrCallback){.name = "two", .condition = two_arguments, .arguments = 2});
  return f;
}

static void teardown(Fixture *f) {
  smr_egraph_destroy(f->g);
  smr_operators_destroy(f->ops);
  smr_vec_free(&f->callbacks.list);
}

static SmrSketch *sketch(Fixture *f, const char *text) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrSketch *s = smr_sketch_parse(f->ops, "s.sketch", text, strlen(text), &f->callbacks, &diag);
  if (!s)
    smr_diag_flush(&diag, stderr);
  assert_non_null(s);
  return s;
}

TEST(reading) {
  static const char *const good[][2] = {
      {"?", "?"},
      {"a", "a"},
      {"(a)", "a"},
      {"(f ? (contains b))", "(f ? (contains b))"},
      {"(or a (op f) (g ...))", "(or a (op f) (op g))"},
      {"(is small (f ?))", "(is small (f ?))"},
      {"(f 1 2.5 %0)", "(f 1 2.5 %0)"},
      {"(node or ? ?)", "(node or ? ?)"},
      {"(node f ?)", "(f ?)"},
      {"(node ?)", "(node ?)"},
      {"(node f ...)", "(node f ...)"},
      {"(op or)", "(op or)"},
      {"or", "or"},
      {"(contains (f (f ?) (f ?)))", "(contains (f (f ?) (f ?)))"},
  };
  static const char *const bad[][2] = {
      {"", "s.sketch:1:1: error: expected a sketch\n"},
      {"()", "s.sketch:1:1: error: expected a sketch\n"},
      {"a b", "s.sketch:1:3: error: expected one sketch\n"},
      {"(contains)", "s.sketch:1:1: error: expected (contains SKETCH)\n"},
      {"(f (contains a b))", "s.sketch:1:4: error: expected (contains SKETCH)\n"},
      {"(or)", "s.sketch:1:1: error: expected (or SKETCH…)\n"},
      {"(op)", "s.sketch:1:1: error: expected (op NAME)\n"},
      {"(op (f))", "s.sketch:1:5: error: expected an operator\n"},
      {"(op 3)", "s.sketch:1:5: error: expected the name of an operator that may have children\n"},
      {"(is small)", "s.sketch:1:1: error: expected (is CONDITION SKETCH)\n"},
      {"(is large ?)", "s.sketch:1:5: error: no such condition: large\n"},
      {"(is two ?)", "s.sketch:1:5: error: two takes 2 arguments, not one\n"},
      {"(is (f) ?)", "s.sketch:1:5: error: expected the name of a condition\n"},
      {"(? a)", "s.sketch:1:1: error: ? takes no arguments\n"},
      {"(node)", "s.sketch:1:1: error: expected (node NAME SKETCH…)\n"},
      {"((f) a)", "s.sketch:1:2: error: expected an operator\n"},
      {"\"text\"", "s.sketch:1:1: error: expected a sketch\n"},
  };
  Fixture f = setup();
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    SmrSketch *s = sketch(&f, good[i][0]);
    SmrStr out = {0};
    smr_sketch_print(s, &out);
    assert_string_equal(smr_str_get(&out), good[i][1]);
    smr_str_free(&out);
    smr_sketch_destroy(s);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    SmrDiag diag = {0};
    assert_null(smr_sketch_parse(f.ops, "s.sketch", bad[i][0], strlen(bad[i][0]), &f.callbacks, &diag));
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    smr_diag_flush(&diag, stream);
    fclose(stream);
    assert_string_equal(text, bad[i][1]);
    free(text);
    smr_diag_free(&diag);
  }
  // Patterns are no sketches.
  static const char *const patterns[] = {"?x", "(f ?x)", "(!f a)"};
  for (size_t i = 0; i < 3; i++) {
    SmrDiag diag = {0};
    assert_null(smr_sketch_parse(f.ops, "s.sketch", patterns[i], strlen(patterns[i]), NULL, &diag));
    assert_int_equal(diag.errors, 1);
    smr_diag_free(&diag);
  }
  teardown(&f);
}

// Random tokens: what is read is printed so that it is read as the same.
TEST(random_texts) {
  static const char *const tokens[] = {"(",  "(",    ")",  ")",   ")",     "?",   "f",  "contains", "or",
                                       "op", "node", "is", "...", "small", "1.5", "%0", "-3",       "?x"};
  Fixture f = setup();
  uint32_t read = 0;
  for (uint32_t seed = 0; seed < 20000; seed++) {
    Random r = random_from(seed);
    SmrStr text = {0}, once = {0}, twice = {0};
    smr_str_puts(&text, "(");
    uint32_t open = 1;
    for (uint32_t i = 1 + random_below(&r, 9); i--;) {
      const char *token = tokens[random_below(&r, sizeof tokens / sizeof *tokens)];
      if (*token == ')' && open == 1)
        continue;
      open += *token == '(' ? 1 : *token == ')' ? -1 : 0;
      smr_str_printf(&text, "%s ", token);
    }
    while (open--)
      smr_str_puts(&text, ")");
    SmrDiag diag = {0};
    SmrSketch *s = smr_sketch_parse(f.ops, "r", smr_str_get(&text), text.size, &f.callbacks, &diag);
    assert_int_equal(s == NULL, diag.errors > 0);
    if (s) {
      smr_sketch_print(s, &once);
      SmrSketch *again = smr_sketch_parse(f.ops, "r", smr_str_get(&once), once.size, &f.callbacks, &diag);
      if (!again)
        fail_msg("%s, printed %s", smr_str_get(&text), smr_str_get(&once));
      smr_sketch_print(again, &twice);
      assert_string_equal(smr_str_get(&once), smr_str_get(&twice));
      smr_sketch_destroy(again);
      read++;
    }
    smr_sketch_destroy(s);
    smr_str_free(&text), smr_str_free(&once), smr_str_free(&twice);
    smr_diag_free(&diag);
  }
  assert_true(read > 500);
  teardown(&f);
}

TEST(accepting) {
  static const struct {
    const char *sketch, *term;
    bool accepted;
  } cases[] = {
      {"?", "(f a)", true},
      {"a", "a", true},
      {"a", "b", false},
      {"(f ?)", "(f (g b))", true},
      {"(f ?)", "(g (f b))", false},
      {"(f ?)", "(f a b)", false},
      {"(op f)", "(f a b)", true},
      {"(op f)", "f", true},
      {"(op f)", "(g f)", false},
      {"(contains a)", "a", true},
      {"(contains a)", "(h b (f a))", true},
      {"(contains a)", "(h b (f b))", false},
      {"(contains (f (contains a)))", "(h (f b) a)", false},
      {"(contains (f (contains a)))", "(h b (g (f (g a))))", true},
      {"(or a b)", "b", true},
      {"(or a b)", "c", false},
      {"(h (or a (f ?)) (contains b))", "(h (f c) (g b))", true},
      {"(h (or a (f ?)) (contains b))", "(h (g c) (g b))", false},
      {"(contains 2)", "(f 2)", true},
      {"(contains 2)", "(f 3)", false},
  };
  Fixture f = setup();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    SmrSketch *s = sketch(&f, cases[i].sketch);
    SmrTerm term = {0};
    const char *text = cases[i].term;
    uint32_t root = read_term(f.ops, &term, &text);
    if (smr_sketch_accepts(s, &term, root) != cases[i].accepted)
      fail_msg("%s, %s", cases[i].sketch, cases[i].term);
    smr_term_free(&term);
    smr_sketch_destroy(s);
  }
  teardown(&f);
}

static void expect_extracted(Fixture *f, const char *text, SmrClass c, const char *wanted) {
  SmrSketch *s = sketch(f, text);
  SmrBest *best = smr_best_create(f->g, &smr_cost_size);
  smr_best_update(best);
  SMR_OWNED(SmrTerm, smr_term_free) term = {0};
  double cost;
  uint32_t root = smr_sketch_extract(s, best, c, &term, &cost);
  assert_int_equal(smr_sketch_found(s, f->g, c), wanted != NULL);
  assert_int_equal(root != UINT32_MAX, wanted != NULL);
  assert_int_equal(cost < INFINITY, wanted != NULL);
  if (wanted) {
    SmrStr out = {0};
    smr_term_print(f->ops, &term, root, &out);
    assert_string_equal(smr_str_get(&out), wanted);
    smr_str_free(&out);
  }
  smr_best_destroy(best);
  smr_sketch_destroy(s);
}

TEST(extracting) {
  Fixture f = setup();
  SmrClass root = add_text(f.g, "(h (f a) (g b))"), one = add_text(f.g, "(k b b)");
  smr_egraph_union(f.g, add_text(f.g, "(f a)"), add_text(f.g, "c"));
  smr_egraph_union(f.g, root, one);
  // b = f(b): terms of any depth.
  smr_egraph_union(f.g, add_text(f.g, "b"), add_text(f.g, "(f b)"));
  smr_egraph_rebuild(f.g);
  expect_extracted(&f, "?", root, "(k b b)");
  expect_extracted(&f, "(h ? ?)", root, "(h c (g b))");
  expect_extracted(&f, "(contains a)", root, "(h (f a) (g b))");
  expect_extracted(&f, "(contains (f ?))", root, "(k (f b) b)");
  expect_extracted(&f, "(contains (f (f (f ?))))", root, "(k (f (f (f b))) b)");
  expect_extracted(&f, "(or (h ? (h ? ?)) (k ? (f ?)))", root, "(k b (f b))");
  expect_extracted(&f, "(k (is small ?) (is small (f ?)))", root, "(k b (f b))");
  expect_extracted(&f, "(is small ?)", root, NULL);
  expect_extracted(&f, "(contains (is small (f ?)))", root, "(k (f b) b)");
  expect_extracted(&f, "(contains (t ? ? ?))", root, NULL);
  expect_extracted(&f, "(contains (g (contains a)))", root, NULL);
  expect_extracted(&f, "(k ? ?)", add_text(f.g, "b"), NULL);
  expect_extracted(&f, "(op h)", root, "(h c (g b))");
  expect_extracted(&f, "(or (contains zz) (contains a))", root, "(h (f a) (g b))");
  teardown(&f);
}

//===--- the oracle: all terms of all classes up to a size ---===//

enum { LARGEST = 6, MOST = 600 };

typedef struct {
  SmrEgraph *g;
  SmrTerm pool;              // terms share subterms
  SMR_VEC(uint32_t) * terms; // [class * (LARGEST + 1) + size]
  bool all;
} Enumeration;

static void combine(Enumeration *e, SmrNode n, uint32_t child, uint32_t left, uint32_t *children,
                    uint32_t size) {
  SmrOperators *ops = smr_egraph_ops(e->g);
  uint32_t arity = smr_operator_info(ops, smr_egraph_op(e->g, n))->arity;
  SmrClass c = smr_egraph_find(e->g, n);
  if (child == arity) {
    if (left)
      return;
    if (e->terms[c * (LARGEST + 1) + size].size >= MOST) {
      e->all = false;
      return;
    }
    uint32_t term = smr_term_add(&e->pool, ops, smr_egraph_op(e->g, n), children);
    smr_vec_push(&e->terms[c * (LARGEST + 1) + size], term);
    return;
  }
  for (uint32_t k = 1; k <= left; k++) {
    SmrClass of = smr_egraph_children(e->g, n)[child];
    for (uint32_t i = 0; i < e->terms[of * (LARGEST + 1) + k].size; i++) {
      children[child] = e->terms[of * (LARGEST + 1) + k].data[i];
      combine(e, n, child + 1, left - k, children, size);
    }
  }
}

static const char *const sketches[] = {
    "?",
    "(contains a)",
    "(contains c)",
    "(f ?)",
    "(contains (f (g ?)))",
    "(h (contains b) ?)",
    "(contains (h (contains (f ?)) (contains b)))",
    "(or (f (contains a)) (k ? b))",
    "(contains (or (f a) (t ? a ?)))",
    "(contains (f (contains (f (contains (f ?))))))",
    "(op k)",
    "(contains (t (op f) ? (or a b)))",
    "(contains (contains (k ? (or (contains c) (g ?)))))",
    "(is small (contains (f ?)))",
    "(contains (is small (or (f ?) (h ? ?))))",
};
enum { SKETCHES = sizeof sketches / sizeof *sketches };

// Holds per class, so the oracle walks the term with its classes instead of smr_sketch_accepts.
static bool satisfies(SmrEgraph *g, const SmrTerm *t, uint32_t i, const SmrSexp *s, uint32_t at) {
  const char *text = smr_sexp_is_list(s, at) ? smr_sexp_text(s, at + 1) : smr_sexp_text(s, at);
  const SmrOperatorInfo *info = smr_operator_info(smr_egraph_ops(g), t->nodes.data[i].op);
  const char *name = smr_operator_name(smr_egraph_ops(g), t->nodes.data[i].op);
  if (!strcmp(text, "?"))
    return true;
  if (!smr_sexp_is_list(s, at))
    return info->arity == 0 && !strcmp(name, text);
  if (!strcmp(text, "contains")) {
    if (satisfies(g, t, i, s, at + 2))
      return true;
    for (uint32_t k = 0; k < info->arity; k++)
      if (satisfies(g, t, smr_term_children(t, i)[k], s, at))
        return true;
    return false;
  }
  if (!strcmp(text, "or")) {
    for (uint32_t k = at + 2; k < s->nodes.data[at].end; k = s->nodes.data[k].end)
      if (satisfies(g, t, i, s, k))
        return true;
    return false;
  }
  if (!strcmp(text, "op"))
    return !strcmp(name, smr_sexp_text(s, at + 2));
  if (!strcmp(text, "is")) {
    SmrClass c = smr_egraph_lookup_term(g, t, i);
    return is_small(NULL, g, &c, 1) && satisfies(g, t, i, s, at + 3);
  }
  if (strcmp(name, text) || info->arity != s->nodes.data[at].count - 1)
    return false;
  for (uint32_t k = 0; k < info->arity; k++)
    if (!satisfies(g, t, smr_term_children(t, i)[k], s, smr_sexp_element(s, at, k + 1)))
      return false;
  return true;
}

// S-F6: R(?), R(F(…)), R(contains(…)), R(or …) and their smallest terms, as enumerating all terms says.
TEST(S_F6_against_all_terms) {
  uint32_t compared = 0, satisfied = 0;
  for (uint32_t seed = 0; seed < 300; seed++) {
    Random r = random_from(seed + 5000);
    Fixture f = setup();
    random_growth(f.g, &r, 4 + random_below(&r, 8), 1 + random_below(&r, 4));
    smr_egraph_rebuild(f.g);
    uint32_t count = smr_egraph_elements(f.g);
    Enumeration e = {.g = f.g, .all = true};
    e.terms = smr_xcalloc(count * (LARGEST + 1), sizeof *e.terms);
    for (uint32_t size = 1; size <= LARGEST && e.all; size++)
      for (SmrNode n = 0; n < count; n++)
        if (smr_egraph_is_live(f.g, n)) {
          uint32_t children[SMR_MAX_ARITY];
          combine(&e, n, 0, size - 1, children, size);
        }
    SmrBest *best = smr_best_create(f.g, &smr_cost_size);
    smr_best_update(best);
    for (uint32_t k = 0; k < SKETCHES && e.all; k++) {
      SmrSketch *s = sketch(&f, sketches[k]);
      SmrSexp sexp = {0};
      SmrDiag diag = {0};
      assert_true(smr_sexp_read("s", sketches[k], strlen(sketches[k]), &sexp, &diag));
      for (SmrClass c = 0; c < count; c++) {
        if (smr_egraph_find(f.g, c) != c)
          continue;
        uint32_t least = 0;
        for (uint32_t size = 1; size <= LARGEST && !least; size++)
          for (uint32_t i = 0; i < e.terms[c * (LARGEST + 1) + size].size && !least; i++)
            if (satisfies(f.g, &e.pool, e.terms[c * (LARGEST + 1) + size].data[i], &sexp, 0))
              least = size;
        SmrTerm term = {0};
        double cost;
        uint32_t root = smr_sketch_extract(s, best, c, &term, &cost);
        compared++, satisfied += least != 0;
        if (least ? cost != least : cost <= LARGEST)
          fail_msg("seed %u, class %u, %s: cost %g, not %u", seed, c, sketches[k], cost, least);
        assert_int_equal(smr_sketch_found(s, f.g, c), cost < INFINITY);
        assert_int_equal(root != UINT32_MAX, cost < INFINITY);
        if (root != UINT32_MAX) {
          assert_true(smr_sketch_accepts(s, &term, root));
          assert_true(satisfies(f.g, &term, root, &sexp, 0));
          assert_int_equal(smr_egraph_lookup_term(f.g, &term, root), c);
        }
        smr_term_free(&term);
      }
      smr_sexp_free(&sexp);
      smr_sketch_destroy(s);
    }
    for (uint32_t i = 0; i < count * (LARGEST + 1); i++)
      smr_vec_free(&e.terms[i]);
    free(e.terms);
    smr_term_free(&e.pool);
    smr_best_destroy(best);
    teardown(&f);
  }
  // The comparison means something.
  assert_true(compared > 10000 && satisfied > compared / 8);
}

// A goal of a run: the search ends in the iteration in which a term of that form is there.
static bool goal(void *user, SmrEgraph *g) {
  void **both = user;
  return smr_sketch_found(both[0], g, *(SmrClass *)both[1]);
}

TEST(as_a_goal) {
  Fixture f = setup();
  SmrRule rule = rule_text(f.ops, "assoc", "(+ ?a (+ ?b ?c))", "(+ (+ ?a ?b) ?c)");
  const SmrRule *rules[] = {&rule};
  SmrDiag diag = {0};
  SmrProgram *program = smr_program_create(f.ops, rules, 1, NULL, &diag);
  SmrClass root = add_text(f.g, "(+ a (+ b (+ c (+ d (+ e (+ i (+ j k)))))))");
  SmrSketch *s = sketch(&f, "(+ (+ (+ ? ?) (+ ? ?)) (+ (+ ? ?) (+ ? ?)))");
  SmrRun *run = smr_run_create(f.g, program);
  SmrRunBudget budget = {.goal = goal, .user = (void *[]){s, &root}};
  assert_int_equal(smr_run(run, &budget), SMR_STOP_GOAL);
  assert_true(smr_run_iterations(run) < 8);
  expect_extracted(&f, "(+ (+ (+ ? ?) (+ ? ?)) (+ (+ ? ?) (+ ? ?)))", root,
                   "(+ (+ (+ a b) (+ c d)) (+ (+ e i) (+ j k)))");
  smr_run_destroy(run);
  smr_program_destroy(program);
  smr_rule_free(&rule);
  smr_sketch_destroy(s);
  teardown(&f);
}

// No recursion over terms: a chain of a million nodes that the sketch reaches to the bottom of.
TEST(deep_chain) {
  Fixture f = setup();
  SmrOperator op = smr_operator_plain(f.ops, "f", 1);
  SmrClass c = add_text(f.g, "bottom");
  smr_egraph_union(f.g, c, add_text(f.g, "0"));
  for (uint32_t i = 0; i < 1000000; i++)
    c = smr_egraph_add(f.g, op, &c);
  smr_egraph_rebuild(f.g);
  SmrBest *best = smr_best_create(f.g, &smr_cost_size);
  smr_best_update(best);
  SmrSketch *s = sketch(&f, "(f (contains bottom))");
  assert_true(smr_sketch_found(s, f.g, c));
  SMR_OWNED(SmrTerm, smr_term_free) term = {0};
  assert_int_equal(smr_sketch_extract(s, best, c, &term, NULL), 1000000);
  assert_true(smr_sketch_accepts(s, &term, 1000000));
  smr_sketch_destroy(s);
  smr_best_destroy(best);
  teardown(&f);
}
