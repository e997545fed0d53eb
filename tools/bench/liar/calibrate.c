//===- calibrate.c - what calls and loops cost on this machine -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Lowers small programs, compiles and times them, and writes a cost file (array/cost_file.h) in picoseconds:
// for each call, what it costs at all and for each element; for loops, what their operations cost. LIAR's
// costs were chosen semi-arbitrarily, and some of its solutions are slower than what they replace.
//===----------------------------------------------------------------------===//
#include "../native.h"
#include "array/lower.h"
#include <math.h>
#include <string.h>
#include <time.h>

static const char *flags = "-O3 -march=native";
static uint32_t programs;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/// Nanoseconds of a program's term; NaN after a message.
static double measure(const char *program, const int64_t *sizes) {
  SmrOperators *ops = smr_operators_create();
  SmrArray *a = smr_array_create(ops);
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrArrayProgram p = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, functions = {0};
  SmrArrayLower options = {
      .print = {.gemm = SMR_LOOPS_GEMM_CBLAS, .contract = true, .reassoc = true, .packed = true}};
  SmrLoopsProgram *loops = NULL;
  double best = NAN;
  char name[16];
  snprintf(name, sizeof name, "p%u", programs++);
  for (int i = 0; i < 3; i++)
    smr_str_printf(&text, "(size %c %lld) ", "nmk"[i], (long long)sizes[i]);
  smr_str_puts(&text, program);
  int64_t results[8];
  uint32_t count = 0;
  bool ok = smr_array_parse(a, "calibrate", text.data, text.size, &p, &diag) &&
            (loops = smr_array_lower(a, &p.term, p.root, "program", &options, &diag)) != NULL &&
            (count = smr_array_lower_results(a, &p.term, p.root, results, 8)) != 0;
  if (loops)
    smr_loops_print(loops, "program", &options.print, &functions);
  smr_loops_destroy(loops);
  void *library = ok ? native_library(&functions, SMR_LOOPS_PASSES, name, flags) : NULL;
  void (*f)(void **) = NULL;
  if (library)
    *(void **)&f = dlsym(library, "program_packed");
  if (f) {
    void *arguments[16];
    uint32_t n = 0;
    for (uint32_t i = 0; i < smr_array_inputs(a) + count; i++) {
      SmrArrayType type;
      int64_t size;
      size_t elements = 1;
      if (i >= smr_array_inputs(a))
        elements = (size_t)results[i - smr_array_inputs(a)];
      else if (smr_array_size(a, smr_array_input(a, i, &type), &size))
        continue;
      else
        for (; smr_array_type_info(a, type)->kind == SMR_ARRAY_TYPE_ARRAY;
             type = smr_array_type_info(a, type)->a)
          elements *= smr_array_size(a, smr_array_type_info(a, type)->dim, &size) ? (size_t)size : 0;
      // (Places within their pages differ: see run.c.)
      double *data =
          (double *)((char *)aligned_alloc(4096, (elements * 8 + 8192) / 4096 * 4096 + 4096) + n * 1344);
      for (size_t k = 0; k < elements; k++)
        data[k] = 1 + (double)(k % 7);
      arguments[n++] = data;
    }
    uint32_t calls = 1;
    best = INFINITY;
    for (double end = now() + 1e8; now() < end;) {
      double start = now();
      for (uint32_t i = 0; i < calls; i++)
        f(arguments);
      double time = now() - start;
      best = fmin(best, time / calls);
      if (time < 3e4)
        calls *= 2;
    }
    for (uint32_t i = 0; i < n; i++)
      free((char *)arguments[i] - i * 1344);
  }
  smr_diag_flush(&diag, stderr);
  smr_array_program_free(&p);
  smr_array_destroy(a);
  smr_operators_destroy(ops);
  return 1000 * best; // picoseconds
}

typedef struct {
  double fixed, each;
} Line;

// The line through two measurements of so many elements; neither part negative.
static Line line(const char *program, const int64_t *small, double few, const int64_t *large, double many) {
  double a = measure(program, small), b = measure(program, large);
  double each = fmax((b - a) / (many - few), b / many / 100), fixed = fmax(a - each * few, 0);
  return (Line){fixed, each};
}

#define VECTORS "(input a f64) (input x (array n f64)) (input y (array n f64)) "
#define MATRIX                                                                                               \
  "(input a f64) (input b f64) (input A (array n (array m f64))) (input x (array m f64)) (input y (array n " \
  "f64)) "
#define MATRICES                                                                                             \
  "(input a f64) (input b f64) (input A (array n (array k f64))) (input B (array k (array m f64))) "         \
  "(input C (array n (array m f64))) "

