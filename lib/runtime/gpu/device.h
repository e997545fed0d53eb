//===- device.h - the GPU: its start, its memory, its errors ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: after any error but a lack of memory, no function of CUDA is called any more, by anyone; what
// was allocated there is given up. All functions here want the lock (smr_gpu_lock) held, the start excepted.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_DEVICE_H
#define SMR_RUNTIME_GPU_DEVICE_H
#include "runtime/gpu/call.h"

typedef enum {
  SMR_GPU_COLD,     // not started
  SMR_GPU_STARTING, // a thread is at it
  SMR_GPU_READY,
  SMR_GPU_DEAD // there is none, or it failed
} SmrGpuState;

typedef struct {
  SmrGpuApi api;
  SmrCudaStream compute, back; // uploads and calls; downloads
  SmrCublas handle;
  SmrCublasXt tiles; // NULL until it is needed
  SmrCublasCompute compute_f32;
  int device; // the number of the one that is used
} SmrGpuDevice;

SmrGpuDevice *smr_gpu_device(void);
SmrGpuState smr_gpu_state(void);
void smr_gpu_lock(void);
int smr_gpu_try_lock(void);
void smr_gpu_unlock(void);

/// Starts the device, in a thread or before it returns; only the first call does anything.
void smr_gpu_start(int in_thread);
/// Waits until a thread that starts the device is done.
void smr_gpu_settle(void);
/// Asked now and then, without the lock, by a call of the program's: when that thread is done, the shared
/// object that this code is in may be unloaded.
void smr_gpu_after_start(void);

/// The calling thread's device becomes ours, and what it was again. (The program may use CUDA itself.)
int smr_gpu_enter(int *theirs);
void smr_gpu_leave(int theirs);

/// True when CUDA's or cuBLAS' function succeeded; else the device is dead from now on, for this reason.
int smr_gpu_ok(int status, const char *function);
/// Calls a function unless the device is dead.
#define SMR_GPU_TRY(function, ...)                                                                           \
  (smr_gpu_state() == SMR_GPU_READY && smr_gpu_ok(smr_gpu_device()->api.function(__VA_ARGS__), #function))
void smr_gpu_give_up(const char *reason);

/// Memory of the device (arrays that the call at hand does not need make room), and pinned memory of the
/// host. Freed blocks are kept for later; NULL: there is none, or the device is dead.
void *smr_gpu_allocate(size_t bytes);
void smr_gpu_release(void *at, size_t bytes);
void *smr_gpu_pin(size_t bytes);
void smr_gpu_unpin(void *at, size_t bytes);
/// Gives back to CUDA what is kept for later.
void smr_gpu_trim(void);

/// Copies the array into device memory, packed (`step` numbers between columns there). It has been read when
/// this returns.
int smr_gpu_upload(const SmrGpuShape *shape, void *to, int64_t step);
/// From staging memory, where columns follow each other `step` numbers apart, into the array.
void smr_gpu_unpack(const SmrGpuShape *shape, const char *from, int64_t step);

/// Gives everything back, as far as there is a device; for tests, which count.
void smr_gpu_shut_down(void);
enum { SMR_GPU_MOST_PARTS = 4 };
/// Then a part that programs without tensors do not have gives back what is its own, first.
void smr_gpu_at_shut_down(void (*part)(void));
#endif
