//===- legality_effects.c - L2 and L9: all effects explained, moves safe -===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The call stands where the last root stands. What the roots do beyond the idiom (final values of loop
// variables, slots, sunk stores) is rebuilt from values that are known before they run.
//===----------------------------------------------------------------------===//
#include "base/map.h"
#include "graph/normalize/normalize.h"
#include "match/legality_internal.h"

//--- What a value is afterwards ---------------------------------------------------

static SmrAfter after(const SmrMatch *m, SmrArena *arena, SmrValue value, int depth);

/// The polynomial with every leaf as it is after the roots ran.
static bool poly_after(const SmrMatch *m, SmrArena *arena, SmrPoly poly, SmrPoly *out, int depth) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t t = 0; t < poly.count && !changed; t++)
      for (uint32_t i = 0; i < poly.terms[t].degree && !changed; i++) {
        uint32_t leaf = poly.terms[t].leaves[i];
        if (smr_available(m, leaf))
          continue;
        SmrAfter by = after(m, arena, leaf, depth - 1);
        if (by.kind == SMR_AFTER_VALUE)
          by = (SmrAfter){.kind = SMR_AFTER_EXPR,
                          .expr = smr_expr_poly(arena, smr_poly_leaf(arena, by.value))};
        if (by.kind != SMR_AFTER_EXPR || by.expr->op != SMR_X_POLY ||
            !smr_poly_substitute(arena, poly, leaf, by.expr->poly, &poly))
          return false;
        changed = true;
      }
  }
  *out = poly;
  return true;
}

/// Available, or made of such values by pure ops: behind the roots, or dropped because the graph shows that
/// nobody needs them (the MLIR code may still have an op, as dead, that reads them).
static bool computable(const SmrMatch *m, SmrValue value, int depth) {
  if (smr_available(m, value))
    return true;
  SmrOp def = smr_def(m->graph, value);
  if (!def || (smr_op(m->graph, def)->block && smr_in_roots(m, def)) || depth <= 0 ||
      !smr_opcode_pure((SmrOpcode)smr_op(m->graph, def)->code))
    return false;
  for (uint32_t k = 0; k < smr_op(m->graph, def)->operand_count; k++)
    if (!computable(m, smr_operand(m->graph, def, k), depth - 1))
      return false;
  return true;
}

static SmrAfter after(const SmrMatch *m, SmrArena *arena, SmrValue value, int depth) {
  const SmrGraph *g = m->graph;
  const SmrAfter unknown = {0};
  if (!value || depth <= 0)
    return unknown;
  value = smr_value(g, value);
  for (uint32_t k = 0; k < m->arg_count; k++)
    if (m->args[k].bound && m->args[k].result && smr_value(g, m->args[k].result) == value)
      return (SmrAfter){.kind = SMR_AFTER_ARG, .arg = k};
  if (computable(m, value, depth))
    return (SmrAfter){.kind = SMR_AFTER_VALUE, .value = value};
  const SmrValueData *data = &g->values.data[value];
  SmrPoly poly;
  if (!data->def) { // an iv: that of the last iteration, which the guard on the trip count ensures
    SmrOp loop = smr_loop_of_iv(g, value);
    if (!loop || !smr_is_among(m->loops, m->loop_count, loop))
      return unknown;
    poly = smr_loop_trip(g, arena, loop);
    if (!smr_poly_available(m, poly) || !smr_poly_sub(arena, poly, smr_poly_const(arena, 1), &poly))
      return unknown;
    return (SmrAfter){.kind = SMR_AFTER_EXPR, .expr = smr_expr_poly(arena, poly)};
  }
  const SmrOpData *def = smr_op(g, data->def);
  if (def->code == SMR_OP_LOOP && data->index < def->result_count) {
    SmrOp yield = g->blocks.data[smr_body_block(g, data->def, 0)].last;
    if (!smr_is_among(m->loops, m->loop_count, data->def) ||
        !smr_poly_available(m, smr_loop_trip(g, arena, data->def)) ||
        data->index >= smr_op(g, yield)->operand_count)
      return unknown;
    return after(m, arena, smr_operand(g, yield, data->index), depth - 1);
  }
  if (def->code == SMR_OP_CONST && SMR_TYPE_KIND(data->type) != SMR_T_INT)
    return (SmrAfter){.kind = SMR_AFTER_VALUE, .value = value};
  if (def->code == SMR_OP_SEXT || (def->code == SMR_OP_TRUNC && (def->flags & SMR_F_NSW)))
    return after(m, arena, smr_operand(g, data->def, 0), depth - 1); // the same integer
  if (def->code != SMR_OP_POLY && def->code != SMR_OP_CONST)
    return unknown;
  if (!poly_after(m, arena, smr_poly_of(g, arena, value), &poly, depth))
    return unknown;
  return (SmrAfter){.kind = SMR_AFTER_EXPR, .expr = smr_expr_poly(arena, poly)};
}

