//===- outline.h - ops of a block as a function --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TENSOR_OUTLINE_H
#define SMR_TENSOR_OUTLINE_H
#include "tensor/graph.h"

typedef struct {
  SmrPypmNumbers places; // of its ops in their block, in order; the last is the root
} SmrTensorPart;

/// The symbol table of the module at hand. Zero-initialise to create.
typedef struct {
  MlirOperation module;
  MlirSymbolTable table;
} SmrTensorOutliner;

void smr_tensor_outliner_free(SmrTensorOutliner *outliner);
/// Copies the ops into a new private func.func at the end of the module around them, marked with the
/// pattern's name; the root's results are now those of a call, in its place. Null where no builtin.module is
/// the next symbol table around: nothing was changed then.
MlirOperation smr_tensor_outline(SmrTensorOutliner *outliner, const SmrTensorGraph *graph,
                                 const SmrTensorPart *part, const char *function, const char *pattern);
#endif
