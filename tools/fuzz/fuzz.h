//===- fuzz.h - what fuzz targets share ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_TOOLS_FUZZ_FUZZ_H
#define SMR_TOOLS_FUZZ_FUZZ_H
#include "base/diag.h"
#include "base/str.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "not so: %s\n", what);
  abort();
}
#define require(condition) require(condition, #condition)

/// Each message names a place in a file.
static inline void require_places(const SmrDiag *diag) {
  for (uint32_t i = 0; i < diag->messages.size; i++)
    require(diag->messages.data[i].file && diag->messages.data[i].line && diag->messages.data[i].column);
}

/// What is printed of one thing and of what was read from that text.
static inline void require_equal(const SmrStr *once, const SmrStr *twice) {
  require(once->size == twice->size && !memcmp(once->data, twice->data, once->size));
}
#endif
