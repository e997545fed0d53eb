//===- api.h - what is called of CUDA -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Our own declarations, so that nothing here needs NVIDIA's headers; where these are found, a test compiles
// the tables below against them (test/gpu/headers.c), with their types in the place of ours.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_API_H
#define SMR_RUNTIME_GPU_API_H
#include "runtime/gpu/routines.def"
#include <stddef.h>
#include <stdint.h>

#ifndef SMR_GPU_TYPES // the test gives its own
typedef int SmrCudaStatus, SmrCudaCopyKind, SmrCudaType;
typedef int SmrCublasStatus, SmrCublasForm, SmrCublasFill, SmrCublasSide, SmrCublasDiagonal, SmrCublasMath,
    SmrCublasCompute, SmrCublasAlgorithm;
typedef struct SmrCudaStreamState *SmrCudaStream;
typedef struct SmrCudaEventState *SmrCudaEvent;
typedef struct SmrCublasState *SmrCublas;
typedef struct SmrCublasXtState *SmrCublasXt;
/// Where memory lies. (What is reserved there since version 13, and not before, is more than either has.)
typedef struct {
  int type, device;
  void *on_device, *on_host;
  long reserved[16];
} SmrCudaPointer;
typedef struct {
  float re, im;
} SmrComplexF32;
typedef struct {
  double re, im;
} SmrComplexF64;
#endif

// clang-format off
/// Ours, the value, NVIDIA's name.
#define SMR_GPU_CONSTANTS(X)                                                                                 \
  X(SMR_CUDA_OK, 0, cudaSuccess)                                                                             \
  X(SMR_CUDA_INVALID, 1, cudaErrorInvalidValue)                                                              \
  X(SMR_CUDA_NO_MEMORY, 2, cudaErrorMemoryAllocation)                                                        \
  X(SMR_CUDA_OLD_DRIVER, 35, cudaErrorInsufficientDriver)                                                    \
  X(SMR_CUDA_NO_DEVICE, 100, cudaErrorNoDevice)                                                              \
  X(SMR_CUDA_NOT_READY, 600, cudaErrorNotReady)                                                              \
  X(SMR_CUDA_UP, 1, cudaMemcpyHostToDevice)                                                                  \
  X(SMR_CUDA_DOWN, 2, cudaMemcpyDeviceToHost)                                                                \
  X(SMR_CUDA_PINNED, 1, cudaMemoryTypeHost)                                                                  \
  X(SMR_CUDA_STREAM_ALONE, 1, cudaStreamNonBlocking)                                                         \
  X(SMR_CUDA_EVENT_PLAIN, 2, cudaEventDisableTiming)                                                         \
  X(SMR_CUDA_F32, 0, CUDA_R_32F)                                                                             \
  X(SMR_CUDA_F64, 1, CUDA_R_64F)                                                                             \
  X(SMR_CUDA_C32, 4, CUDA_C_32F)                                                                             \
  X(SMR_CUDA_C64, 5, CUDA_C_64F)                                                                             \
  X(SMR_CUBLAS_OK, 0, CUBLAS_STATUS_SUCCESS)                                                                 \
  X(SMR_CUBLAS_NOT_READY, 1, CUBLAS_STATUS_NOT_INITIALIZED)                                                  \
  X(SMR_CUBLAS_NO_MEMORY, 3, CUBLAS_STATUS_ALLOC_FAILED)                                                     \
  X(SMR_CUBLAS_UNKNOWN, 15, CUBLAS_STATUS_NOT_SUPPORTED)                                                     \
  X(SMR_CUBLAS_PLAIN, 0, CUBLAS_OP_N)                                                                        \
  X(SMR_CUBLAS_TRANSPOSED, 1, CUBLAS_OP_T)                                                                   \
  X(SMR_CUBLAS_ADJOINT, 2, CUBLAS_OP_C)                                                                      \
  X(SMR_CUBLAS_LOWER, 0, CUBLAS_FILL_MODE_LOWER)                                                             \
  X(SMR_CUBLAS_UPPER, 1, CUBLAS_FILL_MODE_UPPER)                                                             \
  X(SMR_CUBLAS_LEFT, 0, CUBLAS_SIDE_LEFT)                                                                    \
  X(SMR_CUBLAS_RIGHT, 1, CUBLAS_SIDE_RIGHT)                                                                  \
  X(SMR_CUBLAS_ANY_DIAGONAL, 0, CUBLAS_DIAG_NON_UNIT)                                                        \
  X(SMR_CUBLAS_UNIT_DIAGONAL, 1, CUBLAS_DIAG_UNIT)                                                           \
  X(SMR_CUBLAS_PEDANTIC, 2, CUBLAS_PEDANTIC_MATH)                                                            \
  X(SMR_CUBLAS_TF32, 3, CUBLAS_TF32_TENSOR_OP_MATH)                                                          \
  X(SMR_CUBLAS_BF16X9, 4, CUBLAS_FP32_EMULATED_BF16X9_MATH)                                                  \
  X(SMR_CUBLAS_32F_PEDANTIC, 69, CUBLAS_COMPUTE_32F_PEDANTIC)                                                \
  X(SMR_CUBLAS_32F_TF32, 77, CUBLAS_COMPUTE_32F_FAST_TF32)                                                   \
  X(SMR_CUBLAS_32F_BF16X9, 78, CUBLAS_COMPUTE_32F_EMULATED_16BFX9)                                           \
  X(SMR_CUBLAS_64F_PEDANTIC, 71, CUBLAS_COMPUTE_64F_PEDANTIC)                                                         \
  X(SMR_CUBLAS_ANY_ALGORITHM, -1, CUBLAS_GEMM_DEFAULT)

