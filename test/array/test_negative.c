//===- test_negative.c - what must not be found --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Programs that look like an idiom and are none: under the paper's rules the call must not appear, under all
// others the wrong term must not be in the program's class; what is extracted must have the program's value.
#include "array_lab.h"
#include <math.h>

#define GUIDED "core scalar lift algebra combine"

static void assert_same_value(Lab *lab, SmrArrayTarget target, const char *what) {
  SmrArrayCost model = {lab->array, target};
  SmrCost cost = smr_array_paper_cost(&model);
  SmrBest *best = smr_best_create(lab->g, &cost);
  smr_best_update(best);
  SMR_OWNED(SmrTerm, smr_term_free) term = {0};
  uint32_t node = smr_best_term(best, lab->root, &term);
  assert_int_not_equal(node, UINT32_MAX);
  assert_true(smr_best_cost(best, lab->root) <=
              smr_array_term_cost(&model, &lab->program.term, lab->program.root));
  for (uint64_t round = 0; round < 5; round++) {
    SmrArrayEvaluator e = {.array = lab->array};
    uint64_t seed = round;
    bind_inputs(&e, &seed);
    const SmrArrayValue *x = smr_array_eval(&e, &lab->program.term, lab->program.root, 1000000),
                        *y = smr_array_eval(&e, &term, node, 1000000);
    if (x && (!y || !smr_array_value_equal(x, y, 1e-9))) {
      SmrStr text = {0};
      smr_term_print(lab->ops, &term, node, &text);
      fail_msg("%s became %s: %s", what, smr_str_get(&text), y ? "another value" : e.error);
    }
    smr_array_eval_free(&e);
  }
  smr_best_destroy(best);
}

//===--- capture ---===//

TEST(capture) {
  // What goes under a λ keeps what its indices mean.
  static const struct {
    const char *program, *right, *wrong;
  } cases[] = {
      {"(lam (app (lam (lam %1)) %0))", "(lam (lam %1))", "(lam (lam %0))"},
      {"(lam (lam (app (lam (lam (app %1 %0))) %1)))", "(lam (lam (lam (app %2 %0))))",
       "(lam (lam (lam (app %1 %0))))"},
      {"(lam (build n (lam (app (lam (build m (lam (* %1 %0)))) (get x %0)))))",
       "(lam (build n (lam (build m (lam (* (get x %1) %0))))))",
       "(lam (build n (lam (build m (lam (* (get x %0) %0))))))"},
      {"(lam (get (build n (lam (lam (+ %1 %0)))) %0))", "(lam (lam (+ %1 %0)))", "(lam (lam (+ %0 %0)))"},
      {"(app (lam (lam (fst (tuple %1 %0)))) a)", "(lam a)", "(lam %0)"},
  };
  static const char *const sets[] = {"core", "core scalar core-intro scalar-intro"};
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (uint32_t k = 0; k < 2; k++) {
      SmrStr program = {0};
      smr_str_printf(&program, SIZES INPUTS "(term (tuple %s %s))", cases[i].program, cases[i].wrong);
      Lab lab;
      lab_open(&lab, smr_str_get(&program));
      lab_read(&lab, "core");
      lab_read(&lab, "scalar");
      SmrRunBudget budget = {.iterations = 6, .nodes = 5000};
      SmrStopReason stop = lab_run(&lab, sets[k], &budget);
      assert_true(k || stop == SMR_STOP_SATURATED);
      SmrClass start = lab_find(&lab, cases[i].program);
      assert_int_not_equal(start, SMR_NO_CLASS);
      if (k == 0)
        assert_int_equal(lab_find(&lab, cases[i].right), start);
      if (lab_find(&lab, cases[i].wrong) == start)
        fail_msg("%s became %s", cases[i].program, cases[i].wrong);
      lab_close(&lab);
      smr_str_free(&program);
    }
}

//===--- what is no idiom ---===//

typedef struct {
  const char *program;
  SmrArrayOp call; // must not appear under core, scalar and the paper's idioms
  SmrArrayTarget target;
  const char *wrong[3]; // must not be equal to the program under any rules
} Negative;

