//===- renamed_term.h - terms whose index is used in one form ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TEST_ARRAY_RENAMED_TERM_H
#define SMR_TEST_ARRAY_RENAMED_TERM_H
#include "array/random_term.h"

typedef enum {
  SMR_RENAME_STRIDE, // %0 becomes factor · %0 + rest
  SMR_RENAME_OFFSET, // %0 + size
  SMR_RENAME_TILE,   // size · %1 + %0, and the indices from %1 on are raised
  SMR_RENAME_TILED,  // size · %0 + %1, likewise
  SMR_RENAME_FIRST,  // (fst %0)
  SMR_RENAME_SECOND, // (snd %0)
} SmrRenameKind;

typedef struct {
  SmrRenameKind kind;
  int64_t factor, rest;
  SmrOperator size;
} SmrRename;

/// A copy of a generated term; the operands of + and * in the forms are in random order.
uint32_t smr_random_renamed(SmrRandomTerms *r, const SmrRename *rename, uint32_t node);
#endif
