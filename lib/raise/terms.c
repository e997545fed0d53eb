//===- terms.c - R4: values as sums of products ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Products are distributed over sums, constants collected in coefficients, negation is a coefficient of -1
// and division a factor that is an inverse. What a loop leaves behind is what it began with and the sum of
// what each iteration adds; what a condition chooses is the sum of both sides, each over its own rows.
//===----------------------------------------------------------------------===//
#include "raise/terms.h"
#include "graph/known.h"
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "graph/syntax.h"
#include <math.h>

enum { DEEPEST = 200, MOST_STEPS = 1 << 14 };

static bool read_value(SmrTermReader *t, SmrValue value, SmrTerms *out);

bool smr_reader_refuse(SmrTermReader *t, SmrNotRaisedReason reason, SmrOp op) {
  return smr_raise_refuse(t->r, reason, op ? op : t->at);
}

//--- Functions ---------------------------------------------------------------------

bool smr_read_apart(SmrTermReader *t, SmrValue value, SmrSum *out) {
  uint32_t laws = t->laws;
  SmrTerms terms;
  t->laws = 0;
  ++t->arguments;
  bool ok = read_value(t, value, &terms);
  --t->arguments;
  if (!ok)
    return false;
  *out = smr_terms_as_sum(t, smr_value_type(t->r->graph, value), terms);
  t->laws = laws;
  return true;
}

static bool read_argument(SmrTermReader *t, SmrValue value, SmrSum *out) {
  SmrType type = smr_value_type(t->r->graph, value);
  if (smr_type_is_number(type))
    return smr_read_apart(t, value, out);
  SmrFactor *integer = smr_terms_factor(t, SMR_FACTOR_INTEGER, SMR_F64);
  if (SMR_TYPE_KIND(type) != SMR_T_INT ||
      !smr_raise_poly(t->r, smr_poly_of(t->r->graph, t->r->arena, value), &integer->poly))
    return smr_reader_refuse(t, SMR_NOT_RAISED_VALUE, smr_def(t->r->graph, value));
  SmrTerms term = smr_terms_one(t, 1, integer);
  *out = (SmrSum){SMR_F64, term.data, term.count, 0};
  return true;
}

static bool read_function(SmrTermReader *t, SmrOp op, const char *name, const SmrValue *values,
                          uint32_t count, SmrTerms *out) {
  const SmrGraph *g = t->r->graph;
  SmrFactor *f = smr_terms_factor(t, SMR_FACTOR_FUNCTION, smr_value_type(g, smr_result(g, op, 0)));
  SmrSum *args = smr_arena_alloc(t->r->arena, count * sizeof *args);
  for (uint32_t k = 0; k < count; k++)
    if (!read_argument(t, values[k], &args[k]))
      return false;
  f->name = smr_intern(t->r->out->symbols, name);
  f->args = args;
  f->arg_count = count;
  *out = smr_terms_one(t, 1, f);
  return true;
}

bool smr_read_named(SmrTermReader *t, SmrOp op, const char *name, SmrTerms *out) {
  SmrValue values[4];
  uint32_t count = smr_op(t->r->graph, op)->operand_count;
  if (count > 4)
    return smr_reader_refuse(t, SMR_NOT_RAISED_VALUE, op);
  for (uint32_t k = 0; k < count; k++)
    values[k] = smr_operand(t->r->graph, op, k);
  return read_function(t, op, name, values, count, out);
}

//--- Complex numbers ---------------------------------------------------------------

/// A number without an imaginary part is its real one; so that 2*complex(r, 0) has its coefficient, and 0 no
/// terms.
static bool read_pair(SmrTermReader *t, SmrOp op, SmrTerms *out) {
  if (!smr_read_named(t, op, SMR_MATH_COMPLEX, out))
    return false;
  SmrFactor *f = (SmrFactor *)(uintptr_t)out->data->factors[0];
  const SmrSum *re = &f->args[0], *im = &f->args[1];
  if (im->term_count || re->term_count > 1)
    return true;
  if (!re->term_count) {
    *out = (SmrTerms){0};
    return true;
  }
  const SmrRaisedTerm *term = &re->terms[0];
  if (term->domain.index_count || term->domain.row_count)
    return true;
  double coefficient = term->coefficient;
  if (!term->factor_count) {
    *out = smr_terms_one(t, coefficient, NULL);
    return true;
  }
  ((SmrRaisedTerm *)(uintptr_t)term)->coefficient = 1;
  out->data->coefficient = coefficient;
  return true;
}

static SmrSum negated(SmrTermReader *t, SmrSum sum) {
  sum.terms = smr_terms_scale(t, (SmrTerms){(SmrRaisedTerm *)(uintptr_t)sum.terms, sum.term_count}, -1).data;
  return sum;
}

