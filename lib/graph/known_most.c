//===- known_most.c - how large an integer is expected to be ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What a remainder, a mask, a minimum or a choice between constants cannot exceed, and n less its multiples
// of four: the sizes of tails that unrolling by hand leaves. Only refusals rest on this, so factors count as
// sizes, and the program's arithmetic as that of integers. What is taken off may have any sign: a step may
// well be negative, a stride in a descriptor is not.
//===----------------------------------------------------------------------===//
#include "graph/known.h"
#include "graph/number.h"

enum { MOST_DEPTH = 6, MOST_TRIES = 256 };

typedef struct {
  SmrKnown *known;
  SmrArena *arena;
  uint32_t tries;
} Search;

static int64_t most(Search *s, SmrPoly poly, int depth);

static int64_t most_value(Search *s, SmrValue value, int depth) {
  return most(s, smr_poly_of(s->known->graph, s->arena, value), depth);
}

static int64_t less(int64_t a, int64_t b) {
  return a < b ? a : b;
}

/// Constants that stand second, as operands of a division do.
static bool divisor_of(const SmrGraph *g, SmrOp def, int64_t *value) {
  return smr_const_int(g, smr_operand(g, def, 1), value) && *value > 0;
}

static int64_t most_leaf(Search *s, SmrValue leaf, int depth) {
  const SmrGraph *g = s->known->graph;
  SmrOp def = smr_def(g, leaf);
  int64_t bound = INT64_MAX, value;
  for (uint32_t i = 0; i < s->known->bounds.size; i++)
    if (s->known->bounds.data[i].leaf == leaf)
      bound = less(bound, s->known->bounds.data[i].high);
  if (!depth)
    return bound;
  if (!def) { // the variable of a loop stays below its trip count
    SmrOp loop = smr_loop_of_iv(g, leaf);
    if (loop) {
      int64_t trip = most_value(s, smr_operand(g, loop, 0), depth - 1);
      bound = trip < INT64_MAX ? less(bound, trip - 1) : bound;
    }
    return bound;
  }
  switch (smr_op(g, def)->code) {
  case SMR_OP_REMS:
  case SMR_OP_REMU:
    return divisor_of(g, def, &value) ? less(bound, value - 1) : bound;
  case SMR_OP_AND:
    for (uint32_t k = 0; k < 2; k++)
      if (smr_const_int(g, smr_operand(g, def, k), &value) && value >= 0)
        bound = less(bound, value);
      else
        bound = less(bound, most_value(s, smr_operand(g, def, k), depth - 1));
    return bound;
  case SMR_OP_MINS:
  case SMR_OP_MINU:
    return less(bound, less(most_value(s, smr_operand(g, def, 0), depth - 1),
                            most_value(s, smr_operand(g, def, 1), depth - 1)));
  case SMR_OP_MAXS:
  case SMR_OP_MAXU:
  case SMR_OP_SELECT: {
    uint32_t first = smr_op(g, def)->code == SMR_OP_SELECT;
    int64_t a = most_value(s, smr_operand(g, def, first), depth - 1);
    int64_t b = most_value(s, smr_operand(g, def, first + 1), depth - 1);
    return less(bound, a > b ? a : b);
  }
  case SMR_OP_DIVS:
  case SMR_OP_DIVU: {
    int64_t top = most_value(s, smr_operand(g, def, 0), depth - 1);
    return divisor_of(g, def, &value) && top < INT64_MAX ? less(bound, top / value) : bound;
  }
  case SMR_OP_ZEXT: {
    uint32_t bits = SMR_TYPE_PAYLOAD(smr_value_type(g, smr_operand(g, def, 0)));
    if (bits < 32)
      bound = less(bound, (int64_t)smr_int_mask(bits));
    return less(bound, most_value(s, smr_operand(g, def, 0), depth - 1));
  }
  default:
    return bound;
  }
}

/// By facts and types alone: what takes something off, and what is made of numbers below 1, has no size. But
/// hardly any array's elements stand in memory from the last to the first.
static int64_t most_exact(Search *s, SmrPoly term) {
  SmrWide high = smr_known_interval(s->known, term).high;
  SmrOp def = term.terms[0].degree == 1 ? smr_def(s->known->graph, term.terms[0].leaves[0]) : 0;
  if (def && smr_op(s->known->graph, def)->code == SMR_OP_DESCR_STRIDE && high > 0)
    return 0;
  return high > INT64_MAX ? INT64_MAX : high < INT64_MIN ? INT64_MIN : (int64_t)high;
}

