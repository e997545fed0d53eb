! Nests that look like level-2 and level-3 BLAS but compute something else.
module matrix_misses
  implicit none
contains
  include "../fill.inc"

  subroutine transposed_square(n, k, a, c)
    ! A'*A, not A*A'.
    integer, intent(in) :: n, k
    real(8), intent(in) :: a(k, n)
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*a(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine two_factors(n, k, a, b, c)
    integer, intent(in) :: n, k
    real(8), intent(in) :: a(n, k), b(n, k)
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine

  subroutine strictly_lower(n, k, a, c)
    integer, intent(in) :: n, k
    real(8), intent(in) :: a(n, k)
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, l
    do j = 1, n
      do i = j + 1, n
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine

  subroutine shifted_square(n, k, a, c)
    integer, intent(in) :: n, k
    real(8), intent(in) :: a(n + 1, k)
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j + 1, l)
        end do
      end do
    end do
  end subroutine

  subroutine mirrored_square(n, k, a, c)
    ! Both triangles from one sum.
    integer, intent(in) :: n, k
    real(8), intent(in) :: a(n, k)
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, l
    real(8) :: s
    do j = 1, n
      do i = j, n
        s = 0.0d0
        do l = 1, k
          s = s + a(i, l)*a(j, l)
        end do
        c(i, j) = s
        c(j, i) = s
      end do
    end do
  end subroutine

  subroutine symmetric_half(n, m, a, b, c)
    ! A is symmetric and only its lower triangle is read.
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, n), b(n, m)
    real(8), intent(inout) :: c(n, m)
    integer :: i, j, l
    real(8) :: s
    do j = 1, m
      do i = 1, n
        s = 0.0d0
        do l = 1, i
          s = s + a(i, l)*b(l, j)
        end do
        do l = i + 1, n
          s = s + a(l, i)*b(l, j)
        end do
        c(i, j) = c(i, j) + s
      end do
    end do
  end subroutine

  subroutine triangular_product(n, m, a, b, c)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, n), b(n, m)
    real(8), intent(inout) :: c(n, m)
    integer :: i, j, l
    do j = 1, m
      do i = 1, n
        do l = 1, i
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine banded_product(n, width, a, x, y)
    integer, intent(in) :: n, width
    real(8), intent(in) :: a(n, n), x(n)
    real(8), intent(inout) :: y(n)
    integer :: i, j
    do i = 1, n
      do j = max(1, i - width), min(n, i + width)
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine triangular_vector(n, a, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), x(n)
    real(8), intent(inout) :: y(n)
    integer :: i, j
    do i = 1, n
      do j = 1, i
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine packed_vector(n, a, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: a(*), x(n)
    real(8), intent(inout) :: y(n)
    integer :: i, j
    do i = 1, n
      do j = 1, i
        y(i) = y(i) + a(i*(i - 1)/2 + j)*x(j)
      end do
    end do
  end subroutine

  subroutine result_transposed(n, a, b, c)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n, n)
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, n
        do l = 1, n
          c(j, i) = c(j, i) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine start_transposed(n, a, b, d, c)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n, n), d(n, n)
    real(8), intent(out) :: c(n, n)
    integer :: i, j, l
    real(8) :: s
    do j = 1, n
      do i = 1, n
        s = d(j, i)
        do l = 1, n
          s = s + a(i, l)*b(l, j)
        end do
        c(i, j) = s
      end do
    end do
  end subroutine

  subroutine beta_inside(m, n, k, beta, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: beta, a(m, k), b(k, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = beta*c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine zero_inside(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(m)
    integer :: i, j
    do i = 1, m
      do j = 1, n
        y(i) = 0.0d0
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine beta_per_column(m, n, k, beta, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: beta(n), a(m, k), b(k, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = beta(j)*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine alpha_per_term(m, n, k, alpha, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: alpha(k), a(m, k), b(k, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + alpha(l)*a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine other_start(m, n, k, a, b, d, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(m, k), b(k, n), d(m, n)
    real(8), intent(out) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = d(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine one_start(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(m, k), b(k, n)
    real(8), intent(out) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = 1.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine diagonal_scale(m, n, a, b, c)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, m), b(m, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        c(i, j) = c(i, j) + a(i, i)*b(i, j)
      end do
    end do
  end subroutine

  subroutine hadamard(m, n, a, b, c)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), b(m, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        c(i, j) = c(i, j) + a(i, j)*b(i, j)
      end do
    end do
  end subroutine

  subroutine operand_changes(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(inout) :: a(m, k), c(m, n)
    real(8), intent(in) :: b(k, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
          a(i, l) = a(i, l) + 1.0d0
        end do
      end do
    end do
  end subroutine

  subroutine kept_start(m, n, k, a, b, c, d)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(m, k), b(k, n)
    real(8), intent(inout) :: c(m, n), d(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        d(i, j) = c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine every_second_column(m, n, k, a, b, c)
    ! This one is a product, with twice the leading dimension of A.
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(m, 2*k), b(k, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(i, 2*l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine every_second_row(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(2*m, k), b(k, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(2*i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine skewed(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(*), b(k, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(i + l + j)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine mixed_product(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(4), intent(in) :: a(m, k)
    real(8), intent(in) :: b(k, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine wrong_start_order(m, n, a, x, y)
    ! The result is cleared after it was accumulated.
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(m)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
    do i = 1, m - 1
      y(i) = 0.0d0
    end do
  end subroutine

  subroutine half_cleared(m, n, a, x, y)
    ! One element less is cleared than is accumulated.
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(m)
    integer :: i, j
    do i = 1, m - 1
      y(i) = 0.0d0
    end do
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
end module matrix_misses

program main
  use matrix_misses
  implicit none
  integer, parameter :: m = 6, n = 6, k = 5
  real(8) :: a(14, 14), b(m, n), c(m, n), d(m, n), x(14), y(14)
  real(4) :: u(m, k)
  call fill(a, 196, 1)
  call fill(b, m*n, 2)
  call fill(c, m*n, 3)
  call fill(x, 14, 4)
  call fill(y, 14, 5)
  call fill4(u, m*k, 6)
  call fill(d, m*n, 7)
  call transposed_square(n, k, a, c)
  call show('transposed_square', c, 36)
  call two_factors(n, k, a, b, c)
  call show('two_factors', c, 36)
  call strictly_lower(n, k, a, c)
  call show('strictly_lower', c, 36)
  call shifted_square(n, k, a, c)
  call show('shifted_square', c, 36)
  call mirrored_square(n, k, a, c)
  call show('mirrored_square', c, 36)
  call symmetric_half(n, 4, a, b, c)
  call show('symmetric_half', c, 36)
  call triangular_product(n, 4, a, b, c)
  call show('triangular_product', c, 36)
  call banded_product(12, 2, a, x, y)
  call triangular_vector(12, a, x, y)
  call packed_vector(12, a, x, y)
  call show('vectors', y, 14)
  call result_transposed(n, a, b, c)
  call show('result_transposed', c, 36)
  call start_transposed(n, a, b, d, c)
  call show('start_transposed', c, 36)
  call beta_inside(m, n, k, 0.9d0, a, b, c)
  call show('beta_inside', c, 36)
  call zero_inside(13, 9, a, x, y)
  call show('zero_inside', y, 14)
  call beta_per_column(m, n, k, x, a, b, c)
  call show('beta_per_column', c, 36)
  call alpha_per_term(m, n, k, x, a, b, c)
  call show('alpha_per_term', c, 36)
  call other_start(m, n, k, a, b, d, c)
  call show('other_start', c, 36)
  call one_start(m, n, k, a, b, c)
  call show('one_start', c, 36)
  call diagonal_scale(m, n, a, b, c)
  call hadamard(m, n, a, b, c)
  call show('elementwise', c, 36)
  call operand_changes(m, n, k, a, b, c)
  call show('operand_changes', c, 36)
  call kept_start(m, n, k, a, b, c, d)
  call show('kept_start', c, 36)
  call show('kept_start', d, 36)
  call every_second_column(m, n, k, a, b, c)
  call show('every_second_column', c, 36)
  call every_second_row(m, n, k, a, b, c)
  call show('every_second_row', c, 36)
  call skewed(m, n, k, a, b, c)
  call show('skewed', c, 36)
  call mixed_product(m, n, k, u, b, c)
  call show('mixed_product', c, 36)
  call wrong_start_order(13, 9, a, x, y)
  call show('wrong_start_order', y, 14)
  call half_cleared(13, 9, a, x, y)
  call show('half_cleared', y, 14)
end program main
