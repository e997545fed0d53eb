//===- test_rules.c - every rule is true, and fires where it should ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/check_rules.h"
#include "array_lab.h"
#include <dirent.h>

// Instances per rule.
static uint32_t instances(void) {
  return test_rounds(300);
}

//===--- every rule of every file, on random terms ---===//

static void check_file(const char *name, uint32_t *checked) {
  SmrOperators *ops = smr_operators_create();
  SmrArray *array = smr_array_create(ops); // (`lam` binds)
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0};
  uint32_t wanted = instances();
  read_rule_file(ops, name, &rules);
  for (uint32_t i = 0; i < rules.list.size; i++) {
    SmrRuleCheck check;
    smr_rule_check(ops, rules.list.data[i], i, wanted, 60 * wanted, &check);
    if (check.different)
      fail_msg("%s", smr_str_get(&check.example));
    if (check.compared < wanted)
      fail_msg("%s: only %u of %u instances were compared (%u applied, %u undefined)",
               rules.list.data[i]->name, check.compared, check.tried, check.applied, check.undefined);
    smr_rule_check_free(&check);
    (*checked)++;
  }
  smr_array_destroy(array);
  smr_operators_destroy(ops);
}

static int by_name(const void *a, const void *b) {
  return strcmp(a, b);
}

TEST(every_file) {
  char names[32][64];
  uint32_t count = 0, checked = 0;
  DIR *pat = opendir(SMR_SOURCE_DIR "/pat");
  assert_non_null(pat);
  for (struct dirent *entry; (entry = readdir(pat));) {
    int length = 0;
    char name[64];
    if (sscanf(entry->d_name, "array-%63[^.].rules%n", name, &length) == 1 && length &&
        !entry->d_name[length])
      strcpy(names[count++], name);
    assert_true(count < 32);
  }
  closedir(pat);
  qsort(names, count, sizeof *names, by_name);
  assert_true(count >= 6);
  for (uint32_t i = 0; i < count; i++)
    check_file(names[i], &checked);
  printf("           %u rules of %u files, %u instances each\n", checked, count, instances());
}

//===--- wrong rules are caught ---===//

#define FREE1(x) ":when (not-free ?" x " 0) "
#define FREE2(x) ":when (not-free ?" x " 0) :when (not-free ?" x " 1) "
#define LENGTH(x) ":when (length ?" x " ?n) "

