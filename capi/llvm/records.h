//===- records.h - a report in the object that it speaks of ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_LLVM_RECORDS_H
#define SMR_CAPI_LLVM_RECORDS_H
#ifdef __cplusplus
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Module;
}

namespace smr {

/// A source's records (base/records.h) from reports' JSON, in their order.
class Records {
public:
  /// `directory`: of the compilation; `share`: of SMR's own libraries.
  Records(llvm::StringRef source, llvm::StringRef directory, llvm::StringRef share);
  void add(llvm::StringRef report);
  const std::string &get() const { return text; }
  /// As a variable that is dead, in a section that takes no memory and that linkers leave out: no code knows
  /// of it.
  void embed(llvm::Module &module) const;

private:
  std::string directory, share, text;
};

} // namespace smr
#endif
#endif
