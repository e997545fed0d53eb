//===- product.c - which products with an epilog cuBLASLt has ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Column-major it gives D = act(alpha * A * B + beta * C + bias). What is not exactly of that form stays on
// the CPU, for the reason that is given. The rounding: floats by IEEE 754's products and sums unless
// SMR_GPU_F32 says otherwise, doubles in doubles, 16 bits in floats, rounded once; sums in another order.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/lt_api.h"
#include "runtime/gpu/tensor.h"
#include <float.h>
#include <math.h>
#include <string.h>

//--- Steps --------------------------------------------------------------------------------

/// Where a NaN may arise, max(x, 0) is not what x < 0 ? 0 : x gives; and far out, x³ of a gelu is infinite.
static int read_act(const SmrRtStep *step, char type, SmrGpuProductForm *f) {
  if (step->code == SMR_RT_RELU) {
    f->epilog = SMR_LT_RELU;
    f->most = type == 'd' ? DBL_MAX / 4 : (double)FLT_MAX / 4;
  } else if (step->code == SMR_RT_GELU_TANH) {
    f->epilog = SMR_LT_GELU;
    f->most = 1e12;
  }
  return f->epilog != SMR_LT_PLAIN;
}

static const char *other_act(int64_t code) {
  switch (code) {
  case SMR_RT_GELU_ERF:
    return "gelu by erf: cuBLASLt's is the form with tanh";
  case SMR_RT_GELU_SIGMOID:
    return "gelu by the logistic function: cuBLASLt's is the form with tanh";
  case SMR_RT_TIMES_NUMBER:
  case SMR_RT_TIMES:
    return "a factor behind a sum: cuBLASLt has one in front";
  case SMR_RT_PLUS_NUMBER:
    return "a number that is added: cuBLASLt adds a vector";
  default:
    return "an activation that cuBLASLt does not have";
  }
}

/// Is the operand broadcast over the result's rows (over its columns), where it has several?
static int is_flat(int64_t size, int64_t stride) {
  return size > 1 && stride == 0;
}

static const char *read_sum(const SmrRtProduct *p, int k, SmrGpuProductForm *f) {
  const int64_t *s = p->steps[k].operand.strides;
  int is_rest = !is_flat(p->m, s[2]) && !is_flat(p->n, s[3]);
  if (is_rest && f->rest >= 0 && (p->m == 1 || p->n == 1)) // (of one row, a matrix is a vector)
    is_rest = 0;
  if (is_flat(p->m, s[2]) && is_flat(p->n, s[3]))
    return "a number that is added: cuBLASLt adds a vector";
  if ((is_rest ? f->rest : f->bias) >= 0)
    return "two sums of a kind: cuBLASLt adds a vector and a matrix";
  *(is_rest ? &f->rest : &f->bias) = k;
  return NULL;
}

static const char *read_steps(char type, const SmrRtProduct *p, SmrGpuProductForm *f) {
  int k = 0;
  if (p->step_count > SMR_GPU_MOST_STEPS)
    return "more steps than an epilog of cuBLASLt has";
  if (k < p->step_count && p->steps[k].code == SMR_RT_TIMES_NUMBER) {
    f->alpha = type == 'd' ? p->steps[k].first : (double)(float)p->steps[k].first;
    if (f->alpha == 0 || !isfinite(f->alpha))
      return "a factor of 0, or none that is finite: cuBLASLt may not read the operands";
    k++;
  }
  for (; k < p->step_count && p->steps[k].code == SMR_RT_PLUS; k++) {
    const char *reason = read_sum(p, k, f);
    if (reason)
      return reason;
  }
  if (k < p->step_count && !read_act(&p->steps[k++], type, f))
    return other_act(p->steps[k - 1].code);
  return k < p->step_count ? "a step behind the activation: cuBLASLt's is the last" : NULL;
}

//--- Places -------------------------------------------------------------------------------

/// A stride when the tensor has been packed.
static int64_t packed(const SmrRtTensor *t, const int64_t sizes[4], int which) {
  SmrGpuShape shape;
  (void)smr_gpu_shape(t, sizes, 1, &shape);
  return smr_gpu_stride(&shape, t->strides[which], shape.rows);
}

/// Does a matrix with these strides lie column after column?
static int is_columns(int64_t rows, int64_t columns, int64_t row, int64_t column) {
  return (rows == 1 || row == 1) && (columns == 1 || column >= rows);
}

static int lies_right(const SmrRtTensor *t, const int64_t sizes[4], int flat) {
  int64_t row = packed(t, sizes, 2), column = packed(t, sizes, 3);
  int plain = is_columns(sizes[2], sizes[3], row, column),
      turned = is_columns(sizes[3], sizes[2], column, row);
  return flat < 0 ? plain || turned : flat ? turned : plain;
}

