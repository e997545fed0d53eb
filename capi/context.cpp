//===- context.cpp - the public way to a context --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/shim/context.h"
#include "capi/smr.h"

MlirContext smrContextCreate(void) {
  return smr_context_create();
}
