subroutine smooth(n, a, b)
  integer, intent(in) :: n
  real(8), intent(in) :: b(n)
  real(8), intent(out) :: a(n)
  integer :: i
  do i = 2, n - 1
    a(i) = 0.25d0*b(i - 1) + 0.5d0*b(i) + 0.25d0*b(i + 1)
  end do
end subroutine
