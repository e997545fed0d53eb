//===- test_optimise.c - the sixteen kernels of LIAR's Table I -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For each kernel and target: the calls that are found, and that their cost by the paper's own model is at
// most that of the paper's solution, where Tables II and III and the text say enough of it to write it down.
// Each solution is evaluated against its program.
#include "array/check.h"
#include "array/optimise.h"
#include "egraph/term_text.h"
#include "test.h"

typedef struct {
  const char *kernel, *calls;
  const char *paper; // the paper's solution as a term; NULL: only its list of calls is known
} Expected;

static const Expected blas[] = {
    {"vsum", "dot", "(dot x (build n (lam 1)))"},
    {"axpy", "axpy", "(axpy alpha x y)"},
    {"memset", "memset", "(memset n 0)"},
    {"gemv", "gemv:F", "(gemv:F alpha A x beta y)"},
    {"atax", "gemv:F gemv:T memset memset", "(gemv:T 1 A (gemv:F 1 A x 1 (memset n 0)) 1 (memset m 0))"},
    {"gesummv", "gemv:F gemv:F memset", "(gemv:F beta B x alpha (gemv:F 1 A x 1 (memset n 0)))"},
    {"mvt", "gemv:F gemv:T", NULL}, // the paper's: two gemv, two memset
    {"1mm", "gemm:FF memset", "(gemm:FF 1 A B 1 (build n (lam (memset m 0))))"},
    {"gemm", "gemm:FF", "(build n (lam (axpy beta (get C %0) (gemv:T alpha B (get A %0) 1 (memset m 0)))))"},
    {"slim-2mm", "gemm:FF gemm:FF memset memset",
     "(app (lam (build n (lam (gemv:T 1 C (get %1 %0) 1 (memset l 0))))) (gemm:FF 1 A B 1 (build n (lam "
     "(memset m 0)))))"},
    {"2mm", "gemm:FF gemm:FF memset", NULL}, // the paper's: axpy, gemv, dot, transpose in loops
    {"doitgen", "gemm:FF memset", "(build r (lam (gemm:FF 1 (get A %0) C 1 (build q (lam (memset p 0))))))"},
    {"gemver", "axpy gemv:F gemv:T gemm:FF gemm:FF", NULL}, // the paper's: axpy and dot in loops
    {"jacobi1d", "gemv:F memset",
     "(gemv:F 0.33333 (build n (lam (build 3 (lam (get x (+ %1 %0)))))) (build 3 (lam 1)) 1 (memset n 0))"},
    {"blur1d", "gemv:F memset",
     "(gemv:F (/ 1 3) (build n (lam (build 3 (lam (get x (+ %1 %0)))))) (build 3 (lam 1)) 1 (memset n 0))"},
    {"stencil2d", "gemv:F memset",
     "(build n (lam (gemv:F 1 (build m (lam (build 3 (lam (ifold 3 0 (lam (lam (+ (* (get (get w %2) %1) "
     "(get (get A (+ %4 %2)) (+ %3 %1))) "
     "%0)))))))) (build 3 (lam 1)) 1 (memset m 0))))"},
};

static const Expected torch[] = {
    {"vsum", "torch.sum", "(torch.sum x)"},
    {"axpy", "torch.add torch.mul", "(torch.add (torch.mul alpha x) y)"},
    {"memset", "torch.full", "(torch.full n 0)"},
    {"gemv", "torch.mv torch.add torch.mul torch.mul",
     "(torch.add (torch.mv (torch.mul alpha A) x) (torch.mul beta y))"},
    {"atax", "torch.mv torch.mv torch.transpose", "(torch.mv (torch.transpose A) (torch.mv A x))"},
    {"gesummv", "torch.mv torch.mv torch.add torch.mul torch.mul",
     "(torch.add (torch.mul alpha (torch.mv A x)) (torch.mul beta (torch.mv B x)))"},
    {"mvt", "torch.mv torch.mv torch.transpose torch.add torch.add",
     "(tuple (torch.add x1 (torch.mv A y1)) (torch.add x2 (torch.mv (torch.transpose A) y2)))"},
    {"1mm", "torch.mm", "(torch.mm A B)"},
    {"gemm", "torch.mm torch.add torch.mul torch.mul",
     "(torch.add (torch.mul alpha (torch.mm A B)) (torch.mul beta C))"},
    {"slim-2mm", "torch.mm torch.mm", NULL}, // the paper's: mm, and an mv for each row
    {"2mm", "torch.mm torch.mm torch.add torch.mul torch.mul",
     NULL}, // the paper's: add, mul, mv, transpose in loops
    {"doitgen", "torch.mm", "(build r (lam (torch.mm (get A %0) (torch.transpose (torch.transpose C)))))"},
    {"gemver",
     "torch.mv torch.mv torch.transpose torch.add torch.add torch.add torch.add torch.add torch.mul "
     "torch.mul torch.mul torch.mul",
     NULL}, // the paper's: add, dot, mul, mv in loops
    {"jacobi1d", "torch.mv torch.full",
     "(torch.mv (build n (lam (build 3 (lam (get x (+ %1 %0)))))) (torch.full 3 0.33333))"},
    {"blur1d", "torch.mv torch.full",
     "(torch.mv (build n (lam (build 3 (lam (get x (+ %1 %0)))))) (torch.full 3 (/ 1 3)))"},
    {"stencil2d", "torch.mv",
     "(build n (lam (torch.mv (build m (lam (build 3 (lam (ifold 3 0 (lam (lam (+ (* (get (get w %2) %1) "
     "(get (get A (+ %4 %2)) (+ %3 %1))) "
     "%0)))))))) (torch.full 3 1))))"},
};

