submodule (product_interface) product_body
contains
  module subroutine product(a, b, c)
    real(dp), intent(in) :: a(:, :), b(:, :)
    real(dp), intent(inout) :: c(:, :)
    integer :: i, j, l
    do j = 1, size(c, 2)
      do i = 1, size(c, 1)
        do l = 1, size(a, 2)
          c(i, j) = c(i, j) + a(i, l)*b(l, j)
        end do
      end do
    end do
  end subroutine product
end submodule product_body
