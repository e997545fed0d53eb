! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: smr-flang -O2 --smr-costs=none --smr-report=r.json %s -o solve && ./solve | FileCheck %s
! RUN: ./solve | FileCheck %s
! RUN: env SMR_RT=off ./solve | FileCheck %s
! RUN: FileCheck %s --input-file=r.json --check-prefix=CALLS
! Two sums and what is done with each of them are one plan. The loops of the other branch find their running indices as
! these begin, not as the calls leave them.

! CALLS-COUNT-2: "function":"solve","idiom":"ddot","library"
! CHECK: 2 5 12 29 70 169
! CHECK-NEXT: 2 5 12 29 70 169
program main
  implicit none
  integer, parameter :: n = 6
  real(8) :: b(n, n), y(n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      b(i, j) = merge(-2, merge(-1, 0, i == j + 2), i == j + 1)
    end do
  end do
  y = 0
  y(1) = 2
  y(2) = 1
  call solve(n, 0, b, y)
  print '(6(i0,1x))', nint(y)
  b = b(n:1:-1, n:1:-1) ! strides below zero, which no call has
  y = 0
  y(1) = 2
  y(2) = 1
  call solve(n, 0, b(n:1:-1, n:1:-1), y)
  print '(6(i0,1x))', nint(y)
contains
  subroutine solve(n, first, b, y)
    integer :: n, first, i, j, at
    real(8) :: b(:, :), y(:), s, t
    integer :: other
    do i = 1, n, 2
      s = 0
      at = first + 1
      do j = 1, i - 1
        s = s - b(i, j) * y(at)
        at = at + 1
      end do
      y(first + i) = y(first + i) + s
      t = 0
      other = first + 1
      do j = 1, i
        t = t - b(i + 1, j) * y(other)
        other = other + 1
      end do
      y(first + i + 1) = y(first + i + 1) + t
    end do
  end subroutine
end program
