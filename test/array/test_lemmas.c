//===- test_lemmas.c - the lemmas of array-lift follow from less ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each lemma, on arrays as general as it gets, element by element: the engine joins both sides by the rules
// of array-core and array-scalar, the ring laws of real numbers, and what the calls are by the idioms of
// array-torch read from right to left, at an element. (Two arrays of one length with equal elements are
// equal: that is the one thing besides.) Loops run over two steps here, unrolled by E-FOLDINIT and E-FOLDSTEP
// of Listing 1; random lengths are test_rules.c's.
#include "array/check_rules.h"
#include "array_lab.h"

static const char definitions[] =
    "(ruleset ring"
    "  (birewrite ADD-ASSOC (+ ?x (+ ?y ?z)) (+ (+ ?x ?y) ?z)) (rewrite ADD-COMMUTE (+ ?x ?y) (+ ?y ?x))"
    "  (birewrite MUL-ASSOC (* ?x (* ?y ?z)) (* (* ?x ?y) ?z)) (rewrite MUL-COMMUTE (* ?x ?y) (* ?y ?x))"
    "  (birewrite DISTRIBUTE (* ?x (+ ?y ?z)) (+ (* ?x ?y) (* ?x ?z))))"
    "(ruleset define"
    "  (rewrite D-ADD (get (torch.add ?a:vector ?b) ?i) (+ (get ?a ?i) (get ?b ?i)))"
    "  (rewrite D-LIFTADD (get (torch.add ?a:matrix ?b) ?i) (torch.add (get ?a ?i) (get ?b ?i)))"
    "  (rewrite D-MUL (get (torch.mul ?c ?a:vector) ?i) (* ?c (get ?a ?i)))"
    "  (rewrite D-LIFTMUL (get (torch.mul ?c ?a:matrix) ?i) (torch.mul ?c (get ?a ?i)))"
    "  (rewrite D-FULL (get (torch.full ?n ?c) ?i) ?c)"
    "  (rewrite D-MV (get (torch.mv ?a ?x) ?i) (torch.dot (get ?a ?i) ?x))"
    "  (rewrite D-MM (get (torch.mm ?a ?b) ?i) (torch.mv (torch.transpose ?b) (get ?a ?i)))"
    "  (rewrite D-TRANSPOSE (get (get (torch.transpose ?a) ?i) ?j) (get (get ?a ?j) ?i))"
    "  (rewrite D-SUM2 (torch.sum ?a) (+ (get ?a 1) (+ (get ?a 0) 0)) :when (length ?a 2))"
    "  (rewrite D-DOT1 (torch.dot ?a ?b) (+ (* (get ?a 0) (get ?b 0)) 0) :when (length ?a 1))"
    "  (rewrite D-DOT2 (torch.dot ?a ?b) (+ (* (get ?a 1) (get ?b 1)) (+ (* (get ?a 0) (get ?b 0)) 0))"
    "    :when (length ?a 2))"
    "  (rewrite D-DOT4 (torch.dot ?a ?b) (+ (+ (* (get ?a 0) (get ?b 0)) (* (get ?a 1) (get ?b 1)))"
    "    (+ (* (get ?a 2) (get ?b 2)) (* (get ?a 3) (get ?b 3)))) :when (length ?a 4))"
    "  (rewrite D-FLATTEN0 (get (flatten ?a) 0) (get (get ?a 0) 0) :when (shape ?a 2 2))"
    "  (rewrite D-FLATTEN1 (get (flatten ?a) 1) (get (get ?a 0) 1) :when (shape ?a 2 2))"
    "  (rewrite D-FLATTEN2 (get (flatten ?a) 2) (get (get ?a 1) 0) :when (shape ?a 2 2))"
    "  (rewrite D-FLATTEN3 (get (flatten ?a) 3) (get (get ?a 1) 1) :when (shape ?a 2 2))"
    "  (rewrite D-FOLD2 (ifold 2 ?e ?f) (app (app ?f 1) (app (app ?f 0) ?e))))";

#define PROGRAM                                                                                              \
  "(size n 4) (size m 5) (input x (array n f64)) (input y (array n f64)) (input z (array m f64)) "           \
  "(input p (array 2 f64)) (input q (array 2 f64)) (input A (array n (array m f64))) "                       \
  "(input D (array n (array m f64))) (input M (array n (array 2 f64))) (input Q (array 2 (array m f64))) "   \
  "(input R (array m (array 2 f64))) (input S (array 2 (array 2 f64))) (input c f64) (input d f64) (input "  \
  "i i64) (input j i64) "                                                                                    \
  "(term (tuple %s %s))"

