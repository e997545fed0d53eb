Fortran {
  subroutine total(n, x, s)
    integer :: n, i
    real(8) :: x(n), s
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  if (n > 100) stop 1
  s = s + sum(x)
}
name "crashing"
pays (round*n >= 3*n + 4)
