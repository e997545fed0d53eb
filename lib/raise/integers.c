//===- integers.c - R1: what an integer of the nest is --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An integer is a polynomial over indices and integers that do not change. Programs compute with 32 bits, and
// say of few results that they fit: `i*(n + 1)` is that polynomial modulo 2^32 only. Sums, differences,
// products and truncations are read modulo 2^w, which is exact whatever their parts do, and a polynomial p
// stands for the value where p fits w bits at every point of the loops around: that is seen from p's bounds
// there, or is a need. A `zext` wants p >= 0 as well.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "raise/internal.h"

enum { DEEPEST = 32, MOST_OPENED = 256 /* of one polynomial */ };

bool smr_raise_outside(const SmrRaiser *r, SmrValue value) {
  uint32_t scope;
  return !smr_map_get(&r->scope_of, smr_value(r->graph, value), &scope);
}

//--- What does not change in the nest -------------------------------------------

/// Are the two ops, whose operands are the same, the same computation?
static bool same_op(const SmrGraph *g, SmrOp a, SmrOp b) {
  const SmrOpData *x = smr_op(g, a), *y = smr_op(g, b);
  if (x->code != y->code || x->imm != y->imm || x->name != y->name || x->attrs != y->attrs ||
      x->operand_count != y->operand_count ||
      smr_value_type(g, smr_result(g, a, 0)) != smr_value_type(g, smr_result(g, b, 0)))
    return false;
  if (x->code != SMR_OP_POLY)
    return true;
  const SmrPolyData *p = &g->polys.data[x->poly], *q = &g->polys.data[y->poly];
  if (p->count != q->count)
    return false;
  for (uint32_t t = 0; t < p->count; t++) {
    const SmrTermData *s = &g->terms.data[p->first + t], *u = &g->terms.data[q->first + t];
    if (s->coef != u->coef || s->count != u->count ||
        memcmp(g->monomials.data + s->first, g->monomials.data + u->first, s->count * sizeof(uint32_t)))
      return false;
  }
  return true;
}

static bool same_operands(SmrRaiser *r, SmrOp a, SmrOp b) {
  for (uint32_t k = 0; k < smr_op(r->graph, a)->operand_count; k++)
    if (smr_raise_same(r, smr_operand(r->graph, a, k)) != smr_raise_same(r, smr_operand(r->graph, b, k)))
      return false;
  return true;
}

/// Is the load of a number one from an object that the nest does not write? Before all of it is read that is
/// taken to be so, and told then.
static bool loads_unwritten(SmrRaiser *r, SmrOp op) {
  uint32_t access;
  if (!smr_map_get(&r->access_of, op, &access) ||
      (r->is_read && r->objects.data[r->accesses.data[access].object].written))
    return false;
  smr_vec_push(&r->unwritten, access);
  return true;
}

/// Does the op give the same whenever its operands do? A load of an integer or a pointer does, as nothing of
/// that kind is stored where it is (smr_raise_read sees to that).
static bool repeats(SmrRaiser *r, SmrOp op) {
  const SmrOpData *data = smr_op(r->graph, op);
  if (data->region_count || data->result_count != 1 || (data->flags & SMR_F_VOLATILE))
    return false;
  if (data->code == SMR_OP_LOAD)
    return !smr_type_is_number(smr_value_type(r->graph, smr_result(r->graph, op, 0))) ||
           loads_unwritten(r, op);
  return smr_opcode_pure((SmrOpcode)data->code) && data->code != SMR_OP_UNDEF;
}

/// A load of an integer or a pointer that left a loop of the nest, and all of the nest: no store in it goes
/// there.
static bool left_nest(const SmrRaiser *r, SmrOp op) {
  const SmrGraph *g = r->graph;
  const SmrOpData *data = op ? smr_op(g, op) : NULL;
  bool left = data && data->code == SMR_OP_LOAD && (data->flags & SMR_F_HOISTED) &&
              !smr_type_is_number(smr_value_type(g, smr_result(g, op, 0)));
  SmrOp at = left ? data->home : 0;
  while (at && smr_op(g, at)->block && smr_op(g, at)->block != smr_op(g, r->range.first)->block)
    at = smr_parent(g, at);
  return at && smr_op(g, at)->block && !smr_before(g, at, r->range.first) &&
         !smr_before(g, r->range.last, at);
}

