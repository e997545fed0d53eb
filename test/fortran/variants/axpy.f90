! y = y + alpha*x, written in many ways.
module axpy_variants
  implicit none
  real(8), allocatable :: mx(:), my(:)
  type :: state
    real(8), allocatable :: x(:), y(:)
  end type state
contains
  include "../fill.inc"

  subroutine plain(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine

  subroutine commuted(count, vec, scale, acc)
    integer, intent(in) :: count
    real(8), intent(in) :: scale, vec(*)
    real(8), intent(inout) :: acc(*)
    integer(8) :: k
    do k = 1, count
      acc(k) = vec(k)*scale + acc(k)
    end do
  end subroutine

  subroutine temporary(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    real(8) :: t, u
    do i = 1, n
      u = y(i)
      t = alpha*x(i)
      t = (t + u)
      y(i) = t
    end do
  end subroutine

  subroutine counted_while(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    i = 0
    do while (i < n)
      i = i + 1
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine

  subroutine whole_array(n, alpha, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha
    real(8), intent(inout) :: y(n)
    real(8) :: x(n), z(n)
    call fill(x, n, 11)
    z = y
    z = z + alpha*x
    y = z
  end subroutine

  subroutine assumed_shape(alpha, x, y)
    real(8), intent(in) :: alpha, x(:)
    real(8), intent(inout) :: y(:)
    integer :: i
    do i = 1, size(y)
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine

  subroutine module_allocatable(alpha)
    real(8), intent(in) :: alpha
    integer :: i
    do i = 1, size(mx)
      my(i) = my(i) + alpha*mx(i)
    end do
  end subroutine

  subroutine component(alpha, s)
    real(8), intent(in) :: alpha
    type(state), intent(inout) :: s
    integer :: i
    do i = 1, size(s%x)
      s%y(i) = s%y(i) + alpha*s%x(i)
    end do
  end subroutine

  subroutine literal_scale(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + 2.5d0*x(i)
    end do
  end subroutine

  subroutine column_of_matrix(n, j, a, y)
    integer, intent(in) :: n, j
    real(8), intent(in) :: a(n + 2, *)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + a(1, j)*a(i, j + 1)
    end do
  end subroutine

  subroutine row_of_matrix(n, lda, row, alpha, a, y)
    integer, intent(in) :: n, lda, row
    real(8), intent(in) :: alpha, a(lda, *)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*a(row, i)
    end do
  end subroutine

  subroutine subtracted(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) - alpha*x(i)
    end do
  end subroutine

  subroutine backwards(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = n, 1, -1
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine
end module axpy_variants

program main
  use axpy_variants
  implicit none
  integer, parameter :: n = 19
  real(8) :: x(n), y(n), a(n + 2, 4), b(3, n)
  type(state) :: s
  call fill(x, n, 1)
  call fill(y, n, 2)
  call fill(a, 84, 3)
  call fill(b, 57, 4)
  call plain(n, 1.5d0, x, y)
  call show('plain', y, n)
  call plain(0, 1.5d0, x, y)
  call plain(1, 0.0d0, x, y)
  call show('empty', y, n)
  call commuted(n - 1, x, -0.75d0, y)
  call show('commuted', y, n)
  call temporary(n - 2, 0.3d0, x, y)
  call show('temporary', y, n)
  call counted_while(n - 3, 0.7d0, x, y)
  call show('counted while', y, n)
  call whole_array(n, 1.1d0, y)
  call show('whole array', y, n)
  call assumed_shape(0.9d0, x, y)
  call show('assumed shape', y, n)
  call assumed_shape(0.9d0, x(1:9:2), y(11:3:-2))
  call show('assumed shape, strided', y, n)
  mx = x
  my = y
  call module_allocatable(-1.3d0)
  call show('module', my, n)
  s%x = y
  s%y = x
  call component(0.4d0, s)
  call show('component', s%y, n)
  call literal_scale(n, x, y)
  call show('literal', y, n)
  call column_of_matrix(n, 2, a, y)
  call show('column', y, n)
  call row_of_matrix(n, 3, 2, 1.7d0, b, y)
  call show('row', y, n)
  call subtracted(n, 1.9d0, x, y)
  call show('subtracted', y, n)
  call backwards(n, 0.6d0, x, y)
  call show('backwards', y, n)
end program main
