! What keeps a loop from being an idiom: the report names the idiom and the first thing that is not part of it.
! RUN: rm -rf %t && mkdir %t && flang -fc1 -emit-fir -O2 -mmlir -mlir-print-debuginfo %s -o %t/in.mlir
! RUN: smr-opt %t/in.mlir --smr-rewrite="library=%exact report=%t/report.json" -o /dev/null
! RUN: FileCheck %s --input-file=%t/report.json

! CHECK: "line":[[@LINE+5]],{{.*}}"function":"another_result","idiom":"ddot","reason":"like ddot, but the store to `z` at line [[@LINE+7]] is not part of it"
subroutine another_result(n, x, y, z, s)
  integer :: n, i
  real(8) :: x(n), y(n), z(n), s

  do i = 1, n
    s = s + x(i)*y(i)
    z(i) = s
  end do
end subroutine

! CHECK: "function":"condition","idiom":"ddot","reason":"like ddot, but the condition at line [[@LINE+5]] is not part of it"
subroutine condition(n, x, y, s)
  integer :: n, i
  real(8) :: x(n), y(n), s
  do i = 1, n
    if (x(i) > 0) s = s + x(i)*y(i)
  end do
end subroutine

! CHECK: "function":"early_exit","idiom":"ddot","reason":"like ddot, but the loop can also be left at line [[@LINE+6]]"
subroutine early_exit(n, x, y, s)
  integer :: n, i
  real(8) :: x(n), y(n), s
  do i = 1, n
    s = s + x(i)*y(i)
    if (s > 100) exit
  end do
end subroutine

! CHECK: "function":"call_inside","idiom":"daxpy","reason":"like daxpy, but the call of `tell` at line [[@LINE+6]] is not part of it"
subroutine call_inside(n, a, x, y)
  integer :: n, i
  real(8) :: a, x(n), y(n)
  do i = 1, n
    y(i) = y(i) + a*x(i)
    call tell(i)
  end do
end subroutine

! What a function gives is taken to be an element.
! CHECK: "function":"called_operand","idiom":"ddot","reason":"like ddot, but the call of `weight` at line [[@LINE+7]] is not part of it"
subroutine called_operand(n, x, s)
  integer :: n, i
  real(8) :: x(n), s
  real(8), external :: weight

  do i = 1, n
    s = s + weight(i)*x(i)
  end do
end subroutine

! CHECK: "function":"volatile_bound","idiom":"ddot","reason":"like ddot, but the access at line [[@LINE+7]] is volatile or atomic"
subroutine volatile_bound(bound, x, y, s)
  integer :: i
  integer, volatile :: bound
  real(8) :: x(*), y(*), s

  i = 1
  do while (i <= bound)
    s = s + x(i)*y(i)
    i = i + 1
  end do
end subroutine

! Nothing is near: no idiom is left when the condition goes.
! CHECK: "function":"unlike","idiom":"","reason":"resembles no idiom of the libraries"
subroutine unlike(n, x, y)
  integer :: n, i
  real(8) :: x(n), y(n)
  do i = 2, n
    if (x(i) > 0) y(i) = sqrt(y(i - 1)) + tanh(x(i))
  end do
end subroutine