// Programs that the paper does not have, written in other ways: BLAS.
static const char declarations[] =
    "(size n 100) (size m 90) (size k 110) (size l 80) (input alpha f64) (input beta f64) (input A (array n "
    "(array k f64)))"
    "(input B (array k (array m f64))) (input C (array n (array m f64))) (input D (array n (array k f64)))"
    "(input F (array m (array k f64))) (input z (array m f64))"
    "(input d (array m f64)) (input g (array n f64)) (input S (array n (array n f64))) (input x (array k "
    "f64)) (input y (array n f64)) (input E (array m "
    "(array l f64)))";
static const struct {
  const char *term, *calls;
} others[] = {
    // the sum over k outside, adding to the whole matrix
    {"(ifold k C (lam (lam (build n (lam (build m (lam (+ (get (get %2 %1) %0) (* (* alpha (get (get A %1) "
     "%3)) (get (get B %3) %0))))))))))",
     "gemm:FF"},
    // the sum starts at βC, α inside
    {"(build n (lam (build m (lam (ifold k (* beta (get (get C %1) %0)) (lam (lam (+ %0 (* alpha (* (get "
     "(get A %3) %1) (get (get B %1) %2)))))))))))",
     "gemm:FF"},
    // column by column
    {"(ifold k y (lam (lam (build n (lam (+ (get %1 %0) (* (get (get A %0) %2) (get x %2))))))))", "gemv:F"},
    // y - Ax
    {"(build n (lam (- (get y %0) (ifold k 0 (lam (lam (+ (* (get (get A %2) %1) (get x %1)) %0)))))))",
     "gemv:F"},
    // αAAᵀ + βS
    {"(build n (lam (build n (lam (+ (* beta (get (get S %1) %0)) (ifold k 0 (lam (lam (+ (* (* alpha (get "
     "(get A %3) %1)) (get (get A %2) %1)) %0)))))))))",
     "gemm:FT"},
    // αADᵀ + αDAᵀ + βS
    {"(build n (lam (build n (lam (+ (* beta (get (get S %1) %0)) (ifold k 0 (lam (lam (+ (+ (* (* alpha "
     "(get (get A %3) %1)) (get (get D %2) %1)) (* (* alpha (get (get D %3) %1)) (get (get A %2) %1))) "
     "%0)))))))))",
     "gemm:FT gemm:FT"},
    // (AB)ᵀ
    {"(build m (lam (build n (lam (ifold k 0 (lam (lam (+ (* (get (get A %2) %1) (get (get B %1) %3)) "
     "%0))))))))",
     "gemm:TT memset"},
    // ABE with named products
    {"(app (lam (app (lam (build n (lam (build l (lam (ifold m 0 (lam (lam (+ (* (get (get %5 %3) %1) (get "
     "(get %4 %1) %2)) %0))))))))) E)) (build n (lam (build m (lam (ifold k 0 (lam (lam (+ (* (get (get A "
     "%3) %1) (get (get B %1) %2)) %0)))))))))",
     "gemm:FF gemm:FF memset memset"},
    // C + αybᵀ
    {"(build n (lam (build m (lam (+ (get (get C %1) %0) (* (* alpha (get y %1)) (get (get B 0) %0)))))))",
     "gemm:FF"},
    // S - yyᵀ
    {"(build n (lam (build n (lam (- (get (get S %1) %0) (* (get y %1) (get y %0)))))))", "gemm:FF"},
    // xᵀx
    {"(ifold k 0 (lam (lam (+ (* (get x %1) (get x %1)) %0))))", "dot"},
    // a recurrence, no sum
    {"(ifold k 0 (lam (lam (+ (* (get x %1) %0) %0))))", ""},
    // mean
    {"(/ (ifold k 0 (lam (lam (+ (get x %1) %0)))) k)", "dot"},
    // squared differences
    {"(ifold n 0 (lam (lam (+ (* (- (get y %1) (get (get A %1) 0)) (- (get y %1) (get (get A %1) 0))) %0))))",
     "dot axpy axpy"},
};

