! A dense conjugate-gradient solver: the matrix-vector product, dot, axpy and norm loops are separate
! procedures, the way a small code base keeps its own vector kit.
module vector_kit
  implicit none
contains
  function dot(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end function dot

  function norm(x) result(r)
    real(8), intent(in) :: x(:)
    real(8) :: r
    r = sqrt(dot_product(x, x))
  end function norm

  subroutine axpy(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine axpy

  subroutine product(n, a, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), x(n)
    real(8), intent(out) :: y(n)
    integer :: i, j
    do i = 1, n
      y(i) = 0.0d0
    end do
    do j = 1, n
      do i = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine product
end module vector_kit

module cg_solver
  use vector_kit
  implicit none
contains
  subroutine solve(n, a, b, x, steps, residual)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: a(n, n), b(n)
    real(8), intent(out) :: x(n), residual(0:steps)
    real(8), allocatable :: r(:), p(:), q(:)
    real(8) :: rho, rho_old, alpha, beta
    integer :: i, step
    allocate (r(n), p(n), q(n))
    x = 0.0d0
    r = b
    p = r
    rho = dot(n, r, r)
    residual(0) = norm(r)
    do step = 1, steps
      call product(n, a, p, q)
      alpha = rho/dot(n, p, q)
      call axpy(n, alpha, p, x)
      do i = 1, n
        r(i) = r(i) - alpha*q(i)
      end do
      rho_old = rho
      rho = dot(n, r, r)
      beta = rho/rho_old
      do i = 1, n
        p(i) = r(i) + beta*p(i)
      end do
      residual(step) = norm(r)
    end do
  end subroutine solve
end module cg_solver

program demo_cg
  use cg_solver
  implicit none
  integer, parameter :: n = 4100, steps = 75
  real(8), allocatable :: a(:, :), b(:), x(:), residual(:)
  real(8) :: v
  integer(8) :: t0, t1, rate
  integer :: i, j, u
  character(1024) :: path
  allocate (a(n, n), b(n), x(n), residual(0:steps))
  ! Symmetric by need of the method; the heavy diagonal makes it positive definite.
  do j = 1, n
    do i = 1, j
      v = dble(modulo(7919_8*i + 10429_8*j*j + 31_8*i*j, 10007_8))/10007d0
      a(i, j) = v
      a(j, i) = v
    end do
    a(j, j) = 50.0d0 + dble(modulo(3671_8*j, 1019_8))*3.0d0
    x(j) = 1.0d0 + dble(modulo(5393_8*j + 17_8*j*j, 10007_8))/10007d0
  end do
  b = matmul(a, x) ! so that no component of the solution is near zero
  call system_clock(t0, rate)
  call solve(n, a, b, x, steps, residual)
  call system_clock(t1)
  print '(a,f9.4)', 'seconds ', dble(t1 - t0)/dble(rate)
  print '(a,es23.15)', 'checksum ', sum(x)
  print '(a,es10.2)', 'residual ', residual(steps)/residual(0)
  call get_command_argument(1, path)
  if (path /= ' ') then
    open (newunit=u, file=trim(path), form='unformatted', access='stream', status='replace')
    write (u) x
    close (u)
  end if
end program demo_cg
