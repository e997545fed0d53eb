//===- verify.h - is a pair true? ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Runs idiom and replacement of every pair of a library side by side, in child processes, with guard pages
// around every array, on inputs that the rewriter's own guards let through, and reports the pairs that differ
// with the smallest inputs that show it. README.md says what is run and what counts as equal.
//===----------------------------------------------------------------------===//
#ifndef SMR_VERIFY_VERIFY_H
#define SMR_VERIFY_VERIFY_H
#include "build/build.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t jobs; // pairs at a time; 0: one per processor, at most 8
  SmrStr *log;   // when not NULL: one line per pair, what was run
  bool lenient;  // what cannot be checked is no error and no note, only not verified
  SmrStr *costs; // when not NULL: pairs are timed, not checked, and this gets a line for each that says when
                 // it pays: a table for --smr-costs= (calibrate.c)
  const char *const *folders; // where the pairs' libraries are looked for, as by the linker's -L
  uint32_t folder_count;
  uint32_t only; // debugging: check only the pair with this number, from 1; 0: all
} SmrVerifyOptions;

/// An SmrBuildCheck; `options` is an SmrVerifyOptions, or NULL. Compiles both sides with flang, which lowers
/// FIR and LLVM's dialect, MLIR's own dialects with mlir-opt before; a pair in others is left unchecked with
/// a note. Same pairs, same verdict.
bool smr_verify_pairs(void *options, const SmrBuildChecked *pairs, uint32_t count, SmrDiag *diag);

/// An SmrBuildTrial without data: a pair without loops that does not find its own idiom is an error, as it
/// never fires. Guards and costs play no part: the question is whether there is any code in which it does.
bool smr_verify_trial(void *unused, const SmrBytes *library, const SmrBuildTried *tried, uint32_t count,
                      SmrDiag *diag);

/// smr_library_from_pat's options for PAT files that a compiler is given: checked as smr-build checks them.
extern const SmrBuildOptions smr_checked_build;

#ifdef __cplusplus
}
#endif
#endif
