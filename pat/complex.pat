// The routines of BLAS for complex numbers, each as one loop nest with free strides, in double and single precision; as
// blas.pat has them for real ones, whose rules R1 and R2 hold here, too.
//
// R3 What is conjugated is part of what a nest computes: each way is a pair of its own. BLAS conjugates only what it
//    transposes, so these pairs ask for the layout in which that is so.
// R4 A number that is not finite may become another one that is not: (inf, 1) times (1, 0) is (inf, nan).
// R5 Where a factor's real or imaginary part is 0, BLAS leaves its products out, so that one part of the result does not
//    hear of a NaN in the other one (which may be a real number of its own, L-PARTS): such factors scale by loops.

link "openblas"
mode auto
costs "blas.costs"

//--- Vectors ---------------------------------------------------------------------------------------------------------
// Functions give complex numbers back in more than one way: the C interface has a place for them. (OpenBLAS 0.3.21 reads
// behind the end of strided vectors.)

each ${T} = complex(8), complex(8), complex(4), complex(4); ${P} = z, z, c, c; ${U} = u, c, u, c; ${X} = x(i*ix), conjg(x(i*ix)), x(i*ix), conjg(x(i*ix))

Fortran {
  ${T} function ${P}dot${U}_pair(n, alpha, x, ix, y, iy)
    integer :: n, ix, iy, i
    ${T} :: alpha, x(0:*), y(0:*), s
    s = 0
    do i = 0, n - 1
      s = s + ${X}*y(i*iy)
    end do
    ${P}dot${U}_pair = alpha*s
  end function
} = body {
  interface
    subroutine cblas_${P}dot${U}_sub(n, x, ix, y, iy, s) bind(c)
      integer, value :: n, ix, iy
      ${T} :: x(*), y(*), s
    end subroutine
  end interface
  call cblas_${P}dot${U}_sub(n, x, ix, y, iy, s)
  ${P}dot${U}_pair = alpha*s
}
name "${P}dot${U}"
about "a dot product of complex numbers, conjugated or not"
when (ix == 1, iy == 1)

Fortran {
  ${T} function ${P}dot${U}_from_pair(n, init, alpha, x, ix, y, iy)
    integer :: n, ix, iy, i
    ${T} :: init, alpha, x(0:*), y(0:*), s
    s = 0
    do i = 0, n - 1
      s = s + ${X}*y(i*iy)
    end do
    ${P}dot${U}_from_pair = init + alpha*s
  end function
} = body {
  interface
    subroutine cblas_${P}dot${U}_sub(n, x, ix, y, iy, s) bind(c)
      integer, value :: n, ix, iy
      ${T} :: x(*), y(*), s
    end subroutine
  end interface
  call cblas_${P}dot${U}_sub(n, x, ix, y, iy, s)
  ${P}dot${U}_from_pair = init + alpha*s
}
name "${P}dot${U}-from"
about "a dot product of complex numbers, conjugated or not"
when (ix == 1, iy == 1)

Fortran {
  subroutine ${P}dot${U}_add_pair(n, alpha, x, ix, y, iy, t)
    integer :: n, ix, iy, i
    ${T} :: alpha, x(0:*), y(0:*), t(0:*), s
    s = 0
    do i = 0, n - 1
      s = s + ${X}*y(i*iy)
    end do
    t(0) = t(0) + alpha*s
  end subroutine
} = body {
  interface
    subroutine cblas_${P}dot${U}_sub(n, x, ix, y, iy, s) bind(c)
      integer, value :: n, ix, iy
      ${T} :: x(*), y(*), s
    end subroutine
  end interface
  call cblas_${P}dot${U}_sub(n, x, ix, y, iy, s)
  t(0) = t(0) + alpha*s
}
name "${P}dot${U}-add"
about "a dot product of complex numbers, conjugated or not"
when (ix == 1, iy == 1)

Fortran {
  subroutine ${P}dot${U}_set_pair(n, alpha, x, ix, y, iy, t)
    integer :: n, ix, iy, i
    ${T} :: alpha, x(0:*), y(0:*), t(0:*), s
    s = 0
    do i = 0, n - 1
      s = s + ${X}*y(i*iy)
    end do
    t(0) = alpha*s
  end subroutine
} = body {
  interface
    subroutine cblas_${P}dot${U}_sub(n, x, ix, y, iy, s) bind(c)
      integer, value :: n, ix, iy
      ${T} :: x(*), y(*), s
    end subroutine
  end interface
  call cblas_${P}dot${U}_sub(n, x, ix, y, iy, s)
  t(0) = alpha*s
}
name "${P}dot${U}-set"
about "a dot product of complex numbers, conjugated or not"
when (ix == 1, iy == 1)

