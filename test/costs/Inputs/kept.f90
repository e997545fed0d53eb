! As kept.c, of Fortran's arrays.
subroutine product(n, a, b, c)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), b(n, n)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine
subroutine columns(m, n, a, x, y)
  integer, intent(in) :: m, n
  real(4), intent(in) :: a(m, n), x(n)
  real(4), intent(inout) :: y(m)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine
subroutine sections(n, a, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: a(:, :), x(:)
  real(8), intent(inout) :: y(:)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine
