//===- extremes.c - R4: running maxima and minima -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `x > top ? x : top`, where top is what a loop carries, takes one point more. Each way to say that comes
// down to when the point is taken: where x > top (a NaN never is, and stays where it stands first) or where
// not x <= top (a NaN always is, and whatever comes behind it: in another order it is another number,
// LAW-NANS).
//===----------------------------------------------------------------------===//
#include "graph/syntax.h"
#include "raise/extreme.h"
#include "raise/terms.h"
#include <math.h>

typedef struct {
  const char *name;
  SmrValue carried, point;
  uint32_t laws;
} Taken;

/// Does a loop carry the value whose body is being read?
static bool is_open(const SmrTermReader *t, SmrValue value) {
  const SmrGraph *g = t->r->graph;
  for (uint32_t k = 0; k < t->loops.size && !smr_def(g, value); k++)
    if (smr_value_data(g, value)->block == smr_body_block(g, t->loops.data[k], 0))
      return true;
  return false;
}

static SmrValue operand(const SmrGraph *g, SmrOp op, uint32_t k) {
  return smr_value(g, smr_operand(g, op, k));
}

static const SmrRaisedAccess *access_of(const SmrTermReader *t, SmrValue value) {
  uint32_t access;
  SmrOp op = smr_def(t->r->graph, value);
  return op && smr_op(t->r->graph, op)->code == SMR_OP_LOAD && smr_map_get(&t->r->access_of, op, &access)
             ? &t->r->accesses.data[access]
             : NULL;
}

/// Nothing is stored from the one access to the other, which is in the same block or in one under it.
static bool nothing_between(const SmrTermReader *t, SmrOp first, SmrOp second) {
  const SmrGraph *g = t->r->graph;
  SmrOp top = second, op = first;
  while (top && smr_op(g, top)->block != smr_op(g, first)->block) {
    for (op = smr_op(g, top)->prev; op; op = smr_op(g, op)->prev)
      if (smr_op(g, op)->code == SMR_OP_STORE || smr_op(g, op)->region_count)
        return false;
    top = smr_parent(g, top);
    if (top && smr_op(g, top)->code != SMR_OP_IF)
      return false;
  }
  for (op = top ? smr_op(g, first)->next : 0; op && op != top; op = smr_op(g, op)->next)
    if (smr_op(g, op)->code == SMR_OP_STORE || smr_op(g, op)->region_count)
      return false;
  return op && op == top;
}

/// The same value, or `b` is loaded from where `a` was, and nothing was stored between.
static bool is_same(const SmrTermReader *t, SmrValue a, SmrValue b) {
  const SmrRaisedAccess *x = a == b ? NULL : access_of(t, a), *y = a == b ? NULL : access_of(t, b);
  return a == b || (x && y && x->object == y->object && x->type == y->type &&
                    smr_poly_equal(x->offset, y->offset) && nothing_between(t, x->op, y->op));
}

static const char *predicate(const SmrGraph *g, SmrOp op) {
  return smr_op(g, op)->code == SMR_OP_FCMP ? smr_fcmp_names[smr_op(g, op)->imm & 15] : "";
}

/// Is it `a > a`-like: a comparison of the value with itself, by that predicate?
static bool is_own_test(const SmrTermReader *t, SmrValue value, SmrValue of, const char *wanted) {
  const SmrGraph *g = t->r->graph;
  SmrOp op = smr_def(g, smr_value(g, value));
  return op && !strcmp(predicate(g, op), wanted) && is_same(t, operand(g, op, 0), of) &&
         is_same(t, operand(g, op, 1), of);
}

