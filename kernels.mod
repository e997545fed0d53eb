!mod$ v1 sum:6fe4abe21ffa42fb
!need$ fc1ab5ddb0e0d965 i iso_c_binding
module kernels
use,intrinsic::iso_c_binding,only:real8=>c_double
use,intrinsic::iso_c_binding,only:c_int
use,intrinsic::iso_c_binding,only:c_signed_char
contains
subroutine gemm(ni,nj,nk,alpha,beta,c,a,b) bind(c,name="k_gemm")
integer(4)::ni
integer(4)::nj
integer(4)::nk
real(8)::alpha
real(8)::beta
real(8)::c(1_8:int(nj,kind=8),1_8:int(ni,kind=8))
real(8)::a(1_8:int(nk,kind=8),1_8:int(ni,kind=8))
real(8)::b(1_8:int(nj,kind=8),1_8:int(nk,kind=8))
end
subroutine gemver(n,alpha,beta,a,u1,v1,u2,v2,w,x,y,z) bind(c,name="k_gemver")
integer(4)::n
real(8)::alpha
real(8)::beta
real(8)::a(1_8:int(n,kind=8),1_8:int(n,kind=8))
real(8)::u1(1_8:int(n,kind=8))
real(8)::v1(1_8:int(n,kind=8))
real(8)::u2(1_8:int(n,kind=8))
real(8)::v2(1_8:int(n,kind=8))
real(8)::w(1_8:int(n,kind=8))
real(8)::x(1_8:int(n,kind=8))
real(8)::y(1_8:int(n,kind=8))
real(8)::z(1_8:int(n,kind=8))
end
subroutine gesummv(n,alpha,beta,a,b,tmp,x,y) bind(c,name="k_gesummv")
integer(4)::n
real(8)::alpha
real(8)::beta
real(8)::a(1_8:int(n,kind=8),1_8:int(n,kind=8))
real(8)::b(1_8:int(n,kind=8),1_8:int(n,kind=8))
real(8)::tmp(1_8:int(n,kind=8))
real(8)::x(1_8:int(n,kind=8))
real(8)::y(1_8:int(n,kind=8))
end
subroutine symm(m,n,alpha,beta,c,a,b) bind(c,name="k_symm")
integer(4)::m
integer(4)::n
real(8)::alpha
real(8)::beta
real(8)::c(1_8:int(n,kind=8),1_8:int(m,kind=8))
real(8)::a(1_8:int(m,kind=8),1_8:int(m,kind=8))
real(8)::b(1_8:int(n,kind=8),1_8:int(m,kind=8))
end
subroutine syr2k(n,m,alpha,beta,c,a,b) bind(c,name="k_syr2k")
integer(4)::n
integer(4)::m
real(8)::alpha
real(8)::beta
real(8)::c(1_8:int(n,kind=8),1_8:int(n,kind=8))
real(8)::a(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8)::b(1_8:int(m,kind=8),1_8:int(n,kind=8))
end
subroutine syrk(n,m,alpha,beta,c,a) bind(c,name="k_syrk")
integer(4)::n
integer(4)::m
real(8)::alpha
real(8)::beta
real(8)::c(1_8:int(n,kind=8),1_8:int(n,kind=8))
real(8)::a(1_8:int(m,kind=8),1_8:int(n,kind=8))
end
subroutine trmm(m,n,alpha,a,b) bind(c,name="k_trmm")
integer(4)::m
integer(4)::n
real(8)::alpha
real(8)::a(1_8:int(m,kind=8),1_8:int(m,kind=8))
real(8)::b(1_8:int(n,kind=8),1_8:int(m,kind=8))
end
subroutine k2mm(ni,nj,nk,nl,alpha,beta,tmp,a,b,c,d) bind(c,name="k_k2mm")
integer(4)::ni
integer(4)::nj
integer(4)::nk
integer(4)::nl
real(8)::alpha
real(8)::beta
real(8)::tmp(1_8:int(nj,kind=8),1_8:int(ni,kind=8))
real(8)::a(1_8:int(nk,kind=8),1_8:int(ni,kind=8))
real(8)::b(1_8:int(nj,kind=8),1_8:int(nk,kind=8))
real(8)::c(1_8:int(nl,kind=8),1_8:int(nj,kind=8))
real(8)::d(1_8:int(nl,kind=8),1_8:int(ni,kind=8))
end
subroutine k3mm(ni,nj,nk,nl,nm,e,a,b,f,c,d,g) bind(c,name="k_k3mm")
integer(4)::ni
integer(4)::nj
integer(4)::nk
integer(4)::nl
integer(4)::nm
real(8)::e(1_8:int(nj,kind=8),1_8:int(ni,kind=8))
real(8)::a(1_8:int(nk,kind=8),1_8:int(ni,kind=8))
real(8)::b(1_8:int(nj,kind=8),1_8:int(nk,kind=8))
real(8)::f(1_8:int(nl,kind=8),1_8:int(nj,kind=8))
real(8)::c(1_8:int(nm,kind=8),1_8:int(nj,kind=8))
real(8)::d(1_8:int(nl,kind=8),1_8:int(nm,kind=8))
real(8)::g(1_8:int(nl,kind=8),1_8:int(ni,kind=8))
end
subroutine atax(m,n,a,x,y,tmp) bind(c,name="k_atax")
integer(4)::m
integer(4)::n
real(8)::a(1_8:int(n,kind=8),1_8:int(m,kind=8))
real(8)::x(1_8:int(n,kind=8))
real(8)::y(1_8:int(n,kind=8))
real(8)::tmp(1_8:int(m,kind=8))
end
subroutine bicg(m,n,a,s,q,p,r) bind(c,name="k_bicg")
integer(4)::m
integer(4)::n
real(8)::a(1_8:int(n,kind=8),1_8:int(m,kind=8))
real(8)::s(1_8:int(n,kind=8))
real(8)::q(1_8:int(m,kind=8))
real(8)::p(1_8:int(n,kind=8))
real(8)::r(1_8:int(m,kind=8))
end
subroutine doitgen(nr,nq,np,a,c4,total) bind(c,name="k_doitgen")
integer(4)::nr
integer(4)::nq
integer(4)::np
real(8)::a(1_8:int(np,kind=8),1_8:int(nq,kind=8),1_8:int(nr,kind=8))
real(8)::c4(1_8:int(np,kind=8),1_8:int(np,kind=8))
real(8)::total(1_8:int(np,kind=8))
end
subroutine mvt(n,x1,x2,y1,y2,a) bind(c,name="k_mvt")
integer(4)::n
real(8)::x1(1_8:int(n,kind=8))
real(8)::x2(1_8:int(n,kind=8))
real(8)::y1(1_8:int(n,kind=8))
real(8)::y2(1_8:int(n,kind=8))
real(8)::a(1_8:int(n,kind=8),1_8:int(n,kind=8))
end
subroutine cholesky(n,a) bind(c,name="k_cholesky")
integer(4)::n
real(8)::a(1_8:int(n,kind=8),1_8:int(n,kind=8))
end
subroutine durbin(n,r,y,z) bind(c,name="k_durbin")
integer(4)::n
real(8)::r(1_8:int(n,kind=8))
real(8)::y(1_8:int(n,kind=8))
real(8)::z(1_8:int(n,kind=8))
end
subroutine gramschmidt(m,n,a,r,q) bind(c,name="k_gramschmidt")
integer(4)::m
integer(4)::n
real(8)::a(1_8:int(n,kind=8),1_8:int(m,kind=8))
real(8)::r(1_8:int(n,kind=8),1_8:int(n,kind=8))
real(8)::q(1_8:int(n,kind=8),1_8:int(m,kind=8))
end
subroutine lu(n,a) bind(c,name="k_lu")
integer(4)::n
real(8)::a(1_8:int(n,kind=8),1_8:int(n,kind=8))
end
subroutine ludcmp(n,a,b,x,y) bind(c,name="k_ludcmp")
integer(4)::n
real(8)::a(1_8:int(n,kind=8),1_8:int(n,kind=8))
real(8)::b(1_8:int(n,kind=8))
real(8)::x(1_8:int(n,kind=8))
real(8)::y(1_8:int(n,kind=8))
end
subroutine trisolv(n,l,x,b) bind(c,name="k_trisolv")
integer(4)::n
real(8)::l(1_8:int(n,kind=8),1_8:int(n,kind=8))
real(8)::x(1_8:int(n,kind=8))
real(8)::b(1_8:int(n,kind=8))
end
subroutine correlation(n,m,count,data,corr,mean,stddev) bind(c,name="k_correlation")
integer(4)::n
integer(4)::m
real(8)::count
real(8)::data(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8)::corr(1_8:int(m,kind=8),1_8:int(m,kind=8))
real(8)::mean(1_8:int(m,kind=8))
real(8)::stddev(1_8:int(m,kind=8))
end
subroutine covariance(n,m,count,data,cov,mean) bind(c,name="k_covariance")
integer(4)::n
integer(4)::m
real(8)::count
real(8)::data(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8)::cov(1_8:int(m,kind=8),1_8:int(m,kind=8))
real(8)::mean(1_8:int(m,kind=8))
end
subroutine adi(steps,n,u,v,p,q) bind(c,name="k_adi")
integer(4)::steps
integer(4)::n
real(8)::u(1_8:int(n,kind=8),1_8:int(n,kind=8))
real(8)::v(1_8:int(n,kind=8),1_8:int(n,kind=8))
real(8)::p(1_8:int(n,kind=8),1_8:int(n,kind=8))
real(8)::q(1_8:int(n,kind=8),1_8:int(n,kind=8))
end
subroutine deriche(w,h,alpha,in,out,y1,y2) bind(c,name="k_deriche")
integer(4)::w
integer(4)::h
real(8)::alpha
real(8)::in(1_8:int(h,kind=8),1_8:int(w,kind=8))
real(8)::out(1_8:int(h,kind=8),1_8:int(w,kind=8))
real(8)::y1(1_8:int(h,kind=8),1_8:int(w,kind=8))
real(8)::y2(1_8:int(h,kind=8),1_8:int(w,kind=8))
end
subroutine fdtd_2d(steps,nx,ny,ex,ey,hz,fict) bind(c,name="k_fdtd_2d")
integer(4)::steps
integer(4)::nx
integer(4)::ny
real(8)::ex(1_8:int(ny,kind=8),1_8:int(nx,kind=8))
real(8)::ey(1_8:int(ny,kind=8),1_8:int(nx,kind=8))
real(8)::hz(1_8:int(ny,kind=8),1_8:int(nx,kind=8))
real(8)::fict(1_8:int(steps,kind=8))
end
subroutine floyd_warshall(n,path) bind(c,name="k_floyd_warshall")
integer(4)::n
integer(4)::path(1_8:int(n,kind=8),1_8:int(n,kind=8))
end
subroutine heat_3d(steps,n,a,b) bind(c,name="k_heat_3d")
integer(4)::steps
integer(4)::n
real(8)::a(1_8:int(n,kind=8),1_8:int(n,kind=8),1_8:int(n,kind=8))
real(8)::b(1_8:int(n,kind=8),1_8:int(n,kind=8),1_8:int(n,kind=8))
end
subroutine jacobi_1d(steps,n,a,b) bind(c,name="k_jacobi_1d")
integer(4)::steps
integer(4)::n
real(8)::a(1_8:int(n,kind=8))
real(8)::b(1_8:int(n,kind=8))
end
subroutine jacobi_2d(steps,n,a,b) bind(c,name="k_jacobi_2d")
integer(4)::steps
integer(4)::n
real(8)::a(1_8:int(n,kind=8),1_8:int(n,kind=8))
real(8)::b(1_8:int(n,kind=8),1_8:int(n,kind=8))
end
subroutine nussinov(n,bases,table) bind(c,name="k_nussinov")
integer(4)::n
integer(1)::bases(1_8:int(n,kind=8))
integer(4)::table(1_8:int(n,kind=8),1_8:int(n,kind=8))
end
subroutine seidel_2d(steps,n,a) bind(c,name="k_seidel_2d")
integer(4)::steps
integer(4)::n
real(8)::a(1_8:int(n,kind=8),1_8:int(n,kind=8))
end
end
