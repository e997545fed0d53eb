//===- split.c - take loops apart where that lets idioms show ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/decide/split.h"
#include "mlir/splice/splice.h"
#include "rewrite/decide/gain.h"
#include <string.h>

typedef struct {
  uint32_t *count; // per op: of an outermost loop, what it does
  bool worth;
} Things;

static SmrOp outermost(const SmrGraph *g, SmrOp op) {
  SmrOp root = 0;
  for (; op; op = smr_parent(g, op))
    if (smr_op(g, op)->code == SMR_OP_LOOP || smr_op(g, op)->code == SMR_OP_WHILE)
      root = op;
  return root;
}

/// What was a store in the loop's code is one still, or stands behind it, or is something that a loop inside
/// it carries.
static void count_things(SmrGraph *g, SmrOp op, void *data) {
  Things *things = data;
  const SmrOpData *op_data = smr_op(g, op);
  SmrOp root = 0;
  if (op_data->code == SMR_OP_STORE)
    root = outermost(g, (op_data->flags & SMR_F_SUNK) && !outermost(g, op) ? op_data->owner : op);
  else if (op_data->code == SMR_OP_LOOP && op_data->result_count && smr_parent(g, op))
    root = outermost(g, smr_parent(g, op));
  things->worth |= root && ++things->count[root] >= 2;
}

bool smr_split_worth(const SmrGraph *graph) {
  Things things = {smr_xcalloc(graph->ops.size, sizeof *things.count), false};
  smr_graph_walk((SmrGraph *)(uintptr_t)graph, count_things, &things);
  free(things.count);
  return things.worth;
}

typedef struct {
  SmrArena *arena;
  SmrOp loop;
  int64_t least;
  SMR_VEC(const SmrExpr *) guards;
  bool ok;
} Sizes;

static void ask_for_trips(SmrGraph *g, SmrOp op, void *data) {
  Sizes *sizes = data;
  int64_t known;
  if (smr_op(g, op)->code != SMR_OP_LOOP || !smr_inside(g, op, sizes->loop))
    return;
  const SmrExpr *trips = smr_expr_poly(sizes->arena, smr_poly_of(g, sizes->arena, smr_operand(g, op, 0)));
  if (!trips || smr_expr_is_const(trips, &known)) // calls with sizes that are known were weighed already
    return;
  const SmrExpr *test = smr_expr(sizes->arena, SMR_X_LE, smr_expr_const(sizes->arena, sizes->least), trips);
  sizes->ok &= test != NULL;
  smr_vec_push(&sizes->guards, test);
}

/// The plan's guards behind those that ask for sizes; false when the loop has too few rounds anyway.
static bool add_sizes(SmrGraph *graph, SmrArena *arena, int64_t least, SmrFission *plan) {
  Sizes sizes = {.arena = arena, .loop = plan->loop, .least = least, .ok = true};
  if (least)
    smr_graph_walk(graph, ask_for_trips, &sizes);
  for (uint32_t k = 0; k < plan->guard_count && sizes.guards.size; k++)
    smr_vec_push(&sizes.guards, plan->guards[k]);
  if (sizes.guards.size) {
    const SmrExpr **guards = smr_arena_alloc(arena, sizes.guards.size * sizeof *guards);
    memcpy(guards, sizes.guards.data, sizes.guards.size * sizeof *guards);
    plan->guards = guards;
    plan->guard_count = sizes.guards.size;
  }
  smr_vec_free(&sizes.guards);
  return sizes.ok;
}

