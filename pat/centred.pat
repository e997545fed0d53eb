// Products of what is less something else: deviations from means (covariance, scatter matrices, projections). Each
// difference is rounded as in the code; then it is a product of matrices (smr_rt_centred). BLAS would need the data
// without its mean in memory, and multiplied out the sums cancel.
//
// R1 of blas.pat: where alpha is 0 the loops run, and so they do where there is no memory.

link "openblas"
mode auto
costs "centred.costs"
each ${T} = real(8), real(4); ${P} = d, s; ${0} = 0.0d0, 0.0; ${K} = 1, 0

Fortran {
  subroutine ${P}gemm_centred_pair(m, n, k, alpha, a, ra, ca, u, ru, cu, b, rb, cb, v, rv, cv, adds, beta, c, rc, cc)
    integer :: m, n, k, ra, ca, ru, cu, rb, cb, rv, cv, rc, cc, i, j, l, adds
    ${T} :: alpha, beta, a(0:*), u(0:*), b(0:*), v(0:*), c(0:*), s
    do i = 0, m - 1
      do j = 0, n - 1
        s = ${0}
        do l = 0, k - 1
          s = s + (a(i*ra + l*ca) - u(i*ru + l*cu))*(b(l*rb + j*cb) - v(l*rv + j*cv))
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
  end subroutine
} = {
  subroutine ${P}gemm_centred_pair(m, n, k, alpha, a, ra, ca, u, ru, cu, b, rb, cb, v, rv, cv, adds, beta, c, rc, cc)
    integer :: m, n, k, ra, ca, ru, cu, rb, cb, rv, cv, rc, cc, i, j, l, adds
    ${T} :: alpha, beta, a(0:*), u(0:*), b(0:*), v(0:*), c(0:*), s
    external :: ${P}gemm_tile
    integer, external :: smr_rt_centred
    if (abs(alpha) > ${0}) then
      if (smr_rt_centred(${P}gemm_tile, ${K}, 0, m, n, k, alpha, a, ra, ca, u, ru, cu, b, rb, cb, 1, v, rv, cv, adds, beta, c, rc, cc) > 0) return
    end if
    do i = 0, m - 1
      do j = 0, n - 1
        s = ${0}
        do l = 0, k - 1
          s = s + (a(i*ra + l*ca) - u(i*ru + l*cu))*(b(l*rb + j*cb) - v(l*rv + j*cv))
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
  end subroutine
  subroutine ${P}gemm_tile(fa, fb, m, n, k, alpha, a, la, b, lb, beta, c, lc)
    integer :: fa, fb, m, n, k, la, lb, lc
    ${T} :: alpha, beta, a(*), b(*), c(*)
    call ${P}gemm(merge('N', 'T', fa == 0), merge('N', 'T', fb == 0), m, n, k, alpha, a, la, b, lb, beta, c, lc)
  end subroutine
}
name "${P}gemm-centred"
about "C = alpha (A - U)(B - V) + beta C"
when (max(rc, cc) < 134217728)

Fortran {
  subroutine ${P}gemm_shifted_pair(m, n, k, alpha, a, ra, ca, u, ru, cu, b, rb, cb, adds, beta, c, rc, cc)
    integer :: m, n, k, ra, ca, ru, cu, rb, cb, rc, cc, i, j, l, adds
    ${T} :: alpha, beta, a(0:*), u(0:*), b(0:*), c(0:*), s
    do i = 0, m - 1
      do j = 0, n - 1
        s = ${0}
        do l = 0, k - 1
          s = s + (a(i*ra + l*ca) - u(i*ru + l*cu))*b(l*rb + j*cb)
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
  end subroutine
} = {
  subroutine ${P}gemm_shifted_pair(m, n, k, alpha, a, ra, ca, u, ru, cu, b, rb, cb, adds, beta, c, rc, cc)
    integer :: m, n, k, ra, ca, ru, cu, rb, cb, rc, cc, i, j, l, adds
    ${T} :: alpha, beta, a(0:*), u(0:*), b(0:*), c(0:*), s
    external :: ${P}gemm_tile
    integer, external :: smr_rt_centred
    if (abs(alpha) > ${0}) then
      if (smr_rt_centred(${P}gemm_tile, ${K}, 0, m, n, k, alpha, a, ra, ca, u, ru, cu, b, rb, cb, 0, b, 0, 0, adds, beta, c, rc, cc) > 0) return
    end if
    do i = 0, m - 1
      do j = 0, n - 1
        s = ${0}
        do l = 0, k - 1
          s = s + (a(i*ra + l*ca) - u(i*ru + l*cu))*b(l*rb + j*cb)
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
  end subroutine
  subroutine ${P}gemm_tile(fa, fb, m, n, k, alpha, a, la, b, lb, beta, c, lc)
    integer :: fa, fb, m, n, k, la, lb, lc
    ${T} :: alpha, beta, a(*), b(*), c(*)
    call ${P}gemm(merge('N', 'T', fa == 0), merge('N', 'T', fb == 0), m, n, k, alpha, a, la, b, lb, beta, c, lc)
  end subroutine
}
name "${P}gemm-shifted"
about "C = alpha (A - U) B + beta C"
when (max(rc, cc) < 134217728)

