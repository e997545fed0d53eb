! Explicit shapes with leading dimensions; assumed size.
! EXPECT: func @_QPgemm(%0: ptr unique "n"
! EXPECT: for<inclusive>
! EXPECT: for<inclusive>
! EXPECT: for<inclusive>
! EXPECT: = addr
! EXPECT: fmul<contract>
! EXPECT: return
subroutine gemm(n, m, k, alpha, beta, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: n, m, k, lda, ldb, ldc
  real(8), intent(in) :: alpha, beta, a(lda, *), b(ldb, k)
  real(8) :: c(ldc, n)
  integer i, j, l
  do j = 1, n
    do i = 1, m
      c(i, j) = beta*c(i, j)
      do l = 1, k
        c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
      end do
    end do
  end do
end subroutine
