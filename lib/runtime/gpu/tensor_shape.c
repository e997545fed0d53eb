//===- tensor_shape.c - tensors as rows that lie some way apart ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/residency.h"
#include "runtime/gpu/tensor.h"
#include "runtime/half.h"
#include <math.h>
#include <string.h>

int smr_gpu_element_size(char type) {
  return type == 's' ? 4 : type == 'd' ? 8 : 2;
}

typedef struct {
  int64_t size, stride;
} Side;

/// The dimensions that have more than one place, the closest first; -1: one of them runs backwards.
static int sides_of(const SmrRtTensor *t, const int64_t sizes[4], Side sides[4]) {
  int count = 0;
  for (int k = 0; k < 4; k++) {
    if (sizes[k] < 2 || t->strides[k] == 0)
      continue;
    if (t->strides[k] < 0)
      return -1;
    int at = count++;
    for (; at > 0 && sides[at - 1].stride > t->strides[k]; at--)
      sides[at] = sides[at - 1];
    sides[at] = (Side){sizes[k], t->strides[k]};
  }
  return count;
}

int smr_gpu_shape(const SmrRtTensor *t, const int64_t sizes[4], int size, SmrGpuShape *s) {
  Side sides[4];
  int count = sides_of(t, sizes, sides), k = 0;
  *s = (SmrGpuShape){.at = t->at, .rows = 1, .columns = 1, .step = 1, .size = size, .part = 'F'};
  for (; k < count && sides[k].stride == s->rows; k++)
    s->rows *= sides[k].size;
  s->step = k < count ? sides[k].stride : s->rows;
  for (; k < count && sides[k].stride == s->step * s->columns; k++)
    s->columns *= sides[k].size;
  return count >= 0 && k == count && s->step >= s->rows;
}

int64_t smr_gpu_stride(const SmrGpuShape *s, int64_t stride, int64_t step) {
  return stride < s->rows || s->columns == 1 ? stride : stride / s->step * step;
}

//--- Magnitudes -----------------------------------------------------------------------------

// The bits of numbers without their signs are ordered as the numbers are, then come infinity and NaNs.
#define GREATEST(name, Bits, sign)                                                                           \
  static Bits name(const SmrGpuShape *s) {                                                                   \
    Bits most = 0;                                                                                           \
    for (int64_t j = 0; j < s->columns; j++) {                                                               \
      const Bits *row = (const Bits *)(const void *)s->at + j * s->step;                                     \
      for (int64_t i = 0; i < s->rows; i++) {                                                                \
        Bits bits = (Bits)(row[i] & (Bits) ~(sign));                                                         \
        most = bits > most ? bits : most;                                                                    \
      }                                                                                                      \
    }                                                                                                        \
    return most;                                                                                             \
  }
GREATEST(greatest_16, uint16_t, 0x8000)
GREATEST(greatest_32, uint32_t, UINT32_C(1) << 31)
GREATEST(greatest_64, uint64_t, UINT64_C(1) << 63)

double smr_gpu_greatest(const SmrGpuShape *s, char type) {
  double number;
  if (type == 'h') {
    number = (double)smr_rt_of_half(greatest_16(s));
  } else if (type == 'd') {
    uint64_t bits = greatest_64(s);
    memcpy(&number, &bits, sizeof number);
  } else {
    uint32_t bits = type == 's' ? greatest_32(s) : (uint32_t)greatest_16(s) << 16;
    float small;
    memcpy(&small, &bits, sizeof small);
    number = (double)small;
  }
  return number == number ? number : HUGE_VAL;
}

int smr_gpu_magnitudes(const SmrGpuCall *call, const SmrGpuPlan *plan, double greatest[]) {
  for (int k = 0; k < plan->count; k++) {
    const SmrGpuShape *s = &plan->operands[k].shape;
    greatest[k] = 0;
    if (plan->operands[k].use != SMR_GPU_READ)
      continue;
    if (!smr_gpu_touch(s->at, smr_gpu_extent(s), SMR_GPU_HOST_READS))
      return 0;
    greatest[k] = smr_gpu_greatest(s, call->routine->type);
  }
  return 1;
}
