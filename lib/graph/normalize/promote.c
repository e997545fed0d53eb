//===- promote.c - accumulators in memory become carried values (N-PROMOTE) ===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A LOOP that loads and then stores one element at a loop-invariant address, while nothing else in it may
// touch that element, carries it: a load before the loop gives the initial value, one store behind it (SUNK,
// owner = the loop) writes the final one. That nothing else touches it may be assumed (assume.c). With no
// iteration the store writes back what was there. Inner loops first: the sunk store may be promoted again.
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"

/// Questions to alias.c that one function may cost: QUESTIONS + QUESTIONS_PER_OP for each op. A loop with so
/// many accesses that they do not suffice keeps the rest of its accumulators in memory.
enum { QUESTIONS = 1 << 22, QUESTIONS_PER_OP = 32 };

/// What the promotion of one element relies on: accesses that are apart from it only by assumption.
enum { MOST_DOUBTS = 32 };
typedef struct {
  SmrOp ops[MOST_DOUBTS];
  uint32_t count;
} Doubts;

static bool apart(const SmrGraph *g, SmrOp loop, SmrOp other, SmrOp store, Doubts *doubts) {
  if (smr_alias_across(g, other, store, loop) == SMR_ALIAS_NO)
    return true;
  if (doubts->count == MOST_DOUBTS || !smr_may_assume(g, loop, other, store))
    return false;
  doubts->ops[doubts->count++] = other;
  return true;
}

/// The only load of the element in the body, 0 if there is none; *ok says whether nothing else touches it.
static SmrOp sole_load(const SmrGraph *g, SmrOp loop, SmrOp store, const SmrEffects *effects, Doubts *doubts,
                       bool *ok) {
  SmrBlock body = smr_body_block(g, loop, 0);
  SmrValue ptr = smr_operand(g, store, 1);
  SmrType type = smr_access_type(g, store);
  SmrOp found = 0;
  *ok = false;
  for (uint32_t i = 0; i < effects->stores.size; i++)
    if (effects->stores.data[i] != store && !apart(g, loop, effects->stores.data[i], store, doubts))
      return 0;
  for (uint32_t i = 0; i < effects->loads.size; i++) {
    SmrOp load = effects->loads.data[i];
    if (smr_operand(g, load, 0) != ptr && apart(g, loop, load, store, doubts))
      continue;
    if (found || smr_operand(g, load, 0) != ptr || smr_access_type(g, load) != type ||
        smr_op(g, load)->block != body || !smr_before(g, load, store))
      return 0;
    found = load;
  }
  *ok = true;
  return found;
}

static void append(SmrGraph *g, SmrOp op, const SmrValueList *values) {
  uint32_t count = smr_op(g, op)->operand_count;
  SmrValueList all = {0};
  for (uint32_t k = 0; k < count; k++)
    smr_vec_push(&all, smr_operand(g, op, k));
  for (uint32_t k = 0; k < values->size; k++)
    smr_vec_push(&all, smr_value(g, values->data[k]));
  smr_op_set_operands(g, op, all.data, all.size);
  smr_vec_free(&all);
}

bool smr_record_sunk(SmrGraph *g, SmrOp store) {
  SmrOp inner = smr_op(g, store)->owner;
  SmrValue value = smr_operand(g, store, 0);
  if (!(smr_op(g, store)->flags & SMR_F_SUNK))
    return true;
  if (smr_def(g, value) != inner)
    return false;
  SmrValue initial = smr_operand(g, inner, g->values.data[value].index + 1);
  smr_vec_push(&g->exits, (SmrExit){inner, smr_operand(g, store, 1), initial, value});
  return true;
}

/// What a loop is about to carry, in one go: results that are added one by one move each time.
typedef struct {
  SmrValueList initial, stored;
  SmrOpList stores; // unlinked
  SMR_VEC(struct {
    uint32_t store; // which of them
    SmrOp other;
  })
  doubts;
} Carried;