#define AT(a) "(get " a " i)"
#define AT2(a) "(get (get " a " i) j)"

static const struct {
  const char *lemma, *left, *right;
} proofs[] = {
    {"P-VECTOR", AT("(build n (lam (max 0 (* (get x %0) (torch.dot (get M %0) p)))))"),
     AT("(app (lam (build n (lam (max 0 (* (get x %0) (get %1 %0)))))) (build n (lam (torch.dot (get M %0) "
        "p))))")},
    {"P-MATRIX",
     AT2("(build n (lam (build m (lam (* (get (get A %1) %0) (torch.dot (get M %1) (get R %0)))))))"),
     AT2("(app (lam (build n (lam (build m (lam (* (get (get A %1) %0) (get (get %2 %1) %0))))))) "
         "(build n (lam (build m (lam (torch.dot (get M %1) (get R %0)))))))")},
    {"D-FOLDTUPLE",
     "(ifold 2 (tuple c d) (lam (lam (tuple (+ (get p %1) (fst %0)) (* (get q %1) (snd %0))))))",
     "(tuple (ifold 2 c (lam (lam (+ (get p %1) %0)))) (ifold 2 d (lam (lam (* (get q %1) %0)))))"},
    {"D-ACCUMULATOR", "(ifold 2 c (lam (lam (+ (get p %1) (+ %0 (get q %1))))))",
     "(ifold 2 c (lam (lam (+ (+ (get p %1) (get q %1)) %0))))"},
    {"D-NESTED", "(ifold 2 c (lam (lam (ifold 2 %0 (lam (lam (+ (* (get p %3) (get q %1)) %0)))))))",
     "(ifold 2 c (lam (lam (+ (ifold 2 0 (lam (lam (+ (* (get p %3) (get q %1)) %0)))) %0))))"},
    {"D-NESTEDVECTOR",
     AT("(ifold 2 x (lam (lam (ifold 2 %0 (lam (lam (build n (lam (+ (get %1 %0) (* (get p %4) (get (get M "
        "%0) "
        "%2)))))))))))"),
     AT("(ifold 2 x (lam (lam (build n (lam (+ (get %1 %0) (ifold 2 0 (lam (lam (+ (* (get p %4) (get (get M "
        "%2) "
        "%1)) %0))))))))))")},
    {"P-CUBE",
     "(get " AT2("(build n (lam (build m (lam (build 2 (lam (max (get p %0) (torch.dot (get M %2) (get R "
                 "%1)))))))))") " 0)",
     "(get " AT2(
         "(app (lam (build n (lam (build m (lam (build 2 (lam (max (get p %0) (get (get %3 %2) %1))))))))) "
         "(build n (lam (build m (lam (torch.dot (get M %1) (get R %0)))))))") " 0)"},
    {"F-SUMOFDOT",
     "(torch.sum (build 2 (lam (torch.dot (get S %0) (build 2 (lam (* (get p %1) (get q %0))))))))",
     "(torch.dot (flatten S) (flatten (build 2 (lam (build 2 (lam (* (get p %1) (get q %0))))))))"},
    {"L-INDEXBUILD", "(get (build n (lam (* c (get x %0)))) i)", "(* c (get x i))"},
    {"L-ETA", AT("(build n (lam (get x %0)))"), AT("x")},
    {"L-SUM", "(ifold 2 0 (lam (lam (+ (* c (get p %1)) %0))))",
     "(torch.sum (build 2 (lam (* c (get p %0)))))"},
    {"L-SUMFROM", "(ifold 2 d (lam (lam (+ (get p %1) %0))))",
     "(+ d (torch.sum (build 2 (lam (get p %0)))))"},
    {"L-SUMOFPRODUCT", "(torch.sum (build 2 (lam (* (get p %0) (get q %0)))))",
     "(torch.dot (build 2 (lam (get p %0))) (build 2 (lam (get q %0))))"},
    {"L-SUMHOIST", "(torch.sum (build 2 (lam (* c (get p %0)))))",
     "(* c (torch.sum (build 2 (lam (get p %0)))))"},
    {"L-SUMOFSUM", "(torch.sum (build 2 (lam (+ (get p %0) (get q %0)))))",
     "(+ (torch.sum (build 2 (lam (get p %0)))) (torch.sum (build 2 (lam (get q %0)))))"},
    {"L-DOTCOMMUTE", "(torch.dot p q)", "(torch.dot q p)"},
    {"L-SUMASDOT", "(torch.sum (build 2 (lam (get p %0))))",
     "(torch.dot (build 2 (lam (get p %0))) (torch.full 2 1))"},
    {"L-FOLDVECTOR", AT("(ifold 2 x (lam (lam (build n (lam (+ (get %1 %0) (* (get p %2) (get y %0))))))))"),
     AT("(torch.add x (build n (lam (torch.sum (build 2 (lam (* (get p %0) (get y %1))))))))")},
    {"L-FOLDMATRIX",
     AT2("(ifold 2 A (lam (lam (build n (lam (build m (lam (+ (get (get %2 %1) %0) (* (get (get M %1) %3) "
         "(get "
         "(get Q %3) %0))))))))))"),
     AT2("(torch.add A (build n (lam (build m (lam (torch.sum (build 2 (lam (* (get (get M %2) %0) (get (get "
         "Q "
         "%0) %1))))))))))")},
    {"L-ADD", AT("(build n (lam (+ (get x %0) (get y %0))))"),
     AT("(torch.add (build n (lam (get x %0))) (build n (lam (get y %0))))")},
    {"L-MUL", AT("(build n (lam (* c (get x %0))))"), AT("(torch.mul c (build n (lam (get x %0))))")},
    {"L-FULL", AT("(build n (lam c))"), AT("(torch.full n c)")},
    {"L-LIFTADD", AT2("(build n (lam (torch.add (get A %0) (get D %0))))"),
     AT2("(torch.add (build n (lam (get A %0))) (build n (lam (get D %0))))")},
    {"L-LIFTMUL", AT2("(build n (lam (torch.mul c (get A %0))))"),
     AT2("(torch.mul c (build n (lam (get A %0))))")},
    {"L-MATVEC", AT("(build n (lam (torch.dot (get M %0) p)))"),
     AT("(torch.mv (build n (lam (get M %0))) p)")},
    {"L-MATMAT", AT2("(build n (lam (torch.mv R (get M %0))))"),
     AT2("(torch.mm (build n (lam (get M %0))) (torch.transpose R))")},
    {"L-OUTER", AT2("(build n (lam (torch.mul (get x %0) z)))"),
     AT2("(torch.mm (build n (lam (build 1 (lam (get x %1))))) (build 1 (lam z)))")},
    {"L-TRANSPOSE", AT2("(build m (lam (build n (lam (get (get A %0) %1)))))"), AT2("(torch.transpose A)")},
    {"A-TRANSPOSETWICE", AT2("(torch.transpose (torch.transpose A))"), AT2("A")},
    {"A-TRANSPOSEADD", AT2("(torch.transpose (torch.add A D))"),
     AT2("(torch.add (torch.transpose A) (torch.transpose D))")},
    {"A-TRANSPOSEMUL", AT2("(torch.transpose (torch.mul c A))"), AT2("(torch.mul c (torch.transpose A))")},
    {"A-TRANSPOSEMM", AT2("(torch.transpose (torch.mm M Q))"),
     AT2("(torch.mm (torch.transpose Q) (torch.transpose M))")},
    {"A-ADDCOMMUTE", AT2("(torch.add A D)"), AT2("(torch.add D A)")},
    {"A-ADDASSOC", AT("(torch.add x (torch.add y x))"), AT("(torch.add (torch.add x y) x)")},
    {"A-MULMUL", AT2("(torch.mul c (torch.mul d A))"), AT2("(torch.mul (* c d) A)")},
    {"A-MULONE", AT2("(torch.mul 1 A)"), AT2("A")},
    {"A-ADDZEROS", AT("(torch.add x (torch.full n 0))"), AT("x")},
    {"A-ADDZEROROWS", AT2("(torch.add A (build n (lam (torch.full m 0))))"), AT2("A")},
    {"A-MULADD", AT2("(torch.mul c (torch.add A D))"), AT2("(torch.add (torch.mul c A) (torch.mul c D))")},
    {"A-MULFULL", AT("(torch.mul c (torch.full n d))"), AT("(torch.full n (* c d))")},
    {"A-DOTMUL", "(torch.dot (torch.mul c p) q)", "(* c (torch.dot p q))"},
    {"A-MVMUL", AT("(torch.mv M (torch.mul c p))"), AT("(torch.mul c (torch.mv M p))")},
    {"A-MVMULIN", AT("(torch.mul c (torch.mv M p))"), AT("(torch.mv M (torch.mul c p))")},
    {"A-MVMATMUL", AT("(torch.mv (torch.mul c M) p)"), AT("(torch.mul c (torch.mv M p))")},
    {"A-MMMUL", AT2("(torch.mm (torch.mul c M) Q)"), AT2("(torch.mul c (torch.mm M Q))")},
    {"A-MMMULR", AT2("(torch.mm M (torch.mul c Q))"), AT2("(torch.mul c (torch.mm M Q))")},
    {"A-MVMM", AT("(torch.mv (torch.mm M S) p)"), AT("(torch.mv M (torch.mv S p))")},
    {"A-MMASSOC", AT2("(torch.mm (torch.mm M S) Q)"), AT2("(torch.mm M (torch.mm S Q))")},
    {"A-MMASSOC-rev", AT2("(torch.mm M (torch.mm S Q))"), AT2("(torch.mm (torch.mm M S) Q)")},
};

