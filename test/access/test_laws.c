//===- test_laws.c - single rules: where they apply, and where they must not -===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Tensors: M (4 6), N (4 6), K (6 6), T (2 3 4), P (1 5).
//===----------------------------------------------------------------------===//
#include "access_test.h"
#include "egraph/run.h"
#include "egraph/term_text.h"
#include "egraph/world.h"

typedef struct {
  const char *sets; // names of rule sets, with blanks between them
  const char *from, *to;
  bool equal;
} Law;

static bool selected(const char *sets, const char *name) {
  size_t n = strlen(name);
  for (const char *at = sets; (at = strstr(at, name)); at += n)
    if ((at == sets || at[-1] == ' ') && (!at[n] || at[n] == ' '))
      return true;
  return false;
}

static SmrTerm read(SmrAccess *a, const char *text) {
  SmrTerm t = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  bool ok = smr_term_parse(smr_access_ops(a), text, text, strlen(text), 0, &t, &diag);
  smr_diag_flush(&diag, stderr);
  assert_true(ok);
  SmrAccessShape shape;
  if (!smr_access_shape_of(a, &t, smr_term_root(&t), &shape))
    fail_msg("no shape: %s", text);
  return t;
}

// Whether the rules of these sets find the second term equal to the first.
static bool finds(SmrAccess *a, const Law *law) {
  SmrRules *rules = smr_access_rules(a);
  SmrRuleList list = {0};
  SmrDiag diag = {0};
  for (uint32_t i = 0; i < rules->sets.size; i++)
    if (selected(law->sets, rules->sets.data[i].name))
      smr_rules_select(rules, rules->sets.data[i].name, &list);
  assert_true(list.size > 0);
  SmrTerm from = read(a, law->from), to = read(a, law->to);
  SmrWorld *w = smr_world_create(smr_access_ops(a), rules, &(SmrWorldOptions){0});
  SmrProgram *p = smr_program_create(smr_access_ops(a), list.data, list.size, &w->callbacks, &diag);
  assert_non_null(p);
  SmrClass root = smr_egraph_add_term(w->g, &from, smr_term_root(&from));
  SmrRun *run = smr_run_create(w->g, p);
  smr_run(run, &(SmrRunBudget){.iterations = 8, .nodes = 5000});
  assert_false(smr_data_failed(w->data));
  SmrClass found = smr_egraph_lookup_term(w->g, &to, smr_term_root(&to));
  bool equal = found != SMR_NO_CLASS && smr_egraph_find(w->g, found) == smr_egraph_find(w->g, root);
  smr_run_destroy(run);
  smr_program_destroy(p);
  smr_world_destroy(w);
  smr_vec_free(&list);
  smr_term_free(&from);
  smr_term_free(&to);
  return equal;
}

static void check(const Law *laws, size_t count) {
  SmrAccess *a =
      program("(define largest-block 3) (include \"" RULES "/access-moves.rules\")"
              "(tensor M f64 (4 6)) (tensor N f64 (4 6)) (tensor K f64 (6 6)) (tensor T f64 (2 3 4))"
              "(tensor P f64 (1 5))");
  for (size_t i = 0; i < count; i++)
    if (finds(a, &laws[i]) != laws[i].equal)
      fail_msg("%s: %s is%s %s", laws[i].sets, laws[i].from, laws[i].equal ? " not" : "", laws[i].to);
  smr_access_destroy(a);
}
#define CHECK(laws) check(laws, sizeof laws / sizeof *laws)

TEST(G_F4_reshape_moves_out) {
  static const Law laws[] = {
      // Flattened and reshaped back: everything, or the operands of a product that have too many dimensions.
      {"flatten-everything", "(access T 1)", "(reshape (flatten (access T 1)) (quote ((2) (3 4))))", true},
      {"im2col", "(cartProd (access T 1) (access T 1))",
       "(cartProd (reshape (flatten (access T 1)) (quote ((2) (3 4)))) (reshape (flatten (access T 1)) "
       "(quote ((2) "
       "(3 4)))))",
       true},
      {"im2col", "(access T 1)", "(reshape (flatten (access T 1)) (quote ((2) (3 4))))", false},
      {"im2col", "(cartProd (access M 1) (access N 1))",
       "(cartProd (reshape (flatten (access M 1)) (quote ((4) (6)))) (access N 1))", false},
      // Through a product whose operands have equal items before they are reshaped …
      {"im2col",
       "(cartProd (reshape (access M 1) (quote ((2 2) (2 3)))) (reshape (access N 1) (quote ((4) (2 3)))))",
       "(reshape (cartProd (access M 1) (access N 1)) (quote ((2 2 4) (2 2 3))))", true},
      // … which (2 3) and (3 2) are not, though both become (6).
      {"im2col",
       "(cartProd (reshape (reshape (access M 1) (quote ((4) (2 3)))) (quote ((4) (6)))) (reshape (reshape "
       "(access N "
       "1) (quote ((4) (3 2)))) (quote ((4) (6)))))",
       "(reshape (cartProd (access M 1) (access N 1)) (quote ((4 4) (2 6))))", false},
      {"im2col", "(compute dotProd (reshape (pair (access M 1) (access N 1)) (quote ((2 2) (2 3 2)))))",
       "(reshape (compute dotProd (pair (access M 1) (access N 1))) (quote ((2 2) ())))", true},
      // (The tuple's dimension may not change.)
      {"im2col", "(compute dotProd (reshape (pair (access M 1) (access N 1)) (quote ((4) (3 4)))))",
       "(reshape (compute dotProd (pair (access M 1) (access N 1))) (quote ((4) ())))", false},
  };
  CHECK(laws);
}

