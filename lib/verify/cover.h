//===- cover.h - inputs by design ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Every argument is a *factor* with a list of *classes*: sizes around the powers of two; strides zero,
// negative, 1, large, and as they relate to sizes; scalars with special values. Cases are chosen one after
// the other so that each covers as many classes, and pairs of classes of two arguments, as no case before it
// did (a greedy covering array); a case has to satisfy the pair's conditions and the rewriter's guards.
//===----------------------------------------------------------------------===//
#ifndef SMR_VERIFY_COVER_H
#define SMR_VERIFY_COVER_H
#include "verify/verify_internal.h"

enum { SMR_COVER_FACTORS = 64, SMR_COVER_LISTED = 96 };

typedef enum {
  SMR_FACTOR_SIZE,   // the idiom's trip counts depend on it
  SMR_FACTOR_STRIDE, // what it touches does, but not how often
  SMR_FACTOR_OTHER,  // an integer that is neither
  SMR_FACTOR_TRUTH,  // one bit
  SMR_FACTOR_REAL,
  SMR_FACTOR_EXTENT, // of a descriptor
  SMR_FACTOR_STEP    // its stride
} SmrVerifyRole;

typedef struct {
  SmrVerifyRole role;
  uint32_t arg, dim;
  uint32_t first, count; // of its classes
} SmrVerifyFactor;

typedef struct {
  SmrVerifyChooser *chooser;
  SmrVerifyEval *eval;
  SmrVerifyFactor factors[SMR_COVER_FACTORS];
  uint32_t factor_count, class_count;
  int64_t sizes[SMR_COVER_LISTED]; // what a size can be
  uint32_t size_count;
  uint16_t *used;  // by class: cases that have it, and candidates that failed
  uint64_t *pairs; // class_count² bits
  bool corners;    // the extents and the work of a case can be told without running it
  bool strided[SMR_VERIFY_ARGS][SMR_VERIFY_DIMS];
  uint32_t rank[SMR_VERIFY_ARGS];
  SmrVerifyCase base; // satisfies everything
  double cost;        // of the last case looked at: the graph's operations, and four for each byte
} SmrVerifyCover;

/// Finds some inputs and from them what each argument means. False: there are none.
bool smr_verify_cover_init(SmrVerifyCover *cover, SmrVerifyChooser *chooser, SmrVerifyEval *eval);
/// Begins a design with these sizes (and the neighbours of constants in the pair's conditions).
void smr_verify_cover_begin(SmrVerifyCover *cover, const int32_t *sizes, uint32_t count);
/// The next case; false when none was found. `most_cost`: see `cost`.
bool smr_verify_cover_next(SmrVerifyCover *cover, double most_cost, SmrVerifyCase *out);
/// A case with these sizes, one for each factor that is_size; other arguments as drawn.
bool smr_verify_cover_fixed(SmrVerifyCover *cover, const int64_t *sizes, double most_cost,
                            SmrVerifyCase *out);
bool smr_verify_cover_is_size(const SmrVerifyCover *cover, uint32_t factor);
/// Does a case satisfy conditions and guards? Leaves extents and work in the eval, of corners where it can.
bool smr_verify_cover_admits(SmrVerifyCover *cover, const SmrVerifyCase *inputs, double most_cost);

#endif