static const struct {
  const char *what, *rule;
} wrong[] = {
    {"transposed twice is transposed", "(torch.transpose (torch.transpose ?a)) (torch.transpose ?a)"},
    {"no transposition",
     "(build ?n (lam (torch.mv ?b (get ?a %0)))) (torch.mm (!shift -1 1 ?a) (!shift -1 1 ?b)) " FREE1("a")
         FREE1("b") LENGTH("a")},
    {"I-MATMAT as listed: mv(B, A[i]) is A Bᵀ",
     "(build ?n (lam (torch.mv ?b (get ?a %0)))) (torch.mm (!shift -1 1 ?b) (!shift -1 1 ?a)) " FREE1("a")
         FREE1("b") LENGTH("a")},
    {"gemm's flags the wrong way", "(gemm:FF ?c (transpose ?a) ?b ?d ?e) (gemm:FT ?c ?a ?b ?d ?e)"},
    {"a flag is not turned", "(gemv:T ?c (transpose ?a) ?b ?d ?e) (gemv:T ?c ?a ?b ?d ?e)"},
    {"gemv's flag",
     "(build ?n (lam (+ (* ?c (dot (get ?a %0) ?b)) (* ?d (get ?e %0))))) "
     "(gemv:T (!shift -1 1 ?c) (!shift -1 1 ?a) (!shift -1 1 ?b) (!shift -1 1 ?d) (!shift -1 1 "
     "?e)) " FREE1("c") FREE1("a") FREE1("b") FREE1("d") FREE1("e") LENGTH("a") LENGTH("e")},
    {"transpose(A Bᵀ)",
     "(torch.transpose (torch.mm ?a ?b)) (torch.mm (torch.transpose ?a) (torch.transpose ?b))"},
    {"transpose's shape the wrong way",
     "(build ?n (lam (build ?m (lam (get (get ?a %0) %1))))) "
     "(torch.transpose (!shift -2 2 ?a)) " FREE2("a") ":when (shape ?a ?n ?m) :when (matrix ?a)"},
    {"transpose of more than a matrix",
     "(build ?n (lam (build ?m (lam (get (get ?a %0) %1))))) "
     "(torch.transpose (!shift -2 2 ?a)) " FREE2("a") ":when (shape ?a ?m ?n)"},
    {"the copy is taken for a transposition",
     "(build ?n (lam (build ?m (lam (get (get ?a %1) %0))))) "
     "(torch.transpose (!shift -2 2 ?a)) " FREE2("a") ":when (shape ?a ?n ?m) :when (matrix ?a)"},
    {"no not-free", "(build ?n (lam (get ?a %0))) (app (lam ?a) 0) " LENGTH("a")},
    {"no not-free: a factor", "(torch.sum (build ?n (lam (* ?c ?a)))) "
                              "(* (app (lam ?c) 0) (torch.sum (build ?n (lam ?a))))"},
    {"no not-free: full", "(build ?n (lam ?c:scalar)) (torch.full ?n (app (lam ?c) 0))"},
    {"no not-free: the accumulator", "(ifold ?n 0 (lam (lam (+ ?e:scalar %0)))) "
                                     "(torch.sum (build ?n (lam (!subst ?e 0))))"},
    {"no not-free: dot", "(ifold ?n 0 (lam (lam (+ (* ?a ?b) %0)))) "
                         "(torch.dot (build ?n (lam (!subst ?a 1))) (build ?n (lam (!subst ?b 1))))"},
    {"not-free of the wrong index", "(ifold ?n 0 (lam (lam (+ ?e:scalar %0)))) "
                                    "(torch.sum (build ?n (lam (!subst ?e 0)))) :when (not-free ?e 2)"},
    {"no length", "(build ?n (lam (get ?a %0))) (!shift -1 1 ?a) " FREE1("a")},
    {"no length: dot", "(ifold ?n 0 (lam (lam (+ (* (get ?a %1) (get ?b %1)) %0)))) "
                       "(dot (!shift -2 2 ?a) (!shift -2 2 ?b)) " FREE2("a") FREE2("b") LENGTH("a")},
    {"no length: sum", "(ifold ?n 0 (lam (lam (+ (get ?a %1) %0)))) (torch.sum (!shift -2 2 ?a)) " FREE2(
                           "a") ":when (vector ?a)"},
    {"no length: axpy", "(build ?n (lam (+ (* ?c (get ?a %0)) (get ?b %0)))) (axpy (!shift -1 1 ?c) (!shift "
                        "-1 1 ?a) (!shift -1 1 "
                        "?b)) " FREE1("c") FREE1("a") FREE1("b") LENGTH("a")},
    {"no length: hoisting from dot", "(dot (build ?n (lam (* ?c (get ?a %0)))) ?b) "
                                     "(* (!shift -1 1 ?c) (dot (!shift -1 1 ?a) ?b)) " FREE1("c") FREE1("a")},
    {"no length: mv",
     "(build ?n (lam (torch.dot (get ?a %0) ?b))) (torch.mv (!shift -1 1 ?a) (!shift -1 1 ?b)) " FREE1("a")
         FREE1("b")},
    {"I-MATVEC as listed: the index of the loop outside",
     "(build ?n (lam (build ?m (lam (torch.dot (get ?a %1) ?b))))) (build ?n (lam (torch.mv (!shift -1 1 ?a) "
     "(!shift -1 1 ?b)))) " FREE1("a") FREE1("b") ":when (length ?a ?m)"},
    {"the index is one off", "(build ?n (lam (build ?m (lam (get (get ?a %1) %0))))) "
                             "(build ?n (lam (get (!shift -1 1 ?a) %1))) " FREE1("a")},
    {"not shifted: too low",
     "(build ?n (lam (* ?c ?a:scalar))) (torch.mul (!shift 1 0 (!shift -1 1 ?c)) (build ?n (lam ?a))) " FREE1(
         "c")},
    {"not shifted: left under the binder",
     "(build ?n (lam (torch.mul ?c ?a))) (torch.mul ?c (build ?n (lam ?a))) " FREE1("c")},
    {"R-INTROLAMBDA without its arrow", "?e:scalar (app (lam ?e) ?y) :forall (?y index)"},
    {"β without lowering", "(app (lam ?e) ?y) (!shift 1 0 (!subst ?e ?y))"},
    {"the other part", "(fst (tuple ?a ?b)) ?b"},
    {"swapped operands", "(- ?x ?y) (- ?y ?x)"},
    {"swapped operands: >", "(> ?x ?y) (> ?y ?x)"},
    {"swapped operands: mm", "(torch.mm ?a ?b) (torch.mm ?b ?a)"},
    {"swapped operands: gemv's factors", "(torch.add (torch.mul ?c (torch.mv ?a ?x)) (torch.mul ?d ?y)) "
                                         "(gemv:F ?d ?a ?x ?c ?y)"},
    {"swapped operands: axpy", "(torch.add (torch.mul ?c ?x:vector) ?y:vector) (axpy ?c ?y ?x)"},
    {"swapped operands: get", "(build ?n (lam (build ?m (lam (get (get ?a %1) %0))))) "
                              "(build ?n (lam (build ?m (lam (get (get ?a %0) %1)))))"},
    {"β = 0 with a C that is then left out", "(torch.add (torch.mv ?a ?x) ?y) (gemv:F 1 ?a ?x 0 ?y)"},
    {"β = 0 for β = 1", "(torch.add (torch.mul ?c (torch.mm ?a ?b)) ?e) (gemm:FF ?c ?a ?b 0 ?e)"},
    {"β = 0, C of another shape", "(torch.mm ?a ?b) (gemm:FF 1 ?a ?b 0 ?a)"},
    {"β = 0, C is the vector", "(torch.mv ?a ?x) (gemv:F 1 ?a ?x 0 ?x)"},
    {"α = 0", "(torch.add (torch.mv ?a ?x) ?y) (gemv:F 0 ?a ?x 1 ?y)"},
    {"zeros of the wrong shape", "(torch.mv ?a ?x) (gemv:F 1 ?a ?x 1 (!zeros ?x))"},
    {"x + 1 = x", "(+ ?x 1) ?x"},
    {"0 * x = 1", "(* 0 ?x) 1"},
    {"a sum that starts elsewhere", "(ifold ?n ?i:scalar (lam (lam (+ ?e:scalar %0)))) "
                                    "(torch.sum (build ?n (lam (!shift -1 1 ?e)))) " FREE1("e")},
    {"memset of ones", "(build ?n (lam 1)) (memset ?n 0)"},
    {"full of one size more", "(torch.full ?n ?c) (torch.full 3 ?c)"},
    {"a call by name: its flag", "(gemv:T ?c ?a ?x 0 ?y) (torch.mul ?c (torch.mv ?a ?x))"},
    {"a call by name: the other operand's flag",
     "(gemm:FT ?c ?a ?b 0 ?e) (torch.mul ?c (torch.mm (torch.transpose ?a) ?b))"},
    {"a call by name: C is left out", "(gemv:F ?c ?a ?x ?d ?y) (torch.mul ?c (torch.mv ?a ?x))"},
    {"an element of a product: the column's",
     "(get (torch.mm ?a ?b) ?i) (torch.mv ?b (get (torch.transpose ?a) ?i))"},
    {"ones are added as if they were zeros", "(torch.add ?a (torch.full ?n 1)) ?a"},
    {"named arrays: the loops' sizes swapped",
     "(build ?m (lam (build ?n (lam ?e)))) (!namematrix ?n ?m ?e) :when (mixed ?e)"},
    {"flattened by columns", "(flatten (torch.transpose ?a)) (flatten ?a)"},
    {"a sum of products is a product of sums",
     "(torch.sum (build ?n (lam (torch.dot ?a ?b)))) (torch.dot (flatten (build ?n (lam ?a))) (flatten "
     "(build ?n (lam ?a))))"},
    {"rows of the wrong length", "(build ?n (lam (torch.mv ?a ?x))) (!rowsof ?x ?n (torch.mv (flatten (build "
                                 "?n (lam ?a))) (!shift -1 1 ?x))) "
                                 ":when (not-free ?x 0)"},
    {"columns for rows",
     "(build ?l (lam (flatten (build ?n (lam (build ?m (lam (get (get (get ?c %1) %0) %2)))))))) "
     "(flatten (!shift -3 3 ?c)) :when (cube ?c ?n ?m ?l)"},
    {"split the other way", "(split ?n ?m ?v) (split ?m ?n ?v)"},
    {"what is added is not flattened", "(torch.add (split ?n ?m ?v) ?w) (split ?n ?m ?v)"},
    {"types that contradict", "(torch.sum ?a) (build 1 (lam (!shift 1 0 (torch.sum ?a))))"},
};

