// Runs the functions of complex.mlir on whole numbers, whose sums are exact in any order.
#include <stdint.h>
#include <stdio.h>

typedef struct {
  void *base, *data;
  int64_t offset, sizes[2], strides[2];
} Matrix;
typedef struct {
  void *base, *data;
  int64_t offset, size, stride;
} Vector;

void _mlir_ciface_adjoint(Matrix *a, Matrix *b, Matrix *c);
void _mlir_ciface_scaled(int64_t n, double r, Vector *x, Vector *y);
void _mlir_ciface_constant(Vector *x, Vector *y);
void _mlir_ciface_matvec(int64_t m, int64_t n, Matrix *a, Vector *x, Vector *y);
void _mlir_ciface_other(int64_t n, Vector *x, Vector *y);

enum { ROOM = 1200 };
static double a[ROOM], b[ROOM], c[ROOM];
static float f[ROOM], g[ROOM];

static void fill(void) {
  for (int k = 0; k < ROOM; k++) {
    a[k] = k * 7 % 11 - 5;
    b[k] = k * 5 % 13 - 6;
    c[k] = k % 7 - 3;
    f[k] = (float)(k % 9 - 4);
    g[k] = (float)(k % 5 - 2);
  }
}

static void show(const char *name) {
  double sum = 0;
  for (int k = 0; k < ROOM; k++)
    sum += (k % 17 + 1) * (c[k] + 100 * (double)g[k]);
  printf("%s %.17g", name, sum);
  for (int k = 0; k < 40; k++)
    printf(" %g %g", c[k] + 0.0, (double)g[k] + 0.0); // (no -0)
  printf("\n");
}

static Matrix matrix(double *data, int64_t rows, int64_t columns) {
  return (Matrix){data, data, 0, {rows, columns}, {columns, 1}};
}
static Vector vector(void *data, int64_t size) {
  return (Vector){data, data, 0, size, 1};
}

int main(void) {
  for (int64_t n = 0; n < 20; n += n < 3 ? 1 : 7) {
    Matrix wide = matrix(a, n, n + 3);
    Vector x = vector(b, n + 3), y = vector(c, n);
    fill();
    _mlir_ciface_scaled(n, 2, &x, &y);
    show("scaled");
    fill();
    _mlir_ciface_matvec(n, n + 3, &wide, &x, &y);
    show("matvec");
    fill();
    _mlir_ciface_other(n, &x, &y);
    show("other");
  }
  Matrix left = matrix(a, 24, 16), right = matrix(b, 24, 20), product = matrix(c, 16, 20);
  Vector x = vector(f, 100), y = vector(g, 100);
  fill();
  _mlir_ciface_adjoint(&left, &right, &product);
  show("adjoint");
  _mlir_ciface_constant(&x, &y);
  show("constant");
  return 0;
}
