//===- test_text.c - PyPM's text form ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "fixture.h"
#include "test.h"

/// A pattern, and how it is printed; NULL: as it is.
static void prints_as(const char *text, const char *printed) {
  SmrPypmFile *file = pypm_file(text);
  SMR_OWNED(SmrStr, smr_str_free) out = {0}, again = {0};
  smr_pypm_pattern_print(file->signature, &smr_vec_last(&file->patterns), &out);
  assert_string_equal(out.data, printed ? printed : text);
  SmrPypmFile *second = pypm_file(out.data);
  smr_pypm_pattern_print(second->signature, second->patterns.data, &again);
  assert_string_equal(again.data, out.data);
  smr_pypm_file_destroy(second);
  smr_pypm_file_destroy(file);
}

TEST(patterns_round_trip) {
  prints_as("pattern P(x) = x", NULL);
  prints_as("pattern P(x, y) = b(f(x), y)", NULL);
  prints_as("pattern P(x) = f(x) || g(x) || x", NULL);
  prints_as("pattern P(x) = (f(x) || g(x)) || x", NULL);
  prints_as("pattern P(x) = c() || x", "pattern P(x) = c || x");
  prints_as("pattern P(x) = f(x); guard(x.rank = 2); (g(c) ~ x)", NULL);
  prints_as("pattern P(x, y) = b(x; guard(x.rank = y.rank), y)", NULL);
  prints_as("pattern P(x) = exists y. b(x, y)", NULL);
  prints_as("pattern P(x, F/1) = F(F(x))", NULL);
  prints_as("pattern P() = exists F/1. exists x. F(x)", NULL);
  prints_as("pattern P(x) = mu Q(y)[x]. f(Q(y)) || y", NULL);
  prints_as("pattern P(x) = conv{stride = 2, pads = _}(x, x)", NULL);
  prints_as("pattern P(x) = conv{pads = (1, ?), stride = \"a b\"}(x, x)",
            "pattern P(x) = conv{stride = \"a b\", pads = (1, ?)}(x, x)");
  prints_as("pattern P(x) = b(split#0(x), split#1(x))", NULL);
  prints_as("pattern P(x) = concat{axis = _}(x, c, x)", NULL);
  prints_as("pattern P(x) = b(split(x), x)", "pattern P(x) = b(split#0(x), x)");
  prints_as("pattern P(x) = mul(x, -0.5)", NULL);
  prints_as("pattern P(x) = mul(x, 2)", "pattern P(x) = mul(x, 2.0)");
  prints_as("pattern P(x) = mul(x, inf) || mul(x, 1e-05)", NULL);
}

TEST(recursion_and_references_are_mu) {
  prints_as("pattern P(x) = f(P(x)) || x", "pattern P(x) = mu P(x)[x]. f(P(x)) || x");
  prints_as("pattern H(x) = f(x) || g(x) pattern P(y) = mul(H(y), y)",
            "pattern P(y) = mul(mu H(x)[y]. f(x) || g(x), y)");
}

/// C7: P(q) is exists z. (P(z); (q ~ z)).
TEST(C7_a_pattern_as_argument) {
  prints_as("pattern H(x) = f(x) pattern P(y) = H(g(y))",
            "pattern P(y) = exists _1. (mu H(x)[_1]. f(x)); (g(y) ~ _1)");
}

TEST(guards_round_trip) {
  prints_as("pattern P(x) = x; guard(x.rank = 2 && (x.shape[0] < 3 || !(x.elType = f32)))",
            "pattern P(x) = x; guard((x.rank = 2) && ((x.shape[0] < 3) || !(x.elType = f32)))");
  prints_as("pattern P(x) = x; guard(x.rank + 2 * 3 - 1 >= -4 % 3)",
            "pattern P(x) = x; guard((-4 % 3) <= ((x.rank + (2 * 3)) - 1))");
  prints_as("pattern P(x) = x; guard(x.shape = (2, ?, -1))", NULL);
  prints_as("pattern P(x) = x; guard(x.shape = () || x.shape = (2,))",
            "pattern P(x) = x; guard((x.shape = ()) || (x.shape = (2,)))");
  prints_as("pattern P(x) = x; guard(x.pads[-1] / 2 != 0)", "pattern P(x) = x; guard((x.pads[-1] / 2) != 0)");
  prints_as("pattern P(F/1) = F(c); guard(F.op_class = pointwise)", NULL);
}

