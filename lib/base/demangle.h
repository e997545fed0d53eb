//===- demangle.h - the source's name for a symbol -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_DEMANGLE_H
#define SMR_BASE_DEMANGLE_H
#include "base/str.h"
#ifdef __cplusplus
extern "C" {
#endif

/// The procedure's name in one of flang's symbols: _QMlinPsolve -> solve; others stay as they are.
void smr_demangle(const char *symbol, SmrStr *out);

#ifdef __cplusplus
}
#endif
#endif
