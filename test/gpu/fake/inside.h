//===- inside.h - what the parts of the fake of CUDA share --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TEST_GPU_INSIDE_H
#define SMR_TEST_GPU_INSIDE_H
#include "fake.h"
#include "runtime/gpu/api.h"

/// At the start of each function: does it fail?
int fake_fails(const char *function);
void fake_violation(const char *what);
/// To be done when the stream is waited for; the data are copied.
void fake_enqueue(SmrCudaStream stream, void (*run)(void *data), const void *data, size_t size);
/// Is it memory of the current device?
int fake_is_there(const void *at, size_t bytes);
/// One kernel more. True: the library has no memory for it.
int fake_refuses(void);
/// Handles that were made, less those that were destroyed.
void fake_lives(int more);
/// Zeroed memory for a descriptor, which lives until it is dropped or the fake begins anew.
void *fake_make(size_t size);
void fake_drop(void *at);
#endif
