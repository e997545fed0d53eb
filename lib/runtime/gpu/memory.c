//===- memory.c - blocks that are kept, and copies ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// cudaMalloc alone, never managed memory. A copy goes through pinned memory; of an array only the numbers are
// touched that the call reads or writes, never what lies between its columns.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/device.h"
#include "runtime/gpu/residency.h"
#include "runtime/gpu/settings.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_KEPT = 64 };

typedef struct {
  void *at;
  size_t bytes;
} Block;

typedef struct {
  Block blocks[MOST_KEPT];
  int count;
} Kept;

static Kept on_device, pinned;

/// Eighths of a power of two: what is kept fits again, and little is wasted.
static size_t rounded(size_t bytes) {
  size_t unit = 512;
  while (unit * 16 < bytes)
    unit *= 2;
  return bytes > SIZE_MAX - unit ? SIZE_MAX : (bytes + unit - 1) / unit * unit;
}

static void *take(Kept *kept, size_t bytes) {
  for (int k = kept->count; k-- > 0;)
    if (kept->blocks[k].bytes == bytes) {
      void *at = kept->blocks[k].at;
      kept->blocks[k] = kept->blocks[--kept->count];
      return at;
    }
  return NULL;
}

static int keep(Kept *kept, void *at, size_t bytes) {
  if (kept->count == MOST_KEPT)
    return 0;
  kept->blocks[kept->count++] = (Block){at, bytes};
  return 1;
}

/// A lack of memory is no state of the device. (CUDA remembers it for who asks; that is not to be the
/// program.)
static void *make(int status, void *at, const char *function) {
  if (status == SMR_CUDA_NO_MEMORY) {
    status = smr_gpu_device()->api.cudaGetLastError();
    if (status != SMR_CUDA_OK && status != SMR_CUDA_NO_MEMORY)
      (void)smr_gpu_ok(status, function);
    return NULL;
  }
  return smr_gpu_ok(status, function) ? at : NULL;
}

static void *new_block(size_t bytes) {
  void *at = NULL;
  if (smr_gpu_state() != SMR_GPU_READY)
    return NULL;
  int status = smr_gpu_device()->api.cudaMalloc(&at, bytes);
  return make(status, at, "cudaMalloc");
}

void *smr_gpu_allocate(size_t bytes) {
  bytes = rounded(bytes);
  void *at = smr_gpu_state() == SMR_GPU_READY ? take(&on_device, bytes) : NULL;
  if (!at)
    at = new_block(bytes);
  if (!at && smr_gpu_state() == SMR_GPU_READY && on_device.count) {
    smr_gpu_trim();
    at = new_block(bytes);
  }
  while (!at && smr_gpu_state() == SMR_GPU_READY && smr_gpu_evict()) {
    smr_gpu_trim();
    at = new_block(bytes);
  }
  return at;
}

/// A call that was launched may still need it.
static void free_block(void *at) {
  if (SMR_GPU_TRY(cudaStreamSynchronize, smr_gpu_device()->compute))
    (void)SMR_GPU_TRY(cudaFree, at);
}

void smr_gpu_release(void *at, size_t bytes) {
  bytes = rounded(bytes);
  if (at && smr_gpu_state() == SMR_GPU_READY && !keep(&on_device, at, bytes))
    free_block(at);
}

void *smr_gpu_pin(size_t bytes) {
  void *at = NULL;
  bytes = rounded(bytes);
  if (smr_gpu_state() != SMR_GPU_READY)
    return NULL;
  if ((at = take(&pinned, bytes)))
    return at;
  int status = smr_gpu_device()->api.cudaMallocHost(&at, bytes);
  return make(status, at, "cudaMallocHost");
}

void smr_gpu_unpin(void *at, size_t bytes) {
  bytes = rounded(bytes);
  if (at && smr_gpu_state() == SMR_GPU_READY && !keep(&pinned, at, bytes))
    (void)SMR_GPU_TRY(cudaFreeHost, at);
}

void smr_gpu_trim(void) {
  for (int k = 0; k < on_device.count; k++)
    free_block(on_device.blocks[k].at);
  for (int k = 0; k < pinned.count; k++)
    (void)SMR_GPU_TRY(cudaFreeHost, pinned.blocks[k].at);
  on_device.count = pinned.count = 0;
}

