//===- aside.h - code from which no library may be called ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A library takes locks, allocates memory and starts threads: not for signal handlers, for code that a
// sanitizer checks, for every thread of a parallel region. What another module does with a function cannot be
// seen. (smr-clang sees more of a C module: capi/clang/contexts.cpp.)
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_CONTEXT_ASIDE_H
#define SMR_REWRITE_CONTEXT_ASIDE_H
#include "mlir-c/IR.h"
#include "mlir/describe.h"
#include <stdbool.h>

typedef struct SmrAside SmrAside;

SmrAside *smr_aside_create(MlirOperation module, SmrDescribed *described);
/// Why no library may be called from anywhere in the function; NULL: it may.
const char *smr_aside_function(const SmrAside *aside, MlirOperation function);
/// Does the op stand in a parallel region of its function? Loops that are such regions themselves do not.
bool smr_aside_region(MlirOperation op, SmrDescribed *described);
extern const char smr_aside_parallel[]; // the reason then
void smr_aside_destroy(SmrAside *aside);
#endif