// Calls that programs make by name take part like loops.
static const struct {
  const char *term, *blas, *torch;
} named[] = {
    // two calls, added
    {"(build n (lam (+ (get (gemv:F alpha A x 1 (memset n 0)) %0) (get (gemv:F beta D x 1 y) %0))))",
     "gemv:F gemv:F", "torch.mv torch.mv torch.add torch.add torch.mul torch.mul"},
    // a product of products
    {"(gemm:FF 1 (gemm:FF alpha A B 1 (build n (lam (memset m 0)))) E 1 (build n (lam (memset l 0))))",
     "gemm:FF gemm:FF memset memset", "torch.mm torch.mm torch.mul"},
    {"(build n (lam (build l (lam (ifold m 0 (lam (lam (+ (* (get (get (gemm:FF 1 A B 1 (build n (lam "
     "(memset m 0)))) %3) %1) (get (get E %1) %2)) %0))))))))",
     "gemm:FF gemm:FF memset memset", "torch.mm torch.mm"},
    {"(torch.mm (torch.mm A B) E)", "gemm:FF gemm:FF memset memset", "torch.mm torch.mm"},
    // a product's transposition
    {"(build m (lam (build n (lam (get (get (gemm:FF 1 A B 0 C) %0) %1)))))", "gemm:TT memset",
     "torch.mm torch.transpose"},
    {"(transpose (gemm:FF 1 A B 0 C))", "gemm:TT memset", "torch.mm torch.transpose"},
    // a call for each step of a loop is one call
    {"(build n (lam (dot (get A %0) x)))", "gemv:F memset", "torch.mv"},
    {"(build n (lam (gemv:T 1 B (get A %0) 1 (get C %0))))", "gemm:FF", "torch.mm torch.add"},
    {"(build n (lam (gemv:F alpha F (get A %0) 1 (get C %0))))", "gemm:FT",
     "torch.mm torch.transpose torch.add torch.mul"},
    {"(build n (lam (build m (lam (dot (get A %1) (get (transpose B) %0))))))", "gemm:FF memset", "torch.mm"},
    // axpy of calls
    {"(axpy alpha (gemv:F 1 A x 1 (memset n 0)) (axpy beta y y))", "axpy gemv:F",
     "torch.mv torch.add torch.add torch.mul torch.mul"},
    {"(build n (lam (+ (* (dot x x) (get y %0)) (get (gemv:F 1 A x 0 y) %0))))", "dot gemv:F",
     "torch.dot torch.mv torch.add torch.mul"},
    // transposed operands, flags
    {"(gemm:TF 1 (transpose A) B 1 C)", "gemm:FF", "torch.mm torch.add"},
    {"(gemm:FF 1 (transpose (transpose A)) (transpose F) 1 C)", "gemm:FT",
     "torch.mm torch.transpose torch.add"},
    {"(gemv:F 1 (gemm:FF 1 A B 0 C) z 1 y)", "gemv:F gemv:F memset", "torch.mv torch.mv torch.add"},
    {"(gemv:T 1 A (build n (lam (ifold k 0 (lam (lam (+ (* (get (get A %2) %1) (get x %1)) %0)))))) 1 x)",
     "gemv:F gemv:T memset", "torch.mv torch.mv torch.transpose torch.add"},
    // what is added to zeros
    {"(gemm:FF 1 A B 1 (build n (lam (build m (lam 0)))))", "gemm:FF memset", "torch.mm"},
    {"(build n (lam (build m (lam (+ (get (get C %1) %0) (get (get (gemm:FF alpha A B 0 C) %1) %0))))))",
     "gemm:FF", "torch.mm torch.add torch.mul"},
    {"(gemm:TF 1 (fst (tuple (transpose A) 1)) B (get (build 2 (lam %0)) 0) C)", "gemm:FF memset",
     "torch.mm"},
    // matrices without a product: row by row, where the library has vectors alone
    {"(torch.add (torch.mul alpha A) D)", "axpy", "torch.add torch.mul"},
    {"(torch.mul alpha A)", "axpy memset", "torch.mul"},
    // elements of a product: no product
    {"(build n (lam (get (get (gemm:FT 1 A D 0 S) %0) %0)))", "dot", "torch.dot"},
    {"(ifold n 0 (lam (lam (+ (get (gemv:F 1 A x 0 y) %1) %0))))", "dot gemv:F", "torch.sum torch.mv"},
};

