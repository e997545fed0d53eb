// Factorisations of LAPACK, each as the loops that programs write, in double and single precision.
//
// A factorisation is a system of equations over versions of one array (rules of several equations, lib/cover): the same
// elements of the factor may be made row by row from products (dot form), or column by column from what is left of the
// matrix (right- and left-looking loops are one system). These are different equations, so each routine has a pair for
// each; replacements are blocked code of this library's own on BLAS, as LAPACK's routines pivot, or stop at a number whose
// root is not real, where the loops go on with NaN.
//
// Matrices lie by rows or by columns; upper triangles are lower ones with strides exchanged.
//
// R1 A triangular solve of BLAS multiplies by inverted diagonal elements, and blocks of a triangle as squares: a block
//    whose diagonal has something tiny or infinite, or whose columns have, is done by loops. All blocks may be such (of a
//    matrix of rank one), so these loops go along what lies side by side, and are vectorised as programs' own are (the
//    factor of a row or column is a scalar: it need not be checked whether it lies among the elements that are written).
//    The block itself is done by columns of a copy, whatever the layout.

link "openblas"
mode auto
costs "lapack.costs"
each ${T} = real(8), real(4); ${P} = d, s; ${0} = 0.0d0, 0.0; ${1} = 1.0d0, 1.0

//--- Cholesky: the lower triangle becomes L, where A = L*transpose(L) ------------------------------------------------------

Fortran {
  subroutine ${P}potrf_dot(n, a, ra, ca)
    integer :: n, ra, ca, i, j, l
    ${T} :: a(0:*), s
    do i = 0, n - 1
      do j = 0, i - 1
        s = a(i*ra + j*ca)
        do l = 0, j - 1
          s = s - a(i*ra + l*ca)*a(j*ra + l*ca)
        end do
        a(i*ra + j*ca) = s/a(j*ra + j*ca)
      end do
      s = a(i*ra + i*ca)
      do l = 0, i - 1
        s = s - a(i*ra + l*ca)*a(i*ra + l*ca)
      end do
      a(i*ra + i*ca) = sqrt(s)
    end do
  end subroutine
} = body {
  integer, parameter :: block = 64
  integer :: k, e, m
  ${T} :: t(0:block - 1, 0:block - 1)
  logical :: regular
  do k = 0, n - 1, block
    e = min(k + block, n)
    do j = k, e - 1
      do i = j, e - 1
        t(i - k, j - k) = a(i*ra + j*ca)
      end do
    end do
    do j = 0, e - k - 1
      do l = 0, j - 1
        s = t(j, l)
        do i = j, e - k - 1
          t(i, j) = t(i, j) - t(i, l)*s
        end do
      end do
      s = sqrt(t(j, j))
      t(j, j) = s
      do i = j + 1, e - k - 1
        t(i, j) = t(i, j)/s
      end do
    end do
    do j = k, e - 1
      do i = j, e - 1
        a(i*ra + j*ca) = t(i - k, j - k)
      end do
    end do
    m = n - e
    if (m == 0) exit
    regular = .true.
    do j = k, e - 1
      regular = regular .and. abs(a(j*ra + j*ca)) >= 4*tiny(s) .and. abs(a(j*ra + j*ca)) <= huge(s)
    end do
    do j = k, merge(e, k, regular .and. ra == 1) - 1
      do i = e, n - 1
        regular = regular .and. abs(a(i + j*ca)) <= huge(s)
      end do
    end do
    do i = e, merge(n, e, regular .and. ra /= 1) - 1
      do j = k, e - 1
        regular = regular .and. abs(a(i*ra + j)) <= huge(s)
      end do
    end do
    if (.not. regular .and. ra == 1) then
      do j = k, e - 1
        do l = k, j - 1
          s = a(j + l*ca)
          do i = e, n - 1
            a(i + j*ca) = a(i + j*ca) - a(i + l*ca)*s
          end do
        end do
        s = a(j + j*ca)
        do i = e, n - 1
          a(i + j*ca) = a(i + j*ca)/s
        end do
      end do
      do j = e, n - 1
        do l = k, e - 1
          s = a(j + l*ca)
          do i = j, n - 1
            a(i + j*ca) = a(i + j*ca) - a(i + l*ca)*s
          end do
        end do
      end do
    else if (.not. regular) then
      do i = e, n - 1
        do j = k, i
          s = a(i*ra + j)
          do l = k, min(j, e) - 1
            s = s - a(i*ra + l)*a(j*ra + l)
          end do
          if (j < e) s = s/a(j*ra + j)
          a(i*ra + j) = s
        end do
      end do
    else if (ra == 1) then
      call ${P}trsm('R', 'L', 'T', 'N', m, e - k, ${1}, a(k + k*ca), ca, a(e + k*ca), ca)
      call ${P}syrk('L', 'N', m, e - k, -${1}, a(e + k*ca), ca, ${1}, a(e + e*ca), ca)
    else
      call ${P}trsm('L', 'U', 'T', 'N', e - k, m, ${1}, a(k*ra + k), ra, a(e*ra + k), ra)
      call ${P}syrk('U', 'T', m, e - k, -${1}, a(e*ra + k), ra, ${1}, a(e*ra + e), ra)
    end if
  end do
}
name "${P}potrf"
about "Cholesky's factorisation, A = L L'"
when (n >= 2, ra == 1 && ca >= n || ca == 1 && ra >= n, max(ra, ca) < 134217728)

