! kernels.F90 - the thirty kernels of PolyBench in Fortran, arrays of the shape that arguments give
!
! Loops and memory are those of kernels.c: the first index of an array here is its last one there. NAME is what the symbols begin with.
module kernels
  use, intrinsic :: iso_c_binding, only: real8 => c_double, c_int, c_signed_char
  implicit none
contains

  !--- Products --------------------------------------------------------------------------------

  subroutine gemm(ni, nj, nk, alpha, beta, c, a, b) bind(c, name=NAME//"gemm")
    integer(c_int) :: ni, nj, nk, i, j, k
    real(real8) :: alpha, beta, c(nj, ni), a(nk, ni), b(nj, nk)
    do i = 1, ni
      do j = 1, nj
        c(j, i) = c(j, i)*beta
      end do
      do k = 1, nk
        do j = 1, nj
          c(j, i) = c(j, i) + alpha*a(k, i)*b(j, k)
        end do
      end do
    end do
  end subroutine

  subroutine gemver(n, alpha, beta, a, u1, v1, u2, v2, w, x, y, z) bind(c, name=NAME//"gemver")
    integer(c_int) :: n, i, j
    real(real8) :: alpha, beta, a(n, n), u1(n), v1(n), u2(n), v2(n), w(n), x(n), y(n), z(n)
    do i = 1, n
      do j = 1, n
        a(j, i) = a(j, i) + u1(i)*v1(j) + u2(i)*v2(j)
      end do
    end do
    do i = 1, n
      do j = 1, n
        x(i) = x(i) + beta*a(i, j)*y(j)
      end do
    end do
    do i = 1, n
      x(i) = x(i) + z(i)
    end do
    do i = 1, n
      do j = 1, n
        w(i) = w(i) + alpha*a(j, i)*x(j)
      end do
    end do
  end subroutine

  subroutine gesummv(n, alpha, beta, a, b, tmp, x, y) bind(c, name=NAME//"gesummv")
    integer(c_int) :: n, i, j
    real(real8) :: alpha, beta, a(n, n), b(n, n), tmp(n), x(n), y(n)
    do i = 1, n
      tmp(i) = 0
      y(i) = 0
      do j = 1, n
        tmp(i) = a(j, i)*x(j) + tmp(i)
        y(i) = b(j, i)*x(j) + y(i)
      end do
      y(i) = alpha*tmp(i) + beta*y(i)
    end do
  end subroutine

  subroutine symm(m, n, alpha, beta, c, a, b) bind(c, name=NAME//"symm")
    integer(c_int) :: m, n, i, j, k
    real(real8) :: alpha, beta, c(n, m), a(m, m), b(n, m), above
    do i = 1, m
      do j = 1, n
        above = 0
        do k = 1, i - 1
          c(j, k) = c(j, k) + alpha*b(j, i)*a(k, i)
          above = above + b(j, k)*a(k, i)
        end do
        c(j, i) = beta*c(j, i) + alpha*b(j, i)*a(i, i) + alpha*above
      end do
    end do
  end subroutine

  subroutine syr2k(n, m, alpha, beta, c, a, b) bind(c, name=NAME//"syr2k")
    integer(c_int) :: n, m, i, j, k
    real(real8) :: alpha, beta, c(n, n), a(m, n), b(m, n)
    do i = 1, n
      do j = 1, i
        c(j, i) = c(j, i)*beta
      end do
      do k = 1, m
        do j = 1, i
          c(j, i) = c(j, i) + a(k, j)*alpha*b(k, i) + b(k, j)*alpha*a(k, i)
        end do
      end do
    end do
  end subroutine

  subroutine syrk(n, m, alpha, beta, c, a) bind(c, name=NAME//"syrk")
    integer(c_int) :: n, m, i, j, k
    real(real8) :: alpha, beta, c(n, n), a(m, n)
    do i = 1, n
      do j = 1, i
        c(j, i) = c(j, i)*beta
      end do
      do k = 1, m
        do j = 1, i
          c(j, i) = c(j, i) + alpha*a(k, i)*a(k, j)
        end do
      end do
    end do
  end subroutine

  subroutine trmm(m, n, alpha, a, b) bind(c, name=NAME//"trmm")
    integer(c_int) :: m, n, i, j, k
    real(real8) :: alpha, a(m, m), b(n, m)
    do i = 1, m
      do j = 1, n
        do k = i + 1, m
          b(j, i) = b(j, i) + a(i, k)*b(j, k)
        end do
        b(j, i) = alpha*b(j, i)
      end do
    end do
  end subroutine

  subroutine k2mm(ni, nj, nk, nl, alpha, beta, tmp, a, b, c, d) bind(c, name=NAME//"k2mm")
    integer(c_int) :: ni, nj, nk, nl, i, j, k
    real(real8) :: alpha, beta, tmp(nj, ni), a(nk, ni), b(nj, nk), c(nl, nj), d(nl, ni)
    do i = 1, ni
      do j = 1, nj
        tmp(j, i) = 0
        do k = 1, nk
          tmp(j, i) = tmp(j, i) + alpha*a(k, i)*b(j, k)
        end do
      end do
    end do
    do i = 1, ni
      do j = 1, nl
        d(j, i) = d(j, i)*beta
        do k = 1, nj
          d(j, i) = d(j, i) + tmp(k, i)*c(j, k)
        end do
      end do
    end do
  end subroutine

  subroutine k3mm(ni, nj, nk, nl, nm, e, a, b, f, c, d, g) bind(c, name=NAME//"k3mm")
    integer(c_int) :: ni, nj, nk, nl, nm, i, j, k
    real(real8) :: e(nj, ni), a(nk, ni), b(nj, nk), f(nl, nj), c(nm, nj), d(nl, nm), g(nl, ni)
    do i = 1, ni
      do j = 1, nj
        e(j, i) = 0
        do k = 1, nk
          e(j, i) = e(j, i) + a(k, i)*b(j, k)
        end do
      end do
    end do
    do i = 1, nj
      do j = 1, nl
        f(j, i) = 0
        do k = 1, nm
          f(j, i) = f(j, i) + c(k, i)*d(j, k)
        end do
      end do
    end do
    do i = 1, ni
      do j = 1, nl
        g(j, i) = 0
        do k = 1, nj
          g(j, i) = g(j, i) + e(k, i)*f(j, k)
        end do
      end do
    end do
  end subroutine

  subroutine atax(m, n, a, x, y, tmp) bind(c, name=NAME//"atax")
    integer(c_int) :: m, n, i, j
    real(real8) :: a(n, m), x(n), y(n), tmp(m)
    do i = 1, n
      y(i) = 0
    end do
    do i = 1, m
      tmp(i) = 0
      do j = 1, n
        tmp(i) = tmp(i) + a(j, i)*x(j)
      end do
      do j = 1, n
        y(j) = y(j) + a(j, i)*tmp(i)
      end do
    end do
  end subroutine

  subroutine bicg(m, n, a, s, q, p, r) bind(c, name=NAME//"bicg")
    integer(c_int) :: m, n, i, j
    real(real8) :: a(n, m), s(n), q(m), p(n), r(m)
    do i = 1, n
      s(i) = 0
    end do
    do i = 1, m
      q(i) = 0
      do j = 1, n
        s(j) = s(j) + r(i)*a(j, i)
        q(i) = q(i) + a(j, i)*p(j)
      end do
    end do
  end subroutine

  subroutine doitgen(nr, nq, np, a, c4, total) bind(c, name=NAME//"doitgen")
    integer(c_int) :: nr, nq, np, r, q, p, s
    real(real8) :: a(np, nq, nr), c4(np, np), total(np)
    do r = 1, nr
      do q = 1, nq
        do p = 1, np
          total(p) = 0
          do s = 1, np
            total(p) = total(p) + a(s, q, r)*c4(p, s)
          end do
        end do
        do p = 1, np
          a(p, q, r) = total(p)
        end do
      end do
    end do
  end subroutine

  subroutine mvt(n, x1, x2, y1, y2, a) bind(c, name=NAME//"mvt")
    integer(c_int) :: n, i, j
    real(real8) :: x1(n), x2(n), y1(n), y2(n), a(n, n)
    do i = 1, n
      do j = 1, n
        x1(i) = x1(i) + a(j, i)*y1(j)
      end do
    end do
    do i = 1, n
      do j = 1, n
        x2(i) = x2(i) + a(i, j)*y2(j)
      end do
    end do
  end subroutine

  !--- Solvers ---------------------------------------------------------------------------------

  subroutine cholesky(n, a) bind(c, name=NAME//"cholesky")
    integer(c_int) :: n, i, j, k
    real(real8) :: a(n, n)
    do i = 1, n
      do j = 1, i - 1
        do k = 1, j - 1
          a(j, i) = a(j, i) - a(k, i)*a(k, j)
        end do
        a(j, i) = a(j, i)/a(j, j)
      end do
      do k = 1, i - 1
        a(i, i) = a(i, i) - a(k, i)*a(k, i)
      end do
      a(i, i) = sqrt(a(i, i))
    end do
  end subroutine

  subroutine durbin(n, r, y, z) bind(c, name=NAME//"durbin")
    integer(c_int) :: n, i, k
    real(real8) :: r(n), y(n), z(n), alpha, beta, total
    y(1) = -r(1)
    beta = 1
    alpha = -r(1)
    do k = 2, n
      beta = (1 - alpha*alpha)*beta
      total = 0
      do i = 1, k - 1
        total = total + r(k - i)*y(i)
      end do
      alpha = -(r(k) + total)/beta
      do i = 1, k - 1
        z(i) = y(i) + alpha*y(k - i)
      end do
      do i = 1, k - 1
        y(i) = z(i)
      end do
      y(k) = alpha
    end do
  end subroutine

  subroutine gramschmidt(m, n, a, r, q) bind(c, name=NAME//"gramschmidt")
    integer(c_int) :: m, n, i, j, k
    real(real8) :: a(n, m), r(n, n), q(n, m), norm
    do k = 1, n
      norm = 0
      do i = 1, m
        norm = norm + a(k, i)*a(k, i)
      end do
      r(k, k) = sqrt(norm)
      do i = 1, m
        q(k, i) = a(k, i)/r(k, k)
      end do
      do j = k + 1, n
        r(j, k) = 0
        do i = 1, m
          r(j, k) = r(j, k) + q(k, i)*a(j, i)
        end do
        do i = 1, m
          a(j, i) = a(j, i) - q(k, i)*r(j, k)
        end do
      end do
    end do
  end subroutine

  subroutine lu(n, a) bind(c, name=NAME//"lu")
    integer(c_int) :: n, i, j, k
    real(real8) :: a(n, n)
    do i = 1, n
      do j = 1, i - 1
        do k = 1, j - 1
          a(j, i) = a(j, i) - a(k, i)*a(j, k)
        end do
        a(j, i) = a(j, i)/a(j, j)
      end do
      do j = i, n
        do k = 1, i - 1
          a(j, i) = a(j, i) - a(k, i)*a(j, k)
        end do
      end do
    end do
  end subroutine

  subroutine ludcmp(n, a, b, x, y) bind(c, name=NAME//"ludcmp")
    integer(c_int) :: n, i, j, k
    real(real8) :: a(n, n), b(n), x(n), y(n), w
    do i = 1, n
      do j = 1, i - 1
        w = a(j, i)
        do k = 1, j - 1
          w = w - a(k, i)*a(j, k)
        end do
        a(j, i) = w/a(j, j)
      end do
      do j = i, n
        w = a(j, i)
        do k = 1, i - 1
          w = w - a(k, i)*a(j, k)
        end do
        a(j, i) = w
      end do
    end do
    do i = 1, n
      w = b(i)
      do j = 1, i - 1
        w = w - a(j, i)*y(j)
      end do
      y(i) = w
    end do
    do i = n, 1, -1
      w = y(i)
      do j = i + 1, n
        w = w - a(j, i)*x(j)
      end do
      x(i) = w/a(i, i)
    end do
  end subroutine

  subroutine trisolv(n, l, x, b) bind(c, name=NAME//"trisolv")
    integer(c_int) :: n, i, j
    real(real8) :: l(n, n), x(n), b(n)
    do i = 1, n
      x(i) = b(i)
      do j = 1, i - 1
        x(i) = x(i) - l(j, i)*x(j)
      end do
      x(i) = x(i)/l(i, i)
    end do
  end subroutine

  !--- Data ------------------------------------------------------------------------------------

  subroutine correlation(n, m, count, data, corr, mean, stddev) bind(c, name=NAME//"correlation")
    integer(c_int) :: n, m, i, j, k
    real(real8) :: count, data(m, n), corr(m, m), mean(m), stddev(m), eps
    eps = 0.1_real8
    do j = 1, m
      mean(j) = 0
      do i = 1, n
        mean(j) = mean(j) + data(j, i)
      end do
      mean(j) = mean(j)/count
    end do
    do j = 1, m
      stddev(j) = 0
      do i = 1, n
        stddev(j) = stddev(j) + (data(j, i) - mean(j))*(data(j, i) - mean(j))
      end do
      stddev(j) = stddev(j)/count
      stddev(j) = sqrt(stddev(j))
      if (stddev(j) <= eps) stddev(j) = 1
    end do
    do i = 1, n
      do j = 1, m
        data(j, i) = data(j, i) - mean(j)
        data(j, i) = data(j, i)/(sqrt(count)*stddev(j))
      end do
    end do
    do i = 1, m - 1
      corr(i, i) = 1
      do j = i + 1, m
        corr(j, i) = 0
        do k = 1, n
          corr(j, i) = corr(j, i) + data(i, k)*data(j, k)
        end do
        corr(i, j) = corr(j, i)
      end do
    end do
    corr(m, m) = 1
  end subroutine

  subroutine covariance(n, m, count, data, cov, mean) bind(c, name=NAME//"covariance")
    integer(c_int) :: n, m, i, j, k
    real(real8) :: count, data(m, n), cov(m, m), mean(m)
    do j = 1, m
      mean(j) = 0
      do i = 1, n
        mean(j) = mean(j) + data(j, i)
      end do
      mean(j) = mean(j)/count
    end do
    do i = 1, n
      do j = 1, m
        data(j, i) = data(j, i) - mean(j)
      end do
    end do
    do i = 1, m
      do j = i, m
        cov(j, i) = 0
        do k = 1, n
          cov(j, i) = cov(j, i) + data(i, k)*data(j, k)
        end do
        cov(j, i) = cov(j, i)/(count - 1)
        cov(i, j) = cov(j, i)
      end do
    end do
  end subroutine

  !--- Grids -----------------------------------------------------------------------------------

  subroutine adi(steps, n, u, v, p, q) bind(c, name=NAME//"adi")
    integer(c_int) :: steps, n, t, i, j
    real(real8) :: u(n, n), v(n, n), p(n, n), q(n, n), dx, dy, dt, b1, b2, mul1, mul2, a, b, c, d, e, f
    dx = 1/real(n, real8)
    dy = 1/real(n, real8)
    dt = 1/real(steps, real8)
    b1 = 2
    b2 = 1
    mul1 = b1*dt/(dx*dx)
    mul2 = b2*dt/(dy*dy)
    a = -mul1/2
    b = 1 + mul1
    c = a
    d = -mul2/2
    e = 1 + mul2
    f = d
    do t = 1, steps
      do i = 2, n - 1
        v(i, 1) = 1
        p(1, i) = 0
        q(1, i) = v(i, 1)
        do j = 2, n - 1
          p(j, i) = -c/(a*p(j - 1, i) + b)
          q(j, i) = (-d*u(i - 1, j) + (1 + 2*d)*u(i, j) - f*u(i + 1, j) - a*q(j - 1, i))/(a*p(j - 1, i) + b)
        end do
        v(i, n) = 1
        do j = n - 1, 2, -1
          v(i, j) = p(j, i)*v(i, j + 1) + q(j, i)
        end do
      end do
      do i = 2, n - 1
        u(1, i) = 1
        p(1, i) = 0
        q(1, i) = u(1, i)
        do j = 2, n - 1
          p(j, i) = -f/(d*p(j - 1, i) + e)
          q(j, i) = (-a*v(j, i - 1) + (1 + 2*a)*v(j, i) - c*v(j, i + 1) - d*q(j - 1, i))/(d*p(j - 1, i) + e)
        end do
        u(n, i) = 1
        do j = n - 1, 2, -1
          u(j, i) = p(j, i)*u(j + 1, i) + q(j, i)
        end do
      end do
    end do
  end subroutine

  subroutine deriche(w, h, alpha, in, out, y1, y2) bind(c, name=NAME//"deriche")
    integer(c_int) :: w, h, i, j
    real(real8) :: alpha, in(h, w), out(h, w), y1(h, w), y2(h, w)
    real(real8) :: e, k, a1, a2, a3, a4, b1, b2, xm1, ym1, ym2, xp1, xp2, yp1, yp2
    e = exp(-alpha)
    k = (1 - e)*(1 - e)/(1 + 2*alpha*e - exp(2*alpha))
    a1 = k
    a2 = k*e*(alpha - 1)
    a3 = k*e*(alpha + 1)
    a4 = -k*exp(-2*alpha)
    b1 = 2**(-alpha)
    b2 = -exp(-2*alpha)
    do i = 1, w
      ym1 = 0
      ym2 = 0
      xm1 = 0
      do j = 1, h
        y1(j, i) = a1*in(j, i) + a2*xm1 + b1*ym1 + b2*ym2
        xm1 = in(j, i)
        ym2 = ym1
        ym1 = y1(j, i)
      end do
    end do
    do i = 1, w
      yp1 = 0
      yp2 = 0
      xp1 = 0
      xp2 = 0
      do j = h, 1, -1
        y2(j, i) = a3*xp1 + a4*xp2 + b1*yp1 + b2*yp2
        xp2 = xp1
        xp1 = in(j, i)
        yp2 = yp1
        yp1 = y2(j, i)
      end do
    end do
    do i = 1, w
      do j = 1, h
        out(j, i) = y1(j, i) + y2(j, i)
      end do
    end do
    do j = 1, h
      xm1 = 0
      ym1 = 0
      ym2 = 0
      do i = 1, w
        y1(j, i) = a1*out(j, i) + a2*xm1 + b1*ym1 + b2*ym2
        xm1 = out(j, i)
        ym2 = ym1
        ym1 = y1(j, i)
      end do
    end do
    do j = 1, h
      xp1 = 0
      xp2 = 0
      yp1 = 0
      yp2 = 0
      do i = w, 1, -1
        y2(j, i) = a3*xp1 + a4*xp2 + b1*yp1 + b2*yp2
        xp2 = xp1
        xp1 = out(j, i)
        yp2 = yp1
        yp1 = y2(j, i)
      end do
    end do
    do i = 1, w
      do j = 1, h
        out(j, i) = y1(j, i) + y2(j, i)
      end do
    end do
  end subroutine

  subroutine fdtd_2d(steps, nx, ny, ex, ey, hz, fict) bind(c, name=NAME//"fdtd_2d")
    integer(c_int) :: steps, nx, ny, t, i, j
    real(real8) :: ex(ny, nx), ey(ny, nx), hz(ny, nx), fict(steps)
    do t = 1, steps
      do j = 1, ny
        ey(j, 1) = fict(t)
      end do
      do i = 2, nx
        do j = 1, ny
          ey(j, i) = ey(j, i) - 0.5_real8*(hz(j, i) - hz(j, i - 1))
        end do
      end do
      do i = 1, nx
        do j = 2, ny
          ex(j, i) = ex(j, i) - 0.5_real8*(hz(j, i) - hz(j - 1, i))
        end do
      end do
      do i = 1, nx - 1
        do j = 1, ny - 1
          hz(j, i) = hz(j, i) - 0.7_real8*(ex(j + 1, i) - ex(j, i) + ey(j, i + 1) - ey(j, i))
        end do
      end do
    end do
  end subroutine

  subroutine floyd_warshall(n, path) bind(c, name=NAME//"floyd_warshall")
    integer(c_int) :: n, path(n, n), i, j, k
    do k = 1, n
      do i = 1, n
        do j = 1, n
          path(j, i) = min(path(j, i), path(k, i) + path(j, k))
        end do
      end do
    end do
  end subroutine

  subroutine heat_3d(steps, n, a, b) bind(c, name=NAME//"heat_3d")
    integer(c_int) :: steps, n, t, i, j, k
    real(real8) :: a(n, n, n), b(n, n, n)
    do t = 1, steps
      do i = 2, n - 1
        do j = 2, n - 1
          do k = 2, n - 1
            b(k, j, i) = 0.125_real8*(a(k, j, i + 1) - 2*a(k, j, i) + a(k, j, i - 1)) &
                         + 0.125_real8*(a(k, j + 1, i) - 2*a(k, j, i) + a(k, j - 1, i)) &
                         + 0.125_real8*(a(k + 1, j, i) - 2*a(k, j, i) + a(k - 1, j, i)) + a(k, j, i)
          end do
        end do
      end do
      do i = 2, n - 1
        do j = 2, n - 1
          do k = 2, n - 1
            a(k, j, i) = 0.125_real8*(b(k, j, i + 1) - 2*b(k, j, i) + b(k, j, i - 1)) &
                         + 0.125_real8*(b(k, j + 1, i) - 2*b(k, j, i) + b(k, j - 1, i)) &
                         + 0.125_real8*(b(k + 1, j, i) - 2*b(k, j, i) + b(k - 1, j, i)) + b(k, j, i)
          end do
        end do
      end do
    end do
  end subroutine

  subroutine jacobi_1d(steps, n, a, b) bind(c, name=NAME//"jacobi_1d")
    integer(c_int) :: steps, n, t, i
    real(real8) :: a(n), b(n)
    do t = 1, steps
      do i = 2, n - 1
        b(i) = 0.33333_real8*(a(i - 1) + a(i) + a(i + 1))
      end do
      do i = 2, n - 1
        a(i) = 0.33333_real8*(b(i - 1) + b(i) + b(i + 1))
      end do
    end do
  end subroutine

  subroutine jacobi_2d(steps, n, a, b) bind(c, name=NAME//"jacobi_2d")
    integer(c_int) :: steps, n, t, i, j
    real(real8) :: a(n, n), b(n, n)
    do t = 1, steps
      do i = 2, n - 1
        do j = 2, n - 1
          b(j, i) = 0.2_real8*(a(j, i) + a(j - 1, i) + a(j + 1, i) + a(j, i + 1) + a(j, i - 1))
        end do
      end do
      do i = 2, n - 1
        do j = 2, n - 1
          a(j, i) = 0.2_real8*(b(j, i) + b(j - 1, i) + b(j + 1, i) + b(j, i + 1) + b(j, i - 1))
        end do
      end do
    end do
  end subroutine

  subroutine nussinov(n, bases, table) bind(c, name=NAME//"nussinov")
    integer(c_int) :: n, table(n, n), i, j, k
    integer(c_signed_char) :: bases(n)
    do i = n, 1, -1
      do j = i + 1, n
        table(j, i) = max(table(j, i), table(j - 1, i))
        table(j, i) = max(table(j, i), table(j, i + 1))
        if (i < j - 1) then
          table(j, i) = max(table(j, i), table(j - 1, i + 1) + merge(1, 0, bases(i) + bases(j) == 3))
        else
          table(j, i) = max(table(j, i), table(j - 1, i + 1))
        end if
        do k = i + 1, j - 1
          table(j, i) = max(table(j, i), table(k, i) + table(j, k + 1))
        end do
      end do
    end do
  end subroutine

  subroutine seidel_2d(steps, n, a) bind(c, name=NAME//"seidel_2d")
    integer(c_int) :: steps, n, t, i, j
    real(real8) :: a(n, n)
    do t = 1, steps
      do i = 2, n - 1
        do j = 2, n - 1
          a(j, i) = (a(j - 1, i - 1) + a(j, i - 1) + a(j + 1, i - 1) + a(j - 1, i) + a(j, i) + a(j + 1, i) &
                     + a(j - 1, i + 1) + a(j, i + 1) + a(j + 1, i + 1))/9
        end do
      end do
    end do
  end subroutine
end module
