module short
  implicit none
  type :: particle
    real(8) :: mass, charge
    integer :: kind
  end type
contains
  pure function product3(u, v) result(r)
    real(8), intent(in) :: u(:), v(:)
    real(8) :: r
    r = dot_product(u(1:3), v(1:3))
  end function
  pure function angle3(u, v) result(r)
    real(8), intent(in) :: u(:), v(:)
    real(8) :: r
    r = dot_product(u(1:3), v(1:3))/sqrt(dot_product(u(1:3), u(1:3))*dot_product(v(1:3), v(1:3)))
  end function
  pure function with_known(u, v) result(r)
    real(8), intent(in) :: u(:), v(4)
    real(8) :: r
    r = dot_product(u(1:4), v)
  end function
  pure function product400(u, v) result(r)
    real(8), intent(in) :: u(:), v(:)
    real(8) :: r
    r = dot_product(u(1:400), v(1:400))
  end function
  ! Rows of 30: too few in the order of the arrays, whatever the strides; 70 are enough for one direction.
  pure function product70(u, v) result(r)
    real(8), intent(in) :: u(:), v(:)
    real(8) :: r
    r = dot_product(u(1:70), v(1:70))
  end function
  pure function product30(u, v) result(r)
    real(8), intent(in) :: u(:), v(:)
    real(8) :: r
    r = dot_product(u(1:30), v(1:30))
  end function
  pure function components(p) result(r)
    type(particle), intent(in) :: p(:)
    real(8) :: r
    r = sum(p%mass*p%charge)
  end function
  subroutine complex_rows(p, q, k, r)
    complex(8), allocatable, intent(in) :: p(:, :), q(:, :)
    integer, intent(in) :: k
    complex(8), intent(out) :: r
    r = sum(p(k, :)*q(k, :))
  end subroutine
  subroutine complex_columns(p, q, k, r)
    complex(8), allocatable, intent(in) :: p(:, :), q(:, :)
    integer, intent(in) :: k
    complex(8), intent(out) :: r
    r = sum(p(:, k)*q(:, k))
  end subroutine
end module