// Laws of real numbers: nothing to derive.
static const char *const laws[] = {"L-COMMUTEADD", "L-ASSOCMUL", "L-DISTRIBUTE", "L-SUB", "L-DIV"};

static bool prove(const char *left, const char *right) {
  SMR_OWNED(SmrStr, smr_str_free) program = {0};
  smr_str_printf(&program, PROGRAM, left, right);
  Lab lab;
  lab_open(&lab, smr_str_get(&program));
  lab_read(&lab, "core");
  lab_read(&lab, "scalar");
  lab_parse(&lab, definitions);
  assert_true(lab_find(&lab, left) != lab_find(&lab, right));
  // First to sums of products of elements, then ring laws.
  SmrRunBudget budget = {.iterations = 20, .nodes = 20000};
  lab_run(&lab, "core scalar define", &budget);
  bool equal = lab_find(&lab, left) == lab_find(&lab, right);
  for (uint32_t step = 0; step < 6 && !equal; step++) {
    budget = (SmrRunBudget){.iterations = 1, .nodes = 20000};
    lab_run(&lab, "scalar ring", &budget);
    equal = lab_find(&lab, left) == lab_find(&lab, right);
  }
  lab_close(&lab);
  return equal;
}

TEST(lemmas) {
  for (uint32_t i = 0; i < sizeof proofs / sizeof *proofs; i++)
    if (!prove(proofs[i].left, proofs[i].right))
      fail_msg("%s: %s is not shown to be %s", proofs[i].lemma, proofs[i].left, proofs[i].right);
}

