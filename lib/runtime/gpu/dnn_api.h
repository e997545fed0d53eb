//===- dnn_api.h - what is called of cuDNN ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// As in api.h: our own declarations, which test/gpu/headers compiles against NVIDIA's where these are. Of
// cuDNN only the graph interface is used: descriptors with attributes, which are finalized.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_DNN_API_H
#define SMR_RUNTIME_GPU_DNN_API_H
#include "runtime/gpu/api.h"

#ifndef SMR_GPU_TYPES // the test gives its own
typedef int SmrDnnStatus, SmrDnnKind, SmrDnnAttribute, SmrDnnType;
typedef struct SmrDnnState *SmrDnn;
#endif
typedef void *SmrDnnDescriptor;

// clang-format off
/// Ours, the value, NVIDIA's name.
#define SMR_DNN_CONSTANTS(X)                                                                                 \
  X(SMR_DNN_OK, 0, CUDNN_STATUS_SUCCESS)                                                                     \
  X(SMR_DNN_BAD, 2000, CUDNN_STATUS_BAD_PARAM)                                                               \
  X(SMR_DNN_UNKNOWN, 3000, CUDNN_STATUS_NOT_SUPPORTED)                                                       \
  X(SMR_DNN_BROKEN, 4000, CUDNN_STATUS_INTERNAL_ERROR)                                                       \
  X(SMR_DNN_F32, 0, CUDNN_DATA_FLOAT)                                                                        \
  X(SMR_DNN_F16, 2, CUDNN_DATA_HALF)                                                                         \
  X(SMR_DNN_BF16, 9, CUDNN_DATA_BFLOAT16)                                                                    \
  X(SMR_DNN_BY_ESTIMATE, 3, CUDNN_HEUR_MODE_A)                                                               \
  X(SMR_DNN_HANDLES, 0, CUDNN_TYPE_HANDLE)                                                                   \
  X(SMR_DNN_TYPES, 1, CUDNN_TYPE_DATA_TYPE)                                                                  \
  X(SMR_DNN_BOOLEANS, 2, CUDNN_TYPE_BOOLEAN)                                                                 \
  X(SMR_DNN_INTEGERS, 3, CUDNN_TYPE_INT64)                                                                   \
  X(SMR_DNN_POINTERS, 6, CUDNN_TYPE_VOID_PTR)                                                                \
  X(SMR_DNN_MODES, 8, CUDNN_TYPE_HEUR_MODE)                                                                  \
  X(SMR_DNN_DESCRIPTORS, 15, CUDNN_TYPE_BACKEND_DESCRIPTOR)                                                  \
  X(SMR_DNN_CONFIG, 3, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR)                                                   \
  X(SMR_DNN_CHOICE, 4, CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR)                                                  \
  X(SMR_DNN_PLAN, 5, CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR)                                                \
  X(SMR_DNN_GRAPH, 15, CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR)                                              \
  X(SMR_DNN_PACK, 16, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR)                                                 \
  X(SMR_DNN_TENSOR, 17, CUDNN_BACKEND_TENSOR_DESCRIPTOR)                                                     \
  X(SMR_DNN_ATTENTION, 41, CUDNN_BACKEND_OPERATION_SDPA_FWD_DESCRIPTOR)                                      \
  X(SMR_DNN_CHOICE_MODE, 200, CUDNN_ATTR_ENGINEHEUR_MODE)                                                    \
  X(SMR_DNN_CHOICE_GRAPH, 201, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH)                                        \
  X(SMR_DNN_CHOICE_RESULTS, 202, CUDNN_ATTR_ENGINEHEUR_RESULTS)                                              \
  X(SMR_DNN_PLAN_HANDLE, 400, CUDNN_ATTR_EXECUTION_PLAN_HANDLE)                                              \
  X(SMR_DNN_PLAN_CONFIG, 401, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG)                                       \
  X(SMR_DNN_PLAN_WORKSPACE, 402, CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE)                                   \
  X(SMR_DNN_GRAPH_HANDLE, 800, CUDNN_ATTR_OPERATIONGRAPH_HANDLE)                                             \
  X(SMR_DNN_GRAPH_OPS, 801, CUDNN_ATTR_OPERATIONGRAPH_OPS)                                                   \
  X(SMR_DNN_TENSOR_ALIGNED, 900, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT)                                           \
  X(SMR_DNN_TENSOR_TYPE, 901, CUDNN_ATTR_TENSOR_DATA_TYPE)                                                   \
  X(SMR_DNN_TENSOR_SIZES, 902, CUDNN_ATTR_TENSOR_DIMENSIONS)                                                 \
  X(SMR_DNN_TENSOR_STRIDES, 903, CUDNN_ATTR_TENSOR_STRIDES)                                                  \
  X(SMR_DNN_TENSOR_ID, 906, CUDNN_ATTR_TENSOR_UNIQUE_ID)                                                     \
  X(SMR_DNN_TENSOR_BY_VALUE, 908, CUDNN_ATTR_TENSOR_IS_BY_VALUE)                                             \
  X(SMR_DNN_PACK_IDS, 1000, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS)                                              \
  X(SMR_DNN_PACK_POINTERS, 1001, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS)                                      \
  X(SMR_DNN_PACK_WORKSPACE, 1003, CUDNN_ATTR_VARIANT_PACK_WORKSPACE)

