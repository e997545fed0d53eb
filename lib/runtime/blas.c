//===- blas.c - the matrix product of the process' BLAS -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Kernels have no slots: they look when they are called first, so that a program
// that calls none loads no BLAS.
//===----------------------------------------------------------------------===//
#include "runtime/blas.h"
#include "runtime/slots.h"
#include "runtime/wish.h"
#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWN, LOOKING, KNOWN };
static _Atomic int found;
static void *routines[2]; // written before `found` says so

/// (Looking for files sets errno, kernels do not.)
static void look(void) {
#ifdef __ELF__
  const int before = errno;
  static const char *const names[] = {"cblas_sgemm", "cblas_dgemm"};
  const char *wish = secure_getenv("SMR_RT");
  if (smr_rt_wishes(wish, "off"))
    return;
  while (!smr_rt_find_begin())
    sched_yield();
  for (int k = 0; k < 2; k++) {
    const char *path = "";
    routines[k] = smr_rt_find("openblas", names[k], &path);
    if (smr_rt_wishes(wish, "verbose"))
      fprintf(stderr, "smr_rt: %s: %s\n", names[k], routines[k] ? path : "not found; own loops run");
  }
  smr_rt_find_end();
  errno = before;
#endif
}

/// (find.c keeps its list of objects in static memory: one thread looks, the others wait.)
static void *routine(int which) {
  int state = UNKNOWN;
  if (atomic_load(&found) != KNOWN) {
    if (atomic_compare_exchange_strong(&found, &state, LOOKING)) {
      look();
      atomic_store(&found, KNOWN);
    }
    while (atomic_load(&found) != KNOWN)
      sched_yield();
  }
  return routines[which];
}

SmrRtGemmF32 *smr_rt_gemm_f32(void) {
  void *address = routine(0);
  SmrRtGemmF32 *gemm;
  memcpy(&gemm, &address, sizeof gemm);
  return gemm;
}

SmrRtGemmF64 *smr_rt_gemm_f64(void) {
  void *address = routine(1);
  SmrRtGemmF64 *gemm;
  memcpy(&gemm, &address, sizeof gemm);
  return gemm;
}
