# Pairs in Fortran that are wrong.

Fortran {
  subroutine p124(n, s, x, y)
    integer :: n
    real(8) :: s, x(*), y(*)
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine
} = body {
  s = s + dot_product(x(1:min(n, 100)), y(1:min(n, 100)))
} name "f-drops-beyond-100"

Fortran {
  subroutine p125(n, s, x, y)
    integer :: n
    real(8) :: s, x(*), y(*)
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine
} = body {
  real(8), save :: total = 0
  total = total + dot_product(x(1:n), y(1:n))
  s = s + total
} name "f-saved-sum"

Fortran {
  subroutine p126(n, s, x, y)
    integer :: n
    real(8) :: s, x(*), y(*)
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine
} = body {
  real(8) :: t = 0
  do i = 1, n
    t = t + x(i)*y(i)
  end do
  s = s + t
} name "f-saved-by-initialiser"

Fortran {
  subroutine p127(n, alpha, x)
    integer :: n
    real(8) :: alpha, x(*)
    integer :: i
    do i = 1, n
      x(i) = alpha*x(i)
    end do
  end subroutine
} = body {
  real(8), save :: t(80000)
  do i = 1, n
    t(i) = alpha*x(i)
  end do
  x(1:n) = t(1:n)
} name "f-common-scratch"

Fortran {
  subroutine p128(n, alpha, x, y)
    integer :: n
    real(8) :: alpha, x(*), y(*)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine
} = body {
  y(1:n) = y(1:n) + dble(real(alpha))*x(1:n)
} name "f-single-alpha"

Fortran {
  subroutine p129(n, alpha, x)
    integer :: n
    real(8) :: alpha, x(*)
    integer :: i
    do i = 1, n
      x(i) = alpha*x(i)
    end do
  end subroutine
} = {
  subroutine p129(n, alpha, x)
    integer :: n
    real(8) :: alpha, x(*)
    integer(2) :: i
    do i = 1, int(min(n, 32000), 2)
      x(i) = alpha*x(i)
    end do
  end subroutine
} name "f-short-counter"

Fortran {
  subroutine p130(n, alpha, x, y)
    integer :: n
    real(8) :: alpha, x(*), y(*)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine
} = body {
  real(8) :: t(128)
  t(1:min(n, 128)) = x(1:min(n, 128))
  y(1:min(n, 128)) = y(1:min(n, 128)) + alpha*t(1:min(n, 128))
} name "f-fixed-buffer"

Fortran {
  subroutine p131(m, n, a, lda, x, y)
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
  call dgemv("N", m, n, 1d0, a, m, x, 1, 1d0, y, 1)
} name "f-lda-for-m" when (lda >= m) link "openblas"

Fortran {
  subroutine p132(m, n, k, a, lda, b, ldb, c, ldc)
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
  call dgemm("N", "N", m, n, k - merge(1, 0, m > 100 .and. k > 100), 1d0, a, lda, b, ldb, 1d0, c, ldc)
} name "f-rows-and-columns" when (lda >= m, ldb >= k, ldc >= m) link "openblas"

Fortran {
  subroutine p133(m, n, k, a, lda, b, ldb, c, ldc)
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
  call dgemm("N", "N", m, n, k, 1d0, a, lda, b, ldb, merge(1d0, 0d0, n < 120), c, ldc)
} name "f-beta-forgotten-when-wide" when (lda >= m, ldb >= k, ldc >= m) link "openblas"

Fortran {
  subroutine p134(x, y)
    real(8) :: x(:), y(:)
    integer :: i
    do i = 1, size(x)
      y(i) = y(i) + x(i)
    end do
  end subroutine
} = {
  subroutine p134(x, y)
    use iso_c_binding
    real(8) :: x(:), y(:)
    target :: y
    real(8), pointer :: p(:)
    call c_f_pointer(c_loc(y), p, [size(x)])
    p = p + x
  end subroutine
} name "f-contiguous-assumed"

Fortran {
  subroutine p135(x, y)
    real(8) :: x(:), y(:)
    integer :: i
    do i = 1, size(x)
      y(i) = y(i) + x(i)
    end do
  end subroutine
} = body {
  do i = 1, size(x)
    y(i) = y(i) + merge(x(size(x) + 1 - i), x(i), size(x) > 2 .and. loc(x(2)) < loc(x(1)))
  end do
} name "f-reversed-section"

Fortran {
  subroutine p136(n, s, x)
    integer(8) :: n, s, x(*)
    integer(8) :: i
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  do i = 1, n
    s = s + iand(x(i), int(z"ffffffff", 8))
  end do
} name "f-halves-of-integers"
