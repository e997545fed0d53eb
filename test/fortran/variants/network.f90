! Layers of neural networks, as Fortran programs write them: softmax, norms, gates.
module network_variants
  implicit none
contains
  include "../fill.inc"

  subroutine softmax_max(n, x, o)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: o(n)
    real(8) :: top, s
    integer :: i
    top = x(1)
    do i = 2, n
      top = max(top, x(i))
    end do
    s = 0.0d0
    do i = 1, n
      o(i) = exp(x(i) - top)
      s = s + o(i)
    end do
    do i = 1, n
      o(i) = o(i)/s
    end do
  end subroutine

  subroutine softmax_if(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8) :: top, s
    integer :: i
    top = x(1)
    do i = 2, n
      if (x(i) > top) top = x(i)
    end do
    s = 0.0d0
    do i = 1, n
      x(i) = exp(x(i) - top)
      s = s + x(i)
    end do
    s = 1.0d0/s
    do i = 1, n
      x(i) = x(i)*s
    end do
  end subroutine

  subroutine softmax_columns(m, n, a)
    integer, intent(in) :: m, n
    real(8), intent(inout) :: a(m, n)
    real(8) :: top, s
    integer :: i, j
    do j = 1, n
      top = -1.0d300
      do i = 1, m
        top = max(top, a(i, j))
      end do
      s = 0.0d0
      do i = 1, m
        a(i, j) = exp(a(i, j) - top)
        s = s + a(i, j)
      end do
      do i = 1, m
        a(i, j) = a(i, j)/s
      end do
    end do
  end subroutine

  ! Elements of a row lie apart: that is no softmax of libsmr_rt.
  subroutine softmax_row(m, n, k, a)
    integer, intent(in) :: m, n, k
    real(8), intent(inout) :: a(m, n)
    real(8) :: top, s
    integer :: j
    top = a(k, 1)
    do j = 2, n
      top = max(top, a(k, j))
    end do
    s = 0.0d0
    do j = 1, n
      a(k, j) = exp(a(k, j) - top)
      s = s + a(k, j)
    end do
    do j = 1, n
      a(k, j) = a(k, j)/s
    end do
  end subroutine

  subroutine rms_norm(n, x, w, o)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), w(n)
    real(8), intent(out) :: o(n)
    real(8) :: ss
    integer :: i
    ss = 0.0d0
    do i = 1, n
      ss = ss + x(i)**2
    end do
    ss = 1.0d0/sqrt(ss/n + 1.0d-5)
    do i = 1, n
      o(i) = w(i)*(ss*x(i))
    end do
  end subroutine

  subroutine gate(n, h, g)
    integer, intent(in) :: n
    real(8), intent(inout) :: h(n)
    real(8), intent(in) :: g(n)
    integer :: i
    do i = 1, n
      h(i) = h(i)/(1.0d0 + exp(-h(i)))*g(i)
    end do
  end subroutine

  ! The sum leaves the last element out.
  subroutine no_softmax(n, x, o)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: o(n)
    real(8) :: top, s
    integer :: i
    top = x(1)
    do i = 2, n
      top = max(top, x(i))
    end do
    s = 0.0d0
    do i = 1, n - 1
      s = s + exp(x(i) - top)
    end do
    do i = 1, n
      o(i) = exp(x(i) - top)/s
    end do
  end subroutine
end module network_variants

program main
  use network_variants
  implicit none
  integer, parameter :: n = 83
  real(8) :: x(n), w(n), o(n), a(n, 5), big(n)
  call fill(x, n, 1)
  call fill(w, n, 2)
  call fill(a, 5*n, 3)
  x = 5*x
  o = 0
  call softmax_max(n, x, o)
  call show('softmax_max', o, n)
  call softmax_max(1, x, o)
  call softmax_max(0, x, o)
  call show('softmax_max of few', o, n)
  big = 700*x
  call softmax_max(n, big, o)
  call show('softmax_max of large', o, n)
  big = x
  call softmax_if(n, big)
  call show('softmax_if', big, n)
  big = x
  call softmax_if(41, big(1:n:2))
  call show('softmax_if, every other', big, n)
  call softmax_columns(n, 3, a)
  call show('softmax_columns', a, 5*n)
  call softmax_row(n, 5, 7, a)
  call show('softmax_row', a, 5*n)
  call rms_norm(n, x, w, o)
  call show('rms_norm', o, n)
  call gate(n, o, w)
  call show('gate', o, n)
  call no_softmax(n, x, o)
  call show('no_softmax', o, n)
end program main