uint32_t smr_split_loops(SmrDescriptions *descriptions, SmrGraph *graph, bool guards_static,
                         const SmrSplitWish *wishes, SmrArena *arena, SmrSplit *out, uint32_t *limits) {
  const SmrFission *plans;
  SmrArena own = {0};
  uint32_t count = smr_fission_plan(graph, guards_static, &own, &plans, limits);
  SmrSplicer *splicer = wishes ? smr_splicer_create(graph, descriptions) : NULL;
  for (uint32_t k = 0; k < count; k++) {
    SmrFission plan = plans[k];
    out[k] = (SmrSplit){.loop = smr_op(graph, plan.loop)->handle};
    if (!wishes || !wishes[k].wanted || (wishes[k].least && guards_static) ||
        !add_sizes(graph, &own, wishes[k].least, &plan))
      continue;
    out[k].parts = smr_arena_alloc(arena, plan.part_count * sizeof *out[k].parts);
    SmrSplitLoop split = {plan.loop,       plan.stores, plan.part_of,    plan.store_count,
                          plan.part_count, plan.guards, plan.guard_count};
    if (smr_splice_split(splicer, &split, out[k].parts, &out[k].otherwise))
      out[k].part_count = plan.part_count;
    out[k].overlap = plans[k].guard_count > 0;
    out[k].least = wishes[k].least;
  }
  if (splicer)
    smr_splicer_destroy(splicer);
  smr_arena_destroy(&own);
  return count;
}

bool smr_split_within(const SmrGraph *g, SmrOp op, const void *const *handles, uint32_t count) {
  for (; op; op = smr_parent(g, op))
    for (uint32_t k = 0; k < count; k++)
      if (handles[k] && smr_op(g, op)->code == SMR_OP_LOOP && smr_op(g, op)->handle == handles[k])
        return true;
  return false;
}

bool smr_split_covered(const SmrGraph *g, const SmrFound *found, uint32_t count, const void *loop) {
  for (SmrOp op = 1; op < g->ops.size; op++) {
    if (!smr_op(g, op)->block || smr_op(g, op)->code != SMR_OP_LOOP || smr_op(g, op)->handle != loop)
      continue;
    for (uint32_t k = 0; k < count; k++)
      for (uint32_t r = 0; found[k].accepted && r < found[k].match.root_count; r++)
        if (smr_inside(g, op, found[k].match.roots[r]))
          return true;
  }
  return false;
}

/// Has an accepted match one of its roots in these loops? (A store that was sunk out of them may stand behind
/// them.)
static bool accepted_within(const SmrGraph *g, const SmrFound *found, const void *const *loops,
                            uint32_t loop_count) {
  for (uint32_t r = 0; found->accepted && r < found->match.root_count; r++)
    if (smr_split_within(g, found->match.roots[r], loops, loop_count))
      return true;
  return false;
}

uint64_t smr_split_gain(const SmrGraph *g, const SmrFound *found, uint32_t count, const void *const *loops,
                        uint32_t loop_count) {
  uint64_t gain = 0;
  for (uint32_t k = 0; k < count; k++)
    if (accepted_within(g, &found[k], loops, loop_count))
      gain += smr_gain_match(&found[k].match);
  return gain;
}

static int64_t size(SmrValue value, void *n) {
  (void)value;
  return *(int64_t *)n;
}

/// The value of a guard about sizes when all of them are n; of equations nothing is said.
static int64_t at_size(const SmrExpr *test, int64_t n) {
  return smr_expr_value(test, &(SmrExprReader){size, &n, true});
}

int64_t smr_split_least(const SmrGraph *g, const SmrFound *found, uint32_t count, const void *const *loops,
                        uint32_t loop_count) {
  enum { MOST = 1 << 20 };
  int64_t least = 0;
  for (uint32_t k = 0; k < count; k++) {
    if (!accepted_within(g, &found[k], loops, loop_count))
      continue;
    for (uint32_t c = 0; c < found[k].verdict.size_count; c++) {
      const SmrExpr *test = found[k].verdict.guards[c].test;
      int64_t low = least, high = MOST; // sizes only ever make calls pay
      while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (at_size(test, middle))
          high = middle;
        else
          low = middle + 1;
      }
      least = low;
    }
  }
  return least;
}
