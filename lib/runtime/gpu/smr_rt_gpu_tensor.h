//===- smr_rt_gpu_tensor.h - kernels over tensors where a GPU may make them ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The kernels of smr_rt_tensor.h that have an equal on a GPU: the same descriptors of arrays in the host's
// memory, the same statuses, the same results. `mode` is what the op was marked with when the graph was
// rewritten (`smr_rt.gpu`, from pypm-rewrite's option gpu=off|auto|on): 0 off, 1 auto, 2 on, as --smr-gpu has
// it for code; SMR_GPU=off|auto|on|lazy counts more, and with SMR_RT=off or mode 0 the CPU's kernel runs. In
// a region (smr_rt_gpu.h) these are wrapped routines: what they read may still be on the device.
//
// Which calls go there: runtime/gpu/README.md. For all others the CPU's kernel runs, and SMR_RT=verbose says
// why, once for each reason.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_SMR_RT_GPU_TENSOR_H
#define SMR_RUNTIME_GPU_SMR_RT_GPU_TENSOR_H
#if __has_include("smr_rt_tensor.h") // installed, they lie beside each other
#include "smr_rt_tensor.h"
#else
#include "runtime/smr_rt_tensor.h"
#endif
#ifdef __cplusplus
extern "C" {
#endif

int smr_rt_gpu_linear_f32(int mode, const SmrRtProduct *product);
int smr_rt_gpu_linear_f64(int mode, const SmrRtProduct *product);
int smr_rt_gpu_linear_bf16(int mode, const SmrRtProduct *product);
int smr_rt_gpu_linear_f16(int mode, const SmrRtProduct *product);
int smr_rt_gpu_bmm_f32(int mode, const SmrRtProduct *product);
int smr_rt_gpu_bmm_f64(int mode, const SmrRtProduct *product);
int smr_rt_gpu_bmm_bf16(int mode, const SmrRtProduct *product);
int smr_rt_gpu_bmm_f16(int mode, const SmrRtProduct *product);
/// cuDNN's has 16 bits: of floats and doubles the CPU's runs. Its weights are rounded to 16 bits, too, before
/// they are multiplied by v.
int smr_rt_gpu_attention_f32(int mode, const SmrRtAttention *attention);
int smr_rt_gpu_attention_f64(int mode, const SmrRtAttention *attention);
int smr_rt_gpu_attention_bf16(int mode, const SmrRtAttention *attention);
int smr_rt_gpu_attention_f16(int mode, const SmrRtAttention *attention);

#ifdef __cplusplus
}
#endif
#endif
