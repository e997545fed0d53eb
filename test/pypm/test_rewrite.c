//===- test_rewrite.c - rules that fire, and those that do not -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "fixture.h"
#include "pypm/rewrite.h"
#include "test.h"

static const SmrPypmRewriteOptions defaults = SMR_PYPM_DEFAULT_REWRITE;

/// What t becomes, and what happened on the way, one a line.
static char *rewritten(const char *text, SmrPypmRewriteOptions options) {
  SmrPypmFile *file = pypm_file(text);
  SmrPypmLibrary library = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrStr out = {0};
  bool ok = smr_pypm_library_build(file, &library, &diag);
  smr_diag_flush(&diag, stderr);
  assert_true(ok);
  SmrPypmRewriter *rewriter = smr_pypm_rewriter_create(&library, options);
  uint32_t result = smr_pypm_rewrite(rewriter, smr_pypm_file_term(file, "t")), count;
  assert_int_equal(smr_pypm_rewrite(rewriter, result), result);
  smr_pypm_term_print(file->terms, result, 9, &out);
  smr_str_putc(&out, '\n');
  const SmrPypmEvent *events = smr_pypm_rewriter_events(rewriter, &count);
  for (uint32_t k = 0; k < count; k++) {
    smr_pypm_event_print(rewriter, &events[k], &out);
    smr_str_putc(&out, '\n');
  }
  smr_pypm_rewriter_destroy(rewriter);
  smr_pypm_library_free(&library);
  smr_pypm_file_destroy(file);
  return out.data;
}

static void becomes_with(const char *text, SmrPypmRewriteOptions options, const char *expected) {
  char *out = rewritten(text, options);
  assert_string_equal(out, expected);
  free(out);
}

static void becomes(const char *text, const char *expected) {
  becomes_with(text, defaults, expected);
}

#define F1                                                                                                   \
  "op matmul(x, y) : x.elType[x.shape[0], y.shape[1]] op trans(x) : x.elType[x.shape[1], x.shape[0]]\n"      \
  "op mm_xyT_i8(2) op mm_xyT_f32(2)\n"                                                                       \
  "pattern MMxyT(x, y) = matmul(x, trans(y)); guard(x.shape.rank = 2 && y.shape.rank = 2)\n"                 \
  "rule Cublas for MMxyT(x, y) {\n"                                                                          \
  "  when (x.elType = i8 && y.elType = i8) => mm_xyT_i8(x, y);\n"                                            \
  "  when (x.elType = f32 && y.elType = f32) => mm_xyT_f32(x, y)\n}\n"

TEST(F1_the_first_branch_whose_guard_holds_fires) {
  becomes(
      F1 "term t = relu(matmul(c : f32[2, 3], trans(c1 : f32[4, 3]) : f32[3, 4]) : f32[2, 4]) : f32[2, 4]",
      "relu(mm_xyT_f32(c : f32[2, 3], c1 : f32[4, 3]) : f32[2, 4]) : f32[2, 4]\n"
      "Cublas (branch 1) refuses matmul(c : f32[2, 3], trans(c1 : f32[4, 3]) : f32[3, 4]) : f32[2, 4], "
      "matched by MMxyT: its guard is false\n"
      "Cublas (branch 2) replaces matmul(c : f32[2, 3], trans(c1 : f32[4, 3]) : f32[3, 4]) : f32[2, 4] by "
      "mm_xyT_f32(c : f32[2, 3], c1 : f32[4, 3]) : f32[2, 4], matched by MMxyT\n");
}

TEST(C14_no_branch_no_firing) {
  becomes(F1 "term t = matmul(c : f16[2, 3], trans(c1 : f16[4, 3]) : f16[3, 4]) : f16[2, 4]",
          "matmul(c : f16[2, 3], trans(c1 : f16[4, 3]) : f16[3, 4]) : f16[2, 4]\n"
          "Cublas (branch 1) refuses matmul(c : f16[2, 3], trans(c1 : f16[4, 3]) : f16[3, 4]) : f16[2, 4], "
          "matched by MMxyT: its guard is false\n"
          "Cublas (branch 2) refuses matmul(c : f16[2, 3], trans(c1 : f16[4, 3]) : f16[3, 4]) : f16[2, 4], "
          "matched by MMxyT: its guard is false\n");
}

