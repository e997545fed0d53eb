// For alpha = 0 the call does not read x, for beta = 0 it does not read y: a NaN there is lost.
Fortran {
  subroutine gemv(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*), alpha, beta
    integer :: i, j
    do i = 1, m
      y(i) = beta*y(i)
      do j = 1, n
        y(i) = y(i) + alpha*a(i, j)*x(j)
      end do
    end do
  end subroutine
} = {
  subroutine gemv(m, n, a, lda, x, y, alpha, beta)
    integer :: m, n, lda
    real(8) :: a(lda, *), x(*), y(*), alpha, beta
    call dgemv('N', m, n, alpha, a, lda, x, 1, beta, y, 1)
  end subroutine
}
name "wrong-nan" link "openblas"
