C     Fixed form.
      subroutine fill(n, a)
      integer n, i, a(n)
      do 10 i = 1, n
 10   a(i) = 42
      end
