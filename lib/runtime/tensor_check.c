//===- tensor_check.c - may a descriptor be worked on? ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/tensor_check.h"
#include <stdlib.h>

const char *smr_rt_status_text(int status) {
  static const char *const texts[] = {
      [SMR_RT_FINE] = "fine",
      [SMR_RT_BAD_SIZE] = "sizes are negative, contradict each other or are too large",
      [SMR_RT_NO_DATA] = "a tensor with elements has no address",
      [SMR_RT_OVERLAP] = "elements of an output overlap",
      [SMR_RT_BAD_FLAG] = "a flag or operand that this kernel does not have",
      [SMR_RT_BAD_STEP] = "a step that is not known",
      [SMR_RT_NO_MEMORY] = "no memory",
  };
  return status >= 0 && status < (int)(sizeof texts / sizeof *texts) ? texts[status] : "not a status";
}

void *smr_rt_block(int64_t count, size_t size) {
  size_t bytes;
  if (count < 0 || __builtin_mul_overflow((size_t)count, size, &bytes) || bytes > SIZE_MAX - 128)
    return NULL;
  return aligned_alloc(64, (bytes | 63) + 1);
}

/// The number of elements; -1 when a size is negative or there are too many.
static int64_t elements(int count, const int64_t *sizes) {
  int64_t product = 1;
  int empty = 0;
  for (int k = 0; k < count; k++) {
    if (sizes[k] < 0)
      return -1;
    empty |= sizes[k] == 0;
  }
  for (int k = 0; k < count && !empty; k++)
    if (__builtin_mul_overflow(product, sizes[k], &product) || product >= INT64_C(1) << 62)
      return -1;
  return empty ? 0 : product;
}

static int check_input(const SmrRtTensor *t, const int64_t sizes[4]) {
  int64_t count = elements(4, sizes);
  return count < 0 ? SMR_RT_BAD_SIZE : count > 0 && !t->at ? SMR_RT_NO_DATA : SMR_RT_FINE;
}

static int check_output(const SmrRtTensor *t, const int64_t sizes[4]) {
  int status = check_input(t, sizes);
  if (status || elements(4, sizes) == 0)
    return status;
  for (int k = 0; k < 4; k++)
    if (sizes[k] > 1 && t->strides[k] == 0)
      return SMR_RT_OVERLAP;
  return SMR_RT_FINE;
}

static int check_steps(int64_t count, const SmrRtStep *steps, const int64_t sizes[4]) {
  if (count < 0 || (count > 0 && !steps))
    return SMR_RT_BAD_STEP;
  for (int64_t k = 0; k < count; k++) {
    int64_t code = steps[k].code;
    if (code < SMR_RT_RELU || code > SMR_RT_HARD_SWISH)
      return SMR_RT_BAD_STEP;
    if ((code == SMR_RT_TIMES || code == SMR_RT_PLUS) && check_input(&steps[k].operand, sizes))
      return SMR_RT_BAD_STEP;
  }
  return SMR_RT_FINE;
}

static int first_of(int count, const int *statuses) {
  for (int k = 0; k < count; k++)
    if (statuses[k])
      return statuses[k];
  return SMR_RT_FINE;
}
#define FIRST_OF(...) first_of((int)(sizeof(int[]){__VA_ARGS__} / sizeof(int)), (int[]){__VA_ARGS__})

int smr_rt_check_product(const SmrRtProduct *p) {
  const int64_t *batch = p->batch, c[] = {batch[0], batch[1], p->m, p->n};
  // Without elements to store, or to sum, operands are not read.
  const int64_t a[] = {batch[0], batch[1], p->m, p->k}, b[] = {batch[0], batch[1], p->k, p->n};
  int empty = elements(4, c) == 0;
  return FIRST_OF(elements(4, a) < 0 || elements(4, b) < 0 ? SMR_RT_BAD_SIZE : 0, check_output(&p->c, c),
                  empty ? 0 : check_input(&p->a, a), empty ? 0 : check_input(&p->b, b),
                  check_steps(p->step_count, p->steps, c));
}

