//===- smr-opt.c - mlir-opt with SMR and Flang's dialects built in -------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/opt.h"

int main(int argc, char **argv) {
  return smrOptMain(argc, argv);
}
