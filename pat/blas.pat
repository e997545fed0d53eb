// The routines of BLAS, each as one loop nest with free strides, in double and single precision.
//
// What is matched is what the nest computes, not how it is written (tier `equality`): the order of loops, transposition,
// layout, alpha and beta of the program decide only what the parameters stand for. An array's argument is the address of
// its element at index 0 of all loops. Upper triangles are lower ones with strides exchanged; what runs backwards is the
// same counted from the other end, with negative strides.
//
// R1 BLAS does not read its inputs when alpha is 0: a NaN there would be lost. So vectors are added by loops then, and of
//    what is summed the routine computes the sums with a factor of 1, part by part, which alpha then scales.
// R2 BLAS does not read the result's old content when beta is 0: then it is scaled by loops first. Where there is no old
//    content (`adds` is 0), nothing is read: then beta is 0 for BLAS.
// R3 What a replacement computes of its integers has 64 bits (lib/build/widen.c), what OpenBLAS does inside has not
//    always: it looks for the first element of a vector with a negative increment with 32 bits, (n - 1)*ix (for complex
//    numbers twice that), sgemm's kernels for AVX-512 step over 16 columns of C with 32, syr2 adds 1 to the leading
//    dimension. So n*ix > -2^31, and what is written has a leading dimension below 2^27.
// R4 A matrix of which no stride is 1 is copied in tiles, and BLAS multiplies the copies (smr_rt_product). From 24 rows,
//    columns and terms on that is faster than any loops. The loops run where there is no memory, where alpha is
//    0 (R1), and where elements of the result overlap.
//
// One pair has several forms (lib/cover/forms.h): a function that gives one number stands for all that becomes of it, be
// it stored, or added to another number or to memory; with an integer that only decides (`adds`) a pair stands for
// programs with that term and for those without. Pairs of their own are all the same
//
//  - -unit: a solve without divisions rests on fewer laws of numbers, and trmv's diagonal is part of its sum. Of one
//    row no number is computed, and a program that adds in memory touches none of its arrays: hence at least two rows;
//  - -rows: two loops, other conditions on strides, and as often other code;
//  - -set where no routine adds: trmv-set, trmm-set, gemm-distance-set, dsgemv-set, dsgemm-set.

link "openblas"
mode auto
costs "blas.costs"
each ${T} = real(8), real(4); ${P} = d, s; ${0} = 0.0d0, 0.0; ${1} = 1.0d0, 1.0; ${K} = 1, 0

//--- Vectors ---------------------------------------------------------------------------------------------------------

Fortran {
  ${T} function ${P}dot_pair(n, alpha, x, ix, y, iy)
    integer :: n, ix, iy, i
    ${T} :: alpha, x(0:*), y(0:*), s
    s = ${0}
    do i = 0, n - 1
      s = s + x(i*ix)*y(i*iy)
    end do
    ${P}dot_pair = alpha*s
  end function
} = body {
  ${T}, external :: ${P}dot
  ${P}dot_pair = alpha*${P}dot(n, x(min(0, (n - 1)*ix)), ix, y(min(0, (n - 1)*iy)), iy)
}
name "${P}dot"
about "a dot product, of vectors or of whole matrices"
when (n*ix > -2147483648, n*iy > -2147483648)

Fortran {
  subroutine ${P}axpy_pair(n, alpha, x, ix, y, iy)
    integer :: n, ix, iy, i
    ${T} :: alpha, x(0:*), y(0:*)
    do i = 0, n - 1
      y(i*iy) = y(i*iy) + alpha*x(i*ix)
    end do
  end subroutine
} = body {
  if (.not. abs(alpha) > ${0}) then
    do i = 0, n - 1
      y(i*iy) = y(i*iy) + alpha*x(i*ix)
    end do
  else
    call ${P}axpy(n, alpha, x(min(0, (n - 1)*ix)), ix, y(min(0, (n - 1)*iy)), iy)
  end if
}
name "${P}axpy"
about "y += alpha x, of vectors or matrices"
when (iy != 0, n*ix > -2147483648, n*iy > -2147483648)

Fortran {
  subroutine ${P}scal_pair(n, alpha, x, ix)
    integer :: n, ix, i
    ${T} :: alpha, x(0:*)
    do i = 0, n - 1
      x(i*ix) = alpha*x(i*ix)
    end do
  end subroutine
} = body {
  if (.not. abs(alpha) > ${0}) then
    do i = 0, n - 1
      x(i*ix) = alpha*x(i*ix)
    end do
  else
    call ${P}scal(n, alpha, x(min(0, (n - 1)*ix)), abs(ix))
  end if
}
name "${P}scal"
about "x *= alpha, of vectors, matrices or triangles"
when (ix != 0)

Fortran {
  subroutine ${P}copy_pair(n, x, ix, y, iy)
    integer :: n, ix, iy, i
    ${T} :: x(0:*), y(0:*)
    do i = 0, n - 1
      y(i*iy) = x(i*ix)
    end do
  end subroutine
} = body {
  call ${P}copy(n, x(min(0, (n - 1)*ix)), ix, y(min(0, (n - 1)*iy)), iy)
}
name "${P}copy"
about "y = x, of vectors, matrices or triangles"
when (iy != 0, n*ix > -2147483648, n*iy > -2147483648)

// (No routine scales what it copies.)
Fortran {
  subroutine ${P}copy_scaled_pair(n, alpha, x, ix, y, iy)
    integer :: n, ix, iy, i
    ${T} :: alpha, x(0:*), y(0:*)
    do i = 0, n - 1
      y(i*iy) = alpha*x(i*ix)
    end do
  end subroutine
} = body {
  do i = 0, n - 1
    y(i*iy) = alpha*x(i*ix)
  end do
}
name "${P}copy-scaled"
about "y = alpha x, of vectors, matrices or triangles"
when (iy != 0)

Fortran {
  subroutine ${P}swap_pair(n, x, ix, y, iy)
    integer :: n, ix, iy, i
    ${T} :: x(0:*), y(0:*), t
    do i = 0, n - 1
      t = x(i*ix)
      x(i*ix) = y(i*iy)
      y(i*iy) = t
    end do
  end subroutine
} = body {
  call ${P}swap(n, x(min(0, (n - 1)*ix)), ix, y(min(0, (n - 1)*iy)), iy)
}
name "${P}swap"
about "x and y change places"
fp exact
when (ix != 0, iy != 0, n*ix > -2147483648, n*iy > -2147483648)

Fortran {
  subroutine ${P}rot_pair(n, x, ix, y, iy, c, s)
    integer :: n, ix, iy, i
    ${T} :: x(0:*), y(0:*), c, s, t
    do i = 0, n - 1
      t = c*x(i*ix) + s*y(i*iy)
      y(i*iy) = c*y(i*iy) - s*x(i*ix)
      x(i*ix) = t
    end do
  end subroutine
} = body {
  call ${P}rot(n, x(min(0, (n - 1)*ix)), ix, y(min(0, (n - 1)*iy)), iy, c, s)
}
name "${P}rot"
about "a rotation of two vectors in their plane"
when (ix != 0, iy != 0, n*ix > -2147483648, n*iy > -2147483648)

Fortran {
  ${T} function ${P}nrm2_pair(n, x, ix)
    integer :: n, ix, i
    ${T} :: x(0:*), s
    s = ${0}
    do i = 0, n - 1
      s = s + x(i*ix)*x(i*ix)
    end do
    ${P}nrm2_pair = sqrt(s)
  end function
} = body {
  ${T}, external :: ${P}dot
  s = ${P}dot(n, x(min(0, (n - 1)*ix)), ix, x(min(0, (n - 1)*ix)), ix)
  ${P}nrm2_pair = sqrt(s)
}
name "${P}nrm2"
about "the length of a vector"
when (n*ix > -2147483648)

//--- Sums ------------------------------------------------------------------------------------------------------------
// What BLAS has no routine for is this library's own code: several sums side by side, or a routine for each row.

Fortran {
  ${T} function ${P}sum_pair(n, alpha, x, ix)
    integer :: n, ix, i
    ${T} :: alpha, x(0:*), t
    t = ${0}
    do i = 0, n - 1
      t = t + x(i*ix)
    end do
    ${P}sum_pair = alpha*t
  end function
} = body {
  ${T} :: p(0:7)
  p = ${0}
  if (ix == 1) then
    do i = 0, n - 8, 8
      p = p + x(i:i + 7)
    end do
    do i = n - mod(n, 8), n - 1
      p(0) = p(0) + x(i)
    end do
  else
    do i = 0, n - 4, 4
      p(0) = p(0) + x(i*ix)
      p(1) = p(1) + x((i + 1)*ix)
      p(2) = p(2) + x((i + 2)*ix)
      p(3) = p(3) + x((i + 3)*ix)
    end do
    do i = n - mod(n, 4), n - 1
      p(0) = p(0) + x(i*ix)
    end do
  end if
  t = ((p(0) + p(1)) + (p(2) + p(3))) + ((p(4) + p(5)) + (p(6) + p(7)))
  ${P}sum_pair = alpha*t
}
name "${P}sum"
about "the sum of a vector or of a matrix"

Fortran {
  ${T} function ${P}dot_distance_pair(n, alpha, x, ix, y, iy)
    integer :: n, ix, iy, i
    ${T} :: alpha, x(0:*), y(0:*), t
    t = ${0}
    do i = 0, n - 1
      t = t + (x(i*ix) - y(i*iy))*(x(i*ix) - y(i*iy))
    end do
    ${P}dot_distance_pair = alpha*t
  end function
} = body {
  ${T} :: p(0:7)
  p = ${0}
  if (ix == 1 .and. iy == 1) then
    do i = 0, n - 8, 8
      p = p + (x(i:i + 7) - y(i:i + 7))*(x(i:i + 7) - y(i:i + 7))
    end do
    do i = n - mod(n, 8), n - 1
      p(0) = p(0) + (x(i) - y(i))*(x(i) - y(i))
    end do
  else
    do i = 0, n - 1
      p(0) = p(0) + (x(i*ix) - y(i*iy))*(x(i*ix) - y(i*iy))
    end do
  end if
  t = ((p(0) + p(1)) + (p(2) + p(3))) + ((p(4) + p(5)) + (p(6) + p(7)))
  ${P}dot_distance_pair = alpha*t
}
name "${P}dot-distance"
about "the squared distance of two vectors"

Fortran {
  ${T} function ${P}asum_pair(n, alpha, x, ix)
    integer :: n, ix, i
    ${T} :: alpha, x(0:*), s
    s = ${0}
    do i = 0, n - 1
      s = s + abs(x(i*ix))
    end do
    ${P}asum_pair = alpha*s
  end function
} = body {
  ${T}, external :: ${P}asum
  ${P}asum_pair = alpha*${P}asum(n, x(min(0, (n - 1)*ix)), abs(ix))
}
name "${P}asum"
about "the sum of absolute values"
when (ix != 0)

