// C = alpha*A*B + beta*C on two-dimensional arrays, as textbooks have it.
#include "demo.h"
#ifdef HAND
#include <cblas.h>
#endif
enum { NI = 700, NJ = 810, NK = 730 };
static double A[NI][NK], B[NK][NJ], C[NI][NJ];

__attribute__((noinline)) static void kernel(double alpha, double beta) {
#ifdef HAND
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, NI, NJ, NK, alpha, &A[0][0], NK, &B[0][0], NJ, beta,
              &C[0][0], NJ);
#else
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NJ; j++) {
      double sum = 0;
      for (int k = 0; k < NK; k++)
        sum += A[i][k] * B[k][j];
      C[i][j] = alpha * sum + beta * C[i][j];
    }
#endif
}

int main(int argc, char **argv) {
  FILE *out = demo_open(argc, argv);
  demo_fill(&A[0][0], (size_t)NI * NK, 1);
  demo_fill(&B[0][0], (size_t)NK * NJ, 2);
  demo_fill(&C[0][0], (size_t)NI * NJ, 3);
  double start = demo_clock();
  kernel(1.5, 0.7);
  double seconds = demo_clock() - start;
  demo_write(out, &C[0][0], (size_t)NI * NJ);
  demo_close(out, seconds);
  return 0;
}
