//===- read.c - R1: scopes, conditions and accesses of a nest -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/known.h"
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "graph/rows.h"
#include "graph/syntax.h"
#include "raise/internal.h"

enum { MOST_OPS = 1 << 14, DEEPEST = 64 };

bool smr_raise_refuse(SmrRaiser *r, SmrNotRaisedReason reason, SmrOp op) {
  if (r->why.reason == SMR_RAISED)
    r->why = (SmrNotRaised){reason, op};
  return false;
}

//--- Rows ------------------------------------------------------------------------

static bool add_row(SmrRaiser *r, SmrPoly graph_poly) {
  SmrPoly row;
  if (!smr_raise_poly(r, graph_poly, &row))
    return false;
  smr_vec_push(&r->rows, row);
  return true;
}

/// a - b - least >= 0.
static bool add_difference(SmrRaiser *r, SmrPoly a, SmrPoly b, int64_t least) {
  SmrPoly difference;
  return smr_poly_sub(r->arena, a, b, &difference) &&
         smr_poly_sub(r->arena, difference, smr_poly_const(r->arena, least), &difference) &&
         add_row(r, difference);
}

/// The op that makes a leaf that occurs in the polynomial with coefficient 1, and nowhere else in it.
static SmrOp leaf_made_by(const SmrRaiser *r, SmrPoly poly, SmrOpcode code, uint32_t *leaf) {
  for (uint32_t t = 0; t < poly.count; t++) {
    SmrOp def = poly.terms[t].degree == 1 ? smr_def(r->graph, poly.terms[t].leaves[0]) : 0;
    if (def && smr_op(r->graph, def)->code == code && poly.terms[t].coef == 1) {
      SmrPoly coefficient, rest;
      *leaf = poly.terms[t].leaves[0];
      if (smr_poly_split(r->arena, poly, *leaf, &coefficient, &rest) && coefficient.count == 1 &&
          coefficient.terms[0].degree == 0)
        return def;
    }
  }
  return 0;
}

/// An unsigned minimum is that of two numbers that are not negative.
static bool choose_of_sizes(SmrRaiser *r, SmrOp min) {
  uint32_t scope = 0;
  bool ok = true;
  (void)smr_map_get(&r->scope_of, smr_value(r->graph, smr_result(r->graph, min, 0)), &scope);
  for (uint32_t k = 0; k < 2 && ok; k++) {
    SmrPoly side = smr_poly_of(r->graph, r->arena, smr_operand(r->graph, min, k));
    ok = smr_raise_poly(r, side, &side) && smr_raise_at_least_0(r, scope, side, true);
  }
  return ok;
}

/// a < b ? b - a : 0, without a sign, is b - a as a trip count, where neither number is negative.
static SmrPoly distance_of(SmrRaiser *r, SmrPoly bound) {
  const SmrGraph *g = r->graph;
  uint32_t leaf;
  int64_t zero;
  SmrPoly sides[2], difference, chosen;
  SmrOp select = leaf_made_by(r, bound, SMR_OP_SELECT, &leaf);
  SmrOp compare = select && bound.count == 1 ? smr_def(g, smr_operand(g, select, 0)) : 0;
  if (!compare || smr_op(g, compare)->code != SMR_OP_ICMP || smr_op(g, compare)->imm != SMR_ULT ||
      smr_value_type(g, smr_operand(g, compare, 0)) != SMR_I64 ||
      !smr_const_int(g, smr_operand(g, select, 2), &zero) || zero)
    return bound;
  chosen = smr_poly_of(g, r->arena, smr_operand(g, select, 1));
  for (uint32_t k = 0; k < 2; k++)
    sides[k] = smr_poly_of(g, r->arena, smr_operand(g, compare, k));
  if (!smr_poly_sub(r->arena, sides[1], sides[0], &difference) || !smr_poly_equal(difference, chosen))
    return bound;
  for (uint32_t k = 0; k < 2; k++)
    if (!smr_raise_poly(r, sides[k], &sides[k]) || !smr_raise_at_least_0(r, 0, sides[k], true))
      return bound;
  return chosen;
}

