//===- lt_api.h - what is called of cuBLASLt ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// As in api.h: our own declarations, which test/gpu/headers compiles against NVIDIA's where these are.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_LT_API_H
#define SMR_RUNTIME_GPU_LT_API_H
#include "runtime/gpu/api.h"

#ifndef SMR_GPU_TYPES // the test gives its own
typedef int SmrLtDescAttribute, SmrLtLayoutAttribute, SmrLtPreferenceAttribute;
typedef struct SmrLtState *SmrLt;
typedef struct SmrLtDescState *SmrLtDesc;
typedef struct SmrLtLayoutState *SmrLtLayout;
typedef struct SmrLtPreferenceState *SmrLtPreference;
typedef struct {
  uint64_t data[8];
} SmrLtAlgorithm;
typedef struct {
  SmrLtAlgorithm algo;
  size_t workspaceSize;
  SmrCublasStatus state;
  float wavesCount;
  int reserved[4];
} SmrLtChoice;
#endif

// clang-format off
/// Ours, the value, NVIDIA's name.
#define SMR_LT_CONSTANTS(X)                                                                                  \
  X(SMR_CUDA_F16, 2, CUDA_R_16F)                                                                             \
  X(SMR_CUDA_BF16, 14, CUDA_R_16BF)                                                                          \
  X(SMR_CUBLAS_INVALID, 7, CUBLAS_STATUS_INVALID_VALUE)                                                      \
  X(SMR_CUBLAS_OTHER_DEVICE, 8, CUBLAS_STATUS_ARCH_MISMATCH)                                                 \
  X(SMR_CUBLAS_32F, 68, CUBLAS_COMPUTE_32F)                                                                  \
  X(SMR_LT_FORM_A, 3, CUBLASLT_MATMUL_DESC_TRANSA)                                                           \
  X(SMR_LT_FORM_B, 4, CUBLASLT_MATMUL_DESC_TRANSB)                                                           \
  X(SMR_LT_EPILOG, 7, CUBLASLT_MATMUL_DESC_EPILOGUE)                                                         \
  X(SMR_LT_BIAS_AT, 8, CUBLASLT_MATMUL_DESC_BIAS_POINTER)                                                    \
  X(SMR_LT_BIAS_STRIDE, 10, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE)                                          \
  X(SMR_LT_BATCH, 5, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT)                                                     \
  X(SMR_LT_BATCH_STRIDE, 6, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET)                                     \
  X(SMR_LT_WORKSPACE, 1, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES)                                           \
  X(SMR_LT_REDUCTIONS, 3, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK)                                        \
  X(SMR_LT_ALIGNED_A, 5, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES)                                         \
  X(SMR_LT_ALIGNED_B, 6, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES)                                         \
  X(SMR_LT_ALIGNED_C, 7, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES)                                         \
  X(SMR_LT_ALIGNED_D, 8, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES)                                         \
  X(SMR_LT_REDUCE_IN_PLACE, 1, CUBLASLT_REDUCTION_SCHEME_INPLACE)                                            \
  X(SMR_LT_REDUCE_IN_COMPUTE_TYPE, 2, CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE)                                \
  X(SMR_LT_PLAIN, 1, CUBLASLT_EPILOGUE_DEFAULT)                                                              \
  X(SMR_LT_RELU, 2, CUBLASLT_EPILOGUE_RELU)                                                                  \
  X(SMR_LT_BIAS, 4, CUBLASLT_EPILOGUE_BIAS)                                                                  \
  X(SMR_LT_RELU_BIAS, 6, CUBLASLT_EPILOGUE_RELU_BIAS)                                                        \
  X(SMR_LT_GELU, 32, CUBLASLT_EPILOGUE_GELU)                                                                 \
  X(SMR_LT_GELU_BIAS, 36, CUBLASLT_EPILOGUE_GELU_BIAS)

/// F(result, name, parameters). Matrices are column-major; D = epilog(alpha * A * B + beta * C + bias), a bias
/// has a number for each row of D.
#define SMR_LT_FUNCTIONS(F)                                                                                  \
  F(SmrCublasStatus, cublasLtCreate, (SmrLt *))                                                              \
  F(SmrCublasStatus, cublasLtDestroy, (SmrLt))                                                               \
  F(SmrCublasStatus, cublasLtMatmulDescCreate, (SmrLtDesc *, SmrCublasCompute, SmrCudaType scale))           \
  F(SmrCublasStatus, cublasLtMatmulDescDestroy, (SmrLtDesc))                                                 \
  F(SmrCublasStatus, cublasLtMatmulDescSetAttribute,                                                         \
    (SmrLtDesc, SmrLtDescAttribute, const void *from, size_t bytes))                                         \
  F(SmrCublasStatus, cublasLtMatrixLayoutCreate,                                                             \
    (SmrLtLayout *, SmrCudaType, uint64_t rows, uint64_t columns, int64_t step))                             \
  F(SmrCublasStatus, cublasLtMatrixLayoutDestroy, (SmrLtLayout))                                             \
  F(SmrCublasStatus, cublasLtMatrixLayoutSetAttribute,                                                       \
    (SmrLtLayout, SmrLtLayoutAttribute, const void *from, size_t bytes))                                     \
  F(SmrCublasStatus, cublasLtMatmulPreferenceCreate, (SmrLtPreference *))                                    \
  F(SmrCublasStatus, cublasLtMatmulPreferenceDestroy, (SmrLtPreference))                                     \
  F(SmrCublasStatus, cublasLtMatmulPreferenceSetAttribute,                                                   \
    (SmrLtPreference, SmrLtPreferenceAttribute, const void *from, size_t bytes))                             \
  F(SmrCublasStatus, cublasLtMatmulAlgoGetHeuristic,                                                         \
    (SmrLt, SmrLtDesc, SmrLtLayout a, SmrLtLayout b, SmrLtLayout c, SmrLtLayout d, SmrLtPreference,          \
     int wanted, SmrLtChoice *choices, int *count))                                                          \
  F(SmrCublasStatus, cublasLtMatmul,                                                                         \
    (SmrLt, SmrLtDesc, const void *alpha, const void *a, SmrLtLayout, const void *b, SmrLtLayout,            \
     const void *beta, const void *c, SmrLtLayout, void *d, SmrLtLayout, const SmrLtAlgorithm *,             \
     void *workspace, size_t bytes, SmrCudaStream))
// clang-format on

#define SMR_LT_CONSTANT(name, value, theirs) name = (value),
enum { SMR_LT_CONSTANTS(SMR_LT_CONSTANT) SMR_LT_CONSTANTS_END };
#undef SMR_LT_CONSTANT

#define SMR_LT_FIELD(result, name, parameters) result(*name) parameters;
typedef struct {
  SMR_LT_FUNCTIONS(SMR_LT_FIELD)
} SmrLtApi;
#undef SMR_LT_FIELD

/// Finds it in the libraries that smr_gpu_open has opened. False: `reason` says what is missing.
int smr_gpu_open_lt(SmrLtApi *api, char *reason, size_t size);
#endif
