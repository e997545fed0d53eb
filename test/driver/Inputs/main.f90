program main
  integer :: a(3)
  call answer(3, a)
  print '(3(i0,1x))', a
end program
