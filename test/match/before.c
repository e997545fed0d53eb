//===- before.c - guards as the program computes them ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "graph/number.h"
#include "match/before.h"

/// Modulo 2^64, as it is at run time.
int64_t smr_before_poly(SmrBefore *b, SmrPoly poly) {
  uint64_t sum = 0;
  for (uint32_t t = 0; t < poly.count; t++) {
    uint64_t product = (uint64_t)poly.terms[t].coef;
    for (uint32_t k = 0; k < poly.terms[t].degree; k++)
      product *= (uint64_t)smr_before_value(b, poly.terms[t].leaves[k]);
    sum += product;
  }
  return (int64_t)sum;
}

static int64_t early_op(SmrBefore *b, SmrOp op) {
  const SmrGraph *g = b->g;
  const SmrOpData *data = smr_op(g, op);
  SmrArena arena = {0};
  int64_t x, y, result = 0;
  switch ((SmrOpcode)data->code) {
  case SMR_OP_CONST:
    return data->imm;
  case SMR_OP_POLY:
    result = smr_before_poly(b, smr_poly_of(g, &arena, smr_result(g, op, 0)));
    smr_arena_destroy(&arena);
    return result;
  case SMR_OP_MINS:
    x = smr_before_value(b, smr_operand(g, op, 0)), y = smr_before_value(b, smr_operand(g, op, 1));
    return x < y ? x : y;
  case SMR_OP_ADDR:
    return smr_before_value(b, smr_operand(g, op, 0)) + smr_before_value(b, smr_operand(g, op, 1));
  case SMR_OP_LOAD:
    if (!b->memory)
      return b->loaded;
    x = smr_before_value(b, smr_operand(g, op, 0));
    if (x < b->start || x + 8 > b->start + (int64_t)b->size)
      fail_msg("a guard reads outside of memory\n%s", b->text);
    memcpy(&result, b->memory + (x - b->start), 8);
    smr_vec_push(&b->loads, x);
    return result;
  case SMR_OP_TRUNC:
  case SMR_OP_SEXT:
  case SMR_OP_ZEXT:
    return smr_int_cast((SmrOpcode)data->code, smr_value_type(g, smr_operand(g, op, 0)),
                        smr_value_type(g, smr_result(g, op, 0)), smr_before_value(b, smr_operand(g, op, 0)));
  default:
    fail_msg("a guard computes a %s\n%s", smr_opcode_name((SmrOpcode)data->code), b->text);
    return 0;
  }
}

int64_t smr_before_value(SmrBefore *b, SmrValue value) {
  const SmrGraph *g = b->g;
  uint32_t at;
  value = smr_value(g, value);
  if (smr_map_get(&b->early, value, &at))
    return b->now.data[at];
  const SmrValueData *data = &g->values.data[value];
  if (!data->def && data->block != smr_region_block(g, g->body))
    fail_msg("a guard names a loop variable\n%s", b->text);
  int64_t now = data->def ? early_op(b, data->def) : b->args[data->index];
  smr_vec_push(&b->now, now);
  smr_map_set(&b->early, value, b->now.size - 1);
  return now;
}

static int64_t expr_value(SmrBefore *b, const SmrExpr *e) {
  if (e->op == SMR_X_POLY)
    return smr_before_poly(b, e->poly);
  if (e->op == SMR_X_ADDRESS)
    return smr_before_value(b, e->value);
  uint64_t x = (uint64_t)expr_value(b, e->a), y = e->b ? (uint64_t)expr_value(b, e->b) : 0;
  int64_t p = (int64_t)x, q = (int64_t)y;
  switch (e->op) {
  case SMR_X_ADD:
    return (int64_t)(x + y);
  case SMR_X_SUB:
    return (int64_t)(x - y);
  case SMR_X_MUL:
    return (int64_t)(x * y);
  case SMR_X_REM:
    return p % (q < 1 ? 1 : q);
  case SMR_X_MIN:
    return p < q ? p : q;
  case SMR_X_MAX:
    return p > q ? p : q;
  case SMR_X_SEXT:
    return (int64_t)(x << (64 - e->bits)) >> (64 - e->bits);
  case SMR_X_EQ:
    return p == q;
  case SMR_X_NE:
    return p != q;
  case SMR_X_LT:
    return p < q;
  case SMR_X_LE:
    return p <= q;
  case SMR_X_AND:
    return p && q;
  case SMR_X_OR:
    return p || q;
  default:
    fail_msg("an operator that no guard here has");
    return 0;
  }
}

/// Up to the first guard that does not hold.
bool smr_before_holds(SmrBefore *b, const SmrVerdict *verdict) {
  for (uint32_t k = 0; k < verdict->guard_count; k++)
    if (!expr_value(b, verdict->guards[k].test))
      return false;
  return true;
}

void smr_before_forget(SmrBefore *b) {
  smr_map_free(&b->early);
  smr_vec_free(&b->now);
  smr_vec_free(&b->loads);
}
