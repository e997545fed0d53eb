//===- lt.c - products with an epilog by cuBLASLt -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Statuses that say "not so" (no kernel for it, no memory) leave the call to the CPU; all others are errors
// of the device's, after which nothing is called any more, descriptors included.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/device.h"
#include "runtime/gpu/flags.h"
#include "runtime/gpu/lt_api.h"
#include "runtime/gpu/settings.h"
#include "runtime/gpu/tensor.h"
#include <math.h>

static SmrLtApi lt;
static SmrLt handle;
static enum { LT_CLOSED, LT_OPEN, LT_MISSING } state;

static void close_lt(void) {
  if (state == LT_OPEN && smr_gpu_state() == SMR_GPU_READY)
    (void)smr_gpu_ok(lt.cublasLtDestroy(handle), "cublasLtDestroy");
  state = LT_CLOSED;
}

/// (Where it is missing, cuBLAS goes on.)
static int open_lt(void) {
  char reason[256];
  if (state != LT_CLOSED)
    return state == LT_OPEN;
  smr_gpu_at_shut_down(close_lt);
  state = LT_MISSING;
  if (!smr_gpu_open_lt(&lt, reason, sizeof reason)) {
    smr_gpu_tell("%s; the CPU makes products of tensors", reason);
    return 0;
  }
  if (!smr_gpu_ok(lt.cublasLtCreate(&handle), "cublasLtCreate"))
    return 0;
  state = LT_OPEN;
  return 1;
}

//--- One product, column-major ------------------------------------------------------------

/// An operand on the device: over which places it goes, and where each is.
typedef struct {
  char *at;
  int64_t batch[2], row, column;
} Side;

typedef struct {
  int64_t rows, columns, step, stride; // in memory; from one of the batch to the next
  int turned;
  char *at;
} Matrix;

typedef struct {
  Matrix a, b, c, rest;
  char *bias;
  int64_t bias_stride;
  int count;  // of the batch
  int status; // of the first function that failed
  SmrLtDesc desc;
  SmrLtLayout layouts[4]; // a, b, rest, c
  SmrLtPreference preference;
  void *workspace;
} Job;

/// Calls a function of cuBLASLt's unless one has failed.
#define LT(job, function, ...)                                                                               \
  ((job)->status = (job)->status ? (job)->status : lt.function(__VA_ARGS__), (job)->status == SMR_CUBLAS_OK)

static Matrix matrix(const Side *s, int64_t rows, int64_t columns, int64_t stride) {
  int plain = (rows == 1 || s->row == 1) && (columns == 1 || s->column >= rows);
  Matrix m = {rows, columns, columns == 1 ? rows : s->column, stride, !plain, s->at};
  if (!plain)
    m.rows = columns, m.columns = rows, m.step = rows == 1 ? columns : s->row;
  return m;
}

static void make_layout(Job *j, int k, const Matrix *m, SmrCudaType type) {
  int32_t count = j->count;
  if (!LT(j, cublasLtMatrixLayoutCreate, &j->layouts[k], type, (uint64_t)m->rows, (uint64_t)m->columns,
          m->step))
    j->layouts[k] = NULL;
  (void)(LT(j, cublasLtMatrixLayoutSetAttribute, j->layouts[k], SMR_LT_BATCH, &count, sizeof count) &&
         LT(j, cublasLtMatrixLayoutSetAttribute, j->layouts[k], SMR_LT_BATCH_STRIDE, &m->stride,
            sizeof m->stride));
}

/// The powers of two up to 256 that an address is a multiple of: algorithms ask for it.
static uint32_t alignment(const char *at) {
  uint32_t unit = 256;
  while ((uintptr_t)at % unit)
    unit /= 2;
  return unit;
}