TEST(C16_what_is_unknown_does_not_fire_and_is_told) {
  becomes(F1 "term t = matmul(c, trans(c1))",
          "matmul(c, trans(c1))\nMMxyT does not match matmul(c, trans(c1)): it is not known whether "
          "guard((x.rank = 2) && (y.rank = 2)) holds\n");
  becomes("pattern P(x) = f(x) rule R for P(x) { when (x.shape[0] = 2) => g(x) } term t = f(c : f32[?])",
          "f(c : f32[?])\nR refuses f(c : f32[?]), matched by P: its guard is not known to be true\n");
}

TEST(rules_in_the_order_of_the_file) {
  becomes(
      "pattern P(x) = f(x) pattern Q(x) = f(x) rule A for Q(x) { => g(x) } rule B for P(x) { => relu(x) }\n"
      "rule D for P(x) { => neg(x) } term t = f(c)",
      "relu(c)\nB replaces f(c) by relu(c), matched by P\n");
  becomes("pattern P(x) = f(x) rule A for P(x) { when (1 = 2) => g(x) } rule B for P(x) { => neg(x) } term t "
          "= f(c)",
          "neg(c)\nA refuses f(c), matched by P: its guard is false\n"
          "B replaces f(c) by neg(c), matched by P\n");
}

TEST(the_largest_match_comes_first) {
  becomes("pattern P(x, F/1) = F(P(x, F)) || F(x); guard(F.op_class = pointwise)\n"
          "rule R for P(x, F) { when (F.op_class = pointwise) => g(x) } term t = relu(relu(relu(c)))",
          "g(c)\nR replaces relu(relu(relu(c))) by g(c), matched by alternate 1 of P\n");
  becomes("pattern P(x) = f(f(x)) rule R for P(x) { => g(x) } term t = f(f(f(c)))",
          "g(f(c))\nR replaces f(f(f(c))) by g(f(c)), matched by P\n");
}

TEST(what_operands_become_is_tried_again) {
  becomes("pattern P(x) = f(g(x)) pattern Q(x) = neg(x) rule A for P(x) { => relu(x) } rule B for Q(x) { => "
          "g(x) }\n"
          "term t = f(neg(c))",
          "relu(c)\nB replaces neg(c) by g(c), matched by Q\nA replaces f(g(c)) by relu(c), matched by P\n");
}

TEST(shared_terms_are_rewritten_once) {
  becomes("pattern P(x) = f(x) rule R for P(x) { => g(x) } term s = f(c) term t = b(b(s, s), s)",
          "b(b(g(c), g(c)), g(c))\nR replaces f(c) by g(c), matched by P\n");
}

/// C11: an intermediate with other uses stays.
TEST(C11_intermediates_with_other_uses_stay) {
  becomes("pattern P(x) = f(g(x)) rule R for P(x) { => relu(x) } term s = g(c) term t = b(f(s), s)",
          "b(relu(c), g(c))\nR replaces f(g(c)) by relu(c), matched by P\n");
}

/// Under fp=exact; where it would not fire anyway, that is why.
TEST(fp_exact_rules_alone_fire) {
  const char *text =
      "pattern P(x, y) = b(f(x), y) pattern Q(x) = g(x)\n"
      "rule Sum for P(x, y) { when (x.rank = 1) => m(x, y); when (x.rank = 2) => m(y, x); => m(x, x) }\n"
      "rule Same for P(x, y) fp exact { when (x.rank = 2) => b(y, x) }\n"
      "rule Move for Q(x) fp exact { => neg(x) }\n"
      "term t = b(f(g(c) : f32[1, 2]), c1)";
  SmrPypmRewriteOptions exact = defaults;
  exact.fp_exact = true;
  becomes_with(
      text, exact,
      "b(c1, neg(c) : f32[1, 2])\n"
      "Sum (branch 1) refuses b(f(g(c) : f32[1, 2]), c1), matched by P: its guard is false\n"
      "Sum (branch 2) refuses b(f(g(c) : f32[1, 2]), c1), matched by P: the rule may change rounding, and "
      "fp=exact rules that out\n"
      "Same replaces b(f(g(c) : f32[1, 2]), c1) by b(c1, g(c) : f32[1, 2]), matched by P\n"
      "Move replaces g(c) : f32[1, 2] by neg(c) : f32[1, 2], matched by Q\n");
  char *out = rewritten(text, defaults);
  assert_true(strstr(out, "m(c1, neg(c) : f32[1, 2])\n") == out);
  free(out);
}

