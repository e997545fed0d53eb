//===- frontend_internal.h - the front ends of the table -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_FRONTEND_FRONTEND_INTERNAL_H
#define SMR_FRONTEND_FRONTEND_INTERNAL_H
#include "frontend/frontend.h"

SmrFrontendCompile smr_frontend_fortran, smr_frontend_c;

/// The block's code behind as many newlines and blanks as put it at its place in the PAT file.
void smr_frontend_place(const SmrPatBlock *block, SmrStr *out);

/// A compiler of code blocks.
typedef struct {
  const char *name, *variable, *file; // "clang", the environment's word for its path, the block's file
  bool (*find)(SmrStr *path);
  void (*place)(const SmrPatBlock *block, const char *pat_path, SmrStr *code);
  const char *const *flags;   // what is always said, NULL at the end
  const char *directory_flag; // takes the run's directory; NULL: none
  /// Turns what it wrote into errors; false: there was none.
  bool (*report)(const char *text, const char *source, const SmrPatBlock *block, const char *pat_path,
                 SmrDiag *diag);
  void (*keep)(const SmrStr *output, const char *source, const SmrPatBlock *block, const char *pat_path,
               SmrStr *out);
} SmrBlockCompiler;

/// Runs it on the block in a directory of its own. `chosen`: the path that options give, or NULL.
bool smr_frontend_run(const SmrBlockCompiler *compiler, const char *chosen, const SmrPatBlock *block,
                      const char *pat_path, const SmrFrontendOptions *options, SmrStr *out, SmrDiag *diag);

/// A new directory for one run of a compiler; false after an error. Removing it removes its files and frees
/// the name.
bool smr_frontend_make_directory(SmrStr *path, SmrDiag *diag);
void smr_frontend_remove_directory(SmrStr *path);
#endif
