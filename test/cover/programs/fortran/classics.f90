! Kernels that many codes have had for decades.

! serves: axpy
! data: diagonal a lda
subroutine dgefa_columns(a, lda, n)
  integer :: lda, n, k, j, i
  real(8) :: a(lda, *), t
  do k = 1, n - 1
    t = -1d0/a(k, k)
    a(k+1:n, k) = t*a(k+1:n, k)
    do j = k + 1, n
      t = a(k, j)
      do i = k + 1, n
        a(i, j) = a(i, j) + t*a(i, k)
      end do
    end do
  end do
end subroutine

! serves: gemv
subroutine matvec_nas(n, lda, a, x, y)
  integer :: n, lda, i, j
  real(8) :: a(lda, *), x(*), y(*), sum
  do j = 1, n
    sum = 0.d0
    do i = 1, n
      sum = sum + a(i, j)*x(i)
    end do
    y(j) = sum
  end do
end subroutine

! serves: gemv
subroutine dmxpy(n1, n2, lda, y, x, m)
  integer :: n1, n2, lda, i, j
  real(8) :: y(*), x(*), m(lda, *)
  do j = 1, n2
    do i = 1, n1
      y(i) = y(i) + x(j)*m(i, j)
    end do
  end do
end subroutine

! serves: gemv
subroutine dmxpy4(n1, n2, lda, y, x, m)
  integer :: n1, n2, lda, i, j, jmin
  real(8) :: y(*), x(*), m(lda, *)
  j = mod(n2, 2)
  if (j >= 1) then
    do i = 1, n1
      y(i) = y(i) + x(j)*m(i, j)
    end do
  end if
  j = mod(n2, 4)
  if (j >= 2) then
    do i = 1, n1
      y(i) = y(i) + x(j-1)*m(i, j-1) + x(j)*m(i, j)
    end do
  end if
  jmin = j + 4
  do j = jmin, n2, 4
    do i = 1, n1
      y(i) = (((y(i) + x(j-3)*m(i, j-3)) + x(j-2)*m(i, j-2)) + x(j-1)*m(i, j-1)) + x(j)*m(i, j)
    end do
  end do
end subroutine

! serves: gemm
subroutine mat1(n, lda, a, b, c)
  integer :: n, lda, i, j, k
  real(8) :: a(lda, *), b(lda, *), c(lda, *)
  c(1:n, 1:n) = 0d0
  do k = 1, n
    do j = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine columns_by_sums(m, n, l, lda, a, b, c)
  integer :: m, n, l, lda, i, j
  real(8) :: a(lda, *), b(lda, *), c(lda, *)
  do j = 1, n
    do i = 1, m
      c(i, j) = sum(a(i, 1:l)*b(1:l, j))
    end do
  end do
end subroutine

! serves: gemm
subroutine columns_by_dot(m, n, l, lda, a, b, c)
  integer :: m, n, l, lda, i, j
  real(8) :: a(lda, *), b(lda, *), c(lda, *)
  do j = 1, n
    do i = 1, m
      c(i, j) = dot_product(a(1:l, i), b(1:l, j))
    end do
  end do
end subroutine

! serves: syrk
subroutine overlap_matrix(n, m, lda, a, s)
  integer :: n, m, lda, i, j, k
  real(8) :: a(lda, *), s(lda, *), t
  do i = 1, n
    do j = 1, i
      t = 0d0
      do k = 1, m
        t = t + a(k, i)*a(k, j)
      end do
      s(i, j) = t
      s(j, i) = t
    end do
  end do
end subroutine

! serves: gemm gemm
subroutine half_transforms(n, lda, c, h, t, f)
  integer :: n, lda, i, j, k
  real(8) :: c(lda, *), h(lda, *), t(lda, *), f(lda, *)
  do i = 1, n
    do j = 1, n
      t(i, j) = 0
      do k = 1, n
        t(i, j) = t(i, j) + h(i, k)*c(k, j)
      end do
    end do
  end do
  do i = 1, n
    do j = 1, n
      f(i, j) = 0
      do k = 1, n
        f(i, j) = f(i, j) + c(k, i)*t(k, j)
      end do
    end do
  end do
end subroutine

! serves: dot
subroutine trace_of_product(n, lda, a, b, tr)
  integer :: n, lda, i, j
  real(8) :: a(lda, *), b(lda, *), tr
  tr = 0
  do i = 1, n
    do j = 1, n
      tr = tr + a(i, j)*b(j, i)
    end do
  end do
end subroutine

! serves: symv
subroutine symv_packed_lower(n, lda, a, x, y)
  integer :: n, lda, i, j
  real(8) :: a(lda, *), x(*), y(*)
  do i = 1, n
    y(i) = 0
  end do
  do j = 1, n
    y(j) = y(j) + a(j, j)*x(j)
    do i = j + 1, n
      y(i) = y(i) + a(i, j)*x(j)
      y(j) = y(j) + a(i, j)*x(i)
    end do
  end do
end subroutine
