//===- unmet.c - guards that no values meet ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Each guard was asked for on its own: a multiple of 2 for a number that is odd, a size of at least 64 in
// code that runs only if the size is at most 8. If the guards cannot all hold, the call never runs. Such a
// match is a miss, and the smallest set of contradicting guards is its reason.
//
// A system of affine constraints has what the guards say, how the integers in them are made (quotients,
// remainders, minima), the loops and conditions around the code, and what its accesses say of sizes. If it is
// empty, nothing meets the guards. Integers count as exact numbers here, as in known_most.c: only refusals
// rest on this. A product is an unknown of its own in such a system. What binds it to its factors is that two
// numbers that are not negative have a product that is not: n <= 12 and t >= 3 give (12 - n)*(t - 3) >= 0.
//
// Guards that only a matrix of one row or one column meets are a miss, too: rows are apart from one another
// where there is one, so a[i + j*ld] is the transpose of a matrix whose rows are ld == 1 apart, if n <= 1.
// So is a vector that has to be contiguous (ld == 1) and is a row of the array a[i + j*ld], of which a loop
// around reads the columns: then the rows would overlap.
//===----------------------------------------------------------------------===//
#include "affine/system.h"
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "match/legality_internal.h"
#include <string.h>

enum { DEEPEST = 16, LARGE = 1 << 24, MOST_FACTORS = 24, MOST_CASES = 32 };

typedef struct {
  SmrPoly divided, rest;
} Division;

typedef struct {
  SmrDecision *d;
  SmrSystem system;
  SmrKnown made;    // what values are by how they are made
  SmrMap described; // leaves
  uint32_t next;    // a number that no value has
  SMR_VEC(const SmrExpr *) either;
  SMR_VEC(SmrValue) chosen;     // results of IF and SELECT
  SMR_VEC(Division) signs;      // divisions of numbers of either sign
  SMR_VEC(SmrPoly) factors;     // sums of leaves that are not negative
  SMR_VEC(SmrMonomial) squares; // products of two leaves that guards speak of
} Guards;

/// What a case adds is taken back at its end.
typedef struct {
  SmrSystemMark system;
  uint32_t either, factors, squares;
} Case;

static Case begin_case(Guards *s) {
  return (Case){smr_system_mark(&s->system), s->either.size, s->factors.size, s->squares.size};
}

static void end_case(Guards *s, Case c) {
  smr_system_rewind(&s->system, c.system);
  s->either.size = c.either, s->factors.size = c.factors, s->squares.size = c.squares;
}

static void describe(Guards *s, SmrPoly poly, uint32_t depth);

static void add_row(Guards *s, SmrRelation relation, SmrPoly poly) {
  (void)smr_system_add(&s->system, relation, poly, 0); // leaving one out is sound
  if (relation == SMR_AFFINE_GE && smr_poly_degree(poly) == 1 && s->factors.size < MOST_FACTORS)
    smr_vec_push(&s->factors, poly);
}

/// a + times*b + constant >= 0.
static void add_at_least(Guards *s, SmrPoly a, int64_t times, SmrPoly b, int64_t constant) {
  SmrArena *arena = s->d->arena;
  if (smr_poly_scale(arena, b, times, &b) && smr_poly_add(arena, a, b, &a) &&
      smr_poly_add(arena, a, smr_poly_const(arena, constant), &a))
    add_row(s, SMR_AFFINE_GE, a);
}

static SmrPoly new_leaf(Guards *s) {
  return smr_poly_leaf(s->d->arena, s->next++);
}

static bool scaled(Guards *s, SmrPoly a, int64_t times, SmrPoly *out) {
  return smr_poly_scale(s->d->arena, a, times, out);
}

/// a = c*q + r, |r| < c; r has a's sign, or is not negative where `floor` says so.
static void add_division(Guards *s, SmrPoly a, int64_t c, SmrPoly q, SmrPoly r, bool floor) {
  SmrPoly product, sum;
  if (c < 1 || !scaled(s, q, c, &product) || !smr_poly_add(s->d->arena, product, r, &sum) ||
      !smr_poly_sub(s->d->arena, a, sum, &sum))
    return;
  SmrInterval range = smr_known_interval(&s->made, a);
  add_row(s, SMR_AFFINE_EQ, sum);
  add_at_least(s, smr_poly_const(s->d->arena, c - 1), -1, r, 0);
  floor |= range.low >= 0;
  add_at_least(s, r, 0, r, floor ? 0 : c - 1);
  if (!floor)
    smr_vec_push(&s->signs, ((Division){a, r}));
}

