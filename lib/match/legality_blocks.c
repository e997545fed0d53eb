//===- legality_blocks.c - L1: blocks of one matrix -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/legality_blocks.h"

const SmrExpr *smr_corners_expr(SmrDecision *d, SmrValue base, const SmrCorners *corners, SmrExprOp op) {
  const SmrExpr *e = NULL;
  for (uint32_t i = 0; i < corners->count; i++) {
    const SmrExpr *corner = smr_expr_poly(d->arena, corners->polys[i]);
    e = i ? smr_expr(d->arena, op, e, corner) : corner;
  }
  return base ? smr_expr(d->arena, SMR_X_ADD, smr_expr_address(d->arena, base), e) : e;
}

void smr_add_distances(SmrDecision *d, SmrPoly offset, uint32_t bytes, SmrOp inner, SmrDistances *out) {
  enum { MOST_LOOPS = 16 };
  SmrOp loops[MOST_LOOPS];
  uint32_t count = smr_matched_loops_around(d, inner, loops, MOST_LOOPS);
  for (uint32_t l = 0; l < count; l++) {
    SmrPoly by, rest;
    int64_t number = INT64_MAX;
    if (!smr_poly_split(d->arena, offset, smr_loop_iv(d->graph, loops[l]), &by, &rest) || by.count != 1 ||
        (by.terms[0].coef < 0 && !smr_poly_scale(d->arena, by, -1, &by)))
      continue;
    uint32_t seen = 0;
    while (seen < out->count && !smr_poly_equal(out->polys[seen], by))
      ++seen;
    bool row = !smr_poly_is_const(by, &number) || number > bytes;
    if (row && seen == out->count && seen < SMR_MOST_DISTANCES && smr_poly_told(d, by))
      out->polys[out->count++] = by;
  }
}

bool smr_part_of_row(SmrDecision *d, SmrPoly offset, SmrPoly row, SmrPoly *out) {
  *out = (SmrPoly){NULL, 0};
  for (uint32_t t = 0; t < offset.count; t++) {
    SmrPoly term = {&offset.terms[t], 1}, quotient;
    if (!smr_poly_divide(d->arena, term, row, &quotient) && !smr_poly_add(d->arena, *out, term, out))
      return false;
  }
  return true;
}

/// True if two windows of `a` and `b` bytes, which repeat every row, are disjoint. The second begins r bytes
/// after the first, modulo the row: it must begin after the first one's end, and end before the first one
/// repeats. r is a remainder: if it is negative, r + row is the distance.
static const SmrExpr *windows_apart(SmrDecision *d, const SmrExpr *r, const SmrExpr *a, const SmrExpr *b,
                                    const SmrExpr *row) {
  SmrArena *arena = d->arena;
  const SmrExpr *end = smr_expr(arena, SMR_X_ADD, r, b);
  const SmrExpr *after =
      smr_expr(arena, SMR_X_AND, smr_expr(arena, SMR_X_LE, a, r), smr_expr(arena, SMR_X_LE, end, row));
  const SmrExpr *before = smr_expr(arena, SMR_X_AND, smr_expr(arena, SMR_X_LE, end, smr_expr_const(arena, 0)),
                                   smr_expr(arena, SMR_X_LE, a, smr_expr(arena, SMR_X_ADD, r, row)));
  return smr_expr(arena, SMR_X_OR, after, before);
}

static const SmrExpr *width(SmrDecision *d, const SmrColumns *columns) {
  return smr_expr(d->arena, SMR_X_SUB, smr_corners_expr(d, 0, &columns->high, SMR_X_MAX),
                  smr_corners_expr(d, 0, &columns->low, SMR_X_MIN));
}

/// Rows without a gap leave no room for columns of the other one. (The other is not empty: it has accesses.)
static bool fills_rows(SmrDecision *d, const SmrColumns *columns) {
  SmrPoly all;
  return columns->low.count == 1 && columns->high.count == 1 &&
         smr_poly_sub(d->arena, columns->high.polys[0], columns->low.polys[0], &all) &&
         smr_poly_equal(all, columns->row);
}

const SmrExpr *smr_columns_apart(SmrDecision *d, const SmrColumns *a, const SmrColumns *b) {
  SmrArena *arena = d->arena;
  if (fills_rows(d, a) || fills_rows(d, b))
    return NULL;
  const SmrExpr *row = smr_expr_poly(arena, a->row);
  const SmrExpr *distance = smr_expr(arena, SMR_X_SUB, smr_corners_expr(d, b->base, &b->low, SMR_X_MIN),
                                     smr_corners_expr(d, a->base, &a->low, SMR_X_MIN));
  const SmrExpr *test =
      windows_apart(d, smr_expr(arena, SMR_X_REM, distance, row), width(d, a), width(d, b), row);
  test = smr_expr(arena, SMR_X_AND, smr_expr(arena, SMR_X_LE, smr_expr_const(arena, 1), row), test);
  return smr_poly_equal(a->row, b->row)
             ? test
             : smr_expr(arena, SMR_X_AND, smr_expr(arena, SMR_X_EQ, row, smr_expr_poly(arena, b->row)), test);
}
