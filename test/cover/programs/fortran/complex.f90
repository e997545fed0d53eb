! Complex numbers: sums, products, conjugates in every place.

! serves: dotu
subroutine complex_dot(n, x, y, s)
  integer, intent(in) :: n
  complex(8), intent(in) :: x(n), y(n)
  complex(8), intent(out) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + x(i)*y(i)
  end do
end subroutine

! serves: dotc
subroutine complex_dot_conjugate(n, x, y, s)
  integer, intent(in) :: n
  complex(8), intent(in) :: x(n), y(n)
  complex(8), intent(inout) :: s
  complex(8) :: t
  integer :: i
  t = (0d0, 0d0)
  do i = 1, n
    t = t + y(i)*conjg(x(i))
  end do
  s = s - t
end subroutine

! serves: dotc
subroutine complex_dot_intrinsic(n, x, y, s)
  integer, intent(in) :: n
  complex(8), intent(in) :: x(n), y(n)
  complex(8), intent(out) :: s
  s = dot_product(x, y)
end subroutine

! serves: dotu
subroutine complex_dot_conjugated_twice(n, x, y, s)
  integer, intent(in) :: n
  complex(4), intent(in) :: x(n), y(n)
  complex(4), intent(out) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + conjg(conjg(x(i)))*y(i)
  end do
end subroutine

! serves: dotc
subroutine complex_norm(n, x, s)
  integer, intent(in) :: n
  complex(4), intent(in) :: x(n)
  complex(4), intent(out) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + conjg(x(i))*x(i)
  end do
end subroutine

