// blas.pat - loop nests that are BLAS operations. Written by blas.py; edit that.
//
// Every pair holds for any size, leading dimension, alpha and beta. For alpha = 0 BLAS would not read its inputs,
// and for beta = 0 not the result, so that a NaN could vanish: those cases keep the loops, and so do factors that are
// NaN themselves. dot-form idioms are named by the order of the outer loops (ji, ij), axpy-form ones by all three.

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
} = {
  subroutine ddot_idiom(n, s, x, y)
    integer :: n
    real(8) :: s, x(*), y(*)
    real(8), external :: ddot
    s = s + ddot(n, x, 1, y, 1)
  end subroutine
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
} = {
  subroutine ddot_incx_idiom(n, s, x, incx, y)
    integer :: n, incx
    real(8) :: s, x(incx, *), y(*)
    real(8), external :: ddot
    s = s + ddot(n, x, incx, y, 1)
  end subroutine
}
name "ddot-incx"
pays (never)

Fortran {
  subroutine ddot_inc_idiom(n, s, x, incx, y, incy)
    integer :: n, incx, incy
    real(8) :: s, x(incx, *), y(incy, *)
    integer :: i
    do i = 1, n
      s = s + x(1, i)*y(1, i)
    end do
  end subroutine
} = {
  subroutine ddot_inc_idiom(n, s, x, incx, y, incy)
    integer :: n, incx, incy
    real(8) :: s, x(incx, *), y(incy, *)
    real(8), external :: ddot
    s = s + ddot(n, x, incx, y, incy)
  end subroutine
}
name "ddot-inc"
pays (never)

Fortran {
  subroutine ddot_sub_idiom(n, s, x, y)
    integer :: n
    real(8) :: s, x(*), y(*)
    integer :: i
    do i = 1, n
      s = s - x(i)*y(i)
    end do
  end subroutine
} = {
  subroutine ddot_sub_idiom(n, s, x, y)
    integer :: n
    real(8) :: s, x(*), y(*)
    real(8), external :: ddot
    s = s - ddot(n, x, 1, y, 1)
  end subroutine
}
name "ddot-sub"
pays (n >= 64)

Fortran {
  subroutine ddot_sub_incx_idiom(n, s, x, incx, y)
    integer :: n, incx
    real(8) :: s, x(incx, *), y(*)
    integer :: i
    do i = 1, n
      s = s - x(1, i)*y(i)
    end do
  end subroutine
} = {
  subroutine ddot_sub_incx_idiom(n, s, x, incx, y)
    integer :: n, incx
    real(8) :: s, x(incx, *), y(*)
    real(8), external :: ddot
    s = s - ddot(n, x, incx, y, 1)
  end subroutine
}
name "ddot-sub-incx"
pays (never)

Fortran {
  subroutine ddot_sub_inc_idiom(n, s, x, incx, y, incy)
    integer :: n, incx, incy
    real(8) :: s, x(incx, *), y(incy, *)
    integer :: i
    do i = 1, n
      s = s - x(1, i)*y(1, i)
    end do
  end subroutine
} = {
  subroutine ddot_sub_inc_idiom(n, s, x, incx, y, incy)
    integer :: n, incx, incy
    real(8) :: s, x(incx, *), y(incy, *)
    real(8), external :: ddot
    s = s - ddot(n, x, incx, y, incy)
  end subroutine
}
name "ddot-sub-inc"
pays (never)

Fortran {
  subroutine ddot_self_idiom(n, s, x)
    integer :: n
    real(8) :: s, x(*)
    integer :: i
    do i = 1, n
      s = s + x(i)*x(i)
    end do
  end subroutine
} = {
  subroutine ddot_self_idiom(n, s, x)
    integer :: n
    real(8) :: s, x(*)
    real(8), external :: ddot
    s = s + ddot(n, x, 1, x, 1)
  end subroutine
}
name "ddot-self"
pays (n >= 64)

Fortran {
  subroutine ddot_self_inc_idiom(n, s, x, incx)
    integer :: n, incx
    real(8) :: s, x(incx, *)
    integer :: i
    do i = 1, n
      s = s + x(1, i)*x(1, i)
    end do
  end subroutine
} = {
  subroutine ddot_self_inc_idiom(n, s, x, incx)
    integer :: n, incx
    real(8) :: s, x(incx, *)
    real(8), external :: ddot
    s = s + ddot(n, x, incx, x, incx)
  end subroutine
}
name "ddot-self-inc"
pays (never)

Fortran {
  subroutine ddot_square_idiom(n, s, x)
    integer :: n
    real(8) :: s, x(*)
    integer :: i
    do i = 1, n
      s = s + x(i)**2
    end do
  end subroutine
} = {
  subroutine ddot_square_idiom(n, s, x)
    integer :: n
    real(8) :: s, x(*)
    real(8), external :: ddot
    s = s + ddot(n, x, 1, x, 1)
  end subroutine
}
name "ddot-square"
pays (n >= 64)

Fortran {
  subroutine ddot_square_inc_idiom(n, s, x, incx)
    integer :: n, incx
    real(8) :: s, x(incx, *)
    integer :: i
    do i = 1, n
      s = s + x(1, i)**2
    end do
  end subroutine
} = {
  subroutine ddot_square_inc_idiom(n, s, x, incx)
    integer :: n, incx
    real(8) :: s, x(incx, *)
    real(8), external :: ddot
    s = s + ddot(n, x, incx, x, incx)
  end subroutine
}
name "ddot-square-inc"
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
} = {
  subroutine dnrm2_idiom(n, x, r)
    integer :: n
    real(8) :: x(*), r
    real(8), external :: ddot
    r = sqrt(ddot(n, x, 1, x, 1))
  end subroutine
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
} = {
  subroutine dnrm2_square_idiom(n, x, r)
    integer :: n
    real(8) :: x(*), r
    real(8), external :: ddot
    r = sqrt(ddot(n, x, 1, x, 1))
  end subroutine
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
} = {
  subroutine dnrm2_inc_idiom(n, x, incx, r)
    integer :: n, incx
    real(8) :: x(incx, *), r
    real(8), external :: ddot
    r = sqrt(ddot(n, x, incx, x, incx))
  end subroutine
}
name "dnrm2-inc"
pays (never)

Fortran {
  subroutine dnrm2_square_inc_idiom(n, x, incx, r)
    integer :: n, incx
    real(8) :: x(incx, *), r
    integer :: i
    r = 0.0d0
    do i = 1, n
      r = r + x(1, i)**2
    end do
    r = sqrt(r)
  end subroutine
} = {
  subroutine dnrm2_square_inc_idiom(n, x, incx, r)
    integer :: n, incx
    real(8) :: x(incx, *), r
    real(8), external :: ddot
    r = sqrt(ddot(n, x, incx, x, incx))
  end subroutine
}
name "dnrm2-square-inc"
pays (never)

Fortran {
  subroutine dasum_idiom(n, s, x)
    integer :: n
    real(8) :: s, x(*)
    integer :: i
    do i = 1, n
      s = s + abs(x(i))
    end do
  end subroutine
} = {
  subroutine dasum_idiom(n, s, x)
    integer :: n
    real(8) :: s, x(*)
    real(8), external :: dasum
    s = s + dasum(n, x, 1)
  end subroutine
}
name "dasum"
pays (n >= 128)

Fortran {
  subroutine dasum_inc_idiom(n, s, x, incx)
    integer :: n, incx
    real(8) :: s, x(incx, *)
    integer :: i
    do i = 1, n
      s = s + abs(x(1, i))
    end do
  end subroutine
} = {
  subroutine dasum_inc_idiom(n, s, x, incx)
    integer :: n, incx
    real(8) :: s, x(incx, *)
    real(8), external :: dasum
    s = s + dasum(n, x, incx)
  end subroutine
}
name "dasum-inc"
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
} = {
  subroutine daxpy_idiom(n, alpha, x, y)
    integer :: n
    real(8) :: alpha, x(*), y(*)
    integer :: i
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        y(i) = y(i) + alpha*x(i)
      end do
    else
      call daxpy(n, alpha, x, 1, y, 1)
    end if
  end subroutine
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
} = {
  subroutine daxpy_incx_idiom(n, alpha, x, incx, y)
    integer :: n, incx
    real(8) :: alpha, x(incx, *), y(*)
    integer :: i
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        y(i) = y(i) + alpha*x(1, i)
      end do
    else
      call daxpy(n, alpha, x, incx, y, 1)
    end if
  end subroutine
}
name "daxpy-incx"
pays (never)

Fortran {
  subroutine daxpy_incy_idiom(n, alpha, x, y, incy)
    integer :: n, incy
    real(8) :: alpha, x(*), y(incy, *)
    integer :: i
    do i = 1, n
      y(1, i) = y(1, i) + alpha*x(i)
    end do
  end subroutine
} = {
  subroutine daxpy_incy_idiom(n, alpha, x, y, incy)
    integer :: n, incy
    real(8) :: alpha, x(*), y(incy, *)
    integer :: i
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        y(1, i) = y(1, i) + alpha*x(i)
      end do
    else
      call daxpy(n, alpha, x, 1, y, incy)
    end if
  end subroutine
}
name "daxpy-incy"
pays (never)

Fortran {
  subroutine daxpy_inc_idiom(n, alpha, x, incx, y, incy)
    integer :: n, incx, incy
    real(8) :: alpha, x(incx, *), y(incy, *)
    integer :: i
    do i = 1, n
      y(1, i) = y(1, i) + alpha*x(1, i)
    end do
  end subroutine
} = {
  subroutine daxpy_inc_idiom(n, alpha, x, incx, y, incy)
    integer :: n, incx, incy
    real(8) :: alpha, x(incx, *), y(incy, *)
    integer :: i
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        y(1, i) = y(1, i) + alpha*x(1, i)
      end do
    else
      call daxpy(n, alpha, x, incx, y, incy)
    end if
  end subroutine
}
name "daxpy-inc"
pays (never)

Fortran {
  subroutine daxpy_sub_idiom(n, alpha, x, y)
    integer :: n
    real(8) :: alpha, x(*), y(*)
    integer :: i
    do i = 1, n
      y(i) = y(i) - alpha*x(i)
    end do
  end subroutine
} = {
  subroutine daxpy_sub_idiom(n, alpha, x, y)
    integer :: n
    real(8) :: alpha, x(*), y(*)
    integer :: i
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        y(i) = y(i) - alpha*x(i)
      end do
    else
      call daxpy(n, -alpha, x, 1, y, 1)
    end if
  end subroutine
}
name "daxpy-sub"
pays (never)

Fortran {
  subroutine daxpy_sub_inc_idiom(n, alpha, x, incx, y, incy)
    integer :: n, incx, incy
    real(8) :: alpha, x(incx, *), y(incy, *)
    integer :: i
    do i = 1, n
      y(1, i) = y(1, i) - alpha*x(1, i)
    end do
  end subroutine
} = {
  subroutine daxpy_sub_inc_idiom(n, alpha, x, incx, y, incy)
    integer :: n, incx, incy
    real(8) :: alpha, x(incx, *), y(incy, *)
    integer :: i
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        y(1, i) = y(1, i) - alpha*x(1, i)
      end do
    else
      call daxpy(n, -alpha, x, incx, y, incy)
    end if
  end subroutine
}
name "daxpy-sub-inc"
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
} = {
  subroutine dscal_idiom(n, alpha, x)
    integer :: n
    real(8) :: alpha, x(*)
    integer :: i
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        x(i) = alpha*x(i)
      end do
    else
      call dscal(n, alpha, x, 1)
    end if
  end subroutine
}
name "dscal"
pays (never)

Fortran {
  subroutine dscal_inc_idiom(n, alpha, x, incx)
    integer :: n, incx
    real(8) :: alpha, x(incx, *)
    integer :: i
    do i = 1, n
      x(1, i) = alpha*x(1, i)
    end do
  end subroutine
} = {
  subroutine dscal_inc_idiom(n, alpha, x, incx)
    integer :: n, incx
    real(8) :: alpha, x(incx, *)
    integer :: i
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        x(1, i) = alpha*x(1, i)
      end do
    else
      call dscal(n, alpha, x, incx)
    end if
  end subroutine
}
name "dscal-inc"
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
} = {
  subroutine dcopy_incx_idiom(n, x, incx, y)
    integer :: n, incx
    real(8) :: x(incx, *), y(*)
    call dcopy(n, x, incx, y, 1)
  end subroutine
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
} = {
  subroutine dcopy_incy_idiom(n, x, y, incy)
    integer :: n, incy
    real(8) :: x(*), y(incy, *)
    call dcopy(n, x, 1, y, incy)
  end subroutine
}
name "dcopy-incy" fp exact
when (incy > 1)
pays (never)

Fortran {
  subroutine dcopy_inc_idiom(n, x, incx, y, incy)
    integer :: n, incx, incy
    real(8) :: x(incx, *), y(incy, *)
    integer :: i
    do i = 1, n
      y(1, i) = x(1, i)
    end do
  end subroutine
} = {
  subroutine dcopy_inc_idiom(n, x, incx, y, incy)
    integer :: n, incx, incy
    real(8) :: x(incx, *), y(incy, *)
    call dcopy(n, x, incx, y, incy)
  end subroutine
}
name "dcopy-inc" fp exact
when (incx + incy > 2)
pays (never)

Fortran {
  subroutine dswap_idiom(n, x, y)
    integer :: n
    real(8) :: x(*), y(*)
    integer :: i
    real(8) :: t
    do i = 1, n
      t = x(i)
      x(i) = y(i)
      y(i) = t
    end do
  end subroutine
} = {
  subroutine dswap_idiom(n, x, y)
    integer :: n
    real(8) :: x(*), y(*)
    call dswap(n, x, 1, y, 1)
  end subroutine
}
name "dswap" fp exact
pays (never)

Fortran {
  subroutine dswap_inc_idiom(n, x, incx, y, incy)
    integer :: n, incx, incy
    real(8) :: x(incx, *), y(incy, *)
    integer :: i
    real(8) :: t
    do i = 1, n
      t = x(1, i)
      x(1, i) = y(1, i)
      y(1, i) = t
    end do
  end subroutine
} = {
  subroutine dswap_inc_idiom(n, x, incx, y, incy)
    integer :: n, incx, incy
    real(8) :: x(incx, *), y(incy, *)
    call dswap(n, x, incx, y, incy)
  end subroutine
}
name "dswap-inc" fp exact
pays (never)

Fortran {
  subroutine drot_idiom(n, c, s, x, y)
    integer :: n
    real(8) :: c, s, x(*), y(*)
    integer :: i
    real(8) :: t
    do i = 1, n
      t = c*x(i) + s*y(i)
      y(i) = c*y(i) - s*x(i)
      x(i) = t
    end do
  end subroutine
} = {
  subroutine drot_idiom(n, c, s, x, y)
    integer :: n
    real(8) :: c, s, x(*), y(*)
    call drot(n, x, 1, y, 1, c, s)
  end subroutine
}
name "drot"
pays (never)

Fortran {
  subroutine drot_inc_idiom(n, c, s, x, incx, y, incy)
    integer :: n, incx, incy
    real(8) :: c, s, x(incx, *), y(incy, *)
    integer :: i
    real(8) :: t
    do i = 1, n
      t = c*x(1, i) + s*y(1, i)
      y(1, i) = c*y(1, i) - s*x(1, i)
      x(1, i) = t
    end do
  end subroutine
} = {
  subroutine drot_inc_idiom(n, c, s, x, incx, y, incy)
    integer :: n, incx, incy
    real(8) :: c, s, x(incx, *), y(incy, *)
    call drot(n, x, incx, y, incy, c, s)
  end subroutine
}
name "drot-inc"
pays (never)

Fortran {
  subroutine dgemv_n_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do i = 1, m
      do j = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_n_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('N', m, n, 1.0d0, a, lda, x, 1, 1.0d0, y, 1)
  end subroutine
}
name "dgemv-n"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dgemv_t_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        y(j) = y(j) + a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_t_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('T', m, n, 1.0d0, a, lda, x, 1, 1.0d0, y, 1)
  end subroutine
}
name "dgemv-t"
pays (m >= 80, n >= 4)

Fortran {
  subroutine dgemv_n_sub_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do i = 1, m
      do j = 1, n
        y(i) = y(i) - a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_n_sub_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('N', m, n, -1.0d0, a, lda, x, 1, 1.0d0, y, 1)
  end subroutine
}
name "dgemv-n-sub"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dgemv_t_sub_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        y(j) = y(j) - a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_t_sub_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('T', m, n, -1.0d0, a, lda, x, 1, 1.0d0, y, 1)
  end subroutine
}
name "dgemv-t-sub"
pays (m >= 80, n >= 4)

Fortran {
  subroutine dgemv_n_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do i = 1, m
      y(i) = 0.0d0
      do j = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_n_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('N', m, n, 1.0d0, a, lda, x, 1, 0.0d0, y, 1)
  end subroutine
}
name "dgemv-n-set"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dgemv_t_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do j = 1, n
      y(j) = 0.0d0
      do i = 1, m
        y(j) = y(j) + a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_t_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('T', m, n, 1.0d0, a, lda, x, 1, 0.0d0, y, 1)
  end subroutine
}
name "dgemv-t-set"
pays (m >= 80, n >= 4)

Fortran {
  subroutine dgemv_n_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    do i = 1, m
      do j = 1, n
        y(i) = y(i) + alpha*a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_n_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        do j = 1, n
          y(i) = y(i) + alpha*a(i, j)*x(j)
        end do
      end do
    else
      call dgemv('N', m, n, alpha, a, lda, x, 1, 1.0d0, y, 1)
    end if
  end subroutine
}
name "dgemv-n-alpha"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dgemv_t_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    do j = 1, n
      do i = 1, m
        y(j) = y(j) + alpha*a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_t_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          y(j) = y(j) + alpha*a(i, j)*x(i)
        end do
      end do
    else
      call dgemv('T', m, n, alpha, a, lda, x, 1, 1.0d0, y, 1)
    end if
  end subroutine
}
name "dgemv-t-alpha"
pays (m >= 80, n >= 4)

Fortran {
  subroutine dgemv_n_alpha_set_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    do i = 1, m
      y(i) = 0.0d0
      do j = 1, n
        y(i) = y(i) + alpha*a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_n_alpha_set_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        y(i) = 0.0d0
        do j = 1, n
          y(i) = y(i) + alpha*a(i, j)*x(j)
        end do
      end do
    else
      call dgemv('N', m, n, alpha, a, lda, x, 1, 0.0d0, y, 1)
    end if
  end subroutine
}
name "dgemv-n-alpha-set"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dgemv_t_alpha_set_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    do j = 1, n
      y(j) = 0.0d0
      do i = 1, m
        y(j) = y(j) + alpha*a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_t_alpha_set_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        y(j) = 0.0d0
        do i = 1, m
          y(j) = y(j) + alpha*a(i, j)*x(i)
        end do
      end do
    else
      call dgemv('T', m, n, alpha, a, lda, x, 1, 0.0d0, y, 1)
    end if
  end subroutine
}
name "dgemv-t-alpha-set"
pays (m >= 80, n >= 4)

