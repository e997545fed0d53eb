! Functions with several entries: flang gives their results one memory and several names.
module entries
  type block_of
    sequence
    real(8) :: a(40,40), b(40)
  end type
contains
function arrays(p, q, n) result(r)
  real(8) :: p(n,n), q(n,n), r(n,n), s(n,n), t(n,n)
  r = matmul(p, q)
  return
  entry arrays_second(p, q, n) result(s)
  associate (w => s)
    w = matmul(q, p)
  end associate
  return
  entry arrays_third(p, q, n) result(t)
  block
    real(8) :: u(n,n)
    u = matmul(q, q)
    t = matmul(u, p)
  end block
end function
function components(p, q) result(r)
  real(8) :: p(40,40), q(40,40)
  type(block_of) :: r, s
  r%a = matmul(p, q)
  r%b = matmul(p, q(:,1))
  return
  entry components_second(p, q) result(s)
  s%a = matmul(q, p)
  s%b = matmul(q, p(:,1))
end function
function pointers(p, q) result(r)
  real(8) :: p(40,40), q(40,40)
  real(8), pointer :: r(:,:), s(:,:)
  allocate(r(40,40))
  r = matmul(p, q)
  return
  entry pointers_second(p, q) result(s)
  allocate(s(40,40))
  s = matmul(q, p)
end function
function allocatables(p, q) result(r)
  real(8) :: p(40,40), q(40,40)
  real(8), allocatable :: r(:,:), s(:,:)
  r = matmul(p, q)
  return
  entry allocatables_second(p, q) result(s)
  allocate(s(40,40))
  do j = 1, 40
    do i = 1, 40
      s(i,j) = 0
      do k = 1, 40
        s(i,j) = s(i,j) + q(i,k)*p(k,j)
      end do
    end do
  end do
end function
function both_names(p, q) result(r)
  real(8) :: p(40,40), q(40,40), r(40,40), s(40,40)
  r = matmul(p, q)
  return
  entry both_names_second(p, q) result(s)
  r = matmul(q, p)
  s = s + matmul(p, p)
end function
real(8) function numbers(p, n)
  real(8) :: p(n), numbers_second
  real(4) :: numbers_third
  numbers = 0
  do i = 1, n
    numbers = numbers + p(i)*p(i)
  end do
  return
  entry numbers_second(p, n)
  numbers_second = 0
  do i = 1, n
    numbers_second = numbers_second + abs(p(i))
  end do
  return
  entry numbers_third(p, n)
  numbers_third = 0
  do i = 1, n
    numbers_third = numbers_third + p(i)
  end do
end function
end module
program main
  use entries
  real(8) :: p(40,40), q(40,40), u(40,40)
  real(8), pointer :: w(:,:)
  type(block_of) :: e
  do j = 1, 40
    do i = 1, 40
      p(i,j) = mod(3*i + j, 7)
      q(i,j) = mod(i + 5*j, 11)
    end do
  end do
  u = arrays(p, q, 40); print *, sum(u), u(3,4)
  u = arrays_second(p, q, 40); print *, sum(u), u(3,4)
  u = arrays_third(p, q, 40); print *, sum(u), u(3,4)
  e = components(p, q); print *, sum(e%a), sum(e%b), e%a(3,4), e%b(3)
  e = components_second(p, q); print *, sum(e%a), sum(e%b), e%a(3,4), e%b(3)
  w => pointers(p, q); print *, sum(w), w(3,4)
  w => pointers_second(p, q); print *, sum(w), w(3,4)
  u = allocatables(p, q); print *, sum(u), u(3,4)
  u = allocatables_second(p, q); print *, sum(u), u(3,4)
  u = both_names(p, q); print *, sum(u), u(3,4)
  u = both_names_second(p, q); print *, sum(u), u(3,4)
  print *, numbers(p, 1600), numbers_second(p, 1600), numbers_third(p, 1600)
end program
