//===- fake_lt.c - cuBLASLt without a GPU ---------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Harsher than the real one: of a NaN its relu makes 0, and far out its gelu is NaN; doubles have no gelu; an
// address that is not aligned as the preference said is told off, and so is arithmetic that nobody asked for.
//===----------------------------------------------------------------------===//
#include "inside.h"
#include "runtime/gpu/lt_api.h"
#include "short.h"
#include <math.h>
#include <string.h>

enum { EXECUTION_FAILED = 13 };
#define ENTRY                                                                                                \
  if (fake_fails(__func__))                                                                                  \
  return EXECUTION_FAILED

struct SmrLtState {
  int alive;
};
struct SmrLtDescState {
  SmrCublasCompute compute;
  SmrCudaType scale;
  int32_t a, b;
  uint32_t epilog;
  void *bias;
  int64_t bias_stride;
};
struct SmrLtLayoutState {
  SmrCudaType type;
  uint64_t rows, columns;
  int64_t step, stride;
  int32_t count;
};
struct SmrLtPreferenceState {
  uint64_t workspace;
  uint32_t reductions, aligned[4];
};

static struct SmrLtState the_handle;

#define MAKE(type, ...)                                                                                      \
  struct type *made = fake_make(sizeof *made);                                                               \
  *made = (struct type){__VA_ARGS__};                                                                        \
  return *out = made, SMR_CUBLAS_OK
#define DESTROY(name, Type)                                                                                  \
  SmrCublasStatus name(Type it) {                                                                            \
    ENTRY;                                                                                                   \
    fake_drop(it);                                                                                           \
    return SMR_CUBLAS_OK;                                                                                    \
  }

SmrCublasStatus cublasLtCreate(SmrLt *out) {
  ENTRY;
  the_handle.alive = 1;
  fake_lives(1);
  *out = &the_handle;
  return SMR_CUBLAS_OK;
}

SmrCublasStatus cublasLtDestroy(SmrLt handle) {
  ENTRY;
  if (!handle->alive)
    fake_violation("a handle that there is not is destroyed");
  handle->alive = 0;
  fake_lives(-1);
  return SMR_CUBLAS_OK;
}

SmrCublasStatus cublasLtMatmulDescCreate(SmrLtDesc *out, SmrCublasCompute compute, SmrCudaType scale) {
  ENTRY;
  MAKE(SmrLtDescState, compute, scale, 0, 0, SMR_LT_PLAIN, NULL, 0);
}
DESTROY(cublasLtMatmulDescDestroy, SmrLtDesc)

SmrCublasStatus cublasLtMatrixLayoutCreate(SmrLtLayout *out, SmrCudaType type, uint64_t rows,
                                           uint64_t columns, int64_t step) {
  ENTRY;
  MAKE(SmrLtLayoutState, type, rows, columns, step, 0, 1);
}
DESTROY(cublasLtMatrixLayoutDestroy, SmrLtLayout)

SmrCublasStatus cublasLtMatmulPreferenceCreate(SmrLtPreference *out) {
  ENTRY;
  MAKE(SmrLtPreferenceState, 0, 7, {256, 256, 256, 256});
}
DESTROY(cublasLtMatmulPreferenceDestroy, SmrLtPreference)

/// An attribute's place, if it has so many bytes.
static SmrCublasStatus set(void *field, size_t has, const void *from, size_t bytes) {
  if (!field || has != bytes) {
    fake_violation("an attribute that there is not, or of another size");
    return SMR_CUBLAS_INVALID;
  }
  memcpy(field, from, bytes);
  return SMR_CUBLAS_OK;
}

SmrCublasStatus cublasLtMatmulDescSetAttribute(SmrLtDesc d, SmrLtDescAttribute which, const void *from,
                                               size_t bytes) {
  ENTRY;
  void *field = which == SMR_LT_FORM_A        ? (void *)&d->a
                : which == SMR_LT_FORM_B      ? (void *)&d->b
                : which == SMR_LT_EPILOG      ? (void *)&d->epilog
                : which == SMR_LT_BIAS_AT     ? (void *)&d->bias
                : which == SMR_LT_BIAS_STRIDE ? (void *)&d->bias_stride
                                              : NULL;
  return set(field, which == SMR_LT_BIAS_AT || which == SMR_LT_BIAS_STRIDE ? 8 : 4, from, bytes);
}

