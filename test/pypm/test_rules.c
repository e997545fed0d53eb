//===- test_rules.c - rules and types as text, and when they are loaded --===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "fixture.h"
#include "pypm/library.h"
#include "test.h"

#define P "pattern P(x, y, F/1) = b(F(x), y)\n"

/// The last rule of a text after P, and how it is printed; NULL: as it is.
static void rule_prints_as(const char *rule, const char *printed) {
  char text[1000];
  SMR_OWNED(SmrStr, smr_str_free) out = {0}, again = {0};
  snprintf(text, sizeof text, P "%s", rule);
  SmrPypmFile *file = pypm_file(text);
  const SmrPypmRule *r = &smr_vec_last(&file->rules);
  smr_str_puts(&out, P);
  smr_pypm_rule_print(file->signature, file->patterns.data[r->pattern].name, r, &out);
  assert_string_equal(out.data + strlen(P), printed ? printed : rule);
  SmrPypmFile *second = pypm_file(out.data);
  smr_pypm_rule_print(second->signature, second->patterns.data->name, second->rules.data, &again);
  assert_string_equal(again.data, out.data + strlen(P));
  smr_pypm_file_destroy(second);
  smr_pypm_file_destroy(file);
}

TEST(rules_round_trip) {
  rule_prints_as("rule R for P(x, y, F) {\n  => x\n}\n", NULL);
  rule_prints_as("rule R for P(u, _, _) {\n  => f(u)\n}\n", NULL);
  rule_prints_as("rule R for P(x, y, F) fp exact {\n  => x\n}\n", NULL);
  rule_prints_as("rule R for P(x, y, F) fp reassoc { => x }", "rule R for P(x, y, F) {\n  => x\n}\n");
  rule_prints_as("rule R for P(x, _, G) { => G(f(x)); }", "rule R for P(x, _, G) {\n  => G(f(x))\n}\n");
  rule_prints_as(
      "rule R for P(x, y, F) {\n  when (x.rank = 2) => b(x, y);\n  when (F.op_class = pointwise) => "
      "x;\n  => b(y, x)\n}\n",
      NULL);
  rule_prints_as("rule R for P(x, y, F) {\n  => b(x, mul(2.0 : f32[2], -0.5))\n}\n", NULL);
  rule_prints_as("rule R for P(x, _, _) {\n  => conv{stride = same, pads = (x.rank + 1)}(x, x)\n}\n",
                 "rule R for P(x, _, _) {\n  => conv{stride = same, pads = x.rank + 1}(x, x)\n}\n");
  rule_prints_as("rule R for P(x, _, _) {\n  => conv{pads = (1, 2), stride = x.shape[-1] * 2}(x, x)\n}\n",
                 "rule R for P(x, _, _) {\n  => conv{stride = x.shape[-1] * 2, pads = (1, 2)}(x, x)\n}\n");
  rule_prints_as("rule R for P(x, y, _) {\n  => split#1(concat{axis = 0}(x, y, x)) : y\n}\n", NULL);
}

TEST(types_round_trip) {
  rule_prints_as("rule R for P(x, y, F) {\n  => F(b(x, y) : x) : broadcast(x, f32[2, ?])\n}\n", NULL);
  rule_prints_as("rule R for P(x, y, F) {\n  => b(f(x) : x.elType[], y) : ?[x.shape]\n}\n", NULL);
  rule_prints_as("rule R for P(x, y, F) {\n  => f(x) : f16[x.shape[0] + 1, y.shape[-1]]\n}\n", NULL);
  rule_prints_as("rule R for P(x, y, F) {\n  => f(x) : ?\n}\n", NULL);
}

static void operator_prints_as(const char *text, const char *printed) {
  SmrPypmFile *file = pypm_file(text);
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  smr_pypm_operator_print(file, file->signature->operators.size - 1, &out);
  assert_string_equal(out.data, printed ? printed : text);
  smr_pypm_file_destroy(file);
}

TEST(operators_round_trip) {
  operator_prints_as("op h(2)\n", NULL);
  operator_prints_as("op h{a, b}(*) -> 3 effects class odd\n", NULL);
  operator_prints_as("op h(x, y) : broadcast(x, y) commutative\n", NULL);
  operator_prints_as("op h(x) -> 2 : x, i64[x.shape[0]]\n", NULL);
  operator_prints_as("op h(0) : f32[2]\n", NULL);
  operator_prints_as("op h(x, y) : x for \"mine.h\" commutative class odd\n", NULL);
  operator_prints_as("op h() : f32", "op h(0) : f32\n");
  operator_prints_as("op h{a, b = 2, d = \"x y\", e = (1, ?)}(1)\n", NULL);
  operator_prints_as("op h(x, y)", "op h(2)\n");
}

