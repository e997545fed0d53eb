! RUN: smr-flang --smr-library=%exact -O2 -c %s -o %t.o --smr-report=%t.json && FileCheck %s --input-file=%t.json
! Guards say what they check in the words of the source, whatever the bounds are made of.

! CHECK: "function":"clipped",{{.*}}"guards":["min(100,hi) >= max(3,lo)"]
! CHECK: "function":"called",{{.*}}"guards":["int(the result of f at line 19) >= 1"]
! CHECK: "function":"whole",{{.*}}"guards":[{{.*}}"ubound(x,1) >= lbound(x,1)",
subroutine clipped(x, y, lo, hi)
  real(8) :: x(*), y(*)
  integer :: lo, hi, k
  do k = max(lo, 3), min(hi, 100)
    y(k) = y(k) + 2*x(k)
  end do
end subroutine

subroutine called(x, y, n)
  real(8) :: x(*), y(*)
  integer :: n, k
  real, external :: f
  do k = 1, int(f(n))
    y(k) = y(k) + 2*x(k)
  end do
end subroutine

subroutine whole(x, y)
  real(8), allocatable :: x(:), y(:)
  integer :: i, j
  do j = 1, 10
    do i = lbound(x, 1), ubound(x, 1)
      y(i) = y(i) + 3*x(i)
    end do
  end do
end subroutine
