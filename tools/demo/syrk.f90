! C = alpha*A*A' + beta*C, lower triangle only; the upper triangle holds other data and must survive.
module syrk_kernel
  implicit none
contains
  subroutine syrk(n, m, alpha, beta, a, c)
    integer, intent(in) :: n, m
    real(8), intent(in) :: alpha, beta, a(n, m)
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, k
    do j = 1, n
      do i = j, n
        c(i, j) = beta*c(i, j)
        do k = 1, m
          c(i, j) = c(i, j) + alpha*a(i, k)*a(j, k)
        end do
      end do
    end do
  end subroutine syrk
end module syrk_kernel

program demo_syrk
  use syrk_kernel
  implicit none
  integer, parameter :: n = 1060, m = 1130
  real(8), allocatable :: a(:, :), c(:, :)
  integer(8) :: t0, t1, rate
  integer :: i, j, u
  character(1024) :: path
  allocate (a(n, m), c(n, n))
  do j = 1, m
    do i = 1, n
      a(i, j) = 0.1d0 + dble(modulo(7919_8*i + 10429_8*j*j + 31_8*i*j, 10007_8))/10007d0
    end do
  end do
  do j = 1, n
    do i = 1, n
      c(i, j) = 0.1d0 + dble(modulo(6133_8*i + 3119_8*j*j + 29_8*i*j, 10009_8))/10009d0
    end do
  end do
  call system_clock(t0, rate)
  call syrk(n, m, 1.1d0, 0.9d0, a, c)
  call system_clock(t1)
  print '(a,f9.4)', 'seconds ', dble(t1 - t0)/dble(rate)
  print '(a,es23.15)', 'checksum ', sum(c)
  call get_command_argument(1, path)
  if (path /= ' ') then
    open (newunit=u, file=trim(path), form='unformatted', access='stream', status='replace')
    write (u) c
    close (u)
  end if
end program demo_syrk
