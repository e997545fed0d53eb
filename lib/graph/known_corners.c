//===- known_corners.c - extreme values over loops -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The ivs leave the polynomial, the innermost first: where it falls as an iv grows, its least value is at
// trip - 1, else at 0; where neither is known, at one of the two, if it is affine in the iv.
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

/// All terms that contain the leaf have a sign that is known; +1 rising, -1 falling, 0 unknown.
static int direction(SmrKnown *known, SmrPoly poly, uint32_t leaf) {
  bool rising = true, falling = true;
  for (uint32_t t = 0; t < poly.count; t++) {
    bool has = false, positive = true;
    for (uint32_t i = 0; i < poly.terms[t].degree; i++) {
      has |= poly.terms[t].leaves[i] == leaf;
      positive &= smr_known_value(known, poly.terms[t].leaves[i]).low >= 0;
    }
    if (!has)
      continue;
    rising &= positive && poly.terms[t].coef > 0;
    falling &= positive && poly.terms[t].coef < 0;
  }
  return rising ? 1 : falling ? -1 : 0;
}

bool smr_known_corners(SmrKnown *known, const SmrOp *loops, uint32_t loop_count, SmrPoly poly, bool maximum,
                       SmrCorners *out) {
  SmrArena *arena = known->arena;
  SmrCorners now = {.count = 1};
  now.polys[0] = poly;
  for (uint32_t k = loop_count; k-- > 0;) {
    uint32_t iv = smr_loop_iv(known->graph, loops[k]);
    SmrPoly last, coefficient, rest, negated;
    if (!smr_poly_sub(arena, smr_loop_trip(known->graph, arena, loops[k]), smr_poly_const(arena, 1), &last))
      return false;
    SmrCorners next = {0};
    for (uint32_t i = 0; i < now.count; i++) {
      SmrPoly p = now.polys[i];
      if (!smr_poly_contains(p, iv)) {
        if (!smr_corners_add(&next, p))
          return false;
        continue;
      }
      bool linear = smr_poly_split(arena, p, iv, &coefficient, &rest);
      int way = direction(known, p, iv);
      if (!way && linear) {
        if (smr_known_nonneg(known, coefficient))
          way = 1;
        else if (smr_poly_scale(arena, coefficient, -1, &negated) && smr_known_nonneg(known, negated))
          way = -1;
      }
      if (!way && !linear)
        return false;
      SmrPoly first_value, last_value;
      if (!smr_poly_substitute(arena, p, iv, smr_poly_const(arena, 0), &first_value) ||
          !smr_poly_substitute(arena, p, iv, last, &last_value))
        return false;
      bool need_last = !way || (way > 0) == maximum, need_first = !way || (way > 0) != maximum;
      if ((need_first && !smr_corners_add(&next, first_value)) ||
          (need_last && !smr_corners_add(&next, last_value)))
        return false;
    }
    now = next;
  }
  *out = now;
  return true;
}