// Loops over elements that compute with a product: it is a call, and they read it.
#define AB "(ifold k 0 (lam (lam (+ (* (get (get A %3) %1) (get (get B %1) %2)) %0))))"
#define AX "(ifold k 0 (lam (lam (+ (* (get (get A %2) %1) (get x %1)) %0))))"
#define CIJ "(get (get C %1) %0)"
#define MATRIX(e) "(build n (lam (build m (lam " e "))))"
#define VECTOR(e) "(build n (lam " e "))"
static const struct {
  const char *term, *blas, *torch;
} pointwise[] = {
    {MATRIX("(max 0 " AB ")"), "gemm:FF memset", "torch.mm"},                              // relu
    {MATRIX("(* " AB " (> " AB " 0))"), "gemm:FF memset", "torch.mm"},                     // by a comparison
    {MATRIX("(max 0 (+ " AB " (get d %0)))"), "gemm:FF", "torch.mm torch.add"},            // a row added
    {MATRIX("(* " AB " " AB ")"), "gemm:FF memset", "torch.mm"},                           // one product
    {MATRIX("(* " CIJ " " AB ")"), "gemm:FF memset", "torch.mm"},                          // C∘(AB)
    {MATRIX("(+ (* " CIJ " " AB ") (exp " CIJ "))"), "gemm:FF memset", "torch.mm"},        // within a sum
    {MATRIX("(* (get d %0) " AB ")"), "gemm:FF memset", "torch.mm"},                       // columns scaled
    {MATRIX("(* (get g %1) " AB ")"), "axpy gemm:FF memset memset", "torch.mm torch.mul"}, // rows: A's
    {MATRIX("(tanh (+ " AB " " CIJ "))"), "gemm:FF", "torch.mm torch.add"},                // C in the call
    {MATRIX("(max 0 (get (get (gemm:FF 1 A B 1 C) %1) %0))"), "gemm:FF", "torch.mm torch.add"},
    {VECTOR("(max 0 (get (gemv:F 1 A x 1 y) %0))"), "gemv:F", "torch.mv torch.add"},
    {VECTOR("(/ 1 " AX ")"), "gemv:F memset", "torch.mv"},
    {VECTOR("(* " AX " " AX ")"), "gemv:F memset", "torch.mv"},
    {VECTOR("(/ 1 (+ 1 (exp (- 0 " AX "))))"), "gemv:F memset", "torch.mv torch.mul"},
    {VECTOR("(sqrt (abs (min " AX " (log (get y %0)))))"), "gemv:F memset", "torch.mv"},
    // a sum for each row, and one for all
    {MATRIX("(/ " CIJ " (ifold m 0 (lam (lam (+ (get (get C %3) %1) %0)))))"), "axpy gemv:F memset memset",
     "torch.mv torch.mul torch.full"},
    {VECTOR("(/ (get y %0) (sqrt (ifold n 0 (lam (lam (+ (* (get y %1) (get y %1)) %0))))))"),
     "dot axpy memset", "torch.dot torch.mul"},
    {VECTOR("(max (get y %0) (ifold n 0 (lam (lam (+ (get y %1) %0)))))"), "dot", "torch.sum"},
    // two layers
    {"(build n (lam (build l (lam (ifold m 0 (lam (lam (+ (* (max 0 (ifold k 0 (lam (lam (+ (* (get (get A "
     "%5) "
     "%1) (get (get B %1) %3)) %0))))) (get (get E %1) %2)) %0))))))))",
     "gemm:FF gemm:FF memset memset", "torch.mm torch.mm"},
    // no sum: a recurrence, a maximum, nothing
    {VECTOR("(max 0 (ifold k 0 (lam (lam (+ (* (get (get A %2) %1) %0) %0)))))"), "", ""},
    {VECTOR("(abs (ifold k 0 (lam (lam (max (* (get (get A %2) %1) (get x %1)) %0)))))"), "", ""},
    {VECTOR("(max 0 (get y %0))"), "", ""},
};

// Sums written as other folds. Sizes that are computed from others are sizes of their own.
static const char fold_declarations[] =
    "(size n 100) (size m 90) (size h 54) (size hh (* 2 h)) (size q 27) (size q4 (* q 4)) (size p 30) (size "
    "hp (+ h p)) (input alpha f64) (input beta f64) (input A (array n (array 108 f64))) (input B (array 108 "
    "(array m f64))) (input C (array n (array m f64))) (input x (array 108 f64)) (input y (array 108 f64)) "
    "(input u (array hh f64)) (input v (array hh f64)) (input s (array q4 f64)) (input t (array q4 f64)) "
    "(input a (array hp f64)) (input b (array hp f64)) (input G (array n (array q4 f64))) (input H (array q4 "
    "(array m f64)))";
