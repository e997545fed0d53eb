! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: smr-flang -O2 --smr-costs=none --smr-report=r.json %s -o sums && ./sums | FileCheck %s
! RUN: FileCheck %s --input-file=r.json --check-prefix=CALLS
! Integers of Fortran do not overflow, but shifts move bits out: shiftl(n, 2) may be less than n, and that of
! shiftr(n, 2) is n rounded down to a multiple, of negative numbers as well.

! CALLS: "function":"blocks","idiom":"ddot"{{.*}}"guards":["n >= 1"]
! CALLS: "function":"moved","idiom":"ddot"{{.*}}"4*n fits 32 bits"
! CALLS: "missed"
! CHECK: 1: 1 4
! CHECK: 4: 4 16
! CHECK: 7: 7 28
! CHECK: -1: 3 0
! CHECK: -6: 2 0
! CHECK: 1073741825: 4
subroutine blocks(n, x, y, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(-40:*), y(-40:*)
  real(8), intent(out) :: s
  integer :: i, p
  s = 0
  p = shiftl(shiftr(n, 2), 2)
  do i = 1, p, 4
    s = s + x(i)*y(i) + x(i + 1)*y(i + 1) + x(i + 2)*y(i + 2) + x(i + 3)*y(i + 3)
  end do
  do i = p + 1, n
    s = s + x(i)*y(i)
  end do
end subroutine
subroutine moved(n, x, y, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(-40:*), y(-40:*)
  real(8), intent(out) :: s
  integer :: i
  s = 0
  do i = 1, shiftl(n, 2)
    s = s + x(i)*y(i)
  end do
end subroutine
program main
  integer, parameter :: n(5) = [1, 4, 7, -1, -6]
  real(8) :: x(-40:40), y(-40:40), s, t
  integer :: k
  x = 1
  y = 1
  do k = 1, 5
    call blocks(n(k), x, y, s)
    call moved(n(k), x, y, t)
    print '(i0,": ",i0,1x,i0)', n(k), nint(s), nint(t)
  end do
  call moved(2**30 + 1, x, y, t)
  print '(i0,": ",i0)', 2**30 + 1, nint(t)
end program
