//===- routines.h - the routines of BLAS that a GPU may serve -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Those that runtime/gpu/routines.def has (a test compares the two). A routine that is not here is an access
// of the host.
//===----------------------------------------------------------------------===//
#ifndef SMR_RESIDENCY_ROUTINES_H
#define SMR_RESIDENCY_ROUTINES_H
#include <stdbool.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  char name[12];            // dgemm
  unsigned count, place[3]; // which arguments are arrays, from 0
  bool reads[3], writes[3];
  unsigned result; // the argument that a number is returned in, by the host; 0: none
} SmrStayRoutine;

/// By the name as it stands in an object: dgemm_, cblas_dgemm.
bool smr_stay_routine(const char *symbol, SmrStayRoutine *out);

#ifdef __cplusplus
}
#endif
#endif
