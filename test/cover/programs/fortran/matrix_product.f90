! Products of matrices: every order of the loops, transpositions, scalar and memory accumulators.

! serves: gemm
subroutine gemm_ijk(m, n, l, alpha, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, l, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda, l), b(ldb, n)
  real(8), intent(inout) :: c(ldc, n)
  integer :: i, j, k
  do i = 1, m
    do j = 1, n
      do k = 1, l
        c(i, j) = c(i, j) + alpha*a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_ikj(m, n, l, alpha, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, l, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda, l), b(ldb, n)
  real(8), intent(inout) :: c(ldc, n)
  integer :: i, j, k
  do i = 1, m
    do k = 1, l
      do j = 1, n
        c(i, j) = c(i, j) + alpha*a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_jik(m, n, l, alpha, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, l, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda, l), b(ldb, n)
  real(8), intent(inout) :: c(ldc, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, m
      do k = 1, l
        c(i, j) = c(i, j) + alpha*a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_jki(m, n, l, alpha, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, l, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda, l), b(ldb, n)
  real(8), intent(inout) :: c(ldc, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, l
      do i = 1, m
        c(i, j) = c(i, j) + alpha*a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_kij(m, n, l, alpha, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, l, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda, l), b(ldb, n)
  real(8), intent(inout) :: c(ldc, n)
  integer :: i, j, k
  do k = 1, l
    do i = 1, m
      do j = 1, n
        c(i, j) = c(i, j) + alpha*a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_kji(m, n, l, alpha, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, l, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda, l), b(ldb, n)
  real(8), intent(inout) :: c(ldc, n)
  integer :: i, j, k
  do k = 1, l
    do j = 1, n
      do i = 1, m
        c(i, j) = c(i, j) + alpha*a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine
! serves: gemm
subroutine gemm_scalar(m, n, l, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, l, lda, ldb, ldc
  real(8), intent(in) :: a(lda, l), b(ldb, n)
  real(8), intent(out) :: c(ldc, n)
  real(8) :: s
  integer :: i, j, k
  do j = 1, n
    do i = 1, m
      s = 0
      do k = 1, l
        s = s + a(i, k)*b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_reference(m, n, l, alpha, a, lda, b, ldb, beta, c, ldc)
  integer, intent(in) :: m, n, l, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda, *), b(ldb, *), beta
  real(8), intent(inout) :: c(ldc, *)
  real(8) :: temp
  integer :: i, j, k
  do j = 1, n
    if (beta == 0.0d0) then
      do i = 1, m
        c(i, j) = 0.0d0
      end do
    else if (beta /= 1.0d0) then
      do i = 1, m
        c(i, j) = beta*c(i, j)
      end do
    end if
    do k = 1, l
      temp = alpha*b(k, j)
      do i = 1, m
        c(i, j) = c(i, j) + temp*a(i, k)
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_skipping(m, n, l, alpha, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, l, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda, *), b(ldb, *)
  real(8), intent(inout) :: c(ldc, *)
  real(8) :: temp
  integer :: i, j, k
  do j = 1, n
    do k = 1, l
      if (b(k, j) /= 0.0d0) then
        temp = alpha*b(k, j)
        do i = 1, m
          c(i, j) = c(i, j) + temp*a(i, k)
        end do
      end if
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_nt(m, n, l, alpha, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, l, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda, l), b(ldb, l)
  real(8), intent(inout) :: c(ldc, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, l
      do i = 1, m
        c(i, j) = c(i, j) - alpha*b(j, k)*a(i, k)
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_tn(m, n, l, alpha, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, l, lda, ldb, ldc
  real(8), intent(in) :: alpha, a(lda, m), b(ldb, n)
  real(8), intent(inout) :: c(ldc, n)
  real(8) :: s
  integer :: i, j, k
  do j = 1, n
    do i = 1, m
      s = 0
      do k = 1, l
        s = s + alpha*a(k, i)*b(k, j)
      end do
      c(i, j) = c(i, j) + s
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_tt(m, n, l, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, l, lda, ldb, ldc
  real(8), intent(in) :: a(lda, m), b(ldb, l)
  real(8), intent(inout) :: c(ldc, n)
  integer :: i, j, k
  do i = 1, m
    do j = 1, n
      c(i, j) = 0
      do k = 1, l
        c(i, j) = c(i, j) + a(k, i)*b(j, k)
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_fixed(a, b, c)
  real(8), intent(in) :: a(40, 32), b(32, 48)
  real(8), intent(inout) :: c(40, 48)
  integer :: i, j, k
  do j = 1, 48
    do k = 1, 32
      do i = 1, 40
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_linear(m, n, l, a, b, c)
  integer, intent(in) :: m, n, l
  real(8), intent(in) :: a(*), b(*)
  real(8), intent(inout) :: c(*)
  integer :: i, j, k
  do j = 0, n - 1
    do i = 0, m - 1
      c(j*m + i + 1) = 0
      do k = 0, l - 1
        c(j*m + i + 1) = c(j*m + i + 1) + a(k*m + i + 1)*b(j*l + k + 1)
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_array_columns(m, n, l, a, b, c)
  integer, intent(in) :: m, n, l
  real(8), intent(in) :: a(m, l), b(l, n)
  real(8), intent(inout) :: c(m, n)
  integer :: j, k
  c = 0
  do j = 1, n
    do k = 1, l
      c(:, j) = c(:, j) + a(:, k)*b(k, j)
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_tiled(n, a, b, c)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), b(n, n)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j, k, jj, kk
  do jj = 1, n, 8
    do kk = 1, n, 8
      do j = jj, min(jj + 7, n)
        do k = kk, min(kk + 7, n)
          do i = 1, n
            c(i, j) = c(i, j) + a(i, k)*b(k, j)
          end do
        end do
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine gemm_unrolled2(m, n, l, a, b, c)
  integer, intent(in) :: m, n, l
  real(8), intent(in) :: a(m, l), b(l, n)
  real(8), intent(inout) :: c(m, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, l - mod(l, 2), 2
      do i = 1, m
        c(i, j) = c(i, j) + a(i, k)*b(k, j) + a(i, k + 1)*b(k + 1, j)
      end do
    end do
    if (mod(l, 2) == 1) then
      do i = 1, m
        c(i, j) = c(i, j) + a(i, l)*b(l, j)
      end do
    end if
  end do
end subroutine

! serves: gemm
subroutine intrinsic_matmul(m, n, l, a, b, c)
  integer, intent(in) :: m, n, l
  real(8), intent(in) :: a(m, l), b(l, n)
  real(8), intent(inout) :: c(m, n)
  c = c + matmul(a, b)
end subroutine

! serves: gemm gemm
subroutine two_mm(ni, nj, nk, nl, alpha, beta, t, a, b, c, d)
  integer, intent(in) :: ni, nj, nk, nl
  real(8), intent(in) :: alpha, beta, a(nk, ni), b(nj, nk), c(nl, nj)
  real(8), intent(inout) :: t(nj, ni), d(nl, ni)
  integer :: i, j, k
  do i = 1, ni
    do j = 1, nj
      t(j, i) = 0
      do k = 1, nk
        t(j, i) = t(j, i) + alpha*a(k, i)*b(j, k)
      end do
    end do
  end do
  do i = 1, ni
    do j = 1, nl
      d(j, i) = d(j, i)*beta
      do k = 1, nj
        d(j, i) = d(j, i) + t(k, i)*c(j, k)
      end do
    end do
  end do
end subroutine

! serves: gemm gemm
subroutine two_products_one_loop(n, p, q, r, s, c)
  integer, intent(in) :: n
  real(8), intent(in) :: p(n, n), q(n, n), r(n, n), s(n, n)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      do k = 1, n
        c(i, j) = c(i, j) + p(i, k)*q(k, j) + r(i, k)*s(k, j)
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine linear_layer(b, t, c, oc, x, w, bias, y)
  integer, intent(in) :: b, t, c, oc
  real(4), intent(in) :: x(c, t, b), w(c, oc), bias(oc)
  real(4), intent(out) :: y(oc, t, b)
  real(4) :: s
  integer :: i, j, k, o
  do i = 1, b
    do j = 1, t
      do o = 1, oc
        s = bias(o)
        do k = 1, c
          s = s + w(k, o)*x(k, j, i)
        end do
        y(o, j, i) = s
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine weight_gradient(b, t, c, oc, dy, x, dw)
  integer, intent(in) :: b, t, c, oc
  real(4), intent(in) :: dy(oc, t, b), x(c, t, b)
  real(4), intent(inout) :: dw(c, oc)
  integer :: i, j, k, o
  do i = 1, b
    do j = 1, t
      do o = 1, oc
        do k = 1, c
          dw(k, o) = dw(k, o) + dy(o, j, i)*x(k, j, i)
        end do
      end do
    end do
  end do
end subroutine

! serves: gemm gemv
subroutine doitgen(nr, nq, np, a, c4, work)
  integer, intent(in) :: nr, nq, np
  real(8), intent(inout) :: a(np, nq, nr), work(np)
  real(8), intent(in) :: c4(np, np)
  integer :: i, j, k, s
  do i = 1, nr
    do j = 1, nq
      do k = 1, np
        work(k) = 0
        do s = 1, np
          work(k) = work(k) + a(s, j, i)*c4(k, s)
        end do
      end do
      do k = 1, np
        a(k, j, i) = work(k)
      end do
    end do
  end do
end subroutine
