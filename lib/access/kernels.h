//===- kernels.h - convolutions, products and pooling as access patterns -===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each function adds a term (figure 2 of the paper, generalised) over declared tensors to a program. False
// after an error: a tensor is not declared, its dimensions do not fit.
//===----------------------------------------------------------------------===//
#ifndef SMR_ACCESS_KERNELS_H
#define SMR_ACCESS_KERNELS_H
#include "access/access.h"

#define SMR_ACCESS_MAX_SPATIAL 3

/// How windows move, for each of the spatial dimensions.
typedef struct {
  uint32_t spatial;   // how many there are
  bool channels_last; // images are (N, spatial…, C), not (N, C, spatial…)
  int64_t strides[SMR_ACCESS_MAX_SPATIAL], dilations[SMR_ACCESS_MAX_SPATIAL]; // 0 is 1
  int64_t before[SMR_ACCESS_MAX_SPATIAL], after[SMR_ACCESS_MAX_SPATIAL];      // rows of zeros around
} SmrAccessWindows;

/// A convolution: images with weights (F, C / groups, window…), or, with channels last, (window…, C / groups,
/// F). The result is (N, F, spatial…) or (N, spatial…, F). Groups (0 is 1) divide C and F.
bool smr_access_add_conv(SmrAccess *access, const char *name, const char *images, const char *weights,
                         const SmrAccessWindows *windows, int64_t groups, SmrDiag *diag);

/// The sum (REDUCE_SUM) or maximum (REDUCE_MAX: without padding) over windows of that size, for each channel.
bool smr_access_add_pool(SmrAccess *access, const char *name, const char *images, const int64_t *size,
                         const SmrAccessWindows *windows, SmrAccessOp reduce, SmrDiag *diag);

/// A product of matrices: (m, k) with (k, n), each stored the other way round where `transposed`; of
/// tensors of rank 3, one for each index of their first dimension.
bool smr_access_add_product(SmrAccess *access, const char *name, const char *left, bool left_transposed,
                            const char *right, bool right_transposed, SmrDiag *diag);
#endif
