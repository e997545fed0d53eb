C$SMR OFF
      SUBROUTINE WHOLE(N, X, Y, S)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N), S
      DO 10 I = 1, N
        S = S + X(I)*Y(I)
   10 CONTINUE
      END
      SUBROUTINE AFTER(N, X, Y, S)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N), S
      DO 10 I = 1, N
        S = S + X(I)*Y(I)
   10 CONTINUE
      END
