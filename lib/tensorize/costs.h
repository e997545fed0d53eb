//===- costs.h - what steps take on a machine -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A table is a text: lines `TYPE NAME NANOSECONDS`, comments behind #. What a line does not say is the
// built-in table's, which tools/bench/tensorize.sh --costs measured.
#ifndef SMR_TENSORIZE_COSTS_H
#define SMR_TENSORIZE_COSTS_H
#include "access/lower.h"
#include "base/diag.h"
#ifdef __cplusplus
extern "C" {
#endif

// clang-format off
/// X-macro: name, nanoseconds for f32, for f64, what of.
#define SMR_TENSORIZE_COSTS(X)                                                                               \
  X(call,     400,   400)   /* a call of a product of matrices */                                            \
  X(multiply, 0.016, 0.032) /* a multiplication in it */                                                     \
  X(copy,     0.5,   0.7)   /* an element copied so that it can be called */                                 \
  X(vector,   0.12,  0.25)  /* a step of a reduction in loops of vectors */                                  \
  X(scalar,   1.2,   1.2)   /* … one by one */                                                               \
  X(op,       1.2,   1.2)   /* a step of the op as linalg's loops */                                         \
  X(run,      100,   100)   /* what is called in its place, once */
// clang-format on

typedef struct {
#define X(name, f32, f64) double name[2]; // f32, f64
  SMR_TENSORIZE_COSTS(X)
#undef X
} SmrTensorizeCosts;

SmrTensorizeCosts smr_tensorize_default_costs(void);
/// False after an error with its place.
bool smr_tensorize_read_costs(const char *path, SmrTensorizeCosts *costs, SmrDiag *diag);
double smr_tensorize_price(const SmrTensorizeCosts *costs, bool f64, const SmrAccessFigures *figures);

#ifdef __cplusplus
}
#endif
#endif
