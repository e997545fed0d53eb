//===- test_ac.c - sums in normal form -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/ac.h"
#include "random_egraph.h"
#include "sexp_term.h"
#include "test.h"

static SmrOperators *language(void) {
  SmrOperators *ops = smr_operators_create();
  smr_operators_declare(ops, "+", SMR_OPERATOR_AC, 0);
  smr_operators_declare(ops, "*", SMR_OPERATOR_AC, 0);
  return ops;
}

static void check(SmrEgraph *g) {
  SMR_OWNED(SmrStr, smr_str_free) why = {0};
  if (!smr_egraph_check(g, &why))
    fail_msg("%s", smr_str_get(&why));
}

TEST(one_node) {
  SmrOperators *ops = language();
  SmrEgraph *g = smr_egraph_create(ops);
  SmrClass a = add_text(g, "(+ x y z)");
  assert_int_equal(add_text(g, "(+ x (+ y z))"), a);
  assert_int_equal(add_text(g, "(+ (+ z x) y)"), a);
  assert_int_equal(lookup_text(g, "(+ y x z)"), a);
  assert_int_equal(lookup_text(g, "(+ x y y)"), SMR_NO_CLASS);
  assert_int_equal(lookup_text(g, "(* x y z)"), SMR_NO_CLASS);
  assert_int_not_equal(add_text(g, "(+ x y y z)"), a);
  assert_int_equal(add_text(g, "(+ x)"), lookup_text(g, "x"));
  smr_egraph_rebuild(g);
  check(g);
  assert_int_equal(smr_egraph_nodes(g), 3 + 1 + 2 + 1); // (with the inner sums)
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
}

// A class that is something else, too, keeps its node; the flat form is there as well.
TEST(both_forms) {
  SmrOperators *ops = language();
  SmrEgraph *g = smr_egraph_create(ops);
  SmrClass product = add_text(g, "(* a b)"), sum = add_text(g, "(+ (* a b) y)");
  SmrClass expanded = add_text(g, "(+ p q)"), flat = add_text(g, "(+ p q y)");
  smr_egraph_rebuild(g);
  assert_int_not_equal(smr_egraph_find(g, sum), smr_egraph_find(g, flat));
  smr_egraph_union(g, product, expanded);
  smr_egraph_rebuild(g);
  check(g);
  assert_int_equal(smr_egraph_find(g, sum), smr_egraph_find(g, flat));
  assert_int_equal(smr_egraph_find(g, add_text(g, "(+ q w (* b a))")),
                   smr_egraph_find(g, add_text(g, "(+ w p q q)")) == 0 ? SMR_NO_CLASS
                                                                       : lookup_text(g, "(+ p w q q)"));
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
}

TEST(cycles_end) {
  SmrOperators *ops = language();
  SmrEgraph *g = smr_egraph_create(ops);
  SmrClass x = add_text(g, "x"), x0 = add_text(g, "(+ x 0)");
  smr_egraph_union(g, x, x0);
  SmrClass y = add_text(g, "y"), z0 = add_text(g, "(+ z 0)"), z = add_text(g, "z"),
           y0 = add_text(g, "(+ y 0)");
  smr_egraph_union(g, y, z0);
  smr_egraph_union(g, z, y0);
  add_text(g, "(+ x y z)");
  smr_egraph_rebuild(g);
  check(g);
  smr_egraph_union(g, x, y);
  smr_egraph_rebuild(g);
  check(g);
  smr_egraph_union(g, lookup_text(g, "0"), z);
  smr_egraph_rebuild(g);
  check(g);
  assert_true(smr_egraph_nodes(g) < 60);
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
}

TEST(long_sums_nest) {
  SmrOperators *ops = language();
  SmrEgraph *g = smr_egraph_create(ops);
  SmrOperator plus = smr_operator_plain(ops, "+", 2);
  SmrClass left = SMR_NO_CLASS;
  for (int i = 0; i < 600; i++) {
    char name[16];
    snprintf(name, sizeof name, "x%d", i);
    SmrClass leaf = smr_egraph_add(g, smr_operator_plain(ops, name, 0), NULL);
    left = left == SMR_NO_CLASS ? leaf : smr_egraph_add(g, plus, (SmrClass[]){left, leaf});
  }
  smr_egraph_rebuild(g);
  check(g);
  assert_int_equal(smr_egraph_nodes(g), 600 + 599);
  smr_egraph_destroy(g);
  smr_operators_destroy(ops);
}