TEST(wrong_rules) {
  for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    SmrOperators *ops = smr_operators_create();
    SmrArray *array = smr_array_create(ops);
    SmrRules rules = {0};
    SmrDiag diag = {0};
    SmrStr text = {0};
    smr_str_printf(&text, "(rewrite WRONG %s)", wrong[i].rule);
    if (!smr_rules_parse(ops, wrong[i].what, text.data, text.size, NULL, NULL, &rules, &diag)) {
      smr_diag_flush(&diag, stderr);
      fail_msg("%s", wrong[i].rule);
    }
    SmrRuleCheck check;
    smr_rule_check(ops, rules.list.data[0], 1, 300, 10000, &check);
    if (!check.different)
      fail_msg("not caught: %s: %u tried, %u applied, %u compared", wrong[i].what, check.tried, check.applied,
               check.compared);
    smr_rule_check_free(&check);
    smr_str_free(&text);
    smr_diag_free(&diag);
    smr_rules_free(&rules);
    smr_array_destroy(array);
    smr_operators_destroy(ops);
  }
  printf("           %u wrong rules caught\n", (uint32_t)(sizeof wrong / sizeof *wrong));
}

//===--- each rule of the paper fires where it alone should ---===//

#define GEMV(x) "(gemv:" x " a "
#define GEMM(x) "(gemm:" x " a "