/// Rests are not negative where the numbers divided cannot be.
static void add_signs(Guards *s) {
  for (uint32_t k = 0; k < s->signs.size; k++) {
    Case here = begin_case(s);
    add_at_least(s, smr_poly_const(s->d->arena, -1), -1, s->signs.data[k].divided, 0);
    bool never = smr_system_empty(&s->system);
    end_case(s, here);
    if (never)
      add_row(s, SMR_AFFINE_GE, s->signs.data[k].rest);
  }
}

//--- How integers are made --------------------------------------------------------------------

static void describe_loop(Guards *s, SmrOp loop, uint32_t depth) {
  const SmrGraph *g = s->d->graph;
  SmrPoly iv = smr_poly_leaf(s->d->arena, smr_loop_iv(g, loop)), trip = smr_loop_trip(g, s->d->arena, loop);
  add_row(s, SMR_AFFINE_GE, iv);
  add_at_least(s, trip, -1, iv, -1);
  describe(s, trip, depth);
}

static void add_condition(Guards *s, SmrValue condition, bool truth, uint32_t depth);

/// What the chosen value is where the condition holds, or does not.
static bool chosen_as(const Guards *s, SmrValue leaf, bool truth, SmrPoly *out) {
  const SmrGraph *g = s->d->graph;
  SmrOp def = smr_def(g, leaf);
  if (smr_op(g, def)->code == SMR_OP_SELECT) {
    *out = smr_poly_of(g, s->d->arena, smr_operand(g, def, truth ? 1 : 2));
    return true;
  }
  SmrBlock arm = smr_body_block(g, def, !truth);
  SmrOp yield = arm ? g->blocks.data[arm].last : 0;
  for (uint32_t k = 0; yield && k < smr_op(g, def)->result_count; k++)
    if (smr_value(g, smr_result(g, def, k)) == leaf && k < smr_op(g, yield)->operand_count) {
      *out = smr_poly_of(g, s->d->arena, smr_operand(g, yield, k));
      return true;
    }
  return false;
}

static void describe_choice(Guards *s, SmrValue leaf, uint32_t depth) {
  SmrPoly value;
  for (uint32_t truth = 0; truth < 2; truth++)
    if (chosen_as(s, leaf, truth, &value))
      describe(s, value, depth);
  smr_vec_push(&s->chosen, leaf);
}

static void choose(Guards *s, SmrValue leaf, bool truth) {
  SmrPoly value;
  if (chosen_as(s, leaf, truth, &value) &&
      smr_poly_sub(s->d->arena, value, smr_poly_leaf(s->d->arena, leaf), &value))
    add_row(s, SMR_AFFINE_EQ, value);
  add_condition(s, smr_operand(s->d->graph, smr_def(s->d->graph, leaf), 0), truth, DEEPEST);
}

/// What a loop gives that runs as long as a condition holds: values for which it does not.
static void describe_exit(Guards *s, SmrOp loop, uint32_t depth) {
  const SmrGraph *g = s->d->graph;
  SmrBlock before = smr_body_block(g, loop, 0);
  SmrOp condition = before ? g->blocks.data[before].last : 0;
  uint32_t known;
  if (!condition || smr_op(g, condition)->code != SMR_OP_CONDITION || !depth ||
      smr_map_get(&s->described, smr_result(g, loop, 0), &known))
    return;
  for (uint32_t k = 0; k < smr_op(g, loop)->result_count && k + 1 < smr_op(g, condition)->operand_count;
       k++) {
    SmrPoly given, left = smr_poly_leaf(s->d->arena, smr_value(g, smr_result(g, loop, k)));
    smr_map_set(&s->described, smr_result(g, loop, k), 1);
    if (SMR_TYPE_KIND(smr_value_type(g, smr_result(g, loop, k))) == SMR_T_INT &&
        smr_poly_sub(s->d->arena, left, smr_poly_of(g, s->d->arena, smr_operand(g, condition, k + 1)),
                     &given))
      add_row(s, SMR_AFFINE_EQ, given);
  }
  add_condition(s, smr_operand(g, condition, 0), false, depth);
}