Fortran {
  subroutine dgemv_n_beta_idiom(m, n, a, lda, x, y, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: beta
    integer :: i, j
    do i = 1, m
      y(i) = beta*y(i)
      do j = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_n_beta_idiom(m, n, a, lda, x, y, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: beta
    integer :: i
    real(8) :: factor
    factor = beta
    if (.not. abs(beta) > 0.0d0) then
      do i = 1, m
        y(i) = beta*y(i)
      end do
      factor = 1.0d0
    end if
    call dgemv('N', m, n, 1.0d0, a, lda, x, 1, factor, y, 1)
  end subroutine
}
name "dgemv-n-beta"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dgemv_t_beta_idiom(m, n, a, lda, x, y, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: beta
    integer :: i, j
    do j = 1, n
      y(j) = beta*y(j)
      do i = 1, m
        y(j) = y(j) + a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_t_beta_idiom(m, n, a, lda, x, y, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: beta
    integer :: j
    real(8) :: factor
    factor = beta
    if (.not. abs(beta) > 0.0d0) then
      do j = 1, n
        y(j) = beta*y(j)
      end do
      factor = 1.0d0
    end if
    call dgemv('T', m, n, 1.0d0, a, lda, x, 1, factor, y, 1)
  end subroutine
}
name "dgemv-t-beta"
pays (m >= 80, n >= 4)

Fortran {
  subroutine dgemv_n_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha, beta
    integer :: i, j
    do i = 1, m
      y(i) = beta*y(i)
      do j = 1, n
        y(i) = y(i) + alpha*a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_n_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha, beta
    integer :: i, j
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        y(i) = beta*y(i)
        do j = 1, n
          y(i) = y(i) + alpha*a(i, j)*x(j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do i = 1, m
          y(i) = beta*y(i)
        end do
        factor = 1.0d0
      end if
      call dgemv('N', m, n, alpha, a, lda, x, 1, factor, y, 1)
    end if
  end subroutine
}
name "dgemv-n-alpha-beta"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dgemv_t_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha, beta
    integer :: i, j
    do j = 1, n
      y(j) = beta*y(j)
      do i = 1, m
        y(j) = y(j) + alpha*a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_t_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha, beta
    integer :: i, j
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        y(j) = beta*y(j)
        do i = 1, m
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
  end subroutine
}
name "dgemv-t-alpha-beta"
pays (m >= 80, n >= 4)

Fortran {
  subroutine dgemv_n_sum_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    real(8) :: s
    do i = 1, m
      s = 0.0d0
      do j = 1, n
        s = s + a(i, j)*x(j)
      end do
      y(i) = y(i) + s
    end do
  end subroutine
} = {
  subroutine dgemv_n_sum_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('N', m, n, 1.0d0, a, lda, x, 1, 1.0d0, y, 1)
  end subroutine
}
name "dgemv-n-sum"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dgemv_t_sum_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    real(8) :: s
    do j = 1, n
      s = 0.0d0
      do i = 1, m
        s = s + a(i, j)*x(i)
      end do
      y(j) = y(j) + s
    end do
  end subroutine
} = {
  subroutine dgemv_t_sum_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('T', m, n, 1.0d0, a, lda, x, 1, 1.0d0, y, 1)
  end subroutine
}
name "dgemv-t-sum"
pays (m >= 80, n >= 4)

Fortran {
  subroutine dgemv_n_sum_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    real(8) :: s
    do i = 1, m
      s = 0.0d0
      do j = 1, n
        s = s + a(i, j)*x(j)
      end do
      y(i) = y(i) + alpha*s
    end do
  end subroutine
} = {
  subroutine dgemv_n_sum_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    real(8) :: s
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        s = 0.0d0
        do j = 1, n
          s = s + a(i, j)*x(j)
        end do
        y(i) = y(i) + alpha*s
      end do
    else
      call dgemv('N', m, n, alpha, a, lda, x, 1, 1.0d0, y, 1)
    end if
  end subroutine
}
name "dgemv-n-sum-alpha"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dgemv_t_sum_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    real(8) :: s
    do j = 1, n
      s = 0.0d0
      do i = 1, m
        s = s + a(i, j)*x(i)
      end do
      y(j) = y(j) + alpha*s
    end do
  end subroutine
} = {
  subroutine dgemv_t_sum_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    real(8) :: s
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        s = 0.0d0
        do i = 1, m
          s = s + a(i, j)*x(i)
        end do
        y(j) = y(j) + alpha*s
      end do
    else
      call dgemv('T', m, n, alpha, a, lda, x, 1, 1.0d0, y, 1)
    end if
  end subroutine
}
name "dgemv-t-sum-alpha"
pays (m >= 80, n >= 4)

Fortran {
  subroutine dgemv_n_sum_alpha_set_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    real(8) :: s
    do i = 1, m
      s = 0.0d0
      do j = 1, n
        s = s + a(i, j)*x(j)
      end do
      y(i) = alpha*s
    end do
  end subroutine
} = {
  subroutine dgemv_n_sum_alpha_set_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    real(8) :: s
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        s = 0.0d0
        do j = 1, n
          s = s + a(i, j)*x(j)
        end do
        y(i) = alpha*s
      end do
    else
      call dgemv('N', m, n, alpha, a, lda, x, 1, 0.0d0, y, 1)
    end if
  end subroutine
}
name "dgemv-n-sum-alpha-set"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dgemv_t_sum_alpha_set_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    real(8) :: s
    do j = 1, n
      s = 0.0d0
      do i = 1, m
        s = s + a(i, j)*x(i)
      end do
      y(j) = alpha*s
    end do
  end subroutine
} = {
  subroutine dgemv_t_sum_alpha_set_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    real(8) :: s
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        s = 0.0d0
        do i = 1, m
          s = s + a(i, j)*x(i)
        end do
        y(j) = alpha*s
      end do
    else
      call dgemv('T', m, n, alpha, a, lda, x, 1, 0.0d0, y, 1)
    end if
  end subroutine
}
name "dgemv-t-sum-alpha-set"
pays (m >= 80, n >= 4)

Fortran {
  subroutine dgemv_n_sum_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha, beta
    integer :: i, j
    real(8) :: s
    do i = 1, m
      s = 0.0d0
      do j = 1, n
        s = s + a(i, j)*x(j)
      end do
      y(i) = alpha*s + beta*y(i)
    end do
  end subroutine
} = {
  subroutine dgemv_n_sum_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha, beta
    integer :: i, j
    real(8) :: s
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        s = 0.0d0
        do j = 1, n
          s = s + a(i, j)*x(j)
        end do
        y(i) = alpha*s + beta*y(i)
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do i = 1, m
          y(i) = beta*y(i)
        end do
        factor = 1.0d0
      end if
      call dgemv('N', m, n, alpha, a, lda, x, 1, factor, y, 1)
    end if
  end subroutine
}
name "dgemv-n-sum-alpha-beta"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dgemv_t_sum_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha, beta
    integer :: i, j
    real(8) :: s
    do j = 1, n
      s = 0.0d0
      do i = 1, m
        s = s + a(i, j)*x(i)
      end do
      y(j) = alpha*s + beta*y(j)
    end do
  end subroutine
} = {
  subroutine dgemv_t_sum_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha, beta
    integer :: i, j
    real(8) :: s
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        s = 0.0d0
        do i = 1, m
          s = s + a(i, j)*x(i)
        end do
        y(j) = alpha*s + beta*y(j)
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
  end subroutine
}
name "dgemv-t-sum-alpha-beta"
pays (m >= 80, n >= 4)

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
} = {
  subroutine dgemv_n_cols_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('N', m, n, 1.0d0, a, lda, x, 1, 1.0d0, y, 1)
  end subroutine
}
name "dgemv-n-cols"
pays (!wide, min(m, n) >= 32)

Fortran {
  subroutine dgemv_n_cols_sub_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        y(i) = y(i) - a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_n_cols_sub_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('N', m, n, -1.0d0, a, lda, x, 1, 1.0d0, y, 1)
  end subroutine
}
name "dgemv-n-cols-sub"
pays (!wide, min(m, n) >= 32)

Fortran {
  subroutine dgemv_n_cols_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + alpha*a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_n_cols_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          y(i) = y(i) + alpha*a(i, j)*x(j)
        end do
      end do
    else
      call dgemv('N', m, n, alpha, a, lda, x, 1, 1.0d0, y, 1)
    end if
  end subroutine
}
name "dgemv-n-cols-alpha"
pays (!wide, min(m, n) >= 32)

Fortran {
  subroutine dgemv_n_cols_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do i = 1, m
      y(i) = 0.0d0
    end do
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_n_cols_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('N', m, n, 1.0d0, a, lda, x, 1, 0.0d0, y, 1)
  end subroutine
}
name "dgemv-n-cols-set"
pays (!wide, min(m, n) >= 32)

Fortran {
  subroutine dgemv_n_cols_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha, beta
    integer :: i, j
    do i = 1, m
      y(i) = beta*y(i)
    end do
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + alpha*a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_n_cols_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha, beta
    integer :: i, j
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        y(i) = beta*y(i)
      end do
      do j = 1, n
        do i = 1, m
          y(i) = y(i) + alpha*a(i, j)*x(j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do i = 1, m
          y(i) = beta*y(i)
        end do
        factor = 1.0d0
      end if
      call dgemv('N', m, n, alpha, a, lda, x, 1, factor, y, 1)
    end if
  end subroutine
}
name "dgemv-n-cols-alpha-beta"
pays (!wide, min(m, n) >= 32)

Fortran {
  subroutine dgemv_t_cols_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do i = 1, m
      do j = 1, n
        y(j) = y(j) + a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_t_cols_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('T', m, n, 1.0d0, a, lda, x, 1, 1.0d0, y, 1)
  end subroutine
}
name "dgemv-t-cols"
pays (m*n >= 1024, min(m, n) >= 16)

Fortran {
  subroutine dgemv_t_cols_sub_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do i = 1, m
      do j = 1, n
        y(j) = y(j) - a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine dgemv_t_cols_sub_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('T', m, n, -1.0d0, a, lda, x, 1, 1.0d0, y, 1)
  end subroutine
}
name "dgemv-t-cols-sub"
pays (m*n >= 1024, min(m, n) >= 16)

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
} = {
  subroutine dgemv_t_cols_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha
    integer :: i, j
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        do j = 1, n
          y(j) = y(j) + alpha*a(i, j)*x(i)
        end do
      end do
    else
      call dgemv('T', m, n, alpha, a, lda, x, 1, 1.0d0, y, 1)
    end if
  end subroutine
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
} = {
  subroutine dgemv_t_cols_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('T', m, n, 1.0d0, a, lda, x, 1, 0.0d0, y, 1)
  end subroutine
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
} = {
  subroutine dgemv_t_cols_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    real(8) :: alpha, beta
    integer :: i, j
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
  end subroutine
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
} = {
  subroutine dger_idiom(m, n, x, y, a, lda)
    integer :: m, n, lda
    real(8) :: x(*), y(*), a(lda, *)
    call dger(m, n, 1.0d0, x, 1, y, 1, a, lda)
  end subroutine
}
name "dger"
pays (never)

Fortran {
  subroutine dger_sub_idiom(m, n, x, y, a, lda)
    integer :: m, n, lda
    real(8) :: x(*), y(*), a(lda, *)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        a(i, j) = a(i, j) - x(i)*y(j)
      end do
    end do
  end subroutine
} = {
  subroutine dger_sub_idiom(m, n, x, y, a, lda)
    integer :: m, n, lda
    real(8) :: x(*), y(*), a(lda, *)
    call dger(m, n, -1.0d0, x, 1, y, 1, a, lda)
  end subroutine
}
name "dger-sub"
pays (never)

Fortran {
  subroutine dger_alpha_idiom(m, n, x, y, a, lda, alpha)
    integer :: m, n, lda
    real(8) :: x(*), y(*), a(lda, *)
    real(8) :: alpha
    integer :: i, j
    do j = 1, n
      do i = 1, m
        a(i, j) = a(i, j) + alpha*x(i)*y(j)
      end do
    end do
  end subroutine
} = {
  subroutine dger_alpha_idiom(m, n, x, y, a, lda, alpha)
    integer :: m, n, lda
    real(8) :: x(*), y(*), a(lda, *)
    real(8) :: alpha
    integer :: i, j
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          a(i, j) = a(i, j) + alpha*x(i)*y(j)
        end do
      end do
    else
      call dger(m, n, alpha, x, 1, y, 1, a, lda)
    end if
  end subroutine
}
name "dger-alpha"
pays (never)

Fortran {
  subroutine dger_rows_idiom(m, n, x, y, a, lda)
    integer :: m, n, lda
    real(8) :: x(*), y(*), a(lda, *)
    integer :: i, j
    do i = 1, m
      do j = 1, n
        a(i, j) = a(i, j) + x(i)*y(j)
      end do
    end do
  end subroutine
} = {
  subroutine dger_rows_idiom(m, n, x, y, a, lda)
    integer :: m, n, lda
    real(8) :: x(*), y(*), a(lda, *)
    call dger(m, n, 1.0d0, x, 1, y, 1, a, lda)
  end subroutine
}
name "dger-rows"
pays (never)

Fortran {
  subroutine dger_sub_rows_idiom(m, n, x, y, a, lda)
    integer :: m, n, lda
    real(8) :: x(*), y(*), a(lda, *)
    integer :: i, j
    do i = 1, m
      do j = 1, n
        a(i, j) = a(i, j) - x(i)*y(j)
      end do
    end do
  end subroutine
} = {
  subroutine dger_sub_rows_idiom(m, n, x, y, a, lda)
    integer :: m, n, lda
    real(8) :: x(*), y(*), a(lda, *)
    call dger(m, n, -1.0d0, x, 1, y, 1, a, lda)
  end subroutine
}
name "dger-sub-rows"
pays (never)

