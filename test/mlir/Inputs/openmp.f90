! OpenMP regions are opaque, their contents are not.
! EXPECT: opaque
! EXPECT: "omp.
subroutine omp(a, b, n)
  real(8) :: a(n), b(n)
  !$omp parallel do private(t)
  do i = 1, n
    t = b(i)
    a(i) = t*2
  end do
  !$omp end parallel do
  s = 0
  !$omp parallel do reduction(+:s)
  do i = 1, n
    s = s + a(i)
  end do
  b(1) = s
end subroutine