static void describe_op(Guards *s, SmrValue leaf, SmrOp def, uint32_t depth) {
  const SmrGraph *g = s->d->graph;
  SmrArena *arena = s->d->arena;
  SmrPoly self = smr_poly_leaf(arena, leaf), a = {NULL, 0}, b = {NULL, 0};
  SmrOpcode code = (SmrOpcode)smr_op(g, def)->code;
  int64_t c = 0;
  for (uint32_t k = 0; k < 2 && k < smr_op(g, def)->operand_count; k++)
    *(k ? &b : &a) = smr_poly_of(g, arena, smr_operand(g, def, k));
  bool constant = smr_poly_is_const(b, &c);
  switch (code) {
  case SMR_OP_DIVS:
  case SMR_OP_REMS:
    if (constant)
      add_division(s, a, c, code == SMR_OP_DIVS ? self : new_leaf(s),
                   code == SMR_OP_DIVS ? new_leaf(s) : self, false);
    break;
  case SMR_OP_SHRS:
    if (constant && c >= 0 && c < 32)
      add_division(s, a, (int64_t)1 << c, self, new_leaf(s), true);
    break;
  case SMR_OP_AND: // with 2^k - 1, or with -2^k
    if (constant && c > 0 && !(c & (c + 1)))
      add_division(s, a, c + 1, new_leaf(s), self, true);
    else if (constant && c < 0 && c > -LARGE && !(-c & (-c - 1))) {
      SmrPoly q = new_leaf(s), r = new_leaf(s);
      add_division(s, a, -c, q, r, true);
      if (smr_poly_sub(arena, a, r, &a) && smr_poly_sub(arena, self, a, &a))
        add_row(s, SMR_AFFINE_EQ, a);
    }
    break;
  case SMR_OP_SHL:
    if (constant && c >= 0 && c < 32 && scaled(s, a, (int64_t)1 << c, &a) && smr_poly_sub(arena, self, a, &a))
      add_row(s, SMR_AFFINE_EQ, a);
    break;
  case SMR_OP_SEXT:
  case SMR_OP_ZEXT: // (of what is not negative, as sizes are)
  case SMR_OP_TRUNC:
    if (smr_value_type(g, smr_operand(g, def, 0)) != SMR_I1 && smr_poly_sub(arena, self, a, &b))
      add_row(s, SMR_AFFINE_EQ, b);
    break;
  case SMR_OP_ADD:
  case SMR_OP_SUB:
  case SMR_OP_MUL:
    if (code == SMR_OP_ADD   ? smr_poly_add(arena, a, b, &a)
        : code == SMR_OP_SUB ? smr_poly_sub(arena, a, b, &a)
                             : smr_poly_mul(arena, a, b, &a))
      add_at_least(s, self, -1, a, 0), add_at_least(s, a, -1, self, 0);
    break;
  case SMR_OP_MINS:
    add_at_least(s, a, -1, self, 0), add_at_least(s, b, -1, self, 0);
    break;
  case SMR_OP_MAXS:
    add_at_least(s, self, -1, a, 0), add_at_least(s, self, -1, b, 0);
    break;
  case SMR_OP_IF:
  case SMR_OP_SELECT:
    describe_choice(s, leaf, depth);
    return;
  default:
    return;
  }
  for (uint32_t k = 0; k < 2 && k < smr_op(g, def)->operand_count; k++)
    describe(s, smr_poly_of(g, arena, smr_operand(g, def, k)), depth);
}

