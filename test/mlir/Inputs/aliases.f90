! What may overlap: TARGET and POINTER say so, EQUIVALENCE shares a base, a pointer assignment takes a local's secret away.
! EXPECT: func @_QPdummies(%0: ptr unique "a", %1: box unique "b", %2: ptr "t", %3: box "u", %4: ptr unique "p")
! EXPECT:  "p" = load
! EXPECT: func @_QPlocals(
! EXPECT: identified since
! EXPECT: "lent" = alloca
! EXPECT: identified "lt" = alloca
! EXPECT: unique "mine" = alloca
! EXPECT: func @_QPallocatables(%0: ptr unique "x", %1: ptr "y")
! EXPECT:  "y" = load %1 : box
! EXPECT: unique "x" = load %0 : box
subroutine dummies(a, b, t, u, p)
  real(8) :: a(10), b(:)
  real(8), target :: t(10), u(:)
  real(8), pointer :: p(:)
  a(1) = b(1) + t(1) + u(1) + p(1)
end subroutine
subroutine locals(r)
  real(8) :: mine(10), lent(10), r
  real(8), target :: lt(10)
  real(8), pointer :: q(:)
  q => lt
  mine = r
  lent = r
  call borrow(lent)
  q(2) = mine(3)
  r = mine(1) + lent(1) + lt(2)
end subroutine
subroutine allocatables(x, y)
  real(8), allocatable :: x(:)
  real(8), allocatable, target :: y(:)
  x(1) = y(1)
end subroutine
