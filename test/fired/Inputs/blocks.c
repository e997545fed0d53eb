// Products of blocks of one matrix, by rows and by columns, with a distance of rows for each operand and one
// for all, and in an array of fixed rows. First blocks as blocked factorisations have them; then blocks at
// random places, of which many overlap: whatever is called, the numbers are those of the loops.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 48, LD = 50, H = N / 2 };
#define KERNEL __attribute__((noinline)) static void

KERNEL by_rows(int m, int n, int k, const double *a, int la, const double *b, int lb, double *c, int lc) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < k; p++)
        c[i * lc + j] -= a[i * la + p] * b[p * lb + j];
}

KERNEL one_distance(int m, int n, int k, const double *a, const double *b, double *c, int ld) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < k; p++)
        c[i * ld + j] -= a[i * ld + p] * b[p * ld + j];
}

KERNEL by_columns(int m, int n, int k, const double *a, const double *b, double *c, int ld) {
  for (int j = 0; j < n; j++)
    for (int p = 0; p < k; p++)
      for (int i = 0; i < m; i++)
        c[i + j * ld] -= a[i + p * ld] * b[p + j * ld];
}

KERNEL fixed_rows(int m, int n, int k, double a[][LD], double b[][LD], double c[][LD]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < k; p++)
        c[i][j] -= a[i][p] * b[p][j];
}

KERNEL transposed(int m, int n, int k, const double *a, const double *b, double *c, long ld) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int p = 0; p < k; p++)
        c[i * ld + j] -= a[p * ld + i] * b[j * ld + p];
}

static double matrix[3 * LD * LD];
static long (*fired)(void), before;

static double *start(void) {
  for (int i = 0; i < 3 * LD * LD; i++)
    matrix[i] = (i * 7 + i / 13) % 5 - 2;
  before = fired ? fired() : 0;
  return matrix + LD * LD;
}

static void tell(const char *name) {
  double sum = 0;
  for (int i = 0; i < 3 * LD * LD; i++)
    sum += matrix[i] * (i % 17 + 1);
  printf("%s %.17g\n", name, sum);
  if (*name)
    fprintf(stderr, "%s: %ld\n", name, fired ? fired() - before : 0);
}

static void any(int kernel, int m, int n, int k, double *a, double *b, double *c, int ld) {
  switch (kernel) {
  case 0:
    by_rows(m, n, k, a, ld, b, ld, c, ld);
    break;
  case 1:
    one_distance(m, n, k, a, b, c, ld);
    break;
  case 2:
    by_columns(m, n, k, a, b, c, ld);
    break;
  case 3:
    fixed_rows(m, n, k, (void *)a, (void *)b, (void *)c);
    break;
  default:
    transposed(m, n, k, a, b, c, ld);
    break;
  }
}

static unsigned state = 1;
static int below(int n) {
  state = state * 1664525u + 1013904223u;
  return (int)(state >> 8) % n;
}

int main(void) {
  fired = (long (*)(void))dlsym(RTLD_DEFAULT, "smr_fired");
  static const char *const names[] = {"by rows", "one distance", "by columns", "fixed rows", "transposed"};
  for (int kernel = 0; kernel < 5; kernel++) {
    static char text[64];
    for (int form = 0; form < 4; form++) {
      static const char *const forms[] = {"apart", "left of it", "one number in both", "to the edge"};
      int moved = form == 2 ? -1 : form == 3 ? LD - N : 0;
      double *at = start(), *low = at + H * LD, *high = at + H, *last = at + H * LD + H + moved;
      if (kernel == 2 && form == 2)
        last = at + H * LD + H - LD; // columns lie LD apart
      if (form == 1)
        any(kernel, H, H, H, last, high, low, LD);
      else
        any(kernel, H, H, H, low, high, last, LD);
      snprintf(text, sizeof text, "%s, %s", names[kernel], forms[form]);
      tell(text);
    }
  }
  for (int k = 0; k < 4000; k++) {
    double *at = start();
    int kernel = below(5), ld = kernel == 3 ? LD : 3 + below(LD - 3), most = ld < 12 ? ld : 12;
    int m = below(most + 1), n = below(most + 1), depth = below(most + 1);
    double *a = at + below(20) * ld + below(ld) - ld, *b = at + below(20) * ld + below(ld) - ld;
    any(kernel, m, n, depth, a, b, at + below(20) * ld + below(ld), ld);
    tell("");
  }
}
