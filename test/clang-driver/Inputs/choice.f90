subroutine apply(n, a, x, y)
  integer :: n, i, j
  real(8) :: a(n, n), x(n), y(n)
  do j = 1, n
    do i = 1, n
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine
