// The solvers and data mining kernels of the PolyBench collection: cholesky durbin gramschmidt lu ludcmp
// trisolv correlation covariance.
#include "forms.h"

static void kernel_cholesky(int n, MAT(A, n, n)) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int p = 0; p < j; p++)
        AT(A, n, i, j) -= AT(A, n, i, p) * AT(A, n, j, p);
      AT(A, n, i, j) /= AT(A, n, j, j);
    }
    for (int p = 0; p < i; p++)
      AT(A, n, i, i) -= AT(A, n, i, p) * AT(A, n, i, p);
    AT(A, n, i, i) = (real)sqrt(AT(A, n, i, i));
  }
}

static void kernel_durbin(int n, VEC(r), VEC(y)) {
  real z[128]; // (the largest n that a test asks for is 100)
  real alpha, beta, sum;
  int i, p;
  if (n < 1)
    return;
  y[0] = -r[0];
  beta = 1;
  alpha = -r[0];
  for (p = 1; p < n; p++) {
    beta = (1 - alpha * alpha) * beta;
    sum = 0;
    for (i = 0; i < p; i++)
      sum += r[p - i - 1] * y[i];
    alpha = -(r[p] + sum) / beta;
    for (i = 0; i < p; i++)
      z[i] = y[i] + alpha * y[p - i - 1];
    for (i = 0; i < p; i++)
      y[i] = z[i];
    y[p] = alpha;
  }
}

static void kernel_gramschmidt(int m, int n, MAT(A, m, n), MAT(R, n, n), MAT(Q, m, n)) {
  for (int p = 0; p < n; p++) {
    real norm = 0;
    for (int i = 0; i < m; i++)
      norm += AT(A, n, i, p) * AT(A, n, i, p);
    AT(R, n, p, p) = (real)sqrt(norm);
    for (int i = 0; i < m; i++)
      AT(Q, n, i, p) = AT(A, n, i, p) / AT(R, n, p, p);
    for (int j = p + 1; j < n; j++) {
      AT(R, n, p, j) = 0;
      for (int i = 0; i < m; i++)
        AT(R, n, p, j) += AT(Q, n, i, p) * AT(A, n, i, j);
      for (int i = 0; i < m; i++)
        AT(A, n, i, j) = AT(A, n, i, j) - AT(Q, n, i, p) * AT(R, n, p, j);
    }
  }
}

static void kernel_lu(int n, MAT(A, n, n)) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int p = 0; p < j; p++)
        AT(A, n, i, j) -= AT(A, n, i, p) * AT(A, n, p, j);
      AT(A, n, i, j) /= AT(A, n, j, j);
    }
    for (int j = i; j < n; j++)
      for (int p = 0; p < i; p++)
        AT(A, n, i, j) -= AT(A, n, i, p) * AT(A, n, p, j);
  }
}

static void kernel_ludcmp(int n, MAT(A, n, n), VEC(b), VEC(x), VEC(y)) {
  real w;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      w = AT(A, n, i, j);
      for (int p = 0; p < j; p++)
        w -= AT(A, n, i, p) * AT(A, n, p, j);
      AT(A, n, i, j) = w / AT(A, n, j, j);
    }
    for (int j = i; j < n; j++) {
      w = AT(A, n, i, j);
      for (int p = 0; p < i; p++)
        w -= AT(A, n, i, p) * AT(A, n, p, j);
      AT(A, n, i, j) = w;
    }
  }
  for (int i = 0; i < n; i++) {
    w = b[i];
    for (int j = 0; j < i; j++)
      w -= AT(A, n, i, j) * y[j];
    y[i] = w;
  }
  for (int i = n - 1; i >= 0; i--) {
    w = y[i];
    for (int j = i + 1; j < n; j++)
      w -= AT(A, n, i, j) * x[j];
    x[i] = w / AT(A, n, i, i);
  }
}

static void kernel_trisolv(int n, MAT(L, n, n), VEC(x), VEC(b)) {
  for (int i = 0; i < n; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= AT(L, n, i, j) * x[j];
    x[i] = x[i] / AT(L, n, i, i);
  }
}