TEST(mistakes) {
  static const char *const table[][2] = {
      {"op h{a = 0}(1) rule R for P(x, _, _) { => h{a = 0}(x) }",
       "2:45: 'a' has one value wherever the operator stands: leave it out\n"},
      {"op h{a = 0}(1) pattern Q(x) = h{a = _}(x)",
       "2:33: 'a' has one value wherever the operator stands: leave it out\n"},
      {"op h{a = 0}(1) term t = h{a = 0}(c)",
       "2:27: 'a' has one value wherever the operator stands: leave it out\n"},
      {"op h{a = ?}(1)", "2:10: an attribute that may have any value is declared by its name alone\n"},
      {"op h{a = 0, a = 1}(1)", "2:13: attribute 'a' is declared twice\n"},
      {"rule R for Q(x) { => x }", "2:12: no pattern 'Q'\n"},
      {"rule R for P(x) { => x }", "2:12: 'P' has 3 parameters\n"},
      {"rule R for P(x, y, F, z) { => x }", "2:12: 'P' has 3 parameters\n"},
      {"rule R for P(x, x, F) { => x }", "2:17: 'x' stands twice\n"},
      {"rule P for P(x, y, F) { => x }", "2:6: 'P' is defined twice\n"},
      {"rule R for P(x, y, F) fp { => x }", "2:26: expected 'exact' or 'reassoc', found '{'\n"},
      {"rule R for P(x, y, F) exact { => x }", "2:23: expected '{', found 'exact'\n"},
      {"rule R for P(x, y, F) { }", "2:25: expected '=>', found '}'\n"},
      {"rule R for P(x, y, F) { => x => y }", "2:30: expected '}', found '=>'\n"},
      {"rule R for P(x, y, F) { => x; => y }",
       "2:31: this branch is never reached: the one before it has no guard\n"},
      {"rule R for P(x, y, F) { when x.rank = 1 => x }", "2:30: expected '(', found 'x'\n"},
      {"rule R for P(x, y, F) { when (z.rank = 1) => x }", "2:31: no variable 'z' here\n"},
      {"rule R for P(x, y, _) { => _(x) }", "2:28: expected a replacement, found '_'\n"},
      {"rule R for P(x, y, F) { => z }", "2:28: no operator or variable 'z' here\n"},
      {"rule R for P(x, y, F) { => P(x) }", "2:28: no operator or variable 'P' here\n"},
      {"rule R for P(x, y, F) { => f(x, y) }", "2:28: 'f' takes 1 operands, not 2\n"},
      {"rule R for P(x, y, F) { => F }", "2:28: 'F' takes 1 operands, not 0\n"},
      {"rule R for P(x, y, F) { => x(y) }", "2:28: 'x' is a term variable: it takes no operands\n"},
      {"rule R for P(x, y, F) { => x : y }", "2:30: expected '}', found ':'\n"},
      {"rule R for P(x, y, F) { => f(x) : F }", "2:35: a function variable has no type\n"},
      {"rule R for P(x, y, F) { => f(x) : z }", "2:35: 'z' is no element type and no variable\n"},
      {"rule R for P(x, y, F) { => f(x) : x.rank }", "2:37: expected 'elType', found 'rank'\n"},
      {"rule R for P(x, y, F) { => f(x) : z.elType }", "2:35: no variable 'z' here\n"},
      {"rule R for P(x, y, F) { => f(x) : f32[x.elType] }",
       "2:39: a number is wanted here, and this is a symbol\n"},
      {"rule R for P(x, y, F) { => f(x) : f32[2, x.shape] }",
       "2:42: a number is wanted here, and this is a tuple\n"},
      {"rule R for P(x, y, F) { => conv{stride = 1}(x, x) }",
       "2:28: 'conv' has an attribute 'pads': give its value\n"},
      {"rule R for P(x, y, F) { => conv{stride = _, pads = 1}(x, x) }",
       "2:42: expected a number, a symbol or a variable's attribute, found '_'\n"},
      {"rule R for P(x, y, F) { => conv{stride = 1, stride = 1}(x, x) }", "2:45: 'stride' is given twice\n"},
      {"rule R for P(x, y, F) { => conv{stride = x, pads = 1}(x, x) }",
       "2:42: a variable is used with an attribute, as in x.rank\n"},
      {"rule R for P(x, y, F) { => conv{stride = (1 = 1), pads = 1}(x, x) }",
       "2:42: a value is wanted here, and this is a condition\n"},
      {"rule R for P(x, y, F) { => split#2(x) }", "2:34: the operator has 2 results, counted from 0\n"},
      {"op h(2) for mine", "2:13: expected an op's name in quotes, found 'mine'\n"},
      {"op h(2) for \"\"", "2:13: expected an op's name in quotes, found '\"\"'\n"},
      {"op h(x, x)", "2:9: 'x' is a parameter twice\n"},
      {"op h(F/1)", "2:5: an operand is no function variable\n"},
      {"op h(x) -> 2 : x", "2:14: 1 types for 2 results\n"},
      {"op h(1) : x", "2:11: 'x' is no element type and no variable\n"},
      {"op h(x) : broadcast(x)", "2:22: expected ',', found ')'\n"},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    char text[300];
    snprintf(text, sizeof text, P "%s", table[k][0]);
    char *messages = pypm_messages(text);
    assert_string_equal(messages, table[k][1]);
    free(messages);
  }
}

