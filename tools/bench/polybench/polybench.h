// polybench.h - sizes and names of the kernels, for everything that is linked into the bench
//
// A kernel is compiled once for each side of a comparison, with NAME(f) putting that side's name in front.
#ifndef POLYBENCH_H
#define POLYBENCH_H

// The sizes are near those of PolyBench's MEDIUM and LARGE. S(name, medium, large)
// clang-format off: a table
#define SIZES(S)                                                                                             \
  S(NI, 200, 1000) S(NJ, 220, 1100) S(NK, 240, 1200) S(NL, 210, 900) S(NM, 260, 1400) /* products */         \
  S(N, 400, 2000)                                                                     /* factorisations */   \
  S(H, 390, 1900) S(W, 410, 2100)                                                     /* vectors */          \
  S(NQ, 40, 140) S(NR, 50, 150) S(NP, 60, 160)                                        /* doitgen */          \
  S(G, 250, 1300) S(G3, 40, 120) S(LINE, 400, 2000) S(STEPS, 100, 100)                /* grids */
// clang-format on
#ifdef LARGE
#define SIZE(name, medium, large) name = large, PASSED_##name = large,
#else
#define SIZE(name, medium, large) name = medium, PASSED_##name = medium,
#endif
enum { SIZES(SIZE) };

// clang-format off
#define KERNELS(K)                                                                                           \
  K(gemm) K(gemver) K(gesummv) K(symm) K(syr2k) K(syrk) K(trmm)                                              \
  K(k2mm) K(k3mm) K(atax) K(bicg) K(doitgen) K(mvt)                                                          \
  K(cholesky) K(durbin) K(gramschmidt) K(lu) K(ludcmp) K(trisolv) K(correlation) K(covariance)               \
  OTHERS(K)
#define OTHERS(K) /* nothing in BLAS does these */                                                           \
  K(adi) K(deriche) K(fdtd_2d) K(floyd_warshall) K(heat_3d) K(jacobi_1d) K(jacobi_2d) K(nussinov) K(seidel_2d)
// clang-format on

/// A kernel with its arrays in the order of its arguments.
typedef void Kernel(void **v, double alpha, double beta);
#endif
