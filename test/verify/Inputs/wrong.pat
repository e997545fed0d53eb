# Every pair of this file is wrong, each in its own way; the name says how.
link "openblas"

Fortran {
  subroutine p01(n, s, x)
    integer :: n, i
    real(8) :: s, x(*)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  do i = 1, n - 1
    s = s + x(i)
  end do
} name "off-by-one"

Fortran {
  subroutine p02(m, n, a, lda, x, y)
    integer :: m, n, lda, i, j
    real(8) :: a(lda, *), x(*), y(*)
    do i = 1, m
      do j = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = body {
  call dgemv('T', n, m, 1d0, a, lda, x, 1, 1d0, y, 1)
} name "transposed"

Fortran {
  subroutine p03(m, n, a, lda, x, y)
    integer :: m, n, lda, i, j
    real(8) :: a(lda, *), x(*), y(*)
    do i = 1, m
      do j = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = body {
  call dgemv('N', n, m, 1d0, a, lda, x, 1, 1d0, y, 1)
} name "swapped-sizes"

Fortran {
  subroutine p04(n, alpha, x, incx, y)
    integer :: n, incx, i
    real(8) :: alpha, x(incx, *), y(*)
    do i = 1, n
      y(i) = y(i) + alpha*x(1, i)
    end do
  end subroutine
} = body {
  if (alpha /= 0) call daxpy(n, alpha, x, 1, y, 1)
} name "wrong-increment"

Fortran {
  subroutine p05(n, s, x)
    integer :: n, i
    real(8) :: s, x(*)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  do i = 1, n + 1
    if (i <= n .or. x(i) == 12345d0) s = s + x(i)
  end do
} name "reads-behind"

Fortran {
  subroutine p06(n, s, x)
    integer :: n, i
    real(8) :: s, x(*)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  do i = 0, n
    if (i > 0 .or. x(i) == 12345d0) s = s + x(i)
  end do
} name "reads-before"

Fortran {
  subroutine p07(n, x)
    integer :: n, i
    real(8) :: x(*)
    do i = 1, n
      x(i) = 1d0
    end do
  end subroutine
} = body {
  do i = 1, n + 1
    x(i) = 1d0
  end do
} name "writes-behind"

Fortran {
  subroutine p08(n, x, y)
    integer :: n, i
    real(8) :: x(*), y(*)
    do i = 1, n
      y(i) = 2d0*x(i)
    end do
  end subroutine
} = body {
  do i = 1, n
    x(i) = 2d0*x(i)
    y(i) = x(i)
  end do
} name "writes-input"

Fortran {
  subroutine p09(n, x, r)
    integer :: n, i
    real(8) :: x(*), r
    r = 0d0
    do i = 1, n
      r = r + x(i)
    end do
  end subroutine
} = body {
  real(8) :: s
  real(8), volatile :: t(4)
  s = t(n - n + 2)
  do i = 1, n
    s = s + x(i)
  end do
  r = s
} name "uninitialised"

Fortran {
  subroutine p10(n, s, x)
    integer :: n, i
    real(8) :: s, x(*)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = {
  subroutine p10(n, s, x)
    integer :: n
    integer, volatile :: i
    real(8) :: s, x(*)
    i = 1
    do while (i > 0)
      if (i == 1) i = 2
    end do
  end subroutine
} name "never-ends"

Fortran {
  subroutine p11(n, s, x, y)
    integer :: n, i
    real(8) :: s, x(*), y(*)
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine
} = body {
  real(4), external :: sdot
  s = s + sdot(n, x, 1, y, 1)
} name "wrong-width"

Fortran {
  subroutine p12(m, n, a, lda, x, y, beta)
    integer :: m, n, lda, i, j
    real(8) :: a(lda, *), x(*), y(*), beta
    do i = 1, m
      y(i) = beta*y(i)
      do j = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = body {
  call dgemv('N', m, n, 1d0, a, lda, x, 1, 1d0, y, 1)
} name "beta-ignored"

Fortran {
  subroutine p13(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc, i, j, l
    real(8) :: a(lda, *), c(ldc, *)
    do j = 1, n
      do i = j, n
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
} = body {
  call dsyrk('U', 'N', n, k, 1d0, a, lda, 1d0, c, ldc)
} name "wrong-triangle"

Fortran {
  subroutine p14(n, s, x)
    integer :: n, i
    real(8) :: s, x(*)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  s = s + sum(x(1:n))
  if (n > 2) stop
} name "ends-program"

Fortran {
  subroutine p15(n, s, x)
    integer :: n, i
    real(8) :: s, x(*)
    do i = 1, n
      s = s + abs(x(i))
    end do
  end subroutine
} = body {
  s = s + sum(x(1:n))
} name "no-abs"

Fortran {
  subroutine p16(n, x, y)
    integer :: n, i
    real(8) :: x(*), y(*)
    do i = 1, n
      y(i) = y(i) + 0d0*x(i)
    end do
  end subroutine
} = body {
  do i = 1, n
    y(i) = y(i) + 0d0
  end do
} name "nan-lost"

Fortran {
  subroutine p17(n, s, x)
    integer :: n, i
    real(8) :: s, x(*)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  do i = n, 1, -1
    s = s + x(i)
  end do
} name "not-exact" fp exact

Fortran {
  subroutine p18(m, n, a, lda)
    integer :: m, n, lda, i, j
    real(8) :: a(lda, *)
    do j = 1, n
      do i = 1, m
        a(i, j) = 0d0
      end do
    end do
  end subroutine
} = {
  subroutine p18(m, n, a, lda)
    integer :: m, n, lda, i
    real(8) :: a(*)
    do i = 1, (n - 1)*lda + m
      a(i) = 0d0
    end do
  end subroutine
} name "writes-between"

Fortran {
  subroutine p19(n, s, x)
    integer :: n, i
    integer(8) :: s, x(*)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  integer(4) :: t
  t = 0
  do i = 1, n
    t = t + int(x(i), 4)
  end do
  s = s + t
} name "narrow-sum"

Fortran {
  subroutine p20(n, x, k)
    integer :: n, i, k
    integer :: x(*)
    do i = 1, n
      x(i) = x(i) + k
    end do
  end subroutine
} = body {
  integer, volatile :: zero
  zero = 0
  do i = 1, n
    x(i) = x(i) + k*((k + zero)/k)
  end do
} name "divides-by-zero"

Fortran {
  subroutine p21(n, s, x, y)
    integer :: n, i
    real(8) :: s, x(*), y(*)
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine
} = {
  subroutine p21(n, s, x, y)
    integer :: n, i
    real(8), target :: s, x(*), y(*)
    real(8) :: keep
    do i = 1, n
      keep = x(i)
      x(i) = 1d0
      s = s + keep*y(i)
      x(i) = keep
    end do
  end subroutine
} name "borrows-input"

Fortran {
  subroutine p22(n, x, y)
    integer :: n, i
    real(8) :: x(*), y(*)
    do i = 1, n
      y(i) = x(i)
    end do
  end subroutine
} = body {
  do i = 1, n
    y(i) = 0d0*y(i) + x(i)
  end do
} name "reads-output"

Fortran {
  subroutine p23(x, a)
    real(8) :: x(:), a
    integer :: i
    do i = 1, size(x)
      x(i) = a*x(i)
    end do
  end subroutine
} = {
  subroutine p23(x, a)
    use iso_c_binding
    real(8), target :: x(:), a
    real(8), pointer :: first(:)
    integer :: i
    call c_f_pointer(c_loc(x), first, [size(x)])
    do i = 1, size(x)
      first(i) = a*first(i)
    end do
  end subroutine
} name "stride-ignored"

Fortran {
  subroutine p24(n, s, x)
    integer :: n, i
    real(8) :: s, x(*)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  s = s + sum(x(1:n))
  if (n == 4) call abort()
} name "aborts" when (n > 2)

Fortran {
  subroutine p25(n, x)
    integer :: n, i
    real(8) :: x(*)
    do i = 1, n
      x(i) = -x(i)
    end do
  end subroutine
} = body {
  do i = 1, n
    x(i) = 0d0 - x(i)
  end do
} name "sign-of-zero" fp exact

Fortran {
  subroutine p26(n, s, x)
    integer :: n, i
    real(8) :: s, x(*)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  s = s + sum(x(1:min(n, 30)))
} name "only-when-large"

Fortran {
  subroutine p27(n, s, x)
    integer :: n, i
    real(8) :: s, x(*)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  s = s + sum(x(1:n))*(1 + 1d-10)
} name "tenth-digit"

Fortran {
  subroutine p28(n, s, x)
    integer :: n, i
    real(8) :: s, x(*)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  s = sum(x(1:n))
} name "forgets-start"

Fortran {
  real(8) function p29(n, x)
    integer :: n, i
    real(8) :: x(*)
    p29 = 0d0
    do i = 1, n
      p29 = p29 + x(i)*x(i)
    end do
  end function
} = body {
  real(8), external :: dnrm2
  p29 = dnrm2(n, x, 1)
} name "norm-for-square"

Fortran {
  subroutine p30(n, x, ind, y)
    integer :: n, i, ind(*)
    real(8) :: x(*), y(*)
    do i = 1, n
      y(i) = x(ind(i))
    end do
  end subroutine
} = body {
  do i = 1, n
    y(i) = x(max(ind(i), 2))
  end do
} name "gathers-elsewhere"

Fortran {
  subroutine p31(n, k, x)
    integer :: n, k, i
    real(8) :: x(*)
    do i = 1, n
      x(i) = 1d0
    end do
  end subroutine
} = body {
  do i = 1, n
    x(i) = dble(k)
  end do
} name "uses-unbound"

Fortran {
  subroutine p32(n, x, y)
    integer :: n, i
    real(8) :: x(n, 2, 1, 1, 1, 1, 1, 2), y(n, 2, 1, 1, 1, 1, 1, 2)
    do i = 1, n
      y(i, 2, 1, 1, 1, 1, 1, 2) = x(i, 1, 1, 1, 1, 1, 1, 1)*2
    end do
  end subroutine
} = body {
  do i = 1, n
    y(i, 2, 1, 1, 1, 1, 1, 2) = x(i, 1, 1, 1, 1, 1, 1, 1)*3
  end do
} name "in-eight-dimensions"

Fortran {
  subroutine p33(n, x)
    integer :: n, i
    real(8) :: x(*)
    do i = 1, n
      x(i) = 2*x(i)
    end do
  end subroutine
} = body {
  do i = 1, n
    x(i) = 2*x(i)
  end do
  if (n == 3000) x(7) = 0
} name "at-its-limit" when (n > 0, n <= 3000)