TEST(limits_are_told) {
  static const struct {
    const char *before, *again, *message;
  } table[] = {
      {"pattern P(x) = f(x) rule R for P(x) { => ", "f(", "nested deeper than 500"},
      {"op h(x) : ", "broadcast(x, ", "nested deeper than 500"},
      {"pattern P(x) = f(x) rule R for P(x) { ", "when (1 = 1) => x;", "a rule of more than 1024 branches"},
      {"op h(x) : f32[", "1, ", "more than 64 dimensions"},
      {"pattern P(x) = concat{axis = 1}(", "x, ", "more than 64 operands"},
      {"pattern P(x) = f(x) rule R for P(x) { => concat{axis = 1}(", "x, ", "more than 64 operands"},
      {"term t = concat{axis = 1}(", "c, ", "more than 64 operands"},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    SmrStr text = {0};
    smr_str_puts(&text, table[k].before);
    for (int n = 0; n < 1100; n++)
      smr_str_puts(&text, table[k].again);
    char *messages = pypm_messages(text.data);
    assert_non_null(strstr(messages, table[k].message));
    free(messages);
    smr_str_free(&text);
  }
}

static void loads_with(const char *text, const char *expected) {
  SmrPypmFile *file = pypm_file(text);
  SmrPypmLibrary library = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  assert_int_equal(smr_pypm_library_build(file, &library, &diag), !*expected);
  for (uint32_t k = 0; k < diag.messages.size; k++)
    smr_str_printf(&out, "%u:%u: %s\n", diag.messages.data[k].line, diag.messages.data[k].column,
                   diag.messages.data[k].text);
  assert_string_equal(smr_str_get(&out), expected);
  smr_pypm_library_free(&library);
  smr_pypm_file_destroy(file);
}

#define F4                                                                                                   \
  "pattern P(x, F/1, G/2) = (exists y. x; (F(P(y, F, G)) ~ x))\n"                                            \
  "  || (exists y. exists z. x; (G(P(y, F, G), P(z, F, G)) ~ x)) || x\n"

TEST(C13_rules_use_what_every_alternate_binds) {
  loads_with(F4 "rule R for P(x, _, _) { => f(x) }", "");
  loads_with(F4 "rule R for P(x, F, _) {\n  => F(x) }",
             "4:6: alternate 2 of 'P' (text:2:7) does not bind 'F'\n");
  loads_with(F4 "rule R for P(x, _, H) {\n  when (H.arity = 1) => x }",
             "4:9: alternate 1 of 'P' (text:1:27) does not bind 'G'\n");
  loads_with("pattern P(x, y) = f(x) || g(y) rule R for P(x, y) { => f(c) : y.elType[] }",
             "1:63: alternate 1 of 'P' (text:1:19) does not bind 'y'\n");
  loads_with("pattern P(x, y) = f(x) || g(y) rule R for P(x, y) { => c }", "");
  loads_with("pattern P(x, y) = f(x) rule R for P(x, y) { => y }",
             "1:48: alternate 1 of 'P' (text:1:9) does not bind 'y'\n");
}

TEST(every_pattern_has_its_mistake_reported) {
  loads_with("pattern P(x) = x; guard(1 = 1) || f(P(x))\npattern Q(x, y) = x; guard(y.rank = 1)\n"
             "pattern S(x, y) = f(x) rule R for S(x, y) { => y }",
             "2:22: the guard can never be evaluated: 'y' is not bound on every path here\n"
             "3:48: alternate 1 of 'S' (text:3:9) does not bind 'y'\n");
}