int smr_rt_check_attention(const SmrRtAttention *a) {
  const int64_t heads = a->heads, keys = a->key_heads;
  const int64_t q[] = {a->batch, heads, a->lq, a->d}, k[] = {a->batch, keys, a->lk, a->d};
  const int64_t v[] = {a->batch, keys, a->lk, a->dv}, out[] = {a->batch, heads, a->lq, a->dv};
  const int64_t scores[] = {a->batch, heads, a->lq, a->lk};
  const int64_t known = SMR_RT_SAFE | SMR_RT_CAUSAL | SMR_RT_OVER | SMR_RT_FILL;
  if (a->flags & ~known || (a->flags & SMR_RT_FILL && a->flags & SMR_RT_CAUSAL))
    return SMR_RT_BAD_FLAG;
  if (elements(4, q) < 0 || elements(4, k) < 0 || elements(4, v) < 0 || elements(4, scores) < 0)
    return SMR_RT_BAD_SIZE;
  if (heads > 0 && (keys == 0 || heads % keys))
    return SMR_RT_BAD_SIZE;
  if (elements(4, out) == 0)
    return elements(4, out) ? SMR_RT_BAD_SIZE : SMR_RT_FINE;
  int any = a->lk > 0;
  return FIRST_OF(check_output(&a->out, out), any ? check_input(&a->q, q) : 0, check_input(&a->k, k),
                  check_input(&a->v, v));
}

/// Is `got` how many places a window of `kernel` has along one side?
static int fits(int64_t size, int64_t before, int64_t behind, int64_t dilation, int64_t kernel,
                int64_t stride, int64_t got) {
  const int64_t most = INT64_C(1) << 31; // so that nothing below overflows
  if (size > most || before > most || behind > most || dilation > most || kernel > most || kernel < 1)
    return 0;
  int64_t room = size + before + behind - dilation * (kernel - 1) - 1;
  return got == (room < 0 ? 0 : room / stride + 1);
}

int smr_rt_check_conv2d(const SmrRtConv2d *c) {
  const int64_t groups = c->groups, out[] = {c->images, c->outputs, c->out_size[0], c->out_size[1]};
  const int64_t in[] = {c->images, c->channels, c->size[0], c->size[1]};
  if (groups < 1 || c->channels % groups || c->outputs % groups)
    return SMR_RT_BAD_SIZE;
  const int64_t weight[] = {c->outputs, c->channels / groups, c->kernel[0], c->kernel[1]};
  for (int k = 0; k < 4; k++)
    if (c->padding[k] < 0)
      return SMR_RT_BAD_SIZE;
  for (int k = 0; k < 2; k++)
    if (c->stride[k] < 1 || c->dilation[k] < 1 ||
        !fits(c->size[k], c->padding[k], c->padding[2 + k], c->dilation[k], c->kernel[k], c->stride[k],
              c->out_size[k]))
      return SMR_RT_BAD_SIZE;
  int empty = elements(4, out) == 0;
  return FIRST_OF(elements(4, in) < 0 || elements(4, weight) < 0 ? SMR_RT_BAD_SIZE : 0,
                  check_output(&c->out, out), empty ? 0 : check_input(&c->in, in),
                  empty ? 0 : check_input(&c->weight, weight), check_steps(c->step_count, c->steps, out));
}

int smr_rt_check_rows(const SmrRtRows *r, int64_t flags, int affine) {
  if (r->flags & ~flags)
    return SMR_RT_BAD_FLAG;
  if ((r->weight.at && affine < SMR_RT_WEIGHT) || (r->bias.at && affine < SMR_RT_WEIGHT_AND_BIAS))
    return SMR_RT_BAD_FLAG;
  return FIRST_OF(check_input(&r->x, r->sizes), check_output(&r->out, r->sizes),
                  r->sum.at ? check_output(&r->sum, r->sizes) : 0);
}