TEST(G_F6_concat_moves_out) {
  static const Law laws[] = {
      {"halve-everything", "(access M 1)", "(concat (slice (access M 1) 0 0 2) (slice (access M 1) 0 2 4) 0)",
       true},
      {"halve-everything", "(access M 1)", "(concat (slice (access M 1) 1 0 3) (slice (access M 1) 1 3 6) 1)",
       true},
      {"halve-everything", "(access T 1)", "(concat (slice (access T 1) 0 0 1) (slice (access T 1) 0 1 2) 0)",
       false},
      {"halve-rows", "(cartProd (access M 1) (access N 1))",
       "(cartProd (concat (slice (access M 1) 0 0 2) (slice (access M 1) 0 2 4) 0) (access N 1))", true},
      {"concat", "(cartProd (access K 1) (concat (access M 1) (access N 1) 0))",
       "(concat (cartProd (access K 1) (access M 1)) (cartProd (access K 1) (access N 1)) 1)", true},
      {"concat", "(cartProd (concat (access M 1) (access N 1) 0) (access K 1))",
       "(concat (cartProd (access M 1) (access K 1)) (cartProd (access N 1) (access K 1)) 0)", true},
      // Both are cut in the same dimension of their items, at the same place; else products of their parts
      // would have no shape.
      {"concat", "(cartProd (concat (access M 1) (access N 1) 1) (concat (access N 1) (access M 1) 1))",
       "(concat (cartProd (access M 1) (access N 1)) (cartProd (access N 1) (access M 1)) 3)", true},
      {"concat",
       "(cartProd (concat (slice (access M 1) 1 0 2) (slice (access M 1) 1 2 6) 1) (concat (slice (access N "
       "1) 1 0 4) "
       "(slice (access N 1) 1 4 6) 1))",
       "(cartProd (access M 1) (access N 1))", false},
      {"concat",
       "(cartProd (concat (slice (slice (access T 1) 1 0 1) 2 0 2) (slice (slice (access T 1) 1 1 2) 2 0 2) "
       "1) (concat "
       "(slice (slice (access T 1) 1 0 2) 2 0 1) (slice (slice (access T 1) 1 0 2) 2 1 2) 2))",
       "(cartProd (access M 1) (access N 1))", false},
      {"concat",
       "(compute dotProd (concat (pair (access M 1) (access N 1)) (pair (access N 1) (access M 1)) 0))",
       "(concat (compute dotProd (pair (access M 1) (access N 1))) (compute dotProd (pair (access N 1) "
       "(access M 1))) "
       "0)",
       true},
      // A sum is cut by its own set alone, and operands are no items.
      {"concat",
       "(compute dotProd (concat (pair (access M 1) (access N 1)) (pair (access N 1) (access M 1)) 2))",
       "(compute reduceSum (pair (compute dotProd (pair (access M 1) (access N 1))) (compute dotProd (pair "
       "(access N "
       "1) (access M 1)))))",
       false},
      {"concat-reassoc",
       "(compute dotProd (concat (pair (access M 1) (access N 1)) (pair (access N 1) (access M 1)) 2))",
       "(compute reduceSum (pair (compute dotProd (pair (access M 1) (access N 1))) (compute dotProd (pair "
       "(access N "
       "1) (access M 1)))))",
       true},
      {"concat-reassoc",
       "(compute dotProd (concat (pair (access M 1) (access N 1)) (pair (access N 1) (access M 1)) 1))",
       "(compute reduceSum (pair (compute dotProd (pair (access M 1) (access N 1))) (compute dotProd (pair "
       "(access N "
       "1) (access M 1)))))",
       false},
  };
  CHECK(laws);
}

