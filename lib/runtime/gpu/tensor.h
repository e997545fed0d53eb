//===- tensor.h - kernels over tensors as calls -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A kernel of smr_rt_tensor.h is a call like one of BLAS' (call.h): it is planned, its operands are looked
// for on the device or uploaded, it is on record until its result has arrived. What is more of it is here.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_TENSOR_H
#define SMR_RUNTIME_GPU_TENSOR_H
#include "runtime/gpu/call.h"
#include "runtime/smr_rt_tensor.h"

enum { SMR_GPU_MOST_STEPS = 4 };

/// What a product's steps are for cuBLASLt.
typedef struct {
  int epilog;     // SMR_LT_PLAIN, SMR_LT_RELU, SMR_LT_GELU; the bias' bit is not in it
  int bias, rest; // the steps that add a vector, a matrix; -1: none
  int exchanged;  // the transposed product is made, so that the result is column-major
  double alpha;
  double most; // the epilog is ours while nothing is greater than that; 0: whatever the numbers are
} SmrGpuProductForm;

typedef struct {
  float scale; // by which scores are multiplied
} SmrGpuAttentionForm;

struct SmrGpuTensor {
  int (*plan)(const SmrGpuCall *call, SmrGpuPlan *plan);
  union {
    SmrRtProduct product; // (without a reason, its steps are those below)
    SmrRtAttention attention;
  };
  SmrRtStep steps[SMR_GPU_MOST_STEPS];
  SmrGpuProductForm form;
  SmrGpuAttentionForm attention_form;
  const char *reason; // why the CPU makes it; NULL: it may be made on the device
  int status;         // of the kernel on the CPU
};

/// The elements of a tensor as rows that lie next to each other, all the same distance apart; what is
/// broadcast lies there once. False: they do not lie so.
int smr_gpu_shape(const SmrRtTensor *tensor, const int64_t sizes[4], int size, SmrGpuShape *shape);
/// A stride of that tensor where the rows are `step` elements apart.
int64_t smr_gpu_stride(const SmrGpuShape *shape, int64_t stride, int64_t step);
int smr_gpu_element_size(char type);

/// Has cuBLASLt a routine that gives the same? NULL, and the form; else why not, in a few words. (That the
/// descriptor is right has been checked.)
const char *smr_gpu_product_form(char type, const SmrRtProduct *product, SmrGpuProductForm *form);
/// Operands: a, b, c, then the bias and the matrix that is added, if there are such.
int smr_gpu_product_plan(const SmrGpuCall *call, SmrGpuPlan *plan);
/// Makes it; a status of cuBLAS'.
int smr_gpu_product_launch(const SmrGpuCall *call, const SmrGpuApi *api, SmrCublas handle,
                           SmrCublasCompute compute, void *const at[], const int64_t step[],
                           SmrGpuNumber *result);

/// Of 16 bits: masks that forbid nothing, and add nothing, are left out.
void smr_gpu_attention_drop_masks(char type, SmrRtAttention *attention);
/// The same for cuDNN. Operands: q, k, v, out.
const char *smr_gpu_attention_form(char type, const SmrRtAttention *attention, SmrGpuAttentionForm *form);
int smr_gpu_attention_plan(const SmrGpuCall *call, SmrGpuPlan *plan);
int smr_gpu_attention_launch(const SmrGpuCall *call, const SmrGpuApi *api, SmrCublas handle,
                             SmrCublasCompute compute, void *const at[], const int64_t step[],
                             SmrGpuNumber *result);
/// Is no sum, and no result, infinite when nothing in q, k and v is greater than that?
int smr_gpu_attention_is_finite(char type, const SmrRtAttention *attention, const SmrGpuAttentionForm *form,
                                const double greatest[3]);

/// The greatest magnitudes of what a planned call reads, by operand; what is on its way back is waited for.
/// False: the device is dead.
int smr_gpu_magnitudes(const SmrGpuCall *call, const SmrGpuPlan *plan, double greatest[]);
/// The greatest magnitude among the elements of a shape, infinite where one is no finite number. type: s, d,
/// b (bfloat16), h (halves).
double smr_gpu_greatest(const SmrGpuShape *shape, char type);

/// Tells those who want to know, once, why the CPU makes calls of a kernel. (Both texts are constants.)
void smr_gpu_stays(const char *symbol, const char *reason);
#endif
