//===- fission_meet.c - when two accesses of a loop touch the same memory ===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Different objects: never, by proof, or by a test of byte ranges at run time. One object: offsets are read
// as numbers in a mixed radix, whose digits are the ivs of the loops around. When each digit's weight exceeds
// all that the smaller ones can sum up to, equal offsets have equal digits; so the two meet only in the same
// iteration of every common loop that is a digit of both. When all common loops are, the order in which they
// stand in the code is the order in which they meet.
//===----------------------------------------------------------------------===//
#include "match/fission_meet.h"
#include "graph/normalize/normalize.h"

bool smr_meet_told_before(const SmrMeet *m, SmrPoly poly) {
  const SmrGraph *g = m->graph;
  for (uint32_t t = 0; t < poly.count; t++)
    for (uint32_t k = 0; k < poly.terms[t].degree; k++) {
      SmrValue leaf = smr_value(g, poly.terms[t].leaves[k]);
      const SmrValueData *data = smr_value_data(g, leaf);
      if (!smr_value_inside(g, leaf, m->loop))
        continue;
      SmrOp around = data->def ? 0 : g->regions.data[g->blocks.data[data->block].region].parent;
      if (!around || data->index || smr_op(g, around)->code != SMR_OP_LOOP)
        return false;
    }
  return true;
}

bool smr_meet_access(const SmrMeet *m, SmrOp op, SmrMeetAccess *out) {
  const SmrGraph *g = m->graph;
  SmrValue ptr = smr_access_ptr(g, op);
  bool fits = true;
  bool store = smr_op(g, op)->code == SMR_OP_STORE;
  SmrValue moved = store ? smr_operand(g, op, 0) : smr_result(g, op, 0);
  *out = (SmrMeetAccess){
      .op = op, .base = smr_base_of(g, ptr), .bytes = smr_type_bytes(smr_value_type(g, moved))};
  if (!out->base || !out->bytes || smr_value_inside(g, out->base, m->loop))
    return false;
  out->offset = smr_access_offset(g, m->arena, ptr, &fits);
  if (!fits || !smr_meet_told_before(m, out->offset))
    return false;
  for (SmrOp at = smr_parent(g, op);; at = smr_parent(g, at)) {
    if (out->depth == SMR_MEET_DEPTH || smr_op(g, at)->code != SMR_OP_LOOP)
      return false;
    out->loops[out->depth++] = at;
    if (at == m->loop)
      break;
  }
  for (uint32_t i = 0, j = out->depth; i + 1 < j; i++) {
    SmrOp swap = out->loops[i];
    out->loops[i] = out->loops[--j];
    out->loops[j] = swap;
  }
  return true;
}

//--- Guards --------------------------------------------------------------------------

static bool guard(SmrMeet *m, const SmrExpr *test) {
  int64_t decided;
  if (!test || !m->guards_allowed || (smr_expr_is_const(test, &decided) && !decided))
    return false;
  if (!m->guards || smr_expr_is_const(test, &decided))
    return true;
  for (uint32_t k = 0; k < m->guard_count; k++)
    if (smr_expr_equal(m->guards[k], test))
      return true;
  if (m->guard_count == m->guard_room)
    m->too_many = true;
  else
    m->guards[m->guard_count++] = test;
  return true;
}

/// No leaf in the loop.
static bool invariant(const SmrMeet *m, SmrPoly poly) {
  for (uint32_t t = 0; t < poly.count; t++)
    for (uint32_t k = 0; k < poly.terms[t].degree; k++)
      if (smr_value_inside(m->graph, poly.terms[t].leaves[k], m->loop))
        return false;
  return true;
}

/// What holds for the access to happen: each loop around it runs. Facts that name ivs are about its own
/// iteration, and are left out unless `own`.
static void add_facts(const SmrMeet *m, SmrKnown *known, const SmrMeetAccess *a, bool own) {
  for (uint32_t l = 0; l < a->depth; l++) {
    SmrPoly trip = smr_loop_trip(m->graph, m->arena, a->loops[l]), fact,
            iv = smr_poly_leaf(m->arena, smr_loop_iv(m->graph, a->loops[l]));
    if (!smr_poly_sub(m->arena, trip, smr_poly_const(m->arena, 1), &fact))
      continue;
    if (own || invariant(m, fact))
      smr_known_add(known, fact);
    if (own && smr_poly_sub(m->arena, fact, iv, &fact))
      smr_known_add(known, fact);
  }
}

