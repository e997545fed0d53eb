! BLAS conjugates a matrix only where it transposes it: a is the transpose of one only if lda == 1, which its
! columns allow if there is one.
subroutine conjugated(m, n, a, lda, x, y)
  implicit none
  integer, intent(in) :: m, n, lda
  complex(8), intent(in) :: a(lda,n), x(n)
  complex(8), intent(inout) :: y(m)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      y(i) = y(i) + x(j)*conjg(a(i,j))
    end do
  end do
end subroutine

! No routine scales what it copies.
subroutine copies(n, x, y, z, t)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), t
  real(8), intent(inout) :: y(n), z(n)
  integer :: i
  do i = 1, n
    y(i) = x(i)
  end do
  do i = 1, n
    z(i) = t*x(i)
  end do
end subroutine