SmrAfter smr_legality_after(const SmrMatch *match, SmrArena *arena, SmrValue value) {
  return after(match, arena, value, 32);
}

//--- Inside the roots -------------------------------------------------------------

/// A library's code may need what the types of its arguments promise.
static bool refuse_packed(SmrDecision *d, SmrOp op) {
  const SmrOpData *data = smr_op(d->graph, op);
  return smr_refuse(d, "the data at line %u need not be aligned as a library expects of its arguments",
                    data->loc ? d->graph->locs.data[data->loc].line : 0);
}

static bool explained(SmrDecision *d, SmrOp op) {
  const SmrGraph *g = d->graph;
  const SmrOpData *data = smr_op(g, op);
  const char *name = data->name ? smr_intern_text(g->symbols, data->name) : "";
  if (data->flags & SMR_F_VOLATILE)
    return smr_refuse(d, "a volatile access stands inside");
  if (data->flags & SMR_F_PACKED)
    return refuse_packed(d, op);
  if (data->flags & SMR_F_LANE) // (a call for one lane would leave out the others)
    return smr_refuse(d, "the code computes with vectors");
  switch (data->code) {
  case SMR_OP_STORE:
    if (!smr_is_among(d->match->nodes, d->match->node_count, op) &&
        !smr_is_among(d->match->roots, d->match->root_count, op))
      return smr_refuse(d, "the code writes memory that the idiom does not write");
    break;
  case SMR_OP_CALL:
  case SMR_OP_OPAQUE:
    if (!(data->flags & SMR_F_PURE) && !smr_is_among(d->match->nodes, d->match->node_count, op) &&
        !smr_is_among(d->match->roots, d->match->root_count, op))
      return smr_refuse(d, "\"%s\" stands inside, whose effects are not known", name);
    break;
  case SMR_OP_ALLOCA:
  case SMR_OP_HEAP:
  case SMR_OP_FREE:
    return smr_refuse(d, "memory is allocated or freed inside");
  case SMR_OP_WHILE:
  case SMR_OP_FOR:
    if (!smr_is_among(d->match->loops, d->match->loop_count, op))
      return smr_refuse(d, "a loop stands inside that may not end");
    break;
  default:
    break;
  }
  for (uint32_t r = 0; r < data->region_count; r++) {
    const SmrRegionData *region = &g->regions.data[smr_op_region(g, op, r)];
    if (region->blocks.size > 1)
      return smr_refuse(d, "control flow inside is not structured");
    for (uint32_t b = 0; b < region->blocks.size; b++)
      for (SmrOp in = g->blocks.data[region->blocks.data[b]].first; in; in = smr_op(g, in)->next)
        if (!explained(d, in))
          return false;
  }
  return true;
}

//--- Moves ------------------------------------------------------------------------

static bool conflict(const SmrGraph *g, SmrOp a, SmrOp b) {
  SmrEffects x = {0}, y = {0};
  smr_effects_collect(g, a, &x);
  smr_effects_collect(g, b, &y);
  bool found = smr_effects_meet(g, &x, &y);
  smr_effects_free(&x);
  smr_effects_free(&y);
  return found;
}

