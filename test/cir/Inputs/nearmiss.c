// None of these is the library's dot product or axpy. nearmiss.mlir is what ClangIR makes of it
// (../regenerate.sh).
double off_by_one(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i + (i & 1)];
  return sum;
}

double leaves(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      break;
    sum += x[i] * y[i];
  }
  return sum;
}

double skips(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      continue;
    sum += x[i] * y[i];
  }
  return sum;
}

double is_volatile(int n, const volatile double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

void itself(int n, double a, double *y) {
  for (int i = 1; i < n; i++)
    y[i] += a * y[i - 1];
}

extern void seen(int);
double calls(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i] * y[i];
    seen(i);
  }
  return sum;
}

double rows_apart(int n, double *const *a, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i][0] * x[i];
  return sum;
}

double small_index(int n, const double *x, const double *y) {
  double sum = 0;
  for (unsigned char i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

double switches(int n, int which, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    switch (which) {
    case 0:
      sum += x[i] * y[i];
      break;
    default:
      sum += x[i];
    }
  return sum;
}
