! Idioms of several loops with something else between or around them. The parts may be rewritten, the whole may not,
! unless every result stays.
module sequence_misses
  implicit none
  integer :: noted = 0
  real(8) :: seen = 0.0d0
contains
  include "../fill.inc"

  subroutine note(x)
    real(8), intent(in) :: x
    noted = noted + 1
    seen = seen + x
  end subroutine

  subroutine store_between(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(m)
    integer :: i, j
    do i = 1, m
      y(i) = 0.0d0
    end do
    y(3) = 5.0d0
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine read_between(m, n, a, x, y, s)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(m), s
    integer :: i, j
    do i = 1, m
      y(i) = 0.0d0
    end do
    s = s + y(2)
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine call_between(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(m)
    integer :: i, j
    do i = 1, m
      y(i) = 0.0d0
    end do
    call note(y(1))
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine other_array_cleared(m, n, a, x, y, z)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(m), z(m)
    integer :: i, j
    do i = 1, m
      z(i) = 0.0d0
    end do
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine more_cleared(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(m + 2)
    integer :: i, j
    do i = 1, m + 2
      y(i) = 0.0d0
    end do
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine shifted_clear(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(m + 1)
    integer :: i, j
    do i = 1, m
      y(i + 1) = 0.0d0
    end do
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine conditional_sum(m, n, flag, a, x, y)
    integer, intent(in) :: m, n
    logical, intent(in) :: flag
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(m)
    integer :: i, j
    do i = 1, m
      y(i) = 0.0d0
    end do
    if (flag) then
      do j = 1, n
        do i = 1, m
          y(i) = y(i) + a(i, j)*x(j)
        end do
      end do
    end if
  end subroutine

  subroutine conditional_clear(m, n, flag, a, x, y)
    integer, intent(in) :: m, n
    logical, intent(in) :: flag
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(m)
    integer :: i, j
    if (flag) then
      do i = 1, m
        y(i) = 0.0d0
      end do
    end if
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine set_to_one(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(m)
    integer :: i, j
    do i = 1, m
      y(i) = 1.0d0
    end do
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine cleared_operand(n, a, x, y)
    ! What is cleared is read by the product.
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n)
    real(8), intent(inout) :: x(n), y(n)
    integer :: i, j
    do i = 1, n
      x(i) = 0.0d0
    end do
    do j = 1, n
      do i = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine bound_between(m, n, a, x, y)
    integer, intent(inout) :: m
    integer, intent(in) :: n
    real(8), intent(in) :: a(13, n), x(n)
    real(8), intent(inout) :: y(13)
    integer :: i, j
    do i = 1, m
      y(i) = 0.0d0
    end do
    m = m - 2
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine operand_between(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n)
    real(8), intent(inout) :: x(n), y(m)
    integer :: i, j
    do i = 1, m
      y(i) = 0.0d0
    end do
    x(2) = x(1)
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
    x(1) = 9.0d0
  end subroutine

  subroutine operand_from_result(m, n, a, x, y)
    ! x is made from the cleared y, so the clearing cannot move behind it.
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n)
    real(8), intent(inout) :: x(n), y(m)
    integer :: i, j
    do i = 1, m
      y(i) = 0.0d0
    end do
    x(2) = y(4) + 2.0d0
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine scale_differs(m, n, alpha, beta, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: alpha, a(m, n), x(n)
    real(8), intent(inout) :: beta, y(m)
    integer :: i, j
    do i = 1, m
      y(i) = beta*y(i)
    end do
    beta = beta + 1.0d0
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + beta*a(i, j)*x(j)*alpha
      end do
    end do
  end subroutine

  subroutine sum_kept(n, x, r, square)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: r, square
    integer :: i
    r = 0.0d0
    do i = 1, n
      r = r + x(i)*x(i)
    end do
    square = r
    r = sqrt(r)
  end subroutine

  subroutine root_of_another(n, x, r, t)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: r, t
    integer :: i
    r = 0.0d0
    do i = 1, n
      r = r + x(i)*x(i)
    end do
    t = sqrt(t)
  end subroutine

  subroutine matmul_then_clear(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(m, k), b(k, n)
    real(8), intent(inout) :: c(m, n)
    c = matmul(a, b)
    c(2, :) = 0.0d0
  end subroutine

  subroutine column_clear_partial(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(m, k), b(k, n)
    real(8), intent(inout) :: c(m, n)
    integer :: i, j, l
    do j = 1, n
      do i = 2, m
        c(i, j) = 0.0d0
      end do
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine column_clear_next(m, n, k, a, b, c)
    ! Each column clears the next one: the last sum of a column survives, its start does not.
    integer, intent(in) :: m, n, k
    real(8), intent(in) :: a(m, k), b(k, n)
    real(8), intent(inout) :: c(m, n + 1)
    integer :: i, j, l
    do j = 1, n
      do i = 1, m
        c(i, j + 1) = 0.0d0
      end do
      do l = 1, k
        do i = 1, m
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine mean_kept(n, chosen, x, z, y, s, t)
    integer, intent(in) :: n
    logical, intent(in) :: chosen
    real(8), intent(in) :: x(n), z(n)
    real(8), intent(inout) :: y(n), s, t
    real(8) :: mean, scale
    integer :: i
    mean = 0.5d0
    scale = 2.0d0
    if (chosen) then
      mean = 0.0d0
      do i = 1, n
        mean = mean + x(i)
      end do
      mean = mean/n
      scale = 0.0d0
      do i = 1, n
        scale = scale + (x(i) - mean)*(x(i) - mean)
      end do
      scale = 1.0d0/sqrt(scale/n + 0.125d0)
      do i = 1, n
        y(i) = scale*(x(i) - mean)*z(i) + z(i)
      end do
    end if
    s = mean
    t = scale
  end subroutine

  subroutine mean_of_last_round(n, x, z, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n, 3), z(n)
    real(8), intent(inout) :: y(n, 3), s
    real(8) :: mean, scale
    integer :: i, j
    mean = 0.5d0
    do j = 1, 3
      s = 2*s + mean
      mean = 0.0d0
      do i = 1, n
        mean = mean + x(i, j)
      end do
      mean = mean/n
      scale = 0.0d0
      do i = 1, n
        scale = scale + (x(i, j) - mean)*(x(i, j) - mean)
      end do
      scale = 1.0d0/sqrt(scale/n + 0.125d0)
      do i = 1, n
        y(i, j) = scale*(x(i, j) - mean)*z(i) + z(i)
      end do
    end do
  end subroutine
end module sequence_misses

program main
  use sequence_misses
  implicit none
  integer, parameter :: m = 11, n = 7
  real(8) :: a(13, 13), b(13, 13), c(m, n + 1), x(13), y(13), z(13), s, t, u
  integer :: rows
  call fill(a, 169, 1)
  call fill(b, 169, 2)
  call fill(c, m*(n + 1), 3)
  call fill(x, 13, 4)
  call fill(y, 13, 5)
  call fill(z, 13, 6)
  s = 0.25d0
  call store_between(m, n, a, x, y)
  call show('store_between', y, 13)
  call read_between(m, n, a, x, y, s)
  call show('read_between', y, 13)
  call call_between(m, n, a, x, y)
  call show('call_between', y, 13)
  call other_array_cleared(m, n, a, x, y, z)
  call show('other_array_cleared', y, 13)
  call more_cleared(m, n, a, x, y)
  call show('more_cleared', y, 13)
  y = z
  call shifted_clear(m, n, a, x, y)
  call show('shifted_clear', y, 13)
  call conditional_sum(m, n, .false., a, x, y)
  call show('conditional_sum', y, 13)
  call conditional_sum(m, n, .true., a, x, y)
  call conditional_clear(m, n, .false., a, x, y)
  call show('conditional_clear', y, 13)
  call conditional_clear(m, n, .true., a, x, y)
  call show('conditional_clear', y, 13)
  call set_to_one(m, n, a, x, y)
  call show('set_to_one', y, 13)
  z = x
  call cleared_operand(m, a, z, y)
  call show('cleared_operand', y, 13)
  rows = 13
  call bound_between(rows, n, a, x, y)
  call show('bound_between', y, 13)
  call operand_between(m, n, a, x, y)
  call show('operand_between', y, 13)
  call operand_from_result(m, n, a, x, y)
  call show('operand_from_result', y, 13)
  t = 0.5d0
  call scale_differs(m, n, 1.25d0, t, a, x, y)
  call show('scale_differs', y, 13)
  call sum_kept(13, x, s, u)
  print '(a,3es24.15)', 'sum_kept', s, u, seen
  call root_of_another(13, x, s, t)
  print '(a,3es24.15)', 'root_of_another', s, t
  call matmul_then_clear(m, n, 5, a, b, c)
  call show('matmul_then_clear', c, m*n)
  call column_clear_partial(m, n, 5, a, b, c)
  call show('column_clear_partial', c, m*n)
  call column_clear_next(m, n, 5, a, b, c)
  call show('column_clear_next', c, m*(n + 1))
  call mean_kept(13, .true., x, z, y, s, t)
  print '(a,2es24.15)', 'mean_kept', s, t
  call mean_kept(13, .false., x, z, y, s, t)
  print '(a,2es24.15)', 'mean_kept', s, t
  call mean_of_last_round(13, a, z, b, s)
  print '(a,es24.15)', 'mean_of_last_round', s
  call show('mean_of_last_round', b, 39)
  print '(a,i4)', 'noted', noted
end program main
