! The leading dimension is less than the rows that are used: columns overlap, which no library takes.
subroutine overlapping(a, ld, m, x, y)
  integer :: ld, m, i, j
  real(8) :: a(ld, *), x(*), y(*)
  do j = 1, m
    do i = 1, m
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
  do j = 1, m
    do i = 1, m
      a(i, j) = a(i, j) + x(i)*y(j)
    end do
  end do
end subroutine

program short_leading
  real(8) :: a(70), x(9), y(9)
  integer :: ld
  do ld = 2, 7
    a = [(0.5d0*i, i = 1, 70)]
    x = [(mod(3*i, 5) - 1d0, i = 1, 9)]
    y = 1
    call overlapping(a, ld, 6, x, y)
    print '(10(es14.6))', a(1:40), y
  end do
end program