/// The factor's conjugate: of a pair that with another imaginary part, of a conjugate what it is of.
static const SmrFactor *conjugate(SmrTermReader *t, const SmrFactor *f) {
  const char *name = f->kind == SMR_FACTOR_FUNCTION ? smr_intern_text(t->r->out->symbols, f->name) : "";
  if (f->kind == SMR_FACTOR_INTEGER)
    return f;
  if (!strcmp(name, SMR_MATH_CONJ))
    return f->args[0].terms[0].factors[0];
  SmrFactor *out = smr_terms_factor(t, SMR_FACTOR_FUNCTION, f->type);
  if (!strcmp(name, SMR_MATH_COMPLEX)) {
    SmrSum *parts = smr_arena_alloc(t->r->arena, 2 * sizeof *parts);
    parts[0] = f->args[0], parts[1] = negated(t, f->args[1]);
    *out = *f;
    out->args = parts;
    return out;
  }
  SmrSum *arg = smr_arena_alloc(t->r->arena, sizeof *arg);
  SmrTerms one = smr_terms_one(t, 1, f);
  *arg = (SmrSum){.type = f->type, .terms = one.data, .term_count = one.count};
  out->name = smr_intern(t->r->out->symbols, SMR_MATH_CONJ);
  out->args = arg;
  out->arg_count = 1;
  return out;
}

/// That of a sum or product is that of all its parts (LAW-CONJ): exact, but for a zero's sign.
static bool read_conjugate(SmrTermReader *t, SmrOp op, SmrTerms *out) {
  const SmrGraph *g = t->r->graph;
  SmrTerms terms;
  if (!read_value(t, smr_operand(g, op, 0), &terms))
    return false;
  if (smr_terms_carry(terms.data, terms.count, 0))
    return smr_reader_refuse(t, SMR_NOT_RAISED_CARRIED, op);
  *out = smr_terms_new(t, terms.count);
  for (uint32_t k = 0; k < terms.count; k++) {
    const SmrFactor **factors = smr_arena_alloc(t->r->arena, terms.data[k].factor_count * sizeof *factors);
    for (uint32_t f = 0; f < terms.data[k].factor_count; f++)
      factors[f] = conjugate(t, terms.data[k].factors[f]);
    out->data[k] = terms.data[k];
    out->data[k].factors = factors;
  }
  return true;
}

/// x**2 to x**4 are products.
static bool read_math(SmrTermReader *t, SmrOp op, SmrTerms *out) {
  const SmrGraph *g = t->r->graph;
  const char *name = smr_intern_text(g->symbols, smr_op(g, op)->name);
  int64_t power;
  if (!strcmp(name, SMR_MATH_CONJ))
    return read_conjugate(t, op, out);
  if (!strcmp(name, SMR_MATH_COMPLEX))
    return read_pair(t, op, out);
  if ((strcmp(name, "fpowi") && strcmp(name, "cpowi")) || !smr_const_int(g, smr_operand(g, op, 1), &power) ||
      power < 2 || power > 4)
    return smr_read_named(t, op, name, out);
  SmrTerms base;
  if (!read_value(t, smr_operand(g, op, 0), &base))
    return false;
  *out = base;
  if (power > 2)
    t->laws |= SMR_LAW_ASSOC;
  for (int64_t k = 1; k < power; k++)
    if (!smr_terms_multiply(t, *out, base, out))
      return false;
  return true;
}

//--- Products and quotients --------------------------------------------------------

/// The store that puts a sum, as it is made, where it is made.
static const SmrRaisedAccess *store_of(const SmrRaiser *r, SmrValue value) {
  SmrOp def = smr_def(r->graph, value);
  SmrOpcode code = def ? (SmrOpcode)smr_op(r->graph, def)->code : SMR_OP_NONE;
  uint32_t scope;
  if ((code != SMR_OP_FADD && code != SMR_OP_FSUB && code != SMR_OP_FSUM && code != SMR_OP_FMA) ||
      !smr_map_get(&r->scope_of, value, &scope))
    return NULL;
  for (uint32_t k = 0; k < r->accesses.size; k++) {
    const SmrRaisedAccess *a = &r->accesses.data[k];
    if (a->store && !a->skips && a->scope == scope &&
        smr_value(r->graph, smr_operand(r->graph, a->op, 0)) == value)
      return a;
  }
  return NULL;
}

/// What is multiplied or divided: a sum that the nest stores is the element that it is stored in, if that is
/// wanted. Each time that the sum is made it is stored, and where no other time has the same element
/// (stages.c sees to that), the store's version has it there, whenever it is read.
static bool read_factor(SmrTermReader *t, SmrValue value, SmrTerms *out) {
  const SmrGraph *g = t->r->graph;
  double sign = 1;
  SmrValue made = smr_value(g, value);
  for (SmrOp def = smr_def(g, made); def && smr_op(g, def)->code == SMR_OP_FNEG; def = smr_def(g, made)) {
    made = smr_value(g, smr_operand(g, def, 0));
    sign = -sign;
  }
  const SmrRaisedAccess *store = t->r->by_stores ? store_of(t->r, made) : NULL;
  if (!store)
    return read_value(t, value, out);
  SmrFactor *f = smr_terms_factor(t, SMR_FACTOR_LOAD, store->type);
  f->load = store->op;
  f->poly = store->offset;
  smr_vec_push(&t->r->loads, f);
  *out = smr_terms_one(t, sign, f);
  return t->r->other = true;
}