/// index < bound, where bound may have a minimum in it that is made in the nest (another one is a size), or
/// be a quotient.
static bool add_below(SmrRaiser *r, SmrPoly index, SmrPoly bound, uint32_t depth) {
  const SmrGraph *g = r->graph;
  uint32_t leaf;
  bound = distance_of(r, bound);
  SmrOp min = leaf_made_by(r, bound, SMR_OP_MINS, &leaf);
  bool is_signed = min != 0;
  min = min ? min : leaf_made_by(r, bound, SMR_OP_MINU, &leaf);
  if (min && depth < 8 && !smr_raise_outside(r, leaf)) {
    if (!is_signed && !choose_of_sizes(r, min))
      return false;
    for (uint32_t k = 0; k < 2; k++) {
      SmrPoly one;
      if (!smr_poly_substitute(r->arena, bound, leaf, smr_poly_of(g, r->arena, smr_operand(g, min, k)),
                               &one) ||
          !add_below(r, index, one, depth + 1))
        return false;
    }
    return true;
  }
  SmrOp quotient = leaf_made_by(r, bound, SMR_OP_DIVS, &leaf);
  int64_t divisor;
  if (quotient && bound.count == 1 && smr_const_int(g, smr_operand(g, quotient, 1), &divisor) &&
      divisor > 0) {
    SmrPoly scaled; // index + 1 <= a / c says c*index + c <= a, as the index is not negative
    return smr_poly_scale(r->arena, index, divisor, &scaled) &&
           add_difference(r, smr_poly_of(g, r->arena, smr_operand(g, quotient, 0)), scaled, divisor);
  }
  return add_difference(r, bound, index, 1);
}

/// a < b, or a <= b: b - a - least >= 0. Unsigned, and b not negative: a is not, either.
static bool add_less(SmrRaiser *r, uint32_t scope, SmrPoly a, SmrPoly b, int64_t least, bool is_unsigned) {
  SmrPoly x, y;
  if (!is_unsigned)
    return add_difference(r, b, a, least);
  if (!smr_raise_poly(r, a, &x) || !smr_raise_poly(r, b, &y) || !smr_raise_at_least_0(r, scope, y, true))
    return false;
  return (smr_raise_at_least_0(r, scope, x, false) || add_row(r, a)) && add_difference(r, b, a, least);
}

/// Not (a < b), unsigned: of two numbers that are not negative.
static bool add_unsigned_not_less(SmrRaiser *r, uint32_t scope, SmrPoly a, SmrPoly b, int64_t least) {
  SmrPoly x, y;
  return smr_raise_poly(r, a, &x) && smr_raise_poly(r, b, &y) && smr_raise_at_least_0(r, scope, x, true) &&
         smr_raise_at_least_0(r, scope, y, true) && add_difference(r, a, b, least);
}

/// By how its leaves are made.
static bool never_negative(const SmrRaiser *r, SmrPoly graph_poly) {
  SmrKnown known = {.arena = r->arena, .graph = r->graph};
  bool never = smr_known_interval(&known, graph_poly).low >= 0;
  smr_known_free(&known);
  return never;
}

/// a != b. Where it is known which of the two is never the smaller one, that is a row.
static bool add_apart(SmrRaiser *r, uint32_t scope, SmrPoly a, SmrPoly b) {
  SmrPoly difference, negated;
  if (!smr_poly_sub(r->arena, a, b, &difference) || !smr_poly_sub(r->arena, b, a, &negated))
    return false;
  if (never_negative(r, difference)) // n & 1 != 0
    return add_difference(r, a, b, 1);
  if (never_negative(r, negated))
    return add_difference(r, b, a, 1);
  if (!smr_raise_poly(r, difference, &difference) || !smr_poly_scale(r->arena, difference, -1, &negated))
    return false;
  if (smr_equations_name_index(r->out, difference)) {
    if (smr_raise_at_least_0(r, scope, difference, false))
      return add_difference(r, a, b, 1);
    if (smr_raise_at_least_0(r, scope, negated, false))
      return add_difference(r, b, a, 1);
  }
  smr_vec_push(&r->apart, difference);
  return true;
}

