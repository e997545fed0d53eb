// Runs both twins of each function on the same numbers, all digits in use, and compares what they write bit
// by bit.
#include "driver.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH = 64, SCALARS = 8 };

static uint64_t state = 88172645463325252u;

static double number(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return ((double)(int64_t)state / 9.3e18) * (state & 1024 ? 1 : 3);
}

#define RUNNER(T, Function)                                                                                  \
  static int run_##T(const Pair *pair, int runs) {                                                           \
    for (int r = 0; r < runs; r++) {                                                                         \
      T in[3][LENGTH], out[2][2][LENGTH], scalars[SCALARS];                                                  \
      for (int k = 0; k < LENGTH; k++) {                                                                     \
        in[0][k] = number(), in[1][k] = number(), in[2][k] = number();                                       \
        out[0][0][k] = out[1][0][k] = number(), out[0][1][k] = out[1][1][k] = number();                      \
      }                                                                                                      \
      for (int k = 0; k < SCALARS; k++)                                                                      \
        scalars[k] = number();                                                                               \
      int n = r % (LENGTH + 1);                                                                              \
      ((Function *)pair->plain)(n, out[0][0], out[0][1], in[0], in[1], in[2], scalars);                      \
      ((Function *)pair->smr)(n, out[1][0], out[1][1], in[0], in[1], in[2], scalars);                        \
      if (memcmp(out[0], out[1], sizeof out[0]))                                                             \
        return 1;                                                                                            \
    }                                                                                                        \
    return 0;                                                                                                \
  }
RUNNER(double, Double)
RUNNER(float, Float)

int main(int argc, char **argv) {
  int runs = argc > 1 ? atoi(argv[1]) : 200;
  for (int k = 0; k < pair_count; k++)
    if ((pairs[k].single ? run_float : run_double)(&pairs[k], runs))
      printf("function %d\n", k);
  return 0;
}
