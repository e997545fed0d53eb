//===- floats.c - n-ary sums and products (N-FP) -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// FADD, FSUB, FMUL, FNEG become FSUM and FPROD with negations pulled outwards out of products and into sums.
// An inner sum or product is merged into its user only when that is its only use, so the result is never
// larger than the source. Regrouping is not exact: an op made of more than two operands keeps
// SMR_FAST_REASSOC only if all its parts had it, and legality looks at that under fp=exact.
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"
#include <string.h>

enum {
  MOST_PARTS = 128
}; // of a merged sum or product; a longer chain becomes several, so that time is linear

typedef struct {
  SmrValue value;
  bool negative;
} Part;

typedef struct {
  SmrGraph *g;
  SMR_VEC(uint32_t) uses; // per value
  SMR_VEC(Part) parts;
  uint8_t fast;
  uint16_t fused;
} Floats;

static uint32_t use_count(const Floats *s, SmrValue value) {
  return value < s->uses.size ? s->uses.data[value] : 0;
}

static void set_uses(Floats *s, SmrValue value, uint32_t count) {
  while (s->uses.size <= value)
    smr_vec_push(&s->uses, 0);
  s->uses.data[value] = count;
}

static bool is_minus_one(const SmrGraph *g, SmrValue value) {
  SmrOp def = smr_def(g, value);
  return def && smr_op(g, def)->code == SMR_OP_CONST &&
         SMR_TYPE_KIND(smr_value_type(g, value)) == SMR_T_FLOAT && smr_const_float(g, def) == -1.0;
}

/// Takes a value apart into the parts of a sum (or the factors of a product, whose sign goes to *negative).
static void take(Floats *s, SmrValue value, SmrOpcode nary, bool negative, bool top) {
  SmrGraph *g = s->g;
  value = smr_value(g, value);
  SmrOp def = smr_def(g, value);
  SmrOpcode code = def ? (SmrOpcode)smr_op(g, def)->code : SMR_OP_NONE;
  while (code == SMR_OP_FNEG) {
    top &= use_count(s, value) == 1;
    negative = !negative;
    value = smr_value(g, smr_operand(g, def, 0));
    def = smr_def(g, value);
    code = def ? (SmrOpcode)smr_op(g, def)->code : SMR_OP_NONE;
  }
  bool joins = code == nary && top && use_count(s, value) == 1,
       fits = !joins || s->parts.size + smr_op(g, def)->operand_count <= MOST_PARTS;
  if (!fits)
    smr_normal_limit(g, SMR_NORMAL_PARTS);
  if (joins && fits) {
    s->fast &= smr_op(g, def)->fast | SMR_FAST_JOINED; // (what joins a product is not joined itself)
    s->fused |= smr_op(g, def)->flags & SMR_F_FUSED;
    for (uint32_t k = 0; k < smr_op(g, def)->operand_count; k++)
      take(s, smr_operand(g, def, k), nary, negative && nary == SMR_OP_FSUM, false);
    if (negative && nary == SMR_OP_FPROD)
      smr_vec_push(&s->parts, (Part){0, true});
    return;
  }
  smr_vec_push(&s->parts, (Part){value, negative});
}

static SmrValue build(Floats *s, SmrOp like, SmrOpcode code, const SmrValue *operands, uint32_t count,
                      uint8_t fast) {
  SmrGraph *g = s->g;
  SmrValue value = smr_build(g, smr_op(g, like)->block, like, code, smr_value_type(g, smr_result(g, like, 0)),
                             operands, count, 0);
  SmrOpData *made = smr_op(g, smr_def(g, value));
  made->fast = fast;
  made->flags |= s->fused;
  made->loc = smr_op(g, like)->loc;
  set_uses(s, value, 1);
  return value;
}

static SmrValue negate(Floats *s, SmrOp like, SmrValue value, uint8_t fast) {
  SmrOp def = smr_def(s->g, value);
  if (def && smr_op(s->g, def)->code == SMR_OP_FNEG)
    return smr_operand(s->g, def, 0);
  return build(s, like, SMR_OP_FNEG, &value, 1, fast & (uint8_t)~SMR_FAST_JOINED);
}

