//===- test_program.c - programs of access patterns, good and bad --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "access_test.h"

static void parses(const char *text, const char *wanted) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrAccess *a = smr_access_parse(RULES, "t.access", text, strlen(text), &diag);
  assert_null(a);
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  const SmrMessage *m = &diag.messages.data[0];
  smr_str_printf(&out, "%u:%u: %s", m->line, m->column, m->text);
  assert_string_equal(m->file, "t.access");
  assert_string_equal(smr_str_get(&out), wanted);
}

// One line each, at the place of the mistake.
TEST(test_bad_programs) {
  static const char *const cases[][2] = {
      {"(tensor A f32)", "1:1: expected (tensor NAME f32|f64 (SIZE…))"},
      {"(tensor A f16 (2))", "1:11: expected f32 or f64"},
      {"(tensor ?a f32 (2))", "1:9: expected the name of a tensor"},
      {"(tensor pad f32 (2))", "1:9: there is a tensor or an operator 'pad' already"},
      {"(tensor A f32 (2))\n(tensor A f32 (2))", "2:9: there is a tensor or an operator 'A' already"},
      {"(tensor A f32 (2 m))",
       "1:18: expected a size: a number, a name that (size …) declares, arithmetic on them"},
      {"(tensor A f32 (-1))",
       "1:16: expected a size: a number, a name that (size …) declares, arithmetic on them"},
      {"(tensor A f32 (1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1))", "1:15: more than 16 dimensions"},
      {"(term t)", "1:1: expected (term NAME TERM)"},
      {"(tensor A f32 (2))\n(term t A)\n(term t A)", "3:7: there is a term 't' already"},
      {"(term t (access B 1))", "1:17: 'B' with 0 operands is neither an operator nor a tensor"},
      {"(tensor A f32 (2))\n(term t (access A))",
       "2:9: 'access' with 1 operands is neither an operator nor a tensor"},
      {"(tensor A f32 (2))\n(term t (access A 2))", "2:9: access has no shape for ((2) ()), 2"},
      {"(tensor A f32 (2))\n(term t\n  (pair A\n    (transpose A (quote (1)))))",
       "4:5: transpose has no shape for ((2) ()), (1)"},
      {"(tensor A f32 (2 3))\n(term t (windows (access A 1) (quote (4)) (quote (1))))",
       "2:9: windows has no shape for ((2) (3)), (4), (1)"},
      {"(tensor A f32 (2 0))\n(term t (compute reduceMax (access A 1)))",
       "2:9: compute has no shape for reduceMax, ((2) (0))"},
      {"(tensor A f32 (2)) (tensor B f64 (2))\n(term t (pair A B))",
       "2:17: 'A' and 'B' have different element types"},
      {"(term t (access (quote ((2) (3))) 1))", "1:17: expected an access pattern"},
      {"(term t (pair 1 1))", "1:15: expected an access pattern"},
      {"(tensor A f32 (2))\n(term t (access A A))", "2:19: expected a number, a list or a function"},
      {"(tensor A f32 (2))\n(term t (compute A A))", "2:18: expected a number, a list or a function"},
      {"(tensor A f32 (2))\n(term t 3)", "2:9: a term is an access pattern"},
      {"(tensor A f32 (1 1 1 1 1 1 1 1 1))\n(term t (cartProd A A))", "2:9: more than 16 dimensions"},
      {"(tensor A f32 (2))\n(term t (access A 1)", "2:1: '(' is not closed"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    parses(cases[i][0], cases[i][1]);
}

TEST(test_added_terms) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrAccess *a = program("(size n :divisible 4) (tensor A f64 (n 3)) (tensor B f64 (5 3))");
  assert_true(
      smr_access_add(a, "t", "(compute dotProd (cartProd (access A 1) (slice (access B 1) 0 1 3)))", &diag));
  const SmrAccessTerm *t = smr_access_term_named(a, "t");
  SmrAccessShape shape;
  assert_true(smr_access_shape_of(a, &t->term, t->root, &shape));
  assert_int_equal(shape.accessed, 2);
  assert_int_equal(shape.rank, 2);
  assert_int_equal(shape.dims[0], smr_datum_name(smr_access_values(a), "n"));
  SmrAccessValue none, value;
  assert_false(smr_access_eval(a, &t->term, t->root, fill, NULL, &none)); // (n has no value)
  smr_access_set_size(a, "n", 8);
  value = evaluate(a, "t");
  assert_int_equal(value.size, 16);
  smr_access_value_free(&value);
  assert_int_equal(diag.errors, 0);

  assert_false(smr_access_add(a, "t", "A", &diag));
  assert_false(smr_access_add(a, "u", "A A", &diag));
  assert_false(smr_access_add(a, "u", "", &diag));
  assert_false(smr_access_add(a, "u", "(access A 3)", &diag));
  assert_int_equal(diag.errors, 4);
  assert_null(smr_access_term_named(a, "u"));
  assert_true(smr_access_add(a, "u", "(access A 1)", &diag)); // (what failed left nothing behind)
  smr_access_destroy(a);
}

TEST(test_sizes_and_definitions) {
  SmrAccess *a = program("(size m :divisible 4 :about 8) (define (rows x) (access x 1))"
                         "(term t (flatten (rows (rows X)))) (tensor X f32 ((!* 2 m) (!/ m 4)))");
  SmrAccessValue v = evaluate(a, "t");
  assert_int_equal(v.dims[0], 16);
  assert_int_equal(v.dims[1], 2);
  const SmrAccessTerm *t = smr_access_term_named(a, "t");
  assert_int_equal(smr_access_element(a, &t->term, t->root), SMR_ACCESS_F32);
  smr_access_value_free(&v);
  smr_access_destroy(a);
}

// A bound that is a size needs its value.
TEST(test_sizes_as_numbers) {
  SmrAccess *a = program("(size m :divisible 4) (tensor X f64 (m 3)) (tensor Y f64 (5))"
                         "(term t (slice X 0 0 (quote (!/ m 4)))) (term u (pad Y 0 (quote m) 0))");
  const SmrAccessTerm *u = smr_access_term_named(a, "u");
  SmrAccessValue v;
  assert_false(smr_access_eval(a, &u->term, u->root, fill, NULL, &v));
  smr_access_set_size(a, "m", 8);
  v = evaluate(a, "t");
  assert_int_equal(v.dims[0], 2);
  smr_access_value_free(&v);
  v = evaluate(a, "u");
  assert_int_equal(v.dims[0], 13);
  assert_true(v.data[7] == 0 && v.data[8] == element("Y", 0));
  smr_access_value_free(&v);
  smr_access_destroy(a);
}

TEST(test_files_that_are_not_there) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  assert_null(smr_access_create("/nowhere", &diag));
  assert_string_equal(diag.messages.data[0].file, "/nowhere/access.rules");
  assert_null(smr_access_read(RULES, "/nowhere/x.access", &diag));
  assert_int_equal(diag.errors, 2);
}
