//===- blas_name.h - what BLAS exports ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_BLAS_NAME_H
#define SMR_BASE_BLAS_NAME_H
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Does BLAS export the name (ddot_, cblas_ddot)?
bool smr_is_blas_name(const char *name);
/// … and reads memory alone? (Of those that pairs call; of others false.)
bool smr_blas_only_reads(const char *name);

#ifdef __cplusplus
}
#endif
#endif
