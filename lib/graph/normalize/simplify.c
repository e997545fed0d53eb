//===- simplify.c - exact local identities -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Rewrites one op at a time: select of a comparison to min or max, constants through casts where exact, x*1,
// x+(-0), x/1, casts to the same type, Fortran's parentheses.
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"
#include <math.h>
#include <string.h>

static int64_t float_bits(double value) {
  int64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static bool const_float(const SmrGraph *g, SmrValue value, double *out) {
  SmrOp def = smr_def(g, value);
  if (!def || smr_op(g, def)->code != SMR_OP_CONST || SMR_TYPE_KIND(smr_value_type(g, value)) != SMR_T_FLOAT)
    return false;
  *out = smr_const_float(g, def);
  return true;
}

static bool is_float_const(const SmrGraph *g, SmrValue value, double want) {
  double is;
  return const_float(g, value, &is) && float_bits(is) == float_bits(want);
}

/// A constant as the number that its type says: an i8 of 200 is -56, and true is -1 where signs matter.
static bool const_signed(const SmrGraph *g, SmrValue value, int64_t *out) {
  SmrType type = smr_value_type(g, value);
  if (!smr_const_int(g, value, out) || SMR_TYPE_PAYLOAD(type) == 0 || SMR_TYPE_PAYLOAD(type) > 64)
    return false;
  *out = smr_int_signed(type, *out);
  return true;
}

/// min and max from select(a < b, a, b) and its relatives. Exact for integers.
static bool select_to_minmax(SmrGraph *g, SmrOp op, SmrOpcode *code) {
  SmrOp compare = smr_def(g, smr_operand(g, op, 0));
  if (!compare || smr_op(g, compare)->code != SMR_OP_ICMP)
    return false;
  SmrValue a = smr_operand(g, compare, 0), b = smr_operand(g, compare, 1);
  SmrValue x = smr_operand(g, op, 1), y = smr_operand(g, op, 2);
  int64_t cx, cy, ca, cb;
#define SAME(p, cp, q, cq) ((p) == (q) || (smr_const_int(g, p, &cp) && smr_const_int(g, q, &cq) && cp == cq))
  bool straight = SAME(a, ca, x, cx) && SAME(b, cb, y, cy),
       crossed = SAME(a, ca, y, cy) && SAME(b, cb, x, cx);
#undef SAME
  if (!straight && !crossed)
    return false;
  switch ((SmrIcmp)smr_op(g, compare)->imm) {
  case SMR_SLT:
  case SMR_SLE:
    *code = straight ? SMR_OP_MINS : SMR_OP_MAXS;
    return true;
  case SMR_SGT:
  case SMR_SGE:
    *code = straight ? SMR_OP_MAXS : SMR_OP_MINS;
    return true;
  default:
    return false;
  }
}

//--- Complex numbers -----------------------------------------------------------

/// The op with that opcode, a MATH one also with that name, which makes the value; 0: another one does.
static SmrOp made_by(const SmrGraph *g, SmrValue value, SmrOpcode code, const char *name) {
  SmrOp def = smr_def(g, value);
  if (!def || smr_op(g, def)->code != code ||
      (name && strcmp(smr_intern_text(g->symbols, smr_op(g, def)->name), name)))
    return 0;
  return def;
}

/// The complex number whose part this is, 0 when it is none's.
static SmrValue part_of(const SmrGraph *g, SmrValue value, const char *which) {
  SmrOp def = made_by(g, value, SMR_OP_MATH, which);
  return def ? smr_operand(g, def, 0) : 0;
}

static SmrValue build_math(SmrGraph *g, SmrOp like, const char *name, SmrType type, SmrValue operand) {
  SmrValue value = smr_build(g, smr_op(g, like)->block, like, SMR_OP_MATH, type, &operand, 1, 0);
  smr_op(g, smr_def(g, value))->name = smr_intern(g->symbols, name);
  smr_op(g, smr_def(g, value))->loc = smr_op(g, like)->loc;
  return value;
}

/// What the value is, or the negation of; how often it is negated, in *minus, modulo 2.
static SmrValue without_sign(const SmrGraph *g, SmrValue value, bool *minus) {
  *minus = false;
  for (SmrOp op; (op = made_by(g, value, SMR_OP_FNEG, NULL)); *minus = !*minus)
    value = smr_operand(g, op, 0);
  return value;
}

/// complex(re(z), im(z)) is z, complex(re(z), -im(z)) its conjugate.
static SmrValue simplified_pair(SmrGraph *g, SmrOp op, SmrType type, SmrValue re, SmrValue im) {
  bool minus;
  SmrValue z = part_of(g, re, SMR_MATH_RE), other = without_sign(g, im, &minus);
  if (!z || smr_value_type(g, z) != type || part_of(g, other, SMR_MATH_IM) != z)
    return 0;
  return minus ? build_math(g, op, SMR_MATH_CONJ, type, z) : z;
}

/// A part of what is made of parts, or of a conjugate.
static SmrValue simplified_part(SmrGraph *g, SmrOp op, const char *name, SmrType type, SmrValue of) {
  SmrOp pair = made_by(g, of, SMR_OP_MATH, SMR_MATH_COMPLEX);
  SmrValue z = part_of(g, of, SMR_MATH_CONJ);
  bool im = !strcmp(name, SMR_MATH_IM);
  if (pair)
    return smr_operand(g, pair, im);
  if (!z)
    return 0;
  SmrValue part = build_math(g, op, name, type, z);
  return im ? smr_build(g, smr_op(g, op)->block, op, SMR_OP_FNEG, type, &part, 1, 0) : part;
}

static SmrValue simplified_math(SmrGraph *g, SmrOp op, SmrType type) {
  const char *name = smr_intern_text(g->symbols, smr_op(g, op)->name);
  SmrValue a = smr_operand(g, op, 0);
  if (!strcmp(name, SMR_MATH_COMPLEX))
    return simplified_pair(g, op, type, a, smr_operand(g, op, 1));
  if (!strcmp(name, SMR_MATH_RE) || !strcmp(name, SMR_MATH_IM))
    return simplified_part(g, op, name, type, a);
  return !strcmp(name, SMR_MATH_CONJ) ? part_of(g, a, SMR_MATH_CONJ) : 0;
}

//--- Ops -------------------------------------------------------------------------

/// The value that the op always equals, 0 when it stays.
static SmrValue simplified(SmrGraph *g, SmrOp op) {
  const SmrOpData data = *smr_op(g, op);
  SmrType type = data.result_count ? smr_value_type(g, smr_result(g, op, 0)) : 0;
  SmrValue a = data.operand_count > 0 ? smr_operand(g, op, 0) : 0;
  SmrValue b = data.operand_count > 1 ? smr_operand(g, op, 1) : 0;
  int64_t ia, ib;
  double fa;
  switch ((SmrOpcode)data.code) {
  case SMR_OP_NOREASSOC:
    return a;
  case SMR_OP_SEXT:
  case SMR_OP_TRUNC:
  case SMR_OP_BITCAST:
    if (smr_value_type(g, a) == type)
      return a;
    if (data.code == SMR_OP_BITCAST)
      return 0;
    if (const_signed(g, a, &ia) && SMR_TYPE_PAYLOAD(type) <= 64)
      return smr_build_const(g, data.block, op, type, smr_int_wrap(type, ia));
    if (data.code == SMR_OP_TRUNC) { // trunc(sext x) back to x's own type, or to something still wide enough
      SmrOp from = smr_def(g, a);
      if (from && smr_op(g, from)->code == SMR_OP_SEXT && smr_value_type(g, smr_operand(g, from, 0)) == type)
        return smr_operand(g, from, 0);
    }
    return 0;
  case SMR_OP_SITOFP:
    if (SMR_TYPE_KIND(type) == SMR_T_FLOAT && SMR_TYPE_PAYLOAD(type) >= 32 && const_signed(g, a, &ia) &&
        ia > -(1 << 24) && ia < 1 << 24)
      return smr_build_const(g, data.block, op, type, float_bits((double)ia));
    return 0;
  case SMR_OP_FPEXT:
  case SMR_OP_FPTRUNC:
    if (const_float(g, a, &fa) &&
        (data.code == SMR_OP_FPEXT || (type == SMR_F32 && smr_float_round(type, fa) == fa)))
      return smr_build_const(g, data.block, op, type, float_bits(fa));
    return 0;
  case SMR_OP_FMUL:
    return is_float_const(g, b, 1.0) ? a : is_float_const(g, a, 1.0) ? b : 0;
  case SMR_OP_FDIV:
    return is_float_const(g, b, 1.0) ? a : 0;
  case SMR_OP_FADD:
    if (is_float_const(g, b, -0.0) || (is_float_const(g, b, 0.0) && (data.fast & SMR_FAST_NSZ)))
      return a;
    if (is_float_const(g, a, -0.0) || (is_float_const(g, a, 0.0) && (data.fast & SMR_FAST_NSZ)))
      return b;
    return 0;
  case SMR_OP_SELECT: {
    SmrOpcode code;
    if (smr_operand(g, op, 1) == smr_operand(g, op, 2))
      return smr_operand(g, op, 1);
    if (smr_const_int(g, a, &ia))
      return smr_operand(g, op, ia & 1 ? 1 : 2);
    if (SMR_TYPE_KIND(type) == SMR_T_INT && select_to_minmax(g, op, &code)) {
      SmrValue both[2] = {smr_operand(g, op, 1), smr_operand(g, op, 2)};
      return smr_build(g, data.block, op, code, type, both, 2, 0);
    }
    return 0;
  }
  case SMR_OP_MAXS:
  case SMR_OP_MINS:
    if (a == b)
      return a;
    if (const_signed(g, a, &ia) && const_signed(g, b, &ib))
      return (ia > ib) == (data.code == SMR_OP_MAXS) ? a : b;
    return 0;
  case SMR_OP_ICMP:
    if (const_signed(g, a, &ia) && const_signed(g, b, &ib)) {
      const bool results[] = {ia == ib, ia != ib, ia<ib, ia <= ib, ia> ib, ia >= ib};
      if (data.imm <= SMR_SGE)
        return smr_build_const(g, data.block, op, SMR_I1, results[data.imm]);
    }
    return 0;
  case SMR_OP_MATH:
    return simplified_math(g, op, type);
  default:
    return 0;
  }
}

static void simplify_region(SmrGraph *g, SmrRegion region) {
  for (uint32_t b = 0; b < g->regions.data[region].blocks.size; b++)
    for (SmrOp op = g->blocks.data[g->regions.data[region].blocks.data[b]].first, next; op; op = next) {
      next = smr_op(g, op)->next;
      const SmrOpData data = *smr_op(g, op);
      if (data.code == SMR_OP_FMA) {
        SmrValue product[2] = {smr_operand(g, op, 0), smr_operand(g, op, 1)};
        SmrType type = smr_value_type(g, smr_result(g, op, 0));
        SmrValue sum[2];
        sum[0] = smr_build(g, data.block, op, SMR_OP_FMUL, type, product, 2, 0);
        SmrOp joined = smr_def(g, sum[0]);
        smr_op(g, joined)->fast = data.fast | SMR_FAST_JOINED;
        smr_op(g, joined)->flags |= data.flags & SMR_F_FUSED;
        sum[1] = smr_operand(g, op, 2);
        SmrValue whole = smr_build(g, data.block, op, SMR_OP_FADD, type, sum, 2, 0);
        SmrOp add = smr_def(g, whole);
        smr_op(g, add)->fast = data.fast;
        smr_op(g, add)->flags |= data.flags & SMR_F_FUSED;
        smr_op(g, add)->loc = data.loc;
        smr_op(g, add)->handle = data.handle;
        g->values.data[whole].handle = g->values.data[smr_result(g, op, 0)].handle;
        smr_graph_replace(g, smr_result(g, op, 0), whole);
        smr_op_unlink(g, op);
        continue;
      }
      SmrValue value = simplified(g, op);
      if (value) {
        if (!g->values.data[value].handle &&
            smr_value_type(g, value) == smr_value_type(g, smr_result(g, op, 0)))
          g->values.data[value].handle = g->values.data[smr_result(g, op, 0)].handle;
        smr_graph_replace(g, smr_result(g, op, 0), value);
        smr_op_unlink(g, op);
        continue;
      }
      for (uint32_t r = 0; r < data.region_count; r++)
        simplify_region(g, smr_op_region(g, op, r));
    }
}

void smr_pass_simplify(SmrGraph *g, SmrForm form) {
  (void)form;
  simplify_region(g, g->body);
}