static SmrValue find_same(SmrRaiser *r, SmrValue value) {
  const SmrGraph *g = r->graph;
  SmrOp def = smr_def(g, value);
  if ((smr_raise_outside(r, value) && !left_nest(r, def)) || (def && smr_op(g, def)->code == SMR_OP_ALLOCA))
    return value; // (an array of the function's own, made once in the nest)
  if (!def)
    return 0;
  for (uint32_t k = 0; k < smr_op(g, def)->operand_count; k++)
    if (!smr_raise_same(r, smr_operand(g, def, k)))
      return 0;
  if (!repeats(r, def))
    return 0;
  for (uint32_t k = 0; k < r->fixed.size; k++) {
    SmrOp other = smr_def(g, r->fixed.data[k]);
    if (same_op(g, other, def) && same_operands(r, other, def))
      return r->fixed.data[k];
  }
  smr_vec_push(&r->fixed, value);
  return value;
}

SmrValue smr_raise_same(SmrRaiser *r, SmrValue value) {
  value = smr_value(r->graph, value);
  uint32_t known;
  if (smr_map_get(&r->same, value, &known))
    return known;
  smr_map_set(&r->same, value, 0); // (operands come before what they are operands of: no circles)
  SmrValue same = find_same(r, value);
  smr_map_set(&r->same, value, same);
  return same;
}

SmrSym smr_raise_name(SmrRaiser *r, SmrValue value, const char *other) {
  SmrSym name = smr_value_data(r->graph, value)->name;
  return smr_equations_name(r->out, name ? smr_intern_text(r->out->symbols, name) : NULL, other);
}

uint32_t smr_raise_add_integer(SmrRaiser *r, SmrValue value, bool index) {
  SmrOp def = smr_def(r->graph, value);
  bool named = smr_value_data(r->graph, value)->name,
       loaded = def && smr_op(r->graph, def)->code == SMR_OP_LOAD;
  SmrValue source = !named && loaded ? smr_access_ptr(r->graph, def) : value; // Fortran's n, by reference
  bool truth = smr_value_type(r->graph, value) == SMR_I1;
  SmrSym unique = smr_raise_name(r, source, index ? "i" : truth ? "is" : "n");
  smr_vec_push(&r->out->integers, (SmrRaisedInteger){unique, index, value});
  smr_map_set(&r->integer_of, value, r->out->integers.size - 1);
  return r->out->integers.size - 1;
}

//--- Bounds ----------------------------------------------------------------------

bool smr_raise_need(SmrRaiser *r, SmrPoly need) {
  int64_t value;
  if (smr_poly_is_const(need, &value))
    return value >= 0;
  for (uint32_t k = 0; k < r->out->needs.size; k++)
    if (smr_poly_equal(r->out->needs.data[k], need))
      return true;
  smr_vec_push(&r->out->needs, need);
  return true;
}

/// Of rest >= c*index, where rest = a - c and some integer is a / c: index <= a / c - 1.
static bool less_than_quotient(SmrRaiser *r, SmrPoly rest, int64_t c, SmrPoly *out) {
  const SmrGraph *g = r->graph;
  for (uint32_t k = 1; k < r->out->integers.size; k++) {
    SmrOp op = smr_def(g, r->out->integers.data[k].value);
    int64_t divisor;
    SmrPoly a;
    if (op && smr_op(g, op)->code == SMR_OP_DIVS && smr_const_int(g, smr_operand(g, op, 1), &divisor) &&
        divisor == c && smr_raise_known_poly(r, smr_poly_of(g, r->arena, smr_operand(g, op, 0)), &a) &&
        smr_poly_sub(r->arena, a, smr_poly_const(r->arena, c), &a) && smr_poly_equal(a, rest))
      return smr_poly_sub(r->arena, smr_poly_leaf(r->arena, k), smr_poly_const(r->arena, 1), out);
  }
  return false;
}

/// p for which the scope's rows say index <= p, of an index that is not negative.
static bool last_of(SmrRaiser *r, const SmrScope *scope, SmrPoly *out) {
  for (uint32_t k = 0; k < scope->row_count; k++) {
    SmrPoly coefficient;
    int64_t times;
    if (!smr_poly_split(r->arena, r->rows.data[scope->row + k], scope->index, &coefficient, out) ||
        !smr_poly_is_const(coefficient, &times) || times >= 0)
      continue;
    if (times < -1)
      less_than_quotient(r, *out, -times, out);
    return true;
  }
  return false;
}

