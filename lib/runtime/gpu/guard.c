//===- guard.c - SMR_GPU_CHECK: markers that are missing are found ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/guard.h"
#include "runtime/gpu/settings.h"
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_CLOSED = 64 };

/// What is protected now, for the message. (A handler reads it: no locks.)
typedef struct {
  uintptr_t from, to;
  SmrGpuGuard guard;
} Range;
static Range ranges[MOST_CLOSED];
static struct sigaction before;

/// Says which marker is missing, and lets the access happen again, as it would have without us.
static void on_fault(int signal, siginfo_t *info, void *context) {
  static const char reads[] = "smr_rt: GPU: the program touches an array whose result it has not asked for: "
                              "smr_rt_host_reads or _writes is missing\n";
  static const char writes[] = "smr_rt: GPU: the program writes an array that is on the GPU, too: "
                               "smr_rt_host_writes is missing\n";
  uintptr_t at = (uintptr_t)info->si_addr;
  (void)context;
  for (int k = 0; k < MOST_CLOSED; k++)
    if (at >= ranges[k].from && at < ranges[k].to) {
      int closed = ranges[k].guard == SMR_GPU_CLOSED;
      ssize_t written = write(2, closed ? reads : writes, closed ? sizeof reads - 1 : sizeof writes - 1);
      (void)written;
      break;
    }
  sigaction(signal, &before, NULL);
}

static void watch(void) {
  static int watches;
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  if (!watches++)
    sigaction(SIGSEGV, &action, &before);
}

static void remember(const SmrGpuShape *s, SmrGpuGuard guard, size_t extent) {
  uintptr_t from = (uintptr_t)s->at;
  Range *place = NULL;
  for (int k = 0; k < MOST_CLOSED; k++)
    if (ranges[k].from == from && ranges[k].to == from + extent)
      place = &ranges[k];
    else if (!ranges[k].from && !place)
      place = &ranges[k];
  if (place)
    *place = guard == SMR_GPU_OPEN ? (Range){0, 0, SMR_GPU_OPEN} : (Range){from, from + extent, guard};
}

/// The whole pages in a piece of memory.
static void protect(uintptr_t from, uintptr_t to, int rights) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  from = (from + page - 1) / page * page;
  to = to / page * page;
  if (from < to)
    mprotect((void *)from, to - from, rights);
}

void smr_gpu_guard(const SmrGpuShape *s, SmrGpuGuard guard) {
  static const int rights[] = {PROT_READ | PROT_WRITE, PROT_READ, PROT_NONE};
  size_t size = (size_t)s->size, extent = (size_t)((s->columns - 1) * s->step + s->rows) * size;
  if (!smr_gpu_settings()->checks)
    return;
  watch();
  remember(s, guard, extent);
  if (s->part == 'F' && s->step == s->rows) {
    protect((uintptr_t)s->at, (uintptr_t)s->at + extent, rights[guard]);
    return;
  }
  for (int64_t j = 0; j < s->columns; j++) {
    int64_t first = s->part == 'L' ? j : 0, end = s->part == 'U' ? j + 1 : s->rows;
    uintptr_t column = (uintptr_t)s->at + (size_t)(j * s->step) * size;
    if (first < end)
      protect(column + (size_t)first * size, column + (size_t)end * size, rights[guard]);
  }
}
