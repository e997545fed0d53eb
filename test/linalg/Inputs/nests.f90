subroutine product(m, n, k, a, b, c)
  integer :: m, n, k, i, j, l
  real(8) :: a(m, k), b(k, n), c(m, n)
  do j = 1, n
    do l = 1, k
      do i = 1, m
        c(i, j) = c(i, j) + a(i, l)*b(l, j)
      end do
    end do
  end do
end subroutine

subroutine apply(a, x, y)
  real(4) :: a(:, :), x(:), y(:)
  integer :: i, j
  do i = 1, size(a, 1)
    y(i) = 0
    do j = 1, size(a, 2)
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine

program nests
  interface
    subroutine apply(a, x, y)
      real(4) :: a(:, :), x(:), y(:)
    end subroutine
  end interface
  real(8) :: a(7, 5), b(5, 6), c(7, 6)
  real(4) :: d(8, 9), x(9), y(8)
  integer :: i
  a = reshape([(mod(i, 7), i = 1, 35)], [7, 5])
  b = reshape([(mod(i, 5), i = 1, 30)], [5, 6])
  c = reshape([(mod(i, 3), i = 1, 42)], [7, 6])
  call product(7, 6, 5, a, b, c)
  print '(7f7.1)', c
  d = reshape([(mod(i, 11), i = 1, 72)], [8, 9])
  x = [(mod(i, 4), i = 1, 9)]
  call apply(d, x, y)
  print '(8f7.1)', y
  call apply(d(1:8:2, 2:9:3), x(1:9:4), y(8:2:-2))
  print '(8f7.1)', y
end program
