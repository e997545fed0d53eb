! Pairs written in C serve Fortran programs.
subroutine steps(n, x, y, r, a)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), a
  real(8), intent(inout) :: y(n)
  real(8), intent(out) :: r
  integer :: i
  do i = 1, n
    y(i) = y(i) + a*x(i)
  end do
  r = 0
  do i = 1, n
    r = r + x(i)*y(i)
  end do
end subroutine
program host
  real(8) :: x(6, 6), y(6), r
  integer :: n
  x = reshape([(real(i, 8), i = 1, 36)], [6, 6])
  y = 1
  do n = -1, 6
    call steps(n, x(:, 2), y, r, 2d0)
    print *, n, r, y
  end do
end program
