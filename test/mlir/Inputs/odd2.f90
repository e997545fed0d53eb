! More Fortran: classes, character functions, block data, entry points, recursion, arrays of derived types.
module shapes
  type, abstract :: shape
  contains
    procedure(area_t), deferred :: area
  end type
  abstract interface
    function area_t(s)
      import shape
      class(shape) :: s
      real :: area_t
    end function
  end interface
  type, extends(shape) :: circle
    real :: r
  contains
    procedure :: area => circle_area
  end type
  type point
    real(8) :: x, y
    character(4) :: tag
  end type
  type list
    type(list), pointer :: next => null()
    type(point) :: p(3)
  end type
contains
  function circle_area(s)
    class(circle) :: s
    real :: circle_area
    circle_area = 3.14*s%r**2
  end function
  subroutine points(p, n)
    type(point) :: p(n)
    do i = 1, n
      p(i)%x = p(i)%y + 1
      p(i)%tag = 'ab'
    end do
  end subroutine
  recursive integer function fact(n) result(f)
    integer, intent(in) :: n
    if (n <= 1) then
      f = 1
    else
      f = n*fact(n - 1)
    end if
  end function
  subroutine walk(l)
    type(list), pointer :: l, at
    at => l
    do while (associated(at))
      at%p(2)%x = 1
      at => at%next
    end do
  end subroutine
  subroutine dispatch(c, v)
    class(*) :: c
    class(shape), allocatable :: v
    select type (c)
    type is (integer)
      c = 1
    class is (circle)
      c%r = v%area()
    end select
  end subroutine
  function concat(a, b) result(c)
    character(*) :: a, b
    character(len(a) + len(b)) :: c
    c = a//b
  end function
  elemental real(8) function sq(x)
    real(8), intent(in) :: x
    sq = x*x
  end function
  subroutine whole(a, b, c, n)
    real(8) :: a(n, n), b(n, n), c(n, n)
    logical :: mask(n, n)
    c = matmul(a, transpose(b)) + sq(a)
    mask = a > 0
    where (mask) c = (a + b) + c
    a = reshape([(real(i, 8), i=1, n*n)], [n, n])
    if (any(mask)) b = cshift(a, 1)
    print *, maxval(a), minloc(b), count(mask), sum(c, dim=1)
  end subroutine
  subroutine alt(n, *)
    if (n > 0) return 1
  end subroutine
  subroutine gotos(n, x)
    real(8) x(*)
    i = 0
10  i = i + 1
    if (i > n) goto 20
    x(i) = x(i) + 1
    goto 10
20  select case (n)
    case (:0)
      x(1) = 0
    case (1:5, 9)
      x(1) = 1
    case (100:)
      x(1) = 2
    end select
    goto (10, 20, 30) n
30  continue
    call alt(n, *10)
    call alt(n, *20)
  end subroutine
  subroutine assumed(x, y)
    type(*) :: x(..)
    real :: y(..)
    select rank (y)
    rank (0)
      y = 1
    rank (2)
      y(1, 1) = 1
    end select
  end subroutine
  subroutine locals(n)
    real(8) :: work(n), fixed(100)
    real(8), save :: kept(10)
    real(8), allocatable :: al(:, :)
    allocate (al(n, n), source=0d0)
    do i = 1, n
      work(i) = al(i, 1) + fixed(i) + kept(i)
    end do
    call ext(work, al)
    deallocate (al)
  end subroutine
  subroutine nested(a)
    real(8) :: a(:, :)
    call sub(a(2:, ::2))
    call sub(a(:, 1:1))
  contains
    subroutine sub(x)
      real(8) :: x(:, :)
      x(1, 1) = a(1, 1)
    end subroutine
  end subroutine
  subroutine localities(a, n)
    real(8) :: a(n), t
    do concurrent(i=1:n, j=1:n:2, a(i) > 0) local(t)
      t = a(i)
      a(i) = t + j
    end do
  end subroutine
end module
block data
  common /cb/ u(10)
  data u/10*1.0/
end block data