! serves: axpy
subroutine complex_axpy(n, alpha, x, y)
  integer, intent(in) :: n
  complex(8), intent(in) :: alpha, x(n)
  complex(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + alpha*x(i)
  end do
end subroutine

! serves: axpy
subroutine complex_axpy_conjugated_factor(n, alpha, x, y)
  integer, intent(in) :: n
  complex(8), intent(in) :: alpha, x(n)
  complex(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) - 3*conjg(alpha)*x(i)
  end do
end subroutine

! serves: axpy
subroutine complex_axpy_real_factor(n, alpha, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: alpha
  complex(8), intent(in) :: x(n)
  complex(8), intent(inout) :: y(n)
  y = y + alpha*x
end subroutine

! serves: axpy
subroutine complex_axpy_of_parts(n, p, x, y)
  integer, intent(in) :: n
  real(4), intent(in) :: p
  complex(4), intent(in) :: x(n)
  complex(4), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + cmplx(2*p, -p)*(0.0, 1.0)*x(i)
  end do
end subroutine

! serves: axpy
subroutine complex_axpy_strided(n, incx, incy, alpha, x, y)
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: alpha, x(*)
  complex(8), intent(inout) :: y(*)
  integer :: i
  do i = 0, n - 1
    y(1 + i*incy) = y(1 + i*incy) + alpha*x(1 + i*incx)
  end do
end subroutine

! serves: scal
subroutine complex_scale(n, alpha, x)
  integer, intent(in) :: n
  complex(8), intent(in) :: alpha
  complex(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = alpha*x(i)
  end do
end subroutine

! serves: gemv
subroutine complex_matrix_vector(m, n, a, lda, x, y)
  integer, intent(in) :: m, n, lda
  complex(8), intent(in) :: a(lda, n), x(n)
  complex(8), intent(inout) :: y(m)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine

! serves: gemv
subroutine complex_matrix_transposed(m, n, alpha, beta, a, lda, x, y)
  integer, intent(in) :: m, n, lda
  complex(4), intent(in) :: a(lda, n), x(m), alpha, beta
  complex(4), intent(inout) :: y(n)
  complex(4) :: s
  integer :: i, j
  do j = 1, n
    s = 0
    do i = 1, m
      s = s + a(i, j)*x(i)
    end do
    y(j) = alpha*s + beta*y(j)
  end do
end subroutine

! serves: gemv
subroutine complex_matrix_adjoint(m, n, a, lda, x, y)
  integer, intent(in) :: m, n, lda
  complex(8), intent(in) :: a(lda, n), x(m)
  complex(8), intent(out) :: y(n)
  complex(8) :: s
  integer :: i, j
  do j = 1, n
    s = 0
    do i = 1, m
      s = s + conjg(a(i, j))*x(i)
    end do
    y(j) = s
  end do
end subroutine

! serves: geru
subroutine complex_rank_one(m, n, alpha, x, y, a, lda)
  integer, intent(in) :: m, n, lda
  complex(8), intent(in) :: alpha, x(m), y(n)
  complex(8), intent(inout) :: a(lda, n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      a(i, j) = a(i, j) + x(i)*alpha*y(j)
    end do
  end do
end subroutine

! serves: gerc
subroutine complex_rank_one_conjugate(m, n, x, y, a, lda)
  integer, intent(in) :: m, n, lda
  complex(4), intent(in) :: x(m), y(n)
  complex(4), intent(inout) :: a(lda, n)
  complex(4) :: t
  integer :: i, j
  do j = 1, n
    t = conjg(y(j))
    do i = 1, m
      a(i, j) = a(i, j) - t*x(i)
    end do
  end do
end subroutine

! serves: gemm
subroutine complex_matrix_product(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  complex(8), intent(in) :: alpha, beta, a(lda, k), b(ldb, n)
  complex(8), intent(inout) :: c(ldc, n)
  integer :: i, j, l
  do j = 1, n
    do i = 1, m
      c(i, j) = beta*c(i, j)
    end do
    do l = 1, k
      do i = 1, m
        c(i, j) = c(i, j) + alpha*b(l, j)*a(i, l)
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine complex_matrix_product_adjoint(m, n, k, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  complex(8), intent(in) :: a(lda, m), b(ldb, n)
  complex(8), intent(inout) :: c(ldc, n)
  integer :: i, j, l
  do j = 1, n
    do i = 1, m
      do l = 1, k
        c(i, j) = c(i, j) + conjg(a(l, i))*b(l, j)
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine complex_matrix_product_adjoint_right(m, n, k, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  complex(4), intent(in) :: a(lda, k), b(ldb, k)
  complex(4), intent(out) :: c(ldc, n)
  integer :: i, j, l
  do j = 1, n
    do i = 1, m
      c(i, j) = 0
      do l = 1, k
        c(i, j) = c(i, j) + a(i, l)*conjg(b(j, l))
      end do
    end do
  end do
end subroutine

! serves: gemm
subroutine complex_matrix_product_adjoint_both(m, n, k, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  complex(8), intent(in) :: a(lda, m), b(ldb, k)
  complex(8), intent(inout) :: c(ldc, n)
  integer :: i, j, l
  do l = 1, k
    do j = 1, n
      do i = 1, m
        c(i, j) = c(i, j) + conjg(a(l, i)*b(j, l))
      end do
    end do
  end do
end subroutine

! serves: herk
subroutine complex_rank_k(n, k, a, lda, c, ldc)
  integer, intent(in) :: n, k, lda, ldc
  complex(8), intent(in) :: a(lda, k)
  complex(8), intent(inout) :: c(ldc, n)
  integer :: i, j, l
  do j = 1, n
    do i = j, n
      do l = 1, k
        c(i, j) = c(i, j) + a(i, l)*conjg(a(j, l))
      end do
    end do
  end do
end subroutine

! serves: herk
subroutine complex_rank_k_columns(n, k, a, lda, c, ldc)
  integer, intent(in) :: n, k, lda, ldc
  complex(4), intent(in) :: a(lda, n)
  complex(4), intent(out) :: c(ldc, n)
  complex(4) :: s
  integer :: i, j, l
  do j = 1, n
    do i = 1, j
      s = 0
      do l = 1, k
        s = s + conjg(a(l, i))*a(l, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine

! none: no routine takes the conjugate of the vector that it adds
subroutine complex_axpy_conjugate(n, alpha, x, y)
  integer, intent(in) :: n
  complex(8), intent(in) :: alpha, x(n)
  complex(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + alpha*conjg(x(i))
  end do
end subroutine

! none: the parts of x are exchanged
subroutine complex_axpy_exchanged(n, alpha, x, y)
  integer, intent(in) :: n
  complex(8), intent(in) :: alpha, x(n)
  complex(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + alpha*cmplx(aimag(x(i)), real(x(i)), 8)
  end do
end subroutine

! none: only the real part is scaled
subroutine complex_axpy_part(n, alpha, x, y)
  integer, intent(in) :: n
  complex(8), intent(in) :: x(n)
  real(8), intent(in) :: alpha
  complex(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + cmplx(alpha*real(x(i)), aimag(x(i)), 8)
  end do
end subroutine

! none: real parts alone
subroutine complex_dot_real_parts(n, x, y, s)
  integer, intent(in) :: n
  complex(8), intent(in) :: x(n), y(n)
  complex(8), intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + real(x(i))*real(y(i))
  end do
end subroutine

! none: real times complex, element by element
subroutine complex_dot_mixed(n, x, y, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  complex(8), intent(in) :: y(n)
  complex(8), intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + x(i)*y(i)
  end do
end subroutine

! none: the sum so far is conjugated again and again
subroutine complex_dot_alternating(n, x, y, s)
  integer, intent(in) :: n
  complex(8), intent(in) :: x(n), y(n)
  complex(8), intent(inout) :: s
  integer :: i
  do i = 1, n
    s = conjg(s) + x(i)*y(i)
  end do
end subroutine

! none: BLAS conjugates a matrix only where it transposes it
subroutine complex_matrix_conjugate(m, n, a, lda, x, y)
  integer, intent(in) :: m, n, lda
  complex(8), intent(in) :: a(lda, n), x(n)
  complex(8), intent(inout) :: y(m)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      y(i) = y(i) + conjg(a(i, j))*x(j)
    end do
  end do
end subroutine

! none: gerc conjugates the other vector
subroutine complex_rank_one_other(m, n, x, y, a, lda)
  integer, intent(in) :: m, n, lda
  complex(8), intent(in) :: x(m), y(n)
  complex(8), intent(inout) :: a(lda, n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      a(i, j) = a(i, j) + conjg(x(i))*y(j)
    end do
  end do
end subroutine

! none: the conjugate is on the wrong side of the triangle
subroutine complex_rank_k_other(n, k, a, lda, c, ldc)
  integer, intent(in) :: n, k, lda, ldc
  complex(8), intent(in) :: a(lda, k)
  complex(8), intent(inout) :: c(ldc, n)
  integer :: i, j, l
  do j = 1, n
    do i = 1, j
      do l = 1, k
        c(i, j) = c(i, j) + conjg(a(i, l))*a(j, l)
      end do
    end do
  end do
end subroutine

! none: the imaginary parts become 0 in between
subroutine complex_scale_real(n, alpha, x)
  integer, intent(in) :: n
  complex(8), intent(in) :: alpha
  complex(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i)%im = 0
    x(i) = alpha*x(i)
  end do
end subroutine