static int64_t most_term(Search *s, const SmrMonomial *term, int depth) {
  int64_t most = term->coef;
  for (uint32_t i = 0; i < term->degree; i++) {
    int64_t high = most_leaf(s, term->leaves[i], depth);
    if (most < 0 || high < 1)
      return most_exact(s, (SmrPoly){term, 1});
    if (high == INT64_MAX || __builtin_mul_overflow(most, high, &most))
      return INT64_MAX;
  }
  return most;
}

static int64_t most_sum(Search *s, SmrPoly poly, int depth) {
  int64_t sum = 0;
  for (uint32_t t = 0; t < poly.count; t++) {
    int64_t term = most_term(s, &poly.terms[t], depth);
    if (term == INT64_MAX || __builtin_add_overflow(sum, term, &sum))
      return INT64_MAX;
  }
  return sum;
}

/// coef * leaf <= coef * other + slack, for up to two others.
typedef struct {
  SmrPoly others[2];
  int64_t scales[2], slacks[2]; // the term is replaced by scale * other + slack
  uint32_t count;
} Instead;

static void instead(Instead *out, SmrPoly other, int64_t scale, int64_t slack) {
  out->others[out->count] = other;
  out->scales[out->count] = scale;
  out->slacks[out->count++] = slack;
}

static void rewrite_leaf(Search *s, SmrValue leaf, int64_t coef, Instead *out) {
  const SmrGraph *g = s->known->graph;
  SmrOp def = smr_def(g, leaf);
  int64_t value, sign = coef < 0 ? -1 : 1;
  if (!def)
    return;
  SmrPoly a = {NULL, 0}, b = {NULL, 0};
  uint32_t operands = smr_op(g, def)->operand_count;
  for (uint32_t k = 0; k < 2 && k < operands; k++)
    *(k ? &b : &a) = smr_poly_of(g, s->arena, smr_operand(g, def, k));
  switch (smr_op(g, def)->code) {
  case SMR_OP_SEXT:
  case SMR_OP_ZEXT:
    instead(out, a, coef, 0);
    return;
  case SMR_OP_ADD:
  case SMR_OP_SUB:
    if (smr_op(g, def)->code == SMR_OP_ADD ? smr_poly_add(s->arena, a, b, &a)
                                           : smr_poly_sub(s->arena, a, b, &a))
      instead(out, a, coef, 0);
    return;
  case SMR_OP_SHL:
    if (smr_poly_is_const(b, &value) && value >= 0 && value < 16)
      instead(out, a, coef * ((int64_t)1 << value), 0);
    return;
  case SMR_OP_DIVS:
  case SMR_OP_DIVU: // value * (a / value) lies within value - 1 of a
    if (smr_poly_is_const(b, &value) && value > 0 && coef % value == 0)
      instead(out, a, coef / value, sign * (coef / value) * (value - 1));
    return;
  case SMR_OP_SHRS:
  case SMR_OP_SHRU:
    if (smr_poly_is_const(b, &value) && value >= 0 && value < 16 && coef % ((int64_t)1 << value) == 0) {
      coef /= (int64_t)1 << value;
      instead(out, a, coef, sign * coef * (((int64_t)1 << value) - 1));
    }
    return;
  case SMR_OP_AND: // a less some of the bits that the mask takes off
    if (smr_poly_is_const(b, &value) && value < 0 && value > -65536)
      instead(out, a, coef, coef < 0 ? -coef * ~value : 0);
    else if (smr_poly_is_const(a, &value) && value < 0 && value > -65536)
      instead(out, b, coef, coef < 0 ? -coef * ~value : 0);
    return;
  case SMR_OP_REMS:
  case SMR_OP_REMU:
    return;
  case SMR_OP_MAXS:
  case SMR_OP_MINS:
    if ((coef < 0) == (smr_op(g, def)->code == SMR_OP_MAXS)) {
      instead(out, a, coef, 0);
      instead(out, b, coef, 0);
    }
    return;
  default:
    return;
  }
}

