! Products of a matrix and a vector, rank-one updates, and several of them in one nest.

! serves: gemv
subroutine gemv_rows(m, n, a, lda, x, y)
  integer, intent(in) :: m, n, lda
  real(8), intent(in) :: a(lda, n), x(n)
  real(8), intent(out) :: y(m)
  real(8) :: s
  integer :: i, j
  do i = 1, m
    s = 0
    do j = 1, n
      s = s + a(i, j)*x(j)
    end do
    y(i) = s
  end do
end subroutine

! serves: gemv
subroutine gemv_columns(m, n, alpha, a, lda, x, beta, y)
  integer, intent(in) :: m, n, lda
  real(8), intent(in) :: alpha, a(lda, n), x(n), beta
  real(8), intent(inout) :: y(m)
  real(8) :: t
  integer :: i, j
  do i = 1, m
    y(i) = beta*y(i)
  end do
  do j = 1, n
    t = alpha*x(j)
    do i = 1, m
      y(i) = y(i) + t*a(i, j)
    end do
  end do
end subroutine

! serves: gemv
subroutine gemv_columns_skipping(m, n, alpha, a, lda, x, y)
  integer, intent(in) :: m, n, lda
  real(8), intent(in) :: alpha, a(lda, n), x(n)
  real(8), intent(inout) :: y(m)
  real(8) :: t
  integer :: i, j
  do j = 1, n
    if (x(j) /= 0) then
      t = alpha*x(j)
      do i = 1, m
        y(i) = y(i) + t*a(i, j)
      end do
    end if
  end do
end subroutine