/// The laws that a division of all these terms is one of each by.
static uint32_t laws_of_quotient(SmrTerms above) {
  uint32_t laws = above.count > 1 ? SMR_LAW_DISTR | SMR_LAW_INVERSE : 0;
  for (uint32_t k = 0; k < above.count; k++)
    if (above.data[k].domain.index_count)
      laws |= SMR_LAW_INVERSE;
  return laws;
}

static bool read_quotient(SmrTermReader *t, SmrOp op, SmrTerms *out) {
  const SmrGraph *g = t->r->graph;
  SmrTerms above;
  SmrSum *below = smr_arena_alloc(t->r->arena, sizeof *below);
  if (!read_factor(t, smr_operand(g, op, 0), &above) || !smr_read_apart(t, smr_operand(g, op, 1), below))
    return false;
  SmrFactor *inverse = smr_terms_factor(t, SMR_FACTOR_INVERSE, smr_value_type(g, smr_result(g, op, 0)));
  for (uint32_t k = 0; k < above.count && t->r->quotients; k++)
    if (above.data[k].domain.index_count)
      return t->r->other = smr_read_named(t, op, SMR_QUOTIENT, out);
  inverse->args = below;
  inverse->arg_count = 1;
  uint32_t laws = t->laws;
  bool ok = smr_terms_multiply(t, above, smr_terms_one(t, 1, inverse), out);
  t->laws = laws | (t->laws & SMR_LAW_EXPAND) | laws_of_quotient(above); // (a/b alone is a*inv(b))
  return ok;
}

/// An unsigned one is the signed one that is not negative.
static bool read_integer(SmrTermReader *t, SmrOp op, SmrTerms *out) {
  const SmrGraph *g = t->r->graph;
  SmrValue value = smr_operand(g, op, 0);
  SmrFactor *f = smr_terms_factor(t, SMR_FACTOR_INTEGER, smr_value_type(g, smr_result(g, op, 0)));
  uint32_t scope = 0;
  (void)smr_map_get(&t->r->scope_of, smr_result(g, op, 0), &scope);
  if (smr_value_type(g, value) == SMR_I1 ||
      !smr_raise_poly(t->r, smr_poly_of(g, t->r->arena, value), &f->poly) ||
      (smr_op(g, op)->code == SMR_OP_UITOFP && !smr_raise_at_least_0(t->r, scope, f->poly, true)))
    return smr_reader_refuse(t, SMR_NOT_RAISED_VALUE, op);
  *out = smr_terms_one(t, 1, f);
  return true;
}

//--- Loops and conditions ------------------------------------------------------------

static bool factor_carries(const SmrFactor *f, SmrValue carried);
bool smr_terms_carry(const SmrRaisedTerm *terms, uint32_t count, SmrValue carried) {
  for (uint32_t k = 0; k < count; k++)
    for (uint32_t f = 0; f < terms[k].factor_count; f++)
      if (factor_carries(terms[k].factors[f], carried))
        return true;
  return false;
}
static bool factor_carries(const SmrFactor *f, SmrValue carried) {
  if ((int)f->kind == SMR_FACTOR_OPEN && (!carried || f->id == carried))
    return true;
  for (uint32_t k = 0; k < f->arg_count; k++)
    if (smr_terms_carry(f->args[k].terms, f->args[k].term_count, carried))
      return true;
  return false;
}

bool smr_terms_take(SmrTerms *body, SmrValue carried) {
  for (uint32_t k = 0; k < body->count; k++) {
    const SmrRaisedTerm *term = &body->data[k];
    if (term->factor_count == 1 && (int)term->factors[0]->kind == SMR_FACTOR_OPEN &&
        term->factors[0]->id == carried && term->coefficient == 1 && !term->domain.index_count &&
        !term->domain.row_count) {
      memmove(body->data + k, body->data + k + 1, (body->count - k - 1) * sizeof *term);
      body->count--;
      return true;
    }
  }
  return false;
}

static uint32_t scope_of_loop(const SmrRaiser *r, SmrOp loop) {
  uint32_t scope = 0;
  smr_map_get(&r->scope_of, smr_loop_iv(r->graph, loop), &scope);
  return scope;
}

