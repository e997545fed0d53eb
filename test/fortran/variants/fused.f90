! Loops that do several things, each of them an idiom once they are taken apart.
module fused_variants
  implicit none
contains
  include "../fill.inc"

  ! s = s + A'*r and q = A*p in one pass over columns
  subroutine bicg(m, n, a, s, q, p, r)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), p(m), r(n)
    real(8), intent(inout) :: s(m), q(n)
    integer :: i, j
    do i = 1, n
      q(i) = 0.0d0
      do j = 1, m
        s(j) = s(j) + r(i)*a(j, i)
        q(i) = q(i) + a(j, i)*p(j)
      end do
    end do
  end subroutine

  subroutine gesummv(n, alpha, beta, a, b, t, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, beta, a(n, n), b(n, n), x(n)
    real(8), intent(inout) :: t(n), y(n)
    integer :: i, j
    do i = 1, n
      t(i) = 0.0d0
      y(i) = 0.0d0
      do j = 1, n
        t(i) = a(i, j)*x(j) + t(i)
        y(i) = b(i, j)*x(j) + y(i)
      end do
      y(i) = alpha*t(i) + beta*y(i)
    end do
  end subroutine

  subroutine atax(m, n, a, x, y, t)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(n), t(m)
    integer :: i, j
    do i = 1, m
      t(i) = 0.0d0
      do j = 1, n
        t(i) = t(i) + a(i, j)*x(j)
      end do
      do j = 1, n
        y(j) = y(j) + a(i, j)*t(i)
      end do
    end do
  end subroutine

  ! Assumed shapes, a loop variable that is used afterwards
  subroutine atax_shapes(a, x, y, t, last)
    real(8), intent(in) :: a(:, :), x(:)
    real(8), intent(inout) :: y(:), t(:)
    integer, intent(out) :: last
    integer :: i, j
    j = 0
    do i = 1, size(a, 1)
      t(i) = 0.0d0
      do j = 1, size(a, 2)
        t(i) = t(i) + a(i, j)*x(j)
      end do
      do j = 1, size(a, 2)
        y(j) = y(j) + a(i, j)*t(i)
      end do
    end do
    last = 100*i + j
  end subroutine

  subroutine two_axpys(n, alpha, x, y, z)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n), z(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
      z(i) = z(i) + y(i)*alpha
    end do
  end subroutine
end module

program main
  use fused_variants
  implicit none
  integer, parameter :: m = 13, n = 9
  real(8) :: a(m, n), b(n, n), c(n, n), x(m), y(m), t(m), s(m)
  integer :: last
  call fill(a, m*n, 1)
  call fill(b, n*n, 2)
  call fill(c, n*n, 3)
  call fill(x, m, 4)
  call fill(y, m, 5)
  call fill(t, m, 6)
  call fill(s, m, 7)
  call bicg(m, n, a, s, y, x, t)
  call show('bicg', s, m)
  call show('bicg', y, n)
  call bicg(0, n, a, s, y, x, t)
  call show('bicg, no rows', y, n)
  call gesummv(n, 0.75d0, -0.5d0, b, c, t, x, y)
  call show('gesummv', y, n)
  call show('gesummv', t, n)
  call gesummv(1, 0.75d0, -0.5d0, b, c, t, x, y)
  call show('gesummv, one', y, n)
  call atax(m, n, a, x, y, t)
  call show('atax', y, n)
  call show('atax', t, m)
  call atax_shapes(a(1:11:2, 2:8), x(1:7), y(1:7), t(1:6), last)
  call show('atax_shapes', y, n)
  call show('atax_shapes', t, m)
  print *, last
  call atax_shapes(a(1:0, 2:8), x(1:7), y(1:7), t(1:6), last)
  print *, last
  call two_axpys(m, 0.3d0, x, y, t)
  call show('two_axpys', y, m)
  call show('two_axpys', t, m)
end program main
