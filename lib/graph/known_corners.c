//===- known_corners.c - extreme values over loops -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The ivs leave the polynomial, the innermost first: where it falls as an iv grows, its least value is at
// trip - 1, else at 0; where neither is known, at one of the two, if it is affine in the iv. There, these are
// the first and the last iteration in which the loops inside run: of j < i, i is at least 1, as j = i - 1
// would be -1.
//===----------------------------------------------------------------------===//
#include "graph/known.h"

SmrValue smr_loop_iv(const SmrGraph *graph, SmrOp loop) {
  return smr_value(graph, graph->blocks.data[smr_body_block(graph, loop, 0)].args.data[0]);
}

SmrPoly smr_loop_trip(const SmrGraph *graph, SmrArena *arena, SmrOp loop) {
  return smr_poly_of(graph, arena, smr_operand(graph, loop, 0));
}

bool smr_corners_add(SmrCorners *corners, SmrPoly poly) {
  for (uint32_t i = 0; i < corners->count; i++)
    if (smr_poly_equal(corners->polys[i], poly))
      return true;
  if (corners->count == SMR_MAX_CORNERS)
    return false;
  corners->polys[corners->count++] = poly;
  return true;
}

int smr_known_direction(SmrKnown *known, SmrPoly poly, uint32_t leaf, const uint32_t *nonneg,
                        uint32_t count) {
  SmrPoly coefficient, rest, negated;
  bool rising = true, falling = true;
  for (uint32_t t = 0; t < poly.count; t++) {
    bool has = false, positive = true;
    for (uint32_t i = 0; i < poly.terms[t].degree; i++) {
      has |= poly.terms[t].leaves[i] == leaf;
      positive &= smr_is_among(nonneg, count, poly.terms[t].leaves[i]) ||
                  smr_known_value(known, poly.terms[t].leaves[i]).low >= 0;
    }
    rising &= !has || (positive && poly.terms[t].coef > 0);
    falling &= !has || (positive && poly.terms[t].coef < 0);
  }
  if (rising || falling)
    return rising ? 1 : -1;
  if (!smr_poly_split(known->arena, poly, leaf, &coefficient, &rest) ||
      smr_poly_contains_any(coefficient, nonneg, count))
    return 0;
  if (smr_known_nonneg(known, coefficient))
    return 1;
  return smr_poly_scale(known->arena, coefficient, -1, &negated) && smr_known_nonneg(known, negated) ? -1 : 0;
}

enum { MOST_LEFT_OUT = 64 };

/// In how many of the loop's first iterations, or last ones, `whole` is surely never computed, as a loop that
/// has it does not run: by trip counts iv + c, and trip + c - iv.
static int64_t left_out(SmrKnown *known, const SmrOp *loops, uint32_t loop_count, uint32_t at, SmrPoly whole,
                        bool last) {
  SmrArena *arena = known->arena;
  SmrPoly iv = smr_poly_leaf(arena, smr_loop_iv(known->graph, loops[at])), rest;
  SmrPoly trip = smr_loop_trip(known->graph, arena, loops[at]);
  int64_t most = 0, c;
  for (uint32_t k = at + 1; k < loop_count; k++) {
    SmrPoly inner = smr_loop_trip(known->graph, arena, loops[k]);
    if (smr_poly_contains(whole, smr_loop_iv(known->graph, loops[k])) &&
        (last ? smr_poly_add(arena, inner, iv, &rest) && smr_poly_sub(arena, rest, trip, &rest)
              : smr_poly_sub(arena, inner, iv, &rest)) &&
        smr_poly_is_const(rest, &c) && c <= -most && c > -MOST_LEFT_OUT)
      most = last ? -c : 1 - c;
  }
  return most;
}

bool smr_known_corners_of(SmrKnown *known, const SmrOp *loops, uint32_t loop_count, uint32_t at,
                          SmrPoly whole, SmrPoly p, bool maximum, SmrCorners *out) {
  SmrArena *arena = known->arena;
  uint32_t iv = smr_loop_iv(known->graph, loops[at]);
  SmrPoly coefficient, rest, value;
  if (!smr_poly_contains(p, iv))
    return smr_corners_add(out, p);
  int way = smr_known_direction(known, p, iv, NULL, 0);
  if (!way && !smr_poly_split(arena, p, iv, &coefficient, &rest))
    return false;
  for (uint32_t last = 0; last < 2; last++) {
    if (way && (way > 0) == (maximum != last))
      continue;
    int64_t out_of = way ? 0 : left_out(known, loops, loop_count, at, whole, last);
    SmrPoly end = smr_poly_const(arena, last ? -1 - out_of : out_of);
    if ((last && !smr_poly_add(arena, smr_loop_trip(known->graph, arena, loops[at]), end, &end)) ||
        !smr_poly_substitute(arena, p, iv, end, &value) || !smr_corners_add(out, value))
      return false;
  }
  return true;
}

bool smr_known_corners(SmrKnown *known, const SmrOp *loops, uint32_t loop_count, SmrPoly poly, bool maximum,
                       SmrCorners *out) {
  SmrCorners now = {.count = 1};
  now.polys[0] = poly;
  for (uint32_t k = loop_count; k-- > 0;) {
    SmrCorners next = {0};
    for (uint32_t i = 0; i < now.count; i++)
      if (!smr_known_corners_of(known, loops, loop_count, k, poly, now.polys[i], maximum, &next))
        return false;
    now = next;
  }
  *out = now;
  return true;
}
