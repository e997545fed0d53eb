subroutine wrong(n)
  integer :: n
  n = "text"
end subroutine
