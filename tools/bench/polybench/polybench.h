// polybench.h - sizes and names of the kernels, for everything that is linked into the bench
//
// A kernel is compiled once for each side of a comparison, with NAME(f) putting that side's name in front.
#ifndef POLYBENCH_H
#define POLYBENCH_H

#ifndef SCALE // of all sizes, in percent
#define SCALE 100
#endif
#define SIZE(n) ((n) * SCALE / 100 | 1) // never a power of two, whose cache conflicts flatter any library
enum {
  NI = SIZE(401), // products of matrices
  NJ = SIZE(423),
  NK = SIZE(437),
  NL = SIZE(349),
  NM = SIZE(387),
  N = SIZE(441),  // factorisations
  H = SIZE(1303), // matrices and vectors
  W = SIZE(1201),
  NQ = SIZE(61), // doitgen
  NR = SIZE(75),
  NP = SIZE(87),
  G = SIZE(301), // grids
  G3 = SIZE(61),
  LINE = SIZE(4001),
  STEPS = 10
};

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