static bool read_loop(SmrTermReader *t, SmrOp loop, uint32_t index, SmrTerms *out) {
  const SmrGraph *g = t->r->graph;
  SmrBlock block = smr_body_block(g, loop, 0);
  const SmrBlockData *body = &g->blocks.data[block];
  SmrValue carried = smr_value(g, body->args.data[index + 1]);
  SmrTerms terms, initial;
  smr_vec_push(&t->loops, loop);
  bool ok = read_value(t, smr_operand(g, body->last, index), &terms);
  (void)smr_vec_pop(&t->loops);
  if (!ok)
    return false;
  bool is_sum = smr_terms_take(&terms, carried);
  for (uint32_t k = 1; k < body->args.size; k++) {
    SmrValue other = smr_value(g, body->args.data[k]);
    if ((is_sum || other != carried) && smr_terms_carry(terms.data, terms.count, other))
      return smr_reader_refuse(t, SMR_NOT_RAISED_CARRIED, loop);
  }
  uint32_t scope = scope_of_loop(t->r, loop);
  SmrDomain domain = smr_raise_domain(t->r, scope, t->r->scopes.data[scope].parent);
  SmrValue before = smr_operand(g, loop, index + 1);
  if (!is_sum) {
    SmrSum first;
    return smr_read_apart(t, before, &first) && (smr_take_extreme(t, &terms, carried, &first, domain, out) ||
                                                 smr_reader_refuse(t, SMR_NOT_RAISED_CARRIED, loop));
  }
  smr_terms_over(t, terms, domain, &terms);
  if (!read_value(t, before, &initial))
    return false;
  if (terms.count > 1 || (terms.count && initial.count))
    t->laws |= SMR_LAW_ASSOC; // (one sum behind the other, and each apart)
  return smr_terms_join(t, initial, terms, out);
}

static bool read_carried(SmrTermReader *t, SmrValue value, SmrTerms *out);

/// What both sides have of what a loop carries stands for both: `if (c) s += x` carries s either way.
static bool take_common(SmrTermReader *t, SmrTerms *a, SmrTerms *b, SmrTerms *common) {
  *common = (SmrTerms){0};
  for (uint32_t k = 0; k < t->loops.size; k++) {
    const SmrBlockData *body = &t->r->graph->blocks.data[smr_body_block(t->r->graph, t->loops.data[k], 0)];
    for (uint32_t i = 1; i < body->args.size; i++) {
      SmrValue carried = smr_value(t->r->graph, body->args.data[i]);
      SmrTerms one, left = smr_terms_copy(t, *a), right = smr_terms_copy(t, *b);
      if (!smr_terms_take(&left, carried) || !smr_terms_take(&right, carried))
        continue;
      *a = left;
      *b = right;
      if (!read_carried(t, carried, &one) || !smr_terms_join(t, *common, one, common))
        return false;
    }
  }
  return true;
}

static bool same_terms(const SmrRaisedTerm *a, const SmrRaisedTerm *b, uint32_t count);

static bool same_factor(const SmrFactor *a, const SmrFactor *b) {
  if (a->kind != b->kind || a->type != b->type || a->id != b->id || a->load != b->load ||
      a->name != b->name || a->arg_count != b->arg_count || !smr_poly_equal(a->poly, b->poly))
    return false;
  for (uint32_t k = 0; k < a->arg_count; k++)
    if (a->args[k].term_count != b->args[k].term_count || a->args[k].type != b->args[k].type ||
        !same_terms(a->args[k].terms, b->args[k].terms, a->args[k].term_count))
      return false;
  return true;
}

/// Written the same: read from the same ops.
static bool same_terms(const SmrRaisedTerm *a, const SmrRaisedTerm *b, uint32_t count) {
  for (uint32_t t = 0; t < count; t++) {
    const SmrDomain *x = &a[t].domain, *y = &b[t].domain;
    if (a[t].coefficient != b[t].coefficient || a[t].factor_count != b[t].factor_count ||
        x->index_count != y->index_count || x->row_count != y->row_count ||
        (x->index_count && memcmp(x->indices, y->indices, x->index_count * sizeof *x->indices)))
      return false;
    for (uint32_t k = 0; k < x->row_count; k++)
      if (!smr_poly_equal(x->rows[k], y->rows[k]))
        return false;
    for (uint32_t k = 0; k < a[t].factor_count; k++)
      if (!same_factor(a[t].factors[k], b[t].factors[k]))
        return false;
  }
  return true;
}

/// SmrTerms that both sides have stand for both: `s = sum; if (c) s += x`.
static bool take_equal(SmrTermReader *t, SmrTerms *a, SmrTerms *b, SmrTerms *common) {
  *a = smr_terms_copy(t, *a);
  *b = smr_terms_copy(t, *b);
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t k = 0; k < b->count; k++) {
      if (!same_terms(&a->data[i], &b->data[k], 1))
        continue;
      if (!smr_terms_join(t, *common, (SmrTerms){&a->data[i], 1}, common))
        return false;
      t->laws |= SMR_LAW_ASSOC; // (the rest is a sum of its own)
      memmove(a->data + i, a->data + i + 1, (a->count-- - i - 1) * sizeof *a->data);
      memmove(b->data + k, b->data + k + 1, (b->count-- - k - 1) * sizeof *b->data);
      --i;
      break;
    }
  return true;
}

