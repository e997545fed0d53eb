//===- known_range.c - intervals of values and polynomials -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Of a value: what its type holds, what its op can make, what facts about it alone say. Everything is exact;
// what exceeds 2^120 counts as infinite.
//===----------------------------------------------------------------------===//
#include "graph/known.h"
#include "graph/number.h"

enum { DEEPEST = 12 }; // ops that are looked through

static const SmrInterval anything = {-SMR_WIDE_MAX, SMR_WIDE_MAX};

static SmrInterval made(const SmrGraph *g, SmrValue value, uint32_t depth);

/// An operand as it is read without a sign.
static SmrInterval without_sign(const SmrGraph *g, SmrValue value, uint32_t depth) {
  SmrInterval r = made(g, value, depth);
  return r.low >= 0 ? r : (SmrInterval){0, smr_int_mask(smr_int_width(smr_value_type(g, value)))};
}

typedef struct {
  const SmrGraph *g;
  uint32_t depth;
} Maker;

static SmrInterval made_leaf(uint32_t leaf, void *data) {
  const Maker *m = data;
  return made(m->g, leaf, m->depth);
}

static SmrInterval of_poly(const SmrGraph *g, SmrValue value, uint32_t depth) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrInterval all = smr_poly_interval(smr_poly_of(g, &arena, value), made_leaf, &(Maker){g, depth});
  return all;
}

static SmrInterval of_extreme(SmrInterval a, SmrInterval b, bool greatest) {
  return (SmrInterval){(a.low > b.low) == greatest ? a.low : b.low,
                       (a.high > b.high) == greatest ? a.high : b.high};
}

static SmrInterval of_argument(const SmrGraph *g, SmrValue value, SmrInterval all, uint32_t depth) {
  SmrOp loop = smr_loop_of_iv(g, value);
  if (!loop)
    return all;
  SmrInterval trip = made(g, smr_operand(g, loop, 0), depth);
  return (SmrInterval){0, trip.high > 0 ? trip.high - 1 : 0};
}

static bool constant_of(const SmrGraph *g, SmrValue value, int64_t *out) {
  if (!smr_const_int(g, value, out))
    return false;
  *out = smr_int_signed(smr_value_type(g, value), *out);
  return true;
}

