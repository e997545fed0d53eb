//===- inside.c - is this thread inside a call that a slot made? ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/inside.h"
#include "runtime/count.h"
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_key_t key; // where on its stack a thread made the call; NULL: it is outside
static int has_key;

/// (No _Thread_local: in a shared object that is loaded late its room may be short, or it is looked up by a
/// function that not every link step finds.)
int smr_rt_inside_prepare(void) {
  if (!has_key)
    has_key = pthread_key_create(&key, NULL) == 0;
  return has_key;
}

/// For a plugin that is closed: there are few keys.
__attribute__((destructor)) static void drop_key(void) {
  if (has_key)
    pthread_key_delete(key);
  has_key = 0;
}

/// (Stacks grow downwards wherever there are slots.)
int smr_rt_is_inside(const void *stack) {
  const char *mark = has_key ? pthread_getspecific(key) : NULL;
  if (mark && (const char *)stack < mark)
    return 1;
  if (mark)
    smr_rt_inside_end();
  return 0;
}

void smr_rt_inside_begin(const void *stack) {
  pthread_setspecific(key, stack);
}

void smr_rt_inside_end(void) {
  pthread_setspecific(key, NULL);
}

//--- Routines that only read (base/blas_name.c has the same list) ----------------------------

// clang-format off
#define ROUTINES(READ)                                                                                         \
  READ(sdot_, float, (const int *n, const float *x, const int *ix, const float *y, const int *iy), (n, x, ix, y, iy))      \
  READ(ddot_, double, (const int *n, const double *x, const int *ix, const double *y, const int *iy), (n, x, ix, y, iy))   \
  READ(snrm2_, float, (const int *n, const float *x, const int *ix), (n, x, ix))                               \
  READ(dnrm2_, double, (const int *n, const double *x, const int *ix), (n, x, ix))                             \
  READ(sasum_, float, (const int *n, const float *x, const int *ix), (n, x, ix))                               \
  READ(dasum_, double, (const int *n, const double *x, const int *ix), (n, x, ix))                             \
  READ(cblas_sdot, float, (int n, const float *x, int ix, const float *y, int iy), (n, x, ix, y, iy))          \
  READ(cblas_ddot, double, (int n, const double *x, int ix, const double *y, int iy), (n, x, ix, y, iy))       \
  READ(cblas_snrm2, float, (int n, const float *x, int ix), (n, x, ix))                                        \
  READ(cblas_dnrm2, double, (int n, const double *x, int ix), (n, x, ix))                                      \
  READ(cblas_sasum, float, (int n, const float *x, int ix), (n, x, ix))                                        \
  READ(cblas_dasum, double, (int n, const double *x, int ix), (n, x, ix))
// clang-format on

#define DEFINE(name, type, parameters, arguments)                                                            \
  static type(*real_##name) parameters;                                                                      \
  static type marked_##name parameters {                                                                     \
    smr_rt_inside_begin(__builtin_dwarf_cfa());                                                              \
    smr_rt_count_begin();                                                                                    \
    type result = real_##name arguments;                                                                     \
    smr_rt_count_end();                                                                                      \
    smr_rt_inside_end();                                                                                     \
    return result;                                                                                           \
  }
ROUTINES(DEFINE)

#define WRAP(name, type, parameters, arguments)                                                              \
  if (!strcmp(symbol, #name)) {                                                                              \
    type(*marked) parameters = marked_##name;                                                                \
    void *wrapper;                                                                                           \
    memcpy(&real_##name, &routine, sizeof routine);                                                          \
    memcpy(&wrapper, &marked, sizeof wrapper);                                                               \
    return wrapper;                                                                                          \
  }

void *smr_rt_inside_wrap(const char *symbol, void *routine) {
  ROUTINES(WRAP)
  return NULL;
}