Fortran {
  ${T} function ${P}sum_rows_pair(m, n, alpha, a, ra, ca)
    integer :: m, n, ra, ca, i, j
    ${T} :: alpha, a(0:*), t
    t = ${0}
    do i = 0, m - 1
      do j = 0, n - 1
        t = t + a(i*ra + j*ca)
      end do
    end do
    ${P}sum_rows_pair = alpha*t
  end function
} = body {
  ${T} :: p(0:7)
  p = ${0}
  if (ca == 1) then
    do i = 0, m - 1
      do j = 0, n - 8, 8
        p = p + a(i*ra + j:i*ra + j + 7)
      end do
      do j = n - mod(n, 8), n - 1
        p(0) = p(0) + a(i*ra + j)
      end do
    end do
  else
    do j = 0, n - 1
      do i = 0, m - 4, 4
        p(0) = p(0) + a(i*ra + j*ca)
        p(1) = p(1) + a((i + 1)*ra + j*ca)
        p(2) = p(2) + a((i + 2)*ra + j*ca)
        p(3) = p(3) + a((i + 3)*ra + j*ca)
      end do
      do i = m - mod(m, 4), m - 1
        p(0) = p(0) + a(i*ra + j*ca)
      end do
    end do
  end if
  t = ((p(0) + p(1)) + (p(2) + p(3))) + ((p(4) + p(5)) + (p(6) + p(7)))
  ${P}sum_rows_pair = alpha*t
}
name "${P}sum-rows"
about "the sum of a vector or of a matrix"

Fortran {
  ${T} function ${P}dot_rows_pair(m, n, alpha, x, rx, cx, y, ry, cy)
    integer :: m, n, rx, cx, ry, cy, i, j
    ${T} :: alpha, x(0:*), y(0:*), t
    t = ${0}
    do i = 0, m - 1
      do j = 0, n - 1
        t = t + x(i*rx + j*cx)*y(i*ry + j*cy)
      end do
    end do
    ${P}dot_rows_pair = alpha*t
  end function
} = body {
  integer :: lowx, lowy
  ${T}, external :: ${P}dot
  t = ${0}
  do i = 0, m - 1
    lowx = i*rx + min(0, (n - 1)*cx)
    lowy = i*ry + min(0, (n - 1)*cy)
    t = t + ${P}dot(n, x(lowx), cx, y(lowy), cy)
  end do
  ${P}dot_rows_pair = alpha*t
}
name "${P}dot-rows"
about "a dot product, of vectors or of whole matrices"
when (n*cx > -2147483648, n*cy > -2147483648)

Fortran {
  ${T} function ${P}gemv_form_pair(m, n, alpha, x, ix, a, ra, ca, y, iy)
    integer :: m, n, ix, ra, ca, iy, i, j
    ${T} :: alpha, x(0:*), a(0:*), y(0:*), t
    t = ${0}
    do i = 0, m - 1
      do j = 0, n - 1
        t = t + x(i*ix)*a(i*ra + j*ca)*y(j*iy)
      end do
    end do
    ${P}gemv_form_pair = alpha*t
  end function
} = body {
  ${T}, external :: ${P}dot
  t = ${0}
  do i = 0, m - 1
    t = t + x(i*ix)*${P}dot(n, a(i*ra + min(0, (n - 1)*ca)), ca, y(min(0, (n - 1)*iy)), iy)
  end do
  ${P}gemv_form_pair = alpha*t
}
name "${P}gemv-form"
about "x' A y, a number"
when (n*ca > -2147483648, n*iy > -2147483648)

//--- Vectors and matrices that are scaled, added and filled ---------------------------------------------------------

Fortran {
  subroutine ${P}copy_fill_pair(n, alpha, y, iy)
    integer :: n, iy, i
    ${T} :: alpha, y(0:*)
    do i = 0, n - 1
      y(i*iy) = alpha
    end do
  end subroutine
} = body {
  do i = 0, n - 1
    y(i*iy) = alpha
  end do
}
name "${P}copy-fill"
about "the same number everywhere, in vectors or matrices"

Fortran {
  subroutine ${P}axpy_ones_pair(n, alpha, y, iy)
    integer :: n, iy, i
    ${T} :: alpha, y(0:*)
    do i = 0, n - 1
      y(i*iy) = y(i*iy) + alpha
    end do
  end subroutine
} = body {
  do i = 0, n - 1
    y(i*iy) = y(i*iy) + alpha
  end do
}
name "${P}axpy-ones"
about "the same number added everywhere"

Fortran {
  subroutine ${P}axpy_rows_pair(m, n, alpha, x, rx, cx, y, ry, cy)
    integer :: m, n, rx, cx, ry, cy, i, j
    ${T} :: alpha, x(0:*), y(0:*)
    do j = 0, n - 1
      do i = 0, m - 1
        y(i*ry + j*cy) = y(i*ry + j*cy) + alpha*x(i*rx + j*cx)
      end do
    end do
  end subroutine
} = body {
  if (abs(ry) <= abs(cy)) then
    do j = 0, n - 1
      do i = 0, m - 1
        y(i*ry + j*cy) = y(i*ry + j*cy) + alpha*x(i*rx + j*cx)
      end do
    end do
  else
    do i = 0, m - 1
      do j = 0, n - 1
        y(i*ry + j*cy) = y(i*ry + j*cy) + alpha*x(i*rx + j*cx)
      end do
    end do
  end if
}
name "${P}axpy-rows"
about "y += alpha x, of vectors or matrices"
when (ry == 1 && cy >= m || cy == 1 && ry >= n)

Fortran {
  subroutine ${P}copy_rows_pair(m, n, alpha, x, rx, cx, y, ry, cy)
    integer :: m, n, rx, cx, ry, cy, i, j
    ${T} :: alpha, x(0:*), y(0:*)
    do j = 0, n - 1
      do i = 0, m - 1
        y(i*ry + j*cy) = alpha*x(i*rx + j*cx)
      end do
    end do
  end subroutine
} = body {
  if (abs(ry) <= abs(cy)) then
    do j = 0, n - 1
      do i = 0, m - 1
        y(i*ry + j*cy) = alpha*x(i*rx + j*cx)
      end do
    end do
  else
    do i = 0, m - 1
      do j = 0, n - 1
        y(i*ry + j*cy) = alpha*x(i*rx + j*cx)
      end do
    end do
  end if
}
name "${P}copy-rows"
about "y = alpha x, of vectors, matrices or triangles"
when (ry == 1 && cy >= m || cy == 1 && ry >= n)

Fortran {
  subroutine ${P}scal_rows_pair(m, n, alpha, y, ry, cy)
    integer :: m, n, ry, cy, i, j
    ${T} :: alpha, y(0:*)
    do j = 0, n - 1
      do i = 0, m - 1
        y(i*ry + j*cy) = alpha*y(i*ry + j*cy)
      end do
    end do
  end subroutine
} = body {
  if (abs(ry) <= abs(cy)) then
    do j = 0, n - 1
      do i = 0, m - 1
        y(i*ry + j*cy) = alpha*y(i*ry + j*cy)
      end do
    end do
  else
    do i = 0, m - 1
      do j = 0, n - 1
        y(i*ry + j*cy) = alpha*y(i*ry + j*cy)
      end do
    end do
  end if
}
name "${P}scal-rows"
about "x *= alpha, of vectors, matrices or triangles"
when (ry == 1 && cy >= m || cy == 1 && ry >= n)

Fortran {
  subroutine ${P}copy_fill_rows_pair(m, n, alpha, y, ry, cy)
    integer :: m, n, ry, cy, i, j
    ${T} :: alpha, y(0:*)
    do j = 0, n - 1
      do i = 0, m - 1
        y(i*ry + j*cy) = alpha
      end do
    end do
  end subroutine
} = body {
  if (abs(ry) <= abs(cy)) then
    do j = 0, n - 1
      do i = 0, m - 1
        y(i*ry + j*cy) = alpha
      end do
    end do
  else
    do i = 0, m - 1
      do j = 0, n - 1
        y(i*ry + j*cy) = alpha
      end do
    end do
  end if
}
name "${P}copy-fill-rows"
about "the same number everywhere, in vectors or matrices"
when (ry == 1 && cy >= m || cy == 1 && ry >= n)

Fortran {
  subroutine ${P}copy_triangle_pair(n, alpha, x, rx, cx, y, ry, cy)
    integer :: n, rx, cx, ry, cy, i, j
    ${T} :: alpha, x(0:*), y(0:*)
    do i = 0, n - 1
      do j = 0, i
        y(i*ry + j*cy) = alpha*x(i*rx + j*cx)
      end do
    end do
  end subroutine
} = body {
  if (abs(ry) <= abs(cy)) then
    do j = 0, n - 1
      do i = j, n - 1
        y(i*ry + j*cy) = alpha*x(i*rx + j*cx)
      end do
    end do
  else
    do i = 0, n - 1
      do j = 0, i
        y(i*ry + j*cy) = alpha*x(i*rx + j*cx)
      end do
    end do
  end if
}
name "${P}copy-triangle"
about "y = alpha x, of vectors, matrices or triangles"
when (ry == 1 && cy >= n || cy == 1 && ry >= n)

Fortran {
  subroutine ${P}scal_triangle_pair(n, alpha, y, ry, cy)
    integer :: n, ry, cy, i, j
    ${T} :: alpha, y(0:*)
    do i = 0, n - 1
      do j = 0, i
        y(i*ry + j*cy) = alpha*y(i*ry + j*cy)
      end do
    end do
  end subroutine
} = body {
  if (abs(ry) <= abs(cy)) then
    do j = 0, n - 1
      do i = j, n - 1
        y(i*ry + j*cy) = alpha*y(i*ry + j*cy)
      end do
    end do
  else
    do i = 0, n - 1
      do j = 0, i
        y(i*ry + j*cy) = alpha*y(i*ry + j*cy)
      end do
    end do
  end if
}
name "${P}scal-triangle"
about "x *= alpha, of vectors, matrices or triangles"
when (ry == 1 && cy >= n || cy == 1 && ry >= n)

//--- Matrix and vector -----------------------------------------------------------------------------------------------