static bool add_comparison(SmrRaiser *r, SmrOp op, bool truth) {
  const SmrGraph *g = r->graph;
  SmrPoly a = smr_poly_of(g, r->arena, smr_operand(g, op, 0)),
          b = smr_poly_of(g, r->arena, smr_operand(g, op, 1));
  uint32_t scope = 0;
  if (SMR_TYPE_KIND(smr_value_type(g, smr_operand(g, op, 0))) != SMR_T_INT)
    return false;
  (void)smr_map_get(&r->scope_of, smr_value(g, smr_result(g, op, 0)), &scope);
  SmrIcmp predicate = (SmrIcmp)smr_op(g, op)->imm;
  switch (predicate) {
  case SMR_EQ:
  case SMR_NE:
    return truth == (predicate == SMR_EQ) ? add_difference(r, a, b, 0) && add_difference(r, b, a, 0)
                                          : add_apart(r, scope, a, b);
  case SMR_SLT:
  case SMR_SGE:
    return truth == (predicate == SMR_SLT) ? add_less(r, scope, a, b, 1, false)
                                           : add_less(r, scope, b, a, 0, false);
  case SMR_SGT:
  case SMR_SLE:
    return truth == (predicate == SMR_SGT) ? add_less(r, scope, b, a, 1, false)
                                           : add_less(r, scope, a, b, 0, false);
  case SMR_ULT:
    return truth ? add_less(r, scope, a, b, 1, true) : add_unsigned_not_less(r, scope, a, b, 0);
  case SMR_ULE:
    return truth ? add_less(r, scope, a, b, 0, true) : add_unsigned_not_less(r, scope, a, b, 1);
  case SMR_UGT:
    return truth ? add_less(r, scope, b, a, 1, true) : add_unsigned_not_less(r, scope, b, a, 0);
  case SMR_UGE:
    return truth ? add_less(r, scope, b, a, 0, true) : add_unsigned_not_less(r, scope, b, a, 1);
  }
  return false;
}

/// A condition that does not change, whatever it is on.
static bool add_truth(SmrRaiser *r, SmrValue condition, bool truth) {
  SmrPoly value, negative;
  if (!smr_raise_truth(r, condition, &value) || !smr_poly_scale(r->arena, value, -1, &negative))
    return false;
  if (truth) {
    smr_vec_push(&r->apart, value);
    return true;
  }
  smr_vec_push(&r->rows, value);
  smr_vec_push(&r->rows, negative);
  return true;
}

static bool add_affine(SmrRaiser *r, SmrValue condition, bool truth, uint32_t depth);

static bool add_condition(SmrRaiser *r, SmrValue condition, bool truth, uint32_t depth) {
  uint32_t rows = r->rows.size, apart = r->apart.size;
  if (add_affine(r, condition, truth, depth))
    return true;
  r->rows.size = rows;
  r->apart.size = apart;
  return add_truth(r, condition, truth);
}

static bool add_affine(SmrRaiser *r, SmrValue condition, bool truth, uint32_t depth) {
  const SmrGraph *g = r->graph;
  SmrOp def = smr_def(g, condition);
  if (!def || depth > DEEPEST)
    return false;
  int64_t one;
  switch ((SmrOpcode)smr_op(g, def)->code) {
  case SMR_OP_ICMP:
    return add_comparison(r, def, truth);
  case SMR_OP_AND:
  case SMR_OP_OR: // both are what the conjunction needs, or it is none
    return truth == (smr_op(g, def)->code == SMR_OP_AND) &&
           add_condition(r, smr_operand(g, def, 0), truth, depth + 1) &&
           add_condition(r, smr_operand(g, def, 1), truth, depth + 1);
  case SMR_OP_SELECT: // `a && b` is a ? b : false, `a || b` a ? true : b
    return smr_const_int(g, smr_operand(g, def, truth ? 2 : 1), &one) && (one & 1) == !truth &&
           add_condition(r, smr_operand(g, def, 0), truth, depth + 1) &&
           add_condition(r, smr_operand(g, def, truth ? 1 : 2), truth, depth + 1);
  case SMR_OP_XOR:
    return smr_const_int(g, smr_operand(g, def, 1), &one) && (one & 1) &&
           add_condition(r, smr_operand(g, def, 0), !truth, depth + 1);
  default:
    return false;
  }
}

