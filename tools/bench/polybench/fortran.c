// fortran.c - the kernels of kernels.F90 as the bench calls kernels
#include "polybench.h"

#define ENTRY(kernel, ...)                                                                                   \
  void FORTRAN(kernel)();                                                                                    \
  void NAME(kernel)(void **v, double alpha, double beta) {                                                   \
    (void)alpha, (void)beta;                                                                                 \
    FORTRAN(kernel)(__VA_ARGS__);                                                                            \
  }
#define S(n) &(int){n}
#define V2 v[0], v[1]
#define V3 V2, v[2]
#define V4 V3, v[3]
#define V5 V4, v[4]

ENTRY(gemm, S(NI), S(NJ), S(NK), &alpha, &beta, V3)
ENTRY(gemver, S(W), &alpha, &beta, V5, v[5], v[6], v[7], v[8])
ENTRY(gesummv, S(W), &alpha, &beta, V5)
ENTRY(symm, S(NI), S(NJ), &alpha, &beta, V3)
ENTRY(syr2k, S(NI), S(NM), &alpha, &beta, V3)
ENTRY(syrk, S(NI), S(NM), &alpha, &beta, V2)
ENTRY(trmm, S(NI), S(NJ), &alpha, V2)
ENTRY(k2mm, S(NI), S(NJ), S(NK), S(NL), &alpha, &beta, V5)
ENTRY(k3mm, S(NI), S(NJ), S(NK), S(NL), S(NM), V5, v[5], v[6])
ENTRY(atax, S(H), S(W), V4)
ENTRY(bicg, S(H), S(W), V5)
ENTRY(doitgen, S(NR), S(NQ), S(NP), V3)
ENTRY(mvt, S(W), V5)
ENTRY(cholesky, S(N), v[0])
ENTRY(durbin, S(W), V3)
ENTRY(gramschmidt, S(N), S(NM), V3)
ENTRY(lu, S(N), v[0])
ENTRY(ludcmp, S(N), V4)
ENTRY(trisolv, S(W), V3)
ENTRY(correlation, S(NI), S(NM), &alpha, V4)
ENTRY(covariance, S(NI), S(NM), &alpha, V3)
ENTRY(adi, S(STEPS), S(G), V4)
ENTRY(deriche, S(NI), S(NJ), &(double){0.25}, V4)
ENTRY(fdtd_2d, S(STEPS), S(NI), S(NJ), V4)
ENTRY(floyd_warshall, S(G), v[0])
ENTRY(heat_3d, S(STEPS), S(G3), V2)
ENTRY(jacobi_1d, S(NI), S(LINE), V2)
ENTRY(jacobi_2d, S(STEPS), S(G), V2)
ENTRY(nussinov, S(G), V2)
ENTRY(seidel_2d, S(STEPS), S(G), v[0])
