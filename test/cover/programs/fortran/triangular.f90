! Triangular systems, factorisations and iterations.

! serves: trsv
! data: diagonal l n
subroutine forward_rows(n, l, x, b)
  integer, intent(in) :: n
  real(8), intent(in) :: l(n, n), b(n)
  real(8), intent(out) :: x(n)
  integer :: i, j
  do i = 1, n
    x(i) = b(i)
    do j = 1, i - 1
      x(i) = x(i) - l(j, i)*x(j)
    end do
    x(i) = x(i)/l(i, i)
  end do
end subroutine

! serves: trsv
! data: diagonal l lda
subroutine forward_columns(n, l, lda, x)
  integer, intent(in) :: n, lda
  real(8), intent(in) :: l(lda, n)
  real(8), intent(inout) :: x(n)
  integer :: i, j
  do j = 1, n
    x(j) = x(j)/l(j, j)
    do i = j + 1, n
      x(i) = x(i) - x(j)*l(i, j)
    end do
  end do
end subroutine

! serves: trsv
! data: diagonal l lda
subroutine forward_columns_skipping(n, l, lda, x)
  integer, intent(in) :: n, lda
  real(8), intent(in) :: l(lda, n)
  real(8), intent(inout) :: x(n)
  real(8) :: t
  integer :: i, j
  do j = 1, n
    if (x(j) /= 0.0d0) then
      x(j) = x(j)/l(j, j)
      t = x(j)
      do i = j + 1, n
        x(i) = x(i) - t*l(i, j)
      end do
    end if
  end do
end subroutine

! serves: trsv
! data: small l
subroutine forward_rows_unit(n, l, lda, x)
  integer, intent(in) :: n, lda
  real(8), intent(in) :: l(lda, n)
  real(8), intent(inout) :: x(n)
  real(8) :: s
  integer :: i, j
  do i = 1, n
    s = x(i)
    do j = 1, i - 1
      s = s - l(i, j)*x(j)
    end do
    x(i) = s
  end do
end subroutine

! serves: trsv
! data: diagonal u lda
subroutine backward_rows(n, u, lda, x)
  integer, intent(in) :: n, lda
  real(8), intent(in) :: u(lda, n)
  real(8), intent(inout) :: x(n)
  real(8) :: s
  integer :: i, j
  do i = n, 1, -1
    s = x(i)
    do j = i + 1, n
      s = s - u(i, j)*x(j)
    end do
    x(i) = s/u(i, i)
  end do
end subroutine

! serves: trsv
! data: diagonal u lda
subroutine backward_columns(n, u, lda, x)
  integer, intent(in) :: n, lda
  real(8), intent(in) :: u(lda, n)
  real(8), intent(inout) :: x(n)
  integer :: i, j
  do j = n, 1, -1
    x(j) = x(j)/u(j, j)
    do i = 1, j - 1
      x(i) = x(i) - x(j)*u(i, j)
    end do
  end do
end subroutine

! serves: trsv
! data: small u
subroutine backward_columns_unit(n, u, lda, x)
  integer, intent(in) :: n, lda
  real(8), intent(in) :: u(lda, n)
  real(8), intent(inout) :: x(n)
  integer :: j
  do j = n, 2, -1
    x(1:j - 1) = x(1:j - 1) - x(j)*u(1:j - 1, j)
  end do
end subroutine

! serves: trsm
! data: diagonal l lda
subroutine trsm_left(m, n, l, lda, b, ldb)
  integer, intent(in) :: m, n, lda, ldb
  real(8), intent(in) :: l(lda, *)
  real(8), intent(inout) :: b(ldb, *)
  integer :: i, j, k
  do j = 1, n
    do k = 1, m
      b(k, j) = b(k, j)/l(k, k)
      do i = k + 1, m
        b(i, j) = b(i, j) - b(k, j)*l(i, k)
      end do
    end do
  end do
end subroutine

! serves: trsm
! data: diagonal u lda
subroutine trsm_right(m, n, u, lda, b, ldb)
  integer, intent(in) :: m, n, lda, ldb
  real(8), intent(in) :: u(lda, *)
  real(8), intent(inout) :: b(ldb, *)
  integer :: i, j, k
  do j = 1, n
    do k = 1, j - 1
      do i = 1, m
        b(i, j) = b(i, j) - u(k, j)*b(i, k)
      end do
    end do
    do i = 1, m
      b(i, j) = b(i, j)/u(j, j)
    end do
  end do
end subroutine

! serves: getrf
! data: diagonal a lda
subroutine lu_right_looking(n, a, lda)
  integer, intent(in) :: n, lda
  real(8), intent(inout) :: a(lda, n)
  integer :: i, j, k
  do k = 1, n - 1
    do i = k + 1, n
      a(i, k) = a(i, k)/a(k, k)
    end do
    do j = k + 1, n
      do i = k + 1, n
        a(i, j) = a(i, j) - a(i, k)*a(k, j)
      end do
    end do
  end do