each ${T} = complex(8), complex(4); ${P} = z, c; ${K} = 3, 2

Fortran {
  subroutine ${P}axpy_pair(n, alpha, x, ix, y, iy)
    integer :: n, ix, iy, i
    ${T} :: alpha, x(0:*), y(0:*)
    do i = 0, n - 1
      y(i*iy) = y(i*iy) + alpha*x(i*ix)
    end do
  end subroutine
} = body {
  if (.not. abs(real(alpha)) + abs(aimag(alpha)) > 0) then
    do i = 0, n - 1
      y(i*iy) = y(i*iy) + alpha*x(i*ix)
    end do
  else
    call ${P}axpy(n, alpha, x(min(0, (n - 1)*ix)), ix, y(min(0, (n - 1)*iy)), iy)
  end if
}
name "${P}axpy"
about "y += alpha x, complex"
when (iy != 0, 2*n*ix > -2147483648, 2*n*iy > -2147483648)

Fortran {
  subroutine ${P}scal_pair(n, alpha, x, ix)
    integer :: n, ix, i
    ${T} :: alpha, x(0:*)
    do i = 0, n - 1
      x(i*ix) = alpha*x(i*ix)
    end do
  end subroutine
} = body {
  if (.not. (abs(real(alpha)) > 0 .and. abs(aimag(alpha)) > 0)) then
    do i = 0, n - 1
      x(i*ix) = alpha*x(i*ix)
    end do
  else
    call ${P}scal(n, alpha, x(min(0, (n - 1)*ix)), abs(ix))
  end if
}
name "${P}scal"
about "x *= alpha, complex"
when (ix != 0)

//--- A matrix and vectors --------------------------------------------------------------------------------------------
// (OpenBLAS 0.3.21 reads one element behind the end of x where the array is not transposed: it gets a copy.)

for N in gemv, gemvc; TRANSPOSED in T, C; A in a(i*ra + j*ca), conjg(a(i*ra + j*ca));
    AS_IS in ra == 1 .and. ca >= m, .false.; FITS in ra == 1 && ca >= m || ca == 1 && ra >= n, ca == 1 && ra >= n
Fortran {
  subroutine ${P}${N}_pair(m, n, alpha, a, ra, ca, x, ix, adds, beta, y, iy)
    integer :: m, n, ra, ca, ix, iy, i, j, adds
    ${T} :: alpha, beta, a(0:*), x(0:*), y(0:*), s
    do i = 0, m - 1
      s = 0
      do j = 0, n - 1
        s = s + ${A}*x(j*ix)
      end do
      s = alpha*s
      if (adds > 0) s = s + beta*y(i*iy)
      y(i*iy) = s
    end do
  end subroutine
} = body {
  integer :: lowx, lowy
  integer, parameter :: part = 512
  ${T} :: factor, one, zero, w(0:n), t(0:part - 1)
  one = 1
  zero = 0
  lowx = min(0, (n - 1)*ix)
  lowy = min(0, (m - 1)*iy)
  if (${AS_IS}) then
    do j = 0, n - 1
      w(j) = x(j*ix)
    end do
    w(n) = 0
  end if
  if (.not. abs(real(alpha)) + abs(aimag(alpha)) > 0) then
    do i = 0, m - 1, part
      if (${AS_IS}) then
        call ${P}gemv('N', min(part, m - i), n, one, a(i), ca, w, 1, zero, t, 1)
      else
        call ${P}gemv('${TRANSPOSED}', n, min(part, m - i), one, a(i*ra), ra, x(lowx), ix, zero, t, 1)
      end if
      do j = i, min(i + part, m) - 1
        s = alpha*t(j - i)
        if (adds > 0) s = s + beta*y(j*iy)
        y(j*iy) = s
      end do
    end do
    return
  end if
  factor = 0
  if (adds > 0) factor = beta
  if (adds > 0 .and. .not. (abs(real(beta)) > 0 .and. abs(aimag(beta)) > 0) .and. beta /= 1) then
    do i = 0, m - 1
      y(i*iy) = beta*y(i*iy)
    end do
    factor = 1
  end if
  if (${AS_IS}) then
    call ${P}gemv('N', m, n, alpha, a, ca, w, 1, factor, y(lowy), iy)
  else
    call ${P}gemv('${TRANSPOSED}', n, m, alpha, a, ra, x(lowx), ix, factor, y(lowy), iy)
  end if
}
name "${P}${N}"
about "y = alpha A x + beta y, complex, A conjugated or not"
when (${FITS}, ix != 0, iy != 0, 2*n*ix > -2147483648, 2*m*iy > -2147483648)