/// A vector's numbers belong to the rows of the column-major result. (Where that has but one column, or one
/// row, either may be meant.)
static int bias_fits(const SmrRtProduct *p, const SmrGpuProductForm *f, int exchanged) {
  if (f->bias < 0)
    return 1;
  const SmrRtTensor *t = &p->steps[f->bias].operand;
  int along = exchanged ? 3 : 2, across = exchanged ? 2 : 3;
  const int64_t sizes[4] = {p->batch[0], p->batch[1], p->m, p->n};
  return (sizes[across] == 1 || t->strides[across] == 0) &&
         (sizes[along] == 1 || packed(t, sizes, along) == 1);
}

static int fits(const SmrRtProduct *p, const SmrGpuProductForm *f, int exchanged) {
  const int64_t c[4] = {p->batch[0], p->batch[1], p->m, p->n};
  return lies_right(&p->c, c, exchanged) && bias_fits(p, f, exchanged) &&
         (f->rest < 0 || lies_right(&p->steps[f->rest].operand, c, exchanged));
}

/// Each operand is packed rows, and what is added does not lie in the result.
static int are_shapes(const SmrRtProduct *p, const SmrGpuProductForm *f) {
  const int64_t a[4] = {p->batch[0], p->batch[1], p->m, p->k}, b[4] = {a[0], a[1], p->k, p->n},
                c[4] = {a[0], a[1], p->m, p->n};
  SmrGpuShape shape;
  return smr_gpu_shape(&p->a, a, 1, &shape) && smr_gpu_shape(&p->b, b, 1, &shape) &&
         smr_gpu_shape(&p->c, c, 1, &shape) &&
         (f->bias < 0 || smr_gpu_shape(&p->steps[f->bias].operand, c, 1, &shape)) &&
         (f->rest < 0 || smr_gpu_shape(&p->steps[f->rest].operand, c, 1, &shape)) &&
         lies_right(&p->a, a, -1) && lies_right(&p->b, b, -1);
}

static int are_small(const SmrRtProduct *p) {
  const int64_t sizes[] = {p->m, p->n, p->k, p->batch[0], p->batch[1]};
  for (int k = 0; k < 5; k++)
    if (sizes[k] > INT32_MAX)
      return 0;
  return 1;
}

const char *smr_gpu_product_form(char type, const SmrRtProduct *p, SmrGpuProductForm *f) {
  *f = (SmrGpuProductForm){.epilog = SMR_LT_PLAIN, .bias = -1, .rest = -1, .alpha = 1};
  if (!p->batch[0] || !p->batch[1] || !p->m || !p->n || !p->k)
    return "nothing to multiply";
  const char *reason = read_steps(type, p, f);
  if (reason)
    return reason;
  if (!are_small(p))
    return "sizes beyond 31 bits";
  if (!are_shapes(p, f))
    return "strides that no leading dimension is";
  f->exchanged = fits(p, f, 1);
  return f->exchanged || fits(p, f, 0) ? NULL : "a result or a vector along the other dimension";
}

//--- The plan -----------------------------------------------------------------------------

static void add(SmrGpuPlan *plan, const SmrRtTensor *t, const int64_t sizes[4], int size, SmrGpuUse use) {
  SmrGpuOperand *o = &plan->operands[plan->count++];
  (void)smr_gpu_shape(t, sizes, size, &o->shape);
  o->use = use;
}

int smr_gpu_product_plan(const SmrGpuCall *call, SmrGpuPlan *plan) {
  const SmrGpuTensor *t = call->tensor;
  const SmrRtProduct *p = &t->product;
  const int64_t a[4] = {p->batch[0], p->batch[1], p->m, p->k}, b[4] = {a[0], a[1], p->k, p->n},
                c[4] = {a[0], a[1], p->m, p->n};
  int size = smr_gpu_element_size(call->routine->type);
  memset(plan, 0, sizeof *plan);
  add(plan, &p->a, a, size, SMR_GPU_READ);
  add(plan, &p->b, b, size, SMR_GPU_READ);
  add(plan, &p->c, c, size, SMR_GPU_WRITE);
  if (t->form.bias >= 0)
    add(plan, &t->steps[t->form.bias].operand, c, size, SMR_GPU_READ);
  if (t->form.rest >= 0)
    add(plan, &t->steps[t->form.rest].operand, c, size, SMR_GPU_READ);
  plan->work = (double)p->batch[0] * (double)p->batch[1] * (double)p->m * (double)p->n * (double)p->k;
  for (int k = 0; t->form.most > 0 && k < plan->count; k++)
    if (plan->operands[k].use == SMR_GPU_READ)
      plan->checked += (double)plan->operands[k].shape.rows * (double)plan->operands[k].shape.columns * size;
  return 1;
}