//--- Copies -----------------------------------------------------------------------------------

static void pack(const SmrGpuShape *s, int64_t first, int64_t count, char *to, int64_t step) {
  size_t row = (size_t)s->rows * (size_t)s->size;
  for (int64_t j = 0; j < count; j++)
    memcpy(to + (size_t)(j * step) * (size_t)s->size,
           s->at + (size_t)((first + j) * s->step) * (size_t)s->size, row);
}

void smr_gpu_unpack(const SmrGpuShape *s, const char *from, int64_t step) {
  for (int64_t j = 0; j < s->columns; j++) {
    int64_t first = s->part == 'L' ? j : 0, end = s->part == 'U' ? j + 1 : s->rows;
    if (first < end)
      memcpy(s->at + (size_t)(j * s->step + first) * (size_t)s->size,
             from + (size_t)(j * step + first) * (size_t)s->size, (size_t)(end - first) * (size_t)s->size);
  }
}

/// Two buffers: one is filled while the other travels.
typedef struct {
  char *buffer[2];
  SmrCudaEvent free[2];
  size_t bytes;
} Ferry;

static int open_ferry(Ferry *f, size_t bytes) {
  f->bytes = bytes;
  for (int k = 0; k < 2; k++)
    if (!(f->buffer[k] = smr_gpu_pin(bytes)) ||
        !SMR_GPU_TRY(cudaEventCreateWithFlags, &f->free[k], SMR_CUDA_EVENT_PLAIN))
      return 0;
  return 1;
}

/// (An event that was never recorded is free.)
static int close_ferry(Ferry *f, int ok) {
  for (int k = 0; k < 2; k++) {
    if (f->free[k]) {
      ok = SMR_GPU_TRY(cudaEventSynchronize, f->free[k]) && ok;
      ok = SMR_GPU_TRY(cudaEventDestroy, f->free[k]) && ok;
    }
    smr_gpu_unpin(f->buffer[k], f->bytes);
  }
  return ok;
}

/// One long column goes in pieces, too.
static int upload_column(const SmrGpuShape *s, char *to, int64_t piece) {
  int64_t count = s->rows / piece, done = count * piece;
  SmrGpuShape pieces = *s, rest = *s;
  pieces.rows = pieces.step = piece, pieces.columns = count;
  rest.at += done * s->size, rest.rows = rest.step = s->rows - done;
  return smr_gpu_upload(&pieces, to, piece) &&
         (!rest.rows || smr_gpu_upload(&rest, to + done * s->size, rest.rows));
}

int smr_gpu_upload(const SmrGpuShape *s, void *to, int64_t step) {
  size_t column = (size_t)step * (size_t)s->size, chunk = smr_gpu_settings()->chunk;
  int64_t piece = (int64_t)(chunk / (size_t)s->size);
  if (s->columns == 1 && s->rows > piece && piece > 0)
    return upload_column(s, to, piece);
  int64_t most = column < chunk ? (int64_t)(chunk / column) : 1;
  most = most < s->columns ? most : s->columns;
  Ferry ferry = {{NULL}, {NULL}, 0};
  int ok = open_ferry(&ferry, (size_t)most * column), side = 0;
  for (int64_t first = 0; ok && first < s->columns; first += most, side = !side) {
    int64_t count = s->columns - first < most ? s->columns - first : most;
    size_t bytes = (size_t)(count - 1) * column + (size_t)s->rows * (size_t)s->size;
    ok = SMR_GPU_TRY(cudaEventSynchronize, ferry.free[side]);
    if (!ok)
      break;
    pack(s, first, count, ferry.buffer[side], step);
    ok = SMR_GPU_TRY(cudaMemcpyAsync, (char *)to + (size_t)first * column, ferry.buffer[side], bytes,
                     SMR_CUDA_UP, smr_gpu_device()->compute) &&
         SMR_GPU_TRY(cudaEventRecord, ferry.free[side], smr_gpu_device()->compute);
  }
  return close_ferry(&ferry, ok);
}
