//===- headers.c - our declarations of CUDA against NVIDIA's -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Compiled, never run, where CUDA's headers are: each function's type and each constant's value.
//===----------------------------------------------------------------------===//
#include <cublasLt.h>
#include <cublasXt.h>
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <stddef.h>
#if __has_include(<cudnn_graph.h>) // cuDNN is a package of its own
#include <cudnn_graph.h>
#endif

#define SMR_GPU_TYPES
typedef cudaError_t SmrCudaStatus;
typedef enum cudaMemcpyKind SmrCudaCopyKind;
typedef cudaDataType SmrCudaType;
typedef struct cudaPointerAttributes SmrCudaPointer;
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
typedef cublasLtMatmulDescAttributes_t SmrLtDescAttribute;
typedef cublasLtMatrixLayoutAttribute_t SmrLtLayoutAttribute;
typedef cublasLtMatmulPreferenceAttributes_t SmrLtPreferenceAttribute;
typedef cublasLtHandle_t SmrLt;
typedef cublasLtMatmulDesc_t SmrLtDesc;
typedef cublasLtMatrixLayout_t SmrLtLayout;
typedef cublasLtMatmulPreference_t SmrLtPreference;
typedef cublasLtMatmulAlgo_t SmrLtAlgorithm;
typedef cublasLtMatmulHeuristicResult_t SmrLtChoice;
#include "runtime/gpu/lt_api.h"
#ifdef CUDNN_VERSION
typedef cudnnStatus_t SmrDnnStatus;
typedef cudnnBackendDescriptorType_t SmrDnnKind;
typedef cudnnBackendAttributeName_t SmrDnnAttribute;
typedef cudnnBackendAttributeType_t SmrDnnType;
typedef cudnnHandle_t SmrDnn;
#include "runtime/gpu/dnn_api.h"
#endif

#define ASSIGN(result, name, parameters) result(*const ours_##name) parameters = name;
SMR_CUDART_FUNCTIONS(ASSIGN)
SMR_CUBLAS_FUNCTIONS(ASSIGN)
SMR_CUBLASXT_FUNCTIONS(ASSIGN)
SMR_LT_FUNCTIONS(ASSIGN)
#ifdef CUDNN_VERSION
SMR_DNN_FUNCTIONS(ASSIGN)
#endif

#define EQUAL(ours, value, theirs) _Static_assert((int)(ours) == (int)(theirs), #theirs);
SMR_GPU_CONSTANTS(EQUAL)
SMR_LT_CONSTANTS(EQUAL)
#ifdef CUDNN_VERSION
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // (older versions want the handle)
SMR_DNN_CONSTANTS(EQUAL)
#if CUDNN_VERSION >= 91300
SMR_DNN_ATTENTION_CONSTANTS(EQUAL)
#endif
#endif

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
AS_INT(cublasLtMatmulDescAttributes_t)
AS_INT(cublasLtMatrixLayoutAttribute_t)
AS_INT(cublasLtMatmulPreferenceAttributes_t)
#ifdef CUDNN_VERSION
AS_INT(cudnnStatus_t)
AS_INT(cudnnDataType_t)
AS_INT(cudnnBackendHeurMode_t)
AS_INT(cudnnBackendDescriptorType_t)
AS_INT(cudnnBackendAttributeName_t)
AS_INT(cudnnBackendAttributeType_t)
_Static_assert(sizeof(cudnnBackendDescriptor_t) == sizeof(void *), "descriptor");
#endif
_Static_assert(sizeof(cuComplex) == 2 * sizeof(float) && sizeof(cuDoubleComplex) == 2 * sizeof(double),
               "pairs");

// Structures of theirs that we declare, and what lies in them. (The first one's tail differs by version.)
typedef struct {
  int type, device;
  void *devicePointer, *hostPointer;
  long reserved[16];
} OurPointer;
#define IN_POINTER(field)                                                                                    \
  _Static_assert(offsetof(OurPointer, field) == offsetof(struct cudaPointerAttributes, field), #field);
IN_POINTER(type)
IN_POINTER(device)
IN_POINTER(devicePointer)
IN_POINTER(hostPointer)
_Static_assert(sizeof(OurPointer) >= sizeof(struct cudaPointerAttributes), "pointer");
AS_INT(enum cudaMemoryType)

typedef struct {
  struct {
    uint64_t data[8];
  } algo;
  size_t workspaceSize;
  int state;
  float wavesCount;
  int reserved[4];
} OurChoice;
#define SAME_PLACE(field)                                                                                    \
  _Static_assert(offsetof(OurChoice, field) == offsetof(cublasLtMatmulHeuristicResult_t, field), #field);
SAME_PLACE(algo)
SAME_PLACE(workspaceSize)
SAME_PLACE(state)
_Static_assert(sizeof(OurChoice) == sizeof(cublasLtMatmulHeuristicResult_t), "choice");
