// Products of matrices that no routine of BLAS is: in place, of three factors, with a diagonal between. Each is done block
// by block, so that what lies between two calls fits a buffer of this size on the stack; strides are free.
//
// R1 of blas.pat: where alpha is 0, BLAS would not read its inputs. It multiplies with a factor of 1, and its result is
// scaled then.

link "openblas"
mode auto
costs "products.costs"
each ${T} = double, float; ${P} = d, s

//--- A matrix times a square one, in its own place: as long rows as the buffer holds ----------------------------------------

C {
#include <cblas.h>
  void ${P}gemm_place(int m, int n, ${T} alpha, const ${T} *b, int rb, int cb, ${T} *c, int rc, int cc) {
    ${T} row[4096];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        ${T} s = 0;
        for (int l = 0; l < n; l++)
          s += c[i * rc + l * cc] * b[l * rb + j * cb];
        row[j] = alpha * s;
      }
      for (int j = 0; j < n; j++)
        c[i * rc + j * cc] = row[j];
    }
  }
} = body {
  enum { BUFFER = 16384 };
  ${T} rows[BUFFER];
  int most = BUFFER / n;
  for (int first = 0; first < m; first += most) {
    int count = m - first < most ? m - first : most;
    ${T} *block = c + (long)first * rc;
    cblas_${P}gemm(CblasRowMajor, cc == 1 && rc >= n ? CblasNoTrans : CblasTrans,
                   cb == 1 && rb >= n ? CblasNoTrans : CblasTrans, count, n, n, alpha == 0 ? 1 : alpha, block,
                   cc == 1 && rc >= n ? rc : cc, b, cb == 1 && rb >= n ? rb : cb, 0, rows, n);
    for (int i = 0; alpha == 0 && i < count * n; i++)
      rows[i] *= alpha;
    for (int i = 0; i < count; i++)
      for (int j = 0; j < n; j++)
        block[(long)i * rc + (long)j * cc] = rows[i * n + j];
  }
}
name "${P}gemm-place"
about "A = A B, in place"
when (n >= 1, n <= 4096, rb == 1 && cb >= n || cb == 1 && rb >= n, rc == 1 && cc >= m || cc == 1 && rc >= n)

//--- A product of three: the two that leave less to do first ------------------------------------------------------------------

C {
  void ${P}gemm_gemm_set(int m, int n, int k, int q, ${T} alpha, const ${T} *a, int ra, int ca, const ${T} *b, int rb,
                         int cb, const ${T} *c, int rc, int cc, ${T} *d, int rd, int cd) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        ${T} s = 0;
        for (int l = 0; l < k; l++)
          for (int h = 0; h < q; h++)
            s += a[i * ra + l * ca] * b[l * rb + h * cb] * c[h * rc + j * cc];
        d[i * rd + j * cd] = alpha * s;
      }
  }
} = {
#include <cblas.h>
  enum { BUFFER = 16384 };
  /// d = a*b*c by blocks of rows: a*b first. Strides as they are; each matrix has one that is 1.
  static void by_rows(int m, int n, int k, int q, ${T} alpha, const ${T} *a, int ra, int ca, const ${T} *b, int rb,
                      int cb, const ${T} *c, int rc, int cc, ${T} *d, int rd, int cd) {
    ${T} rows[BUFFER];
    int most = BUFFER / q;
    for (int first = 0; first < m; first += most) {
      int count = m - first < most ? m - first : most;
      cblas_${P}gemm(CblasRowMajor, ca == 1 && ra >= k ? CblasNoTrans : CblasTrans,
                     cb == 1 && rb >= q ? CblasNoTrans : CblasTrans, count, q, k, alpha, a + (long)first * ra,
                     ca == 1 && ra >= k ? ra : ca, b, cb == 1 && rb >= q ? rb : cb, 0, rows, q);
      if (cd == 1 && rd >= n)
        cblas_${P}gemm(CblasRowMajor, CblasNoTrans, cc == 1 && rc >= n ? CblasNoTrans : CblasTrans, count, n, q, 1,
                       rows, q, c, cc == 1 && rc >= n ? rc : cc, 0, d + (long)first * rd, rd);
      else
        cblas_${P}gemm(CblasColMajor, CblasTrans, rc == 1 && cc >= q ? CblasNoTrans : CblasTrans, count, n, q, 1, rows,
                       q, c, rc == 1 && cc >= q ? cc : rc, 0, d + (long)first * rd, cd);
    }
  }
  /// The matrix times alpha. One of its strides is 1.
  static void scale(int m, int n, ${T} alpha, ${T} *c, int rc, int cc) {
    int outer = rc == 1 ? n : m, inner = rc == 1 ? m : n;
    for (int i = 0; i < outer; i++)
      for (int j = 0; j < inner; j++)
        c[(long)i * (rc == 1 ? cc : rc) + j] *= alpha;
  }
  void ${P}gemm_gemm_set(int m, int n, int k, int q, ${T} alpha, const ${T} *a, int ra, int ca, const ${T} *b, int rb,
                         int cb, const ${T} *c, int rc, int cc, ${T} *d, int rd, int cd) {
    ${T} factor = alpha == 0 ? 1 : alpha;
    if ((double)m * q * (k + (double)n) <= (double)n * k * (q + (double)m))
      by_rows(m, n, k, q, factor, a, ra, ca, b, rb, cb, c, rc, cc, d, rd, cd);
    else
      by_rows(n, m, q, k, factor, c, cc, rc, b, cb, rb, a, ca, ra, d, cd, rd);
    if (alpha == 0)
      scale(m, n, alpha, d, rd, cd);
  }
}
name "${P}gemm-gemm-set"
about "D = A B C, a product of three"
when (k >= 1, k <= 4096, q >= 1, q <= 4096, ra == 1 && ca >= m || ca == 1 && ra >= k, rb == 1 && cb >= k || cb == 1 && rb >= q, rc == 1 && cc >= q || cc == 1 && rc >= n, rd == 1 && cd >= m || cd == 1 && rd >= n, max(rd, cd) < 134217728)

