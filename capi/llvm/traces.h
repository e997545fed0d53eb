//===- traces.h - what a compilation was given for reports alone ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A report speaks of lines and of variables by their names, so the drivers have the compiler keep them.
// Objects are to be what they are without a report: whoever reads them last takes them away.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_LLVM_TRACES_H
#define SMR_CAPI_LLVM_TRACES_H
#ifdef __cplusplus
namespace llvm {
class Module;
}

namespace smr {

/// Debug information goes without a trace. True: there was some.
bool stripPlaces(llvm::Module &module);
/// The names of values and blocks, which the compiler would not have kept either.
void discardNames(llvm::Module &module);

} // namespace smr
#endif
#endif
