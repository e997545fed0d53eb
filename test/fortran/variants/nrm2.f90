! The sum of squares and its root, written in several ways: the root is part of the match.
module nrm2_variants
  implicit none
  type :: vector
    real(8), allocatable :: v(:)
  end type vector
contains
  include "../fill.inc"

  function loop_and_root(n, x) result(r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8) :: r
    integer :: i
    r = 0.0d0
    do i = 1, n
      r = r + x(i)*x(i)
    end do
    r = sqrt(r)
  end function

  function square(n, x) result(r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8) :: r
    integer(8) :: i
    r = 0.0d0
    do i = 1, n
      r = x(i)**2 + r
    end do
    r = sqrt(r)
  end function

  function temporary(n, x) result(r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(*)
    real(8) :: r, t, s
    integer :: i
    s = 0.0d0
    do i = 1, n
      t = x(i)
      s = s + t*t
    end do
    r = sqrt(s)
  end function

  function by_intrinsic(x) result(r)
    real(8), intent(in) :: x(17)
    real(8) :: r
    r = sqrt(dot_product(x, x))
  end function

  function by_sum(x) result(r)
    real(8), intent(in) :: x(17)
    real(8) :: r
    r = sqrt(sum(x**2))
  end function

  function counted_while(n, x) result(r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(0:n - 1)
    real(8) :: r
    integer :: i
    r = 0.0d0
    i = 0
    do while (i < n)
      r = r + x(i)*x(i)
      i = i + 1
    end do
    r = dsqrt(r)
  end function

  function component(x) result(r)
    type(vector), intent(in) :: x
    real(8) :: r
    integer :: i
    r = 0.0d0
    do i = 1, size(x%v)
      r = r + x%v(i)*x%v(i)
    end do
  end function
end module nrm2_variants

program main
  use nrm2_variants
  implicit none
  real(8) :: x(17), r(9)
  type(vector) :: v
  call fill(x, 17, 1)
  v%v = x(3:14)
  r(1) = loop_and_root(17, x)
  r(2) = square(16, x)
  r(3) = temporary(15, x)
  r(4) = by_intrinsic(x)
  r(5) = by_sum(x)
  r(6) = counted_while(14, x)
  r(7) = component(v)
  r(8) = loop_and_root(0, x)
  r(9) = loop_and_root(1, x)
  call show('norms', r, 9)
  ! Squares that overflow or vanish: BLAS's scaled norm would not agree with the loop.
  x(2) = 1.0d200
  r(1) = loop_and_root(17, x)
  x = 1.0d-200
  r(2) = loop_and_root(17, x)
  call show('overflow', r, 2)
end program main
