//===- headers.c - our declarations of CUDA against NVIDIA's -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Compiled, never run, where CUDA's headers are: each function's type and each constant's value.
//===----------------------------------------------------------------------===//
#include <cublasXt.h>
#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#define SMR_GPU_TYPES
typedef cudaError_t SmrCudaStatus;
typedef enum cudaMemcpyKind SmrCudaCopyKind;
typedef cudaDataType SmrCudaType;
typedef cublasStatus_t SmrCublasStatus;
typedef cublasOperation_t SmrCublasForm;
typedef cublasFillMode_t SmrCublasFill;
typedef cublasSideMode_t SmrCublasSide;
typedef cublasDiagType_t SmrCublasDiagonal;
typedef cublasMath_t SmrCublasMath;
typedef cublasComputeType_t SmrCublasCompute;
typedef cublasGemmAlgo_t SmrCublasAlgorithm;
typedef cudaStream_t SmrCudaStream;
typedef cudaEvent_t SmrCudaEvent;
typedef cublasHandle_t SmrCublas;
typedef cublasXtHandle_t SmrCublasXt;
typedef cuComplex SmrComplexF32;
typedef cuDoubleComplex SmrComplexF64;
#include "runtime/gpu/api.h"

#define ASSIGN(result, name, parameters) result(*const ours_##name) parameters = name;
SMR_CUDART_FUNCTIONS(ASSIGN)
SMR_CUBLAS_FUNCTIONS(ASSIGN)
SMR_CUBLASXT_FUNCTIONS(ASSIGN)

#define EQUAL(ours, value, theirs) _Static_assert((int)(ours) == (int)(theirs), #theirs);
SMR_GPU_CONSTANTS(EQUAL)

// We pass enumerations as int.
#define AS_INT(type) _Static_assert(sizeof(type) == sizeof(int), #type);
AS_INT(cudaError_t)
AS_INT(enum cudaMemcpyKind)
AS_INT(cudaDataType)
AS_INT(cublasStatus_t)
AS_INT(cublasOperation_t)
AS_INT(cublasFillMode_t)
AS_INT(cublasSideMode_t)
AS_INT(cublasDiagType_t)
AS_INT(cublasMath_t)
AS_INT(cublasComputeType_t)
AS_INT(cublasGemmAlgo_t)
_Static_assert(sizeof(cuComplex) == 2 * sizeof(float) && sizeof(cuDoubleComplex) == 2 * sizeof(double),
               "pairs");
