//===- finals.c - what loops leave in variables that they only assign ----===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A carried value that no iteration reads and that every iteration sets to the same invariant A (an inner
// loop's variable after the nest, most often) is A when the loop ran and the initial value when not:
// select(trip > 0, A, initial), before the loop. Through a nest this gives select(all trips > 0, A, initial).
// The carried value itself is then dead.
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"

typedef struct {
  SmrGraph *g;
  SmrUses uses;
  uint32_t known;  // values that `uses` covers
  SmrMap unread;   // loop << 32 | operand number of an initial value that is not read any more
  SmrMap selected; // SELECT ops made here
} Finals;

static uint64_t operand_key(SmrOp op, uint32_t k) {
  return (uint64_t)op << 32 | k;
}

/// Nothing reads the carried value but the loop's own yield, ops made here and loops that do not read it
/// either.
static bool unread(const Finals *s, SmrOp loop, SmrValue carried) {
  const SmrGraph *g = s->g;
  SmrOp yield = g->blocks.data[smr_body_block(g, loop, 0)].last;
  if (carried >= s->known)
    return false;
  for (uint32_t u = s->uses.first[carried]; u < s->uses.first[carried + 1]; u++) {
    SmrOp user = s->uses.ops[u];
    if (user == yield)
      continue;
    if (smr_op(g, user)->code != SMR_OP_LOOP)
      return false;
    for (uint32_t k = 0; k < smr_op(g, user)->operand_count; k++) {
      uint32_t mark;
      if (smr_operand(g, user, k) == carried && !smr_map_get(&s->unread, operand_key(user, k), &mark))
        return false;
    }
  }
  return true;
}

/// Moves a fresh pure op out of all loops that do not define its operands.
static void move_out(SmrGraph *g, SmrOp op) {
  for (SmrOp around; (around = smr_parent(g, op)) && smr_op(g, around)->code == SMR_OP_LOOP;) {
    for (uint32_t k = 0; k < smr_op(g, op)->operand_count; k++)
      if (smr_value_inside(g, smr_operand(g, op, k), around))
        return;
    smr_move_before(g, op, around);
  }
}

static SmrValue build_out(SmrGraph *g, SmrOp where, SmrOpcode code, SmrType type, const SmrValue *operands,
                          uint32_t count, int64_t imm) {
  SmrValue value = smr_build(g, smr_op(g, where)->block, where, code, type, operands, count, imm);
  move_out(g, smr_def(g, value));
  return value;
}

static void resolve(Finals *s, SmrOp loop, uint32_t k) {
  SmrGraph *g = s->g;
  SmrBlock body = smr_body_block(g, loop, 0);
  SmrValue carried = g->blocks.data[body].args.data[k + 1];
  SmrValue next = smr_operand(g, g->blocks.data[body].last, k), initial = smr_operand(g, loop, k + 1);
  if (g->values.data[carried].forward || next == carried || !unread(s, loop, carried))
    return;
  SmrValue condition = 0;
  SmrOp def = smr_def(g, next);
  uint32_t mark;
  if (def && smr_map_get(&s->selected, def, &mark) && smr_operand(g, def, 2) == carried) {
    condition = smr_operand(g, def, 0);
    next = smr_operand(g, def, 1);
    if (smr_value_inside(g, condition, loop))
      return;
  }
  if (smr_value_inside(g, next, loop))
    return;
  int64_t trip;
  bool constant = smr_const_int(g, smr_operand(g, loop, 0), &trip);
  if (!constant) {
    SmrValue pair[2] = {smr_operand(g, loop, 0),
                        smr_build_const(g, smr_op(g, loop)->block, loop, SMR_I64, 0)};
    move_out(g, smr_def(g, pair[1]));
    SmrValue runs = build_out(g, loop, SMR_OP_ICMP, SMR_I1, pair, 2, SMR_SGT);
    SmrValue both[2] = {runs, condition};
    condition = condition ? build_out(g, loop, SMR_OP_AND, SMR_I1, both, 2, 0) : runs;
  }
  SmrValue final = next;
  if (constant && trip <= 0) {
    final = initial;
  } else if (condition) {
    SmrValue three[3] = {condition, next, initial};
    final = smr_build(g, smr_op(g, loop)->block, loop, SMR_OP_SELECT, smr_value_type(g, next), three, 3, 0);
    smr_map_set(&s->selected, smr_def(g, final), 1);
  }
  smr_map_set(&s->unread, operand_key(loop, k + 1), 1);
  smr_graph_replace(g, smr_result(g, loop, k), final);
}

void smr_pass_finals(SmrGraph *g, SmrForm form) {
  (void)form;
  Finals s = {.g = g, .uses = smr_uses_compute(g), .known = g->values.size};
  SmrOpList list = {0};
  smr_collect_postorder(g, &list);
  for (uint32_t i = 0; i < list.size; i++)
    if (smr_op(g, list.data[i])->code == SMR_OP_LOOP)
      for (uint32_t k = 0; k < smr_op(g, list.data[i])->result_count; k++)
        if (!g->values.data[smr_result(g, list.data[i], k)].forward)
          resolve(&s, list.data[i], k);
  smr_vec_free(&list);
  smr_uses_free(&s.uses);
  smr_map_free(&s.unread);
  smr_map_free(&s.selected);
}
