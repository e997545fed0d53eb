//===- test_text_term.c - terms from text --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/term_text.h"
#include "test.h"

#define EVERYTHING (SMR_TERM_VARIABLES | SMR_TERM_COMPUTED | SMR_TERM_SORTS)

static void check_reads_as(const char *text, const char *printed) {
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrTerm, smr_term_free) term = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  assert_true(smr_term_parse(ops, "t", text, strlen(text), EVERYTHING, &term, &diag));
  smr_term_print(ops, &term, smr_term_root(&term), &out);
  assert_string_equal(smr_str_get(&out), printed);
  smr_operators_destroy(ops);
}

TEST(test_reads) {
  static const char *const same[] = {"x",
                                     "7",
                                     "-1",
                                     "2.5",
                                     "1e+20",
                                     "%3",
                                     "?x",
                                     "!f",
                                     "!=",
                                     "?",
                                     "%",
                                     "!",
                                     "-",
                                     "+",
                                     "λ",
                                     "(f a b)",
                                     "-9223372036854775808",
                                     "9223372036854775807",
                                     "(!shift -1 1 ?f)",
                                     "(lam (app ?f %0))",
                                     "(- (- 1) -1)",
                                     "$0",
                                     "a:b"};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++)
    check_reads_as(same[i], same[i]);
  check_reads_as("(a)", "a");
  check_reads_as("007", "7");
  check_reads_as("+5", "5");
  check_reads_as("-0", "0");
  check_reads_as("1.50", "1.5");
  check_reads_as(".5", "0.5");
  check_reads_as("1e2", "100.0");
  check_reads_as("%007", "%7");
  check_reads_as("?x:sort", "?x");
  check_reads_as("; c\n( f ;\n a)", "(f a)");
}

static void check_kind(const char *text, SmrOperatorKind kind, int64_t integer, const char *name) {
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrTerm, smr_term_free) term = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  assert_true(smr_term_parse(ops, "t", text, strlen(text), EVERYTHING, &term, &diag));
  const SmrOperatorInfo *info = smr_operator_info(ops, term.nodes.data[smr_term_root(&term)].op);
  assert_int_equal(info->kind, kind);
  assert_int_equal(info->integer, integer);
  assert_string_equal(smr_operators_text(ops, info->name), name);
  smr_operators_destroy(ops);
}

TEST(test_kinds) {
  check_kind("x", SMR_OPERATOR_PLAIN, 0, "x");
  check_kind("-12", SMR_OPERATOR_INTEGER, -12, "-12");
  check_kind("1.5", SMR_OPERATOR_REAL, 0, "1.5");
  check_kind("%12", SMR_OPERATOR_INDEX, 12, "12");
  check_kind("?ab", SMR_OPERATOR_VARIABLE, 0, "ab");
  check_kind("(!ab x)", SMR_OPERATOR_COMPUTED, 0, "ab");
  check_kind("!=", SMR_OPERATOR_PLAIN, 0, "!=");
  check_kind("?", SMR_OPERATOR_PLAIN, 0, "?");
}

// What may stand where is the caller's to say; what is wrong is told where it stands, and leaves nothing.
static void check_error(unsigned allow, const char *text, unsigned line, unsigned column,
                        const char *message) {
  SmrOperators *ops = smr_operators_create();
  SmrTerm term = {0};
  SmrDiag diag = {0};
  assert_false(smr_term_parse(ops, "t", text, strlen(text), allow, &term, &diag));
  assert_int_equal(diag.messages.size, 1);
  assert_string_equal(diag.messages.data[0].text, message);
  assert_int_equal(diag.messages.data[0].line, line);
  assert_int_equal(diag.messages.data[0].column, column);
  assert_int_equal(term.nodes.size, 0);
  smr_term_free(&term);
  smr_diag_free(&diag);
  smr_operators_destroy(ops);
}