// What is wrong is not shown.
TEST(no_lemmas) {
  assert_false(prove("(torch.dot p q)", "(torch.dot p p)"));
  assert_false(prove(AT2("(torch.mm M Q)"), AT2("(torch.transpose (torch.mm M Q))")));
  assert_false(prove(AT2("(build n (lam (torch.mv R (get M %0))))"), AT2("(torch.mm M R)")));
  assert_false(prove(AT("(torch.mul c x)"), AT("(torch.mul d x)")));
  assert_false(prove("(torch.sum (build 2 (lam (* c (get p %0)))))", "(torch.sum p)"));
}

// The definitions are rules like others.
TEST(definitions_are_true) {
  SmrOperators *ops = smr_operators_create();
  SmrArray *array = smr_array_create(ops);
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0};
  SmrDiag diag = {0};
  assert_true(
      smr_rules_parse(ops, "definitions", definitions, strlen(definitions), NULL, NULL, &rules, &diag));
  for (uint32_t i = 0; i < rules.list.size; i++) {
    SmrRuleCheck check;
    smr_rule_check(ops, rules.list.data[i], i, 200, 20000, &check);
    if (check.different)
      fail_msg("%s", smr_str_get(&check.example));
    assert_true(check.compared >= 20);
    smr_rule_check_free(&check);
  }
  smr_array_destroy(array);
  smr_operators_destroy(ops);
}

TEST(which_are_left) {
  SmrOperators *ops = smr_operators_create();
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0};
  read_rule_file(ops, "lift", &rules);
  uint32_t proved = 0;
  for (uint32_t i = 0; i < rules.list.size; i++) {
    const char *name = rules.list.data[i]->name;
    bool found = name[1] != '-' || (*name != 'L' && *name != 'A' && *name != 'P') || strstr(name, "-CURVED");
    for (uint32_t k = 0; k < sizeof laws / sizeof *laws; k++)
      found |= !strcmp(laws[k], name);
    for (uint32_t k = 0; k < sizeof proofs / sizeof *proofs; k++)
      if (!strcmp(proofs[k].lemma, name))
        found = true, proved++;
    if (!found)
      printf("           without a proof here: %s\n", name);
  }
  printf("           %u lemmas proved\n", proved);
  assert_true(proved >= 30);
  smr_operators_destroy(ops);
}
