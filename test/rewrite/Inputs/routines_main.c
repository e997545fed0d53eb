// Calls the functions of routines.mlir and prints what they change, to 9 digits.
#include <stdint.h>
#include <stdio.h>

typedef struct {
  double *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
} Matrix;
typedef struct {
  double *allocated, *aligned;
  int64_t offset, sizes[1], strides[1];
} Vector;

void _mlir_ciface_matmul(Matrix *a, Matrix *b, Matrix *c);
void _mlir_ciface_matvec(int64_t m, int64_t n, Matrix *a, Vector *x, Vector *y);
void _mlir_ciface_lu(int64_t n, Matrix *a);
void _mlir_ciface_left(int64_t n, Matrix *a, Vector *x, Vector *y, Vector *z);

enum { MOST = 2048 };
static double memory[4][MOST];

static double *fill(int number, int64_t columns) {
  for (int i = 0; i < MOST; i++)
    memory[number][i] = (double)((i * 37 + number * 11) % 101) / 101 + (i % (columns + 1) == 0 ? columns : 0);
  return memory[number];
}

static Matrix matrix(int number, int64_t rows, int64_t columns) {
  double *data = fill(number, columns);
  return (Matrix){data, data, 0, {rows, columns}, {columns, 1}};
}

static Vector vector(int number, int64_t size) {
  double *data = fill(number, MOST);
  return (Vector){data, data, 0, {size}, {1}};
}

static void print(const char *name, int number) {
  for (int i = 0; i < MOST; i++)
    printf("%s %d %.9g\n", name, i, memory[number][i]);
}

int main(void) {
  Matrix a = matrix(0, 16, 24), b = matrix(1, 24, 20), c = matrix(2, 16, 20);
  _mlir_ciface_matmul(&a, &b, &c);
  print("matmul", 2);
  a = matrix(0, 17, 23);
  Vector x = vector(1, 23), y = vector(2, 23), z = vector(3, 23);
  _mlir_ciface_matvec(17, 23, &a, &x, &y);
  print("matvec", 2);
  a = matrix(0, 23, 23);
  _mlir_ciface_left(23, &a, &x, &y, &z);
  print("left", 2);
  print("left", 3);
  _mlir_ciface_lu(23, &a);
  print("lu", 0);
  return 0;
}
