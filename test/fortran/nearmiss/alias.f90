! Loops that look like BLAS idioms but whose operands overlap, or may. All of it is standard Fortran.
module alias_misses
  implicit none
  real(8), target :: shared(40)
contains
  include "../fill.inc"

  subroutine through_pointers(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha
    real(8), pointer, intent(in) :: x(:), y(:)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine

  subroutine target_dummies(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha
    real(8), target, intent(inout) :: x(:), y(:)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine

  subroutine target_module(n, alpha, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha
    real(8), target, intent(inout) :: y(:)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*shared(i)
    end do
  end subroutine

  subroutine equivalenced(n, out)
    integer, intent(in) :: n
    real(8), intent(out) :: out(30)
    real(8) :: x(30), y(29)
    integer :: i
    equivalence (x(2), y(1))
    call fill(x, 30, 5)
    do i = 1, n
      y(i) = y(i) + 0.5d0*x(i)
    end do
    out = x
  end subroutine

  subroutine smear(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(*)
    integer :: i
    do i = 1, n
      x(i + 1) = x(i)
    end do
  end subroutine

  subroutine shift_down(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(*)
    integer :: i
    do i = 1, n
      x(i) = x(i + 1)
    end do
  end subroutine

  subroutine shift_by(n, k, x)
    integer, intent(in) :: n, k
    real(8), intent(inout) :: x(*)
    integer :: i
    do i = 1, n
      x(i + k) = x(i)
    end do
  end subroutine

  subroutine axpy_itself(n, alpha, x)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha
    real(8), intent(inout) :: x(*)
    integer :: i
    do i = 1, n
      x(i) = x(i) + alpha*x(i)
    end do
  end subroutine

  subroutine axpy_neighbour(n, alpha, x)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha
    real(8), intent(inout) :: x(*)
    integer :: i
    do i = 2, n
      x(i) = x(i) + alpha*x(i - 1)
    end do
  end subroutine

  subroutine alpha_in_result(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + y(3)*x(i)
    end do
  end subroutine

  subroutine scal_by_own_element(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(4)*x(i)
    end do
  end subroutine

  subroutine dot_into_operand(n, x, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(in) :: y(n)
    integer :: i
    do i = 1, n
      x(5) = x(5) + x(i)*y(i)
    end do
  end subroutine

  subroutine gemv_in_place(n, a, y)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n)
    real(8), intent(inout) :: y(n)
    integer :: i, j
    do i = 1, n
      do j = 1, n
        y(i) = y(i) + a(i, j)*y(j)
      end do
    end do
  end subroutine

  subroutine gemm_in_place(n, b, c)
    integer, intent(in) :: n
    real(8), intent(in) :: b(n, n)
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, n
        do l = 1, n
          c(i, j) = c(i, j) + c(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine syrk_in_place(n, c)
    integer, intent(in) :: n
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, l
    do j = 1, n
      do i = j, n
        do l = 1, n
          c(i, j) = c(i, j) + 0.01d0*c(i, l)*c(j, l)
        end do
      end do
    end do
  end subroutine

  subroutine ger_own_row_and_column(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        a(i, j) = a(i, j) - a(i, 2)*a(3, j)
      end do
    end do
  end subroutine

  subroutine eliminate(n, k, a)
    integer, intent(in) :: n, k
    real(8), intent(inout) :: a(n, n)
    integer :: i, j
    do j = k + 1, n
      do i = k + 1, n
        a(i, j) = a(i, j) - a(i, k)*a(k, j)
      end do
    end do
  end subroutine

  subroutine swap_overlapping(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(*)
    integer :: i
    real(8) :: t
    do i = 1, n
      t = x(i)
      x(i) = x(i + 1)
      x(i + 1) = t
    end do
  end subroutine

  subroutine narrow_result(m, n, k, ld, a, b, c)
    ! Columns of c overlap when ld < m: legal on a vector, nothing that BLAS takes.
    integer, intent(in) :: m, n, k, ld
    real(8), intent(in) :: a(m, k), b(k, n)
    real(8), intent(inout) :: c(*)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        do l = 1, k
          c(i + (j - 1)*ld) = c(i + (j - 1)*ld) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine narrow_operand(m, n, ld, a, x, y)
    integer, intent(in) :: m, n, ld
    real(8), intent(in) :: a(*), x(n)
    real(8), intent(inout) :: y(m)
    integer :: i, j
    do i = 1, m
      do j = 1, n
        y(i) = y(i) + a(i + (j - 1)*ld)*x(j)
      end do
    end do
  end subroutine

  subroutine pointer_gemm(n, a, b, c)
    integer, intent(in) :: n
    real(8), pointer, intent(in) :: a(:, :), b(:, :), c(:, :)
    integer :: i, j, l
    do j = 1, n
      do i = 1, n
        do l = 1, n
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine inlined_twice(n, x, r)
    ! The same actual argument twice, only read: fine for the language, and for ddot.
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: r
    r = inner(x, x)
  contains
    real(8) function inner(p, q)
      real(8), intent(in) :: p(n), q(n)
      integer :: i
      inner = 0.0d0
      do i = 1, n
        inner = inner + p(i)*q(i)
      end do
    end function
  end subroutine
end module alias_misses

program main
  use alias_misses
  implicit none
  integer, parameter :: n = 17
  real(8), target :: t(40), q(20, 20)
  real(8), pointer :: p(:), r(:), pa(:, :), pb(:, :), pc(:, :)
  real(8) :: x(n), y(n), a(n, n), b(n, n), out(30), v(60), s
  call fill(x, n, 1)
  call fill(y, n, 2)
  call fill(a, n*n, 3)
  call fill(b, n*n, 4)
  call fill(t, 40, 5)
  call fill(shared, 40, 6)
  call fill(v, 60, 7)
  call fill(q, 400, 8)
  p => t(1:30)
  r => t(2:31)
  call through_pointers(20, 0.5d0, p, r)
  call show('pointers, overlap by one', t, 40)
  r => t(21:40)
  call through_pointers(15, 0.5d0, p, r)
  call show('pointers, apart', t, 40)
  call target_dummies(20, 0.5d0, t(1:30), t(3:32))
  call show('target dummies', t, 40)
  call target_module(20, 0.5d0, shared(2:30))
  call show('target in a module', shared, 40)
  call equivalenced(20, out)
  call show('equivalenced', out, 30)
  call smear(20, v)
  call show('smear', v, 60)
  call fill(v, 60, 9)
  call shift_down(30, v)
  call show('shift_down', v, 60)
  call shift_by(20, 3, v)
  call shift_by(20, 25, v)
  call shift_by(20, 0, v)
  call show('shift_by', v, 60)
  call axpy_itself(30, 0.25d0, v)
  call show('axpy_itself', v, 60)
  call axpy_neighbour(30, 0.25d0, v)
  call show('axpy_neighbour', v, 60)
  call alpha_in_result(n, x, y)
  call show('alpha_in_result', y, n)
  call scal_by_own_element(n, y)
  call show('scal_by_own_element', y, n)
  call dot_into_operand(n, x, y)
  call show('dot_into_operand', x, n)
  call gemv_in_place(n, a, y)
  call show('gemv_in_place', y, n)
  call gemm_in_place(5, a, b)
  call show('gemm_in_place', b, 25)
  call syrk_in_place(5, b)
  call show('syrk_in_place', b, 25)
  call ger_own_row_and_column(n, a)
  call show('ger_own_row_and_column', a, n*n)
  call fill(a, n*n, 11)
  call eliminate(n, 3, a)
  call show('eliminate', a, n*n)
  call swap_overlapping(30, v)
  call show('swap_overlapping', v, 60)
  call fill(v, 60, 12)
  call narrow_result(7, 4, 5, 3, a, b, v)
  call show('narrow_result', v, 60)
  call narrow_result(7, 4, 5, 9, a, b, v)
  call show('wide result', v, 60)
  call narrow_operand(9, 6, 2, a, x, y)
  call show('narrow_operand', y, n)
  pa => q(1:6, 1:6)
  pb => q(2:7, 2:7)
  pc => q(3:8, 3:8)
  call pointer_gemm(6, pa, pb, pc)
  call show('pointer_gemm', q, 400)
  call inlined_twice(n, x, s)
  print '(a,es24.15)', 'inlined ', s
end program main