Fortran {
  subroutine ${P}gemv_pair(m, n, alpha, a, ra, ca, x, ix, adds, beta, y, iy)
    integer :: m, n, ra, ca, ix, iy, i, j, adds
    ${T} :: alpha, beta, a(0:*), x(0:*), y(0:*), s
    do i = 0, m - 1
      s = ${0}
      do j = 0, n - 1
        s = s + a(i*ra + j*ca)*x(j*ix)
      end do
      s = alpha*s
      if (adds > 0) s = s + beta*y(i*iy)
      y(i*iy) = s
    end do
  end subroutine
} = body {
  integer :: lowx, lowy
  integer, parameter :: part = 512
  ${T} :: t(0:part - 1), factor
  lowx = min(0, (n - 1)*ix)
  lowy = min(0, (m - 1)*iy)
  if (.not. abs(alpha) > ${0}) then
    do i = 0, m - 1, part
      if (ra == 1 .and. ca >= m) then
        call ${P}gemv('N', min(part, m - i), n, ${1}, a(i), ca, x(lowx), ix, ${0}, t, 1)
      else
        call ${P}gemv('T', n, min(part, m - i), ${1}, a(i*ra), ra, x(lowx), ix, ${0}, t, 1)
      end if
      do j = i, min(i + part, m) - 1
        s = alpha*t(j - i)
        if (adds > 0) s = s + beta*y(j*iy)
        y(j*iy) = s
      end do
    end do
    return
  end if
  factor = merge(beta, ${0}, adds > 0)
  if (adds > 0 .and. .not. abs(beta) > ${0}) then
    do i = 0, m - 1
      y(i*iy) = beta*y(i*iy)
    end do
    factor = ${1}
  end if
  if (ra == 1 .and. ca >= m) then
    call ${P}gemv('N', m, n, alpha, a, ca, x(lowx), ix, factor, y(lowy), iy)
  else
    call ${P}gemv('T', n, m, alpha, a, ra, x(lowx), ix, factor, y(lowy), iy)
  end if
}
name "${P}gemv"
about "y = alpha A x + beta y"
when (ra == 1 && ca >= m || ca == 1 && ra >= n, ix != 0, iy != 0, n*ix > -2147483648, m*iy > -2147483648)

Fortran {
  subroutine ${P}ger_pair(m, n, alpha, x, ix, y, iy, a, ra, ca)
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
  if (.not. abs(alpha) > ${0} .and. ra == 1) then
    do j = 0, n - 1
      do i = 0, m - 1
        a(i + j*ca) = a(i + j*ca) + alpha*x(i*ix)*y(j*iy)
      end do
    end do
  else if (.not. abs(alpha) > ${0}) then
    do i = 0, m - 1
      do j = 0, n - 1
        a(i*ra + j) = a(i*ra + j) + alpha*x(i*ix)*y(j*iy)
      end do
    end do
  else if (ra == 1 .and. ca >= m) then
    call ${P}ger(m, n, alpha, x(lowx), ix, y(lowy), iy, a, ca)
  else
    call ${P}ger(n, m, alpha, y(lowy), iy, x(lowx), ix, a, ra)
  end if
}
name "${P}ger"
about "A += alpha x y'"
when (ra == 1 && ca >= m || ca == 1 && ra >= n, ix != 0, iy != 0, m*ix > -2147483648, n*iy > -2147483648)

Fortran {
  subroutine ${P}trsv_pair(n, a, ra, ca, x, ix)
    integer :: n, ra, ca, ix, i, j
    ${T} :: a(0:*), x(0:*), s
    do i = 0, n - 1
      s = x(i*ix)
      do j = 0, i - 1
        s = s - a(i*ra + j*ca)*x(j*ix)
      end do
      x(i*ix) = s/a(i*ra + i*ca)
    end do
  end subroutine
} = body {
  integer :: low
  low = min(0, (n - 1)*ix)
  if (ra == 1 .and. ca >= n) then
    call ${P}trsv('L', 'N', 'N', n, a, ca, x(low), ix)
  else if (ca == 1 .and. ra >= n) then
    call ${P}trsv('U', 'T', 'N', n, a, ra, x(low), ix)
  else if (ra == -1 .and. ca <= -n) then
    call ${P}trsv('U', 'N', 'N', n, a((n - 1)*(ra + ca)), -ca, x(low), -ix)
  else
    call ${P}trsv('L', 'T', 'N', n, a((n - 1)*(ra + ca)), -ra, x(low), -ix)
  end if
}
name "${P}trsv"
about "solves A x = b, A a triangle"
when (ra == 1 && ca >= n || ca == 1 && ra >= n || ra == -1 && ca <= -n || ca == -1 && ra <= -n, ix != 0, n*ix > -2147483648)

Fortran {
  subroutine ${P}trsv_unit_pair(n, a, ra, ca, x, ix)
    integer :: n, ra, ca, ix, i, j
    ${T} :: a(0:*), x(0:*), s
    do i = 0, n - 1
      s = x(i*ix)
      do j = 0, i - 1
        s = s - a(i*ra + j*ca)*x(j*ix)
      end do
      x(i*ix) = s
    end do
  end subroutine
} = body {
  integer :: low
  low = min(0, (n - 1)*ix)
  if (ra == 1 .and. ca >= n) then
    call ${P}trsv('L', 'N', 'U', n, a, ca, x(low), ix)
  else if (ca == 1 .and. ra >= n) then
    call ${P}trsv('U', 'T', 'U', n, a, ra, x(low), ix)
  else if (ra == -1 .and. ca <= -n) then
    call ${P}trsv('U', 'N', 'U', n, a((n - 1)*(ra + ca)), -ca, x(low), -ix)
  else
    call ${P}trsv('L', 'T', 'U', n, a((n - 1)*(ra + ca)), -ra, x(low), -ix)
  end if
}
name "${P}trsv-unit"
about "solves A x = b, A a triangle"
when (n >= 2, ra == 1 && ca >= n || ca == 1 && ra >= n || ra == -1 && ca <= -n || ca == -1 && ra <= -n, ix != 0, n*ix > -2147483648)

Fortran {
  subroutine ${P}trmv_pair(n, a, ra, ca, x, ix)
    integer :: n, ra, ca, ix, i, j
    ${T} :: a(0:*), x(0:*), s
    do i = n - 1, 0, -1
      s = a(i*ra + i*ca)*x(i*ix)
      do j = 0, i - 1
        s = s + a(i*ra + j*ca)*x(j*ix)
      end do
      x(i*ix) = s
    end do
  end subroutine
} = body {
  integer :: low
  low = min(0, (n - 1)*ix)
  if (ra == 1 .and. ca >= n) then
    call ${P}trmv('L', 'N', 'N', n, a, ca, x(low), ix)
  else if (ca == 1 .and. ra >= n) then
    call ${P}trmv('U', 'T', 'N', n, a, ra, x(low), ix)
  else if (ra == -1 .and. ca <= -n) then
    call ${P}trmv('U', 'N', 'N', n, a((n - 1)*(ra + ca)), -ca, x(low), -ix)
  else
    call ${P}trmv('L', 'T', 'N', n, a((n - 1)*(ra + ca)), -ra, x(low), -ix)
  end if
}
name "${P}trmv"
about "x = A x, A a triangle"
when (ra == 1 && ca >= n || ca == 1 && ra >= n || ra == -1 && ca <= -n || ca == -1 && ra <= -n, ix != 0, n*ix > -2147483648)

Fortran {
  subroutine ${P}trmv_unit_pair(n, a, ra, ca, x, ix)
    integer :: n, ra, ca, ix, i, j
    ${T} :: a(0:*), x(0:*), s
    do i = n - 1, 0, -1
      s = x(i*ix)
      do j = 0, i - 1
        s = s + a(i*ra + j*ca)*x(j*ix)
      end do
      x(i*ix) = s
    end do
  end subroutine
} = body {
  integer :: low
  low = min(0, (n - 1)*ix)
  if (ra == 1 .and. ca >= n) then
    call ${P}trmv('L', 'N', 'U', n, a, ca, x(low), ix)
  else if (ca == 1 .and. ra >= n) then
    call ${P}trmv('U', 'T', 'U', n, a, ra, x(low), ix)
  else if (ra == -1 .and. ca <= -n) then
    call ${P}trmv('U', 'N', 'U', n, a((n - 1)*(ra + ca)), -ca, x(low), -ix)
  else
    call ${P}trmv('L', 'T', 'U', n, a((n - 1)*(ra + ca)), -ra, x(low), -ix)
  end if
}
name "${P}trmv-unit"
about "x = A x, A a triangle"
when (n >= 2, ra == 1 && ca >= n || ca == 1 && ra >= n || ra == -1 && ca <= -n || ca == -1 && ra <= -n, ix != 0, n*ix > -2147483648)

Fortran {
  subroutine ${P}symv_pair(n, alpha, a, ra, ca, x, ix, adds, beta, y, iy)
    integer :: n, ra, ca, ix, iy, i, j, adds
    ${T} :: alpha, beta, a(0:*), x(0:*), y(0:*), s
    do i = 0, n - 1
      s = a(i*ra + i*ca)*x(i*ix)
      do j = 0, i - 1
        s = s + a(i*ra + j*ca)*x(j*ix)
      end do
      do j = i + 1, n - 1
        s = s + a(j*ra + i*ca)*x(j*ix)
      end do
      s = alpha*s
      if (adds > 0) s = s + beta*y(i*iy)
      y(i*iy) = s
    end do
  end subroutine
} = body {
  ${T} :: t(0:n - 1), factor
  if (.not. abs(alpha) > ${0}) then
    call ${P}symv(merge('L', 'U', ra == 1 .and. ca >= n), n, ${1}, a, merge(ca, ra, ra == 1 .and. ca >= n), &
                     x(min(0, (n - 1)*ix)), ix, ${0}, t, 1)
    do i = 0, n - 1
      s = alpha*t(i)
      if (adds > 0) s = s + beta*y(i*iy)
      y(i*iy) = s
    end do
    return
  end if
  factor = merge(beta, ${0}, adds > 0)
  if (adds > 0 .and. .not. abs(beta) > ${0}) then
    do i = 0, n - 1
      y(i*iy) = beta*y(i*iy)
    end do
    factor = ${1}
  end if
  call ${P}symv(merge('L', 'U', ra == 1 .and. ca >= n), n, alpha, a, merge(ca, ra, ra == 1 .and. ca >= n), &
                   x(min(0, (n - 1)*ix)), ix, factor, y(min(0, (n - 1)*iy)), iy)
}
name "${P}symv"
about "y = alpha A x + beta y, A symmetric"
when (ra == 1 && ca >= n || ca == 1 && ra >= n, ix != 0, iy != 0, n*ix > -2147483648, n*iy > -2147483648)

Fortran {
  subroutine ${P}syr2_pair(n, alpha, x, ix, y, iy, a, ra, ca)
    integer :: n, ix, iy, ra, ca, i, j
    ${T} :: alpha, x(0:*), y(0:*), a(0:*)
    do j = 0, n - 1
      do i = j, n - 1
        a(i*ra + j*ca) = a(i*ra + j*ca) + alpha*x(i*ix)*y(j*iy) + alpha*y(i*iy)*x(j*ix)
      end do
    end do
  end subroutine
} = body {
  if (.not. abs(alpha) > ${0} .and. ra == 1) then
    do j = 0, n - 1
      do i = j, n - 1
        a(i + j*ca) = a(i + j*ca) + alpha*x(i*ix)*y(j*iy) + alpha*y(i*iy)*x(j*ix)
      end do
    end do
  else if (.not. abs(alpha) > ${0}) then
    do i = 0, n - 1
      do j = 0, i
        a(i*ra + j) = a(i*ra + j) + alpha*x(i*ix)*y(j*iy) + alpha*y(i*iy)*x(j*ix)
      end do
    end do
  else
    call ${P}syr2(merge('L', 'U', ra == 1 .and. ca >= n), n, alpha, x(min(0, (n - 1)*ix)), ix, y(min(0, (n - 1)*iy)), iy, &
               a, merge(ca, ra, ra == 1 .and. ca >= n))
  end if
}
name "${P}syr2"
about "A += alpha (x y' + y x'), a triangle of A"
when (ra == 1 && ca >= n || ca == 1 && ra >= n, ix != 0, iy != 0, n*ix > -2147483648, n*iy > -2147483648, max(ra, ca) < 134217728)

