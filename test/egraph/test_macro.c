//===- test_macro.c - abbreviations and templates ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "base/sexp_build.h"
#include "egraph/macro.h"
#include "egraph/rules_text.h"
#include "test.h"

// A text, written out; or its first message.
static void check(const char *text, const char *wanted) {
  SmrMacros macros = {0};
  SmrSexp in, out = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) result = {0};
  assert_true(smr_sexp_read("t", text, strlen(text), &in, &diag));
  bool ok = true;
  for (uint32_t i = 0; i < in.nodes.size; i = in.nodes.data[i].end)
    ok &= smr_macros_expand(&macros, &in, i, &out, &diag);
  if (ok)
    for (uint32_t i = 0; i < out.nodes.size; i = out.nodes.data[i].end) {
      smr_str_puts(&result, i ? " " : "");
      smr_sexp_print(&out, i, &result);
    }
  else
    smr_str_printf(&result, "%u:%u: %s", diag.messages.data[0].line, diag.messages.data[0].column,
                   diag.messages.data[0].text);
  if (strcmp(smr_str_get(&result), wanted))
    fail_msg("%s\nis\n%s\nnot\n%s", text, smr_str_get(&result), wanted);
  smr_sexp_free(&in);
  smr_sexp_free(&out);
  smr_macros_free(&macros);
}

// S-L5: the abstractions of the paper as a user writes them.
TEST(S_L5_sketch_abstractions) {
  check("(define (containsMap n f) (contains (app (:: (map ?) (fn ? (fn (array n ?) ?))) f)))\n"
        "(define containsAddMul (contains (app (app add ?) (contains mul))))\n"
        "(sketch (containsMap (!/ m 32) (containsMap 32 containsAddMul)))",
        "(sketch (contains (app (:: (map ?) (fn ? (fn (array (!/ m 32) ?) ?))) (contains (app (:: (map ?) "
        "(fn ? (fn "
        "(array 32 ?) ?))) (contains (app (app add ?) (contains mul))))))))");
}

TEST(test_definitions) {
  check("a (b \"c d\" 1.5)", "a (b \"c d\" 1.5)");
  check("(define x 1) x (x) (f x)", "1 (1) (f 1)");
  check("(define (x) 1) x (x) (f (x))", "x 1 (f 1)");
  check("(define (f a b) (a b a)) (f (g 1) (f 2 3))", "((g 1) (2 3 2) (g 1))");
  check("(define (f a) (g a)) (define (h a) (f (f a))) (h x)", "(g (g x))");
  // A parameter is no definition's name; what an argument says is not looked at again.
  check("(define a 1) (define (f a) (g a)) (f b) a", "(g b) 1");
  check("(define (f x) (g x y)) (define (h y) (f y)) (h z)", "(g z y)");
  check("(define (f x) x)\n\n(f 1 2)", "3:1: 'f' takes 1 arguments, not 2");
  check("(define (f x) (f x)) (f 1)", "1:22: definitions use one another more than 64 deep");
  check("(define x 1) (define x 2)", "1:14: 'x' is defined twice");
  check("(define (f ?x) 1)", "1:12: expected a name");
  check("(define f)", "1:1: expected (define (NAME PARAMETER…) BODY) or (define NAME BODY)");
  check("(ruleset s (define x 1))", "1:12: a definition stands at the top level");
  check("(define (a x) (x x x x x x x x)) (define (b x) (a (a (a x)))) (b (b (b (b 1))))",
        "1:66: what is written out is too large");
}

TEST(test_templates) {
  check("(for ((<N> 4 32)) (rewrite split-<N> a (split <N>)))",
        "(rewrite split-4 a (split 4)) (rewrite split-32 a (split 32))");
  check("(for ((<F> map mapPar) (<N> 1 2)) (r <F>-<N> (<F> <N>)) (s <F>))",
        "(r map-1 (map 1)) (s map) (r map-2 (map 2)) (s map) (r mapPar-1 (mapPar 1)) (s mapPar) (r mapPar-2 "
        "(mapPar "
        "2)) (s mapPar)");
  check("(ruleset s (for ((<N> (a b) c)) (r <N>)))", "(ruleset s (r (a b)) (r c))");
  check("(ruleset s (for ((<N> a)) (for ((<M> <N> b)) (r <N> <M>))))", "(ruleset s (r a <N>) (r a b))");
  check("(for ((<N> (a b))) (r x<N>))", "1:23: <N> stands inside of a name: its values must be atoms");
  check("(for ((N 1)) (r N))", "1:1: expected (for ((<NAME> VALUE…)…) ITEM…)");
  check("(for () (r N))", "1:1: expected (for ((<NAME> VALUE…)…) ITEM…)");
  check("(f (for ((<N> 1)) <N>))", "(f (for ((<N> 1)) <N>))");
}

// Mistakes in what is written out are told at the call.
TEST(test_places) {
  static const char text[] = "(define (r l)\n  (rewrite name l ?x))\n\n\n  (r (f ?y))";
  SmrOperators *ops = smr_operators_create();
  SmrRules rules = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  assert_false(smr_rules_parse(ops, "t", text, strlen(text), NULL, NULL, &rules, &diag));
  assert_int_equal(diag.messages.data[0].line, 5);
  assert_int_equal(diag.messages.data[0].column, 3);
  smr_operators_destroy(ops);
}
