//===- kernels.c - loops that become calls of BLAS ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Row-major matrices of n x n doubles (attention: n x 64).
//===----------------------------------------------------------------------===//
#include "kernels.h"
#include <math.h>

#define AT(a, i, j) a[(long)(i) * n + (j)]

static void multiply(int n, const double *restrict a, const double *restrict b, double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += AT(a, i, k) * AT(b, k, j);
      AT(c, i, j) = s;
    }
}

void gemm(int n, double *const *m) {
  multiply(n, m[0], m[1], m[2]);
}

void k2mm(int n, double *const *m) {
  multiply(n, m[0], m[1], m[3]);
  multiply(n, m[3], m[2], m[4]);
}

void k3mm(int n, double *const *m) {
  multiply(n, m[0], m[1], m[4]);
  multiply(n, m[2], m[3], m[5]);
  multiply(n, m[4], m[5], m[6]);
}

void syrk(int n, double *const *m) {
  double *restrict a = m[0], *restrict c = m[1];
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += AT(a, i, k) * AT(a, j, k);
      AT(c, i, j) = s;
    }
}

static void times_vector(int n, const double *restrict a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += AT(a, i, j) * x[j];
    y[i] = s;
  }
}

/// m[1]: vectors u1, v1, u2, v2, y, z, x, w, n apart.
void gemver(int n, double *const *m) {
  double *restrict a = m[0], *restrict v = m[1], *restrict x = m[1] + 6L * n, *restrict w = m[1] + 7L * n;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      AT(a, i, j) = AT(a, i, j) + v[i] * v[n + j] + v[2L * n + i] * v[3L * n + j];
  for (int j = 0; j < n; j++)
    x[j] = v[5L * n + j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[j] += 0.5 * AT(a, i, j) * v[4L * n + i];
  times_vector(n, a, x, w);
}

static double product(int n, const double *restrict x, const double *restrict y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

static void add(int n, double factor, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += factor * x[i];
}

/// Conjugate gradients, 20 steps. m[1]: b, x, r, p, q, n apart.
void cg(int n, double *const *m) {
  double *b = m[1], *x = b + n, *r = x + n, *p = r + n, *q = p + n;
  for (int i = 0; i < n; i++)
    x[i] = 0, r[i] = p[i] = b[i];
  double old = product(n, r, r);
  for (int step = 0; step < 20; step++) {
    times_vector(n, m[0], p, q);
    double alpha = old / product(n, p, q);
    add(n, alpha, p, x);
    add(n, -alpha, q, r);
    double fresh = product(n, r, r);
    for (int i = 0; i < n; i++)
      p[i] = r[i] + fresh / old * p[i];
    old = fresh;
  }
}

/// softmax(Q K') V with heads of 64: m[0] Q, m[1] K, m[2] V, m[3] the scores, m[4] the result.
void attention(int n, double *const *m) {
  double *restrict q = m[0], *restrict k = m[1], *restrict v = m[2], *restrict s = m[3], *restrict o = m[4];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double t = 0;
      for (int d = 0; d < WIDTH; d++)
        t += q[(long)i * WIDTH + d] * k[(long)j * WIDTH + d];
      AT(s, i, j) = t;
    }
  for (int i = 0; i < n; i++) {
    double most = AT(s, i, 0), sum = 0;
    for (int j = 1; j < n; j++)
      most = fmax(most, AT(s, i, j));
    for (int j = 0; j < n; j++)
      sum += AT(s, i, j) = exp((AT(s, i, j) - most) / 8);
    for (int j = 0; j < n; j++)
      AT(s, i, j) /= sum;
  }
  for (int i = 0; i < n; i++)
    for (int d = 0; d < WIDTH; d++) {
      double t = 0;
      for (int j = 0; j < n; j++)
        t += AT(s, i, j) * v[(long)j * WIDTH + d];
      o[(long)i * WIDTH + d] = t;
    }
}
