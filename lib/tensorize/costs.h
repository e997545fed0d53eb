//===- costs.h - what steps take on a machine -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A table is a text: lines `TYPE NAME NANOSECONDS`, comments behind #. What a line does not say is the
// built-in table's, which tools/bench/tensorize.py --costs measured.
#ifndef SMR_TENSORIZE_COSTS_H
#define SMR_TENSORIZE_COSTS_H
#include "access/lower.h"
#include "base/diag.h"
#include "tensorize/op.h"
#ifdef __cplusplus
extern "C" {
#endif

// clang-format off
/// X-macro: name, nanoseconds for f32, for f64, what of.
#define SMR_TENSORIZE_COSTS(X)                                                                               \
  X(call,     150,   150)   /* a call of a product of matrices */                                            \
  X(multiply, 0.02,  0.04)  /* a multiplication in it */                                                     \
  X(copy,     0.4,   0.5)   /* an element copied so that it can be called */                                 \
  X(vector,   0.06,  0.12)  /* a step of a reduction in loops of vectors */                                  \
  X(scalar,   0.3,   0.3)   /* ... one by one */                                                             \
  X(single,   0.45,  0.5)   /* ... where nothing but such steps was found, of rows with rows: as the op */    \
  X(block,    3,     3)     /* what of an output is reduced at once: some vectors, an element */             \
  X(run,      20,    20)    /* what is called in an op's place, once */                                      \
  X(op,       0.45,  0.5)   /* a step of a product as linalg's loops */                                      \
  X(pool,     0.2,   0.2)   /* ... of a pooling */                                                           \
  X(unrolled, 0.045, 0.09)  /* ... of what a compiler unrolls, and then makes vectors of */
// clang-format on

typedef struct {
#define X(name, f32, f64) double name[2]; // f32, f64
  SMR_TENSORIZE_COSTS(X)
#undef X
} SmrTensorizeCosts;

SmrTensorizeCosts smr_tensorize_default_costs(void);
/// False after an error with its place.
bool smr_tensorize_read_costs(const char *path, SmrTensorizeCosts *costs, SmrDiag *diag);
/// A reduction of no more steps is unrolled, as far as there are no more loops around it that do something.
#define SMR_TENSORIZE_MOST_UNROLLED 64
#define SMR_TENSORIZE_MOST_AROUND 2
/// What an op takes as linalg's loops.
double smr_tensorize_price_op(const SmrTensorizeCosts *costs, const SmrTensorizeOp *op);
/// `pairwise`: of vectors that belong together, or poolings, of which one by one, too, is better than the op.
double smr_tensorize_price(const SmrTensorizeCosts *costs, bool f64, bool pairwise,
                           const SmrAccessFigures *figures);

#ifdef __cplusplus
}
#endif
#endif
