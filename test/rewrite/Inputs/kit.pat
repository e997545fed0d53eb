// Small pairs for the tests of rewriting; the replacements call externals that the tests define or only look at.
link "openblas"

Fortran {
  subroutine axpy_idiom(n, a, x, y)
    integer :: n, i
    real(8) :: a, x(*), y(*)
    do i = 1, n
      y(i) = y(i) + a*x(i)
    end do
  end subroutine
} = body {
  external daxpy
  if (a == 0) y(1:n) = y(1:n) + a*x(1:n) ! (a NaN or an infinity in x is not lost)
  call daxpy(n, a, x, 1, y, 1)
}
name "axpy"

Fortran {
  subroutine dot_idiom(n, s, x, y)
    integer :: n, i
    real(8) :: s, x(*), y(*)
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine
} = body {
  real(8), external :: ddot
  s = s + ddot(n, x, 1, y, 1)
}
name "dot"

// Two parts: y = 0, then y = y + A*x by columns.
Fortran {
  subroutine gemv_idiom(m, n, a, lda, x, y)
    integer :: m, n, lda, i, j
    real(8) :: a(lda, *), x(*), y(*)
    do i = 1, m
      y(i) = 0.0d0
    end do
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = body {
  external dgemv
  call dgemv('N', m, n, 1.0d0, a, lda, x, 1, 0.0d0, y, 1)
}
name "gemv-set"