static void describe(Job *j, const SmrGpuProductForm *f, SmrCublasCompute compute, SmrCudaType scale) {
  int32_t a = j->a.turned ? SMR_CUBLAS_TRANSPOSED : SMR_CUBLAS_PLAIN,
          b = j->b.turned ? SMR_CUBLAS_TRANSPOSED : SMR_CUBLAS_PLAIN;
  uint32_t epilog = (uint32_t)f->epilog;
  if (j->bias)
    epilog = epilog == SMR_LT_PLAIN ? SMR_LT_BIAS : epilog | SMR_LT_BIAS;
  if (!LT(j, cublasLtMatmulDescCreate, &j->desc, compute, scale))
    j->desc = NULL;
  int ok = LT(j, cublasLtMatmulDescSetAttribute, j->desc, SMR_LT_FORM_A, &a, sizeof a) &&
           LT(j, cublasLtMatmulDescSetAttribute, j->desc, SMR_LT_FORM_B, &b, sizeof b) &&
           LT(j, cublasLtMatmulDescSetAttribute, j->desc, SMR_LT_EPILOG, &epilog, sizeof epilog);
  if (ok && j->bias)
    (void)(LT(j, cublasLtMatmulDescSetAttribute, j->desc, SMR_LT_BIAS_AT, &j->bias, sizeof j->bias) &&
           LT(j, cublasLtMatmulDescSetAttribute, j->desc, SMR_LT_BIAS_STRIDE, &j->bias_stride,
              sizeof j->bias_stride));
}

/// Partial sums are never rounded to a result's type of 16 bits, as they are where they are added up in
/// place.
static void prefer(Job *j, const Matrix *rest, uint64_t workspace, int size) {
  const uint32_t reductions = SMR_LT_REDUCE_IN_COMPUTE_TYPE | (size > 2 ? SMR_LT_REDUCE_IN_PLACE : 0);
  const uint32_t aligned[] = {alignment(j->a.at), alignment(j->b.at), alignment(rest->at),
                              alignment(j->c.at)};
  static const SmrLtPreferenceAttribute which[] = {SMR_LT_ALIGNED_A, SMR_LT_ALIGNED_B, SMR_LT_ALIGNED_C,
                                                   SMR_LT_ALIGNED_D};
  if (!LT(j, cublasLtMatmulPreferenceCreate, &j->preference))
    j->preference = NULL;
  int ok = LT(j, cublasLtMatmulPreferenceSetAttribute, j->preference, SMR_LT_WORKSPACE, &workspace,
              sizeof workspace) &&
           LT(j, cublasLtMatmulPreferenceSetAttribute, j->preference, SMR_LT_REDUCTIONS, &reductions,
              sizeof reductions);
  for (int k = 0; ok && k < 4; k++)
    ok = LT(j, cublasLtMatmulPreferenceSetAttribute, j->preference, which[k], &aligned[k], sizeof aligned[k]);
}

/// A status that is none of the device's errors.
static int is_refusal(int status) {
  return status == SMR_CUBLAS_NO_MEMORY || status == SMR_CUBLAS_UNKNOWN || status == SMR_CUBLAS_INVALID ||
         status == SMR_CUBLAS_OTHER_DEVICE;
}

static int close_job(Job *j) {
  int failed = j->status && !is_refusal(j->status), status = j->status;
  for (int k = 0; !failed && k < 4; k++)
    if (j->layouts[k])
      failed = (status = lt.cublasLtMatrixLayoutDestroy(j->layouts[k])) != SMR_CUBLAS_OK;
  if (!failed && j->desc)
    failed = (status = lt.cublasLtMatmulDescDestroy(j->desc)) != SMR_CUBLAS_OK;
  if (!failed && j->preference)
    failed = (status = lt.cublasLtMatmulPreferenceDestroy(j->preference)) != SMR_CUBLAS_OK;
  return failed ? status : j->status ? SMR_CUBLAS_UNKNOWN : SMR_CUBLAS_OK;
}

static SmrCudaType element_type(char type) {
  return type == 's' ? SMR_CUDA_F32 : type == 'd' ? SMR_CUDA_F64 : type == 'b' ? SMR_CUDA_BF16 : SMR_CUDA_F16;
}