bool smr_raise_condition(SmrRaiser *r, SmrValue condition, bool truth) {
  uint32_t rows = r->rows.size, apart = r->apart.size;
  bool is_i1 = smr_value_type(r->graph, condition) == SMR_I1;
  if (is_i1 && add_condition(r, condition, truth, 0) && r->apart.size - apart <= SMR_RAISE_MAX_APART)
    return true;
  r->rows.size = rows;
  r->apart.size = apart;
  return false;
}

SmrDomain smr_raise_domain(SmrRaiser *r, uint32_t scope, uint32_t outer) {
  SmrDomain d = {0};
  for (uint32_t s = scope; s != outer; s = r->scopes.data[s].parent) {
    d.index_count += r->scopes.data[s].index != 0;
    d.row_count += r->scopes.data[s].row_count;
  }
  uint32_t *indices = smr_arena_alloc(r->arena, d.index_count * sizeof *indices);
  SmrPoly *rows = smr_arena_alloc(r->arena, d.row_count * sizeof *rows);
  uint32_t index = d.index_count, row = d.row_count;
  for (uint32_t s = scope; s != outer; s = r->scopes.data[s].parent) {
    const SmrScope *one = &r->scopes.data[s];
    if (one->index)
      indices[--index] = one->index;
    row -= one->row_count;
    if (one->row_count)
      memcpy(rows + row, r->rows.data + one->row, one->row_count * sizeof *rows);
  }
  d.indices = indices;
  d.rows = rows;
  return d;
}

bool smr_raise_squares(SmrRaiser *r, SmrDomain *domain, SmrPoly *apart, uint32_t *count) {
  enum { MOST_MONOMIALS = 4 };
  SmrPoly *rows = smr_arena_alloc(r->arena, (domain->row_count + *count) * sizeof *rows), square;
  uint32_t kept = 0, made = domain->row_count;
  if (made)
    memcpy(rows, domain->rows, made * sizeof *rows);
  for (uint32_t k = 0; k < *count; k++) {
    if (apart[k].count > MOST_MONOMIALS || smr_equations_name_index(r->out, apart[k])) {
      apart[kept++] = apart[k];
      continue;
    }
    if (!smr_poly_mul(r->arena, apart[k], apart[k], &square) ||
        !smr_poly_sub(r->arena, square, smr_poly_const(r->arena, 1), &rows[made++]))
      return false;
  }
  *count = kept;
  domain->rows = rows;
  domain->row_count = made;
  return true;
}

bool smr_raise_apart(SmrRaiser *r, SmrDomain domain, const SmrPoly *apart, uint32_t count, uint32_t which,
                     SmrDomain *out) {
  SmrPoly *rows = smr_arena_alloc(r->arena, (domain.row_count + count) * sizeof *rows);
  if (domain.row_count)
    memcpy(rows, domain.rows, domain.row_count * sizeof *rows);
  for (uint32_t k = 0; k < count; k++)
    if (!smr_poly_scale(r->arena, apart[k], which >> k & 1 ? 1 : -1, &rows[domain.row_count + k]) ||
        !smr_poly_sub(r->arena, rows[domain.row_count + k], smr_poly_const(r->arena, 1),
                      &rows[domain.row_count + k]))
      return false;
  *out = domain;
  out->rows = rows;
  out->row_count += count;
  return true;
}

//--- Ops ---------------------------------------------------------------------------