/// F(result, name, parameters)
#define SMR_CUDART_FUNCTIONS(F)                                                                              \
  F(SmrCudaStatus, cudaRuntimeGetVersion, (int *version))                                                    \
  F(SmrCudaStatus, cudaGetDeviceCount, (int *count))                                                         \
  F(SmrCudaStatus, cudaGetDevice, (int *device))                                                             \
  F(SmrCudaStatus, cudaSetDevice, (int device))                                                              \
  F(SmrCudaStatus, cudaMemGetInfo, (size_t *free, size_t *total))                                            \
  F(SmrCudaStatus, cudaMalloc, (void **at, size_t bytes))                                                    \
  F(SmrCudaStatus, cudaFree, (void *at))                                                                     \
  F(SmrCudaStatus, cudaMallocHost, (void **at, size_t bytes))                                                \
  F(SmrCudaStatus, cudaFreeHost, (void *at))                                                                 \
  F(SmrCudaStatus, cudaMemcpyAsync, (void *to, const void *from, size_t bytes, SmrCudaCopyKind, SmrCudaStream)) \
  F(SmrCudaStatus, cudaMemcpy2DAsync,                                                                        \
    (void *to, size_t to_step, const void *from, size_t from_step, size_t row, size_t rows, SmrCudaCopyKind, \
     SmrCudaStream))                                                                                         \
  F(SmrCudaStatus, cudaPointerGetAttributes, (SmrCudaPointer *, const void *at))                             \
  F(SmrCudaStatus, cudaHostRegister, (void *at, size_t bytes, unsigned flags))                               \
  F(SmrCudaStatus, cudaHostUnregister, (void *at))                                                           \
  F(SmrCudaStatus, cudaStreamCreateWithFlags, (SmrCudaStream *, unsigned flags))                             \
  F(SmrCudaStatus, cudaStreamDestroy, (SmrCudaStream))                                                       \
  F(SmrCudaStatus, cudaStreamSynchronize, (SmrCudaStream))                                                   \
  F(SmrCudaStatus, cudaStreamWaitEvent, (SmrCudaStream, SmrCudaEvent, unsigned flags))                       \
  F(SmrCudaStatus, cudaEventCreateWithFlags, (SmrCudaEvent *, unsigned flags))                               \
  F(SmrCudaStatus, cudaEventDestroy, (SmrCudaEvent))                                                         \
  F(SmrCudaStatus, cudaEventRecord, (SmrCudaEvent, SmrCudaStream))                                           \
  F(SmrCudaStatus, cudaEventQuery, (SmrCudaEvent))                                                           \
  F(SmrCudaStatus, cudaEventSynchronize, (SmrCudaEvent))                                                     \
  F(SmrCudaStatus, cudaGetLastError, (void))                                                                 \
  F(const char *, cudaGetErrorString, (SmrCudaStatus))

/// Of the version that has interfaces of 64 bits, 12 or later. Matrices are column-major.
#define SMR_CUBLAS_FUNCTIONS(F)                                                                              \
  F(SmrCublasStatus, cublasCreate_v2, (SmrCublas *))                                                         \
  F(SmrCublasStatus, cublasDestroy_v2, (SmrCublas))                                                          \
  F(SmrCublasStatus, cublasGetVersion_v2, (SmrCublas, int *version))                                         \
  F(SmrCublasStatus, cublasSetStream_v2, (SmrCublas, SmrCudaStream))                                         \
  F(SmrCublasStatus, cublasSetMathMode, (SmrCublas, SmrCublasMath))                                          \
  F(SmrCublasStatus, cublasGemmEx_64,                                                                        \
    (SmrCublas, SmrCublasForm, SmrCublasForm, int64_t m, int64_t n, int64_t k, const void *alpha,            \
     const void *a, SmrCudaType, int64_t lda, const void *b, SmrCudaType, int64_t ldb, const void *beta,     \
     void *c, SmrCudaType, int64_t ldc, SmrCublasCompute, SmrCublasAlgorithm))                               \
  SMR_GPU_CUBLAS_REAL(SMR_CUBLAS_FUNCTION, F, S, s) SMR_GPU_CUBLAS_REAL(SMR_CUBLAS_FUNCTION, F, D, d)        \
  SMR_GPU_CUBLAS_COMPLEX(SMR_CUBLAS_FUNCTION, F, C, c) SMR_GPU_CUBLAS_COMPLEX(SMR_CUBLAS_FUNCTION, F, Z, z)  \
  SMR_GPU_CUBLAS_PUT(SMR_CUBLAS_FUNCTION, F, C, c) SMR_GPU_CUBLAS_PUT(SMR_CUBLAS_FUNCTION, F, Z, z)