//--- A diagonal between two matrices: XᵀWX ---------------------------------------------------------------------------------------

C {
  void ${P}gemm_diagonal_set(int m, int n, int k, ${T} alpha, const ${T} *a, int ra, int ca, const ${T} *w, int iw,
                             const ${T} *b, int rb, int cb, ${T} *c, int rc, int cc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        ${T} s = 0;
        for (int l = 0; l < k; l++)
          s += a[i * ra + l * ca] * w[l * iw] * b[l * rb + j * cb];
        c[i * rc + j * cc] = alpha * s;
      }
  }
} = {
#include <cblas.h>
  enum { BUFFER = 16384 };
  /// The matrix times alpha. One of its strides is 1.
  static void scale(int m, int n, ${T} alpha, ${T} *c, int rc, int cc) {
    int outer = rc == 1 ? n : m, inner = rc == 1 ? m : n;
    for (int i = 0; i < outer; i++)
      for (int j = 0; j < inner; j++)
        c[(long)i * (rc == 1 ? cc : rc) + j] *= alpha;
  }
  void ${P}gemm_diagonal_set(int m, int n, int k, ${T} alpha, const ${T} *a, int ra, int ca, const ${T} *w, int iw,
                             const ${T} *b, int rb, int cb, ${T} *c, int rc, int cc) {
    ${T} rows[BUFFER], factor = alpha == 0 ? 1 : alpha;
    int most = BUFFER / n;
    for (int first = 0; first < k; first += most) {
      int count = k - first < most ? k - first : most;
      for (int l = 0; l < count; l++)
        for (int j = 0; j < n; j++)
          rows[l * n + j] = w[(long)(first + l) * iw] * b[(long)(first + l) * rb + (long)j * cb];
      if (cc == 1 && rc >= n)
        cblas_${P}gemm(CblasRowMajor, ca == 1 && ra >= k ? CblasNoTrans : CblasTrans, CblasNoTrans, m, n, count, factor,
                       a + (long)first * ca, ca == 1 && ra >= k ? ra : ca, rows, n, first ? 1 : 0, c, rc);
      else
        cblas_${P}gemm(CblasColMajor, ra == 1 && ca >= m ? CblasNoTrans : CblasTrans, CblasTrans, m, n, count, factor,
                       a + (long)first * ca, ra == 1 && ca >= m ? ca : ra, rows, n, first ? 1 : 0, c, cc);
    }
    if (alpha == 0)
      scale(m, n, alpha, c, rc, cc);
  }
}
name "${P}gemm-diagonal-set"
about "C = A diag(d) B"
when (k >= 1, n >= 1, n <= 4096, ra == 1 && ca >= m || ca == 1 && ra >= k, rc == 1 && cc >= m || cc == 1 && rc >= n, max(rc, cc) < 134217728)

//--- A matrix times its own transpose, all of it: one triangle, and its mirror image ---------------------------------------------

