module kinds
  integer, parameter :: wide = 8
end module
