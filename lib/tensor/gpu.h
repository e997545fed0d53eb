//===- gpu.h - which kernels of a graph may run on a GPU ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TENSOR_GPU_H
#define SMR_TENSOR_GPU_H
#include "tensor/rewrite.h"

/// As --smr-gpu for code; the numbers are those of runtime/gpu/smr_rt_gpu_tensor.h.
typedef enum { SMR_TENSOR_GPU_OFF, SMR_TENSOR_GPU_AUTO, SMR_TENSOR_GPU_ON } SmrTensorGpu;

/// On a kernel: "auto" or "on", how it may be called; "off": it stays. It says nothing of what the op
/// computes.
#define SMR_TENSOR_GPU "smr_rt.gpu"

/// Marks each kernel of libsmr_rt in the operation's regions that is not marked yet: may it go, for a GPU
/// makes it equally? Notes that, or why not. exact: none may.
void smr_tensor_gpu(MlirOperation op, SmrTensorGpu gpu, bool exact, SmrTensorReport *report);
#endif
