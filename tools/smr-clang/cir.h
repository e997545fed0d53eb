//===- cir.h - the way over ClangIR --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CLANG_CIR_H
#define SMR_CLANG_CIR_H
#include "tools/common/session.h"

/// --smr-frontend=cir: does what the command line asks for by way of a clang that has ClangIR. `cxx`: we run
/// as smr-clang++. Sets *exit_code and returns true; false when the command has to be run without SMR (a
/// message was printed).
bool smr_clang_compile_cir(Session *session, bool cxx, int *exit_code);
#endif
