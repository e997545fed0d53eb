module vectors
  use kinds
  implicit none
contains
  real(dp) function inner(n, x, y) result(s)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n), y(n)
    integer :: i
    s = 0
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end function
end module
