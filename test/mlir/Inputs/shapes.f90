! Assumed shape, allocatable, pointer, target.
! EXPECT: func @_QPdot(%0: box unique "x", %1: box unique "y")
! EXPECT: descr_addr %1
! EXPECT: descr_stride 0 %1
! EXPECT: func @_QPaxpy(%0: i32 "n", %1: f64 "a", %2: ptr unique "x", %3: ptr unique "y")
! EXPECT:  "y" = load %3 : box
! EXPECT:  unique "x" = load %2 : box
! EXPECT: func @_QPtargets(%0: box "t", %1: ptr unique "v")
! EXPECT: load<volatile>
! EXPECT: func @_QPcontig(%0: box unique "x"
function dot(x, y) result(s)
  real(8) :: x(:), y(0:), s
  integer i
  s = 0
  do i = 1, size(x)
    s = s + x(i)*y(i - 1)
  end do
end function
subroutine axpy(n, a, x, y)
  integer, value :: n
  real(8), allocatable :: x(:)
  real(8), pointer :: y(:)
  real(8), value :: a
  do i = n, 1, -1
    y(i) = y(i) + a*x(i)
  end do
  a = 3
end subroutine
subroutine targets(t, v)
  real(8), target :: t(:)
  real(8), volatile :: v(10)
  t(1) = v(3)
end subroutine
subroutine contig(x, n)
  real(8), contiguous :: x(:, :)
  do j = 1, n
    do i = 1, n
      x(i, j) = 2*x(i, j)
    end do
  end do
end subroutine