/// A number is within one unit in the last place, but for fp=exact.
TEST(fp_exact_numbers_are_exact) {
  SmrPypmRewriteOptions exact = defaults;
  exact.fp_exact = true;
#define TENTH                                                                                                \
  "pattern P(x) = mul(x, 0.1) rule R for P(x) fp exact { => f(x) } term t = b(mul(c, 0.10000000149011612 : " \
  "f32), "                                                                                                   \
  "mul(c, 0.10000000894069672 : f32))"
  becomes_with(
      TENTH, exact,
      "b(f(c), mul(c, 0.10000000894069672 : f32))\nR replaces mul(c, 0.10000000149011612 : f32) by f(c), "
      "matched by P\n");
  char *out = rewritten(TENTH, defaults);
  assert_true(strstr(out, "b(f(c), f(c))\n") == out);
  free(out);
}

/// C12: by default the first match decides.
TEST(C12_other_matches_on_demand) {
  const char *text =
      "pattern P(x, y) = b(x, y) || b(y, x)\n"
      "rule R for P(x, y) { when (x.rank = 2) => m(x, y) } term t = b(c : f32[1], c1 : f32[1, 2])";
  SmrPypmRewriteOptions all = defaults;
  all.all_matches = true;
  becomes(text, "b(c : f32[1], c1 : f32[1, 2])\n"
                "R refuses b(c : f32[1], c1 : f32[1, 2]), matched by alternate 1 of P: its guard is false\n");
  becomes_with(text, all,
               "m(c1 : f32[1, 2], c : f32[1])\n"
               "R refuses b(c : f32[1], c1 : f32[1, 2]), matched by alternate 1 of P: its guard is false\n"
               "R replaces b(c : f32[1], c1 : f32[1, 2]) by m(c1 : f32[1, 2], c : f32[1]), matched by "
               "alternate 2 of P\n");
}

TEST(alternates_are_told_apart) {
#define ALTERNATES                                                                                           \
  "pattern P(x) = f(x) || (g(x) || relu(x); guard(x.rank = 1)); (x ~ x) || (exists y. x; (neg(y) ~ x))\n"    \
  "rule R for P(x) { => c }\n"
  becomes(ALTERNATES "term t = f(c1)", "c\nR replaces f(c1) by c, matched by alternate 1 of P\n");
  becomes(ALTERNATES "term t = g(c1)", "c\nR replaces g(c1) by c, matched by alternate 2 of P\n");
  becomes(ALTERNATES "term t = relu(c1 : f32[2])",
          "c\nR replaces relu(c1 : f32[2]) by c, matched by alternate 3 of P\n");
  becomes(ALTERNATES "term t = neg(c1)", "c\nR replaces neg(c1) by c, matched by alternate 5 of P\n");
  // Of a recursive pattern, the alternate for the root.
  becomes("pattern P(x) = f(P(x)) || g(x) rule R for P(x) { => x } term t = f(f(g(c)))",
          "c\nR replaces f(f(g(c))) by c, matched by alternate 1 of P\n");
}

TEST(C15_one_result_is_replaced) {
  becomes("pattern P(x) = split#1(x) rule R for P(x) { => f(x) } term t = b(split#0(c), split#1(c))",
          "b(split#0(c), f(c))\nR replaces split#1(c) by f(c), matched by P\n");
}

TEST(function_variables_keep_their_heads) {
  becomes(
      "pattern P(x, y, F/2) = F(f(x), f(y)) rule R for P(x, y, F) { => f(F(x, y)) }\n"
      "term t = conv{stride = 2, pads = 1}(f(c), f(c1))",
      "f(conv{stride = 2, pads = 1}(c, c1))\n"
      "R replaces conv{stride = 2, pads = 1}(f(c), f(c1)) by f(conv{stride = 2, pads = 1}(c, c1)), matched "
      "by P\n");
}

