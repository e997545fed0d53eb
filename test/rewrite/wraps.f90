! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: smr-flang -O2 -fwrapv --smr-costs=none --smr-report=r.json %s -o sums && ./sums | FileCheck %s
! RUN: FileCheck %s --input-file=r.json --check-prefix=CALLS
! RUN: env SMR_FLANG_PLUGIN=/nowhere/x.so smr-flang -O2 -fwrapv --smr-costs=none %s -o two && ./two | FileCheck %s
! With -fwrapv an index may wrap around where the operations do not exclude it. The elements are not a vector then, and
! the loops run. Without the option Fortran has no such program, and no guard is needed.
! RUN: smr-flang -O2 -c --smr-costs=none --smr-report=plain.json %s -o plain.o
! RUN: FileCheck %s --input-file=plain.json --check-prefix=PLAIN

! The pass learns of it from DO variables, or from its option.
! RUN: flang -fc1 -emit-fir -O2 -fwrapv %s -o wraps.fir
! RUN: smr-opt --smr-rewrite="costs=none report=pass.json" wraps.fir -o /dev/null
! RUN: FileCheck %s --input-file=pass.json --check-prefix=DO
! RUN: smr-opt --smr-rewrite="costs=none wraps report=pass.json" wraps.fir -o /dev/null
! RUN: FileCheck %s --input-file=pass.json --check-prefix=CALLS

! CALLS: "function":"moved","idiom":"ddot"{{.*}}"32767 >= m + n"
! CALLS: "function":"counted","idiom":"ddot"{{.*}}"32767 >= n + m"
! CALLS: "missed"
! CALLS: "function":"until",{{.*}}"reason":"how often the loop at line [[#]] runs is not known before it"
! DO: "function":"moved","idiom":"ddot"{{.*}}"32767 >= m + n"
! DO: "function":"counted","idiom":"ddot"{{.*}}"32767 >= n + m"
! PLAIN-NOT: 32767
! PLAIN: "function":"moved","idiom":"ddot","library"
! PLAIN-NOT: 32767
! PLAIN: "function":"counted","idiom":"ddot","library"
! PLAIN-NOT: 32767
! PLAIN: "function":"until","idiom":"ddot","library"
! PLAIN-NOT: 32767
! CHECK: 5050 5050 5050
! CHECK-NEXT: 5050 5050 5050
subroutine moved(n, m, x, y, s)
  integer(2), intent(in) :: n, m
  real(8), intent(in) :: x(-32768:*), y(*)
  real(8), intent(inout) :: s
  integer(2) :: i
  do i = 1_2, n
    s = s + x(m + i)*y(i)
  end do
end subroutine
subroutine counted(n, m, x, y, s)
  integer(2), intent(in) :: n, m
  real(8), intent(in) :: x(-32768:*), y(*)
  real(8), intent(inout) :: s
  integer(2) :: i, k
  k = m
  do i = 1_2, n
    k = k + 1_2
    s = s + x(k)*y(i)
  end do
end subroutine
subroutine until(n, m, x, y, s)
  integer(2), intent(in) :: n, m
  real(8), intent(in) :: x(-32768:*), y(*)
  real(8), intent(inout) :: s
  integer(2) :: i
  i = 1_2
  do while (i <= n)
    s = s + x(m + i)*y(i)
    i = i + 1_2
  end do
end subroutine
program main
  integer(2), parameter :: n = 100
  integer(2) :: m(2) = [1_2, 32700_2], k
  real(8) :: x(-32768:33000), y(n), s(3) ! no sum takes the elements after 32767
  integer :: i
  x = 1
  x(32768:) = -1000
  do i = 1, n
    y(i) = i
  end do
  do k = 1, 2
    s = 0
    call moved(n, m(k), x, y, s(1))
    call counted(n, m(k), x, y, s(2))
    call until(n, m(k), x, y, s(3))
    print '(3(i0,1x))', nint(s)
  end do
end program