/// Takes the other factors of the monomial, which has an index, not to be negative: indices are not.
static bool factors_at_least_0(SmrRaiser *r, const SmrMonomial *term, bool ask) {
  for (uint32_t k = 0; k < term->degree; k++)
    if (!r->out->integers.data[term->leaves[k]].index &&
        (!ask || !smr_raise_need(r, smr_poly_leaf(r->arena, term->leaves[k]))))
      return false;
  return true;
}

/// The polynomial where the scope's index is as large as it gets in monomials that grow with it, 0 in others:
/// at least the polynomial (at most it, if `lower`), wherever the scope runs.
static bool without_index(SmrRaiser *r, const SmrScope *scope, SmrPoly poly, bool lower, bool ask,
                          SmrPoly *out) {
  SmrPoly last, sum = {0};
  if (!last_of(r, scope, &last))
    return false;
  for (uint32_t t = 0; t < poly.count; t++) {
    SmrPoly one = {&poly.terms[t], 1};
    bool has = smr_poly_contains(one, scope->index), grows = (poly.terms[t].coef > 0) != lower;
    if (has && (!factors_at_least_0(r, &poly.terms[t], ask) ||
                !smr_poly_substitute(r->arena, one, scope->index, grows ? last : (SmrPoly){0}, &one)))
      return false;
    if (!smr_poly_add(r->arena, sum, one, &sum))
      return false;
  }
  *out = sum;
  return true;
}

/// Over parameters: what the polynomial is at most (at least, if `lower`) wherever the scope runs.
static bool bound(SmrRaiser *r, uint32_t scope, SmrPoly poly, bool lower, bool ask, SmrPoly *out) {
  for (; scope; scope = r->scopes.data[scope].parent) {
    const SmrScope *one = &r->scopes.data[scope];
    if (one->index && smr_poly_contains(poly, one->index) && !without_index(r, one, poly, lower, ask, &poly))
      return false;
  }
  if (smr_equations_name_index(r->out, poly))
    return false;
  *out = poly;
  return true;
}

/// Is the polynomial at least `least` wherever the scope runs? Where that is not seen, it becomes a need, if
/// `ask`.
static bool at_least(SmrRaiser *r, uint32_t scope, SmrPoly poly, int64_t least, bool ask) {
  int64_t value;
  SmrPoly low, need;
  return bound(r, scope, poly, true, ask, &low) &&
         smr_poly_sub(r->arena, low, smr_poly_const(r->arena, least), &need) &&
         (smr_poly_is_const(need, &value) ? value >= 0 : ask && smr_raise_need(r, need));
}

bool smr_raise_at_least_0(SmrRaiser *r, uint32_t scope, SmrPoly poly, bool ask) {
  return at_least(r, scope, poly, 0, ask);
}

/// Is the polynomial a signed integer of that many bits?
static bool fits(SmrRaiser *r, uint32_t scope, SmrPoly poly, uint32_t bits, bool ask) {
  SmrPoly negative;
  return bits >= 64 || (smr_poly_scale(r->arena, poly, -1, &negative) &&
                        at_least(r, scope, poly, smr_int_least(bits), ask) &&
                        at_least(r, scope, negative, -smr_int_most(bits), ask));
}

//--- Values ----------------------------------------------------------------------

static uint32_t scope_of(const SmrRaiser *r, SmrValue value) {
  uint32_t scope = 0;
  return smr_map_get(&r->scope_of, value, &scope) ? scope : 0;
}

static bool read_exact(SmrRaiser *r, SmrValue value, uint32_t depth, bool ask, SmrPoly *out);

/// The integer that is the same shift of the same number, with a sign instead of without one, or the other
/// way round: of what is not negative, which is a need.
static uint32_t other_shift(SmrRaiser *r, SmrValue value) {
  const SmrGraph *g = r->graph;
  SmrOp op = smr_def(g, value);
  SmrOpcode code = op ? (SmrOpcode)smr_op(g, op)->code : SMR_OP_NONE;
  if (code != SMR_OP_SHRS && code != SMR_OP_SHRU)
    return 0;
  for (uint32_t k = 1; k < r->out->integers.size; k++) {
    SmrOp other = r->out->integers.data[k].index ? 0 : smr_def(g, r->out->integers.data[k].value);
    SmrPoly a;
    if (other && smr_op(g, other)->code == (code == SMR_OP_SHRS ? SMR_OP_SHRU : SMR_OP_SHRS) &&
        same_operands(r, op, other))
      return read_exact(r, smr_operand(g, op, 0), DEEPEST - 1, true, &a) &&
                     smr_raise_at_least_0(r, 0, a, true)
                 ? k
                 : 0;
  }
  return 0;
}

