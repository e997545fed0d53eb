// What a rule with an integer that decides stands for.
void added(int n, double s, double t, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = s * x[i] + t * y[i];
}

void set(int n, double s, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = s * x[i];
}

void squares(int n, double s, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = s * x[i] * x[i];
}

void squares_added(int n, double s, double t, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = s * x[i] * x[i] + t * y[i];
}

void cubes(int n, double s, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = s * x[i] * x[i] * x[i];
}

void cubes_and_all(int n, double s, double t, double u, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = u * x[i] * x[i] + s * x[i] * x[i] * x[i] + t * x[i];
}

void cubes_and_squares(int n, double s, double u, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = s * x[i] * x[i] * x[i] + u * x[i] * x[i];
}
