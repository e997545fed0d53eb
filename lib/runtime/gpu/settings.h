//===- settings.h - what the user says in the environment -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_GPU_SETTINGS_H
#define SMR_RUNTIME_GPU_SETTINGS_H
#include <stddef.h>

typedef enum {
  SMR_GPU_OFF,
  SMR_GPU_AUTO, // calls that are faster there; the device is started when it would have paid
  SMR_GPU_ON,   // every call that can be made there
  SMR_GPU_LAZY  // as auto; in a region results stay there until they are asked for
} SmrGpuMode;

typedef struct {
  SmrGpuMode mode;
  int floats;     // SMR_GPU_F32: 0 as IEEE 754 says, 1 TF32, 2 BF16x9
  int talks;      // SMR_RT=verbose, or SMR_GPU=on
  int is_default; // no word of the user's, but how objects were compiled
  int checks;     // SMR_GPU_CHECK=1: accesses that nobody announced crash (guard.h)
  size_t chunk;   // bytes that travel at a time
  size_t column;  // bytes of a column that a copy engine takes by itself (direct.h)
  size_t staging; // bytes of results that may be on their way
  size_t work;    // bytes of the device that a product may take beside its operands
} SmrGpuSettings;

/// Read at the first call; `mode` is what an object was compiled for, and the greatest of these counts where
/// the user says nothing. A value that means nothing is told, and nothing is offloaded.
void smr_gpu_settings_read(SmrGpuMode mode);
/// The next call of it reads again (tests).
void smr_gpu_settings_forget(void);
SmrGpuSettings *smr_gpu_settings(void);
/// Its mode, which an object that is loaded later, beside other threads' calls, may change.
SmrGpuMode smr_gpu_mode(void);
/// One line on stderr, for those who want to know.
void smr_gpu_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
#endif
