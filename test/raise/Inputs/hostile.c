//===- hostile.c - nests that a careless raising gets wrong -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include <math.h>
// E2: same index inside and outside function args
void softsum(long n, double *restrict x, double *restrict y) {
  double s = 0;
  for (long j = 0; j < n; j++)
    s += x[j];
  y[0] = s / (1.0 + s);
}
void sqrtsum(long n, double *restrict x, double *restrict y) {
  double s = 0;
  for (long j = 0; j < n; j++)
    s += x[j];
  y[0] = sqrt(s) * s;
}
void sqrtsum2(long n, double *restrict x, double *restrict y) {
  double s = 0;
  for (long j = 0; j < n; j++)
    s += x[j] * y[j + 3];
  y[0] = 1.0 / s * s;
}
void norm2(long n, double *restrict x, double *restrict y) {
  double s = 0;
  for (long j = 0; j < n; j++)
    s += x[j] * x[j];
  y[0] = s * s;
}
void softmaxish(long n, double *restrict x, double *restrict y) {
  double s = 0;
  for (long j = 0; j < n; j++)
    s += x[j];
  for (long j = 0; j < n; j++)
    y[j] = x[j] / s;
}
void mean(long n, double *restrict x, double *restrict y) {
  double s = 0;
  for (long j = 0; j < n; j++)
    s += x[j];
  double m = s / n;
  double v = 0;
  for (long j = 0; j < n; j++)
    v += (x[j] - m) * (x[j] - m);
  y[0] = v;
}
void scan(long n, double *restrict x) {
  for (long i = 1; i < n; i++)
    x[i] += x[i - 1];
}
void scan_back(long n, double *restrict x) {
  for (long i = 0; i < n - 1; i++)
    x[i] += x[i + 1];
}
void scan_rev(long n, double *restrict x) {
  for (long i = n - 2; i >= 0; i--)
    x[i] += x[i + 1];
}
void scan_rev2(long n, double *restrict x) {
  for (long i = n - 1; i >= 1; i--)
    x[i] += x[i - 1];
}
void horner(long n, double *restrict x, double *restrict y, double c) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s = s * c + x[i];
  y[0] = s;
}
void geometric(long n, double *restrict x, double c) {
  for (long k = 0; k < n; k++)
    x[0] = x[0] * c + x[k + 1];
}
void unroll4(long n, double *restrict x, double *restrict y) {
  double s = 0;
  for (long i = 0; i < n / 4; i++)
    s += x[4 * i] + x[4 * i + 1] + x[4 * i + 2] + x[4 * i + 3];
  for (long i = n / 4 * 4; i < n; i++)
    s += x[i];
  y[0] = s;
}
void unroll_acc(long n, double *restrict x, double *restrict y) {
  for (long i = 0; i < n / 2; i++) {
    y[0] += x[2 * i];
    y[0] += x[2 * i + 1];
  }
  if (n & 1)
    y[0] += x[n - 1];
}
void twostore(long n, double *restrict x, double *restrict y) {
  for (long i = 0; i < n; i++) {
    x[i] = y[i];
    x[i] = x[i] + y[i + 1];
  }
}
void twostore2(long n, double *restrict x, double *restrict y) {
  for (long i = 0; i < n; i++) {
    x[i] = y[i];
    x[i + 1] = y[i] * 2;
  }
}
void twostore3(long n, double *restrict x, double *restrict y) {
  for (long i = 0; i < n; i++) {
    x[i] += y[i];
    x[i + 1] += y[i] * 2;
  }
}
void twostore4(long n, double *restrict x, double *restrict y) {
  for (long i = 0; i < n; i++) {
    x[i + 1] = y[i];
    x[i] = y[i] * 2;
  }
}
void diag(long n, double *restrict a) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      if (i == j)
        a[i * n + j] = 1;
      else
        a[i * n + j] = 0;
}
void diag2(long n, double *restrict a) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i * n + j] = i == j;
}
void diag3(long n, double *restrict a, double *restrict b) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i * n + j] = i == j ? b[i] : b[j + n];
}
void tri(long n, double *restrict a, double *restrict b) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      if (i < j)
        a[i * n + j] = b[j * n + i];
      else
        a[i * n + j] = b[i * n + j];
}
void tri2(long n, double *restrict a) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < i; j++)
      a[i * n + j] = a[j * n + i];
}
void transp(long n, double *restrict a) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < i; j++) {
      double t = a[i * n + j];
      a[i * n + j] = a[j * n + i];
      a[j * n + i] = t;
    }
}
void transp2(long n, double *restrict a) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double t = a[i * n + j];
      a[i * n + j] = a[j * n + i];
      a[j * n + i] = t;
    }
}
void revcopy(long n, double *restrict x) {
  for (long i = 0; i < n / 2; i++) {
    double t = x[i];
    x[i] = x[n - 1 - i];
    x[n - 1 - i] = t;
  }
}
void revadd(long n, double *restrict x) {
  for (long i = 0; i < n; i++)
    x[i] = x[n - 1 - i];
}
void halo(long n, double *restrict x, double *restrict y) {
  for (long i = 1; i < n - 1; i++)
    y[i] = x[i - 1] + x[i + 1] - 2 * x[i];
  for (long i = 1; i < n - 1; i++)
    x[i] = y[i];
}
void jac1(long n, double *restrict x) {
  for (long i = 1; i < n - 1; i++)
    x[i] = x[i - 1] + x[i + 1];
}
void odd_even(long n, double *restrict x) {
  for (long i = 0; i < n / 2; i++)
    x[2 * i] = x[2 * i + 1];
  for (long i = 0; i < n / 2; i++)
    x[2 * i + 1] += x[2 * i];
}
void red_black(long n, double *restrict x) {
  for (long i = 1; i < n; i++)
    x[2 * i] = x[2 * i - 1] + x[2 * i + 1];
  for (long i = 1; i < n; i++)
    x[2 * i - 1] = x[2 * i] + x[2 * i - 2];
}
void tile(long n, double *restrict x, double *restrict y) {
  for (long t = 0; t < n; t += 4) {
    long e = t + 4 < n ? t + 4 : n;
    for (long i = t; i < e; i++)
      x[i] = y[i];
  }
}
void tile32(long n, double *restrict x, double *restrict y) {
  for (long t = 0; t < n / 4; t++)
    for (long i = 0; i < 4; i++)
      x[4 * t + i] = y[4 * t + i];
  for (long i = n / 4 * 4; i < n; i++)
    x[i] = y[i];
}
void tile_acc(long n, double *restrict x, double *restrict y) {
  for (long t = 0; t < n; t += 3)
    for (long i = t; i < (t + 3 < n ? t + 3 : n); i++)
      for (long j = 0; j < n; j++)
        x[i] += y[j] * y[i];
}
void half(long n, double *restrict x) {
  for (long i = 0; i < (n - 3) / 2; i++)
    x[i] = 1;
}
void half_neg(long n, double *restrict x, double *restrict y) {
  long m = (n - 7) / 2;
  for (long i = 0; i < m + 4; i++)
    x[i] = y[i];
}
void ceilhalf(long n, double *restrict x) {
  for (long i = 0; i < (n + 1) / 2; i++)
    x[i] = x[i] * 2;
}
void aliased(long n, double *restrict a) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i * n + j] = 0;
  for (long k = 0; k < n * n; k++)
    a[k] += 1;
}
void aliased2(long n, double *restrict a) {
  for (long k = 0; k < n; k++)
    a[k] = k;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i * n + j] += 1;
}
void diagadd(long n, double *restrict a) {
  for (long i = 0; i < n * n; i++)
    a[i] = 2;
  for (long i = 0; i < n; i++)
    a[i * (n + 1)] += 1;
}
void views(long n, double *restrict a, float *restrict f) {
  for (long i = 0; i < n; i++)
    ((float *)a)[i] = f[i];
  for (long i = 0; i < n; i++)
    a[i + 10] = a[i];
}
void views_ro(long n, double *restrict a, double *restrict f) {
  for (long i = 0; i < n; i++)
    f[i] = a[i] + ((float *)a)[i];
}
void hoist(long n, double *restrict a, double *restrict b) {
  double t = a[0];
  for (long i = 0; i < n; i++)
    a[i] = b[i] * t;
  b[20] = t + a[0];
}
void hoist2(long n, double *restrict a, double *restrict b) {
  double t = a[1];
  for (long i = 0; i < n; i++) {
    double u = a[i];
    a[i] = b[i] * t;
    b[i] = u;
  }
}
double carried(long n, double *restrict a) {
  double last = 0;
  for (long i = 0; i < n; i++)
    last = a[i];
  return last;
}
double carried2(long n, double *restrict a) {
  double p = 0, q = 1;
  for (long i = 0; i < n; i++) {
    double t = p + q;
    p = q;
    q = t + a[i];
  }
  return p;
}
double carried3(long n, double *restrict a) {
  double s = 0, t = 0;
  for (long i = 0; i < n; i++) {
    s += a[i];
    t += s;
  }
  return t;
}
double carried4(long n, double *restrict a) {
  double s = 0, t = 0;
  for (long i = 0; i < n; i++) {
    s += a[i];
    t -= a[i] * 2;
  }
  return t * s;
}
double minmax(long n, double *restrict a) {
  double s = a[0];
  for (long i = 1; i < n; i++)
    s = s < a[i] ? a[i] : s;
  return s;
}
void idx(long n, double *restrict a, long *restrict ix, double *restrict b) {
  for (long i = 0; i < n; i++)
    a[ix[i] & 7] = b[i];
}
void idxsum(long n, double *restrict a, long *restrict ix, double *restrict b) {
  for (long i = 0; i < n; i++)
    a[ix[i] & 7] += b[i];
}
void cond(long n, double *restrict a, double *restrict b) {
  for (long i = 0; i < n; i++)
    if (b[i] > 0)
      a[i] = b[i];
}
void cond2(long n, double *restrict a, double *restrict b) {
  for (long i = 0; i < n; i++)
    a[i] = b[i] > 0 ? b[i] : 0;
}
double cond3(long n, double *restrict b) {
  double s = 0;
  for (long i = 0; i < n; i++)
    if (b[i] > 0)
      s += b[i];
  return s;
}
void relu_in(long n, double *restrict b) {
  for (long i = 0; i < n; i++)
    if (b[i] < 0)
      b[i] = 0;
}
void uns(unsigned n, double *restrict b) {
  for (unsigned i = 0; i < n; i++)
    b[i] = 2;
}
void uns2(unsigned long n, unsigned long m, double *restrict b) {
  for (unsigned long i = 0; i < n; i++)
    if (i < m)
      b[i] = 2;
}
void uns3(unsigned n, double *restrict b) {
  for (unsigned i = 0; i < n - 1; i++)
    b[i & 15] = 2;
}
void i32w(int n, double *restrict b, double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i * n + j] = c[j * n + i];
}
void u32w(unsigned n, double *restrict b, double *restrict c) {
  for (unsigned i = 0; i < n; i++)
    b[(unsigned)(i * n)] = c[i];
}
void u8w(unsigned char n, double *restrict b, double *restrict c) {
  for (unsigned char i = 0; i < n; i++)
    b[(unsigned char)(i * n)] = c[i];
}
void initself(long n, double *restrict c, double *restrict a) {
  for (long i = 0; i < n; i++) {
    double s = c[i];
    for (long k = 0; k < n; k++)
      s += a[k] * a[i];
    c[i] = s;
  }
}
void initself2(long n, double *restrict c) {
  for (long i = 0; i < n; i++) {
    double s = c[i];
    for (long k = 0; k < n; k++)
      s += c[k];
    c[i] = s;
  }
}
void xcy(long n, double *restrict x, double *restrict y, double c) {
  for (long i = 0; i < n; i++)
    x[i] = x[i] * c + y[i];
}
void xcy2(long n, double *restrict x, double *restrict y, double c) {
  for (long k = 0; k < n; k++)
    for (long i = 0; i < n; i++)
      x[i] = x[i] * c + y[k];
}
void both(long n, double *restrict x, double *restrict y) {
  for (long i = 0; i < n; i++) {
    double t = x[i];
    x[i] = t + y[i];
    y[i] = t;
  }
}
void both2(long n, double *restrict x, double *restrict y) {
  for (long k = 0; k < n; k++)
    for (long i = 0; i < n; i++) {
      double t = x[i];
      x[i] = t + y[k];
      y[i + 8] += t;
    }
}
void sameidx(long n, double *restrict x, double *restrict y, double *restrict z) {
  for (long i = 0; i < n; i++) {
    double s = 0, t = 0;
    for (long k = 0; k < n; k++) {
      s += x[i * n + k];
      t += y[k * n + i];
    }
    z[i] = s * t;
  }
}
void sameidx2(long n, double *restrict x, double *restrict y, double *restrict z) {
  for (long i = 0; i < n; i++) {
    double s = 0, t = 0;
    for (long k = 0; k < n; k++)
      s += x[i * n + k];
    for (long k = 0; k < n; k++)
      t += y[k * n + i];
    z[i] = s * t;
  }
}
void gemm(long n, double *restrict a, double *restrict b, double *restrict c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      c[i * n + j] = 0;
      for (long k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}
void trsv(long n, double *restrict a, double *restrict x) {
  for (long i = 0; i < n; i++) {
    for (long k = 0; k < i; k++)
      x[i] -= a[i * n + k] * x[k];
    x[i] /= a[i * n + i];
  }
}
void trsvr(long n, double *restrict a, double *restrict x) {
  for (long k = 0; k < n; k++)
    for (long i = k + 1; i < n; i++)
      x[i] -= a[i * n + k] * x[k];
}
void lu(long n, double *restrict a) {
  for (long k = 0; k < n; k++)
    for (long i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (long j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}
void gs(long n, double *restrict u) {
  for (long t = 0; t < n; t++)
    for (long i = 1; i < n - 1; i++)
      u[i] = u[i - 1] + u[i + 1];
}
void pingpong(long n, double *restrict u, double *restrict v) {
  for (long t = 0; t < n; t++) {
    for (long i = 1; i < n - 1; i++)
      v[i] = u[i - 1] + u[i + 1];
    for (long i = 1; i < n - 1; i++)
      u[i] = v[i];
  }
}
void timeplane(long n, double *restrict u) {
  for (long t = 0; t < n; t++)
    for (long i = 1; i < n - 1; i++)
      u[(t + 1) * n + i] = u[t * n + i - 1] + u[t * n + i + 1];
}
void negstride(long n, double *restrict x, double *restrict y) {
  for (long i = 0; i < n; i++)
    x[-i] = y[i];
  for (long i = 0; i < n; i++)
    x[i] += y[i];
}
void negstride2(long n, long inc, double *restrict x, double *restrict y) {
  for (long i = 0; i < n; i++)
    x[i * inc] = y[i];
  for (long i = 0; i < n; i++)
    x[i * inc] += y[i];
}
void negstride3(long n, long inc, double *restrict x, double *restrict y) {
  for (long i = 0; i < n; i++)
    x[-i * inc] = y[i];
}
void strides(long n, long ld, double *restrict x) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      x[i * ld + j] = i;
  for (long i = 0; i < n; i++)
    x[i * ld] += 5;
}
void strides2(long n, long ld, long inc, double *restrict x) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      x[i * ld + j * inc] += i;
}
void plane(long n, long m, double *restrict x) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      x[i * m + j] = x[i * m + j + n * m];
}
void plane2(long n, long m, double *restrict x) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      x[i * m + j + m] = x[i * m + j];
}
void fields(long n, double *restrict x) {
  for (long i = 0; i < n; i++) {
    x[3 * i] = x[3 * i + 1];
    x[3 * i + 1] = x[3 * i + 2];
    x[3 * i + 2] = x[3 * i];
  }
}
void fields2(long n, double *restrict x) {
  for (long i = 0; i < n; i++) {
    double t = x[3 * i];
    x[3 * i] = x[3 * i + 1] + x[3 * i + 2];
    x[3 * i + 1] = t;
  }
}
void cplx(long n, double *restrict x, double *restrict y) {
  for (long i = 0; i < n; i++) {
    double re = x[2 * i] * y[2 * i] - x[2 * i + 1] * y[2 * i + 1];
    double im = x[2 * i] * y[2 * i + 1] + x[2 * i + 1] * y[2 * i];
    x[2 * i] = re;
    x[2 * i + 1] = im;
  }
}
void fixedrow(double (*restrict a)[4], long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < 4; j++)
      a[i][j] = a[i][3 - j];
}
void fixedrow2(double (*restrict a)[4], long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < 4; j++)
      a[i][j] = a[i + 1][j];
}
void fixedrow3(double (*restrict a)[4], long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i][j] += a[j][i + 4];
}
void overlap5(double *restrict a, long n) {
  for (long i = 0; i < 3; i++)
    for (long j = 0; j < 7; j++)
      a[5 * i + j] += 1;
}
void overlap6(double *restrict a, double *restrict b, long n) {
  for (long i = 0; i < 3; i++)
    for (long j = 0; j < 7; j++)
      a[5 * i + j] = b[5 * i + j];
}
void conv(long n, long m, double *restrict y, double *restrict x, double *restrict w) {
  for (long i = 0; i < n; i++)
    for (long k = 0; k < m; k++)
      y[i] += x[i + k] * w[k];
}
void polymul(long n, long m, double *restrict y, double *restrict x, double *restrict w) {
  for (long i = 0; i < n; i++)
    for (long k = 0; k < m; k++)
      y[i + k] += x[i] * w[k];
}
void polymul0(long n, long m, double *restrict y, double *restrict x, double *restrict w) {
  for (long i = 0; i < n + m; i++)
    y[i] = 0;
  for (long i = 0; i < n; i++)
    for (long k = 0; k < m; k++)
      y[i + k] += x[i] * w[k];
}
void zeroadd(long n, double *restrict y, double *restrict x) {
  for (long i = 0; i < n; i++)
    y[i] = 0;
  for (long i = 0; i < n; i++)
    y[i] += x[i];
  for (long i = 0; i < n; i++)
    x[i] = y[i] * 2;
  for (long i = 0; i < n; i++)
    y[i] = x[i];
}
void threever(long n, double *restrict y, double *restrict x) {
  for (long t = 0; t < 3; t++) {
    for (long i = 0; i < n; i++)
      y[i] = x[i];
    for (long i = 0; i < n; i++)
      x[i] = y[i] + 1;
  }
}
void lastplane(long n, double *restrict y, double *restrict x) {
  for (long k = 0; k < n; k++)
    for (long i = 0; i < n; i++)
      y[i] = x[k * n + i];
}
void tmp(long n, double *restrict t, double *restrict x, double *restrict y) {
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < n; j++)
      t[j] = x[i * n + j] * 2;
    for (long j = 0; j < n; j++)
      y[i] += t[j];
  }
}
void tmp2(long n, double *restrict t, double *restrict x, double *restrict y) {
  for (long i = 0; i < n; i++) {
    t[0] = 0;
    for (long j = 0; j < n; j++)
      t[0] += x[i * n + j] * 2;
    y[i] = t[0];
  }
}
void localarr(long n, double *restrict x, double *restrict y) {
  double t[16];
  for (long j = 0; j < 16; j++)
    t[j] = x[j];
  for (long j = 0; j < 16; j++)
    y[j] = t[15 - j];
}
void mincond(long n, long m, long l, double *restrict x) {
  long e = n < m ? n : m;
  e = e < l ? e : l;
  for (long i = 0; i < e; i++)
    x[i] = x[i] + 1;
}
void minplus(long n, long m, double *restrict x) {
  for (long i = 0; i < (n < m ? n : m) + 2; i++)
    x[i] = 1;
}
void minminus(long n, long m, double *restrict x) {
  long e = n < m ? n : m;
  for (long i = 0; i < 5 - e; i++)
    x[i] = 1;
}
void maxb(long n, long m, double *restrict x) {
  long e = n > m ? n : m;
  for (long i = 0; i < e; i++)
    x[i] = 1;
}
void maxlow(long n, long m, double *restrict x) {
  for (long i = 0; i < n; i++)
    for (long j = (i - 2 > 0 ? i - 2 : 0); j < (i + 3 < n ? i + 3 : n); j++)
      x[i * n + j] = 1;
}
void band(long n, long k, double *restrict y, double *restrict x, double *restrict a) {
  for (long i = 0; i < n; i++)
    for (long j = (i - k > 0 ? i - k : 0); j < (i + k + 1 < n ? i + k + 1 : n); j++)
      y[i] += a[i * n + j] * x[j];
}
void step2(long n, double *restrict x) {
  for (long i = 0; i < n; i += 2)
    x[i] = 1;
}
void step2b(long n, double *restrict x) {
  for (long i = 0; i < n - 1; i += 2)
    x[i] = x[i + 1];
}
void step3(long n, double *restrict x, double *restrict y) {
  for (long i = 1; i < n; i += 3)
    x[i] = y[i];
  for (long i = 2; i < n; i += 3)
    x[i] = y[i] * 2;
  for (long i = 0; i < n; i += 3)
    x[i] = x[i + 1] + x[i + 2];
}
void downstep(long n, double *restrict x) {
  for (long i = n; i > 0; i -= 2)
    x[i] = x[i - 1];
}
void andcond(long n, long m, double *restrict x) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      if (i >= 1 && j < m && i < j)
        x[i * n + j] = 1;
}
void orcond(long n, long m, double *restrict x) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      if (i < 1 || j >= m)
        x[i * n + j] = 1;
      else
        x[i * n + j] = x[j] * 3;
}
void orcond2(long n, long m, double *restrict x) {
  for (long i = 0; i < n; i++)
    if (!(i < 1 || i >= m))
      x[i] = 1;
}
void selcond(long n, long m, double *restrict x, double *restrict y) {
  for (long i = 0; i < n; i++)
    x[i] = i < m ? y[i] : y[m];
}
void selcond2(long n, long m, double *restrict x, double *restrict y) {
  for (long i = 0; i < n; i++)
    x[i] += (i < m ? y[i] : 1.0) * (i <= 2 ? y[i + 1] : 2.0);
}
double selsum(long n, long m, double *restrict y) {
  double s = 0;
  for (long i = 0; i < n; i++)
    if (i < m)
      s += y[i];
    else
      s -= y[i];
  return s;
}
double selsum2(long n, long m, double *restrict y) {
  double s = 1;
  for (long i = 0; i < n; i++)
    if (i < m)
      s += y[i];
  return s;
}
double invcond(long n, long m, double *restrict y) {
  double s = 1;
  if (n < m)
    for (long i = 0; i < n; i++)
      s += y[i];
  else
    s = y[3];
  return s;
}
void invcond2(long n, long m, double *restrict y) {
  if (n < m)
    for (long i = 0; i < n; i++)
      y[i] = 1;
  else
    for (long i = 0; i < m; i++)
      y[i] += y[i + 10];
}
void flagcond(long n, int trans, double *restrict y, double *restrict x) {
  for (long i = 0; i < n; i++)
    if (trans)
      y[i] = x[i];
    else
      y[i] = x[i] * 2;
}
double multi(long n, double *restrict x, double *out) {
  double a = 0, b = 0;
  for (long i = 0; i < n; i++) {
    a += x[i];
    b += x[i] * x[i];
  }
  *out = b;
  return a;
}
void rowmax(long n, double *restrict x, double *restrict y) {
  for (long i = 0; i < n; i++) {
    double m = x[i * n];
    for (long j = 1; j < n; j++)
      m = m > x[i * n + j] ? m : x[i * n + j];
    y[i] = m;
  }
}
void intfloat(long n, double *restrict x) {
  for (long i = 0; i < n; i++)
    x[i] = i * n + 3;
}
void intfloat2(int n, double *restrict x) {
  for (int i = 0; i < n; i++)
    x[i] = i * n + 3;
}
void intfloat3(unsigned n, double *restrict x) {
  for (unsigned i = 0; i < n; i++)
    x[i] = (double)i;
}
void intmem(long *restrict n, double *restrict x) {
  for (long i = 0; i < n[0]; i++)
    x[i] = n[1];
}
void intmem2(long *restrict n, double *restrict x) {
  for (long i = 0; i < 3; i++) {
    x[i] = (double)n[1];
    n[1] = n[1] + 1;
  }
}
void intmem3(long *restrict n, double *restrict x) {
  for (long i = 0; i < 3; i++) {
    for (long j = 0; j < n[0]; j++)
      x[i * 4 + j] = (double)n[1];
    n[0] = 2;
  }
}
void punned(long n, double *restrict x) {
  for (long i = 0; i < n; i++)
    x[i] = (double)((long *)x)[5];
}
void punned2(long n, double *restrict x) {
  for (long i = 0; i < ((long *)x)[2]; i++)
    x[i] = 1;
}
void ptrptr(long n, double **restrict p) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      p[i][j] = 1;
}
void ptrptr2(long n, double **restrict p, double *restrict y) {
  for (long j = 0; j < n; j++)
    p[0][j] = y[j];
  for (long j = 0; j < n; j++)
    p[0][j] += p[1][j];
}
void ptrsel(long n, int c, double *restrict a, double *restrict b) {
  double *p = c ? a : b;
  for (long i = 0; i < n; i++)
    p[i] = a[i] + b[i + 1];
}
void ptrwalk(long n, double *restrict a, double *restrict b) {
  for (long i = 0; i < n; i++)
    *a++ = *b++;
}
void ptrwalk2(long n, double *restrict a, double *restrict b) {
  double *e = a + n;
  while (a < e)
    *a++ += *b++;
}
void f32(long n, float *restrict a, float *restrict b, double c) {
  for (long i = 0; i < n; i++)
    a[i] = (float)(c * b[i]);
}
double f32d(long n, float *restrict a, float *restrict b) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += (double)a[i] * b[i];
  return s;
}
void unrolled_gemv(long n, double *restrict y, double *restrict a, double *restrict x) {
  for (long i = 0; i < n; i++) {
    double s0 = 0, s1 = 0;
    for (long j = 0; j < n / 2; j++) {
      s0 += a[i * n + 2 * j] * x[2 * j];
      s1 += a[i * n + 2 * j + 1] * x[2 * j + 1];
    }
    y[i] += s0 + s1;
  }
}
void unrolled_store(long n, double *restrict y, double *restrict x) {
  for (long i = 0; i < n / 4; i++) {
    y[4 * i] = x[4 * i];
    y[4 * i + 1] = x[4 * i + 1];
    y[4 * i + 2] = x[4 * i + 2];
    y[4 * i + 3] = x[4 * i + 3];
  }
}
void unrolled_inplace(long n, double *restrict y) {
  for (long i = 0; i < n / 2; i++) {
    y[2 * i + 1] = y[2 * i];
    y[2 * i] = y[2 * i + 2];
  }
}
void syr2(long n, double *restrict a, double *restrict x) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++) {
      a[i * n + j] += x[i] * x[j];
      a[j * n + i] += x[i] * x[j];
    }
}
void symfill(long n, double *restrict a, double *restrict x) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++) {
      a[i * n + j] = x[i] * x[j];
      a[j * n + i] = x[i] * x[j];
    }
}
void symfill2(long n, double *restrict a, double *restrict x) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < i; j++) {
      a[i * n + j] = x[i] * x[j];
      a[j * n + i] = a[i * n + j];
    }
}
void packed(long n, double *restrict a, double *restrict x) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++)
      a[i * (i + 1) / 2 + j] = x[j];
}
void shift(long n, double *restrict x) {
  for (long i = 0; i < n; i++)
    x[i] = x[i + 1];
}
void shiftr(long n, double *restrict x) {
  for (long i = n - 1; i >= 0; i--)
    x[i + 1] = x[i];
}
void shiftbad(long n, double *restrict x) {
  for (long i = 0; i < n; i++)
    x[i + 1] = x[i];
}
void wave(long n, double *restrict x) {
  for (long i = 1; i < n; i++)
    for (long j = 1; j < n; j++)
      x[i * n + j] = x[(i - 1) * n + j] + x[i * n + j - 1];
}
void wave2(long n, double *restrict x) {
  for (long j = 0; j < n; j++)
    for (long i = 1; i < n; i++)
      x[i * n + j] += x[(i - 1) * n + j];
}
void rowscale(long n, double *restrict a) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i * n + j] /= a[i * n];
}
void rowscale2(long n, double *restrict a) {
  for (long i = 0; i < n; i++)
    for (long j = 1; j < n; j++)
      a[i * n + j] *= a[i * n];
}
void readwhole(long n, double *restrict a, double *restrict b) {
  for (long i = 0; i < n; i++) {
    a[i] = b[i];
    for (long j = 0; j < n; j++)
      b[j + 8] += a[j];
  }
}
void prefix_after(long n, double *restrict a, double *restrict b) {
  for (long i = 0; i < n; i++) {
    a[i] = b[i];
    for (long j = 0; j <= i; j++)
      b[i + 8] += a[j];
  }
}
void prefix_before(long n, double *restrict a, double *restrict b) {
  for (long i = 0; i < n; i++) {
    for (long j = i; j < n; j++)
      b[i + 8] += a[j];
    a[i] = b[i];
  }
}
void condsum_old(long n, double *restrict a, double *restrict b) {
  for (long i = 0; i < n; i++) {
    double t = a[i];
    if (i < 2)
      a[i] = t + b[i];
  }
}
void condsum_old2(long n, double *restrict a, double *restrict b) {
  for (long k = 0; k < n; k++)
    for (long i = 0; i < n; i++)
      if (i < k)
        a[i] = a[i] + b[i];
}
void between(long n, double *restrict a, double *restrict b) {
  for (long k = 0; k < n; k++)
    for (long i = 0; i < n; i++) {
      double t = a[i];
      a[n - 1 - i] += b[k];
      a[i] = t + b[i];
    }
}
void between2(long n, double *restrict a, double *restrict b) {
  for (long i = 0; i < n; i++) {
    double t = a[i];
    a[i] = b[i];
    a[i] = t + b[i + 1];
  }
}
void between3(long n, double *restrict a, double *restrict b) {
  for (long k = 0; k < n; k++)
    for (long i = 0; i < n; i++) {
      double t = a[i];
      a[i] += b[i];
      a[i] = t + b[i + 1];
    }
}
void between4(long n, double *restrict a, double *restrict b) {
  for (long k = 0; k < n; k++)
    for (long i = 0; i < n; i++) {
      double t = a[i];
      for (long j = 0; j < n; j++)
        a[j] += b[j];
      a[i] = t + b[i + 1];
    }
}
