//===- device.c - the GPU's start and end ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/device.h"
#include "runtime/gpu/residency.h"
#include "runtime/gpu/settings.h"
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static SmrGpuDevice device;
static _Atomic int state = SMR_GPU_COLD;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t starter;
static _Atomic int has_starter;
static int knows_forks;
static pid_t owner; // CUDA does not survive a fork

SmrGpuDevice *smr_gpu_device(void) {
  return &device;
}

SmrGpuState smr_gpu_state(void) {
  SmrGpuState now = (SmrGpuState)atomic_load(&state);
  if (now != SMR_GPU_COLD && now != SMR_GPU_DEAD && owner != getpid()) {
    atomic_store(&state, SMR_GPU_DEAD);
    return SMR_GPU_DEAD;
  }
  return now;
}

void smr_gpu_lock(void) {
  pthread_mutex_lock(&lock);
}

int smr_gpu_try_lock(void) {
  return pthread_mutex_trylock(&lock) == 0;
}

void smr_gpu_unlock(void) {
  pthread_mutex_unlock(&lock);
}

//--- The shared object of this code -------------------------------------------------------------

// A program that is linked statically has no loader.
#pragma weak dlopen
#pragma weak dlclose
#pragma weak dladdr

/// NULL: it is the program. Else it is kept while a thread starts CUDA: who unloads it holds the loader's
/// lock, which the start needs, and would wait for the thread in vain.
static void *object;

static void *refer(void) {
  Dl_info info;
  if (!dlopen || !dlclose || !dladdr || !dladdr(&object, &info) || !info.dli_fname)
    return NULL;
  return dlopen(info.dli_fname, RTLD_NOLOAD | RTLD_NOW);
}

//--- Errors ---------------------------------------------------------------------------------

void smr_gpu_give_up(const char *reason) {
  if (atomic_exchange(&state, SMR_GPU_DEAD) == SMR_GPU_DEAD)
    return;
  smr_gpu_set_small(HUGE_VAL);
  smr_gpu_tell("%s; the CPU computes", reason);
}

int smr_gpu_ok(int status, const char *function) {
  char reason[128];
  if (status == 0)
    return 1;
  snprintf(reason, sizeof reason, "%s: error %d", function, status);
  smr_gpu_give_up(reason);
  return 0;
}

//--- Start ----------------------------------------------------------------------------------

/// Says which error it was in CUDA's own words, while no state has been lost.
static int fails(int status, const char *function, char *reason, size_t size) {
  if (status == SMR_CUDA_OK)
    return 0;
  snprintf(reason, size, "%s: %s", function, device.api.cudaGetErrorString(status));
  return 1;
}

/// The device with the most free memory, if it takes a stream.
static int choose_device(char *reason, size_t size) {
  int count = 0;
  size_t most = 0;
  if (fails(device.api.cudaGetDeviceCount(&count), "cudaGetDeviceCount", reason, size))
    return 0;
  device.device = -1;
  for (int k = 0; k < count; k++) {
    size_t free = 0, total = 0;
    if (fails(device.api.cudaSetDevice(k), "cudaSetDevice", reason, size) ||
        fails(device.api.cudaMemGetInfo(&free, &total), "cudaMemGetInfo", reason, size))
      return 0;
    if (free > most)
      device.device = k, most = free;
  }
  if (device.device < 0) {
    snprintf(reason, size, "none of %d devices has memory", count);
    return 0;
  }
  return !fails(device.api.cudaSetDevice(device.device), "cudaSetDevice", reason, size);
}

static int make_streams(char *reason, size_t size) {
  return !fails(device.api.cudaStreamCreateWithFlags(&device.compute, SMR_CUDA_STREAM_ALONE),
                "cudaStreamCreateWithFlags", reason, size) &&
         !fails(device.api.cudaStreamCreateWithFlags(&device.back, SMR_CUDA_STREAM_ALONE),
                "cudaStreamCreateWithFlags", reason, size);
}

/// Of doubles neither the library's default nor an environment variable may choose emulation: the mode says
/// so. Of floats, TF32 and BF16x9 are for who asks.
static int make_handle(char *reason, size_t size) {
  static const struct {
    SmrCublasMath math;
    SmrCublasCompute compute;
  } modes[] = {{SMR_CUBLAS_PEDANTIC, SMR_CUBLAS_32F_PEDANTIC},
               {SMR_CUBLAS_TF32, SMR_CUBLAS_32F_TF32},
               {SMR_CUBLAS_BF16X9, SMR_CUBLAS_32F_BF16X9}};
  int mode = smr_gpu_settings()->floats, status = device.api.cublasCreate_v2(&device.handle);
  if (status == SMR_CUBLAS_OK)
    status = device.api.cublasSetStream_v2(device.handle, device.compute);
  if (status == SMR_CUBLAS_OK)
    status = device.api.cublasSetMathMode(device.handle, modes[mode].math);
  if (status != SMR_CUBLAS_OK)
    snprintf(reason, size, "cuBLAS does not start: status %d", status);
  device.compute_f32 = modes[mode].compute;
  return status == SMR_CUBLAS_OK;
}

