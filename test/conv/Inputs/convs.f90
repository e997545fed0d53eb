! Convolutions as Fortran programs write them: columns first, sections of rows and channels, with and without borders.
module convs
  implicit none
contains
  subroutine plain(w, h, c, f, k, image, weights, out)
    integer, intent(in) :: w, h, c, f, k
    real(4), intent(in) :: image(w, h, c), weights(k, k, c, f)
    real(4), intent(out) :: out(w - k + 1, h - k + 1, f)
    integer :: i, j, x, y, p, q
    do i = 1, f
      do y = 1, h - k + 1
        do x = 1, w - k + 1
          out(x, y, i) = 0
          do j = 1, c
            do q = 1, k
              do p = 1, k
                out(x, y, i) = out(x, y, i) + image(x + p - 1, y + q - 1, j)*weights(p, q, j, i)
              end do
            end do
          end do
        end do
      end do
    end do
  end subroutine

  subroutine bordered(w, h, c, f, bias, image, weights, out)
    integer, intent(in) :: w, h, c, f
    real(8), intent(in) :: bias(f), image(0:w + 1, 0:h + 1, c), weights(-1:1, -1:1, c, f)
    real(8), intent(out) :: out(w, h, f)
    real(8) :: s
    integer :: i, j, x, y, p, q
    do i = 1, f
      do y = 1, h
        do x = 1, w
          s = bias(i)
          do j = 1, c
            do q = -1, 1
              do p = -1, 1
                s = s + image(x + p, y + q, j)*weights(p, q, j, i)
              end do
            end do
          end do
          out(x, y, i) = s
        end do
      end do
    end do
  end subroutine

  subroutine padded(w, h, c, f, image, weights, out)
    integer, intent(in) :: w, h, c, f
    real(8), intent(in) :: image(w, h, c), weights(3, 3, c, f)
    real(8), intent(out) :: out(w, h, f)
    real(8) :: s
    integer :: i, j, x, y, p, q
    do i = 1, f
      do y = 1, h
        do x = 1, w
          s = 0
          do j = 1, c
            do q = 1, 3
              do p = 1, 3
                if (x + p - 2 >= 1 .and. x + p - 2 <= w .and. y + q - 2 >= 1 .and. y + q - 2 <= h) then
                  s = s + image(x + p - 2, y + q - 2, j)*weights(p, q, j, i)
                end if
              end do
            end do
          end do
          out(x, y, i) = s
        end do
      end do
    end do
  end subroutine
end module

program main
  use convs
  implicit none
  integer, parameter :: sizes(5, 4) = reshape([9, 7, 2, 3, 3,  5, 6, 1, 4, 1,  4, 4, 3, 1, 4,  8, 5, 0, 2, 2], [5, 4])
  integer :: t, w, h, c, f, k
  real(8), allocatable :: image(:), weights(:), bias(:), out(:)
  real(4), allocatable :: out4(:)
  do t = 1, 4
    w = sizes(1, t); h = sizes(2, t); c = sizes(3, t); f = sizes(4, t); k = sizes(5, t)
    image = [(mod(37*t + 11*w*k, 5) + mod(7*k*k + 3*t, 23) - 11, k = 1, (w + 2)*(h + 2)*c)]
    weights = [(mod(5*k*k + t, 17) - 8, k = 1, 16*c*f)]
    bias = [(k*1d0, k = 1, f)]
    k = sizes(5, t)
    allocate (out4((w - k + 1)*(h - k + 1)*f), out(w*h*f))
    call plain(w, h, c, f, k, real(image, 4), real(weights, 4), out4)
    print '(8f8.0)', out4
    call bordered(w, h, c, f, bias, image, weights, out)
    print '(8f8.0)', out
    call padded(w, h, c, f, image, weights, out)
    print '(8f8.0)', out
    deallocate (out4, out)
  end do
end program
