//===- opt.h - the body of smr-opt ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_OPT_H
#define SMR_CAPI_OPT_H
#ifdef __cplusplus
extern "C" {
#endif

/// mlir-opt with every dialect that smrContextCreate knows and SMR's passes; returns the exit status. In
/// libsmr_context.a.
int smrOptMain(int argc, char **argv);

#ifdef __cplusplus
}
#endif
#endif
