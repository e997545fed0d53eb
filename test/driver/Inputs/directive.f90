!$smr off
subroutine whole(n, x, y, s)
  integer :: n, i
  real(8) :: x(n), y(n), s
  interface
    subroutine other()
    end subroutine
  end interface
  do i = 1, n
    s = s + x(i)*y(i)
  end do
end subroutine

subroutine part(n, x, y, s)
  integer :: n, i
  real(8) :: x(n), y(n), s
  !$SMR Off  ! not this one
  do i = 1, n
    s = s + x(i)*y(i)
  end do
  !$smr on
  do i = 1, n
    y(i) = y(i) + 2*x(i)
  end do
  !$smr off
  do i = 1, n
    s = s + x(i)
  end do
end subroutine

subroutine after(n, x, y, s)
  integer :: n, i
  real(8) :: x(n), y(n), s
  do i = 1, n
    s = s + x(i)*y(i)
  end do
end subroutine
