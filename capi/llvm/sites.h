//===- sites.h - site functions in LLVM IR ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_LLVM_SITES_H
#define SMR_CAPI_LLVM_SITES_H
#ifdef __cplusplus
namespace llvm {
class Module;
}

namespace smr {

/// Before LLVM's passes: they are to leave the module's site functions (mlir/splice/edit/site.c) as they are.
/// A site is a few comparisons and a call, and seldom runs. Optimizing it would take longer than optimizing
/// the loops beside it, and the code would be as large and as fast. What the passes would find out about a
/// site, its attributes state.
void setSitesAside(llvm::Module &module);

/// Makes one of the module's site functions that do the same (share.cpp). The first one's name stays.
void shareSites(llvm::Module &module);

} // namespace smr
#endif
#endif
