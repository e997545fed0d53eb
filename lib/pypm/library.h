//===- library.h - patterns and rules that are ready to run --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The patterns of a file that have rules, scheduled. They are tried in the file's order, and so are each
// one's rules.
//===----------------------------------------------------------------------===//
#ifndef SMR_PYPM_LIBRARY_H
#define SMR_PYPM_LIBRARY_H
#include "pypm/file.h"
#include "pypm/skeleton.h"

typedef struct {
  SmrPypmProgram program;
  uint32_t pattern;        // in the file
  SMR_VEC(uint32_t) rules; // in the file
} SmrPypmEntry;

typedef struct {
  const SmrPypmFile *file; // borrowed
  SMR_VEC(SmrPypmEntry) entries;
  SmrPypmSkeletons skeletons;
  SmrPypmNumbers roots; // the entries' skeletons
} SmrPypmLibrary;

/// Checks all patterns and rules of the file. Errors: what smr_pypm_schedule says of a pattern, one each; a
/// variable that a rule uses and some alternate does not bind (C13). Zero-initialise `out`.
bool smr_pypm_library_build(const SmrPypmFile *file, SmrPypmLibrary *out, SmrDiag *diag);
/// The same for the patterns of these numbers alone, whether they have rules or not.
bool smr_pypm_library_build_of(const SmrPypmFile *file, const SmrPypmNumbers *patterns, SmrPypmLibrary *out,
                               SmrDiag *diag);
void smr_pypm_library_free(SmrPypmLibrary *library);
#endif