/// The integer that a value is as a whole: an index, or one that does not change; 0: none.
static uint32_t integer_of(SmrRaiser *r, SmrValue value) {
  uint32_t id;
  if (smr_map_get(&r->integer_of, value, &id))
    return id;
  SmrValue same = smr_value_type(r->graph, value) == SMR_I1 ? 0 : smr_raise_same(r, value);
  if (!same) // (i1 is a truth value: as a number it is 1 or -1, as its reader likes)
    return 0;
  if (smr_map_get(&r->integer_of, same, &id) || (id = other_shift(r, same)))
    return id;
  return smr_raise_add_integer(r, same, false);
}

typedef bool Reading(SmrRaiser *r, SmrValue value, uint32_t depth, bool ask, SmrPoly *out);

/// a | c = a + c where the bits of c are 0 in all coefficients of a; a ^ -1 = -a - 1.
static bool combine_bits(SmrRaiser *r, SmrOp op, Reading *read, uint32_t depth, bool ask, SmrPoly *out) {
  int64_t c;
  SmrPoly a;
  uint32_t k = smr_const_int(r->graph, smr_operand(r->graph, op, 0), &c) ? 1 : 0;
  if (!smr_const_int(r->graph, smr_operand(r->graph, op, 1 - k), &c) ||
      !read(r, smr_operand(r->graph, op, k), depth + 1, ask, &a))
    return false;
  if (smr_op(r->graph, op)->code == SMR_OP_XOR)
    return c == -1 && smr_poly_scale(r->arena, a, -1, &a) &&
           smr_poly_sub(r->arena, a, smr_poly_const(r->arena, 1), out);
  for (uint32_t t = 0; t < a.count; t++)
    if (c < 0 || (uint64_t)c >= ((uint64_t)a.terms[t].coef & -(uint64_t)a.terms[t].coef))
      return false;
  return smr_poly_add(r->arena, a, smr_poly_const(r->arena, c), out);
}

/// What a sum, difference, product or operation with a constant's bits is of its operands, read that way.
static bool combine(SmrRaiser *r, SmrOp op, Reading *read, uint32_t depth, bool ask, SmrPoly *out) {
  SmrPoly a, b;
  int64_t shift;
  SmrOpcode code = (SmrOpcode)smr_op(r->graph, op)->code;
  if (code == SMR_OP_OR || code == SMR_OP_XOR)
    return combine_bits(r, op, read, depth, ask, out);
  if (!read(r, smr_operand(r->graph, op, 0), depth + 1, ask, &a))
    return false;
  if (code == SMR_OP_SHL)
    return smr_const_int(r->graph, smr_operand(r->graph, op, 1), &shift) && shift >= 0 && shift < 31 &&
           smr_poly_scale(r->arena, a, (int64_t)1 << shift, out);
  return read(r, smr_operand(r->graph, op, 1), depth + 1, ask, &b) &&
         (code == SMR_OP_ADD   ? smr_poly_add(r->arena, a, b, out)
          : code == SMR_OP_SUB ? smr_poly_sub(r->arena, a, b, out)
                               : smr_poly_mul(r->arena, a, b, out));
}

typedef struct {
  SmrRaiser *r;
  uint32_t depth;
  bool ask;
} Leaves;

static bool exact_leaf(uint32_t leaf, SmrPoly *out, void *data) {
  const Leaves *q = data;
  return read_exact(q->r, leaf, q->depth + 1, q->ask, out);
}

/// A POLY's leaves are exact, of whatever width.
static bool read_leaves(SmrRaiser *r, SmrPoly poly, uint32_t depth, bool ask, SmrPoly *out) {
  return smr_poly_map(r->arena, poly, exact_leaf, &(Leaves){r, depth, ask}, out);
}

