// Two products of one shape, in one loop nest: the entries are equal.
void two(int rows, int columns, const double *restrict a, const double *restrict b, const double *restrict x,
         double *restrict y, double *restrict z) {
  // (a place of its own for the nest)

  for (int i = 0; i < rows; i++) {
    y[i] = 0;
    z[i] = 0;
    for (int j = 0; j < columns; j++) {
      y[i] = a[i * columns + j] * x[j] + y[i];
      z[i] = b[i * columns + j] * x[j] + z[i];
    }
  }
}