/// Of routines.def's routines, for the type of numbers `t`.
#define SMR_CUBLAS_FUNCTION(KIND, name, result, work, F, P, t)                                               \
  F(SmrCublasStatus, cublas##P##name##_v2_64, SMR_CUBLAS_PARAMETERS(KIND, result, t))
#define SMR_CUBLAS_PARAMETERS(KIND, result, t)                                                               \
  (SmrCublas cublas SMR_GPU_ARGUMENTS_##KIND(SMR_GPU_NEXT, SMR_GPU_NEXT, SMR_GPU_NEXT, SMR_CUBLAS, t)        \
       SMR_CUBLAS_##result(t))
#define SMR_CUBLAS_VOID(t)
#define SMR_CUBLAS_NUMBER(t) , SMR_GPU_ITS_##t *result
#define SMR_CUBLAS_PUT(t) , SMR_GPU_ITS_##t *result
#define SMR_CUBLAS_FLAG(t, use, name, k) SMR_CUBLAS_FLAG_##use name
#define SMR_CUBLAS_FLAG_form SmrCublasForm
#define SMR_CUBLAS_FLAG_fill SmrCublasFill
#define SMR_CUBLAS_FLAG_side SmrCublasSide
#define SMR_CUBLAS_FLAG_diagonal SmrCublasDiagonal
#define SMR_CUBLAS_SIZE(t, use, name, k) int64_t name
#define SMR_CUBLAS_FACTOR(t, use, name, k) const SMR_GPU_##use##_##t *name
#define SMR_CUBLAS_ARRAY(t, use, name, k) SMR_CUBLAS_##use(SMR_GPU_ITS_##t, name)
#define SMR_CUBLAS_READ(T, name) const T *name, int64_t s##name
#define SMR_CUBLAS_WRITE(T, name) T *name, int64_t s##name
#define SMR_CUBLAS_TWICE(T, name) SMR_CUBLAS_READ(T, name), T *to, int64_t sto
#define SMR_GPU_ITS_s float
#define SMR_GPU_ITS_d double
#define SMR_GPU_ITS_c SmrComplexF32
#define SMR_GPU_ITS_z SmrComplexF64
#define SMR_GPU_REAL_c float
#define SMR_GPU_REAL_z double

/// For arrays that the device has no room for: they stay on the host, and it comes and goes with tiles.
#define SMR_CUBLASXT_FUNCTIONS(F)                                                                            \
  F(SmrCublasStatus, cublasXtCreate, (SmrCublasXt *))                                                        \
  F(SmrCublasStatus, cublasXtDestroy, (SmrCublasXt))                                                         \
  F(SmrCublasStatus, cublasXtDeviceSelect, (SmrCublasXt, int count, int *devices))                           \
  F(SmrCublasStatus, cublasXtSgemm,                                                                          \
    (SmrCublasXt, SmrCublasForm, SmrCublasForm, size_t m, size_t n, size_t k, const float *alpha,            \
     const float *a, size_t lda, const float *b, size_t ldb, const float *beta, float *c, size_t ldc))       \
  F(SmrCublasStatus, cublasXtDgemm,                                                                          \
    (SmrCublasXt, SmrCublasForm, SmrCublasForm, size_t m, size_t n, size_t k, const double *alpha,           \
     const double *a, size_t lda, const double *b, size_t ldb, const double *beta, double *c, size_t ldc))
// clang-format on

#define SMR_GPU_CONSTANT(name, value, theirs) name = (value),
enum { SMR_GPU_CONSTANTS(SMR_GPU_CONSTANT) SMR_GPU_CONSTANTS_END };
#undef SMR_GPU_CONSTANT

#define SMR_GPU_FIELD(result, name, parameters) result(*name) parameters;
typedef struct {
  SMR_CUDART_FUNCTIONS(SMR_GPU_FIELD)
  SMR_CUBLAS_FUNCTIONS(SMR_GPU_FIELD)
  SMR_CUBLASXT_FUNCTIONS(SMR_GPU_FIELD)
} SmrGpuApi;
#undef SMR_GPU_FIELD

/// Opens cudart and cuBLAS: what SMR_CUDA_LIBRARIES lists (paths, separated by colons), else the loader's,
/// else those below CUDA_HOME. False: a line in `reason` says what is missing or wrong. They stay open.
int smr_gpu_open(SmrGpuApi *api, char *reason, size_t size);
/// Has the program loaded CUDA's driver itself (or what SMR_CUDA_LIBRARIES names first)?
int smr_gpu_is_in_use(void);
#endif
