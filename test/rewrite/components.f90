! RUN: smr-flang --smr-library=%exact -O2 -c %s -o %t.o --smr-report=%t.json && FileCheck %s --input-file=%t.json
! Guards name the components of derived types.

! CHECK: "function":"apply",{{.*}}"guards":["m%cols >= 1","m%rows >= 1","size(m%cells,1) >= m%rows"
! CHECK: "function":"linked",{{.*}}"p%row%n >= 1"
module tables
  type row
    integer :: n
    real(8), allocatable :: x(:)
  end type
  type table
    integer :: rows, cols
    real(8), allocatable :: cells(:, :)
    type(row) :: row
  end type
contains
  subroutine apply(m, x, y)
    type(table), intent(in) :: m
    real(8) :: x(:), y(:)
    integer :: i, j
    do j = 1, m%cols
      do i = 1, m%rows
        y(i) = y(i) + m%cells(i, j)*x(j)
      end do
    end do
  end subroutine

  real(8) function linked(p, y)
    type(table), pointer :: p
    real(8) :: y(:)
    integer :: i
    linked = 0
    do i = 1, p%row%n
      linked = linked + p%row%x(i)*y(i)
    end do
  end function
end module
