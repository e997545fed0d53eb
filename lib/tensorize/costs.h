//===- costs.h - what steps take on a machine -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A table has the format of base/cost_lines.h: `f32-call 150000`, `f*-vector 60`. Costs without a line are
// those of the built-in table, which tools/bench/tensorize.py --costs measured.
#ifndef SMR_TENSORIZE_COSTS_H
#define SMR_TENSORIZE_COSTS_H
#include "access/lower.h"
#include "base/diag.h"
#include "tensorize/op.h"

// clang-format off
/// X-macro: name, picoseconds for f32, for f64, what of.
#define SMR_TENSORIZE_COSTS(X)                                                                               \
  X(call,     150000, 150000) /* a call of a product of matrices */                                          \
  X(multiply, 20,     40)     /* a multiplication in it */                                                   \
  X(copy,     400,    500)    /* an element copied so that it can be called */                               \
  X(vector,   60,     120)    /* a step of a reduction in loops of vectors */                                \
  X(scalar,   300,    300)    /* ... one by one */                                                           \
  X(single,   450,    500)    /* ... where nothing but such steps was found, of rows with rows: as the op */ \
  X(block,    3000,   3000)   /* what of an output is reduced at once: some vectors, an element */           \
  X(run,      20000,  20000)  /* what is called in an op's place, once */                                    \
  X(op,       450,    500)    /* a step of a product as linalg's loops */                                    \
  X(pool,     200,    200)    /* ... of a pooling */                                                         \
  X(unrolled, 45,     90)     /* ... of what a compiler unrolls, and then makes vectors of */
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
#endif
