! y = A*x and y = A'*x, written in many ways.
module gemv_variants
  implicit none
  real(8), save :: ga(13, 9), gx(9), gy(13)
contains
  include "../fill.inc"

  subroutine n_rows(m, n, a, lda, x, y)
    integer, intent(in) :: m, n, lda
    real(8), intent(in) :: a(lda, *), x(n)
    real(8), intent(inout) :: y(m)
    integer :: i, j
    do i = 1, m
      do j = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine n_rows_scalar(m, n, a, x, y)
    integer(8), intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(out) :: y(m)
    integer(8) :: i, j
    real(8) :: t
    do i = 1, m
      t = 0.0d0
      do j = 1, n
        t = x(j)*a(i, j) + t
      end do
      y(i) = t
    end do
  end subroutine

  subroutine n_columns(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(m)
    integer :: i, j
    real(8) :: t
    do j = 1, n
      t = x(j)
      do i = 1, m
        y(i) = y(i) + t*a(i, j)
      end do
    end do
  end subroutine

  subroutine n_intrinsic(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(out) :: y(m)
    y = matmul(a, x)
  end subroutine

  subroutine n_alpha_beta(m, n, alpha, a, x, beta, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: alpha, beta, a(0:m - 1, 0:n - 1), x(0:n - 1)
    real(8), intent(inout) :: y(0:m - 1)
    integer :: i, j
    do i = 0, m - 1
      y(i) = y(i)*beta
      do j = 0, n - 1
        y(i) = y(i) + (alpha*a(i, j))*x(j)
      end do
    end do
  end subroutine

  subroutine n_static()
    integer :: i, j
    do i = 1, 13
      gy(i) = 0.0d0
      do j = 1, 9
        gy(i) = gy(i) + ga(i, j)*gx(j)
      end do
    end do
  end subroutine

  subroutine n_block(m, n, a, lda, r, c, x, y)
    integer, intent(in) :: m, n, lda, r, c
    real(8), intent(in) :: a(lda, *), x(n)
    real(8), intent(inout) :: y(m)
    integer :: i, j
    do i = 1, m
      do j = 1, n
        y(i) = y(i) - a(r + i, c + j)*x(j)
      end do
    end do
  end subroutine

  subroutine t_columns(m, n, a, lda, x, y)
    integer, intent(in) :: m, n, lda
    real(8), intent(in) :: a(lda, *), x(m)
    real(8), intent(inout) :: y(n)
    integer :: i, j
    do j = 1, n
      do i = 1, m
        y(j) = y(j) + a(i, j)*x(i)
      end do
    end do
  end subroutine

  subroutine t_intrinsic(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(m)
    real(8), intent(out) :: y(n)
    y = matmul(transpose(a), x)
  end subroutine

  subroutine t_vector_matrix(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(m)
    real(8), intent(out) :: y(n)
    y = matmul(x, a)
  end subroutine

  subroutine t_dot_product(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(m)
    real(8), intent(out) :: y(n)
    integer :: j
    do j = 1, n
      y(j) = dot_product(a(:, j), x)
    end do
  end subroutine

  subroutine t_while(m, n, a, x, y, alpha, beta)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(m), alpha, beta
    real(8), intent(inout) :: y(n)
    integer :: i, j
    real(8) :: s
    j = 1
    do while (j <= n)
      s = 0.0d0
      i = 1
      do while (i <= m)
        s = s + a(i, j)*x(i)
        i = i + 1
      end do
      y(j) = beta*y(j) + alpha*s
      j = j + 1
    end do
  end subroutine

  subroutine t_assumed_shape(a, x, y)
    real(8), intent(in) :: a(:, :), x(:)
    real(8), intent(inout) :: y(:)
    integer :: i, j
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        y(j) = y(j) + a(i, j)*x(i)
      end do
    end do
  end subroutine

  subroutine t_allocatable(a, x, y)
    real(8), allocatable, intent(in) :: a(:, :), x(:)
    real(8), allocatable, intent(inout) :: y(:)
    integer :: i, j, rows, columns
    rows = size(a, 1)
    columns = size(a, 2)
    do j = 1, columns
      y(j) = 0.0d0
      do i = 1, rows
        y(j) = y(j) + a(i, j)*x(i)
      end do
    end do
  end subroutine

  subroutine n_cleared_first(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(out) :: y(m)
    integer :: i, j
    do i = 1, m
      y(i) = 0.0d0
    end do
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine n_scaled_first(m, n, alpha, beta, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: alpha, beta, a(m, n), x(n)
    real(8), intent(inout) :: y(m)
    integer :: i, j
    do i = 1, m
      y(i) = beta*y(i)
    end do
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + alpha*x(j)*a(i, j)
      end do
    end do
  end subroutine

  subroutine n_cleared_whole(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(out) :: y(m)
    integer :: i, j
    y = 0.0d0
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine n_square(n, a, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), x(n)
    real(8), intent(out) :: y(n)
    integer :: i, j
    do i = 1, n
      y(i) = 0.0d0
    end do
    do j = 1, n
      do i = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine
end module gemv_variants

program main
  use gemv_variants
  implicit none
  integer, parameter :: m = 13, n = 9
  real(8) :: a(m, n), p(17, 12), x(n), xm(m), y(m), yn(n)
  real(8), allocatable :: q(:, :), u(:), v(:)
  call fill(a, m*n, 1)
  call fill(p, 17*12, 2)
  call fill(x, n, 3)
  call fill(xm, m, 4)
  call fill(y, m, 5)
  call fill(yn, n, 6)
  call n_rows(m, n, p, 17, x, y)
  call show('n_rows', y, m)
  call n_rows(0, n, p, 17, x, y)
  call n_rows(m, 0, p, 17, x, y)
  call show('empty', y, m)
  call n_rows_scalar(13_8, 9_8, a, x, y)
  call show('n_rows_scalar', y, m)
  call n_rows_scalar(13_8, 0_8, a, x, y)
  call show('n_rows_scalar, no columns', y, m)
  call n_columns(m, n, a, x, y)
  call show('n_columns', y, m)
  call n_intrinsic(m, n, a, x, y)
  call show('n_intrinsic', y, m)
  call n_alpha_beta(m, n, 1.25d0, a, x, 0.5d0, y)
  call show('n_alpha_beta', y, m)
  call n_alpha_beta(m, n, 0.0d0, a, x, 0.0d0, y)
  call show('alpha = beta = 0', y, m)
  ga = a
  gx = x
  call n_static()
  call show('n_static', gy, m)
  call n_block(m, n, p, 17, 3, 2, x, y)
  call show('n_block', y, m)
  call n_cleared_first(m, n, a, x, y)
  call show('n_cleared_first', y, m)
  call n_cleared_first(m, 0, a, x, y)
  call show('n_cleared_first, no columns', y, m)
  call fill(y, m, 15)
  call n_cleared_first(0, n, a, x, y)
  call n_scaled_first(m, n, 0.75d0, -0.5d0, a, x, y)
  call show('n_scaled_first', y, m)
  call n_scaled_first(m, 0, 0.75d0, -0.5d0, a, x, y)
  call show('n_scaled_first, no columns', y, m)
  call n_square(n, p, x, y)
  call show('n_square', y, m)
  call n_cleared_whole(m, n, a, x, y)
  call show('n_cleared_whole', y, m)
  call t_columns(m, n, p, 17, xm, yn)
  call show('t_columns', yn, n)
  call t_intrinsic(m, n, a, xm, yn)
  call show('t_intrinsic', yn, n)
  call t_vector_matrix(m, n, a, xm, yn)
  call show('t_vector_matrix', yn, n)
  call t_dot_product(m, n, a, xm, yn)
  call show('t_dot_product', yn, n)
  call t_while(m, n, a, xm, yn, 0.7d0, -0.2d0)
  call show('t_while', yn, n)
  call t_assumed_shape(a, xm, yn)
  call show('t_assumed_shape', yn, n)
  call t_assumed_shape(p(1:13:2, 2:9), xm(1:7), yn(1:8))
  call show('t_assumed_shape, strided', yn, n)
  q = p
  u = [xm, x(1:4)]
  allocate (v(12))
  call t_allocatable(q, u, v)
  call show('t_allocatable', v, 12)
end program main