TEST(test_errors) {
  check_error(0, "", 1, 1, "there is no term");
  check_error(0, "a b", 1, 3, "there is more than one term");
  check_error(0, "(f\n ())", 2, 2, "'()' is no term");
  check_error(0, "((f) a)", 1, 2, "expected the name of an operator");
  check_error(0, "(\"f\" a)", 1, 2, "expected the name of an operator");
  check_error(0, "(f \"a\")", 1, 4, "a string cannot stand in a term");
  check_error(0, "(f ?x)", 1, 4, "a pattern variable cannot stand here: ?x");
  check_error(0, "(!f x)", 1, 2, "a computed call cannot stand here: !f");
  check_error(SMR_TERM_VARIABLES, "(f !g)", 1, 4, "a computed call cannot stand here: !g");
  check_error(SMR_TERM_VARIABLES, "(f ?x:s)", 1, 4,
              "a sort can only stand where a rule's pattern binds the variable: ?x:s");
  check_error(EVERYTHING, "?:s", 1, 1, "a variable is ?name or ?name:sort, not '?:s'");
  check_error(EVERYTHING, "?x:", 1, 1, "a variable is ?name or ?name:sort, not '?x:'");
  check_error(EVERYTHING, "?x:a:b", 1, 1, "a variable is ?name or ?name:sort, not '?x:a:b'");
  check_error(EVERYTHING, "(?f)", 1, 2, "expected the name of an operator");
  check_error(EVERYTHING, "(3)", 1, 2, "expected the name of an operator");
  check_error(EVERYTHING, "(?f x)", 1, 2, "?f cannot have children");
  check_error(EVERYTHING, "(%1 x y)", 1, 1, "expected (%0 TYPE)");
  check_error(EVERYTHING, "(quote)", 1, 1, "expected (quote VALUE)");
  check_error(EVERYTHING, "(quote ?x)", 1, 8, "?x is not bound");
  check_error(EVERYTHING, "(quote (!/ m 2))", 1, 8,
              "this has no value (is a quotient not known to be whole?)");
  check_error(EVERYTHING, "(3 x)", 1, 2, "3 cannot have children");
  check_error(0, "9223372036854775808", 1, 1, "integer out of range: 9223372036854775808");
  check_error(0, "1e999", 1, 1, "real out of range: 1e999");
  check_error(0, "1x", 1, 1, "'1x' is no number, and no name starts like one");
  check_error(0, "-1.5.2", 1, 1, "'-1.5.2' is no number, and no name starts like one");
  check_error(0, "0x10", 1, 1, "'0x10' is no number, and no name starts like one");
  check_error(0, "%x", 1, 1, "an index is % and a number below 2^31, not '%x'");
  check_error(0, "%2147483648", 1, 1, "an index is % and a number below 2^31, not '%2147483648'");
  SMR_OWNED(SmrStr, smr_str_free) wide = {0};
  smr_str_puts(&wide, "(f");
  for (int i = 0; i < SMR_MAX_ARITY + 1; i++)
    smr_str_puts(&wide, " x");
  smr_str_puts(&wide, ")");
  check_error(0, smr_str_get(&wide), 1, 1, "more than 255 children");
}

TEST(test_several_terms) {
  SmrOperators *ops = smr_operators_create();
  SmrTerm term = {0};
  SmrTermRoots roots = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  static const char good[] = "(f a) ; c\n b 3", bad[] = "(f a) ?x";
  assert_true(smr_terms_parse(ops, "t", good, strlen(good), 0, &term, &roots, &diag));
  assert_int_equal(roots.size, 3);
  assert_string_equal(smr_operator_name(ops, term.nodes.data[roots.data[1]].op), "b");
  smr_term_free(&term);
  smr_vec_free(&roots);
  assert_false(smr_terms_parse(ops, "t", bad, strlen(bad), 0, &term, &roots, &diag));
  assert_int_equal(roots.size, 0);
  assert_int_equal(term.nodes.size, 0);
  smr_operators_destroy(ops);
}

//===--- property: printing and reading are inverse ---===//

static uint64_t seed;
static uint32_t below(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

static uint32_t random_term(SmrOperators *ops, SmrTerm *t, unsigned depth) {
  static const char *const names[] = {"f", "+", "-", "!=", "?", "%", "!", "λ", "a:b", "e1", "$0", "->"};
  uint32_t children[6], arity = depth ? below(5) : 0;
  SmrOperator op;
  if (!arity && below(2)) {
    uint64_t bits = (uint64_t)below(UINT32_MAX) << 32 | below(UINT32_MAX);
    double real = (double)(int64_t)bits * (below(2) ? 1e-12 : 1e40);
    op = below(4) == 0   ? smr_operator_integer(ops, (int64_t)bits)
         : below(3) == 0 ? smr_operator_real(ops, real)
         : below(2)      ? smr_operator_index(ops, below(1000))
                         : smr_operator(ops, SMR_OPERATOR_VARIABLE, names[below(3)], 0);
    return smr_term_add(t, ops, op, NULL);
  }
  for (uint32_t i = 0; i < arity; i++)
    children[i] = random_term(ops, t, depth - 1);
  op = below(8) ? smr_operator_plain(ops, names[below(12)], arity)
                : smr_operator(ops, SMR_OPERATOR_COMPUTED, "_g", arity);
  return smr_term_add(t, ops, op, children);
}

TEST(test_printing_and_reading_are_inverse) {
  SmrOperators *ops = smr_operators_create();
  for (seed = 1; seed < 2000000000u; seed += 1000003) {
    uint64_t start = seed;
    SmrTerm term = {0}, again = {0};
    SmrStr text = {0};
    SmrDiag diag = {0};
    uint32_t root = random_term(ops, &term, 5);
    smr_term_print(ops, &term, root, &text);
    assert_true(smr_term_parse(ops, "t", smr_str_get(&text), text.size, EVERYTHING, &again, &diag));
    assert_true(smr_term_equal(ops, &term, root, &again, smr_term_root(&again)));
    smr_str_free(&text);
    smr_term_free(&term);
    smr_term_free(&again);
    smr_diag_free(&diag);
    seed = start;
  }
  smr_operators_destroy(ops);
}
