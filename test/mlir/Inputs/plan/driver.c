// Calls the kernels with sizes on both sides of the guard and prints what they did; with an argument, how
// often their replacements were called. FORTRAN: by reference, with Flang's names. MEMREF: arrays as
// upstream's lowering passes them.
#include <stdio.h>

static int calls;

void axpy_(long n, double a, const double *x, double *y) {
  calls++;
  for (long i = 0; i < n; i++)
    y[i] = y[i] + a * x[i];
}
void scale_(long n, double a, const double *x, double *y) {
  calls++;
  for (long i = 0; i < n; i++)
    y[i] = a * x[i];
}
double dot_(long n, const double *x, const double *y) {
  double s = 0;
  calls++;
  for (long i = 0; i < n; i++)
    s = s + x[i] * y[i];
  return s;
}
void sum_(long n, const double *x, const double *y, double *s) {
  calls++;
  for (long i = 0; i < n; i++)
    *s = *s + x[i] * y[i];
}
void chain_(long n, double a, const double *x, double *y, double *z) {
  axpy_(n, a, x, y);
  axpy_(n, y[0], x, z);
}

#ifdef FORTRAN
#define NUMBER(type) const type *
#define PASS(value) &(value)
#define ARRAY double *
#define PASS_ARRAY(a) a
#define NAME(name) _QP##name
#elif defined MEMREF
#define NUMBER(type) type
#define PASS(value) value
#define ARRAY double *, double *, long, long, long
#define PASS_ARRAY(a) a, a, 0, 100, 1
#define NAME(name) name
#else
#define NUMBER(type) type
#define PASS(value) value
#define ARRAY double *
#define PASS_ARRAY(a) a
#define NAME(name) name
#endif

void NAME(two_loops)(NUMBER(long), NUMBER(double), ARRAY, ARRAY, ARRAY);
void NAME(init_main)(NUMBER(long), NUMBER(double), ARRAY, ARRAY);
double NAME(two_dots)(NUMBER(long), ARRAY, ARRAY);
void NAME(rows)(NUMBER(long), NUMBER(long), NUMBER(double), ARRAY, ARRAY, ARRAY);
void NAME(late)(NUMBER(long), NUMBER(double), ARRAY, ARRAY, ARRAY);
void NAME(numbers)(NUMBER(long), NUMBER(long), NUMBER(float), ARRAY, ARRAY, ARRAY, ARRAY);
double NAME(start)(NUMBER(long), ARRAY, ARRAY);
void NAME(thirds)(NUMBER(long), NUMBER(double), ARRAY, ARRAY, ARRAY, ARRAY);
void NAME(second)(NUMBER(long), NUMBER(long), NUMBER(double), ARRAY, ARRAY, ARRAY);
double NAME(sum_left)(NUMBER(long), NUMBER(double), ARRAY, ARRAY);
void NAME(into)(NUMBER(long), ARRAY, ARRAY, ARRAY);
void NAME(apart)(NUMBER(long), NUMBER(double), ARRAY, ARRAY, ARRAY);
void NAME(passed_on)(NUMBER(long), NUMBER(double), ARRAY, ARRAY, ARRAY);
void NAME(inner)(NUMBER(long), NUMBER(long), NUMBER(double), ARRAY, ARRAY, ARRAY);
void NAME(between)(NUMBER(long), ARRAY, ARRAY, ARRAY, ARRAY);
double NAME(twice)(NUMBER(long), NUMBER(double), ARRAY, ARRAY, ARRAY);

static double x[100], y[100], z[100], p[100];

static void reset(void) {
  for (int k = 0; k < 100; k++)
    x[k] = k + 1, y[k] = 2 * k - 7, z[k] = 3 - k, p[k] = k + 0.25;
}

static void show(int count, const char *name, long n, double result) {
  if (count) {
    printf("%s %ld: %d\n", name, n, calls);
  } else {
    printf("%s %ld: %g;", name, n, result);
    for (int k = 0; k < 30; k++)
      printf(" %g %g %g", y[k], z[k], p[k]);
    printf("\n");
  }
  calls = 0;
  reset();
}

int main(int argc, char **argv) {
  const double a = 0.5;
  (void)argv;
  reset();
  for (long n = 0; n < 6; n++) {
    const long m = 3;
    NAME(two_loops)(PASS(n), PASS(a), PASS_ARRAY(x), PASS_ARRAY(y), PASS_ARRAY(z));
    show(argc > 1, "two_loops", n, 0);
    NAME(init_main)(PASS(n), PASS(a), PASS_ARRAY(x), PASS_ARRAY(y));
    show(argc > 1, "init_main", n, 0);
    double s = NAME(two_dots)(PASS(n), PASS_ARRAY(x), PASS_ARRAY(y));
    show(argc > 1, "two_dots", n, s);
    NAME(rows)(PASS(m), PASS(n), PASS(a), PASS_ARRAY(x), PASS_ARRAY(y), PASS_ARRAY(z));
    show(argc > 1, "rows", n, 0);
    NAME(late)(PASS(n), PASS(a), PASS_ARRAY(x), PASS_ARRAY(y), PASS_ARRAY(z));
    show(argc > 1, "late", n, 0);
    const long k = 7;
    const float f = 1.5;
    NAME(numbers)(PASS(n), PASS(k), PASS(f), PASS_ARRAY(p), PASS_ARRAY(x), PASS_ARRAY(y), PASS_ARRAY(z));
    show(argc > 1, "numbers", n, 0);
    s = NAME(start)(PASS(n), PASS_ARRAY(x), PASS_ARRAY(y));
    show(argc > 1, "start", n, s);
    NAME(thirds)(PASS(n), PASS(a), PASS_ARRAY(x), PASS_ARRAY(y), PASS_ARRAY(z), PASS_ARRAY(p));
    show(argc > 1, "thirds", n, 0);
    NAME(second)(PASS(m), PASS(n), PASS(a), PASS_ARRAY(x), PASS_ARRAY(y), PASS_ARRAY(z));
    show(argc > 1, "second", n, 0);
    s = NAME(sum_left)(PASS(n), PASS(a), PASS_ARRAY(x), PASS_ARRAY(y));
    show(argc > 1, "sum_left", n, s);
    s = NAME(twice)(PASS(n), PASS(a), PASS_ARRAY(x), PASS_ARRAY(y), PASS_ARRAY(z));
    show(argc > 1, "twice", n, s);
    NAME(into)(PASS(n), PASS_ARRAY(x), PASS_ARRAY(y), PASS_ARRAY(z));
    show(argc > 1, "into", n, 0);
    NAME(apart)(PASS(n), PASS(a), PASS_ARRAY(x), PASS_ARRAY(y), PASS_ARRAY(z));
    show(argc > 1, "apart", n, 0);
    NAME(passed_on)(PASS(n), PASS(a), PASS_ARRAY(x), PASS_ARRAY(y), PASS_ARRAY(z));
    show(argc > 1, "passed_on", n, 0);
    NAME(inner)(PASS(m), PASS(n), PASS(a), PASS_ARRAY(x), PASS_ARRAY(y), PASS_ARRAY(z));
    show(argc > 1, "inner", n, 0);
    NAME(between)(PASS(n), PASS_ARRAY(p), PASS_ARRAY(x), PASS_ARRAY(y), PASS_ARRAY(z));
    show(argc > 1, "between", n, 0);
    if (n < 3)
      NAME(between)(PASS(n), PASS_ARRAY(y), PASS_ARRAY(x), PASS_ARRAY(y), PASS_ARRAY(z));
    show(argc > 1, "overlap", n, 0);
  }
  return 0;
}
