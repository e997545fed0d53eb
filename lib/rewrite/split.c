//===- split.c - take loops apart where that lets idioms show ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/split.h"
#include "graph/normalize/normalize.h"
#include "match/fission.h"
#include "mlir/splice.h"

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

uint32_t smr_split_function(SmrImporter *importer, MlirOperation function, bool guards_static,
                            const bool *wanted, SmrArena *arena, SmrSplit *out) {
  SmrDiag silent = {0};
  SmrGraph *graph = smr_import_function(importer, function, NULL, &silent);
  smr_diag_free(&silent);
  if (!graph)
    return 0;
  smr_normalize_plain(graph);
  const SmrFission *plans;
  SmrArena own = {0};
  uint32_t count = smr_fission_plan(graph, guards_static, &own, &plans);
  count = count < SMR_MOST_SPLITS ? count : SMR_MOST_SPLITS;
  SmrSplicer *splicer = wanted ? smr_splicer_create(graph) : NULL;
  for (uint32_t k = 0; k < count; ++k) {
    const SmrFission *plan = &plans[k];
    out[k] = (SmrSplit){.loop = smr_op(graph, plan->loop)->handle};
    if (!wanted || !wanted[k])
      continue;
    out[k].parts = smr_arena_alloc(arena, plan->part_count * sizeof *out[k].parts);
    SmrSplitLoop split = {plan->loop,       plan->stores, plan->part_of,    plan->store_count,
                          plan->part_count, plan->guards, plan->guard_count};
    if (smr_splice_split(splicer, &split, out[k].parts, &out[k].otherwise))
      out[k].part_count = plan->part_count;
  }
  if (splicer)
    smr_splicer_destroy(splicer);
  smr_graph_destroy(graph);
  smr_arena_destroy(&own);
  return count;
}

bool smr_split_within(const SmrGraph *g, SmrOp op, const void *const *handles, uint32_t count) {
  for (; op; op = smr_parent(g, op))
    for (uint32_t k = 0; k < count; ++k)
      if (handles[k] && smr_op(g, op)->code == SMR_OP_LOOP && smr_op(g, op)->handle == handles[k])
        return true;
  return false;
}

bool smr_split_covered(const SmrGraph *g, const SmrFound *found, uint32_t count, const void *loop) {
  for (SmrOp op = 1; op < g->ops.size; ++op) {
    if (!smr_op(g, op)->block || smr_op(g, op)->code != SMR_OP_LOOP || smr_op(g, op)->handle != loop)
      continue;
    for (uint32_t k = 0; k < count; ++k)
      for (uint32_t r = 0; found[k].accepted && r < found[k].match.root_count; ++r)
        if (smr_inside(g, op, found[k].match.roots[r]))
          return true;
  }
  return false;
}

uint64_t smr_split_gain(const SmrGraph *g, const SmrLibrary *libraries, const SmrFound *found, uint32_t count,
                        const void *const *loops, uint32_t loop_count) {
  uint64_t gain = 0;
  enum { MOST_LOOPS = 6, BITS = 3 };
  for (uint32_t k = 0; k < count; ++k) {
    bool within = false; // a store that was sunk out of them may stand behind them
    for (uint32_t r = 0; found[k].accepted && r < found[k].match.root_count && !within; ++r)
      within = smr_split_within(g, found[k].match.roots[r], loops, loop_count);
    if (!within)
      continue;
    uint32_t depth = libraries[found[k].library].patterns[found[k].match.pattern].loop_count;
    gain += (uint64_t)1 << BITS * (depth < MOST_LOOPS ? depth : MOST_LOOPS);
  }
  return gain;
}