TEST(attributes_are_computed) {
  becomes(
      "pattern P(x) = f(x) rule R for P(x) { => conv{stride = x.rank + 1, pads = x.shape}(x, x) }\n"
      "term t = f(c : f32[4, 5])",
      "conv{stride = 3, pads = (4, 5)}(c : f32[4, 5], c : f32[4, 5])\n"
      "R replaces f(c : f32[4, 5]) by conv{stride = 3, pads = (4, 5)}(c : f32[4, 5], c : f32[4, 5]), matched "
      "by P\n");
  becomes("pattern P(x) = f(x) rule R for P(x) { => conv{stride = x.rank, pads = same}(x, x) } term t = f(c)",
          "f(c)\nR refuses f(c), matched by P: an attribute of the replacement has no known value\n");
}

TEST(types_are_declared_or_inferred) {
#define TYPED "op h(x, y) : broadcast(x, y) pattern P(x, y) = b(x, y) "
  // The root has the type of what it replaces, what is inside that of its operator.
  becomes(TYPED "rule R for P(x, y) { => f(h(x, y)) } term t = b(c : f32[2, 1], c1 : f32[3]) : f16",
          "f(h(c : f32[2, 1], c1 : f32[3]) : f32[2, 3]) : f16\n"
          "R replaces b(c : f32[2, 1], c1 : f32[3]) : f16 by f(h(c : f32[2, 1], c1 : f32[3]) : f32[2, 3]) : "
          "f16, matched by P\n");
  becomes(TYPED "rule R for P(x, y) { => f(h(x, y) : i8[x.shape[0] * 2, ?]) } term t = b(c : f32[2], c1)",
          "f(h(c : f32[2], c1) : i8[4, ?])\n"
          "R replaces b(c : f32[2], c1) by f(h(c : f32[2], c1) : i8[4, ?]), matched by P\n");
  becomes(TYPED
          "rule R for P(x, y) { => f(2.0 : x.elType[x.shape[0] + y.shape[0]]) } term t = b(c : f32[2], c1 : "
          "f32[?])",
          "f(2.0 : f32[?])\nR replaces b(c : f32[2], c1 : f32[?]) by f(2.0 : f32[?]), matched by P\n");
  // Shapes that do not fit, a dimension out of range.
  becomes(TYPED "rule R for P(x, y) { => f(h(x, y)) } term t = b(c : f32[2], c1 : f32[3])",
          "b(c : f32[2], c1 : f32[3])\nR refuses b(c : f32[2], c1 : f32[3]), matched by P: a type of the "
          "replacement has no meaning here\n");
  becomes(TYPED "rule R for P(x, y) { => f(f(x) : f32[x.shape[1]]) } term t = b(c : f32[2], c1 : f32[3])",
          "b(c : f32[2], c1 : f32[3])\nR refuses b(c : f32[2], c1 : f32[3]), matched by P: a type of the "
          "replacement has no meaning here\n");
}

TEST(both_types_of_a_broadcast_have_a_meaning) {
  becomes(TYPED
          "rule R for P(x, y) { => f(f(x) : broadcast(x, ?[x.shape[1]])) } term t = b(c : ?[2], c1 : f32[3])",
          "b(c : ?[2], c1 : f32[3])\nR refuses b(c : ?[2], c1 : f32[3]), matched by P: a type of the "
          "replacement has no meaning here\n");
}

