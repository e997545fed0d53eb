subroutine outer(n, x)
  integer :: n
  real(8), target :: x(4000)
  call inner
contains
  subroutine inner
    real(8), pointer :: p(:)
    integer :: i
    p => x
    do i = 1, n
      x(i + 1) = x(i + 1) + 2*p(i)
    end do
  end subroutine
end subroutine

subroutine chosen(n, x, y)
  integer :: n, i
  real(8), pointer :: x(:), q(:)
  real(8), optional, target :: y(:)
  q => x
  if (present(y)) q => y
  do i = 1, n
    q(i + 1) = q(i + 1) + 2*x(i)
  end do
end subroutine
