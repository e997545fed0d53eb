! Loops over arguments that are absent, or over what a null pointer points to, and that run zero times then. Checks before the
! loop must not look at what is not there.
module optional_misses
  implicit none
  type node
    real(8), pointer :: x(:) => null()
    real(8), allocatable :: z(:)
    real(8) :: fixed(8)
    integer :: k
  end type
contains
  include "../fill.inc"

  subroutine absent_vectors(n, x, y, r)
    integer, intent(in) :: n
    real(8), optional, intent(in) :: x(:), y(:)
    real(8), intent(inout) :: r
    integer :: i
    do i = 1, n
      r = r + x(i)*y(i)
    end do
  end subroutine

  subroutine absent_scalar(n, x, y, alpha)
    integer, intent(in) :: n
    real(8), optional, intent(inout) :: x(:), y(:), alpha
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine

  subroutine absent_bound(n, k, a, x, y)
    integer, intent(in) :: n
    integer, optional, intent(in) :: k
    real(8), optional, intent(inout) :: a(:, :), x(:), y(:)
    integer :: i, j
    do j = 1, n
      do i = 1, k
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine absent_allocatable(n, x, y, r)
    integer, intent(in) :: n
    real(8), optional, allocatable, intent(in) :: x(:), y(:)
    real(8), intent(inout) :: r
    integer :: i
    do i = 1, n
      r = r + x(i)*y(i)
    end do
  end subroutine

  subroutine absent_sum(n, x, y, r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(:), y(:)
    real(8), optional, intent(inout) :: r
    integer :: i
    do i = 1, n
      r = r + x(i)*y(i)
    end do
  end subroutine

  subroutine null_pointer(n, p, y, r)
    integer, intent(in) :: n
    type(node), pointer, intent(in) :: p
    real(8), intent(inout) :: y(*), r
    integer :: i
    do i = 1, n
      y(i) = y(i) + r*p%fixed(i)
    end do
    do i = 1, n
      y(i) = y(i) + p%fixed(3)*p%z(i)
    end do
    do i = 1, n
      r = r + p%x(i)*y(i)
    end do
  end subroutine

  subroutine from_host(n, x, y, r)
    integer, intent(in) :: n
    real(8), optional, intent(in) :: x(:), y(:)
    real(8), optional, intent(inout) :: r
    call inner()
  contains
    subroutine inner()
      integer :: i
      do i = 1, n
        r = r + x(i)*y(i)
      end do
    end subroutine
  end subroutine
end module optional_misses

program main
  use optional_misses
  implicit none
  real(8) :: x(8), y(8), a(8, 8), r
  real(8), allocatable :: none(:)
  type(node), pointer :: p
  type(node), target :: there
  call fill(x, 8, 1)
  call fill(y, 8, 2)
  call fill(a, 64, 3)
  r = 0.5d0
  p => null()
  call absent_vectors(0, r=r)
  call absent_vectors(8, x, y, r)
  call absent_scalar(0)
  call absent_scalar(8, x, y, r)
  call absent_bound(0)
  call absent_bound(8, 8, a, x, y)
  call absent_allocatable(0, r=r)
  call absent_allocatable(0, none, none, r)
  call absent_sum(0, x, y)
  call absent_sum(8, x, y, r)
  call null_pointer(0, p, y, r)
  call from_host(0)
  call from_host(8, x, y, r)
  p => there
  there%fixed = x
  there%z = x + 1.0d0
  allocate (there%x(8))
  there%x = x - 1.0d0
  call null_pointer(8, p, y, r)
  call show('result', y, 8)
  print '(a,es24.15)', 'sum ', r
end program main
