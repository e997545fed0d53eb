! OPTION: wrapper
! By-value parameters that the body assigns are made visible.
! EXPECT: func @_QPwrap(%0: i32 "n"
! EXPECT: opaque<imm 3> "smr.out"
! EXPECT: return
subroutine wrap(n, x, y, out)
  integer, value :: n
  real(8) :: x(n), y(n)
  real(8), value :: out
  do i = 1, n
    out = out + x(i)*y(i)
  end do
end subroutine
