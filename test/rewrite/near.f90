! RUN: smr-flang --smr-library=%exact -O2 -c %s -o %t.o --smr-report=%t.json && FileCheck %s --input-file=%t.json
! RUN: flang -fc1 -emit-fir -O2 -mmlir -mlir-print-debuginfo %s -o %t.mlir
! RUN: smr-opt --smr-rewrite="library=%exact stats" %t.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=QUIET
! RUN: smr-opt --smr-rewrite="library=%exact stats report=%t.1.json" %t.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=QUIET
! RUN: smr-opt --smr-rewrite="library=%exact report=%t.2.json" %t.mlir -o /dev/null && cmp %t.1.json %t.2.json
! RUN: smr-opt --smr-rewrite=library=%exact --remarks-filter=smr.* %t.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
! Loop nests that almost are an idiom: one entry for each nest, none where something matched; where nothing is alike, what it is.

! QUIET: 1 rewrites, 0 refused
! REMARK: remark: [Missed] {{.*}}Reason="like d
! CHECK: "rewrites":[
! CHECK-NEXT: "line":47,{{.*}}"function":"taken"{{.*}}"library"
! CHECK-NEXT: ],
! CHECK-NEXT: "missed":[
! CHECK-NEXT: "line":25,"column":3,"function":"elementwise","idiom":"daxpy","reason":"like daxpy, but an array element at line 26 stands where it has a value that does not change in the loops"
! CHECK-NEXT: "line":34,"column":3,"function":"start","idiom":"","reason":"only sets what it does not read"
! CHECK-NEXT: "line":58,"column":3,"function":"three_factors",{{.*}}a product of 3 factors at line 59 stands where it has a product of 2 factors{{.*}}"
! CHECK-NEXT: "line":68,"column":3,"function":"ramp","idiom":"","reason":"only sets what it does not read"
! CHECK-NEXT: ]}
subroutine elementwise(n, a, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + a(i)*x(i)
  end do
end subroutine

subroutine start(n, y)
  integer, intent(in) :: n
  real(8), intent(out) :: y(n, n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      y(i, j) = 2*i + mod(j, 3)
    end do
  end do
end subroutine

subroutine taken(n, m, x, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i, step
  do step = 1, m
    do i = 1, n
      y(i) = y(i) + 3*x(i)
    end do
  end do
end subroutine

subroutine three_factors(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + x(i)*x(i + 1)*x(i + 2)
  end do
end subroutine

subroutine ramp(n, a, y)
  integer, intent(in) :: n
  real(8), value :: a
  real(8), intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = a*real(i, 8)
  end do
end subroutine