static void describe_leaf(Guards *s, SmrValue leaf, uint32_t depth) {
  const SmrGraph *g = s->d->graph;
  uint32_t known;
  if (leaf >= g->values.size || !depth || smr_map_get(&s->described, leaf, &known))
    return;
  SmrOp def = smr_def(g, leaf);
  if (def && smr_op(g, def)->code == SMR_OP_WHILE)
    describe_exit(s, def, depth - 1);
  smr_map_set(&s->described, leaf, 1);
  SmrPoly self = smr_poly_leaf(s->d->arena, leaf);
  SmrInterval range = smr_known_value(&s->made, leaf);
  if (range.low > -LARGE)
    add_at_least(s, self, 0, self, -(int64_t)range.low);
  if (range.high < LARGE)
    add_at_least(s, smr_poly_const(s->d->arena, (int64_t)range.high), -1, self, 0);
  if (def) {
    describe_op(s, leaf, def, depth - 1);
    return;
  }
  SmrOp loop = smr_loop_of_iv(g, leaf);
  if (loop)
    describe_loop(s, loop, depth - 1);
}

static void describe(Guards *s, SmrPoly poly, uint32_t depth) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);)
    describe_leaf(s, leaf, depth);
}

//--- What guards say ---------------------------------------------------------------------------

/// An expression that is not a polynomial gets a number of its own.
static SmrPoly number(Guards *s, const SmrExpr *e) {
  SmrArena *arena = s->d->arena;
  SmrPoly a, b, r = {NULL, 0};
  int64_t c;
  if (e->op == SMR_X_POLY)
    return e->poly;
  if (!e->a || !e->b || e->depth > DEEPEST)
    return new_leaf(s);
  a = number(s, e->a), b = number(s, e->b);
  bool constant = smr_poly_is_const(b, &c) && c > 0;
  switch (e->op) {
  case SMR_X_ADD:
    return smr_poly_add(arena, a, b, &r) ? r : new_leaf(s);
  case SMR_X_SUB:
    return smr_poly_sub(arena, a, b, &r) ? r : new_leaf(s);
  case SMR_X_MUL:
    return smr_poly_mul(arena, a, b, &r) ? r : new_leaf(s);
  case SMR_X_MIN:
    r = new_leaf(s);
    add_at_least(s, a, -1, r, 0), add_at_least(s, b, -1, r, 0);
    return r;
  case SMR_X_MAX:
    r = new_leaf(s);
    add_at_least(s, r, -1, a, 0), add_at_least(s, r, -1, b, 0);
    return r;
  case SMR_X_DIV:
  case SMR_X_REM:
    r = new_leaf(s);
    if (constant)
      add_division(s, a, c, e->op == SMR_X_DIV ? r : new_leaf(s), e->op == SMR_X_DIV ? new_leaf(s) : r,
                   false);
    return r;
  default:
    return new_leaf(s);
  }
}

static void note_squares(Guards *s, SmrPoly poly) {
  for (uint32_t t = 0; t < poly.count; t++)
    if (poly.terms[t].degree == 2)
      smr_vec_push(&s->squares, poly.terms[t]);
}

static void add_test(Guards *s, const SmrExpr *test) {
  SmrPoly difference;
  if (test->depth > DEEPEST)
    return;
  switch (test->op) {
  case SMR_X_AND:
    add_test(s, test->a), add_test(s, test->b);
    return;
  case SMR_X_OR:
  case SMR_X_NE:
    smr_vec_push(&s->either, test);
    return;
  case SMR_X_EQ:
    if (test->a->op == SMR_X_SEXT || test->b->op == SMR_X_SEXT)
      return; // sizes are small
    if (smr_poly_sub(s->d->arena, number(s, test->b), number(s, test->a), &difference))
      add_row(s, SMR_AFFINE_EQ, difference);
    return;
  case SMR_X_LE:
  case SMR_X_LT:
    add_at_least(s, number(s, test->b), -1, number(s, test->a), -(test->op == SMR_X_LT));
    if (test->a->op == SMR_X_POLY)
      note_squares(s, test->a->poly);
    if (test->b->op == SMR_X_POLY)
      note_squares(s, test->b->poly);
    return;
  default:
    return;
  }
}

