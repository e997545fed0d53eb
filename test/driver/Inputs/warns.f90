subroutine warns(a, r)
  integer :: a(3), i
  real :: r
  do i = 1, 3
    a(i) = 42
  end do
  r = 1.0/0.0
end subroutine