SmrCublasStatus cublasLtMatrixLayoutSetAttribute(SmrLtLayout l, SmrLtLayoutAttribute which, const void *from,
                                                 size_t bytes) {
  ENTRY;
  if (which == SMR_LT_BATCH)
    return set(&l->count, sizeof l->count, from, bytes);
  return set(which == SMR_LT_BATCH_STRIDE ? &l->stride : NULL, sizeof l->stride, from, bytes);
}

SmrCublasStatus cublasLtMatmulPreferenceSetAttribute(SmrLtPreference p, SmrLtPreferenceAttribute which,
                                                     const void *from, size_t bytes) {
  ENTRY;
  if (which == SMR_LT_WORKSPACE)
    return set(&p->workspace, sizeof p->workspace, from, bytes);
  if (which >= SMR_LT_ALIGNED_A && which <= SMR_LT_ALIGNED_D)
    return set(&p->aligned[which - SMR_LT_ALIGNED_A], 4, from, bytes);
  return set(which == SMR_LT_REDUCTIONS ? &p->reductions : NULL, 4, from, bytes);
}

//--- Choosing ---------------------------------------------------------------------------------

static int fits(const struct SmrLtLayoutState *l, int32_t form, uint64_t rows, uint64_t columns) {
  uint64_t r = form == SMR_CUBLAS_PLAIN ? l->rows : l->columns,
           c = form == SMR_CUBLAS_PLAIN ? l->columns : l->rows;
  return r == rows && c == columns && l->step >= (int64_t)l->rows && l->count >= 1;
}

/// Sums in place, as those of type 4, are rounded to the result's type.
static int is_asked_for(const struct SmrLtDescState *d, SmrCudaType type, uint32_t reductions) {
  if (type == SMR_CUDA_F64)
    return d->compute == SMR_CUBLAS_64F_PEDANTIC && d->scale == SMR_CUDA_F64;
  const uint32_t rounding = type == SMR_CUDA_F32 ? 4 : 4 | SMR_LT_REDUCE_IN_PLACE;
  return d->scale == SMR_CUDA_F32 && !(reductions & rounding) &&
         d->compute == (type == SMR_CUDA_F32 ? SMR_CUBLAS_32F_PEDANTIC : SMR_CUBLAS_32F);
}

/// The algorithm's data are what was promised of the addresses.
SmrCublasStatus cublasLtMatmulAlgoGetHeuristic(SmrLt handle, SmrLtDesc d, SmrLtLayout a, SmrLtLayout b,
                                               SmrLtLayout c, SmrLtLayout r, SmrLtPreference p, int wanted,
                                               SmrLtChoice *choices, int *count) {
  ENTRY;
  uint64_t k = d->a == SMR_CUBLAS_PLAIN ? a->columns : a->rows;
  if (!handle->alive || wanted < 1 || !fits(a, d->a, r->rows, k) || !fits(b, d->b, k, r->columns) ||
      !fits(c, 0, r->rows, r->columns) || !fits(r, 0, r->rows, r->columns) || a->count != r->count ||
      b->count != r->count || c->count != r->count || a->type != r->type || b->type != r->type ||
      c->type != r->type) {
    fake_violation("layouts that do not fit");
    return SMR_CUBLAS_INVALID;
  }
  if (!is_asked_for(d, r->type, p->reductions))
    fake_violation("arithmetic that nobody asked for");
  *count = 0;
  if (r->type == SMR_CUDA_F64 && (d->epilog & SMR_LT_GELU))
    return SMR_CUBLAS_UNKNOWN;
  *count = 1;
  *choices = (SmrLtChoice){.state = SMR_CUBLAS_OK, .workspaceSize = p->workspace};
  memcpy(choices->algo.data, p->aligned, sizeof p->aligned);
  return SMR_CUBLAS_OK;
}

//--- The product ------------------------------------------------------------------------------

typedef struct {
  const char *a, *b, *c, *bias;
  char *d;
  int32_t m, n, k, count;
  int64_t step[4], stride[5]; // a, b, c, d; the bias'
  int32_t turned_a, turned_b;
  uint32_t epilog;
  SmrCudaType type;
  double alpha, beta;
} Kernel;

