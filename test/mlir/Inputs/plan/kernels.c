// What plans are made for, and the functions that they call: those call the driver's. Plain loops, so that
// clang's own passes change little.
void axpy_(long n, double a, const double *x, double *y);
void scale_(long n, double a, const double *x, double *y);
double dot_(long n, const double *x, const double *y);
void chain_(long n, double a, const double *x, double *y, double *z);

void sum_(long n, const double *x, const double *y, double *s);

void w_axpy(long n, double a, const double *x, double *y) {
  axpy_(n, a, x, y);
}
void w_scale(long n, double a, const double *x, double *y) {
  scale_(n, a, x, y);
}
double w_dot(long n, const double *x, const double *y) {
  return dot_(n, x, y);
}
void w_chain(long n, double a, const double *x, double *y, double *z) {
  chain_(n, a, x, y, z);
}

void w_sum(long n, const double *x, const double *y, double *s) {
  sum_(n, x, y, s);
}

void two_loops(long n, double a, const double *x, double *restrict y, double *restrict z) {
  for (long i = 0; i < n; i++)
    y[i] = y[i] + a * x[i];
  for (long i = 0; i < n; i++)
    z[i] = z[i] + a * x[i];
}

void init_main(long n, double a, const double *x, double *restrict y) {
  for (long i = 0; i < n; i++)
    y[i] = 0;
  for (long i = 0; i < n; i++)
    y[i] = y[i] + a * x[i];
}

double two_dots(long n, const double *x, const double *y) {
  double s = 0, t = 0;
  for (long i = 0; i < n; i++)
    s = s + x[i] * x[i];
  for (long i = 0; i < n; i++)
    t = t + x[i] * y[i];
  return s + 2 * t;
}

void rows(long m, long n, double a, const double *x, double *restrict y, double *restrict z) {
  for (long j = 0; j < m; j++) {
    for (long i = 0; i < n; i++)
      y[j * n + i] = y[j * n + i] + a * x[i];
    for (long i = 0; i < n; i++)
      z[j * n + i] = z[j * n + i] + a * x[i];
  }
}

void late(long n, double a, const double *x, double *restrict y, double *restrict z) {
  for (long i = 0; i < n; i++)
    y[i] = y[i] + a * x[i];
  double b = y[0];
  for (long i = 0; i < n; i++)
    z[i] = z[i] + b * x[i];
}

void numbers(long n, long k, float a, const double *p, const double *x, double *restrict y,
             double *restrict z) {
  double t = (-3.0 * ((double)a * p[1])) / (double)k, u = -p[2];
  for (long i = 0; i < n; i++)
    y[i] = y[i] + t * x[i];
  for (long i = 0; i < n; i++)
    z[i] = z[i] + u * x[i];
}

double start(long n, const double *x, const double *y) {
  double s = 2.5;
  for (long i = 0; i < n; i++)
    s = s + x[i] * y[i];
  return s;
}

// What calls leave of loops.
void thirds(long n, double a, const double *x, double *restrict y, double *restrict z, double *restrict w) {
  for (long i = 0; i < n; i++) {
    z[i] = x[i] + 1;
    y[i] = y[i] + a * x[i];
    w[i] = w[i] - x[i];
  }
}

void second(long m, long n, double a, const double *x, double *restrict y, double *restrict z) {
  for (long j = 0; j < m; j++) {
    for (long i = 0; i < n; i++)
      z[j * n + i] = 0;
    for (long i = 0; i < n; i++) {
      y[j * n + i] = y[j * n + i] + a * x[i];
      z[j * n + i] = z[j * n + i] + x[i] * x[i];
    }
  }
}

double sum_left(long n, double a, const double *x, double *restrict y) {
  double s = 1;
  for (long i = 0; i < n; i++) {
    s = s + x[i];
    y[i] = y[i] + a * x[i];
  }
  return s;
}

double twice(long n, double a, const double *x, double *restrict y, double *restrict z) {
  double s = 1;
  for (long i = 0; i < n; i++) {
    z[i] = x[i] + 1;
    s = s + x[i];
    y[i] = y[i] + a * x[i];
  }
  return s;
}

void into(long n, const double *x, double *restrict y, const double *z) {
  for (long i = 0; i < n; i++)
    y[2] = y[2] + x[i] * z[i];
}

void apart(long n, double a, const double *x, double *restrict y, double *restrict z) {
  for (long i = 0; i < n; i++) {
    y[i] = y[i] + a * x[i];
    z[i] = 1;
  }
  for (long i = 0; i < n; i++) {
    z[i] = z[i] + a * x[i];
    y[i] = y[i] - 1;
  }
}

// The second loop uses the first one's sum.
void passed_on(long n, double a, const double *x, double *restrict y, double *restrict z) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s = s + x[i] * x[i];
  for (long i = 0; i < n; i++) {
    y[i] = y[i] + a * x[i];
    z[i] = z[i] * s;
  }
}

// A store before a loop, both in a loop.
void inner(long m, long n, double a, const double *x, double *restrict y, double *restrict z) {
  for (long j = 0; j < m; j++) {
    z[j] = 1;
    for (long i = 0; i < n; i++) {
      y[j * n + i] = y[j * n + i] + a * x[i];
      z[j] = z[j] + x[i];
    }
  }
}

// Nobody says that p and y are apart.
void between(long n, const double *p, const double *x, double *y, double *z) {
  for (long i = 0; i < n; i++)
    y[i] = y[i] + p[1] * x[i];
  double b = p[2];
  for (long i = 0; i < n; i++)
    z[i] = z[i] + b * x[i];
}