static const struct {
  const char *id, *file, *sets; // a set: no other rule of it may fire
  const char *before, *after;
} fires[] = {
    {"R-BETAREDUCE", "core", "core", "(app (lam (* %0 b)) a)", "(* a b)"},
    {"R-ELIMINDEXBUILD", "core", "core", "(get (build n (lam (get x %0))) 1)", "(app (lam (get x %0)) 1)"},
    {"R-ELIMFSTTUPLE", "core", "core", "(fst (tuple x a))", "x"},
    {"R-ELIMSNDTUPLE", "core", "core", "(snd (tuple x a))", "a"},
    {"R-INTROLAMBDA", "core", "R-INTROLAMBDA", "(build n (lam (* %0 a)))",
     "(build n (lam (* %0 (app (lam a) %0))))"},
    {"R-INTROINDEXBUILD", "core", "R-INTROINDEXBUILD", "(app (lam (lam %0)) n)",
     "(get (build n (lam (lam %0))) n)"},
    {"R-INTROFSTTUPLE", "core", "R-INTROFSTTUPLE", "(* a b)", "(fst (tuple (* a b) a))"},
    {"R-INTROSNDTUPLE", "core", "R-INTROSNDTUPLE", "(* a b)", "(snd (tuple a (* a b)))"},
    {"E-ADDZERO", "scalar", "scalar", "(+ a 0)", "a"},
    {"E-ADDZERO-rev", "scalar", "E-ADDZERO-rev", "a", "(+ a 0)"},
    {"E-MULONEL", "scalar", "E-MULONEL", "(* 1 a)", "a"},
    {"E-MULONEL-rev", "scalar", "E-MULONEL-rev", "a", "(* 1 a)"},
    {"E-MULONER", "scalar", "E-MULONER", "(* a 1)", "a"},
    {"E-MULONER-rev", "scalar", "E-MULONER-rev", "a", "(* a 1)"},
    {"E-COMMUTEMUL", "scalar", "scalar", "(* a b)", "(* b a)"},
    {"I-AXPY", "blas", "blas", "(build n (lam (+ (* a (get x %0)) (get y %0))))", "(axpy a x y)"},
    {"I-DOT", "blas", "blas", "(ifold n 0 (lam (lam (+ (* (get x %1) (get y %1)) %0))))", "(dot x y)"},
    {"I-GEMV", "blas", "blas", "(build m (lam (+ (* a (dot (get A %0) x)) (* b (get u %0)))))",
     GEMV("F") "A x b u)"},
    {"I-GEMM", "blas", "blas", "(build m (lam (gemv:F a D (get A %0) b (get E %0))))", GEMM("FT") "A D b E)"},
    {"I-TRANSPOSE", "blas", "blas", "(build n (lam (build m (lam (get (get A %0) %1)))))", "(transpose A)"},
    {"I-TRANSPOSEINGEMV", "blas", "blas", GEMV("F") "(transpose A) u b x)", GEMV("T") "A u b x)"},
    {"I-TRANSPOSEINGEMV-T", "blas", "blas", GEMV("T") "(transpose A) x b u)", GEMV("F") "A x b u)"},
    {"I-TRANSPOSEAINGEMM", "blas", "blas", GEMM("FF") "(transpose A) C b B)", GEMM("TF") "A C b B)"},
    {"I-TRANSPOSEAINGEMM-FT", "blas", "blas", GEMM("FT") "(transpose A) A b F)", GEMM("TT") "A A b F)"},
    {"I-TRANSPOSEAINGEMM-TF", "blas", "blas", GEMM("TF") "(transpose A) B b C)", GEMM("FF") "A B b C)"},
    {"I-TRANSPOSEAINGEMM-TT", "blas", "blas", GEMM("TT") "(transpose A) D b E)", GEMM("FT") "A D b E)"},
    {"I-TRANSPOSEBINGEMM", "blas", "blas", GEMM("FF") "A (transpose D) b E)", GEMM("FT") "A D b E)"},
    {"I-TRANSPOSEBINGEMM-FT", "blas", "blas", GEMM("FT") "A (transpose B) b C)", GEMM("FF") "A B b C)"},
    {"I-TRANSPOSEBINGEMM-TF", "blas", "blas", GEMM("TF") "B (transpose F) b G)", GEMM("TT") "B F b G)"},
    {"I-TRANSPOSEBINGEMM-TT", "blas", "blas", GEMM("TT") "B (transpose F) b G)", GEMM("TF") "B F b G)"},
    {"I-HOISTMULFROMDOT", "blas", "blas", "(dot (build n (lam (* a (get x %0)))) y)", "(* a (dot x y))"},
    {"I-MEMSETZERO", "blas", "blas", "(build n (lam 0))", "(memset n 0)"},
    {"I-DOT", "torch", "torch", "(ifold n 0 (lam (lam (+ (* (get x %1) (get y %1)) %0))))",
     "(torch.dot x y)"},
    {"I-VECSUM", "torch", "torch", "(ifold n 0 (lam (lam (+ (get x %1) %0))))", "(torch.sum x)"},
    {"I-MATVEC", "torch", "torch", "(build m (lam (torch.dot (get A %0) x)))", "(torch.mv A x)"},
    {"I-MATMAT", "torch", "torch", "(build m (lam (torch.mv D (get A %0))))",
     "(torch.mm A (torch.transpose D))"},
    {"I-TRANSPOSE", "torch", "torch", "(build n (lam (build m (lam (get (get A %0) %1)))))",
     "(torch.transpose A)"},
    {"I-TRANSPOSETWICE", "torch", "torch", "(torch.transpose (torch.transpose A))", "A"},
    {"I-ADDVEC", "torch", "torch", "(build n (lam (+ (get x %0) (get y %0))))", "(torch.add x y)"},
    {"I-LIFTADD", "torch", "torch", "(build m (lam (torch.add (get A %0) (get D %0))))", "(torch.add A D)"},
    {"I-MULSCALARANDVEC", "torch", "torch", "(build n (lam (* a (get x %0))))", "(torch.mul a x)"},
    {"I-LIFTMUL", "torch", "torch", "(build m (lam (torch.mul a (get A %0))))", "(torch.mul a A)"},
    {"I-FULLVEC", "torch", "torch", "(build n (lam a))", "(torch.full n a)"},
};

