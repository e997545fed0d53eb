module triangles
  implicit none
contains
  ! Descriptors are read in a loop that may not run.
  subroutine solve(n, a, x)
    integer, intent(in) :: n
    real(8), allocatable, intent(inout) :: a(:, :), x(:)
    integer :: i, j
    do j = 1, n
      do i = j + 1, n
        x(i) = x(i) - a(i, j)*x(j)
      end do
    end do
  end subroutine
  subroutine solve_pointers(n, a, b)
    integer, intent(in) :: n
    real(8), pointer :: a(:, :), b(:, :)
    integer :: i, j, k
    do j = 1, n
      do i = 1, n
        do k = 1, i - 1
          b(i, j) = b(i, j) - a(i, k)*b(k, j)
        end do
      end do
    end do
  end subroutine
  subroutine multiply(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(:, :), b(:, :)
    integer :: i, j, k
    do j = 1, n
      do k = 1, n
        do i = 1, k - 1
          b(i, j) = b(i, j) + a(i, k)*b(k, j)
        end do
      end do
    end do
  end subroutine
end module

program main
  use triangles
  implicit none
  integer, parameter :: n = 30
  real(8), allocatable :: a(:, :), x(:)
  real(8), target :: p(n, n), q(n, n)
  real(8), pointer :: pp(:, :), qq(:, :)
  integer :: i
  call solve(1, a, x)
  p = reshape([(real(mod(i*i, 7) - 3, 8), i=1, n*n)], [n, n])
  q = p
  a = p
  x = p(:, 1)
  call solve(n, a, x)
  print '(e25.17)', sum(x*p(:, 2))
  pp => p
  qq => q
  call solve_pointers(n, pp, qq)
  print '(e25.17)', sum(q*p)
  q = p
  call multiply(n, p, q)
  print '(e25.17)', sum(q)
end program