/// Of the operation, which a cuDNN older than 9.13 does not have.
#define SMR_DNN_ATTENTION_CONSTANTS(X)                                                                       \
  X(SMR_DNN_ATTENTION_Q, 2800, CUDNN_ATTR_OPERATION_SDPA_FWD_QDESC)                                          \
  X(SMR_DNN_ATTENTION_K, 2801, CUDNN_ATTR_OPERATION_SDPA_FWD_KDESC)                                          \
  X(SMR_DNN_ATTENTION_V, 2802, CUDNN_ATTR_OPERATION_SDPA_FWD_VDESC)                                          \
  X(SMR_DNN_ATTENTION_OUT, 2803, CUDNN_ATTR_OPERATION_SDPA_FWD_ODESC)                                        \
  X(SMR_DNN_ATTENTION_SCALE, 2805, CUDNN_ATTR_OPERATION_SDPA_FWD_SCALEDESC)

/// F(result, name, parameters)
#define SMR_DNN_FUNCTIONS(F)                                                                                 \
  F(size_t, cudnnGetVersion, (void))                                                                         \
  F(SmrDnnStatus, cudnnCreate, (SmrDnn *))                                                                   \
  F(SmrDnnStatus, cudnnDestroy, (SmrDnn))                                                                    \
  F(SmrDnnStatus, cudnnSetStream, (SmrDnn, SmrCudaStream))                                                   \
  F(SmrDnnStatus, cudnnBackendCreateDescriptor, (SmrDnnKind, SmrDnnDescriptor *))                            \
  F(SmrDnnStatus, cudnnBackendDestroyDescriptor, (SmrDnnDescriptor))                                         \
  F(SmrDnnStatus, cudnnBackendFinalize, (SmrDnnDescriptor))                                                  \
  F(SmrDnnStatus, cudnnBackendSetAttribute,                                                                  \
    (SmrDnnDescriptor, SmrDnnAttribute, SmrDnnType, int64_t count, const void *elements))                    \
  F(SmrDnnStatus, cudnnBackendGetAttribute,                                                                  \
    (SmrDnnDescriptor, SmrDnnAttribute, SmrDnnType, int64_t wanted, int64_t *count, void *elements))         \
  F(SmrDnnStatus, cudnnBackendExecute, (SmrDnn, SmrDnnDescriptor plan, SmrDnnDescriptor pack))
// clang-format on

#define SMR_DNN_CONSTANT(name, value, theirs) name = (value),
enum {
  SMR_DNN_CONSTANTS(SMR_DNN_CONSTANT) SMR_DNN_ATTENTION_CONSTANTS(SMR_DNN_CONSTANT) SMR_DNN_CONSTANTS_END
};
#undef SMR_DNN_CONSTANT

#define SMR_DNN_FIELD(result, name, parameters) result(*name) parameters;
typedef struct {
  SMR_DNN_FUNCTIONS(SMR_DNN_FIELD)
} SmrDnnApi;
#undef SMR_DNN_FIELD

/// Finds it among the libraries that smr_gpu_open has opened, else where it looked for those. False: `reason`
/// says what is missing or too old.
int smr_gpu_open_dnn(SmrDnnApi *api, char *reason, size_t size);
#endif
