//===- run.h - what belongs to rewriting one module ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Made once a module, before its first function, and handed to every step. What belongs to one function is in
// function.h.
//===----------------------------------------------------------------------===//
#ifndef SMR_REWRITE_RUN_H
#define SMR_REWRITE_RUN_H
#include "cover/rule.h"
#include "match/library.h"
#include "mlir/import/import.h"
#include "rewrite/context/aside.h"
#include "rewrite/context/own_names.h"

/// What the run brings into the module (edit/replacement.h).
typedef struct SmrReplacements SmrReplacements;
#include "rewrite/rewrite.h"

/// An edited function, and what it was before when that is kept.
typedef struct {
  MlirOperation op, copy;
} SmrEdited;

/// A nest whose edit MLIR's verifier refused: its place, and what the verifier said.
typedef struct {
  SmrLocData place;
  const char *reason; // of the symbols
} SmrInvalidEdit;

typedef struct SmrModuleRun {
  // What was given.
  MlirOperation module;
  const SmrRewriteOptions *options;
  SmrLibrary *libraries;
  uint32_t library_count;
  SmrIntern *symbols;
  SmrReport *report;
  SmrDiag *diag;
  // Tools.
  SmrImporter *importer;
  SmrDescribed *described; // what the module's ops mean: the importer's
  SmrScratch *scratch;
  struct SmrOffFiles *off;
  // What is known of the module.
  uint64_t ops; // in it, before the first edit
  SmrAside *asides;
  SmrAliases *aliases;
  const char *place;                   // why it may not call libraries, or NULL
  bool wide_blas;                      // calls by name reach a BLAS whose integers have 64 bits
  SMR_VEC(MlirOperation) replacements; // that an earlier run brought in
  MlirOperation last;          // its last op before the first edit; what is brought in comes behind it
  SmrCoverRules rules;         // of the libraries' pairs, for the equality tier
  SMR_VEC(SmrType) rule_types; // of the equations that were seen
  uint64_t rule_shape;         // … and their nests: the rules that fit both are made
  uint8_t **rule_made;         // by library and pair
  // What was done.
  SmrReplacements *brought;     // replacements
  SMR_VEC(SmrEdited) edited;    // in the module's order
  SMR_VEC(MlirOperation) sites; // site functions
  MlirSymbolTable names;        // of the module, and of site functions; null before the first one
  SMR_VEC(MlirAttribute) links; // libraries that the pairs which fired need, in order of first use
  uint32_t checks;              // places that are checked
  bool changed;
  bool careful; // the function at hand was not valid with its edits: each edit is verified
  bool undone;  // … and this one's function is to be put back and read again, without what `invalid` has
  SMR_VEC(SmrInvalidEdit) invalid; // of the function at hand
  bool failed;                     // at a mistake of the user's: `diag` tells it
} SmrModuleRun;
#endif