#define BLAS SMR_TARGET_BLAS
#define TORCH SMR_TARGET_TORCH

static const Negative negatives[] = {
    // the accumulator in what looks like an operand
    {"(ifold n 0 (lam (lam (+ (* (get x %1) %0) %0))))", SMR_A_DOT, BLAS, {"(dot x x)"}},
    {"(ifold n 0 (lam (lam (+ (* (get x %1) %0) %0))))",
     SMR_A_T_DOT,
     TORCH,
     {"(torch.dot x x)", "(torch.sum x)"}},
    {"(ifold n 0 (lam (lam (+ (* (get x %1) (get (build n (lam %1)) %1)) %0))))",
     SMR_A_DOT,
     BLAS,
     {"(dot x x)"}},
    {"(ifold n x (lam (lam (build n (lam (+ (* (get x %0) (get %1 %0)) (get %1 %0)))))))",
     SMR_A_DOT,
     BLAS,
     {"(axpy 1 x x)", "x"}},
    {"(ifold n 0 (lam (lam (+ (get x %1) (* %0 %0)))))", SMR_A_T_SUM, TORCH, {"(torch.sum x)"}},
    {"(ifold n 0 (lam (lam (+ (get x %0) %0))))", SMR_A_T_SUM, TORCH, {"(torch.sum x)"}},
    {"(ifold n 0 (lam (lam (- (* (get x %1) (get y %1)) %0))))", SMR_A_DOT, BLAS, {"(dot x y)"}},
    {"(ifold n 1 (lam (lam (+ (* (get x %1) (get y %1)) %0))))", SMR_A_DOT, BLAS, {"(dot x y)"}},
    {"(ifold n a (lam (lam (+ (get x %1) %0))))", SMR_A_T_SUM, TORCH, {"(torch.sum x)"}},
    // the index in the wrong place
    {"(build n (lam (+ (* (get y %0) (get x %0)) (get y %0))))",
     SMR_A_AXPY,
     BLAS,
     {"(axpy a x y)", "(axpy 1 x y)"}},
    {"(build n (lam (+ (* a (get x 0)) (get y %0))))", SMR_A_AXPY, BLAS, {"(axpy a x y)"}},
    {"(build m (lam (+ (* a (dot (get A %0) (get D %0))) (* b (get u %0)))))",
     SMR_A_GEMV_F,
     BLAS,
     {"(gemv:F a A x b u)"}},
    {"(build m (lam (+ (* (get u %0) (dot (get A %0) x)) (* b (get u %0)))))",
     SMR_A_GEMV_F,
     BLAS,
     {"(gemv:F a A x b u)", "(gemv:F 1 A x b u)"}},
    {"(build m (lam (+ (* a (dot (get A 0) x)) (* b (get u %0)))))",
     SMR_A_GEMV_F,
     BLAS,
     {"(gemv:F a A x b u)"}},
    {"(build m (lam (gemv:F a D (get A %0) (get u %0) (get E %0))))",
     SMR_A_GEMM_FT,
     BLAS,
     {"(gemm:FT a A D b E)", "(gemm:FT a A D 1 E)"}},
    {"(build m (lam (torch.dot (get A %0) (get D %0))))", SMR_A_T_MV, TORCH, {"(torch.mv A x)"}},
    {"(build m (lam (torch.mul (get u %0) (get A %0))))", SMR_A_T_TRANSPOSE, TORCH, {"(torch.mul 1 A)", "A"}},
    {"(build n (lam (+ (get x %0) %0)))", SMR_A_T_FULL, TORCH, {"(torch.add x x)", "x"}},
    {"(build n (lam (* %0 (get x %0))))", SMR_A_T_MUL, TORCH, {"(torch.mul 1 x)", "x"}},
    {"(build m (lam (build n (lam (get (get A %1) %0)))))", SMR_A_TRANSPOSE, BLAS, {"(transpose A)"}},
    {"(build m (lam (build m (lam (get (get E %1) %0)))))", SMR_A_TRANSPOSE, BLAS, {"(transpose E)"}},
    // lengths and shapes that do not fit
    {"(build m (lam (+ (* a (get x %0)) (get y %0))))", SMR_A_AXPY, BLAS, {"(axpy a x y)"}},
    {"(build m (lam (+ (* a (get u %0)) (get y %0))))", SMR_A_AXPY, BLAS, {"(axpy a u y)"}},
    {"(ifold m 0 (lam (lam (+ (* (get x %1) (get y %1)) %0))))", SMR_A_DOT, BLAS, {"(dot x y)"}},
    {"(ifold m 0 (lam (lam (+ (get x %1) %0))))", SMR_A_T_SUM, TORCH, {"(torch.sum x)"}},
    {"(build m (lam (get x %0)))", SMR_A_T_ADD, TORCH, {"x"}},
    {"(build 1 (lam (torch.dot (get A %0) x)))", SMR_A_T_MV, TORCH, {"(torch.mv A x)"}},
    {"(build 1 (lam (+ (* a (dot (get A %0) x)) (* b (get u %0)))))",
     SMR_A_GEMV_F,
     BLAS,
     {"(gemv:F a A x b u)"}},
    {"(build m (lam (build m (lam (get (get A %0) %1)))))", SMR_A_TRANSPOSE, BLAS, {"(transpose A)"}},
    {"(build m (lam (build m (lam (get (get A %0) %1)))))",
     SMR_A_T_TRANSPOSE,
     TORCH,
     {"(torch.transpose A)"}},
    {"(build m (lam (build m (lam (build m (lam (get (get (get H %1) %0) %2)))))))",
     SMR_A_T_TRANSPOSE,
     TORCH,
     {"(torch.transpose H)", "H"}},
    {"(build m (lam (build m (lam (get (get H %0) %1)))))",
     SMR_A_T_TRANSPOSE,
     TORCH,
     {"(torch.transpose H)"}},
    // two names of one value
    {"(build n (lam (get s %0)))", SMR_A_T_ADD, TORCH, {"s"}},
    {"(build n (lam (+ (* a (get s %0)) (get y %0))))", SMR_A_AXPY, BLAS, {"(axpy a s y)", "(axpy a y s)"}},
    {"(ifold w 0 (lam (lam (+ (get x %1) %0))))", SMR_A_T_SUM, TORCH, {"(torch.sum x)"}},
    {"(build n (lam 1))", SMR_A_MEMSET, BLAS, {"(memset n 0)", "(memset n 1)"}},
    {"(build n (lam (get A 0)))", SMR_A_T_FULL, TORCH, {"(torch.full n (get A 0))", "A"}},
    {"(dot (build m (lam (* a (get x %0)))) u)", SMR_A_AXPY, BLAS, {"(* a (dot x u))"}},
    {"(dot (build m (lam (* (get u %0) (get u %0)))) u)",
     SMR_A_AXPY,
     BLAS,
     {"(* a (dot u u))", "(* 1 (dot u u))", "(dot u u)"}},
    {"(torch.transpose (torch.mm E A))",
     SMR_A_T_MV,
     TORCH,
     {"(torch.mm (torch.transpose E) (torch.transpose A))", "(torch.mm E A)"}},
    {"(- a b)", SMR_A_T_MV, TORCH, {"(- b a)", "(+ a b)"}},
};

