! What stays in loops where calls say the rest; what is read lies in the array that is written.

! serves: getrf
! data: diagonal a n
subroutine lu(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i, j, k
  do j = 1, n
    do i = 2, j
      do k = 1, i - 1
        a(i, j) = a(i, j) - a(i, k)*a(k, j)
      end do
    end do
    do i = j + 1, n
      do k = 1, j - 1
        a(i, j) = a(i, j) - a(i, k)*a(k, j)
      end do
      a(i, j) = a(i, j)/a(j, j)
    end do
  end do
end subroutine

! serves: dot gemv
! data: diagonal a n
subroutine cholesky(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i, j, k
  real(8) :: s
  do j = 1, n
    s = a(j, j)
    do k = 1, j - 1
      s = s - a(j, k)*a(j, k)
    end do
    a(j, j) = sqrt(abs(s))
    do i = j + 1, n
      s = a(i, j)
      do k = 1, j - 1
        s = s - a(i, k)*a(j, k)
      end do
      a(i, j) = s/a(j, j)
    end do
  end do
end subroutine

! serves: gemv
subroutine root_of_each_row(m, n, a, x, y, z)
  integer, intent(in) :: m, n
  real(8), intent(in) :: a(m, n), x(n)
  real(8), intent(inout) :: y(m), z(m)
  integer :: i, j
  do i = 1, m
    y(i) = 0
    do j = 1, n
      y(i) = y(i) + a(i, j)*x(j)
    end do
    z(i) = sqrt(abs(y(i)))
  end do
end subroutine

! serves: gemm
subroutine old_values_are_read_first(n, k, a, b, c, cube)
  integer, intent(in) :: n, k
  real(8), intent(in) :: a(n, k), b(k, n)
  real(8), intent(inout) :: c(n, n), cube(n, n)
  integer :: i, j, l
  do j = 1, n
    do i = 1, n
      cube(i, j) = c(i, j)**3
      do l = 1, k
        c(i, j) = c(i, j) + a(i, l)*b(l, j)
      end do
    end do
  end do
end subroutine

! serves: gemm gemm
subroutine root_between_products(n, a, b, c, d)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), b(n, n)
  real(8), intent(inout) :: c(n, n), d(n, n)
  integer :: i, j, l
  do j = 1, n
    do i = 1, n
      c(i, j) = 0
      do l = 1, n
        c(i, j) = c(i, j) + a(i, l)*b(l, j)
      end do
    end do
    do i = 1, n
      c(i, j) = sqrt(abs(c(i, j)))
    end do
    do l = 1, n
      do i = 1, n
        d(i, j) = d(i, j) + b(i, l)*c(l, j)
      end do
    end do
  end do
end subroutine

! serves: gemv
subroutine sum_is_left(m, n, a, x, y, s)
  integer, intent(in) :: m, n
  real(8), intent(in) :: a(m, n), x(n)
  real(8), intent(inout) :: y(m), s
  integer :: i, j
  do i = 1, m
    do j = 1, n
      y(i) = y(i) + a(i, j)*x(j)
    end do
    s = s + sqrt(abs(y(i)))
  end do
end subroutine

! serves: gemm
subroutine block_from_blocks(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(2*n, 2*n)
  integer :: i, j, l
  do j = 1, n
    do l = 1, n
      do i = 1, n
        a(n + i, n + j) = a(n + i, n + j) - a(n + i, l)*a(l, n + j)
      end do
    end do
  end do
end subroutine

! serves: gemv gemv
subroutine feeds_itself(n, a, b, x, y, z)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), b(n, n)
  real(8), intent(inout) :: x(n), y(n), z(n)
  y = y + matmul(a, x)
  x = tanh(y)
  z = z + matmul(b, x)
  y = tanh(z) + x
end subroutine

! none: what is read comes before and behind what is written
subroutine later_and_earlier_are_read(n, a, x, y, z)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), x(n)
  real(8), intent(inout) :: y(n), z(n)
  integer :: i, j
  do i = 1, n
    z(i) = sqrt(abs(y(n + 1 - i)))
    do j = 1, n
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine
