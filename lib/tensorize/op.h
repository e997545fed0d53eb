//===- op.h - reductions of linalg, as loops and indices ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A convolution, product or pooling of linalg is one nest of loops around one statement:
//
//   out[parallel loops] = out[…] + input[…] * kernel[…]     (or max, or a sum of the input alone)
//
// Which loops there are and how they index the operands is read from the op's maps, and what it computes from
// its body, not from its name: so linalg.generic, and matmul with maps of its own, count too.
//===----------------------------------------------------------------------===//
#ifndef SMR_TENSORIZE_OP_H
#define SMR_TENSORIZE_OP_H
#include "base/str.h"
#include "mlir-c/IR.h"

#define SMR_TENSORIZE_MAX_LOOPS 12
#define SMR_TENSORIZE_MAX_RANK 8
#define SMR_TENSORIZE_DYNAMIC (-1)

typedef enum { SMR_TENSORIZE_PRODUCT, SMR_TENSORIZE_SUM, SMR_TENSORIZE_MAX } SmrTensorizeKind;

/// One dimension's index: scale · loop + other_scale · other; other is -1 where there is one loop. Of two the
/// first is parallel, the second a reduction.
typedef struct {
  int32_t loop, other;
  int64_t scale, other_scale;
} SmrTensorizeIndex;

typedef struct {
  MlirValue value;
  uint32_t rank;
  bool row_by_row; // without gaps: strides are products of sizes, also where those are not known
  int64_t sizes[SMR_TENSORIZE_MAX_RANK], strides[SMR_TENSORIZE_MAX_RANK]; // SMR_TENSORIZE_DYNAMIC: unknown
  SmrTensorizeIndex indices[SMR_TENSORIZE_MAX_RANK];
} SmrTensorizeOperand;

typedef struct {
  int64_t size;          // SMR_TENSORIZE_DYNAMIC: unknown
  uint32_t operand, dim; // where it stands
  bool parallel, in[3];  // in: indexes the operand
} SmrTensorizeLoop;

enum { SMR_TENSORIZE_INPUT, SMR_TENSORIZE_KERNEL, SMR_TENSORIZE_OUTPUT };

/// What an op computes. A window's kernel (of poolings) has a shape and is not read.
typedef struct {
  MlirOperation op;
  SmrTensorizeKind kind;
  bool f64;
  SmrTensorizeOperand operands[3];
  SmrTensorizeLoop loops[SMR_TENSORIZE_MAX_LOOPS];
  uint32_t loop_count;
} SmrTensorizeOp;

/// A loop's size, or what is likely where it is not known: 3 of windows, else 32.
double smr_tensorize_about(const SmrTensorizeOp *op, uint32_t loop);
/// Reads an op. False: it is none of these; with a reason where it looks like one.
bool smr_tensorize_read(MlirOperation op, SmrTensorizeOp *out, SmrStr *reason);
#endif