Fortran {
  subroutine dger_alpha_rows_idiom(m, n, x, y, a, lda, alpha)
    integer :: m, n, lda
    real(8) :: x(*), y(*), a(lda, *)
    real(8) :: alpha
    integer :: i, j
    do i = 1, m
      do j = 1, n
        a(i, j) = a(i, j) + alpha*x(i)*y(j)
      end do
    end do
  end subroutine
} = {
  subroutine dger_alpha_rows_idiom(m, n, x, y, a, lda, alpha)
    integer :: m, n, lda
    real(8) :: x(*), y(*), a(lda, *)
    real(8) :: alpha
    integer :: i, j
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        do j = 1, n
          a(i, j) = a(i, j) + alpha*x(i)*y(j)
        end do
      end do
    else
      call dger(m, n, alpha, x, 1, y, 1, a, lda)
    end if
  end subroutine
}
name "dger-alpha-rows"
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
} = {
  subroutine dgemm_nn_ji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nn-ji"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ji_sub_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) - a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ji_sub_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, -1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nn-ji-sub"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ji_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ji_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, c, ldc)
  end subroutine
}
name "dgemm-nn-ji-set"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ji_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ji_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, 1.0d0, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-ji-alpha"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ji_alpha_set_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ji_alpha_set_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          c(i, j) = 0.0d0
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, 0.0d0, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-ji-alpha-set"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ji_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: beta
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ji_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: beta
    integer :: i, j
    real(8) :: factor
    factor = beta
    if (.not. abs(beta) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          c(i, j) = beta*c(i, j)
        end do
      end do
      factor = 1.0d0
    end if
    call dgemm('N', 'N', m, n, k, 1.0d0, a, lda, b, ldb, factor, c, ldc)
  end subroutine
}
name "dgemm-nn-ji-beta"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ji_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ji_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-ji-alpha-beta"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ji_sum_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    real(8) :: s
    do j = 1, n
      do i = 1, m
        s = 0.0d0
        do l = 1, k
          s = s + a(i, l)*b(l, j)
        end do
        c(i, j) = c(i, j) + s
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ji_sum_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nn-ji-sum"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ji_sum_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    real(8) :: s
    do j = 1, n
      do i = 1, m
        s = 0.0d0
        do l = 1, k
          s = s + a(i, l)*b(l, j)
        end do
        c(i, j) = c(i, j) + alpha*s
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ji_sum_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    real(8) :: s
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          s = 0.0d0
          do l = 1, k
            s = s + a(i, l)*b(l, j)
          end do
          c(i, j) = c(i, j) + alpha*s
        end do
      end do
    else
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, 1.0d0, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-ji-sum-alpha"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ji_sum_alpha_set_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    real(8) :: s
    do j = 1, n
      do i = 1, m
        s = 0.0d0
        do l = 1, k
          s = s + a(i, l)*b(l, j)
        end do
        c(i, j) = alpha*s
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ji_sum_alpha_set_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    real(8) :: s
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          s = 0.0d0
          do l = 1, k
            s = s + a(i, l)*b(l, j)
          end do
          c(i, j) = alpha*s
        end do
      end do
    else
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, 0.0d0, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-ji-sum-alpha-set"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ji_sum_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    do j = 1, n
      do i = 1, m
        s = 0.0d0
        do l = 1, k
          s = s + a(i, l)*b(l, j)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ji_sum_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          s = 0.0d0
          do l = 1, k
            s = s + a(i, l)*b(l, j)
          end do
          c(i, j) = alpha*s + beta*c(i, j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-ji-sum-alpha-beta"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ij_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ij_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nn-ij"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ij_sub_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        do l = 1, k
          c(i, j) = c(i, j) - a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ij_sub_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, -1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nn-ij-sub"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ij_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ij_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, c, ldc)
  end subroutine
}
name "dgemm-nn-ij-set"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ij_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ij_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        do j = 1, n
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, 1.0d0, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-ij-alpha"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ij_alpha_set_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ij_alpha_set_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        do j = 1, n
          c(i, j) = 0.0d0
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, 0.0d0, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-ij-alpha-set"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ij_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: beta
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ij_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: beta
    integer :: i, j
    real(8) :: factor
    factor = beta
    if (.not. abs(beta) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          c(i, j) = beta*c(i, j)
        end do
      end do
      factor = 1.0d0
    end if
    call dgemm('N', 'N', m, n, k, 1.0d0, a, lda, b, ldb, factor, c, ldc)
  end subroutine
}
name "dgemm-nn-ij-beta"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ij_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ij_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        do j = 1, n
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-ij-alpha-beta"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ij_sum_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    real(8) :: s
    do i = 1, m
      do j = 1, n
        s = 0.0d0
        do l = 1, k
          s = s + a(i, l)*b(l, j)
        end do
        c(i, j) = c(i, j) + s
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ij_sum_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nn-ij-sum"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ij_sum_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    real(8) :: s
    do i = 1, m
      do j = 1, n
        s = 0.0d0
        do l = 1, k
          s = s + a(i, l)*b(l, j)
        end do
        c(i, j) = c(i, j) + alpha*s
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ij_sum_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    real(8) :: s
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        do j = 1, n
          s = 0.0d0
          do l = 1, k
            s = s + a(i, l)*b(l, j)
          end do
          c(i, j) = c(i, j) + alpha*s
        end do
      end do
    else
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, 1.0d0, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-ij-sum-alpha"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ij_sum_alpha_set_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    real(8) :: s
    do i = 1, m
      do j = 1, n
        s = 0.0d0
        do l = 1, k
          s = s + a(i, l)*b(l, j)
        end do
        c(i, j) = alpha*s
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ij_sum_alpha_set_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    real(8) :: s
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        do j = 1, n
          s = 0.0d0
          do l = 1, k
            s = s + a(i, l)*b(l, j)
          end do
          c(i, j) = alpha*s
        end do
      end do
    else
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, 0.0d0, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-ij-sum-alpha-set"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ij_sum_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    do i = 1, m
      do j = 1, n
        s = 0.0d0
        do l = 1, k
          s = s + a(i, l)*b(l, j)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ij_sum_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        do j = 1, n
          s = 0.0d0
          do l = 1, k
            s = s + a(i, l)*b(l, j)
          end do
          c(i, j) = alpha*s + beta*c(i, j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-ij-sum-alpha-beta"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nt_ji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nt_ji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'T', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nt-ji"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nt_ji_sub_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) - a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nt_ji_sub_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'T', m, n, k, -1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nt-ji-sub"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nt_ji_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nt_ji_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'T', m, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, c, ldc)
  end subroutine
}
name "dgemm-nt-ji-set"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nt_ji_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nt_ji_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*b(j, l)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dgemm('N', 'T', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "dgemm-nt-ji-alpha-beta"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nt_ji_sum_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    do j = 1, n
      do i = 1, m
        s = 0.0d0
        do l = 1, k
          s = s + a(i, l)*b(j, l)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nt_ji_sum_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          s = 0.0d0
          do l = 1, k
            s = s + a(i, l)*b(j, l)
          end do
          c(i, j) = alpha*s + beta*c(i, j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dgemm('N', 'T', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "dgemm-nt-ji-sum-alpha-beta"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nt_ij_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nt_ij_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'T', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nt-ij"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nt_ij_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nt_ij_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'T', m, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, c, ldc)
  end subroutine
}
name "dgemm-nt-ij-set"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_tn_ji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_tn_ji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('T', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-tn-ji"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_tn_ji_sub_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) - a(l, i)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_tn_ji_sub_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('T', 'N', m, n, k, -1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-tn-ji-sub"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_tn_ji_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_tn_ji_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('T', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, c, ldc)
  end subroutine
}
name "dgemm-tn-ji-set"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_tn_ji_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(l, i)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_tn_ji_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(l, i)*b(l, j)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dgemm('T', 'N', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "dgemm-tn-ji-alpha-beta"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_tn_ji_sum_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    do j = 1, n
      do i = 1, m
        s = 0.0d0
        do l = 1, k
          s = s + a(l, i)*b(l, j)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_tn_ji_sum_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          s = 0.0d0
          do l = 1, k
            s = s + a(l, i)*b(l, j)
          end do
          c(i, j) = alpha*s + beta*c(i, j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dgemm('T', 'N', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "dgemm-tn-ji-sum-alpha-beta"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_tn_ij_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_tn_ij_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('T', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-tn-ij"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_tn_ij_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_tn_ij_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('T', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, c, ldc)
  end subroutine
}
name "dgemm-tn-ij-set"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_tt_ji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_tt_ji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('T', 'T', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-tt-ji"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_tt_ji_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_tt_ji_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('T', 'T', m, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, c, ldc)
  end subroutine
}
name "dgemm-tt-ji-set"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_tt_ij_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_tt_ij_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('T', 'T', m, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, c, ldc)
  end subroutine
}
name "dgemm-tt-ij-set"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_jli_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_jli_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nn-jli"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dgemm_nn_jli_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    do j = 1, n
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_jli_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do l = 1, k
          do i = 1, m
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, 1.0d0, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-jli-alpha"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dgemm_nn_lji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do l = 1, k
      do j = 1, n
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_lji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nn-lji"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dgemm_nn_lji_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    do l = 1, k
      do j = 1, n
        do i = 1, m
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_lji_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0d0) then
      do l = 1, k
        do j = 1, n
          do i = 1, m
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, 1.0d0, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-lji-alpha"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dgemm_nn_ilj_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, m
      do l = 1, k
        do j = 1, n
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ilj_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nn-ilj"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_ilj_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    do i = 1, m
      do l = 1, k
        do j = 1, n
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_ilj_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, m
        do l = 1, k
          do j = 1, n
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, 1.0d0, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-ilj-alpha"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine dgemm_nn_jli_sub_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) - a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_jli_sub_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, -1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nn-jli-sub"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dgemm_nt_jli_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nt_jli_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'T', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nt-jli"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dgemm_nt_jli_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    do j = 1, n
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + alpha*a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nt_jli_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do l = 1, k
          do i = 1, m
            c(i, j) = c(i, j) + alpha*a(i, l)*b(j, l)
          end do
        end do
      end do
    else
      call dgemm('N', 'T', m, n, k, alpha, a, lda, b, ldb, 1.0d0, c, ldc)
    end if
  end subroutine
}
name "dgemm-nt-jli-alpha"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dgemm_nt_lji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do l = 1, k
      do j = 1, n
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nt_lji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'T', m, n, k, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nt-lji"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dgemm_nt_lji_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    do l = 1, k
      do j = 1, n
        do i = 1, m
          c(i, j) = c(i, j) + alpha*a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nt_lji_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0d0) then
      do l = 1, k
        do j = 1, n
          do i = 1, m
            c(i, j) = c(i, j) + alpha*a(i, l)*b(j, l)
          end do
        end do
      end do
    else
      call dgemm('N', 'T', m, n, k, alpha, a, lda, b, ldb, 1.0d0, c, ldc)
    end if
  end subroutine
}
name "dgemm-nt-lji-alpha"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dgemm_nt_jli_sub_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) - a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nt_jli_sub_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'T', m, n, k, -1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "dgemm-nt-jli-sub"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dgemm_nn_col_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = 0.0d0
      end do
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_col_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, c, ldc)
  end subroutine
}
name "dgemm-nn-col-set"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dgemm_nn_col_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = beta*c(i, j)
      end do
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_col_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          c(i, j) = beta*c(i, j)
        end do
        do l = 1, k
          do i = 1, m
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "dgemm-nn-col-alpha-beta"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dgemm_nt_col_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = 0.0d0
      end do
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nt_col_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'T', m, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, c, ldc)
  end subroutine
}
name "dgemm-nt-col-set"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dgemm_nt_col_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = beta*c(i, j)
      end do
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + alpha*a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nt_col_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, m
          c(i, j) = beta*c(i, j)
        end do
        do l = 1, k
          do i = 1, m
            c(i, j) = c(i, j) + alpha*a(i, l)*b(j, l)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dgemm('N', 'T', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "dgemm-nt-col-alpha-beta"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dgemm_nn_matmul_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = 0.0d0
      end do
    end do
    do l = 1, k
      do j = 1, n
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dgemm_nn_matmul_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, 1.0d0, a, lda, b, ldb, 0.0d0, c, ldc)
  end subroutine
}
name "dgemm-nn-matmul"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine dsyrk_n_l_ji_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_l_ji_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('L', 'N', n, k, 1.0d0, a, lda, 1.0d0, c, ldc)
  end subroutine
}
name "dsyrk-n-l-ji"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_l_ji_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_l_ji_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('L', 'N', n, k, 1.0d0, a, lda, 0.0d0, c, ldc)
  end subroutine
}
name "dsyrk-n-l-ji-set"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_l_ji_sub_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        do l = 1, k
          c(i, j) = c(i, j) - a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_l_ji_sub_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('L', 'N', n, k, -1.0d0, a, lda, 1.0d0, c, ldc)
  end subroutine
}
name "dsyrk-n-l-ji-sub"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_l_ji_alpha_idiom(n, k, a, lda, c, ldc, alpha)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_l_ji_alpha_idiom(n, k, a, lda, c, ldc, alpha)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = j, n
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
          end do
        end do
      end do
    else
      call dsyrk('L', 'N', n, k, alpha, a, lda, 1.0d0, c, ldc)
    end if
  end subroutine
}
name "dsyrk-n-l-ji-alpha"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_l_ji_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_l_ji_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = j, n
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = j, n
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('L', 'N', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-n-l-ji-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_l_ji_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    do j = 1, n
      do i = j, n
        s = 0.0d0
        do l = 1, k
          s = s + a(i, l)*a(j, l)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_l_ji_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = j, n
          s = 0.0d0
          do l = 1, k
            s = s + a(i, l)*a(j, l)
          end do
          c(i, j) = alpha*s + beta*c(i, j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = j, n
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('L', 'N', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-n-l-ji-sum-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_l_ji_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_l_ji_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('L', 'T', n, k, 1.0d0, a, lda, 1.0d0, c, ldc)
  end subroutine
}
name "dsyrk-t-l-ji"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_l_ji_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_l_ji_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('L', 'T', n, k, 1.0d0, a, lda, 0.0d0, c, ldc)
  end subroutine
}
name "dsyrk-t-l-ji-set"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_l_ji_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_l_ji_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = j, n
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(l, i)*a(l, j)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = j, n
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('L', 'T', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-t-l-ji-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_l_ji_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    do j = 1, n
      do i = j, n
        s = 0.0d0
        do l = 1, k
          s = s + a(l, i)*a(l, j)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_l_ji_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = j, n
          s = 0.0d0
          do l = 1, k
            s = s + a(l, i)*a(l, j)
          end do
          c(i, j) = alpha*s + beta*c(i, j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = j, n
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('L', 'T', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-t-l-ji-sum-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_u_ji_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, j
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_u_ji_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('U', 'N', n, k, 1.0d0, a, lda, 1.0d0, c, ldc)
  end subroutine
}
name "dsyrk-n-u-ji"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_u_ji_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, j
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_u_ji_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('U', 'N', n, k, 1.0d0, a, lda, 0.0d0, c, ldc)
  end subroutine
}
name "dsyrk-n-u-ji-set"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_u_ji_sub_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, j
        do l = 1, k
          c(i, j) = c(i, j) - a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_u_ji_sub_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('U', 'N', n, k, -1.0d0, a, lda, 1.0d0, c, ldc)
  end subroutine
}
name "dsyrk-n-u-ji-sub"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_u_ji_alpha_idiom(n, k, a, lda, c, ldc, alpha)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    do j = 1, n
      do i = 1, j
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_u_ji_alpha_idiom(n, k, a, lda, c, ldc, alpha)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, j
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
          end do
        end do
      end do
    else
      call dsyrk('U', 'N', n, k, alpha, a, lda, 1.0d0, c, ldc)
    end if
  end subroutine
}
name "dsyrk-n-u-ji-alpha"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_u_ji_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    do j = 1, n
      do i = 1, j
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_u_ji_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, j
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = 1, j
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('U', 'N', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-n-u-ji-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_u_ji_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    do j = 1, n
      do i = 1, j
        s = 0.0d0
        do l = 1, k
          s = s + a(i, l)*a(j, l)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_u_ji_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, j
          s = 0.0d0
          do l = 1, k
            s = s + a(i, l)*a(j, l)
          end do
          c(i, j) = alpha*s + beta*c(i, j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = 1, j
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('U', 'N', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-n-u-ji-sum-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_u_ji_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, j
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_u_ji_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('U', 'T', n, k, 1.0d0, a, lda, 1.0d0, c, ldc)
  end subroutine
}
name "dsyrk-t-u-ji"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_u_ji_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, j
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_u_ji_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('U', 'T', n, k, 1.0d0, a, lda, 0.0d0, c, ldc)
  end subroutine
}
name "dsyrk-t-u-ji-set"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_u_ji_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    do j = 1, n
      do i = 1, j
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_u_ji_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, j
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(l, i)*a(l, j)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = 1, j
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('U', 'T', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-t-u-ji-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_u_ji_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    do j = 1, n
      do i = 1, j
        s = 0.0d0
        do l = 1, k
          s = s + a(l, i)*a(l, j)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_u_ji_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do j = 1, n
        do i = 1, j
          s = 0.0d0
          do l = 1, k
            s = s + a(l, i)*a(l, j)
          end do
          c(i, j) = alpha*s + beta*c(i, j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do j = 1, n
          do i = 1, j
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('U', 'T', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-t-u-ji-sum-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_l_ij_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, n
      do j = 1, i
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_l_ij_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('L', 'N', n, k, 1.0d0, a, lda, 1.0d0, c, ldc)
  end subroutine
}
name "dsyrk-n-l-ij"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_l_ij_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, n
      do j = 1, i
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_l_ij_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('L', 'N', n, k, 1.0d0, a, lda, 0.0d0, c, ldc)
  end subroutine
}
name "dsyrk-n-l-ij-set"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_l_ij_sub_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, n
      do j = 1, i
        do l = 1, k
          c(i, j) = c(i, j) - a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_l_ij_sub_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('L', 'N', n, k, -1.0d0, a, lda, 1.0d0, c, ldc)
  end subroutine
}
name "dsyrk-n-l-ij-sub"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_l_ij_alpha_idiom(n, k, a, lda, c, ldc, alpha)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    do i = 1, n
      do j = 1, i
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_l_ij_alpha_idiom(n, k, a, lda, c, ldc, alpha)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        do j = 1, i
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
          end do
        end do
      end do
    else
      call dsyrk('L', 'N', n, k, alpha, a, lda, 1.0d0, c, ldc)
    end if
  end subroutine
}
name "dsyrk-n-l-ij-alpha"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_l_ij_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    do i = 1, n
      do j = 1, i
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_l_ij_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        do j = 1, i
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do i = 1, n
          do j = 1, i
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('L', 'N', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-n-l-ij-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_l_ij_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    do i = 1, n
      do j = 1, i
        s = 0.0d0
        do l = 1, k
          s = s + a(i, l)*a(j, l)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_l_ij_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        do j = 1, i
          s = 0.0d0
          do l = 1, k
            s = s + a(i, l)*a(j, l)
          end do
          c(i, j) = alpha*s + beta*c(i, j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do i = 1, n
          do j = 1, i
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('L', 'N', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-n-l-ij-sum-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_l_ij_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, n
      do j = 1, i
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_l_ij_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('L', 'T', n, k, 1.0d0, a, lda, 1.0d0, c, ldc)
  end subroutine
}
name "dsyrk-t-l-ij"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_l_ij_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, n
      do j = 1, i
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_l_ij_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('L', 'T', n, k, 1.0d0, a, lda, 0.0d0, c, ldc)
  end subroutine
}
name "dsyrk-t-l-ij-set"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_l_ij_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    do i = 1, n
      do j = 1, i
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_l_ij_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        do j = 1, i
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(l, i)*a(l, j)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do i = 1, n
          do j = 1, i
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('L', 'T', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-t-l-ij-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_l_ij_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    do i = 1, n
      do j = 1, i
        s = 0.0d0
        do l = 1, k
          s = s + a(l, i)*a(l, j)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_l_ij_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        do j = 1, i
          s = 0.0d0
          do l = 1, k
            s = s + a(l, i)*a(l, j)
          end do
          c(i, j) = alpha*s + beta*c(i, j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do i = 1, n
          do j = 1, i
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('L', 'T', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-t-l-ij-sum-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_u_ij_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, n
      do j = i, n
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_u_ij_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('U', 'N', n, k, 1.0d0, a, lda, 1.0d0, c, ldc)
  end subroutine
}
name "dsyrk-n-u-ij"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_u_ij_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, n
      do j = i, n
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_u_ij_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('U', 'N', n, k, 1.0d0, a, lda, 0.0d0, c, ldc)
  end subroutine
}
name "dsyrk-n-u-ij-set"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_u_ij_sub_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, n
      do j = i, n
        do l = 1, k
          c(i, j) = c(i, j) - a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_u_ij_sub_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('U', 'N', n, k, -1.0d0, a, lda, 1.0d0, c, ldc)
  end subroutine
}
name "dsyrk-n-u-ij-sub"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_u_ij_alpha_idiom(n, k, a, lda, c, ldc, alpha)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    do i = 1, n
      do j = i, n
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_u_ij_alpha_idiom(n, k, a, lda, c, ldc, alpha)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        do j = i, n
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
          end do
        end do
      end do
    else
      call dsyrk('U', 'N', n, k, alpha, a, lda, 1.0d0, c, ldc)
    end if
  end subroutine
}
name "dsyrk-n-u-ij-alpha"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_u_ij_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    do i = 1, n
      do j = i, n
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_u_ij_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        do j = i, n
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do i = 1, n
          do j = i, n
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('U', 'N', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-n-u-ij-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_n_u_ij_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    do i = 1, n
      do j = i, n
        s = 0.0d0
        do l = 1, k
          s = s + a(i, l)*a(j, l)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_n_u_ij_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        do j = i, n
          s = 0.0d0
          do l = 1, k
            s = s + a(i, l)*a(j, l)
          end do
          c(i, j) = alpha*s + beta*c(i, j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do i = 1, n
          do j = i, n
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('U', 'N', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-n-u-ij-sum-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_u_ij_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, n
      do j = i, n
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_u_ij_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('U', 'T', n, k, 1.0d0, a, lda, 1.0d0, c, ldc)
  end subroutine
}
name "dsyrk-t-u-ij"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_u_ij_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, n
      do j = i, n
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_u_ij_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('U', 'T', n, k, 1.0d0, a, lda, 0.0d0, c, ldc)
  end subroutine
}
name "dsyrk-t-u-ij-set"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_u_ij_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    do i = 1, n
      do j = i, n
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_u_ij_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        do j = i, n
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(l, i)*a(l, j)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do i = 1, n
          do j = i, n
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('U', 'T', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-t-u-ij-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine dsyrk_t_u_ij_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    do i = 1, n
      do j = i, n
        s = 0.0d0
        do l = 1, k
          s = s + a(l, i)*a(l, j)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine
} = {
  subroutine dsyrk_t_u_ij_sum_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    real(8) :: alpha, beta
    integer :: i, j, l
    real(8) :: s
    real(8) :: factor
    if (.not. abs(alpha) > 0.0d0) then
      do i = 1, n
        do j = i, n
          s = 0.0d0
          do l = 1, k
            s = s + a(l, i)*a(l, j)
          end do
          c(i, j) = alpha*s + beta*c(i, j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0d0) then
        do i = 1, n
          do j = i, n
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0d0
      end if
      call dsyrk('U', 'T', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "dsyrk-t-u-ij-sum-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine sdot_idiom(n, s, x, y)
    integer :: n
    real(4) :: s, x(*), y(*)
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine
} = {
  subroutine sdot_idiom(n, s, x, y)
    integer :: n
    real(4) :: s, x(*), y(*)
    real(4), external :: sdot
    s = s + sdot(n, x, 1, y, 1)
  end subroutine
}
name "sdot"
pays (n >= 64)

Fortran {
  subroutine sdot_inc_idiom(n, s, x, incx, y, incy)
    integer :: n, incx, incy
    real(4) :: s, x(incx, *), y(incy, *)
    integer :: i
    do i = 1, n
      s = s + x(1, i)*y(1, i)
    end do
  end subroutine
} = {
  subroutine sdot_inc_idiom(n, s, x, incx, y, incy)
    integer :: n, incx, incy
    real(4) :: s, x(incx, *), y(incy, *)
    real(4), external :: sdot
    s = s + sdot(n, x, incx, y, incy)
  end subroutine
}
name "sdot-inc"
pays (never)

Fortran {
  subroutine sdot_sub_idiom(n, s, x, y)
    integer :: n
    real(4) :: s, x(*), y(*)
    integer :: i
    do i = 1, n
      s = s - x(i)*y(i)
    end do
  end subroutine
} = {
  subroutine sdot_sub_idiom(n, s, x, y)
    integer :: n
    real(4) :: s, x(*), y(*)
    real(4), external :: sdot
    s = s - sdot(n, x, 1, y, 1)
  end subroutine
}
name "sdot-sub"
pays (n >= 64)

Fortran {
  subroutine sdot_sub_inc_idiom(n, s, x, incx, y, incy)
    integer :: n, incx, incy
    real(4) :: s, x(incx, *), y(incy, *)
    integer :: i
    do i = 1, n
      s = s - x(1, i)*y(1, i)
    end do
  end subroutine
} = {
  subroutine sdot_sub_inc_idiom(n, s, x, incx, y, incy)
    integer :: n, incx, incy
    real(4) :: s, x(incx, *), y(incy, *)
    real(4), external :: sdot
    s = s - sdot(n, x, incx, y, incy)
  end subroutine
}
name "sdot-sub-inc"
pays (never)

Fortran {
  subroutine sdot_self_idiom(n, s, x)
    integer :: n
    real(4) :: s, x(*)
    integer :: i
    do i = 1, n
      s = s + x(i)*x(i)
    end do
  end subroutine
} = {
  subroutine sdot_self_idiom(n, s, x)
    integer :: n
    real(4) :: s, x(*)
    real(4), external :: sdot
    s = s + sdot(n, x, 1, x, 1)
  end subroutine
}
name "sdot-self"
pays (n >= 64)

Fortran {
  subroutine sdot_self_inc_idiom(n, s, x, incx)
    integer :: n, incx
    real(4) :: s, x(incx, *)
    integer :: i
    do i = 1, n
      s = s + x(1, i)*x(1, i)
    end do
  end subroutine
} = {
  subroutine sdot_self_inc_idiom(n, s, x, incx)
    integer :: n, incx
    real(4) :: s, x(incx, *)
    real(4), external :: sdot
    s = s + sdot(n, x, incx, x, incx)
  end subroutine
}
name "sdot-self-inc"
pays (never)

Fortran {
  subroutine sdot_square_idiom(n, s, x)
    integer :: n
    real(4) :: s, x(*)
    integer :: i
    do i = 1, n
      s = s + x(i)**2
    end do
  end subroutine
} = {
  subroutine sdot_square_idiom(n, s, x)
    integer :: n
    real(4) :: s, x(*)
    real(4), external :: sdot
    s = s + sdot(n, x, 1, x, 1)
  end subroutine
}
name "sdot-square"
pays (n >= 64)

Fortran {
  subroutine sdot_square_inc_idiom(n, s, x, incx)
    integer :: n, incx
    real(4) :: s, x(incx, *)
    integer :: i
    do i = 1, n
      s = s + x(1, i)**2
    end do
  end subroutine
} = {
  subroutine sdot_square_inc_idiom(n, s, x, incx)
    integer :: n, incx
    real(4) :: s, x(incx, *)
    real(4), external :: sdot
    s = s + sdot(n, x, incx, x, incx)
  end subroutine
}
name "sdot-square-inc"
pays (never)

Fortran {
  subroutine snrm2_idiom(n, x, r)
    integer :: n
    real(4) :: x(*), r
    integer :: i
    r = 0.0
    do i = 1, n
      r = r + x(i)*x(i)
    end do
    r = sqrt(r)
  end subroutine
} = {
  subroutine snrm2_idiom(n, x, r)
    integer :: n
    real(4) :: x(*), r
    real(4), external :: sdot
    r = sqrt(sdot(n, x, 1, x, 1))
  end subroutine
}
name "snrm2"
pays (n >= 64)

Fortran {
  subroutine snrm2_square_idiom(n, x, r)
    integer :: n
    real(4) :: x(*), r
    integer :: i
    r = 0.0
    do i = 1, n
      r = r + x(i)**2
    end do
    r = sqrt(r)
  end subroutine
} = {
  subroutine snrm2_square_idiom(n, x, r)
    integer :: n
    real(4) :: x(*), r
    real(4), external :: sdot
    r = sqrt(sdot(n, x, 1, x, 1))
  end subroutine
}
name "snrm2-square"
pays (n >= 64)

Fortran {
  subroutine snrm2_inc_idiom(n, x, incx, r)
    integer :: n, incx
    real(4) :: x(incx, *), r
    integer :: i
    r = 0.0
    do i = 1, n
      r = r + x(1, i)*x(1, i)
    end do
    r = sqrt(r)
  end subroutine
} = {
  subroutine snrm2_inc_idiom(n, x, incx, r)
    integer :: n, incx
    real(4) :: x(incx, *), r
    real(4), external :: sdot
    r = sqrt(sdot(n, x, incx, x, incx))
  end subroutine
}
name "snrm2-inc"
pays (never)

Fortran {
  subroutine snrm2_square_inc_idiom(n, x, incx, r)
    integer :: n, incx
    real(4) :: x(incx, *), r
    integer :: i
    r = 0.0
    do i = 1, n
      r = r + x(1, i)**2
    end do
    r = sqrt(r)
  end subroutine
} = {
  subroutine snrm2_square_inc_idiom(n, x, incx, r)
    integer :: n, incx
    real(4) :: x(incx, *), r
    real(4), external :: sdot
    r = sqrt(sdot(n, x, incx, x, incx))
  end subroutine
}
name "snrm2-square-inc"
pays (never)

Fortran {
  subroutine sasum_idiom(n, s, x)
    integer :: n
    real(4) :: s, x(*)
    integer :: i
    do i = 1, n
      s = s + abs(x(i))
    end do
  end subroutine
} = {
  subroutine sasum_idiom(n, s, x)
    integer :: n
    real(4) :: s, x(*)
    real(4), external :: sasum
    s = s + sasum(n, x, 1)
  end subroutine
}
name "sasum"
pays (n >= 128)

Fortran {
  subroutine sasum_inc_idiom(n, s, x, incx)
    integer :: n, incx
    real(4) :: s, x(incx, *)
    integer :: i
    do i = 1, n
      s = s + abs(x(1, i))
    end do
  end subroutine
} = {
  subroutine sasum_inc_idiom(n, s, x, incx)
    integer :: n, incx
    real(4) :: s, x(incx, *)
    real(4), external :: sasum
    s = s + sasum(n, x, incx)
  end subroutine
}
name "sasum-inc"
pays (never)

Fortran {
  subroutine saxpy_idiom(n, alpha, x, y)
    integer :: n
    real(4) :: alpha, x(*), y(*)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine
} = {
  subroutine saxpy_idiom(n, alpha, x, y)
    integer :: n
    real(4) :: alpha, x(*), y(*)
    integer :: i
    if (.not. abs(alpha) > 0.0) then
      do i = 1, n
        y(i) = y(i) + alpha*x(i)
      end do
    else
      call saxpy(n, alpha, x, 1, y, 1)
    end if
  end subroutine
}
name "saxpy"
pays (never)

Fortran {
  subroutine saxpy_inc_idiom(n, alpha, x, incx, y, incy)
    integer :: n, incx, incy
    real(4) :: alpha, x(incx, *), y(incy, *)
    integer :: i
    do i = 1, n
      y(1, i) = y(1, i) + alpha*x(1, i)
    end do
  end subroutine
} = {
  subroutine saxpy_inc_idiom(n, alpha, x, incx, y, incy)
    integer :: n, incx, incy
    real(4) :: alpha, x(incx, *), y(incy, *)
    integer :: i
    if (.not. abs(alpha) > 0.0) then
      do i = 1, n
        y(1, i) = y(1, i) + alpha*x(1, i)
      end do
    else
      call saxpy(n, alpha, x, incx, y, incy)
    end if
  end subroutine
}
name "saxpy-inc"
pays (never)

Fortran {
  subroutine saxpy_sub_idiom(n, alpha, x, y)
    integer :: n
    real(4) :: alpha, x(*), y(*)
    integer :: i
    do i = 1, n
      y(i) = y(i) - alpha*x(i)
    end do
  end subroutine
} = {
  subroutine saxpy_sub_idiom(n, alpha, x, y)
    integer :: n
    real(4) :: alpha, x(*), y(*)
    integer :: i
    if (.not. abs(alpha) > 0.0) then
      do i = 1, n
        y(i) = y(i) - alpha*x(i)
      end do
    else
      call saxpy(n, -alpha, x, 1, y, 1)
    end if
  end subroutine
}
name "saxpy-sub"
pays (never)

Fortran {
  subroutine saxpy_sub_inc_idiom(n, alpha, x, incx, y, incy)
    integer :: n, incx, incy
    real(4) :: alpha, x(incx, *), y(incy, *)
    integer :: i
    do i = 1, n
      y(1, i) = y(1, i) - alpha*x(1, i)
    end do
  end subroutine
} = {
  subroutine saxpy_sub_inc_idiom(n, alpha, x, incx, y, incy)
    integer :: n, incx, incy
    real(4) :: alpha, x(incx, *), y(incy, *)
    integer :: i
    if (.not. abs(alpha) > 0.0) then
      do i = 1, n
        y(1, i) = y(1, i) - alpha*x(1, i)
      end do
    else
      call saxpy(n, -alpha, x, incx, y, incy)
    end if
  end subroutine
}
name "saxpy-sub-inc"
pays (never)

Fortran {
  subroutine sscal_idiom(n, alpha, x)
    integer :: n
    real(4) :: alpha, x(*)
    integer :: i
    do i = 1, n
      x(i) = alpha*x(i)
    end do
  end subroutine
} = {
  subroutine sscal_idiom(n, alpha, x)
    integer :: n
    real(4) :: alpha, x(*)
    integer :: i
    if (.not. abs(alpha) > 0.0) then
      do i = 1, n
        x(i) = alpha*x(i)
      end do
    else
      call sscal(n, alpha, x, 1)
    end if
  end subroutine
}
name "sscal"
pays (never)

Fortran {
  subroutine sscal_inc_idiom(n, alpha, x, incx)
    integer :: n, incx
    real(4) :: alpha, x(incx, *)
    integer :: i
    do i = 1, n
      x(1, i) = alpha*x(1, i)
    end do
  end subroutine
} = {
  subroutine sscal_inc_idiom(n, alpha, x, incx)
    integer :: n, incx
    real(4) :: alpha, x(incx, *)
    integer :: i
    if (.not. abs(alpha) > 0.0) then
      do i = 1, n
        x(1, i) = alpha*x(1, i)
      end do
    else
      call sscal(n, alpha, x, incx)
    end if
  end subroutine
}
name "sscal-inc"
pays (never)

Fortran {
  subroutine scopy_incx_idiom(n, x, incx, y)
    integer :: n, incx
    real(4) :: x(incx, *), y(*)
    integer :: i
    do i = 1, n
      y(i) = x(1, i)
    end do
  end subroutine
} = {
  subroutine scopy_incx_idiom(n, x, incx, y)
    integer :: n, incx
    real(4) :: x(incx, *), y(*)
    call scopy(n, x, incx, y, 1)
  end subroutine
}
name "scopy-incx" fp exact
when (incx > 1)
pays (never)

Fortran {
  subroutine scopy_inc_idiom(n, x, incx, y, incy)
    integer :: n, incx, incy
    real(4) :: x(incx, *), y(incy, *)
    integer :: i
    do i = 1, n
      y(1, i) = x(1, i)
    end do
  end subroutine
} = {
  subroutine scopy_inc_idiom(n, x, incx, y, incy)
    integer :: n, incx, incy
    real(4) :: x(incx, *), y(incy, *)
    call scopy(n, x, incx, y, incy)
  end subroutine
}
name "scopy-inc" fp exact
when (incx + incy > 2)
pays (never)

Fortran {
  subroutine sswap_idiom(n, x, y)
    integer :: n
    real(4) :: x(*), y(*)
    integer :: i
    real(4) :: t
    do i = 1, n
      t = x(i)
      x(i) = y(i)
      y(i) = t
    end do
  end subroutine
} = {
  subroutine sswap_idiom(n, x, y)
    integer :: n
    real(4) :: x(*), y(*)
    call sswap(n, x, 1, y, 1)
  end subroutine
}
name "sswap" fp exact
pays (never)

Fortran {
  subroutine sswap_inc_idiom(n, x, incx, y, incy)
    integer :: n, incx, incy
    real(4) :: x(incx, *), y(incy, *)
    integer :: i
    real(4) :: t
    do i = 1, n
      t = x(1, i)
      x(1, i) = y(1, i)
      y(1, i) = t
    end do
  end subroutine
} = {
  subroutine sswap_inc_idiom(n, x, incx, y, incy)
    integer :: n, incx, incy
    real(4) :: x(incx, *), y(incy, *)
    call sswap(n, x, incx, y, incy)
  end subroutine
}
name "sswap-inc" fp exact
pays (never)

Fortran {
  subroutine sgemv_n_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do i = 1, m
      do j = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine sgemv_n_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    call sgemv('N', m, n, 1.0, a, lda, x, 1, 1.0, y, 1)
  end subroutine
}
name "sgemv-n"
pays (min(m, n) >= 128)

Fortran {
  subroutine sgemv_t_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        y(j) = y(j) + a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine sgemv_t_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    call sgemv('T', m, n, 1.0, a, lda, x, 1, 1.0, y, 1)
  end subroutine
}
name "sgemv-t"
pays (m >= 80, n >= 4)

Fortran {
  subroutine sgemv_n_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do i = 1, m
      y(i) = 0.0
      do j = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine sgemv_n_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    call sgemv('N', m, n, 1.0, a, lda, x, 1, 0.0, y, 1)
  end subroutine
}
name "sgemv-n-set"
pays (min(m, n) >= 128)

Fortran {
  subroutine sgemv_t_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do j = 1, n
      y(j) = 0.0
      do i = 1, m
        y(j) = y(j) + a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine sgemv_t_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    call sgemv('T', m, n, 1.0, a, lda, x, 1, 0.0, y, 1)
  end subroutine
}
name "sgemv-t-set"
pays (m >= 80, n >= 4)

Fortran {
  subroutine sgemv_n_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha, beta
    integer :: i, j
    do i = 1, m
      y(i) = beta*y(i)
      do j = 1, n
        y(i) = y(i) + alpha*a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine sgemv_n_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha, beta
    integer :: i, j
    real(4) :: factor
    if (.not. abs(alpha) > 0.0) then
      do i = 1, m
        y(i) = beta*y(i)
        do j = 1, n
          y(i) = y(i) + alpha*a(i, j)*x(j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0) then
        do i = 1, m
          y(i) = beta*y(i)
        end do
        factor = 1.0
      end if
      call sgemv('N', m, n, alpha, a, lda, x, 1, factor, y, 1)
    end if
  end subroutine
}
name "sgemv-n-alpha-beta"
pays (min(m, n) >= 128)

Fortran {
  subroutine sgemv_t_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha, beta
    integer :: i, j
    do j = 1, n
      y(j) = beta*y(j)
      do i = 1, m
        y(j) = y(j) + alpha*a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine sgemv_t_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha, beta
    integer :: i, j
    real(4) :: factor
    if (.not. abs(alpha) > 0.0) then
      do j = 1, n
        y(j) = beta*y(j)
        do i = 1, m
          y(j) = y(j) + alpha*a(i, j)*x(i)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0) then
        do j = 1, n
          y(j) = beta*y(j)
        end do
        factor = 1.0
      end if
      call sgemv('T', m, n, alpha, a, lda, x, 1, factor, y, 1)
    end if
  end subroutine
}
name "sgemv-t-alpha-beta"
pays (m >= 80, n >= 4)

Fortran {
  subroutine sgemv_n_sum_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha, beta
    integer :: i, j
    real(4) :: s
    do i = 1, m
      s = 0.0
      do j = 1, n
        s = s + a(i, j)*x(j)
      end do
      y(i) = alpha*s + beta*y(i)
    end do
  end subroutine
} = {
  subroutine sgemv_n_sum_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha, beta
    integer :: i, j
    real(4) :: s
    real(4) :: factor
    if (.not. abs(alpha) > 0.0) then
      do i = 1, m
        s = 0.0
        do j = 1, n
          s = s + a(i, j)*x(j)
        end do
        y(i) = alpha*s + beta*y(i)
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0) then
        do i = 1, m
          y(i) = beta*y(i)
        end do
        factor = 1.0
      end if
      call sgemv('N', m, n, alpha, a, lda, x, 1, factor, y, 1)
    end if
  end subroutine
}
name "sgemv-n-sum-alpha-beta"
pays (min(m, n) >= 128)

