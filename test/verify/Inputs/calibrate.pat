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
} = body {
  real(8), external :: ddot
  s = s + ddot(n, x, 1, y, 1)
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
} = body {
  real(8), external :: dasum
  s = s + dasum(n, x, 1)
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
} = body {
  call dcopy(n, x, 1, y, 1)
}
name "unused"
pays (never)
