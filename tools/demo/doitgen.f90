! The multi-resolution kernel a(:,q,r) = c4'*a(:,q,r) for every q, r: a product of a matrix and a
! column of a three-dimensional array into a buffer, then a copy back.
module doitgen_kernel
  implicit none
contains
  subroutine doitgen(np, nq, nr, a, c4, sum)
    integer, intent(in) :: np, nq, nr
    real(8), intent(inout) :: a(np, nq, nr)
    real(8), intent(in) :: c4(np, np)
    real(8), intent(out) :: sum(np)
    integer :: p, q, r, s
    do r = 1, nr
      do q = 1, nq
        do p = 1, np
          sum(p) = 0.0d0
          do s = 1, np
            sum(p) = sum(p) + a(s, q, r)*c4(s, p)
          end do
        end do
        do p = 1, np
          a(p, q, r) = sum(p)
        end do
      end do
    end do
  end subroutine doitgen
end module doitgen_kernel

program demo_doitgen
  use doitgen_kernel
  implicit none
  integer, parameter :: np = 330, nq = 120, nr = 130
  real(8), allocatable :: a(:, :, :), c4(:, :), sum_p(:)
  integer(8) :: t0, t1, rate
  integer :: p, q, r, u
  character(1024) :: path
  allocate (a(np, nq, nr), c4(np, np), sum_p(np))
  do r = 1, nr
    do q = 1, nq
      do p = 1, np
        a(p, q, r) = 0.1d0 + dble(modulo(7919_8*p + 10429_8*q*q + 31_8*p*r, 10007_8))/10007d0
      end do
    end do
  end do
  do q = 1, np
    do p = 1, np
      c4(p, q) = 0.1d0 + dble(modulo(6133_8*p + 3119_8*q*q + 29_8*p*q, 10009_8))/10009d0
    end do
  end do
  call system_clock(t0, rate)
  call doitgen(np, nq, nr, a, c4, sum_p)
  call system_clock(t1)
  print '(a,f9.4)', 'seconds ', dble(t1 - t0)/dble(rate)
  print '(a,es23.15)', 'checksum ', sum(a)
  call get_command_argument(1, path)
  if (path /= ' ') then
    open (newunit=u, file=trim(path), form='unformatted', access='stream', status='replace')
    write (u) a, sum_p
    close (u)
  end if
end program demo_doitgen
