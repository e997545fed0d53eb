//===- internal.h - what the files of lib/build share --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_BUILD_INTERNAL_H
#define SMR_BUILD_INTERNAL_H
#include "base/map.h"
#include "build/build.h"
#include "pat/pat.h"
#include "pfa/pfa.h"

/// One pair on its way.
typedef struct {
  const SmrPat *pat;
  const SmrPatPair *source;
  const char *name;          // unique in the library
  SmrStr idiom, replacement; // MLIR text from the front ends
  bool compiled;             // both are there
  SmrGraph *graph;           // the idiom in normal form, NULL after an error
  SmrPfaPair pair;
} SmrBuildPair;

/// Runs the front ends for all pairs, several at a time; messages come in the pairs' order.
void smr_build_compile(SmrBuildPair *pairs, uint32_t count, const SmrBuildOptions *options, SmrDiag *diag);

/// A block's parsed module and its wrapper in it.
typedef struct {
  MlirModule module;
  MlirOperation wrapper;
  const char *symbol; // in the arena
} SmrBuildSide;

/// Parses a front end's text and finds the wrapper. On success the caller destroys the module.
bool smr_build_parse(MlirContext context, const SmrBuildPair *pair, const SmrPatBlock *block,
                     const SmrStr *text, SmrArena *arena, SmrBuildSide *out, SmrDiag *diag);

/// Do both wrappers take the same arguments and give the same result? Reports at the replacement's wrapper if
/// not.
bool smr_build_same_signature(const SmrBuildPair *pair, const SmrBuildSide *idiom,
                              const SmrBuildSide *replacement, SmrDiag *diag);

/// Erases what the wrapper does not need, directly or through others, from its module.
void smr_build_strip(const SmrBuildSide *side);

/// Makes the replacement's wrapper return the new values of by-value OUT arguments behind its own result, in
/// order.
bool smr_build_return_outs(const SmrBuildPair *pair, const SmrBuildSide *side, SmrDiag *diag);

/// Turns the pair's `when` clauses into steps over the pattern's arguments.
bool smr_build_conditions(SmrBuildPair *pair, SmrArena *arena, SmrDiag *diag);

#endif
