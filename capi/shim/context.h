//===- context.h - contexts that know every dialect ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_SHIM_CONTEXT_H
#define SMR_CAPI_SHIM_CONTEXT_H
#include "mlir-c/IR.h"
#ifdef __cplusplus
extern "C" {
#endif

/// What smrContextCreate (smr.h) gives. The caller owns it.
MlirContext smr_context_create(void);

#ifdef __cplusplus
}
namespace mlir {
class DialectRegistry;
}
namespace smr {
/// Upstream's dialects and extensions, smr's, and in libsmr_context.a also Flang's.
void registerAllDialects(mlir::DialectRegistry &registry);
} // namespace smr
#endif
#endif
