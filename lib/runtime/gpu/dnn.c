//===- dnn.c - attention by cuDNN -----------------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A plan (an operation, the engine that cuDNN chose for it, descriptors that have to live as long) is made
// once for sizes and strides and kept. Grouped queries are several executions of one plan: for each of a
// group's queries, one over all groups. Statuses of cuDNN's that say "not so" leave the call to the CPU; all
// others are errors of the device's, after which nothing is called any more.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/device.h"
#include "runtime/gpu/dnn_api.h"
#include "runtime/gpu/settings.h"
#include "runtime/gpu/tensor.h"
#include <string.h>

enum { MOST_PLANS = 8, MOST_CONFIGS = 8, MOST_PARTS = 8 + 2 * MOST_CONFIGS };
enum { ID_Q = 1, ID_K, ID_V, ID_OUT, ID_SCALE, IDS = 5 };

/// Which plan it is: the elements' type, batch, heads, places, width of each tensor and its strides.
typedef struct {
  int64_t type;
  int64_t sizes[4][4], strides[4][4]; // q, k, v, out
} Key;

typedef struct {
  Key key;
  int is_made; // or it is known that there is none
  SmrDnnDescriptor parts[MOST_PARTS], plan;
  int count;
  int64_t workspace;
} Plan;

static SmrDnnApi dnn;
static SmrDnn handle;
static enum { DNN_CLOSED, DNN_OPEN, DNN_MISSING } state;
static Plan plans[MOST_PLANS];
static int plan_count, next_plan;

/// (Of the library's start, of arguments, of what is not supported; then come the device's.)
static int is_refusal(int status) {
  return status > SMR_DNN_OK && status < SMR_DNN_BROKEN;
}

//--- Start and end ------------------------------------------------------------------------

/// A status; the device is given up where that is an error.
static int passed(int status, const char *function) {
  if (status == SMR_DNN_OK)
    return 1;
  return !is_refusal(status) && smr_gpu_ok(status, function);
}

/// Calls a function of cuDNN's unless the device is dead.
#define DNN(function, ...) (smr_gpu_state() == SMR_GPU_READY && passed(dnn.function(__VA_ARGS__), #function))

static void forget_plan(Plan *p) {
  for (int k = p->count; k-- > 0;)
    (void)DNN(cudnnBackendDestroyDescriptor, p->parts[k]);
  memset(p, 0, sizeof *p);
}

static void close_dnn(void) {
  for (int k = 0; k < plan_count; k++)
    forget_plan(&plans[k]);
  plan_count = next_plan = 0;
  if (state == DNN_OPEN)
    (void)DNN(cudnnDestroy, handle);
  state = DNN_CLOSED;
}

/// (Where it is missing, cuBLAS goes on.)
static int open_dnn(void) {
  char reason[256];
  if (state != DNN_CLOSED)
    return state == DNN_OPEN;
  smr_gpu_at_shut_down(close_dnn);
  state = DNN_MISSING;
  if (!smr_gpu_open_dnn(&dnn, reason, sizeof reason)) {
    smr_gpu_tell("%s; the CPU makes attention", reason);
    return 0;
  }
  if (!DNN(cudnnCreate, &handle)) {
    smr_gpu_tell("cuDNN does not start; the CPU makes attention");
    return 0;
  }
  state = DNN_OPEN;
  if (!DNN(cudnnSetStream, handle, smr_gpu_device()->compute)) {
    close_dnn();
    state = DNN_MISSING;
  }
  return state == DNN_OPEN;
}

//--- A plan -------------------------------------------------------------------------------

static SmrDnnDescriptor create(Plan *p, SmrDnnKind kind) {
  SmrDnnDescriptor made = NULL;
  if (p->count < MOST_PARTS && DNN(cudnnBackendCreateDescriptor, kind, &made))
    p->parts[p->count++] = made;
  return made;
}

static int set(SmrDnnDescriptor d, SmrDnnAttribute which, SmrDnnType type, int64_t count, const void *from) {
  return d && DNN(cudnnBackendSetAttribute, d, which, type, count, from);
}

static int link_to(SmrDnnDescriptor d, SmrDnnAttribute which, SmrDnnDescriptor *to) {
  return *to && set(d, which, SMR_DNN_DESCRIPTORS, 1, to);
}

static SmrDnnDescriptor finalized(SmrDnnDescriptor d, int ok) {
  return ok && DNN(cudnnBackendFinalize, d) ? d : NULL;
}

