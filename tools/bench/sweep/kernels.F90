! kernels.F90 - the loop nests of kernels.c as people write them in Fortran: by columns
!
! NAME is what the symbols begin with, T the kind of the reals. Every subroutine takes what kernels.c's functions take.
module kernels
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
contains
  subroutine dot(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"dot")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(*), x(n), y(n)
    integer :: i, j, l
    real(T) :: r
    r = 0
    do i = 1, n
      r = r + x(i)*y(i)
    end do
    a(1) = r
  end subroutine

  subroutine dot_inc(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"dot_inc")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(*), x(*), y(*)
    integer :: i, j, l
    real(T) :: r
    r = 0
    do i = 1, n
      r = r + x(1 + (i - 1)*ix)*y(1 + (i - 1)*iy)
    end do
    a(1) = r
  end subroutine

  subroutine nrm2(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"nrm2")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(*), x(n), y(n)
    integer :: i, j, l
    real(T) :: r
    r = 0
    do i = 1, n
      r = r + x(i)**2
    end do
    a(1) = sqrt(r)
  end subroutine

  subroutine asum(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"asum")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(*), x(n), y(n)
    integer :: i, j, l
    real(T) :: r
    r = 0
    do i = 1, n
      r = r + abs(x(i))
    end do
    a(1) = r
  end subroutine

  subroutine axpy(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"axpy")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(*), x(n), y(n)
    integer :: i, j, l
    real(T) :: r
    do i = 1, n
      y(i) = y(i) + s*x(i)
    end do
  end subroutine

  subroutine axpy_inc(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"axpy_inc")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(*), x(*), y(*)
    integer :: i, j, l
    real(T) :: r
    do i = 1, n
      y(1 + (i - 1)*iy) = y(1 + (i - 1)*iy) + s*x(1 + (i - 1)*ix)
    end do
  end subroutine

  subroutine scal(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"scal")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(*), x(n), y(n)
    integer :: i, j, l
    real(T) :: r
    do i = 1, n
      x(i) = s*x(i)
    end do
  end subroutine

  subroutine swap(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"swap")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(*), x(n), y(n)
    integer :: i, j, l
    real(T) :: r
    do i = 1, n
      r = x(i)
      x(i) = y(i)
      y(i) = r
    end do
  end subroutine

  subroutine copy_inc(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"copy_inc")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(*), x(*), y(*)
    integer :: i, j, l
    real(T) :: r
    do i = 1, n
      y(1 + (i - 1)*iy) = x(1 + (i - 1)*ix)
    end do
  end subroutine

  subroutine gemv_n(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"gemv_n")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, n), x(n), y(m)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine gemv_t(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"gemv_t")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, n), x(m), y(n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      r = 0
      do i = 1, m
        r = r + a(i, j)*x(i)
      end do
      y(j) = r
    end do
  end subroutine

  subroutine gemv_s(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"gemv_s")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, n), x(n), y(m)
    integer :: i, j, l
    real(T) :: r
    do i = 1, m
      r = 0
      do j = 1, n
        r = r + a(i, j)*x(j)
      end do
      y(i) = r
    end do
  end subroutine

  subroutine ger(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"ger")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, n), x(m), y(n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do i = 1, m
        a(i, j) = a(i, j) + x(i)*y(j)
      end do
    end do
  end subroutine

  subroutine trsv(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"trsv")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(n, n), x(n), y(n)
    integer :: i, j, l
    real(T) :: r
    do i = 1, n
      r = x(i)
      do j = 1, i - 1
        r = r - a(j, i)*y(j)
      end do
      y(i) = r/a(i, i)
    end do
  end subroutine

  subroutine gemm_nn(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"gemm_nn")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, k), x(k, n), y(m, n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do i = 1, m
        r = 0
        do l = 1, k
          r = r + a(i, l)*x(l, j)
        end do
        y(i, j) = r
      end do
    end do
  end subroutine

  subroutine gemm_jli(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"gemm_jli")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, k), x(k, n), y(m, n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do l = 1, k
        do i = 1, m
          y(i, j) = y(i, j) + a(i, l)*x(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine gemm_nt(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"gemm_nt")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, k), x(n, k), y(m, n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do i = 1, m
        r = 0
        do l = 1, k
          r = r + a(i, l)*x(j, l)
        end do
        y(i, j) = r
      end do
    end do
  end subroutine

  subroutine gemm_tn(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"gemm_tn")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(k, m), x(k, n), y(m, n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do i = 1, m
        r = 0
        do l = 1, k
          r = r + a(l, i)*x(l, j)
        end do
        y(i, j) = r
      end do
    end do
  end subroutine

  subroutine matmul_nn(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"matmul_nn")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, k), x(k, n), y(m, n)
    integer :: i, j, l
    real(T) :: r
    y = matmul(a, x)
  end subroutine

  subroutine syrk(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"syrk")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(n, k), x(*), y(n, n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do i = j, n
        r = 0
        do l = 1, k
          r = r + a(i, l)*a(j, l)
        end do
        y(i, j) = y(i, j) + r
      end do
    end do
  end subroutine
end module
