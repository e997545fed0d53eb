! Near misses: none of these may be served by the routine that it looks like.

! none: the sum runs over b's own diagonal
subroutine gemm_wrong_index(n, a, b, c)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), b(n, n)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      do k = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(k, k)
      end do
    end do
  end do
end subroutine

! none: a sum of elements, no product
subroutine gemm_plus(n, a, b, c)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), b(n, n)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      do k = 1, n
        c(i, j) = c(i, j) + (a(i, k) + b(k, j))
      end do
    end do
  end do
end subroutine

! none: c is one of the operands and is changed while it is read
subroutine gemm_in_place(n, a, c)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      do k = 1, n
        c(i, j) = c(i, j) + a(i, k)*c(k, j)
      end do
    end do
  end do
end subroutine

! none: only the last product stays
subroutine gemm_last_product(n, a, b, c)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), b(n, n)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      do k = 1, n
        c(i, j) = a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine

! none: integers
subroutine gemm_integers(n, a, b, c)
  integer, intent(in) :: n
  integer, intent(in) :: a(n, n), b(n, n)
  integer, intent(inout) :: c(n, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      do k = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine

! none: stops at the first zero
subroutine gemm_with_exit(n, a, b, c)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), b(n, n)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      do k = 1, n
        if (a(i, k) == 0) exit
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine

! none: the elements are told by a list
subroutine gemv_gathered(n, list, a, x, y)
  integer, intent(in) :: n, list(n)
  real(8), intent(in) :: a(n, n), x(*)
  real(8), intent(inout) :: y(n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      y(i) = y(i) + a(i, j)*x(list(j) + 1)
    end do
  end do
end subroutine

! none: x is squared
subroutine gemv_squared(n, a, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), x(n)
  real(8), intent(inout) :: y(n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      y(i) = y(i) + a(i, j)*x(j)**2
    end do
  end do
end subroutine

! none: the sum is not set to zero for the next row
subroutine gemv_running(m, n, a, x, y)
  integer, intent(in) :: m, n
  real(8), intent(in) :: a(m, n), x(n)
  real(8), intent(out) :: y(m)
  real(8) :: s
  integer :: i, j
  s = 0
  do i = 1, m
    do j = 1, n
      s = s + a(i, j)*x(j)
    end do
    y(i) = s
  end do
end subroutine

! none: one term in two, by data
subroutine gemv_masked(n, mask, a, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: mask(n), a(n, n), x(n)
  real(8), intent(inout) :: y(n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      if (mask(i) > x(j)) y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine

! none: the vector is changed while it is read
subroutine gemv_in_place(n, a, x)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: x(n)
  real(8) :: s
  integer :: i, j
  do i = 1, n
    s = 0
    do j = 1, n
      s = s + a(i, j)*x(j)
    end do
    x(i) = s
  end do
end subroutine

! none: the diagonal is missing
subroutine syrk_without_diagonal(n, m, a, c)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, m
      do i = j + 1, n
        c(i, j) = c(i, j) + a(i, k)*a(j, k)
      end do
    end do
  end do
end subroutine

! none: half of syr2k
subroutine syr2k_half(n, m, a, b, c)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), b(n, m)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, m
      do i = j, n
        c(i, j) = c(i, j) + a(i, k)*b(j, k)
      end do
    end do
  end do
end subroutine

! none: multiplied by the diagonal
! data: small l
subroutine trsv_multiplied(n, l, x)
  integer, intent(in) :: n
  real(8), intent(in) :: l(n, n)
  real(8), intent(inout) :: x(n)
  integer :: i, j
  do i = 1, n
    do j = 1, i - 1
      x(i) = x(i) - l(i, j)*x(j)
    end do
    x(i) = x(i)*l(i, i)
  end do
end subroutine

! none: the old elements, no solve
! data: small l
subroutine trsv_backwards_through(n, l, x)
  integer, intent(in) :: n
  real(8), intent(in) :: l(n, n)
  real(8), intent(inout) :: x(n)
  integer :: i, j
  do i = n, 1, -1
    do j = 1, i - 1
      x(i) = x(i) - l(i, j)*x(j)
    end do
    x(i) = x(i)/3
  end do
end subroutine

! none: not a swap
subroutine swap_wrong(n, x, y)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), y(n)
  integer :: i
  do i = 1, n
    x(i) = y(i)
    y(i) = x(i)
  end do
end subroutine

! none: each element needs the one before
subroutine axpy_recurrence(n, alpha, y)
  integer, intent(in) :: n
  real(8), intent(in) :: alpha
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 2, n
    y(i) = y(i) + alpha*y(i - 1)
  end do
end subroutine

! none: the running sum is kept
subroutine scan(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + x(i)
    y(i) = s
  end do
end subroutine

! none: alternating signs by a carried factor
subroutine dot_alternating(n, x, y, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(out) :: s
  real(8) :: factor
  integer :: i
  s = 0
  factor = 1
  do i = 1, n
    s = s + factor*x(i)*y(i)
    factor = -factor
  end do
end subroutine

! none: a polynomial
subroutine horner(n, c, x, p)
  integer, intent(in) :: n
  real(8), intent(in) :: c(n), x
  real(8), intent(out) :: p
  integer :: i
  p = 0
  do i = 1, n
    p = p*x + c(i)
  end do
end subroutine
