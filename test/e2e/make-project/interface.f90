module product_interface
  use precision
  implicit none
  interface
    module subroutine product(a, b, c)
      real(dp), intent(in) :: a(:, :), b(:, :)
      real(dp), intent(inout) :: c(:, :)
    end subroutine product
  end interface
end module product_interface
