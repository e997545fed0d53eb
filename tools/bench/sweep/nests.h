// nests.h - what the tables of nests share
//
// KERNEL(name, group, loops). Compiled for each compiler with NAME(f) for the symbols and T for the elements
// (FLOAT: float). Every function takes the same arguments: sizes, increments, a scalar, and three arrays of
// which nothing is known. A group says which sizes a nest takes: V a vector, S a strided one, M a matrix and
// vectors, Q a square matrix, P a product, K a product of a matrix with itself; T a square triangle and a
// vector in place, U a triangle and a matrix, of which one is multiplied or solved in place; N a vector and L
// a matrix and vectors of a type of their own, called in the version for float only.
#ifdef FLOAT
typedef float T;
#define ABS __builtin_fabsf
#define SQRT __builtin_sqrtf
#else
typedef double T;
#define ABS __builtin_fabs
#define SQRT __builtin_sqrt
#endif

#define KERNEL(f, group, loops)                                                                              \
  void NAME(f)(T * a, T * x, T * y, int m, int n, int k, int ix, int iy, T s) {                              \
    (void)m, (void)k, (void)ix, (void)iy, (void)s, (void)a, (void)x, (void)y;                                \
    loops                                                                                                    \
  }
#define FOR(i, n) for (int i = 0; i < n; i++)
#define FROM(i, first, n) for (int i = first; i < n; i++)
#define BACK(i, n) for (int i = n - 1; i >= 0; i--)
