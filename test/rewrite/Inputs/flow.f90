! Variables, sums and results around matched loops.
module m
  implicit none
  real(8) :: gs
  integer :: gi
  real(8), target :: ta(50)
contains
  subroutine t1(n,a,x,y,last)
    integer n,last,i; real(8) a,x(n),y(n)
    i = -5
    do i=1,n
      y(i)=y(i)+a*x(i)
    end do
    last=i
  end subroutine
  subroutine t2(n,x,y,r)
    integer n,i; real(8) x(n),y(n),r,s,t
    s=0; t=0
    do i=1,n
      s=s+x(i)*y(i)
    end do
    do i=1,n
      t=t+s*x(i)*1d0
    end do
    do i=1,n
      y(i)=y(i)+s*x(i)
    end do
    do i=1,n
      s=s+x(i)*y(i)
    end do
    r=s+t
  end subroutine
  subroutine t3(n,k,x,y,r)
    integer n,k,i,j; real(8) x(n,k),y(n,k),r
    r=1d0
    do j=1,k
      do i=1,n
        r=r+x(i,j)*y(i,j)
      end do
    end do
  end subroutine
  subroutine t4(n,k,x,y,c)
    integer n,k,i,j; real(8) x(n,k),y(n),c(k)
    do j=1,k
      do i=1,n
        c(j)=c(j)-x(i,j)*y(i)
      end do
      c(j)=c(j)*2
    end do
  end subroutine
  subroutine t5(n,x,y,m,a)
    integer n,i,j; integer,optional :: m; real(8) x(n,*),y(n); real(8),optional::a
    do j=1,n
      do i=1,m
        y(j)=y(j)+x(j,i)*a
      end do
    end do
  end subroutine
  subroutine t6(n,y,r)
    integer n,i; real(8) x(10),y(10),s,r
    equivalence (s,x(3))
    x=2d0
    do i=1,n
      s=s+x(i)*y(i)
    end do
    r=s
  end subroutine
  subroutine t7(n,x,y)
    integer n; real(8) x(n),y(n)
    do gi=1,n
      y(gi)=y(gi)+3d0*x(gi)
    end do
  end subroutine
  subroutine t8(n,x,y)
    integer n,i; real(8) x(n),y(n)
    do i=1,n
      gs=gs+x(i)*y(i)
    end do
    gs=gs+1
  end subroutine
  subroutine t9(n,x,p,s)
    integer n,i; real(8) x(n); real(8),pointer :: p(:); real(8), pointer :: s
    do i=1,n
      s=s+x(i)*p(i)
    end do
  end subroutine
  subroutine t10(n,x,y,k)
    integer n,i,k(n); real(8) x(n),y(n)
    do i=1,n
      y(k(i))=y(k(i))+2d0*x(i)
    end do
  end subroutine
  subroutine t11(n,x,y)   ! backwards
    integer n,i; real(8) x(n),y(n)
    do i=n,1,-1
      y(i)=y(i)+2d0*x(i)
    end do
  end subroutine
  subroutine t12(n,x,y)   ! stride
    integer n,i; real(8) x(n),y(n)
    do i=1,n,3
      y(i)=y(i)+2d0*x(i)
    end do
  end subroutine
  subroutine t13(n,x,y,z)
    integer n,i; real(8) x(n),y(n),z
    z=0
    do i=1,n
      z = z + x(i)*y(i)
      if (z > 1d3) exit
    end do
  end subroutine
  subroutine t14(n,a,b,c,w)
    integer n,i,j,l; real(8) a(n,n),b(n,n),c(n,n),w
    w = 0
    do j=1,n
      do i=1,n
        c(i,j)=0
        do l=1,n
          c(i,j)=c(i,j)+a(i,l)*b(l,j)
        end do
        w = w + c(i,j)
      end do
    end do
  end subroutine
  subroutine t15(n,a,b,c,i,j,l)
    integer n,i,j,l; real(8) a(n,n),b(n,n),c(n,n)
    do j=1,n
      do i=1,n
        do l=1,n
          c(i,j)=c(i,j)+a(i,l)*b(l,j)
        end do
      end do
    end do
  end subroutine
  subroutine t16(n,a)   ! in place
    integer n,i,j,l; real(8) a(n,n)
    do j=1,n
      do i=1,n
        do l=1,n
          a(i,j)=a(i,j)+a(i,l)*a(l,j)
        end do
      end do
    end do
  end subroutine
  subroutine t17(n,x,y,flag)
    integer n,i; logical flag; real(8) x(n),y(n)
    integer :: k
    do k=1,2
      if (flag) then
        do i=1,n
          y(i)=y(i)+k*x(i)
        end do
      end if
    end do
    y(1)=y(1)+i
  end subroutine
  subroutine t18(n,x,s)
    integer n,i; real(8) x(:),s(:)
    do i=1,n
      s(2)=s(2)+x(i)*x(i)
    end do
  end subroutine
  subroutine t19(n,x,y)
    integer n,i; real(8) x(*),y(*)
    do i=1,n
      y(i)=0
    end do
    do i=1,n
      y(i)=y(i)+x(i)*2d0
    end do
    do i=1,n
      y(i)=x(i)
    end do
  end subroutine
end module
program p
  use m
  implicit none
  integer :: sizes(5)=[0,1,2,7,9], q,n,last,i,j,l
  real(8) :: x(10,10),y(10,10),z(10,10),r,w
  real(8),target :: s; real(8),pointer :: ps,pp(:)
  integer :: k(10)=[1,1,2,3,3,3,4,9,2,1]
  do q=1,5
    n=sizes(q)
    call fill(x,1); call fill(y,2); call fill(z,3)
    last=0; call t1(n,2.5d0,x,y,last); print *,'t1',n,sum(y),last
    call t2(n,x,y,r); print *,'t2',r,sum(y)
    call t3(n,n,x,y,r); print *,'t3',r
    call t4(n,n,x,y,z); print *,'t4',sum(z)
    if (n>0) then
      call t5(n,x,y,min(n,3),1.5d0); print *,'t5',sum(y)
    else
      call t5(n,x,y); print *,'t5',sum(y)
    end if
    call t6(n,y,r); print *,'t6',r
    call t7(n,x,y); print *,'t7',sum(y),gi
    gs=0.5d0; call t8(n,x,y); print *,'t8',gs
    s=1; ps=>s; ta=3; pp=>ta(5:30); call t9(n,x,pp,ps); print *,'t9',s
    ps=>ta(7); call t9(n,x,pp,ps); print *,'t9b',sum(ta)
    call fill(y,2); call t10(n,x,y,k); print *,'t10',sum(y)
    call t11(n,x,y); print *,'t11',sum(y)
    call t12(n,x,y); print *,'t12',sum(y)
    call t13(n,x,y,r); print *,'t13',r
    call t14(n,x,y,z,w); print *,'t14',sum(z),w
    i=-1;j=-2;l=-3
    call t15(n,x,y,z,i,j,l); print *,'t15',sum(z)
    if (n>0) print *,i,j,l
    call fill(z,3); call t16(n,z); print *,'t16',sum(z)
    call t17(n,x,y,.true.); print *,'t17',sum(y)
    call t18(n,x(:,1),y(:,2)); print *,'t18',sum(y)
    call t18(min(n,5),x(1,:),y(2,:)); print *,'t18b',sum(y)
    call t19(n,x,y); print *,'t19',sum(y)
  end do
contains
  subroutine fill(a,seed)
    real(8) :: a(100); integer seed,ii
    do ii=1,100
      a(ii)=mod(ii*37+seed*11,23)/8d0-1d0
    end do
  end subroutine
end program
