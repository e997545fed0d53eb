! Two arrays of one common block are one object. The file is compiled by flang and by smr-flang, and both print
! the same.
module blocks
  implicit none
contains
  subroutine axpy(n, alpha)
    integer, intent(in) :: n
    real(8), intent(in) :: alpha
    real(8) :: x(100), y(100), a(100, 100)
    common /block/ x, y, a
    integer :: i
    do i = 1, n
      y(i) = y(i) + alpha*x(i)
    end do
  end subroutine

  subroutine copy(n)
    integer, intent(in) :: n
    real(8) :: x(100), y(100), a(100, 100)
    common /block/ x, y, a
    integer :: i
    do i = 1, n
      x(i) = y(i)
    end do
  end subroutine

  function dot(n) result(s)
    integer, intent(in) :: n
    real(8) :: x(100), y(100), a(100, 100), s
    common /block/ x, y, a
    integer :: i
    s = 0
    do i = 1, n
      s = s + x(i)*y(i)
    end do
  end function

  subroutine gemv(n)
    integer, intent(in) :: n
    real(8) :: x(100), y(100), a(100, 100)
    common /block/ x, y, a
    integer :: i, j
    do j = 1, n
      do i = 1, n
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  ! From here on elements may be the same: these are no calls.
  subroutine shift_back(n)
    integer, intent(in) :: n
    real(8) :: x(100), y(100), a(100, 100)
    common /block/ x, y, a
    integer :: i
    do i = 1, n
      y(i) = y(i + 1)
    end do
  end subroutine

  subroutine shift_on(n)
    integer, intent(in) :: n
    real(8) :: x(100), y(100), a(100, 100)
    common /block/ x, y, a
    integer :: i
    do i = 1, n
      y(i + 1) = y(i)
    end do
  end subroutine

  subroutine far_back(n)
    integer, intent(in) :: n
    real(8) :: x(100), y(100), a(100, 100), all(200)
    common /block/ x, y, a
    equivalence (x, all)
    integer :: i
    do i = 1, n
      all(i) = all(i) + 0.5d0*all(i + 70)
    end do
  end subroutine

  subroutine far_on(n)
    integer, intent(in) :: n
    real(8) :: x(100), y(100), a(100, 100), all(200)
    common /block/ x, y, a
    equivalence (x, all)
    integer :: i
    do i = 1, n
      all(i + 70) = all(i + 70) + 0.5d0*all(i)
    end do
  end subroutine

  subroutine both_names(n)
    integer, intent(in) :: n
    real(8) :: x(100), y(100), a(100, 100), all(200)
    common /block/ x, y, a
    equivalence (x, all)
    integer :: i
    do i = 1, n
      y(i) = y(i) + 0.5d0*all(i)
    end do
  end subroutine

  subroutine column(n)
    integer, intent(in) :: n
    real(8) :: x(100), y(100), a(100, 100)
    common /block/ x, y, a
    integer :: i, j
    do j = 1, n
      do i = 1, n
        a(i, 1) = a(i, 1) + a(i, j)*x(j)
      end do
    end do
  end subroutine
end module

program main
  use blocks
  implicit none
  real(8) :: x(100), y(100), a(100, 100)
  common /block/ x, y, a
  integer, parameter :: sizes(7) = [0, 1, 2, 17, 70, 71, 99]
  integer :: k, i, j, n
  do k = 1, size(sizes)
    n = sizes(k)
    do i = 1, 100
      x(i) = 0.25d0*mod(7*i, 11) - 1
      y(i) = 0.5d0*mod(5*i, 13) - 2
      do j = 1, 100
        a(i, j) = 0.125d0*mod(i + 3*j, 7) - 0.25d0
      end do
    end do
    call axpy(n, 0.5d0)
    print '(a, i4, es24.16)', 'axpy', n, sum(y)
    print '(a, i4, es24.16)', 'dot', n, dot(n)
    call gemv(n)
    print '(a, i4, es24.16)', 'gemv', n, sum(y)
    call shift_back(n)
    print '(a, i4, 2es24.16)', 'shift_back', n, sum(y), y(50)
    call both_names(n)
    print '(a, i4, 2es24.16)', 'both_names', n, sum(y), y(50)
    call far_back(n)
    print '(a, i4, 2es24.16)', 'far_back', n, sum(x), x(80)
    call far_on(n)
    print '(a, i4, 2es24.16)', 'far_on', n, sum(x), sum(y)
    call shift_on(n)
    print '(a, i4, 2es24.16)', 'shift_on', n, sum(y), y(50)
    x = x*0.0625d0
    call copy(n)
    print '(a, i4, 2es24.16)', 'copy', n, sum(x), x(100)
    a(:, 1) = 1
    call column(min(n, 3))
    print '(a, i4, es24.16)', 'column', n, sum(a(:, 1))
  end do
end program
