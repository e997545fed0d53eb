! RUN: smr-flang --smr-library=%exact -O2 %s -o %t --smr-report=%t.json && FileCheck %s --input-file=%t.json && %t | FileCheck --check-prefix=OUT %s
! RUN: smr-flang --smr-library=%exact -O0 --smr-at-O0 %s -o %t --smr-report=%t.json && FileCheck %s --input-file=%t.json && %t | FileCheck --check-prefix=OUT %s
! Results that are computed behind a loop, and variables in memory between the loop and there: the call takes them along, unless
! somebody else reads them.

! CHECK-DAG: "function":"norm","idiom":"dnrm2","library"
! CHECK-DAG: "function":"norm_square","idiom":"dnrm2-square","library"
! CHECK-DAG: "function":"norm_column","idiom":"dnrm2-inc","library"
! CHECK-DAG: "function":"norm_sum","idiom":"dnrm2-square","library"
! CHECK-DAG: "function":"norm_dot","idiom":"dnrm2","library"
! The sum has another reader: the product stays.
! CHECK-DAG: "function":"both","idiom":"ddot","library"
! CHECK-DAG: "function":"read_again","idiom":"ddot","library"
! The variable is set again before it is read again.
! CHECK-DAG: "function":"reused","idiom":"dnrm2","library"

! OUT: 5.000 5.000 5.000 5.000 5.000 30.000 10.000 12.000 0.000
program behind
  real(8) :: x(2), y(2), a(3, 2), s, norm, norm_square, norm_column, norm_sum, norm_dot, both, read_again, reused
  external norm, norm_square, norm_column, norm_sum, norm_dot, both, read_again, reused
  x = [3, 4]
  a = 1
  a(2, :) = x
  y = 0
  print '(9f8.3)', norm(2, x), norm_square(2, x), norm_column(2, 3, a(2:, :)), norm_sum(2, x), norm_dot(2, x), &
    both(2, x, s), read_again(2, x), reused(2, x), norm(0, y)
end program

real(8) function norm(n, x)
  integer :: n, i
  real(8) :: x(n), s
  s = 0
  do i = 1, n
    s = s + x(i)*x(i)
  end do
  norm = sqrt(s)
end function

real(8) function norm_square(n, x)
  integer :: n, i
  real(8) :: x(n)
  norm_square = 0
  do i = 1, n
    norm_square = norm_square + x(i)**2
  end do
  norm_square = sqrt(norm_square)
end function

real(8) function norm_column(n, lda, a)
  integer :: n, lda, i
  real(8) :: a(*), s
  s = 0
  do i = 1, n
    s = s + a(1 + (i - 1)*2)*a(1 + (i - 1)*2)
  end do
  norm_column = sqrt(s)
end function

real(8) function norm_sum(n, x)
  integer :: n
  real(8) :: x(n)
  norm_sum = sqrt(sum(x**2))
end function

real(8) function norm_dot(n, x)
  integer :: n
  real(8) :: x(n)
  norm_dot = sqrt(dot_product(x, x))
end function

real(8) function both(n, x, s)
  integer :: n, i
  real(8) :: x(n), s, t
  t = 0
  do i = 1, n
    t = t + x(i)*x(i)
  end do
  s = sqrt(t)
  both = s + t
end function

! One root in the graph, two in the code: the second reads the variable again.
real(8) function read_again(n, x)
  integer :: n, i
  real(8) :: x(n), t, r
  t = 0
  do i = 1, n
    t = t + x(i)*x(i)
  end do
  r = sqrt(t)
  if (n > 0) r = r + sqrt(t)
  read_again = r
end function

! The variable is set anew before it is read again.
real(8) function reused(n, x)
  integer :: n, i
  real(8) :: x(n), t, r
  t = 0
  do i = 1, n
    t = t + x(i)*x(i)
  end do
  r = sqrt(t)
  t = 0
  do i = 1, n
    t = t + x(i)
  end do
  reused = r + t
end function
