! The same few idioms in the rest of the language: associate, block, do concurrent, host association, common, labelled
! and named loops, value and optional arguments, pointers that are known to be apart only at run time.
module style_variants
  implicit none
  real(8), protected, save :: table(15, 11) = 0.0d0
contains
  include "../fill.inc"

  subroutine set_table()
    call fill(table, 165, 77)
  end subroutine

  function associated_names(n, a, x) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, 3), x(n)
    real(8) :: s
    integer :: i
    s = 0.0d0
    associate (column => a(:, 2), v => x)
      do i = 1, n
        s = s + column(i)*v(i)
      end do
    end associate
  end function

  subroutine in_a_block(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n)
    block
      integer :: k
      do k = 1, n
        y(k) = y(k) + alpha*x(k)
      end do
    end block
  end subroutine

  subroutine host_association(n, a, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), x(n)
    real(8), intent(inout) :: y(n)
    call update()
  contains
    subroutine update()
      integer :: i, j
      do i = 1, n
        do j = 1, n
          y(i) = y(i) + a(i, j)*x(j)
        end do
      end do
    end subroutine
  end subroutine

  subroutine common_block(n)
    integer, intent(in) :: n
    real(8) :: cx(20), cy(20)
    common /vectors/ cx, cy
    integer :: i
    do i = 1, n
      cy(i) = cy(i) + 0.5d0*cx(i)
    end do
  end subroutine

  subroutine labelled(m, n, k, a, b, c)
    integer m, n, k, i, j, l
    real(8) a(m, k), b(k, n), c(m, n)
    do 30 j = 1, n
      do 20 i = 1, m
        do 10 l = 1, k
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
10      continue
20    continue
30  continue
  end subroutine

  subroutine named(n, k, a, c)
    integer, intent(in) :: n, k
    real(8), intent(in) :: a(n, k)
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, l
    columns: do j = 1, n
      rows: do i = j, n
        inner: do l = 1, k
          c(i, j) = c(i, j) + a(i, l)*a(j, l)
        end do inner
      end do rows
    end do columns
  end subroutine

  function by_value(n, alpha, x, y) result(s)
    integer, value :: n
    real(8), value :: alpha
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: s
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
    end do
    s = y(n)
  end function

  subroutine optional_scale(n, x, y, alpha)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8), intent(in), optional :: alpha
    real(8) :: t
    integer :: i
    t = 1.0d0
    if (present(alpha)) t = alpha
    do i = 1, n
      y(i) = y(i) + t*x(i)
    end do
  end subroutine

  pure subroutine pure_product(m, n, a, x, y)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(m)
    real(8), intent(out) :: y(n)
    integer :: i, j
    do j = 1, n
      y(j) = 0.0d0
      do i = 1, m
        y(j) = y(j) + a(i, j)*x(i)
      end do
    end do
  end subroutine

  subroutine module_table(x, y)
    real(8), intent(in) :: x(11)
    real(8), intent(inout) :: y(15)
    integer :: i, j
    do j = 1, 11
      do i = 1, 15
        y(i) = y(i) + table(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine under_a_condition(n, twice, x, y)
    integer, intent(in) :: n
    logical, intent(in) :: twice
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    if (twice) then
      do i = 1, n
        y(i) = y(i) + 2.0d0*x(i)
      end do
    else
      do i = 1, n
        y(i) = y(i) - 3.0d0*x(i)
      end do
    end if
  end subroutine

  subroutine inside_another_loop(n, steps, a, x, y)
    integer, intent(in) :: n, steps
    real(8), intent(in) :: a(n, n)
    real(8), intent(inout) :: x(n), y(n)
    integer :: i, j, step
    do step = 1, steps
      do i = 1, n
        y(i) = 0.0d0
        do j = 1, n
          y(i) = y(i) + a(i, j)*x(j)
        end do
      end do
      x = 0.1d0*y
      if (x(1) > 100.0d0) exit
    end do
  end subroutine

  subroutine two_in_a_row(n, a, b, c)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n, n)
    real(8), intent(inout) :: c(n, n)
    integer :: i, j, l
    do j = 1, n
      do i = 1, n
        do l = 1, n
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
    do j = 1, n
      do i = 1, n
        do l = 1, n
          c(i, j) = c(i, j) - a(l, i)*b(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine slice_of_cube(n, p, cube, x, y)
    integer, intent(in) :: n, p
    real(8), intent(in) :: cube(n, n, *), x(n)
    real(8), intent(inout) :: y(n)
    integer :: i, j
    do i = 1, n
      do j = 1, n
        y(i) = y(i) + cube(i, j, p)*x(j)
      end do
    end do
  end subroutine

  subroutine middle_dimension(n, p, cube, x, s)
    integer, intent(in) :: n, p
    real(8), intent(in) :: cube(n, n, *), x(n)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + cube(2, p, i)*x(i)
    end do
  end subroutine
end module style_variants

program main
  use style_variants
  implicit none
  integer, parameter :: n = 13
  real(8) :: a(n, n), b(n, n), c(n, n), x(15), y(15), cx(20), cy(20), s
  common /vectors/ cx, cy
  call fill(a, n*n, 1)
  call fill(b, n*n, 2)
  call fill(c, n*n, 3)
  call fill(x, 15, 4)
  call fill(y, 15, 5)
  call fill(cx, 20, 6)
  call fill(cy, 20, 7)
  call set_table()
  s = associated_names(n, a, x)
  call in_a_block(n, 0.3d0, x, y)
  call host_association(n, a, x, y)
  call show('y', y, 15)
  call common_block(17)
  call show('common', cy, 20)
  call labelled(6, 5, 7, a, b, c)
  call named(9, 4, a, c)
  call show('c', c, n*n)
  s = s + by_value(n, 0.7d0, x, y)
  call optional_scale(n, x, y)
  call optional_scale(n, x, y, -1.5d0)
  call pure_product(11, 9, a, x, y)
  call module_table(x, y)
  call under_a_condition(n, .true., x, y)
  call under_a_condition(n, .false., x, y)
  call show('y', y, 15)
  call inside_another_loop(n, 3, a, x, y)
  call show('x', x, 15)
  call two_in_a_row(8, a, b, c)
  call show('c', c, n*n)
  call slice_of_cube(5, 3, a, x, y)
  call middle_dimension(5, 4, a, x, s)
  call show('y', y, 15)
  print '(a,es24.15)', 's ', s
end program main
