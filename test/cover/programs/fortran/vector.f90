! Sums over vectors, and one vector changed by others.

! serves: dot
real(8) function dot_plain(n, x, y) result(s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  integer :: i
  s = 0
  do i = 1, n
    s = s + x(i)*y(i)
  end do
end function

! serves: dot
subroutine dot_strided(n, x, incx, y, incy, s)
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: x(*), y(*)
  real(8), intent(out) :: s
  integer :: i, ix, iy
  s = 0
  ix = 1
  iy = 1
  do i = 1, n
    s = s + x(ix)*y(iy)
    ix = ix + incx
    iy = iy + incy
  end do
end subroutine

! serves: dot
subroutine dot_unrolled5(n, x, y, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(out) :: s
  integer :: i, m
  s = 0
  m = mod(n, 5)
  do i = 1, m
    s = s + x(i)*y(i)
  end do
  do i = m + 1, n, 5
    s = s + x(i)*y(i) + x(i + 1)*y(i + 1) + x(i + 2)*y(i + 2) + x(i + 3)*y(i + 3) + x(i + 4)*y(i + 4)
  end do
end subroutine

! serves: dot
subroutine dot_rows(n, p, q, a, lda, s)
  integer, intent(in) :: n, p, q, lda
  real(8), intent(in) :: a(lda, *)
  real(8), intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s - a(p + 1, i)*a(q + 1, i)
  end do
end subroutine

! serves: dot
subroutine dot_single_in_double(n, x, y, s)
  integer, intent(in) :: n
  real(4), intent(in) :: x(n), y(n)
  real(8), intent(out) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + dble(x(i))*dble(y(i))
  end do
end subroutine

! serves: dot
subroutine intrinsic_dot(n, x, y, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(out) :: s
  s = dot_product(x, y)
end subroutine

! serves: sum
subroutine sum_and_mean(n, x, s, mean)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s, mean
  integer :: i
  s = 0
  do i = 1, n
    s = s + x(i)
  end do
  mean = s/n
end subroutine

! serves: sum
subroutine intrinsic_sum(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = sum(x)
end subroutine

! serves: asum
subroutine absolute_sum(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + abs(x(i))
  end do
end subroutine

! serves: nrm2
subroutine norm(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + x(i)**2
  end do
  s = sqrt(s)
end subroutine

! serves: dot
subroutine distance_squared(n, x, y, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(out) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + (x(i) - y(i))**2
  end do
end subroutine

! serves: axpby
subroutine axpy_plain(n, alpha, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: alpha, x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + alpha*x(i)
  end do
end subroutine

! serves: axpby
subroutine axpy_array(n, alpha, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: alpha, x(n)
  real(8), intent(inout) :: y(n)
  y = y - alpha*x
end subroutine

! serves: axpby
subroutine axpby_plain(n, alpha, x, beta, y)
  integer, intent(in) :: n
  real(8), intent(in) :: alpha, x(n), beta
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = alpha*x(i) + beta*y(i)
  end do
end subroutine

! serves: axpby
subroutine add_vector(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + x(i)
  end do
end subroutine

! serves: axpby
subroutine axpy_rows(n, p, q, alpha, a, lda)
  integer, intent(in) :: n, p, q, lda
  real(8), intent(in) :: alpha
  real(8), intent(inout) :: a(lda, *)
  integer :: j
  if (p == q) return
  do j = 1, n
    a(p + 1, j) = a(p + 1, j) - alpha*a(q + 1, j)
  end do
end subroutine

! serves: swap
subroutine swap_columns(n, p, q, a, lda)
  integer, intent(in) :: n, p, q, lda
  real(8), intent(inout) :: a(lda, *)
  real(8) :: t
  integer :: i
  if (p == q) return
  do i = 1, n
    t = a(i, p + 1)
    a(i, p + 1) = a(i, q + 1)
    a(i, q + 1) = t
  end do
end subroutine

! serves: rot
subroutine rotate(n, c, s, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: c, s
  real(8), intent(inout) :: x(n), y(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    t = c*x(i) + s*y(i)
    y(i) = c*y(i) - s*x(i)
    x(i) = t
  end do
end subroutine

! serves: dot
subroutine dot_section(n, x, y, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(2*n), y(n)
  real(8), intent(out) :: s
  s = dot_product(x(1:2*n:2), y)
end subroutine
