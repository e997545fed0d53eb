subroutine solve(n, a, x, y)
  integer :: n, i, j
  real(8) :: a(n, n), x(n), y(n)
  do j = 1, n
    do i = 1, n
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
  do j = 2, n
    do i = 1, n
      y(i) = y(i) + a(i, j)*x(j)*y(j)
    end do
  end do
  do j = 1, n
    x(j) = max(x(j), y(j))*a(j, j)
  end do
end subroutine