/// The lowest (or highest) address that the access touches, as an expression over what is known before.
static const SmrExpr *bound(SmrMeet *m, const SmrMeetAccess *a, const SmrMeetAccess *other, bool maximum) {
  SmrCorners corners;
  SmrKnown known = {.arena = m->arena, .graph = m->graph, .pairs = true};
  const SmrExpr *e = NULL;
  add_facts(m, &known, a, true);
  add_facts(m, &known, other, false);
  bool ok = smr_known_corners(&known, a->loops, a->depth, a->offset, maximum, &corners);
  smr_known_free(&known);
  if (!ok)
    return NULL;
  for (uint32_t i = 0; i < corners.count; i++) {
    if (!invariant(m, corners.polys[i]))
      return NULL;
    const SmrExpr *corner = smr_expr_poly(m->arena, corners.polys[i]);
    e = i ? smr_expr(m->arena, maximum ? SMR_X_MAX : SMR_X_MIN, e, corner) : corner;
  }
  if (maximum && e)
    e = smr_expr(m->arena, SMR_X_ADD, e, smr_expr_const(m->arena, a->bytes));
  return e ? smr_expr(m->arena, SMR_X_ADD, smr_expr_address(m->arena, a->base), e) : NULL;
}

static bool guard_apart(SmrMeet *m, const SmrMeetAccess *a, const SmrMeetAccess *b) {
  if (a->base > b->base) // so that one pair of arrays has one test
    return guard_apart(m, b, a);
  const SmrExpr *low_a = bound(m, a, b, false), *high_a = bound(m, a, b, true),
                *low_b = bound(m, b, a, false), *high_b = bound(m, b, a, true);
  return guard(m, smr_expr(m->arena, SMR_X_OR, smr_expr(m->arena, SMR_X_LE, high_a, low_b),
                           smr_expr(m->arena, SMR_X_LE, high_b, low_a)));
}

/// poly >= 0, proved or tested.
static bool at_least_zero(SmrMeet *m, SmrKnown *known, SmrPoly poly) {
  int64_t value;
  if (smr_poly_is_const(poly, &value))
    return value >= 0;
  return smr_known_nonneg(known, poly) ||
         (invariant(m, poly) &&
          guard(m, smr_expr(m->arena, SMR_X_LE, smr_expr_const(m->arena, 0), smr_expr_poly(m->arena, poly))));
}

//--- One object ------------------------------------------------------------------------

typedef struct {
  SmrPoly weight;
  SmrOp loop[2]; // whose iv it is in the one access and in the other, 0: in none
} Digit;

enum { MOST_DIGITS = 6 };
typedef struct {
  Digit digits[MOST_DIGITS];
  uint32_t count;
  SmrPoly rest[2];
} Numeral;

static bool add_digits(SmrMeet *m, Numeral *n, const SmrMeetAccess *a, uint32_t side) {
  SmrPoly rest = a->offset;
  for (uint32_t l = 0; l < a->depth; l++) {
    SmrPoly weight, less;
    uint32_t iv = smr_loop_iv(m->graph, a->loops[l]), d = 0;
    if (!smr_poly_contains(rest, iv))
      continue;
    if (!smr_poly_split(m->arena, rest, iv, &weight, &less) || !invariant(m, weight))
      return false;
    rest = less;
    while (d < n->count && !smr_poly_equal(n->digits[d].weight, weight))
      ++d;
    m->too_many |= d == MOST_DIGITS;
    if (d == MOST_DIGITS || (d < n->count && n->digits[d].loop[side]))
      return false;
    if (d == n->count)
      n->digits[n->count++] = (Digit){weight, {0, 0}};
    n->digits[d].loop[side] = a->loops[l];
  }
  n->rest[side] = rest;
  return invariant(m, rest);
}

/// Smaller weights first, as far as can be told by looking: a wrong order proves nothing, it does no harm.
static bool lighter(SmrPoly a, SmrPoly b) {
  int64_t x, y;
  bool known_a = smr_poly_is_const(a, &x), known_b = smr_poly_is_const(b, &y);
  if (known_a != known_b)
    return known_a;
  return known_a ? x < y : smr_poly_compare(a, b) < 0;
}

