! y = A'*(A*x) with assumed-shape dummies; the first product is written row by row, the second as
! dot products of columns.
module atax_kernel
  implicit none
contains
  subroutine atax(a, x, y, tmp)
    real(8), intent(in) :: a(:, :), x(:)
    real(8), intent(out) :: y(:), tmp(:)
    integer :: i, j
    do i = 1, size(a, 1)
      tmp(i) = 0.0d0
      do j = 1, size(a, 2)
        tmp(i) = tmp(i) + a(i, j)*x(j)
      end do
    end do
    do j = 1, size(a, 2)
      y(j) = 0.0d0
      do i = 1, size(a, 1)
        y(j) = y(j) + a(i, j)*tmp(i)
      end do
    end do
  end subroutine atax
end module atax_kernel

program demo_atax
  use atax_kernel
  implicit none
  integer, parameter :: m = 3900, n = 3310, sweeps = 8
  real(8), allocatable :: a(:, :), x(:), y(:), tmp(:)
  integer(8) :: t0, t1, rate
  integer :: i, j, u, sweep
  character(1024) :: path
  allocate (a(m, n), x(n), y(n), tmp(m))
  do j = 1, n
    do i = 1, m
      a(i, j) = 0.1d0 + dble(modulo(7919_8*i + 10429_8*j*j + 31_8*i*j, 10007_8))/10007d0
    end do
    x(j) = 0.1d0 + dble(modulo(5393_8*j + 17_8*j*j, 10007_8))/10007d0
  end do
  y = 0.0d0
  tmp = 0.0d0
  call system_clock(t0, rate)
  do sweep = 1, sweeps
    call atax(a, x, y, tmp)
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
end program demo_atax
