program main
  use kinds
  use vectors
  implicit none
  real(dp) :: x(4) = [1, 2, 3, 4], y(4) = 2
  integer :: a(2)
  call fill(2, a)
  print '(f0.1,2(1x,i0))', inner(4, x, y), a
end program
