! y = alpha*A*x + beta*B*x with static arrays of fixed size: the first product by rows into a
! temporary, the second by columns onto the result.
module gesummv_kernel
  implicit none
  integer, parameter :: n = 2730
  real(8), save :: a(n, n), b(n, n)
contains
  subroutine gesummv(alpha, beta, x, y, tmp)
    real(8), intent(in) :: alpha, beta, x(n)
    real(8), intent(out) :: y(n), tmp(n)
    integer :: i, j
    real(8) :: s
    do i = 1, n
      s = 0.0d0
      do j = 1, n
        s = a(i, j)*x(j) + s
      end do
      tmp(i) = s
    end do
    y = alpha*tmp
    do j = 1, n
      do i = 1, n
        y(i) = y(i) + b(i, j)*(beta*x(j))
      end do
    end do
  end subroutine gesummv
end module gesummv_kernel

program demo_gesummv
  use gesummv_kernel
  implicit none
  real(8), save :: x(n), y(n), tmp(n)
  integer(8) :: t0, t1, rate
  integer :: i, j, u, sweep
  character(1024) :: path
  do j = 1, n
    do i = 1, n
      a(i, j) = 0.1d0 + dble(modulo(7919_8*i + 10429_8*j*j + 31_8*i*j, 10007_8))/10007d0
      b(i, j) = 0.1d0 + dble(modulo(6133_8*i + 3119_8*j*j + 29_8*i*j, 10009_8))/10009d0
    end do
    x(j) = 0.1d0 + dble(modulo(5393_8*j + 17_8*j*j, 10007_8))/10007d0
  end do
  call system_clock(t0, rate)
  do sweep = 1, 15
    call gesummv(1.5d0, 1.2d0, x, y, tmp)
    x(1) = x(1) + 1.0d-3
  end do
  call system_clock(t1)
  print '(a,f9.4)', 'seconds ', dble(t1 - t0)/dble(rate)
  print '(a,es23.15)', 'checksum ', sum(y)
  call get_command_argument(1, path)
  if (path /= ' ') then
    open (newunit=u, file=trim(path), form='unformatted', access='stream', status='replace')
    write (u) tmp, y
    close (u)
  end if
end program demo_gesummv