Fortran {
  subroutine sgemv_t_sum_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha, beta
    integer :: i, j
    real(4) :: s
    do j = 1, n
      s = 0.0
      do i = 1, m
        s = s + a(i, j)*x(i)
      end do
      y(j) = alpha*s + beta*y(j)
    end do
  end subroutine
} = {
  subroutine sgemv_t_sum_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha, beta
    integer :: i, j
    real(4) :: s
    real(4) :: factor
    if (.not. abs(alpha) > 0.0) then
      do j = 1, n
        s = 0.0
        do i = 1, m
          s = s + a(i, j)*x(i)
        end do
        y(j) = alpha*s + beta*y(j)
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0) then
        do j = 1, n
          y(j) = beta*y(j)
        end do
        factor = 1.0
      end if
      call sgemv('T', m, n, alpha, a, lda, x, 1, factor, y, 1)
    end if
  end subroutine
}
name "sgemv-t-sum-alpha-beta"
pays (m >= 80, n >= 4)

Fortran {
  subroutine sgemv_n_cols_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine sgemv_n_cols_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    call sgemv('N', m, n, 1.0, a, lda, x, 1, 1.0, y, 1)
  end subroutine
}
name "sgemv-n-cols"
pays (never)

Fortran {
  subroutine sgemv_n_cols_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha
    integer :: i, j
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + alpha*a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine sgemv_n_cols_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha
    integer :: i, j
    if (.not. abs(alpha) > 0.0) then
      do j = 1, n
        do i = 1, m
          y(i) = y(i) + alpha*a(i, j)*x(j)
        end do
      end do
    else
      call sgemv('N', m, n, alpha, a, lda, x, 1, 1.0, y, 1)
    end if
  end subroutine
}
name "sgemv-n-cols-alpha"
pays (never)

Fortran {
  subroutine sgemv_n_cols_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do i = 1, m
      y(i) = 0.0
    end do
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine sgemv_n_cols_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    call sgemv('N', m, n, 1.0, a, lda, x, 1, 0.0, y, 1)
  end subroutine
}
name "sgemv-n-cols-set"
pays (never)

Fortran {
  subroutine sgemv_n_cols_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha, beta
    integer :: i, j
    do i = 1, m
      y(i) = beta*y(i)
    end do
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + alpha*a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine sgemv_n_cols_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha, beta
    integer :: i, j
    real(4) :: factor
    if (.not. abs(alpha) > 0.0) then
      do i = 1, m
        y(i) = beta*y(i)
      end do
      do j = 1, n
        do i = 1, m
          y(i) = y(i) + alpha*a(i, j)*x(j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0) then
        do i = 1, m
          y(i) = beta*y(i)
        end do
        factor = 1.0
      end if
      call sgemv('N', m, n, alpha, a, lda, x, 1, factor, y, 1)
    end if
  end subroutine
}
name "sgemv-n-cols-alpha-beta"
pays (never)

Fortran {
  subroutine sgemv_t_cols_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do i = 1, m
      do j = 1, n
        y(j) = y(j) + a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine sgemv_t_cols_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    call sgemv('T', m, n, 1.0, a, lda, x, 1, 1.0, y, 1)
  end subroutine
}
name "sgemv-t-cols"
pays (min(m, n) >= 128)

Fortran {
  subroutine sgemv_t_cols_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha
    integer :: i, j
    do i = 1, m
      do j = 1, n
        y(j) = y(j) + alpha*a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine sgemv_t_cols_alpha_idiom(m, n, a, lda, x, y, alpha)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha
    integer :: i, j
    if (.not. abs(alpha) > 0.0) then
      do i = 1, m
        do j = 1, n
          y(j) = y(j) + alpha*a(i, j)*x(i)
        end do
      end do
    else
      call sgemv('T', m, n, alpha, a, lda, x, 1, 1.0, y, 1)
    end if
  end subroutine
}
name "sgemv-t-cols-alpha"
pays (min(m, n) >= 128)

Fortran {
  subroutine sgemv_t_cols_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do j = 1, n
      y(j) = 0.0
    end do
    do i = 1, m
      do j = 1, n
        y(j) = y(j) + a(i, j)*x(i)
      end do
    end do
  end subroutine
} = {
  subroutine sgemv_t_cols_set_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    call sgemv('T', m, n, 1.0, a, lda, x, 1, 0.0, y, 1)
  end subroutine
}
name "sgemv-t-cols-set"
pays (min(m, n) >= 128)

Fortran {
  subroutine sgemv_t_cols_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha, beta
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
} = {
  subroutine sgemv_t_cols_alpha_beta_idiom(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(4) :: a(lda, *), x(*), y(*)
    real(4) :: alpha, beta
    integer :: i, j
    real(4) :: factor
    if (.not. abs(alpha) > 0.0) then
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
      if (.not. abs(beta) > 0.0) then
        do j = 1, n
          y(j) = beta*y(j)
        end do
        factor = 1.0
      end if
      call sgemv('T', m, n, alpha, a, lda, x, 1, factor, y, 1)
    end if
  end subroutine
}
name "sgemv-t-cols-alpha-beta"
pays (min(m, n) >= 128)

Fortran {
  subroutine sger_idiom(m, n, x, y, a, lda)
    integer :: m, n, lda
    real(4) :: x(*), y(*), a(lda, *)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        a(i, j) = a(i, j) + x(i)*y(j)
      end do
    end do
  end subroutine
} = {
  subroutine sger_idiom(m, n, x, y, a, lda)
    integer :: m, n, lda
    real(4) :: x(*), y(*), a(lda, *)
    call sger(m, n, 1.0, x, 1, y, 1, a, lda)
  end subroutine
}
name "sger"
pays (never)

Fortran {
  subroutine sger_alpha_idiom(m, n, x, y, a, lda, alpha)
    integer :: m, n, lda
    real(4) :: x(*), y(*), a(lda, *)
    real(4) :: alpha
    integer :: i, j
    do j = 1, n
      do i = 1, m
        a(i, j) = a(i, j) + alpha*x(i)*y(j)
      end do
    end do
  end subroutine
} = {
  subroutine sger_alpha_idiom(m, n, x, y, a, lda, alpha)
    integer :: m, n, lda
    real(4) :: x(*), y(*), a(lda, *)
    real(4) :: alpha
    integer :: i, j
    if (.not. abs(alpha) > 0.0) then
      do j = 1, n
        do i = 1, m
          a(i, j) = a(i, j) + alpha*x(i)*y(j)
        end do
      end do
    else
      call sger(m, n, alpha, x, 1, y, 1, a, lda)
    end if
  end subroutine
}
name "sger-alpha"
pays (never)

Fortran {
  subroutine sgemm_nn_ji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_ji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    call sgemm('N', 'N', m, n, k, 1.0, a, lda, b, ldb, 1.0, c, ldc)
  end subroutine
}
name "sgemm-nn-ji"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine sgemm_nn_ji_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = 0.0
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_ji_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    call sgemm('N', 'N', m, n, k, 1.0, a, lda, b, ldb, 0.0, c, ldc)
  end subroutine
}
name "sgemm-nn-ji-set"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine sgemm_nn_ji_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(4) :: alpha, beta
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_ji_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(4) :: alpha, beta
    integer :: i, j, l
    real(4) :: factor
    if (.not. abs(alpha) > 0.0) then
      do j = 1, n
        do i = 1, m
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0
      end if
      call sgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "sgemm-nn-ji-alpha-beta"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine sgemm_nn_ji_sum_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(4) :: alpha, beta
    integer :: i, j, l
    real(4) :: s
    do j = 1, n
      do i = 1, m
        s = 0.0
        do l = 1, k
          s = s + a(i, l)*b(l, j)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_ji_sum_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(4) :: alpha, beta
    integer :: i, j, l
    real(4) :: s
    real(4) :: factor
    if (.not. abs(alpha) > 0.0) then
      do j = 1, n
        do i = 1, m
          s = 0.0
          do l = 1, k
            s = s + a(i, l)*b(l, j)
          end do
          c(i, j) = alpha*s + beta*c(i, j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0
      end if
      call sgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "sgemm-nn-ji-sum-alpha-beta"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine sgemm_nn_ij_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_ij_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    call sgemm('N', 'N', m, n, k, 1.0, a, lda, b, ldb, 1.0, c, ldc)
  end subroutine
}
name "sgemm-nn-ij"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine sgemm_nn_ij_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        c(i, j) = 0.0
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_ij_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    call sgemm('N', 'N', m, n, k, 1.0, a, lda, b, ldb, 0.0, c, ldc)
  end subroutine
}
name "sgemm-nn-ij-set"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine sgemm_nn_ij_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(4) :: alpha, beta
    integer :: i, j, l
    do i = 1, m
      do j = 1, n
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_ij_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(4) :: alpha, beta
    integer :: i, j, l
    real(4) :: factor
    if (.not. abs(alpha) > 0.0) then
      do i = 1, m
        do j = 1, n
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0
      end if
      call sgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "sgemm-nn-ij-alpha-beta"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine sgemm_nn_ij_sum_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(4) :: alpha, beta
    integer :: i, j, l
    real(4) :: s
    do i = 1, m
      do j = 1, n
        s = 0.0
        do l = 1, k
          s = s + a(i, l)*b(l, j)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_ij_sum_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(4) :: alpha, beta
    integer :: i, j, l
    real(4) :: s
    real(4) :: factor
    if (.not. abs(alpha) > 0.0) then
      do i = 1, m
        do j = 1, n
          s = 0.0
          do l = 1, k
            s = s + a(i, l)*b(l, j)
          end do
          c(i, j) = alpha*s + beta*c(i, j)
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0
      end if
      call sgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "sgemm-nn-ij-sum-alpha-beta"