/// Does the op, or one inside it, use a result of one of the roots, directly or through ops already in
/// `tainted`?
static bool uses_results(const SmrMatch *m, SmrOp op, const SmrMap *tainted) {
  const SmrGraph *g = m->graph;
  uint32_t mark;
  for (SmrOp in = op; in; in = smr_next_op(g, in, op))
    for (uint32_t k = 0; k < smr_op(g, in)->operand_count; k++) {
      SmrOp def = smr_def(g, smr_operand(g, in, k));
      if (def && (smr_is_among(m->roots, m->root_count, def) || smr_map_get(tainted, def, &mark)))
        return true;
    }
  return false;
}

/// Everything between the roots may as well run before all of them.
static bool check_moves(SmrDecision *d) {
  const SmrMatch *m = d->match;
  const SmrGraph *g = d->graph;
  SmrOp first = m->roots[0], last = m->roots[0];
  for (uint32_t r = 1; r < m->root_count; r++) {
    if (smr_op(g, m->roots[r])->block != smr_op(g, first)->block)
      return smr_refuse(d, "the parts of the idiom stand in different blocks");
    for (uint32_t q = 0; q < r; q++)
      if (smr_before(g, m->roots[r], m->roots[q]) && conflict(g, m->roots[r], m->roots[q]))
        return smr_refuse(d, "the parts of the idiom run in another order and depend on each other");
    first = smr_before(g, m->roots[r], first) ? m->roots[r] : first;
    last = smr_before(g, last, m->roots[r]) ? m->roots[r] : last;
  }
  SmrMap tainted = {0};
  bool ok = true;
  for (SmrOp op = first; op != last && ok; op = smr_op(g, op)->next) {
    if (smr_is_among(m->roots, m->root_count, op) ||
        (smr_is_among(m->nodes, m->node_count, op) &&
         (smr_op(g, op)->code != SMR_OP_LOAD || (smr_op(g, op)->flags & SMR_F_HOISTED))))
      continue;
    bool statement = !smr_opcode_pure((SmrOpcode)smr_op(g, op)->code) && smr_op(g, op)->code != SMR_OP_LOAD;
    if (uses_results(m, op, &tainted)) {
      if (statement)
        ok = smr_refuse(d, "a statement between the parts of the idiom uses their result");
      smr_map_set(&tainted, op, 1);
    }
    for (uint32_t r = 0; r < m->root_count && ok; r++)
      if (smr_before(g, m->roots[r], op) && conflict(g, op, m->roots[r]))
        ok = smr_refuse(d, "a statement between the parts of the idiom touches the same memory");
  }
  smr_map_free(&tainted);
  return ok;
}

//--- Results, slots, sunk stores ----------------------------------------------------

/// Is the value used outside the parts, other than on the way from one part to another? What lies on the way
/// (pure ops between the parts) has no use of its own.
static bool escapes(const SmrDecision *d, SmrValue value, uint32_t depth) {
  const SmrMatch *m = d->match;
  const SmrGraph *g = d->graph;
  for (uint32_t u = d->uses->first[value]; u < d->uses->first[value + 1]; u++) {
    SmrOp op = d->uses->ops[u];
    if (!smr_op(g, op)->block || smr_in_roots(m, op))
      continue;
    if (!depth || !smr_is_among(m->nodes, m->node_count, op) ||
        !smr_opcode_pure((SmrOpcode)smr_op(g, op)->code))
      return true;
    for (uint32_t k = 0; k < smr_op(g, op)->result_count; k++)
      if (escapes(d, smr_value(g, smr_result(g, op, k)), depth - 1))
        return true;
  }
  return false;
}