Fortran {
  subroutine ${P}geru_pair(m, n, alpha, x, ix, y, iy, a, ra, ca)
    integer :: m, n, ra, ca, ix, iy, i, j
    ${T} :: alpha, a(0:*), x(0:*), y(0:*)
    do j = 0, n - 1
      do i = 0, m - 1
        a(i*ra + j*ca) = a(i*ra + j*ca) + alpha*x(i*ix)*y(j*iy)
      end do
    end do
  end subroutine
} = body {
  integer :: lowx, lowy
  lowx = min(0, (m - 1)*ix)
  lowy = min(0, (n - 1)*iy)
  if (.not. abs(real(alpha)) + abs(aimag(alpha)) > 0 .and. ra == 1) then
    do j = 0, n - 1
      do i = 0, m - 1
        a(i + j*ca) = a(i + j*ca) + alpha*x(i*ix)*y(j*iy)
      end do
    end do
  else if (.not. abs(real(alpha)) + abs(aimag(alpha)) > 0) then
    do i = 0, m - 1
      do j = 0, n - 1
        a(i*ra + j) = a(i*ra + j) + alpha*x(i*ix)*y(j*iy)
      end do
    end do
  else if (ra == 1 .and. ca >= m) then
    call ${P}geru(m, n, alpha, x(lowx), ix, y(lowy), iy, a, ca)
  else
    call ${P}geru(n, m, alpha, y(lowy), iy, x(lowx), ix, a, ra)
  end if
}
name "${P}geru"
about "A += alpha x y', complex, y conjugated or not"
when (ra == 1 && ca >= m || ca == 1 && ra >= n, ix != 0, iy != 0, 2*m*ix > -2147483648, 2*n*iy > -2147483648)

Fortran {
  subroutine ${P}gerc_pair(m, n, alpha, x, ix, y, iy, a, ra, ca)
    integer :: m, n, ra, ca, ix, iy, i, j
    ${T} :: alpha, a(0:*), x(0:*), y(0:*)
    do j = 0, n - 1
      do i = 0, m - 1
        a(i*ra + j*ca) = a(i*ra + j*ca) + alpha*x(i*ix)*conjg(y(j*iy))
      end do
    end do
  end subroutine
} = body {
  if (.not. abs(real(alpha)) + abs(aimag(alpha)) > 0) then
    do j = 0, n - 1
      do i = 0, m - 1
        a(i + j*ca) = a(i + j*ca) + alpha*x(i*ix)*conjg(y(j*iy))
      end do
    end do
  else
    call ${P}gerc(m, n, alpha, x(min(0, (m - 1)*ix)), ix, y(min(0, (n - 1)*iy)), iy, a, ca)
  end if
}
name "${P}gerc"
about "A += alpha x y', complex, y conjugated or not"
when (ra == 1, ca >= m, ix != 0, iy != 0, 2*m*ix > -2147483648, 2*n*iy > -2147483648)

//--- Matrices --------------------------------------------------------------------------------------------------------
// AS_IS: the routine takes the array as it is, not transposed, for c by columns (and the other way round by rows).

