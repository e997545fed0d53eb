//===- import.h - from MLIR to the neutral graph ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Reads one MLIR function into one SmrGraph, "imported form": raw and faithful, not normalised. What is read
// through (declares, conversions of pointers, descriptors built in the function) leaves no op behind;
// everything else keeps its MLIR op, block or value as handle; what is added (constants, arithmetic of
// addresses) has none.
//
// Invariant: an op that the importer doesn't understand becomes `opaque` with its name, its attributes, its
// regions and every effect, and what it might do to pointers is reflected in the base classes.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_IMPORT_IMPORT_H
#define SMR_MLIR_IMPORT_IMPORT_H
#include "base/diag.h"
#include "graph/graph.h"
#include "mlir-c/IR.h"
#include "mlir/describe.h"
#ifdef __cplusplus
extern "C" {
#endif

/// The indexing maps of a structured op of linalg, as an array attribute; null for all other ops.
typedef MlirAttribute (*SmrLinalgMaps)(MlirOperation op);
/// From now on structured ops on memrefs are read as the loops that they are; where linalg is not linked,
/// nobody calls this, and they stay opaque.
void smr_import_read_linalg(SmrLinalgMaps maps);
/// Those of an op, if they are read; else null.
MlirAttribute smr_import_linalg_maps(MlirOperation op);

/// Caches types, names and symbols of one module; belongs to one context. Create a new one after the module's
/// symbols changed.
typedef struct SmrImporter SmrImporter;

typedef struct {
  /// The function is a PAT wrapper: the final value of each by-value parameter that the body assigns is made
  /// visible by `opaque "smr.out"` (imm: the parameter's number, operand: the value) before every return.
  bool wrapper;
  bool wraps; // Fortran compiled with -fwrapv: integers wrap around where no op excludes it
} SmrImportOptions;

/// Both arguments are borrowed and must outlive the importer (the graphs outlive it as long as `symbols`
/// lives).
SmrImporter *smr_importer_create(SmrIntern *symbols, SmrDescriptions *descriptions);
void smr_importer_destroy(SmrImporter *importer);
/// Those that it was made with.
SmrDescribed *smr_importer_described(SmrImporter *importer);

/// True for the ops that smr_import_function takes: those described as functions that have a body.
bool smr_import_is_function(SmrDescribed *described, MlirOperation op);

/// Why a function with more than SMR_GRAPH_MAX_NESTING nested regions is not imported; part of the note.
#define SMR_IMPORT_TOO_DEEP "regions nest too deeply"
/// Begins notes that a user's description says of an op, or of a function's ops together, what they are not.
#define SMR_IMPORT_MISFIT "a description does not fit: "

/// Imports a function of a verified module; the caller owns the graph. NULL, with a note in `diag`, when the
/// function has control flow that the graph cannot express, or nests too deeply. `options` may be NULL.
SmrGraph *smr_import_function(SmrImporter *importer, MlirOperation func, const SmrImportOptions *options,
                              SmrDiag *diag);

#ifdef __cplusplus
}
#endif
#endif
