//===- lambda_goals.h - three rewrite goals of a functional language -----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Koehler, Trinder, Steuwer: Sketch-Guided Equality Saturation, figures 13 to 15: rules, start terms and goal
// terms in untyped Rise with De Bruijn indices, in βη-normal form as far as the goals start there.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_EGRAPH_LAMBDA_GOALS_H
#define SMR_TEST_EGRAPH_LAMBDA_GOALS_H

static const TextRule lambda_rules[] = {
    {"beta", "(app (lam ?b) ?e)", "(!subst ?b ?e)", NULL},
    {"eta", "(lam (app ?f %0))", "(!shift -1 1 ?f)", "(not-free ?f 0)"},
    {"map-fusion", "(app (app map ?f) (app (app map ?g) ?x))",
     "(app (app map (lam (app (!shift 1 0 ?f) (app (!shift 1 0 ?g) %0)))) ?x)", NULL},
    {"map-fission", "(app map (lam (app ?f ?gx)))",
     "(lam (app (app map ?f) (app (app map (lam (!shift 1 1 ?gx))) %0)))", "(not-free ?f 0)"},
    {"transpose-transpose", "(app transpose (app transpose ?x))", "?x", NULL},
    {"slide-before-map", "(app (app (app slide ?n) ?m) (app (app map ?f) ?x))",
     "(app (app map (app map ?f)) (app (app (app slide ?n) ?m) ?x))", NULL},
    {"map-slide-before-transpose", "(app transpose (app (app map (app (app slide ?n) ?m)) ?x))",
     "(app (app map transpose) (app (app (app slide ?n) ?m) (app transpose ?x)))", NULL},
    {"slide-before-map-map", "(app (app map (app map ?f)) (app (app (app slide ?n) ?m) ?x))",
     "(app (app (app slide ?n) ?m) (app (app map ?f) ?x))", NULL},
    {"separate-dot-hv",
     "(app (app (app reduce add) 0) (app (app map (lam (app (app mul (app fst %0)) (app snd "
     "%0)))) (app (app zip (app join weights2d)) (app join ?n))))",
     "(app (app (app reduce add) 0) (app (app map (lam (app (app mul (app fst %0)) (app snd "
     "%0)))) (app (app zip weightsV) (app (app map (lam (app (app (app reduce add) 0) (app (app "
     "map (lam (app (app mul (app fst %0)) (app snd %0)))) (app (app zip weightsH) %0))))) ?n))))",
     NULL},
    {"separate-dot-vh",
     "(app (app (app reduce add) 0) (app (app map (lam (app (app mul (app fst %0)) (app snd "
     "%0)))) (app (app zip (app join weights2d)) (app join ?n))))",
     "(app (app (app reduce add) 0) (app (app map (lam (app (app mul (app fst %0)) (app snd "
     "%0)))) (app (app zip weightsH) (app (app map (lam (app (app (app reduce add) 0) (app (app "
     "map (lam (app (app mul (app fst %0)) (app snd %0)))) (app (app zip weightsV) %0))))) (app "
     "transpose ?n)))))",
     NULL},
};

static const struct {
  const char *name;
  uint32_t rules; // the first so many
  const char *start, *goal;
} lambda_goals[] = {
    {"reduction", 2,
     "(app (lam (app (lam (app (app %1 %0) (app (app %1 %0) (app (app %1 %0) (app (app %1 %0) "
     "(app (app %1 %0) (app (app %1 %0) %0))))))) (lam (app (app add %0) 1)))) (lam (lam (lam "
     "(app %2 (app %1 %0))))))",
     "(lam (app (app add (app (app add (app (app add (app (app add (app (app add (app (app add "
     "(app (app add %0) 1)) 1)) 1)) 1)) 1)) 1)) 1))"},
    {"fission", 4,
     "(lam (lam (lam (lam (lam (app map (lam (app %1 (app %2 (app %3 (app %4 (app %5 "
     "%0))))))))))))",
     "(lam (lam (lam (lam (lam (lam (app (app map (lam (app %2 (app %3 (app %4 %0))))) (app (app "
     "map (lam (app %5 (app %6 %0)))) %0))))))))"},
    {"binomial", 10,
     "(lam (app (app map (app map (lam (app (app (app reduce add) 0) (app (app map (lam (app (app "
     "mul (app fst %0)) (app snd %0)))) (app (app zip (app join weights2d)) (app join %0))))))) "
     "(app (app map transpose) (app (app (app slide 3) 1) (app (app map (app (app slide 3) 1)) "
     "%0)))))",
     "(lam (app (app map (lam (app (app map (lam (app (app (app reduce add) 0) (app (app map (lam "
     "(app (app mul (app fst %0)) (app snd %0)))) (app (app zip weightsH) %0))))) (app (app (app "
     "slide 3) 1) (app (app map (lam (app (app (app reduce add) 0) (app (app map (lam (app (app "
     "mul (app fst %0)) (app snd %0)))) (app (app zip weightsV) %0))))) (app transpose %0)))))) "
     "(app (app (app slide 3) 1) %0)))"},
};

#endif
