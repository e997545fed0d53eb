! Rank-k updates, symmetric and triangular factors, and statistics that are such updates.

! serves: syrk
subroutine syrk(n, m, alpha, beta, c, a)
  integer, intent(in) :: n, m
  real(8), intent(in) :: alpha, beta, a(m, n)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j, k
  do i = 1, n
    do j = 1, i
      c(j, i) = c(j, i)*beta
    end do
    do k = 1, m
      do j = 1, i
        c(j, i) = c(j, i) + alpha*a(k, i)*a(k, j)
      end do
    end do
  end do
end subroutine

! serves: syrk
subroutine syrk_lower(n, m, a, lda, c, ldc)
  integer, intent(in) :: n, m, lda, ldc
  real(8), intent(in) :: a(lda, m)
  real(8), intent(inout) :: c(ldc, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, m
      do i = j, n
        c(i, j) = c(i, j) - a(i, k)*a(j, k)
      end do
    end do
  end do
end subroutine

! serves: syrk
subroutine gram(n, m, a, lda, c, ldc)
  integer, intent(in) :: n, m, lda, ldc
  real(8), intent(in) :: a(lda, n)
  real(8), intent(out) :: c(ldc, n)
  real(8) :: s
  integer :: i, j, k
  do j = 1, n
    do i = 1, j
      s = 0
      do k = 1, m
        s = s + a(k, i)*a(k, j)
      end do
      c(i, j) = s
      c(j, i) = s
    end do
  end do
end subroutine

! serves: syr2k
subroutine syr2k(n, m, alpha, beta, c, a, b)
  integer, intent(in) :: n, m
  real(8), intent(in) :: alpha, beta, a(m, n), b(m, n)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j, k
  do i = 1, n
    do j = 1, i
      c(j, i) = c(j, i)*beta
    end do
    do k = 1, m
      do j = 1, i
        c(j, i) = c(j, i) + a(k, j)*alpha*b(k, i) + b(k, j)*alpha*a(k, i)
      end do
    end do
  end do
end subroutine

! serves: syr
subroutine syr_lower(n, alpha, x, a, lda)
  integer, intent(in) :: n, lda
  real(8), intent(in) :: alpha, x(n)
  real(8), intent(inout) :: a(lda, n)
  integer :: i, j
  do j = 1, n
    do i = j, n
      a(i, j) = a(i, j) + alpha*x(j)*x(i)
    end do
  end do
end subroutine

! serves: syr2
subroutine syr2_lower(n, alpha, x, y, a, lda)
  integer, intent(in) :: n, lda
  real(8), intent(in) :: alpha, x(n), y(n)
  real(8), intent(inout) :: a(lda, n)
  real(8) :: t1, t2
  integer :: i, j
  do j = 1, n
    t1 = alpha*y(j)
    t2 = alpha*x(j)
    do i = j, n
      a(i, j) = a(i, j) + x(i)*t1 + y(i)*t2
    end do
  end do
end subroutine

! serves: symm
subroutine symm(m, n, alpha, beta, c, a, b)
  integer, intent(in) :: m, n
  real(8), intent(in) :: alpha, beta, a(m, m), b(n, m)
  real(8), intent(inout) :: c(n, m)
  real(8) :: t
  integer :: i, j, k
  do i = 1, m
    do j = 1, n
      t = 0
      do k = 1, i - 1
        c(j, k) = c(j, k) + alpha*b(j, i)*a(k, i)
        t = t + b(j, k)*a(k, i)
      end do
      c(j, i) = beta*c(j, i) + alpha*b(j, i)*a(i, i) + alpha*t
    end do
  end do
end subroutine

! serves: symm
subroutine symm_reference(m, n, alpha, a, lda, b, ldb, beta, c, ldc)
  integer, intent(in) :: m, n, lda, ldb, ldc
  real(8), intent(in) :: alpha, beta, a(lda, *), b(ldb, *)
  real(8), intent(inout) :: c(ldc, *)
  real(8) :: t1, t2
  integer :: i, j, k
  do j = 1, n
    do i = 1, m
      t1 = alpha*b(i, j)
      t2 = 0
      do k = 1, i - 1
        c(k, j) = c(k, j) + t1*a(k, i)
        t2 = t2 + b(k, j)*a(k, i)
      end do
      c(i, j) = beta*c(i, j) + t1*a(i, i) + alpha*t2
    end do
  end do
end subroutine

! serves: trmm
subroutine trmm(m, n, alpha, a, b)
  integer, intent(in) :: m, n
  real(8), intent(in) :: alpha, a(m, m)
  real(8), intent(inout) :: b(n, m)
  integer :: i, j, k
  do i = 1, m
    do j = 1, n
      do k = i + 1, m
        b(j, i) = b(j, i) + a(i, k)*b(j, k)
      end do
      b(j, i) = alpha*b(j, i)
    end do
  end do
end subroutine

! serves: trmm
subroutine trmm_columns(m, n, alpha, a, lda, b, ldb)
  integer, intent(in) :: m, n, lda, ldb
  real(8), intent(in) :: alpha, a(lda, *)
  real(8), intent(inout) :: b(ldb, *)
  real(8) :: t
  integer :: i, j, k
  do j = 1, n
    do k = 1, m
      t = alpha*b(k, j)
      do i = 1, k - 1
        b(i, j) = b(i, j) + t*a(i, k)
      end do
      b(k, j) = t*a(k, k)
    end do
  end do
end subroutine

! serves: gemv axpby syrk axpby
subroutine covariance(m, n, data, cov, mean)
  integer, intent(in) :: m, n
  real(8), intent(inout) :: data(m, n), cov(m, m), mean(m)
  integer :: i, j, k
  do j = 1, m
    mean(j) = 0
    do i = 1, n
      mean(j) = mean(j) + data(j, i)
    end do
    mean(j) = mean(j)/n
  end do
  do i = 1, n
    do j = 1, m
      data(j, i) = data(j, i) - mean(j)
    end do
  end do
  do i = 1, m
    do j = i, m
      cov(j, i) = 0
      do k = 1, n
        cov(j, i) = cov(j, i) + data(i, k)*data(j, k)
      end do
      cov(j, i) = cov(j, i)/(n - 1.0d0)
      cov(i, j) = cov(j, i)
    end do
  end do
end subroutine

! serves: gemmt
subroutine correlation_product(m, n, data, corr)
  integer, intent(in) :: m, n
  real(8), intent(in) :: data(m, n)
  real(8), intent(inout) :: corr(m, m)
  integer :: i, j, k
  do i = 1, m - 1
    corr(i, i) = 1
    do j = i + 1, m
      corr(j, i) = 0
      do k = 1, n
        corr(j, i) = corr(j, i) + data(i, k)*data(j, k)
      end do
      corr(i, j) = corr(j, i)
    end do
  end do
  corr(m, m) = 1
end subroutine
