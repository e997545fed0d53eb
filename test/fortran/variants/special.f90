! Values that a careless replacement loses: NaN and Inf where BLAS does not look because a scale is zero.
module special_variants
  implicit none
contains
  include "../fill.inc"

  subroutine scaled_product(m, n, k, alpha, a, b, beta, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: alpha, beta, a(m, k), b(k, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine scaled_vector(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine

  subroutine scale(n, alpha, x)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = alpha*x(i)
    end do
  end subroutine

  function dot(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end function

  subroutine classify(label, x, n)
    character(*), intent(in) :: label
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    integer :: i
    character(n) :: kinds
    do i = 1, n
      if (x(i) /= x(i)) then
        kinds(i:i) = 'n'
      else if (x(i) > huge(1.0d0)) then
        kinds(i:i) = '+'
      else if (x(i) < -huge(1.0d0)) then
        kinds(i:i) = '-'
      else
        kinds(i:i) = '.'
      end if
    end do
    print '(a,1x,a)', label, kinds
  end subroutine
end module special_variants

program main
  use special_variants
  implicit none
  integer, parameter :: m = 6, n = 5, k = 4
  real(8) :: a(m, k), b(k, n), c(m, n), x(9), y(9), nan, inf, scales(3), s(2)
  integer :: p, q
  inf = huge(inf)
  inf = inf*10.0d0
  nan = inf - inf
  scales = [0.0d0, 1.0d0, 0.5d0]
  do p = 1, 3
    do q = 1, 3
      call fill(a, m*k, 1)
      call fill(b, k*n, 2)
      call fill(c, m*n, 3)
      a(2, 3) = nan
      b(1, 4) = inf
      c(5, 2) = nan
      c(6, 3) = inf
      call scaled_product(m, n, k, scales(p), a, b, scales(q), c)
      call classify('product', c, m*n)
    end do
    call fill(x, 9, 4)
    call fill(y, 9, 5)
    x(3) = nan
    x(7) = inf
    y(4) = -inf
    call scaled_vector(9, scales(p), x, y)
    call classify('vector', y, 9)
    call scale(9, scales(p), x)
    call classify('scale', x, 9)
  end do
  call fill(x, 9, 6)
  call fill(y, 9, 7)
  x(5) = inf
  y(5) = 0.0d0
  s(1) = dot(9, x, y)
  s(2) = dot(4, x, y)
  call classify('dot', s, 2)
end program main
