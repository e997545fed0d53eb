//===- plan_narrow.c - integers of a nest that may wrap around -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Raising reads sums and products of few bits as polynomials where these fit. The same is done here: modulo
// 2^width such a value is the polynomial whatever its parts do, so it is the polynomial itself wherever that
// is in the range of the type.
//===----------------------------------------------------------------------===//
#include "graph/number.h"
#include "match/legality_internal.h"

enum { DEEPEST = 16 };

/// Modulo 2^width of the value, which is what any wider reading is, too.
static bool modulo(SmrDecision *d, SmrValue value, uint32_t depth, SmrPoly *out) {
  const SmrGraph *g = d->graph;
  value = smr_value(g, value);
  SmrOp op = smr_def(g, value);
  SmrOpcode code = op && depth < DEEPEST ? (SmrOpcode)smr_op(g, op)->code : SMR_OP_NONE;
  int64_t shift;
  SmrPoly a, b;
  switch (code) {
  case SMR_OP_TRUNC:
    return modulo(d, smr_operand(g, op, 0), depth + 1, out);
  case SMR_OP_SHL:
    return smr_const_int(g, smr_operand(g, op, 1), &shift) && shift >= 0 &&
           shift < (int64_t)smr_int_width(smr_value_type(g, value)) && shift < 62 &&
           modulo(d, smr_operand(g, op, 0), depth + 1, &a) &&
           smr_poly_scale(d->arena, a, (int64_t)1 << shift, out);
  case SMR_OP_ADD:
  case SMR_OP_SUB:
  case SMR_OP_MUL:
    return modulo(d, smr_operand(g, op, 0), depth + 1, &a) &&
           modulo(d, smr_operand(g, op, 1), depth + 1, &b) &&
           (code == SMR_OP_ADD   ? smr_poly_add(d->arena, a, b, out)
            : code == SMR_OP_SUB ? smr_poly_sub(d->arena, a, b, out)
                                 : smr_poly_mul(d->arena, a, b, out));
  default:
    *out = smr_poly_of(g, d->arena, value);
    return true;
  }
}

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
    return SMR_TYPE_KIND(from) == SMR_T_INT && from != SMR_I1 && modulo(d, smr_operand(g, op, 0), 0, out);
  case SMR_OP_ADD:
  case SMR_OP_SUB:
  case SMR_OP_MUL:
  case SMR_OP_SHL:
  case SMR_OP_TRUNC:
    *low = smr_int_least(SMR_TYPE_PAYLOAD(type));
    *high = smr_int_most(SMR_TYPE_PAYLOAD(type));
    return modulo(d, value, 0, out);
  default:
    return false;
  }
}
