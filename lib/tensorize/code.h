//===- code.h - found terms as functions of MLIR --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Two functions: NAME_loops is the term over memrefs of any sizes and strides; NAME takes the op's operands
// as they are, asks what had to be assumed of them, and calls the first or does what the op did.
#ifndef SMR_TENSORIZE_CODE_H
#define SMR_TENSORIZE_CODE_H
#include "loops/print.h"
#include "tensorize/program.h"

/// What has to be asked at run time.
typedef struct {
  bool overlap[2]; // may the output overlap the input, the kernel?
  bool sizes;      // sizes of the op are dynamic: they must be at least 1
  bool strides;    // strides are dynamic
  double least;    // multiplications from which it pays; 0: not asked
} SmrTensorizeGuards;

/// Whether a term over the op's operands can be code: no two elements of the output are one in memory (as far
/// as the type says).
bool smr_tensorize_can_code(const SmrTensorizeOp *op, SmrStr *reason);
/// What there is to ask of the operands' types.
void smr_tensorize_guards(const SmrTensorizeOp *op, SmrTensorizeGuards *guards);

/// What NAME_loops does. NULL after an error.
SmrLoopsProgram *smr_tensorize_loops(const SmrTensorizeOp *op, const SmrTensorizeProgram *program,
                                     const SmrTerm *term, uint32_t root, bool exact, SmrLoopsTile tile,
                                     SmrAccessFigures *figures, SmrDiag *diag);
/// Appends NAME; where it asks, its last op but the return is an scf.if whose else region is to be filled.
void smr_tensorize_wrapper(const SmrTensorizeOp *op, const SmrTensorizeGuards *guards, const char *name,
                           SmrStr *out);
#endif