#define PROGRAM                                                                                              \
  SIZES INPUTS "(input E (array m (array m f64))) (input H (array m (array m (array m f64)))) (size w 3) "   \
               "(input s (array w f64)) (term %s)"

TEST(no_idiom) {
  for (uint32_t i = 0; i < sizeof negatives / sizeof *negatives; i++)
    for (uint32_t guided = 0; guided < 2; guided++) {
      const Negative *n = &negatives[i];
      SmrStr program = {0};
      smr_str_printf(&program, PROGRAM, n->program);
      Lab lab;
      lab_open(&lab, smr_str_get(&program));
      if (guided) {
        lab_read(&lab, "lift");
        lab_read(&lab, "combine");
      } else {
        lab_read(&lab, "core");
        lab_read(&lab, "scalar");
        lab_read(&lab, n->target == BLAS ? "blas" : "torch");
      }
      SmrRunBudget budget = {.iterations = 8, .nodes = 10000};
      lab_run(&lab, guided ? GUIDED : n->target == BLAS ? "core scalar blas" : "core scalar torch", &budget);
      if (!guided && lab_has(&lab, n->call))
        fail_msg("%s has %s", n->program, smr_operator_name(lab.ops, smr_array_op(lab.array, n->call)));
      for (uint32_t k = 0; k < 3 && n->wrong[k]; k++)
        if (lab_equals(&lab, n->wrong[k]))
          fail_msg("%s became %s", n->program, n->wrong[k]);
      assert_false(smr_array_conflict(lab.array));
      assert_same_value(&lab, n->target, n->program);
      lab_close(&lab);
      smr_str_free(&program);
    }
}

