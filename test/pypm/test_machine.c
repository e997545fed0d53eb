//===- test_machine.c - the machine's transitions ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "fixture.h"
#include "test.h"

static void traced_as(const char *text, const char *expected) {
  SmrPypmFile *file = pypm_file(text);
  char *trace = pypm_trace(file, "P");
  assert_string_equal(trace, expected);
  free(trace);
  smr_pypm_file_destroy(file);
}

// The smallest example of each transition.

TEST(ST_SUCCESS) {
  traced_as("pattern P() = c term t = c", "ST-MATCH-FUN match(c, c)\nST-SUCCESS {}\n");
}

TEST(ST_MATCH_VAR_BIND) {
  traced_as("pattern P(x) = x term t = c", "ST-MATCH-VAR-BIND match(x, c)\nST-SUCCESS {x = c}\n");
}

TEST(ST_MATCH_VAR_BOUND) {
  traced_as("pattern P(x) = b(x, x) term t = b(c, c)", "ST-MATCH-FUN match(b(x, x), b(c, c))\n"
                                                       "ST-MATCH-VAR-BIND match(x, c)\n"
                                                       "ST-MATCH-VAR-BOUND match(x, c)\n"
                                                       "ST-SUCCESS {x = c}\n");
}

TEST(ST_MATCH_VAR_CONFLICT) {
  traced_as("pattern P(x) = b(x, x) term t = b(c, c1)", "ST-MATCH-FUN match(b(x, x), b(c, c1))\n"
                                                        "ST-MATCH-VAR-BIND match(x, c)\n"
                                                        "ST-MATCH-VAR-CONFLICT match(x, c1)\n"
                                                        "failure");
}

TEST(ST_MATCH_FUN) {
  traced_as("pattern P() = f(c) term t = f(c)", "ST-MATCH-FUN match(f(c), f(c))\n"
                                                "ST-MATCH-FUN match(c, c)\n"
                                                "ST-SUCCESS {}\n");
}

TEST(ST_MATCH_FUN_CONFLICT) {
  traced_as("pattern P() = c term t = c1", "ST-MATCH-FUN-CONFLICT match(c, c1)\nfailure");
}

TEST(ST_MATCH_ALT) {
  traced_as("pattern P() = c || c1 term t = c1", "ST-MATCH-ALT match(c || c1, c1)\n"
                                                 "ST-MATCH-FUN-CONFLICT match(c, c1)\n"
                                                 "ST-MATCH-FUN match(c1, c1)\n"
                                                 "ST-SUCCESS {}\n");
}

TEST(ST_MATCH_GUARD_and_ST_CHECKGUARD_CONTINUE) {
  traced_as("pattern P(x) = x; guard(x.rank = 1) term t = c : f32[2]",
            "ST-MATCH-GUARD match(x; guard(x.rank = 1), c : f32[2])\n"
            "ST-MATCH-VAR-BIND match(x, c : f32[2])\n"
            "ST-CHECKGUARD-CONTINUE guard(x.rank = 1)\n"
            "ST-SUCCESS {x = c : f32[2]}\n");
}

TEST(ST_CHECKGUARD_BACKTRACK) {
  traced_as("pattern P() = c; guard(1 = 2) term t = c", "ST-MATCH-GUARD match(c; guard(1 = 2), c)\n"
                                                        "ST-MATCH-FUN match(c, c)\n"
                                                        "ST-CHECKGUARD-BACKTRACK guard(1 = 2)\n"
                                                        "failure");
}

TEST(C2_ST_MATCH_EXISTS_and_ST_CHECKNAME) {
  traced_as("pattern P() = exists x. x term t = c", "ST-MATCH-EXISTS match(exists x. x, c)\n"
                                                    "ST-MATCH-VAR-BIND match(x, c)\n"
                                                    "ST-CHECKNAME checkName(x)\n"
                                                    "ST-SUCCESS {}\n");
}

TEST(ST_MATCH_MATCHCONSTR_and_ST_MATCHCONSTR) {
  traced_as("pattern P(x) = x; (c ~ x) term t = c", "ST-MATCH-MATCHCONSTR match(x; (c ~ x), c)\n"
                                                    "ST-MATCH-VAR-BIND match(x, c)\n"
                                                    "ST-MATCHCONSTR matchConstr(c, x)\n"
                                                    "ST-MATCH-FUN match(c, c)\n"
                                                    "ST-SUCCESS {x = c}\n");
}