static SmrInterval of_op(const SmrGraph *g, SmrOp def, SmrInterval all, uint32_t depth) {
  const SmrOpData *op = smr_op(g, def);
  bool truth = op->operand_count && smr_value_type(g, smr_operand(g, def, 0)) == SMR_I1;
  SmrInterval a, b;
  int64_t constant;
  switch ((SmrOpcode)op->code) {
  case SMR_OP_POLY: // it may wrap where it leaves the type
    a = of_poly(g, smr_result(g, def, 0), depth);
    return a.low >= all.low && a.high <= all.high ? a : all;
  case SMR_OP_SEXT:
    return truth ? (SmrInterval){-1, 0} : made(g, smr_operand(g, def, 0), depth);
  case SMR_OP_ZEXT:
    return truth ? (SmrInterval){0, 1} : without_sign(g, smr_operand(g, def, 0), depth);
  case SMR_OP_TRUNC: // the same number where it is in the type's range, as below
    a = made(g, smr_operand(g, def, 0), depth);
    return a.low >= all.low && a.high <= all.high ? a : all;
  case SMR_OP_ADD: // of a constant: other sums would take long to look through
  case SMR_OP_SUB:
    if (!constant_of(g, smr_operand(g, def, 0), &constant) &&
        !constant_of(g, smr_operand(g, def, 1), &constant))
      return all;
    a = made(g, smr_operand(g, def, 0), depth);
    b = made(g, smr_operand(g, def, 1), depth);
    a = smr_interval_add(a, op->code == SMR_OP_SUB ? (SmrInterval){-b.high, -b.low} : b);
    return a.low >= all.low && a.high <= all.high ? a : all;
  case SMR_OP_SHRU:
    if (!constant_of(g, smr_operand(g, def, 1), &constant) || constant < 0 || constant > 63)
      return all;
    a = without_sign(g, smr_operand(g, def, 0), depth);
    a = (SmrInterval){a.low >> constant, a.high >> constant};
    return a.high <= all.high ? a : all; // of 64 bits by 0: a large number has a sign
  case SMR_OP_DIVS:                      // towards zero
    if (!constant_of(g, smr_operand(g, def, 1), &constant) || constant <= 0)
      return all;
    a = made(g, smr_operand(g, def, 0), depth);
    return (SmrInterval){a.low / constant, a.high / constant};
  case SMR_OP_AND:
    for (uint32_t k = 0; k < 2; k++)
      if (constant_of(g, smr_operand(g, def, k), &constant) && constant >= 0)
        return smr_interval_meet(all, (SmrInterval){0, constant});
    return all;
  case SMR_OP_REMU:
    if (!constant_of(g, smr_operand(g, def, 1), &constant) || constant <= 0)
      return all;
    return smr_interval_meet(all, (SmrInterval){0, constant - 1});
  case SMR_OP_REMS: // the dividend's sign
    if (!constant_of(g, smr_operand(g, def, 1), &constant) || constant <= 0)
      return all;
    a = made(g, smr_operand(g, def, 0), depth);
    return (SmrInterval){a.low < 0 ? 1 - (SmrWide)constant : 0, a.high > 0 ? constant - 1 : 0};
  case SMR_OP_DESCR_EXTENT:
    return (SmrInterval){0, all.high};
  case SMR_OP_MAXS:
  case SMR_OP_MINS:
    a = made(g, smr_operand(g, def, 0), depth);
    b = made(g, smr_operand(g, def, 1), depth);
    return of_extreme(a, b, op->code == SMR_OP_MAXS);
  case SMR_OP_SELECT:
    return smr_interval_hull(made(g, smr_operand(g, def, 1), depth), made(g, smr_operand(g, def, 2), depth));
  default:
    return all;
  }
}

/// By type and op alone.
static SmrInterval made(const SmrGraph *g, SmrValue value, uint32_t depth) {
  value = smr_value(g, value);
  SmrType type = smr_value_type(g, value);
  uint32_t width = SMR_TYPE_PAYLOAD(type);
  if (SMR_TYPE_KIND(type) != SMR_T_INT || width == 0 || width > 64)
    return anything;
  SmrInterval all = {smr_int_least(width), smr_int_most(width)};
  if (type == SMR_I1) // true is -1 or 1, as one looks at it
    return (SmrInterval){-1, 1};
  int64_t constant;
  if (constant_of(g, value, &constant))
    return (SmrInterval){constant, constant};
  if (depth > DEEPEST)
    return all;
  SmrOp def = g->values.data[value].def;
  return def ? of_op(g, def, all, depth + 1) : of_argument(g, value, all, depth + 1);
}

typedef struct {
  SmrKnown *known;
  uint32_t depth;
} Asker;

static SmrInterval known_value(SmrKnown *known, SmrValue value, uint32_t depth);

static SmrInterval known_leaf(uint32_t leaf, void *data) {
  const Asker *a = data;
  return known_value(a->known, leaf, a->depth);
}

/// Of an operand, as its polynomial is known: where that leaves the type, it may wrap.
static SmrInterval known_operand(SmrKnown *known, SmrOp op, uint32_t k, uint32_t depth) {
  const SmrGraph *g = known->graph;
  SmrValue value = smr_operand(g, op, k);
  SmrInterval all = made(g, value, DEEPEST + 1);
  SmrInterval r = smr_poly_interval(smr_poly_of(g, known->arena, value), known_leaf, &(Asker){known, depth});
  return r.low >= all.low && r.high <= all.high ? r : all;
}

