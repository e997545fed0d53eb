! routines.F90 - the nests of routines.c as people write them in Fortran: by columns
!
! NAME is what the symbols begin with, T the kind of the reals. Every subroutine takes what routines.c's functions take.
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

  subroutine axpby(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"axpby")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(*), x(n), y(n)
    integer :: i, j, l
    real(T) :: r
    do i = 1, n
      y(i) = s*x(i) + 0.5_T*y(i)
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

  subroutine gemv_b(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"gemv_b")
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
      y(j) = s*r + 0.5_T*y(j)
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

  subroutine symv(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"symv")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(n, n), x(n), y(n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      r = 0
      do i = j + 1, n
        y(i) = y(i) + a(i, j)*x(j)
        r = r + a(i, j)*x(i)
      end do
      y(j) = y(j) + a(j, j)*x(j) + r
    end do
  end subroutine

  subroutine syr2(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"syr2")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(n, n), x(n), y(n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do i = j, n
        a(i, j) = a(i, j) + x(i)*y(j) + y(i)*x(j)
      end do
    end do
  end subroutine

  subroutine trmv(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"trmv")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(n, n), x(n), y(n)
    integer :: i, j, l
    real(T) :: r
    do j = n, 1, -1
      r = 0
      do i = 1, j
        r = r + a(i, j)*x(i)
      end do
      x(j) = r
    end do
  end subroutine

  subroutine trsv(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"trsv")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(n, n), x(n), y(n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      r = x(j)
      do i = 1, j - 1
        r = r - a(i, j)*x(i)
      end do
      x(j) = r/a(j, j)
    end do
  end subroutine

  subroutine trsv_c(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"trsv_c")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(n, n), x(n), y(n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      x(j) = x(j)/a(j, j)
      do i = j + 1, n
        x(i) = x(i) - a(i, j)*x(j)
      end do
    end do
  end subroutine

  subroutine bicg(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"bicg")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, n), x(*), y(*)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      r = 0
      do i = 1, m
        y(i) = y(i) + a(i, j)*x(m + j)
        r = r + a(i, j)*x(i)
      end do
      y(m + j) = r
    end do
  end subroutine

  subroutine mvt(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"mvt")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(n, n), x(2*n), y(2*n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do i = 1, n
        x(i) = x(i) + a(i, j)*y(j)
      end do
    end do
    do j = 1, n
      do i = 1, n
        x(n + j) = x(n + j) + a(i, j)*y(n + i)
      end do
    end do
  end subroutine

  subroutine gemm_jil(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"gemm_jil")
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

  subroutine gemm_lji(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"gemm_lji")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, k), x(k, n), y(m, n)
    integer :: i, j, l
    real(T) :: r
    do l = 1, k
      do j = 1, n
        do i = 1, m
          y(i, j) = y(i, j) + a(i, l)*x(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine gemm_ilj(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"gemm_ilj")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, k), x(k, n), y(m, n)
    integer :: i, j, l
    real(T) :: r
    do i = 1, m
      do l = 1, k
        do j = 1, n
          y(i, j) = y(i, j) + a(i, l)*x(l, j)
        end do
      end do
    end do
  end subroutine

  subroutine gemm_ijl(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"gemm_ijl")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, k), x(k, n), y(m, n)
    integer :: i, j, l
    real(T) :: r
    do i = 1, m
      do j = 1, n
        r = 0
        do l = 1, k
          r = r + a(i, l)*x(l, j)
        end do
        y(i, j) = r
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

  subroutine gemm_tt(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"gemm_tt")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(k, m), x(n, k), y(m, n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do i = 1, m
        r = 0
        do l = 1, k
          r = r + a(l, i)*x(j, l)
        end do
        y(i, j) = r
      end do
    end do
  end subroutine

  subroutine gemm_b(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"gemm_b")
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
        y(i, j) = s*r + 0.5_T*y(i, j)
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

  subroutine syrk_r(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"syrk_r")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(n, k), x(*), y(n, n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do l = 1, k
        do i = j, n
          y(i, j) = y(i, j) + s*a(j, l)*a(i, l)
        end do
      end do
    end do
  end subroutine

  subroutine syr2k(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"syr2k")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(k, n), x(k, n), y(n, n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do i = j, n
        r = 0
        do l = 1, k
          r = r + a(l, i)*x(l, j) + x(l, i)*a(l, j)
        end do
        y(i, j) = y(i, j) + r
      end do
    end do
  end subroutine

  subroutine symm(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"symm")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, m), x(m, n), y(m, n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do i = 1, m
        r = a(i, i)*x(i, j)
        do l = 1, i - 1
          r = r + a(i, l)*x(l, j)
        end do
        do l = i + 1, m
          r = r + a(l, i)*x(l, j)
        end do
        y(i, j) = r
      end do
    end do
  end subroutine

  subroutine trmm(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"trmm")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, m), x(m, n), y(m, n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do i = m, 1, -1
        r = 0
        do l = 1, i
          r = r + a(i, l)*x(l, j)
        end do
        x(i, j) = s*r
      end do
    end do
  end subroutine

  subroutine trsm(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"trsm")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, m), x(m, n), y(m, n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do i = 1, m
        r = x(i, j)
        do l = 1, i - 1
          r = r - a(i, l)*x(l, j)
        end do
        x(i, j) = r/a(i, i)
      end do
    end do
  end subroutine

  subroutine trsm_r(a, x, y, m, n, k, ix, iy, s) bind(c, name=NAME//"trsm_r")
    integer(c_int), value :: m, n, k, ix, iy
    real(T), value :: s
    real(T) :: a(m, m), x(m, n), y(m, n)
    integer :: i, j, l
    real(T) :: r
    do j = 1, n
      do l = 1, m
        x(l, j) = x(l, j)/a(l, l)
        do i = l + 1, m
          x(i, j) = x(i, j) - a(i, l)*x(l, j)
        end do
      end do
    end do
  end subroutine
end module