//--- Rows and columns of a matrix ---------------------------------------------------------------------------------------

Fortran {
  subroutine ${P}gemv_ones_pair(m, n, alpha, a, ra, ca, adds, beta, y, iy)
    integer :: m, n, ra, ca, iy, i, j, adds
    ${T} :: alpha, beta, a(0:*), y(0:*), s
    do i = 0, m - 1
      s = ${0}
      do j = 0, n - 1
        s = s + a(i*ra + j*ca)
      end do
      s = alpha*s
      if (adds > 0) s = s + beta*y(i*iy)
      y(i*iy) = s
    end do
  end subroutine
} = body {
  ${T} :: p(0:7)
  if (abs(ra) <= abs(ca)) then
    do i = 0, m - 1
      s = ${0}
      if (adds > 0) s = beta*y(i*iy)
      y(i*iy) = s
    end do
    do j = 0, n - 1
      do i = 0, m - 1
        y(i*iy) = y(i*iy) + alpha*a(i*ra + j*ca)
      end do
    end do
  else
    do i = 0, m - 1
      p = ${0}
      if (ca == 1) then
        do j = 0, n - 8, 8
          p = p + a(i*ra + j:i*ra + j + 7)
        end do
        do j = n - mod(n, 8), n - 1
          p(0) = p(0) + a(i*ra + j)
        end do
      else
        do j = 0, n - 1
          p(0) = p(0) + a(i*ra + j*ca)
        end do
      end if
      s = ((p(0) + p(1)) + (p(2) + p(3))) + ((p(4) + p(5)) + (p(6) + p(7)))
      s = alpha*s
      if (adds > 0) s = s + beta*y(i*iy)
      y(i*iy) = s
    end do
  end if
}
name "${P}gemv-ones"
about "sums of the rows or columns of a matrix"
when (iy != 0)

Fortran {
  subroutine ${P}gemv_gemv_pair(m, n, k, alpha, a, ra, ca, b, rb, cb, x, ix, y, iy)
    integer :: m, n, k, ra, ca, rb, cb, ix, iy, i, j, l
    ${T} :: alpha, a(0:*), b(0:*), x(0:*), y(0:*), s
    do i = 0, m - 1
      s = ${0}
      do l = 0, k - 1
        do j = 0, n - 1
          s = s + a(i*ra + l*ca)*b(l*rb + j*cb)*x(j*ix)
        end do
      end do
      y(i*iy) = y(i*iy) + alpha*s
    end do
  end subroutine
} = body {
  ${T}, external :: ${P}dot
  do l = 0, k - 1
    s = alpha*${P}dot(n, b(l*rb + min(0, (n - 1)*cb)), cb, x(min(0, (n - 1)*ix)), ix)
    do i = 0, m - 1
      y(i*iy) = y(i*iy) + s*a(i*ra + l*ca)
    end do
  end do
}
name "${P}gemv-gemv"
about "y += alpha A B x"
when (iy != 0, n*cb > -2147483648, n*ix > -2147483648)

Fortran {
  subroutine ${P}syr_pair(n, alpha, x, ix, a, ra, ca)
    integer :: n, ix, ra, ca, i, j
    ${T} :: alpha, x(0:*), a(0:*)
    do i = 0, n - 1
      do j = 0, i
        a(i*ra + j*ca) = a(i*ra + j*ca) + alpha*x(i*ix)*x(j*ix)
      end do
    end do
  end subroutine
} = body {
  ${T} :: t
  ! (BLAS leaves out columns whose factor is 0, and NaNs with them.)
  if (abs(ra) <= abs(ca)) then
    do j = 0, n - 1
      t = alpha*x(j*ix)
      do i = j, n - 1
        a(i*ra + j*ca) = a(i*ra + j*ca) + t*x(i*ix)
      end do
    end do
  else
    do i = 0, n - 1
      t = alpha*x(i*ix)
      do j = 0, i
        a(i*ra + j*ca) = a(i*ra + j*ca) + t*x(j*ix)
      end do
    end do
  end if
}
name "${P}syr"
about "A += alpha x x', a triangle of A"
when (ra == 1 && ca >= n || ca == 1 && ra >= n)

Fortran {
  subroutine ${P}trmv_set_pair(n, alpha, a, ra, ca, x, ix, y, iy)
    integer :: n, ra, ca, ix, iy, i, j
    ${T} :: alpha, a(0:*), x(0:*), y(0:*), s
    do i = 0, n - 1
      s = ${0}
      do j = 0, i
        s = s + a(i*ra + j*ca)*x(j*ix)
      end do
      y(i*iy) = alpha*s
    end do
  end subroutine
} = body {
  integer :: first, low
  ${T}, external :: ${P}dot
  if (abs(ra) <= abs(ca)) then
    do i = 0, n - 1
      y(i*iy) = ${0}
    end do
    do j = 0, n - 1
      s = alpha*x(j*ix)
      first = j
      if (ra < 0) first = n - 1
      low = j
      if (iy < 0) low = n - 1
      ! (BLAS leaves out columns whose factor is 0, and NaNs with them.)
      if (abs(s) > ${0} .and. n*ra > -huge(n) .and. n*iy > -huge(n)) then
        call ${P}axpy(n - j, s, a(first*ra + j*ca), ra, y(low*iy), iy)
      else
        do i = j, n - 1
          y(i*iy) = y(i*iy) + s*a(i*ra + j*ca)
        end do
      end if
    end do
  else
    do i = 0, n - 1
      y(i*iy) = alpha*${P}dot(i + 1, a(i*ra + min(0, i*ca)), ca, x(min(0, i*ix)), ix)
    end do
  end if
}
name "${P}trmv-set"
about "x = A x, A a triangle"
when (iy != 0, n*ca > -2147483648, n*ix > -2147483648)

Fortran {
  subroutine ${P}gemv_jacobi_pair(n, a, ra, ca, b, ib, x, ix, y, iy)
    integer :: n, ra, ca, ib, ix, iy, i, j
    ${T} :: a(0:*), b(0:*), x(0:*), y(0:*), s
    do i = 0, n - 1
      s = b(i*ib)
      do j = 0, n - 1
        if (j /= i) s = s - a(i*ra + j*ca)*x(j*ix)
      end do
      y(i*iy) = s/a(i*ra + i*ca)
    end do
  end subroutine
} = body {
  integer :: l
  ${T}, external :: ${P}dot
  do i = 0, n - 1
    s = b(i*ib)
    if (i > 0) s = s - ${P}dot(i, a(i*ra + min(0, (i - 1)*ca)), ca, x(min(0, (i - 1)*ix)), ix)
    if (i < n - 1) then
      j = i + 1
      if (ca < 0) j = n - 1
      l = i + 1
      if (ix < 0) l = n - 1
      s = s - ${P}dot(n - 1 - i, a(i*ra + j*ca), ca, x(l*ix), ix)
    end if
    y(i*iy) = s/a(i*ra + i*ca)
  end do
}
name "${P}gemv-jacobi"
about "a step of Jacobi's method for A x = b"
when (iy != 0, n*ca > -2147483648, n*ix > -2147483648)

//--- Matrices --------------------------------------------------------------------------------------------------------

Fortran {
  subroutine ${P}gemm_pair(m, n, k, alpha, a, ra, ca, b, rb, cb, adds, beta, c, rc, cc)
    integer :: m, n, k, ra, ca, rb, cb, rc, cc, i, j, l, adds
    ${T} :: alpha, beta, a(0:*), b(0:*), c(0:*), s
    do j = 0, n - 1
      do i = 0, m - 1
        s = ${0}
        do l = 0, k - 1
          s = s + a(i*ra + l*ca)*b(l*rb + j*cb)
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
  end subroutine
} = {
  subroutine ${P}gemm_pair(m, n, k, alpha, a, ra, ca, b, rb, cb, adds, beta, c, rc, cc)
  integer :: m, n, k, ra, ca, rb, cb, rc, cc, i, j, l, adds
  ${T} :: alpha, beta, a(0:*), b(0:*), c(0:*), s
  external :: ${P}gemm_tile
  integer, external :: smr_rt_product
  integer, parameter :: part = 48
  ${T} :: t(0:part - 1, 0:part - 1), factor
  character :: ta, tb
  integer :: la, lb, lc, mt, nt, h
  logical :: columns
  columns = rc == 1 .and. cc >= m
  if (.not. ((ra == 1 .and. ca >= m .or. ca == 1 .and. ra >= k) .and. (rb == 1 .and. cb >= k .or. cb == 1 .and. rb >= n) .and. (columns .or. cc == 1 .and. rc >= n))) then
    if (abs(alpha) > ${0}) then
      if (smr_rt_product(${P}gemm_tile, ${K}, 0, m, n, k, alpha, a, ra, ca, 0, b, rb, cb, 0, adds, beta, c, rc, cc) > 0) return
    end if
    do j = 0, n - 1
      do i = 0, m - 1
        s = ${0}
        do l = 0, k - 1
          s = s + a(i*ra + l*ca)*b(l*rb + j*cb)
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
    return
  end if
  ta = merge('N', 'T', (ra == 1 .and. ca >= m) .eqv. columns)
  la = merge(ca, ra, ra == 1 .and. ca >= m)
  tb = merge('N', 'T', (rb == 1 .and. cb >= k) .eqv. columns)
  lb = merge(cb, rb, rb == 1 .and. cb >= k)
  lc = merge(cc, rc, columns)
  if (.not. abs(alpha) > ${0}) then
    do j = 0, n - 1, part
      do i = 0, m - 1, part
        mt = min(part, m - i)
        nt = min(part, n - j)
        if (columns) then
          call ${P}gemm(ta, tb, mt, nt, k, ${1}, a(i*ra), la, b(j*cb), lb, ${0}, t, part)
        else
          call ${P}gemm(tb, ta, nt, mt, k, ${1}, b(j*cb), lb, a(i*ra), la, ${0}, t, part)
        end if
        do h = 0, merge(nt, mt, columns) - 1
          do l = 0, merge(mt, nt, columns) - 1
            s = alpha*t(l, h)
            if (adds > 0) s = s + beta*c(i*rc + j*cc + l + h*lc)
            c(i*rc + j*cc + l + h*lc) = s
          end do
        end do
      end do
    end do
    return
  end if
  factor = merge(beta, ${0}, adds > 0)
  if (adds > 0 .and. .not. abs(beta) > ${0}) then
    do j = 0, merge(n, m, columns) - 1
      do i = 0, merge(m, n, columns) - 1
        c(i + j*lc) = beta*c(i + j*lc)
      end do
    end do
    factor = ${1}
  end if
  if (columns) then
    call ${P}gemm(ta, tb, m, n, k, alpha, a, la, b, lb, factor, c, lc)
  else
    call ${P}gemm(tb, ta, n, m, k, alpha, b, lb, a, la, factor, c, lc)
  end if
  end subroutine
  subroutine ${P}gemm_tile(fa, fb, m, n, k, alpha, a, la, b, lb, beta, c, lc)
    integer :: fa, fb, m, n, k, la, lb, lc
    ${T} :: alpha, beta, a(*), b(*), c(*)
    call ${P}gemm(merge('N', 'T', fa == 0), merge('N', 'T', fb == 0), m, n, k, alpha, a, la, b, lb, beta, c, lc)
  end subroutine
}
name "${P}gemm"
about "C = alpha A B + beta C"
when (ra == 1 && ca >= m || ca == 1 && ra >= k || copied(a) && min(m, n, k) >= 24, rb == 1 && cb >= k || cb == 1 && rb >= n || copied(b) && min(m, n, k) >= 24, rc == 1 && cc >= m || cc == 1 && rc >= n || copied(c) && min(m, n, k) >= 24, max(rc, cc) < 134217728)

