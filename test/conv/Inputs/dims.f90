! Convolutions over lines and over volumes, whole numbers in the data.
module dims
  implicit none
contains
  subroutine line(w, c, f, k, image, weights, out)
    integer, intent(in) :: w, c, f, k
    real(4), intent(in) :: image(w, c), weights(k, c, f)
    real(4), intent(out) :: out(w - k + 1, f)
    integer :: i, j, x, q
    do i = 1, f
      do x = 1, w - k + 1
        out(x, i) = 0
        do j = 1, c
          do q = 1, k
            out(x, i) = out(x, i) + image(x + q - 1, j)*weights(q, j, i)
          end do
        end do
      end do
    end do
  end subroutine

  subroutine volume(c, f, k, image, weights, out)
    integer, intent(in) :: c, f, k
    real(8), intent(in) :: image(12, 12, 12, c), weights(k, k, k, c, f)
    real(8), intent(inout) :: out(12, 12, 12, f)
    real(8) :: s
    integer :: i, j, x, y, z, p, q, r
    do i = 1, f
      do z = 1, 13 - k
        do y = 1, 13 - k
          do x = 1, 13 - k
            s = 0
            do j = 1, c
              do r = 1, k
                do q = 1, k
                  do p = 1, k
                    s = s + image(x + p - 1, y + q - 1, z + r - 1, j)*weights(p, q, r, j, i)
                  end do
                end do
              end do
            end do
            out(x, y, z, i) = s
          end do
        end do
      end do
    end do
  end subroutine

  ! (The taps step by the output's own place: no convolution.)
  subroutine own(w, c, f, k, image, weights, out)
    integer, intent(in) :: w, c, f, k
    real(4), intent(in) :: image(w*k, c), weights(k, c, f)
    real(4), intent(out) :: out(w, f)
    real(4) :: s
    integer :: i, j, x, q
    do i = 1, f
      do x = 1, w
        s = 0
        do j = 1, c
          do q = 1, k
            s = s + image(x*q, j)*weights(q, j, i)
          end do
        end do
        out(x, i) = s
      end do
    end do
  end subroutine

  ! Greatest taps by max(): whichever comes first. Least ones by min().
  subroutine pool(w, h, c, k, image, out, turned)
    integer, intent(in) :: w, h, c, k
    real(4), intent(in) :: image(w + k - 1, h + k - 1, c)
    real(4), intent(out) :: out(w, h, c), turned(w, h, c)
    real(4) :: s
    integer :: i, x, y, p, q
    do i = 1, c
      do y = 1, h
        do x = 1, w
          s = -1e30
          do q = 1, k
            do p = 1, k
              s = max(s, image(x + p - 1, y + q - 1, i))
            end do
          end do
          out(x, y, i) = s
        end do
      end do
    end do
    do i = 1, c
      do y = 1, h
        do x = 1, w
          s = -1e30
          do q = 1, k
            do p = 1, k
              s = max(image(x + p - 1, y + q - 1, i), s)
            end do
          end do
          turned(x, y, i) = s
        end do
      end do
    end do
  end subroutine

  subroutine least(w, h, c, k, image, out)
    integer, intent(in) :: w, h, c, k
    real(4), intent(in) :: image(w + k - 1, h + k - 1, c)
    real(4), intent(out) :: out(w, h, c)
    real(4) :: s
    integer :: i, x, y, p, q
    do i = 1, c
      do y = 1, h
        do x = 1, w
          s = 1e30
          do q = 1, k
            do p = 1, k
              s = min(s, image(x + p - 1, y + q - 1, i))
            end do
          end do
          out(x, y, i) = s
        end do
      end do
    end do
  end subroutine

  ! (The taps of a diagonal.)
  subroutine diagonal(w, h, c, k, image, out)
    integer, intent(in) :: w, h, c, k
    real(4), intent(in) :: image(w + k - 1, h + k - 1, c)
    real(4), intent(out) :: out(w, h, c)
    real(4) :: s
    integer :: i, x, y, p
    do i = 1, c
      do y = 1, h
        do x = 1, w
          s = -1e30
          do p = 1, k
            s = max(s, image(x + p - 1, y + p - 1, i)*2)
          end do
          out(x, y, i) = s
        end do
      end do
    end do
  end subroutine
end module

program main
  use dims
  use, intrinsic :: ieee_arithmetic
  implicit none
  integer, parameter :: sizes(4, 4) = reshape([9, 2, 3, 3,  7, 1, 4, 1,  5, 0, 2, 2,  40, 3, 2, 5], [4, 4])
  integer :: t, w, c, f, k, i
  real(8), allocatable :: image(:), weights(:), out(:)
  real(4), allocatable :: image4(:), out4(:), turned(:)
  do t = 1, 4
    w = sizes(1, t); c = sizes(2, t); f = sizes(3, t); k = sizes(4, t)
    image = [(mod(37*t + 11*i*i, 23) - 11, i = 1, 6000)]
    weights = [(mod(5*i*i + t, 17) - 8, i = 1, 3000)]
    image4 = real(image, 4)
    allocate (out(1728*f), out4(w*5*max(c, f)), turned(w*5*max(c, f)))
    out = 0; out4 = 0; turned = 0
    call line(w, c, f, k, image4, real(weights, 4), out4)
    print '(8f9.0)', out4
    call volume(c, f, k, image, weights, out)
    print '(8f9.0)', out
    call own(w, c, f, k, image4, real(weights, 4), out4)
    print '(8f9.0)', out4
    image4(1:size(image4):7) = ieee_value(0.0, ieee_quiet_nan)
    image4(3:size(image4):5) = -0.0
    image4(4:size(image4):5) = 0.0
    call pool(w, 5, c, k, image4, out4, turned)
    print '(8z9)', out4
    print '(8z9)', turned
    call least(w, 5, c, k, image4, out4)
    print '(8z9)', out4
    call diagonal(w, 5, c, k, image4, out4)
    print '(8z9)', out4
    deallocate (out, out4, turned)
  end do
end program