TEST(G_rest_views_move_and_collapse) {
  static const Law laws[] = {
      {"views", "(slice (slice M 1 0 5) 0 1 3)", "(slice (slice M 0 1 3) 1 0 5)", true},
      {"views", "(slice (slice M 0 1 4) 0 1 3)", "(slice M 0 2 4)", true},
      {"views", "(concat (slice M 0 0 1) (slice M 0 1 3) 0)", "(slice M 0 0 3)", true},
      {"views", "(concat (slice M 0 0 1) (slice M 0 2 3) 0)", "(slice M 0 0 3)", false},
      {"views", "(transpose (transpose T (quote (1 2 0))) (quote (2 0 1)))", "T", true},
      {"moves", "(pad (pad M 1 1 0) 0 2 3)", "(pad (pad M 0 2 3) 1 1 0)", true},
      {"moves", "(pad (pad M 1 1 0) 1 2 3)", "(pad M 1 3 3)", true},
      {"moves", "(pad (transpose M (quote (1 0))) 0 2 3)", "(transpose (pad M 1 2 3) (quote (1 0)))", true},
      {"moves", "(slice (pad M 1 1 2) 0 1 2)", "(pad (slice M 0 1 2) 1 1 2)", true},
      {"moves", "(slice (pad M 0 2 2) 0 1 5)", "(pad (slice M 0 0 3) 0 1 0)", true},
      {"moves views", "(slice (pad M 0 2 2) 0 2 6)", "M", true},
      {"moves", "(slice (pad M 0 2 2) 0 0 1)", "(slice M 0 0 1)", false}, // zeros
      {"moves", "(slice (transpose M (quote (1 0))) 0 1 2)", "(transpose (slice M 1 1 2) (quote (1 0)))",
       true},
      {"moves views", "(slice (concat M N 0) 0 1 7)", "(concat (slice M 0 1 4) (slice N 0 0 3) 0)", true},
      {"moves views", "(slice (concat M N 0) 0 4 8)", "N", true},
      {"moves", "(slice (windows (access K 1) (quote (2)) (quote (2))) 1 1 3)",
       "(windows (slice (access K 1) 1 2 6) (quote (2)) (quote (2)))", true},
      {"moves", "(slice (windows (access K 1) (quote (3)) (quote (3))) 2 1 3)",
       "(windows (slice (access K 1) 1 1 6) (quote (2)) (quote (3)))", true},
      {"moves", "(transpose (access M 1) (quote (1 0)))", "(access (transpose M (quote (1 0))) 1)", true},
      {"moves", "(concat (access (access M 1) 0) (access (access N 1) 0) 0)",
       "(access (concat (access M 1) (access N 1) 0) 0)", true},
      // (One and two of whose dimensions are accessed: a concat of them has no shape.)
      {"moves", "(concat (access (access M 1) 0) (access (access N 2) 0) 0)", "(access M 1)", false},
      {"moves", "(insertAxis (squeeze (access P 1) 0) 0)", "(access P 1)", true},
      {"moves", "(insertAxis (squeeze (access P 0) 0) 0)", "(access P 1)", false}, // (its 1 was the item's)
      {"moves", "(compute reduceSum (transpose (access T 2) (quote (1 0 2))))",
       "(transpose (compute reduceSum (access T 2)) (quote (1 0)))", true},
      {"moves", "(compute reduceSum (transpose (access T 1) (quote (0 2 1))))",
       "(transpose (compute reduceSum (access T 1)) (quote (0)))", false}, // (items in another order)
      {"moves", "(compute reduceMax (concat (access M 1) (access N 1) 0))",
       "(concat (compute reduceMax (access M 1)) (compute reduceMax (access N 1)) 0)", true},
      {"moves", "(compute reduceMax (concat (access M 1) (access N 1) 1))",
       "(compute reduceMax (pair (compute reduceMax (access M 1)) (compute reduceMax (access N 1))))", true},
      {"moves", "(compute reduceSum (concat (access M 1) (access N 1) 1))",
       "(compute reduceSum (pair (compute reduceSum (access M 1)) (compute reduceSum (access N 1))))", false},
      {"moves-reassoc", "(compute reduceSum (concat (access M 1) (access N 1) 1))",
       "(compute reduceSum (pair (compute reduceSum (access M 1)) (compute reduceSum (access N 1))))", true},
      {"moves", "(slice (compute reduceSum (access M 1)) 0 1 2)",
       "(compute reduceSum (slice (access M 1) 0 1 2))", true},
  };
  CHECK(laws);
}
