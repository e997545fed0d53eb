//===- fake.h - what a test says to the fake of CUDA -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_GPU_FAKE_H
#define SMR_TEST_GPU_FAKE_H
#include <stddef.h>

typedef struct {
  long fail_at;  // the call that fails, from 1, and all after it; 0: none
  size_t memory; // of each device, in bytes
  int devices;
  int version;        // that cudaRuntimeGetVersion gives
  size_t pinned_most; // bytes of pinned memory that there are
  long refuse;        // every so many kernels cuBLAS has no memory for one; 0: never
  int eager;          // copies and kernels happen at once, as if nothing else were as fast
} FakeSettings;

typedef struct {
  long calls, uploads, downloads, kernels, tiled;
  long overlaps; // kernels that were launched while something else was on its way
  size_t bytes_up, bytes_down;
  long direct;     // copies from and to memory that the program has pinned
  long live;       // allocations, streams, events, handles that were not given back
  long violations; // calls after an error, of nonsense, of a wrong device
  int failed;
} FakeCounts;

typedef struct {
  void (*reset)(const FakeSettings *settings);
  FakeCounts (*counts)(void);
  void (*pin)(void *at, size_t bytes); // what a program that uses CUDA itself would do; counted nowhere
  void (*unpin)(void *at);
} FakeControl;
#endif
