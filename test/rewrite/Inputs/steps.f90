! Walks down by a step that is known only when the program runs, and may be of either sign.
module kernels
  implicit none
contains
  real(8) function dot(n, k, first, x, y)
    integer :: n, k, first, i, r
    real(8) :: x(*), y(*)
    dot = 0
    r = 1
    do i = 1, n
      dot = dot + x(r + first - 1)*y(i)
      r = r - k
    end do
  end function
  subroutine axpy(n, k, first, a, x, y)
    integer :: n, k, first, i, r
    real(8) :: a, x(*), y(*)
    r = first
    do i = 1, n
      y(i) = y(i) + a*x(r)
      r = r - k
    end do
  end subroutine
end module
program steps
  use kernels
  integer, parameter :: most = 40, step = 3, sizes(5) = [0, 1, 2, 5, most]
  real(8) :: x(2*most*step + 1), y(most)
  integer :: i, k, s, first
  first = most*step + 1
  do k = -step, step
    do s = 1, size(sizes)
      x = [(mod(i, 7) - 3, i = 1, size(x))]
      y = [(mod(i, 5) - 2, i = 1, most)]
      print *, sizes(s), k, dot(sizes(s), k, first, x, y)
      call axpy(sizes(s), k, first, 3d0, x, y)
      print *, y
    end do
  end do
end program
