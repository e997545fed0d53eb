//===- tile.h - a user's product of matrices of one size -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TENSORIZE_TILE_H
#define SMR_TENSORIZE_TILE_H
#include "access/search.h"
#include "loops/loops.h"
#include "match/library.h"
#include "mlir-c/IR.h"

/// A pair whose idiom is C += A B for matrices of fixed sizes, each of them row by row without gaps. Borrows
/// from the library.
typedef struct {
  const SmrLibrary *library; // NULL: there is none
  const SmrPair *pair;
  SmrAccessTile size;
  bool f64;
  uint8_t arguments[3]; // which arguments A, B and C are
} SmrTensorizeTile;

/// The first such pair of a library, by its equations. False after an error: there is none.
bool smr_tensorize_tile(const SmrLibrary *library, SmrIntern *symbols, SmrTensorizeTile *out, SmrDiag *diag);
/// Brings its replacement into the module, and what it is linked with into the module's list. *callee: its
/// symbol. False after an error, or with a reason where its symbols clash with the module's.
bool smr_tensorize_tile_inject(const SmrTensorizeTile *tile, MlirOperation module, SmrStr *callee,
                               SmrStr *reason, SmrDiag *diag);
#endif
