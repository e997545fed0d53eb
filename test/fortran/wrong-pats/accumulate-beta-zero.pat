// The idiom adds to y; the call overwrites it.
Fortran {
  subroutine gemv(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    integer :: i, j
    do i = 1, m
      do j = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine gemv(m, n, a, lda, x, y)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*)
    call dgemv('N', m, n, 1.0d0, a, lda, x, 1, 0.0d0, y, 1)
  end subroutine
}
name "wrong-beta" link "openblas"