/// The terms where the condition has that truth value, nothing elsewhere.
static bool where_true(SmrTermReader *t, SmrValue condition, bool truth, SmrTerms *terms) {
  SmrRaiser *r = t->r;
  uint32_t row = r->rows.size, apart = r->apart.size;
  SmrTerms all = {0};
  if (!smr_raise_condition(r, condition, truth))
    return false;
  uint32_t count = r->rows.size - row, apart_count = r->apart.size - apart;
  SmrPoly *rows = smr_arena_alloc(r->arena, (count + apart_count) * sizeof *rows);
  if (count)
    memcpy(rows, r->rows.data + row, count * sizeof *rows);
  if (apart_count)
    memcpy(rows + count, r->apart.data + apart, apart_count * sizeof *rows);
  r->rows.size = row;
  r->apart.size = apart;
  SmrDomain around = {.rows = rows, .row_count = count};
  if (!smr_raise_squares(r, &around, rows + count, &apart_count))
    return smr_reader_refuse(t, SMR_NOT_RAISED_LARGE, 0);
  for (uint32_t which = 0; which < 1U << apart_count; which++) {
    SmrDomain domain;
    SmrTerms part;
    if (!smr_raise_apart(r, around, rows + count, apart_count, which, &domain))
      return smr_reader_refuse(t, SMR_NOT_RAISED_LARGE, 0);
    smr_terms_over(t, *terms, domain, &part);
    if (!smr_terms_join(t, all, part, &all))
      return false;
  }
  *terms = all;
  return true;
}

static bool is_affine(SmrTermReader *t, SmrValue condition, bool truth) {
  uint32_t row = t->r->rows.size, apart = t->r->apart.size;
  bool ok = smr_raise_condition(t->r, condition, truth);
  t->r->rows.size = row;
  t->r->apart.size = apart;
  return ok;
}

/// The terms of either side where the condition has that truth value; a side that has none asks for no rows.
static bool where_either(SmrTermReader *t, SmrOp op, SmrValue condition, SmrTerms *yes, SmrTerms *no) {
  if ((yes->count && !is_affine(t, condition, true)) || (no->count && !is_affine(t, condition, false)))
    return smr_reader_refuse(t, SMR_NOT_RAISED_CONDITION, op);
  return (!yes->count || where_true(t, condition, true, yes)) &&
         (!no->count || where_true(t, condition, false, no));
}

/// The index of the innermost loop that the polynomial names; 0: none.
static uint32_t innermost(const SmrRaiser *r, SmrPoly poly) {
  uint32_t best = 0, depth = 0;
  for (uint32_t s = 1; s < r->scopes.size; s++)
    if (r->scopes.data[s].index && r->scopes.data[s].depth >= depth &&
        smr_poly_contains(poly, r->scopes.data[s].index)) {
      best = r->scopes.data[s].index;
      depth = r->scopes.data[s].depth;
    }
  return best;
}

/// One element of an array that the nest only reads, where the index is `by`.
static bool is_one_element(const SmrRaiser *r, const SmrFactor *a, const SmrFactor *b, uint32_t index,
                           SmrPoly by) {
  uint32_t x, y;
  SmrPoly left, right;
  return a->kind == SMR_FACTOR_LOAD && b->kind == SMR_FACTOR_LOAD &&
         smr_map_get(&r->access_of, a->load, &x) && smr_map_get(&r->access_of, b->load, &y) &&
         r->accesses.data[x].object == r->accesses.data[y].object &&
         !r->objects.data[r->accesses.data[x].object].written && a->type == b->type &&
         smr_poly_substitute(r->arena, a->poly, index, by, &left) &&
         smr_poly_substitute(r->arena, b->poly, index, by, &right) && smr_poly_equal(left, right);
}

/// A term for k >= i and one for k < i, k being the inner index, which are the same where k is i, are one for
/// k > i and one for k <= i: idioms have a symmetric matrix's diagonal with the triangle of the smaller k.
static bool move_diagonal(const SmrRaiser *r, SmrRaisedTerm *high, SmrRaisedTerm *low) {
  const SmrPoly one = smr_poly_const(r->arena, 1);
  SmrPoly sum, coefficient, rest, *rows = smr_arena_alloc(r->arena, 2 * sizeof *rows);
  int64_t number;
  if (high->domain.index_count || low->domain.index_count || high->domain.row_count != 1 ||
      low->domain.row_count != 1 || high->coefficient != low->coefficient ||
      high->factor_count != low->factor_count ||
      !smr_poly_add(r->arena, high->domain.rows[0], low->domain.rows[0], &sum) ||
      !smr_poly_is_const(sum, &number) || number != -1)
    return false;
  const uint32_t index = innermost(r, high->domain.rows[0]);
  if (!index || !smr_poly_split(r->arena, high->domain.rows[0], index, &coefficient, &rest) ||
      !smr_poly_is_const(coefficient, &number) || number != 1 || !smr_poly_scale(r->arena, rest, -1, &rest))
    return false;
  for (uint32_t k = 0; k < high->factor_count; k++)
    if (!same_factor(high->factors[k], low->factors[k]) &&
        !is_one_element(r, high->factors[k], low->factors[k], index, rest))
      return false;
  if (!smr_poly_sub(r->arena, high->domain.rows[0], one, &rows[0]) ||
      !smr_poly_add(r->arena, low->domain.rows[0], one, &rows[1]))
    return false;
  high->domain.rows = &rows[0];
  low->domain.rows = &rows[1];
  return true;
}

