// Pairs as users write them for nests that are written like their idioms: what tests of the exact tier find.
link "openblas"

Fortran {
  subroutine ddot_idiom(n, s, x, y)
    integer :: n
    real(8) :: s, x(*), y(*)
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine
} = body {
  real(8), external :: ddot
  s = s + ddot(n, x, 1, y, 1)
}
name "ddot"
pays (n >= 64)

Fortran {
  subroutine ddot_incx_idiom(n, s, x, incx, y)
    integer :: n, incx
    real(8) :: s, x(incx, *), y(*)
    integer :: i
    do i = 1, n
      s = s + x(1, i)*y(i)
    end do
  end subroutine
} = body {
  real(8), external :: ddot
  s = s + ddot(n, x, incx, y, 1)
}
name "ddot-incx"
pays (never)

Fortran {
  subroutine dnrm2_idiom(n, x, r)
    integer :: n
    real(8) :: x(*), r
    integer :: i
    r = 0.0d0
    do i = 1, n
      r = r + x(i)*x(i)
    end do
    r = sqrt(r)
  end subroutine
} = body {
  real(8), external :: ddot
  r = sqrt(ddot(n, x, 1, x, 1))
}
name "dnrm2"
pays (n >= 64)

Fortran {
  subroutine dnrm2_square_idiom(n, x, r)
    integer :: n
    real(8) :: x(*), r
    integer :: i
    r = 0.0d0
    do i = 1, n
      r = r + x(i)**2
    end do
    r = sqrt(r)
  end subroutine
} = body {
  real(8), external :: ddot
  r = sqrt(ddot(n, x, 1, x, 1))
}
name "dnrm2-square"
pays (n >= 64)

Fortran {
  subroutine dnrm2_inc_idiom(n, x, incx, r)
    integer :: n, incx
    real(8) :: x(incx, *), r
    integer :: i
    r = 0.0d0
    do i = 1, n
      r = r + x(1, i)*x(1, i)
    end do
    r = sqrt(r)
  end subroutine
} = body {
  real(8), external :: ddot
  r = sqrt(ddot(n, x, incx, x, incx))
}
name "dnrm2-inc"
pays (never)

Fortran {
  subroutine daxpy_idiom(n, alpha, x, y)
    integer :: n
    real(8) :: alpha, x(*), y(*)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine
} = body {
  if (.not. abs(alpha) > 0.0d0) then
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
    end do
  else
    call daxpy(n, alpha, x, 1, y, 1)
  end if
}
name "daxpy"
pays (never)

Fortran {
  subroutine daxpy_incx_idiom(n, alpha, x, incx, y)
    integer :: n, incx
    real(8) :: alpha, x(incx, *), y(*)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(1, i)
    end do
  end subroutine
} = body {
  if (.not. abs(alpha) > 0.0d0) then
    do i = 1, n
      y(i) = y(i) + alpha*x(1, i)
    end do
  else
    call daxpy(n, alpha, x, incx, y, 1)
  end if
}
name "daxpy-incx"
pays (never)

Fortran {
  subroutine dscal_idiom(n, alpha, x)
    integer :: n
    real(8) :: alpha, x(*)
    integer :: i
    do i = 1, n
      x(i) = alpha*x(i)
    end do
  end subroutine
} = body {
  if (.not. abs(alpha) > 0.0d0) then
    do i = 1, n
      x(i) = alpha*x(i)
    end do
  else
    call dscal(n, alpha, x, 1)
  end if
}
name "dscal"
pays (never)

Fortran {
  subroutine dcopy_incx_idiom(n, x, incx, y)
    integer :: n, incx
    real(8) :: x(incx, *), y(*)
    integer :: i
    do i = 1, n
      y(i) = x(1, i)
    end do
  end subroutine
} = body {
  call dcopy(n, x, incx, y, 1)
}
name "dcopy-incx" fp exact
when (incx > 1)
pays (never)

Fortran {
  subroutine dcopy_incy_idiom(n, x, y, incy)
    integer :: n, incy
    real(8) :: x(*), y(incy, *)
    integer :: i
    do i = 1, n
      y(1, i) = x(i)
    end do
  end subroutine
} = body {
  call dcopy(n, x, 1, y, incy)
}
name "dcopy-incy" fp exact
when (incy > 1)
pays (never)

Fortran {
  subroutine dgemv_n_cols_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = body {
  call dgemv('N', m, n, 1.0d0, a, lda, x, 1, 1.0d0, y, 1)
}
name "dgemv-n-cols"
pays (!wide, min(m, n) >= 32)

Fortran {
  subroutine dgemv_t_cols_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    do i = 1, m
      do j = 1, n
        y(j) = y(j) + alpha*a(i, j)*x(i)
      end do
    end do
  end subroutine
} = body {
  if (.not. abs(alpha) > 0.0d0) then
    do i = 1, m
      do j = 1, n
        y(j) = y(j) + alpha*a(i, j)*x(i)
      end do
    end do
  else
    call dgemv('T', m, n, alpha, a, lda, x, 1, 1.0d0, y, 1)
  end if
}
name "dgemv-t-cols-alpha"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dgemv_t_cols_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do j = 1, n
      y(j) = 0.0d0
    end do
    do i = 1, m
      do j = 1, n
        y(j) = y(j) + a(i, j)*x(i)
      end do
    end do
  end subroutine
} = body {
  call dgemv('T', m, n, 1.0d0, a, lda, x, 1, 0.0d0, y, 1)
}
name "dgemv-t-cols-set"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dgemv_t_cols_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha, beta
    integer :: i, j
    do j = 1, n
      y(j) = beta*y(j)
    end do
    do i = 1, m
      do j = 1, n
        y(j) = y(j) + alpha*a(i, j)*x(i)
      end do
    end do
  end subroutine
} = body {
  real(8) :: factor
  if (.not. abs(alpha) > 0.0d0) then
    do j = 1, n
      y(j) = beta*y(j)
    end do
    do i = 1, m
      do j = 1, n
        y(j) = y(j) + alpha*a(i, j)*x(i)
      end do
    end do
  else
    factor = beta
    if (.not. abs(beta) > 0.0d0) then
      do j = 1, n
        y(j) = beta*y(j)
      end do
      factor = 1.0d0
    end if
    call dgemv('T', m, n, alpha, a, lda, x, 1, factor, y, 1)
  end if
}
name "dgemv-t-cols-alpha-beta"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dger_idiom(m, n, x, y, a, lda)
    integer :: m, n, lda
    real(8) :: x(*), y(*), a(lda, *)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        a(i, j) = a(i, j) + x(i)*y(j)
      end do
    end do
  end subroutine
} = body {
  call dger(m, n, 1.0d0, x, 1, y, 1, a, lda)
}
name "dger"
pays (never)

