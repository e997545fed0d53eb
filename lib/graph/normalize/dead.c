//===- dead.c - remove what nobody needs ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Liveness runs from effects backwards, so a carried value that only feeds itself is dead. graph->exits keep
// no loop's carried value alive: an exit whose value nobody reads is dropped, so that a slot without an exit
// is proved not to be read after the loop (what the loop left in it).
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"
#include <string.h>

typedef struct {
  SmrGraph *g;
  uint8_t *live_op, *live_value;
  SmrValueList work;
} Dead;

static void mark_value(Dead *s, SmrValue value) {
  value = smr_value(s->g, value);
  if (value && !s->live_value[value]) {
    s->live_value[value] = 1;
    smr_vec_push(&s->work, value);
  }
}

static void mark_op(Dead *s, SmrOp op) {
  SmrGraph *g = s->g;
  if (!op || s->live_op[op])
    return;
  s->live_op[op] = 1;
  const SmrOpData *data = smr_op(g, op);
  uint32_t need = data->operand_count; // which operands an op needs just by being there
  if (data->code == SMR_OP_LOOP || data->code == SMR_OP_IF)
    need = 1;
  if (data->code == SMR_OP_YIELD) {
    SmrOpcode parent = (SmrOpcode)smr_op(g, smr_parent(g, op))->code;
    if (parent == SMR_OP_LOOP || parent == SMR_OP_IF)
      need = 0;
  }
  for (uint32_t k = 0; k < need; k++)
    mark_value(s, smr_operand(g, op, k));
  for (uint32_t r = 0; r < data->region_count; r++) { // control of a live op: its terminators
    const SmrRegionData *region = &g->regions.data[smr_op_region(g, op, r)];
    for (uint32_t b = 0; b < region->blocks.size; b++)
      mark_op(s, g->blocks.data[region->blocks.data[b]].last);
  }
  mark_op(s, smr_parent(g, op));
}

static bool has_effect(const SmrOpData *data) {
  switch ((SmrOpcode)data->code) {
  case SMR_OP_STORE:
  case SMR_OP_FREE:
    return true;
  case SMR_OP_LOAD:
    return (data->flags & SMR_F_VOLATILE) != 0;
  case SMR_OP_CALL:
  case SMR_OP_OPAQUE:
    return !(data->flags & (SMR_F_PURE | SMR_F_READONLY));
  case SMR_OP_FOR: // not proved to end: stay
  case SMR_OP_WHILE:
    return true;
  default:
    return false;
  }
}

static void mark_effects(Dead *s) {
  for (SmrOp op = 0; (op = smr_next_op(s->g, op, 0));)
    if (has_effect(smr_op(s->g, op)) ||
        (smr_opcode_terminator((SmrOpcode)smr_op(s->g, op)->code) && !smr_parent(s->g, op)))
      mark_op(s, op);
}

static void propagate(Dead *s) {
  SmrGraph *g = s->g;
  while (s->work.size) {
    SmrValue value = smr_vec_pop(&s->work);
    const SmrValueData data = g->values.data[value];
    if (!data.def) { // a block argument
      SmrOp parent = smr_block_parent(g, data.block);
      mark_op(s, parent);
      if (parent && smr_op(g, parent)->code == SMR_OP_LOOP && data.index > 0) {
        mark_value(s, smr_operand(g, parent, data.index));
        mark_value(s, smr_operand(g, g->blocks.data[data.block].last, data.index - 1));
      }
      continue;
    }
    mark_op(s, data.def);
    const SmrOpData *def = smr_op(g, data.def);
    if (def->code == SMR_OP_LOOP) {
      mark_value(s, smr_operand(g, data.def, data.index + 1));
      mark_value(s, smr_operand(g, g->blocks.data[smr_body_block(g, data.def, 0)].last, data.index));
    } else if (def->code == SMR_OP_IF) {
      for (uint32_t r = 0; r < 2; r++)
        mark_value(s, smr_operand(g, g->blocks.data[smr_body_block(g, data.def, r)].last, data.index));
    }
  }
}

static void keep_operands(SmrGraph *g, SmrOp op, uint32_t fixed, const bool *keep) {
  uint32_t count = smr_op(g, op)->operand_count, kept = fixed;
  SmrValue *all = smr_xmalloc((count + 1) * sizeof *all);
  for (uint32_t k = 0; k < count; k++)
    if (k < fixed || keep[k - fixed])
      all[k < fixed ? k : kept++] = smr_operand(g, op, k);
  smr_op_set_operands(g, op, all, kept);
  free(all);
}