static void kernel_correlation(int m, int n, real count, MAT(data, n, m), MAT(corr, m, m), VEC(mean),
                               VEC(stddev)) {
  real eps = (real)0.1;
  int i, j, p;
  for (j = 0; j < m; j++) {
    mean[j] = 0;
    for (i = 0; i < n; i++)
      mean[j] += AT(data, m, i, j);
    mean[j] /= count;
  }
  for (j = 0; j < m; j++) {
    stddev[j] = 0;
    for (i = 0; i < n; i++)
      stddev[j] += (AT(data, m, i, j) - mean[j]) * (AT(data, m, i, j) - mean[j]);
    stddev[j] /= count;
    stddev[j] = (real)sqrt(stddev[j]);
    stddev[j] = stddev[j] <= eps ? 1 : stddev[j];
  }
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      AT(data, m, i, j) -= mean[j];
      AT(data, m, i, j) /= (real)sqrt(count) * stddev[j];
    }
  for (i = 0; i < m - 1; i++) {
    AT(corr, m, i, i) = 1;
    for (j = i + 1; j < m; j++) {
      AT(corr, m, i, j) = 0;
      for (p = 0; p < n; p++)
        AT(corr, m, i, j) += AT(data, m, p, i) * AT(data, m, p, j);
      AT(corr, m, j, i) = AT(corr, m, i, j);
    }
  }
  if (m > 0)
    AT(corr, m, m - 1, m - 1) = 1;
}

static void kernel_covariance(int m, int n, real count, MAT(data, n, m), MAT(cov, m, m), VEC(mean)) {
  int i, j, p;
  for (j = 0; j < m; j++) {
    mean[j] = 0;
    for (i = 0; i < n; i++)
      mean[j] += AT(data, m, i, j);
    mean[j] /= count;
  }
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      AT(data, m, i, j) -= mean[j];
  for (i = 0; i < m; i++)
    for (j = i; j < m; j++) {
      AT(cov, m, i, j) = 0;
      for (p = 0; p < n; p++)
        AT(cov, m, i, j) += AT(data, m, p, i) * AT(data, m, p, j);
      AT(cov, m, i, j) /= count - 1;
      AT(cov, m, j, i) = AT(cov, m, i, j);
    }
}

/// A symmetric matrix with a heavy diagonal, so that the factorisations are well-behaved.
static real *heavy(int symmetric) {
  real *a = harness_fresh(COUNT(n, n));
  size_t width = WIDTH(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i && symmetric; ++j)
      a[(size_t)i * width + (size_t)j] = a[(size_t)j * width + (size_t)i];
    a[(size_t)i * width + (size_t)i] += (real)n + 2;
  }
  return a;
}

int main(int argc, char **argv) {
  harness_start(argc, argv);
  void *x = harness_fresh(WIDTH(n)), *y = harness_fresh(WIDTH(n)), *b = harness_fresh(WIDTH(n)),
       *a = heavy(1);
  kernel_cholesky(n, a);
  harness_keep("cholesky", a, COUNT(n, n));
  free(a);
  for (int i = 0; i < n; ++i)
    ((real *)b)[i] /= (real)(2 * n);
  kernel_durbin(n, b, y);
  harness_keep("durbin", y, WIDTH(n));
  a = heavy(0);
  kernel_lu(n, a);
  harness_keep("lu", a, COUNT(n, n));
  free(a);
  a = heavy(0);
  kernel_ludcmp(n, a, b, x, y);
  harness_keep("ludcmp.A", a, COUNT(n, n));
  harness_keep("ludcmp.x", x, WIDTH(n));
  kernel_trisolv(n, a, x, b);
  harness_keep("trisolv", x, WIDTH(n));
  free(a), free(x), free(y), free(b);
  {
    // More rows than columns, or the last columns are rounding errors only.
    int columns = n < m ? n : m / 2;
#if FORM == 0 || FORM == 4
    size_t big = COUNT(m, n), small = COUNT(n, n);
#else
    size_t big = (size_t)m * (size_t)columns, small = (size_t)columns * (size_t)columns;
#endif
    void *q = harness_fresh(big), *r = harness_fresh(small), *c = harness_fresh(big);
    kernel_gramschmidt(m, columns, c, r, q);
    harness_keep("gramschmidt.R", r, small);
    harness_keep("gramschmidt.Q", q, big);
    free(q), free(r), free(c);
  }
  {
    void *data = harness_fresh(COUNT(n, m)), *corr = harness_fresh(COUNT(m, m));
    void *mean = harness_fresh(WIDTH(m)), *deviation = harness_fresh(WIDTH(m));
    kernel_covariance(m, n, (real)(n + 1), data, corr, mean);
    harness_keep("covariance", corr, COUNT(m, m));
    kernel_correlation(m, n, (real)(n + 1), data, corr, mean, deviation);
    harness_keep("correlation", corr, COUNT(m, m));
    free(data), free(corr), free(mean), free(deviation);
  }
  return 0;
}