pays (m*n*k >= 4096, min(m, n) >= 4)

Fortran {
  subroutine sgemm_nn_jli_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_jli_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    call sgemm('N', 'N', m, n, k, 1.0, a, lda, b, ldb, 1.0, c, ldc)
  end subroutine
}
name "sgemm-nn-jli"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine sgemm_nn_jli_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(4) :: alpha
    integer :: i, j, l
    do j = 1, n
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_jli_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(4) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0) then
      do j = 1, n
        do l = 1, k
          do i = 1, m
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      call sgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, 1.0, c, ldc)
    end if
  end subroutine
}
name "sgemm-nn-jli-alpha"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine sgemm_nn_lji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do l = 1, k
      do j = 1, n
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_lji_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    call sgemm('N', 'N', m, n, k, 1.0, a, lda, b, ldb, 1.0, c, ldc)
  end subroutine
}
name "sgemm-nn-lji"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine sgemm_nn_lji_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(4) :: alpha
    integer :: i, j, l
    do l = 1, k
      do j = 1, n
        do i = 1, m
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_lji_alpha_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(4) :: alpha
    integer :: i, j, l
    if (.not. abs(alpha) > 0.0) then
      do l = 1, k
        do j = 1, n
          do i = 1, m
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      call sgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, 1.0, c, ldc)
    end if
  end subroutine
}
name "sgemm-nn-lji-alpha"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine sgemm_nn_col_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = 0.0
      end do
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_col_set_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    call sgemm('N', 'N', m, n, k, 1.0, a, lda, b, ldb, 0.0, c, ldc)
  end subroutine
}
name "sgemm-nn-col-set"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine sgemm_nn_col_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(4) :: alpha, beta
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = beta*c(i, j)
      end do
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_col_alpha_beta_idiom(m, n, k, a, lda, b, ldb, c, ldc, alpha, beta)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    real(4) :: alpha, beta
    integer :: i, j, l
    real(4) :: factor
    if (.not. abs(alpha) > 0.0) then
      do j = 1, n
        do i = 1, m
          c(i, j) = beta*c(i, j)
        end do
        do l = 1, k
          do i = 1, m
            c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0) then
        do j = 1, n
          do i = 1, m
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0
      end if
      call sgemm('N', 'N', m, n, k, alpha, a, lda, b, ldb, factor, c, ldc)
    end if
  end subroutine
}
name "sgemm-nn-col-alpha-beta"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine sgemm_nn_matmul_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = 0.0
      end do
    end do
    do l = 1, k
      do j = 1, n
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine sgemm_nn_matmul_idiom(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(4) :: a(lda, *), b(ldb, *), c(ldc, *)
    call sgemm('N', 'N', m, n, k, 1.0, a, lda, b, ldb, 0.0, c, ldc)
  end subroutine
}
name "sgemm-nn-matmul"
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

Fortran {
  subroutine ssyrk_n_l_ji_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(4) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine ssyrk_n_l_ji_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(4) :: a(lda, *), c(ldc, *)
    call ssyrk('L', 'N', n, k, 1.0, a, lda, 1.0, c, ldc)
  end subroutine
}
name "ssyrk-n-l-ji"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine ssyrk_n_l_ji_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(4) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        c(i, j) = 0.0
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine ssyrk_n_l_ji_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(4) :: a(lda, *), c(ldc, *)
    call ssyrk('L', 'N', n, k, 1.0, a, lda, 0.0, c, ldc)
  end subroutine
}
name "ssyrk-n-l-ji-set"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine ssyrk_n_l_ji_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(4) :: a(lda, *), c(ldc, *)
    real(4) :: alpha, beta
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine ssyrk_n_l_ji_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(4) :: a(lda, *), c(ldc, *)
    real(4) :: alpha, beta
    integer :: i, j, l
    real(4) :: factor
    if (.not. abs(alpha) > 0.0) then
      do j = 1, n
        do i = j, n
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0) then
        do j = 1, n
          do i = j, n
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0
      end if
      call ssyrk('L', 'N', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "ssyrk-n-l-ji-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine ssyrk_t_l_ji_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(4) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine ssyrk_t_l_ji_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(4) :: a(lda, *), c(ldc, *)
    call ssyrk('L', 'T', n, k, 1.0, a, lda, 1.0, c, ldc)
  end subroutine
}
name "ssyrk-t-l-ji"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine ssyrk_t_l_ji_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(4) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        c(i, j) = 0.0
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine ssyrk_t_l_ji_set_idiom(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(4) :: a(lda, *), c(ldc, *)
    call ssyrk('L', 'T', n, k, 1.0, a, lda, 0.0, c, ldc)
  end subroutine
}
name "ssyrk-t-l-ji-set"
pays (n*n*k >= 16000, min(n, k) >= 16)

Fortran {
  subroutine ssyrk_t_l_ji_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(4) :: a(lda, *), c(ldc, *)
    real(4) :: alpha, beta
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine ssyrk_t_l_ji_alpha_beta_idiom(n, k, a, lda, c, ldc, alpha, beta)
    integer :: n, k, lda, ldc
    real(4) :: a(lda, *), c(ldc, *)
    real(4) :: alpha, beta
    integer :: i, j, l
    real(4) :: factor
    if (.not. abs(alpha) > 0.0) then
      do j = 1, n
        do i = j, n
          c(i, j) = beta*c(i, j)
          do l = 1, k
            c(i, j) = c(i, j) + alpha*a(l, i)*a(l, j)
          end do
        end do
      end do
    else
      factor = beta
      if (.not. abs(beta) > 0.0) then
        do j = 1, n
          do i = j, n
            c(i, j) = beta*c(i, j)
          end do
        end do
        factor = 1.0
      end if
      call ssyrk('L', 'T', n, k, alpha, a, lda, factor, c, ldc)
    end if
  end subroutine
}
name "ssyrk-t-l-ji-alpha-beta"
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cddot(int n, const double *x, int incx, const double *y, int incy, double *s) {
    for (int i = 0; i < n; i++)
      *s += x[i * incx] * y[i * incy];
  }
} = {
#include <cblas.h>
  void cddot(int n, const double *x, int incx, const double *y, int incy, double *s) {
    *s += cblas_ddot(n, x, incx, y, incy);
  }
}
name "cblas_ddot"
when (incx >= 1, incy >= 1)
pays (n >= 64, incx == 1, incy == 1)

C {
  void cddot_sub(int n, const double *x, int incx, const double *y, int incy, double *s) {
    for (int i = 0; i < n; i++)
      *s -= x[i * incx] * y[i * incy];
  }
} = {
#include <cblas.h>
  void cddot_sub(int n, const double *x, int incx, const double *y, int incy, double *s) {
    *s -= cblas_ddot(n, x, incx, y, incy);
  }
}
name "cblas_ddot-sub"
when (incx >= 1, incy >= 1)
pays (n >= 64, incx == 1, incy == 1)

C {
  void cddot_self(int n, const double *x, int incx, double *s) {
    for (int i = 0; i < n; i++)
      *s += x[i * incx] * x[i * incx];
  }
} = {
#include <cblas.h>
  void cddot_self(int n, const double *x, int incx, double *s) {
    *s += cblas_ddot(n, x, incx, x, incx);
  }
}
name "cblas_ddot-self"
when (incx >= 1)
pays (n >= 64, incx == 1)

C {
  void cddot_back(int n, const double *x, const double *y, double *s) {
    for (int i = 0; i < n; i++)
      *s += x[n - 1 - i] * y[i];
  }
} = {
#include <cblas.h>
  void cddot_back(int n, const double *x, const double *y, double *s) {
    *s += cblas_ddot(n, x, -1, y, 1);
  }
}
name "cblas_ddot-back"
pays (never)

C {
#include <math.h>
  void cdnrm2(int n, const double *x, int incx, double *s) {
    *s = 0;
    for (int i = 0; i < n; i++)
      *s += x[i * incx] * x[i * incx];
    *s = sqrt(*s);
  }
} = {
#include <cblas.h>
#include <math.h>
  void cdnrm2(int n, const double *x, int incx, double *s) {
    *s = sqrt(cblas_ddot(n, x, incx, x, incx));
  }
}
name "cblas_dnrm2"
when (incx >= 1)
pays (n >= 64, incx == 1)

C {
#include <math.h>
  void cdasum(int n, const double *x, int incx, double *s) {
    for (int i = 0; i < n; i++)
      *s += fabs(x[i * incx]);
  }
} = {
#include <cblas.h>
#include <math.h>
  void cdasum(int n, const double *x, int incx, double *s) {
    *s += cblas_dasum(n, x, incx);
  }
}
name "cblas_dasum"
when (incx >= 1)
pays (n >= 128, incx == 1)

C {
  void cdaxpy(int n, double alpha, const double *x, int incx, double *y, int incy) {
    for (int i = 0; i < n; i++)
      y[i * incy] += alpha * x[i * incx];
  }
} = {
#include <cblas.h>
  void cdaxpy(int n, double alpha, const double *x, int incx, double *y, int incy) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < n; i++)
        y[i * incy] += alpha * x[i * incx];
      return;
    }
    cblas_daxpy(n, alpha, x, incx, y, incy);
  }
}
name "cblas_daxpy"
when (incx >= 1, incy >= 1)
pays (never)

C {
  void cdaxpy_sub(int n, double alpha, const double *x, int incx, double *y, int incy) {
    for (int i = 0; i < n; i++)
      y[i * incy] -= alpha * x[i * incx];
  }
} = {
#include <cblas.h>
  void cdaxpy_sub(int n, double alpha, const double *x, int incx, double *y, int incy) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < n; i++)
        y[i * incy] -= alpha * x[i * incx];
      return;
    }
    cblas_daxpy(n, -alpha, x, incx, y, incy);
  }
}
name "cblas_daxpy-sub"
when (incx >= 1, incy >= 1)
pays (never)

C {
  void cdscal(int n, double alpha, double *x, int incx) {
    for (int i = 0; i < n; i++)
      x[i * incx] *= alpha;
  }
} = {
#include <cblas.h>
  void cdscal(int n, double alpha, double *x, int incx) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < n; i++)
        x[i * incx] *= alpha;
      return;
    }
    cblas_dscal(n, alpha, x, incx);
  }
}
name "cblas_dscal"
when (incx >= 1)
pays (never)

C {
  void cdcopy(int n, const double *x, int incx, double *y, int incy) {
    for (int i = 0; i < n; i++)
      y[i * incy] = x[i * incx];
  }
} = {
#include <cblas.h>
  void cdcopy(int n, const double *x, int incx, double *y, int incy) {
    cblas_dcopy(n, x, incx, y, incy);
  }
}
name "cblas_dcopy" fp exact
when (incx >= 1, incy >= 1, incx + incy >= 3)
pays (never)

C {
  void cdswap(int n, double *x, int incx, double *y, int incy) {
    for (int i = 0; i < n; i++) {
      double t = x[i * incx];
      x[i * incx] = y[i * incy];
      y[i * incy] = t;
    }
  }
} = {
#include <cblas.h>
  void cdswap(int n, double *x, int incx, double *y, int incy) {
    cblas_dswap(n, x, incx, y, incy);
  }
}
name "cblas_dswap" fp exact
when (incx >= 1, incy >= 1)
pays (never)

C {
  void cdgemv_n(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        y[i] += a[i * lda + j] * x[j];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_n(int m, int n, const double *a, int lda, const double *x, double *y) {
    cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, 1.0, a, lda, x, 1, 1.0, y, 1);
  }
}
name "cblas_dgemv-n"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void cdgemv_t(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < m; i++)
        y[j] += a[i * lda + j] * x[i];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_t(int m, int n, const double *a, int lda, const double *x, double *y) {
    cblas_dgemv(CblasRowMajor, CblasTrans, m, n, 1.0, a, lda, x, 1, 1.0, y, 1);
  }
}
name "cblas_dgemv-t"
when (lda >= n)
pays (m*n >= 1024, min(m, n) >= 16)

C {
  void cdgemv_n_sub(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        y[i] -= a[i * lda + j] * x[j];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_n_sub(int m, int n, const double *a, int lda, const double *x, double *y) {
    cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, -1.0, a, lda, x, 1, 1.0, y, 1);
  }
}
name "cblas_dgemv-n-sub"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void cdgemv_t_sub(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < m; i++)
        y[j] -= a[i * lda + j] * x[i];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_t_sub(int m, int n, const double *a, int lda, const double *x, double *y) {
    cblas_dgemv(CblasRowMajor, CblasTrans, m, n, -1.0, a, lda, x, 1, 1.0, y, 1);
  }
}
name "cblas_dgemv-t-sub"
when (lda >= n)
pays (m*n >= 1024, min(m, n) >= 16)

C {
  void cdgemv_n_set(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++) {
      y[i] = 0;
      for (int j = 0; j < n; j++)
        y[i] += a[i * lda + j] * x[j];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_n_set(int m, int n, const double *a, int lda, const double *x, double *y) {
    cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, 1.0, a, lda, x, 1, 0.0, y, 1);
  }
}
name "cblas_dgemv-n-set"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void cdgemv_t_set(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int j = 0; j < n; j++) {
      y[j] = 0;
      for (int i = 0; i < m; i++)
        y[j] += a[i * lda + j] * x[i];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_t_set(int m, int n, const double *a, int lda, const double *x, double *y) {
    cblas_dgemv(CblasRowMajor, CblasTrans, m, n, 1.0, a, lda, x, 1, 0.0, y, 1);
  }
}
name "cblas_dgemv-t-set"
when (lda >= n)
pays (m*n >= 1024, min(m, n) >= 16)

C {
  void cdgemv_n_alpha(int m, int n, double alpha, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        y[i] += alpha * a[i * lda + j] * x[j];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_n_alpha(int m, int n, double alpha, const double *a, int lda, const double *x, double *y) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
          y[i] += alpha * a[i * lda + j] * x[j];
      }
      return;
    }
    cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, alpha, a, lda, x, 1, 1.0, y, 1);
  }
}
name "cblas_dgemv-n-alpha"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void cdgemv_t_alpha(int m, int n, double alpha, const double *a, int lda, const double *x, double *y) {
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < m; i++)
        y[j] += alpha * a[i * lda + j] * x[i];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_t_alpha(int m, int n, double alpha, const double *a, int lda, const double *x, double *y) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int j = 0; j < n; j++) {
        for (int i = 0; i < m; i++)
          y[j] += alpha * a[i * lda + j] * x[i];
      }
      return;
    }
    cblas_dgemv(CblasRowMajor, CblasTrans, m, n, alpha, a, lda, x, 1, 1.0, y, 1);
  }
}
name "cblas_dgemv-t-alpha"
when (lda >= n)
pays (m*n >= 1024, min(m, n) >= 16)

C {
  void cdgemv_n_alpha_set(int m, int n, double alpha, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++) {
      y[i] = 0;
      for (int j = 0; j < n; j++)
        y[i] += alpha * a[i * lda + j] * x[j];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_n_alpha_set(int m, int n, double alpha, const double *a, int lda, const double *x, double *y) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++)
          y[i] += alpha * a[i * lda + j] * x[j];
      }
      return;
    }
    cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, alpha, a, lda, x, 1, 0.0, y, 1);
  }
}
name "cblas_dgemv-n-alpha-set"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void cdgemv_t_alpha_set(int m, int n, double alpha, const double *a, int lda, const double *x, double *y) {
    for (int j = 0; j < n; j++) {
      y[j] = 0;
      for (int i = 0; i < m; i++)
        y[j] += alpha * a[i * lda + j] * x[i];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_t_alpha_set(int m, int n, double alpha, const double *a, int lda, const double *x, double *y) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int j = 0; j < n; j++) {
        y[j] = 0;
        for (int i = 0; i < m; i++)
          y[j] += alpha * a[i * lda + j] * x[i];
      }
      return;
    }
    cblas_dgemv(CblasRowMajor, CblasTrans, m, n, alpha, a, lda, x, 1, 0.0, y, 1);
  }
}
name "cblas_dgemv-t-alpha-set"
when (lda >= n)
pays (m*n >= 1024, min(m, n) >= 16)

C {
  void cdgemv_n_beta(int m, int n, double beta, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++) {
      y[i] *= beta;
      for (int j = 0; j < n; j++)
        y[i] += a[i * lda + j] * x[j];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_n_beta(int m, int n, double beta, const double *a, int lda, const double *x, double *y) {
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < m; i++)
        y[i] *= beta;
      factor = 1.0;
    }
    cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, 1.0, a, lda, x, 1, factor, y, 1);
  }
}
name "cblas_dgemv-n-beta"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void cdgemv_t_beta(int m, int n, double beta, const double *a, int lda, const double *x, double *y) {
    for (int j = 0; j < n; j++) {
      y[j] *= beta;
      for (int i = 0; i < m; i++)
        y[j] += a[i * lda + j] * x[i];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_t_beta(int m, int n, double beta, const double *a, int lda, const double *x, double *y) {
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int j = 0; j < n; j++)
        y[j] *= beta;
      factor = 1.0;
    }
    cblas_dgemv(CblasRowMajor, CblasTrans, m, n, 1.0, a, lda, x, 1, factor, y, 1);
  }
}
name "cblas_dgemv-t-beta"
when (lda >= n)
pays (m*n >= 1024, min(m, n) >= 16)

C {
  void cdgemv_n_alpha_beta(int m, int n, double alpha, double beta, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++) {
      y[i] *= beta;
      for (int j = 0; j < n; j++)
        y[i] += alpha * a[i * lda + j] * x[j];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_n_alpha_beta(int m, int n, double alpha, double beta, const double *a, int lda, const double *x, double *y) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++) {
        y[i] *= beta;
        for (int j = 0; j < n; j++)
          y[i] += alpha * a[i * lda + j] * x[j];
      }
      return;
    }
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < m; i++)
        y[i] *= beta;
      factor = 1.0;
    }
    cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, alpha, a, lda, x, 1, factor, y, 1);
  }
}
name "cblas_dgemv-n-alpha-beta"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void cdgemv_t_alpha_beta(int m, int n, double alpha, double beta, const double *a, int lda, const double *x, double *y) {
    for (int j = 0; j < n; j++) {
      y[j] *= beta;
      for (int i = 0; i < m; i++)
        y[j] += alpha * a[i * lda + j] * x[i];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_t_alpha_beta(int m, int n, double alpha, double beta, const double *a, int lda, const double *x, double *y) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int j = 0; j < n; j++) {
        y[j] *= beta;
        for (int i = 0; i < m; i++)
          y[j] += alpha * a[i * lda + j] * x[i];
      }
      return;
    }
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int j = 0; j < n; j++)
        y[j] *= beta;
      factor = 1.0;
    }
    cblas_dgemv(CblasRowMajor, CblasTrans, m, n, alpha, a, lda, x, 1, factor, y, 1);
  }
}
name "cblas_dgemv-t-alpha-beta"
when (lda >= n)
pays (m*n >= 1024, min(m, n) >= 16)

C {
  void cdgemv_n_sum_alpha_beta(int m, int n, double alpha, double beta, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++) {
      double s = 0;
      for (int j = 0; j < n; j++)
        s += a[i * lda + j] * x[j];
      y[i] = alpha * s + beta * y[i];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_n_sum_alpha_beta(int m, int n, double alpha, double beta, const double *a, int lda, const double *x, double *y) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++) {
        double s = 0;
        for (int j = 0; j < n; j++)
          s += a[i * lda + j] * x[j];
        y[i] = alpha * s + beta * y[i];
      }
      return;
    }
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < m; i++)
        y[i] *= beta;
      factor = 1.0;
    }
    cblas_dgemv(CblasRowMajor, CblasNoTrans, m, n, alpha, a, lda, x, 1, factor, y, 1);
  }
}
name "cblas_dgemv-n-sum-alpha-beta"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void cdgemv_t_sum_alpha_beta(int m, int n, double alpha, double beta, const double *a, int lda, const double *x, double *y) {
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int i = 0; i < m; i++)
        s += a[i * lda + j] * x[i];
      y[j] = alpha * s + beta * y[j];
    }
  }
} = {
#include <cblas.h>
  void cdgemv_t_sum_alpha_beta(int m, int n, double alpha, double beta, const double *a, int lda, const double *x, double *y) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int j = 0; j < n; j++) {
        double s = 0;
        for (int i = 0; i < m; i++)
          s += a[i * lda + j] * x[i];
        y[j] = alpha * s + beta * y[j];
      }
      return;
    }
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int j = 0; j < n; j++)
        y[j] *= beta;
      factor = 1.0;
    }
    cblas_dgemv(CblasRowMajor, CblasTrans, m, n, alpha, a, lda, x, 1, factor, y, 1);
  }
}
name "cblas_dgemv-t-sum-alpha-beta"
when (lda >= n)
pays (m*n >= 1024, min(m, n) >= 16)