TEST(broadcasts) {
#define JOIN "op h(x, y) : broadcast(x, y) pattern P(x, y) = b(x, y) rule R for P(x, y) { => f(h(x, y)) } "
  static const char *const table[][3] = {{"f32[?]", "f32[1]", "f32[?]"},
                                         {"f32[1]", "f32[?]", "f32[?]"},
                                         {"f32[?]", "f32[4]", "f32[4]"},
                                         {"f32[4]", "f32[?]", "f32[4]"},
                                         {"f32[?]", "f32[?]", "f32[?]"},
                                         {"f32", "f32[2]", "f32"},
                                         {"f32[]", "f32[2]", "f32[2]"},
                                         {"f32[2, 1]", "f32[3]", "f32[2, 3]"},
                                         {"f32[4]", "f32[5, 1, 4]", "f32[5, 1, 4]"},
                                         {"f32[0]", "f32[1]", "f32[0]"},
                                         {"f32[2]", "f16[2]", NULL},
                                         {"f32[2]", "f32[3]", NULL},
                                         {"?[2]", "?[2]", "?[2]"}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    char text[300], expected[300];
    snprintf(text, sizeof text, JOIN "term t = b(c : %s, c1 : %s)", table[k][0], table[k][1]);
    if (table[k][2])
      snprintf(expected, sizeof expected, "f(h(c : %s, c1 : %s) : %s)\n", table[k][0], table[k][1],
               table[k][2]);
    else
      snprintf(expected, sizeof expected, "b(c : %s, c1 : %s)\n", table[k][0], table[k][1]);
    char *out = rewritten(text, defaults);
    out[strlen(expected)] = 0;
    assert_string_equal(out, expected);
    free(out);
  }
}

/// A rule that gives another type than what it replaces is wrong there.
TEST(the_type_stays) {
  becomes("pattern P(x) = f(x) rule R for P(x) { => x } term t = f(c : f32) : f16",
          "f(c : f32) : f16\nR refuses f(c : f32) : f16, matched by P: the replacement has another type\n");
  becomes("pattern P(x) = f(x) rule R for P(x) { => x } term t = f(c : f32)",
          "f(c : f32)\nR refuses f(c : f32), matched by P: the replacement has another type\n");
  becomes(
      "op h(x) : x pattern P(x) = f(x) rule R for P(x) { => h(x) } term t = f(c : f32[2]) : f32[3]",
      "f(c : f32[2]) : f32[3]\nR refuses f(c : f32[2]) : f32[3], matched by P: the replacement has another "
      "type\n");
  becomes("op h(x) : x pattern P(x) = f(x) rule R for P(x) { => h(x) } term t = f(c : f32[2]) : f32[2, 1]",
          "f(c : f32[2]) : f32[2, 1]\nR refuses f(c : f32[2]) : f32[2, 1], matched by P: the replacement has "
          "another type\n");
  becomes(
      "op h(x) : x pattern P(x) = f(x) rule R for P(x) { => h(x) } term t = f(c : f32[?]) : f32[3]",
      "h(c : f32[?]) : f32[3]\nR replaces f(c : f32[?]) : f32[3] by h(c : f32[?]) : f32[3], matched by P\n");
}

TEST(types_of_a_name_are_themselves_alone) {
  becomes("pattern P(x) = f(x) rule R for P(x) { => x } term t = f(c : \"!a\") : \"!a\"",
          "c : \"!a\"\nR replaces f(c : \"!a\") : \"!a\" by c : \"!a\", matched by P\n");
  becomes(
      "pattern P(x) = f(x) rule R for P(x) { => x } term t = f(c : \"!b\") : \"!a\"",
      "f(c : \"!b\") : \"!a\"\nR refuses f(c : \"!b\") : \"!a\", matched by P: the replacement has another "
      "type\n");
  becomes("pattern P(x) = f(x) rule R for P(x) { => g(x) : f32 } term t = f(c) : \"!a\"",
          "f(c) : \"!a\"\nR refuses f(c) : \"!a\", matched by P: the replacement has another type\n");
  becomes(
      "op h(x, y) : broadcast(x, y) pattern P(x) = f(x) rule R for P(x) { => h(x, x) } term t = f(c : "
      "\"!a\") : "
      "\"!a\"",
      "h(c : \"!a\", c : \"!a\") : \"!a\"\nR replaces f(c : \"!a\") : \"!a\" by h(c : \"!a\", c : \"!a\") : "
      "\"!a\", matched by P\n");
}

