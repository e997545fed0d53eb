! Loops that look like BLAS idioms but leave early, call, print, skip, or keep more than the idiom's result.
module control_misses
  implicit none
  integer :: calls = 0
contains
  include "../fill.inc"

  function early_exit(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = 1, n
      if (x(i) < -0.9d0) exit
      s = s + x(i)*y(i)
    end do
  end function

  function skipping(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = 1, n
      if (x(i) < 0.0d0) cycle
      s = s + x(i)*y(i)
    end do
  end function

  function masked(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = 1, n
      if (y(i) > 0.0d0) s = s + x(i)*y(i)
    end do
  end function

  function merged(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = 1, n
      s = s + merge(x(i), 1.0d0, mod(i, 3) == 0)*y(i)
    end do
  end function

  subroutine note()
    calls = calls + 1
  end subroutine

  function calling(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = 1, n
      s = s + x(i)*y(i)
      call note()
    end do
  end function

  real(8) function element(x)
    real(8), intent(in) :: x
    calls = calls + 1
    element = x*calls
  end function

  function impure_operand(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = 1, n
      s = s + element(x(i))*y(i)
    end do
  end function

  subroutine printing(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
      if (i == 3) print '(a)', 'third'
    end do
  end subroutine

  subroutine stopping(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      if (x(i) > 5.0d0) error stop 'out of range'
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine

  subroutine returning(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
      if (y(i) > 1.0d0) return
    end do
  end subroutine

  function jumping(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    integer :: i
    s = 0.0d0
    do i = 1, n
      s = s + x(i)*y(i)
      if (s > 0.75d0) go to 10
    end do
    s = s + 100.0d0
10  continue
  end function

  function until_large(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    integer :: i
    s = 0.0d0
    i = 1
    do while (i <= n .and. abs(s) < 1.0d0)
      s = s + x(i)*y(i)
      i = i + 1
    end do
  end function

  function sparse_step(n, x, y) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8) :: s
    integer :: i
    s = 0.0d0
    i = 1
    do while (i <= n)
      s = s + x(i)*y(i)
      if (x(i) > 0.0d0) i = i + 1
      i = i + 1
    end do
  end function

  subroutine running_sum(n, x, y, z, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(out) :: z(n), s
    integer :: i
    s = 0.0d0
    do i = 1, n
      s = s + x(i)*y(i)
      z(i) = s
    end do
  end subroutine

  subroutine second_store(n, alpha, x, y, z)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n)
    real(8), intent(out) :: z(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
      z(i) = y(i)*2.0d0
    end do
  end subroutine

  subroutine store_between(n, x, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n), s
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)
      y(i) = 0.0d0
    end do
  end subroutine

  subroutine last_temporary(n, alpha, x, y, t)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha, x(n)
    real(8), intent(inout) :: y(n), t
    integer :: i
    do i = 1, n
      t = alpha*x(i)
      y(i) = y(i) + t
    end do
  end subroutine

  subroutine loop_variable_after(n, x, y, s, after)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(out) :: s
    integer, intent(out) :: after
    integer :: i
    s = 0.0d0
    do i = 1, n
      s = s + x(i)*y(i)
    end do
    after = i
  end subroutine

  subroutine inner_variables_after(m, n, a, x, y, after)
    integer, intent(in) :: m, n
    real(8), intent(in) :: a(m, n), x(n)
    real(8), intent(inout) :: y(m)
    integer, intent(out) :: after
    integer :: i, j
    j = -7
    do i = 1, m
      do j = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
    after = 100*i + j
  end subroutine

  subroutine bound_changes(n, x, y, s)
    integer, intent(inout) :: n
    real(8), intent(in) :: x(20), y(20)
    real(8), intent(inout) :: s
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)
      n = n - 1
    end do
  end subroutine

  subroutine while_bound_changes(n, x, y, s)
    integer, intent(inout) :: n
    real(8), intent(in) :: x(20), y(20)
    real(8), intent(inout) :: s
    integer :: i
    i = 1
    do while (i <= n)
      s = s + x(i)*y(i)
      n = n - 1
      i = i + 1
    end do
  end subroutine

  subroutine alpha_changes(n, alpha, x, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: alpha
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
      alpha = alpha*0.5d0
    end do
  end subroutine

  subroutine counting(n, x, y, s, count)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(inout) :: s
    integer, intent(inout) :: count
    integer :: i
    do i = 1, n
      s = s + x(i)*y(i)
      count = count + 1
    end do
  end subroutine

  subroutine volatile_operand(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: s
    real(8), volatile :: y(20)
    integer :: i
    y = 0.5d0
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end subroutine

  subroutine volatile_result(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), volatile, intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + 3.0d0*x(i)
    end do
  end subroutine

  subroutine volatile_accumulator(n, x, y, out)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(out) :: out
    real(8), volatile :: s
    integer :: i
    s = 0.0d0
    do i = 1, n
      s = s + x(i)*y(i)
    end do
    out = s
  end subroutine

  subroutine asynchronous_operand(n, x, y)
    integer, intent(in) :: n
    real(8), asynchronous, intent(in) :: x(n)
    real(8), asynchronous, intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = y(i) + 3.0d0*x(i)
    end do
  end subroutine
end module control_misses

program main
  use control_misses
  implicit none
  integer, parameter :: n = 20
  real(8) :: x(n), y(n), z(n), a(n, n), r(12), s, t
  integer :: i, after, m
  call fill(x, n, 1)
  call fill(y, n, 2)
  call fill(a, n*n, 3)
  r(1) = early_exit(n, x, y)
  r(2) = skipping(n, x, y)
  r(3) = masked(n, x, y)
  r(4) = merged(n, x, y)
  r(5) = calling(n, x, y)
  r(6) = impure_operand(n, x, y)
  r(7) = jumping(n, x, y)
  r(8) = until_large(n, x, y)
  r(9) = sparse_step(n, x, y)
  call show('sums', r, 9)
  print '(a,i6)', 'calls', calls
  call printing(n, 0.5d0, x, y)
  call stopping(n, 0.5d0, x, y)
  call returning(n, 0.5d0, x, y)
  call show('left early', y, n)
  call running_sum(n, x, y, z, s)
  call show('running_sum', z, n)
  call second_store(n, 0.7d0, x, y, z)
  call show('second_store', z, n)
  s = 0.0d0
  z = y
  call store_between(n, x, z, s)
  call show('store_between', z, n)
  t = 0.125d0
  call last_temporary(n, 0.7d0, x, y, t)
  call last_temporary(0, 0.7d0, x, y, t)
  print '(a,2es24.15)', 'last_temporary', t, s
  call loop_variable_after(n, x, y, s, after)
  print '(a,i6,es24.15)', 'after', after, s
  call loop_variable_after(0, x, y, s, after)
  print '(a,i6,es24.15)', 'after', after, s
  call inner_variables_after(n, n, a, x, y, after)
  print '(a,i6)', 'after', after
  call inner_variables_after(0, n, a, x, y, after)
  print '(a,i6)', 'after', after
  call inner_variables_after(n, 0, a, x, y, after)
  print '(a,i6)', 'after', after
  m = n
  call bound_changes(m, x, y, s)
  print '(a,i6,es24.15)', 'bound_changes', m, s
  m = n
  call while_bound_changes(m, x, y, s)
  print '(a,i6,es24.15)', 'while_bound_changes', m, s
  t = 8.0d0
  call alpha_changes(n, t, x, y)
  call show('alpha_changes', y, n)
  i = 3
  call counting(n, x, y, s, i)
  print '(a,i6,es24.15)', 'counting', i, s
  call volatile_operand(n, x, s)
  call volatile_result(n, x, y)
  call volatile_accumulator(n, x, y, t)
  call asynchronous_operand(n, x, y)
  print '(a,2es24.15)', 'volatile', s, t
  call show('volatile_result', y, n)
end program main
