//===- bench_exp.c - smr_rt_exp at every float -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// bench_exp [step [first]]: all 2^32 floats, or every step-th, at each level that the processor has.
//===----------------------------------------------------------------------===//
#include "runtime/exp_range.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  uint32_t step = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
  uint32_t first = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
  double limit = 2, worst = 0;
#ifdef SMR_RT_HAS_LEVELS
  __builtin_cpu_init();
  int levels = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") ? 3
               : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")       ? 2
                                                                                       : 1;
#else
  int levels = 1;
#endif
  for (int level = 0; level < levels; level++) {
    float where = 0;
    double error = smr_rt_exp_worst(level, first, step ? step : 1, &where);
    printf("level %d: worst error %.3f units in the last place, at %.9g\n", level, error, (double)where);
    worst = error > worst ? error : worst;
  }
  return worst > limit;
}