static double load(SmrCudaType type, const char *at, int64_t k) {
  if (type == SMR_CUDA_F64)
    return ((const double *)(const void *)at)[k];
  if (type == SMR_CUDA_F32)
    return (double)((const float *)(const void *)at)[k];
  return short_widen(type == SMR_CUDA_F16 ? 'h' : 'b', ((const uint16_t *)(const void *)at)[k]);
}

static void store(SmrCudaType type, char *at, int64_t k, double x) {
  if (type == SMR_CUDA_F64)
    ((double *)(void *)at)[k] = x;
  else if (type == SMR_CUDA_F32)
    ((float *)(void *)at)[k] = (float)x;
  else
    ((uint16_t *)(void *)at)[k] = short_narrow(type == SMR_CUDA_F16 ? 'h' : 'b', (float)x);
}

static double activate(uint32_t epilog, double x) {
  if (epilog & SMR_LT_RELU)
    return x > 0 ? x : 0;
  if (epilog & SMR_LT_GELU)
    return fabs(x) > 1e13 ? NAN : x * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x))) / 2;
  return x;
}

static double element(const Kernel *k, int64_t batch, int64_t i, int64_t j) {
  double sum = 0;
  for (int64_t p = 0; p < k->k; p++)
    sum +=
        load(k->type, k->a, batch * k->stride[0] + (k->turned_a ? p + i * k->step[0] : i + p * k->step[0])) *
        load(k->type, k->b, batch * k->stride[1] + (k->turned_b ? j + p * k->step[1] : p + j * k->step[1]));
  sum *= k->alpha;
  if (k->beta != 0)
    sum += k->beta * load(k->type, k->c, batch * k->stride[2] + i + j * k->step[2]);
  if (k->epilog & SMR_LT_BIAS)
    sum += load(k->type, k->bias, batch * k->stride[4] + i);
  return activate(k->epilog, sum);
}

static void run(void *data) {
  const Kernel *k = data;
  for (int64_t batch = 0; batch < k->count; batch++)
    for (int64_t j = 0; j < k->n; j++)
      for (int64_t i = 0; i < k->m; i++)
        store(k->type, k->d, batch * k->stride[3] + i + j * k->step[3], element(k, batch, i, j));
}

static void check_aligned(const SmrLtAlgorithm *algo, const void *const at[4]) {
  uint32_t promised[4];
  memcpy(promised, algo->data, sizeof promised);
  for (int k = 0; k < 4; k++)
    if ((uintptr_t)at[k] % promised[k] || !fake_is_there(at[k], 1))
      fake_violation("an operand that is not there, or not aligned as was said");
}

SmrCublasStatus cublasLtMatmul(SmrLt handle, SmrLtDesc desc, const void *alpha, const void *a, SmrLtLayout la,
                               const void *b, SmrLtLayout lb, const void *beta, const void *c, SmrLtLayout lc,
                               void *d, SmrLtLayout ld, const SmrLtAlgorithm *algo, void *workspace,
                               size_t bytes, SmrCudaStream stream) {
  ENTRY;
  check_aligned(algo, (const void *const[]){a, b, c, d});
  if (!handle->alive || (workspace && !fake_is_there(workspace, bytes)) ||
      ((desc->epilog & SMR_LT_BIAS) && !fake_is_there(desc->bias, 1)))
    fake_violation("memory that is not there");
  Kernel k = {.a = a,
              .b = b,
              .c = c,
              .d = d,
              .bias = desc->bias,
              .m = (int32_t)ld->rows,
              .n = (int32_t)ld->columns,
              .k = (int32_t)(desc->a ? la->rows : la->columns),
              .count = ld->count,
              .step = {la->step, lb->step, lc->step, ld->step},
              .stride = {la->stride, lb->stride, lc->stride, ld->stride, desc->bias_stride},
              .turned_a = desc->a,
              .turned_b = desc->b,
              .epilog = desc->epilog,
              .type = ld->type};
  k.alpha = load(desc->scale, alpha, 0), k.beta = load(desc->scale, beta, 0);
  if (fake_refuses())
    return SMR_CUBLAS_NO_MEMORY;
  fake_enqueue(stream, run, &k, sizeof k);
  return SMR_CUBLAS_OK;
}
