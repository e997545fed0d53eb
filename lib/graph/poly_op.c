//===- poly_op.c - polynomials of graph values ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/poly_op.h"
#include "graph/number.h"

/// A POLY op whose operands are leaves, each polynomial in `leaves` a lone one: the commonest by far.
static bool expand_flat(const SmrGraph *graph, SmrArena *arena, const SmrOpData *op, const SmrPoly *leaves,
                        SmrPoly *out) {
  const SmrPolyData *poly = &graph->polys.data[op->poly];
  SmrMonomial terms[SMR_POLY_MAX_TERMS];
  uint32_t leaf;
  if (poly->count > SMR_POLY_MAX_TERMS)
    return false;
  for (uint32_t k = 0; k < op->operand_count; k++)
    if (!smr_poly_is_leaf(leaves[k], &leaf))
      return false;
  for (uint32_t t = 0; t < poly->count; t++) {
    const SmrTermData *term = &graph->terms.data[poly->first + t];
    if (term->count > SMR_POLY_MAX_DEGREE)
      return false;
    uint32_t *sorted = term->count ? smr_arena_alloc(arena, term->count * sizeof *sorted) : NULL;
    for (uint32_t i = 0; i < term->count; i++) {
      uint32_t at = i, next = leaves[graph->monomials.data[term->first + i]].terms[0].leaves[0];
      for (; at > 0 && sorted[at - 1] > next; --at)
        sorted[at] = sorted[at - 1];
      sorted[at] = next;
    }
    terms[t] = (SmrMonomial){term->coef, term->count, sorted};
  }
  return smr_poly_of_terms(arena, terms, poly->count, out);
}

/// Expands a value; *budget bounds the POLY ops opened, so that a deep DAG of them cannot cost exponential
/// time.
static SmrPoly expand(const SmrGraph *graph, SmrArena *arena, SmrValue value, uint32_t *budget) {
  value = smr_value(graph, value);
  SmrOp def = smr_def(graph, value);
  int64_t constant;
  if (smr_const_int(graph, value, &constant))
    return smr_poly_const(arena, constant);
  if (!def || smr_op(graph, def)->code != SMR_OP_POLY || !*budget)
    return smr_poly_leaf(arena, value);
  --*budget;
  const SmrOpData *op = smr_op(graph, def);
  SmrPoly *leaves = smr_arena_alloc(arena, op->operand_count * sizeof *leaves);
  for (uint32_t k = 0; k < op->operand_count; k++)
    leaves[k] = expand(graph, arena, smr_operand(graph, def, k), budget);
  SmrPoly sum = {NULL, 0};
  if (expand_flat(graph, arena, op, leaves, &sum))
    return sum;
  sum = (SmrPoly){NULL, 0};
  for (uint32_t t = 0; t < graph->polys.data[op->poly].count; t++) {
    const SmrTermData *term = &graph->terms.data[graph->polys.data[op->poly].first + t];
    SmrPoly product = smr_poly_const(arena, term->coef);
    for (uint32_t i = 0; i < term->count; i++)
      if (!smr_poly_mul(arena, product, leaves[graph->monomials.data[term->first + i]], &product))
        return smr_poly_leaf(arena, value);
    if (!smr_poly_add(arena, sum, product, &sum))
      return smr_poly_leaf(arena, value);
  }
  return sum;
}

SmrPoly smr_poly_of(const SmrGraph *graph, SmrArena *arena, SmrValue value) {
  uint32_t budget = 64;
  return expand(graph, arena, value, &budget);
}

static bool modulo(const SmrGraph *g, SmrArena *arena, SmrValue value, uint32_t depth, SmrPoly *out) {
  enum { DEEPEST = 16 };
  value = smr_value(g, value);
  SmrOp op = smr_def(g, value);
  SmrOpcode code = op && depth < DEEPEST ? (SmrOpcode)smr_op(g, op)->code : SMR_OP_NONE;
  int64_t shift;
  SmrPoly a, b;
  switch (code) {
  case SMR_OP_TRUNC:
    return modulo(g, arena, smr_operand(g, op, 0), depth + 1, out);
  case SMR_OP_SHL:
    return smr_const_int(g, smr_operand(g, op, 1), &shift) && shift >= 0 &&
           shift < (int64_t)smr_int_width(smr_value_type(g, value)) && shift < 62 &&
           modulo(g, arena, smr_operand(g, op, 0), depth + 1, &a) &&
           smr_poly_scale(arena, a, (int64_t)1 << shift, out);
  case SMR_OP_ADD:
  case SMR_OP_SUB:
  case SMR_OP_MUL:
    return modulo(g, arena, smr_operand(g, op, 0), depth + 1, &a) &&
           modulo(g, arena, smr_operand(g, op, 1), depth + 1, &b) &&
           (code == SMR_OP_ADD   ? smr_poly_add(arena, a, b, out)
            : code == SMR_OP_SUB ? smr_poly_sub(arena, a, b, out)
                                 : smr_poly_mul(arena, a, b, out));
  default:
    *out = smr_poly_of(g, arena, value);
    return true;
  }
}

