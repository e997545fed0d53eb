subroutine mirror(n, x, s)
  integer :: n, i
  real(8) :: x(:), s
  s = 0
  do i = 1, n
    s = s + x(i)*x(n + 1 - i)
  end do
end subroutine
