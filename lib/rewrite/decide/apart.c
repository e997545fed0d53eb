//===- apart.c - loops taken apart, tried on copies of the function ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "rewrite/decide/find.h"
#include "rewrite/decide/twin.h"

/// What is wanted of the loops that can be taken apart.
typedef struct {
  SmrSplitWish wishes[SMR_MOST_SPLITS];
  SmrSplit splits[SMR_MOST_SPLITS]; // as the function has them
  uint32_t count;
  SmrGraph *plain; // of the function, in the plain form
} Apart;

static bool is_other_branch(const SmrModuleRun *run, const SmrFunctionRun *f, const void *loop) {
  const SmrGraph *g = f->graph;
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->block && smr_op(g, op)->code == SMR_OP_LOOP && smr_op(g, op)->handle == loop &&
        smr_other_branch(run, f, op))
      return true;
  return false;
}

static bool any_wanted(const Apart *apart) {
  for (uint32_t k = 0; k < apart->count; k++)
    if (apart->wishes[k].wanted)
      return true;
  return false;
}

/// A loop that gains nothing is no longer wanted, and what gains from some size on only is wanted from there
/// on. Was all as wished?
static bool review(const SmrFunctionRun *f, const SmrFunctionRun *trial, Apart *apart) {
  bool ok = true;
  for (uint32_t k = 0; k < trial->split_count; k++) {
    SmrSplitWish *wish = &apart->wishes[k];
    const SmrSplit *split = &trial->splits[k];
    if (!wish->wanted)
      continue;
    const void *was = apart->splits[k].loop;
    uint64_t before = smr_split_gain(f->graph, f->found.data, f->found.size, &was, 1);
    wish->wanted = trial->graph && smr_split_gain(trial->graph, trial->found.data, trial->found.size,
                                                  split->parts, split->part_count) > before;
    ok &= wish->wanted;
    if (!wish->wanted)
      continue;
    int64_t least =
        smr_split_least(trial->graph, trial->found.data, trial->found.size, split->parts, split->part_count);
    ok &= least <= wish->least;
    wish->least = least > wish->least ? least : wish->least;
  }
  return ok;
}

static uint32_t split(const SmrModuleRun *run, SmrGraph *plain, const SmrSplitWish *wishes, SmrArena *arena,
                      SmrSplit *out, uint32_t *limits) {
  return smr_split_loops(run->described->descriptions, plain, run->options->guards_static, wishes, arena, out,
                         limits);
}

/// Splits the wanted loops of a copy of the function and matches that. True when all was as wished; else the
/// copy is gone, and the wishes are what is left of them.
static bool try_apart(SmrModuleRun *run, const SmrFunctionRun *f, Apart *apart, SmrFunctionRun *trial) {
  uint64_t candidates = run->report->candidates, matches = run->report->matches;
  *trial = (SmrFunctionRun){.op = mlirOperationClone(f->op), .budget = f->budget};
  for (uint32_t k = 0; k < f->covering.size; k++)
    smr_vec_push(&trial->covering, f->covering.data[k]);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(f->op), f->op, trial->op);
  SmrSplit *splits = smr_arena_alloc(&trial->arena, SMR_MOST_SPLITS * sizeof *splits);
  SmrGraph *plain = smr_graph_twin(apart->plain, f->op, trial->op);
  uint32_t limits;
  trial->split_count = split(run, plain, apart->wishes, &trial->arena, splits, &limits);
  trial->splits = splits;
  smr_graph_destroy(plain);
  for (uint32_t k = 0; k < trial->split_count; k++)
    if (splits[k].otherwise)
      smr_vec_push(&trial->aside, splits[k].otherwise);
  bool valid = mlirOperationVerify(trial->op) && smr_find_matches(run, trial);
  bool ok = review(f, trial, apart) && valid && smr_budget_left(f->budget, "taking loops apart");
  if (ok)
    return true;
  run->report->candidates = candidates, run->report->matches = matches;
  MlirOperation op = trial->op;
  smr_function_release(trial);
  mlirOperationDestroy(op);
  return false;
}

/// The trial becomes the function.
static void adopt(SmrModuleRun *run, SmrFunctionRun *f, SmrFunctionRun *trial) {
  MlirOperation op = f->op, copy = f->copy, taken = trial->op;
  if (mlirOperationIsNull(copy))
    copy = mlirOperationClone(op);
  run->report->matches -= f->found.size;
  smr_function_release(f);
  mlirRegionTakeBody(mlirOperationGetRegion(op, 0), mlirOperationGetRegion(taken, 0));
  mlirOperationDestroy(taken);
  *f = *trial;
  f->op = op;
  f->copy = copy;
  f->imported->handle = f->graph->handle = op.ptr;
  smr_budget_start(f->budget, run->options, run->ops); // the trial was in time
  smr_budget_size(f->budget, f->imported->ops.size);
}

void smr_take_apart(SmrModuleRun *run, SmrFunctionRun *f) {
  if (!smr_split_worth(f->graph) || !smr_budget_left(f->budget, "taking loops apart"))
    return;
  Apart apart = {.plain = smr_graph_copy(f->imported)};
  smr_normalize_plain(apart.plain);
  uint32_t limits;
  apart.count = split(run, apart.plain, NULL, &f->arena, apart.splits, &limits);
  for (uint32_t k = 0; k < apart.count; k++)
    apart.wishes[k].wanted =
        !smr_split_covered(f->graph, f->found.data, f->found.size, apart.splits[k].loop) &&
        !is_other_branch(run, f, apart.splits[k].loop);
  enum { ROUNDS = 3 };
  bool done = !any_wanted(&apart);
  for (int round = 0; round < ROUNDS && !done; round++) {
    SmrFunctionRun trial;
    done = try_apart(run, f, &apart, &trial);
    if (done)
      adopt(run, f, &trial);
    done |= !any_wanted(&apart);
  }
  if (!done)
    smr_function_limit(f, "SMR gave up taking loops apart after %d tries", ROUNDS);
  if (limits & SMR_FISSION_LARGE)
    smr_function_limit(f, "a loop does too many things for SMR to take it apart");
  if (limits & SMR_FISSION_MORE)
    smr_function_limit(f, "SMR tried to take %u loops apart, and no more", apart.count);
  smr_graph_destroy(apart.plain);
}
