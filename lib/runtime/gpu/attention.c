//===- attention.c - which attention cuDNN has --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// cuDNN's operation is softmax(scale * Q * K^T) * V of 16 bits, sums in floats. It rounds the weights to 16
// bits before it multiplies them with V, as a model of bfloat16 does that spells attention out, and as
// PyTorch's own kernels for scaled_dot_product_attention do; the CPU's kernel keeps floats. Before
// version 9.21 the operation has no mask.
//
// Halves have less range than floats. A weight exp(s - top) is at most 1 and rounded to within 2^-11 of
// itself or 2^-25, so that n keys move a mean of V by (2^-11 + n * 2^-25) max |V| at most: with MOST_KEYS,
// 2^-10. Such a mean must not be rounded to infinity where V itself is finite: MOST_VALUE is less than 65520
// by 2^-7.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/residency.h"
#include "runtime/gpu/smr_rt_gpu.h"
#include "runtime/gpu/tensor.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_KEYS = 1 << 14 };
#define MOST_VALUE 0x1.fcp+15

typedef struct {
  int64_t q[4], k[4], v[4], out[4];
} Sizes;

static Sizes sizes_of(const SmrRtAttention *a) {
  return (Sizes){{a->batch, a->heads, a->lq, a->d},
                 {a->batch, a->key_heads, a->lk, a->d},
                 {a->batch, a->key_heads, a->lk, a->dv},
                 {a->batch, a->heads, a->lq, a->dv}};
}

//--- Masks that say nothing ------------------------------------------------------------------

/// The elements of a mask, which are in the host's memory from here on.
static int read_mask(const SmrRtAttention *a, const SmrRtTensor *mask, int size, SmrGpuShape *shape) {
  const int64_t sizes[4] = {a->batch, a->heads, a->lq, a->lk};
  if (!a->batch || !a->heads || !a->lq || !a->lk || !smr_gpu_shape(mask, sizes, size, shape))
    return 0;
  smr_rt_host_reads(shape->at, smr_gpu_extent(shape));
  return 1;
}

static int allows_all(const SmrRtAttention *a) {
  SmrGpuShape s;
  if (!read_mask(a, &a->allow, 1, &s))
    return 0;
  for (int64_t j = 0; j < s.columns; j++)
    if (memchr(s.at + j * s.step, 0, (size_t)s.rows))
      return 0;
  return 1;
}

static int adds_nothing(char type, const SmrRtAttention *a, const SmrRtTensor *mask) {
  SmrGpuShape s;
  return read_mask(a, mask, 2, &s) && smr_gpu_greatest(&s, type) == 0;
}

void smr_gpu_attention_drop_masks(char type, SmrRtAttention *a) {
  if (a->allow.at && allows_all(a))
    a->allow.at = NULL, a->flags &= ~(int64_t)SMR_RT_FILL;
  if (a->mask.at && adds_nothing(type, a, &a->mask))
    a->mask.at = NULL;
  if (a->second.at && adds_nothing(type, a, &a->second))
    a->second.at = NULL;
}

//--- Forms -------------------------------------------------------------------------------------

/// Is a causal mask one that forbids nothing?
static int sees_all(const SmrRtAttention *a) {
  return !(a->flags & SMR_RT_CAUSAL) || a->offset >= a->lk - 1;
}

/// Nothing is broadcast, the last dimension lies together, and vectors of eight start where they may.
static int lies_right(const SmrRtTensor *t, const int64_t sizes[4]) {
  SmrGpuShape shape;
  int ok = smr_gpu_shape(t, sizes, 2, &shape);
  for (int k = 0; k < 4; k++) {
    int64_t stride = smr_gpu_stride(&shape, t->strides[k], shape.rows);
    ok &= sizes[k] == 1 || (k == 3 ? stride == 1 : stride > 0 && stride % 8 == 0);
  }
  return ok;
}

static int are_small(const SmrRtAttention *a) {
  const int64_t sizes[] = {a->batch, a->heads, a->lq, a->lk, a->d, a->dv};
  for (int k = 0; k < 6; k++)
    if (sizes[k] > INT32_MAX)
      return 0;
  return 1;
}

/// The kernel divides by multiplying where that is exact enough.
static float scale_of(const SmrRtAttention *a) {
  float scale = (float)a->scale;
  return a->flags & SMR_RT_OVER ? 1 / scale : scale;
}

const char *smr_gpu_attention_form(char type, const SmrRtAttention *a, SmrGpuAttentionForm *f) {
  const Sizes s = sizes_of(a);
  *f = (SmrGpuAttentionForm){.scale = scale_of(a)};
  if (smr_gpu_element_size(type) != 2)
    return "attention of floats or doubles: cuDNN's has 16 bits";
  if (!a->batch || !a->heads || !a->lq || !a->lk || !a->d || !a->dv)
    return "nothing to attend to";
  if (a->mask.at || a->second.at || a->allow.at)
    return "a mask that forbids or adds something: cuDNN's operation has none before version 9.21";
  if (!sees_all(a))
    return "a causal mask: cuDNN's operation has none before version 9.21";
  if (!isfinite(f->scale) || (f->scale != 0 && fabsf(f->scale) < FLT_MIN))
    return "a scale that is no normal number";
  if (a->d % 8 || a->dv % 8)
    return "heads whose width 8 does not divide: cuDNN has none";
  if (!are_small(a))
    return "sizes beyond 31 bits";
  if (type == 'h' && a->lk > MOST_KEYS)
    return "more than 16384 keys: weights so small that halves are 0 would count together";
  return lies_right(&a->q, s.q) && lies_right(&a->k, s.k) && lies_right(&a->v, s.v) &&
                 lies_right(&a->out, s.out)
             ? NULL
             : "strides that cuDNN does not have";
}

static void add(SmrGpuPlan *plan, const SmrRtTensor *t, const int64_t sizes[4], SmrGpuUse use) {
  SmrGpuOperand *o = &plan->operands[plan->count++];
  (void)smr_gpu_shape(t, sizes, 2, &o->shape);
  o->use = use;
  if (use == SMR_GPU_READ)
    plan->checked += 2 * (double)o->shape.rows * (double)o->shape.columns;
}

int smr_gpu_attention_plan(const SmrGpuCall *call, SmrGpuPlan *plan) {
  const SmrRtAttention *a = &call->tensor->attention;
  const Sizes s = sizes_of(a);
  memset(plan, 0, sizeof *plan);
  add(plan, &a->q, s.q, SMR_GPU_READ);
  add(plan, &a->k, s.k, SMR_GPU_READ);
  add(plan, &a->v, s.v, SMR_GPU_READ);
  add(plan, &a->out, s.out, SMR_GPU_WRITE);
  plan->work = (double)a->batch * (double)a->heads * (double)a->lq * (double)a->lk * (double)(a->d + a->dv);
  return 1;
}

int smr_gpu_attention_is_finite(char type, const SmrRtAttention *a, const SmrGpuAttentionForm *f,
                                const double greatest[3]) {
  double scores = greatest[0] * greatest[1] * (double)a->d * fmax(1, fabs((double)f->scale));
  double sums = greatest[2] * (double)a->lk;
  for (int k = 0; k < 2; k++) // (an infinity times 0 is none)
    scores = scores > greatest[k] ? scores : greatest[k];
  return scores <= (double)FLT_MAX / 4 && sums <= (double)FLT_MAX / 4 &&
         (type != 'h' || greatest[2] <= MOST_VALUE);
}
