//===- legality_assume.c - L1: assumptions about other loops ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Assumptions about the match's own loops become guards (legality_alias.c). Those about any other loop are
// not checked by anyone, so what the match takes from outside its roots must not rest on one. README.md has
// the argument.
//===----------------------------------------------------------------------===//
#include "base/map.h"
#include "graph/normalize/normalize.h"
#include "match/legality_internal.h"

typedef struct {
  SmrDecision *d;
  SmrMap seen;
  SMR_VEC(SmrValue) work;
} Taken;

static void take(Taken *t, SmrValue value) {
  uint32_t mark;
  value = smr_value(t->d->graph, value);
  if (!value || smr_map_get(&t->seen, value, &mark))
    return;
  smr_map_set(&t->seen, value, 1);
  smr_vec_push(&t->work, value);
}

static void take_poly(Taken *t, SmrPoly poly) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);)
    take(t, leaf);
}

static void take_operands(Taken *t, SmrOp root) {
  const SmrGraph *g = t->d->graph;
  for (SmrOp op = root; op; op = smr_next_op(g, op, root))
    for (uint32_t k = 0; k < smr_op(g, op)->operand_count; k++)
      take(t, smr_operand(g, op, k));
}

/// Everything from outside that the roots, the bindings and what is rebuilt afterwards read.
static void take_all(Taken *t) {
  const SmrDecision *d = t->d;
  const SmrMatch *m = d->match;
  const SmrGraph *g = d->graph;
  for (uint32_t r = 0; r < m->root_count; r++)
    take_operands(t, m->roots[r]);
  for (uint32_t n = 0; n < m->node_count; n++) {
    if (!m->nodes[n] || smr_in_roots(d->match, m->nodes[n]))
      continue;
    take_operands(t, m->nodes[n]);
    for (uint32_t k = 0; k < smr_op(g, m->nodes[n])->result_count; k++)
      take(t, smr_result(g, m->nodes[n], k));
  }
  for (uint32_t k = 0; k < m->arg_count; k++) {
    take_poly(t, m->args[k].poly);
    take(t, m->args[k].value);
    for (uint32_t i = 0; i < m->args[k].descr_count; i++)
      take_poly(t, m->args[k].descr[i].poly);
  }
  for (uint32_t e = 0; e < m->equation_count; e++) {
    take_poly(t, m->equations[e].left);
    take_poly(t, m->equations[e].right);
  }
  for (uint32_t s = 0; s < d->stores.size; s++)
    take(t, d->stores.data[s].ptr);
  while (t->work.size) {
    SmrOp def = smr_def(g, smr_vec_pop(&t->work));
    if (def && !smr_in_roots(d->match, def) &&
        (smr_opcode_pure((SmrOpcode)smr_op(g, def)->code) || smr_op(g, def)->code == SMR_OP_LOAD))
      take_operands(t, def);
  }
}

/// All loads that became this value stood in the roots: then reading the memory again where the roots begin
/// gives what they read there, whatever happens between the iterations of loops around. Or there is only one:
/// then the value is what that one reads.
static bool one_reading(const SmrDecision *d, SmrValue value) {
  const SmrGraph *g = d->graph;
  SmrOp def = smr_def(g, value);
  uint32_t count = 0;
  bool inside = true;
  if (!def || smr_op(g, def)->code != SMR_OP_LOAD)
    return false;
  for (uint32_t op = 1; op < g->ops.size; op++) {
    const SmrOpData *data = smr_op(g, op);
    if (data->code != SMR_OP_LOAD || data->result_count != 1 || smr_value(g, data->result_first) != value)
      continue;
    ++count;
    inside &= data->home && smr_in_roots(d->match, data->home);
  }
  return count == 1 || inside;
}

/// The rewriter reads this value from memory where a root begins (SmrExit), so it is what is there.
static bool read_at_entry(const SmrDecision *d, SmrValue value) {
  const SmrGraph *g = d->graph;
  for (uint32_t e = 0; e < g->exits.size; e++)
    for (uint32_t r = 0; r < d->match->root_count; r++)
      if (g->exits.data[e].initial && smr_value(g, g->exits.data[e].initial) == value &&
          g->exits.data[e].loop == d->match->roots[r])
        return true;
  return false;
}

static bool around_roots(const SmrDecision *d, SmrOp loop) {
  for (uint32_t r = 0; r < d->match->root_count; r++)
    if (smr_inside(d->graph, d->match->roots[r], loop))
      return true;
  return false;
}

static bool rests_on(const Taken *t, const SmrAssumption *one) {
  const SmrDecision *d = t->d;
  const SmrGraph *g = d->graph;
  uint32_t mark;
  bool around = around_roots(d, one->loop);
  SmrValue value = smr_value(g, one->value);
  if (one->kind == SMR_ASSUME_DROP)
    return false;
  if (one->kind ==
      SMR_ASSUME_HOIST) // (what the match takes may be made of the value's terms, or without it: v - v)
    return around && !one_reading(d, value);
  if (smr_map_get(&t->seen, value, &mark) && !read_at_entry(d, value))
    return true;
  SmrOp def = smr_def(g, value);
  if (!around)
    return false;
  if (def != one->loop) // became another value: nothing is known of what the loop carries for it
    return true;
  SmrValue carried =
      smr_value(g, g->blocks.data[smr_body_block(g, def, 0)].args.data[g->values.data[value].index + 1]);
  return smr_map_get(&t->seen, carried, &mark) && !read_at_entry(d, carried);
}

bool smr_check_assumptions(SmrDecision *d) {
  const SmrGraph *g = d->graph;
  bool any = false;
  for (uint32_t k = 0; k < g->assumptions.size && !any; k++)
    any = !smr_in_roots(d->match, g->assumptions.data[k].loop);
  if (!any)
    return true;
  Taken t = {.d = d};
  take_all(&t);
  bool ok = true;
  for (uint32_t k = 0; k < g->assumptions.size && ok; k++) {
    const SmrAssumption *one = &g->assumptions.data[k];
    if (!smr_in_roots(d->match, one->loop) && rests_on(&t, one)) {
      SmrStr name = {0};
      smr_legality_name(smr_base_of(g, one->a), &name, (void *)(uintptr_t)g);
      ok = smr_refuse(d, "the memory at %s may change around the code, in the loop at line %u",
                      smr_str_get(&name), g->locs.data[smr_op(g, one->loop)->loc].line);
      smr_str_free(&name);
    }
  }
  smr_map_free(&t.seen);
  smr_vec_free(&t.work);
  return ok;
}