Fortran {
  subroutine ${P}potrf_updates(n, a, ra, ca)
    integer :: n, ra, ca, i, j, l
    ${T} :: a(0:*)
    do l = 0, n - 1
      a(l*ra + l*ca) = sqrt(a(l*ra + l*ca))
      do i = l + 1, n - 1
        a(i*ra + l*ca) = a(i*ra + l*ca)/a(l*ra + l*ca)
      end do
      do j = l + 1, n - 1
        do i = j, n - 1
          a(i*ra + j*ca) = a(i*ra + j*ca) - a(i*ra + l*ca)*a(j*ra + l*ca)
        end do
      end do
    end do
  end subroutine
} = "${P}potrf"
name "${P}potrf-updates"
about "Cholesky's factorisation, A = L L'"
when (n >= 2, ra == 1 && ca >= n || ca == 1 && ra >= n, max(ra, ca) < 134217728)

//--- LU without pivoting: L below the diagonal, which is 1 in it, U on and above it ---------------------------------------------

Fortran {
  subroutine ${P}getrf_dot(n, a, ra, ca)
    integer :: n, ra, ca, i, j, l
    ${T} :: a(0:*)
    do i = 0, n - 1
      do j = 0, i - 1
        do l = 0, j - 1
          a(i*ra + j*ca) = a(i*ra + j*ca) - a(i*ra + l*ca)*a(l*ra + j*ca)
        end do
        a(i*ra + j*ca) = a(i*ra + j*ca)/a(j*ra + j*ca)
      end do
      do j = i, n - 1
        do l = 0, i - 1
          a(i*ra + j*ca) = a(i*ra + j*ca) - a(i*ra + l*ca)*a(l*ra + j*ca)
        end do
      end do
    end do
  end subroutine
} = body {
  integer, parameter :: block = 64
  integer :: k, e, m
  ${T} :: s, t(0:block - 1, 0:block - 1)
  logical :: regular
  do k = 0, n - 1, block
    e = min(k + block, n)
    do j = k, e - 1
      do i = k, e - 1
        t(i - k, j - k) = a(i*ra + j*ca)
      end do
    end do
    do j = 0, e - k - 1
      do l = 0, j - 1
        s = t(l, j)
        do i = l + 1, e - k - 1
          t(i, j) = t(i, j) - t(i, l)*s
        end do
      end do
      s = t(j, j)
      do i = j + 1, e - k - 1
        t(i, j) = t(i, j)/s
      end do
    end do
    do j = k, e - 1
      do i = k, e - 1
        a(i*ra + j*ca) = t(i - k, j - k)
      end do
    end do
    m = n - e
    if (m == 0) exit
    regular = .true.
    do j = 0, e - k - 1
      regular = regular .and. abs(t(j, j)) >= 4*tiny(s)
      do i = 0, e - k - 1
        regular = regular .and. abs(t(i, j)) <= huge(s)
      end do
    end do
    do j = k, merge(e, k, regular) - 1 ! (what is below and what is on the right, as each lies)
      do i = e, n - 1
        regular = regular .and. abs(a(i + j*max(ra, ca))) <= huge(s)
      end do
    end do
    do i = e, merge(n, e, regular) - 1
      do j = k, e - 1
        regular = regular .and. abs(a(j + i*max(ra, ca))) <= huge(s)
      end do
    end do
    if (.not. regular .and. ra == 1) then
      do j = k, e - 1
        do l = k, j - 1
          s = a(l + j*ca)
          do i = e, n - 1
            a(i + j*ca) = a(i + j*ca) - a(i + l*ca)*s
          end do
        end do
        s = a(j + j*ca)
        do i = e, n - 1
          a(i + j*ca) = a(i + j*ca)/s
        end do
      end do
      do j = e, n - 1
        do l = k, e - 1
          s = a(l + j*ca)
          do i = l + 1, n - 1
            a(i + j*ca) = a(i + j*ca) - a(i + l*ca)*s
          end do
        end do
      end do
    else if (.not. regular) then
      do i = k, e - 1
        do l = k, i - 1
          s = a(i*ra + l)
          do j = e, n - 1
            a(i*ra + j) = a(i*ra + j) - s*a(l*ra + j)
          end do
        end do
      end do
      do i = e, n - 1
        do l = k, e - 1
          s = a(i*ra + l)/a(l*ra + l)
          a(i*ra + l) = s
          do j = l + 1, n - 1
            a(i*ra + j) = a(i*ra + j) - s*a(l*ra + j)
          end do
        end do
      end do
    else if (ra == 1) then
      call ${P}trsm('L', 'L', 'N', 'U', e - k, m, ${1}, a(k + k*ca), ca, a(k + e*ca), ca)
      call ${P}trsm('R', 'U', 'N', 'N', m, e - k, ${1}, a(k + k*ca), ca, a(e + k*ca), ca)
      call ${P}gemm('N', 'N', m, m, e - k, -${1}, a(e + k*ca), ca, a(k + e*ca), ca, ${1}, a(e + e*ca), ca)
    else
      call ${P}trsm('R', 'U', 'N', 'U', m, e - k, ${1}, a(k*ra + k), ra, a(k*ra + e), ra)
      call ${P}trsm('L', 'L', 'N', 'N', e - k, m, ${1}, a(k*ra + k), ra, a(e*ra + k), ra)
      call ${P}gemm('N', 'N', m, m, e - k, -${1}, a(k*ra + e), ra, a(e*ra + k), ra, ${1}, a(e*ra + e), ra)
    end if
  end do
}
name "${P}getrf"
about "the LU factorisation, without pivots"
when (n >= 2, ra == 1 && ca >= n || ca == 1 && ra >= n, max(ra, ca) < 134217728)

Fortran {
  subroutine ${P}getrf_updates(n, a, ra, ca)
    integer :: n, ra, ca, i, j, l
    ${T} :: a(0:*)
    do l = 0, n - 1
      do i = l + 1, n - 1
        a(i*ra + l*ca) = a(i*ra + l*ca)/a(l*ra + l*ca)
      end do
      do j = l + 1, n - 1
        do i = l + 1, n - 1
          a(i*ra + j*ca) = a(i*ra + j*ca) - a(i*ra + l*ca)*a(l*ra + j*ca)
        end do
      end do
    end do
  end subroutine
} = "${P}getrf"
name "${P}getrf-updates"
about "the LU factorisation, without pivots"
when (n >= 2, ra == 1 && ca >= n || ca == 1 && ra >= n, max(ra, ca) < 134217728)
