subroutine sines(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + sin(x(i))
  end do
end subroutine
