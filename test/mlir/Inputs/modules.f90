! Module variables, COMMON, EQUIVALENCE, derived types, sections.
! EXPECT: func @_QMmdPf(%0: ptr unique "z")
! EXPECT: unique "blk_" = global "blk_" 44
! EXPECT: unique "v" = global "_QMmdEv" 1600
! EXPECT: identified "vt" = global "_QMmdEvt" 1600
! EXPECT: alloca<once attrs "e"> 24
! EXPECT: unique "w" = load
! EXPECT: field "p"
! EXPECT: call<contract> "_QPext2"
module md
  real(8), allocatable :: w(:, :)
  real(8) :: v(10, 20)
  real(8), target :: vt(10, 20)
  integer nn
  common /blk/ q(10), r
  type t
    integer :: k
    real(8) :: p(3)
    real(8), allocatable :: al(:)
  end type
  type(t) :: tv
contains
  subroutine f(z)
    real(8) z(10, 20)
    type(t) :: loc
    real e(5), ff(5)
    equivalence(e(2), ff(1))
    do j = 1, nn
      do i = 1, 10
        v(i, j) = w(i, j) + z(i, j) + vt(i, j)
      end do
    end do
    q(3) = r
    e(3) = ff(2)
    call ext(e)
    loc%p(2) = tv%p(1) + tv%al(3)
    call ext2(loc)
    w(:, 2:5) = z(:, 1:4)
  end subroutine
end module