TEST(C17_cycles_are_named) {
  becomes("pattern P(x) = f(x) pattern Q(x) = g(x) rule A for P(x) { => g(x) } rule B for Q(x) { => f(x) }\n"
          "pattern N(x) = neg(x) rule C for N(x) { => relu(x) } term t = neg(f(neg(c)))",
          "relu(f(relu(c)))\n"
          "C replaces neg(f(neg(c))) by relu(f(neg(c))), matched by N\n"
          "f(neg(c)) is left as it is: rules go round in a cycle: A, B\n"
          "C replaces neg(c) by relu(c), matched by N\n");
  // Through an operand.
  becomes("pattern P(x) = f(x) rule A for P(x) { => g(f(x)) } term t = f(c)",
          "f(c)\nf(c) is left as it is: rules go round in a cycle: A\n");
  // It grows.
  becomes("pattern P(x) = f(x) pattern Q(x) = g(x) rule A for P(x) { => g(f(f(x))) } rule B for Q(x) { => "
          "neg(x) }\n"
          "term t = b(f(c), g(c))",
          "b(f(c), neg(c))\nf(c) is left as it is: rules go round in a cycle: A, B\n"
          "B replaces g(c) by neg(c), matched by Q\n");
  becomes(
      "pattern P(x) = f(x) pattern Q(x) = g(x) rule A for P(x) { => g(neg(x)) } rule B for Q(x) { => f(x) }\n"
      "term t = f(c)",
      "f(c)\nf(c) is left as it is: rules go round in a cycle: A, B\n");
  becomes(
      "pattern P(x) = b(x, x) rule Twice for P(x) { => b(b(b(x, c1), b(x, c1)), b(b(x, c1), b(x, c1))) }\n"
      "term t = b(c, c)",
      "b(c, c)\nb(c, c) is left as it is: rules go round in a cycle: Twice\n");
  // The same again is no firing.
  becomes("pattern P(x) = f(x) rule A for P(x) { => f(x) } rule B for P(x) { => g(x) } term t = f(c)",
          "g(c)\nA refuses f(c), matched by P: the replacement is what is there\n"
          "B replaces f(c) by g(c), matched by P\n");
  // A cycle that begins behind another rule.
  becomes("pattern O(x) = neg(x) pattern P(x) = f(x) pattern Q(x) = g(x)\n"
          "rule Into for O(x) { => f(x) } rule A for P(x) { => g(x) } rule B for Q(x) { => f(x) } term t = "
          "neg(c)",
          "neg(c)\nneg(c) is left as it is: rules go round in a cycle: A, B\n");
}

TEST(C17_the_function_has_a_budget) {
  SmrPypmRewriteOptions few = defaults;
  few.firings = 3;
  becomes_with("pattern P(x) = f(x) rule R for P(x) { => g(x) } term t = f(f(f(f(f(c)))))", few,
               "g(g(g(f(f(c)))))\n"
               "R replaces f(f(f(f(...)))) by g(f(f(f(...)))), matched by P\n"
               "R replaces f(f(f(f(...)))) by g(f(f(f(...)))), matched by P\n"
               "R replaces f(f(f(c))) by g(f(f(c))), matched by P\n"
               "no rule fires after 3 firings; the last ones at f(f(c)): R\n");
}

TEST(the_machines_limits_are_told) {
  SmrPypmRewriteOptions few = defaults;
  few.machine.steps = 5;
  few.one_by_one = true; // (the automaton says that it matches none of these)
  becomes_with("pattern P(x) = f(P(x)) || g(x) rule R for P(x) { => c } term t = f(f(f(f(c1))))", few,
               "f(f(f(f(c1))))\nP on f(f(f(f(...)))): out of steps\nP on f(f(f(c1))): out of steps\n"
               "P on f(f(c1)): out of steps\nP on f(c1): out of steps\n");
}

/// The first run spends the function's steps: the others have few.
TEST(the_machines_steps_in_a_function_are_limited) {
  SmrPypmRewriteOptions few = defaults;
  few.machine.steps = 400;
  few.steps = 20;
  few.one_by_one = true;
  becomes_with("pattern P(x) = f(P(x)) || g(x) rule R for P(x) { => c } term t = f(f(f(f(c1))))", few,
               "f(f(f(f(c1))))\nP on f(f(f(c1))): out of steps\nP on f(f(c1)): out of steps\n"
               "P on f(c1): out of steps\n");
}