TEST(C8_both_spellings_of_attributes) {
  prints_as("pattern P(x) = x; guard(x.shape.rank == 2 && x.eltType == f32)",
            "pattern P(x) = x; guard((x.rank = 2) && (x.elType = f32))");
}

TEST(TFUN_terms_are_shared) {
  SmrPypmFile *file = pypm_file(
      "term a = f(c : f32[2, ?]) term d = b(f(c : f32[2, ?]), a) : ?[3]\n"
      "term e = f(c) term g1 = conv{stride = 1, pads = (0,)}(c, c)\n"
      "term g2 = conv{pads = (0,), stride = 1}(c, c) term g3 = conv{stride = 2, pads = (0,)}(c, c)\n"
      "term s = b(split#0(c), split#1(c)) term r1 = rand term r2 = rand term r3 = b(r1, r1)");
  const SmrPypmTerms *terms = file->terms;
  uint32_t a = smr_pypm_file_term(file, "a"), d = smr_pypm_file_term(file, "d");
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  assert_int_equal(smr_pypm_operand(terms, d, 0), a);
  assert_int_equal(smr_pypm_operand(terms, d, 1), a);
  assert_int_not_equal(smr_pypm_file_term(file, "e"), a); // another type
  assert_int_equal(smr_pypm_file_term(file, "g1"), smr_pypm_file_term(file, "g2"));
  assert_int_not_equal(smr_pypm_file_term(file, "g1"), smr_pypm_file_term(file, "g3"));
  assert_int_not_equal(smr_pypm_file_term(file, "r1"), smr_pypm_file_term(file, "r2")); // effects
  smr_pypm_term_print(terms, d, 9, &out);
  assert_string_equal(out.data, "b(f(c : f32[2, ?]), f(c : f32[2, ?])) : ?[3]");
  smr_str_clear(&out);
  smr_pypm_term_print(terms, d, 2, &out);
  assert_string_equal(out.data, "b(f(...), f(...)) : ?[3]");
  smr_str_clear(&out);
  smr_pypm_term_print(terms, smr_pypm_file_term(file, "s"), 9, &out);
  assert_string_equal(out.data, "b(split#0(c), split#1(c))");
  smr_pypm_file_destroy(file);
}

TEST(term_text_round_trip) {
  static const char text[] = "b(f(c : f32[2]), mul(-2.5 : f16, conv{stride = \"x y\", pads = (1, ?)}(c, "
                             "conv{stride = fuzz, pads = (1,)}(c, c))))";
  SMR_OWNED(SmrStr, smr_str_free) in = {0}, out = {0};
  smr_str_printf(&in, "term t = %s", text);
  SmrPypmFile *file = pypm_file(in.data);
  smr_pypm_term_print(file->terms, smr_pypm_file_term(file, "t"), 9, &out);
  assert_string_equal(out.data, text);
  smr_pypm_file_destroy(file);
}

