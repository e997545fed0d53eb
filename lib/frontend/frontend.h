//===- frontend.h - code blocks become MLIR ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A table of front ends, one per language. A block is compiled at its own line and column of the PAT file, so
// the compiler's messages and the module's locations name places in the PAT file without any shifting.
// C comes out as LLVM bitcode (capi/llvm/llvm.h turns it into MLIR), the others as MLIR text.
//===----------------------------------------------------------------------===//
#ifndef SMR_FRONTEND_FRONTEND_H
#define SMR_FRONTEND_FRONTEND_H
#include "base/block.h"
#include "base/diag.h"
#include "base/str.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *flang, *clang; // NULL = smr_frontend_find_flang, smr_frontend_find_clang
  const char *const *flags;  // further flags for the compiler, e.g. "-I", "dir", "-fopenmp"
  uint32_t flag_count;
} SmrFrontendOptions;

/// Compiles one block of the PAT file `pat_path`. On success appends the module, with locations, to *out:
/// MLIR text or LLVM bitcode; the module has a body for the wrapper. On failure reports the compiler's errors
/// and returns false.
typedef bool SmrFrontendCompile(const SmrPatBlock *block, const char *pat_path,
                                const SmrFrontendOptions *options, SmrStr *out, SmrDiag *diag);

typedef struct {
  SmrLanguage language;
  const char *name;
  SmrFrontendCompile *compile;
} SmrFrontend;

/// Looks the front end up and runs it; options may be NULL.
bool smr_frontend_compile(const SmrPatBlock *block, const char *pat_path, const SmrFrontendOptions *options,
                          SmrStr *mlir_text_out, SmrDiag *diag);

/// Appends the symbol of the block's wrapper in its module's text: `_QPgemm`, `_QMblasPgemm`, a bind(c) name,
/// or the MLIR or C name itself. False when the module does not define it (C, MLIR: left to who reads the
/// module).
bool smr_frontend_wrapper_symbol(const SmrPatBlock *block, const char *mlir_text, SmrStr *out);

/// $SMR_FLANG, the path that the build was configured with, LLVM 22's usual place, then flang-22 and flang in
/// PATH. Appends the path to *out; false when there is none.
bool smr_frontend_find_flang(SmrStr *out);
/// The same for clang, with $SMR_CLANG.
bool smr_frontend_find_clang(SmrStr *out);
/// The same for mlir-opt: $SMR_MLIR_OPT, …
bool smr_frontend_find_mlir_opt(SmrStr *out);

/// MLIR text of Fortran's dialects, as flang or an edited copy of its module gave it, becomes LLVM bitcode.
/// `flang` may be NULL. False after an error for `name`.
bool smr_frontend_lower_fir(const char *mlir_text, size_t size, const char *flang, const char *name,
                            SmrStr *out, SmrDiag *diag);

#ifdef __cplusplus
}
#endif
#endif
