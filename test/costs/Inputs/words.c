// What keeps a call out is said of the program's own names.
typedef struct {
  int rows, cols;
  double *cells;
} Matrix;

double column(const Matrix *a, const double *x) {
  double s = 0;
  for (int i = 0; i < a->rows; i++)
    s += a->cells[i * a->cols] * x[i];
  return s;
}

int how_many(void);

double unnamed(const double *x, const double *y) {
  double s = 0;
  int n = how_many() & 7;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
