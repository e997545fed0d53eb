//===- llvm.h - LLVM IR in and out of MLIR ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// C and C++ reach SMR as LLVM IR. Whatever level the user compiles at, and for idioms and programs alike, the
// IR first goes through one fixed light pipeline (prepare.cpp); what comes out is the shape that
// lib/mlir imports.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_LLVM_LLVM_H
#define SMR_CAPI_LLVM_LLVM_H
#include "base/bytes.h"
#include "base/diag.h"
#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

/// Reads LLVM bitcode or textual IR, runs the fixed pipeline on it and translates it to MLIR's llvm dialect.
/// Locations are `file:line:column` with absolute paths when the IR has line tables (-gline-tables-only is
/// enough). A function that MLIR cannot express becomes a declaration, and a warning in `diag` names it.
/// False with an error in `diag` when the bytes are no module or nothing of it can be expressed. The caller
/// owns *out.
bool smr_llvm_read(MlirContext context, const void *bytes, size_t size, MlirModule *out, SmrDiag *diag);
/// The same for code that is called, not matched: the pipeline leaves its arithmetic as it is written. (What
/// rewrites i*n + i to i*(n + 1) forgets that the sum does not overflow.)
bool smr_llvm_read_as_written(MlirContext context, const void *bytes, size_t size, MlirModule *out,
                              SmrDiag *diag);

/// Appends the bitcode of a module of the llvm dialect. `known`: the reader knows the target, so the triple
/// is left out (with one, LLVM matches the data layout with a regular expression), and verifies what it
/// reads.
bool smr_llvm_write(MlirOperation module, bool known, SmrBytes *out, SmrDiag *diag);

#ifdef __cplusplus
}
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
namespace mlir {
class MLIRContext;
}

namespace smr {
/// Bitcode or textual IR; null with an error in `diag` when it is neither.
std::unique_ptr<llvm::Module> parse(llvm::LLVMContext &context, const void *bytes, size_t size,
                                    SmrDiag *diag);

/// What a module has before the pipeline's passes can add to it (bcmp for memcmp).
struct SourceModule {
  std::string file; // what it was made from
  llvm::StringSet<> symbols;
  bool gains = false;   // functions in which no call gains anything are left out
  uint64_t leftOut = 0; // their instructions
};
/// What smr_llvm_read does once its bytes are a module, which is taken. With a `source`, which is filled in
/// whatever comes of it, for code that is told of: values keep what the source calls them (names.h).
/// `combine`: see prepare.h. *out is null if all functions are left out.
bool importModule(MlirContext context, std::unique_ptr<llvm::Module> module, SourceModule *source,
                  bool combine, MlirModule *out, SmrDiag *diag);

/// Registers the operations of a module's intrinsics, or of all (null). Null where MLIR has registered all.
extern void (*registerIntrinsics)(mlir::MLIRContext &context, const llvm::Module *module);
} // namespace smr
#endif
#endif