static int multiply(Job *j, const SmrGpuProductForm *f, char type, SmrCublasCompute compute) {
  const SmrCudaType element = element_type(type);
  const Matrix *rest = j->rest.at ? &j->rest : &j->c;
  const Matrix *const matrices[] = {&j->a, &j->b, rest, &j->c};
  const float alpha = (float)f->alpha, beta = j->rest.at ? 1 : 0;
  const double wide_alpha = f->alpha, wide_beta = (double)beta;
  SmrLtChoice choice = {.state = SMR_CUBLAS_UNKNOWN};
  const size_t work = j->workspace ? smr_gpu_settings()->work : 0;
  int count = 0;
  describe(j, f, compute, type == 'd' ? SMR_CUDA_F64 : SMR_CUDA_F32);
  for (int k = 0; k < 4; k++)
    make_layout(j, k, matrices[k], element);
  prefer(j, rest, work, smr_gpu_element_size(type));
  if (LT(j, cublasLtMatmulAlgoGetHeuristic, handle, j->desc, j->layouts[0], j->layouts[1], j->layouts[2],
         j->layouts[3], j->preference, 1, &choice, &count))
    j->status = count < 1 ? SMR_CUBLAS_UNKNOWN : choice.state;
  (void)LT(j, cublasLtMatmul, handle, j->desc, type == 'd' ? (const void *)&wide_alpha : &alpha, j->a.at,
           j->layouts[0], j->b.at, j->layouts[1], type == 'd' ? (const void *)&wide_beta : &beta, rest->at,
           j->layouts[2], j->c.at, j->layouts[3], &choice.algo, j->workspace, work,
           smr_gpu_device()->compute);
  return close_job(j);
}

//--- A batch of them ------------------------------------------------------------------------

enum { OF_A, OF_B, OF_C, OF_BIAS, OF_REST, SIDES };

static Side side(const SmrRtTensor *t, const int64_t sizes[4], void *at, int64_t step) {
  SmrGpuShape shape;
  int64_t s[4];
  (void)smr_gpu_shape(t, sizes, 1, &shape);
  for (int k = 0; k < 4; k++)
    s[k] = sizes[k] == 1 ? 0 : smr_gpu_stride(&shape, t->strides[k], step);
  return (Side){at, {s[0], s[1]}, s[2], s[3]};
}

static void find_sides(const SmrGpuTensor *t, void *const at[], const int64_t step[], Side sides[SIDES]) {
  const SmrRtProduct *p = &t->product;
  const int64_t a[4] = {p->batch[0], p->batch[1], p->m, p->k}, b[4] = {a[0], a[1], p->k, p->n},
                c[4] = {a[0], a[1], p->m, p->n};
  int next = 3;
  sides[OF_A] = side(&p->a, a, at[0], step[0]);
  sides[OF_B] = side(&p->b, b, at[1], step[1]);
  sides[OF_C] = side(&p->c, c, at[2], step[2]);
  if (t->form.bias >= 0) {
    sides[OF_BIAS] = side(&t->steps[t->form.bias].operand, c, at[next], step[next]);
    next++;
  }
  if (t->form.rest >= 0)
    sides[OF_REST] = side(&t->steps[t->form.rest].operand, c, at[next], step[next]);
}

/// The transposed product has the operands exchanged.
static void exchange(Side sides[SIDES]) {
  Side a = sides[OF_A];
  sides[OF_A] = sides[OF_B], sides[OF_B] = a;
  for (int k = 0; k < SIDES; k++) {
    int64_t row = sides[k].row;
    sides[k].row = sides[k].column, sides[k].column = row;
  }
}

/// Both dimensions of the batch as one, where all operands allow it.
static void join(const Side sides[SIDES], int64_t batch[2]) {
  for (int k = 0; k < SIDES; k++)
    if (sides[k].at && batch[0] > 1 && batch[1] > 1 && sides[k].batch[0] != sides[k].batch[1] * batch[1])
      return;
  if (batch[0] > 1 && batch[1] > 1 && batch[0] <= INT32_MAX / batch[1])
    batch[1] *= batch[0], batch[0] = 1;
}