Fortran {
  subroutine ${P}syrk_pair(n, k, alpha, a, ra, ca, adds, beta, c, rc, cc)
    integer :: n, k, ra, ca, rc, cc, i, j, l, adds
    ${T} :: alpha, beta, a(0:*), c(0:*), s
    do j = 0, n - 1
      do i = j, n - 1
        s = ${0}
        do l = 0, k - 1
          s = s + a(i*ra + l*ca)*a(j*ra + l*ca)
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
  end subroutine
} = {
  subroutine ${P}syrk_pair(n, k, alpha, a, ra, ca, adds, beta, c, rc, cc)
  integer :: n, k, ra, ca, rc, cc, i, j, l, adds
  ${T} :: alpha, beta, a(0:*), c(0:*), s
  external :: ${P}syrk_tile
  integer, external :: smr_rt_product
  integer, parameter :: part = 48
  ${T} :: t(0:part - 1, 0:part - 1), factor
  character :: ta, tb
  integer :: la, lc, mt, nt, h
  logical :: columns
  ta = merge('N', 'T', ra == 1 .and. ca >= n)
  tb = merge('T', 'N', ta == 'N')
  la = merge(ca, ra, ta == 'N')
  columns = rc == 1 .and. cc >= n
  if (.not. ((ta == 'N' .or. ca == 1 .and. ra >= k) .and. (columns .or. cc == 1 .and. rc >= n))) then
    if (abs(alpha) > ${0}) then
      if (smr_rt_product(${P}syrk_tile, ${K}, 1, n, n, k, alpha, a, ra, ca, 0, a, ca, ra, 0, adds, beta, c, rc, cc) > 0) return
    end if
    do j = 0, n - 1
      do i = j, n - 1
        s = ${0}
        do l = 0, k - 1
          s = s + a(i*ra + l*ca)*a(j*ra + l*ca)
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
    return
  end if
  lc = merge(cc, rc, columns)
  if (.not. abs(alpha) > ${0}) then
    do j = 0, n - 1, part
      do i = j, n - 1, part
        mt = min(part, n - i)
        nt = min(part, n - j)
        if (columns) then
          call ${P}gemm(ta, tb, mt, nt, k, ${1}, a(i*ra), la, a(j*ra), la, ${0}, t, part)
        else
          call ${P}gemm(ta, tb, nt, mt, k, ${1}, a(j*ra), la, a(i*ra), la, ${0}, t, part)
        end if
        do h = 0, merge(nt, mt, columns) - 1
          do l = merge(max(0, j + h - i), 0, columns), merge(mt - 1, min(nt - 1, i + h - j), columns)
            s = alpha*t(l, h)
            if (adds > 0) s = s + beta*c(i*rc + j*cc + l + h*lc)
            c(i*rc + j*cc + l + h*lc) = s
          end do
        end do
      end do
    end do
    return
  end if
  factor = merge(beta, ${0}, adds > 0)
  if (adds > 0 .and. .not. abs(beta) > ${0}) then
    do j = 0, n - 1
      do i = merge(j, 0, columns), merge(n - 1, j, columns)
        c(i + j*lc) = beta*c(i + j*lc)
      end do
    end do
    factor = ${1}
  end if
  call ${P}syrk(merge('L', 'U', columns), ta, n, k, alpha, a, la, factor, c, lc)
  end subroutine
  subroutine ${P}syrk_tile(fa, fb, m, n, k, alpha, a, la, b, lb, beta, c, lc)
    integer :: fa, fb, m, n, k, la, lb, lc
    ${T} :: alpha, beta, a(*), b(*), c(*)
    call ${P}gemm(merge('N', 'T', fa == 0), merge('N', 'T', fb == 0), m, n, k, alpha, a, la, b, lb, beta, c, lc)
  end subroutine
}
name "${P}syrk"
about "C = alpha A A' + beta C, a triangle of C"
when (ra == 1 && ca >= n || ca == 1 && ra >= k || copied(a) && min(n, k) >= 24, rc == 1 && cc >= n || cc == 1 && rc >= n || copied(c) && min(n, k) >= 24, max(rc, cc) < 134217728)

Fortran {
  subroutine ${P}syr2k_pair(n, k, alpha, a, ra, ca, b, rb, cb, adds, beta, c, rc, cc)
    integer :: n, k, ra, ca, rb, cb, rc, cc, i, j, l, adds
    ${T} :: alpha, beta, a(0:*), b(0:*), c(0:*), s
    do j = 0, n - 1
      do i = j, n - 1
        s = ${0}
        do l = 0, k - 1
          s = s + a(i*ra + l*ca)*b(j*rb + l*cb) + b(i*rb + l*cb)*a(j*ra + l*ca)
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
  end subroutine
} = body {
  integer, parameter :: part = 48
  ${T} :: t(0:part - 1, 0:part - 1), factor
  character :: ta, tb
  integer :: la, lb, lc, mt, nt, h
  logical :: columns
  ta = merge('N', 'T', ra == 1 .and. ca >= n .and. rb == 1 .and. cb >= n)
  tb = merge('T', 'N', ta == 'N')
  la = merge(ca, ra, ta == 'N')
  lb = merge(cb, rb, ta == 'N')
  columns = rc == 1 .and. cc >= n
  lc = merge(cc, rc, columns)
  if (.not. abs(alpha) > ${0}) then
    do j = 0, n - 1, part
      do i = j, n - 1, part
        mt = min(part, n - i)
        nt = min(part, n - j)
        if (columns) then
          call ${P}gemm(ta, tb, mt, nt, k, ${1}, a(i*ra), la, b(j*rb), lb, ${0}, t, part)
          call ${P}gemm(ta, tb, mt, nt, k, ${1}, b(i*rb), lb, a(j*ra), la, ${1}, t, part)
        else
          call ${P}gemm(ta, tb, nt, mt, k, ${1}, b(j*rb), lb, a(i*ra), la, ${0}, t, part)
          call ${P}gemm(ta, tb, nt, mt, k, ${1}, a(j*ra), la, b(i*rb), lb, ${1}, t, part)
        end if
        do h = 0, merge(nt, mt, columns) - 1
          do l = merge(max(0, j + h - i), 0, columns), merge(mt - 1, min(nt - 1, i + h - j), columns)
            s = alpha*t(l, h)
            if (adds > 0) s = s + beta*c(i*rc + j*cc + l + h*lc)
            c(i*rc + j*cc + l + h*lc) = s
          end do
        end do
      end do
    end do
    return
  end if
  factor = merge(beta, ${0}, adds > 0)
  if (adds > 0 .and. .not. abs(beta) > ${0}) then
    do j = 0, n - 1
      do i = merge(j, 0, columns), merge(n - 1, j, columns)
        c(i + j*lc) = beta*c(i + j*lc)
      end do
    end do
    factor = ${1}
  end if
  call ${P}syr2k(merge('L', 'U', columns), ta, n, k, alpha, a, la, b, lb, factor, c, lc)
}
name "${P}syr2k"
about "C = alpha (A B' + B A') + beta C, a triangle of C"
when (ra == 1 && ca >= n && rb == 1 && cb >= n || ca == 1 && ra >= k && cb == 1 && rb >= k, rc == 1 && cc >= n || cc == 1 && rc >= n, max(rc, cc) < 134217728)

Fortran {
  subroutine ${P}symm_pair(m, n, alpha, a, ra, ca, b, rb, cb, adds, beta, c, rc, cc)
    integer :: m, n, ra, ca, rb, cb, rc, cc, i, j, l, adds
    ${T} :: alpha, beta, a(0:*), b(0:*), c(0:*), s
    do j = 0, n - 1
      do i = 0, m - 1
        s = a(i*ra + i*ca)*b(i*rb + j*cb)
        do l = 0, i - 1
          s = s + a(i*ra + l*ca)*b(l*rb + j*cb)
        end do
        do l = i + 1, m - 1
          s = s + a(l*ra + i*ca)*b(l*rb + j*cb)
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
  end subroutine
} = body {
  integer, parameter :: part = 48
  ${T} :: t(0:part*m - 1), factor
  character :: lower
  integer :: la, lc, lt, h
  logical :: columns
  lower = merge('L', 'U', ra == 1 .and. ca >= m)
  la = merge(ca, ra, ra == 1 .and. ca >= m)
  columns = rc == 1 .and. cc >= m .and. rb == 1 .and. cb >= m
  lc = merge(cc, rc, columns)
  if (.not. abs(alpha) > ${0}) then
    lt = merge(m, part, columns)
    do j = 0, n - 1, part
      if (columns) then
        call ${P}symm('L', lower, m, min(part, n - j), ${1}, a, la, b(j*cb), cb, ${0}, t, m)
      else
        call ${P}symm('R', lower, min(part, n - j), m, ${1}, a, la, b(j), rb, ${0}, t, part)
      end if
      do h = 0, merge(min(part, n - j), m, columns) - 1
        do l = 0, merge(m, min(part, n - j), columns) - 1
          s = alpha*t(l + h*lt)
          if (adds > 0) s = s + beta*c(j*cc + l + h*lc)
          c(j*cc + l + h*lc) = s
        end do
      end do
    end do
    return
  end if
  factor = merge(beta, ${0}, adds > 0)
  if (adds > 0 .and. .not. abs(beta) > ${0}) then
    do j = 0, merge(n, m, columns) - 1
      do i = 0, merge(m, n, columns) - 1
        c(i + j*lc) = beta*c(i + j*lc)
      end do
    end do
    factor = ${1}
  end if
  if (columns) then
    call ${P}symm('L', lower, m, n, alpha, a, la, b, cb, factor, c, lc)
  else
    call ${P}symm('R', lower, n, m, alpha, a, la, b, rb, factor, c, lc)
  end if
}
name "${P}symm"
about "C = alpha A B + beta C, A symmetric"
when (ra == 1 && ca >= m || ca == 1 && ra >= m, rb == 1 && cb >= m && rc == 1 && cc >= m || cb == 1 && rb >= n && cc == 1 && rc >= n, max(rc, cc) < 134217728)