/// Facts about what a quotient, a minimum or a maximum is made of are facts about it.
static SmrInterval by_operands(SmrKnown *known, SmrValue value, SmrInterval r, uint32_t depth) {
  const SmrGraph *g = known->graph;
  SmrOp def = smr_def(g, value);
  SmrOpcode code = def && known->bounds.size ? (SmrOpcode)smr_op(g, def)->code : SMR_OP_NONE;
  int64_t divisor;
  if (code == SMR_OP_DIVS && constant_of(g, smr_operand(g, def, 1), &divisor) && divisor > 0) {
    SmrInterval a = known_operand(known, def, 0, depth);
    return smr_interval_meet(r, (SmrInterval){a.low / divisor, a.high / divisor});
  }
  if (code != SMR_OP_MAXS && code != SMR_OP_MINS)
    return r;
  SmrInterval a = known_operand(known, def, 0, depth), b = known_operand(known, def, 1, depth);
  return smr_interval_meet(r, of_extreme(a, b, code == SMR_OP_MAXS));
}

static SmrInterval known_value(SmrKnown *known, SmrValue value, uint32_t depth) {
  uint32_t at;
  if (!smr_map_get(&known->index, value, &at)) {
    smr_vec_push(&known->made, made(known->graph, value, 0));
    at = known->made.size;
    smr_map_set(&known->index, value, at);
  }
  SmrInterval r = known->made.data[at - 1];
  for (uint32_t i = 0; i < known->bounds.size; i++)
    if (known->bounds.data[i].leaf == value)
      r = smr_interval_meet(r, (SmrInterval){known->bounds.data[i].low, known->bounds.data[i].high});
  return depth ? by_operands(known, value, r, depth - 1) : r;
}

SmrInterval smr_known_value(SmrKnown *known, SmrValue value) {
  enum { DEEP = 4 };
  return known_value(known, value, DEEP);
}

/// A product of two leaves: that of their intervals, or closer where it is known as a whole.
static bool product_known(SmrKnown *known, uint32_t a, uint32_t b, SmrInterval *out) {
  bool found = false;
  for (uint32_t k = 0; k < known->products.size; k++) {
    const SmrProductBound *bound = &known->products.data[k];
    if (bound->leaves[0] != a || bound->leaves[1] != b)
      continue;
    if (!found)
      *out = smr_interval_multiply(smr_known_value(known, a), smr_known_value(known, b));
    *out = smr_interval_meet(*out, (SmrInterval){bound->low, bound->high});
    found = true;
  }
  return found;
}

/// Its leaves ascend, as those of the known products do.
static SmrInterval of_term(SmrKnown *known, const SmrMonomial *term) {
  bool used[SMR_POLY_MAX_DEGREE] = {false};
  SmrInterval r = {term->coef, term->coef};
  for (uint32_t i = 0; i < term->degree; i++) {
    SmrInterval factor;
    if (used[i])
      continue;
    for (uint32_t j = i + 1; j < term->degree && !used[i]; j++)
      if (!used[j] && product_known(known, term->leaves[i], term->leaves[j], &factor))
        used[i] = used[j] = true;
    if (!used[i])
      factor = smr_known_value(known, term->leaves[i]);
    r = smr_interval_multiply(r, factor);
  }
  return r;
}

SmrInterval smr_known_interval(SmrKnown *known, SmrPoly poly) {
  SmrInterval r = {0, 0};
  for (uint32_t t = 0; t < poly.count; t++)
    r = smr_interval_add(r, of_term(known, &poly.terms[t]));
  return r;
}

bool smr_known_exact(SmrKnown *known, SmrPoly poly) {
  SmrInterval r = {0, 0};
  for (uint32_t t = 0; t < poly.count; t++) {
    SmrInterval term = of_term(known, &poly.terms[t]);
    r = smr_interval_add(r, (SmrInterval){0, term.high > -term.low ? term.high : -term.low});
  }
  return r.high < ((SmrWide)1 << 63) - ((SmrWide)1 << 33);
}
