C     Fixed form, implicit typing, a labelled loop: still a dot product.
      DOUBLE PRECISION FUNCTION ENERGY(N, X)
      INTEGER N, I
      DOUBLE PRECISION X(*)
      ENERGY = 0.0D0
      DO 10 I = 1, N
        ENERGY = ENERGY +
     &           X(I)*X(I)
   10 CONTINUE
      END
