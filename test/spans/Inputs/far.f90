! Arrays that span more than 2^31 elements, few of which are touched; default integers throughout.
subroutine product(m, n, k, a, lda, b, ldb, c, ldc)
  implicit none
  integer :: m, n, k, lda, ldb, ldc, i, j, l
  real(8) :: a(lda, *), b(ldb, *), c(ldc, *)
  do j = 1, n
    do i = 1, m
      c(i, j) = 0
      do l = 1, k
        c(i, j) = c(i, j) + a(i, l)*b(l, j)
      end do
    end do
  end do
end subroutine

subroutine symmetric(n, k, a, lda, c, ldc)
  implicit none
  integer :: n, k, lda, ldc, i, j, l
  real(8) :: a(lda, *), c(ldc, *)
  do j = 1, n
    do l = 1, k
      do i = j, n
        c(i, j) = c(i, j) + a(i, l)*a(j, l)
      end do
    end do
  end do
end subroutine

real(4) function norm(m, n, a, lda)
  implicit none
  integer :: m, n, lda, i, j
  real(4) :: a(lda, *)
  norm = 0
  do j = 1, n
    do i = 1, m
      norm = norm + a(i, j)*a(i, j)
    end do
  end do
  norm = sqrt(norm)
end function

subroutine rows(m, n, a, lda, x, y)
  implicit none
  integer :: m, n, lda, i, j
  complex(8) :: a(lda, *), x(*), y(*)
  do j = 1, n
    do i = 1, m
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine

subroutine solve(n, a, lda, x)
  implicit none
  integer :: n, lda, i, j
  real(8) :: a(lda, *), x(*)
  do i = 1, n
    do j = 1, i - 1
      x(i) = x(i) - a(i, j)*x(j)
    end do
    x(i) = x(i)/a(i, i)
  end do
end subroutine

subroutine factor(n, a, lda)
  implicit none
  integer :: n, lda, i, j, k
  real(8) :: a(lda, *)
  do k = 1, n - 1
    do i = k + 1, n
      a(i, k) = a(i, k)/a(k, k)
    end do
    do j = k + 1, n
      do i = k + 1, n
        a(i, j) = a(i, j) - a(i, k)*a(k, j)
      end do
    end do
  end do
end subroutine

subroutine add(n, alpha, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy, i
  real(8) :: alpha
  real(8) :: x(incx, *), y(incy, *)
  do i = 1, n
    y(1, i) = y(1, i) + alpha*x(1, i)
  end do
end subroutine

module memory
  use iso_c_binding
  implicit none
  interface
    type(c_ptr) function mmap(at, bytes, protection, flags, file, offset) bind(c)
      import c_ptr, c_size_t, c_int, c_long
      type(c_ptr), value :: at
      integer(c_size_t), value :: bytes
      integer(c_int), value :: protection, flags, file
      integer(c_long), value :: offset
    end function
  end interface
contains
  type(c_ptr) function reserve(bytes) ! that is not counted before it is touched
    integer(8), intent(in) :: bytes
    reserve = mmap(c_null_ptr, int(bytes, c_size_t), 3, int(z'4022'), -1, 0_c_long)
  end function
end module

program far
  use memory
  implicit none
  integer, parameter :: few = 70, ld = 2**26 + 3
  real(8), pointer :: a(:, :), b(:, :), c(:, :)
  real(4), pointer :: s(:, :)
  complex(8), pointer :: z(:, :)
  real(4), external :: norm
  complex(8) :: x(few), y(few)
  real(8) :: v(few)
  integer :: i, j
  call c_f_pointer(reserve(8_8*ld*few), a, [ld, few])
  call c_f_pointer(reserve(8_8*ld*few), b, [ld, few])
  call c_f_pointer(reserve(8_8*ld*few), c, [ld, few])
  call c_f_pointer(reserve(4_8*ld*few), s, [ld, few])
  call c_f_pointer(reserve(16_8*ld*few), z, [ld, few])
  do j = 1, few
    do i = 1, few
      a(i, j) = mod(7*i + 3*j, 5) + merge(40, 0, i == j)
      b(i, j) = mod(5*i + 2*j, 7) - 2
      c(i, j) = i - j
      s(i, j) = mod(i + j, 3)
      z(i, j) = cmplx(i, -j, 8)
    end do
    x(j) = cmplx(1, j, 8)
    y(j) = 0
    v(j) = j
  end do
  call product(few, few, few, a, ld, b, ld, c, ld)
  print '(a, g0.9)', 'gemm ', checked(c)
  call symmetric(few, few, a, ld, c, ld)
  print '(a, g0.9)', 'syrk ', checked(c)
  call add(few, 0.5d0, a, ld, c, ld)
  print '(a, g0.9)', 'axpy ', checked(c)
  call solve(few, a, ld, v)
  print '(a, g0.9)', 'trsv ', sum(v)
  call factor(few, a, ld)
  print '(a, g0.9)', 'getrf ', checked(a)
  print '(a, g0.6)', 'norm ', norm(few, few, s, ld)
  call rows(few, few, z, ld, x, y)
  print '(a, 2(1x, g0.9))', 'zgemv', sum(y)
contains
  real(8) function checked(m)
    real(8), pointer, intent(in) :: m(:, :)
    checked = 0
    do j = 1, few
      do i = 1, few
        checked = checked + m(i, j)*mod(i*j, 11)
      end do
    end do
  end function
end program