Fortran {
  subroutine ${P}trmm_unit_pair(m, n, alpha, a, ra, ca, b, rb, cb)
    integer :: m, n, ra, ca, rb, cb, i, j, l
    ${T} :: alpha, a(0:*), b(0:*), s
    do j = 0, n - 1
      do i = m - 1, 0, -1
        s = b(i*rb + j*cb)
        do l = 0, i - 1
          s = s + a(i*ra + l*ca)*b(l*rb + j*cb)
        end do
        b(i*rb + j*cb) = alpha*s
      end do
    end do
  end subroutine
} = body {
  integer, parameter :: part = 16
  ${T} :: p(0:part - 1), w(0:part - 1, 0:m - 1)
  character :: lower, ta
  integer :: la, lb, ba, bb
  logical :: columns, regular
  la = merge(abs(ca), abs(ra), abs(ra) == 1 .and. abs(ca) >= m)
  lower = merge('L', 'U', abs(ra) == 1 .and. abs(ca) >= m)
  ta = merge('N', 'T', abs(ra) == 1 .and. abs(ca) >= m)
  bb = 0
  if (ra < 0) then
    ! Counted from the other end: an upper triangle.
    lower = merge('U', 'L', lower == 'L')
    bb = (m - 1)*rb
  end if
  columns = abs(rb) == 1 .and. cb >= m
  lb = merge(cb, abs(rb), columns)
  ! Blocks of a triangle are multiplied as squares: a zero times an infinity would be a NaN.
  regular = abs(alpha) > ${0}
  do j = 0, merge(n, m, columns) - 1
    do i = 0, merge(m, n, columns) - 1
      regular = regular .and. abs(b(bb + i + j*lb)) <= huge(s)
    end do
  end do
  if (.not. regular) then
    do j = 0, n - 1, part
      do i = 0, m - 1
        w(:, i) = ${0}
        do l = 0, min(part, n - j) - 1
          w(l, i) = b(i*rb + (j + l)*cb)
        end do
      end do
      do i = m - 1, 0, -1
        p = w(:, i)
        do l = 0, i - 1
          p = p + a(i*ra + l*ca)*w(:, l)
        end do
        w(:, i) = alpha*p
      end do
      do i = 0, m - 1
        do l = 0, min(part, n - j) - 1
          b(i*rb + (j + l)*cb) = w(l, i)
        end do
      end do
    end do
    return
  end if
  if (m < 1) return
  ! No element of the diagonal may be read that does not lie between others: the last row is a product with
  ! the rows above it, and the first column is added to the triangle between.
  bb = min(0, (m - 2)*rb)
  ba = (m - 1)*ra + merge((m - 2)*ca, 0, ca < 0)
  if (m > 1 .and. columns) call ${P}gemv('T', m - 1, n, alpha, b(bb), lb, a(ba), abs(ca), alpha, b((m - 1)*rb), cb)
  if (m > 1 .and. .not. columns) call ${P}gemv('N', n, m - 1, alpha, b(bb), lb, a(ba), abs(ca), alpha, b((m - 1)*rb), cb)
  if (m > 2) then
    ba = ra + ca
    if (ra < 0) ba = (m - 2)*(ra + ca)
    bb = min(rb, (m - 2)*rb)
    if (columns) then
      call ${P}trmm('L', lower, ta, 'U', m - 2, n, alpha, a(ba), la, b(bb), lb)
      call ${P}ger(m - 2, n, alpha, a(min(ra, (m - 2)*ra)), abs(ra), b, cb, b(bb), lb)
    else
      call ${P}trmm('R', lower, merge('N', 'T', ta == 'T'), 'U', n, m - 2, alpha, a(ba), la, b(bb), lb)
      call ${P}ger(n, m - 2, alpha, b, cb, a(min(ra, (m - 2)*ra)), abs(ra), b(bb), lb)
    end if
  end if
  if (n > 0) call ${P}scal(n, alpha, b, cb)
}
name "${P}trmm-unit"
about "B = alpha A B, A a triangle"
when (m >= 2, (ra == 1 && ca >= m || ca == 1 && ra >= m) && (rb == 1 && cb >= m || cb == 1 && rb >= n) || (ra == -1 && ca <= -m || ca == -1 && ra <= -m) && (rb == -1 && cb >= m || cb == 1 && rb <= -n), max(rb, cb) < 134217728, min(rb, cb) > -134217728)

Fortran {
  subroutine ${P}trmm_pair(m, n, alpha, a, ra, ca, b, rb, cb)
    integer :: m, n, ra, ca, rb, cb, i, j, l
    ${T} :: alpha, a(0:*), b(0:*), s
    do j = 0, n - 1
      do i = m - 1, 0, -1
        s = a(i*ra + i*ca)*b(i*rb + j*cb)
        do l = 0, i - 1
          s = s + a(i*ra + l*ca)*b(l*rb + j*cb)
        end do
        b(i*rb + j*cb) = alpha*s
      end do
    end do
  end subroutine
} = body {
  integer, parameter :: part = 16
  ${T} :: p(0:part - 1), w(0:part - 1, 0:m - 1)
  character :: lower, ta
  integer :: la, lb, ba, bb
  logical :: columns, regular
  la = merge(abs(ca), abs(ra), abs(ra) == 1 .and. abs(ca) >= m)
  lower = merge('L', 'U', abs(ra) == 1 .and. abs(ca) >= m)
  ta = merge('N', 'T', abs(ra) == 1 .and. abs(ca) >= m)
  ba = 0
  bb = 0
  if (ra < 0) then
    ! Counted from the other end: an upper triangle.
    lower = merge('U', 'L', lower == 'L')
    ba = (m - 1)*(ra + ca)
    bb = (m - 1)*rb
  end if
  columns = abs(rb) == 1 .and. cb >= m
  lb = merge(cb, abs(rb), columns)
  ! Blocks of a triangle are multiplied as squares: a zero times an infinity would be a NaN.
  regular = abs(alpha) > ${0}
  do j = 0, merge(n, m, columns) - 1
    do i = 0, merge(m, n, columns) - 1
      regular = regular .and. abs(b(bb + i + j*lb)) <= huge(s)
    end do
  end do
  if (.not. regular) then
    do j = 0, n - 1, part
      do i = 0, m - 1
        w(:, i) = ${0}
        do l = 0, min(part, n - j) - 1
          w(l, i) = b(i*rb + (j + l)*cb)
        end do
      end do
      do i = m - 1, 0, -1
        p = a(i*ra + i*ca)*w(:, i)
        do l = 0, i - 1
          p = p + a(i*ra + l*ca)*w(:, l)
        end do
        w(:, i) = alpha*p
      end do
      do i = 0, m - 1
        do l = 0, min(part, n - j) - 1
          b(i*rb + (j + l)*cb) = w(l, i)
        end do
      end do
    end do
    return
  end if
  if (columns) then
    call ${P}trmm('L', lower, ta, 'N', m, n, alpha, a(ba), la, b(bb), lb)
  else
    call ${P}trmm('R', lower, merge('N', 'T', ta == 'T'), 'N', n, m, alpha, a(ba), la, b(bb), lb)
  end if
}
name "${P}trmm"
about "B = alpha A B, A a triangle"
when ((ra == 1 && ca >= m || ca == 1 && ra >= m) && (rb == 1 && cb >= m || cb == 1 && rb >= n) || (ra == -1 && ca <= -m || ca == -1 && ra <= -m) && (rb == -1 && cb >= m || cb == 1 && rb <= -n), max(rb, cb) < 134217728, min(rb, cb) > -134217728)

Fortran {
  subroutine ${P}trsm_unit_pair(m, n, a, ra, ca, b, rb, cb)
    integer :: m, n, ra, ca, rb, cb, i, j, l
    ${T} :: a(0:*), b(0:*), s
    do j = 0, n - 1
      do i = 0, m - 1
        s = b(i*rb + j*cb)
        do l = 0, i - 1
          s = s - a(i*ra + l*ca)*b(l*rb + j*cb)
        end do
        b(i*rb + j*cb) = s
      end do
    end do
  end subroutine
} = body {
  integer, parameter :: part = 16
  ${T} :: p(0:part - 1), w(0:part - 1, 0:m - 1)
  character :: lower, ta
  integer :: la, lb, ba, bb
  logical :: columns, regular
  la = merge(abs(ca), abs(ra), abs(ra) == 1 .and. abs(ca) >= m)
  lower = merge('L', 'U', abs(ra) == 1 .and. abs(ca) >= m)
  ta = merge('N', 'T', abs(ra) == 1 .and. abs(ca) >= m)
  ba = 0
  bb = 0
  if (ra < 0) then
    ! Counted from the other end: an upper triangle.
    lower = merge('U', 'L', lower == 'L')
    ba = (m - 1)*(ra + ca)
    bb = (m - 1)*rb
  end if
  columns = abs(rb) == 1 .and. cb >= m
  lb = merge(cb, abs(rb), columns)
  ! Blocks of a triangle are multiplied as squares: a zero times an infinity would be a NaN.
  regular = .true.
  do j = 0, merge(n, m, columns) - 1
    do i = 0, merge(m, n, columns) - 1
      regular = regular .and. abs(b(bb + i + j*lb)) <= huge(s)
    end do
  end do
  if (.not. regular) then
    do j = 0, n - 1, part
      do i = 0, m - 1
        w(:, i) = ${0}
        do l = 0, min(part, n - j) - 1
          w(l, i) = b(i*rb + (j + l)*cb)
        end do
      end do
      do i = 0, m - 1
        p = w(:, i)
        do l = 0, i - 1
          p = p - a(i*ra + l*ca)*w(:, l)
        end do
        w(:, i) = p
      end do
      do i = 0, m - 1
        do l = 0, min(part, n - j) - 1
          b(i*rb + (j + l)*cb) = w(l, i)
        end do
      end do
    end do
    return
  end if
  if (columns) then
    call ${P}trsm('L', lower, ta, 'U', m, n, ${1}, a(ba), la, b(bb), lb)
  else
    call ${P}trsm('R', lower, merge('N', 'T', ta == 'T'), 'U', n, m, ${1}, a(ba), la, b(bb), lb)
  end if
}
name "${P}trsm-unit"
about "solves A X = B, A a triangle"
when (m >= 2, (ra == 1 && ca >= m || ca == 1 && ra >= m) && (rb == 1 && cb >= m || cb == 1 && rb >= n) || (ra == -1 && ca <= -m || ca == -1 && ra <= -m) && (rb == -1 && cb >= m || cb == 1 && rb <= -n), max(rb, cb) < 134217728, min(rb, cb) > -134217728)

