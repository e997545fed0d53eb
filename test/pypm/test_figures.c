//===- test_figures.c - the patterns of the paper's figures --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "fixture.h"
#include "test.h"

#define F1                                                                                                   \
  "op matmul(2) op trans(1)\n"                                                                               \
  "pattern P(x, y) = matmul(x, trans(y)); guard(x.shape.rank = 2 && y.shape.rank = 2)\n"

TEST(F1_matmul_with_a_transpose) {
  pypm_expect_match(F1 "term t = matmul(c : f32[2, 3], trans(c1 : f32[4, 3]))",
                    "{x = c : f32[2, 3], y = c1 : f32[4, 3]}");
  pypm_expect_match(F1 "term t = matmul(trans(c1 : f32[4, 3]), c : f32[3, 2])", "failure");
  pypm_expect_match(F1 "term t = matmul(c : f32[2, 3], trans(c1 : f32[7, 4, 3]))", "failure"); // 3-D
  pypm_expect_match(F1 "term t = matmul(c : f32[2, 3], trans(c1 : f32))", "failure");          // rank unknown
}

#define F2                                                                                                   \
  "op div(2) op erf(1)\n"                                                                                    \
  "pattern Half(x) = div(x, 2) || mul(x, 0.5)\n"                                                             \
  "pattern P(x) = mul(Half(x), add(1, erf(div(x, 1.4142135623730951))))\n"

TEST(F2_gelu_in_the_ways_that_models_write_it) {
  pypm_expect_match(F2 "term x = c : f32[2]\nterm e = erf(div(x, 1.4142135381698608 : f32))\n"
                       "term t = mul(div(x, 2.0 : f32), add(1.0 : f32, e))",
                    "{x = c : f32[2]}");
  pypm_expect_match(F2 "term x = c : f16[2]\nterm e = erf(div(x, 1.4140625 : f16))\n"
                       "term t = mul(add(e, 1.0 : f16[2]), mul(0.5 : f16, x))",
                    "{x = c : f16[2]}");
  pypm_expect_match(F2 "term x = c : f32[2]\nterm e = erf(div(x, 1.4140625 : f32))\n" // not √2 in f32
                       "term t = mul(div(x, 2.0 : f32), add(1.0 : f32, e))",
                    "failure");
  pypm_expect_match(F2
                    "term x = c : f32[2]\nterm e = erf(div(c1, 1.4142135381698608 : f32))\n" // of another x
                    "term t = mul(div(x, 2.0 : f32), add(1.0 : f32, e))",
                    "failure");
  pypm_expect_match(
      F2 "term x = c : f32[2]\nterm e = erf(div(1.4142135381698608 : f32, x))\n" // div does not commute
         "term t = mul(div(x, 2.0 : f32), add(1.0 : f32, e))",
      "failure");
}

#define F3 "pattern P(x, F/1) = F(P(x, F)) || F(x)\n"

TEST(F3_a_chain_of_one_operator) {
  pypm_expect_match(F3 "term t = relu(c)", "{x = c, F = relu}");
  pypm_expect_match(F3 "term t = relu(relu(relu(c)))", "{x = c, F = relu}");
  // As far as one operator goes; the first match is the longest.
  pypm_expect_match(F3 "term t = relu(relu(neg(relu(c))))", "{x = neg(relu(c)), F = relu}");
  pypm_expect_match(F3 "term t = c", "failure");
  pypm_expect_match(F3 "term t = b(c, c)", "failure");
}

#define F4                                                                                                   \
  "pattern P(x, F/1, G/2) = (exists y. x; (F(P(y, F, G)) ~ x))\n"                                            \
  "  || (exists y. exists z. x; (G(P(y, F, G), P(z, F, G)) ~ x)) || x\n"

TEST(F4_trees_of_two_operators) {
  pypm_expect_match(F4 "term t = c", "{x = c}");
  pypm_expect_match(F4 "term t = b(relu(c), b(c1, relu(relu(c2))))",
                    "{x = b(relu(c), b(c1, relu(relu(c2)))), F = relu, G = b}");
}
