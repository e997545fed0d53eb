! (2*n + 1)/2 rows, rounded down: n, as many as the other arrays have.
subroutine odd_rows(n, p, q, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: p(2*n,n), q(2*n,n)
  real(8), intent(inout) :: r(2*n,n)
  r(1:2*n:2,1:n) = matmul(p(1:2*n:2,1:n), q(1:2*n:2,1:n))
end subroutine