/// Every mistake has one message, at its place.
TEST(mistakes) {
  static const char *const table[][2] = {
      {"pattern P(x) = f(x", "1:19: expected ',', found the end of the text\n"},
      {"pattern P(x) = f(x) x", "1:21: expected 'op', 'pattern', 'rule' or 'term', found 'x'\n"},
      {"pattern P(x) = f(x, x)", "1:16: 'f' takes 1 operands, not 2\n"},
      {"pattern P(x) =\n  b(x)", "2:3: 'b' takes 2 operands, not 1\n"},
      {"pattern P(x) = f(y)", "1:18: unbound variable 'y': make it a parameter or write exists\n"},
      {"pattern P(x) = h(x)", "1:16: no operator, pattern or function variable 'h'\n"},
      {"pattern P(x) = f(Q(x)) || x pattern Q(x) = f(P(x))",
       "1:18: the pattern 'Q' stands behind this one: a pattern calls itself and earlier ones, and not "
       "itself "
       "through another\n"},
      {"pattern P(x) = f(Q(x)) pattern Q(x) = x", "1:18: the pattern 'Q' stands behind this one: a pattern "
                                                  "calls itself and earlier ones, and not itself "
                                                  "through another\n"},
      {"pattern P(x) = f(Q(x)) term Q = c", "1:18: no operator, pattern or function variable 'Q'\n"},
      {"pattern P(x) = x(x)", "1:16: 'x' is a term variable: it takes no operands\n"},
      {"pattern P(F/1) = F(c, c)", "1:18: 'F' takes 1 operands, not 2\n"},
      {"pattern P(x, x) = x", "1:14: 'x' is a parameter twice\n"},
      {"pattern P(x) = x pattern P(y) = y", "1:26: 'P' is defined twice\n"},
      {"pattern P(x) = f(P())", "1:18: 'P' takes 1 arguments\n"},
      {"pattern P(F/1) = F(P(c))", "1:22: unbound variable 'c': make it a parameter or write exists\n"},
      {"pattern P(x) = mu Q(F/1)[x]. F(x)", "1:26: 'x' is no function variable of 1 operands\n"},
      {"pattern P(F/1) = F(c); (c ~ F)", "1:29: 'F' is a function variable, and a term is wanted\n"},
      {"pattern P(x) = x; f(x)", "1:19: expected 'guard(…)' or '(p ~ x)', found 'f'\n"},
      {"pattern P(x) = mul(x, 1.41...)",
       "1:23: not a number: write all its digits, as in 1.4142135623730951\n"},
      {"pattern P(x) = mul(x, 1e999)", "1:23: a number beyond the range of f64: write inf\n"},
      {"pattern P(x) = conv{stride = 1}(x, x)",
       "1:16: 'conv' has an attribute 'pads': give its value, or '_' for any\n"},
      {"pattern P(x) = conv{strid = 1}(x, x)", "1:21: the operator declares no attribute 'strid'\n"},
      {"pattern P(x) = split#2(x)", "1:22: the operator has 2 results, counted from 0\n"},
      {"pattern P(x) = x; guard(x.rank)", "1:24: a condition is wanted here, and this is a number\n"},
      {"pattern P(x) = x; guard(x.rank = f32)", "1:34: a number is compared with a symbol\n"},
      {"pattern P(x) = x; guard(x.elType < 2)", "1:25: a number is wanted here, and this is a symbol\n"},
      {"pattern P(x) = x; guard(x.rnk = 2)", "1:27: no term has an attribute 'rnk'\n"},
      {"pattern P(x) = x; guard(y.rank = 2)", "1:25: no variable 'y' here\n"},
      {"pattern P(x) = x; guard(x.elType = f23)", "1:36: 'f23' is no element type and no operator's class: a "
                                                  "variable is used with an attribute, as in x.rank, "
                                                  "and other symbols are written \"in quotes\"\n"},
      {"pattern P(x) = \"x\"", "1:16: expected a pattern, found '\"x\"'\n"},
      {"pattern P(x) = x; guard(x.elType = \"f32)", "1:36: string is not closed on its line\n"},
      {"pattern P(x) = \x01", "1:16: unexpected byte 0x01\n"},
      {"op h(1) op h(1)", "1:12: 'h' is defined twice\n"},
      {"op h(1) commutative", "1:9: an operator of arity 1 cannot be commutative\n"},
      {"op h(1) -> 0", "1:9: an operator has at least one result\n"},
      {"op h{a, a}(1)", "1:9: attribute 'a' is declared twice\n"},
      {"op h(*) commutative", "1:9: an operator of arity 0 cannot be commutative\n"},
      {"op h(*", "1:7: expected ')', found the end of the text\n"},
      {"op h(65)", "1:6: the number of operands is at most 64\n"},
      {"term t = x", "1:10: no term or operator 'x'\n"},
      {"term t = f(c, c)", "1:10: 'f' takes 1 operands, not 2\n"},
      {"term t = c : f31", "1:14: 'f31' is no element type\n"},
      {"term t = conv{stride = 1}(c, c)", "1:10: 'conv' has an attribute 'pads': give its value\n"},
      {"frob", "1:1: expected 'op', 'pattern', 'rule' or 'term', found 'frob'\n"},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    char *messages = pypm_messages(table[k][0]);
    assert_string_equal(messages, table[k][1]);
    free(messages);
  }
}

static char *nest(const char *before, const char *open, const char *inside, const char *close,
                  uint32_t depth) {
  SmrStr text = {0};
  smr_str_puts(&text, before);
  for (uint32_t k = 0; k < depth; k++)
    smr_str_puts(&text, open);
  smr_str_puts(&text, inside);
  for (uint32_t k = 0; k < depth; k++)
    smr_str_puts(&text, close);
  return text.data;
}