static const struct {
  const char *term, *blas, *torch;
} folds[] = {
    // folds over tuples
    {"(ifold 108 (tuple 0 0) (lam (lam (tuple (+ (* (get x %1) (get y %1)) (fst %0)) (+ (get x %1) (snd "
     "%0))))))",
     "dot dot", "torch.dot torch.sum"},
    {"(ifold 108 (tuple 0 (tuple 0 0)) (lam (lam (tuple (+ (* (get x %1) (get y %1)) (fst %0)) (tuple (+ (* "
     "(get x %1) (get x %1)) (fst (snd %0))) (+ (get y %1) (snd (snd %0))))))))",
     "dot dot dot", "torch.dot torch.dot torch.sum"},
    {"(build n (lam (fst (ifold 108 (tuple 0 0) (lam (lam (tuple (+ (* (get (get A %2) %1) (get y %1)) (fst "
     "%0)) (+ (get x %1) (snd %0)))))))))",
     "gemv:F memset", "torch.mv"},
    // parts that depend on one another stay one fold
    {"(ifold 108 (tuple (get x 0) 0) (lam (lam (tuple (max (get x %1) (fst %0)) (+ (* %1 (> (get x %1) (fst "
     "%0))) (* (snd %0) (- 1 (> (get x %1) (fst %0)))))))))",
     "", ""},
    {"(ifold 108 (tuple 1 0) (lam (lam (tuple (snd %0) (+ (get x %1) (fst %0))))))", "", ""},
    // unrolled
    {"(ifold 54 0 (lam (lam (+ (+ (* (get x (* 2 %1)) (get y (* 2 %1))) (* (get x (+ (* 2 %1) 1)) (get y (+ "
     "(* 2 %1) 1)))) %0))))",
     "dot", "torch.dot"},
    {"(ifold 54 0 (lam (lam (+ (* (get x (+ 1 (* %1 2))) (get y (+ (* 2 %1) 1))) (+ (* (get x (* 2 %1)) (get "
     "y (* 2 %1))) %0)))))",
     "dot", "torch.dot"},
    {"(ifold 27 0 (lam (lam (+ (+ (+ (+ %0 (get x (* 4 %1))) (get x (+ (* 4 %1) 1))) (get x (+ (* 4 %1) 2))) "
     "(get x (+ (* 4 %1) 3))))))",
     "dot", "torch.sum"},
    {"(ifold h 0 (lam (lam (+ (+ (* (get u (* 2 %1)) (get v (* 2 %1))) (* (get u (+ (* 2 %1) 1)) (get v (+ "
     "(* 2 %1) 1)))) %0))))",
     "dot", "torch.dot"},
    // not what an unrolled sum is: strides are gathered
    {"(ifold 54 0 (lam (lam (+ (+ (* (get x (* 2 %1)) (get y (* 2 %1))) (* (get x (+ (* 2 %1) 1)) (get y (* "
     "2 %1)))) %0))))",
     "dot dot", "torch.sum"},
    {"(build n (lam (build m (lam (ifold 54 0 (lam (lam (+ (+ (* (get (get A %3) (* 2 %1)) (get (get B (* 2 "
     "%1)) %2)) (* (get (get A %3) (+ (* 2 %1) 1)) (get (get B (+ (* 2 %1) 1)) %2))) %0))))))))",
     "gemm:FF memset", "torch.mm"},
    {"(build n (lam (build m (lam (ifold q 0 (lam (lam (+ (+ (+ (+ (* (get (get G %3) (* 4 %1)) (get (get H "
     "(* 4 %1)) %2)) (* (get (get G %3) (+ (* 4 %1) 1)) (get (get H (+ (* 4 %1) 1)) %2))) (* (get (get G %3) "
     "(+ (* 4 %1) 2)) (get (get H (+ (* 4 %1) 2)) %2))) (* (get (get G %3) (+ (* 4 %1) 3)) (get (get H (+ (* "
     "4 %1) 3)) %2))) %0))))))))",
     "gemm:FF memset", "torch.mm"},
    // sums of blocks
    {"(ifold 27 0 (lam (lam (+ (ifold 4 0 (lam (lam (+ (* (get x (+ (* 4 %3) %1)) (get y (+ (* 4 %3) %1))) "
     "%0)))) %0))))",
     "dot", "torch.dot"},
    {"(ifold q 0 (lam (lam (ifold 4 %0 (lam (lam (+ (* (get s (+ (* 4 %3) %1)) (get t (+ (* 4 %3) %1))) "
     "%0)))))))",
     "dot", "torch.dot"},
    {"(build n (lam (build m (lam (ifold q 0 (lam (lam (ifold 4 %0 (lam (lam (+ (* (get (get G %5) (+ (* 4 "
     "%3) %1)) (get (get H (+ (* 4 %3) %1)) %4)) %0)))))))))))",
     "gemm:FF memset", "torch.mm"},
    {"(ifold q C (lam (lam (ifold 4 %0 (lam (lam (build n (lam (build m (lam (+ (get (get %2 %1) %0) (* (get "
     "(get G %1) (+ (* 4 %5) %3)) (get (get H (+ (* 4 %5) %3)) %0)))))))))))))",
     "gemm:FF", "torch.mm torch.add"},
    {"(ifold 4 0 (lam (lam (+ (ifold q 0 (lam (lam (+ (* (get s (+ (* 4 %1) %3)) (get t (+ (* 4 %1) %3))) "
     "%0)))) %0))))",
     "dot", "torch.dot"},
    // blocks that overlap
    {"(ifold 27 0 (lam (lam (+ (ifold 4 0 (lam (lam (+ (* (get x (+ (* 3 %3) %1)) (get y (+ (* 3 %3) %1))) "
     "%0)))) %0))))",
     "dot", "torch.sum"},
    // split in two
    {"(+ (ifold 54 0 (lam (lam (+ (* (get x %1) (get y %1)) %0)))) (ifold 54 0 (lam (lam (+ (* (get x (+ %1 "
     "54)) (get y (+ 54 %1))) %0)))))",
     "dot", "torch.dot"},
    {"(ifold p (ifold h 0 (lam (lam (+ (* (get a %1) (get b %1)) %0)))) (lam (lam (+ (* (get a (+ %1 h)) "
     "(get b (+ %1 h))) %0))))",
     "dot", "torch.dot"},
    // an element twice
    {"(+ (ifold 54 0 (lam (lam (+ (* (get x %1) (get y %1)) %0)))) (ifold 54 0 (lam (lam (+ (* (get x (+ %1 "
     "53)) (get y (+ 53 %1))) %0)))))",
     "dot dot", "torch.sum torch.sum"},
    {"(build n (lam (build m (lam (+ (ifold 54 0 (lam (lam (+ (* (get (get A %3) %1) (get (get B %1) %2)) "
     "%0)))) (ifold 54 0 (lam (lam (+ (* (get (get A %3) (+ 54 %1)) (get (get B (+ 54 %1)) %2)) %0)))))))))",
     "gemm:FF memset", "torch.mm"},
    // unrolled, and what is left
    {"(ifold 4 (ifold 26 0 (lam (lam (+ (+ (+ (+ %0 (* (get x (* 4 %1)) (get y (* 4 %1)))) (* (get x (+ (* 4 "
     "%1) 1)) (get y (+ (* 4 %1) 1)))) (* (get x (+ (* 4 %1) 2)) (get y (+ (* 4 %1) 2)))) (* (get x (+ (* 4 "
     "%1) 3)) (get y (+ (* 4 %1) 3))))))) (lam (lam (+ (* (get x (+ %1 104)) (get y (+ %1 104))) %0))))",
     "dot", "torch.dot"},
    // what is subtracted
    {"(ifold 108 alpha (lam (lam (- (- %0 (* (get x %1) (get y %1))) (get x %1)))))", "dot dot",
     "torch.dot torch.sum"},
};