/// -x, as an op.
static bool is_negation(const SmrGraph *g, SmrValue value, SmrValue x) {
  SmrOp op = smr_def(g, value);
  if (!op || (smr_op(g, op)->code != SMR_OP_FNEG && smr_op(g, op)->code != SMR_OP_FSUB))
    return false;
  if (smr_op(g, op)->code == SMR_OP_FNEG)
    return smr_value(g, smr_operand(g, op, 0)) == x;
  SmrOp zero = smr_def(g, smr_operand(g, op, 0));
  return zero && smr_op(g, zero)->code == SMR_OP_CONST && smr_const_float(g, zero) == 0 &&
         smr_value(g, smr_operand(g, op, 1)) == x;
}

/// x < 0 ? -x : x, or the same with the sides exchanged. (|x| but for the sign of a zero, so none of whose
/// inverse may be taken: not in an argument.)
static bool is_absolute(const SmrTermReader *t, SmrOp test, SmrValue yes, SmrValue no) {
  const SmrGraph *g = t->r->graph;
  SmrValue x = smr_value(g, smr_operand(g, test, 0));
  SmrOp zero = smr_def(g, smr_operand(g, test, 1));
  const char *name = smr_fcmp_names[smr_op(g, test)->imm & 15];
  if (t->arguments || !zero || smr_op(g, zero)->code != SMR_OP_CONST || smr_const_float(g, zero) != 0 ||
      strlen(name) != 3)
    return false;
  bool less = name[1] == 'l', greater = name[1] == 'g';
  return (less && is_negation(g, yes, x) && smr_value(g, no) == x) ||
         (greater && is_negation(g, no, x) && smr_value(g, yes) == x);
}

static bool read_absolute(SmrTermReader *t, SmrOp test, SmrTerms *out) {
  SmrValue x = smr_operand(t->r->graph, test, 0);
  SmrFactor *f = smr_terms_factor(t, SMR_FACTOR_FUNCTION, smr_value_type(t->r->graph, x));
  SmrSum *arg = smr_arena_alloc(t->r->arena, sizeof *arg);
  if (!read_argument(t, x, arg))
    return false;
  f->name = smr_intern(t->r->out->symbols, smr_opcode_name(SMR_OP_FABS));
  f->args = arg;
  f->arg_count = 1;
  t->laws |= SMR_LAW_ASSOC;
  *out = smr_terms_one(t, 1, f);
  return true;
}

static bool read_choice(SmrTermReader *t, SmrOp op, SmrValue yes, SmrValue no, SmrTerms *out) {
  const SmrGraph *g = t->r->graph;
  SmrValue condition = smr_operand(g, op, 0);
  SmrOp test = smr_def(g, condition);
  SmrTerms a, b, common;
  if (is_affine(t, condition, true) || is_affine(t, condition, false)) {
    if (!read_value(t, yes, &a) || !read_value(t, no, &b) || !take_common(t, &a, &b, &common) ||
        !take_equal(t, &a, &b, &common) || !where_either(t, op, condition, &a, &b))
      return false;
    if (a.count == 1 && b.count == 1 && !move_diagonal(t->r, a.data, b.data))
      move_diagonal(t->r, b.data, a.data);
    return smr_terms_join(t, a, b, &a) && smr_terms_join(t, common, a, out);
  }
  if (smr_is_extreme_choice(t, condition, yes, no))
    return smr_read_extreme_choice(t, condition, yes, no, out);
  if (!test || smr_op(g, test)->code != SMR_OP_FCMP)
    return smr_reader_refuse(t, SMR_NOT_RAISED_CONDITION, op);
  if (is_absolute(t, test, yes, no))
    return read_absolute(t, test, out);
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_str_printf(&name, "select_%s", smr_fcmp_names[smr_op(g, test)->imm & 15]);
  SmrOp typed = smr_op(g, op)->code == SMR_OP_SELECT ? op : 0;
  bool ok =
      typed ? read_function(t, op, smr_str_get(&name),
                            (SmrValue[]){smr_operand(g, test, 0), smr_operand(g, test, 1), yes, no}, 4, out)
            : smr_reader_refuse(t, SMR_NOT_RAISED_CONDITION, op);
  return ok;
}

//--- Values ------------------------------------------------------------------------

static bool read_scalar(SmrTermReader *t, SmrValue value, SmrTerms *out) {
  SmrRaiser *r = t->r;
  uint32_t id;
  SmrType type = smr_value_type(r->graph, value);
  if (!smr_map_get(&r->scalar_of, value, &id)) {
    id = r->out->scalars.size;
    SmrSym unique = smr_raise_name(r, value, "s");
    smr_vec_push(&r->out->scalars, (SmrRaisedScalar){unique, type, value});
    smr_map_set(&r->scalar_of, value, id);
  }
  SmrFactor *f = smr_terms_factor(t, SMR_FACTOR_SCALAR, type);
  f->id = id;
  *out = smr_terms_one(t, 1, f);
  return true;
}

