//===- test_real.c - NVIDIA's own libraries take our descriptors ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Where they are; no driver is needed for it. Each attribute that we set, with its type and size.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/dnn_api.h"
#include "runtime/gpu/lt_api.h"
#include "test.h"

static SmrGpuApi api;
static SmrLtApi lt;
static SmrDnnApi dnn;
static int has_lt, has_dnn;

static int open_all(void **state) {
  (void)state;
  char reason[256];
  if (!getenv("CUDA_HOME"))
    setenv("CUDA_HOME", "/usr/local/cuda", 1);
  unsetenv("SMR_CUDA_LIBRARIES");
  has_lt = smr_gpu_open(&api, reason, sizeof reason) && smr_gpu_open_lt(&lt, reason, sizeof reason);
  has_dnn = has_lt && smr_gpu_open_dnn(&dnn, reason, sizeof reason);
  return 0;
}

#define FINE(call) assert_int_equal(call, 0)

TEST(test_lt_attributes) {
  SmrLtDesc desc;
  SmrLtLayout layout;
  SmrLtPreference preference;
  const int32_t form = SMR_CUBLAS_TRANSPOSED;
  const uint32_t epilog = SMR_LT_GELU_BIAS, reductions = SMR_LT_REDUCE_IN_COMPUTE_TYPE, aligned = 16;
  const int64_t stride = 40;
  const uint64_t workspace = 1 << 20;
  void *bias = &layout;
  if (!has_lt)
    skip();
  FINE(lt.cublasLtMatmulDescCreate(&desc, SMR_CUBLAS_32F_PEDANTIC, SMR_CUDA_F32));
  FINE(lt.cublasLtMatmulDescSetAttribute(desc, SMR_LT_FORM_A, &form, sizeof form));
  FINE(lt.cublasLtMatmulDescSetAttribute(desc, SMR_LT_FORM_B, &form, sizeof form));
  FINE(lt.cublasLtMatmulDescSetAttribute(desc, SMR_LT_EPILOG, &epilog, sizeof epilog));
  FINE(lt.cublasLtMatmulDescSetAttribute(desc, SMR_LT_BIAS_AT, &bias, sizeof bias));
  FINE(lt.cublasLtMatmulDescSetAttribute(desc, SMR_LT_BIAS_STRIDE, &stride, sizeof stride));
  FINE(lt.cublasLtMatmulDescDestroy(desc));
  FINE(lt.cublasLtMatrixLayoutCreate(&layout, SMR_CUDA_BF16, 4, 5, 8));
  FINE(lt.cublasLtMatrixLayoutSetAttribute(layout, SMR_LT_BATCH, &form, sizeof form));
  FINE(lt.cublasLtMatrixLayoutSetAttribute(layout, SMR_LT_BATCH_STRIDE, &stride, sizeof stride));
  FINE(lt.cublasLtMatrixLayoutDestroy(layout));
  FINE(lt.cublasLtMatrixLayoutCreate(&layout, SMR_CUDA_F16, 4, 5, 8));
  FINE(lt.cublasLtMatrixLayoutDestroy(layout));
  FINE(lt.cublasLtMatmulPreferenceCreate(&preference));
  FINE(lt.cublasLtMatmulPreferenceSetAttribute(preference, SMR_LT_WORKSPACE, &workspace, sizeof workspace));
  FINE(
      lt.cublasLtMatmulPreferenceSetAttribute(preference, SMR_LT_REDUCTIONS, &reductions, sizeof reductions));
  for (int which = SMR_LT_ALIGNED_A; which <= SMR_LT_ALIGNED_D; which++)
    FINE(lt.cublasLtMatmulPreferenceSetAttribute(preference, which, &aligned, sizeof aligned));
  FINE(lt.cublasLtMatmulPreferenceDestroy(preference));
}

static SmrDnnDescriptor make(SmrDnnKind kind) {
  SmrDnnDescriptor made = NULL;
  FINE(dnn.cudnnBackendCreateDescriptor(kind, &made));
  return made;
}