C {
  void cdgemv_t_rows(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[j] += a[i * lda + j] * x[i];
  }
} = {
#include <cblas.h>
  void cdgemv_t_rows(int m, int n, const double *a, int lda, const double *x, double *y) {
    cblas_dgemv(CblasRowMajor, CblasTrans, m, n, 1.0, a, lda, x, 1, 1.0, y, 1);
  }
}
name "cblas_dgemv-t-rows"
when (lda >= n)
pays (!wide, min(m, n) >= 32)

C {
  void cdgemv_t_rows_sub(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[j] -= a[i * lda + j] * x[i];
  }
} = {
#include <cblas.h>
  void cdgemv_t_rows_sub(int m, int n, const double *a, int lda, const double *x, double *y) {
    cblas_dgemv(CblasRowMajor, CblasTrans, m, n, -1.0, a, lda, x, 1, 1.0, y, 1);
  }
}
name "cblas_dgemv-t-rows-sub"
when (lda >= n)
pays (!wide, min(m, n) >= 32)

C {
  void cdgemv_t_rows_alpha(int m, int n, double alpha, const double *a, int lda, const double *x, double *y) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[j] += alpha * a[i * lda + j] * x[i];
  }
} = {
#include <cblas.h>
  void cdgemv_t_rows_alpha(int m, int n, double alpha, const double *a, int lda, const double *x, double *y) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          y[j] += alpha * a[i * lda + j] * x[i];
      return;
    }
    cblas_dgemv(CblasRowMajor, CblasTrans, m, n, alpha, a, lda, x, 1, 1.0, y, 1);
  }
}
name "cblas_dgemv-t-rows-alpha"
when (lda >= n)
pays (!wide, min(m, n) >= 32)

C {
  void cdgemv_t_rows_set(int m, int n, const double *a, int lda, const double *x, double *y) {
    for (int j = 0; j < n; j++)
      y[j] = 0;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[j] += a[i * lda + j] * x[i];
  }
} = {
#include <cblas.h>
  void cdgemv_t_rows_set(int m, int n, const double *a, int lda, const double *x, double *y) {
    cblas_dgemv(CblasRowMajor, CblasTrans, m, n, 1.0, a, lda, x, 1, 0.0, y, 1);
  }
}
name "cblas_dgemv-t-rows-set"
when (lda >= n)
pays (!wide, min(m, n) >= 32)

C {
  void cdger(int m, int n, const double *x, const double *y, double *a, int lda) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[i * lda + j] += x[i] * y[j];
  }
} = {
#include <cblas.h>
  void cdger(int m, int n, const double *x, const double *y, double *a, int lda) {
    cblas_dger(CblasRowMajor, m, n, 1.0, x, 1, y, 1, a, lda);
  }
}
name "cblas_dger"
when (lda >= n)
pays (never)

C {
  void cdger_sub(int m, int n, const double *x, const double *y, double *a, int lda) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[i * lda + j] -= x[i] * y[j];
  }
} = {
#include <cblas.h>
  void cdger_sub(int m, int n, const double *x, const double *y, double *a, int lda) {
    cblas_dger(CblasRowMajor, m, n, -1.0, x, 1, y, 1, a, lda);
  }
}
name "cblas_dger-sub"
when (lda >= n)
pays (never)

C {
  void cdger_alpha(int m, int n, double alpha, const double *x, const double *y, double *a, int lda) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[i * lda + j] += alpha * x[i] * y[j];
  }
} = {
#include <cblas.h>
  void cdger_alpha(int m, int n, double alpha, const double *x, const double *y, double *a, int lda) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          a[i * lda + j] += alpha * x[i] * y[j];
      return;
    }
    cblas_dger(CblasRowMajor, m, n, alpha, x, 1, y, 1, a, lda);
  }
}
name "cblas_dger-alpha"
when (lda >= n)
pays (never)

C {
  void cdtrsv_lower(int n, const double *t, int ldt, const double *b, double *x) {
    for (int i = 0; i < n; i++) {
      const double *row = t + i * ldt;
      x[i] = b[i];
      for (int j = 0; j < i; j++)
        x[i] -= row[j] * x[j];
      x[i] = x[i] / row[i];
    }
  }
} = {
#include <cblas.h>
  void cdtrsv_lower(int n, const double *t, int ldt, const double *b, double *x) {
    cblas_dcopy(n, b, 1, x, 1);
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_dtrsv-lower"
when (ldt >= n)
pays (n >= 128)

C {
  void cdtrsv_lower_sum(int n, const double *t, int ldt, const double *b, double *x) {
    for (int i = 0; i < n; i++) {
      const double *row = t + i * ldt;
      double s = b[i];
      for (int j = 0; j < i; j++)
        s -= row[j] * x[j];
      x[i] = s / row[i];
    }
  }
} = {
#include <cblas.h>
  void cdtrsv_lower_sum(int n, const double *t, int ldt, const double *b, double *x) {
    cblas_dcopy(n, b, 1, x, 1);
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_dtrsv-lower-sum"
when (ldt >= n)
pays (n >= 128)

C {
  void cdtrsv_lower_place(int n, const double *t, int ldt, double *x) {
    for (int i = 0; i < n; i++) {
      const double *row = t + i * ldt;
      for (int j = 0; j < i; j++)
        x[i] -= row[j] * x[j];
      x[i] = x[i] / row[i];
    }
  }
} = {
#include <cblas.h>
  void cdtrsv_lower_place(int n, const double *t, int ldt, double *x) {
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_dtrsv-lower-place"
when (ldt >= n)
pays (n >= 128)

C {
  void cdtrsv_upper(int n, const double *t, int ldt, const double *b, double *x) {
    for (int i = n - 1; i >= 0; i--) {
      const double *row = t + i * ldt;
      x[i] = b[i];
      for (int j = i + 1; j < n; j++)
        x[i] -= row[j] * x[j];
      x[i] = x[i] / row[i];
    }
  }
} = {
#include <cblas.h>
  void cdtrsv_upper(int n, const double *t, int ldt, const double *b, double *x) {
    cblas_dcopy(n, b, 1, x, 1);
    cblas_dtrsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_dtrsv-upper"
when (ldt >= n)
pays (n >= 128)

C {
  void cdtrsv_upper_sum(int n, const double *t, int ldt, const double *b, double *x) {
    for (int i = n - 1; i >= 0; i--) {
      const double *row = t + i * ldt;
      double s = b[i];
      for (int j = i + 1; j < n; j++)
        s -= row[j] * x[j];
      x[i] = s / row[i];
    }
  }
} = {
#include <cblas.h>
  void cdtrsv_upper_sum(int n, const double *t, int ldt, const double *b, double *x) {
    cblas_dcopy(n, b, 1, x, 1);
    cblas_dtrsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_dtrsv-upper-sum"
when (ldt >= n)
pays (n >= 128)

C {
  void cdtrsv_upper_place(int n, const double *t, int ldt, double *x) {
    for (int i = n - 1; i >= 0; i--) {
      const double *row = t + i * ldt;
      for (int j = i + 1; j < n; j++)
        x[i] -= row[j] * x[j];
      x[i] = x[i] / row[i];
    }
  }
} = {
#include <cblas.h>
  void cdtrsv_upper_place(int n, const double *t, int ldt, double *x) {
    cblas_dtrsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_dtrsv-upper-place"
when (ldt >= n)
pays (n >= 128)

C {
  void cdtrsv_upper_t(int n, const double *t, int ldt, const double *b, double *x) {
    for (int i = 0; i < n; i++) {
      const double *column = t + i;
      x[i] = b[i];
      for (int j = 0; j < i; j++)
        x[i] -= column[j * ldt] * x[j];
      x[i] = x[i] / column[i * ldt];
    }
  }
} = {
#include <cblas.h>
  void cdtrsv_upper_t(int n, const double *t, int ldt, const double *b, double *x) {
    cblas_dcopy(n, b, 1, x, 1);
    cblas_dtrsv(CblasRowMajor, CblasUpper, CblasTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_dtrsv-upper-t"
when (ldt >= n)
pays (n >= 128)

C {
  void cdtrsv_upper_t_place(int n, const double *t, int ldt, double *x) {
    for (int i = 0; i < n; i++) {
      const double *column = t + i;
      for (int j = 0; j < i; j++)
        x[i] -= column[j * ldt] * x[j];
      x[i] = x[i] / column[i * ldt];
    }
  }
} = {
#include <cblas.h>
  void cdtrsv_upper_t_place(int n, const double *t, int ldt, double *x) {
    cblas_dtrsv(CblasRowMajor, CblasUpper, CblasTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_dtrsv-upper-t-place"
when (ldt >= n)
pays (n >= 128)

C {
  void cdtrsv_lower_t(int n, const double *t, int ldt, const double *b, double *x) {
    for (int i = n - 1; i >= 0; i--) {
      const double *column = t + i;
      x[i] = b[i];
      for (int j = i + 1; j < n; j++)
        x[i] -= column[j * ldt] * x[j];
      x[i] = x[i] / column[i * ldt];
    }
  }
} = {
#include <cblas.h>
  void cdtrsv_lower_t(int n, const double *t, int ldt, const double *b, double *x) {
    cblas_dcopy(n, b, 1, x, 1);
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_dtrsv-lower-t"
when (ldt >= n)
pays (n >= 128)

C {
  void cdtrsv_lower_t_place(int n, const double *t, int ldt, double *x) {
    for (int i = n - 1; i >= 0; i--) {
      const double *column = t + i;
      for (int j = i + 1; j < n; j++)
        x[i] -= column[j * ldt] * x[j];
      x[i] = x[i] / column[i * ldt];
    }
  }
} = {
#include <cblas.h>
  void cdtrsv_lower_t_place(int n, const double *t, int ldt, double *x) {
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_dtrsv-lower-t-place"
when (ldt >= n)
pays (n >= 128)

C {
  void cdgemm_nn(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nn(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, a, lda, b, ldb, 1.0, c, ldc);
  }
}
name "cblas_dgemm-nn"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nn_sub(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] -= a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nn_sub(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, -1.0, a, lda, b, ldb, 1.0, c, ldc);
  }
}
name "cblas_dgemm-nn-sub"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nn_set(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nn_set(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, a, lda, b, ldb, 0.0, c, ldc);
  }
}
name "cblas_dgemm-nn-set"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nn_alpha(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nn_alpha(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
      }
      return;
    }
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, 1.0, c, ldc);
  }
}
name "cblas_dgemm-nn-alpha"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nn_alpha_set(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nn_alpha_set(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        c[i * ldc + j] = 0;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
      }
      return;
    }
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, 0.0, c, ldc);
  }
}
name "cblas_dgemm-nn-alpha-set"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nn_beta(int m, int n, int k, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nn_beta(int m, int n, int k, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0;
    }
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_dgemm-nn-beta"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nn_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nn_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
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
}
name "cblas_dgemm-nn-alpha-beta"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nn_sum_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * lda + l] * b[l * ldb + j];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nn_sum_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        double s = 0;
        for (int l = 0; l < k; l++)
          s += a[i * lda + l] * b[l * ldb + j];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
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
}
name "cblas_dgemm-nn-sum-alpha-beta"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nt(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nt(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0, a, lda, b, ldb, 1.0, c, ldc);
  }
}
name "cblas_dgemm-nt"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nt_sub(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] -= a[i * lda + l] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nt_sub(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, -1.0, a, lda, b, ldb, 1.0, c, ldc);
  }
}
name "cblas_dgemm-nt-sub"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nt_set(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nt_set(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0, a, lda, b, ldb, 0.0, c, ldc);
  }
}
name "cblas_dgemm-nt-set"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nt_alpha(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nt_alpha(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[j * ldb + l];
      }
      return;
    }
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, alpha, a, lda, b, ldb, 1.0, c, ldc);
  }
}
name "cblas_dgemm-nt-alpha"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nt_alpha_set(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nt_alpha_set(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        c[i * ldc + j] = 0;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[j * ldb + l];
      }
      return;
    }
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, alpha, a, lda, b, ldb, 0.0, c, ldc);
  }
}
name "cblas_dgemm-nt-alpha-set"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nt_beta(int m, int n, int k, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nt_beta(int m, int n, int k, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0;
    }
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_dgemm-nt-beta"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nt_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nt_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[j * ldb + l];
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
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_dgemm-nt-alpha-beta"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nt_sum_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * lda + l] * b[j * ldb + l];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nt_sum_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        double s = 0;
        for (int l = 0; l < k; l++)
          s += a[i * lda + l] * b[j * ldb + l];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
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
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_dgemm-nt-sum-alpha-beta"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_tn(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_tn(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, 1.0, a, lda, b, ldb, 1.0, c, ldc);
  }
}
name "cblas_dgemm-tn"
when (lda >= m, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_tn_set(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_tn_set(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, 1.0, a, lda, b, ldb, 0.0, c, ldc);
  }
}
name "cblas_dgemm-tn-set"
when (lda >= m, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_tn_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[l * lda + i] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_tn_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[l * lda + i] * b[l * ldb + j];
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
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_dgemm-tn-alpha-beta"
when (lda >= m, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_tn_sum_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[l * lda + i] * b[l * ldb + j];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_tn_sum_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        double s = 0;
        for (int l = 0; l < k; l++)
          s += a[l * lda + i] * b[l * ldb + j];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
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
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_dgemm-tn-sum-alpha-beta"
when (lda >= m, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_tt(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_tt(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasTrans, m, n, k, 1.0, a, lda, b, ldb, 1.0, c, ldc);
  }
}
name "cblas_dgemm-tt"
when (lda >= m, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_tt_set(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_tt_set(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasTrans, m, n, k, 1.0, a, lda, b, ldb, 0.0, c, ldc);
  }
}
name "cblas_dgemm-tt-set"
when (lda >= m, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_tt_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[l * lda + i] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_tt_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[l * lda + i] * b[j * ldb + l];
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
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_dgemm-tt-alpha-beta"
when (lda >= m, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_tt_sum_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[l * lda + i] * b[j * ldb + l];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_tt_sum_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        double s = 0;
        for (int l = 0; l < k; l++)
          s += a[l * lda + i] * b[j * ldb + l];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
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
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_dgemm-tt-sum-alpha-beta"
when (lda >= m, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void cdgemm_nn_ilj(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];
  }
} = {
#include <cblas.h>
  void cdgemm_nn_ilj(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, a, lda, b, ldb, 1.0, c, ldc);
  }
}
name "cblas_dgemm-nn-ilj"
when (lda >= k, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void cdgemm_nn_ilj_alpha(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
  }
} = {
#include <cblas.h>
  void cdgemm_nn_ilj_alpha(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int l = 0; l < k; l++)
          for (int j = 0; j < n; j++)
            c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
      return;
    }
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, 1.0, c, ldc);
  }
}
name "cblas_dgemm-nn-ilj-alpha"
when (lda >= k, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void cdgemm_nn_row_set(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nn_row_set(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, a, lda, b, ldb, 0.0, c, ldc);
  }
}
name "cblas_dgemm-nn-row-set"
when (lda >= k, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void cdgemm_nn_row_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_nn_row_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
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
}
name "cblas_dgemm-nn-row-alpha-beta"
when (lda >= k, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void cdgemm_tn_ilj(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += a[l * lda + i] * b[l * ldb + j];
  }
} = {
#include <cblas.h>
  void cdgemm_tn_ilj(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, 1.0, a, lda, b, ldb, 1.0, c, ldc);
  }
}
name "cblas_dgemm-tn-ilj"
when (lda >= m, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void cdgemm_tn_ilj_alpha(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += alpha * a[l * lda + i] * b[l * ldb + j];
  }
} = {
#include <cblas.h>
  void cdgemm_tn_ilj_alpha(int m, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++)
        for (int l = 0; l < k; l++)
          for (int j = 0; j < n; j++)
            c[i * ldc + j] += alpha * a[l * lda + i] * b[l * ldb + j];
      return;
    }
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, 1.0, c, ldc);
  }
}
name "cblas_dgemm-tn-ilj-alpha"
when (lda >= m, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void cdgemm_tn_row_set(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += a[l * lda + i] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_tn_row_set(int m, int n, int k, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, 1.0, a, lda, b, ldb, 0.0, c, ldc);
  }
}
name "cblas_dgemm-tn-row-set"
when (lda >= m, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void cdgemm_tn_row_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += alpha * a[l * lda + i] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void cdgemm_tn_row_alpha_beta(int m, int n, int k, double alpha, double beta, const double *a, int lda, const double *b, int ldb, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          for (int j = 0; j < n; j++)
            c[i * ldc + j] += alpha * a[l * lda + i] * b[l * ldb + j];
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
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_dgemm-tn-row-alpha-beta"
when (lda >= m, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void cdsyrk_n_lower(int n, int k, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_n_lower(int n, int k, const double *a, int lda, double *c, int ldc) {
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k, 1.0, a, lda, 1.0, c, ldc);
  }
}
name "cblas_dsyrk-n-lower"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_n_lower_set(int n, int k, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_n_lower_set(int n, int k, const double *a, int lda, double *c, int ldc) {
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k, 1.0, a, lda, 0.0, c, ldc);
  }
}
name "cblas_dsyrk-n-lower-set"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_n_lower_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_n_lower_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
      }
      return;
    }
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0;
    }
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_dsyrk-n-lower-alpha-beta"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_n_lower_sum_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * lda + l] * a[j * lda + l];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_n_lower_sum_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
        double s = 0;
        for (int l = 0; l < k; l++)
          s += a[i * lda + l] * a[j * lda + l];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
      }
      return;
    }
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0;
    }
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_dsyrk-n-lower-sum-alpha-beta"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_n_lower_row_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++)
        c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        for (int j = 0; j <= i; j++)
          c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_n_lower_row_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
          c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          for (int j = 0; j <= i; j++)
            c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
      }
      return;
    }
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0;
    }
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_dsyrk-n-lower-row-alpha-beta"
when (lda >= k, ldc >= n)
pays (!wide && min(n, k) >= 16 && n*n*k >= 16000 || min(n, k) >= 16 && n*n*k >= 64000000)

C {
  void cdsyrk_t_lower(int n, int k, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * a[l * lda + j];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_t_lower(int n, int k, const double *a, int lda, double *c, int ldc) {
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, n, k, 1.0, a, lda, 1.0, c, ldc);
  }
}
name "cblas_dsyrk-t-lower"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_t_lower_set(int n, int k, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * a[l * lda + j];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_t_lower_set(int n, int k, const double *a, int lda, double *c, int ldc) {
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, n, k, 1.0, a, lda, 0.0, c, ldc);
  }
}
name "cblas_dsyrk-t-lower-set"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_t_lower_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[l * lda + i] * a[l * lda + j];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_t_lower_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[l * lda + i] * a[l * lda + j];
      }
      return;
    }
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0;
    }
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_dsyrk-t-lower-alpha-beta"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_t_lower_sum_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[l * lda + i] * a[l * lda + j];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_t_lower_sum_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
        double s = 0;
        for (int l = 0; l < k; l++)
          s += a[l * lda + i] * a[l * lda + j];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
      }
      return;
    }
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0;
    }
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_dsyrk-t-lower-sum-alpha-beta"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_n_upper(int n, int k, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_n_upper(int n, int k, const double *a, int lda, double *c, int ldc) {
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasNoTrans, n, k, 1.0, a, lda, 1.0, c, ldc);
  }
}
name "cblas_dsyrk-n-upper"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_n_upper_set(int n, int k, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_n_upper_set(int n, int k, const double *a, int lda, double *c, int ldc) {
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasNoTrans, n, k, 1.0, a, lda, 0.0, c, ldc);
  }
}
name "cblas_dsyrk-n-upper-set"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_n_upper_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_n_upper_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
      }
      return;
    }
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0;
    }
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasNoTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_dsyrk-n-upper-alpha-beta"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_n_upper_sum_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * lda + l] * a[j * lda + l];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_n_upper_sum_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
        double s = 0;
        for (int l = 0; l < k; l++)
          s += a[i * lda + l] * a[j * lda + l];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
      }
      return;
    }
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0;
    }
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasNoTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_dsyrk-n-upper-sum-alpha-beta"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_n_upper_row_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++)
        c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        for (int j = i; j < n; j++)
          c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_n_upper_row_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j++)
          c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          for (int j = i; j < n; j++)
            c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
      }
      return;
    }
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0;
    }
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasNoTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_dsyrk-n-upper-row-alpha-beta"
when (lda >= k, ldc >= n)
pays (!wide && min(n, k) >= 16 && n*n*k >= 16000 || min(n, k) >= 16 && n*n*k >= 64000000)

