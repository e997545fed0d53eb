// Three ways to say when a call pays.
link "openblas"

Fortran {
  subroutine product(n, x, y, s)
    integer :: n, i
    real(8) :: x(n), y(n), s
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine
} = {
  subroutine product(n, x, y, s)
    integer :: n
    real(8) :: x(n), y(n), s
    real(8), external :: ddot
    s = s + ddot(n, x, 1, y, 1)
  end subroutine
}
name "weighed"
pays (n >= 8, round*n >= 7*n + 5)

Fortran {
  subroutine magnitude(n, x, s)
    integer :: n, i
    real(8) :: x(n), s
    do i = 1, n
      s = s + abs(x(i))
    end do
  end subroutine
} = {
  subroutine magnitude(n, x, s)
    integer :: n
    real(8) :: x(n), s
    real(8), external :: dasum
    s = s + dasum(n, x, 1)
  end subroutine
}
name "sized"
pays (n >= 77)

Fortran {
  subroutine copied(n, x, y)
    integer :: n, i
    real(8) :: x(n), y(n)
    do i = 1, n
      y(i) = x(i)
    end do
  end subroutine
} = {
  subroutine copied(n, x, y)
    integer :: n
    real(8) :: x(n), y(n)
    call dcopy(n, x, 1, y, 1)
  end subroutine
}
name "unused"
pays (never)