// Sums over several indices, and several products with one operand, are one call.
static const char tensor_declarations[] =
    "(size n 40) (size m 30) (size k 12) (size l 14) (size p 50) (input A (array n (array k (array l f64)))) "
    "(input B (array k (array l (array m f64)))) (input x (array k (array l f64))) (input C (array m (array "
    "k (array l f64)))) (input D (array k (array n (array l f64)))) (input W (array 16 (array 3 (array 3 "
    "(array 3 f64))))) (input I (array 3 (array 34 (array 32 f64)))) (input w (array 3 (array 3 f64))) "
    "(input G (array 34 (array 32 f64))) (input W2 (array 16 (array 3 (array 3 f64))))";
static const struct {
  const char *term, *blas, *torch;
} tensors[] = {
    // sums over two and three indices
    {"(ifold n 0 (lam (lam (+ (ifold k 0 (lam (lam (+ (ifold l 0 (lam (lam (+ (* (get (get (get A %5) %3) "
     "%1) (get (get (get A %5) %3) %1)) %0)))) %0)))) %0))))",
     "dot", "torch.dot"},
    {"(ifold k 0 (lam (lam (ifold l %0 (lam (lam (+ (get (get x %3) %1) %0)))))))", "dot gemv:F memset",
     "torch.sum"},
    {"(ifold k 0 (lam (lam (ifold l %0 (lam (lam (+ (* (get (get x %3) %1) (get (get (get A 0) %3) %1)) "
     "%0)))))))",
     "dot", "torch.dot"},
    // contractions over two indices: as they lie, and gathered
    {"(build n (lam (ifold k 0 (lam (lam (+ (ifold l 0 (lam (lam (+ (* (get (get (get A %4) %3) %1) (get "
     "(get x %3) %1)) %0)))) %0))))))",
     "gemv:F memset", "torch.mv"},
    {"(build n (lam (build m (lam (ifold k 0 (lam (lam (+ (ifold l 0 (lam (lam (+ (* (get (get (get A %5) "
     "%3) %1) (get (get (get B %3) %1) %4)) %0)))) %0))))))))",
     "gemm:FF memset", "torch.mm"},
    {"(build n (lam (build m (lam (ifold k 0 (lam (lam (ifold l %0 (lam (lam (+ (* (get (get (get A %5) %3) "
     "%1) (get (get (get C %4) %3) %1)) %0)))))))))))",
     "gemm:FT memset", "torch.mm torch.transpose"},
    {"(build n (lam (build m (lam (ifold k 0 (lam (lam (+ (ifold l 0 (lam (lam (+ (* (get (get (get D %3) "
     "%5) %1) (get (get (get B %3) %1) %4)) %0)))) %0))))))))",
     "gemm:FF memset", "torch.mm"},
    // a product for each i with one matrix
    {"(build n (lam (build k (lam (build m (lam (ifold l 0 (lam (lam (+ (* (get (get (get A %4) %3) %1) (get "
     "(get (get B 0) %1) %2)) %0))))))))))",
     "gemm:FF memset", "torch.mm"},
    // convolutions: one channel, several results, several channels, then relu
    {"(build 32 (lam (build 30 (lam (ifold 3 0 (lam (lam (+ (ifold 3 0 (lam (lam (+ (* (get (get w %3) %1) "
     "(get (get G (+ %5 %3)) (+ %4 %1))) %0)))) %0))))))))",
     "gemv:F memset", "torch.mv"},
    {"(build 16 (lam (build 32 (lam (build 30 (lam (ifold 3 0 (lam (lam (+ (ifold 3 0 (lam (lam (+ (* (get "
     "(get (get W2 %6) %3) %1) (get (get G (+ %5 %3)) (+ %4 %1))) %0)))) %0))))))))))",
     "gemm:FT memset", "torch.mm torch.transpose"},
    {"(build 16 (lam (build 32 (lam (build 30 (lam (ifold 3 0 (lam (lam (+ (ifold 3 0 (lam (lam (+ (ifold 3 "
     "0 (lam (lam (+ (* (get (get (get (get W %8) %5) %3) %1) (get (get (get I %5) (+ %7 %3)) (+ %6 %1))) "
     "%0)))) %0)))) %0))))))))))",
     "gemm:FT memset", "torch.mm torch.transpose"},
    {"(build 16 (lam (build 32 (lam (build 30 (lam (max 0 (ifold 3 0 (lam (lam (+ (ifold 3 0 (lam (lam (+ "
     "(ifold 3 0 (lam (lam (+ (* (get (get (get (get W %8) %5) %3) %1) (get (get (get I %5) (+ %7 %3)) (+ %6 "
     "%1))) %0)))) %0)))) %0)))))))))))",
     "gemm:FT memset", "torch.mm torch.transpose"},
};

