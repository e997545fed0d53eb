//===- legality_known.c - small proofs about integers --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Enough arithmetic to see that the usual obligations follow from types, trip counts and declared extents:
// intervals, a shift of every leaf to its lower bound, and the sum of at most two known facts. Never a
// search.
//===----------------------------------------------------------------------===//
#include "match/legality_internal.h"

typedef __int128 Wide;
#define WIDE_MAX ((Wide)1 << 120) // stands for infinity

void smr_known_free(SmrKnown *known) {
  smr_vec_free(&known->nonneg);
  smr_vec_free(&known->bounds);
  smr_vec_free(&known->products);
}

SmrValue smr_loop_iv(const SmrGraph *graph, SmrOp loop) {
  return smr_value(graph, graph->blocks.data[smr_body_block(graph, loop, 0)].args.data[0]);
}

SmrPoly smr_loop_trip(const SmrGraph *graph, SmrArena *arena, SmrOp loop) {
  return smr_poly_of(graph, arena, smr_operand(graph, loop, 0));
}

static bool is_iv(const SmrGraph *g, SmrValue value) {
  const SmrValueData *data = smr_value_data(g, value);
  if (data->def || !data->block || data->index != 0)
    return false;
  SmrOp parent = g->regions.data[g->blocks.data[data->block].region].parent;
  return parent && smr_op(g, parent)->code == SMR_OP_LOOP;
}

static void leaf_bounds(const SmrKnown *known, uint32_t leaf, Wide *low, Wide *high) {
  const SmrGraph *g = known->graph;
  SmrType type = smr_value_type(g, leaf);
  uint32_t width = SMR_TYPE_KIND(type) == SMR_T_INT ? SMR_TYPE_PAYLOAD(type) : 64;
  if (!width || width > 64)
    width = 64;
  *low = -((Wide)1 << (width - 1));
  *high = ((Wide)1 << (width - 1)) - 1;
  SmrOp def = smr_def(g, leaf);
  if (is_iv(g, leaf) || (def && smr_op(g, def)->code == SMR_OP_DESCR_EXTENT))
    *low = 0;
  if (def && smr_op(g, def)->code == SMR_OP_ZEXT) {
    uint32_t from = SMR_TYPE_PAYLOAD(smr_value_type(g, smr_operand(g, def, 0)));
    if (from < width) {
      *low = 0;
      *high = ((Wide)1 << from) - 1;
    }
  }
  for (uint32_t i = 0; i < known->bounds.size; ++i)
    if (known->bounds.data[i].leaf == leaf) {
      if (known->bounds.data[i].low > *low)
        *low = known->bounds.data[i].low;
      if (known->bounds.data[i].high < *high)
        *high = known->bounds.data[i].high;
    }
}

void smr_known_add(SmrKnown *known, SmrPoly poly) {
  for (uint32_t i = 0; i < known->nonneg.size; ++i)
    if (smr_poly_equal(known->nonneg.data[i], poly))
      return;
  int64_t value;
  if (smr_poly_is_const(poly, &value))
    return;
  smr_vec_push(&known->nonneg, poly);
  // One leaf alone: a bound.
  const SmrMonomial *last = &poly.terms[poly.count - 1];
  int64_t constant = poly.count == 2 && poly.terms[0].degree == 0 ? poly.terms[0].coef : 0;
  if (last->degree != 1 || poly.count > 2 || (poly.count == 2 && poly.terms[0].degree) ||
      constant == INT64_MIN)
    return;
  if (last->coef != 1 && last->coef != -1)
    return;
  int64_t low = last->coef == 1 ? -constant : INT64_MIN, high = last->coef == 1 ? INT64_MAX : constant;
  smr_vec_reserve(&known->bounds, known->bounds.size + 1);
  known->bounds.data[known->bounds.size].leaf = last->leaves[0];
  known->bounds.data[known->bounds.size].low = low;
  known->bounds.data[known->bounds.size].high = high;
  known->bounds.size++;
}

