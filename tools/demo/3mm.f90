! G = (A*B)*(C*D): one product by the matmul intrinsic, one in the column order, one as dot products.
program demo_3mm
  implicit none
  integer, parameter :: ni = 920, nj = 1010, nk = 870, nl = 1030, nm = 890
  real(8), allocatable :: a(:, :), b(:, :), c(:, :), d(:, :), e(:, :), f(:, :), g(:, :)
  integer(8) :: t0, t1, rate
  integer :: u
  character(1024) :: path
  allocate (a(ni, nk), b(nk, nj), c(nj, nm), d(nm, nl), e(ni, nj), f(nj, nl), g(ni, nl))
  call fill(a, 1)
  call fill(b, 2)
  call fill(c, 3)
  call fill(d, 4)
  call system_clock(t0, rate)
  call mm3(ni, nj, nk, nl, nm, a, b, c, d, e, f, g)
  call system_clock(t1)
  print '(a,f9.4)', 'seconds ', dble(t1 - t0)/dble(rate)
  print '(a,es23.15)', 'checksum ', sum(g)
  call get_command_argument(1, path)
  if (path /= ' ') then
    open (newunit=u, file=trim(path), form='unformatted', access='stream', status='replace')
    write (u) e, f, g
    close (u)
  end if
contains
  subroutine mm3(ni, nj, nk, nl, nm, a, b, c, d, e, f, g)
    integer, intent(in) :: ni, nj, nk, nl, nm
    real(8), intent(in) :: a(ni, nk), b(nk, nj), c(nj, nm), d(nm, nl)
    real(8), intent(out) :: e(ni, nj), f(nj, nl), g(ni, nl)
    integer(8) :: i, j, k
    real(8) :: s
    e = matmul(a, b)
    do j = 1, nl
      do i = 1, nj
        f(i, j) = 0.0d0
      end do
      do k = 1, nm
        do i = 1, nj
          f(i, j) = f(i, j) + c(i, k)*d(k, j)
        end do
      end do
    end do
    do i = 1, ni
      do j = 1, nl
        s = 0.0d0
        do k = 1, nj
          s = s + e(i, k)*f(k, j)
        end do
        g(i, j) = s
      end do
    end do
  end subroutine mm3

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
end program demo_3mm