/// One of the two that a test is true by: of `a or b`, of a != b.
static void add_side(Guards *s, const SmrExpr *test, bool second) {
  if (test->op == SMR_X_OR)
    add_test(s, second ? test->b : test->a);
  else if (second)
    add_at_least(s, number(s, test->b), -1, number(s, test->a), -1);
  else
    add_at_least(s, number(s, test->a), -1, number(s, test->b), -1);
}

static bool guards_name(const Guards *s, const SmrMonomial *square) {
  for (uint32_t k = 0; k < s->squares.size; k++)
    if (s->squares.data[k].leaves[0] == square->leaves[0] &&
        s->squares.data[k].leaves[1] == square->leaves[1])
      return true;
  return false;
}

/// Products of two numbers that are not negative are not, either; those that guards have something to do
/// with.
static void add_products(Guards *s) {
  for (uint32_t a = 0; s->squares.size && a < s->factors.size; a++)
    for (uint32_t b = a; b < s->factors.size; b++) {
      SmrPoly product;
      bool named = smr_poly_mul(s->d->arena, s->factors.data[a], s->factors.data[b], &product);
      for (uint32_t t = 0; named && t < product.count; t++)
        named = product.terms[t].degree < 2 || guards_name(s, &product.terms[t]);
      if (named)
        (void)smr_system_add(&s->system, SMR_AFFINE_GE, product, 0);
    }
}

//--- What stands around the code -----------------------------------------------------------------

static void add_comparison(Guards *s, SmrOp op, bool truth) {
  const SmrGraph *g = s->d->graph;
  if (SMR_TYPE_KIND(smr_value_type(g, smr_operand(g, op, 0))) != SMR_T_INT)
    return;
  SmrPoly a = smr_poly_of(g, s->d->arena, smr_operand(g, op, 0)),
          b = smr_poly_of(g, s->d->arena, smr_operand(g, op, 1));
  SmrIcmp predicate = (SmrIcmp)smr_op(g, op)->imm;
  switch (truth ? predicate : smr_icmp_inverse(predicate)) {
  case SMR_EQ:
    add_at_least(s, a, -1, b, 0), add_at_least(s, b, -1, a, 0);
    break;
  case SMR_SLT:
  case SMR_ULT: // sizes are not negative
    add_at_least(s, b, -1, a, -1);
    break;
  case SMR_SLE:
  case SMR_ULE:
    add_at_least(s, b, -1, a, 0);
    break;
  case SMR_SGT:
  case SMR_UGT:
    add_at_least(s, a, -1, b, -1);
    break;
  case SMR_SGE:
  case SMR_UGE:
    add_at_least(s, a, -1, b, 0);
    break;
  default:
    return;
  }
  describe(s, a, DEEPEST), describe(s, b, DEEPEST);
}

static void add_condition(Guards *s, SmrValue condition, bool truth, uint32_t depth) {
  const SmrGraph *g = s->d->graph;
  SmrOp def = smr_def(g, condition);
  SmrOpcode code = def && depth ? (SmrOpcode)smr_op(g, def)->code : SMR_OP_NONE;
  int64_t one;
  if (code == SMR_OP_ICMP)
    add_comparison(s, def, truth);
  else if (code == SMR_OP_AND || code == SMR_OP_OR) {
    for (uint32_t k = 0; k < 2 && truth == (code == SMR_OP_AND); k++)
      add_condition(s, smr_operand(g, def, k), truth, depth - 1);
  } else if (code == SMR_OP_SELECT) { // `a && b` is a ? b : false, `a || b` a ? true : b
    if (smr_const_int(g, smr_operand(g, def, truth ? 2 : 1), &one) && (one & 1) == !truth) {
      add_condition(s, smr_operand(g, def, 0), truth, depth - 1);
      add_condition(s, smr_operand(g, def, truth ? 1 : 2), truth, depth - 1);
    }
  } else if (code == SMR_OP_XOR && smr_const_int(g, smr_operand(g, def, 1), &one) && (one & 1)) {
    add_condition(s, smr_operand(g, def, 0), !truth, depth - 1);
  }
}

