//===- names.h - what the source calls the values of a module -----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// clang (with -fno-discard-value-names) names slots after variables and addresses of members after the
// members. Neither struct types nor slots survive the preparation, so the members' paths are noted before
// it, in names that the passes hand on, and put together to texts such as `b->cols` and `all[i].n` after it.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_LLVM_NAMES_H
#define SMR_CAPI_LLVM_NAMES_H
#ifdef __cplusplus
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include <string>
#include <vector>

namespace smr {
/// Before the preparation: renames slots, members' addresses and what is loaded from them. A module without
/// names is left alone.
void noteNames(llvm::Module &module);

/// The texts of a function's parameters and, block by block, of its phis and of its loads; "": none.
struct FunctionNames {
  struct Block {
    std::vector<std::string> phis, loads;
  };
  std::vector<std::string> parameters;
  std::vector<Block> blocks;
  bool any = false;
};
using SourceNames = llvm::StringMap<FunctionNames>;

/// After the preparation.
SourceNames collectNames(llvm::Module &module);

/// Attributes on the imported module: `smr.name` on parameters; with `inner` also `smr_name` on loads and
/// `smr_args`, the names of a block's arguments, on its terminator. Exporting the module drops them.
void attachNames(mlir::ModuleOp module, const SourceNames &names, bool inner);
} // namespace smr
#endif
#endif