Fortran {
  subroutine ${P}trsm_pair(m, n, a, ra, ca, b, rb, cb)
    integer :: m, n, ra, ca, rb, cb, i, j, l
    ${T} :: a(0:*), b(0:*), s
    do j = 0, n - 1
      do i = 0, m - 1
        s = b(i*rb + j*cb)
        do l = 0, i - 1
          s = s - a(i*ra + l*ca)*b(l*rb + j*cb)
        end do
        b(i*rb + j*cb) = s/a(i*ra + i*ca)
      end do
    end do
  end subroutine
} = body {
  integer, parameter :: part = 16
  ${T} :: p(0:part - 1), w(0:part - 1, 0:m - 1)
  character :: lower, ta
  integer :: la, lb, ba, bb
  logical :: columns, regular
  la = merge(abs(ca), abs(ra), abs(ra) == 1 .and. abs(ca) >= m)
  lower = merge('L', 'U', abs(ra) == 1 .and. abs(ca) >= m)
  ta = merge('N', 'T', abs(ra) == 1 .and. abs(ca) >= m)
  ba = 0
  bb = 0
  if (ra < 0) then
    ! Counted from the other end: an upper triangle.
    lower = merge('U', 'L', lower == 'L')
    ba = (m - 1)*(ra + ca)
    bb = (m - 1)*rb
  end if
  columns = abs(rb) == 1 .and. cb >= m
  lb = merge(cb, abs(rb), columns)
  ! Blocks of a triangle are multiplied as squares: a zero times an infinity would be a NaN.
  regular = .true.
  do j = 0, merge(n, m, columns) - 1
    do i = 0, merge(m, n, columns) - 1
      regular = regular .and. abs(b(bb + i + j*lb)) <= huge(s)
    end do
  end do
  ! A diagonal element is inverted first.
  do i = 0, m - 1
    regular = regular .and. abs(a(i*ra + i*ca)) >= 4*tiny(s)
  end do
  if (.not. regular) then
    do j = 0, n - 1, part
      do i = 0, m - 1
        w(:, i) = ${0}
        do l = 0, min(part, n - j) - 1
          w(l, i) = b(i*rb + (j + l)*cb)
        end do
      end do
      do i = 0, m - 1
        p = w(:, i)
        do l = 0, i - 1
          p = p - a(i*ra + l*ca)*w(:, l)
        end do
        w(:, i) = p/a(i*ra + i*ca)
      end do
      do i = 0, m - 1
        do l = 0, min(part, n - j) - 1
          b(i*rb + (j + l)*cb) = w(l, i)
        end do
      end do
    end do
    return
  end if
  if (columns) then
    call ${P}trsm('L', lower, ta, 'N', m, n, ${1}, a(ba), la, b(bb), lb)
  else
    call ${P}trsm('R', lower, merge('N', 'T', ta == 'T'), 'N', n, m, ${1}, a(ba), la, b(bb), lb)
  end if
}
name "${P}trsm"
about "solves A X = B, A a triangle"
when ((ra == 1 && ca >= m || ca == 1 && ra >= m) && (rb == 1 && cb >= m || cb == 1 && rb >= n) || (ra == -1 && ca <= -m || ca == -1 && ra <= -m) && (rb == -1 && cb >= m || cb == 1 && rb <= -n), max(rb, cb) < 134217728, min(rb, cb) > -134217728)

//--- Matrices without a routine of BLAS --------------------------------------------------------------------------------

Fortran {
  subroutine ${P}gemmt_pair(n, k, alpha, a, ra, ca, b, rb, cb, adds, beta, c, rc, cc)
    integer :: n, k, ra, ca, rb, cb, rc, cc, i, j, l, adds
    ${T} :: alpha, beta, a(0:*), b(0:*), c(0:*), s
    do i = 0, n - 1
      do j = 0, i
        s = ${0}
        do l = 0, k - 1
          s = s + a(i*ra + l*ca)*b(j*rb + l*cb)
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
  end subroutine
} = {
  subroutine ${P}gemmt_pair(n, k, alpha, a, ra, ca, b, rb, cb, adds, beta, c, rc, cc)
  integer :: n, k, ra, ca, rb, cb, rc, cc, i, j, l, adds
  ${T} :: alpha, beta, a(0:*), b(0:*), c(0:*), s
  external :: ${P}gemmt_tile
  integer, external :: smr_rt_product
  integer, parameter :: part = 48
  ${T} :: t(0:part - 1, 0:part - 1), factor
  character :: ta, tb, na, nb
  integer :: la, lb, lc, mt, nt, size, h
  logical :: columns
  ta = merge('N', 'T', ra == 1 .and. ca >= n)
  la = merge(ca, ra, ta == 'N')
  tb = merge('N', 'T', cb == 1 .and. rb >= k)
  lb = merge(rb, cb, tb == 'N')
  na = merge('T', 'N', ta == 'N')
  nb = merge('T', 'N', tb == 'N')
  columns = rc == 1 .and. cc >= n
  if (.not. ((ta == 'N' .or. ca == 1 .and. ra >= k) .and. (tb == 'N' .or. rb == 1 .and. cb >= n) .and. (columns .or. cc == 1 .and. rc >= n))) then
    if (abs(alpha) > ${0}) then
      if (smr_rt_product(${P}gemmt_tile, ${K}, 1, n, n, k, alpha, a, ra, ca, 0, b, cb, rb, 0, adds, beta, c, rc, cc) > 0) return
    end if
    do i = 0, n - 1
      do j = 0, i
        s = ${0}
        do l = 0, k - 1
          s = s + a(i*ra + l*ca)*b(j*rb + l*cb)
        end do
        s = alpha*s
        if (adds > 0) s = s + beta*c(i*rc + j*cc)
        c(i*rc + j*cc) = s
      end do
    end do
    return
  end if
  lc = merge(cc, rc, columns)
  if (.not. abs(alpha) > ${0}) then
    do j = 0, n - 1, part
      do i = j, n - 1, part
        mt = min(part, n - i)
        nt = min(part, n - j)
        if (columns) then
          call ${P}gemm(ta, tb, mt, nt, k, ${1}, a(i*ra), la, b(j*rb), lb, ${0}, t, part)
        else
          call ${P}gemm(nb, na, nt, mt, k, ${1}, b(j*rb), lb, a(i*ra), la, ${0}, t, part)
        end if
        do h = 0, merge(nt, mt, columns) - 1
          do l = merge(max(0, j + h - i), 0, columns), merge(mt - 1, min(nt - 1, i + h - j), columns)
            s = alpha*t(l, h)
            if (adds > 0) s = s + beta*c(i*rc + j*cc + l + h*lc)
            c(i*rc + j*cc + l + h*lc) = s
          end do
        end do
      end do
    end do
    return
  end if
  factor = merge(beta, ${0}, adds > 0)
  if (adds > 0 .and. .not. abs(beta) > ${0}) then
    do j = 0, n - 1
      do i = merge(j, 0, columns), merge(n - 1, j, columns)
        c(i + j*lc) = beta*c(i + j*lc)
      end do
    end do
    factor = ${1}
  end if
  do i = 0, n - 1, part
    size = min(part, n - i)
    if (columns) then
      call ${P}gemm(ta, tb, size, i, k, alpha, a(i*ra), la, b, lb, factor, c(i*rc), lc)
    else
      call ${P}gemm(nb, na, i, size, k, alpha, b, lb, a(i*ra), la, factor, c(i*rc), lc)
    end if
    call ${P}gemm(ta, tb, size, size, k, alpha, a(i*ra), la, b(i*rb), lb, ${0}, t, part)
    do j = 0, size - 1
      do l = j, size - 1
        s = t(l, j)
        if (adds > 0) s = s + factor*c((i + l)*rc + (i + j)*cc)
        c((i + l)*rc + (i + j)*cc) = s
      end do
    end do
  end do
  end subroutine
  subroutine ${P}gemmt_tile(fa, fb, m, n, k, alpha, a, la, b, lb, beta, c, lc)
    integer :: fa, fb, m, n, k, la, lb, lc
    ${T} :: alpha, beta, a(*), b(*), c(*)
    call ${P}gemm(merge('N', 'T', fa == 0), merge('N', 'T', fb == 0), m, n, k, alpha, a, la, b, lb, beta, c, lc)
  end subroutine
}
name "${P}gemmt"
about "C = alpha A B + beta C, a triangle of C"
when (ra == 1 && ca >= n || ca == 1 && ra >= k || copied(a) && min(n, k) >= 24, cb == 1 && rb >= k || rb == 1 && cb >= n || copied(b) && min(n, k) >= 24, rc == 1 && cc >= n || cc == 1 && rc >= n || copied(c) && min(n, k) >= 24, max(rc, cc) < 134217728)

Fortran {
  subroutine ${P}trmm_set_pair(m, n, alpha, a, ra, ca, b, rb, cb, c, rc, cc)
    integer :: m, n, ra, ca, rb, cb, rc, cc, i, j, l
    ${T} :: alpha, a(0:*), b(0:*), c(0:*), s
    do i = 0, m - 1
      do j = 0, n - 1
        s = ${0}
        do l = 0, i
          s = s + a(i*ra + l*ca)*b(l*rb + j*cb)
        end do
        c(i*rc + j*cc) = alpha*s
      end do
    end do
  end subroutine
} = body {
  if (abs(cb) <= abs(rb) .and. abs(cc) <= abs(rc)) then
    do i = 0, m - 1
      do j = 0, n - 1
        c(i*rc + j*cc) = ${0}
      end do
      do l = 0, i
        s = alpha*a(i*ra + l*ca)
        do j = 0, n - 1
          c(i*rc + j*cc) = c(i*rc + j*cc) + s*b(l*rb + j*cb)
        end do
      end do
    end do
  else
    do j = 0, n - 1
      do i = 0, m - 1
        c(i*rc + j*cc) = ${0}
      end do
      do l = 0, m - 1
        s = alpha*b(l*rb + j*cb)
        do i = l, m - 1
          c(i*rc + j*cc) = c(i*rc + j*cc) + s*a(i*ra + l*ca)
        end do
      end do
    end do
  end if
}
name "${P}trmm-set"
about "B = alpha A B, A a triangle"
when (rc == 1 && cc >= m || cc == 1 && rc >= n)

Fortran {
  subroutine ${P}gemm_distance_set_pair(m, n, k, alpha, a, ra, ca, b, rb, cb, c, rc, cc)
    integer :: m, n, k, ra, ca, rb, cb, rc, cc, i, j, l
    ${T} :: alpha, a(0:*), b(0:*), c(0:*), s
    do i = 0, m - 1
      do j = 0, n - 1
        s = ${0}
        do l = 0, k - 1
          s = s + (a(i*ra + l*ca) - b(j*rb + l*cb))*(a(i*ra + l*ca) - b(j*rb + l*cb))
        end do
        c(i*rc + j*cc) = alpha*s
      end do
    end do
  end subroutine
} = body {
  ${T} :: p(0:3)
  integer :: v
  do i = 0, m - 1
    do j = 0, n - 1
      p = ${0}
      do l = 0, k - 4, 4
        do v = 0, 3
          p(v) = p(v) + (a(i*ra + (l + v)*ca) - b(j*rb + (l + v)*cb))*(a(i*ra + (l + v)*ca) - b(j*rb + (l + v)*cb))
        end do
      end do
      do l = k - mod(k, 4), k - 1
        p(0) = p(0) + (a(i*ra + l*ca) - b(j*rb + l*cb))*(a(i*ra + l*ca) - b(j*rb + l*cb))
      end do
      c(i*rc + j*cc) = alpha*((p(0) + p(1)) + (p(2) + p(3)))
    end do
  end do
}
name "${P}gemm-distance-set"
about "squared distances of all rows of two matrices"
when (rc == 1 && cc >= m || cc == 1 && rc >= n)

