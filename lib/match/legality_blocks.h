//===- legality_blocks.h - L1: blocks of one matrix -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Two blocks of one matrix, one right of the other, are interleaved: from its first to its last byte each
// covers part of the other. But their rows are one distance S apart. Of each piece of memory let every offset
// be S*q + l, with l from `low` to below `high`: then its bytes are in that window of a row, whichever row it
// is. The pieces are disjoint where the windows are, modulo S.
//===----------------------------------------------------------------------===//
#ifndef SMR_MATCH_LEGALITY_BLOCKS_H
#define SMR_MATCH_LEGALITY_BLOCKS_H
#include "match/legality_internal.h"

enum { SMR_MOST_DISTANCES = 4 };
typedef struct {
  SmrPoly polys[SMR_MOST_DISTANCES];
  uint32_t count;
} SmrDistances;

/// Adds by how much an offset grows with each loop from `inner` outwards, where that is one product and more
/// than the element's bytes.
void smr_add_distances(SmrDecision *d, SmrPoly offset, uint32_t bytes, SmrOp inner, SmrDistances *out);

/// l of an offset: what is left of it by whole rows.
bool smr_part_of_row(SmrDecision *d, SmrPoly offset, SmrPoly row, SmrPoly *out);

typedef struct {
  SmrValue base; // 0: that of the other one, too
  SmrPoly row;   // S
  SmrCorners low, high;
} SmrColumns;

/// Tests that rows of the two are one distance apart, and their columns disjoint. NULL: they cannot be, or
/// that overflows.
const SmrExpr *smr_columns_apart(SmrDecision *d, const SmrColumns *a, const SmrColumns *b);

/// The minimum or maximum of the corners, from an address (0: none).
const SmrExpr *smr_corners_expr(SmrDecision *d, SmrValue base, const SmrCorners *corners, SmrExprOp op);

#endif