static void carry(SmrGraph *g, SmrOp loop, SmrOp load, SmrOp store, Carried *out) {
  SmrBlock body = smr_body_block(g, loop, 0);
  SmrType type = smr_access_type(g, store);
  SmrValue initial = smr_result(g, load, 0), inside = smr_block_add_arg(g, body, type);
  // Every use of the load is in the loop: give them the carried value, then make the load a fresh value
  // again.
  SmrType types[1] = {type};
  SmrValue ptr = smr_operand(g, load, 0);
  SmrOp before = smr_op_create(g, SMR_OP_LOAD, &ptr, 1, types, 1, 0);
  SmrOpData old = *smr_op(g, load);
  smr_op_insert_before(g, loop, before);
  smr_op(g, before)->flags = old.flags | SMR_F_HOISTED;
  smr_op(g, before)->loc = old.loc;
  smr_op(g, before)->handle = old.handle;
  smr_op(g, before)->tag = old.tag;
  smr_op(g, before)->home = old.home ? old.home : loop;
  g->values.data[smr_result(g, before, 0)].handle = g->values.data[initial].handle;
  g->values.data[smr_result(g, before, 0)].name = g->values.data[initial].name;
  smr_graph_replace(g, initial, inside);
  smr_op_unlink(g, load);
  smr_op_unlink(g, store);
  smr_vec_push(&out->initial, smr_result(g, before, 0));
  smr_vec_push(&out->stored, smr_operand(g, store, 0));
  smr_vec_push(&out->stores, store);
}

static void finish(SmrGraph *g, SmrOp loop, Carried *carried) {
  append(g, loop, &carried->initial);
  append(g, g->blocks.data[smr_body_block(g, loop, 0)].last, &carried->stored);
  uint32_t first = smr_op(g, loop)->result_count;
  for (uint32_t k = 0; k < carried->stores.size; k++)
    smr_op_add_result(g, loop, smr_value_type(g, carried->initial.data[k]));
  for (uint32_t k = 0; k < carried->stores.size; k++) {
    SmrOp store = carried->stores.data[k];
    smr_op_insert_after(g, loop, store);
    SmrValue operands[2] = {smr_result(g, loop, first + k), smr_operand(g, store, 1)};
    smr_op_set_operands(g, store, operands, 2);
    SmrOpData *sunk = smr_op(g, store);
    sunk->flags |= SMR_F_SUNK;
    sunk->owner = loop; // the outermost one it has left; promotion of an outer loop overwrites it
  }
  for (uint32_t k = 0; k < carried->doubts.size; k++) {
    uint32_t which = carried->doubts.data[k].store;
    smr_assume(g, SMR_ASSUME_CARRY, loop, carried->stores.data[which], carried->doubts.data[k].other,
               smr_result(g, loop, first + which));
  }
  smr_vec_free(&carried->doubts);
  smr_vec_free(&carried->initial);
  smr_vec_free(&carried->stored);
  smr_vec_free(&carried->stores);
}

static void remove_access(SmrOpList *list, SmrOp op) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->size; i++)
    if (list->data[i] != op)
      list->data[kept++] = list->data[i];
  list->size = kept;
}

void smr_pass_promote(SmrGraph *g, SmrForm form) {
  (void)form;
  SmrOpList list = {0};
  const uint64_t most = smr_questions(g, QUESTIONS + (uint64_t)QUESTIONS_PER_OP * g->ops.size);
  uint64_t questions = most;
  smr_collect_postorder(g, &list);
  for (uint32_t i = 0; i < list.size; i++) {
    SmrOp loop = list.data[i];
    if (smr_op(g, loop)->code != SMR_OP_LOOP)
      continue;
    SmrEffects effects = {0};
    smr_effects_collect(g, loop, &effects);
    Carried carried = {0};
    for (uint32_t k = 0; !effects.writes_all && !effects.reads_all && k < effects.stores.size; k++) {
      SmrOp store = effects.stores.data[k];
      if (smr_op(g, store)->block != smr_body_block(g, loop, 0) ||
          smr_value_inside(g, smr_operand(g, store, 1), loop) || (smr_op(g, store)->flags & SMR_F_VOLATILE))
        continue;
      uint64_t cost = (uint64_t)effects.stores.size + effects.loads.size;
      if (cost > questions) {
        smr_normal_limit(g, SMR_NORMAL_MEMORY);
        break;
      }
      questions -= cost;
      bool ok;
      Doubts doubts = {.count = 0};
      SmrOp load = sole_load(g, loop, store, &effects, &doubts, &ok);
      if (!ok || !load || !smr_record_sunk(g, store))
        continue;
      for (uint32_t d = 0; d < doubts.count; d++) {
        smr_vec_reserve(&carried.doubts, carried.doubts.size + 1);
        carried.doubts.data[carried.doubts.size].store = carried.stores.size;
        carried.doubts.data[carried.doubts.size++].other = doubts.ops[d];
      }
      carry(g, loop, load, store, &carried);
      remove_access(&effects.stores, store); // no other access depends on these two: none may alias them
      remove_access(&effects.loads, load);
      --k;
    }
    if (carried.stores.size)
      finish(g, loop, &carried);
    smr_effects_free(&effects);
  }
  smr_questions_asked(g, most - questions);
  smr_vec_free(&list);
}