//===--- rules that never end ---===//

/// A clock by which a millisecond goes by whenever it is looked at.
static double tick(void *now) {
  return ++*(double *)now;
}

TEST(budgets) {
  static const char *const programs[] = {
      "(ifold n 0 (lam (lam (+ (get x %1) %0))))",
      "(build n (lam (+ (* a (get x %0)) (get y %0))))",
      ("(build m (lam (+ (* a (ifold n 0 (lam (lam (+ (* (get (get A %2) %1) (get x %1)) %0))))) (* b (get u "
       "%0)))))"),
      "(build n (lam 0))",
      "(fst (tuple (app (lam (* %0 1)) (+ a 0)) (torch.transpose (torch.transpose A))))",
  };
  double now = 0;
  const SmrRunBudget limits[] = {{.nodes = 3000},
                                 {.iterations = 3, .nodes = 20000},
                                 {.bytes = 4000000},
                                 {.milliseconds = 50, .nodes = 500000, .clock = tick, .clock_data = &now}};
  static const SmrStopReason reasons[] = {SMR_STOP_NODES, SMR_STOP_ITERATIONS, SMR_STOP_MEMORY,
                                          SMR_STOP_TIME};
  for (uint32_t i = 0; i < sizeof programs / sizeof *programs; i++)
    for (uint32_t k = 0; k < sizeof limits / sizeof *limits; k++)
      for (uint32_t torch = 0; torch < 2; torch++) {
        SmrStr program = {0};
        smr_str_printf(&program, PROGRAM, programs[i]);
        Lab lab;
        lab_open(&lab, smr_str_get(&program));
        lab_read(&lab, "core");
        lab_read(&lab, "scalar");
        lab_read(&lab, torch ? "torch" : "blas");
        SmrStopReason stop = lab_run(&lab,
                                     torch ? "core core-intro scalar scalar-intro torch"
                                           : "core core-intro scalar scalar-intro blas",
                                     &limits[k]);
        assert_true(stop == reasons[k] || stop == SMR_STOP_NODES);
        // (Within a match of a rule with a :forall the budget is looked at now and then.)
        assert_true(!limits[k].nodes || smr_egraph_nodes(lab.g) <= limits[k].nodes + 5000);
        assert_int_not_equal(stop, SMR_STOP_SATURATED);
        assert_same_value(&lab, torch ? TORCH : BLAS, programs[i]);
        lab_close(&lab);
        smr_str_free(&program);
      }
}

// Rules that never end by themselves: the best term so far is what was asked for.
TEST(endless) {
  Lab lab;
  lab_open(&lab, SIZES INPUTS "(term (ifold n 0 (lam (lam (+ (* 1 (get x %1)) %0)))))");
  lab_parse(&lab,
            "(rewrite MORE (+ ?x ?y) (- (+ (+ ?x 1) ?y) 1)) (rewrite ONE (* 1 ?x) ?x) (rewrite TWICE (* ?x "
            "?y) (+ (* ?x ?y) (* 0 ?x)))");
  SmrRunBudget budget = {.nodes = 2000};
  assert_int_equal(lab_run(&lab, "default", &budget), SMR_STOP_NODES);
  assert_true(lab_equals(&lab, "(ifold n 0 (lam (lam (+ (get x %1) %0))))"));
  assert_same_value(&lab, SMR_TARGET_NONE, "an endless run");
  lab_close(&lab);
}
