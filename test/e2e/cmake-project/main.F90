program heat
  use kernels
  implicit none
  integer, parameter :: n = 23
  real(8) :: a(n, n), x(n), y(n)
  real(8), external :: energy
  integer :: i, j, step
  do j = 1, n
    do i = 1, n
      a(i, j) = dble(modulo(7*i + 11*j*j, 13))/200.0d0
    end do
    x(j) = 1.0d0/j
  end do
  do step = 1, STEPS
    call multiply(n, a, x, y)
    x = y
  end do
  print '(es22.14)', energy(n, x)
end program heat
