! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: smr-flang -O2 --smr-mode=exact --smr-costs=none --smr-report=x.json %s -o exact && ./exact | FileCheck %s
! RUN: smr-flang -O2 --smr-mode=equality --smr-costs=none --smr-report=e.json %s -o equality && ./equality | FileCheck %s
! RUN: FileCheck %s --input-file=x.json --check-prefix=CALLS
! RUN: FileCheck %s --input-file=e.json --check-prefix=CALLS
! Descriptors of two components of one array, or of one array with other bounds, are two.

! CALLS: "function":"copies"{{.*}}"library"
! CHECK: 1. 2. 3. 4.
! CHECK-NEXT: 5. 6. 7. 8.
! CHECK-NEXT: 0 3 1 4 2 5
module parts
  implicit none
  type node
    real(8) :: v, u
    integer :: k
  end type
contains
  subroutine copies(n, nodes, x, y)
    integer :: n
    type(node) :: nodes(n)
    real(8) :: x(n), y(n)
    nodes%v = x
    nodes%u = y
  end subroutine

  subroutine bounds(x)
    real(8), target :: x(4)
    real(8), pointer :: p(:), q(:), r(:)
    p(0:) => x
    q(1:) => x
    r(2:) => x
    print '(6(i0,1x))', lbound(p), ubound(p), lbound(q), ubound(q), lbound(r), ubound(r)
  end subroutine
end module

program main
  use parts
  type(node) :: nodes(4)
  real(8) :: x(4) = [1, 2, 3, 4], y(4) = [5, 6, 7, 8]
  call copies(4, nodes, x, y)
  print '(4(f0.0,1x))', nodes%v
  print '(4(f0.0,1x))', nodes%u
  call bounds(x)
end program
