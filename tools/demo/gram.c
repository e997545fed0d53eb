// The lower triangle of C = C - A*At, in a structure that a library would hand around.
#include "demo.h"
#ifdef HAND
#include <cblas.h>
#endif
struct matrix {
  int rows, columns;
  double *data;
};

__attribute__((noinline)) static void kernel(struct matrix *c, const struct matrix *a) {
#ifdef HAND
  cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, c->rows, a->columns, -1, a->data, a->columns, 1,
              c->data, c->columns);
#else
  for (int i = 0; i < c->rows; i++)
    for (int j = 0; j <= i; j++) {
      double sum = 0;
      for (int k = 0; k < a->columns; k++)
        sum += a->data[i * a->columns + k] * a->data[j * a->columns + k];
      c->data[i * c->columns + j] -= sum;
    }
#endif
}

int main(int argc, char **argv) {
  FILE *out = demo_open(argc, argv);
  enum { N = 900, K = 1100 };
  struct matrix a = {N, K, demo_new((size_t)N * K)}, c = {N, N, demo_new((size_t)N * N)};
  demo_fill(a.data, (size_t)N * K, 1);
  demo_fill(c.data, (size_t)N * N, 2);
  double start = demo_clock();
  kernel(&c, &a);
  double seconds = demo_clock() - start;
  demo_write(out, c.data, (size_t)N * N);
  demo_close(out, seconds);
  return 0;
}