TEST(ST_MATCH_FUN_VAR_BIND) {
  traced_as("pattern P(F/0) = F() term t = c", "ST-MATCH-FUN-VAR-BIND match(F(), c)\nST-SUCCESS {F = c}\n");
}

TEST(C1_ST_MATCH_FUN_VAR_BOUND) {
  traced_as("pattern P(x, F/1) = F(F(x)) term t = f(f(c))", "ST-MATCH-FUN-VAR-BIND match(F(F(x)), f(f(c)))\n"
                                                            "ST-MATCH-FUN-VAR-BOUND match(F(x), f(c))\n"
                                                            "ST-MATCH-VAR-BIND match(x, c)\n"
                                                            "ST-SUCCESS {x = c, F = f}\n");
}

TEST(ST_MATCH_FUN_VAR_CONFLICT) {
  traced_as("pattern P(x, F/1) = F(F(x)) term t = f(g(c))", "ST-MATCH-FUN-VAR-BIND match(F(F(x)), f(g(c)))\n"
                                                            "ST-MATCH-FUN-VAR-CONFLICT match(F(x), g(c))\n"
                                                            "failure");
  traced_as("pattern P(x, F/1) = F(x) term t = b(c, c)",
            "ST-MATCH-FUN-VAR-CONFLICT match(F(x), b(c, c))\nfailure");
}

TEST(ST_MATCH_MU) {
  traced_as("pattern P(x) = mu Q(y)[x]. y term t = c", "ST-MATCH-MU match(mu Q(y)[x]. y, c)\n"
                                                       "ST-MATCH-VAR-BIND match(y, c)\n"
                                                       "ST-SUCCESS {x = c}\n");
}

// The constructs.

TEST(PVAR_equality_is_of_terms) {
  pypm_expect_match("pattern P(x) = b(x, x) term t = b(relu(c), relu(c))", "{x = relu(c)}");
  pypm_expect_match("pattern P(x) = b(x, x) term t = b(c : f32, c : f64)", "failure");
  pypm_expect_match("pattern P(x) = b(x, x) term t = b(rand, rand)", "failure");
  pypm_expect_match("pattern P(x) = b(x, x) term r = rand term t = b(r, r)", "{x = rand}");
}

TEST(PFUN_attributes_and_results) {
#define CONV "term t = conv{stride = 2, pads = (1, ?)}(c, c1)"
  pypm_expect_match("pattern P(x, y) = conv{stride = 2, pads = _}(x, y) " CONV, "{x = c, y = c1}");
  pypm_expect_match("pattern P(x, y) = conv{stride = 2, pads = (1, ?)}(x, y) " CONV, "{x = c, y = c1}");
  pypm_expect_match("pattern P(x, y) = conv{stride = 1, pads = _}(x, y) " CONV, "failure");
  pypm_expect_match("pattern P(x, y) = conv{stride = 2, pads = (1, 1)}(x, y) " CONV, "failure");
  pypm_expect_match(
      "pattern P(x, y) = b(x, y) "
      "term t = b(conv{stride = 2, pads = (1, 1)}(c, c), conv{stride = 2, pads = (1, 2)}(c, c))",
      "{x = conv{stride = 2, pads = (1, 1)}(c, c), y = conv{stride = 2, pads = (1, 2)}(c, c)}");
  pypm_expect_match("pattern P(x) = b(split#0(x), split#1(x)) term t = b(split#0(c), split#1(c))", "{x = c}");
  pypm_expect_match("pattern P(x) = b(split#0(x), split#1(x)) term t = b(split#1(c), split#0(c))", "failure");
}

TEST(TFUN_variadic_operators_conflict_by_their_operands) {
#define CONCAT "term t = concat{axis = 1}(c, c1)"
  pypm_expect_match("pattern P(x, y) = concat{axis = 1}(x, y) " CONCAT, "{x = c, y = c1}");
  pypm_expect_match("pattern P(x) = concat{axis = 1}(x) " CONCAT, "failure");
  pypm_expect_match("pattern P(x, y, z) = concat{axis = 1}(x, y, z) " CONCAT, "failure");
  pypm_expect_match("pattern P() = concat{axis = 1} " CONCAT, "failure");
  pypm_expect_match("pattern P(x, F/2) = F(x, c1) " CONCAT, "{x = c, F = concat{axis = 1}}");
  pypm_expect_match("pattern P(x, F/2) = F(x, c1); guard(F.arity = 2) " CONCAT,
                    "failure"); // not known of the operator
}

