//===- dialect.h - the smr dialect, for capi's C++ ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_SHIM_DIALECT_H
#define SMR_CAPI_SHIM_DIALECT_H
#ifdef __cplusplus
namespace mlir {
class DialectRegistry;
}
namespace smr {
/// Adds the dialect unless one of that name is there (a tool that has it built in may load the plugin, too).
void registerDialect(mlir::DialectRegistry &registry);
} // namespace smr
#endif
#endif
