! Variables that two parts of an idiom, and what stands between them, use in turn; m = 0 fails a guard.
subroutine k37(m, n, ld, a, x, y)
  integer, intent(in) :: m, n, ld
  real(8), intent(in) :: a(ld, *), x(*)
  real(8), intent(inout) :: y(*)
  integer :: i, j
  j = 1
  do while (j <= n)
    y(j) = 0
    j = j + 1
  end do
  i = 1
  do while (i <= m)
    j = 1
    do while (j <= n)
      y(j) = y(j) + a(i, j)*x(i)
      j = j + 1
    end do
    i = i + 1
  end do
end subroutine
subroutine k38(m, n, ld, a, x, y)
  integer, intent(in) :: m, n, ld
  real(8), intent(in) :: a(ld, *), x(*)
  real(8), intent(inout) :: y(*)
  real(8) :: s
  integer :: i, j
  s = 0
  do j = 1, n
    y(j) = s*y(j)
  end do
  s = 2
  do i = 1, m
    do j = 1, n
      y(j) = y(j) + s*a(i, j)*x(i)
    end do
  end do
end subroutine
subroutine k39(m, n, ld, a, x, y, p, q)
  integer, intent(in) :: m, n, ld
  real(8), intent(in) :: a(ld, *), x(*), p, q
  real(8), intent(inout) :: y(*)
  real(8) :: s
  integer :: i, j
  s = p
  do j = 1, n
    y(j) = s*y(j)
  end do
  s = q
  do i = 1, m
    do j = 1, n
      y(j) = y(j) + s*a(i, j)*x(i)
    end do
  end do
end subroutine
subroutine k40(m, n, ld, a, x, y)
  integer, intent(in) :: m, n, ld
  real(8), intent(in) :: a(ld, *), x(*)
  real(8), intent(inout) :: y(*)
  real(8) :: s
  integer :: i, j
  s = 0
  j=1
  do while(j<=n)
    y(j) = s*y(j)
    j=j+1
  end do
  s = 2
  i=1
  do while(i<=m)
    j=1
    do while(j<=n)
      y(j) = y(j) + s*a(i, j)*x(i)
      j=j+1
    end do
    i=i+1
  end do
end subroutine
subroutine k41(m, n, ld, a, x, y, p, q)
  integer, intent(in) :: m, n, ld
  real(8), intent(in) :: a(ld, *), x(*), p, q
  real(8), intent(inout) :: y(*)
  real(8) :: s
  integer :: i, j
  s = p
  j=1
  do while(j<=n)
    y(j) = s*y(j)
    j=j+1
  end do
  s = q
  i=1
  do while(i<=m)
    j=1
    do while(j<=n)
      y(j) = y(j) + s*a(i, j)*x(i)
      j=j+1
    end do
    i=i+1
  end do
end subroutine
subroutine k42(m, n, ld, a, x, y, p, q, flag)
  integer, intent(in) :: m, n, ld
  real(8), intent(in) :: a(ld, *), x(*), p, q
  real(8), intent(inout) :: y(*)
  logical, intent(in) :: flag
  real(8) :: s
  integer :: i, j
  j = 1
  if (flag) then
    s = p
    j = 2
  else
    s = q + 1
  end if
  do while (j <= n)
    y(j) = s*y(j)
    j = j + 1
  end do
  s = q
  if (flag) s = p + 2
  i = 1
  do while (i <= m)
    j = 1
    do while (j <= n)
      y(j) = y(j) + s*a(i, j)*x(i)
      j = j + 1
    end do
    i = i + 1
  end do
end subroutine
program p
  real(8) :: a(4, 4), x(4), y(4)
  integer :: m
  a = 1
  x = 2
  do m = 0, 3
    y = 5
    call k37(m, 3, 4, a, x, y)
    print *, y
    y = 5
    call k38(m, 3, 4, a, x, y)
    print *, y
    y = 5
    call k39(m, 3, 4, a, x, y, 3d0, 7d0)
    print *, y
    y = 5
    call k40(m, 3, 4, a, x, y)
    print *, y
    y = 5
    call k41(m, 3, 4, a, x, y, 3d0, 7d0)
    print *, y
    y = 5
    call k42(m, 3, 4, a, x, y, 3d0, 7d0, m == 2)
    print *, y
  end do
end program
