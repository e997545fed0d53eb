! C = alpha*A*B + beta*C on explicit-shape dummies whose leading dimension is larger than the row count.
! The update accumulates in memory, i and j outside, k inside.
module gemm_kernel
  implicit none
contains
  subroutine gemm(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
    integer, intent(in) :: m, n, k, lda, ldb, ldc
    real(8), intent(in) :: alpha, beta, a(lda, *), b(ldb, *)
    real(8), intent(inout) :: c(ldc, *)
    integer :: i, j, p
    do i = 1, m
      do j = 1, n
        c(i, j) = c(i, j)*beta
        do p = 1, k
          c(i, j) = c(i, j) + alpha*a(i, p)*b(p, j)
        end do
      end do
    end do
  end subroutine gemm
end module gemm_kernel

program demo_gemm
  use gemm_kernel
  implicit none
  integer, parameter :: m = 1070, n = 990, k = 1110, pad = 7
  real(8), allocatable :: a(:, :), b(:, :), c(:, :)
  real(8) :: alpha, beta
  integer(8) :: t0, t1, rate
  integer :: i, j, u
  character(1024) :: path
  allocate (a(m + pad, k), b(k + pad, n), c(m + pad, n))
  do j = 1, k
    do i = 1, m + pad
      a(i, j) = noise(i, j, 1)
    end do
  end do
  do j = 1, n
    do i = 1, k + pad
      b(i, j) = noise(i, j, 2)
    end do
    do i = 1, m + pad
      c(i, j) = noise(i, j, 3)
    end do
  end do
  alpha = 1.25d0
  beta = 0.75d0
  call system_clock(t0, rate)
  call gemm(m, n, k, alpha, a, m + pad, b, k + pad, beta, c, m + pad)
  call system_clock(t1)
  print '(a,f9.4)', 'seconds ', dble(t1 - t0)/dble(rate)
  print '(a,es23.15)', 'checksum ', sum(c)
  call get_command_argument(1, path)
  if (path /= ' ') then
    open (newunit=u, file=trim(path), form='unformatted', access='stream', status='replace')
    write (u) c
    close (u)
  end if
contains
  pure real(8) function noise(i, j, seed)
    integer, intent(in) :: i, j, seed
    noise = 0.1d0 + dble(modulo(7919_8*i + 10429_8*j*j + 31_8*i*j + 977_8*seed, 10007_8))/10007d0
  end function noise
end program demo_gemm
