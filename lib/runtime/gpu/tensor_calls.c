//===- tensor_calls.c - kernels over tensors, there or here --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/device.h"
#include "runtime/gpu/settings.h"
#include "runtime/gpu/smr_rt_gpu_tensor.h"
#include "runtime/gpu/tensor.h"
#include "runtime/tensor_check.h"
#include "runtime/wish.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

//--- Reasons ------------------------------------------------------------------------------

enum { MOST_REASONS = 64 };

void smr_gpu_stays(const char *symbol, const char *reason) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static struct {
    const char *symbol, *reason;
  } told[MOST_REASONS];
  static int count;
  if (!smr_gpu_settings()->talks)
    return;
  pthread_mutex_lock(&lock);
  int k = 0;
  while (k < count && (told[k].symbol != symbol || told[k].reason != reason))
    k++;
  int fresh = k == count && count < MOST_REASONS;
  if (fresh)
    told[count].symbol = symbol, told[count++].reason = reason;
  pthread_mutex_unlock(&lock);
  if (fresh)
    smr_gpu_tell("%s: %s; the CPU computes", symbol, reason);
}

//--- Modes --------------------------------------------------------------------------------

/// Settings are read once for each mode.
static int is_allowed(int mode) {
  static _Atomic unsigned known;
  static _Atomic int is_off;
  unsigned bit = 1u << mode;
  if (!(atomic_load(&known) & bit)) {
    const char *wish = secure_getenv("SMR_RT");
    smr_gpu_lock();
    (void)smr_gpu_prepare(mode);
    smr_gpu_unlock();
    atomic_store(&is_off, smr_rt_wishes(wish, "off"));
    atomic_fetch_or(&known, bit);
  }
  return !atomic_load(&is_off) && smr_gpu_mode() != SMR_GPU_OFF;
}

//--- Products -------------------------------------------------------------------------------

typedef int Product(const SmrRtProduct *);

static void host_product(SmrGpuCall *call) {
  SmrGpuTensor *t = call->tensor;
  char type = call->routine->type;
  if (!t->reason)
    t->product.steps = t->steps; // (the record may have been copied)
  t->status = type == 's'   ? smr_rt_bmm_f32(&t->product)
              : type == 'd' ? smr_rt_bmm_f64(&t->product)
              : type == 'b' ? smr_rt_bmm_bf16(&t->product)
                            : smr_rt_bmm_f16(&t->product);
}

static int plan_product(const SmrGpuCall *call, SmrGpuPlan *plan) {
  memset(plan, 0, sizeof *plan);
  return !call->tensor->reason && smr_gpu_product_plan(call, plan);
}

static SmrGpuRoutine products[] = {
    {"smr_rt_bmm_f32", SMR_GPU_TENSOR, 's', NULL, smr_gpu_product_launch, host_product, NULL},
    {"smr_rt_bmm_f64", SMR_GPU_TENSOR, 'd', NULL, smr_gpu_product_launch, host_product, NULL},
    {"smr_rt_bmm_bf16", SMR_GPU_TENSOR, 'b', NULL, smr_gpu_product_launch, host_product, NULL},
    {"smr_rt_bmm_f16", SMR_GPU_TENSOR, 'h', NULL, smr_gpu_product_launch, host_product, NULL},
};

static int make_product(int which, const SmrRtProduct *product) {
  SmrGpuTensor t = {.plan = plan_product, .product = *product};
  SmrGpuCall call = {.routine = &products[which], .tensor = &t};
  t.reason = smr_gpu_product_form(call.routine->type, product, &t.form);
  if (!t.reason && product->step_count)
    memcpy(t.steps, product->steps, (size_t)product->step_count * sizeof *t.steps);
  if (t.reason)
    smr_gpu_stays(call.routine->symbol, t.reason);
  smr_gpu_call(&call);
  return t.status;
}

/// A descriptor that is wrong is the CPU's kernel's to refuse.
static int product(int mode, int which, const SmrRtProduct *p, int is_one, Product *cpu) {
  if ((mode != SMR_GPU_AUTO && mode != SMR_GPU_ON) || !is_allowed(mode) || smr_rt_check_product(p) ||
      (is_one && (p->batch[0] != 1 || p->batch[1] != 1)))
    return cpu(p);
  return make_product(which, p);
}

#define PRODUCTS(which, type)                                                                                \
  int smr_rt_gpu_linear_##type(int mode, const SmrRtProduct *p) {                                            \
    return product(mode, which, p, 1, smr_rt_linear_##type);                                                 \
  }                                                                                                          \
  int smr_rt_gpu_bmm_##type(int mode, const SmrRtProduct *p) {                                               \
    return product(mode, which, p, 0, smr_rt_bmm_##type);                                                    \
  }
PRODUCTS(0, f32)
PRODUCTS(1, f64)
PRODUCTS(2, bf16)
PRODUCTS(3, f16)

//--- Attention ------------------------------------------------------------------------------

typedef int Attention(const SmrRtAttention *);

static void host_attention(SmrGpuCall *call) {
  SmrGpuTensor *t = call->tensor;
  char type = call->routine->type;
  t->status = type == 's'   ? smr_rt_attention_f32(&t->attention)
              : type == 'd' ? smr_rt_attention_f64(&t->attention)
              : type == 'b' ? smr_rt_attention_bf16(&t->attention)
                            : smr_rt_attention_f16(&t->attention);
}

static int plan_attention(const SmrGpuCall *call, SmrGpuPlan *plan) {
  memset(plan, 0, sizeof *plan);
  return !call->tensor->reason && smr_gpu_attention_plan(call, plan);
}

static SmrGpuRoutine attentions[] = {
    {"smr_rt_attention_f32", SMR_GPU_TENSOR, 's', NULL, smr_gpu_attention_launch, host_attention, NULL},
    {"smr_rt_attention_f64", SMR_GPU_TENSOR, 'd', NULL, smr_gpu_attention_launch, host_attention, NULL},
    {"smr_rt_attention_bf16", SMR_GPU_TENSOR, 'b', NULL, smr_gpu_attention_launch, host_attention, NULL},
    {"smr_rt_attention_f16", SMR_GPU_TENSOR, 'h', NULL, smr_gpu_attention_launch, host_attention, NULL},
};

static int attention(int mode, int which, const SmrRtAttention *a, Attention *cpu) {
  if ((mode != SMR_GPU_AUTO && mode != SMR_GPU_ON) || !is_allowed(mode) || smr_rt_check_attention(a))
    return cpu(a);
  SmrGpuTensor t = {.plan = plan_attention, .attention = *a};
  SmrGpuCall call = {.routine = &attentions[which], .tensor = &t};
  if (smr_gpu_element_size(call.routine->type) == 2)
    smr_gpu_attention_drop_masks(call.routine->type, &t.attention);
  t.reason = smr_gpu_attention_form(call.routine->type, &t.attention, &t.attention_form);
  if (t.reason)
    smr_gpu_stays(call.routine->symbol, t.reason);
  smr_gpu_call(&call);
  return t.status;
}

#define ATTENTION(which, type)                                                                               \
  int smr_rt_gpu_attention_##type(int mode, const SmrRtAttention *a) {                                       \
    return attention(mode, which, a, smr_rt_attention_##type);                                               \
  }
ATTENTION(0, f32)
ATTENTION(1, f64)
ATTENTION(2, bf16)
ATTENTION(3, f16)