C {
  void cdsyrk_t_upper(int n, int k, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * a[l * lda + j];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_t_upper(int n, int k, const double *a, int lda, double *c, int ldc) {
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, n, k, 1.0, a, lda, 1.0, c, ldc);
  }
}
name "cblas_dsyrk-t-upper"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_t_upper_set(int n, int k, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * a[l * lda + j];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_t_upper_set(int n, int k, const double *a, int lda, double *c, int ldc) {
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, n, k, 1.0, a, lda, 0.0, c, ldc);
  }
}
name "cblas_dsyrk-t-upper-set"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_t_upper_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[l * lda + i] * a[l * lda + j];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_t_upper_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[l * lda + i] * a[l * lda + j];
      }
      return;
    }
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0;
    }
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_dsyrk-t-upper-alpha-beta"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cdsyrk_t_upper_sum_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      double s = 0;
      for (int l = 0; l < k; l++)
        s += a[l * lda + i] * a[l * lda + j];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void cdsyrk_t_upper_sum_alpha_beta(int n, int k, double alpha, double beta, const double *a, int lda, double *c, int ldc) {
    if (!(alpha < 0.0 || alpha > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
        double s = 0;
        for (int l = 0; l < k; l++)
          s += a[l * lda + i] * a[l * lda + j];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
      }
      return;
    }
    double factor = beta;
    if (!(beta < 0.0 || beta > 0.0)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0;
    }
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_dsyrk-t-upper-sum-alpha-beta"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void csdot(int n, const float *x, int incx, const float *y, int incy, float *s) {
    for (int i = 0; i < n; i++)
      *s += x[i * incx] * y[i * incy];
  }
} = {
#include <cblas.h>
  void csdot(int n, const float *x, int incx, const float *y, int incy, float *s) {
    *s += cblas_sdot(n, x, incx, y, incy);
  }
}
name "cblas_sdot"
when (incx >= 1, incy >= 1)
pays (n >= 64, incx == 1, incy == 1)

C {
  void csdot_sub(int n, const float *x, int incx, const float *y, int incy, float *s) {
    for (int i = 0; i < n; i++)
      *s -= x[i * incx] * y[i * incy];
  }
} = {
#include <cblas.h>
  void csdot_sub(int n, const float *x, int incx, const float *y, int incy, float *s) {
    *s -= cblas_sdot(n, x, incx, y, incy);
  }
}
name "cblas_sdot-sub"
when (incx >= 1, incy >= 1)
pays (n >= 64, incx == 1, incy == 1)

C {
  void csdot_self(int n, const float *x, int incx, float *s) {
    for (int i = 0; i < n; i++)
      *s += x[i * incx] * x[i * incx];
  }
} = {
#include <cblas.h>
  void csdot_self(int n, const float *x, int incx, float *s) {
    *s += cblas_sdot(n, x, incx, x, incx);
  }
}
name "cblas_sdot-self"
when (incx >= 1)
pays (n >= 64, incx == 1)

C {
  void csdot_back(int n, const float *x, const float *y, float *s) {
    for (int i = 0; i < n; i++)
      *s += x[n - 1 - i] * y[i];
  }
} = {
#include <cblas.h>
  void csdot_back(int n, const float *x, const float *y, float *s) {
    *s += cblas_sdot(n, x, -1, y, 1);
  }
}
name "cblas_sdot-back"
pays (never)

C {
#include <math.h>
  void csnrm2(int n, const float *x, int incx, float *s) {
    *s = 0;
    for (int i = 0; i < n; i++)
      *s += x[i * incx] * x[i * incx];
    *s = sqrtf(*s);
  }
} = {
#include <cblas.h>
#include <math.h>
  void csnrm2(int n, const float *x, int incx, float *s) {
    *s = sqrtf(cblas_sdot(n, x, incx, x, incx));
  }
}
name "cblas_snrm2"
when (incx >= 1)
pays (n >= 64, incx == 1)

C {
#include <math.h>
  void csasum(int n, const float *x, int incx, float *s) {
    for (int i = 0; i < n; i++)
      *s += fabsf(x[i * incx]);
  }
} = {
#include <cblas.h>
#include <math.h>
  void csasum(int n, const float *x, int incx, float *s) {
    *s += cblas_sasum(n, x, incx);
  }
}
name "cblas_sasum"
when (incx >= 1)
pays (n >= 128, incx == 1)

C {
  void csaxpy(int n, float alpha, const float *x, int incx, float *y, int incy) {
    for (int i = 0; i < n; i++)
      y[i * incy] += alpha * x[i * incx];
  }
} = {
#include <cblas.h>
  void csaxpy(int n, float alpha, const float *x, int incx, float *y, int incy) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < n; i++)
        y[i * incy] += alpha * x[i * incx];
      return;
    }
    cblas_saxpy(n, alpha, x, incx, y, incy);
  }
}
name "cblas_saxpy"
when (incx >= 1, incy >= 1)
pays (never)

C {
  void csaxpy_sub(int n, float alpha, const float *x, int incx, float *y, int incy) {
    for (int i = 0; i < n; i++)
      y[i * incy] -= alpha * x[i * incx];
  }
} = {
#include <cblas.h>
  void csaxpy_sub(int n, float alpha, const float *x, int incx, float *y, int incy) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < n; i++)
        y[i * incy] -= alpha * x[i * incx];
      return;
    }
    cblas_saxpy(n, -alpha, x, incx, y, incy);
  }
}
name "cblas_saxpy-sub"
when (incx >= 1, incy >= 1)
pays (never)

C {
  void csscal(int n, float alpha, float *x, int incx) {
    for (int i = 0; i < n; i++)
      x[i * incx] *= alpha;
  }
} = {
#include <cblas.h>
  void csscal(int n, float alpha, float *x, int incx) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < n; i++)
        x[i * incx] *= alpha;
      return;
    }
    cblas_sscal(n, alpha, x, incx);
  }
}
name "cblas_sscal"
when (incx >= 1)
pays (never)

C {
  void cscopy(int n, const float *x, int incx, float *y, int incy) {
    for (int i = 0; i < n; i++)
      y[i * incy] = x[i * incx];
  }
} = {
#include <cblas.h>
  void cscopy(int n, const float *x, int incx, float *y, int incy) {
    cblas_scopy(n, x, incx, y, incy);
  }
}
name "cblas_scopy" fp exact
when (incx >= 1, incy >= 1, incx + incy >= 3)
pays (never)

C {
  void csswap(int n, float *x, int incx, float *y, int incy) {
    for (int i = 0; i < n; i++) {
      float t = x[i * incx];
      x[i * incx] = y[i * incy];
      y[i * incy] = t;
    }
  }
} = {
#include <cblas.h>
  void csswap(int n, float *x, int incx, float *y, int incy) {
    cblas_sswap(n, x, incx, y, incy);
  }
}
name "cblas_sswap" fp exact
when (incx >= 1, incy >= 1)
pays (never)

C {
  void csgemv_n(int m, int n, const float *a, int lda, const float *x, float *y) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        y[i] += a[i * lda + j] * x[j];
    }
  }
} = {
#include <cblas.h>
  void csgemv_n(int m, int n, const float *a, int lda, const float *x, float *y) {
    cblas_sgemv(CblasRowMajor, CblasNoTrans, m, n, 1.0f, a, lda, x, 1, 1.0f, y, 1);
  }
}
name "cblas_sgemv-n"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void csgemv_t(int m, int n, const float *a, int lda, const float *x, float *y) {
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < m; i++)
        y[j] += a[i * lda + j] * x[i];
    }
  }
} = {
#include <cblas.h>
  void csgemv_t(int m, int n, const float *a, int lda, const float *x, float *y) {
    cblas_sgemv(CblasRowMajor, CblasTrans, m, n, 1.0f, a, lda, x, 1, 1.0f, y, 1);
  }
}
name "cblas_sgemv-t"
when (lda >= n)
pays (min(m, n) >= 128)

C {
  void csgemv_n_sub(int m, int n, const float *a, int lda, const float *x, float *y) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        y[i] -= a[i * lda + j] * x[j];
    }
  }
} = {
#include <cblas.h>
  void csgemv_n_sub(int m, int n, const float *a, int lda, const float *x, float *y) {
    cblas_sgemv(CblasRowMajor, CblasNoTrans, m, n, -1.0f, a, lda, x, 1, 1.0f, y, 1);
  }
}
name "cblas_sgemv-n-sub"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void csgemv_t_sub(int m, int n, const float *a, int lda, const float *x, float *y) {
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < m; i++)
        y[j] -= a[i * lda + j] * x[i];
    }
  }
} = {
#include <cblas.h>
  void csgemv_t_sub(int m, int n, const float *a, int lda, const float *x, float *y) {
    cblas_sgemv(CblasRowMajor, CblasTrans, m, n, -1.0f, a, lda, x, 1, 1.0f, y, 1);
  }
}
name "cblas_sgemv-t-sub"
when (lda >= n)
pays (min(m, n) >= 128)

C {
  void csgemv_n_set(int m, int n, const float *a, int lda, const float *x, float *y) {
    for (int i = 0; i < m; i++) {
      y[i] = 0;
      for (int j = 0; j < n; j++)
        y[i] += a[i * lda + j] * x[j];
    }
  }
} = {
#include <cblas.h>
  void csgemv_n_set(int m, int n, const float *a, int lda, const float *x, float *y) {
    cblas_sgemv(CblasRowMajor, CblasNoTrans, m, n, 1.0f, a, lda, x, 1, 0.0f, y, 1);
  }
}
name "cblas_sgemv-n-set"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void csgemv_t_set(int m, int n, const float *a, int lda, const float *x, float *y) {
    for (int j = 0; j < n; j++) {
      y[j] = 0;
      for (int i = 0; i < m; i++)
        y[j] += a[i * lda + j] * x[i];
    }
  }
} = {
#include <cblas.h>
  void csgemv_t_set(int m, int n, const float *a, int lda, const float *x, float *y) {
    cblas_sgemv(CblasRowMajor, CblasTrans, m, n, 1.0f, a, lda, x, 1, 0.0f, y, 1);
  }
}
name "cblas_sgemv-t-set"
when (lda >= n)
pays (min(m, n) >= 128)

C {
  void csgemv_n_alpha(int m, int n, float alpha, const float *a, int lda, const float *x, float *y) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        y[i] += alpha * a[i * lda + j] * x[j];
    }
  }
} = {
#include <cblas.h>
  void csgemv_n_alpha(int m, int n, float alpha, const float *a, int lda, const float *x, float *y) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
          y[i] += alpha * a[i * lda + j] * x[j];
      }
      return;
    }
    cblas_sgemv(CblasRowMajor, CblasNoTrans, m, n, alpha, a, lda, x, 1, 1.0f, y, 1);
  }
}
name "cblas_sgemv-n-alpha"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void csgemv_t_alpha(int m, int n, float alpha, const float *a, int lda, const float *x, float *y) {
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < m; i++)
        y[j] += alpha * a[i * lda + j] * x[i];
    }
  }
} = {
#include <cblas.h>
  void csgemv_t_alpha(int m, int n, float alpha, const float *a, int lda, const float *x, float *y) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int j = 0; j < n; j++) {
        for (int i = 0; i < m; i++)
          y[j] += alpha * a[i * lda + j] * x[i];
      }
      return;
    }
    cblas_sgemv(CblasRowMajor, CblasTrans, m, n, alpha, a, lda, x, 1, 1.0f, y, 1);
  }
}
name "cblas_sgemv-t-alpha"
when (lda >= n)
pays (min(m, n) >= 128)

C {
  void csgemv_n_alpha_set(int m, int n, float alpha, const float *a, int lda, const float *x, float *y) {
    for (int i = 0; i < m; i++) {
      y[i] = 0;
      for (int j = 0; j < n; j++)
        y[i] += alpha * a[i * lda + j] * x[j];
    }
  }
} = {
#include <cblas.h>
  void csgemv_n_alpha_set(int m, int n, float alpha, const float *a, int lda, const float *x, float *y) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++)
          y[i] += alpha * a[i * lda + j] * x[j];
      }
      return;
    }
    cblas_sgemv(CblasRowMajor, CblasNoTrans, m, n, alpha, a, lda, x, 1, 0.0f, y, 1);
  }
}
name "cblas_sgemv-n-alpha-set"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void csgemv_t_alpha_set(int m, int n, float alpha, const float *a, int lda, const float *x, float *y) {
    for (int j = 0; j < n; j++) {
      y[j] = 0;
      for (int i = 0; i < m; i++)
        y[j] += alpha * a[i * lda + j] * x[i];
    }
  }
} = {
#include <cblas.h>
  void csgemv_t_alpha_set(int m, int n, float alpha, const float *a, int lda, const float *x, float *y) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int j = 0; j < n; j++) {
        y[j] = 0;
        for (int i = 0; i < m; i++)
          y[j] += alpha * a[i * lda + j] * x[i];
      }
      return;
    }
    cblas_sgemv(CblasRowMajor, CblasTrans, m, n, alpha, a, lda, x, 1, 0.0f, y, 1);
  }
}
name "cblas_sgemv-t-alpha-set"
when (lda >= n)
pays (min(m, n) >= 128)

C {
  void csgemv_n_beta(int m, int n, float beta, const float *a, int lda, const float *x, float *y) {
    for (int i = 0; i < m; i++) {
      y[i] *= beta;
      for (int j = 0; j < n; j++)
        y[i] += a[i * lda + j] * x[j];
    }
  }
} = {
#include <cblas.h>
  void csgemv_n_beta(int m, int n, float beta, const float *a, int lda, const float *x, float *y) {
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        y[i] *= beta;
      factor = 1.0f;
    }
    cblas_sgemv(CblasRowMajor, CblasNoTrans, m, n, 1.0f, a, lda, x, 1, factor, y, 1);
  }
}
name "cblas_sgemv-n-beta"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void csgemv_t_beta(int m, int n, float beta, const float *a, int lda, const float *x, float *y) {
    for (int j = 0; j < n; j++) {
      y[j] *= beta;
      for (int i = 0; i < m; i++)
        y[j] += a[i * lda + j] * x[i];
    }
  }
} = {
#include <cblas.h>
  void csgemv_t_beta(int m, int n, float beta, const float *a, int lda, const float *x, float *y) {
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int j = 0; j < n; j++)
        y[j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemv(CblasRowMajor, CblasTrans, m, n, 1.0f, a, lda, x, 1, factor, y, 1);
  }
}
name "cblas_sgemv-t-beta"
when (lda >= n)
pays (min(m, n) >= 128)

C {
  void csgemv_n_alpha_beta(int m, int n, float alpha, float beta, const float *a, int lda, const float *x, float *y) {
    for (int i = 0; i < m; i++) {
      y[i] *= beta;
      for (int j = 0; j < n; j++)
        y[i] += alpha * a[i * lda + j] * x[j];
    }
  }
} = {
#include <cblas.h>
  void csgemv_n_alpha_beta(int m, int n, float alpha, float beta, const float *a, int lda, const float *x, float *y) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++) {
        y[i] *= beta;
        for (int j = 0; j < n; j++)
          y[i] += alpha * a[i * lda + j] * x[j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        y[i] *= beta;
      factor = 1.0f;
    }
    cblas_sgemv(CblasRowMajor, CblasNoTrans, m, n, alpha, a, lda, x, 1, factor, y, 1);
  }
}
name "cblas_sgemv-n-alpha-beta"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void csgemv_t_alpha_beta(int m, int n, float alpha, float beta, const float *a, int lda, const float *x, float *y) {
    for (int j = 0; j < n; j++) {
      y[j] *= beta;
      for (int i = 0; i < m; i++)
        y[j] += alpha * a[i * lda + j] * x[i];
    }
  }
} = {
#include <cblas.h>
  void csgemv_t_alpha_beta(int m, int n, float alpha, float beta, const float *a, int lda, const float *x, float *y) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int j = 0; j < n; j++) {
        y[j] *= beta;
        for (int i = 0; i < m; i++)
          y[j] += alpha * a[i * lda + j] * x[i];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int j = 0; j < n; j++)
        y[j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemv(CblasRowMajor, CblasTrans, m, n, alpha, a, lda, x, 1, factor, y, 1);
  }
}
name "cblas_sgemv-t-alpha-beta"
when (lda >= n)
pays (min(m, n) >= 128)

C {
  void csgemv_n_sum_alpha_beta(int m, int n, float alpha, float beta, const float *a, int lda, const float *x, float *y) {
    for (int i = 0; i < m; i++) {
      float s = 0;
      for (int j = 0; j < n; j++)
        s += a[i * lda + j] * x[j];
      y[i] = alpha * s + beta * y[i];
    }
  }
} = {
#include <cblas.h>
  void csgemv_n_sum_alpha_beta(int m, int n, float alpha, float beta, const float *a, int lda, const float *x, float *y) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++) {
        float s = 0;
        for (int j = 0; j < n; j++)
          s += a[i * lda + j] * x[j];
        y[i] = alpha * s + beta * y[i];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        y[i] *= beta;
      factor = 1.0f;
    }
    cblas_sgemv(CblasRowMajor, CblasNoTrans, m, n, alpha, a, lda, x, 1, factor, y, 1);
  }
}
name "cblas_sgemv-n-sum-alpha-beta"
when (lda >= n)
pays (n >= 80, m >= 4)

C {
  void csgemv_t_sum_alpha_beta(int m, int n, float alpha, float beta, const float *a, int lda, const float *x, float *y) {
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int i = 0; i < m; i++)
        s += a[i * lda + j] * x[i];
      y[j] = alpha * s + beta * y[j];
    }
  }
} = {
#include <cblas.h>
  void csgemv_t_sum_alpha_beta(int m, int n, float alpha, float beta, const float *a, int lda, const float *x, float *y) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int j = 0; j < n; j++) {
        float s = 0;
        for (int i = 0; i < m; i++)
          s += a[i * lda + j] * x[i];
        y[j] = alpha * s + beta * y[j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int j = 0; j < n; j++)
        y[j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemv(CblasRowMajor, CblasTrans, m, n, alpha, a, lda, x, 1, factor, y, 1);
  }
}
name "cblas_sgemv-t-sum-alpha-beta"
when (lda >= n)
pays (min(m, n) >= 128)

C {
  void csgemv_t_rows(int m, int n, const float *a, int lda, const float *x, float *y) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[j] += a[i * lda + j] * x[i];
  }
} = {
#include <cblas.h>
  void csgemv_t_rows(int m, int n, const float *a, int lda, const float *x, float *y) {
    cblas_sgemv(CblasRowMajor, CblasTrans, m, n, 1.0f, a, lda, x, 1, 1.0f, y, 1);
  }
}
name "cblas_sgemv-t-rows"
when (lda >= n)
pays (never)

C {
  void csgemv_t_rows_sub(int m, int n, const float *a, int lda, const float *x, float *y) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[j] -= a[i * lda + j] * x[i];
  }
} = {
#include <cblas.h>
  void csgemv_t_rows_sub(int m, int n, const float *a, int lda, const float *x, float *y) {
    cblas_sgemv(CblasRowMajor, CblasTrans, m, n, -1.0f, a, lda, x, 1, 1.0f, y, 1);
  }
}
name "cblas_sgemv-t-rows-sub"
when (lda >= n)
pays (never)

C {
  void csgemv_t_rows_alpha(int m, int n, float alpha, const float *a, int lda, const float *x, float *y) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[j] += alpha * a[i * lda + j] * x[i];
  }
} = {
#include <cblas.h>
  void csgemv_t_rows_alpha(int m, int n, float alpha, const float *a, int lda, const float *x, float *y) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          y[j] += alpha * a[i * lda + j] * x[i];
      return;
    }
    cblas_sgemv(CblasRowMajor, CblasTrans, m, n, alpha, a, lda, x, 1, 1.0f, y, 1);
  }
}
name "cblas_sgemv-t-rows-alpha"
when (lda >= n)
pays (never)

C {
  void csgemv_t_rows_set(int m, int n, const float *a, int lda, const float *x, float *y) {
    for (int j = 0; j < n; j++)
      y[j] = 0;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        y[j] += a[i * lda + j] * x[i];
  }
} = {
#include <cblas.h>
  void csgemv_t_rows_set(int m, int n, const float *a, int lda, const float *x, float *y) {
    cblas_sgemv(CblasRowMajor, CblasTrans, m, n, 1.0f, a, lda, x, 1, 0.0f, y, 1);
  }
}
name "cblas_sgemv-t-rows-set"
when (lda >= n)
pays (never)

C {
  void csger(int m, int n, const float *x, const float *y, float *a, int lda) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[i * lda + j] += x[i] * y[j];
  }
} = {
#include <cblas.h>
  void csger(int m, int n, const float *x, const float *y, float *a, int lda) {
    cblas_sger(CblasRowMajor, m, n, 1.0f, x, 1, y, 1, a, lda);
  }
}
name "cblas_sger"
when (lda >= n)
pays (never)

C {
  void csger_sub(int m, int n, const float *x, const float *y, float *a, int lda) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[i * lda + j] -= x[i] * y[j];
  }
} = {
#include <cblas.h>
  void csger_sub(int m, int n, const float *x, const float *y, float *a, int lda) {
    cblas_sger(CblasRowMajor, m, n, -1.0f, x, 1, y, 1, a, lda);
  }
}
name "cblas_sger-sub"
when (lda >= n)
pays (never)

