! D = alpha*A*B*C + beta*D through a temporary; all matrices are module allocatables and the
! accumulators are local scalars.
module mm2_data
  implicit none
  integer, parameter :: ni = 910, nj = 1030, nk = 860, nl = 950
  real(8) :: alpha = 1.5d0, beta = 0.5d0
  real(8), allocatable :: a(:, :), b(:, :), c(:, :), d(:, :), tmp(:, :)
contains
  subroutine mm2()
    integer :: i, j, k
    real(8) :: s
    do j = 1, nj
      do i = 1, ni
        s = 0.0d0
        do k = 1, nk
          s = s + alpha*a(i, k)*b(k, j)
        end do
        tmp(i, j) = s
      end do
    end do
    do j = 1, nl
      do i = 1, ni
        d(i, j) = beta*d(i, j)
        do k = 1, nj
          d(i, j) = d(i, j) + tmp(i, k)*c(k, j)
        end do
      end do
    end do
  end subroutine mm2
end module mm2_data

program demo_2mm
  use mm2_data
  implicit none
  integer(8) :: t0, t1, rate
  integer :: u
  character(1024) :: path
  allocate (a(ni, nk), b(nk, nj), c(nj, nl), d(ni, nl), tmp(ni, nj))
  call fill(a, 1)
  call fill(b, 2)
  call fill(c, 3)
  call fill(d, 4)
  tmp = 0.0d0
  call system_clock(t0, rate)
  call mm2()
  call system_clock(t1)
  print '(a,f9.4)', 'seconds ', dble(t1 - t0)/dble(rate)
  print '(a,es23.15)', 'checksum ', sum(d) + sum(tmp)
  call get_command_argument(1, path)
  if (path /= ' ') then
    open (newunit=u, file=trim(path), form='unformatted', access='stream', status='replace')
    write (u) tmp, d
    close (u)
  end if
contains
  subroutine fill(x, seed)
    real(8), intent(out) :: x(:, :)
    integer, intent(in) :: seed
    integer :: i, j
    do j = 1, size(x, 2)
      do i = 1, size(x, 1)
        x(i, j) = 0.1d0 + dble(modulo(7919_8*i + 10429_8*j*j + 31_8*i*j + 977_8*seed, 10007_8))/10007d0
      end do
    end do
  end subroutine fill
end program demo_2mm
