//===- plan_narrow.c - integers of a nest that may wrap around -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Raising reads sums and products of few bits as polynomials where these fit. The same is done here: modulo
// 2^width such a value is the polynomial whatever its parts do, so it is the polynomial itself wherever that
// is in the range of the type.
//===----------------------------------------------------------------------===//
#include "graph/number.h"
#include "match/legality_internal.h"

bool smr_nest_opened(SmrDecision *d, SmrValue value, SmrPoly *out, int64_t *low, int64_t *high) {
  const SmrGraph *g = d->graph;
  SmrOp op = smr_def(g, value);
  SmrType type = smr_value_type(g, value), from;
  if (!op || SMR_TYPE_KIND(type) != SMR_T_INT || type == SMR_I1 || SMR_TYPE_PAYLOAD(type) > 64)
    return false;
  switch ((SmrOpcode)smr_op(g, op)->code) {
  case SMR_OP_SEXT:
  case SMR_OP_ZEXT: // the same number where it has no sign
    from = smr_value_type(g, smr_operand(g, op, 0));
    *low = smr_op(g, op)->code == SMR_OP_ZEXT ? 0 : smr_int_least(SMR_TYPE_PAYLOAD(from));
    *high = smr_int_most(SMR_TYPE_PAYLOAD(from));
    return SMR_TYPE_KIND(from) == SMR_T_INT && from != SMR_I1 &&
           smr_poly_modulo(g, d->arena, smr_operand(g, op, 0), out);
  case SMR_OP_ADD:
  case SMR_OP_SUB:
  case SMR_OP_MUL:
  case SMR_OP_SHL:
  case SMR_OP_TRUNC:
    *low = smr_int_least(SMR_TYPE_PAYLOAD(type));
    *high = smr_int_most(SMR_TYPE_PAYLOAD(type));
    return smr_poly_modulo(g, d->arena, value, out);
  default:
    return false;
  }
}