C {
  void csger_alpha(int m, int n, float alpha, const float *x, const float *y, float *a, int lda) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        a[i * lda + j] += alpha * x[i] * y[j];
  }
} = {
#include <cblas.h>
  void csger_alpha(int m, int n, float alpha, const float *x, const float *y, float *a, int lda) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          a[i * lda + j] += alpha * x[i] * y[j];
      return;
    }
    cblas_sger(CblasRowMajor, m, n, alpha, x, 1, y, 1, a, lda);
  }
}
name "cblas_sger-alpha"
when (lda >= n)
pays (never)

C {
  void cstrsv_lower(int n, const float *t, int ldt, const float *b, float *x) {
    for (int i = 0; i < n; i++) {
      const float *row = t + i * ldt;
      x[i] = b[i];
      for (int j = 0; j < i; j++)
        x[i] -= row[j] * x[j];
      x[i] = x[i] / row[i];
    }
  }
} = {
#include <cblas.h>
  void cstrsv_lower(int n, const float *t, int ldt, const float *b, float *x) {
    cblas_scopy(n, b, 1, x, 1);
    cblas_strsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_strsv-lower"
when (ldt >= n)
pays (n >= 128)

C {
  void cstrsv_lower_sum(int n, const float *t, int ldt, const float *b, float *x) {
    for (int i = 0; i < n; i++) {
      const float *row = t + i * ldt;
      float s = b[i];
      for (int j = 0; j < i; j++)
        s -= row[j] * x[j];
      x[i] = s / row[i];
    }
  }
} = {
#include <cblas.h>
  void cstrsv_lower_sum(int n, const float *t, int ldt, const float *b, float *x) {
    cblas_scopy(n, b, 1, x, 1);
    cblas_strsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_strsv-lower-sum"
when (ldt >= n)
pays (n >= 128)

C {
  void cstrsv_lower_place(int n, const float *t, int ldt, float *x) {
    for (int i = 0; i < n; i++) {
      const float *row = t + i * ldt;
      for (int j = 0; j < i; j++)
        x[i] -= row[j] * x[j];
      x[i] = x[i] / row[i];
    }
  }
} = {
#include <cblas.h>
  void cstrsv_lower_place(int n, const float *t, int ldt, float *x) {
    cblas_strsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_strsv-lower-place"
when (ldt >= n)
pays (n >= 128)

C {
  void cstrsv_upper(int n, const float *t, int ldt, const float *b, float *x) {
    for (int i = n - 1; i >= 0; i--) {
      const float *row = t + i * ldt;
      x[i] = b[i];
      for (int j = i + 1; j < n; j++)
        x[i] -= row[j] * x[j];
      x[i] = x[i] / row[i];
    }
  }
} = {
#include <cblas.h>
  void cstrsv_upper(int n, const float *t, int ldt, const float *b, float *x) {
    cblas_scopy(n, b, 1, x, 1);
    cblas_strsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_strsv-upper"
when (ldt >= n)
pays (n >= 128)

C {
  void cstrsv_upper_sum(int n, const float *t, int ldt, const float *b, float *x) {
    for (int i = n - 1; i >= 0; i--) {
      const float *row = t + i * ldt;
      float s = b[i];
      for (int j = i + 1; j < n; j++)
        s -= row[j] * x[j];
      x[i] = s / row[i];
    }
  }
} = {
#include <cblas.h>
  void cstrsv_upper_sum(int n, const float *t, int ldt, const float *b, float *x) {
    cblas_scopy(n, b, 1, x, 1);
    cblas_strsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_strsv-upper-sum"
when (ldt >= n)
pays (n >= 128)

C {
  void cstrsv_upper_place(int n, const float *t, int ldt, float *x) {
    for (int i = n - 1; i >= 0; i--) {
      const float *row = t + i * ldt;
      for (int j = i + 1; j < n; j++)
        x[i] -= row[j] * x[j];
      x[i] = x[i] / row[i];
    }
  }
} = {
#include <cblas.h>
  void cstrsv_upper_place(int n, const float *t, int ldt, float *x) {
    cblas_strsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_strsv-upper-place"
when (ldt >= n)
pays (n >= 128)

C {
  void cstrsv_upper_t(int n, const float *t, int ldt, const float *b, float *x) {
    for (int i = 0; i < n; i++) {
      const float *column = t + i;
      x[i] = b[i];
      for (int j = 0; j < i; j++)
        x[i] -= column[j * ldt] * x[j];
      x[i] = x[i] / column[i * ldt];
    }
  }
} = {
#include <cblas.h>
  void cstrsv_upper_t(int n, const float *t, int ldt, const float *b, float *x) {
    cblas_scopy(n, b, 1, x, 1);
    cblas_strsv(CblasRowMajor, CblasUpper, CblasTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_strsv-upper-t"
when (ldt >= n)
pays (n >= 128)

C {
  void cstrsv_upper_t_place(int n, const float *t, int ldt, float *x) {
    for (int i = 0; i < n; i++) {
      const float *column = t + i;
      for (int j = 0; j < i; j++)
        x[i] -= column[j * ldt] * x[j];
      x[i] = x[i] / column[i * ldt];
    }
  }
} = {
#include <cblas.h>
  void cstrsv_upper_t_place(int n, const float *t, int ldt, float *x) {
    cblas_strsv(CblasRowMajor, CblasUpper, CblasTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_strsv-upper-t-place"
when (ldt >= n)
pays (n >= 128)

C {
  void cstrsv_lower_t(int n, const float *t, int ldt, const float *b, float *x) {
    for (int i = n - 1; i >= 0; i--) {
      const float *column = t + i;
      x[i] = b[i];
      for (int j = i + 1; j < n; j++)
        x[i] -= column[j * ldt] * x[j];
      x[i] = x[i] / column[i * ldt];
    }
  }
} = {
#include <cblas.h>
  void cstrsv_lower_t(int n, const float *t, int ldt, const float *b, float *x) {
    cblas_scopy(n, b, 1, x, 1);
    cblas_strsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_strsv-lower-t"
when (ldt >= n)
pays (n >= 128)

C {
  void cstrsv_lower_t_place(int n, const float *t, int ldt, float *x) {
    for (int i = n - 1; i >= 0; i--) {
      const float *column = t + i;
      for (int j = i + 1; j < n; j++)
        x[i] -= column[j * ldt] * x[j];
      x[i] = x[i] / column[i * ldt];
    }
  }
} = {
#include <cblas.h>
  void cstrsv_lower_t_place(int n, const float *t, int ldt, float *x) {
    cblas_strsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, n, t, ldt, x, 1);
  }
}
name "cblas_strsv-lower-t-place"
when (ldt >= n)
pays (n >= 128)

C {
  void csgemm_nn(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nn(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0f, a, lda, b, ldb, 1.0f, c, ldc);
  }
}
name "cblas_sgemm-nn"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_nn_sub(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] -= a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nn_sub(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, -1.0f, a, lda, b, ldb, 1.0f, c, ldc);
  }
}
name "cblas_sgemm-nn-sub"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

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

C {
  void csgemm_nn_alpha(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nn_alpha(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
      }
      return;
    }
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, 1.0f, c, ldc);
  }
}
name "cblas_sgemm-nn-alpha"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_nn_alpha_set(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nn_alpha_set(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        c[i * ldc + j] = 0;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
      }
      return;
    }
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, 0.0f, c, ldc);
  }
}
name "cblas_sgemm-nn-alpha-set"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_nn_beta(int m, int n, int k, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nn_beta(int m, int n, int k, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0f, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_sgemm-nn-beta"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_nn_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nn_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_sgemm-nn-alpha-beta"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_nn_sum_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      float s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * lda + l] * b[l * ldb + j];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nn_sum_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        float s = 0;
        for (int l = 0; l < k; l++)
          s += a[i * lda + l] * b[l * ldb + j];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_sgemm-nn-sum-alpha-beta"
when (lda >= k, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_nt(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nt(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0f, a, lda, b, ldb, 1.0f, c, ldc);
  }
}
name "cblas_sgemm-nt"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_nt_sub(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] -= a[i * lda + l] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nt_sub(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, -1.0f, a, lda, b, ldb, 1.0f, c, ldc);
  }
}
name "cblas_sgemm-nt-sub"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_nt_set(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nt_set(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0f, a, lda, b, ldb, 0.0f, c, ldc);
  }
}
name "cblas_sgemm-nt-set"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_nt_alpha(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nt_alpha(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[j * ldb + l];
      }
      return;
    }
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, alpha, a, lda, b, ldb, 1.0f, c, ldc);
  }
}
name "cblas_sgemm-nt-alpha"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_nt_alpha_set(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nt_alpha_set(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        c[i * ldc + j] = 0;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[j * ldb + l];
      }
      return;
    }
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, alpha, a, lda, b, ldb, 0.0f, c, ldc);
  }
}
name "cblas_sgemm-nt-alpha-set"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_nt_beta(int m, int n, int k, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nt_beta(int m, int n, int k, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1.0f, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_sgemm-nt-beta"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_nt_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nt_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[j * ldb + l];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_sgemm-nt-alpha-beta"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_nt_sum_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      float s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * lda + l] * b[j * ldb + l];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nt_sum_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        float s = 0;
        for (int l = 0; l < k; l++)
          s += a[i * lda + l] * b[j * ldb + l];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_sgemm-nt-sum-alpha-beta"
when (lda >= k, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_tn(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_tn(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, 1.0f, a, lda, b, ldb, 1.0f, c, ldc);
  }
}
name "cblas_sgemm-tn"
when (lda >= m, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_tn_set(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_tn_set(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, 1.0f, a, lda, b, ldb, 0.0f, c, ldc);
  }
}
name "cblas_sgemm-tn-set"
when (lda >= m, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_tn_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[l * lda + i] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_tn_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[l * lda + i] * b[l * ldb + j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_sgemm-tn-alpha-beta"
when (lda >= m, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_tn_sum_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      float s = 0;
      for (int l = 0; l < k; l++)
        s += a[l * lda + i] * b[l * ldb + j];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_tn_sum_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        float s = 0;
        for (int l = 0; l < k; l++)
          s += a[l * lda + i] * b[l * ldb + j];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_sgemm-tn-sum-alpha-beta"
when (lda >= m, ldb >= n, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_tt(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void csgemm_tt(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasTrans, m, n, k, 1.0f, a, lda, b, ldb, 1.0f, c, ldc);
  }
}
name "cblas_sgemm-tt"
when (lda >= m, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_tt_set(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void csgemm_tt_set(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasTrans, m, n, k, 1.0f, a, lda, b, ldb, 0.0f, c, ldc);
  }
}
name "cblas_sgemm-tt-set"
when (lda >= m, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_tt_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[l * lda + i] * b[j * ldb + l];
    }
  }
} = {
#include <cblas.h>
  void csgemm_tt_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[l * lda + i] * b[j * ldb + l];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_sgemm-tt-alpha-beta"
when (lda >= m, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_tt_sum_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
      float s = 0;
      for (int l = 0; l < k; l++)
        s += a[l * lda + i] * b[j * ldb + l];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_tt_sum_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
        float s = 0;
        for (int l = 0; l < k; l++)
          s += a[l * lda + i] * b[j * ldb + l];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_sgemm-tt-sum-alpha-beta"
when (lda >= m, ldb >= k, ldc >= n)
pays (m*n*k >= 4096, min(m, n) >= 4)

C {
  void csgemm_nn_ilj(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];
  }
} = {
#include <cblas.h>
  void csgemm_nn_ilj(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0f, a, lda, b, ldb, 1.0f, c, ldc);
  }
}
name "cblas_sgemm-nn-ilj"
when (lda >= k, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void csgemm_nn_ilj_alpha(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
  }
} = {
#include <cblas.h>
  void csgemm_nn_ilj_alpha(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int l = 0; l < k; l++)
          for (int j = 0; j < n; j++)
            c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
      return;
    }
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, 1.0f, c, ldc);
  }
}
name "cblas_sgemm-nn-ilj-alpha"
when (lda >= k, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void csgemm_nn_row_set(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nn_row_set(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0f, a, lda, b, ldb, 0.0f, c, ldc);
  }
}
name "cblas_sgemm-nn-row-set"
when (lda >= k, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void csgemm_nn_row_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_nn_row_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          for (int j = 0; j < n; j++)
            c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_sgemm-nn-row-alpha-beta"
when (lda >= k, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void csgemm_tn_ilj(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += a[l * lda + i] * b[l * ldb + j];
  }
} = {
#include <cblas.h>
  void csgemm_tn_ilj(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, 1.0f, a, lda, b, ldb, 1.0f, c, ldc);
  }
}
name "cblas_sgemm-tn-ilj"
when (lda >= m, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void csgemm_tn_ilj_alpha(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++)
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += alpha * a[l * lda + i] * b[l * ldb + j];
  }
} = {
#include <cblas.h>
  void csgemm_tn_ilj_alpha(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int l = 0; l < k; l++)
          for (int j = 0; j < n; j++)
            c[i * ldc + j] += alpha * a[l * lda + i] * b[l * ldb + j];
      return;
    }
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, 1.0f, c, ldc);
  }
}
name "cblas_sgemm-tn-ilj-alpha"
when (lda >= m, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void csgemm_tn_row_set(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += a[l * lda + i] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_tn_row_set(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, 1.0f, a, lda, b, ldb, 0.0f, c, ldc);
  }
}
name "cblas_sgemm-tn-row-set"
when (lda >= m, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void csgemm_tn_row_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++)
        c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] += alpha * a[l * lda + i] * b[l * ldb + j];
    }
  }
} = {
#include <cblas.h>
  void csgemm_tn_row_alpha_beta(int m, int n, int k, float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          for (int j = 0; j < n; j++)
            c[i * ldc + j] += alpha * a[l * lda + i] * b[l * ldb + j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, m, n, k, alpha, a, lda, b, ldb, factor, c, ldc);
  }
}
name "cblas_sgemm-tn-row-alpha-beta"
when (lda >= m, ldb >= n, ldc >= n)
pays (!wide && min(m, n, k) >= 8 && m*n*k >= 8000 || min(m, n, k) >= 16 && m*n*k >= 64000000)

C {
  void cssyrk_n_lower(int n, int k, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_n_lower(int n, int k, const float *a, int lda, float *c, int ldc) {
    cblas_ssyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k, 1.0f, a, lda, 1.0f, c, ldc);
  }
}
name "cblas_ssyrk-n-lower"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_n_lower_set(int n, int k, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_n_lower_set(int n, int k, const float *a, int lda, float *c, int ldc) {
    cblas_ssyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k, 1.0f, a, lda, 0.0f, c, ldc);
  }
}
name "cblas_ssyrk-n-lower-set"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_n_lower_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_n_lower_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_ssyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_ssyrk-n-lower-alpha-beta"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_n_lower_sum_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      float s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * lda + l] * a[j * lda + l];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_n_lower_sum_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
        float s = 0;
        for (int l = 0; l < k; l++)
          s += a[i * lda + l] * a[j * lda + l];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_ssyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_ssyrk-n-lower-sum-alpha-beta"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_n_lower_row_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++)
        c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        for (int j = 0; j <= i; j++)
          c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_n_lower_row_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
          c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          for (int j = 0; j <= i; j++)
            c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_ssyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_ssyrk-n-lower-row-alpha-beta"
when (lda >= k, ldc >= n)
pays (!wide && min(n, k) >= 16 && n*n*k >= 16000 || min(n, k) >= 16 && n*n*k >= 64000000)

C {
  void cssyrk_t_lower(int n, int k, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * a[l * lda + j];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_t_lower(int n, int k, const float *a, int lda, float *c, int ldc) {
    cblas_ssyrk(CblasRowMajor, CblasLower, CblasTrans, n, k, 1.0f, a, lda, 1.0f, c, ldc);
  }
}
name "cblas_ssyrk-t-lower"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_t_lower_set(int n, int k, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * a[l * lda + j];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_t_lower_set(int n, int k, const float *a, int lda, float *c, int ldc) {
    cblas_ssyrk(CblasRowMajor, CblasLower, CblasTrans, n, k, 1.0f, a, lda, 0.0f, c, ldc);
  }
}
name "cblas_ssyrk-t-lower-set"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_t_lower_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[l * lda + i] * a[l * lda + j];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_t_lower_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[l * lda + i] * a[l * lda + j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_ssyrk(CblasRowMajor, CblasLower, CblasTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_ssyrk-t-lower-alpha-beta"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_t_lower_sum_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
      float s = 0;
      for (int l = 0; l < k; l++)
        s += a[l * lda + i] * a[l * lda + j];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_t_lower_sum_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
        float s = 0;
        for (int l = 0; l < k; l++)
          s += a[l * lda + i] * a[l * lda + j];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_ssyrk(CblasRowMajor, CblasLower, CblasTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_ssyrk-t-lower-sum-alpha-beta"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_n_upper(int n, int k, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_n_upper(int n, int k, const float *a, int lda, float *c, int ldc) {
    cblas_ssyrk(CblasRowMajor, CblasUpper, CblasNoTrans, n, k, 1.0f, a, lda, 1.0f, c, ldc);
  }
}
name "cblas_ssyrk-n-upper"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_n_upper_set(int n, int k, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_n_upper_set(int n, int k, const float *a, int lda, float *c, int ldc) {
    cblas_ssyrk(CblasRowMajor, CblasUpper, CblasNoTrans, n, k, 1.0f, a, lda, 0.0f, c, ldc);
  }
}
name "cblas_ssyrk-n-upper-set"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_n_upper_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_n_upper_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_ssyrk(CblasRowMajor, CblasUpper, CblasNoTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_ssyrk-n-upper-alpha-beta"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_n_upper_sum_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      float s = 0;
      for (int l = 0; l < k; l++)
        s += a[i * lda + l] * a[j * lda + l];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_n_upper_sum_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
        float s = 0;
        for (int l = 0; l < k; l++)
          s += a[i * lda + l] * a[j * lda + l];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_ssyrk(CblasRowMajor, CblasUpper, CblasNoTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_ssyrk-n-upper-sum-alpha-beta"
when (lda >= k, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_n_upper_row_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++)
        c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        for (int j = i; j < n; j++)
          c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_n_upper_row_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j++)
          c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          for (int j = i; j < n; j++)
            c[i * ldc + j] += alpha * a[i * lda + l] * a[j * lda + l];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_ssyrk(CblasRowMajor, CblasUpper, CblasNoTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_ssyrk-n-upper-row-alpha-beta"
when (lda >= k, ldc >= n)
pays (!wide && min(n, k) >= 16 && n*n*k >= 16000 || min(n, k) >= 16 && n*n*k >= 64000000)

C {
  void cssyrk_t_upper(int n, int k, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * a[l * lda + j];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_t_upper(int n, int k, const float *a, int lda, float *c, int ldc) {
    cblas_ssyrk(CblasRowMajor, CblasUpper, CblasTrans, n, k, 1.0f, a, lda, 1.0f, c, ldc);
  }
}
name "cblas_ssyrk-t-upper"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_t_upper_set(int n, int k, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      c[i * ldc + j] = 0;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += a[l * lda + i] * a[l * lda + j];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_t_upper_set(int n, int k, const float *a, int lda, float *c, int ldc) {
    cblas_ssyrk(CblasRowMajor, CblasUpper, CblasTrans, n, k, 1.0f, a, lda, 0.0f, c, ldc);
  }
}
name "cblas_ssyrk-t-upper-set"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_t_upper_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      c[i * ldc + j] *= beta;
      for (int l = 0; l < k; l++)
        c[i * ldc + j] += alpha * a[l * lda + i] * a[l * lda + j];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_t_upper_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
        c[i * ldc + j] *= beta;
        for (int l = 0; l < k; l++)
          c[i * ldc + j] += alpha * a[l * lda + i] * a[l * lda + j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_ssyrk(CblasRowMajor, CblasUpper, CblasTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_ssyrk-t-upper-alpha-beta"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)

C {
  void cssyrk_t_upper_sum_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
      float s = 0;
      for (int l = 0; l < k; l++)
        s += a[l * lda + i] * a[l * lda + j];
      c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
    }
  }
} = {
#include <cblas.h>
  void cssyrk_t_upper_sum_alpha_beta(int n, int k, float alpha, float beta, const float *a, int lda, float *c, int ldc) {
    if (!(alpha < 0.0f || alpha > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
        float s = 0;
        for (int l = 0; l < k; l++)
          s += a[l * lda + i] * a[l * lda + j];
        c[i * ldc + j] = alpha * s + beta * c[i * ldc + j];
      }
      return;
    }
    float factor = beta;
    if (!(beta < 0.0f || beta > 0.0f)) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
          c[i * ldc + j] *= beta;
      factor = 1.0f;
    }
    cblas_ssyrk(CblasRowMajor, CblasUpper, CblasTrans, n, k, alpha, a, lda, factor, c, ldc);
  }
}
name "cblas_ssyrk-t-upper-sum-alpha-beta"
when (lda >= n, ldc >= n)
pays (n*n*k >= 16000, min(n, k) >= 16)
