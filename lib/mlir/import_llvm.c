//===- import_llvm.c - the LLVM dialect ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/import_internal.h"
const SmrHandlerEntry smr_imp_llvm_handlers[] = {{NULL, NULL}};