TEST(PALT_left_eager_with_exact_backtracking) {
  pypm_expect_match("pattern P(x, y) = b(x, y) || b(y, x) term t = b(c1, c2)", "{x = c1, y = c2}");
  // An alternate that fails late, in the continuation; what it bound is undone.
  pypm_expect_match("pattern P(x, y) = b(f(x) || f(y), x) term t = b(f(c1), c2)", "{x = c2, y = c1}");
  pypm_expect_match("pattern P(x, y) = b(x; (c ~ x) || y, c1) term t = b(c2, c1)", "{y = c2}");
  pypm_expect_match("pattern P(x) = b(x, c) || b(c, x) term t = b(c, c1)", "{x = c1}");
}

TEST(C9_commutative_operators_try_both_orders) {
  pypm_expect_match("pattern P(x, y) = add(x, y) term t = add(c1, c2)", "{x = c1, y = c2}");
  pypm_expect_match("pattern P(x) = add(x, c) term t = add(c, c1)", "{x = c1}");
  pypm_expect_match("pattern P(x, y) = add(mul(f(x), y), x) term t = add(c, mul(c1, f(c)))",
                    "{x = c, y = c1}");
  pypm_expect_match("pattern P(x) = b(x, c) term t = b(c, c1)", "failure");
}

TEST(C9_literals_have_a_tolerance) {
#define LITERAL(pattern, term) pypm_expect_match("pattern P() = " pattern " term t = " term
  LITERAL("1.4142135623730951", "1.41421354 : f32"), "{}");
  LITERAL("1.4142135623730951", "1.4142136573 : f32[2, 3]"), "{}"); // one unit off, a splat
  LITERAL("1.4142135623730951", "1.4142137765 : f32"), "failure");
  LITERAL("1.4142135623730951", "1.41421354 : f64"), "failure");
  LITERAL("1.4142135623730951", "1.4140625 : f16"), "{}");
  LITERAL("1.4142135623730951", "1.4140625 : bf16"), "{}");
  LITERAL("1.4142135623730951", "1.4140625"), "failure"); // of no known type: f64
  LITERAL("2", "2 : i8"), "{}");
  LITERAL("2", "3 : i8"), "failure");
  LITERAL("0.5", "0 : i8"), "failure");
  LITERAL("0", "0.0 : f32"), "{}");
  LITERAL("0", "-0.0 : f32"), "failure");
  LITERAL("0", "1e-45 : f32"), "failure");
  LITERAL("1e-45", "0 : f32"), "failure");
  LITERAL("inf", "inf : f32"), "{}");
  LITERAL("-inf", "inf : f32"), "failure");
  LITERAL("1e300", "inf : f32"), "failure");
  LITERAL("nan", "nan : f32"), "failure");
  LITERAL("-3.4028234663852886e38", "-3.4028234663852886e38 : f32"), "{}");
  LITERAL("2", "c : f32"), "failure");
  LITERAL("c", "2.0 : f32"), "failure");
}

static void guarded(const char *guard, const char *expected) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text,
                 "pattern P(x, F/2) = (exists y. F(x, y)); guard(%s)\n"
                 "term t = conv{stride = 2, pads = (1, ?)}(c : f32[2, ?, 4], c1 : i8) : f32[2]",
                 guard);
  SmrPypmFile *file = pypm_file(text.data);
  char *match = pypm_match(file);
  assert_int_equal(!strcmp(match, "failure"), !strcmp(expected, "no"));
  free(match);
  smr_pypm_file_destroy(file);
}