void smr_known_add_product(SmrKnown *known, uint32_t a, uint32_t b, int64_t low, int64_t high) {
  smr_vec_push(&known->products, ((SmrProductBound){{a < b ? a : b, a < b ? b : a}, low, high}));
}

static Wide times(Wide a, Wide b) {
  if (!a || !b)
    return 0;
  Wide product;
  if (__builtin_mul_overflow(a, b, &product) || product > WIDE_MAX || product < -WIDE_MAX)
    return (a < 0) == (b < 0) ? WIDE_MAX : -WIDE_MAX;
  return product;
}

static Wide plus(Wide a, Wide b) {
  if (a == WIDE_MAX || b == WIDE_MAX)
    return a == -WIDE_MAX || b == -WIDE_MAX ? 0 : WIDE_MAX; // callers never mix the two infinities
  if (a == -WIDE_MAX || b == -WIDE_MAX)
    return -WIDE_MAX;
  Wide sum = a + b;
  return sum > WIDE_MAX ? WIDE_MAX : sum < -WIDE_MAX ? -WIDE_MAX : sum;
}

/// [low, high] times [l, h].
static void times_interval(Wide *low, Wide *high, Wide l, Wide h) {
  Wide corners[4] = {times(*low, l), times(*low, h), times(*high, l), times(*high, h)};
  *low = *high = corners[0];
  for (int k = 1; k < 4; ++k) {
    *low = corners[k] < *low ? corners[k] : *low;
    *high = corners[k] > *high ? corners[k] : *high;
  }
}

/// A product of two leaves: that of their bounds, or closer where it is known as a whole.
static bool product_bounds(const SmrKnown *known, uint32_t a, uint32_t b, Wide *low, Wide *high) {
  bool found = false;
  for (uint32_t k = 0; k < known->products.size; ++k) {
    const SmrProductBound *bound = &known->products.data[k];
    if (bound->leaves[0] != a || bound->leaves[1] != b)
      continue;
    if (!found) {
      leaf_bounds(known, a, low, high);
      Wide l, h;
      leaf_bounds(known, b, &l, &h);
      times_interval(low, high, l, h);
      found = true;
    }
    *low = bound->low > *low ? bound->low : *low;
    *high = bound->high < *high ? bound->high : *high;
  }
  return found;
}

/// The extremes of a term. Its leaves ascend, as those of the known products do.
static void term_bounds(const SmrKnown *known, const SmrMonomial *term, Wide *low, Wide *high) {
  bool used[SMR_POLY_MAX_DEGREE] = {false};
  *low = *high = term->coef;
  for (uint32_t i = 0; i < term->degree; ++i) {
    Wide l, h;
    if (used[i])
      continue;
    for (uint32_t j = i + 1; j < term->degree && !used[i]; ++j)
      if (!used[j] && product_bounds(known, term->leaves[i], term->leaves[j], &l, &h))
        used[i] = used[j] = true;
    if (!used[i])
      leaf_bounds(known, term->leaves[i], &l, &h);
    times_interval(low, high, l, h);
  }
}

static void interval(const SmrKnown *known, SmrPoly poly, Wide *low, Wide *high) {
  *low = *high = 0;
  for (uint32_t t = 0; t < poly.count; ++t) {
    Wide a, b;
    term_bounds(known, &poly.terms[t], &a, &b);
    *low = plus(*low, a);
    *high = plus(*high, b);
  }
}

