//===- legality_ranges.c - L1: indices that may wrap around ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Where normalising took an integer of fewer bits not to wrap (SmrGraph.ranges), its extreme values over all
// iterations that the place of the call does not tell apart are computed and tested. README.md says which
// ones matter to a match, and why that suffices.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "match/legality_internal.h"

enum { MOST_LOOPS = 16, MOST_SEEN = 256 };

typedef struct {
  SmrDecision *d;
  SmrValue base;
  bool touched;
  SmrMap seen; // values
} Search;

static void touches(Search *s, SmrOp root) {
  const SmrGraph *g = s->d->graph;
  for (SmrOp op = root; op && !s->touched; op = smr_next_op(g, op, root))
    s->touched = smr_is_access(g, op) &&
                 smr_alias_bases(g, smr_base_of(g, smr_access_ptr(g, op)), s->base) != SMR_ALIAS_NO;
}

/// Integers and pointers in memory may be part of any address; so may what is not matched, but loaded before.
static bool holds_numbers_only(const SmrDecision *d, const SmrRange *range) {
  const SmrGraph *g = d->graph;
  SmrValue address = smr_value(g, range->address);
  for (uint32_t u = d->uses->first[address]; u < d->uses->first[address + 1]; u++) {
    SmrOp op = d->uses->ops[u];
    if (!smr_is_access(g, op) || (smr_op(g, op)->result_count &&
                                  SMR_TYPE_KIND(smr_value_type(g, smr_result(g, op, 0))) != SMR_T_FLOAT))
      return false;
  }
  return true;
}

/// The value is made of what was read from this memory, as far as is seen.
static bool made_of(Search *s, SmrValue value) {
  const SmrGraph *g = s->d->graph;
  value = smr_value(g, value);
  uint32_t seen;
  if (!value || smr_map_get(&s->seen, value, &seen))
    return false;
  smr_map_set(&s->seen, value, 1);
  SmrOp op = smr_value_owner(g, value);
  if (!op || smr_loop_of_iv(g, value))
    return false; // the function's; an iv
  if (s->seen.size > MOST_SEEN)
    return true;
  touches(s, op); // (what is carried around a loop, or chosen, may be anything that is in there)
  for (uint32_t k = 0; k < smr_op(g, op)->operand_count && !s->touched; k++)
    s->touched = made_of(s, smr_operand(g, op, k));
  return s->touched;
}

/// In the normal form a value that was stored may be what is taken, without a load.
static bool is_stored(const Search *s) {
  const SmrGraph *g = s->d->graph;
  for (uint32_t op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->code == SMR_OP_STORE && smr_op(g, op)->block &&
        smr_alias_bases(g, smr_base_of(g, smr_access_ptr(g, op)), s->base) != SMR_ALIAS_NO)
      return true;
  return false;
}

/// Some value that the match takes was read from this memory, before the roots, or the calls are given an
/// element of it.
static bool taken_from(Search *s) {
  const SmrDecision *d = s->d;
  bool touched = !d->nest && is_stored(s);
  for (uint32_t k = 0; k < d->match->arg_count && !touched; k++)
    touched = made_of(s, d->match->args[k].value);
  for (uint32_t k = 0; d->nest && k < d->nest->taken.size && !touched; k++)
    touched = made_of(s, d->nest->taken.data[k]);
  smr_map_free(&s->seen);
  return touched;
}

static bool concerns(SmrDecision *d, const SmrRange *range) {
  const SmrGraph *g = d->graph;
  Search s = {.d = d, .base = smr_base_of(g, range->address)};
  for (uint32_t r = 0; r < d->match->root_count && !s.touched; r++)
    touches(&s, d->match->roots[r]);
  for (uint32_t n = 0; n < d->match->node_count && !s.touched; n++)
    if (d->match->nodes[n])
      touches(&s, d->match->nodes[n]);
  return s.touched || !holds_numbers_only(d, range) || taken_from(&s);
}

/// The loops whose ivs the polynomial names and the place of the call does not know, those of their trip
/// counts included; *gone: one of them is not there any more, so nothing comes of the range.
static bool loops_of(SmrDecision *d, SmrPoly poly, SmrOp *loops, uint32_t *count, bool *gone) {
  const SmrGraph *g = d->graph;
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);) {
    SmrOp loop = smr_loop_of_iv(g, leaf);
    bool iv = loop, known = false;
    if (iv && !smr_op(g, loop)->block) {
      *gone = true;
      return true;
    }
    if (iv)
      for (uint32_t r = 0; r < d->match->root_count; r++)
        known |= d->match->roots[r] != loop && smr_inside(g, d->match->roots[r], loop);
    if (known || (!iv && smr_told(d, leaf)))
      continue;
    if (!iv || *count == MOST_LOOPS)
      return false;
    for (uint32_t l = 0; l < *count; l++)
      known |= loops[l] == loop;
    if (known)
      continue;
    loops[(*count)++] = loop;
    if (!loops_of(d, smr_loop_trip(g, d->arena, loop), loops, count, gone))
      return false;
  }
  return true;
}

/// Outer before inner; they have to stand in each other.
static bool nested(const SmrGraph *g, SmrOp *loops, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = i + 1; j < count; j++)
      if (smr_inside(g, loops[i], loops[j])) {
        SmrOp swap = loops[i];
        loops[i] = loops[j];
        loops[j] = swap;
      } else if (!smr_inside(g, loops[j], loops[i])) {
        return false;
      }
  return true;
}

