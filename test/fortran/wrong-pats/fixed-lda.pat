// The idiom's arrays have any leading dimension; the call takes the row counts for it.
Fortran {
  subroutine gemm(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine gemm(m, n, k, a, lda, b, ldb, c, ldc)
    integer :: m, n, k, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dgemm('N', 'N', m, n, k, 1.0d0, a, m, b, k, 1.0d0, c, m)
  end subroutine
}
name "wrong-lda" link "openblas"