// Any order and bracketing of distinct leaves is one class.
static SmrClass random_sum(SmrEgraph *g, Random *r, const SmrClass *leaves, uint32_t n, SmrOperator plus) {
  if (n == 1)
    return leaves[0];
  uint32_t k = 1 + random_below(r, n - 1);
  SmrClass children[] = {random_sum(g, r, leaves, k, plus), random_sum(g, r, leaves + k, n - k, plus)};
  return smr_egraph_add(g, plus, children);
}

TEST(any_bracketing) {
  static const uint32_t lengths[] = {2, 3, 12, 40, 81, 255};
  for (uint32_t l = 0; l < 6; l++) {
    SmrOperators *ops = language();
    SmrEgraph *g = smr_egraph_create(ops);
    Random r = random_from(l);
    SmrClass leaves[255], first = SMR_NO_CLASS;
    for (uint32_t i = 0; i < lengths[l]; i++) {
      char name[16];
      snprintf(name, sizeof name, "x%u", i);
      leaves[i] = smr_egraph_add(g, smr_operator_plain(ops, name, 0), NULL);
    }
    for (uint32_t round = 0; round < 20; round++) {
      for (uint32_t i = lengths[l] - 1; i > 0; i--) {
        uint32_t k = random_below(&r, i + 1);
        SmrClass t = leaves[i];
        leaves[i] = leaves[k], leaves[k] = t;
      }
      SmrClass sum = random_sum(g, &r, leaves, lengths[l], smr_operator_plain(ops, "+", 2));
      first = round ? first : sum;
      assert_int_equal(smr_egraph_find(g, sum), smr_egraph_find(g, first));
      if (round % 7 == 3) {
        smr_egraph_rebuild(g);
        check(g);
      }
    }
    smr_egraph_destroy(g);
    smr_operators_destroy(ops);
  }
}

// Random sums, products and unions: the invariant holds, and the work ends.
TEST(random_unions) {
  for (uint32_t seed = 1; seed <= 600; seed++) {
    SmrOperators *ops = language();
    SmrEgraph *g = smr_egraph_create(ops);
    Random r = random_from(seed);
    for (int i = 0; i < 5; i++)
      smr_egraph_add(g,
                     i < 4 ? smr_operator_plain(ops, (const char *[]){"a", "b", "c", "d"}[i], 0)
                           : smr_operator_integer(ops, 0),
                     NULL);
    for (int step = 0; step < 50; step++) {
      SmrClass children[4];
      for (int k = 0; k < 4; k++)
        children[k] = random_below(&r, smr_egraph_elements(g));
      uint32_t what = random_below(&r, 8);
      if (what == 0)
        smr_egraph_union(g, children[0], children[1]);
      else if (what == 1)
        smr_egraph_add(g, smr_operator_plain(ops, "f", 1), children);
      else if (what == 2)
        smr_egraph_add_to(g, smr_operator_plain(ops, "+", 2), children, children[3]);
      else
        smr_egraph_add(g, smr_operator_plain(ops, what < 6 ? "+" : "*", 2 + random_below(&r, 3)), children);
      if (random_below(&r, 6) == 0) {
        smr_egraph_rebuild(g);
        check(g);
      }
    }
    smr_egraph_rebuild(g);
    check(g);
    assert_true(smr_egraph_nodes(g) < 2000);
    smr_egraph_destroy(g);
    smr_operators_destroy(ops);
  }
}

TEST(terms) {
  SmrOperators *ops = language();
  SMR_OWNED(SmrTerm, smr_term_free) t = {0}, flat = {0};
  const char *text = "(f (+ z (+ (* b (* c a)) y) x))";
  uint32_t root = read_term(ops, &t, &text);
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_term_print(ops, &flat, smr_ac_flatten(ops, &flat, &t, root), &out);
  assert_string_equal(smr_str_get(&out), "(f (+ (* a b c) x y z))");
  smr_str_clear(&out);
  smr_term_clear(&t);
  smr_term_print(ops, &t, smr_ac_nest(ops, &t, &flat, smr_term_root(&flat)), &out);
  assert_string_equal(smr_str_get(&out), "(f (+ (* a (* b c)) (+ x (+ y z))))");
  smr_operators_destroy(ops);
}
