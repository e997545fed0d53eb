//===- cover.h - covered nests become calls ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_EDIT_COVER_H
#define SMR_REWRITE_EDIT_COVER_H
#include "rewrite/decide/cover.h"

/// Puts the calls where accepted nests are, and tells of it; what does not fit the code after all is refused.
/// False after an error. From nest number `first` on.
bool smr_edit_covered(SmrModuleRun *run, SmrFunctionRun *function, SmrCovering *covering, uint32_t first);
#endif
