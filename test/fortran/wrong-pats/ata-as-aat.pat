// The idiom is A'*A; the call computes A*A'.
Fortran {
  subroutine ata(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine
} = {
  subroutine ata(n, k, a, lda, c, ldc)
    integer :: n, k, lda, ldc
    real(8) :: a(lda, *), c(ldc, *)
    call dsyrk('L', 'N', n, k, 1.0d0, a, lda, 1.0d0, c, ldc)
  end subroutine
}
name "wrong-ata" link "openblas"
