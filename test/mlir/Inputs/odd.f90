! Everything else: conditions, select, where, forall, do concurrent, complex, i/o, internal procedures.
subroutine s1(a,b,n,ch,l)
  integer n
  real(8) :: a(n), b(n)
  character(len=*) ch
  logical l
  integer i
  do concurrent (i=1:n)
    a(i)=b(i)*2
  end do
  where (a>0) b=a
  select case(n)
  case(1)
   a(1)=2
  case(3:5)
   a(1)=3
  case default
   a(1)=5
  end select
  if (ch=='abc') l=.true.
  forall(i=1:n) a(i)=b(i)
  i=1
  do while (i<=n .and. l)
    a(i)=a(i)+1
    i=i+1
    if (a(i)>3) exit
  end do
end subroutine
subroutine s2(p,t,v,o,z)
 real(8),pointer::p(:)
 real(8),target::t(:)
 real(8),volatile::v(10)
 real(8),optional::o
 complex(8) z(4)
 real(8),allocatable::w(:)
 allocate(w(10))
 p=>t
 v(1)=p(1)
 w=1
 w(2:5)=t(1:4)
 if(present(o)) v(2)=o
 z(1)=z(2)*z(3)+z(4)
 z(1)%re=3
 deallocate(w)
 contains
  subroutine inner
   v(3)=t(4)
  end subroutine
end subroutine
program pp
 real(8) :: x(3), nn
 x=[1,2,3]
 nn=norm2(x)
 print *,sum(x),nn,dot_product(x,x),sin(nn),nn**2.5d0,sqrt(nn),abs(nn)
 open(10,file='x')
 stop 1
end program