/// Keeps only the carried values k of a LOOP (or results of an IF) with keep[k]; the dropped ones must be
/// unused.
static void drop_carried(SmrGraph *g, SmrOp op, const bool *keep) {
  bool loop = smr_op(g, op)->code == SMR_OP_LOOP;
  uint32_t count = smr_op(g, op)->result_count, kept = 0;
  if (loop)
    keep_operands(g, op, 1, keep);
  for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++)
    keep_operands(g, g->blocks.data[smr_body_block(g, op, r)].last, 0, keep);
  // Kept results get new consecutive ids. A dropped one keeps its id, with no definition: whoever still names
  // it (an MLIR result that only dead code uses) must not find another result there.
  uint32_t old_first = smr_op(g, op)->result_first, first = g->values.size;
  for (uint32_t k = 0; k < count; k++) {
    SmrValue from = old_first + k;
    if (keep[k]) {
      SmrValueData moved = g->values.data[from];
      moved.index = kept++;
      smr_vec_push(&g->values, moved);
      g->values.data[from].forward = g->values.size - 1;
    } else if (!g->values.data[from].forward) {
      g->values.data[from].def = 0;
    }
  }
  smr_op(g, op)->result_first = first;
  smr_op(g, op)->result_count = kept;
  if (loop) {
    SmrBlockData *body = &g->blocks.data[smr_body_block(g, op, 0)];
    uint32_t left = 1;
    for (uint32_t k = 0; k < count; k++)
      if (keep[k]) {
        SmrValue arg = body->args.data[k + 1];
        g->values.data[arg].index = left;
        body->args.data[left++] = arg;
      }
    body->args.size = left;
  }
}

/// The loops around the op where an address is made are live, and so on for what it is made of.
static bool stays(const Dead *s, SmrValue value, uint32_t depth) {
  const SmrGraph *g = s->g;
  const SmrValueData *data = smr_value_data(g, value);
  SmrOp at = smr_value_owner(g, value);
  if (s->live_value[smr_value(g, value)])
    return true;
  if (!at)
    return true;
  if (data->def && (!smr_op(g, at)->block || depth == 64 || !smr_opcode_pure((SmrOpcode)smr_op(g, at)->code)))
    return false;
  for (SmrOp up = data->def ? smr_parent(g, at) : at; up; up = smr_parent(g, up))
    if (!s->live_op[up])
      return false;
  for (uint32_t k = 0; data->def && k < smr_op(g, at)->operand_count; k++)
    if (!stays(s, smr_operand(g, at, k), depth + 1))
      return false;
  return true;
}

/// The value, or the one that its loop carries for it, is read.
static bool needed(const Dead *s, SmrValue value) {
  const SmrGraph *g = s->g;
  value = smr_value(g, value);
  SmrOp def = smr_def(g, value);
  if (s->live_value[value] || !def || smr_op(g, def)->code != SMR_OP_LOOP)
    return s->live_value[value];
  SmrBlock body = smr_body_block(g, def, 0);
  return s->live_value[smr_value(g, g->blocks.data[body].args.data[g->values.data[value].index + 1])];
}

/// Assumptions about accesses that are gone, or of which nothing came, are gone, too; the addresses of the
/// others stay.
static void keep_assumptions(Dead *s) {
  SmrGraph *g = s->g;
  uint32_t kept = 0;
  for (uint32_t k = 0; k < g->assumptions.size; k++) {
    SmrAssumption a = g->assumptions.data[k];
    if (a.value && !needed(s, a.value)) {
      if (a.kind == SMR_ASSUME_CARRY) // its store is dead: another one after the loop overwrites it
        a.kind = SMR_ASSUME_DROP;
      a.value = 0; // a hoisted load without uses still counts: its terms may have become part of other values
    }
    if (!s->live_op[a.loop] || !stays(s, a.a, 0) || !stays(s, a.b, 0))
      continue;
    mark_value(s, a.a);
    mark_value(s, a.b);
    g->assumptions.data[kept++] = a;
  }
  g->assumptions.size = kept;
  propagate(s);
}

