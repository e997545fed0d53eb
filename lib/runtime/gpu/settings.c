//===- settings.c - what the user says in the environment -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/settings.h"
#include "runtime/gpu/stats.h"
#include "runtime/wish.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SmrGpuSettings settings = {
    .chunk = (size_t)8 << 20, .column = 1024, .staging = (size_t)1 << 30, .work = (size_t)32 << 20};
static int is_read;

SmrGpuSettings *smr_gpu_settings(void) {
  return &settings;
}

SmrGpuMode smr_gpu_mode(void) {
  return __atomic_load_n(&settings.mode, __ATOMIC_SEQ_CST);
}

/// The value's place among the names, `otherwise` without one, -1 for nonsense, which is told.
static int choice(const char *variable, const char *const *names, int otherwise) {
  const char *value = getenv(variable);
  if (!value || !*value)
    return otherwise;
  for (int k = 0; names[k]; k++)
    if (!strcmp(names[k], value))
      return k;
  fprintf(stderr, "smr_rt: %s=%s: not one of", variable, value);
  for (int k = 0; names[k]; k++)
    fprintf(stderr, " %s%s", names[k], names[k + 1] ? "," : "");
  fprintf(stderr, "; the CPU computes\n");
  return -1;
}

void smr_gpu_settings_read(SmrGpuMode mode) {
  static const char *const modes[] = {"off", "auto", "on", "lazy", NULL};
  static const char *const floats[] = {"ieee", "tf32", "bf16x9", NULL};
  static const char *const switches[] = {"0", "1", NULL};
  const char *wish = getenv("SMR_GPU"), *talk = getenv("SMR_RT");
  if (is_read) { // another object was compiled for it, too
    if (settings.is_default && settings.mode < mode)
      __atomic_store_n(&settings.mode, mode, __ATOMIC_SEQ_CST);
    return;
  }
  is_read = 1;
  int chosen = choice("SMR_GPU", modes, (int)mode), kind = choice("SMR_GPU_F32", floats, 0),
      checks = choice("SMR_GPU_CHECK", switches, 0), stats = choice("SMR_GPU_STATS", switches, 0),
      wrong = chosen < 0 || kind < 0 || checks < 0 || stats < 0;
  __atomic_store_n(&settings.mode, wrong ? SMR_GPU_OFF : (SmrGpuMode)chosen, __ATOMIC_SEQ_CST);
  settings.is_default = !wrong && (!wish || !*wish);
  settings.checks = checks > 0;
  if (stats > 0)
    smr_gpu_count_aloud();
  settings.floats = kind < 0 ? 0 : kind;
  settings.talks = (wish && !strcmp(wish, "on")) || smr_rt_wishes(talk, "verbose");
}

void smr_gpu_settings_forget(void) {
  is_read = 0;
}

void smr_gpu_tell(const char *format, ...) {
  va_list arguments;
  if (!settings.talks)
    return;
  va_start(arguments, format);
  fprintf(stderr, "smr_rt: GPU: ");
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}
