f90 { module m
contains
subroutine f(n)
end
end module }
=
f{ subroutine f(n) bind(c, name="x")
end
}