TEST(PGUARD_operators) {
  static const char *const table[][2] = {
      {"x.rank = 3", "yes"},
      {"x.rank = 2", "no"},
      {"x.rank != 2", "yes"},
      {"x.rank < 4", "yes"},
      {"x.rank < 3", "no"},
      {"x.rank <= 3", "yes"},
      {"x.rank > 2", "yes"},
      {"x.rank > 3", "no"},
      {"x.rank >= 3", "yes"},
      {"x.rank >= 4", "no"},
      {"2 - 3 = -1", "yes"},
      {"7 / 2 = 3", "yes"},
      {"-7 / 2 = -4", "yes"},
      {"-7 % 2 = 1", "yes"},
      {"7 % -2 = -1", "yes"},
      {"2 + 3 * 4 = 14", "yes"},
      {"(2 + 3) * 4 = 20", "yes"},
      {"10 - 3 - 2 = 5", "yes"},
      {"x.shape[0] = 2", "yes"},
      {"x.shape[-1] = 4", "yes"},
      {"x.elType = f32", "yes"},
      {"x.elType = f64", "no"},
      {"F.op_class = pointwise", "no"}, // conv is of no class
      {"F.op_class != pointwise", "yes"},
      {"F.stride = 2", "yes"},
      {"F.arity = 2", "yes"},
      {"F.results = 1", "yes"},
      {"1 = 2 || 1 = 1", "yes"},
      {"1 = 2 && 1 = 1", "no"},
      {"!(1 = 2)", "yes"},
      {"!!(1 = 1)", "yes"},
      {"!(1 = 1)", "no"},
      {"-x.rank = -3", "yes"},
      {"(1, 2) = (1, 2)", "yes"},
      {"(1, 2) = (1,)", "no"},
      {"x.shape = (2, 3)", "no"},
      {"1 = 1 && (1 = 2 || 2 = 2)", "yes"},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    guarded(table[k][0], table[k][1]);
}

/// Neither a guard that is unknown nor its negation fires.
TEST(C16_unknown_never_fires) {
  static const char *const table[] = {
      "x.shape[1] = 3",      "x.shape[7] = 3",  "x.shape[-4] = 3",
      "1 / 0 = 1",           "1 % 0 = 1",       "x.stride = 1",
      "x.shape = (2, 3, 4)", "F.pads[1] = 1",   "9223372036854775807 + 1 < 0",
      "x.stride = x.stride", "F.pads = (1, ?)", "x.shape = x.shape",
  };
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    guarded(table[k], "no");
    smr_str_clear(&text);
    smr_str_printf(&text, "!(%s)", table[k]);
    guarded(text.data, "no");
  }
  // One side is enough, and a known difference is one.
  guarded("x.shape[1] = 3 || 1 = 1", "yes");
  guarded("1 = 1 || x.shape[1] = 3", "yes");
  guarded("!(x.shape[1] = 3 && 1 = 2)", "yes");
  guarded("!(1 = 2 && x.shape[1] = 3)", "yes");
  guarded("x.shape != (3, 3, 4)", "yes");
  guarded("x.shape != (2, ?, 5)", "yes");
}

TEST(C16_unknown_says_so) {
  SmrPypmFile *file = pypm_file("pattern P(x) = x; guard(x.shape[0] = 2) term t = c : f32[?]");
  SmrPypmProgram program = {0};
  SmrDiag diag = {0};
  const SmrPypmNode *node;
  SmrPypmCursor *cursor = smr_pypm_cursor_create((SmrPypmLimits)SMR_PYPM_DEFAULT_LIMITS);
  assert_true(smr_pypm_schedule(file->signature, file->patterns.data, &program, &diag));
  smr_pypm_cursor_start(cursor, &program, file->terms, smr_pypm_file_term(file, "t"));
  assert_int_equal(smr_pypm_cursor_run(cursor), SMR_PYPM_FAILURE);
  assert_int_equal(smr_pypm_cursor_unknown(cursor, &node), 1);
  assert_int_equal(node->location.line, 1);
  assert_int_equal(node->location.column, 19);
  smr_pypm_cursor_destroy(cursor);
  smr_pypm_program_free(&program);
  smr_pypm_file_destroy(file);
}

TEST(PEXISTS_scope_and_renaming) {
  // The inner x is another one; at success θ has the outer one alone.
  pypm_expect_match("pattern P(x) = b(exists x. f(x), x) term t = b(f(c1), c2)", "{x = c2}");
  pypm_expect_match("pattern P(x) = b(x, exists x. f(x)) term t = b(c2, f(c1))", "{x = c2}");
  pypm_expect_match("pattern P() = b(exists x. f(x), exists x. f(x)) term t = b(f(c1), f(c2))", "{}");
  pypm_expect_match("pattern P() = exists x. b(f(x), f(x)) term t = b(f(c1), f(c2))", "failure");
  // F3 with a fresh variable at each level (C5).
  pypm_expect_match("pattern P(x) = (exists y. x; (f(P(y)) ~ x)) || x; (c ~ x) term t = f(f(f(f(c))))",
                    "{x = f(f(f(f(c))))}");
  // Actual variables that are named as what is bound inside are not captured.
  pypm_expect_match("pattern P(y) = b(y, mu Q(x)[y]. exists y. b(y, x)) term t = b(c, b(c1, c))", "{y = c}");
  pypm_expect_match("pattern P(y) = b(y, mu Q(x)[y]. exists y. b(y, x)) term t = b(c, b(c, c1))", "failure");
}