for N in gemm, gemm_c, gemmc, gemmcc; TA in T, T, C, C; TB in T, C, T, C;
    A in a(i*ra + l*ca), a(i*ra + l*ca), conjg(a(i*ra + l*ca)), conjg(a(i*ra + l*ca));
    B in b(l*rb + j*cb), conjg(b(l*rb + j*cb)), b(l*rb + j*cb), conjg(b(l*rb + j*cb));
    A_AS_IS in ra == 1 .and. ca >= m, ra == 1 .and. ca >= m, .not. columns, .not. columns;
    B_AS_IS in rb == 1 .and. cb >= k, .not. columns, rb == 1 .and. cb >= k, .not. columns;
    A_FITS in ra == 1 && ca >= m || ca == 1 && ra >= k, ra == 1 && ca >= m || ca == 1 && ra >= k, rc == 1 && cc >= m && ca == 1 && ra >= k || (rc /= 1 || cc < m) && ra == 1 && ca >= m, rc == 1 && cc >= m && ca == 1 && ra >= k || (rc /= 1 || cc < m) && ra == 1 && ca >= m;
    FA in (ra == 1 .and. ca >= m .or. ca == 1 .and. ra >= k), (ra == 1 .and. ca >= m .or. ca == 1 .and. ra >= k), merge(ca == 1 .and. ra >= k, ra == 1 .and. ca >= m, columns), merge(ca == 1 .and. ra >= k, ra == 1 .and. ca >= m, columns);
    FB in (rb == 1 .and. cb >= k .or. cb == 1 .and. rb >= n), merge(cb == 1 .and. rb >= n, rb == 1 .and. cb >= k, columns), (rb == 1 .and. cb >= k .or. cb == 1 .and. rb >= n), merge(cb == 1 .and. rb >= n, rb == 1 .and. cb >= k, columns);
    CA in 0, 0, 1, 1; CB in 0, 1, 0, 1;
    B_FITS in rb == 1 && cb >= k || cb == 1 && rb >= n, rc == 1 && cc >= m && cb == 1 && rb >= n || (rc /= 1 || cc < m) && rb == 1 && cb >= k, rb == 1 && cb >= k || cb == 1 && rb >= n, rc == 1 && cc >= m && cb == 1 && rb >= n || (rc /= 1 || cc < m) && rb == 1 && cb >= k
Fortran {
  subroutine ${P}${N}_pair(m, n, k, alpha, a, ra, ca, b, rb, cb, adds, beta, c, rc, cc)
    integer :: m, n, k, ra, ca, rb, cb, rc, cc, i, j, l, adds
    ${T} :: alpha, beta, a(0:*), b(0:*), c(0:*), s
    do j = 0, n - 1
      do i = 0, m - 1
        s = 0
        do l = 0, k - 1
          s = s + ${A}*${B}
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
  end subroutine
} = {
  subroutine ${P}${N}_pair(m, n, k, alpha, a, ra, ca, b, rb, cb, adds, beta, c, rc, cc)
  integer :: m, n, k, ra, ca, rb, cb, rc, cc, i, j, l, adds
  ${T} :: alpha, beta, a(0:*), b(0:*), c(0:*), s
  external :: ${P}${N}_tile
  integer, external :: smr_rt_product
  integer :: h, la, lb, lc
  integer, parameter :: part = 48
  ${T} :: factor, one, zero, t(0:part - 1, 0:part - 1)
  logical :: columns, an, bn
  one = 1
  zero = 0
  columns = rc == 1 .and. cc >= m
  if (.not. (${FA} .and. ${FB} .and. (columns .or. cc == 1 .and. rc >= n))) then
    if (abs(real(alpha)) + abs(aimag(alpha)) > 0) then
      if (smr_rt_product(${P}${N}_tile, ${K}, 0, m, n, k, alpha, a, ra, ca, ${CA}, b, rb, cb, ${CB}, adds, beta, c, rc, cc) > 0) return
    end if
    do j = 0, n - 1
      do i = 0, m - 1
        s = 0
        do l = 0, k - 1
          s = s + ${A}*${B}
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
    return
  end if
  an = ${A_AS_IS}
  bn = ${B_AS_IS}
  la = merge(ca, ra, an)
  lb = merge(cb, rb, bn)
  lc = merge(cc, rc, columns)
  if (.not. abs(real(alpha)) + abs(aimag(alpha)) > 0) then
    do j = 0, n - 1, part
      do i = 0, m - 1, part
        if (columns) then
          call ${P}gemm(merge('N', '${TA}', an), merge('N', '${TB}', bn), min(part, m - i), min(part, n - j), k, one, a(i*ra), la, b(j*cb), lb, zero, t, part)
        else
          call ${P}gemm(merge('${TB}', 'N', bn), merge('${TA}', 'N', an), min(part, n - j), min(part, m - i), k, one, b(j*cb), lb, a(i*ra), la, zero, t, part)
        end if
        do h = 0, merge(min(part, n - j), min(part, m - i), columns) - 1
          do l = 0, merge(min(part, m - i), min(part, n - j), columns) - 1
            s = alpha*t(l, h)
            if (adds > 0) s = s + beta*c(i*rc + j*cc + l + h*lc)
            c(i*rc + j*cc + l + h*lc) = s
          end do
        end do
      end do
    end do
    return
  end if
  factor = 0
  if (adds > 0) factor = beta
  if (adds > 0 .and. .not. (abs(real(beta)) > 0 .and. abs(aimag(beta)) > 0) .and. beta /= 1) then
    do j = 0, merge(n, m, columns) - 1
      do i = 0, merge(m, n, columns) - 1
        c(i + j*lc) = beta*c(i + j*lc)
      end do
    end do
    factor = 1
  end if
  if (columns) then
    call ${P}gemm(merge('N', '${TA}', an), merge('N', '${TB}', bn), m, n, k, alpha, a, la, b, lb, factor, c, lc)
  else
    call ${P}gemm(merge('${TB}', 'N', bn), merge('${TA}', 'N', an), n, m, k, alpha, b, lb, a, la, factor, c, lc)
  end if
  end subroutine
  subroutine ${P}${N}_tile(fa, fb, m, n, k, alpha, a, la, b, lb, beta, c, lc)
    integer :: fa, fb, m, n, k, la, lb, lc
    ${T} :: alpha, beta, a(*), b(*), c(*)
    character(3), parameter :: form = 'NTC'
    call ${P}gemm(form(fa + 1:fa + 1), form(fb + 1:fb + 1), m, n, k, alpha, a, la, b, lb, beta, c, lc)
  end subroutine
}
name "${P}${N}"
about "C = alpha A B + beta C, complex, A and B conjugated or not"
when (${A_FITS} || copied(a) && min(m, n, k) >= 16, ${B_FITS} || copied(b) && min(m, n, k) >= 16, rc == 1 && cc >= m || cc == 1 && rc >= n || copied(c) && min(m, n, k) >= 16, max(rc, cc) < 134217728)

