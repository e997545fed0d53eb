//===- pypm_dialect.h - the pypm dialect, for capi's C++ ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_PYPM_DIALECT_H
#define SMR_CAPI_PYPM_DIALECT_H
#ifdef __cplusplus
namespace mlir {
class DialectRegistry;
}
namespace smr {
/// Adds the dialect unless one of that name is there.
void registerPypmDialect(mlir::DialectRegistry &registry);
} // namespace smr
#endif
#endif
