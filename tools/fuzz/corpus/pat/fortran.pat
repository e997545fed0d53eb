# head
link "openblas" fp reassoc
Fortran { subroutine gemm(n, a, & ! }
    & b, c)
    integer :: n, i
    real(8) :: a(n,n), b(n,n), c(n,n)
    print *, '}''}', "it's }" ! don't }
    do i = 1, n
      c(i,i) = c(i,i) + a(i,i)
    end do
  end subroutine
}={
  real(8) function gemm2(n, a, b, c)
    interface
      subroutine dgemm(q)
      end subroutine
    end interface
    integer :: n
  end function
} name "gemm-nn" when (n .gt. 1 .and. .not. (type(a) /= real(8)), max(n, 3, 4) /= n%2*-1) link "m" fp exact