/// Theorem 1's counterexample without renaming: p = ∃x.f(x), θ' = {x ↦ c2}.
TEST(T1_existential_is_not_the_parameter) {
  pypm_expect_match("pattern P(x) = (exists x. f(x)) || b(x, c) term t = f(c1)", "{}");
  pypm_expect_match("pattern P(x) = b(x, exists x. f(x)) term t = b(c2, f(c1))", "{x = c2}");
}

TEST(PMATCHCONSTR_before_and_after) {
  pypm_expect_match("pattern P(x, y) = b(x, y; (f(x) ~ y)) term t = b(c, f(c))", "{x = c, y = f(c)}");
  pypm_expect_match("pattern P(x, y) = b(x; (f(y) ~ x), y) term t = b(f(c), c)", "{x = f(c), y = c}");
  pypm_expect_match("pattern P(x, y, z) = b(x; (f(z) ~ y), y) term t = b(c, f(c1))",
                    "{x = c, y = f(c1), z = c1}");
  pypm_expect_match("pattern P(x, y, z) = b(x; (f(z) ~ y), y) term t = b(c, g(c1))", "failure");
}

TEST(PFUNVAR_stands_for_a_head) {
  pypm_expect_match("pattern P(x, F/1) = F(F(x)) term t = relu(relu(c))", "{x = c, F = relu}");
  pypm_expect_match("pattern P(x, y, F/2) = F(F(x, y), y)"
                    "term t = conv{stride = 1, pads = 0}(conv{stride = 1, pads = 0}(c, c1), c1)",
                    "{x = c, y = c1, F = conv{stride = 1, pads = 0}}");
  pypm_expect_match("pattern P(x, y, F/2) = F(F(x, y), y)"
                    "term t = conv{stride = 1, pads = 0}(conv{stride = 2, pads = 0}(c, c1), c1)",
                    "failure");
}

TEST(C6_function_existentials_are_new_at_each_level) {
#define CHAIN "pattern P(x) = (exists U/1. U(P(x)); guard(U.op_class = pointwise)) || m(x, x)"
  pypm_expect_match(CHAIN " term t = relu(relu(m(c, c)))", "{x = c}");
  pypm_expect_match(CHAIN " term t = relu(neg(f(m(c, c))))", "{x = c}");
  pypm_expect_match(CHAIN " term t = relu(g(m(c, c)))", "failure"); // g has no class
}

#define ROOT                                                                                                 \
  "pattern Pw(x) = (exists U/1. exists y. x; (U(Pw(y)) ~ x); guard(U.op_class = pointwise)) || x\n"          \
  "pattern P(x, a, d) = x; (Pw(m(a, d)) ~ x) "
#define LEAF                                                                                                 \
  "pattern Pw(x) = (exists U/1. U(Pw(x)); guard(U.op_class = pointwise)) || x\n"                             \
  "pattern P(x, a, d) = x; (Pw(m(a, d)) ~ x) "

static SmrPypmStatus run_of(const char *text, SmrPypmLimits limits, uint64_t *steps, size_t *bytes);

/// F14 as it is written matches bare MatMuls alone; corrected, any chain.
TEST(C7_F14_as_written_and_corrected) {
  SmrPypmLimits limits = SMR_PYPM_DEFAULT_LIMITS;
  assert_int_equal(run_of(ROOT "term t = m(c, c1)", limits, NULL, NULL), SMR_PYPM_SUCCESS);
  assert_int_equal(run_of(ROOT "term t = relu(m(c, c1))", limits, NULL, NULL), SMR_PYPM_FAILURE);
  pypm_expect_match(LEAF "term t = m(c, c1)", "{x = m(c, c1), a = c, d = c1}");
  pypm_expect_match(LEAF "term t = f(relu(neg(m(c, c1))))", "{x = f(relu(neg(m(c, c1)))), a = c, d = c1}");
  pypm_expect_match(LEAF "term t = f(g(m(c, c1)))", "failure");
}