static void add_surroundings(Guards *s) {
  const SmrGraph *g = s->d->graph;
  for (SmrOp in = s->d->match->roots[0], at; (at = smr_parent(g, in)) != 0; in = at)
    if (smr_op(g, at)->code == SMR_OP_LOOP)
      describe_leaf(s, smr_loop_iv(g, at), DEEPEST);
    else if (smr_op(g, at)->code == SMR_OP_IF)
      add_condition(s, smr_operand(g, at, 0),
                    g->blocks.data[smr_op(g, in)->block].region == smr_op_region(g, at, 0), DEEPEST);
  for (uint32_t k = s->d->first_fact; k < s->d->end_fact; k++) {
    add_row(s, SMR_AFFINE_GE, s->d->known.nonneg.data[k]);
    describe(s, s->d->known.nonneg.data[k], DEEPEST);
  }
}

//--- The question ------------------------------------------------------------------------------

static void describe_value(SmrValue value, void *guards) {
  describe_leaf(guards, value, DEEPEST);
}

/// Addresses are any numbers, so no guard on what they are contradicts another one.
static bool names_addresses(const SmrExpr *e) {
  if (e->op == SMR_X_POLY || e->depth > DEEPEST)
    return false;
  return e->op == SMR_X_ADDRESS || (e->a && names_addresses(e->a)) || (e->b && names_addresses(e->b));
}

/// The sizes of the call are at least 2, but for those that are a number.
static void add_larger_sizes(Guards *s) {
  SmrDecision *d = s->d;
  for (uint32_t k = 0; k < d->sizes.count; k++) {
    const SmrBinding *b = &d->match->args[d->sizes.args[k]];
    int64_t number;
    if (!b->bound || smr_poly_is_const(b->poly, &number))
      continue;
    add_at_least(s, b->poly, 0, b->poly, -2 * (b->divisor > 1 ? b->divisor : 1));
    describe(s, b->poly, DEEPEST);
  }
}

/// The system of the guards of `set`.
static void assume(Guards *s, const bool *set) {
  SmrDecision *d = s->d;
  smr_system_reset(&s->system);
  smr_map_clear(&s->described);
  s->either.size = s->chosen.size = s->signs.size = s->factors.size = s->squares.size = 0;
  s->next = d->graph->values.size;
  for (uint32_t k = 0; k < d->guards.size; k++)
    if (set[k] && !names_addresses(d->guards.data[k].test)) {
      add_test(s, d->guards.data[k].test);
      smr_expr_leaves(d->guards.data[k].test, describe_value, s);
    }
  add_surroundings(s);
}

/// Is the system empty whichever of its two sides each alternative from `k` on is true by? false once `left`
/// questions have been asked.
static bool is_empty_in_all_cases(Guards *s, uint32_t k, uint32_t *left) {
  bool empty = k < s->either.size;
  for (uint32_t second = 0; second < 2 && empty; second++) {
    if (!*left)
      return false;
    --*left;
    Case here = begin_case(s);
    add_side(s, s->either.data[k], second);
    add_products(s);
    empty = smr_system_empty(&s->system) || is_empty_in_all_cases(s, k + 1, left);
    end_case(s, here);
  }
  return empty;
}

/// Do no values meet the guards of `set`? With `larger`: none for which the call has sizes of more than 1.
static bool is_unmet(Guards *s, const bool *set, bool larger) {
  assume(s, set);
  if (larger)
    add_larger_sizes(s);
  add_products(s);
  add_signs(s);
  if (smr_system_empty(&s->system))
    return true;
  for (uint32_t k = 0, count = s->either.size, all = count + s->chosen.size; k < all; k++) {
    bool empty = true;
    for (uint32_t second = 0; second < 2 && empty; second++) {
      Case here = begin_case(s);
      if (k < count)
        add_side(s, s->either.data[k], second);
      else
        choose(s, s->chosen.data[k - count], !second);
      empty = smr_system_empty(&s->system);
      end_case(s, here);
    }
    if (empty)
      return true;
  }
  uint32_t left = MOST_CASES;
  return s->either.size > 1 && is_empty_in_all_cases(s, 0, &left);
}

//--- Rows that overlap ---------------------------------------------------------------------------