C {
#include <cblas.h>
  void ${P}gemm_gram_set(int n, int k, ${T} alpha, const ${T} *a, int ra, int ca, ${T} *c, int rc, int cc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        ${T} s = 0;
        for (int l = 0; l < k; l++)
          s += a[i * ra + l * ca] * a[j * ra + l * ca];
        c[i * rc + j * cc] = alpha * s;
      }
  }
} = body {
  enum { TILE = 32 };
  long row = cc == 1 && rc >= n ? rc : cc;
  cblas_${P}syrk(CblasRowMajor, CblasLower, ca == 1 && ra >= k ? CblasNoTrans : CblasTrans, n, k, alpha == 0 ? 1 : alpha,
                 a, ca == 1 && ra >= k ? ra : ca, 0, c, row);
  for (int i = 0; alpha == 0 && i < n; i++)
    for (int j = 0; j <= i; j++)
      c[i * row + j] *= alpha;
  for (int top = 0; top < n; top += TILE)
    for (int left = top; left < n; left += TILE)
      for (int i = top; i < n && i < top + TILE; i++)
        for (int j = left > i ? left : i + 1; j < n && j < left + TILE; j++)
          c[i * row + j] = c[j * row + i];
}
name "${P}gemm-gram-set"
about "C = A A', all of C"
when (ra == 1 && ca >= n || ca == 1 && ra >= k, rc == 1 && cc >= n || cc == 1 && rc >= n, max(rc, cc) < 134217728)

//--- What is done to the elements of a product, in its place (L-WITHIN of lib/cover) -----------------------------------------------
// Two more choices of one function are more of the ways to write it.

each ${T} = double, double, double, double, double, float, float, float, float, float; ${P} = d, d, d, d, d, s, s, s, s, s; ${f} = (v > 0 ? v : 0), (v < 0 ? 0 : v), fmax(v, 0), 1/(1 + exp(-v)), tanh(v), (v > 0 ? v : 0), (v < 0 ? 0 : v), fmaxf(v, 0), 1/(1 + expf(-v)), tanhf(v); ${name} = relu, relu-less, relu-max, sigmoid, tanh, relu, relu-less, relu-max, sigmoid, tanh

C {
#include <math.h>
  void each_element(int m, int n, ${T} *x, int rx, int cx) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        ${T} v = x[i * rx + j * cx];
        x[i * rx + j * cx] = ${f};
      }
  }
} = body {
  if (cx == 1)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        ${T} v = x[(long)i * rx + j];
        x[(long)i * rx + j] = ${f};
      }
  else
    for (int j = 0; j < n; j++)
      for (int i = 0; i < m; i++) {
        ${T} v = x[(long)i * rx + (long)j * cx];
        x[(long)i * rx + (long)j * cx] = ${f};
      }
}
name "${P}map-${name}-rows"
about "relu, sigmoid or tanh of each element"

C {
#include <math.h>
  void each_element(int n, ${T} *x, int ix) {
    for (int i = 0; i < n; i++) {
      ${T} v = x[i * ix];
      x[i * ix] = ${f};
    }
  }
} = body {
  if (ix == 1)
    for (int i = 0; i < n; i++) {
      ${T} v = x[i];
      x[i] = ${f};
    }
  else
    for (int i = 0; i < n; i++) {
      ${T} v = x[(long)i * ix];
      x[(long)i * ix] = ${f};
    }
}
name "${P}map-${name}"
about "relu, sigmoid or tanh of each element"

each ${T} = double, float; ${P} = d, s

C {
  void divide_each(int m, int n, ${T} d, ${T} *x, int rx, int cx) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        x[i * rx + j * cx] = x[i * rx + j * cx] / d;
  }
} = body {
  if (cx == 1)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        x[(long)i * rx + j] /= d;
  else
    for (int j = 0; j < n; j++)
      for (int i = 0; i < m; i++)
        x[(long)i * rx + (long)j * cx] /= d;
}
name "${P}map-divided-rows"
about "each element divided by a number"

C {
  void divide_triangle(int n, ${T} d, ${T} *x, int rx, int cx) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++)
        x[i * rx + j * cx] = x[i * rx + j * cx] / d;
  }
} = body {
  if (cx == 1)
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++)
        x[(long)i * rx + j] /= d;
  else
    for (int j = 0; j < n; j++)
      for (int i = j; i < n; i++)
        x[(long)i * rx + (long)j * cx] /= d;
}
name "${P}map-divided-triangle"
about "each element of a triangle divided by a number"

C {
  void divide_elements(int n, ${T} d, ${T} *x, int ix) {
    for (int i = 0; i < n; i++)
      x[i * ix] = x[i * ix] / d;
  }
} = body {
  if (ix == 1)
    for (int i = 0; i < n; i++)
      x[i] /= d;
  else
    for (int i = 0; i < n; i++)
      x[(long)i * ix] /= d;
}
name "${P}map-divided"
about "each element divided by a number"