/// Requires that the polynomial, whose arithmetic is exact, fits so many bits.
static bool require_fits(SmrDecision *d, SmrPoly poly, uint32_t bits) {
  const SmrExpr *value = smr_expr_poly(d->arena, poly);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "%s fits %u bits", smr_poly_text(d, poly), bits);
  return smr_require(d, smr_expr(d->arena, SMR_X_EQ, smr_expr_sext(d->arena, value, bits), value),
                     smr_str_get(&text));
}

static bool is_loop_variable(const SmrGraph *g, SmrValue leaf) {
  return !smr_value_data(g, leaf)->def && smr_value_data(g, leaf)->index == 0;
}

enum { SMALL = 32, PRODUCT = 31 }; // bits

/// Of three factors or more, two must have a small product: those that stay the same in all iterations.
static bool make_product_small(SmrDecision *d, const SmrMonomial *term) {
  bool used[SMR_POLY_MAX_DEGREE] = {false};
  for (uint32_t left = term->degree; left > 2; left -= 2) {
    uint32_t pick[2], count = 0;
    for (int moving = 0; moving < 2; moving++)
      for (uint32_t k = 0; k < term->degree && count < 2; k++)
        if (!used[k] && is_loop_variable(d->graph, term->leaves[k]) == (moving == 1)) {
          used[k] = true;
          pick[count++] = term->leaves[k];
        }
    SmrPoly product;
    if (!smr_poly_mul(d->arena, smr_poly_leaf(d->arena, pick[0]), smr_poly_leaf(d->arena, pick[1]),
                      &product) ||
        !smr_known_exact(&d->known, product) || !smr_poly_told(d, product) ||
        !require_fits(d, product, PRODUCT))
      return false;
    smr_known_add_product(&d->known, pick[0], pick[1], smr_int_least(PRODUCT), smr_int_most(PRODUCT));
  }
  return true;
}

/// Makes the guards' arithmetic exact: where its numbers could be too large, they must be small ones.
static bool make_exact(SmrDecision *d, SmrPoly poly) {
  for (uint32_t t = 0; t < poly.count && !smr_known_exact(&d->known, poly); t++)
    for (uint32_t k = 0; k < poly.terms[t].degree; k++) {
      SmrPoly leaf = smr_poly_leaf(d->arena, poly.terms[t].leaves[k]), low, high;
      if (!smr_poly_sub(d->arena, leaf, smr_poly_const(d->arena, smr_int_least(SMALL)), &low) ||
          !smr_poly_sub(d->arena, smr_poly_const(d->arena, smr_int_most(SMALL)), leaf, &high) ||
          (!smr_known_fits(&d->known, leaf, SMALL) && !require_fits(d, leaf, SMALL)))
        return false;
      smr_known_add(&d->known, low);
      smr_known_add(&d->known, high);
    }
  for (uint32_t t = 0; t < poly.count && !smr_known_exact(&d->known, poly); t++)
    if (!make_product_small(d, &poly.terms[t]))
      return false;
  return smr_known_exact(&d->known, poly);
}

static bool holds(SmrDecision *d, const SmrRange *range) {
  SmrOp loops[MOST_LOOPS];
  uint32_t count = 0;
  bool gone = false;
  SmrPoly poly = smr_poly_of(d->graph, d->arena, range->poly);
  static const char what[] = "an index that may wrap around";
  SmrCorners corners[2];
  if (!loops_of(d, poly, loops, &count, &gone))
    return smr_refuse(d, "%s: \"%s\" cannot be checked before the code runs", what, smr_poly_text(d, poly));
  if (gone)
    return true;
  if (!nested(d->graph, loops, count) ||
      !smr_known_corners(&d->known, loops, count, poly, false, &corners[0]) ||
      !smr_known_corners(&d->known, loops, count, poly, true, &corners[1]))
    return smr_refuse(d, "%s: the extreme values of \"%s\" are not known", what, smr_poly_text(d, poly));
  for (uint32_t most = 0; most < 2; most++)
    for (uint32_t k = 0; k < corners[most].count; k++) {
      SmrPoly corner = corners[most].polys[k], room,
              bound = smr_poly_const(d->arena, most ? range->high : range->low);
      int64_t constant;
      if (!smr_poly_told(d, corner))
        return smr_refuse(d, "%s: \"%s\" cannot be checked before the code runs", what,
                          smr_poly_text(d, corner));
      if (!smr_poly_is_const(corner, &constant) && !make_exact(d, corner))
        return smr_refuse(d, "%s: \"%s\" may exceed 64 bits", what, smr_poly_text(d, corner));
      if (!(most ? smr_poly_sub(d->arena, bound, corner, &room)
                 : smr_poly_sub(d->arena, corner, bound, &room)) ||
          !smr_require_nonneg(d, room, what))
        return smr_refuse(d, "%s: \"%s\" overflows", what, smr_poly_text(d, corner));
    }
  return true;
}

bool smr_check_ranges(SmrDecision *d) {
  for (uint32_t k = 0; k < d->graph->ranges.size; k++)
    if (concerns(d, &d->graph->ranges.data[k]) && !holds(d, &d->graph->ranges.data[k]))
      return false;
  return true;
}
