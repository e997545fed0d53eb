//===- view.h - byte offsets as indices of an array -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// All accesses of one base are read as elements of one array: offset = sum of index k times stride k. The
// strides are the coefficients that the offsets have; sizes and names of the source play no part.
//
// Invariant (test/affine/test_view.c, against all executions of small programs): the sum is the offset, as a
// polynomial; and wherever the view's needs hold, two accesses whose index tuples differ touch no byte in
// common. (Those with equal tuples begin at the same byte.) The proof is by digits: what the indices behind
// stride k contribute lies in a window that is at most stride k less the element's size wide.
//
// Which of two strides is the larger one may not be known: of c[i*rs + j*cs] that depends on the layout. The
// indices are the same in any order, so one of several lists of needs is enough then (`either`).
//
// Not read: offsets in which indices are multiplied, or a size that is divided by another. A stride whose
// sign is not known is taken to be positive, and that is a need.
//===----------------------------------------------------------------------===//
#ifndef SMR_AFFINE_VIEW_H
#define SMR_AFFINE_VIEW_H
#include "affine/system.h"

enum { SMR_VIEW_MAX_RANK = 8, SMR_VIEW_MAX_NEEDS = 16, SMR_VIEW_MAX_ORDERS = 6 };

/// One access. The arrays are borrowed.
typedef struct {
  SmrPoly offset; // bytes from the base
  uint32_t bytes; // of the element, > 0
  // Each is >= 0 whenever the access happens: its domain, and what the language guarantees (for a pair
  // index < extent of an ADDR: index, and extent - index - 1).
  const SmrPoly *domain, *facts;
  uint32_t domain_count, fact_count;
} SmrViewAccess;

// clang-format off: a table
#define SMR_VIEW_REASONS(X)                                                                                  \
  X(OK, "a view")                                                                                            \
  X(NOT_AFFINE, "an offset is not affine in the loop indices")                                               \
  X(RANK, "the offsets have too many strides")                                                               \
  X(REMAINDER, "an offset is no sum of strides")                                                             \
  X(OVERLAP, "elements may overlap")                                                                         \
  X(LIMIT, "an offset's numbers are too large, or it needs too many conditions")
// clang-format on
typedef enum {
#define SMR_VIEW_REASON(name, text) SMR_VIEW_##name,
  SMR_VIEW_REASONS(SMR_VIEW_REASON)
#undef SMR_VIEW_REASON
} SmrViewReason;
const char *smr_view_reason(SmrViewReason reason);

typedef struct {
  uint32_t rank;
  SmrPoly strides[SMR_VIEW_MAX_RANK];    // bytes, largest first (in the first case of `either`)
  SmrPoly (*indices)[SMR_VIEW_MAX_RANK]; // of each access, over its own instance
  SmrPoly needs[SMR_VIEW_MAX_NEEDS];     // each must be >= 0; no loop index in them
  SmrEither either;                      // besides, one of these; a case for each order of the strides
  uint32_t need_count, access_count;
  bool has_rows; // the option `rows` might have made another view
} SmrView;

typedef struct {
  const uint32_t *indices; // leaves that are loop indices
  uint32_t index_count;
  /// A constant multiple of a constant stride may be a row (A[20][30]: 240 and 8) or a tile (x[32*t + r]).
  /// Rows are preferred where the digits are proved; true: tiles are.
  bool join_tiles;
  /// Rows that no index chooses (p*n + j and q*n + j) are told apart, though that needs that j is less than
  /// n.
  bool rows;
} SmrViewOptions;

/// Makes the view, in the arena; `system` is scratch. Anything but SMR_VIEW_OK: there is none.
SmrViewReason smr_view_make(SmrArena *arena, SmrSystem *system, const SmrViewAccess *accesses,
                            uint32_t access_count, const SmrViewOptions *options, SmrView *view);

/// Adds what holds when the access happens: its domain, and its facts, too, if wanted.
void smr_view_add_domain(SmrSystem *system, const SmrViewAccess *access, uint32_t instance, bool facts);
/// May instance 0 of the view's first access and instance 1 of its second one touch the same element, if the
/// system's constraints hold (the domains of both among them)? The system stays as it is.
bool smr_view_may_meet(SmrSystem *system, const SmrView *view);
#endif