bool smr_poly_modulo(const SmrGraph *graph, SmrArena *arena, SmrValue value, SmrPoly *out) {
  return modulo(graph, arena, value, 0, out);
}

bool smr_poly_inside(const SmrGraph *graph, SmrPoly poly, SmrOp op) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);)
    if (smr_value_inside(graph, leaf, op))
      return true;
  return false;
}

/// Is the value the polynomial, or a difference of 64 bits that is?
static bool is_dividend(const SmrGraph *g, SmrArena *arena, SmrValue value, SmrPoly poly) {
  SmrOp def = smr_def(g, value);
  SmrPoly own = smr_poly_of(g, arena, value);
  bool known = !def || smr_op(g, def)->code != SMR_OP_SUB || smr_value_type(g, value) != SMR_I64 ||
               smr_poly_sub(arena, smr_poly_of(g, arena, smr_operand(g, def, 0)),
                            smr_poly_of(g, arena, smr_operand(g, def, 1)), &own);
  return known && smr_poly_equal(own, poly);
}

SmrValue smr_poly_quotient(const SmrGraph *g, SmrArena *arena, SmrPoly poly, int64_t divisor) {
  for (SmrOp op = 1; op < g->ops.size; op++) {
    int64_t by;
    if (smr_op(g, op)->block && smr_op(g, op)->code == SMR_OP_DIVS &&
        smr_const_int(g, smr_operand(g, op, 1), &by) && by == divisor &&
        is_dividend(g, arena, smr_operand(g, op, 0), poly))
      return smr_result(g, op, 0);
  }
  return 0;
}

bool smr_poly_is_built(const SmrGraph *graph, SmrValue value, SmrPoly poly) {
  int64_t constant, known;
  uint32_t leaf;
  value = smr_value(graph, value);
  if (smr_value_type(graph, value) != SMR_I64)
    return false;
  if (smr_poly_is_const(poly, &constant))
    return smr_const_int(graph, value, &known) && known == constant;
  if (smr_poly_is_leaf(poly, &leaf) && smr_value_type(graph, leaf) == SMR_I64)
    return value == smr_value(graph, leaf);
  SmrOp def = smr_def(graph, value);
  if (!def || smr_op(graph, def)->code != SMR_OP_POLY)
    return false;
  const SmrPolyData *built = &graph->polys.data[smr_op(graph, def)->poly];
  if (built->count != poly.count)
    return false;
  for (uint32_t t = 0; t < poly.count; t++) {
    const SmrTermData *term = &graph->terms.data[built->first + t];
    if (term->coef != poly.terms[t].coef || term->count != poly.terms[t].degree)
      return false;
    for (uint32_t k = 0; k < term->count; k++) // the order may differ: then it is built anew
      if (smr_operand(graph, def, graph->monomials.data[term->first + k]) != poly.terms[t].leaves[k])
        return false;
  }
  return true;
}

SmrValue smr_poly_build(SmrGraph *graph, SmrBlock block, SmrOp where, SmrPoly poly) {
  int64_t constant;
  uint32_t leaf;
  if (smr_poly_is_const(poly, &constant))
    return smr_build_const(graph, block, where, SMR_I64, constant);
  if (smr_poly_is_leaf(poly, &leaf) && smr_value_type(graph, leaf) == SMR_I64)
    return smr_value(graph, leaf);

  SmrValue operands[SMR_POLY_MAX_TERMS * SMR_POLY_MAX_DEGREE];
  uint32_t operand_count = 0, first_term = graph->terms.size;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);) {
    if (!smr_is_among(operands, operand_count, leaf))
      operands[operand_count++] = leaf;
  }
  for (uint32_t t = 0; t < poly.count; t++) {
    const SmrMonomial *term = &poly.terms[t];
    smr_vec_push(&graph->terms, (SmrTermData){term->coef, graph->monomials.size, term->degree});
    for (uint32_t k = 0; k < operand_count; k++)
      for (uint32_t i = 0; i < term->degree; i++)
        if (term->leaves[i] == operands[k])
          smr_vec_push(&graph->monomials, k);
  }
  uint32_t index = graph->polys.size;
  smr_vec_push(&graph->polys, (SmrPolyData){first_term, poly.count});
  SmrValue value = smr_build(graph, block, where, SMR_OP_POLY, SMR_I64, operands, operand_count, 0);
  smr_op(graph, smr_def(graph, value))->poly = index;
  return value;
}
