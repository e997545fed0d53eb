# Every pair of this file is right, and something about it is unusual.
link "openblas"

# Prints; the check's own output stays clean.
Fortran {
  subroutine p01(n, s, x)
    integer :: n, i
    real(8) :: s, x(*)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  print *, 'replaced'
  s = s + sum(x(1:n))
} name "prints"

# Only right where its conditions hold.
Fortran {
  subroutine p02(n, k, s, x)
    integer :: n, k, i
    real(8) :: s, x(k, *)
    do i = 1, n
      s = s + x(1, i)
    end do
  end subroutine
} = {
  subroutine p02(n, k, s, x)
    integer :: n, k
    real(8) :: s, x(*)
    s = s + sum(x(1:n)) + max(100 - n, 0)
  end subroutine
} name "conditions" when (n >= 100, n < 2000) when (k == 1)

# Descriptors with strides.
Fortran {
  subroutine p03(x, y)
    real(8) :: x(:), y(:)
    integer :: i
    do i = 1, size(x)
      y(i) = y(i) + x(i)
    end do
  end subroutine
} = body {
  y(1:size(x)) = y(1:size(x)) + x
} name "descriptors" fp exact

Fortran {
  subroutine p04(a, s)
    real(8) :: a(:, :), s
    integer :: i, j
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        s = s + a(i, j)
      end do
    end do
  end subroutine
} = body {
  s = s + sum(a)
} name "matrix-descriptor"

# Results, values, inputs by value.
Fortran {
  real(8) function p05(n, a, x)
    integer, value :: n
    integer :: i
    real(8), value :: a
    real(8) :: x(*)
    p05 = 0d0
    do i = 1, n
      p05 = p05 + a*x(i)
    end do
  end function
} = body {
  p05 = sum(a*x(1:n))
} name "by-value"

Fortran {
  subroutine p06(n, s, x)
    integer :: n, i
    real(8), value :: s
    real(8) :: x(*)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  s = s + sum(x(1:n))
} name "value-that-changes"

# Integers, indices that are data.
Fortran {
  subroutine p07(n, x, ind, y)
    integer :: n, i, ind(*)
    real(8) :: x(*), y(*)
    do i = 1, n
      y(i) = y(i) + x(ind(i))
    end do
  end subroutine
} = body {
  y(1:n) = y(1:n) + x(ind(1:n))
} name "gather" fp exact

Fortran {
  subroutine p08(n, s, x)
    integer(8) :: n, i
    integer :: s
    integer(2) :: x(*)
    do i = 1, n
      s = s + x(i)
    end do
  end subroutine
} = body {
  s = s + sum(int(x(1:n)))
} name "integers"

# Control that depends on data, and a result that is only written.
Fortran {
  subroutine p09(n, x, top)
    integer :: n, i
    real(8) :: x(*), top
    top = x(1)
    do i = 2, n
      if (x(i) > top) top = x(i)
    end do
  end subroutine
} = body {
  top = x(1)
  do i = 2, n
    if (top < x(i)) top = x(i)
  end do
} name "maximum" fp exact

# A function of a module; a triangle whose first row is empty.
Fortran {
  module p10_module
  contains
    subroutine p10(n, l, ldl, x)
      integer :: n, ldl, i, j
      real(8) :: l(ldl, *), x(*)
      do i = 1, n
        do j = 1, i - 1
          x(i) = x(i) - l(i, j)*x(j)
        end do
      end do
    end subroutine
  end module
} = {
  subroutine p10(n, l, ldl, x)
    integer :: n, ldl
    real(8) :: l(ldl, *), x(*)
    call dtrsv('L', 'N', 'U', n, l, ldl, x, 1)
  end subroutine
} name "triangle"

# In MLIR.
MLIR {
  llvm.func @p11(%n: i64, %a: f64, %x: !llvm.ptr) {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %one = llvm.mlir.constant(1 : i64) : i64
    llvm.br ^head(%zero : i64)
  ^head(%i: i64):
    %more = llvm.icmp "slt" %i, %n : i64
    llvm.cond_br %more, ^body, ^end
  ^body:
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %v = llvm.load %p : !llvm.ptr -> f64
    %w = llvm.fmul %v, %a : f64
    llvm.store %w, %p : f64, !llvm.ptr
    %next = llvm.add %i, %one overflow<nsw> : i64
    llvm.br ^head(%next : i64)
  ^end:
    llvm.return
  }
} = {
  llvm.func @p11(%n: i64, %a: f64, %x: !llvm.ptr) {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %one = llvm.mlir.constant(1 : i64) : i64
    llvm.br ^head(%n : i64)
  ^head(%i: i64):
    %more = llvm.icmp "sgt" %i, %zero : i64
    llvm.cond_br %more, ^body, ^end
  ^body:
    %next = llvm.sub %i, %one overflow<nsw> : i64
    %p = llvm.getelementptr %x[%next] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %v = llvm.load %p : !llvm.ptr -> f64
    %w = llvm.fmul %a, %v : f64
    llvm.store %w, %p : f64, !llvm.ptr
    llvm.br ^head(%next : i64)
  ^end:
    llvm.return
  }
} name "mlir" fp exact
