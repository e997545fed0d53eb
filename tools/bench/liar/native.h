//===- native.h - array terms run natively -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BENCH_LIAR_NATIVE_H
#define SMR_BENCH_LIAR_NATIVE_H
#include "../native.h"
#include "array/lower.h"
#include "loops/print.h"

/// `functions`: what smr_array_lower wrote. `flags`: clang's.
static inline bool native_compile(const SmrStr *functions, const char *where, const char *flags) {
  SmrStr module = {0};
  smr_loops_print_module(functions, &module);
  bool ok = native_build(&module, SMR_ARRAY_LOWER_PASSES, where, flags);
  smr_str_free(&module);
  return ok;
}

#endif