static bool is_equation(const SmrExpr *test) {
  int64_t number;
  return test->op == SMR_X_AND ? is_equation(test->a) || is_equation(test->b)
                               : test->op == SMR_X_EQ && smr_expr_is_const(test->b, &number);
}

/// The dimension of a descriptor whose stride the step is, up or down; 0: it is not a stride.
static uint32_t dimension_of(const SmrGraph *g, SmrPoly step, SmrValue *box) {
  bool single =
      step.count == 1 && step.terms[0].degree == 1 && (step.terms[0].coef == 1 || step.terms[0].coef == -1);
  SmrOp def = single ? smr_def(g, step.terms[0].leaves[0]) : 0;
  if (!def || smr_op(g, def)->code != SMR_OP_DESCR_STRIDE)
    return 0;
  *box = smr_value(g, smr_operand(g, def, 0));
  return (uint32_t)smr_op(g, def)->imm + 1;
}

/// Are the two equal where the guards hold, though they are not in general?
static bool become_equal(Guards *s, SmrPoly a, SmrPoly b) {
  if (smr_poly_equal(a, b))
    return false;
  bool equal = true;
  for (uint32_t second = 0; second < 2 && equal; second++) {
    Case here = begin_case(s);
    add_at_least(s, second ? b : a, -1, second ? a : b, -1);
    equal = smr_system_empty(&s->system);
    end_case(s, here);
  }
  return equal;
}

/// … or one of them the other's negative, as in loops that run down?
static bool become_alike(Guards *s, SmrPoly a, SmrPoly b) {
  SmrPoly down;
  describe(s, a, DEEPEST), describe(s, b, DEEPEST);
  return become_equal(s, a, b) || (smr_poly_scale(s->d->arena, a, -1, &down) && become_equal(s, down, b));
}

/// Do two loops go through an array with steps that the guards make one? (In Fortran a row of a descriptor's
/// array is contiguous only where it is the whole array.)
static bool do_steps_meet(Guards *s, SmrPoly one, SmrPoly other, uint32_t bytes) {
  const SmrGraph *g = s->d->graph;
  SmrValue boxes[2] = {0};
  uint32_t first = dimension_of(g, one, &boxes[0]), second = dimension_of(g, other, &boxes[1]);
  if (g->fortran && first && second && first != second && boxes[0] == boxes[1])
    return become_alike(s, first < second ? other : one, smr_poly_const(s->d->arena, bytes));
  return become_alike(s, one, other);
}

/// Two loops around an access do so, or would if the inner one began at the same number in each iteration of
/// the outer one, as the loops of a triangle do not.
static bool do_rows_meet(Guards *s, SmrOp access) {
  enum { MOST_LOOPS = 8 };
  const SmrGraph *g = s->d->graph;
  SmrArena *arena = s->d->arena;
  SmrPoly steps[MOST_LOOPS], unused;
  uint32_t count = 0;
  bool ok = true, store = smr_op(g, access)->code == SMR_OP_STORE;
  SmrPoly offset = smr_access_offset(g, arena, smr_access_ptr(g, access), &ok);
  uint32_t bytes =
      smr_type_bytes(smr_value_type(g, store ? smr_operand(g, access, 0) : smr_result(g, access, 0)));
  for (SmrOp at = access; ok && count < MOST_LOOPS && (at = smr_parent(g, at)) != 0;)
    if (smr_op(g, at)->code == SMR_OP_LOOP && smr_poly_contains(offset, smr_loop_iv(g, at)) &&
        smr_poly_split(arena, offset, smr_loop_iv(g, at), &steps[count], &unused))
      count++;
  for (uint32_t outer = 1; outer < count; outer++)
    for (uint32_t inner = 0; inner < outer; inner++)
      if (do_steps_meet(s, steps[inner], steps[outer], bytes) ||
          (smr_poly_sub(arena, steps[outer], steps[inner], &unused) &&
           do_steps_meet(s, steps[inner], unused, bytes)) ||
          (smr_poly_add(arena, steps[outer], steps[inner], &unused) &&
           do_steps_meet(s, steps[inner], unused, bytes)))
        return true;
  return false;
}

