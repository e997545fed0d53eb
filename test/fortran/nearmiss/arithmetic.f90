! Loops that look like level-1 BLAS but compute something else.
module arithmetic_misses
  implicit none
contains
  include "../fill.inc"

  subroutine reversed_sign(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = alpha*x(i) - y(i)
    end do
  end subroutine

  subroutine negated_sum(n, x, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = x(i)*y(i) - s
    end do
  end subroutine

  subroutine horner(n, x, t, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), t
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s*t + x(i)
    end do
  end subroutine

  subroutine last_product(n, x, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = x(i)*y(i)
    end do
  end subroutine

  subroutine three_factors(n, x, y, z, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n), z(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)*z(i)
    end do
  end subroutine

  subroutine quotient(n, x, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(i)/y(i)
    end do
  end subroutine

  subroutine absolute_product(n, x, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + abs(x(i)*y(i))
    end do
  end subroutine

  subroutine cube(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(i)**3
    end do
  end subroutine

  subroutine root_inside(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = sqrt(s + x(i)*x(i))
    end do
  end subroutine

  subroutine backwards_operand(n, x, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(i)*y(n + 1 - i)
    end do
  end subroutine

  subroutine backwards_loop(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n + 1)
    integer :: i
    do i = n, 1, -1
      y(i) = y(i + 1) + alpha*x(i)
    end do
  end subroutine

  subroutine stride_two(n, x, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(*), y(*)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n, 2
      s = s + x(i)*y(i)
    end do
  end subroutine

  subroutine stride_two_result(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(*)
    real(8), intent(inout) :: y(*)
    integer :: i
    do i = 1, n
      y(2*i) = y(2*i) + alpha*x(i)
    end do
  end subroutine

  subroutine broadcast(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(*)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(3)
    end do
  end subroutine

  subroutine one_result(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(*)
    integer :: i
    do i = 1, n
      y(3) = y(3) + alpha*x(i)
    end do
  end subroutine

  subroutine quadratic_index(n, x, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(*), y(*)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(i*i)*y(i)
    end do
  end subroutine

  subroutine gathered(n, index, x, y, s)
    integer, intent(in) :: n, index(n)
    real(8), intent(in) :: x(*), y(*)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(index(i))*y(i)
    end do
  end subroutine

  subroutine scattered(n, index, alpha, x, y)
    integer, intent(in) :: n, index(n)
    real(8), intent(in) :: alpha, x(*)
    real(8), intent(inout) :: y(*)
    integer :: i
    do i = 1, n
      y(index(i)) = y(index(i)) + alpha*x(i)
    end do
  end subroutine

  subroutine wrapped_index(n, x, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(*), y(*)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(mod(i, 5) + 1)*y(i)
    end do
  end subroutine

  subroutine elementwise(n, a, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n), x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + a(i)*x(i)
    end do
  end subroutine

  subroutine recurrence(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in) :: b(n)
    integer :: i
    do i = 2, n
      a(i) = a(i - 1)*b(i)
    end do
  end subroutine

  subroutine largest_product(n, x, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = max(s, x(i)*y(i))
    end do
  end subroutine

  subroutine index_weight(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(i)*i
    end do
  end subroutine

  subroutine mixed_operands(n, x, y, s)
    integer, intent(in) :: n
    real(4), intent(in) :: x(n)
    real(8), intent(in) :: y(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine

  subroutine wide_accumulator(n, x, y, s)
    integer, intent(in) :: n
    real(4), intent(in) :: x(n), y(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine

  subroutine wide_product(n, x, y, s)
    integer, intent(in) :: n
    real(4), intent(in) :: x(n), y(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + dble(x(i))*dble(y(i))
    end do
  end subroutine

  subroutine narrow_copy(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(4), intent(out) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = real(x(i), 4)
    end do
  end subroutine

  subroutine integer_dot(n, x, y, s)
    integer, intent(in) :: n, x(n), y(n)
    integer, intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine

  subroutine integer_copy(n, x, y)
    integer, intent(in) :: n
    integer(8), intent(in) :: x(n)
    integer(8), intent(out) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = x(i)
    end do
  end subroutine

  subroutine complex_conjugate(n, x, y, s)
    integer, intent(in) :: n
    complex(8), intent(in) :: x(n), y(n)
    complex(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + conjg(x(i))*y(i)
    end do
  end subroutine

  subroutine complex_axpy(n, alpha, x, y)
    integer, intent(in) :: n
    complex(8), intent(in) :: alpha, x(n)
    complex(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine

  subroutine real_parts(n, x, y, s)
    integer, intent(in) :: n
    complex(8), intent(in) :: x(n), y(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + dble(x(i))*dble(y(i))
    end do
  end subroutine

  subroutine cross_difference(n, x, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n), y(n)
    integer :: i
    do i = 1, n
      x(i) = y(i)
      y(i) = x(i)
    end do
  end subroutine
end module arithmetic_misses

program main
  use arithmetic_misses
  implicit none
  integer, parameter :: n = 18
  real(8) :: x(n*n), y(2*n), z(n), r(24)
  real(4) :: u(n), v(n)
  complex(8) :: p(n), q(n), c
  integer :: i, index(n), k(n), l(n), isum
  integer(8) :: big(n), copy(n)
  call fill(x, n*n, 1)
  call fill(y, 2*n, 2)
  call fill(z, n, 3)
  call fill4(u, n, 4)
  call fill4(v, n, 5)
  index = [(mod(7*i, n) + 1, i=1, n)]
  index(5) = index(4)
  k = index*3 - 20
  l = index - 9
  big = 2_8**52 + index
  p = cmplx(x(1:n), y(1:n), 8)
  q = cmplx(y(1:n), z, 8)
  r = 0.5d0
  call reversed_sign(n, 0.6d0, x, y)
  call show('reversed_sign', y, n)
  call negated_sum(n, x, y, r(1))
  call horner(n, x, 0.9d0, r(2))
  call last_product(n, x, y, r(3))
  call last_product(0, x, y, r(4))
  call three_factors(n, x, y, z, r(5))
  call quotient(n, x, y, r(6))
  call absolute_product(n, x, y, r(7))
  call cube(n, x, r(8))
  call root_inside(n, x, r(9))
  call backwards_operand(n, x, y, r(10))
  call stride_two(n, x, y, r(11))
  call stride_two(n - 1, x, y, r(11))
  call quadratic_index(n, x, y, r(12))
  call gathered(n, index, x, y, r(13))
  call wrapped_index(n, x, y, r(14))
  call largest_product(n, x, y, r(15))
  call index_weight(n, x, r(16))
  call mixed_operands(n, u, y, r(17))
  call wide_accumulator(n, u, v, r(18))
  call wide_product(n, u, v, r(19))
  call real_parts(n, p, q, r(20))
  call show('sums', r, 20)
  call backwards_loop(n, 0.6d0, x, y)
  call stride_two_result(n, 0.4d0, x, y)
  call show('strides', y, 2*n)
  call broadcast(n, 0.3d0, x, y)
  call one_result(n, 0.2d0, x, y)
  call scattered(n, index, 0.8d0, x, y)
  call elementwise(n, x, z, y)
  call show('updates', y, 2*n)
  call recurrence(n, y, x)
  call show('recurrence', y, n)
  call narrow_copy(n, x, u)
  print '(6es14.6)', u
  isum = 3
  call integer_dot(n, k, l, isum)
  call integer_copy(n, big, copy)
  print '(a,i8)', 'integer', isum
  print '(4i20)', copy
  c = (0.5d0, -0.25d0)
  call complex_conjugate(n, p, q, c)
  call complex_axpy(n, c, p, q)
  print '(2es24.15)', c, q
  call cross_difference(n, x, y)
  call show('cross_difference', y, n)
end program main