Fortran {
  subroutine ${P}syrk_centred_pair(n, k, alpha, a, ra, ca, u, ru, cu, adds, beta, c, rc, cc)
    integer :: n, k, ra, ca, ru, cu, rc, cc, i, j, l, adds
    ${T} :: alpha, beta, a(0:*), u(0:*), c(0:*), s
    do i = 0, n - 1
      do j = 0, i
        s = ${0}
        do l = 0, k - 1
          s = s + (a(i*ra + l*ca) - u(i*ru + l*cu))*(a(j*ra + l*ca) - u(j*ru + l*cu))
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
  end subroutine
} = {
  subroutine ${P}syrk_centred_pair(n, k, alpha, a, ra, ca, u, ru, cu, adds, beta, c, rc, cc)
    integer :: n, k, ra, ca, ru, cu, rc, cc, i, j, l, adds
    ${T} :: alpha, beta, a(0:*), u(0:*), c(0:*), s
    external :: ${P}gemm_tile
    integer, external :: smr_rt_centred
    if (abs(alpha) > ${0}) then
      if (smr_rt_centred(${P}gemm_tile, ${K}, 1, n, n, k, alpha, a, ra, ca, u, ru, cu, a, ca, ra, 1, u, cu, ru, adds, beta, c, rc, cc) > 0) return
    end if
    do i = 0, n - 1
      do j = 0, i
        s = ${0}
        do l = 0, k - 1
          s = s + (a(i*ra + l*ca) - u(i*ru + l*cu))*(a(j*ra + l*ca) - u(j*ru + l*cu))
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
  end subroutine
  subroutine ${P}gemm_tile(fa, fb, m, n, k, alpha, a, la, b, lb, beta, c, lc)
    integer :: fa, fb, m, n, k, la, lb, lc
    ${T} :: alpha, beta, a(*), b(*), c(*)
    call ${P}gemm(merge('N', 'T', fa == 0), merge('N', 'T', fb == 0), m, n, k, alpha, a, la, b, lb, beta, c, lc)
  end subroutine
}
name "${P}syrk-centred"
about "C = alpha (A - U)(A - U)' + beta C, a triangle of C"
when (max(rc, cc) < 134217728)

Fortran {
  ${T} function ${P}dot_centred_pair(n, alpha, x, ix, d, y, iy, e)
    integer :: n, ix, iy, i
    ${T} :: alpha, d, e, x(0:*), y(0:*), t
    t = ${0}
    do i = 0, n - 1
      t = t + (x(i*ix) - d)*(y(i*iy) - e)
    end do
    ${P}dot_centred_pair = alpha*t
  end function
} = body {
  ${T} :: p(0:7)
  p = ${0}
  if (ix == 1 .and. iy == 1) then
    do i = 0, n - 8, 8
      p = p + (x(i:i + 7) - d)*(y(i:i + 7) - e)
    end do
    do i = n - mod(n, 8), n - 1
      p(0) = p(0) + (x(i) - d)*(y(i) - e)
    end do
  else
    do i = 0, n - 1
      p(0) = p(0) + (x(i*ix) - d)*(y(i*iy) - e)
    end do
  end if
  t = ((p(0) + p(1)) + (p(2) + p(3))) + ((p(4) + p(5)) + (p(6) + p(7)))
  ${P}dot_centred_pair = alpha*t
}
name "${P}dot-centred"
about "products of what two vectors differ from numbers by"

Fortran {
  ${T} function ${P}dot_deviation_pair(n, alpha, x, ix, d)
    integer :: n, ix, i
    ${T} :: alpha, d, x(0:*), t
    t = ${0}
    do i = 0, n - 1
      t = t + (x(i*ix) - d)*(x(i*ix) - d)
    end do
    ${P}dot_deviation_pair = alpha*t
  end function
} = body {
  ${T} :: p(0:7)
  p = ${0}
  if (ix == 1) then
    do i = 0, n - 8, 8
      p = p + (x(i:i + 7) - d)*(x(i:i + 7) - d)
    end do
    do i = n - mod(n, 8), n - 1
      p(0) = p(0) + (x(i) - d)*(x(i) - d)
    end do
  else
    do i = 0, n - 1
      p(0) = p(0) + (x(i*ix) - d)*(x(i*ix) - d)
    end do
  end if
  t = ((p(0) + p(1)) + (p(2) + p(3))) + ((p(4) + p(5)) + (p(6) + p(7)))
  ${P}dot_deviation_pair = alpha*t
}
name "${P}dot-deviation"
about "squares of what a vector differs from a number by"