static bool read_carried(SmrTermReader *t, SmrValue value, SmrTerms *out) {
  const SmrGraph *g = t->r->graph;
  for (uint32_t k = 0; k < t->loops.size; k++)
    if (smr_value_data(g, value)->block == smr_body_block(g, t->loops.data[k], 0)) {
      SmrFactor *f = smr_terms_factor(t, (SmrFactorKind)SMR_FACTOR_OPEN, smr_value_type(g, value));
      f->id = value;
      *out = smr_terms_one(t, 1, f);
      return true;
    }
  return smr_reader_refuse(t, SMR_NOT_RAISED_CARRIED, 0);
}

static bool read_load(SmrTermReader *t, SmrOp op, SmrTerms *out) {
  uint32_t access;
  if (!smr_map_get(&t->r->access_of, op, &access))
    return smr_reader_refuse(t, SMR_NOT_RAISED_VALUE, op);
  SmrFactor *f = smr_terms_factor(t, SMR_FACTOR_LOAD, t->r->accesses.data[access].type);
  f->load = op;
  f->poly = t->r->accesses.data[access].offset;
  smr_vec_push(&t->r->loads, f);
  *out = smr_terms_one(t, 1, f);
  return true;
}

static bool read_number(SmrTermReader *t, SmrOp op, SmrTerms *out) {
  double number = smr_const_float(t->r->graph, op);
  if (!isfinite(number))
    return read_scalar(t, smr_result(t->r->graph, op, 0), out);
  *out = number == 0 ? (SmrTerms){0} : smr_terms_one(t, number, NULL);
  return true;
}

/// Is it an integer, or a whole number of times one?
static bool is_integer(const SmrRaisedTerm *term) {
  enum { MOST = 1 << 30 };
  return !term->domain.index_count && !term->domain.row_count && fabs(term->coefficient) <= MOST &&
         term->coefficient == floor(term->coefficient) &&
         (!term->factor_count || (term->factor_count == 1 && term->factors[0]->kind == SMR_FACTOR_INTEGER));
}

/// n - 1.0, where n is an integer as a number, is the integer n - 1 as one, but for the rounding of each.
static void fold_integers(SmrTermReader *t, SmrType type, SmrTerms *terms) {
  SmrPoly sum = smr_poly_const(t->r->arena, 0), one;
  for (uint32_t k = 0; k < terms->count; k++) {
    const SmrRaisedTerm *term = &terms->data[k];
    one = smr_poly_const(t->r->arena, 1);
    if (!is_integer(term) ||
        !smr_poly_scale(t->r->arena, term->factor_count ? term->factors[0]->poly : one,
                        (int64_t)term->coefficient, &one) ||
        !smr_poly_add(t->r->arena, sum, one, &sum))
      return;
  }
  if (terms->count < 2)
    return;
  SmrFactor *f = smr_terms_factor(t, SMR_FACTOR_INTEGER, type);
  f->poly = sum;
  *terms = smr_terms_one(t, 1, f);
  t->laws |= SMR_LAW_ASSOC;
}

/// first + sign * second, and so on.
static bool read_sum(SmrTermReader *t, SmrOp op, double sign, SmrTerms *out) {
  const SmrGraph *g = t->r->graph;
  *out = (SmrTerms){0};
  if (smr_op(g, op)->flags & SMR_F_FUSED)
    t->laws |= SMR_LAW_ASSOC; // (rounded once)
  for (uint32_t k = 0; k < smr_op(g, op)->operand_count; k++) {
    SmrTerms one;
    if (!read_value(t, smr_operand(g, op, k), &one) ||
        !smr_terms_add(t, *out, k && sign != 1 ? smr_terms_scale(t, one, sign) : one, out))
      return false;
  }
  fold_integers(t, smr_value_type(g, smr_result(g, op, 0)), out);
  return true;
}

static bool read_product(SmrTermReader *t, SmrOp op, uint32_t count, SmrTerms *out) {
  *out = smr_terms_one(t, 1, NULL);
  for (uint32_t k = 0; k < count; k++) {
    SmrTerms one;
    if (!read_factor(t, smr_operand(t->r->graph, op, k), &one) || !smr_terms_multiply(t, *out, one, out))
      return false;
  }
  return true;
}