static SmrValue sum_of(Floats *s, SmrOp op) {
  SmrValueList operands = {0};
  for (uint32_t k = 0; k < s->parts.size; k++) {
    Part part = s->parts.data[k];
    smr_vec_push(&operands, part.negative ? negate(s, op, part.value, s->fast) : part.value);
  }
  SmrValue value = operands.size == 1 ? operands.data[0]
                                      : build(s, op, SMR_OP_FSUM, operands.data, operands.size, s->fast);
  smr_vec_free(&operands);
  return value;
}

static SmrValue product_of(Floats *s, SmrOp op) {
  SmrValueList factors = {0};
  bool negative = false;
  for (uint32_t k = 0; k < s->parts.size; k++) {
    Part part = s->parts.data[k];
    negative ^= part.negative;
    if (part.value == 0)
      continue;
    if (is_minus_one(s->g, part.value))
      negative = !negative;
    else
      smr_vec_push(&factors, part.value);
  }
  SmrValue value;
  if (factors.size == 0) { // nothing but -1
    double one = negative ? -1.0 : 1.0;
    int64_t bits;
    memcpy(&bits, &one, sizeof bits);
    value = smr_build_const(s->g, smr_op(s->g, op)->block, op, smr_value_type(s->g, smr_result(s->g, op, 0)),
                            bits);
    negative = false;
  } else
    value =
        factors.size == 1 ? factors.data[0] : build(s, op, SMR_OP_FPROD, factors.data, factors.size, s->fast);
  if (negative)
    value = negate(s, op, value, s->fast);
  smr_vec_free(&factors);
  return value;
}

static void floats_region(Floats *s, SmrRegion region) {
  SmrGraph *g = s->g;
  for (uint32_t b = 0; b < g->regions.data[region].blocks.size; b++)
    for (SmrOp op = g->blocks.data[g->regions.data[region].blocks.data[b]].first, next; op; op = next) {
      next = smr_op(g, op)->next;
      const SmrOpData data = *smr_op(g, op);
      for (uint32_t r = 0; r < data.region_count; r++)
        floats_region(s, smr_op_region(g, op, r));
      bool sum = data.code == SMR_OP_FADD || data.code == SMR_OP_FSUB || data.code == SMR_OP_FNEG ||
                 data.code == SMR_OP_FSUM;
      bool product = data.code == SMR_OP_FMUL || data.code == SMR_OP_FPROD;
      if (!sum && !product)
        continue;
      smr_vec_clear(&s->parts);
      s->fast = data.fast;
      s->fused = data.flags & SMR_F_FUSED;
      SmrOpcode nary = sum ? SMR_OP_FSUM : SMR_OP_FPROD;
      for (uint32_t k = 0; k < data.operand_count; k++)
        take(s, smr_operand(g, op, k), nary, data.code == SMR_OP_FNEG || (data.code == SMR_OP_FSUB && k == 1),
             true);
      if ((data.code == SMR_OP_FNEG && s->parts.size == 1 && s->parts.data[0].negative) ||
          ((data.code == SMR_OP_FSUM || data.code == SMR_OP_FPROD) && s->parts.size == data.operand_count))
        continue; // a plain negation, or nothing to merge
      SmrValue old = smr_result(g, op, 0), value = sum ? sum_of(s, op) : product_of(s, op);
      SmrOp made = smr_def(g, value);
      if (made && !smr_op(g, made)->handle && smr_op(g, made)->loc == data.loc) {
        smr_op(g, made)->handle = data.handle;
        g->values.data[smr_value(g, value)].handle = g->values.data[old].handle;
      }
      set_uses(s, smr_value(g, value), use_count(s, old));
      smr_graph_replace(g, old, value);
      smr_op_unlink(g, op);
    }
}

void smr_pass_floats(SmrGraph *g, SmrForm form) {
  (void)form;
  Floats s = {.g = g};
  s.uses.data = smr_uses_count(g);
  s.uses.size = s.uses.capacity = g->values.size;
  floats_region(&s, g->body);
  smr_vec_free(&s.uses);
  smr_vec_free(&s.parts);
}