/// README.md's example.
TEST(readme_example) {
  SMR_OWNED(SmrStr, smr_str_free) readme = {0};
  const char *reason;
  assert_true(smr_read_file(SMR_SOURCE_DIR "/lib/pypm/README.md", &readme, &reason));
  const char *begin = strstr(readme.data, "```\nop relu");
  assert_non_null(begin);
  SmrPypmFile *file = smr_pypm_file_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  assert_true(
      smr_pypm_file_read(file, "README", begin + 4, (size_t)(strstr(begin + 4, "```") - begin - 4), &diag));
  char *trace = pypm_trace(file, "Epilog");
  assert_non_null(
      strstr(trace, "ST-SUCCESS {root = relu(relu(matmul(x : f32[2, 3], x))), a = x : f32[2, 3], b = x}\n"));
  free(trace);
  smr_pypm_file_destroy(file);
}

/// All matches, in order.
TEST(the_next_match) {
  SmrPypmFile *file = pypm_file("pattern P(x, y) = b(x, y) || b(y, x) || b(x, x) term t = b(c1, c2)");
  SmrPypmProgram program = {0};
  SmrDiag diag = {0};
  SmrPypmCursor *cursor = smr_pypm_cursor_create((SmrPypmLimits)SMR_PYPM_DEFAULT_LIMITS);
  assert_true(smr_pypm_schedule(file->signature, file->patterns.data, &program, &diag));
  smr_pypm_cursor_start(cursor, &program, file->terms, smr_pypm_file_term(file, "t"));
  assert_int_equal(smr_pypm_cursor_run(cursor), SMR_PYPM_SUCCESS);
  uint32_t x = smr_pypm_cursor_value(cursor, 0), y = smr_pypm_cursor_value(cursor, 1);
  assert_int_equal(smr_pypm_cursor_run(cursor), SMR_PYPM_SUCCESS);
  assert_int_equal(smr_pypm_cursor_value(cursor, 0), y);
  assert_int_equal(smr_pypm_cursor_value(cursor, 1), x);
  assert_int_equal(smr_pypm_cursor_run(cursor), SMR_PYPM_FAILURE);
  assert_int_equal(smr_pypm_cursor_run(cursor), SMR_PYPM_FAILURE);
  smr_pypm_cursor_destroy(cursor);
  smr_pypm_program_free(&program);
  smr_pypm_file_destroy(file);
}

/// What was matched, once for each time, and where the run that got furthest turned back.
TEST(what_was_matched_and_what_was_not) {
  SmrPypmFile *file =
      pypm_file("pattern P(x) = f(b(f(x), c1)) || f(g(x)) term t = f(b(f(c), c1)) term u = f(b(f(c), c2))");
  SmrPypmLimits limits = SMR_PYPM_DEFAULT_LIMITS;
  SmrPypmCursor *cursor = smr_pypm_cursor_create(limits);
  SmrPypmProgram program = {0};
  SmrDiag diag = {0};
  SmrPypmMiss miss;
  uint32_t count, t = smr_pypm_file_term(file, "t"), u = smr_pypm_file_term(file, "u");
  assert_true(smr_pypm_schedule(file->signature, file->patterns.data, &program, &diag));
  smr_pypm_cursor_explain(cursor, true);
  smr_pypm_cursor_start(cursor, &program, file->terms, t);
  assert_int_equal(smr_pypm_cursor_run(cursor), SMR_PYPM_SUCCESS);
  const uint32_t *matched = smr_pypm_cursor_matched(cursor, &count);
  assert_int_equal(count, 4); // f, b, f, c1
  assert_int_equal(matched[0], t);
  assert_int_equal(matched[1], smr_pypm_operand(file->terms, t, 0));
  assert_false(smr_pypm_cursor_miss(cursor, &miss));
  smr_pypm_cursor_start(cursor, &program, file->terms, u);
  assert_int_equal(smr_pypm_cursor_run(cursor), SMR_PYPM_FAILURE);
  assert_true(smr_pypm_cursor_miss(cursor, &miss));
  assert_int_equal(miss.transition, SMR_PYPM_ST_MATCH_FUN_CONFLICT);
  assert_int_equal(miss.count, 3); // f, b, f, and not c1; of the other alternate, f alone
  assert_int_equal(miss.term, smr_pypm_operand(file->terms, smr_pypm_operand(file->terms, u, 0), 1));
  assert_false(miss.unknown);
  smr_pypm_cursor_destroy(cursor);
  smr_pypm_program_free(&program);
  smr_pypm_file_destroy(file);
}

// Depth.

