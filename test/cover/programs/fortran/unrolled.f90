! Loops that are unrolled by hand, with what is left of the number of iterations first, as the reference BLAS has it.

! serves: dot
real(8) function dot_by_five(n, x, y) result(s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(*), y(*)
  integer :: i, m
  s = 0
  m = mod(n, 5)
  do i = 1, m
    s = s + x(i)*y(i)
  end do
  do i = m + 1, n, 5
    s = s + x(i)*y(i) + x(i + 1)*y(i + 1) + x(i + 2)*y(i + 2) + x(i + 3)*y(i + 3) + x(i + 4)*y(i + 4)
  end do
end function

! serves: dot
real(8) function dot_rest_behind(n, x, y) result(s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(*), y(*)
  integer :: i, m
  s = 0
  m = n - mod(n, 4)
  do i = 1, m, 4
    s = s + x(i)*y(i) + x(i + 1)*y(i + 1) + x(i + 2)*y(i + 2) + x(i + 3)*y(i + 3)
  end do
  do i = m + 1, n
    s = s + x(i)*y(i)
  end do
end function

! serves: asum
real(8) function asum_by_six(n, x) result(s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(*)
  integer :: i, m
  s = 0
  m = mod(n, 6)
  do i = 1, m
    s = s + abs(x(i))
  end do
  do i = m + 1, n, 6
    s = s + abs(x(i)) + abs(x(i + 1)) + abs(x(i + 2)) + abs(x(i + 3)) + abs(x(i + 4)) + abs(x(i + 5))
  end do
end function

! serves: axpy
subroutine axpy_by_four(n, a, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: a, x(*)
  real(8), intent(inout) :: y(*)
  integer :: i, m
  m = mod(n, 4)
  do i = 1, m
    y(i) = y(i) + a*x(i)
  end do
  do i = m + 1, n, 4
    y(i) = y(i) + a*x(i)
    y(i + 1) = y(i + 1) + a*x(i + 1)
    y(i + 2) = y(i + 2) + a*x(i + 2)
    y(i + 3) = y(i + 3) + a*x(i + 3)
  end do
end subroutine

! serves: scal
subroutine scal_by_five(n, a, x)
  integer, intent(in) :: n
  real(8), intent(in) :: a
  real(8), intent(inout) :: x(*)
  integer :: i, m
  m = mod(n, 5)
  do i = 1, m
    x(i) = a*x(i)
  end do
  do i = m + 1, n, 5
    x(i) = a*x(i)
    x(i + 1) = a*x(i + 1)
    x(i + 2) = a*x(i + 2)
    x(i + 3) = a*x(i + 3)
    x(i + 4) = a*x(i + 4)
  end do
end subroutine

! serves: copy
subroutine copy_by_seven(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(*)
  real(8), intent(out) :: y(*)
  integer :: i, m
  m = mod(n, 7)
  do i = 1, m
    y(i) = x(i)
  end do
  do i = m + 1, n, 7
    y(i) = x(i)
    y(i + 1) = x(i + 1)
    y(i + 2) = x(i + 2)
    y(i + 3) = x(i + 3)
    y(i + 4) = x(i + 4)
    y(i + 5) = x(i + 5)
    y(i + 6) = x(i + 6)
  end do
end subroutine

! serves: gemv
subroutine columns_by_four(m, n, a, lda, x, y)
  integer, intent(in) :: m, n, lda
  real(8), intent(in) :: a(lda, *), x(*)
  real(8), intent(inout) :: y(*)
  integer :: i, j, r
  r = mod(n, 4)
  do j = 1, r
    do i = 1, m
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
  do j = r + 1, n, 4
    do i = 1, m
      y(i) = y(i) + a(i, j)*x(j) + a(i, j + 1)*x(j + 1) + a(i, j + 2)*x(j + 2) + a(i, j + 3)*x(j + 3)
    end do
  end do
end subroutine

! none: the rest of fours, and then fives
real(8) function dot_other_rest(n, x, y) result(s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(*), y(*)
  integer :: i, m
  s = 0
  m = mod(n, 4)
  do i = 1, m
    s = s + x(i)*y(i)
  end do
  do i = m + 2, n - 4, 5
    s = s + x(i)*y(i) + x(i + 1)*y(i + 1) + x(i + 2)*y(i + 2) + x(i + 3)*y(i + 3) + x(i + 4)*y(i + 4)
  end do
end function

! none: five at a time, of which one is another element
real(8) function dot_another(n, x, y) result(s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(*), y(*)
  integer :: i, m
  s = 0
  m = mod(n, 5)
  do i = 1, m
    s = s + x(i)*y(i)
  end do
  do i = m + 1, n, 5
    s = s + x(i)*y(i) + x(i + 1)*y(i + 1) + x(i + 2)*y(i + 2) + x(i + 3)*y(i + 3) + x(i + 4)*y(i + 3)
  end do
end function
