! One triangle of C = A*A' or A'*A; the other triangle must keep its values.
module syrk_variants
  implicit none
  real(8), save :: ga(8, 5), gc(8, 8)
contains
  include "../fill.inc"

  subroutine lower_n(n, k, a, lda, c, ldc)
    integer, intent(in) :: n, k, lda, ldc
    real(8), intent(in) :: a(lda, *)
    real(8), intent(inout) :: c(ldc, *)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine

  subroutine upper_n(n, k, a, c)
    integer, intent(in) :: n, k
    real(8), intent(in) :: a(n, k)
    real(8), intent(inout) :: c(n, n)
    integer(8) :: i, j, l
    real(8) :: s
    do j = 1, n
      do i = 1, j
        s = 0.0d0
        do l = 1, k
          s = a(j, l)*a(i, l) + s
        end do
        c(i, j) = s
      end do
    end do
  end subroutine

  subroutine lower_n_rows(n, k, alpha, beta, a, c)
    integer, intent(in) :: n, k
    real(8), intent(in) :: alpha, beta, a(n, k)
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, l
    do i = 1, n
      do j = 1, i
        c(i, j) = beta*c(i, j)
        do l = 1, k
          c(i, j) = c(i, j) + alpha*a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine

  subroutine upper_n_rows(n, k, a, c)
    integer, intent(in) :: n, k
    real(8), intent(in) :: a(0:n - 1, 0:k - 1)
    real(8), intent(inout) :: c(0:n - 1, 0:n - 1)
    integer :: i, j, l
    do i = 0, n - 1
      do j = i, n - 1
        do l = 0, k - 1
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine

  subroutine lower_t(n, k, a, c)
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

  subroutine upper_t(n, k, alpha, beta, a, c)
    integer, intent(in) :: n, k
    real(8), intent(in) :: alpha, beta, a(k, n)
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, l
    real(8) :: s
    do j = 1, n
      do i = 1, j
        s = 0.0d0
        do l = 1, k
          s = s + a(l, i)*a(l, j)
        end do
        c(i, j) = beta*c(i, j) + alpha*s
      end do
    end do
  end subroutine

  subroutine module_static()
    integer :: i, j, l
    do j = 1, 8
      do i = j, 8
        gc(i, j) = 0.0d0
        do l = 1, 5
          gc(i, j) = gc(i, j) + ga(i, l)*ga(j, l)
        end do
      end do
    end do
  end subroutine

  subroutine full_square(n, k, a, c)
    integer, intent(in) :: n, k
    real(8), intent(in) :: a(n, k)
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, n
        do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do
      end do
    end do
  end subroutine
end module syrk_variants

program main
  use syrk_variants
  implicit none
  integer, parameter :: n = 8, k = 5
  real(8) :: a(n, k), t(k, n), c(n, n), p(11, 9), q(13, 9)
  call fill(a, n*k, 1)
  call fill(t, n*k, 2)
  call fill(c, n*n, 3)
  call fill(p, 99, 4)
  call fill(q, 117, 5)
  call lower_n(n, k, p, 11, q, 13)
  call show('lower_n', q, 117)
  call lower_n(0, k, p, 11, q, 13)
  call lower_n(n, 0, p, 11, q, 13)
  call show('empty', q, 117)
  call upper_n(n, k, a, c)
  call show('upper_n', c, n*n)
  call lower_n_rows(n, k, 1.5d0, 0.5d0, a, c)
  call show('lower_n_rows', c, n*n)
  call lower_n_rows(n, k, 0.0d0, 0.0d0, a, c)
  call show('alpha = beta = 0', c, n*n)
  call upper_n_rows(n, k, a, c)
  call show('upper_n_rows', c, n*n)
  call lower_t(n, k, t, c)
  call show('lower_t', c, n*n)
  call upper_t(n, k, 0.8d0, -0.4d0, t, c)
  call show('upper_t', c, n*n)
  ga = a
  gc = c
  call module_static()
  call show('module_static', gc, n*n)
  call full_square(n, k, a, c)
  call show('full_square', c, n*n)
end program main
