//===- level.c - which vector instructions there are ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/vector.h"
#include <stdlib.h>

int smr_rt_level(void) {
#ifdef SMR_RT_HAS_LEVELS
  static _Atomic int known; // level + 1; two threads may both find it out
  int level = known;
  if (!level) {
    __builtin_cpu_init();
    level = 1;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      level = 2;
    if (level == 2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
      level = 3;
    const char *most = getenv("SMR_RT_LEVEL"); // for tests: 0, 1 or 2
    if (most && *most >= '0' && *most <= '2' && level > *most - '0' + 1)
      level = *most - '0' + 1;
    known = level;
  }
  return level - 1;
#else
  return 0;
#endif
}
