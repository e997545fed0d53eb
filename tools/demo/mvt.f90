! x1 = x1 + A*y1 and x2 = x2 + A'*y2 on arrays that start at index 0, with integer(8) indices and
! the second product as a counted do while.
module mvt_kernel
  implicit none
contains
  subroutine mvt(n, a, x1, y1, x2, y2)
    integer(8), intent(in) :: n
    real(8), intent(in) :: a(0:n - 1, 0:n - 1), y1(0:n - 1), y2(0:n - 1)
    real(8), intent(inout) :: x1(0:n - 1), x2(0:n - 1)
    integer(8) :: i, j
    do i = 0, n - 1
      do j = 0, n - 1
        x1(i) = x1(i) + a(i, j)*y1(j)
      end do
    end do
    i = 0
    do while (i < n)
      j = 0
      do while (j < n)
        x2(i) = x2(i) + y2(j)*a(j, i)
        j = j + 1
      end do
      i = i + 1
    end do
  end subroutine mvt
end module mvt_kernel

program demo_mvt
  use mvt_kernel
  implicit none
  integer(8), parameter :: n = 3740, sweeps = 8
  real(8), allocatable :: a(:, :), x1(:), x2(:), y1(:), y2(:)
  integer(8) :: t0, t1, rate, i, j, sweep
  integer :: u
  character(1024) :: path
  allocate (a(n, n), x1(n), x2(n), y1(n), y2(n))
  do j = 1, n
    do i = 1, n
      a(i, j) = 0.1d0 + dble(modulo(7919_8*i + 10429_8*j*j + 31_8*i*j, 10007_8))/10007d0
    end do
    x1(j) = dble(modulo(5393_8*j, 1009_8))/1009d0
    x2(j) = dble(modulo(4391_8*j, 1013_8))/1013d0
    y1(j) = dble(modulo(3671_8*j, 1019_8))/1019d0
    y2(j) = dble(modulo(2903_8*j, 1021_8))/1021d0
  end do
  call system_clock(t0, rate)
  do sweep = 1, sweeps
    call mvt(n, a, x1, y1, x2, y2)
  end do
  call system_clock(t1)
  print '(a,f9.4)', 'seconds ', dble(t1 - t0)/dble(rate)
  print '(a,es23.15)', 'checksum ', sum(x1) + sum(x2)
  call get_command_argument(1, path)
  if (path /= ' ') then
    open (newunit=u, file=trim(path), form='unformatted', access='stream', status='replace')
    write (u) x1, x2
    close (u)
  end if
end program demo_mvt