int main(int argc, char **argv) {
  if (argc > 1 && !strncmp(argv[1], "--flags=", 8))
    flags = argv[1] + 8;
  else if (argc > 1) {
    fprintf(stderr, "usage: %s [--flags='-O3 …'] > FILE\n", argv[0]);
    return 2;
  }
  setenv("OPENBLAS_NUM_THREADS", "1", 0);
  const int64_t v1[3] = {16, 1, 1}, v2[3] = {1024, 1, 1}, m1[3] = {8, 8, 1}, m2[3] = {300, 300, 1};
  Line empty = line(VECTORS "(term (memset n 0))", v1, 16, v2, 1024);
  Line copy = line(VECTORS "(term (build n (lam (get x %0))))", v1, 16, v2, 1024);
  Line add = line(VECTORS "(term (build n (lam (+ (get x %0) (get y %0)))))", v1, 16, v2, 1024);
  Line more =
      line(VECTORS "(term (build n (lam (+ (* a (get x %0)) (* (get y %0) (get y %0))))))", v1, 16, v2, 1024);
  Line divide = line(VECTORS "(term (build n (lam (/ (get x %0) (get y %0)))))", v1, 16, v2, 1024);
  // A step of a loop that sums. The language does not say which way it walks through memory, so it costs the
  // mean of along rows and along columns.
  Line sum = line(VECTORS "(term (ifold n 0 (lam (lam (+ (get x %1) %0)))))", v1, 16, v2, 1024);
  Line dot = line(VECTORS "(term (dot x y))", v1, 16, v2, 1024);
  Line axpy = line(VECTORS "(term (axpy a x y))", v1, 16, v2, 1024);
  Line gemv = line(MATRIX "(term (gemv:F a A x b y))", m1, 64, m2, 90000);
  Line gemvt =
      line("(input a f64) (input b f64) (input A (array n (array m f64))) (input x (array n f64)) (input y "
           "(array m f64)) (term (gemv:T a A x b y))",
           m1, 64, m2, 90000);
  Line rows =
      line(MATRIX "(term (build n (lam (ifold m 0 (lam (lam (+ (* (get (get A %2) %1) (get x %1)) %0)))))))",
           m1, 64, m2, 90000);
  Line columns = line(
      "(input A (array n (array m f64))) (input x (array n f64)) (term (build m (lam (ifold n 0 (lam (lam "
      "(+ (* (get (get A %1) %2) (get x %1)) %0)))))))",
      m1, 64, m2, 90000);
  Line transpose = line(MATRIX "(term (transpose A))", m1, 64, m2, 90000);
  // gemm: a constant, a part for each number written and one for each product.
  const int64_t g1[3] = {4, 4, 4}, g2[3] = {120, 120, 4}, g3[3] = {120, 120, 120};
  double t1 = measure(MATRICES "(term (gemm:FF a A B b C))", g1),
         t2 = measure(MATRICES "(term (gemm:FF a A B b C))", g2),
         t3 = measure(MATRICES "(term (gemm:FF a A B b C))", g3);
  double product = (t3 - t2) / (120. * 120 * 116),
         written = fmax((t2 - t1) / (120. * 120 - 16) - 4 * product, 0),
         call = fmax(t1 - 16 * written - 64 * product, 0);
  double get = fmax(add.each - copy.each, copy.each / 10),
         flop = fmax((more.each - add.each) / 3, copy.each / 50), store = fmax(copy.each - get, 0);
  printf("; Costs in picoseconds, measured on one core; clang %s. See lib/array/cost_file.h.\n", flags);
  printf("(cost-default sum)\n");
  printf("(cost get (+ %.4f sum))\n", get);
  printf("(cost + (+ %.4f sum))\n(cost - (+ %.4f sum))\n(cost * (+ %.4f sum))\n", flop, flop, flop);
  printf("(cost / (+ %.4f sum))\n", fmax(divide.each - add.each + flop, flop));
  printf("(cost build (+ %.3f (* (size $0) (+ %.4f $1))))\n", copy.fixed, store);
  printf("(cost ifold (+ %.3f $1 (* (size $0) (+ %.4f $2))))\n", sum.fixed,
         fmax((rows.each + columns.each) / 2 - 3 * get - 2 * flop, sum.each));
  printf("(cost memset (+ %.3f (* %.4f (size $0)) $1))\n", empty.fixed, empty.each);
  printf("(cost dot (+ %.3f (* %.4f (length $0)) sum))\n", dot.fixed, dot.each);
  printf("(cost axpy (+ %.3f (* %.4f (length $1)) sum))\n", axpy.fixed, axpy.each);
  printf("(cost gemv:F (+ %.3f (* %.4f (volume $1)) sum))\n", gemv.fixed, gemv.each);
  printf("(cost gemv:T (+ %.3f (* %.4f (volume $1)) sum))\n", gemvt.fixed, gemvt.each);
  printf("(cost transpose (+ %.3f (* %.4f (volume $0)) sum))\n", transpose.fixed, transpose.each);
  for (int i = 0; i < 4; i++)
    printf("(cost gemm:%s (+ %.3f (* %.4f (volume $4)) (* %.5f (volume $1) (%s $2)) sum))\n",
           (const char *[]){"FF", "FT", "TF", "TT"}[i], call, written, product, i & 1 ? "rows" : "columns");
  native_leave(NULL);
  return isfinite(t3 + gemv.each + sum.each) ? 0 : 1;
}
