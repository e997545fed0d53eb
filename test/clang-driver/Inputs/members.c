// A parameter has a member's name, and clang's own numbers are many.
typedef struct {
  unsigned long rows, cols, ld;
  double *v;
} Matrix;
double power(const Matrix *c, double *v, double *t, int rounds) {
  double length = 0;
  for (int k = 0; k < rounds; k++) {
    for (unsigned long i = 0; i < c->rows; i++) {
      t[i] = 0;
      for (unsigned long j = 0; j < c->cols; j++)
        t[i] += c->v[i * c->ld + j] * v[j];
    }
    double squares = 0;
    for (unsigned long i = 0; i < c->rows; i++)
      squares += t[i] * t[i];
    length = __builtin_sqrt(squares);
    if (length == 0)
      return 0;
    for (unsigned long i = 0; i < c->rows; i++)
      v[i] = t[i] / length;
  }
  return length;
}
double norm(const Matrix *a) {
  double s = 0;
  for (unsigned long i = 0; i < a->rows; i++)
    for (unsigned long j = 0; j < a->cols; j++)
      s += a->v[i * a->ld + j] * a->v[i * a->ld + j];
  return s;
}
