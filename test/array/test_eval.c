//===- test_eval.c - programs, types, values -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/eval.h"
#include "test.h"

static void check(const char *program, const char *type, const char *value) {
  SmrOperators *ops = smr_operators_create();
  SmrArray *a = smr_array_create(ops);
  SmrArrayProgram p;
  SmrDiag diag = {0};
  if (!smr_array_parse(a, "test", program, strlen(program), &p, &diag)) {
    smr_diag_flush(&diag, stderr);
    fail_msg("%s", program);
  }
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_array_type_print(a, smr_array_term_type(a, &p.term, p.root), &text);
  assert_string_equal(smr_str_get(&text), type);
  smr_str_clear(&text);
  SmrArrayEvaluator e = {.array = a};
  // Inputs: number 1, arrays 1, 2, 3, … row by row.
  for (uint32_t i = 0; i < smr_array_inputs(a); i++) {
    SmrArrayType t;
    SmrOperator op = smr_array_input(a, i, &t);
    int64_t n, m;
    if (smr_array_type_rank(a, t) == 1 && smr_array_size(a, smr_array_type_info(a, t)->dim, &n)) {
      SmrArrayValue *v = smr_array_value_array(&e, (uint32_t)n);
      for (int64_t k = 0; k < n; k++)
        v->items[k] = smr_array_value_number(&e, (double)k + 1);
      smr_array_eval_bind(&e, op, v);
    } else if (smr_array_type_rank(a, t) == 2 && smr_array_size(a, smr_array_type_info(a, t)->dim, &n) &&
               smr_array_size(a, smr_array_type_info(a, smr_array_type_info(a, t)->a)->dim, &m)) {
      SmrArrayValue *v = smr_array_value_array(&e, (uint32_t)n);
      for (int64_t k = 0; k < n; k++) {
        SmrArrayValue *row = smr_array_value_array(&e, (uint32_t)m);
        for (int64_t l = 0; l < m; l++)
          row->items[l] = smr_array_value_number(&e, (double)(k * m + l) + 1);
        v->items[k] = row;
      }
      smr_array_eval_bind(&e, op, v);
    } else if (smr_array_type_is_scalar(a, t) && t != SMR_ARRAY_TYPE_I64)
      smr_array_eval_bind(&e, op, smr_array_value_number(&e, 2));
  }
  const SmrArrayValue *v = smr_array_eval(&e, &p.term, p.root, 100000);
  if (v)
    smr_array_value_print(v, &text);
  else
    smr_str_puts(&text, e.error);
  assert_string_equal(smr_str_get(&text), value);
  smr_array_eval_free(&e);
  smr_array_program_free(&p);
  smr_array_destroy(a);
  smr_operators_destroy(ops);
}

#define VECTORS                                                                                              \
  "(size n 3) (size m 2) (input x (array n f64)) (input y (array n f64)) (input A (array m (array n f64))) " \
  "(input s f64)"

TEST(language) {
  check("(term (+ 1 2.5))", "number", "3.5");
  check(VECTORS "(term (build n (lam (* s (get x %0)))))", "(array n f64)", "[2 4 6]");
  check(VECTORS "(term (ifold n 0 (lam (lam (+ (* (get x %1) (get y %1)) %0)))))", "f64", "14");
  check(VECTORS "(term (ifold 3 0 (lam (lam (+ (* 10 %0) %1)))))", "number", "12"); // the index goes up
  check(VECTORS "(term (app (lam (lam (build n (lam %2)))) 7))", "(function (array n ?))", "function");
  check(VECTORS "(term (app (app (lam (lam (- %1 %0))) 7) 3))", "number", "4");
  check(VECTORS "(term (build m (lam (build n (lam (get (get A %1) %0))))))", "(array m (array n f64))",
        "[[1 2 3] [4 5 6]]");
  check(VECTORS "(term (fst (tuple x (snd (tuple 1 2)))))", "(array n f64)", "[1 2 3]");
  check(VECTORS "(term (tuple s (> s 1)))", "(tuple f64 i64)", "(2 1)");
  check(VECTORS "(term (get x n))", "f64", "an index out of bounds");
  check(VECTORS "(term (ifold 0 s (lam (lam %0))))", "f64", "2");
  check("(size q 2) (size k (* q 3)) (size l (+ 1 k)) (term (tuple k l))", "(tuple i64 i64)", "(6 7)");
  check("(size q 2) (size k (* q 3)) (input x (array k f64)) (term (get x (- k 1)))", "f64", "6");
  check(VECTORS "(term (flatten A))", "(array n*m f64)", "[1 2 3 4 5 6]");
  check(VECTORS "(term (flatten x))", "(array ? ?)", "flatten of what is no array of arrays");
  check(VECTORS "(term (split n m (flatten A)))", "(array n (array m f64))", "[[1 2] [3 4] [5 6]]");
  check(VECTORS "(term (split n 2 x))", "(array n (array 2 f64))", "split of what does not fit");
  check(VECTORS "(term (flatten (build 2 (lam A))))", "(array m*2 (array n f64))",
        "[[1 2 3] [4 5 6] [1 2 3] [4 5 6]]");
  check(VECTORS "(term (max (abs (- 0 4)) (min 3 (sqrt 100))))", "number", "4");
  check(VECTORS "(term (+ (exp 0) (+ (log 1) (tanh 0))))", "number", "1");
  check(VECTORS "(term (build 0 (lam 1)))", "(array 0 number)", "[]");
  check("(term (app (lam (app %0 %0)) (lam (app %0 %0))))", "?", "out of fuel");
}

