! The reference BLAS has what is left of n / 5 first. Numbers are small integers, so sums are exact in any order.
module rest_first
  implicit none
contains
  subroutine dot(n, x, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(*), y(*)
    real(8), intent(out) :: s
    real(8) :: t
    integer :: i, m
    t = 0
    m = mod(n, 5)
    do i = 1, m
      t = t + x(i)*y(i)
    end do
    do i = m + 1, n, 5
      t = t + x(i)*y(i) + x(i + 1)*y(i + 1) + x(i + 2)*y(i + 2) + x(i + 3)*y(i + 3) + x(i + 4)*y(i + 4)
    end do
    s = t
  end subroutine
  subroutine with_returns(n, x, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(*), y(*)
    real(8), intent(out) :: s
    integer :: i, m
    s = 0
    if (n <= 0) return
    m = mod(n, 4)
    if (m /= 0) then
      do i = 1, m
        s = s + x(i)*y(i)
      end do
      if (n < 4) return
    end if
    do i = m + 1, n, 4
      s = s + x(i)*y(i) + x(i + 1)*y(i + 1) + x(i + 2)*y(i + 2) + x(i + 3)*y(i + 3)
    end do
  end subroutine
  subroutine columns(m, n, a, lda, x, y)
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
end module

program run
  use rest_first
  implicit none
  integer, parameter :: most = 6004, rows = 70
  real(8) :: x(most), y(most), a(rows, most), z(rows), s, t
  integer :: n, k
  x = [(mod(k*7, 11) - 5, k = 1, most)]
  y = [(mod(k*5, 13) - 6, k = 1, most)]
  do k = 1, most
    a(:, k) = [(mod(n*3 + k*5, 9) - 4, n = 1, rows)]
  end do
  do n = -1, 40
    call all_of(n)
  end do
  do n = 6000, most
    call all_of(n)
  end do
contains
  subroutine all_of(count)
    integer, intent(in) :: count
    z = 0
    call dot(count, x, y, s)
    call with_returns(count, x, y, t)
    call columns(rows - 1, min(count, 203), a, rows, x, z)
    print '(i5, 3f12.0)', count, s, t, sum(z*y(1:rows))
  end subroutine
end program
