//===- read.c - R1: scopes, accesses and integers of a nest ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/known.h"
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "raise/internal.h"

enum { MOST_OPS = 1 << 14, DEEPEST = 64 };

bool smr_raise_refuse(SmrRaiser *r, SmrNotRaisedReason reason, SmrOp op) {
  if (r->why.reason == SMR_RAISED)
    r->why = (SmrNotRaised){reason, op};
  return false;
}

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

/// Does the op give the same whenever its operands do? A load of an integer or a pointer does, as nothing of
/// that kind is stored where it is (smr_raise_read sees to that).
static bool repeats(const SmrRaiser *r, SmrOp op) {
  const SmrOpData *data = smr_op(r->graph, op);
  if (data->region_count || data->result_count != 1 || (data->flags & SMR_F_VOLATILE))
    return false;
  if (data->code == SMR_OP_LOAD)
    return !smr_type_is_float(smr_value_type(r->graph, smr_result(r->graph, op, 0)));
  return smr_opcode_pure((SmrOpcode)data->code) && data->code != SMR_OP_UNDEF;
}

static SmrValue find_same(SmrRaiser *r, SmrValue value) {
  const SmrGraph *g = r->graph;
  SmrOp def = smr_def(g, value);
  if (smr_raise_outside(r, value) || (def && smr_op(g, def)->code == SMR_OP_ALLOCA))
    return value; // (an array of the function's own, made once in the nest)
  if (!def || !repeats(r, def))
    return 0;
  for (uint32_t k = 0; k < smr_op(g, def)->operand_count; k++)
    if (!smr_raise_same(r, smr_operand(g, def, k)))
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

static uint32_t add_integer(SmrRaiser *r, SmrValue value, bool index) {
  SmrOp def = smr_def(r->graph, value);
  bool named = smr_value_data(r->graph, value)->name,
       loaded = def && smr_op(r->graph, def)->code == SMR_OP_LOAD;
  SmrValue source = !named && loaded ? smr_access_ptr(r->graph, def) : value; // Fortran's n, by reference
  SmrSym unique = smr_raise_name(r, source, index ? "i" : "n");
  smr_vec_push(&r->out->integers, (SmrRaisedInteger){unique, index, value});
  smr_map_set(&r->integer_of, value, r->out->integers.size - 1);
  return r->out->integers.size - 1;
}

/// The integer that a leaf of a polynomial is; 0 when it changes in the nest and is no index.
static uint32_t integer_of(SmrRaiser *r, SmrValue leaf) {
  uint32_t id;
  leaf = smr_value(r->graph, leaf);
  if (smr_map_get(&r->integer_of, leaf, &id))
    return id;
  SmrValue same = smr_value_type(r->graph, leaf) == SMR_I1 ? 0 : smr_raise_same(r, leaf);
  if (!same) // (i1 is a truth value: as a number it is 1 or -1, as its reader likes)
    return 0;
  return smr_map_get(&r->integer_of, same, &id) ? id : add_integer(r, same, false);
}

bool smr_raise_poly(SmrRaiser *r, SmrPoly poly, SmrPoly *out) {
  SmrPoly sum = {0};
  for (uint32_t t = 0; t < poly.count; t++) {
    SmrPoly product = smr_poly_const(r->arena, poly.terms[t].coef);
    for (uint32_t k = 0; k < poly.terms[t].degree; k++) {
      uint32_t id = integer_of(r, poly.terms[t].leaves[k]);
      if (!id || !smr_poly_mul(r->arena, product, smr_poly_leaf(r->arena, id), &product))
        return false;
    }
    if (!smr_poly_add(r->arena, sum, product, &sum))
      return false;
  }
  *out = sum;
  return true;
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

/// index < bound, where bound may have a minimum in it, or be a quotient.
static bool add_below(SmrRaiser *r, SmrPoly index, SmrPoly bound, uint32_t depth) {
  const SmrGraph *g = r->graph;
  uint32_t leaf;
  SmrOp min = leaf_made_by(r, bound, SMR_OP_MINS, &leaf);
  if (min && depth < 8) {
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

static bool add_comparison(SmrRaiser *r, SmrOp op, bool truth) {
  const SmrGraph *g = r->graph;
  SmrPoly a = smr_poly_of(g, r->arena, smr_operand(g, op, 0)),
          b = smr_poly_of(g, r->arena, smr_operand(g, op, 1));
  static const SmrIcmp negations[] = {[SMR_EQ] = SMR_NE,   [SMR_NE] = SMR_EQ,   [SMR_SLT] = SMR_SGE,
                                      [SMR_SLE] = SMR_SGT, [SMR_SGT] = SMR_SLE, [SMR_SGE] = SMR_SLT,
                                      [SMR_ULT] = SMR_UGE, [SMR_ULE] = SMR_UGT, [SMR_UGT] = SMR_ULE,
                                      [SMR_UGE] = SMR_ULT};
  if (SMR_TYPE_KIND(smr_value_type(g, smr_operand(g, op, 0))) != SMR_T_INT)
    return false;
  SmrIcmp predicate = (SmrIcmp)smr_op(g, op)->imm;
  switch (truth ? predicate : negations[predicate]) {
  case SMR_EQ:
    return add_difference(r, a, b, 0) && add_difference(r, b, a, 0);
  case SMR_SLT:
    return add_difference(r, b, a, 1);
  case SMR_SLE:
    return add_difference(r, b, a, 0);
  case SMR_SGT:
    return add_difference(r, a, b, 1);
  case SMR_SGE:
    return add_difference(r, a, b, 0);
  default: // not equal is two ranges; unsigned ones may be
    return false;
  }
}

static bool add_condition(SmrRaiser *r, SmrValue condition, bool truth, uint32_t depth) {
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
  case SMR_OP_XOR:
    return smr_const_int(g, smr_operand(g, def, 1), &one) && (one & 1) &&
           add_condition(r, smr_operand(g, def, 0), !truth, depth + 1);
  default:
    return false;
  }
}

bool smr_raise_condition(SmrRaiser *r, SmrValue condition, bool truth) {
  uint32_t before = r->rows.size;
  bool is_i1 = smr_value_type(r->graph, condition) == SMR_I1;
  if (is_i1 && add_condition(r, condition, truth, 0))
    return true;
  r->rows.size = before;
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
  if (store && !smr_type_is_float(type))
    return smr_raise_refuse(r, SMR_NOT_RAISED_INTEGER, op);
  if (!store && !smr_type_is_float(type) && !smr_raise_same(r, smr_result(g, op, 0)))
    return true; // an element of an array of integers: whatever needs it is refused
  uint32_t object = object_of(r, op);
  if (object == UINT32_MAX)
    return false;
  if (!smr_type_is_float(type)) {
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
  smr_vec_push(
      &r->scopes,
      (SmrScope){.parent = parent, .depth = r->scopes.data[parent].depth + 1, .op = op, .row = r->rows.size});
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
  r->scopes.data[scope].index = add_integer(r, iv, true);
  SmrPoly index = smr_poly_leaf(r->arena, iv);
  if (!add_row(r, index) || !add_below(r, index, smr_loop_trip(r->graph, r->arena, op), 0))
    return smr_raise_refuse(r, SMR_NOT_RAISED_BOUND, op);
  r->scopes.data[scope].row_count = r->rows.size - r->scopes.data[scope].row;
  return read_region(r, op, 0, scope);
}

static bool read_if(SmrRaiser *r, SmrOp op, uint32_t parent) {
  for (uint32_t k = 0; k < 2; k++) {
    uint32_t scope = add_scope(r, op, parent);
    r->scopes.data[scope].vague = !smr_raise_condition(r, smr_operand(r->graph, op, 0), k == 0);
    r->scopes.data[scope].row_count = r->rows.size - r->scopes.data[scope].row;
    if (!read_region(r, op, k, scope))
      return false;
  }
  return true;
}

static bool read_op(SmrRaiser *r, SmrOp op, uint32_t scope) {
  const SmrOpData *data = smr_op(r->graph, op);
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

/// Integers and pointers that were taken not to change are not written; stores run where the rows say.
static bool check_accesses(SmrRaiser *r) {
  for (uint32_t k = 0; k < r->accesses.size; k++) {
    const SmrRaisedAccess *a = &r->accesses.data[k];
    if (!a->store)
      continue;
    for (uint32_t s = a->scope; s; s = r->scopes.data[s].parent)
      if (r->scopes.data[s].vague)
        return smr_raise_refuse(r, SMR_NOT_RAISED_CONDITION, r->scopes.data[s].op);
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

bool smr_raise_read(SmrRaiser *r) {
  smr_vec_push(&r->scopes, (SmrScope){0});
  return read_block(r, r->range.first, r->range.last, 0) && check_accesses(r);
}
