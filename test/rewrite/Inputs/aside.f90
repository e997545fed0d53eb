module shared
  real(8) :: x(1000), y(1000), total
end module

! Runs on a signal: no lock may be taken.
subroutine handler(number)
  integer :: number
  call add
end subroutine

subroutine add
  use shared
  integer :: i
  do i = 1, 1000
    total = total + x(i)*y(i)
  end do
end subroutine

! Each thread runs its callee.
subroutine threads(m, s)
  use shared
  integer, intent(in) :: m
  real(8), intent(inout) :: s(m)
  integer :: i
  !$omp parallel do
  do i = 1, m
    call each(s(i))
  end do
end subroutine

subroutine each(s)
  use shared
  real(8), intent(inout) :: s
  integer :: i
  do i = 1, 1000
    s = s + x(i)*y(i)
  end do
end subroutine

! In the region itself, and beside it.
subroutine region(m, a, s)
  use shared
  integer, intent(in) :: m
  real(8), intent(in) :: a(1000, m)
  real(8), intent(inout) :: s(m)
  integer :: i, j, k
  !$omp parallel do private(k)
  do i = 1, m
    do k = 1, 1000
      s(i) = s(i) + a(k, i)*x(k)
    end do
  end do
  !$omp end parallel do
  do j = 1, 1000
    total = total + x(j)*x(j)
  end do
end subroutine

program main
  external handler
  call signal(10, handler)
end program