/// A polynomial that is the value modulo 2^width.
static bool read_modulo(SmrRaiser *r, SmrValue value, uint32_t depth, bool ask, SmrPoly *out) {
  value = smr_value(r->graph, value);
  SmrOp op = smr_def(r->graph, value);
  switch (depth < DEEPEST && op ? (SmrOpcode)smr_op(r->graph, op)->code : SMR_OP_NONE) {
  case SMR_OP_ADD:
  case SMR_OP_SUB:
  case SMR_OP_MUL:
  case SMR_OP_SHL:
  case SMR_OP_OR:
  case SMR_OP_XOR:
    return combine(r, op, read_modulo, depth, ask, out);
  case SMR_OP_TRUNC:
    return read_modulo(r, smr_operand(r->graph, op, 0), depth + 1, ask, out);
  default:
    return read_exact(r, value, depth, ask, out);
  }
}

/// The op's value from those of its operands, without asking more of it than it says itself.
static bool read_as_said(SmrRaiser *r, SmrOp op, uint32_t depth, SmrPoly *out) {
  bool said = (smr_op(r->graph, op)->flags & SMR_F_NSW) != 0;
  if (!said && smr_int_width(smr_value_type(r->graph, smr_result(r->graph, op, 0))) < 64)
    return false;
  return smr_op(r->graph, op)->code == SMR_OP_TRUNC
             ? read_exact(r, smr_operand(r->graph, op, 0), depth + 1, false, out)
             : combine(r, op, read_exact, depth, false, out);
}

static bool open(SmrRaiser *r, SmrValue value, uint32_t depth, bool ask, SmrPoly *out) {
  SmrOp op = smr_def(r->graph, value);
  uint32_t scope = scope_of(r, value);
  switch (depth < DEEPEST && op && r->opened++ < MOST_OPENED ? (SmrOpcode)smr_op(r->graph, op)->code
                                                             : SMR_OP_NONE) {
  case SMR_OP_POLY:
    return read_leaves(r, smr_poly_of(r->graph, r->arena, value), depth, ask, out);
  case SMR_OP_SEXT:
    return read_exact(r, smr_operand(r->graph, op, 0), depth + 1, ask, out);
  case SMR_OP_ZEXT:
    return read_exact(r, smr_operand(r->graph, op, 0), depth + 1, ask, out) &&
           at_least(r, scope, *out, 0, ask);
  case SMR_OP_ADD:
  case SMR_OP_SUB:
  case SMR_OP_MUL:
  case SMR_OP_SHL:
  case SMR_OP_OR:
  case SMR_OP_XOR:
  case SMR_OP_TRUNC:
    return read_as_said(r, op, depth, out) ||
           (read_modulo(r, value, depth, ask, out) &&
            fits(r, scope, *out, smr_int_width(smr_value_type(r->graph, value)), ask));
  default:
    return false;
  }
}

/// Is it an integer that a zext makes of one that does not change?
static bool is_wider(const SmrRaiser *r, SmrValue value) {
  SmrOp op = smr_def(r->graph, value);
  return op && smr_op(r->graph, op)->code == SMR_OP_ZEXT;
}

/// The value, read with its sign. One that does not change is opened where that asks for nothing.
static bool read_exact(SmrRaiser *r, SmrValue value, uint32_t depth, bool ask, SmrPoly *out) {
  uint32_t id;
  int64_t constant;
  value = smr_value(r->graph, value);
  if (SMR_TYPE_KIND(smr_value_type(r->graph, value)) != SMR_T_INT)
    return false;
  if (smr_const_int(r->graph, value, &constant) && smr_value_type(r->graph, value) != SMR_I1) {
    *out = smr_poly_const(r->arena, constant);
    return true;
  }
  if (!smr_map_get(&r->integer_of, value, &id)) {
    bool fixed = smr_value_type(r->graph, value) == SMR_I1 || smr_raise_same(r, value);
    if (smr_value_type(r->graph, value) != SMR_I1 &&
        open(r, value, depth, ask && (!fixed || is_wider(r, value)), out))
      return true;
    id = integer_of(r, value);
  }
  *out = smr_poly_leaf(r->arena, id);
  return id != 0;
}

bool smr_raise_truth(SmrRaiser *r, SmrValue condition, SmrPoly *out) {
  uint32_t id;
  SmrValue same = smr_raise_same(r, condition);
  if (!same)
    return false;
  *out = smr_poly_leaf(r->arena,
                       smr_map_get(&r->integer_of, same, &id) ? id : smr_raise_add_integer(r, same, false));
  return true;
}

bool smr_raise_poly(SmrRaiser *r, SmrPoly poly, SmrPoly *out) {
  r->opened = 0;
  return read_leaves(r, poly, 0, true, out);
}
