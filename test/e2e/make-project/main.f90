program main
  use product_interface
  implicit none
  real(dp) :: a(9, 7), b(7, 5), c(9, 5)
  integer :: i, j
  a = reshape([(dble(modulo(17*i, 29)), i=1, 63)], [9, 7])
  b = reshape([(dble(modulo(23*i, 31)), i=1, 35)], [7, 5])
  c = 1.0_dp
  call product(a, b, c)
  print '(5f12.2)', ((c(i, j), j=1, 5), i=1, 9)
end program main
