! C = A*B and its relatives, written in many ways.
module gemm_variants
  implicit none
  real(8), allocatable :: ma(:, :), mb(:, :), mc(:, :)
  type :: block
    integer :: m, n, k
    real(8), allocatable :: a(:, :), b(:, :), c(:, :)
  end type block
contains
  include "../fill.inc"

  subroutine nn_memory(m, n, k, a, lda, b, ldb, c, ldc)
    integer, intent(in) :: m, n, k, lda, ldb, ldc
    real(8), intent(in) :: a(lda, *), b(ldb, *)
    real(8), intent(inout) :: c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine nn_scalar(m, n, k, x, y, z)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: x(m, k), y(k, n)
    real(8), intent(out) :: z(m, n)
    integer(8) :: p, q, r
    real(8) :: t
    do p = 1, m
      do q = 1, n
        t = 0.0d0
        do r = 1, k
          t = t + y(r, q)*x(p, r)
        end do
        z(p, q) = t
      end do
    end do
  end subroutine

  subroutine nn_alpha_beta(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
    integer, intent(in) :: m, n, k, lda, ldb, ldc
    real(8), intent(in) :: alpha, beta, a(lda, *), b(ldb, *)
    real(8), intent(inout) :: c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = c(i, j)*beta
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*(b(l, j)*alpha)
        end do
      end do
    end do
  end subroutine

  subroutine nn_dot_form(m, n, k, alpha, a, b, beta, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: alpha, beta, a(0:m - 1, 0:k - 1), b(0:k - 1, 0:n - 1)
    real(8), intent(inout) :: c(0:m - 1, 0:n - 1)
    integer :: i, j, l, top
    real(8) :: s
    top = k - 1
    do j = 0, n - 1
      do i = 0, m - 1
        s = 0.0d0
        do l = 0, top
          s = s + a(i, l)*b(l, j)
        end do
        c(i, j) = alpha*s + beta*c(i, j)
      end do
    end do
  end subroutine

  subroutine nn_intrinsic(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(m, k), b(k, n)
    real(8), intent(out) :: c(m, n)
    c = matmul(a, b)
  end subroutine

  subroutine nn_axpy_form(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(m, k), b(k, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine nn_reference_order(m, n, k, alpha, a, b, c, lda)
    integer, intent(in) :: m, n, k, lda
    real(8), intent(in) :: alpha, a(lda, k), b(lda, n)
    real(8), intent(inout) :: c(lda, n)
    integer :: i, j, l
    real(8) :: t
    do j = 1, n
      do l = 1, k
        t = alpha*b(l, j)
        do i = 1, m
          c(i, j) = c(i, j) + t*a(i, l)
        end do
      end do
    end do
  end subroutine

  subroutine nn_while(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(m, k), b(k, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    j = 1
    do while (j <= n)
      i = 1
      do while (i <= m)
        l = 1
        do while (l <= k)
          c(i, j) = c(i, j) - a(i, l)*b(l, j)
          l = l + 1
        end do
        i = i + 1
      end do
      j = j + 1
    end do
  end subroutine

  subroutine nn_assumed_shape(a, b, c)
    real(8), intent(in) :: a(:, :), b(:, :)
    real(8), intent(inout) :: c(:, :)
    integer :: i, j, l
    do j = 1, size(c, 2)
      do i = 1, size(c, 1)
        do l = 1, size(a, 2)
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine nn_module(m, n, k)
    integer, intent(in) :: m, n, k
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        mc(i, j) = 0.0d0
        do l = 1, k
          mc(i, j) = mc(i, j) + ma(i, l)*mb(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine nn_component(t)
    type(block), intent(inout) :: t
    integer :: i, j, l
    do j = 1, t%n
      do i = 1, t%m
        do l = 1, t%k
          t%c(i, j) = t%c(i, j) + t%a(i, l)*t%b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine nn_sub_block(m, n, k, a, b, c, lda, r)
    integer, intent(in) :: m, n, k, lda, r
    real(8), intent(in) :: a(lda, *), b(lda, *)
    real(8), intent(inout) :: c(lda, *)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(r + i, j) = c(r + i, j) + a(i + 1, l + r)*b(r + l, j + 2)
        end do
      end do
    end do
  end subroutine

  subroutine nt_memory(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(m, k), b(n, k)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(j, l)
        end do
      end do
    end do
  end subroutine

  subroutine tn_memory(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(k, m), b(k, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = 0.0d0
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine tn_intrinsic(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(k, m), b(k, n)
    real(8), intent(out) :: c(m, n)
    c = matmul(transpose(a), b)
  end subroutine

  subroutine tt_memory(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(k, m), b(n, k)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(l, i)*b(j, l)
        end do
      end do
    end do
  end subroutine

  subroutine nn_single(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(4), intent(in) :: a(m, k), b(k, n)
    real(4), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine nn_cleared_first(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(m, k), b(k, n)
    real(8), intent(out) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = 0.0d0
      end do
    end do
    do l = 1, k
      do j = 1, n
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine nn_column_scaled(m, n, k, alpha, beta, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: alpha, beta, a(m, k), b(k, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j) = beta*c(i, j)
      end do
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + (alpha*b(l, j))*a(i, l)
        end do
      end do
    end do
  end subroutine
end module gemm_variants

program main
  use gemm_variants
  implicit none
  integer, parameter :: m = 7, n = 5, k = 6, ld = 12
  real(8) :: a(ld, 14), b(ld, 14), c(ld, 14), ta(m, k), tb(k, n), tc(m, n), nb(n, k), ka(k, m)
  real(4) :: sa(m, k), sb(k, n), sc(m, n)
  type(block) :: t
  call fill(a, ld*14, 1)
  call fill(b, ld*14, 2)
  call fill(c, ld*14, 3)
  call fill(ta, m*k, 4)
  call fill(tb, k*n, 5)
  call fill(tc, m*n, 6)
  call fill(nb, n*k, 7)
  call fill(ka, m*k, 8)
  call nn_memory(m, n, k, a, ld, b, ld, c, ld)
  call show('nn_memory', c, ld*14)
  call nn_memory(0, n, k, a, ld, b, ld, c, ld)
  call nn_memory(m, 0, k, a, ld, b, ld, c, ld)
  call nn_memory(m, n, 0, a, ld, b, ld, c, ld)
  call nn_memory(1, 1, 1, a, ld, b, ld, c, ld)
  call show('empty and one', c, ld*14)
  call nn_scalar(m, n, k, ta, tb, tc)
  call show('nn_scalar', tc, m*n)
  call nn_scalar(m, n, 0, ta, tb, tc)
  call show('nn_scalar, k = 0', tc, m*n)
  call nn_alpha_beta(m, n, k, 1.5d0, a, ld, b, ld, -0.5d0, c, ld)
  call show('nn_alpha_beta', c, ld*14)
  call nn_alpha_beta(m, n, k, 0.0d0, a, ld, b, ld, 0.0d0, c, ld)
  call show('alpha = beta = 0', c, ld*14)
  call nn_alpha_beta(m, n, 0, 2.0d0, a, ld, b, ld, 0.5d0, c, ld)
  call show('k = 0 with beta', c, ld*14)
  call nn_dot_form(m, n, k, 0.6d0, ta, tb, 1.0d0, tc)
  call show('nn_dot_form', tc, m*n)
  call nn_intrinsic(m, n, k, ta, tb, tc)
  call show('nn_intrinsic', tc, m*n)
  call nn_axpy_form(m, n, k, ta, tb, tc)
  call show('nn_axpy_form', tc, m*n)
  call nn_reference_order(m, n, k, 0.9d0, a, b, c, ld)
  call show('nn_reference_order', c, ld*n)
  call nn_while(m, n, k, ta, tb, tc)
  call show('nn_while', tc, m*n)
  call nn_assumed_shape(ta, tb, tc)
  call show('nn_assumed_shape', tc, m*n)
  call nn_assumed_shape(a(1:9:2, 1:4), b(8:2:-2, 3:6), c(2:10:2, 9:12))
  call show('nn_assumed_shape, strided', c, ld*14)
  ma = ta
  mb = tb
  mc = tc
  call nn_module(m, n, k)
  call show('nn_module', mc, m*n)
  t = block(m, n, k, ta, tb, tc)
  call nn_component(t)
  call show('nn_component', t%c, m*n)
  call nn_sub_block(m, n, k, a, b, c, ld, 3)
  call show('nn_sub_block', c, ld*14)
  call nn_cleared_first(m, n, k, ta, tb, tc)
  call show('nn_cleared_first', tc, m*n)
  call nn_column_scaled(m, n, k, 1.5d0, 0.25d0, ta, tb, tc)
  call show('nn_column_scaled', tc, m*n)
  call nn_column_scaled(m, n, 0, 1.5d0, 0.25d0, ta, tb, tc)
  call show('nn_column_scaled, k = 0', tc, m*n)
  call nt_memory(m, n, k, ta, nb, tc)
  call show('nt_memory', tc, m*n)
  call tn_memory(m, n, k, ka, tb, tc)
  call show('tn_memory', tc, m*n)
  call tn_intrinsic(m, n, k, ka, tb, tc)
  call show('tn_intrinsic', tc, m*n)
  call tt_memory(m, n, k, ka, nb, tc)
  call show('tt_memory', tc, m*n)
  call fill4(sa, m*k, 9)
  call fill4(sb, k*n, 10)
  call fill4(sc, m*n, 11)
  call nn_single(m, n, k, sa, sb, sc)
  print '(a,5es12.3)', 'single', sum(sc, 1)
end program main
