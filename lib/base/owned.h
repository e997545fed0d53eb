//===- owned.h - local variables that are released at the end of their scope ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_OWNED_H
#define SMR_BASE_OWNED_H

/// SMR_OWNED(SmrStr, smr_str_free) text = {0}; calls smr_str_free(&text) however the scope is left (by
/// longjmp it is not). The value must not be copied to a place that outlives the variable.
#define SMR_OWNED(type, release) type __attribute__((cleanup(release)))
#endif
