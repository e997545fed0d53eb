//===- before.c - guards as the program computes them ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "graph/interpret.h"
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

static int64_t early_load(SmrBefore *b, int64_t at) {
  int64_t result;
  if (!b->memory)
    return b->loaded;
  if (at < b->start || at + 8 > b->start + (int64_t)b->size)
    fail_msg("a guard reads outside of memory\n%s", b->text);
  memcpy(&result, b->memory + (at - b->start), 8);
  smr_vec_push(&b->loads, at);
  return result;
}

static int64_t early_op(SmrBefore *b, SmrOp op) {
  const SmrGraph *g = b->g;
  const SmrOpData *data = smr_op(g, op);
  SmrInterp in = {.graph = g};
  uint32_t count = data->code == SMR_OP_ADDR ? 2 : data->operand_count; // (indices may be the loops')
  if (data->code == SMR_OP_LOAD)
    return early_load(b, smr_before_value(b, smr_operand(g, op, 0)));
  in.values = smr_xcalloc(g->values.size, sizeof *in.values);
  for (uint32_t k = 0; k < count; k++)
    in.values[smr_operand(g, op, k)].i = smr_before_value(b, smr_operand(g, op, k));
  if (!smr_interp_op(&in, op))
    fail_msg("a guard computes this: %s\n%s", in.trap, b->text);
  int64_t result = in.values[smr_result(g, op, 0)].i;
  free(in.values);
  return result;
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
  int64_t x = expr_value(b, e->a), y = e->b ? expr_value(b, e->b) : 0, result;
  if (e->op == SMR_X_SEXT)
    return smr_int_signed(SMR_TYPE(SMR_T_INT, e->bits), x);
  if (!smr_expr_fold(e->op, x, e->op == SMR_X_REM && y < 1 ? 1 : y, &result))
    fail_msg("an operator that no guard here has");
  return result;
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
