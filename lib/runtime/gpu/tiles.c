//===- tiles.c - products that the device has no room for -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/tiles.h"
#include "runtime/gpu/flags.h"
#include "runtime/gpu/residency.h"
#include "runtime/gpu/settings.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_DEVICES = 16 };

static int open_tiles(void) {
  SmrGpuDevice *d = smr_gpu_device();
  int devices[MOST_DEVICES], count = 0;
  if (d->tiles)
    return 1;
  if (!SMR_GPU_TRY(cudaGetDeviceCount, &count) || !SMR_GPU_TRY(cublasXtCreate, &d->tiles))
    return 0;
  count = count < MOST_DEVICES ? count : MOST_DEVICES;
  for (int k = 0; k < count; k++)
    devices[k] = k;
  return SMR_GPU_TRY(cublasXtDeviceSelect, d->tiles, count, devices);
}

/// What is in a matrix, column after column.
static char *saved(const SmrGpuShape *s) {
  size_t row = (size_t)s->rows * (size_t)s->size;
  char *copy = malloc((size_t)s->columns * row);
  for (int64_t j = 0; copy && j < s->columns; j++)
    memcpy(copy + (size_t)j * row, s->at + (size_t)(j * s->step) * (size_t)s->size, row);
  return copy;
}

static int multiply(const SmrGpuCall *c) {
  SmrCublasXt tiles = smr_gpu_device()->tiles;
  SmrCublasForm a = smr_gpu_form(c->flag[0]), b = smr_gpu_form(c->flag[1]);
  size_t m = (size_t)c->size[0], n = (size_t)c->size[1], k = (size_t)c->size[2];
  size_t la = (size_t)c->step[0], lb = (size_t)c->step[1], lc = (size_t)c->step[2];
  if (c->routine->type == 's')
    return SMR_GPU_TRY(cublasXtSgemm, tiles, a, b, m, n, k, &c->alpha.f, c->at[0], la, c->at[1], lb,
                       &c->beta.f, c->at[2], lc);
  return SMR_GPU_TRY(cublasXtDgemm, tiles, a, b, m, n, k, &c->alpha.d, c->at[0], la, c->at[1], lb, &c->beta.d,
                     c->at[2], lc);
}

/// The host's memory holds the operands, and no copy of the result counts.
static int prepare(const SmrGpuPlan *plan) {
  for (int k = 0; k < plan->count; k++) {
    const SmrGpuShape *s = &plan->operands[k].shape;
    if (!smr_gpu_touch(s->at, smr_gpu_extent(s), k == 2 ? SMR_GPU_HOST_WRITES : SMR_GPU_HOST_READS))
      return 0;
  }
  return 1;
}

/// cublasXt has no math mode: whoever has cuBLAS emulate by its own variables gets no tiles.
static int may_be_emulated(char type) {
  const char *value =
      getenv(type == 'd' ? "CUBLAS_EMULATE_DOUBLE_PRECISION" : "CUBLAS_EMULATE_SINGLE_PRECISION");
  return value && *value && strcmp(value, "0") != 0;
}

int smr_gpu_run_tiled(SmrGpuCall *call, const SmrGpuPlan *plan) {
  const SmrGpuRoutine *r = call->routine;
  const SmrGpuOperand *result = &plan->operands[2];
  if (r->kind != SMR_GPU_GEMM || (r->type != 's' && r->type != 'd') || may_be_emulated(r->type) ||
      !prepare(plan))
    return 0;
  char *copy = result->use == SMR_GPU_BOTH ? saved(&result->shape) : NULL;
  int done = (copy || result->use == SMR_GPU_WRITE) && open_tiles() && multiply(call);
  if (!done && copy)
    smr_gpu_unpack(&result->shape, copy, result->shape.rows);
  free(copy);
  return done;
}
