//===- transform.h - SMR in the transform dialect -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_TRANSFORM_H
#define SMR_CAPI_TRANSFORM_H
#ifdef __cplusplus
namespace mlir {
class DialectRegistry;
}
namespace smr {
/// Adds transform.smr.rewrite (dialect/SmrTransform.td) to the transform dialect, once a registry: where the
/// smr dialect is there already, so is the op. To be called before registerDialect.
void registerTransform(mlir::DialectRegistry &registry);
} // namespace smr
#endif
#endif
