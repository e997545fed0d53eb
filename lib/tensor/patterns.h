//===- patterns.h - files of patterns ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// PyPM's text form, or a module of the pypm dialect as text or bytecode. A module is written as the text form
// and read as that, each op on lines of its own, so that what is wrong is reported where the op is.
//===----------------------------------------------------------------------===//
#ifndef SMR_TENSOR_PATTERNS_H
#define SMR_TENSOR_PATTERNS_H
#include "mlir-c/IR.h"
#include "pypm/file.h"
#ifdef __cplusplus
extern "C" {
#endif

/// A module's text: which op each of its lines is about.
typedef struct {
  const char *path;
  SMR_VEC(MlirLocation) lines; // line 1 first
} SmrTensorSource;

typedef struct {
  SmrArena arena;
  SMR_VEC(SmrTensorSource) sources;
} SmrTensorSources;

/// Zero-initialise to create.
void smr_tensor_sources_free(SmrTensorSources *sources);
/// Adds the items of a file: `.mlir` and `.mlirbc` are modules of the pypm dialect. The places in messages
/// are those of the module's text form until smr_tensor_sources_place says where that is.
bool smr_tensor_patterns_read(MlirContext context, SmrTensorSources *sources, SmrPypmFile *file,
                              const char *path, SmrDiag *diag);
/// The same for a module that is there, as the file of that name.
bool smr_tensor_patterns_read_module(MlirOperation module, SmrTensorSources *sources, SmrPypmFile *file,
                                     const char *path, SmrDiag *diag);
/// Errors of a module whose ops are as MLIR's verifiers want them: what needs the whole of a pattern, as what
/// is bound where (it is told once more by who reads the module, and not while that is). Nothing is said of a
/// module that has other ops, too.
typedef void (*SmrTensorTell)(void *self, MlirLocation location, const char *text);
bool smr_tensor_patterns_check(MlirOperation module, SmrTensorTell tell, void *self);
/// The message's text, with places in a module's text form as those of the ops.
void smr_tensor_sources_text(const SmrTensorSources *sources, const char *text, SmrStr *out);
/// Where a message is about: the op's location, or the file's line.
MlirLocation smr_tensor_sources_place(const SmrTensorSources *sources, MlirContext context,
                                      const SmrMessage *message);

#ifdef __cplusplus
}
#endif
#endif