static int64_t most(Search *s, SmrPoly poly, int depth) {
  int64_t best = most_sum(s, poly, depth);
  for (uint32_t t = 0; t < poly.count && depth > 0; t++) {
    Instead found = {.count = 0};
    if (poly.terms[t].degree == 1)
      rewrite_leaf(s, poly.terms[t].leaves[0], poly.terms[t].coef, &found);
    SmrPoly rest, other, term = {&poly.terms[t], 1};
    for (uint32_t k = 0; k < found.count && s->tries; k++) {
      s->tries--;
      if (smr_poly_sub(s->arena, poly, term, &rest) &&
          smr_poly_scale(s->arena, found.others[k], found.scales[k], &other) &&
          smr_poly_add(s->arena, rest, other, &rest) &&
          smr_poly_add(s->arena, rest, smr_poly_const(s->arena, found.slacks[k]), &rest))
        best = less(best, most(s, rest, depth - 1));
    }
  }
  return best;
}

/// Few steps first: in what a row of unrolled loops leaves, these are the ones that lead somewhere.
static int64_t most_of(SmrKnown *known, SmrPoly poly) {
  int64_t bound = INT64_MAX;
  for (int depth = 2; depth <= MOST_DEPTH; depth += 2) {
    Search s = {known, known->arena, MOST_TRIES};
    bound = less(bound, most(&s, poly, depth));
  }
  return bound;
}

/// leaf = (of - r) / by for some r, 0 <= r < by: a quotient of a size, or what a mask leaves of it.
static bool rounds_down(const Search *s, SmrValue leaf, SmrPoly *of, int64_t *by) {
  const SmrGraph *g = s->known->graph;
  SmrOp def = smr_def(g, leaf);
  int64_t zero;
  for (uint32_t k = 0; def && smr_op(g, def)->code == SMR_OP_MAXS && k < 2; k++)
    if (smr_const_int(g, smr_operand(g, def, k), &zero) && !zero)
      def = smr_def(g, smr_operand(g, def, 1 - k));
  SmrOpcode code = def ? (SmrOpcode)smr_op(g, def)->code : SMR_OP_NONE;
  if ((code != SMR_OP_DIVS && code != SMR_OP_SHRS && code != SMR_OP_AND) ||
      !smr_const_int(g, smr_operand(g, def, 1), by))
    return false;
  *of = smr_poly_of(g, s->arena, smr_operand(g, def, 0));
  if (code == SMR_OP_SHRS)
    *by = *by >= 0 && *by < 16 ? (int64_t)1 << *by : 0;
  return code == SMR_OP_AND ? *by < 0 && *by > -65536 : *by > 0;
}

/// In products a rest that is one of few numbers is tried as each: n*n - 4*n*(n/4) is n times 0, 1, 2 or 3.
static int64_t most_by_rest(SmrKnown *known, SmrPoly poly) {
  enum { MOST_RESTS = 16 };
  Search s = {known, known->arena, MOST_TRIES};
  SmrPoly of, coefficient, rest, part;
  int64_t by;
  for (uint32_t t = poly.count; t-- && poly.terms[t].degree > 1;)
    for (uint32_t k = 0; k < poly.terms[t].degree; k++) {
      uint32_t leaf = poly.terms[t].leaves[k];
      if (!rounds_down(&s, leaf, &of, &by) || !smr_poly_split(s.arena, poly, leaf, &coefficient, &rest))
        continue;
      int64_t rests = by < 0 ? -by : by, all = INT64_MIN;
      if (rests > MOST_RESTS ||
          !smr_poly_divide(s.arena, coefficient, smr_poly_const(s.arena, by < 0 ? 1 : by), &part))
        continue;
      for (int64_t r = 0; r < rests && all < INT64_MAX; r++) {
        SmrPoly less, sum;
        bool ok = smr_poly_sub(s.arena, of, smr_poly_const(s.arena, r), &less) &&
                  smr_poly_mul(s.arena, part, less, &less) && smr_poly_add(s.arena, rest, less, &sum);
        int64_t one = ok ? most_of(known, sum) : INT64_MAX;
        all = one > all ? one : all;
      }
      return all;
    }
  return INT64_MAX;
}

int64_t smr_known_most(SmrKnown *known, SmrPoly poly) {
  int64_t bound = most_of(known, poly);
  return bound < INT64_MAX ? bound : most_by_rest(known, poly);
}