static char *place(const Side *s, int64_t i, int size) {
  return s->at ? s->at + i * s->batch[0] * size : NULL;
}

static int run_batch(const SmrGpuCall *call, Side sides[SIDES], SmrCublasCompute compute, void *workspace) {
  const SmrRtProduct *p = &call->tensor->product;
  int64_t batch[2] = {p->batch[0], p->batch[1]}, m = p->m, n = p->n;
  int size = smr_gpu_element_size(call->routine->type), status = SMR_CUBLAS_OK;
  if (call->tensor->form.exchanged)
    exchange(sides), m = p->n, n = p->m;
  join(sides, batch);
  int inner = batch[1] > 1 || batch[0] == 1; // the other one is a loop
  int64_t times = inner ? batch[0] : 1;
  for (int64_t i = 0; i < times && status == SMR_CUBLAS_OK; i++) {
    Side here[SIDES];
    for (int k = 0; k < SIDES; k++)
      here[k] = sides[k], here[k].at = place(&sides[k], i, size);
    Job job = {.a = matrix(&here[OF_A], m, p->k, here[OF_A].batch[inner]),
               .b = matrix(&here[OF_B], p->k, n, here[OF_B].batch[inner]),
               .c = matrix(&here[OF_C], m, n, here[OF_C].batch[inner]),
               .rest = matrix(&here[OF_REST], m, n, here[OF_REST].batch[inner]),
               .bias = here[OF_BIAS].at,
               .bias_stride = here[OF_BIAS].batch[inner],
               .count = (int)batch[inner],
               .workspace = workspace};
    status = multiply(&job, &call->tensor->form, call->routine->type, compute);
  }
  return status;
}

//--- Numbers ----------------------------------------------------------------------------------

/// Can nothing greater than the form allows come to the activation?
static int is_within(const SmrGpuCall *call) {
  const SmrGpuProductForm *f = &call->tensor->form;
  SmrGpuPlan plan;
  double greatest[SMR_GPU_MOST_OPERANDS];
  if (f->most <= 0)
    return 1;
  (void)smr_gpu_product_plan(call, &plan);
  if (!smr_gpu_magnitudes(call, &plan, greatest))
    return 0;
  double bound = greatest[0] * greatest[1] * (double)call->tensor->product.k;
  bound = bound > greatest[0] ? bound : greatest[0]; // (an infinity times 0 is none)
  bound = (bound > greatest[1] ? bound : greatest[1]) * fmax(1, fabs(f->alpha));
  for (int k = 3; k < plan.count; k++)
    bound += greatest[k];
  if (!(bound <= f->most))
    smr_gpu_stays(call->routine->symbol,
                  "numbers so great, or none that are finite, that activations differ");
  return bound <= f->most;
}

int smr_gpu_product_launch(const SmrGpuCall *call, const SmrGpuApi *api, SmrCublas cublas,
                           SmrCublasCompute compute, void *const at[], const int64_t step[],
                           SmrGpuNumber *result) {
  (void)api, (void)cublas, (void)result;
  char type = call->routine->type;
  Side sides[SIDES] = {{0}};
  if (!open_lt() || !is_within(call))
    return smr_gpu_state() == SMR_GPU_READY ? SMR_CUBLAS_UNKNOWN : SMR_CUBLAS_NOT_READY;
  compute = type == 'd'                       ? SMR_CUBLAS_64F_PEDANTIC
            : smr_gpu_element_size(type) == 2 ? SMR_CUBLAS_32F
                                              : compute;
  find_sides(call->tensor, at, step, sides);
  void *workspace = smr_gpu_allocate(smr_gpu_settings()->work);
  if (!workspace && smr_gpu_state() != SMR_GPU_READY)
    return SMR_CUBLAS_NOT_READY;
  int status = run_batch(call, sides, compute, workspace);
  if (status == SMR_CUBLAS_OK || status == SMR_CUBLAS_UNKNOWN)
    smr_gpu_release(workspace, smr_gpu_settings()->work);
  return status;
}
