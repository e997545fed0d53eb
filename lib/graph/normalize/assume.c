//===- assume.c - what passes may rely on without a proof ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Plain C pointers may overlap, but mostly do not. A pass may take two accesses of one loop to be apart when
// a run-time check could tell before the loop: their bases differ and come from outside, their offsets are
// polynomials over outer values and counted loops' ivs. What it relied on stands in graph->assumptions.
// Accesses through one base, or to parts of one object, are never assumed apart: those are meant to meet.
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"

enum { MOST_DEPTH = 16, RECENT = 64 };

static bool known_before(const SmrGraph *g, SmrArena *arena, SmrPoly poly, SmrOp loop, uint32_t depth) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);) {
    if (!smr_value_inside(g, leaf, loop))
      continue;
    SmrOp around = smr_loop_of_iv(g, leaf);
    if (!around || depth == MOST_DEPTH ||
        !known_before(g, arena, smr_poly_of(g, arena, smr_operand(g, around, 0)), loop, depth + 1))
      return false;
  }
  return true;
}

SmrPoly smr_access_offset(const SmrGraph *g, SmrArena *arena, SmrValue ptr, bool *ok) {
  SmrPoly sum = smr_poly_const(arena, 0);
  ptr = smr_value(g, ptr);
  for (SmrOp def = smr_def(g, ptr); def && smr_op(g, def)->code == SMR_OP_ADDR; def = smr_def(g, ptr)) {
    *ok &= smr_poly_add(arena, sum, smr_poly_of(g, arena, smr_operand(g, def, 1)), &sum);
    ptr = smr_operand(g, def, 0);
  }
  return sum;
}

/// The bytes that the access touches while the loop runs can be told when it is entered.
static bool range_known(const SmrGraph *g, SmrOp access, SmrOp loop) {
  SmrValue ptr = smr_access_ptr(g, access);
  if (smr_value_inside(g, smr_base_of(g, ptr), loop) || !smr_type_bytes(smr_access_type(g, access)) ||
      (smr_op(g, access)->flags & SMR_F_VOLATILE))
    return false;
  if (!smr_value_inside(g, ptr, loop))
    return true;
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  bool ok = true;
  SmrPoly offset = smr_access_offset(g, &arena, ptr, &ok);
  ok = ok && known_before(g, &arena, offset, loop, 0);
  return ok;
}

bool smr_may_assume(const SmrGraph *g, SmrOp loop, SmrOp a, SmrOp b) {
  if (!loop || smr_op(g, loop)->code != SMR_OP_LOOP || g->assumptions.size > 256 + g->ops.size / 4)
    return false;
  SmrValue base_a = smr_base_of(g, smr_access_ptr(g, a)), base_b = smr_base_of(g, smr_access_ptr(g, b));
  return !smr_alias_related(g, base_a, base_b) && range_known(g, a, loop) && range_known(g, b, loop);
}

void smr_assume(SmrGraph *g, SmrAssumeKind kind, SmrOp loop, SmrOp a, SmrOp b, SmrValue value) {
  SmrAssumption made = {.loop = loop,
                        .kind = (uint8_t)kind,
                        .a = smr_access_ptr(g, a),
                        .b = smr_access_ptr(g, b),
                        .bytes_a = smr_type_bytes(smr_access_type(g, a)),
                        .bytes_b = smr_type_bytes(smr_access_type(g, b)),
                        .value = value};
  uint32_t n = g->assumptions.size;
  for (uint32_t k = n > RECENT ? n - RECENT : 0; k < n; k++) {
    const SmrAssumption *old = &g->assumptions.data[k];
    if (old->loop == loop && old->kind == kind && smr_value(g, old->a) == made.a &&
        smr_value(g, old->b) == made.b && old->bytes_a == made.bytes_a && old->bytes_b == made.bytes_b &&
        old->value == value)
      return;
  }
  smr_vec_push(&g->assumptions, made);
}
