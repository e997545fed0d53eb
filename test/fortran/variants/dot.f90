! One dot product, written in many ways. Each must be recognised.
module dot_data
  implicit none
  real(8) :: gx(29), gy(29), gs
  type :: pair
    real(8) :: x(29), y(29)
    real(8), allocatable :: z(:)
  end type pair
end module dot_data

module dot_variants
  use dot_data
  implicit none
contains
  include "../fill.inc"

  subroutine memory_accumulator(n, x, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine

  function scalar_accumulator(n, p, q) result(total)
    integer, intent(in) :: n
    real(8), intent(in) :: p(n), q(n)
    real(8) :: total
    integer :: k
    total = 0.0d0
    do k = 1, n
      total = q(k)*p(k) + total
    end do
  end function

  function long_index(n, x, y) result(s)
    integer(8), intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    integer(8) :: i
    s = 0.0d0
    do i = 1, n
      s = (s + ((x(i))*(y(i))))
    end do
  end function

  function bound_in_variable(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(*), y(*)
    real(8) :: s
    integer :: i, last
    last = 2*n - n
    s = 0.0d0
    do i = 1, last
      s = s + x(i)*y(i)
    end do
  end function

  function counted_while(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    integer :: i
    s = 0.0d0
    i = 1
    do while (i <= n)
      s = s + x(i)*y(i)
      i = i + 1
    end do
  end function

  function intrinsic_call(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    s = dot_product(x, y)
  end function

  function sum_of_products(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    s = sum(x*y)
  end function

  function assumed_shape(x, y) result(s)
    real(8), intent(in) :: x(:), y(:)
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = 1, size(x)
      s = s + x(i)*y(i)
    end do
  end function

  function lower_bound_zero(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(0:n - 1), y(-3:n - 4)
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = 0, n - 1
      s = s + x(i)*y(i - 3)
    end do
  end function

  subroutine module_arrays()
    integer :: i
    gs = 0.0d0
    do i = 1, 29
      gs = gs + gx(i)*gy(i)
    end do
  end subroutine

  function components(d) result(s)
    type(pair), intent(in) :: d
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = 1, 29
      s = s + d%x(i)*d%y(i)
    end do
  end function

  function allocatable_component(d) result(s)
    type(pair), intent(in) :: d
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = 1, size(d%z)
      s = s + d%z(i)*d%x(i)
    end do
  end function

  function matrix_row(n, lda, a, x, row) result(s)
    integer, intent(in) :: n, lda, row
    real(8), intent(in) :: a(lda, *), x(n)
    real(8) :: s
    integer :: j
    s = 0.0d0
    do j = 1, n
      s = s + a(row, j)*x(j)
    end do
  end function

  function shifted_block(n, x, y, at) result(s)
    integer, intent(in) :: n, at
    real(8), intent(in) :: x(*), y(*)
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = at, at + n - 1
      s = s + x(i)*y(i - at + 1)
    end do
  end function

  function subtracted(n, x, y, start) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n), start
    real(8) :: s
    integer :: i
    s = start
    do i = 1, n
      s = s - x(i)*y(i)
    end do
  end function

  function single_precision(n, x, y) result(s)
    integer, intent(in) :: n
    real(4), intent(in) :: x(n), y(n)
    real(4) :: s
    integer :: i
    s = 0.0
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end function
end module dot_variants

program main
  use dot_variants
  implicit none
  real(8) :: x(29), y(29), a(5, 29), r(16)
  real(4) :: u(29), v(29)
  type(pair) :: d
  call fill(x, 29, 1)
  call fill(y, 29, 2)
  call fill(a, 145, 3)
  call fill(d%x, 29, 4)
  call fill(d%y, 29, 5)
  call fill4(u, 29, 6)
  call fill4(v, 29, 7)
  d%z = y(1:17)
  gx = y
  gy = d%x
  r(1) = 0.25d0
  call memory_accumulator(29, x, y, r(1))
  r(2) = scalar_accumulator(23, x, y)
  r(3) = long_index(21_8, x, y)
  r(4) = bound_in_variable(19, x, y)
  r(5) = counted_while(17, x, y)
  r(6) = intrinsic_call(15, x, y)
  r(7) = sum_of_products(13, x, y)
  r(8) = assumed_shape(x(1:11), y(3:13))
  r(9) = lower_bound_zero(9, x, y)
  call module_arrays()
  r(10) = gs
  r(11) = components(d)
  r(12) = allocatable_component(d)
  r(13) = matrix_row(29, 5, a, x, 3)
  r(14) = shifted_block(7, x, y, 5)
  r(15) = subtracted(29, x, y, 1.5d0)
  r(16) = dble(single_precision(27, u, v))
  call show('dot', r, 15)
  print '(a,es14.5)', 'single ', r(16)
  r(1) = scalar_accumulator(0, x, y)
  r(2) = scalar_accumulator(1, x, y)
  r(3) = assumed_shape(x(1:21:2), y(29:9:-2))
  call show('empty, one, strided', r, 3)
end program main
