! kernels.c in Fortran. The wrappers take numbers by reference, as SMR's of Fortran do.
subroutine w_axpy(n, a, x, y)
  integer(8) :: n
  real(8) :: a, x(*), y(*)
  interface
    subroutine axpy(n, a, x, y) bind(c, name="axpy_")
      integer(8), value :: n
      real(8), value :: a
      real(8) :: x(*), y(*)
    end subroutine
  end interface
  call axpy(n, a, x, y)
end subroutine

subroutine w_scale(n, a, x, y)
  integer(8) :: n
  real(8) :: a, x(*), y(*)
  interface
    subroutine scale(n, a, x, y) bind(c, name="scale_")
      integer(8), value :: n
      real(8), value :: a
      real(8) :: x(*), y(*)
    end subroutine
  end interface
  call scale(n, a, x, y)
end subroutine

function w_dot(n, x, y) result(s)
  integer(8) :: n
  real(8) :: x(*), y(*), s
  interface
    function dot(n, x, y) bind(c, name="dot_")
      integer(8), value :: n
      real(8) :: x(*), y(*), dot
    end function
  end interface
  s = dot(n, x, y)
end function

subroutine w_chain(n, a, x, y, z)
  integer(8) :: n
  real(8) :: a, x(*), y(*), z(*)
  interface
    subroutine chain(n, a, x, y, z) bind(c, name="chain_")
      integer(8), value :: n
      real(8), value :: a
      real(8) :: x(*), y(*), z(*)
    end subroutine
  end interface
  call chain(n, a, x, y, z)
end subroutine

subroutine w_sum(n, x, y, s)
  integer(8) :: n
  real(8) :: x(*), y(*), s
  interface
    subroutine sum(n, x, y, s) bind(c, name="sum_")
      integer(8), value :: n
      real(8) :: x(*), y(*), s
    end subroutine
  end interface
  call sum(n, x, y, s)
end subroutine

subroutine two_loops(n, a, x, y, z)
  integer(8) :: n, i
  real(8) :: a, x(*), y(*), z(*)
  do i = 1, n
    y(i) = y(i) + a*x(i)
  end do
  do i = 1, n
    z(i) = z(i) + a*x(i)
  end do
end subroutine

subroutine init_main(n, a, x, y)
  integer(8) :: n, i
  real(8) :: a, x(*), y(*)
  do i = 1, n
    y(i) = 0
  end do
  do i = 1, n
    y(i) = y(i) + a*x(i)
  end do
end subroutine

function two_dots(n, x, y) result(r)
  integer(8) :: n, i
  real(8) :: x(*), y(*), r, s, t
  s = 0
  do i = 1, n
    s = s + x(i)*x(i)
  end do
  t = 0
  do i = 1, n
    t = t + x(i)*y(i)
  end do
  r = s + 2*t
end function

subroutine rows(m, n, a, x, y, z)
  integer(8) :: m, n, i, j
  real(8) :: a, x(n), y(n, m), z(n, m)
  do j = 1, m
    do i = 1, n
      y(i, j) = y(i, j) + a*x(i)
    end do
    do i = 1, n
      z(i, j) = z(i, j) + a*x(i)
    end do
  end do
end subroutine

subroutine late(n, a, x, y, z)
  integer(8) :: n, i
  real(8) :: a, b, x(*), y(*), z(*)
  do i = 1, n
    y(i) = y(i) + a*x(i)
  end do
  b = y(1)
  do i = 1, n
    z(i) = z(i) + b*x(i)
  end do
end subroutine

subroutine numbers(n, k, a, p, x, y, z)
  integer(8) :: n, k, i
  real(4) :: a
  real(8) :: p(*), x(*), y(*), z(*), t, u
  t = (-3.0d0*(real(a, 8)*p(2)))/real(k, 8)
  u = -p(3)
  do i = 1, n
    y(i) = y(i) + t*x(i)
  end do
  do i = 1, n
    z(i) = z(i) + u*x(i)
  end do
end subroutine

function start(n, x, y) result(s)
  integer(8) :: n, i
  real(8) :: x(*), y(*), s
  s = 2.5d0
  do i = 1, n
    s = s + x(i)*y(i)
  end do
end function

subroutine thirds(n, a, x, y, z, w)
  integer(8) :: n, i
  real(8) :: a, x(*), y(*), z(*), w(*)
  do i = 1, n
    z(i) = x(i) + 1
    y(i) = y(i) + a*x(i)
    w(i) = w(i) - x(i)
  end do
end subroutine

subroutine second(m, n, a, x, y, z)
  integer(8) :: m, n, i, j
  real(8) :: a, x(n), y(n, m), z(n, m)
  do j = 1, m
    do i = 1, n
      z(i, j) = 0
    end do
    do i = 1, n
      y(i, j) = y(i, j) + a*x(i)
      z(i, j) = z(i, j) + x(i)*x(i)
    end do
  end do
end subroutine

function sum_left(n, a, x, y) result(s)
  integer(8) :: n, i
  real(8) :: a, x(*), y(*), s
  s = 1
  do i = 1, n
    s = s + x(i)
    y(i) = y(i) + a*x(i)
  end do
end function

function twice(n, a, x, y, z) result(s)
  integer(8) :: n, i
  real(8) :: a, x(*), y(*), z(*), s
  s = 1
  do i = 1, n
    z(i) = x(i) + 1
    s = s + x(i)
    y(i) = y(i) + a*x(i)
  end do
end function

subroutine into(n, x, y, z)
  integer(8) :: n, i
  real(8) :: x(*), y(*), z(*)
  do i = 1, n
    y(3) = y(3) + x(i)*z(i)
  end do
end subroutine

subroutine apart(n, a, x, y, z)
  integer(8) :: n, i
  real(8) :: a, x(*), y(*), z(*)
  do i = 1, n
    y(i) = y(i) + a*x(i)
    z(i) = 1
  end do
  do i = 1, n
    z(i) = z(i) + a*x(i)
    y(i) = y(i) - 1
  end do
end subroutine

! The second loop uses the first one's sum.
subroutine passed_on(n, a, x, y, z)
  integer(8) :: n, i
  real(8) :: a, s, x(*), y(*), z(*)
  s = 0
  do i = 1, n
    s = s + x(i)*x(i)
  end do
  do i = 1, n
    y(i) = y(i) + a*x(i)
    z(i) = z(i)*s
  end do
end subroutine

! A store before a loop, both in a loop.
subroutine inner(m, n, a, x, y, z)
  integer(8) :: m, n, i, j
  real(8) :: a, x(n), y(n, m), z(m)
  do j = 1, m
    z(j) = 1
    do i = 1, n
      y(i, j) = y(i, j) + a*x(i)
      z(j) = z(j) + x(i)
    end do
  end do
end subroutine

! Nobody says that p and y are apart.
subroutine between(n, p, x, y, z)
  integer(8) :: n, i
  real(8), target :: p(*), x(*), y(*), z(*)
  real(8) :: b
  do i = 1, n
    y(i) = y(i) + p(2)*x(i)
  end do
  b = p(3)
  do i = 1, n
    z(i) = z(i) + b*x(i)
  end do
end subroutine