static bool read_op(SmrTermReader *t, SmrOp op, uint32_t index, SmrTerms *out) {
  const SmrGraph *g = t->r->graph;
  const SmrOpData *data = smr_op(g, op);
  SmrTerms one, two;
  switch ((SmrOpcode)data->code) {
  case SMR_OP_CONST:
    return read_number(t, op, out);
  case SMR_OP_LOAD:
    return read_load(t, op, out);
  case SMR_OP_FADD:
  case SMR_OP_FSUM:
    return read_sum(t, op, 1, out);
  case SMR_OP_FSUB:
    return read_sum(t, op, -1, out);
  case SMR_OP_FNEG:
    if (!read_value(t, smr_operand(g, op, 0), &one))
      return false;
    *out = smr_terms_scale(t, one, -1);
    return true;
  case SMR_OP_FMUL:
  case SMR_OP_FPROD:
    return read_product(t, op, data->operand_count, out);
  case SMR_OP_FMA:
    t->laws |= SMR_LAW_ASSOC; // (rounded once)
    return read_product(t, op, 2, &one) && read_value(t, smr_operand(g, op, 2), &two) &&
           smr_terms_add(t, one, two, out);
  case SMR_OP_NOREASSOC:
    return read_value(t, smr_operand(g, op, 0), out);
  case SMR_OP_FDIV:
    return read_quotient(t, op, out);
  case SMR_OP_MATH:
    return read_math(t, op, out);
  case SMR_OP_FABS:
  case SMR_OP_FREM:
  case SMR_OP_FPEXT:
  case SMR_OP_FPTRUNC:
    return smr_read_named(t, op, smr_opcode_name((SmrOpcode)data->code), out);
  case SMR_OP_FMIN:
  case SMR_OP_FMAX:
    return smr_read_larger(t, op, out);
  case SMR_OP_SITOFP:
  case SMR_OP_UITOFP:
    return read_integer(t, op, out);
  case SMR_OP_SELECT:
    return read_choice(t, op, smr_operand(g, op, 1), smr_operand(g, op, 2), out);
  case SMR_OP_IF:
    return read_choice(t, op, smr_operand(g, g->blocks.data[smr_body_block(g, op, 0)].last, index),
                       smr_operand(g, g->blocks.data[smr_body_block(g, op, 1)].last, index), out);
  case SMR_OP_LOOP:
    return read_loop(t, op, index, out);
  default:
    return smr_reader_refuse(t, SMR_NOT_RAISED_VALUE, op);
  }
}

/// It is one, wherever it is made.
static bool is_integer_as_number(const SmrGraph *g, SmrOp op) {
  return op && smr_op(g, op)->code == SMR_OP_SITOFP && smr_value_type(g, smr_operand(g, op, 0)) != SMR_I1;
}

static bool read_value(SmrTermReader *t, SmrValue value, SmrTerms *out) {
  const SmrGraph *g = t->r->graph;
  value = smr_value(g, value);
  if (!smr_type_is_number(smr_value_type(g, value)))
    return smr_reader_refuse(t, SMR_NOT_RAISED_VALUE, smr_def(g, value));
  if (++t->steps > MOST_STEPS || t->depth > DEEPEST)
    return smr_reader_refuse(t, SMR_NOT_RAISED_LARGE, 0);
  SmrOp def = smr_def(g, value);
  if (def && smr_op(g, def)->code == SMR_OP_CONST)
    return read_number(t, def, out);
  if (smr_raise_outside(t->r, value) && !is_integer_as_number(g, def))
    return read_scalar(t, value, out);
  if (!def)
    return read_carried(t, value, out);
  t->depth++;
  bool ok = read_op(t, def, value - smr_op(g, def)->result_first, out);
  t->depth--;
  return ok;
}

bool smr_raise_sum(SmrRaiser *r, SmrValue value, SmrOp at, SmrSum *out) {
  SmrTermReader t = {.r = r, .at = at};
  SmrTerms terms;
  bool ok = read_value(&t, value, &terms);
  smr_vec_free(&t.loops);
  if (ok)
    *out = smr_terms_as_sum(&t, smr_value_type(r->graph, value), terms);
  return ok;
}

bool smr_raise_skipping(SmrRaiser *r, SmrOp op, SmrOp at, uint32_t own, SmrSum *sum) {
  const SmrGraph *g = r->graph;
  SmrTermReader t = {.r = r, .at = at};
  SmrSum *args = smr_arena_alloc(r->arena, 4 * sizeof *args);
  SmrRaisedTerm *rest = smr_arena_alloc(r->arena, sum->term_count * sizeof *rest);
  SmrFactor *f = smr_terms_factor(&t, SMR_FACTOR_FUNCTION, sum->type);
  uint32_t count = 0;
  bool ok = smr_read_apart(&t, smr_operand(g, smr_def(g, smr_operand(g, op, 0)), 0), &args[0]);
  smr_vec_free(&t.loops);
  if (!ok)
    return false;
  for (uint32_t k = 0; k < sum->term_count; k++)
    if (k != own)
      rest[count++] = sum->terms[k];
  args[1] = (SmrSum){.type = args[0].type};
  args[2] = (SmrSum){sum->type, rest, count, sum->laws};
  args[3] = (SmrSum){.type = sum->type};
  f->name = smr_intern(r->out->symbols, "select_une");
  f->args = args;
  f->arg_count = 4;
  SmrTerms terms;
  if (!smr_terms_join(&t, (SmrTerms){(SmrRaisedTerm *)(uintptr_t)&sum->terms[own], 1},
                      smr_terms_one(&t, 1, f), &terms))
    return false;
  sum->terms = terms.data, sum->term_count = terms.count;
  return true;
}

bool smr_sum_loads(const SmrSum *sum, SmrOp load) {
  for (uint32_t k = 0; k < sum->term_count; k++)
    for (uint32_t f = 0; f < sum->terms[k].factor_count; f++) {
      const SmrFactor *factor = sum->terms[k].factors[f];
      if (factor->kind == SMR_FACTOR_LOAD && factor->load == load)
        return true;
      for (uint32_t a = 0; a < factor->arg_count; a++)
        if (smr_sum_loads(&factor->args[a], load))
          return true;
    }
  return false;
}