static bool check_results(SmrDecision *d) {
  const SmrMatch *m = d->match;
  const SmrGraph *g = d->graph;
  for (uint32_t r = 0; r < m->root_count; r++)
    for (uint32_t k = 0; k < smr_op(g, m->roots[r])->result_count; k++) {
      SmrValue result = smr_value(g, smr_result(g, m->roots[r], k));
      enum { LONGEST_WAY = 16 };
      bool used = escapes(d, result, m->root_count > 1 ? LONGEST_WAY : 0);
      if (used && smr_legality_after(m, d->arena, result).kind == SMR_AFTER_UNKNOWN)
        return smr_refuse(d, "a value that the code computes besides the idiom is used later");
    }
  for (uint32_t k = 0; k < m->arg_count; k++) {
    if (!m->args[k].bound || !m->args[k].result)
      continue;
    SmrOp def = smr_def(g, m->args[k].result);
    if (!def || !smr_is_among(m->roots, m->root_count, def))
      return smr_refuse(d, "the result for the idiom's \"%s\" is finished after the loops",
                        d->pattern->args[k].name);
  }
  return true;
}

static void add_store(SmrDecision *d, SmrValue ptr, SmrValue value, SmrOp store, SmrOp root) {
  smr_vec_push(&d->stores, (SmrAfterStore){smr_value(d->graph, ptr),
                                           smr_legality_after(d->match, d->arena, value), store, root});
}

static bool inside_roots_value(const SmrMatch *m, SmrValue value) {
  for (uint32_t r = 0; r < m->root_count; r++)
    if (smr_value_inside(m->graph, value, m->roots[r]))
      return true;
  return false;
}

/// The loop that a store was sunk out of belongs to the match (a pass may have put a new op in its place).
static bool sunk_from_roots(const SmrMatch *m, SmrOp owner) {
  if (smr_in_roots(m, owner))
    return true;
  void *handle = smr_op(m->graph, owner)->handle;
  for (uint32_t k = 0; handle && k < m->loop_count; k++)
    if (m->loops[k] && smr_op(m->graph, m->loops[k])->handle == handle)
      return true;
  return false;
}

/// A store that left further loops around the roots: what it stores, seen right behind the roots. 0 when that
/// is not a result of theirs.
static SmrValue value_behind_roots(const SmrMatch *m, SmrOp owner, SmrValue value) {
  const SmrGraph *g = m->graph;
  bool around = false;
  for (uint32_t r = 0; r < m->root_count; r++)
    around |= smr_inside(g, m->roots[r], owner);
  if (!around)
    return 0;
  for (SmrOp def = smr_def(g, value); def; def = smr_def(g, value)) {
    if (smr_is_among(m->roots, m->root_count, def))
      return value;
    uint32_t index = smr_value_data(g, value)->index;
    if (smr_op(g, def)->code != SMR_OP_LOOP || !smr_inside(g, m->roots[0], def) ||
        index >= smr_op(g, def)->result_count)
      return 0;
    value = smr_operand(g, g->blocks.data[smr_body_block(g, def, 0)].last, index);
  }
  return 0;
}

/// Sunk stores, also those that the graph dropped because a later store overwrites them: MLIR code in between
/// may still load what the graph forwarded.
static bool check_stores(SmrDecision *d) {
  const SmrMatch *m = d->match;
  const SmrGraph *g = d->graph;
  for (uint32_t op = 1; op < g->ops.size; op++) {
    const SmrOpData *data = smr_op(g, op);
    if (data->code != SMR_OP_STORE || !(data->flags & SMR_F_SUNK) || !data->owner ||
        (data->block && smr_in_roots(m, op)))
      continue;
    SmrValue value = smr_operand(g, op, 0), ptr = smr_operand(g, op, 1);
    if (!sunk_from_roots(m, data->owner)) {
      value = value_behind_roots(m, data->owner, value);
      if (!value)
        continue;
    } else if (!data->block && inside_roots_value(m, value)) {
      continue; // dropped inside the roots: overwritten there
    }
    add_store(d, ptr, value, op, data->owner);
    if (smr_vec_last(&d->stores).value.kind == SMR_AFTER_UNKNOWN)
      return smr_refuse(d, "the loop's last store cannot be rebuilt");
    if (!computable(m, ptr, 8))
      return smr_refuse(d, "the address of the loop's last store is not known before it");
  }
  return true;
}

bool smr_check_effects(SmrDecision *d) {
  for (uint32_t r = 0; r < d->match->root_count; r++)
    if (!explained(d, d->match->roots[r]))
      return false;
  return check_moves(d) && check_results(d) && check_stores(d);
}
