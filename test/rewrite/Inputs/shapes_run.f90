! Kinds of variables, loops and callers.
module m
  implicit none
  real(8), allocatable :: ga(:,:), gx(:), gy(:)
  type t
    real(8) :: v(20), w(20), s
    integer :: n
  end type
contains
  subroutine u1(n)
    integer n,i,j
    do i=1,n
      gy(i)=0
      do j=1,n
        gy(i)=gy(i)+ga(i,j)*gx(j)
      end do
    end do
  end subroutine
  subroutine u2(q)
    type(t) :: q
    integer i
    do i=1,q%n
      q%s=q%s+q%v(i)*q%w(i)
    end do
    do i=1,q%n
      q%w(i)=q%w(i)+q%s*q%v(i)
    end do
  end subroutine
  subroutine u3(q,k)
    integer k,i,j
    type(t) :: q(k)
    do j=1,k
    do i=1,q(j)%n
      q(j)%w(i)=q(j)%w(i)+q(j)%s*q(j)%v(i)
    end do
    end do
  end subroutine
  subroutine u4(m_,n,a,x,y)
    integer m_,n,i,j; real(8) a(m_,n),x(n),y(m_)
    y=0
    do j=1,n
      do i=1,m_
        y(i)=y(i)+a(i,j)*x(j)
      end do
    end do
  end subroutine
  subroutine u5(m_,n,a,x,y,k)
    integer m_,n,i,j,k; real(8) a(m_,n),x(n),y(m_)
    do i=1,m_
      y(i)=0
    end do
    k=i
    j=77
    do j=1,n
      do i=1,m_
        y(i)=y(i)+a(i,j)*x(j)
      end do
    end do
    k=k*100+i+j
  end subroutine
  subroutine u6(n,x,y)
    integer(8) :: n,i; real(8) x(n),y(n)
    do i=1,n
      y(i)=y(i)+2*x(i)
    end do
  end subroutine
  subroutine u7(n,x,y)
    integer :: n,i; real(8) x(n),y(n)
    i=0
    do while (i<n)
      i=i+1
      y(i)=y(i)+2*x(i)
    end do
    y(1)=y(1)+i
  end subroutine
  subroutine u8(n,x,y)
    integer :: n,i; real(8) x(n),y(n)
    !$omp parallel do
    do i=1,n
      y(i)=y(i)+2*x(i)
    end do
  end subroutine
  subroutine u9(n,a,x,y)
    integer :: n,i,j; real(8) a(n,n),x(n),y(n),s
    !$omp parallel do private(s,i)
    do j=1,n
      s=0
      do i=1,n
        s=s+a(i,j)*x(i)
      end do
      y(j)=s
    end do
  end subroutine
  subroutine u10(n,x,y)
    integer :: n,i; real(8) x(n),y(n)
    do concurrent (i=1:n)
      y(i)=y(i)+2*x(i)
    end do
  end subroutine
  recursive subroutine u11(n,x,y)
    integer :: n,i; real(8) x(n),y(n)
    if (n<=0) return
    do i=1,n
      y(i)=y(i)+2*x(i)
    end do
    call u11(n-1,x,y)
  end subroutine
  subroutine u12(n,x,y,r)
    integer :: n,i; complex(8) x(n),y(n),r
    r=0
    do i=1,n
      r=r+x(i)*y(i)
    end do
  end subroutine
  subroutine u13(n,x,y,r)
    integer :: n,i; real(4) x(n),y(n); real(8) r
    r=0
    do i=1,n
      r=r+x(i)*y(i)
    end do
  end subroutine
  function u14(n,x,y) result(r)
    integer :: n,i; real(8) x(n),y(n),r
    r=0
    do i=1,n
      r=r+x(i)*y(i)
    end do
    r=sqrt(r*r)
  end function
  subroutine u15(n,x,y,c)
    integer :: n,i; real(8) x(n),y(n),c(3)
    do i=1,n
      c(n-n+2)=c(n-n+2)+x(i)*y(i)
    end do
  end subroutine
  subroutine u16(n,x)
    integer :: n,i; real(8) x(2*n)
    do i=1,n
      x(n+i)=x(n+i)+3*x(i)
    end do
  end subroutine
  subroutine u17(n,x,y,z)
    integer :: n,i,k; real(8) x(n),y(n),z(n)
    do k=1,3
      do i=1,n
        y(i)=y(i)+x(i)*k
      end do
      do i=1,n
        z(i)=z(i)+y(i)*k
      end do
    end do
  end subroutine
  subroutine u18(n,a,c)
    integer :: n,i,j,l; real(8) a(n,n),c(n,n)
    do i=1,n
      do j=1,i
        c(i,j)=0.5d0*c(i,j)
        do l=1,n
          c(i,j)=c(i,j)+2d0*a(i,l)*a(j,l)
        end do
      end do
    end do
  end subroutine
end module
program p
  use m
  implicit none
  integer :: sizes(5)=[0,1,2,7,9], q,n,k,i
  integer(8) :: n8
  real(8) :: x(10,10),y(10,10),z(10,10),r
  complex(8) :: cx(10),cy(10),cr
  real(4) :: sx(10),sy(10)
  type(t) :: tt,ts(4)
  allocate(ga(9,9),gx(9),gy(9))
  do q=1,5
    n=sizes(q); n8=n
    call fill(x,1); call fill(y,2); call fill(z,3)
    ga=x(1:9,1:9); gx=y(1:9,1); gy=1
    call u1(n); print *,'u1',sum(gy)
    tt%v=0.5d0; tt%w=0.25d0; tt%s=1; tt%n=n; call u2(tt); print *,'u2',tt%s,sum(tt%w)
    do i=1,4; ts(i)=tt; ts(i)%n=min(n,i); end do
    call u3(ts,4); print *,'u3',sum(ts(1)%w),sum(ts(4)%w)
    call u4(n,n,x,y,z); print *,'u4',sum(z)
    k=0; call u5(n,n,x,y,z,k); print *,'u5',sum(z),k
    call u6(n8,x,y); print *,'u6',sum(y)
    if (n>0) call u7(n,x,y); print *,'u7',sum(y)
    call u8(n,x,y); print *,'u8',sum(y)
    call u9(n,x,y,z); print *,'u9',sum(z)
    call u10(n,x,y); print *,'u10',sum(y)
    call u11(n,x,y); print *,'u11',sum(y)
    cx=cmplx(x(:,1),x(:,2),8); cy=cmplx(y(:,1),y(:,2),8)
    call u12(n,cx,cy,cr); print *,'u12',real(cr),aimag(cr)
    sx=x(:,1); sy=x(:,2)
    call u13(n,sx,sy,r); print *,'u13',r
    print *,'u14',u14(n,x,x)
    call u15(n,x,y,z(1:3,4)); print *,'u15',sum(z)
    call u16(n,x); print *,'u16',sum(x)
    call u17(n,x,y,z); print *,'u17',sum(y),sum(z)
    call fill(z,3); call u18(n,x,z); print *,'u18',sum(z)
  end do
contains
  subroutine fill(a,seed)
    real(8) :: a(100); integer seed,ii
    do ii=1,100
      a(ii)=mod(ii*37+seed*11,23)/8d0-1d0
    end do
  end subroutine
end program
