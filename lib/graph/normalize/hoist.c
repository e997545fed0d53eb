//===- hoist.c - loop invariants stand before their loop (N-HOIST) -------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Inner loops first, so that what leaves an inner loop can leave the outer one too. Pure ops also leave an
// IF. A load leaves a loop only when no store in the loop, in any iteration, may touch what it reads, or is
// assumed to (assume.c). Moving a load here changes the model only; whoever emits it again does so under the
// loop's guards.
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"

static bool operands_outside(const SmrGraph *g, SmrOp op, SmrOp from) {
  for (uint32_t k = 0; k < smr_op(g, op)->operand_count; k++)
    if (smr_value_inside(g, smr_operand(g, op, k), from))
      return false;
  return true;
}

/// Questions to alias.c that one function may cost, as in promote.c; beyond, loads stay where they are.
enum { QUESTIONS = 1 << 22, QUESTIONS_PER_OP = 32 };

static bool movable_load(SmrGraph *g, SmrOp load, SmrOp loop, const SmrEffects *effects, SmrForm form) {
  enum { MOST_DOUBTS = 16 };
  SmrOp doubts[MOST_DOUBTS];
  uint32_t count = 0;
  if (effects->writes_all || (smr_op(g, load)->flags & SMR_F_VOLATILE))
    return false;
  for (uint32_t i = 0; i < effects->stores.size; i++) {
    SmrOp store = effects->stores.data[i];
    if (smr_alias_across(g, load, store, loop) == SMR_ALIAS_NO)
      continue;
    if (form == SMR_FORM_PLAIN || count == MOST_DOUBTS || !smr_may_assume(g, loop, load, store))
      return false;
    doubts[count++] = store;
  }
  for (uint32_t i = 0; i < count; i++)
    smr_assume(g, SMR_ASSUME_HOIST, loop, load, doubts[i], smr_result(g, load, 0));
  return true;
}

void smr_pass_hoist(SmrGraph *g, SmrForm form) {
  SmrOpList list = {0};
  const uint64_t most = smr_questions(g, QUESTIONS + (uint64_t)QUESTIONS_PER_OP * g->ops.size);
  uint64_t questions = most;
  smr_collect_postorder(g, &list);
  smr_graph_nest(g); // only what has no regions moves
  for (uint32_t i = 0; i < list.size; i++) {
    SmrOp region_op = list.data[i];
    SmrOpcode kind = (SmrOpcode)smr_op(g, region_op)->code;
    if (kind == SMR_OP_OPAQUE || kind == SMR_OP_CALL)
      continue;
    SmrEffects effects = {0};
    if (kind != SMR_OP_IF) // no load leaves it
      smr_effects_collect(g, region_op, &effects);
    for (uint32_t r = 0; r < smr_op(g, region_op)->region_count; r++) {
      SmrBlock block = smr_body_block(g, region_op, r);
      for (SmrOp op = block ? g->blocks.data[block].first : 0, next; op; op = next) {
        next = smr_op(g, op)->next;
        SmrOpData *data = smr_op(g, op);
        bool pure = smr_opcode_pure((SmrOpcode)data->code) ||
                    (data->code == SMR_OP_OPAQUE && (data->flags & SMR_F_PURE) && data->region_count == 0);
        bool load = data->code == SMR_OP_LOAD && kind != SMR_OP_IF;
        if ((!pure && !load) || data->code == SMR_OP_UNDEF || !operands_outside(g, op, region_op))
          continue;
        if (load) {
          if (effects.stores.size > questions) {
            smr_normal_limit(g, SMR_NORMAL_MEMORY);
            continue;
          }
          questions -= effects.stores.size;
          if (!movable_load(g, op, region_op, &effects, form))
            continue;
        }
        if (load) {
          data->flags |= SMR_F_HOISTED;
          data->home = data->home ? data->home : region_op;
        }
        smr_move_before(g, op, region_op);
      }
    }
    smr_effects_free(&effects);
  }
  smr_questions_asked(g, most - questions);
  smr_vec_free(&list);
}

static bool is_made_of(const SmrGraph *g, SmrValue value, SmrOp op, uint32_t *steps) {
  SmrOp def = smr_def(g, value);
  if (!def || def == op || !*steps || smr_op(g, def)->region_count)
    return def == op;
  --*steps;
  for (uint32_t k = 0; k < smr_op(g, def)->operand_count; k++)
    if (is_made_of(g, smr_operand(g, def, k), op, steps))
      return true;
  return false;
}

/// Of a loop that is open as two, how often both run.
static SmrValue trip_in_code(const SmrGraph *g, SmrOp loop) {
  for (uint32_t k = 0; k < g->collapsed.size; k++)
    if (g->collapsed.data[k].open && g->collapsed.data[k].loop == loop)
      return g->collapsed.data[k].trip;
  return smr_operand(g, loop, 0);
}

SmrOp smr_place_in_code(const SmrGraph *g, SmrOp op) {
  enum { MOST_STEPS = 64 };
  SmrOp here = smr_parent(g, op), home = smr_op(g, op)->flags & SMR_F_HOISTED ? smr_op(g, op)->home : 0;
  SmrOp at = home ? home : here;
  for (uint32_t steps = MOST_STEPS; at && at != here && smr_op(g, at)->block; at = smr_parent(g, at))
    if (smr_op(g, at)->code != SMR_OP_LOOP || !is_made_of(g, trip_in_code(g, at), op, &steps))
      break;
  return at;
}