static bool load_rules(SmrOperators *ops, SmrRules *rules, SmrDiag *diag) {
  static const char *const files[] = {"core", "lift", "combine"};
  bool ok = true;
  for (int i = 0; ok && i < 3; i++) {
    char path[500];
    snprintf(path, sizeof path, "%s/pat/array-%s.rules", SMR_SOURCE_DIR, files[i]);
    ok = smr_rules_read(ops, path, rules, diag);
  }
  return ok;
}

static void calls_of(SmrArray *a, const SmrTerm *t, SmrStr *out) {
  for (SmrArrayOp which = SMR_A_DOT; which < SMR_A_COUNT; which++)
    for (uint32_t i = 0; i < t->nodes.size; i++)
      if (smr_array_classify(a, t->nodes.data[i].op) == which)
        smr_str_printf(out, "%s%s", out->size ? " " : "",
                       smr_operator_name(smr_array_ops(a), t->nodes.data[i].op));
}

/// No time goes by.
static double noon(void *data) {
  (void)data;
  return 12 * 60 * 60 * 1000.0;
}

static void one_program(const Expected *expected, const char *source, SmrArrayTarget target) {
  SmrOperators *ops = smr_operators_create();
  SmrArray *a = smr_array_create(ops);
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrRules, smr_rules_free) rules = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_puts(&text, source);
  SmrArrayProgram program;
  SmrArraySolution s;
  SmrArrayOptions options = {
      .target = target, .rules = &rules, .budget.clock = noon}; // (time is measured elsewhere)
  bool ok = load_rules(ops, &rules, &diag) &&
            smr_array_parse(a, expected->kernel, smr_str_get(&text), text.size, &program, &diag) &&
            smr_array_optimise(a, &program, &options, &s, &diag);
  smr_diag_flush(&diag, stderr);
  assert_true(ok);
  assert_false(smr_array_conflict(a));
  assert_true(s.bytes < 5000000);
  assert_true(s.cost <= s.input_cost);
  for (uint32_t i = 0; i < s.phases.size; i++)
    assert_true(s.phases.data[i].stop == SMR_STOP_SATURATED || s.phases.data[i].stop == SMR_STOP_ITERATIONS);
  SMR_OWNED(SmrStr, smr_str_free) calls = {0};
  calls_of(a, &s.term, &calls);
  if (strcmp(smr_str_get(&calls), expected->calls)) {
    smr_str_puts(&calls, "\n");
    smr_term_print(ops, &s.term, s.root, &calls);
    fail_msg("%s: %s\nexpected %s", expected->kernel, smr_str_get(&calls), expected->calls);
  }
  const char *different = smr_array_check_equal(a, &program.term, program.root, &s.term, s.root, 6);
  if (different)
    fail_msg("%s: %s", expected->kernel, different);
  if (expected->paper) {
    SmrArrayCost model = {a, target};
    SmrTerm paper = {0};
    assert_true(smr_term_parse(ops, "paper", expected->paper, strlen(expected->paper), 0, &paper, &diag));
    double theirs = smr_array_term_cost(&model, &paper, smr_term_root(&paper));
    if (!(s.cost <= theirs))
      fail_msg("%s: cost %g, the paper's solution costs %g", expected->kernel, s.cost, theirs);
    if ((different = smr_array_check_equal(a, &program.term, program.root, &paper, smr_term_root(&paper), 6)))
      fail_msg("%s, the paper's solution: %s", expected->kernel, different);
    smr_term_free(&paper);
  }
  smr_array_solution_free(&s);
  smr_array_program_free(&program);
  smr_array_destroy(a);
  smr_operators_destroy(ops);
}

