//===- may_gain.c - loops that sum nothing ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// capi/llvm/gains.cpp asks the same of whole functions, before they are read.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "match/may_pay.h"

enum { MOST_STEPS = 1000 };

typedef struct {
  const SmrGraph *g;
  SmrValue base; // of the array
  uint32_t steps;
} Question;

static bool is_number(const SmrGraph *g, SmrValue value) {
  return smr_type_is_number(smr_value_type(g, value));
}

static SmrValue base_of_access(const SmrGraph *g, SmrOp access) {
  return smr_base_of(g, smr_access_ptr(g, access));
}

/// Is the value computed from an element of the array by additions, or as the greater of two? `added`: that
/// something is added is known.
static bool has_addend(Question *q, SmrValue value, bool added) {
  const SmrGraph *g = q->g;
  SmrOp def = smr_def(g, value);
  if (!def || !is_number(g, value))
    return false;
  if (++q->steps > MOST_STEPS || smr_op(g, def)->region_count) // (what a condition chooses)
    return true;
  switch ((SmrOpcode)smr_op(g, def)->code) {
  case SMR_OP_LOAD:
    return added && smr_alias_related(g, base_of_access(g, def), q->base);
  case SMR_OP_FMUL:
  case SMR_OP_FPROD:
  case SMR_OP_FDIV:
    return false;
  case SMR_OP_FNEG:
  case SMR_OP_FPEXT:
  case SMR_OP_FPTRUNC:
  case SMR_OP_NOREASSOC:
    return has_addend(q, smr_operand(g, def, 0), added);
  case SMR_OP_FMA:
    return has_addend(q, smr_operand(g, def, 2), true);
  default:
    break;
  }
  bool any = false;
  for (uint32_t k = 0; k < smr_op(g, def)->operand_count && !any; k++)
    any = has_addend(q, smr_operand(g, def, k), true);
  return any;
}

/// Does the condition compare an element of the array?
static bool compares(Question *q, SmrValue condition) {
  const SmrGraph *g = q->g;
  SmrOp def = smr_def(g, condition);
  bool any = ++q->steps > MOST_STEPS;
  for (uint32_t k = 0; def && k < smr_op(g, def)->operand_count && !any; k++)
    any = has_addend(q, smr_operand(g, def, k), true) ||
          (smr_value_type(g, smr_operand(g, def, k)) == SMR_I1 && compares(q, smr_operand(g, def, k)));
  return any;
}

static bool is_computed(const SmrGraph *g, SmrOp store) {
  SmrOp def = smr_def(g, smr_operand(g, store, 0));
  return def && smr_op(g, def)->code != SMR_OP_LOAD && smr_op(g, def)->code != SMR_OP_CONST;
}

/// Is the value computed from the variable of the loop, or from what the loop carries?
static bool moves(Question *q, SmrValue value, SmrBlock body) {
  const SmrGraph *g = q->g;
  SmrOp def = smr_def(g, value);
  bool any = ++q->steps < MOST_STEPS && !def && smr_value_data(g, smr_value(g, value))->block == body;
  for (uint32_t k = 0; def && k < smr_op(g, def)->operand_count && !any; k++)
    any = moves(q, smr_operand(g, def, k), body);
  return any;
}

/// Is an element that changes in the loop among what the value is computed from?
static bool has_element(Question *q, SmrValue value, SmrBlock body) {
  const SmrGraph *g = q->g;
  SmrOp def = smr_def(g, value);
  if (!def || !is_number(g, value) || ++q->steps >= MOST_STEPS)
    return false;
  if (smr_op(g, def)->code == SMR_OP_LOAD)
    return moves(q, smr_access_ptr(g, def), body);
  bool any = false;
  for (uint32_t k = 0; k < smr_op(g, def)->operand_count && !any; k++)
    any = has_element(q, smr_operand(g, def, k), body);
  return any;
}

/// Is a product of two such elements among it? (No complex vector is, by idioms.)
static bool has_product(Question *q, SmrValue value, SmrBlock body) {
  const SmrGraph *g = q->g;
  SmrOp def = smr_def(g, value);
  if (!def || !is_number(g, value) || ++q->steps >= MOST_STEPS)
    return false;
  SmrOpcode code = (SmrOpcode)smr_op(g, def)->code;
  uint32_t elements = 0, factors = code == SMR_OP_FMA ? 2 : smr_op(g, def)->operand_count;
  for (uint32_t k = 0; (code == SMR_OP_FMUL || code == SMR_OP_FPROD || code == SMR_OP_FMA) && k < factors;
       k++)
    elements += has_element(q, smr_operand(g, def, k), body);
  bool any = elements > 1;
  for (uint32_t k = 0; k < smr_op(g, def)->operand_count && !any; k++)
    any = has_product(q, smr_operand(g, def, k), body);
  return any;
}

static bool multiplies_elements(const SmrGraph *g, SmrOp store) {
  SmrOp loop = smr_counted_loop(g, store);
  Question q = {g, 0, 0};
  return loop && has_product(&q, smr_operand(g, store, 0), smr_body_block(g, loop, 0));
}

/// Calls for complex numbers may say what is done to their halves: both are computed, in one block.
static bool has_other_half(const SmrGraph *g, SmrOp store) {
  bool found = false;
  for (SmrOp op = g->blocks.data[smr_op(g, store)->block].first; op && !found; op = smr_op(g, op)->next)
    found = op != store && smr_op(g, op)->code == SMR_OP_STORE && is_computed(g, op) &&
            smr_alias_related(g, base_of_access(g, op), base_of_access(g, store));
  return found;
}

static bool may_store_gain(const SmrGraph *g, SmrOp store) {
  SmrValue value = smr_operand(g, store, 0);
  if (!is_number(g, value)) // (dot products of small integers)
    return is_computed(g, store);
  if (SMR_TYPE_KIND(smr_value_type(g, value)) == SMR_T_COMPLEX ||
      (is_computed(g, store) && has_other_half(g, store) && !multiplies_elements(g, store)))
    return true;
  Question q = {g, base_of_access(g, store), 0};
  bool may = has_addend(&q, value, false);
  for (SmrOp op = smr_parent(g, store); op && !may; op = smr_parent(g, op))
    may = smr_op(g, op)->code == SMR_OP_IF && compares(&q, smr_operand(g, op, 0));
  return may;
}

static bool may_op_gain(const SmrGraph *g, SmrOp op) {
  const SmrOpData *data = smr_op(g, op);
  const char *name = data->code == SMR_OP_MATH ? smr_intern_text(g->symbols, data->name) : "";
  switch ((SmrOpcode)data->code) {
  case SMR_OP_LOOP:
    return data->result_count;
  case SMR_OP_WHILE:
  case SMR_OP_FOR:
    return true;
  case SMR_OP_STORE:
    return may_store_gain(g, op);
  default:
    return strstr(name, "exp") || strstr(name, "tanh");
  }
}

bool smr_may_gain(const SmrGraph *g, SmrNest nest) {
  bool may = false;
  for (SmrOp op = nest.first; op && !may; op = op == nest.last ? 0 : smr_op(g, op)->next) {
    may = may_op_gain(g, op);
    for (uint32_t r = 0; r < smr_op(g, op)->region_count && !may; r++) {
      SmrBlock body = smr_body_block(g, op, r);
      may = !body || smr_may_gain(g, (SmrNest){body, g->blocks.data[body].first, g->blocks.data[body].last});
    }
  }
  return may;
}