/// Every leaf replaced by its lower bound plus something that is not negative: then no coefficient is
/// negative.
static bool nonneg_shifted(SmrKnown *known, SmrPoly poly) {
  enum { MOST_LEAVES = 16 };
  uint32_t leaves[MOST_LEAVES], count = 0;
  for (uint32_t t = 0; t < poly.count; ++t)
    for (uint32_t i = 0; i < poly.terms[t].degree; ++i) {
      uint32_t leaf = poly.terms[t].leaves[i], k = 0;
      while (k < count && leaves[k] != leaf)
        ++k;
      if (k < count)
        continue;
      if (count == MOST_LEAVES)
        return false;
      leaves[count++] = leaf;
    }
  for (uint32_t k = 0; k < count; ++k) {
    Wide low, high;
    leaf_bounds(known, leaves[k], &low, &high);
    if (low < 0)
      return false;
    if (low == 0)
      continue;
    SmrPoly by = smr_poly_leaf(known->arena, leaves[k]);
    if (!smr_poly_add(known->arena, by, smr_poly_const(known->arena, (int64_t)low), &by) ||
        !smr_poly_substitute(known->arena, poly, leaves[k], by, &poly))
      return false;
  }
  for (uint32_t t = 0; t < poly.count; ++t)
    if (poly.terms[t].coef < 0)
      return false;
  return true;
}

static bool nonneg_simple(SmrKnown *known, SmrPoly poly) {
  Wide low, high;
  interval(known, poly, &low, &high);
  return low >= 0 || nonneg_shifted(known, poly);
}

bool smr_known_nonneg(SmrKnown *known, SmrPoly poly) {
  if (nonneg_simple(known, poly))
    return true;
  enum { MOST_FACTS = 48 }; // pairs of facts are tried up to here
  uint32_t n = known->nonneg.size;
  for (uint32_t i = 0; i < n; ++i) {
    SmrPoly rest;
    if (smr_poly_sub(known->arena, poly, known->nonneg.data[i], &rest) && nonneg_simple(known, rest))
      return true;
  }
  for (uint32_t i = 0; i < n && n <= MOST_FACTS; ++i)
    for (uint32_t j = i; j < n; ++j) {
      SmrPoly rest;
      if (smr_poly_sub(known->arena, poly, known->nonneg.data[i], &rest) &&
          smr_poly_sub(known->arena, rest, known->nonneg.data[j], &rest) && nonneg_simple(known, rest))
        return true;
    }
  return false;
}

bool smr_known_fits(SmrKnown *known, SmrPoly poly, uint32_t bits) {
  if (bits >= 64)
    return true;
  Wide low, high;
  interval(known, poly, &low, &high);
  int64_t limit = (int64_t)1 << (bits - 1);
  SmrPoly shifted;
  if (low < -limit && !(smr_poly_add(known->arena, poly, smr_poly_const(known->arena, limit), &shifted) &&
                        smr_known_nonneg(known, shifted)))
    return false;
  return high < limit ||
         (smr_poly_sub(known->arena, smr_poly_const(known->arena, limit - 1), poly, &shifted) &&
          smr_known_nonneg(known, shifted));
}

bool smr_known_exact(SmrKnown *known, SmrPoly poly) {
  Wide sum = 0;
  for (uint32_t t = 0; t < poly.count; ++t) {
    Wide low, high;
    term_bounds(known, &poly.terms[t], &low, &high);
    sum = plus(sum, high > -low ? high : -low);
  }
  return sum < ((Wide)1 << 63) - ((Wide)1 << 33);
}

static bool push_corner(SmrCorners *corners, SmrPoly poly) {
  for (uint32_t i = 0; i < corners->count; ++i)
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
  for (uint32_t t = 0; t < poly.count; ++t) {
    bool has = false, positive = true;
    for (uint32_t i = 0; i < poly.terms[t].degree; ++i) {
      Wide low, high;
      has |= poly.terms[t].leaves[i] == leaf;
      leaf_bounds(known, poly.terms[t].leaves[i], &low, &high);
      positive &= low >= 0;
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
    for (uint32_t i = 0; i < now.count; ++i) {
      SmrPoly p = now.polys[i];
      if (!smr_poly_contains(p, iv)) {
        if (!push_corner(&next, p))
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
      if ((need_first && !push_corner(&next, first_value)) || (need_last && !push_corner(&next, last_value)))
        return false;
    }
    now = next;
  }
  *out = now;
  return true;
}
