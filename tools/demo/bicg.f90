! The two products of a biconjugate gradient step, s = A'*r and q = A*p, with A in a
! component of a derived type; s is formed as dot products, q is accumulated column by column.
module bicg_kernel
  implicit none
  type :: system
    integer :: rows = 0, cols = 0
    real(8), allocatable :: a(:, :)
  end type system
contains
  subroutine bicg(sys, r, p, s, q)
    type(system), intent(in) :: sys
    real(8), intent(in) :: r(:), p(:)
    real(8), intent(out) :: s(:), q(:)
    integer :: i, j
    do j = 1, sys%cols
      s(j) = 0.0d0
      do i = 1, sys%rows
        s(j) = s(j) + sys%a(i, j)*r(i)
      end do
    end do
    q = 0.0d0
    do j = 1, sys%cols
      do i = 1, sys%rows
        q(i) = q(i) + sys%a(i, j)*p(j)
      end do
    end do
  end subroutine bicg
end module bicg_kernel

program demo_bicg
  use bicg_kernel
  implicit none
  integer, parameter :: n = 3450, m = 3050, sweeps = 60
  type(system) :: sys
  real(8), allocatable :: r(:), p(:), s(:), q(:)
  integer(8) :: t0, t1, rate
  integer :: i, j, u, sweep
  character(1024) :: path
  sys%rows = n
  sys%cols = m
  allocate (sys%a(n, m), r(n), p(m), s(m), q(n))
  do j = 1, m
    do i = 1, n
      sys%a(i, j) = 0.1d0 + dble(modulo(7919_8*i + 10429_8*j*j + 31_8*i*j, 10007_8))/10007d0
    end do
    p(j) = 0.1d0 + dble(modulo(5393_8*j + 17_8*j*j, 10007_8))/10007d0
  end do
  do i = 1, n
    r(i) = 0.1d0 + dble(modulo(3671_8*i + 13_8*i*i, 10007_8))/10007d0
  end do
  call system_clock(t0, rate)
  do sweep = 1, sweeps
    call bicg(sys, r, p, s, q)
    r(1) = r(1) + 1.0d-3
  end do
  call system_clock(t1)
  print '(a,f9.4)', 'seconds ', dble(t1 - t0)/dble(rate)
  print '(a,es23.15)', 'checksum ', sum(s) + sum(q)
  call get_command_argument(1, path)
  if (path /= ' ') then
    open (newunit=u, file=trim(path), form='unformatted', access='stream', status='replace')
    write (u) s, q
    close (u)
  end if
end program demo_bicg