//--- Products that leave out zeros ----------------------------------------------------------------------------------------
// Where a factor is 0 nothing is added, and the other matrix is not read. The routine is called where every row of that
// is read for some factor, and it is finite: then 0 times it is 0. Where more than half of the factors are 0 the loops have
// less to do; a few of them show that of most such matrices before all are looked at.

Fortran {
  subroutine ${P}gemm_skip_pair(m, n, k, alpha, a, ra, ca, b, rb, cb, c, rc, cc, scaled)
    integer :: m, n, k, ra, ca, rb, cb, rc, cc, i, j, l, scaled
    ${T} :: alpha, a(0:*), b(0:*), c(0:*), s
    do j = 0, n - 1
      do l = 0, k - 1
        s = b(l*rb + j*cb)
        if (scaled > 0) s = alpha*s
        if (s /= ${0}) then
          do i = 0, m - 1
            c(i*rc + j*cc) = c(i*rc + j*cc) + alpha*b(l*rb + j*cb)*a(i*ra + l*ca)
          end do
        end if
      end do
    end do
  end subroutine
} = body {
  integer(8) :: zeros
  logical :: useful, found
  zeros = 0
  do l = 0, k - 1, k/4 + 1
    do j = 0, n - 1, n/4 + 1
      s = b(l*rb + j*cb)
      if (scaled > 0) s = alpha*s
      zeros = zeros + merge(-1, 1, s /= ${0})
    end do
  end do
  useful = abs(alpha) > ${0} .and. zeros <= 0
  zeros = 0
  do l = 0, k - 1
    if (.not. useful) exit
    found = .false.
    do j = 0, n - 1
      s = b(l*rb + j*cb)
      if (scaled > 0) s = alpha*s
      if (s /= ${0}) found = .true.
      zeros = zeros + merge(-1, 1, s /= ${0})
    end do
    if (found) then
      do i = 0, m - 1
        if (.not. abs(a(i*ra + l*ca)) <= huge(s)) useful = .false.
      end do
    end if
    useful = useful .and. found
  end do
  useful = useful .and. zeros <= 0
  do j = 0, n - 1
    if (.not. useful) exit
    found = .false.
    do l = 0, k - 1
      s = b(l*rb + j*cb)
      if (scaled > 0) s = alpha*s
      if (s /= ${0}) found = .true.
    end do
    useful = useful .and. found
  end do
  if (useful) then
    if (rc == 1 .and. cc >= m) then
      call ${P}gemm(merge('N', 'T', ra == 1 .and. ca >= m), merge('N', 'T', rb == 1 .and. cb >= k), m, n, k, alpha, a, merge(ca, ra, ra == 1 .and. ca >= m), b, merge(cb, rb, rb == 1 .and. cb >= k), ${1}, c, cc)
    else
      call ${P}gemm(merge('T', 'N', rb == 1 .and. cb >= k), merge('T', 'N', ra == 1 .and. ca >= m), n, m, k, alpha, b, merge(cb, rb, rb == 1 .and. cb >= k), a, merge(ca, ra, ra == 1 .and. ca >= m), ${1}, c, rc)
    end if
  else if (rc == 1) then
    do j = 0, n - 1
      do l = 0, k - 1
        s = b(l*rb + j*cb)
        if (scaled > 0) s = alpha*s
        if (s /= ${0}) then
          do i = 0, m - 1
            c(i + j*cc) = c(i + j*cc) + alpha*b(l*rb + j*cb)*a(i*ra + l*ca)
          end do
        end if
      end do
    end do
  else
    do i = 0, m - 1
      do l = 0, k - 1
        do j = 0, n - 1
          s = b(l*rb + j*cb)
          if (scaled > 0) s = alpha*s
          if (s /= ${0}) c(i*rc + j) = c(i*rc + j) + alpha*b(l*rb + j*cb)*a(i*ra + l*ca)
        end do
      end do
    end do
  end if
}
name "${P}gemm-skip"
about "C = alpha A B + beta C"
when (ra == 1 && ca >= m || ca == 1 && ra >= k, rb == 1 && cb >= k || cb == 1 && rb >= n, rc == 1 && cc >= m || cc == 1 && rc >= n, max(rc, cc) < 134217728)

Fortran {
  subroutine ${P}gemv_skip_pair(m, n, alpha, a, ra, ca, x, ix, y, iy, scaled)
    integer :: m, n, ra, ca, ix, iy, i, j, scaled
    ${T} :: alpha, a(0:*), x(0:*), y(0:*), t
    do j = 0, n - 1
      t = x(j*ix)
      if (scaled > 0) t = alpha*t
      if (t /= ${0}) then
        do i = 0, m - 1
          y(i*iy) = y(i*iy) + alpha*x(j*ix)*a(i*ra + j*ca)
        end do
      end if
    end do
  end subroutine
} = body {
  integer :: lowx, lowy
  logical :: useful
  useful = abs(alpha) > ${0}
  do j = 0, n - 1
    t = x(j*ix)
    if (scaled > 0) t = alpha*t
    if (.not. abs(t) > ${0}) useful = .false.
  end do
  lowx = min(0, (n - 1)*ix)
  lowy = min(0, (m - 1)*iy)
  if (useful .and. ra == 1 .and. ca >= m) then
    call ${P}gemv('N', m, n, alpha, a, ca, x(lowx), ix, ${1}, y(lowy), iy)
  else if (useful) then
    call ${P}gemv('T', n, m, alpha, a, ra, x(lowx), ix, ${1}, y(lowy), iy)
  else if (ra == 1) then
    do j = 0, n - 1
      t = x(j*ix)
      if (scaled > 0) t = alpha*t
      if (t /= ${0}) then
        do i = 0, m - 1
          y(i*iy) = y(i*iy) + alpha*x(j*ix)*a(i + j*ca)
        end do
      end if
    end do
  else
    do i = 0, m - 1
      do j = 0, n - 1
        t = x(j*ix)
        if (scaled > 0) t = alpha*t
        if (t /= ${0}) y(i*iy) = y(i*iy) + alpha*x(j*ix)*a(i*ra + j)
      end do
    end do
  end if
}
name "${P}gemv-skip"
about "y = alpha A x + beta y"
when (ra == 1 && ca >= m || ca == 1 && ra >= n, ix != 0, iy != 0, n*ix > -2147483648, m*iy > -2147483648)

//--- Once: real(4) that is summed as real(8) --------------------------------------------------------------------------
// (dsdot is not called: some libraries add up parts of it as real(4).)

Fortran {
  real(8) function dsdot_pair(n, alpha, x, ix, y, iy)
    integer :: n, ix, iy, i
    real(4) :: x(0:*), y(0:*)
    real(8) :: alpha, t
    t = 0.0d0
    do i = 0, n - 1
      t = t + dble(x(i*ix))*dble(y(i*iy))
    end do
    dsdot_pair = alpha*t
  end function
} = body {
  integer :: v
  real(8) :: p(0:7)
  p = 0.0d0
  if (ix == 1 .and. iy == 1) then
    do v = 0, n - 8, 8
      p = p + dble(x(v:v + 7))*dble(y(v:v + 7))
    end do
    do v = n - mod(n, 8), n - 1
      p(0) = p(0) + dble(x(v))*dble(y(v))
    end do
  else
    do v = 0, n - 1
      p(0) = p(0) + dble(x(v*ix))*dble(y(v*iy))
    end do
  end if
  t = ((p(0) + p(1)) + (p(2) + p(3))) + ((p(4) + p(5)) + (p(6) + p(7)))
  dsdot_pair = alpha*t
}
name "dsdot"
about "products of f32, summed in f64"

Fortran {
  subroutine dsgemv_set_pair(m, n, alpha, a, ra, ca, x, ix, y, iy)
    integer :: m, n, ra, ca, ix, iy, i, j
    real(4) :: a(0:*), x(0:*)
    real(8) :: alpha, y(0:*), t
    do i = 0, m - 1
      t = 0.0d0
      do j = 0, n - 1
        t = t + dble(a(i*ra + j*ca))*dble(x(j*ix))
      end do
      y(i*iy) = alpha*t
    end do
  end subroutine
} = body {
  integer :: v
  real(8) :: p(0:7)
  do i = 0, m - 1
    p = 0.0d0
    if (ca == 1 .and. ix == 1) then
      do v = 0, n - 8, 8
        p = p + dble(a(i*ra + v:i*ra + v + 7))*dble(x(v:v + 7))
      end do
      do v = n - mod(n, 8), n - 1
        p(0) = p(0) + dble(a(i*ra + v))*dble(x(v))
      end do
    else
      do v = 0, n - 1
        p(0) = p(0) + dble(a(i*ra + v*ca))*dble(x(v*ix))
      end do
    end if
    t = ((p(0) + p(1)) + (p(2) + p(3))) + ((p(4) + p(5)) + (p(6) + p(7)))
    y(i*iy) = alpha*t
  end do
}
name "dsgemv-set"
about "products of f32, summed in f64"
when (iy != 0)

Fortran {
  subroutine dsgemm_set_pair(m, n, k, alpha, a, ra, ca, b, rb, cb, c, rc, cc)
    integer :: m, n, k, ra, ca, rb, cb, rc, cc, i, j, l
    real(4) :: a(0:*), b(0:*), c(0:*)
    real(8) :: alpha, t
    do i = 0, m - 1
      do j = 0, n - 1
        t = 0.0d0
        do l = 0, k - 1
          t = t + dble(a(i*ra + l*ca))*dble(b(l*rb + j*cb))
        end do
        c(i*rc + j*cc) = real(alpha*t)
      end do
    end do
  end subroutine
} = body {
  integer :: v
  real(8) :: p(0:7)
  do i = 0, m - 1
    do j = 0, n - 1
      p = 0.0d0
      if (ca == 1 .and. rb == 1) then
        do v = 0, k - 8, 8
          p = p + dble(a(i*ra + v:i*ra + v + 7))*dble(b(j*cb + v:j*cb + v + 7))
        end do
        do v = k - mod(k, 8), k - 1
          p(0) = p(0) + dble(a(i*ra + v))*dble(b(j*cb + v))
        end do
      else
        do v = 0, k - 1
          p(0) = p(0) + dble(a(i*ra + v*ca))*dble(b(j*cb + v*rb))
        end do
      end if
      t = ((p(0) + p(1)) + (p(2) + p(3))) + ((p(4) + p(5)) + (p(6) + p(7)))
      c(i*rc + j*cc) = real(alpha*t)
    end do
  end do
}
name "dsgemm-set"
about "products of f32, summed in f64"
when (rc == 1 && cc >= m || cc == 1 && rc >= n)
