! The rank-one update A = A + x*y', written in many ways.
module ger_variants
  implicit none
  real(8), allocatable :: ma(:, :)
contains
  include "../fill.inc"

  subroutine columns(m, n, x, y, a, lda)
    integer, intent(in) :: m, n, lda
    real(8), intent(in) :: x(m), y(n)
    real(8), intent(inout) :: a(lda, *)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        a(i, j) = a(i, j) + x(i)*y(j)
      end do
    end do
  end subroutine

  subroutine rows(m, n, x, y, a)
    integer(8), intent(in) :: m, n
    real(8), intent(in) :: x(m), y(n)
    real(8), intent(inout) :: a(m, n)
    integer(8) :: i, j
    do i = 1, m
      do j = 1, n
        a(i, j) = y(j)*x(i) + a(i, j)
      end do
    end do
  end subroutine

  subroutine scaled(m, n, alpha, x, y, a)
    integer, intent(in) :: m, n
    real(8), intent(in) :: alpha, x(0:m - 1), y(0:n - 1)
    real(8), intent(inout) :: a(0:m - 1, 0:n - 1)
    integer :: i, j
    real(8) :: t
    do j = 0, n - 1
      t = y(j)*alpha
      do i = 0, m - 1
        a(i, j) = a(i, j) + x(i)*t
      end do
    end do
  end subroutine

  subroutine subtracted(m, n, x, y, a, lda)
    integer, intent(in) :: m, n, lda
    real(8), intent(in) :: x(m), y(n)
    real(8), intent(inout) :: a(lda, n)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        a(i, j) = a(i, j) - x(i)*y(j)
      end do
    end do
  end subroutine

  subroutine counted_while(m, n, x, y, a)
    integer, intent(in) :: m, n
    real(8), intent(in) :: x(m), y(n)
    real(8), intent(inout) :: a(m, n)
    integer :: i, j
    j = 1
    do while (j <= n)
      i = 1
      do while (i <= m)
        a(i, j) = a(i, j) + x(i)*y(j)
        i = i + 1
      end do
      j = j + 1
    end do
  end subroutine

  subroutine module_allocatable(x, y)
    real(8), intent(in) :: x(:), y(:)
    integer :: i, j
    do j = 1, size(y)
      do i = 1, size(x)
        ma(i, j) = ma(i, j) + x(i)*y(j)
      end do
    end do
  end subroutine

  subroutine offset_block(m, n, r, x, y, a, lda)
    integer, intent(in) :: m, n, r, lda
    real(8), intent(in) :: x(*), y(*)
    real(8), intent(inout) :: a(lda, *)
    integer :: i, j
    do j = r, r + n - 1
      do i = r, r + m - 1
        a(i, j) = a(i, j) + x(i)*y(j)
      end do
    end do
  end subroutine
end module ger_variants

program main
  use ger_variants
  implicit none
  integer, parameter :: m = 9, n = 6
  real(8) :: x(m), y(n), a(m, n), b(13, 7)
  call fill(x, m, 1)
  call fill(y, n, 2)
  call fill(a, m*n, 3)
  call fill(b, 91, 4)
  call columns(m, n, x, y, b, 13)
  call show('columns', b, 91)
  call columns(0, n, x, y, b, 13)
  call columns(m, 0, x, y, b, 13)
  call columns(1, 1, x, y, b, 13)
  call show('empty and one', b, 91)
  call rows(9_8, 6_8, x, y, a)
  call show('rows', a, m*n)
  call scaled(m, n, 1.5d0, x, y, a)
  call show('scaled', a, m*n)
  call scaled(m, n, 0.0d0, x, y, a)
  call show('scaled by 0', a, m*n)
  call subtracted(m, n, x, y, b, 13)
  call show('subtracted', b, 91)
  call counted_while(m, n, x, y, a)
  call show('counted_while', a, m*n)
  ma = a
  call module_allocatable(x, y)
  call show('module_allocatable', ma, m*n)
  call offset_block(4, 3, 3, x, y, b, 13)
  call show('offset_block', b, 91)
end program main
