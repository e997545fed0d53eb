// Iterations around products.
#include "cover.h"

// serves: gemv dot axpby axpby dot axpby
void conjugate_gradient_step(int n, const double *a, double *x, double *r, double *p, double *q) {
  double rr = 0, pq = 0, next = 0;
  for (int i = 0; i < n; i++) {
    q[i] = 0;
    for (int j = 0; j < n; j++)
      q[i] += a[i * n + j] * p[j];
  }
  for (int i = 0; i < n; i++) {
    rr += r[i] * r[i];
    pq += p[i] * q[i];
  }
  double alpha = rr / pq;
  for (int i = 0; i < n; i++) {
    x[i] += alpha * p[i];
    r[i] -= alpha * q[i];
  }
  for (int i = 0; i < n; i++)
    next += r[i] * r[i];
  double beta = next / rr;
  for (int i = 0; i < n; i++)
    p[i] = r[i] + beta * p[i];
}

// serves: gemv dot axpby axpby dot axpby
// data: diagonal a n
void conjugate_gradient(int n, int steps, const double *a, const double *b, double *x, double *r, double *p,
                        double *q) {
  double rr = 0;
  for (int i = 0; i < n; i++) {
    x[i] = 0;
    r[i] = b[i];
    p[i] = r[i];
    rr += r[i] * r[i];
  }
  for (int step = 0; step < steps && rr > 1e-20; step++) {
    double pq = 0, next = 0;
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int j = 0; j < n; j++)
        sum += a[i * n + j] * p[j];
      q[i] = sum;
      pq += p[i] * sum;
    }
    double alpha = rr / pq;
    for (int i = 0; i < n; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
      next += r[i] * r[i];
    }
    double beta = next / rr;
    rr = next;
    for (int i = 0; i < n; i++)
      p[i] = r[i] + beta * p[i];
  }
}

// serves: gemv nrm2 axpby
double power_iteration(int n, int steps, const double *a, double *x, double *y) {
  double norm = 0;
  for (int step = 0; step < steps; step++) {
    for (int i = 0; i < n; i++) {
      y[i] = 0;
      for (int j = 0; j < n; j++)
        y[i] += a[i * n + j] * x[j];
    }
    norm = 0;
    for (int i = 0; i < n; i++)
      norm += y[i] * y[i];
    norm = sqrt(norm);
    for (int i = 0; i < n; i++)
      x[i] = y[i] / norm;
  }
  return norm;
}

// serves: gemv dot
double rayleigh(int n, const double *a, const double *x) {
  double above = 0, below = 0;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += a[i * n + j] * x[j];
    above += x[i] * sum;
    below += x[i] * x[i];
  }
  return above / below;
}

// serves: gemv
// data: diagonal a n
void jacobi_sweep(int n, const double *a, const double *b, const double *x, double *y) {
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int j = 0; j < n; j++)
      if (j != i)
        sum -= a[i * n + j] * x[j];
    y[i] = sum / a[i * n + i];
  }
}

// serves: dot
// data: diagonal a n
void gauss_seidel_sweep(int n, const double *a, const double *b, double *x) {
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int j = 0; j < i; j++)
      sum -= a[i * n + j] * x[j];
    for (int j = i + 1; j < n; j++)
      sum -= a[i * n + j] * x[j];
    x[i] = sum / a[i * n + i];
  }
}

// serves: gemv gemv
void least_squares_gradient(int m, int n, const double *a, const double *x, const double *b, double *r,
                            double *g) {
  for (int i = 0; i < m; i++) {
    r[i] = -b[i];
    for (int j = 0; j < n; j++)
      r[i] += a[i * n + j] * x[j];
  }
  for (int j = 0; j < n; j++) {
    double sum = 0;
    for (int i = 0; i < m; i++)
      sum += a[i * n + j] * r[i];
    g[j] = 2 * sum;
  }
}

// serves: axpby gemv
// data: diagonal a lda
void gaussian_elimination(int n, double *a, int lda, double *b) {
  for (int k = 0; k < n - 1; k++)
    for (int i = k + 1; i < n; i++) {
      double f = a[i * lda + k] / a[k * lda + k];
      for (int j = k; j < n; j++)
        a[i * lda + j] -= f * a[k * lda + j];
      b[i] -= f * b[k];
    }
}

// serves: gemv
double quadratic_form(int n, const double *a, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += x[i] * a[i * n + j] * y[j];
  return sum;
}

// serves: dot
double trace_of_product(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      sum += a[i * n + k] * b[k * n + i];
  return sum;
}
