! What must not be rewritten, and what the report says of it.
! RUN: flang -fc1 -emit-fir -O2 %s -o %t.mlir
! RUN: smr-opt --smr-rewrite="pat=%S/Inputs/kit.pat report=%t.json" %t.mlir -o %t.out.mlir
! RUN: FileCheck %s --input-file=%t.json
! RUN: smr-opt --smr-rewrite="pat=%S/Inputs/kit.pat guards=static report=%t.static.json" %t.mlir -o /dev/null
! RUN: FileCheck %s --check-prefix=STATIC --input-file=%t.static.json
! RUN: smr-opt --smr-rewrite="pat=%S/Inputs/kit.pat fp=exact report=%t.exact.json" %t.mlir -o /dev/null
! RUN: FileCheck %s --check-prefix=EXACT --input-file=%t.exact.json

! CHECK: "rewrites":[
! CHECK-NEXT: "function":"plain"{{.*}}"library"
! CHECK-NEXT: "function":"between","idiom":"axpy","library"
! CHECK-NEXT: "function":"beside"{{.*}}"library"
! CHECK-NEXT: ],
! CHECK-NEXT: "missed":[
! STATIC: "function":"plain",{{.*}}"reason":"\"n >= 1\" would need a run-time check"
! EXACT: "function":"plain",{{.*}}"reason":"the replacement may round differently, and fp=exact forbids that"
subroutine plain(n, a, x, y)
  integer :: n, i
  real(8) :: a, x(n), y(n)
  do i = 1, n
    y(i) = y(i) + a*x(i)
  end do
end subroutine

! One array in both roles.
! CHECK-NEXT: "function":"shifted",{{.*}}"reason":"{{.*}}overlap
subroutine shifted(n, a, x)
  integer :: n, i
  real(8) :: a, x(*)
  do i = 1, n
    x(i + 1) = x(i + 1) + a*x(i)
  end do
end subroutine

! The part between depends on the first and writes what the second reads.
! CHECK-NEXT: "function":"between",{{.*}}"reason":"a statement between the parts of the idiom touches the same memory"
subroutine between(m, n, a, x, y)
  integer :: m, n, i, j
  real(8) :: a(m, n), x(n), y(m)
  do i = 1, m
    y(i) = 0.0d0
  end do
  y(1) = 1.0d0
  do j = 1, n
    do i = 1, m
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine

! A loop that is replaced hides no other one of the function.
! CHECK-NEXT: "function":"beside","idiom":"axpy","reason":"{{.*}}overlap
subroutine beside(n, a, x, y)
  integer :: n, i
  real(8) :: a, x(n), y(n + 1)
  do i = 1, n
    y(i) = y(i) + a*x(i)
  end do
  do i = 1, n
    y(i + 1) = y(i + 1) + a*y(i)
  end do
end subroutine
! CHECK-NEXT: ]
