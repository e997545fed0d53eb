! What keeps a call out is said of the program's own names.
function row(lead, n, a) result(s)
  integer :: lead, n, k
  real(8) :: a(lead, n), s
  s = 0
  do k = 1, n
    s = s + a(3, k)
  end do
end function

function rows(a, x) result(s)
  integer :: k
  real(8) :: a(:, :), x(:), s
  s = 0
  do k = 1, min(size(x), 6)
    s = s + a(k, 1)*x(k)
  end do
end function
