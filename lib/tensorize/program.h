//===- program.h - an op as a program of access patterns ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TENSORIZE_PROGRAM_H
#define SMR_TENSORIZE_PROGRAM_H
#include "access/lower.h"
#include "tensorize/op.h"

/// The term `op` over the tensors `input` and `kernel` (of poolings: `input` alone). Sizes that are not known
/// are named s0, s1, …, by loop.
///
/// A product in which a parallel loop indexes all three operands is either one of vectors that belong
/// together (depthwise: dotProd of a pair), or, where the other loops make matrices, a program for each of
/// its steps: a batch loop, which the tensors don't have.
typedef struct {
  SmrAccess *access; // borrowed
  const SmrAccessTerm *term;
  bool pairwise;
  uint32_t batches, batch[SMR_ACCESS_MAX_BATCHES];    // which loops
  uint32_t ranks[3], dims[3][SMR_TENSORIZE_MAX_RANK]; // of input, kernel, output: the operands' dimensions
  bool in_order;                                      // items are added up in the op's order
} SmrTensorizeProgram;

/// The term in `access`, in place of what tensors and terms were there. False after an error.
bool smr_tensorize_program(const SmrTensorizeOp *op, SmrAccess *access, SmrTensorizeProgram *out,
                           SmrDiag *diag);
#endif