/// x > top or (top is no number and x is one), as flang's maxval has it: the comparison; 0: it is something
/// else. *numbers: whether it is that.
static SmrOp test_of(const SmrTermReader *t, SmrValue condition, SmrValue carried, SmrValue point,
                     bool *numbers) {
  const SmrGraph *g = t->r->graph;
  SmrOp op = smr_def(g, smr_value(g, condition));
  *numbers = false;
  if (!op || smr_op(g, op)->code != SMR_OP_OR || smr_op(g, op)->operand_count != 2)
    return op && smr_op(g, op)->code == SMR_OP_FCMP ? op : 0;
  for (uint32_t k = 0; k < 2; k++) {
    SmrOp test = smr_def(g, operand(g, op, k)), both = smr_def(g, operand(g, op, !k));
    if (!test || !both || smr_op(g, test)->code != SMR_OP_FCMP || smr_op(g, both)->code != SMR_OP_AND ||
        smr_op(g, both)->operand_count != 2)
      continue;
    for (uint32_t i = 0; i < 2 && !*numbers; i++)
      *numbers = is_own_test(t, smr_operand(g, both, i), carried, "une") &&
                 is_own_test(t, smr_operand(g, both, !i), point, "oeq");
    return *numbers ? test : 0;
  }
  return 0;
}

static Taken taken(const char *name, SmrValue carried, SmrValue point, uint32_t laws) {
  return (Taken){name, carried, point, laws};
}

/// When the point is taken: `p` says of x and top, in that order.
static Taken by_predicate(const char *p, bool numbers, SmrValue carried, SmrValue point) {
  bool greater = p[1] == 'g', ordered = p[0] == 'o';
  if (strlen(p) != 3 || (p[0] != 'o' && p[0] != 'u') || (p[1] != 'g' && p[1] != 'l') || (numbers && !ordered))
    return taken(NULL, 0, 0, 0);
  if (numbers || !ordered)
    return taken(greater ? SMR_EXTREME_GREATEST_NUMBER : SMR_EXTREME_LEAST_NUMBER, carried, point,
                 numbers ? 0 : SMR_LAW_NANS);
  return taken(greater ? SMR_EXTREME_GREATEST : SMR_EXTREME_LEAST, carried, point, 0);
}

static const char *paired(const char *const pairs[4][2], const char *p) {
  for (uint32_t k = 0; k < 4; k++)
    for (uint32_t i = 0; i < 2; i++)
      if (!strcmp(p, pairs[k][i]))
        return pairs[k][!i];
  return "";
}

/// x p y is not (x q y), and is y r x.
static const char *negated(const char *p) {
  static const char *const pairs[4][2] = {{"ogt", "ule"}, {"oge", "ult"}, {"olt", "uge"}, {"ole", "ugt"}};
  return paired(pairs, p);
}
static const char *exchanged(const char *p) {
  static const char *const pairs[4][2] = {{"ogt", "olt"}, {"oge", "ole"}, {"ugt", "ult"}, {"uge", "ule"}};
  return paired(pairs, p);
}

static Taken what_is_taken(const SmrTermReader *t, SmrValue condition, SmrValue yes, SmrValue no) {
  const SmrGraph *g = t->r->graph;
  bool numbers, yes_open = is_open(t, yes = smr_value(g, yes)), no_open = is_open(t, no = smr_value(g, no));
  SmrValue carried = yes_open ? yes : no, point = yes_open ? no : yes;
  SmrOp test = yes_open == no_open ? 0 : test_of(t, condition, carried, point, &numbers);
  if (!test || (numbers && yes_open))
    return taken(NULL, 0, 0, 0);
  SmrValue a = operand(g, test, 0), b = operand(g, test, 1);
  const char *p = predicate(g, test);
  if (a == carried && is_same(t, b, point))
    p = exchanged(p);
  else if (b != carried || !is_same(t, a, point))
    return taken(NULL, 0, 0, 0);
  return by_predicate(yes_open ? negated(p) : p, numbers, carried, point);
}