/// The nest's object whose base this is; UINT32_MAX after refusing.
static uint32_t object_of(SmrRaiser *r, SmrOp access) {
  const SmrGraph *g = r->graph;
  SmrValue base = smr_raise_same(r, smr_base_of(g, smr_access_ptr(g, access)));
  if (!base) {
    smr_raise_refuse(r, SMR_NOT_RAISED_BASE, access);
    return UINT32_MAX;
  }
  for (uint32_t k = 0; k < r->objects.size; k++)
    if (r->objects.data[k].base == base ||
        smr_alias_bases(g, r->objects.data[k].base, base) == SMR_ALIAS_MUST)
      return k;
  smr_vec_push(&r->objects, (SmrRaisedObject){.base = base});
  return r->objects.size - 1;
}

static bool read_access(SmrRaiser *r, SmrOp op, uint32_t scope) {
  const SmrGraph *g = r->graph;
  bool store = smr_op(g, op)->code == SMR_OP_STORE, ok = true;
  SmrType type = store ? smr_value_type(g, smr_operand(g, op, 0)) : smr_value_type(g, smr_result(g, op, 0));
  if (smr_op(g, op)->flags & SMR_F_VOLATILE)
    return smr_raise_refuse(r, SMR_NOT_RAISED_VOLATILE, op);
  if (store && !smr_type_is_number(type))
    return smr_raise_refuse(r, SMR_NOT_RAISED_INTEGER, op);
  if (!store && !smr_type_is_number(type) && !smr_raise_same(r, smr_result(g, op, 0)))
    return true; // an element of an array of integers: whatever needs it is refused
  uint32_t object = object_of(r, op);
  if (object == UINT32_MAX)
    return false;
  if (!smr_type_is_number(type)) {
    r->objects.data[object].fixed = op;
    return true;
  }
  if (r->accesses.size == SMR_RAISE_MAX_ACCESSES)
    return smr_raise_refuse(r, SMR_NOT_RAISED_LARGE, op);
  SmrPoly offset = smr_access_offset(g, r->arena, smr_access_ptr(g, op), &ok), raised;
  if (!ok || !smr_raise_poly(r, offset, &raised))
    return smr_raise_refuse(r, SMR_NOT_RAISED_OFFSET, op);
  r->objects.data[object].written |= store;
  smr_map_set(&r->access_of, op, r->accesses.size);
  smr_vec_push(&r->accesses, (SmrRaisedAccess){.op = op,
                                               .store = store,
                                               .scope = scope,
                                               .at = r->ops,
                                               .object = object,
                                               .type = type,
                                               .offset = raised});
  return true;
}

static bool read_block(SmrRaiser *r, SmrOp first, SmrOp last, uint32_t scope);

static uint32_t add_scope(SmrRaiser *r, SmrOp op, uint32_t parent) {
  smr_vec_push(&r->scopes, (SmrScope){.parent = parent,
                                      .depth = r->scopes.data[parent].depth + 1,
                                      .op = op,
                                      .row = r->rows.size,
                                      .apart = r->apart.size});
  return r->scopes.size - 1;
}

static bool read_region(SmrRaiser *r, SmrOp op, uint32_t region, uint32_t scope) {
  SmrBlock block = smr_body_block(r->graph, op, region);
  const SmrBlockData *data = &r->graph->blocks.data[block];
  for (uint32_t k = 0; k < data->args.size; k++)
    smr_map_set(&r->scope_of, smr_value(r->graph, data->args.data[k]), scope);
  return read_block(r, data->first, data->last, scope);
}

static bool read_loop(SmrRaiser *r, SmrOp op, uint32_t parent) {
  SmrValue iv = smr_loop_iv(r->graph, op);
  uint32_t scope = add_scope(r, op, parent);
  smr_map_set(&r->scope_of, iv, scope);
  r->scopes.data[scope].index = smr_raise_add_integer(r, iv, true);
  SmrPoly index = smr_poly_leaf(r->arena, iv);
  if (!add_row(r, index) || !add_below(r, index, smr_loop_trip(r->graph, r->arena, op), 0))
    return smr_raise_refuse(r, SMR_NOT_RAISED_BOUND, op);
  r->scopes.data[scope].row_count = r->rows.size - r->scopes.data[scope].row;
  return read_region(r, op, 0, scope);
}