static void sort_digits(Numeral *n) {
  for (uint32_t i = 1; i < n->count; i++)
    for (uint32_t k = i; k > 0 && lighter(n->digits[k].weight, n->digits[k - 1].weight); --k) {
      Digit swap = n->digits[k];
      n->digits[k] = n->digits[k - 1];
      n->digits[k - 1] = swap;
    }
}

/// How many values the digit takes in one of the accesses.
static SmrPoly range(const SmrMeet *m, const Digit *d, uint32_t side) {
  return d->loop[side] ? smr_loop_trip(m->graph, m->arena, d->loop[side]) : smr_poly_const(m->arena, 1);
}

static bool places_fit(SmrMeet *m, SmrKnown *known, const Numeral *n, uint32_t choice, uint32_t bytes) {
  SmrPoly sum = smr_poly_const(m->arena, bytes), less, span;
  for (uint32_t d = 0; d < n->count; d++) {
    if (!smr_poly_sub(m->arena, n->digits[d].weight, sum, &less) || !at_least_zero(m, known, less))
      return false;
    SmrPoly last = range(m, &n->digits[d], choice >> d & 1);
    if (!smr_poly_sub(m->arena, last, smr_poly_const(m->arena, 1), &last) ||
        !smr_poly_mul(m->arena, last, n->digits[d].weight, &span) || !smr_poly_add(m->arena, sum, span, &sum))
      return false;
  }
  return true;
}

/// Each weight is at least the size of an element and all that the digits below it can differ by. A digit
/// differs by less than the larger of its two ranges, so every choice of ranges must do. A range that depends
/// on an outer iv has its own value in each access: only one digit may have such ranges, and only what is
/// known of its own access helps.
static bool positional(SmrMeet *m, const Numeral *n, const SmrMeetAccess *a, const SmrMeetAccess *b) {
  uint32_t triangular = n->count, bytes = a->bytes > b->bytes ? a->bytes : b->bytes;
  for (uint32_t d = 0; d < n->count; d++) {
    if (invariant(m, range(m, &n->digits[d], 0)) && invariant(m, range(m, &n->digits[d], 1)))
      continue;
    if (triangular < n->count)
      return false;
    triangular = d;
  }
  bool ok = true;
  for (uint32_t choice = 0; choice < 1u << n->count && ok; choice++) {
    bool repeated = false;
    for (uint32_t d = 0; d < n->count; d++)
      repeated |= (choice >> d & 1) && d != triangular &&
                  smr_poly_equal(range(m, &n->digits[d], 0), range(m, &n->digits[d], 1));
    if (repeated)
      continue;
    SmrKnown known = {.arena = m->arena, .graph = m->graph, .pairs = true};
    bool second = triangular < n->count && (choice >> triangular & 1);
    add_facts(m, &known, a, triangular < n->count && !second);
    add_facts(m, &known, b, second);
    ok = places_fit(m, &known, n, choice, bytes);
    smr_known_free(&known);
  }
  return ok;
}

static unsigned meet_in_one(SmrMeet *m, const SmrMeetAccess *a, const SmrMeetAccess *b) {
  Numeral n = {.count = 0};
  if (!add_digits(m, &n, a, 0) || !add_digits(m, &n, b, 1) || !smr_poly_equal(n.rest[0], n.rest[1]))
    return SMR_MEET_ANY;
  for (uint32_t l = 0; l < a->depth && l < b->depth && a->loops[l] == b->loops[l]; l++) {
    bool tied = false;
    for (uint32_t d = 0; d < n.count; d++)
      tied |= n.digits[d].loop[0] == a->loops[l] && n.digits[d].loop[1] == a->loops[l];
    if (!tied)
      return SMR_MEET_ANY;
  }
  sort_digits(&n);
  if (!positional(m, &n, a, b))
    return SMR_MEET_ANY;
  return smr_before(m->graph, a->op, b->op) ? SMR_MEET_FIRST_BEFORE : SMR_MEET_SECOND_BEFORE;
}

unsigned smr_meet(SmrMeet *m, const SmrMeetAccess *a, const SmrMeetAccess *b) {
  const SmrGraph *g = m->graph;
  if (smr_alias_objects(g, a->op, b->op) == SMR_ALIAS_NO)
    return 0;
  if (smr_alias_bases(g, a->base, b->base) == SMR_ALIAS_MUST)
    return meet_in_one(m, a, b);
  return !smr_alias_related(g, a->base, b->base) && guard_apart(m, a, b) ? 0 : SMR_MEET_ANY;
}