/// Matches P with the term t, or with a tower on top of it: `depth` times the operator.
static SmrPypmStatus run_tower(const char *text, const char *op, uint32_t depth, SmrPypmLimits limits,
                               uint64_t *steps, size_t *bytes) {
  SmrPypmFile *file = pypm_file(text);
  SmrPypmProgram program = {0};
  SmrDiag diag = {0};
  SmrPypmCursor *cursor = smr_pypm_cursor_create(limits);
  uint32_t term = smr_pypm_file_term(file, "t"), number;
  assert_true(smr_pypm_operator_find(file->signature, smr_intern(file->signature->symbols, op), &number));
  uint32_t head = smr_pypm_head(file->terms, number, 0, NULL);
  for (uint32_t k = 0; k < depth; k++)
    term = smr_pypm_term(file->terms, head, 0, &term, 1);
  assert_true(smr_pypm_schedule(file->signature, smr_pypm_file_pattern(file, "P"), &program, &diag));
  smr_pypm_cursor_start(cursor, &program, file->terms, term);
  SmrPypmStatus status = smr_pypm_cursor_run(cursor);
  if (steps)
    *steps = smr_pypm_cursor_steps(cursor);
  if (bytes)
    *bytes = smr_pypm_cursor_bytes(cursor);
  smr_pypm_cursor_destroy(cursor);
  smr_pypm_program_free(&program);
  smr_pypm_file_destroy(file);
  smr_diag_free(&diag);
  return status;
}

static SmrPypmStatus run_of(const char *text, SmrPypmLimits limits, uint64_t *steps, size_t *bytes) {
  return run_tower(text, "f", 0, limits, steps, bytes);
}

#define F4                                                                                                   \
  "pattern P(x, F/1, G/2) = (exists y. x; (F(P(y, F, G)) ~ x))\n"                                            \
  "  || (exists y. exists z. x; (G(P(y, F, G), P(z, F, G)) ~ x)) || x "

TEST(PMU_towers) {
  // x is bound at the leaf alone; F3, with depth 0; F4.
  static const char *const patterns[] = {
      "pattern P(x) = f(P(x)) || c; guard(1 = 1) || x; (c ~ x) ",
      "pattern P(x, F/1) = F(P(x, F)) || x ",
      F4,
  };
  static const uint32_t depths[] = {0, 1, 1000, 100000};
  SmrPypmLimits limits = SMR_PYPM_DEFAULT_LIMITS;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++)
    for (size_t d = 0; d < sizeof depths / sizeof *depths; d++) {
      uint64_t steps;
      size_t bytes;
      smr_str_clear(&text);
      smr_str_printf(&text, "%sterm t = c", patterns[p]);
      assert_int_equal(run_tower(text.data, "f", depths[d], limits, &steps, &bytes), SMR_PYPM_SUCCESS);
      assert_true(steps <= 12 * ((uint64_t)depths[d] + 1) + 12);
      assert_true(bytes <= 300 * ((size_t)depths[d] + 1) + 600);
    }
}

/// C5: asked for f all the way, a binary node at the bottom is found, at any depth.
TEST(C5_tower_with_another_bottom) {
#define ALL_THE_WAY "pattern P(x) = (exists y. x; (f(P(y)) ~ x)) || x; (c ~ x) "
  static const uint32_t depths[] = {0, 1, 2, 3, 10000};
  SmrPypmLimits limits = SMR_PYPM_DEFAULT_LIMITS;
  for (size_t d = 0; d < sizeof depths / sizeof *depths; d++) {
    assert_int_equal(run_tower(ALL_THE_WAY "term t = c", "f", depths[d], limits, NULL, NULL),
                     SMR_PYPM_SUCCESS);
    assert_int_equal(run_tower(ALL_THE_WAY "term t = b(c, c)", "f", depths[d], limits, NULL, NULL),
                     SMR_PYPM_FAILURE);
  }
}

TEST(limits_are_told) {
  static const char text[] = "pattern P(x, F/1) = F(P(x, F)) || x term t = c";
  assert_int_equal(run_tower(text, "f", 1000, (SmrPypmLimits){100, 1 << 20}, NULL, NULL),
                   SMR_PYPM_OUT_OF_STEPS);
  assert_int_equal(run_tower(text, "f", 1000, (SmrPypmLimits){1000000, 4096}, NULL, NULL),
                   SMR_PYPM_OUT_OF_MEMORY);
}