TEST(calls) {
  check(VECTORS "(term (dot x y))", "f64", "14");
  check(VECTORS "(term (axpy s x y))", "(array n f64)", "[3 6 9]");
  check(VECTORS "(term (gemv:F 2 A x 0 (memset m 0)))", "(array m f64)", "[28 64]");
  check(VECTORS "(term (gemv:T 1 A (build m (lam 1)) 10 x))", "(array n f64)", "[15 27 39]");
  check(VECTORS "(term (transpose A))", "(array n (array m f64))", "[[1 4] [2 5] [3 6]]");
  check(VECTORS "(term (gemm:FT 1 A A 0 (build m (lam (memset m 0)))))", "(array m (array m f64))",
        "[[14 32] [32 77]]");
  check(VECTORS "(term (gemm:TF 1 A A 0 (build n (lam (memset n 0)))))", "(array n (array n f64))",
        "[[17 22 27] [22 29 36] [27 36 45]]");
  check(VECTORS
        "(term (gemm:FF 1 A (transpose A) 1 (gemm:TT 0 (transpose A) A 1 (build m (lam (memset m 1))))))",
        "(array m (array m f64))", "[[15 33] [33 78]]");
  check(VECTORS "(term (gemm:FF 1 A A 0 (build m (lam (memset n 0)))))", "(array m (array n f64))",
        "gemm of matrices that do not fit");
  check(VECTORS "(term (torch.mm A (torch.transpose A)))", "(array m (array m f64))", "[[14 32] [32 77]]");
  check(VECTORS "(term (torch.mv A (torch.mul 2 x)))", "(array m f64)", "[28 64]");
  check(VECTORS "(term (torch.add A (torch.mul 2 A)))", "(array m (array n f64))", "[[3 6 9] [12 15 18]]");
  check(VECTORS "(term (torch.sum (torch.full 4 s)))", "f64", "8");
}

TEST(bad_programs) {
  static const struct {
    const char *text, *message;
    uint32_t line, column;
  } cases[] = {
      {"(size n 3)", "there is no (term …)", 1, 1},
      {"(size n -3)", "'-3' is not a size", 1, 9},
      {"(term 1)\n(term 2)", "a program has one term", 2, 1},
      {"(input x (array k f64))", "expected a size: a number, or a name declared before by (size NAME VALUE)",
       1, 17},
      {"(input x f16)", "'f16' is not a type (f64, f32, i64, (array SIZE TYPE), (tuple TYPE TYPE))", 1, 10},
      {"(output x)", "expected (size NAME VALUE), (input NAME TYPE) or (term TERM)", 1, 1},
      {"(size n 9223372036854775808)", "'9223372036854775808' is not a size", 1, 9},
      {"(size k (* 3 n))", "expected a size: a number or a name that is declared as one", 1, 14},
      {"(size n 2) (size k (/ n 2))", "expected a size: a number, (* SIZE SIZE) or (+ SIZE SIZE)", 1, 20},
      {"(size n 2) (size n (* n 2))", "'n' is declared twice", 1, 18},
      {"(size 3 4)", "'3' cannot be a name", 1, 7},
      {"(size n 4) (input n f64)", "'n' is declared twice", 1, 19},
      {"(term x)", "'x' is neither a declared size nor a declared input", 1, 7},
      {"(term %)", "'%' is neither a declared size nor a declared input", 1, 7},
      {"(term (lam (lam (app %1 %2))))", "no (lam …) binds %2", 1, 25},
      {"(term (ifold 3 0))", "'ifold' has 3 arguments, not 2", 1, 7},
      {"(term (fold 3 0))", "there is no operator 'fold'", 1, 8},
      {"(size n 2) (term\n(build (+ n 1) (lam %0)))",
       "expected a size: a number or a name that is declared as one", 2, 8},
      {"(input x f64) (term (memset x 0))", "expected a size: a number or a name that is declared as one", 1,
       29},
      {"(input x (array 4 f64)) (term (split 2 x x))",
       "expected a size: a number or a name that is declared as one", 1, 40},
      {"(term (build 3 0))", "expected a function: (lam …)", 1, 16},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    SmrOperators *ops = smr_operators_create();
    SmrArray *a = smr_array_create(ops);
    SmrArrayProgram p;
    SmrDiag diag = {0};
    assert_false(smr_array_parse(a, "f.array", cases[i].text, strlen(cases[i].text), &p, &diag));
    assert_int_equal(diag.errors, 1);
    assert_string_equal(diag.messages.data[0].text, cases[i].message);
    assert_int_equal(diag.messages.data[0].line, cases[i].line);
    assert_int_equal(diag.messages.data[0].column, cases[i].column);
    smr_diag_free(&diag);
    smr_array_destroy(a);
    smr_operators_destroy(ops);
  }
}