static void set(SmrDnnDescriptor d, SmrDnnAttribute which, SmrDnnType type, int64_t count, const void *from) {
  FINE(dnn.cudnnBackendSetAttribute(d, which, type, count, from));
}

static SmrDnnDescriptor make_tensor(int64_t id, int element, int by_value) {
  const int64_t sizes[4] = {2, 4, 64, 64}, strides[4] = {16384, 4096, 64, 1}, one[4] = {1, 1, 1, 1},
                alignment = 16;
  const int type = by_value ? SMR_DNN_F32 : element;
  const _Bool yes = 1;
  SmrDnnDescriptor d = make(SMR_DNN_TENSOR);
  set(d, SMR_DNN_TENSOR_TYPE, SMR_DNN_TYPES, 1, &type);
  set(d, SMR_DNN_TENSOR_SIZES, SMR_DNN_INTEGERS, 4, by_value ? one : sizes);
  set(d, SMR_DNN_TENSOR_STRIDES, SMR_DNN_INTEGERS, 4, by_value ? one : strides);
  set(d, SMR_DNN_TENSOR_ID, SMR_DNN_INTEGERS, 1, &id);
  set(d, SMR_DNN_TENSOR_ALIGNED, SMR_DNN_INTEGERS, 1, &alignment);
  if (by_value)
    set(d, SMR_DNN_TENSOR_BY_VALUE, SMR_DNN_BOOLEANS, 1, &yes);
  FINE(dnn.cudnnBackendFinalize(d));
  return d;
}

/// The operation and its graph are complete; the rest wants a device.
static void check_attention(int element) {
  static const SmrDnnAttribute which[5] = {SMR_DNN_ATTENTION_Q, SMR_DNN_ATTENTION_K, SMR_DNN_ATTENTION_V,
                                           SMR_DNN_ATTENTION_OUT, SMR_DNN_ATTENTION_SCALE};
  const int64_t ids[5] = {1, 2, 3, 4, 5};
  void *pointers[5] = {&pointers, &pointers, &pointers, &pointers, &pointers}, *workspace = &pointers;
  SmrDnnDescriptor tensors[5];
  SmrDnnDescriptor op = make(SMR_DNN_ATTENTION), graph = make(SMR_DNN_GRAPH), pack = make(SMR_DNN_PACK);
  for (int k = 0; k < 5; k++) {
    tensors[k] = make_tensor(ids[k], element, k == 4);
    set(op, which[k], SMR_DNN_DESCRIPTORS, 1, &tensors[k]);
  }
  FINE(dnn.cudnnBackendFinalize(op));
  set(graph, SMR_DNN_GRAPH_OPS, SMR_DNN_DESCRIPTORS, 1, &op);
  FINE(dnn.cudnnBackendFinalize(graph));
  set(pack, SMR_DNN_PACK_IDS, SMR_DNN_INTEGERS, 5, ids);
  set(pack, SMR_DNN_PACK_POINTERS, SMR_DNN_POINTERS, 5, pointers);
  set(pack, SMR_DNN_PACK_WORKSPACE, SMR_DNN_POINTERS, 1, &workspace);
  FINE(dnn.cudnnBackendFinalize(pack));
  SmrDnnDescriptor all[] = {pack, graph, op, tensors[0], tensors[1], tensors[2], tensors[3], tensors[4]};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    FINE(dnn.cudnnBackendDestroyDescriptor(all[k]));
}

TEST(test_dnn_attributes) {
  if (!has_dnn)
    skip();
  check_attention(SMR_DNN_BF16);
  check_attention(SMR_DNN_F16);
}

/// Without a driver their starts say no, and nothing else happens.
TEST(test_starts) {
  int devices = 0;
  SmrLt handle = NULL;
  SmrDnn other = NULL;
  if (!has_lt || api.cudaGetDeviceCount(&devices) == SMR_CUDA_OK)
    skip();
  assert_int_equal(lt.cublasLtCreate(&handle), SMR_CUBLAS_NOT_READY);
  if (has_dnn)
    assert_true(dnn.cudnnCreate(&other) != SMR_DNN_OK);
}

TEST_MAIN {
  return test_run(open_all, NULL);
}