static bool read_taken(SmrTermReader *t, Taken one, SmrTerms *out) {
  SmrType type = smr_value_type(t->r->graph, one.carried);
  SmrFactor *at = smr_terms_factor(t, SMR_FACTOR_FUNCTION, type),
            *f = smr_terms_factor(t, SMR_FACTOR_FUNCTION, type);
  SmrSum *args = smr_arena_alloc(t->r->arena, 3 * sizeof *args);
  if (!smr_read_apart(t, one.carried, &args[0]) || !smr_read_apart(t, one.point, &args[2]))
    return false;
  at->name = smr_intern(t->r->out->symbols, SMR_EXTREME_AT), at->args = &args[2], at->arg_count = 1;
  args[1] = (SmrSum){.type = type, .terms = smr_terms_one(t, 1, at).data, .term_count = 1};
  f->name = smr_intern(t->r->out->symbols, one.name), f->args = args, f->arg_count = 2;
  t->laws |= one.laws;
  *out = smr_terms_one(t, 1, f);
  return true;
}

bool smr_is_extreme_choice(const SmrTermReader *t, SmrValue condition, SmrValue yes, SmrValue no) {
  return what_is_taken(t, condition, yes, no).name;
}

bool smr_read_extreme_choice(SmrTermReader *t, SmrValue condition, SmrValue yes, SmrValue no, SmrTerms *out) {
  return read_taken(t, what_is_taken(t, condition, yes, no), out);
}

bool smr_read_larger(SmrTermReader *t, SmrOp op, SmrTerms *out) {
  const SmrGraph *g = t->r->graph;
  SmrValue a = operand(g, op, 0), b = operand(g, op, 1);
  bool greater = smr_op(g, op)->code == SMR_OP_FMAX, first = is_open(t, a);
  if (first == is_open(t, b))
    return smr_read_named(t, op, smr_opcode_name((SmrOpcode)smr_op(g, op)->code), out);
  return read_taken(t,
                    taken(greater ? SMR_EXTREME_GREATEST_NUMBER : SMR_EXTREME_LEAST_NUMBER, first ? a : b,
                          first ? b : a, 0),
                    out);
}

/// A number that the code has, and not NaN.
static bool is_known_number(const SmrTermReader *t, const SmrSum *sum) {
  const SmrRaisedTerm *term = sum->terms;
  if (!sum->term_count || (sum->term_count == 1 && !term->factor_count))
    return true;
  if (sum->term_count > 1 || term->factor_count > 1 || term->factors[0]->kind != SMR_FACTOR_SCALAR)
    return false;
  SmrOp def = smr_def(t->r->graph, t->r->out->scalars.data[term->factors[0]->id].value);
  return def && smr_op(t->r->graph, def)->code == SMR_OP_CONST && !isnan(smr_const_float(t->r->graph, def));
}

bool smr_take_extreme(SmrTermReader *t, const SmrTerms *body, SmrValue carried, const SmrSum *initial,
                      SmrDomain domain, SmrTerms *out) {
  const SmrFactor *one = body->count == 1 && body->data->factor_count == 1 ? body->data->factors[0] : NULL;
  if (!one || body->data->coefficient != 1 || body->data->domain.row_count || !smr_is_extreme(t->r->out, one))
    return false;
  SmrTerms first = {(SmrRaisedTerm *)(uintptr_t)one->args[0].terms, one->args[0].term_count},
           points = {(SmrRaisedTerm *)(uintptr_t)one->args[1].terms, one->args[1].term_count};
  first = smr_terms_copy(t, first);
  if (!smr_terms_take(&first, carried) || first.count || smr_terms_carry(points.data, points.count, carried))
    return false;
  SmrFactor *f = smr_terms_factor(t, SMR_FACTOR_FUNCTION, one->type);
  SmrSum *args = smr_arena_alloc(t->r->arena, 2 * sizeof *args);
  smr_terms_over(t, points, domain, &points);
  args[0] = *initial;
  args[1] = (SmrSum){.type = f->type, .terms = points.data, .term_count = points.count};
  *f = *one;
  f->args = args;
  if (is_known_number(t, initial))
    f->name = smr_extreme_of_numbers(t->r->out, f);
  t->laws |= SMR_LAW_ASSOC; // (the points in another order)
  *out = smr_terms_one(t, 1, f);
  return true;
}
