module kernels
  implicit none
contains
  subroutine multiply(n, a, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), x(n)
    real(8), intent(out) :: y(n)
    integer :: i, j
    do i = 1, n
      y(i) = 0.0d0
      do j = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine multiply
end module kernels