/// At the end of the program, or when the object is unloaded. (Where a region of another thread is open
/// nothing is given back.)
static void release(void) {
  int theirs = -1, ours = device.device;
  SmrGpuApi api = device.api;
  if (owner != getpid() || !smr_gpu_try_lock())
    return;
  if (smr_gpu_state() == SMR_GPU_READY && !smr_gpu_arrays_exist() && smr_gpu_enter(&theirs)) {
    smr_gpu_shut_down();
    atomic_store(&state, SMR_GPU_DEAD);
    if (theirs != ours)
      (void)api.cudaSetDevice(theirs);
  }
  smr_gpu_unlock();
}

static _Atomic int ends;

/// CUDA's own exit handlers must not run beside its start, which does not have to come to its end then.
static void end_start(void) {
  atomic_store(&ends, 1);
  smr_gpu_settle();
}

/// Between the steps of a start. What a step has loaded or made may have exit handlers of its own, and the
/// last ones run first: ours comes again.
static int goes_on(int in_thread, char *reason, size_t size) {
  if (atomic_load(&ends))
    snprintf(reason, size, "the program ends");
  return !atomic_load(&ends) && (!in_thread || atexit(end_start) == 0);
}

static void start(int in_thread) {
  char reason[512] = "";
  size_t size = sizeof reason;
  int theirs = -1;
  int ok = smr_gpu_open(&device.api, reason, size) && goes_on(in_thread, reason, size) &&
           !fails(device.api.cudaGetDevice(&theirs), "cudaGetDevice", reason, size) &&
           choose_device(reason, size) && goes_on(in_thread, reason, size) && make_streams(reason, size) &&
           make_handle(reason, size) && goes_on(in_thread, reason, size) &&
           !fails(device.api.cudaSetDevice(theirs), "cudaSetDevice", reason, size);
  if (ok && object)
    (void)atexit(release); // (before CUDA's own exit handlers)
  if (ok)
    atomic_store(&state, SMR_GPU_READY);
  else
    smr_gpu_give_up(reason);
}

static void *start_in_thread(void *nothing) {
  start(1);
  __atomic_fetch_or(&smr_gpu_watched, SMR_GPU_ENDED, __ATOMIC_SEQ_CST);
  return nothing;
}

/// The one who joins it; it has ended, or will.
static int join_starter(void) {
  if (!atomic_exchange(&has_starter, 0))
    return 0;
  if (owner == getpid())
    pthread_join(starter, NULL);
  __atomic_fetch_and(&smr_gpu_watched, ~SMR_GPU_ENDED, __ATOMIC_SEQ_CST);
  return 1;
}

void smr_gpu_settle(void) {
  (void)join_starter();
}

void smr_gpu_after_start(void) {
  int ended = __atomic_load_n(&smr_gpu_watched, __ATOMIC_SEQ_CST) & SMR_GPU_ENDED;
  if (ended && join_starter() && object)
    (void)dlclose(object);
}

void smr_gpu_start(int in_thread) {
  int cold = SMR_GPU_COLD;
  pid_t self = getpid();
  if (atomic_load(&state) != SMR_GPU_COLD)
    return;
  owner = self;
  if (!atomic_compare_exchange_strong(&state, &cold, SMR_GPU_STARTING))
    return;
  if (!knows_forks)
    knows_forks = pthread_atfork(smr_gpu_lock, smr_gpu_unlock, smr_gpu_unlock) == 0;
  object = refer();
  if (in_thread && atexit(end_start) == 0 && pthread_create(&starter, NULL, start_in_thread, NULL) == 0) {
    atomic_store(&has_starter, 1);
    return;
  }
  if (object)
    (void)dlclose(object);
  start(0);
}

int smr_gpu_enter(int *theirs) {
  *theirs = -1;
  return SMR_GPU_TRY(cudaGetDevice, theirs) &&
         (*theirs == device.device || SMR_GPU_TRY(cudaSetDevice, device.device));
}

void smr_gpu_leave(int theirs) {
  if (theirs >= 0 && theirs != device.device)
    (void)SMR_GPU_TRY(cudaSetDevice, theirs);
}

static void (*parts[SMR_GPU_MOST_PARTS])(void);
static int part_count;

void smr_gpu_at_shut_down(void (*part)(void)) {
  for (int k = 0; k < part_count; k++)
    if (parts[k] == part)
      return;
  if (part_count < SMR_GPU_MOST_PARTS)
    parts[part_count++] = part;
}

void smr_gpu_shut_down(void) {
  smr_gpu_settle();
  for (int k = 0; k < part_count; k++)
    parts[k]();
  smr_gpu_trim();
  if (device.tiles)
    (void)SMR_GPU_TRY(cublasXtDestroy, device.tiles);
  if (smr_gpu_state() == SMR_GPU_READY) {
    (void)SMR_GPU_TRY(cublasDestroy_v2, device.handle);
    (void)SMR_GPU_TRY(cudaStreamDestroy, device.compute);
    (void)SMR_GPU_TRY(cudaStreamDestroy, device.back);
  }
  memset(&device, 0, sizeof device);
  smr_gpu_set_small(0);
  atomic_store(&state, SMR_GPU_COLD);
}
