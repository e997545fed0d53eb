// Values at indices that wrap around, which reach a loop that a call serves from outside of it.
#include "../harness.h"

enum { SIDE = 64, ROOM = 640 };

__attribute__((noinline)) static void help_other(double *p) {
  *p += 1;
  __asm__ volatile("" : : "r"(p) : "memory");
}

static void read_inside(int rows, int columns, double *restrict a, double *restrict x,
                        const double *restrict z, double *restrict o) {
  for (unsigned i = 0; i < rows; i++) {
    for (int j = 0; j < columns; j++)
      a[i * columns + j] += x[(unsigned char)(i + 250)] * z[j];
    help_other(o + i);
  }
}

static void read_before(int rows, int columns, double *restrict a, double *restrict x,
                        const double *restrict z, double *restrict o) {
  for (int i = 0; i < rows; i++) {
    o[i] = o[(int)o[i] + 1] * x[i + 250];
    double u = x[(unsigned char)(i + 250)];
    for (int j = 0; j < columns; j++)
      a[i * columns + j] += u * z[j];
  }
}

static void computed_before(int rows, int columns, double *restrict a, double *restrict x,
                            const double *restrict z, double *restrict o) {
  for (int i = 0; i < rows; i++) {
    o[i] = o[(int)o[i] + 1] * (2 * x[i + 250]);
    double u = 2 * x[(unsigned char)(i + 250)];
    for (int j = 0; j < columns; j++)
      a[i * columns + j] += u * z[j];
  }
}

static void summed(int rows, int columns, double *restrict a, double *restrict x, const double *restrict z,
                   double *restrict o) {
  for (int i = 0; i < rows; i++) {
    double s = x[(unsigned char)(i + 250)];
    for (int j = 0; j < columns; j++)
      s += a[i * columns + j] * z[j];
    o[i] = o[(int)o[i] + 1] * s;
  }
}

static void stored_there(int rows, int columns, double *restrict a, double *restrict x,
                         const double *restrict z, double *restrict o) {
  for (int i = 0; i < rows; i++) {
    x[(unsigned char)(i + 250)] = 0.25 * i;
    for (int j = 0; j < columns; j++)
      a[i * columns + j] += x[i + 250] * z[j];
  }
}

static void stored_here(int rows, int columns, double *restrict a, double *restrict x,
                        const double *restrict z, double *restrict o) {
  for (unsigned i = 0; i < rows; i++) {
    x[i + 250] = 0.25 * i;
    double u = x[(unsigned char)(i + 250)];
    for (int j = 0; j < columns; j++)
      a[i * columns + j] += u * z[j];
  }
}

static void stored_twice(int rows, int columns, double *restrict a, double *restrict x,
                         const double *restrict z, double *restrict o) {
  for (unsigned i = 0; i < rows; i++) {
    x[i + 250] = 1;
    x[(unsigned char)(i + 250)] = 0;
    for (int j = 0; j < columns; j++)
      x[i + 250] += a[i * columns + j] * z[j];
    help_other(o + i);
  }
}

static void whole(int rows, int columns, double *restrict a, double *restrict x, const double *restrict z,
                  double *restrict o) {
  for (int i = 0; i < rows; i++)
    o[i] += 0.5 * x[(unsigned char)(i + 250)];
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  static void (*const all[])(int, int, double *restrict, double *restrict, const double *restrict,
                             double *restrict) = {read_inside,  read_before, computed_before, summed,
                                                  stored_there, stored_here, stored_twice,    whole};
  for (unsigned f = 0; f < sizeof all / sizeof *all; f++) {
    double *a = (double *)harness_fresh(SIDE * SIDE), *x = (double *)harness_fresh(ROOM),
           *z = (double *)harness_fresh(SIDE), *o = (double *)harness_fresh(SIDE);
    all[f](m, n, a, x, z, o);
    harness_keep("a", a, SIDE * SIDE);
    harness_keep("x", x, ROOM);
    harness_keep("o", o, SIDE);
    free(a), free(x), free(z), free(o);
  }
  return 0;
}