// The diagonal is real, by what herk computes: what imaginary parts it had, and what is not finite, comes back.

each ${T} = complex(8), complex(4); ${P} = z, c; ${K} = 8, 4

for N in herk, herkc; AA in a(i*ra + l*ca)*conjg(a(j*ra + l*ca)), conjg(a(i*ra + l*ca))*a(j*ra + l*ca); LOWER in N, C;
    UPPER in C, N; ONE in ra, ca; LD in ca, ra; LEAST in n, k; LEAST_BY_ROWS in k, n
Fortran {
  subroutine ${P}${N}_pair(n, k, a, ra, ca, adds, c, rc, cc)
    integer :: n, k, ra, ca, rc, cc, i, j, l, adds
    ${T} :: a(0:*), c(0:*), s
    do j = 0, n - 1
      do i = j, n - 1
        s = 0
        do l = 0, k - 1
          s = s + ${AA}
        end do
        if (adds > 0) s = s + c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
  end subroutine
} = body {
  real(${K}) :: im(0:n - 1), factor
  factor = merge(1.0_${K}, 0.0_${K}, adds > 0)
  do j = 0, n - 1
    im(j) = 0
    if (adds > 0) im(j) = aimag(c(j*rc + j*cc))
  end do
  if (rc == 1 .and. cc >= n) then
    call ${P}herk('L', '${LOWER}', n, k, 1.0_${K}, a, ${LD}, factor, c, cc)
  else
    call ${P}herk('U', '${UPPER}', n, k, 1.0_${K}, a, ${ONE}, factor, c, rc)
  end if
  do j = 0, n - 1
    i = j
    s = 0
    if (.not. abs(real(c(j*rc + j*cc))) <= huge(1.0_${K})) then
      do l = 0, k - 1
        s = s + ${AA}
      end do
    end if
    c(j*rc + j*cc) = cmplx(real(c(j*rc + j*cc)), im(j) + aimag(s), ${K})
  end do
}
name "${P}${N}"
about "C = A A^H + C, complex, a triangle of C"
when (rc == 1 && cc >= n && ${ONE} == 1 && ${LD} >= ${LEAST} || (rc != 1 || cc < n) && cc == 1 && rc >= n && ${LD} == 1 && ${ONE} >= ${LEAST_BY_ROWS}, max(rc, cc) < 134217728)