/// A tensor of 16 bits on the device, or (without sizes) the scale, a float of the host's.
static SmrDnnDescriptor tensor(Plan *p, int64_t id, const int64_t *sizes, const int64_t *strides) {
  static const int64_t one[4] = {1, 1, 1, 1};
  const int type = sizes ? (int)p->key.type : SMR_DNN_F32;
  const int64_t alignment = 16;
  const _Bool by_value = !sizes;
  SmrDnnDescriptor d = create(p, SMR_DNN_TENSOR);
  return finalized(d, set(d, SMR_DNN_TENSOR_TYPE, SMR_DNN_TYPES, 1, &type) &&
                          set(d, SMR_DNN_TENSOR_SIZES, SMR_DNN_INTEGERS, 4, sizes ? sizes : one) &&
                          set(d, SMR_DNN_TENSOR_STRIDES, SMR_DNN_INTEGERS, 4, sizes ? strides : one) &&
                          set(d, SMR_DNN_TENSOR_ID, SMR_DNN_INTEGERS, 1, &id) &&
                          set(d, SMR_DNN_TENSOR_ALIGNED, SMR_DNN_INTEGERS, 1, &alignment) &&
                          (!by_value || set(d, SMR_DNN_TENSOR_BY_VALUE, SMR_DNN_BOOLEANS, 1, &by_value)));
}

static SmrDnnDescriptor make_graph(Plan *p) {
  static const SmrDnnAttribute which[IDS] = {SMR_DNN_ATTENTION_Q, SMR_DNN_ATTENTION_K, SMR_DNN_ATTENTION_V,
                                             SMR_DNN_ATTENTION_OUT, SMR_DNN_ATTENTION_SCALE};
  SmrDnnDescriptor tensors[IDS], op = create(p, SMR_DNN_ATTENTION);
  int ok = op != NULL;
  for (int k = 0; ok && k < IDS; k++) {
    int is_scale = k == IDS - 1;
    tensors[k] = tensor(p, ID_Q + k, is_scale ? NULL : p->key.sizes[k], is_scale ? NULL : p->key.strides[k]);
    ok = link_to(op, which[k], &tensors[k]);
  }
  op = finalized(op, ok);
  SmrDnnDescriptor graph = op ? create(p, SMR_DNN_GRAPH) : NULL;
  return finalized(graph, set(graph, SMR_DNN_GRAPH_HANDLE, SMR_DNN_HANDLES, 1, &handle) &&
                              link_to(graph, SMR_DNN_GRAPH_OPS, &op));
}

/// The first of the engines that cuDNN names which takes it.
static void choose(Plan *p, SmrDnnDescriptor graph) {
  const int mode = SMR_DNN_BY_ESTIMATE;
  SmrDnnDescriptor configs[MOST_CONFIGS] = {NULL}, choice = create(p, SMR_DNN_CHOICE);
  int64_t count = 0, made = 0;
  choice = finalized(choice, link_to(choice, SMR_DNN_CHOICE_GRAPH, &graph) &&
                                 set(choice, SMR_DNN_CHOICE_MODE, SMR_DNN_MODES, 1, &mode));
  while (choice && made < MOST_CONFIGS && (configs[made] = create(p, SMR_DNN_CONFIG)))
    made++;
  if (!made || !DNN(cudnnBackendGetAttribute, choice, SMR_DNN_CHOICE_RESULTS, SMR_DNN_DESCRIPTORS, made,
                    &count, configs))
    return;
  for (int64_t k = 0; k < count && k < made && !p->plan; k++) {
    SmrDnnDescriptor plan = create(p, SMR_DNN_PLAN);
    p->plan = finalized(plan, set(plan, SMR_DNN_PLAN_HANDLE, SMR_DNN_HANDLES, 1, &handle) &&
                                  link_to(plan, SMR_DNN_PLAN_CONFIG, &configs[k]));
  }
}

static void make_plan(Plan *p) {
  int64_t count = 0;
  p->is_made = 1;
  SmrDnnDescriptor graph = make_graph(p);
  if (graph)
    choose(p, graph);
  if (p->plan && !DNN(cudnnBackendGetAttribute, p->plan, SMR_DNN_PLAN_WORKSPACE, SMR_DNN_INTEGERS, 1, &count,
                      &p->workspace))
    p->plan = NULL;
}

static Plan *plan_for(const Key *key) {
  for (int k = 0; k < plan_count; k++)
    if (plans[k].is_made && !memcmp(&plans[k].key, key, sizeof *key))
      return &plans[k];
  Plan *p = &plans[next_plan];
  plan_count = plan_count < MOST_PLANS ? plan_count + 1 : plan_count;
  next_plan = (next_plan + 1) % MOST_PLANS;
  forget_plan(p);
  p->key = *key;
  make_plan(p);
  return p;
}

//--- A call -------------------------------------------------------------------------------

