! What the edited code looks like, one procedure per shape.
! RUN: flang -fc1 -emit-fir -O2 %s -o %t.mlir
! RUN: smr-opt --smr-rewrite="pat=%S/Inputs/kit.pat report=%t.json" %t.mlir -o %t.out.mlir
! RUN: FileCheck %s --input-file=%t.out.mlir
! RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
! The same again gives the same, byte for byte; on the result, nothing is left to do.
! RUN: smr-opt --smr-rewrite="pat=%S/Inputs/kit.pat" --verify-each %t.mlir -o %t.again.mlir
! RUN: diff %t.out.mlir %t.again.mlir
! RUN: smr-opt --smr-rewrite="pat=%S/Inputs/kit.pat" --verify-each %t.out.mlir -o %t.twice.mlir
! RUN: diff %t.out.mlir %t.twice.mlir
! RUN: smr-opt --smr-rewrite="pat=%S/Inputs/kit.pat dry-run" %t.mlir -o %t.dry.mlir
! RUN: smr-opt %t.mlir -o %t.plain.mlir
! RUN: diff %t.dry.mlir %t.plain.mlir
! RUN: flang -fc1 -emit-obj -O2 %t.out.mlir -o %t.o

! CHECK: module attributes {{.*}}smr.link = ["openblas"]

! A known size needs no guard, and the loop is gone.
! CHECK-LABEL: func.func @_QPproved
! CHECK-NOT: fir.do_loop
! CHECK-NOT: fir.if
! CHECK: fir.call @smr.kit.axpy
! CHECK-NOT: fir.do_loop
subroutine proved(x, y)
  real(8) :: x(100), y(100)
  integer :: i
  do i = 1, 100
    y(i) = y(i) + 2.0d0*x(i)
  end do
end subroutine

! CHECK-LABEL: func.func @_QPguarded
! CHECK: %[[N:.*]] = fir.load %{{.*}} : !fir.ref<i32>
! CHECK: %[[A:.*]] = fir.load %arg1 : !fir.ref<f64>
! CHECK-NEXT: %[[DID:.*]] = call @smr.site._QPguarded(%[[N]], %[[A]], %arg2, %arg3)
! CHECK-NEXT: fir.if %[[DID]]
! CHECK: } else {
! CHECK: fir.do_loop
! REPORT: "function":"guarded","idiom":"axpy",{{.*}}"guards":["n >= 1"]
subroutine guarded(n, a, x, y)
  integer :: n, i
  real(8) :: a, x(n), y(n)
  do i = 1, n
    y(i) = y(i) + a*x(i)
  end do
end subroutine

! The new value flows back to the variable, which is used afterwards; so does the loop variable.
! CHECK-LABEL: func.func @_QPflows_back
! CHECK: %[[MADE:.*]]:2 = call @smr.site._QPflows_back(
! CHECK: fir.if %[[MADE]]#0
! CHECK: fir.store %[[MADE]]#1
! CHECK: } else {
subroutine flows_back(n, x, y, s, last)
  integer :: n, i, last
  real(8) :: x(n), y(n), s, t
  t = 1.0d0
  do i = 1, n
    t = t + x(i)*y(i)
  end do
  s = t*t
  last = i
end subroutine

! TARGET lets dummies overlap: a check on their addresses.
! REPORT: "function":"overlapping","idiom":"axpy",{{.*}}"guards":["n >= 1","x[0..n) and y[0..n) do not overlap"]
! CHECK-LABEL: func.func @_QPoverlapping
! CHECK-NOT: arith.ori
! CHECK: call @smr.site._QPoverlapping(
! CHECK: fir.if
subroutine overlapping(n, a, x, y)
  integer :: n, i
  real(8) :: a
  real(8), target :: x(n), y(n)
  do i = 1, n
    y(i) = y(i) + a*x(i)
  end do
end subroutine

! A loop made of jumps.
! CHECK-LABEL: func.func @_QPcounted_while
! CHECK: %[[DID:.*]] = call @smr.site._QPcounted_while(
! CHECK: cf.cond_br %[[DID]]
! CHECK: cf.br
subroutine counted_while(n, a, x, y)
  integer :: n, i
  real(8) :: a, x(n), y(n)
  i = 1
  do while (i <= n)
    y(i) = y(i) + a*x(i)
    i = i + 1
  end do
end subroutine

! Two loops, one call; what lies between them stays.
! CHECK-LABEL: func.func @_QPtwo_parts
! CHECK: call @smr.site._QPtwo_parts(
! REPORT: "function":"two_parts","idiom":"gemv-set","library"
subroutine two_parts(m, n, a, x, y, k)
  integer :: m, n, i, j, k
  real(8) :: a(m, n), x(n), y(m)
  do i = 1, m
    y(i) = 0.0d0
  end do
  k = i
  do j = 1, n
    do i = 1, m
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine

! Brought in once each, private; externals are declared once.
! CHECK: func.func private @smr.kit.axpy{{.*}}smr.replacement
! CHECK-NOT: func.func private @smr.kit.axpy
! CHECK: func.func private @_QPdaxpy
! CHECK-NOT: func.func private @_QPdaxpy

! What is asked and done, each in a function of its own.
! CHECK: func.func private @smr.site._QPguarded(
! CHECK-SAME: passthrough = ["noinline", ["call-inline-cost", "{{-?[0-9]+}}"], ["uwtable", "2"]], {{.*}}smr.replacement
! CHECK: arith.cmpi sle
! CHECK: cf.cond_br
! CHECK: fir.call @smr.kit.axpy
! CHECK-NEXT: arith.constant true
! CHECK-NEXT: return
! CHECK: func.func private @smr.kit.dot
! CHECK: func.func private @smr.site._QPflows_back({{.*}} -> (i1, f64)
! CHECK: fir.call @smr.kit.dot
! CHECK-NEXT: fir.load
! CHECK: func.func private @smr.site._QPoverlapping(
! CHECK: fir.convert {{.*}} -> i64
! CHECK: arith.ori
! CHECK: fir.call @smr.kit.axpy
! CHECK: func.func private @smr.site._QPcounted_while(
! CHECK: fir.call @smr.kit.axpy
! CHECK: func.func private @smr.site._QPtwo_parts(
! CHECK: fir.call @"smr.kit.gemv-set"
