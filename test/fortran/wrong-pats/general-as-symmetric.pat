// The idiom multiplies by all of A; the call reads one triangle and believes the rest.
Fortran {
  subroutine symm(m, n, a, lda, b, ldb, c, ldc)
    integer :: m, n, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine symm(m, n, a, lda, b, ldb, c, ldc)
    integer :: m, n, lda, ldb, ldc
    real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
    call dsymm('L', 'L', m, n, 1.0d0, a, lda, b, ldb, 1.0d0, c, ldc)
  end subroutine
}
name "wrong-symm" link "openblas"