static bool read_if(SmrRaiser *r, SmrOp op, uint32_t parent) {
  for (uint32_t k = 0; k < 2; k++) {
    uint32_t scope = add_scope(r, op, parent);
    r->scopes.data[scope].side = k;
    r->scopes.data[scope].vague = !smr_raise_condition(r, smr_operand(r->graph, op, 0), k == 0);
    r->scopes.data[scope].row_count = r->rows.size - r->scopes.data[scope].row;
    r->scopes.data[scope].apart_count = r->apart.size - r->scopes.data[scope].apart;
    if (!read_region(r, op, k, scope))
      return false;
  }
  return true;
}

static bool read_op(SmrRaiser *r, SmrOp op, uint32_t scope) {
  const SmrOpData *data = smr_op(r->graph, op);
  if (smr_is_rows(r->graph, op))
    return true; // (its results do not change in the nest)
  for (uint32_t k = 0; k < data->result_count; k++)
    smr_map_set(&r->scope_of, smr_value(r->graph, smr_result(r->graph, op, k)), scope);
  if (++r->ops > MOST_OPS || r->scopes.size + 2 > SMR_RAISE_MAX_SCOPES ||
      r->scopes.data[scope].depth > DEEPEST)
    return smr_raise_refuse(r, SMR_NOT_RAISED_LARGE, op);
  switch ((SmrOpcode)data->code) {
  case SMR_OP_LOOP:
    return read_loop(r, op, scope);
  case SMR_OP_IF:
    return read_if(r, op, scope);
  case SMR_OP_LOAD:
  case SMR_OP_STORE:
    return read_access(r, op, scope);
  case SMR_OP_FOR:
  case SMR_OP_WHILE:
    return smr_raise_refuse(r, SMR_NOT_RAISED_WHILE, op);
  case SMR_OP_CALL:
    return (data->flags & SMR_F_PURE) || smr_raise_refuse(r, SMR_NOT_RAISED_CALL, op);
  case SMR_OP_OPAQUE:
    return (data->flags & SMR_F_PURE) || smr_raise_refuse(r, SMR_NOT_RAISED_OPAQUE, op);
  case SMR_OP_ALLOCA:
    return !r->scopes.data[scope].depth || smr_raise_refuse(r, SMR_NOT_RAISED_MEMORY, op);
  case SMR_OP_HEAP:
  case SMR_OP_FREE:
    return smr_raise_refuse(r, SMR_NOT_RAISED_MEMORY, op);
  case SMR_OP_BR:
  case SMR_OP_CBR:
  case SMR_OP_RETURN:
    return smr_raise_refuse(r, SMR_NOT_RAISED_JUMP, op);
  default:
    return true;
  }
}

static bool read_block(SmrRaiser *r, SmrOp first, SmrOp last, uint32_t scope) {
  for (SmrOp op = first; op; op = op == last ? 0 : smr_op(r->graph, op)->next)
    if (!read_op(r, op, scope))
      return false;
  return true;
}

/// Is the scope the side of a condition on which a number is not 0?
static bool skips_zeros(const SmrRaiser *r, uint32_t scope) {
  const SmrGraph *g = r->graph;
  SmrOp op = r->scopes.data[scope].op, test = smr_def(g, smr_operand(g, op, 0));
  if (smr_op(g, op)->code != SMR_OP_IF || !test || smr_op(g, test)->code != SMR_OP_FCMP)
    return false;
  bool yes = r->scopes.data[scope].side == 0;
  SmrOp zero = smr_def(g, smr_operand(g, test, 1));
  return !strcmp(smr_fcmp_names[smr_op(g, test)->imm & 15], yes ? "une" : "oeq") && zero &&
         smr_op(g, zero)->code == SMR_OP_CONST && smr_const_float(g, zero) == 0;
}

