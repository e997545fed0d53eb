double precision function total(n, x, y)
  integer :: n, i
  double precision :: x(*), y(*)
  total = 0
  do i = 1, n
    total = total + x(i) * y(i)
  end do
end function