static void one_kernel(const Expected *expected, SmrArrayTarget target) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  const char *reason;
  char path[500];
  snprintf(path, sizeof path, "%s/tools/bench/liar/%s.array", SMR_SOURCE_DIR, expected->kernel);
  assert_true(smr_read_file(path, &text, &reason));
  one_program(expected, smr_str_get(&text), target);
}

TEST(other_programs) {
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    char source[2000];
    snprintf(source, sizeof source, "%s (term %s)", declarations, others[i].term);
    Expected expected = {others[i].term, others[i].calls, NULL};
    one_program(&expected, source, SMR_TARGET_BLAS);
  }
}

TEST(named_calls) {
  for (size_t i = 0; i < sizeof named / sizeof *named; i++)
    for (SmrArrayTarget target = SMR_TARGET_BLAS; target <= SMR_TARGET_TORCH; target++) {
      char source[2000];
      snprintf(source, sizeof source, "%s (term %s)", declarations, named[i].term);
      Expected expected = {named[i].term, target == SMR_TARGET_BLAS ? named[i].blas : named[i].torch, NULL};
      one_program(&expected, source, target);
    }
}

TEST(pointwise_work) {
  for (size_t i = 0; i < sizeof pointwise / sizeof *pointwise; i++)
    for (SmrArrayTarget target = SMR_TARGET_BLAS; target <= SMR_TARGET_TORCH; target++) {
      char source[2000];
      snprintf(source, sizeof source, "%s (term %s)", declarations, pointwise[i].term);
      Expected expected = {pointwise[i].term,
                           target == SMR_TARGET_BLAS ? pointwise[i].blas : pointwise[i].torch, NULL};
      one_program(&expected, source, target);
    }
}

TEST(other_folds) {
  for (size_t i = 0; i < sizeof folds / sizeof *folds; i++)
    for (SmrArrayTarget target = SMR_TARGET_BLAS; target <= SMR_TARGET_TORCH; target++) {
      char source[3000];
      snprintf(source, sizeof source, "%s (term %s)", fold_declarations, folds[i].term);
      Expected expected = {folds[i].term, target == SMR_TARGET_BLAS ? folds[i].blas : folds[i].torch, NULL};
      one_program(&expected, source, target);
    }
}

TEST(one_for_several) {
  for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++)
    for (SmrArrayTarget target = SMR_TARGET_BLAS; target <= SMR_TARGET_TORCH; target++) {
      char source[3000];
      snprintf(source, sizeof source, "%s (term %s)", tensor_declarations, tensors[i].term);
      Expected expected = {tensors[i].term, target == SMR_TARGET_BLAS ? tensors[i].blas : tensors[i].torch,
                           NULL};
      one_program(&expected, source, target);
    }
}

TEST(table_two) {
  for (size_t i = 0; i < sizeof blas / sizeof *blas; i++)
    one_kernel(&blas[i], SMR_TARGET_BLAS);
}

TEST(table_three) {
  for (size_t i = 0; i < sizeof torch / sizeof *torch; i++)
    one_kernel(&torch[i], SMR_TARGET_TORCH);
}