static int execute(Plan *p, char *const at[4], float scale, void *workspace) {
  static const int64_t ids[IDS] = {ID_Q, ID_K, ID_V, ID_OUT, ID_SCALE};
  void *pointers[IDS] = {at[0], at[1], at[2], at[3], &scale};
  SmrDnnDescriptor pack = NULL;
  if (!DNN(cudnnBackendCreateDescriptor, SMR_DNN_PACK, &pack))
    return 0;
  int ok = set(pack, SMR_DNN_PACK_IDS, SMR_DNN_INTEGERS, IDS, ids) &&
           set(pack, SMR_DNN_PACK_POINTERS, SMR_DNN_POINTERS, IDS, pointers) &&
           set(pack, SMR_DNN_PACK_WORKSPACE, SMR_DNN_POINTERS, 1, &workspace) &&
           DNN(cudnnBackendFinalize, pack) && DNN(cudnnBackendExecute, handle, p->plan, pack);
  return DNN(cudnnBackendDestroyDescriptor, pack) && ok;
}

/// Dimensions of one place get the strides that packed rows would have.
static void fill_key(Key *key, int which, const SmrRtTensor *t, const int64_t sizes[4], int64_t step) {
  SmrGpuShape shape;
  int64_t packed = 1;
  (void)smr_gpu_shape(t, sizes, 2, &shape);
  for (int k = 3; k >= 0; k--) {
    key->sizes[which][k] = sizes[k];
    key->strides[which][k] = sizes[k] == 1 ? packed : smr_gpu_stride(&shape, t->strides[k], step);
    packed *= sizes[k];
  }
}

static Key key_of(char type, const SmrRtAttention *a, const int64_t step[], int64_t group, int64_t head[2]) {
  const int64_t q[4] = {a->batch, a->heads, a->lq, a->d}, k[4] = {a->batch, a->key_heads, a->lk, a->d},
                v[4] = {a->batch, a->key_heads, a->lk, a->dv}, out[4] = {a->batch, a->heads, a->lq, a->dv};
  Key key;
  memset(&key, 0, sizeof key);
  key.type = type == 'b' ? SMR_DNN_BF16 : SMR_DNN_F16;
  fill_key(&key, 0, &a->q, q, step[0]);
  fill_key(&key, 1, &a->k, k, step[1]);
  fill_key(&key, 2, &a->v, v, step[2]);
  fill_key(&key, 3, &a->out, out, step[3]);
  for (int side = 0; side < 2; side++) { // of the queries, one of each group
    int which = side ? 3 : 0;
    head[side] = key.strides[which][1];
    key.sizes[which][1] = a->key_heads;
    key.strides[which][1] *= group;
  }
  return key;
}

static int run_groups(const SmrGpuCall *call, void *const at[], const int64_t step[], void **workspace,
                      size_t *bytes) {
  const SmrRtAttention *a = &call->tensor->attention;
  int64_t group = a->heads / a->key_heads, head[2];
  Key key = key_of(call->routine->type, a, step, group, head);
  Plan *p = plan_for(&key);
  if (!p->plan)
    return 0;
  *bytes = (size_t)p->workspace;
  if (*bytes && !(*workspace = smr_gpu_allocate(*bytes)))
    return 0;
  for (int64_t r = 0; r < group; r++) {
    char *const here[4] = {(char *)at[0] + 2 * r * head[0], at[1], at[2], (char *)at[3] + 2 * r * head[1]};
    if (!execute(p, here, call->tensor->attention_form.scale, *workspace))
      return 0;
  }
  return 1;
}

/// Where an infinity or a NaN may come up, cuDNN's need not be ours.
static int is_within(const SmrGpuCall *call) {
  SmrGpuPlan plan;
  double greatest[SMR_GPU_MOST_OPERANDS];
  (void)smr_gpu_attention_plan(call, &plan);
  if (!smr_gpu_magnitudes(call, &plan, greatest))
    return 0;
  int ok = smr_gpu_attention_is_finite(call->routine->type, &call->tensor->attention,
                                       &call->tensor->attention_form, greatest);
  if (!ok)
    smr_gpu_stays(call->routine->symbol, "numbers so great, or none that are finite, that sums may be none");
  return ok;
}

int smr_gpu_attention_launch(const SmrGpuCall *call, const SmrGpuApi *api, SmrCublas cublas,
                             SmrCublasCompute compute, void *const at[], const int64_t step[],
                             SmrGpuNumber *result) {
  (void)api, (void)cublas, (void)compute, (void)result;
  void *workspace = NULL;
  size_t bytes = 0;
  int done = open_dnn() && is_within(call) && run_groups(call, at, step, &workspace, &bytes);
  if (smr_gpu_state() != SMR_GPU_READY)
    return SMR_CUBLAS_NOT_READY;
  if (workspace)
    smr_gpu_release(workspace, bytes);
  return done ? SMR_CUBLAS_OK : SMR_CUBLAS_UNKNOWN;
}