! serves: gemv
subroutine gemv_transposed(m, n, a, lda, x, y)
  integer, intent(in) :: m, n, lda
  real(8), intent(in) :: a(lda, n), x(m)
  real(8), intent(inout) :: y(n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      y(j) = y(j) + a(i, j)*x(i)
    end do
  end do
end subroutine

! serves: gemv
subroutine gemv_array_columns(m, n, a, lda, x, y)
  integer, intent(in) :: m, n, lda
  real(8), intent(in) :: a(lda, n), x(n)
  real(8), intent(inout) :: y(m)
  integer :: j
  do j = 1, n
    y(1:m) = y(1:m) - x(j)*a(1:m, j)
  end do
end subroutine

! serves: gemv
subroutine gemv_linear(m, n, a, x, y)
  integer, intent(in) :: m, n
  real(8), intent(in) :: a(*), x(n)
  real(8), intent(inout) :: y(m)
  integer :: i, j
  do i = 1, m
    do j = 1, n
      y(i) = y(i) + a((j - 1)*m + i)*x(j)
    end do
  end do
end subroutine

! serves: gemv
subroutine gemv_residual(m, n, a, lda, x, b, r)
  integer, intent(in) :: m, n, lda
  real(8), intent(in) :: a(lda, n), x(n), b(m)
  real(8), intent(out) :: r(m)
  integer :: i, j
  do i = 1, m
    r(i) = b(i)
    do j = 1, n
      r(i) = r(i) - a(i, j)*x(j)
    end do
  end do
end subroutine

! serves: gemv
subroutine gemv_into_row(m, n, a, lda, x, row, b, ldb)
  integer, intent(in) :: m, n, lda, row, ldb
  real(8), intent(in) :: a(lda, n), x(n)
  real(8), intent(inout) :: b(ldb, *)
  real(8) :: s
  integer :: i, j
  do i = 1, m
    s = 0
    do j = 1, n
      s = s + a(i, j)*x(j)
    end do
    b(row + 1, i) = s
  end do
end subroutine

! serves: gemv
subroutine column_means(m, n, a, lda, mean)
  integer, intent(in) :: m, n, lda
  real(8), intent(in) :: a(lda, n)
  real(8), intent(out) :: mean(n)
  integer :: i, j
  do j = 1, n
    mean(j) = 0
    do i = 1, m
      mean(j) = mean(j) + a(i, j)
    end do
    mean(j) = mean(j)/m
  end do
end subroutine

! serves: gemv
subroutine intrinsic_matvec(m, n, a, x, y)
  integer, intent(in) :: m, n
  real(8), intent(in) :: a(m, n), x(n)
  real(8), intent(out) :: y(m)
  y = matmul(a, x)
end subroutine

! serves: gemv gemv
subroutine sum_of_products(n, alpha, a, b, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: alpha, a(n, n), b(n, n), x(n)
  real(8), intent(inout) :: y(n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      y(i) = y(i) + alpha*(a(i, j) + b(i, j))*x(j)
    end do
  end do
end subroutine

! serves: gemv gemv axpby
subroutine gesummv(n, alpha, beta, a, b, t, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: alpha, beta, a(n, n), b(n, n), x(n)
  real(8), intent(inout) :: t(n), y(n)
  integer :: i, j
  do i = 1, n
    t(i) = 0
    y(i) = 0
    do j = 1, n
      t(i) = a(j, i)*x(j) + t(i)
      y(i) = b(j, i)*x(j) + y(i)
    end do
    y(i) = alpha*t(i) + beta*y(i)
  end do
end subroutine

! serves: gemv gemv
subroutine atax(m, n, a, x, y, t)
  integer, intent(in) :: m, n
  real(8), intent(in) :: a(n, m), x(n)
  real(8), intent(inout) :: y(n), t(m)
  integer :: i, j
  do i = 1, n
    y(i) = 0
  end do
  do i = 1, m
    t(i) = 0
    do j = 1, n
      t(i) = t(i) + a(j, i)*x(j)
    end do
    do j = 1, n
      y(j) = y(j) + a(j, i)*t(i)
    end do
  end do
end subroutine

! serves: gemv gemv
subroutine bicg(m, n, a, s, q, p, r)
  integer, intent(in) :: m, n
  real(8), intent(in) :: a(m, n), p(m), r(n)
  real(8), intent(inout) :: s(m), q(n)
  integer :: i, j
  do i = 1, m
    s(i) = 0
  end do
  do i = 1, n
    q(i) = 0
    do j = 1, m
      s(j) = s(j) + r(i)*a(j, i)
      q(i) = q(i) + a(j, i)*p(j)
    end do
  end do
end subroutine

! serves: gemv gemv
subroutine mvt(n, x1, x2, y1, y2, a)
  integer, intent(in) :: n
  real(8), intent(in) :: y1(n), y2(n), a(n, n)
  real(8), intent(inout) :: x1(n), x2(n)
  integer :: i, j
  do i = 1, n
    do j = 1, n
      x1(i) = x1(i) + a(j, i)*y1(j)
      x2(i) = x2(i) + a(i, j)*y2(j)
    end do
  end do
end subroutine

! serves: ger ger gemv axpby gemv
subroutine gemver(n, alpha, beta, a, u1, v1, u2, v2, w, x, y, z)
  integer, intent(in) :: n
  real(8), intent(in) :: alpha, beta, u1(n), v1(n), u2(n), v2(n), y(n), z(n)
  real(8), intent(inout) :: a(n, n), w(n), x(n)
  integer :: i, j
  do i = 1, n
    do j = 1, n
      a(j, i) = a(j, i) + u1(i)*v1(j) + u2(i)*v2(j)
    end do
  end do
  do i = 1, n
    do j = 1, n
      x(i) = x(i) + beta*a(i, j)*y(j)
    end do
  end do
  do i = 1, n
    x(i) = x(i) + z(i)
  end do
  do i = 1, n
    do j = 1, n
      w(i) = w(i) + alpha*a(j, i)*x(j)
    end do
  end do
end subroutine

! serves: ger
subroutine ger_plain(m, n, alpha, x, y, a, lda)
  integer, intent(in) :: m, n, lda
  real(8), intent(in) :: alpha, x(m), y(n)
  real(8), intent(inout) :: a(lda, n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      a(i, j) = a(i, j) + alpha*x(i)*y(j)
    end do
  end do
end subroutine

! serves: ger
subroutine ger_columns_of_other(n, p, b, ldb, a, lda)
  integer, intent(in) :: n, p, ldb, lda
  real(8), intent(in) :: b(ldb, *)
  real(8), intent(inout) :: a(lda, *)
  integer :: i, j
  do i = 1, n
    do j = 1, n
      a(i, j) = a(i, j) - b(i, p + 1)*b(p + 1, j)
    end do
  end do
end subroutine

! serves: ger
subroutine ger_array(m, n, x, y, a)
  integer, intent(in) :: m, n
  real(8), intent(in) :: x(m), y(n)
  real(8), intent(inout) :: a(m, n)
  integer :: j
  do j = 1, n
    a(:, j) = a(:, j) + x*y(j)
  end do
end subroutine

! serves: symv
subroutine symv_upper(n, alpha, a, lda, x, y)
  integer, intent(in) :: n, lda
  real(8), intent(in) :: alpha, a(lda, n), x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t1, t2
  integer :: i, j
  do j = 1, n
    t1 = alpha*x(j)
    t2 = 0
    do i = 1, j - 1
      y(i) = y(i) + t1*a(i, j)
      t2 = t2 + a(i, j)*x(i)
    end do
    y(j) = y(j) + t1*a(j, j) + alpha*t2
  end do
end subroutine

! serves: trmv
subroutine trmv_upper(n, a, lda, x)
  integer, intent(in) :: n, lda
  real(8), intent(in) :: a(lda, n)
  real(8), intent(inout) :: x(n)
  integer :: i, j
  do j = 1, n
    do i = 1, j - 1
      x(i) = x(i) + x(j)*a(i, j)
    end do
    x(j) = x(j)*a(j, j)
  end do
end subroutine

! serves: trmv
subroutine trmv_guarded(n, a, lda, x, y)
  integer, intent(in) :: n, lda
  real(8), intent(in) :: a(lda, n), x(n)
  real(8), intent(out) :: y(n)
  integer :: i, j
  do i = 1, n
    y(i) = 0
    do j = 1, n
      if (j >= i) y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine
