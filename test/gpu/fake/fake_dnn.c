//===- fake_dnn.c - cuDNN without a GPU -------------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Attention of bfloat16 or halves, whose weights are rounded to those. Harsher than the real one: among
// numbers that are not finite it gives 0; of the engines that it names, the first takes nothing.
//===----------------------------------------------------------------------===//
#include "inside.h"
#include "runtime/gpu/dnn_api.h"
#include "short.h"
#include <math.h>
#include <string.h>

enum { EXECUTION_FAILED = 5000, MOST_ATTRIBUTES = 12, MOST_BYTES = 64, VERSION = 91900, LONGEST = 1 << 15 };
#define ENTRY                                                                                                \
  if (fake_fails(__func__))                                                                                  \
  return EXECUTION_FAILED

struct SmrDnnState {
  SmrCudaStream stream;
  int alive;
};
static struct SmrDnnState the_handle;

typedef struct {
  int which, type;
  int64_t count;
  char data[MOST_BYTES];
} Attribute;

typedef struct {
  int kind, is_final, engine;
  int count;
  Attribute attributes[MOST_ATTRIBUTES];
} Descriptor;

size_t cudnnGetVersion(void) {
  return VERSION;
}

SmrDnnStatus cudnnCreate(SmrDnn *handle) {
  ENTRY;
  the_handle = (struct SmrDnnState){NULL, 1};
  fake_lives(1);
  *handle = &the_handle;
  return SMR_DNN_OK;
}

SmrDnnStatus cudnnDestroy(SmrDnn handle) {
  ENTRY;
  if (!handle->alive)
    fake_violation("a handle that there is not is destroyed");
  handle->alive = 0;
  fake_lives(-1);
  return SMR_DNN_OK;
}

SmrDnnStatus cudnnSetStream(SmrDnn handle, SmrCudaStream stream) {
  ENTRY;
  handle->stream = stream;
  return SMR_DNN_OK;
}

//--- Descriptors ------------------------------------------------------------------------------

SmrDnnStatus cudnnBackendCreateDescriptor(SmrDnnKind kind, SmrDnnDescriptor *descriptor) {
  ENTRY;
  Descriptor *d = fake_make(sizeof *d);
  d->kind = kind;
  *descriptor = d;
  return SMR_DNN_OK;
}

SmrDnnStatus cudnnBackendDestroyDescriptor(SmrDnnDescriptor descriptor) {
  ENTRY;
  fake_drop(descriptor);
  return SMR_DNN_OK;
}

static size_t size_of(SmrDnnType type) {
  return type == SMR_DNN_BOOLEANS ? 1 : type == SMR_DNN_TYPES || type == SMR_DNN_MODES ? 4 : 8;
}

static const Attribute *get(const Descriptor *d, int which) {
  for (int k = 0; k < d->count; k++)
    if (d->attributes[k].which == which)
      return &d->attributes[k];
  return NULL;
}

static Descriptor *linked(const Descriptor *d, int which) {
  const Attribute *a = get(d, which);
  Descriptor *to = NULL;
  if (a)
    memcpy(&to, a->data, sizeof(void *));
  return to;
}

static const int64_t *integers(const Descriptor *d, int which) {
  const Attribute *a = get(d, which);
  return a ? (const int64_t *)(const void *)a->data : NULL;
}

SmrDnnStatus cudnnBackendSetAttribute(SmrDnnDescriptor descriptor, SmrDnnAttribute which, SmrDnnType type,
                                      int64_t count, const void *elements) {
  ENTRY;
  Descriptor *d = descriptor;
  size_t bytes = (size_t)count * size_of(type);
  if (d->is_final || d->count == MOST_ATTRIBUTES || bytes > MOST_BYTES) {
    fake_violation("an attribute of a descriptor that is final, or too many");
    return SMR_DNN_BAD;
  }
  Attribute *a = &d->attributes[d->count++];
  *a = (Attribute){which, type, count, {0}};
  memcpy(a->data, elements, bytes);
  return SMR_DNN_OK;
}

/// Those that have to be there, which all are descriptors that are final.
static int has_final(const Descriptor *d, const int *which, int count) {
  for (int k = 0; k < count; k++)
    if (!linked(d, which[k]) || !linked(d, which[k])->is_final)
      return 0;
  return 1;
}

static int is_tensor(const Descriptor *d) {
  const int64_t *sizes = integers(d, SMR_DNN_TENSOR_SIZES), *strides = integers(d, SMR_DNN_TENSOR_STRIDES);
  if (!sizes || !strides || !integers(d, SMR_DNN_TENSOR_ID) || !get(d, SMR_DNN_TENSOR_TYPE))
    return 0;
  for (int k = 0; k < 4; k++)
    if (sizes[k] < 1 || strides[k] < 1)
      return 0;
  return 1;
}

SmrDnnStatus cudnnBackendFinalize(SmrDnnDescriptor descriptor) {
  ENTRY;
  static const int of_attention[] = {2800, 2801, 2802, 2803, 2805}, of_graph[] = {SMR_DNN_GRAPH_OPS},
                   of_choice[] = {SMR_DNN_CHOICE_GRAPH}, of_plan[] = {SMR_DNN_PLAN_CONFIG};
  Descriptor *d = descriptor;
  int ok = d->kind == SMR_DNN_TENSOR      ? is_tensor(d)
           : d->kind == SMR_DNN_ATTENTION ? has_final(d, of_attention, 5)
           : d->kind == SMR_DNN_GRAPH     ? has_final(d, of_graph, 1) && get(d, SMR_DNN_GRAPH_HANDLE)
           : d->kind == SMR_DNN_CHOICE    ? has_final(d, of_choice, 1) && get(d, SMR_DNN_CHOICE_MODE)
           : d->kind == SMR_DNN_PLAN      ? has_final(d, of_plan, 1)
                                          : d->kind == SMR_DNN_PACK && get(d, SMR_DNN_PACK_POINTERS);
  if (!ok || d->is_final) {
    fake_violation("a descriptor that is not complete");
    return SMR_DNN_BAD;
  }
  if (d->kind == SMR_DNN_PLAN && linked(d, SMR_DNN_PLAN_CONFIG)->engine == 0)
    return SMR_DNN_UNKNOWN;
  d->is_final = 1;
  return SMR_DNN_OK;
}

/// Two engines, which know their graph.
static int64_t name_engines(const Descriptor *choice, int64_t wanted, SmrDnnDescriptor *configs) {
  int64_t k = 0;
  for (; k < wanted && k < 2; k++) {
    Descriptor *config = configs[k];
    *config = (Descriptor){.kind = SMR_DNN_CONFIG, .is_final = 1, .engine = (int)k, .count = 1};
    config->attributes[0] = *get(choice, SMR_DNN_CHOICE_GRAPH);
  }
  return k;
}

SmrDnnStatus cudnnBackendGetAttribute(SmrDnnDescriptor descriptor, SmrDnnAttribute which, SmrDnnType type,
                                      int64_t wanted, int64_t *count, void *elements) {
  ENTRY;
  (void)type;
  const Descriptor *d = descriptor;
  if (!d->is_final)
    fake_violation("a result of a descriptor that is not final");
  if (which == SMR_DNN_CHOICE_RESULTS)
    return *count = name_engines(d, wanted, elements), SMR_DNN_OK;
  const int64_t workspace = 96;
  memcpy(elements, &workspace, sizeof workspace);
  return *count = 1, SMR_DNN_OK;
}

//--- Attention --------------------------------------------------------------------------------

typedef struct {
  char *at[4]; // q, k, v, out
  int32_t sizes[4][4], strides[4][4];
  float scale;
  char type; // short.h
} Kernel;

static uint16_t *place(const Kernel *k, int which, int64_t b, int64_t h, int64_t i, int64_t e) {
  const int32_t *s = k->strides[which];
  return (uint16_t *)(void *)k->at[which] + b * s[0] + h * s[1] + i * s[2] + e * s[3];
}

static double number(const Kernel *k, int which, int64_t b, int64_t h, int64_t i, int64_t e) {
  return short_widen(k->type, *place(k, which, b, h, i, e));
}

static void run_query(const Kernel *k, int64_t b, int64_t h, int64_t i) {
  double p[LONGEST], top = -INFINITY, sum = 0;
  int finite = 1, keys = k->sizes[1][2];
  for (int j = 0; j < keys; j++) {
    p[j] = 0;
    for (int e = 0; e < k->sizes[0][3]; e++)
      p[j] += number(k, 0, b, h, i, e) * number(k, 1, b, h, j, e);
    p[j] *= (double)k->scale;
    top = p[j] > top ? p[j] : top;
    finite &= isfinite(p[j]);
  }
  for (int j = 0; j < keys; j++)
    sum += p[j] = exp(p[j] - top);
  for (int e = 0; e < k->sizes[3][3]; e++) {
    double out = 0;
    for (int j = 0; j < keys; j++)
      out += short_widen(k->type, short_narrow(k->type, (float)p[j])) * number(k, 2, b, h, j, e);
    *place(k, 3, b, h, i, e) = short_narrow(k->type, finite && isfinite(out) ? (float)(out / sum) : 0);
  }
}

static void run(void *data) {
  const Kernel *k = data;
  for (int b = 0; b < k->sizes[0][0]; b++)
    for (int h = 0; h < k->sizes[0][1]; h++)
      for (int i = 0; i < k->sizes[0][2]; i++)
        run_query(k, b, h, i);
}

/// Of the operation's tensors, which all have one.
static int type_of(const Descriptor *op) {
  int types[4] = {-1, -1, -1, -1};
  for (int t = 0; t < 4; t++)
    memcpy(&types[t], get(linked(op, 2800 + t), SMR_DNN_TENSOR_TYPE)->data, sizeof types[t]);
  if ((types[0] != SMR_DNN_F16 && types[0] != SMR_DNN_BF16) || types[1] != types[0] || types[2] != types[0] ||
      types[3] != types[0])
    fake_violation("tensors of other types than 16 bits, or of several");
  return types[0];
}

static void *pointer_of(const Descriptor *pack, int64_t id) {
  const Attribute *ids = get(pack, SMR_DNN_PACK_IDS), *pointers = get(pack, SMR_DNN_PACK_POINTERS);
  for (int64_t k = 0; ids && k < ids->count && k < pointers->count; k++)
    if (((const int64_t *)(const void *)ids->data)[k] == id)
      return ((void *const *)(const void *)pointers->data)[k];
  return NULL;
}

SmrDnnStatus cudnnBackendExecute(SmrDnn handle, SmrDnnDescriptor plan, SmrDnnDescriptor pack) {
  ENTRY;
  const Descriptor *config = linked(plan, SMR_DNN_PLAN_CONFIG), *graph = linked(config, SMR_DNN_CHOICE_GRAPH),
                   *op = linked(graph, SMR_DNN_GRAPH_OPS), *scale = linked(op, 2805);
  Kernel k = {.scale = 0, .type = type_of(op) == SMR_DNN_F16 ? 'h' : 'b'};
  const float *at = pointer_of(pack, *integers(scale, SMR_DNN_TENSOR_ID));
  if (!get(scale, SMR_DNN_TENSOR_BY_VALUE) || !at || !handle->alive || !handle->stream)
    fake_violation("no scale, or no stream");
  else
    k.scale = *at;
  for (int t = 0; t < 4; t++) {
    const Descriptor *tensor = linked(op, 2800 + t);
    k.at[t] = pointer_of(pack, *integers(tensor, SMR_DNN_TENSOR_ID));
    if (!fake_is_there(k.at[t], 1) || (uintptr_t)k.at[t] % 16)
      fake_violation("a tensor that is not there, or not aligned as was said");
    for (int d = 0; d < 4; d++) {
      k.sizes[t][d] = (int32_t)integers(tensor, SMR_DNN_TENSOR_SIZES)[d];
      k.strides[t][d] = (int32_t)integers(tensor, SMR_DNN_TENSOR_STRIDES)[d];
    }
  }
  if (k.sizes[0][1] != k.sizes[1][1] || k.sizes[1][2] > LONGEST) // (nothing is known of groups)
    return SMR_DNN_UNKNOWN;
  if (!fake_is_there(linked(pack, SMR_DNN_PACK_WORKSPACE), 96))
    fake_violation("no workspace");
  if (fake_refuses())
    return SMR_DNN_UNKNOWN;
  fake_enqueue(handle->stream, run, &k, sizeof k);
  return SMR_DNN_OK;
}