#define TWICE                                                                                                \
  "op h{a}(x, y) -> 2 : x, f32[x.shape[0] + 1, 2] for \"t.h\" commutative class pointwise\n"                 \
  "op v(*) effects pattern P(x, F/1) = exists y. F(P(x, F)); (b(y, x) ~ y); guard(x.rank = 1) || g(x)\n"     \
  "rule R for P(x, F) { when (x.rank = 2) => F(x) : x; => g(2.0) }\n"

/// What two texts say in turn; NULL: nothing.
static void say(const char *second, const char *message) {
  SmrPypmFile *file = pypm_file(TWICE);
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  uint32_t operators = file->signature->operators.size;
  bool ok = smr_pypm_file_read(file, "second", second, strlen(second), &diag);
  assert_int_equal(ok, !message);
  if (message) {
    assert_string_equal(diag.messages.data[0].text, message);
    assert_string_equal(diag.messages.data[0].file, "second");
  } else {
    assert_int_equal(file->signature->operators.size, operators);
    assert_int_equal(file->patterns.size, 1);
    assert_int_equal(file->rules.size, 1);
  }
  smr_pypm_file_destroy(file);
}

/// Two texts may say the same of a name.
TEST(what_two_texts_say_is_one) {
  say(TWICE, NULL);
  say("op h{a}(u, v) -> 2 : u, f32[u.shape[0] + 1, 2] commutative class pointwise for \"t.h\"", NULL);
  say("pattern P(a, G/1) = exists c. G(P(a, G)); (b(c, a) ~ c); guard(a.rank = 1) || g(a)", NULL);
  say("op v(*) effects rule R for P(a, G) { when (a.rank = 2) => G(a) : a; => g(2.0); }", NULL);
}

TEST(what_two_texts_say_differently_is_told) {
  say("op v(1) effects", "'v' is declared otherwise at text:2:4");
  say("op v(*)", "'v' is declared otherwise at text:2:4");
  say("\nop h{a}(x, y) -> 2 : y, f32[x.shape[0] + 1, 2] for \"t.h\" commutative class pointwise",
      "'h' is declared otherwise at text:1:4");
  say("op h{b}(x, y) -> 2 : x, f32[x.shape[0] + 1, 2] for \"t.h\" commutative class pointwise",
      "'h' is declared otherwise at text:1:4");
  say("op h{a}(2) -> 2 for \"t.h\" commutative class pointwise", "'h' is declared otherwise at text:1:4");
  say("pattern P(x, F/1) = F(x)", "'P' is declared otherwise at text:2:25");
  say("rule R for P(x, F) { when (x.rank = 2) => F(x); => g(2.0) }", "'R' is declared otherwise at text:3:6");
  say("rule R for P(x, F) fp exact { when (x.rank = 2) => F(x) : x; => g(2.0) }",
      "'R' is declared otherwise at text:3:6");
  say("pattern h(x) = x", "'h' is defined twice");
  say("term v = c", "'v' is defined twice");
}

TEST(limits_are_told) {
  static const struct {
    const char *before, *open, *inside, *close, *message;
  } table[] = {
      {"pattern P(x) = ", "f(", "x", ")", "nested deeper than 500"},
      {"pattern P(x) = ", "(", "x", ")", "nested deeper than 500"},
      {"pattern P(x) = x", "; guard(1 = 1)", "", "",
       "a pattern of more than 65536 nodes, or deeper than 1000"},
      {"pattern P(x) = x; guard(1", " + 1", " = 1)", "", "a guard deeper than 1000"},
      {"pattern P(x) = ", "exists y. b(y, ", "x", ")", "a pattern of more than 128 variables"},
      {"pattern P(x) = ", "mu Q(y)[x]. f(", "x", ")", "more than 8 recursive patterns inside each other"},
      {"term t = ", "f(", "c", ")", "nested deeper than 500: name what is inside"},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    char *text = nest(table[k].before, table[k].open, table[k].inside, table[k].close, 1020);
    char *messages = pypm_messages(text);
    assert_non_null(strstr(messages, table[k].message));
    free(messages);
    free(text);
  }
}
