//===- cir.c - the way over ClangIR --------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cir.h"
#include <stdio.h>

bool smr_clang_compile_cir(Session *session, bool cxx, int *exit_code) {
  (void)session, (void)cxx;
  fprintf(stderr, "%s: error: --smr-frontend=cir is not built\n", driver_name);
  *exit_code = 1;
  return true;
}
