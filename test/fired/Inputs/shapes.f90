! Products of arrays whose strides are in descriptors, in several orders of loops.
module kernels
contains
  subroutine s_jki(a, b, c)
    real(8), intent(in) :: a(:,:), b(:,:)
    real(8), intent(inout) :: c(:,:)
    integer :: i, j, k, n
    n = size(c, 1)
    do j = 1, n
      do k = 1, n
        do i = 1, n
          c(i,j) = c(i,j) + a(i,k)*b(k,j)
        end do
      end do
    end do
  end subroutine
  subroutine s_tn(a, b, c)
    real(8), intent(in) :: a(:,:), b(:,:)
    real(8), intent(inout) :: c(:,:)
    integer :: i, j, k, n
    n = size(c, 1)
    do j = 1, n
      do i = 1, n
        do k = 1, n
          c(i,j) = c(i,j) + a(k,i)*b(k,j)
        end do
      end do
    end do
  end subroutine
  subroutine s_nt(a, b, c)
    real(8), intent(in) :: a(:,:), b(:,:)
    real(8), intent(inout) :: c(:,:)
    integer :: i, j, k, n
    n = size(c, 1)
    do k = 1, n
      do j = 1, n
        do i = 1, n
          c(i,j) = c(i,j) + a(i,k)*b(j,k)
        end do
      end do
    end do
  end subroutine
  subroutine s_inside(a, b, c)
    real(8), intent(in) :: a(:,:), b(:,:)
    real(8), intent(inout) :: c(:,:)
    integer :: i, j, k, n
    n = size(c, 1)
    do j = 2, n - 1
      do k = 1, n
        do i = 2, n - 1
          c(i,j) = c(i,j) + a(i,k)*b(k,j)
        end do
      end do
    end do
  end subroutine
  subroutine s_lower(a, b, c)
    real(8), intent(in) :: a(:,:), b(:,:)
    real(8), intent(inout) :: c(:,:)
    integer :: i, j, k, n
    n = size(c, 1)
    do j = 1, n
      do i = j, n
        do k = 1, n
          c(i,j) = c(i,j) + a(i,k)*a(j,k)
        end do
      end do
    end do
  end subroutine
  subroutine s_blocks(a, b, c)
    real(8), intent(in) :: a(:,:), b(:,:)
    real(8), intent(inout) :: c(:,:)
    integer :: i, j, k, n
    n = size(c, 1)
    do j = n/2 + 1, n
      do k = 1, n/2
        do i = n/2 + 1, n
          c(i,j) = c(i,j) - c(i,k)*c(k,j)
        end do
      end do
    end do
  end subroutine
  subroutine p_jki(a, b, c)
    real(8), pointer :: a(:,:), b(:,:)
    real(8), pointer :: c(:,:)
    integer :: i, j, k, n
    n = size(c, 1)
    do j = 1, n
      do k = 1, n
        do i = 1, n
          c(i,j) = c(i,j) + a(i,k)*b(k,j)
        end do
      end do
    end do
  end subroutine
  subroutine p_tn(a, b, c)
    real(8), pointer :: a(:,:), b(:,:)
    real(8), pointer :: c(:,:)
    integer :: i, j, k, n
    n = size(c, 1)
    do j = 1, n
      do i = 1, n
        do k = 1, n
          c(i,j) = c(i,j) + a(k,i)*b(k,j)
        end do
      end do
    end do
  end subroutine
  subroutine p_nt(a, b, c)
    real(8), pointer :: a(:,:), b(:,:)
    real(8), pointer :: c(:,:)
    integer :: i, j, k, n
    n = size(c, 1)
    do k = 1, n
      do j = 1, n
        do i = 1, n
          c(i,j) = c(i,j) + a(i,k)*b(j,k)
        end do
      end do
    end do
  end subroutine
  subroutine p_inside(a, b, c)
    real(8), pointer :: a(:,:), b(:,:)
    real(8), pointer :: c(:,:)
    integer :: i, j, k, n
    n = size(c, 1)
    do j = 2, n - 1
      do k = 1, n
        do i = 2, n - 1
          c(i,j) = c(i,j) + a(i,k)*b(k,j)
        end do
      end do
    end do
  end subroutine
  subroutine p_lower(a, b, c)
    real(8), pointer :: a(:,:), b(:,:)
    real(8), pointer :: c(:,:)
    integer :: i, j, k, n
    n = size(c, 1)
    do j = 1, n
      do i = j, n
        do k = 1, n
          c(i,j) = c(i,j) + a(i,k)*a(j,k)
        end do
      end do
    end do
  end subroutine
  subroutine p_blocks(a, b, c)
    real(8), pointer :: a(:,:), b(:,:)
    real(8), pointer :: c(:,:)
    integer :: i, j, k, n
    n = size(c, 1)
    do j = n/2 + 1, n
      do k = 1, n/2
        do i = n/2 + 1, n
          c(i,j) = c(i,j) - c(i,k)*c(k,j)
        end do
      end do
    end do
  end subroutine
end module
program shapes
  use kernels
  real(8), pointer :: a(:,:), b(:,:), c(:,:), d(:,:)
  real(8), allocatable :: whole(:,:)
  integer :: i, j
  integer, parameter :: n = 90
  allocate(a(n,n), b(n,n), c(n,n), d(n,n), whole(n,n))
  do j = 1, n
    do i = 1, n
      a(i,j) = mod(7*i + 3*j, 11) - 5
      b(i,j) = mod(5*i + 2*j, 7) - 3
      whole(i,j) = mod(i + 6*j, 5) - 2
    end do
  end do
  c = whole
  d = whole
  call s_jki(a, b, c)
  call p_jki(a, b, d)
  if (any(c /= d)) stop 1
  c = whole
  d = whole
  call s_tn(a, b, c)
  call p_tn(a, b, d)
  if (any(c /= d)) stop 1
  c = whole
  d = whole
  call s_nt(a, b, c)
  call p_nt(a, b, d)
  if (any(c /= d)) stop 1
  c = whole
  d = whole
  call s_inside(a, b, c)
  call p_inside(a, b, d)
  if (any(c /= d)) stop 1
  c = whole
  d = whole
  call s_lower(a, b, c)
  call p_lower(a, b, d)
  if (any(c /= d)) stop 1
  c = whole
  d = whole
  call s_blocks(a, b, c)
  call p_blocks(a, b, d)
  if (any(c /= d)) stop 1
  c = whole
  call s_jki(a, b, c)
  do j = 1, n
    do i = 1, n
      if (c(i,j) /= whole(i,j) + dot(a, b, i, j)) stop 2
    end do
  end do
  print *, "right"
contains
  real(8) function dot(a, b, i, j)
    real(8) :: a(n,n), b(n,n)
    integer, value :: i, j
    integer :: k
    dot = 0
    do k = 1, n, 2
      dot = dot + (a(i,k)*b(k,j) + a(i,k+1)*b(k+1,j))
    end do
  end function
end program