/// What was taken not to change is not written; stores run where the rows say.
static bool check_accesses(SmrRaiser *r) {
  for (uint32_t k = 0; k < r->unwritten.size; k++) {
    const SmrRaisedAccess *load = &r->accesses.data[r->unwritten.data[k]];
    if (r->objects.data[load->object].written)
      return smr_raise_refuse(r, SMR_NOT_RAISED_CONDITION, load->op);
  }
  for (uint32_t k = 0; k < r->accesses.size; k++) {
    const SmrRaisedAccess *a = &r->accesses.data[k];
    if (!a->store)
      continue;
    for (uint32_t s = a->scope; s; s = r->scopes.data[s].parent)
      if (r->scopes.data[s].vague && (a->skips || !skips_zeros(r, s)))
        return smr_raise_refuse(r, SMR_NOT_RAISED_CONDITION, r->scopes.data[s].op);
      else if (r->scopes.data[s].vague)
        r->accesses.data[k].skips = r->scopes.data[s].op;
    if (r->objects.data[a->object].fixed)
      return smr_raise_refuse(r, SMR_NOT_RAISED_INTEGER, r->objects.data[a->object].fixed);
    for (uint32_t o = 0; o < r->objects.size; o++)
      if (o != a->object &&
          smr_alias_related(r->graph, r->objects.data[o].base, r->objects.data[a->object].base) &&
          smr_alias_bases(r->graph, r->objects.data[o].base, r->objects.data[a->object].base) != SMR_ALIAS_NO)
        return smr_raise_refuse(r, SMR_NOT_RAISED_BASE, a->op);
  }
  return true;
}

/// Is the integer the value, or max(value, 0)?
static bool is_least_0_of(const SmrRaiser *r, uint32_t id, SmrValue value) {
  const SmrGraph *g = r->graph;
  SmrOp op = smr_def(g, r->out->integers.data[id].value);
  uint32_t leaf;
  if (r->out->integers.data[id].value == value)
    return true;
  for (uint32_t k = 0; op && smr_op(g, op)->code == SMR_OP_MAXS && k < 2; k++)
    if (smr_poly_is_leaf(smr_poly_of(g, r->arena, smr_operand(g, op, k)), &leaf) && leaf == value)
      return true;
  return false;
}

/// How often a loop runs that is unrolled by hand is a parameter: what is left of n is n - 4*(n/4). (Where
/// max(n/4, 0) is one, that will do.)
static void add_quotients(SmrRaiser *r) {
  for (uint32_t s = 1; s < r->scopes.size; s++) {
    SmrOp op = r->scopes.data[s].op;
    uint32_t leaf, k = 1;
    SmrPoly trip, unused;
    if (!r->scopes.data[s].index || !smr_poly_is_leaf(trip = smr_loop_trip(r->graph, r->arena, op), &leaf) ||
        !leaf_made_by(r, trip, SMR_OP_DIVS, &leaf))
      continue;
    while (k < r->out->integers.size && !is_least_0_of(r, k, leaf))
      ++k;
    if (k == r->out->integers.size)
      (void)smr_raise_poly(r, trip, &unused);
  }
}

/// What is known of parameters: rows of scope 0. The indices of the loops around the nest are some.
static void add_around(SmrRaiser *r) {
  const SmrGraph *g = r->graph;
  r->scopes.data[0].row = r->rows.size;
  add_quotients(r);
  smr_raise_quotients(r);
  for (SmrOp op = smr_block_parent(g, r->range.block); op; op = smr_parent(g, op)) {
    SmrPoly last;
    if (smr_op(g, op)->code != SMR_OP_LOOP)
      continue;
    SmrPoly index = smr_poly_leaf(r->arena, smr_loop_iv(g, op));
    smr_raise_known(r, index);
    if (smr_poly_sub(r->arena, smr_loop_trip(g, r->arena, op), index, &last) &&
        smr_poly_sub(r->arena, last, smr_poly_const(r->arena, 1), &last))
      smr_raise_known(r, last);
  }
  r->scopes.data[0].row_count = r->rows.size - r->scopes.data[0].row;
}

bool smr_raise_read(SmrRaiser *r) {
  smr_vec_push(&r->scopes, (SmrScope){0});
  bool ok = read_block(r, r->range.first, r->range.last, 0) && check_accesses(r);
  r->is_read = true;
  if (ok)
    add_around(r);
  return ok;
}