// Whether a rule by itself does something to the program in one step; then whether the result is there.
static bool changes(const char *program, const char *file, const char *rule, const char *after, bool *there) {
  Lab lab;
  lab_open(&lab, program);
  lab_read(&lab, file);
  assert_false(lab_equals(&lab, after));
  SmrRunBudget once = {.iterations = 1};
  lab_run(&lab, rule, &once);
  bool changed = smr_run_iteration(lab.run, 0)->unions > 0;
  *there = lab_equals(&lab, after);
  lab_close(&lab);
  return changed;
}

TEST(each_by_its_name) {
  for (uint32_t i = 0; i < sizeof fires / sizeof *fires; i++) {
    SmrStr program = {0};
    smr_str_printf(&program,
                   SIZES INPUTS "(input E (array m (array m f64))) (input F (array n (array n f64))) "
                                "(input G (array k (array n f64))) (term %s)",
                   fires[i].before);
    const char *text = smr_str_get(&program), *after = fires[i].after;
    bool there;
    if (!changes(text, fires[i].file, fires[i].id, after, &there) || !there)
      fail_msg("%s did not make %s of %s", fires[i].id, after, fires[i].before);
    SmrOperators *ops = smr_operators_create();
    SmrRules rules = {0};
    read_rule_file(ops, fires[i].file, &rules);
    const SmrRuleSet *set = smr_rules_set(&rules, fires[i].sets);
    for (uint32_t k = 0; set && k < set->rules.size; k++) {
      const char *other = rules.list.data[set->rules.data[k]]->name;
      if (strcmp(other, fires[i].id) && changes(text, fires[i].file, other, after, &there))
        fail_msg("%s fired on %s, which is for %s", other, fires[i].before, fires[i].id);
    }
    smr_rules_free(&rules);
    smr_operators_destroy(ops);
    smr_str_free(&program);
  }
}

// Every rule of these files has its line above.
TEST(none_is_left_out) {
  static const char *const files[] = {"core", "scalar", "blas", "torch"};
  for (uint32_t f = 0; f < 4; f++) {
    SmrOperators *ops = smr_operators_create();
    SmrRules rules = {0};
    read_rule_file(ops, files[f], &rules);
    for (uint32_t i = 0; i < rules.list.size; i++) {
      bool found = false;
      for (uint32_t k = 0; k < sizeof fires / sizeof *fires; k++)
        found |= !strcmp(fires[k].id, rules.list.data[i]->name) && !strcmp(fires[k].file, files[f]);
      if (!found)
        fail_msg("%s of array-%s.rules has no test of its own", rules.list.data[i]->name, files[f]);
    }
    smr_rules_free(&rules);
    smr_operators_destroy(ops);
  }
}
