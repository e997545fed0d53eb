!mod$ v1 sum:c8624c595f3f6e11
module sequence_misses
integer(4)::noted
real(8)::seen
contains
subroutine fill(x,n,seed)
real(8),intent(out)::x(1_8:*)
integer(4),intent(in)::n
integer(4),intent(in)::seed
end
subroutine fill4(x,n,seed)
real(4),intent(out)::x(1_8:*)
integer(4),intent(in)::n
integer(4),intent(in)::seed
end
subroutine show(label,x,n)
character(*,1),intent(in)::label
real(8),intent(in)::x(1_8:*)
integer(4),intent(in)::n
end
subroutine note(x)
real(8),intent(in)::x
end
subroutine store_between(m,n,a,x,y)
integer(4),intent(in)::m
integer(4),intent(in)::n
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8),intent(in)::x(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(m,kind=8))
end
subroutine read_between(m,n,a,x,y,s)
integer(4),intent(in)::m
integer(4),intent(in)::n
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8),intent(in)::x(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(m,kind=8))
real(8),intent(inout)::s
end
subroutine call_between(m,n,a,x,y)
integer(4),intent(in)::m
integer(4),intent(in)::n
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8),intent(in)::x(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(m,kind=8))
end
subroutine other_array_cleared(m,n,a,x,y,z)
integer(4),intent(in)::m
integer(4),intent(in)::n
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8),intent(in)::x(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(m,kind=8))
real(8),intent(inout)::z(1_8:int(m,kind=8))
end
subroutine more_cleared(m,n,a,x,y)
integer(4),intent(in)::m
integer(4),intent(in)::n
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8),intent(in)::x(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(m+2_4,kind=8))
end
subroutine shifted_clear(m,n,a,x,y)
integer(4),intent(in)::m
integer(4),intent(in)::n
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8),intent(in)::x(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(m+1_4,kind=8))
end
subroutine conditional_sum(m,n,flag,a,x,y)
integer(4),intent(in)::m
integer(4),intent(in)::n
logical(4),intent(in)::flag
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8),intent(in)::x(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(m,kind=8))
end
subroutine conditional_clear(m,n,flag,a,x,y)
integer(4),intent(in)::m
integer(4),intent(in)::n
logical(4),intent(in)::flag
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8),intent(in)::x(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(m,kind=8))
end
subroutine set_to_one(m,n,a,x,y)
integer(4),intent(in)::m
integer(4),intent(in)::n
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8),intent(in)::x(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(m,kind=8))
end
subroutine cleared_operand(n,a,x,y)
integer(4),intent(in)::n
real(8),intent(in)::a(1_8:int(n,kind=8),1_8:int(n,kind=8))
real(8),intent(inout)::x(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(n,kind=8))
end
subroutine bound_between(m,n,a,x,y)
integer(4),intent(inout)::m
integer(4),intent(in)::n
real(8),intent(in)::a(1_8:13_8,1_8:int(n,kind=8))
real(8),intent(in)::x(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:13_8)
end
subroutine operand_between(m,n,a,x,y)
integer(4),intent(in)::m
integer(4),intent(in)::n
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8),intent(inout)::x(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(m,kind=8))
end
subroutine operand_from_result(m,n,a,x,y)
integer(4),intent(in)::m
integer(4),intent(in)::n
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8),intent(inout)::x(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(m,kind=8))
end
subroutine scale_differs(m,n,alpha,beta,a,x,y)
integer(4),intent(in)::m
integer(4),intent(in)::n
real(8),intent(in)::alpha
real(8),intent(inout)::beta
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(n,kind=8))
real(8),intent(in)::x(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(m,kind=8))
end
subroutine sum_kept(n,x,r,square)
integer(4),intent(in)::n
real(8),intent(in)::x(1_8:int(n,kind=8))
real(8),intent(out)::r
real(8),intent(out)::square
end
subroutine root_of_another(n,x,r,t)
integer(4),intent(in)::n
real(8),intent(in)::x(1_8:int(n,kind=8))
real(8),intent(inout)::r
real(8),intent(inout)::t
end
subroutine matmul_then_clear(m,n,k,a,b,c)
integer(4),intent(in)::m
integer(4),intent(in)::n
integer(4),intent(in)::k
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(k,kind=8))
real(8),intent(in)::b(1_8:int(k,kind=8),1_8:int(n,kind=8))
real(8),intent(inout)::c(1_8:int(m,kind=8),1_8:int(n,kind=8))
end
subroutine column_clear_partial(m,n,k,a,b,c)
integer(4),intent(in)::m
integer(4),intent(in)::n
integer(4),intent(in)::k
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(k,kind=8))
real(8),intent(in)::b(1_8:int(k,kind=8),1_8:int(n,kind=8))
real(8),intent(inout)::c(1_8:int(m,kind=8),1_8:int(n,kind=8))
end
subroutine column_clear_next(m,n,k,a,b,c)
integer(4),intent(in)::m
integer(4),intent(in)::n
integer(4),intent(in)::k
real(8),intent(in)::a(1_8:int(m,kind=8),1_8:int(k,kind=8))
real(8),intent(in)::b(1_8:int(k,kind=8),1_8:int(n,kind=8))
real(8),intent(inout)::c(1_8:int(m,kind=8),1_8:int(n+1_4,kind=8))
end
subroutine mean_kept(n,chosen,x,z,y,s,t)
integer(4),intent(in)::n
logical(4),intent(in)::chosen
real(8),intent(in)::x(1_8:int(n,kind=8))
real(8),intent(in)::z(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(n,kind=8))
real(8),intent(inout)::s
real(8),intent(inout)::t
end
subroutine mean_of_last_round(n,x,z,y,s)
integer(4),intent(in)::n
real(8),intent(in)::x(1_8:int(n,kind=8),1_8:3_8)
real(8),intent(in)::z(1_8:int(n,kind=8))
real(8),intent(inout)::y(1_8:int(n,kind=8),1_8:3_8)
real(8),intent(inout)::s
end
end
