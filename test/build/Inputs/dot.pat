# A pair with everything: link, condition, name.
link "openblas"

Fortran {
  subroutine dot(n, s, x, y)
    integer :: n
    real(8) :: s, x(*), y(*)
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine
} = {
  subroutine mydot(m, r, a, b)
    integer :: m
    real(8) :: r, a(*), b(*)
    real(8), external :: ddot
    r = r + ddot(m, a, 1, b, 1)
  end subroutine
}
when (n > 16, n < 1000000 && type(x) == real(8))

Fortran {
  subroutine scale(n, a, x)
    integer :: n
    real(8) :: a, x(*)
    integer :: i
    do i = 1, n
      x(i) = a*x(i)
    end do
  end subroutine
} = {
  subroutine scale_by_blas(n, a, x)
    integer :: n
    real(8) :: a, x(*)
    call dscal(n, a, x, 1)
  end subroutine
  subroutine not_needed(n)
    integer :: n
    n = 1
  end subroutine
}
name "scale" fp exact link "./libmine.a"
