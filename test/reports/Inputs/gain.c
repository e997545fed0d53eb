struct matrix {
  int rows, cols;
  double *data;
};

void known(double a[300][300], double b[300][300], double c[restrict 300][300]) {
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 300; j++)
      for (int k = 0; k < 300; k++)
        c[i][j] += a[i][k] * b[k][j];
}

void unknown(const struct matrix *m, const double *x, double *restrict y) {
  for (int i = 0; i < m->rows; i++) {
    double s = 0;
    for (int j = 0; j < m->cols; j++)
      s += m->data[i * m->cols + j] * x[j];
    y[i] = s;
  }
}

void few(const double a[restrict 512][512], int n, const double *restrict x, double *restrict y) {
  for (int i = 0; i < (n < 300 ? n : 300); i++) {
    double s = 0;
    for (int j = 0; j < 512; j++)
      s += a[i][j] * x[j];
    y[i] = s;
  }
}

double apart(int n, const double *x, int ix, const double *y, int iy) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i * ix] * y[i * iy];
  return s;
}

void tell(int);
void effect(int n, double a, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    y[i] += a * x[i];
    tell(i);
  }
}

void none(int n, double *x) {
  for (int i = 0; i < n; i++)
    x[i] = i;
}
void eternal(double (*restrict x)[4000000000L], double (*restrict y)[4000000000L],
             double (*restrict z)[4000000000L]) {
  for (long i = 0; i < 4000000000L; i++)
    for (long j = 0; j < 4000000000L; j++)
      for (long k = 0; k < 4000000000L; k++)
        z[i][j] += x[i][k] * y[k][j];
}