static void sweep(Dead *s, SmrRegion region) {
  SmrGraph *g = s->g;
  for (uint32_t b = 0; b < g->regions.data[region].blocks.size; b++) {
    SmrBlock block = g->regions.data[region].blocks.data[b];
    for (SmrOp op = g->blocks.data[block].first, next; op; op = next) {
      next = smr_op(g, op)->next;
      if (!s->live_op[op] && !smr_opcode_terminator((SmrOpcode)smr_op(g, op)->code)) {
        smr_op_unlink(g, op);
        continue;
      }
      for (uint32_t r = 0; r < smr_op(g, op)->region_count; r++)
        sweep(s, smr_op_region(g, op, r));
      SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
      uint32_t count = smr_op(g, op)->result_count;
      if (!count || (code != SMR_OP_LOOP && code != SMR_OP_IF))
        continue;
      bool *keep = smr_xcalloc(count, sizeof *keep), all = true;
      for (uint32_t k = 0; k < count; k++) {
        SmrValue result = smr_result(g, op, k);
        keep[k] = s->live_value[result] && !g->values.data[result].forward;
        if (code == SMR_OP_LOOP) {
          SmrValue arg = g->blocks.data[smr_body_block(g, op, 0)].args.data[k + 1];
          keep[k] |= s->live_value[arg] && !g->values.data[arg].forward;
        }
        all &= keep[k];
      }
      if (!all)
        drop_carried(g, op, keep);
      free(keep);
    }
  }
}

/// The iv of a loop, or what is computed from one and numbers by a few conversions, sums and products. In a
/// variable it is what the rewriter has the iv back from.
static bool is_counter(const SmrGraph *g, SmrValue value) {
  enum { DEEPEST = 8 };
  for (int depth = 0; value && depth < DEEPEST; depth++) {
    SmrOp def = smr_def(g, value);
    if (!def)
      return smr_loop_of_iv(g, value);
    const SmrOpData *data = smr_op(g, def);
    bool plain = data->code == SMR_OP_SEXT || data->code == SMR_OP_ZEXT || data->code == SMR_OP_TRUNC ||
                 data->code == SMR_OP_ADD || data->code == SMR_OP_MUL || data->code == SMR_OP_ADDR;
    if (data->code == SMR_OP_POLY)
      return true;
    if (!plain)
      return false;
    uint32_t at = data->operand_count - 1; // (an address' offset; constants stand first)
    value = smr_operand(g, def, at);
  }
  return false;
}

void smr_pass_dead(SmrGraph *g, SmrForm form) {
  (void)form;
  Dead s = {.g = g};
  s.live_op = smr_xcalloc(g->ops.size, 1);
  s.live_value = smr_xcalloc(g->values.size, 1);
  mark_effects(&s);
  propagate(&s);
  uint32_t kept = 0;
  for (uint32_t e = 0; e < g->exits.size; e++) {
    SmrExit exit = g->exits.data[e];
    exit.value = smr_value(g, exit.value);
    exit.initial = smr_value(g, exit.initial);
    SmrOp def = smr_def(g, exit.value);
    SmrOpcode code = def ? (SmrOpcode)smr_op(g, def)->code : SMR_OP_NONE;
    bool carried = code == SMR_OP_LOOP || code == SMR_OP_IF || code == SMR_OP_WHILE;
    if (carried && !s.live_value[exit.value])
      exit.value = 0; // carried for nobody
    if (!s.live_value[exit.initial] && !is_counter(g, exit.initial))
      exit.initial = 0;
    if (smr_op(g, exit.loop)->block && (exit.value || exit.initial))
      g->exits.data[kept++] = exit;
  }
  g->exits.size = kept;
  // What the exits still name (polynomials of trip counts and the like) stays, with what it is made of.
  for (uint32_t e = 0; e < kept; e++) {
    mark_value(&s, g->exits.data[e].value);
    mark_value(&s, g->exits.data[e].initial);
    mark_value(&s, g->exits.data[e].ptr);
  }
  for (uint32_t k = 0; k < g->ranges.size; k++)
    mark_value(&s, smr_value(g, g->ranges.data[k].poly));
  propagate(&s);
  keep_assumptions(&s);
  sweep(&s, g->body);
  free(s.live_op);
  free(s.live_value);
  smr_vec_free(&s.work);
}