end subroutine

! serves: getrf
! data: diagonal a n
subroutine lu(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i, j, k
  do i = 1, n
    do j = 1, i - 1
      do k = 1, j - 1
        a(j, i) = a(j, i) - a(k, i)*a(j, k)
      end do
      a(j, i) = a(j, i)/a(j, j)
    end do
    do j = i, n
      do k = 1, i - 1
        a(j, i) = a(j, i) - a(k, i)*a(j, k)
      end do
    end do
  end do
end subroutine

! serves: potrf
! data: diagonal a n
subroutine cholesky(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, j - 1
      a(j, j) = a(j, j) - a(j, k)*a(j, k)
    end do
    a(j, j) = sqrt(a(j, j))
    do i = j + 1, n
      do k = 1, j - 1
        a(i, j) = a(i, j) - a(i, k)*a(j, k)
      end do
      a(i, j) = a(i, j)/a(j, j)
    end do
  end do
end subroutine

! serves: gemv ger nrm2 axpby
subroutine gram_schmidt(m, n, a, r, q)
  integer, intent(in) :: m, n
  real(8), intent(inout) :: a(m, n), r(n, n), q(m, n)
  real(8) :: s
  integer :: i, j, k
  do k = 1, n
    s = 0
    do i = 1, m
      s = s + a(i, k)*a(i, k)
    end do
    r(k, k) = sqrt(s)
    do i = 1, m
      q(i, k) = a(i, k)/r(k, k)
    end do
    do j = k + 1, n
      r(k, j) = 0
      do i = 1, m
        r(k, j) = r(k, j) + q(i, k)*a(i, j)
      end do
      do i = 1, m
        a(i, j) = a(i, j) - q(i, k)*r(k, j)
      end do
    end do
  end do
end subroutine

! serves: gemv dot axpby axpby dot axpby
! data: diagonal a n
subroutine conjugate_gradient(n, steps, a, b, x, r, p, q)
  integer, intent(in) :: n, steps
  real(8), intent(in) :: a(n, n), b(n)
  real(8), intent(out) :: x(n), r(n), p(n), q(n)
  real(8) :: rr, pq, next, alpha
  integer :: i, j, step
  do i = 1, n
    x(i) = 0
    r(i) = b(i)
    p(i) = b(i)
  end do
  rr = dot_product(r, r)
  do step = 1, steps
    do i = 1, n
      q(i) = 0
    end do
    do j = 1, n
      do i = 1, n
        q(i) = q(i) + a(i, j)*p(j)
      end do
    end do
    pq = 0
    do i = 1, n
      pq = pq + p(i)*q(i)
    end do
    alpha = rr/(pq + 1d-20)
    next = 0
    do i = 1, n
      x(i) = x(i) + alpha*p(i)
      r(i) = r(i) - alpha*q(i)
      next = next + r(i)*r(i)
    end do
    do i = 1, n
      p(i) = r(i) + next/(rr + 1d-20)*p(i)
    end do
    rr = next
  end do
end subroutine

! serves: gemv nrm2 axpby
subroutine power_iteration(n, steps, a, x, y, norm)
  integer, intent(in) :: n, steps
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: x(n), y(n)
  real(8), intent(out) :: norm
  integer :: i, j, step
  norm = 0
  do step = 1, steps
    do i = 1, n
      y(i) = 0
      do j = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
    norm = 0
    do i = 1, n
      norm = norm + y(i)**2
    end do
    norm = sqrt(norm)
    do i = 1, n
      x(i) = y(i)/norm
    end do
  end do
end subroutine

! serves: gemm gemm
subroutine attention(n, d, q, k, v, s, o)
  integer, intent(in) :: n, d
  real(8), intent(in) :: q(d, n), k(d, n), v(d, n)
  real(8), intent(out) :: s(n, n), o(d, n)
  integer :: i, j, c
  real(8) :: total
  do i = 1, n
    do j = 1, n
      s(j, i) = 0
      do c = 1, d
        s(j, i) = s(j, i) + q(c, i)*k(c, j)
      end do
      s(j, i) = exp(s(j, i))
    end do
  end do
  do i = 1, n
    total = 0
    do j = 1, n
      total = total + s(j, i)
    end do
    do j = 1, n
      s(j, i) = s(j, i)/total
    end do
  end do
  do i = 1, n
    do c = 1, d
      o(c, i) = 0
      do j = 1, n
        o(c, i) = o(c, i) + v(c, j)*s(j, i)
      end do
    end do
  end do
end subroutine

! serves: gemv
! data: diagonal a n
subroutine jacobi_sweep(n, a, b, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), b(n), x(n)
  real(8), intent(out) :: y(n)
  real(8) :: s
  integer :: i, j
  do i = 1, n
    s = b(i)
    do j = 1, n
      if (j /= i) s = s - a(i, j)*x(j)
    end do
    y(i) = s/a(i, i)
  end do
end subroutine
