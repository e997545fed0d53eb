//===- context.h - contexts that know every dialect ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_CONTEXT_H
#define SMR_CAPI_CONTEXT_H
#ifdef __cplusplus
namespace mlir {
class DialectRegistry;
}
namespace smr {
/// Upstream's dialects and extensions, smr's, and in libsmr_context.a also Flang's.
void registerAllDialects(mlir::DialectRegistry &registry);
} // namespace smr
#endif
#endif
