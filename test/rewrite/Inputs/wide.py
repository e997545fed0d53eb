"""A dot product of two members that stand behind 700 others."""
print("module wide\n  type t")
for field in range(700):
    print(f"    real(8) :: f{field}")
print("""    real(8) :: x(100), y(100)
  end type
contains
  function dot(p) result(s)
    type(t) :: p
    real(8) :: s
    integer :: i
    s = 0
    do i = 1, 100
      s = s + p%x(i) * p%y(i)
    end do
  end function
end module""")
