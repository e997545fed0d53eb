subroutine chain(n, x, y, z, s)
  integer :: n, i
  real(8) :: x(n), y(n), z(n), s
  s = dot_product(x, x)
  do i = 1, n
    s = s + y(i)*y(i)
  end do

  do i = 1, n
    s = s + x(i)*z(i)
  end do
end subroutine