Fortran {
  subroutine dgemm_nn_ji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = body {
  call dgemm('N', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
}
name "dgemm-nn-ji"
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
#include <cblas.h>
  void cddot(int n, const double *x, int incx, const double *y, int incy, double *s) {
    for (int i = 0; i < n; i++)
      *s += x[i * incx] * y[i * incy];
  }
} = body {
  *s += cblas_ddot(n, x, incx, y, incy);
}
name "cblas_ddot"
when (incx >= 1, incy >= 1)
pays (n >= 64, incx == 1, incy == 1)

C {
#include <cblas.h>
  void cdaxpy(int n, double alpha, const double *x, int incx, double *y, int incy) {
    for (int i = 0; i < n; i++)
      y[i * incy] += alpha * x[i * incx];
  }
} = body {
  if (!(alpha < 0.0 || alpha > 0.0)) {
    for (int i = 0; i < n; i++)
      y[i * incy] += alpha * x[i * incx];
    return;
  }
  cblas_daxpy(n, alpha, x, incx, y, incy);
}
name "cblas_daxpy"
when (incx >= 1, incy >= 1)
pays (never)

C {
#include <cblas.h>
  void cdscal(int n, double alpha, double *x, int incx) {
    for (int i = 0; i < n; i++)
      x[i * incx] *= alpha;
  }
} = body {
  if (!(alpha < 0.0 || alpha > 0.0)) {
    for (int i = 0; i < n; i++)
      x[i * incx] *= alpha;
    return;
  }
  cblas_dscal(n, alpha, x, incx);
}
name "cblas_dscal"
when (incx >= 1)
pays (never)

C {
#include <cblas.h>
  void cdgemv_n_set(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++) {
      y[i] = 0;
      for (int j = 0; j < n; j++)
        y[i] += a[i * lda + j] * x[j];
    }
  }
} = body {
  cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, 1.0, a, lda, x, 1, 0.0, y, 1);
}
name "cblas_dgemv-n-set"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
#include <cblas.h>
  void cdgemv_t_rows_set(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int j = 0; j < n; j++)
      y[j] = 0;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[j] += a[i * lda + j] * x[i];
  }
} = body {
  cblas_dgemv(CblasRowMajor, CblasTrans, m, n, 1.0, a, lda, x, 1, 0.0, y, 1);
}
name "cblas_dgemv-t-rows-set"
when (lda >= n)
pays (!wide, min(m, n) >= 32)

C {
#include <cblas.h>
  void cdgemm_nn_set(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];
    }
  }
} = body {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, a, lda, b, ldb, 0.0, c, ldc);
}
name "cblas_dgemm-nn-set"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
#include <cblas.h>
  void cdgemm_nn_row_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
    }
  }
} = body {
  if (!(alpha < 0.0 || alpha > 0.0)) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
    }
    return;
  }
  double factor = beta;
  if (!(beta < 0.0 || beta > 0.0)) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        c[i * ldc + j] *= beta;
    factor = 1.0;
  }
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
}
name "cblas_dgemm-nn-row-alpha-beta"
when (lda >= k, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
#include <cblas.h>
  void csdot(int n, const float *x, int incx, const float *y, int incy, float *s) {
    for (int i = 0; i < n; i++)
      *s += x[i * incx] * y[i * incy];
  }
} = body {
  *s += cblas_sdot(n, x, incx, y, incy);
}
name "cblas_sdot"
when (incx >= 1, incy >= 1)
pays (n >= 64, incx == 1, incy == 1)

C {
#include <cblas.h>
  void csgemv_n_set(int m, int n, const float *a, int lda, const float *x, float *y) {
    for (int i = 0; i < m; i++) {
      y[i] = 0;
      for (int j = 0; j < n; j++)
        y[i] += a[i * lda + j] * x[j];
    }
  }
} = body {
  cblas_sgemv(CblasRowMajor, CblasNoTrans, m, n, 1.0f, a, lda, x, 1, 0.0f, y, 1);
}
name "cblas_sgemv-n-set"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
#include <cblas.h>
  void cdger(int m, int n, const double *x, const double *y, double *a, int lda) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[i * lda + j] += x[i] * y[j];
  }
} = body {
  cblas_dger(CblasRowMajor, m, n, 1.0, x, 1, y, 1, a, lda);
}
name "cblas_dger"
when (lda >= n)
pays (never)

C {
  void csgemm_nn_set(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nn_set(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0f, a, lda, b, ldb, 0.0f, c, ldc);
  }
}
name "cblas_sgemm-nn-set"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)
