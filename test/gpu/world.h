//===- world.h - calls by chance, on the fake and on the CPU ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A world is a few square matrices, twice: `ours`, which wrapped routines work on, and `right`, which the
// CPU's work on; whole pages each, so that with SMR_GPU_CHECK what nobody announced crashes. Calls come to
// the wrappers with Fortran's (CBLAS') arguments, as a program's would.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_GPU_WORLD_H
#define SMR_TEST_GPU_WORLD_H
#include "fake/fake.h"
#include "runtime/gpu/call.h"
#include "runtime/gpu/device.h"
#include "runtime/gpu/smr_rt_gpu.h"

enum { ORDER = 32, MATRICES = 3, HALF = ORDER / 2 };

typedef struct {
  char type;
  int size; // bytes of a number
  char *ours, *right;
  size_t bytes;
  uint64_t chance;
  int lazy, depth;
} World;

/// The fake as it is told, the runtime as new. `mode`: SMR_GPU's value.
void world_start(const FakeSettings *settings, const char *mode);
/// Ends the runtime; fails the test when CUDA was called after an error, or something was not given back.
FakeCounts world_stop(void);
FakeCounts world_counts(void);

World world_create(char type, uint64_t seed);
void world_free(World *w);
/// `ours` is pinned memory from now on, as of a program that uses CUDA itself: all of it, all but the second
/// matrix, or all but a part of the first. (Until the next start.)
typedef enum { WORLD_PAGEABLE, WORLD_PINNED, WORLD_MATRICES, WORLD_HOLES, WORLD_PINNED_COUNT } WorldPinned;
void world_pin(World *w, WorldPinned pinned);
unsigned world_chance(World *w, unsigned below);
unsigned world_draw(uint64_t *chance, unsigned below);
/// Strides of a tensor that cuBLASLt has a layout for: rows or columns, with or without room between them,
/// the batch in front or between. May skip: now and then each second element, for which it has none. Inputs
/// may be broadcast over the batch.
void world_strides(uint64_t *chance, const int64_t sizes[4], int may_skip, int is_output, int64_t strides[4]);
/// The routine, bound to the CPU's; NULL: there is none of this kind for the type. cblas: CBLAS'.
SmrGpuRoutine *world_routine(char type, SmrGpuKind kind, int cblas);
/// Arguments by chance; operands that are written overlap no others.
SmrGpuCall world_call(World *w, SmrGpuRoutine *routine);
/// Makes the call in both ways. A result that is a number must be equal.
void world_make(World *w, const SmrGpuCall *call);
/// Are the matrices equal in these bytes?
int world_is_right(const World *w, size_t from, size_t bytes);
/// New numbers there, in both.
void world_write(World *w, size_t from, size_t bytes);
#endif
