//===- aside.h - where SMR stands aside ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A library may not be called, or its call would hide what the user builds for: code that is to be stepped
// through or whose accesses are checked one by one, programs without the C library, kernels. What shows in
// the command line is found here; what only shows in the code, in capi/clang/contexts.cpp and
// lib/rewrite/context/aside.c.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_ASIDE_H
#define SMR_COMMON_ASIDE_H
#include "tools/common/session.h"

/// Why nothing of this command line's compilations is rewritten: "at -O0 (--smr-at-O0 asks for it)", "under
/// -fsanitize=thread". NULL: nothing speaks against it. The levels don't count with --smr-at-O0.
const char *aside_reason(Session *session);
#endif
