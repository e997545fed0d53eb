//===- openblas.h - which kernels an OpenBLAS took, and what is wrong with them ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// OpenBLAS chooses kernels by the processor's model number. Of a processor that is newer than itself it takes
// those for SSE3 ("Prescott"; 0.3.21 does on Intel's of 2023), which are several times as slow, and not all
// right: found by smr-build, which tries every pair, with OPENBLAS_CORETYPE set to each core in turn.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_OPENBLAS_H
#define SMR_RUNTIME_OPENBLAS_H
#include <stdlib.h>
#include <string.h>

/// Are the kernels that openblas_get_config names older than AVX2?
static inline int smr_openblas_is_old(const char *config) {
#ifdef __x86_64__
  static const char *const known[] = {" Prescott ",  " Core2 ",      " Penryn ",      " Dunnington ",
                                      " Nehalem ",   " Atom ",       " Nano ",        " Sandybridge ",
                                      " Bobcat ",    " Opteron ",    " Barcelona ",   " Opteron_SSE3 ",
                                      " Bulldozer ", " Piledriver ", " Steamroller ", " Northwood "};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (strstr(config, known[k]))
      return 1;
#else
  (void)config;
#endif
  return 0;
}

/// The core whose kernels this processor can run when OpenBLAS took old ones, and the user did not ask for
/// them; else NULL.
static inline const char *smr_openblas_better(const char *config) {
#ifdef __x86_64__
  if (!smr_openblas_is_old(config) || getenv("OPENBLAS_CORETYPE"))
    return NULL;
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    return NULL;
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")
             ? "SkylakeX"
             : "Haswell";
#else
  (void)config;
  return NULL;
#endif
}

/// Does the routine do in these kernels what no BLAS may: symv reads behind its operands, zaxpy adds to the
/// wrong numbers where the increment of x is 0?
static inline int smr_openblas_is_wrong(const char *config, const char *symbol) {
  static const char *const wrong[] = {"cblas_ssymv", "cblas_dsymv", "cblas_zaxpy",
                                      "ssymv_",      "dsymv_",      "zaxpy_"};
  if (!smr_openblas_is_old(config))
    return 0;
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
    if (!strcmp(symbol, wrong[k]))
      return 1;
  return 0;
}
#endif
