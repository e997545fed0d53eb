subroutine mine(n, a, x)
  integer, intent(in) :: n
  real(8), intent(in) :: a
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = a*x(i)
  end do
end subroutine
