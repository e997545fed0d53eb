//===- direct.c - copies of arrays that the program has pinned ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/direct.h"
#include "runtime/gpu/residency.h"
#include "runtime/gpu/settings.h"
#include <stdatomic.h>

/// cudaDevAttrMaxPitch of all devices so far.
#define MOST_STEP ((size_t)INT32_MAX)

int64_t smr_gpu_device_step(const SmrGpuShape *s) {
  int64_t unit = 128 / s->size;
  return s->rows < unit || s->columns == 1 ? s->rows : (s->rows + unit - 1) / unit * unit;
}

static int is_one_piece(const SmrGpuShape *s, int64_t step) {
  return s->columns == 1 || (s->step == s->rows && step == s->rows);
}

/// In one piece, or in columns that are worth an engine's while.
static int lies_well(const SmrGpuShape *s, int64_t step) {
  size_t size = (size_t)s->size;
  return is_one_piece(s, step) || ((size_t)s->rows * size >= smr_gpu_settings()->column &&
                                   (size_t)s->step <= MOST_STEP / size && (size_t)step <= MOST_STEP / size);
}

static int is_pinned(const char *at) {
  SmrCudaPointer where = {.type = 0};
  return SMR_GPU_TRY(cudaPointerGetAttributes, &where, at) && where.type == SMR_CUDA_PINNED;
}

int smr_gpu_is_direct(const SmrGpuShape *s, int64_t step) {
  return !smr_gpu_settings()->checks && lies_well(s, step) && is_pinned(s->at) &&
         is_pinned(s->at + smr_gpu_extent(s) - 1);
}

int smr_gpu_seems_direct(const SmrGpuShape *s, int64_t step) {
  enum { PLACES = 16, AGAIN = 32 };
  static struct {
    const char *at;
    int asked;
  } pageable[PLACES]; // what was pageable when it was asked about
  size_t place = ((uintptr_t)s->at >> 6) % PLACES;
  if (smr_gpu_settings()->checks || smr_gpu_state() != SMR_GPU_READY || !lies_well(s, step))
    return 0;
  if (pageable[place].at == s->at && ++pageable[place].asked < AGAIN)
    return 0;
  int pinned = is_pinned(s->at);
  pageable[place].at = pinned ? NULL : s->at;
  pageable[place].asked = 0;
  return pinned;
}

/// Whether CUDA has been loaded is asked now and then, until it has.
static int may_be_pinned(void) {
  enum { AGAIN = 64 };
  static _Atomic unsigned asked;
  static _Atomic int found;
  if (smr_gpu_state() == SMR_GPU_READY)
    return 1;
  if (!atomic_load(&found) && atomic_fetch_add(&asked, 1) % AGAIN == 0)
    atomic_store(&found, smr_gpu_is_in_use());
  return atomic_load(&found);
}

int smr_gpu_may_be_direct(const SmrGpuShape *s, int64_t step) {
  return !smr_gpu_settings()->checks && lies_well(s, step) && may_be_pinned();
}

/// What CUDA says at once to a range that is not pinned throughout; nothing was begun. (It remembers it for
/// who asks; that is not to be the program.)
static int is_refused(int status, const char *function) {
  if (status != SMR_CUDA_INVALID)
    return !smr_gpu_ok(status, function);
  status = smr_gpu_device()->api.cudaGetLastError();
  if (status != SMR_CUDA_INVALID)
    (void)smr_gpu_ok(status, function);
  return 1;
}

int smr_gpu_copy_directly(const SmrGpuShape *s, void *device, int64_t step, SmrCudaCopyKind kind,
                          SmrCudaStream stream) {
  const SmrGpuApi *api = &smr_gpu_device()->api;
  size_t size = (size_t)s->size, row = (size_t)s->rows * size;
  int up = kind == SMR_CUDA_UP;
  void *to = up ? device : s->at;
  const void *from = up ? s->at : device;
  if (smr_gpu_state() != SMR_GPU_READY)
    return 0;
  if (is_one_piece(s, step))
    return !is_refused(api->cudaMemcpyAsync(to, from, row * (size_t)s->columns, kind, stream),
                       "cudaMemcpyAsync");
  size_t there = (size_t)step * size, here = (size_t)s->step * size;
  return !is_refused(api->cudaMemcpy2DAsync(to, up ? there : here, from, up ? here : there, row,
                                            (size_t)s->columns, kind, stream),
                     "cudaMemcpy2DAsync");
}
