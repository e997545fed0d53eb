! Bounds that reports have to find words for.
module words
  type :: grid
    integer :: dims(3)
  end type
contains
  subroutine component(g, x, r)
    type(grid), intent(in) :: g
    real(8) :: x(*), r
    integer :: i
    do i = 1, g%dims(2)
      r = r + x(i)*x(i)
    end do
  end subroutine
  subroutine element(d, x, r)
    integer, intent(in) :: d(3)
    real(8) :: x(*), r
    integer :: i
    do i = 1, d(2)
      r = r + x(i)*x(i)
    end do
  end subroutine
  subroutine common(x, r)
    real(8) :: x(*), r
    integer :: k, m, i
    common /blk/ k, m
    do i = 1, m
      r = r + x(i)*x(i)
    end do
    do i = 1, k
      r = r + x(i)*x(i)
    end do
  end subroutine
  subroutine remainder(n, k, x, r)
    integer :: n, k, i
    real(8) :: x(*), r
    do i = 1, mod(n, k)
      r = r + x(i)*x(i)
    end do
    do i = 2, n/2
      r = r + x(i)*x(i)
    end do
  end subroutine
end module