/// Do rows of an array overlap where the guards of `set` hold?
static bool do_any_rows_meet(Guards *s, const bool *set) {
  const SmrDecision *d = s->d;
  const SmrGraph *g = d->graph;
  assume(s, set);
  add_signs(s);
  for (uint32_t r = 0; r < d->match->root_count; r++)
    for (SmrOp root = d->match->roots[r], op = root; op; op = smr_next_op(g, op, root))
      if (smr_is_access(g, op) && do_rows_meet(s, op))
        return true;
  return false;
}

//--- What is refused -----------------------------------------------------------------------------

/// Leaves guards out of the set while the others are not met either.
static void keep_core(Guards *s, bool *set, bool larger) {
  for (uint32_t k = 0; k < s->d->guards.size; k++) {
    set[k] = false;
    set[k] = !is_unmet(s, set, larger);
  }
}

static void refuse_core(SmrDecision *d, const bool *set, uint32_t size_count, bool larger) {
  SMR_OWNED(SmrStr, smr_str_free) all = {0};
  uint32_t count = 0, last = 0;
  for (uint32_t k = 0; k < d->guards.size; k++)
    if (set[k]) {
      const SmrGuard *guard = &d->guards.data[k];
      smr_str_printf(&all, "%s\"%s\"", count++ ? "; " : "",
                     k < size_count ? smr_test_text(d, guard->test) : guard->text);
      last = k;
    }
  if (larger)
    smr_refuse(d, "a call needs this, which holds only where one of its sizes is 1: %s", smr_str_get(&all));
  else if (count == 1 && last < size_count)
    smr_refuse(d, "a call does not pay: it would where %s, which never holds here", smr_str_get(&all));
  else if (count == 1)
    smr_refuse(d, "a call needs %s, which never holds here", smr_str_get(&all));
  else
    smr_refuse(d, "a call needs all of these, which no sizes meet together: %s", smr_str_get(&all));
}

static void free_guards(Guards *s) {
  smr_system_free(&s->system);
  smr_known_free(&s->made);
  smr_map_free(&s->described);
  smr_vec_free(&s->either);
  smr_vec_free(&s->chosen);
  smr_vec_free(&s->signs);
  smr_vec_free(&s->factors);
  smr_vec_free(&s->squares);
}

static bool check_guards(SmrDecision *d, uint32_t size_count, bool larger) {
  Guards s = {.d = d, .made = {.arena = d->arena, .graph = d->graph}};
  bool *set = smr_arena_alloc(d->arena, (d->guards.size + 1) * sizeof *set);
  memset(set, false, d->guards.size * sizeof *set);
  bool met = !d->guards.size || (larger && is_unmet(&s, set, true)); // the code itself has no larger ones
  memset(set, true, d->guards.size * sizeof *set);
  met = met || !is_unmet(&s, set, larger);
  if (!met) {
    keep_core(&s, set, larger);
    refuse_core(d, set, size_count, larger);
  }
  free_guards(&s);
  return met;
}

bool smr_check_met(SmrDecision *d, uint32_t size_count) {
  return check_guards(d, size_count, false);
}

bool smr_check_larger_met(SmrDecision *d, uint32_t size_count) {
  return check_guards(d, size_count, true);
}

bool smr_check_rows(SmrDecision *d) {
  Guards s = {.d = d, .made = {.arena = d->arena, .graph = d->graph}};
  bool *set = smr_arena_alloc(d->arena, (d->guards.size + 1) * sizeof *set), any = false;
  for (uint32_t k = 0; k < d->guards.size; k++)
    any |= set[k] = is_equation(d->guards.data[k].test);
  bool meet = any && do_any_rows_meet(&s, set);
  SMR_OWNED(SmrStr, smr_str_free) all = {0};
  for (uint32_t k = 0; meet && k < d->guards.size; k++)
    if (set[k]) {
      set[k] = false;
      set[k] = !do_any_rows_meet(&s, set);
      if (set[k])
        smr_str_printf(&all, "%s\"%s\"", all.size ? "; " : "", d->guards.data[k].text);
    }
  free_guards(&s);
  if (meet)
    smr_refuse(d, "a call needs %s, but then rows of a matrix overlap", smr_str_get(&all));
  return !meet;
}
