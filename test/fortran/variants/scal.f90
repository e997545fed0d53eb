! x = alpha*x, x <-> y and sum(abs(x)), written in several ways.
module scal_variants
  implicit none
  real(8), save :: gx(21)
contains
  include "../fill.inc"

  subroutine plain(n, alpha, x)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = alpha*x(i)
    end do
  end subroutine

  subroutine commuted(n, alpha, x)
    integer(8), intent(in) :: n
    real(8), intent(in) :: alpha
    real(8), intent(inout) :: x(*)
    integer(8) :: i
    do i = 1, n
      x(i) = (x(i)*alpha)
    end do
  end subroutine

  subroutine whole_array(n, alpha, x)
    integer, intent(in) :: n
    real(8), value :: alpha
    real(8), intent(inout) :: x(n)
    x = x*alpha
  end subroutine

  subroutine counted_while(n, alpha, x)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha
    real(8), intent(inout) :: x(n)
    integer :: i
    i = 1
    do while (i <= n)
      x(i) = alpha*x(i)
      i = i + 1
    end do
  end subroutine

  subroutine module_array(alpha)
    real(8), intent(in) :: alpha
    integer :: i
    do i = 1, 21
      gx(i) = gx(i)*alpha
    end do
  end subroutine

  subroutine lower_bound(n, alpha, x)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha
    real(8), intent(inout) :: x(-2:n - 3)
    integer :: i, last
    last = n - 3
    do i = -2, last
      x(i) = alpha*x(i)
    end do
  end subroutine

  subroutine row(n, lda, i, alpha, a)
    integer, intent(in) :: n, lda, i
    real(8), intent(in) :: alpha
    real(8), intent(inout) :: a(lda, *)
    integer :: j
    do j = 1, n
      a(i, j) = alpha*a(i, j)
    end do
  end subroutine

  subroutine exchange(n, x, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n), y(n)
    integer :: i
    real(8) :: held
    do i = 1, n
      held = y(i)
      y(i) = x(i)
      x(i) = held
    end do
  end subroutine

  subroutine exchange_rows(n, lda, a, p, q)
    integer, intent(in) :: n, lda, p, q
    real(8), intent(inout) :: a(lda, *)
    integer :: j
    real(8) :: held
    do j = 1, n
      held = a(p, j)
      a(p, j) = a(q, j)
      a(q, j) = held
    end do
  end subroutine

  function absolute_sum(n, x) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = 1, n
      s = s + abs(x(i))
    end do
  end function

  function absolute_intrinsic(x) result(s)
    real(8), intent(in) :: x(21)
    real(8) :: s
    s = sum(abs(x))
  end function
end module scal_variants

program main
  use scal_variants
  implicit none
  integer, parameter :: n = 21
  real(8) :: x(n), y(n), a(4, n), s(2)
  call fill(x, n, 1)
  call fill(y, n, 2)
  call fill(a, 4*n, 3)
  call plain(n, 1.5d0, x)
  call plain(0, 3.0d0, x)
  call show('plain', x, n)
  call commuted(19_8, -0.5d0, x)
  call show('commuted', x, n)
  call whole_array(n, 1.1d0, x)
  call show('whole_array', x, n)
  call counted_while(17, 0.7d0, x)
  call show('counted_while', x, n)
  gx = y
  call module_array(2.25d0)
  call show('module_array', gx, n)
  call lower_bound(n, 1.9d0, x)
  call show('lower_bound', x, n)
  call row(n, 4, 3, 0.6d0, a)
  call show('row', a, 4*n)
  call exchange(15, x, y)
  call show('exchange', x, n)
  call show('exchange', y, n)
  call exchange_rows(n, 4, a, 1, 3)
  call exchange_rows(n, 4, a, 2, 2)
  call show('exchange_rows', a, 4*n)
  s(1) = absolute_sum(n, x)
  s(2) = absolute_intrinsic(y)
  call show('absolute sums', s, 2)
  call plain(n, 0.0d0, x)
  call show('by zero', x, n)
end program main
