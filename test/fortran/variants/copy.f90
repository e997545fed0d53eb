! y = x, written in several ways.
module copy_variants
  implicit none
  real(8), allocatable :: mx(:), my(:)
contains
  include "../fill.inc"

  subroutine plain(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = x(i)
    end do
  end subroutine

  subroutine long_index(n, from, to)
    integer, intent(in) :: n
    real(8), intent(in) :: from(*)
    real(8), intent(inout) :: to(*)
    integer(8) :: k
    do k = 1, n
      to(k) = (from(k))
    end do
  end subroutine

  subroutine whole_array(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    y = x
  end subroutine

  subroutine counted_while(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    i = 1
    do while (i <= n)
      y(i) = x(i)
      i = i + 1
    end do
  end subroutine

  subroutine shifted(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(0:n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 0, n - 1
      y(i + 1) = x(i)
    end do
  end subroutine

  subroutine row_to_vector(n, lda, r, a, y)
    integer, intent(in) :: n, lda, r
    real(8), intent(in) :: a(lda, *)
    real(8), intent(inout) :: y(n)
    integer :: j
    do j = 1, n
      y(j) = a(r, j)
    end do
  end subroutine

  subroutine vector_to_row(n, lda, r, x, a)
    integer, intent(in) :: n, lda, r
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: a(lda, *)
    integer :: j
    do j = 1, n
      a(r, j) = x(j)
    end do
  end subroutine

  subroutine module_arrays(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      my(i) = mx(i)
    end do
  end subroutine
end module copy_variants

program main
  use copy_variants
  implicit none
  integer, parameter :: n = 23
  real(8) :: x(n), y(n), a(3, n)
  call fill(x, n, 1)
  call fill(y, n, 2)
  call fill(a, 3*n, 3)
  call plain(n - 5, x, y)
  call show('plain', y, n)
  call fill(y, n, 4)
  call long_index(n - 4, x, y)
  call show('long_index', y, n)
  call whole_array(n - 3, a, y)
  call show('whole_array', y, n)
  call counted_while(n - 2, x, y)
  call show('counted_while', y, n)
  call shifted(n - 1, x, y)
  call show('shifted', y, n)
  call row_to_vector(n, 3, 2, a, y)
  call show('row_to_vector', y, n)
  call vector_to_row(n, 3, 1, x, a)
  call show('vector_to_row', a, 3*n)
  mx = x
  my = y
  call module_arrays(n - 6)
  call module_arrays(0)
  call show('module_arrays', my, n)
end program main
