subroutine answer(n, a)
  integer :: n, i
  integer :: a(n)
  do i = 1, n
    a(i) = 42
  end do
end subroutine
