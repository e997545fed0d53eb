//===- certain.c - what surely runs ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/known.h"
#include "mlir/splice/value/value.h"

/// Sums of variables of counted loops, which are from 0 to 2^60, and of a small number.
static bool never_negative(const SmrGraph *g, SmrPoly poly) {
  int64_t sum = 0;
  for (uint32_t t = 0; t < poly.count; t++) {
    const SmrMonomial *term = &poly.terms[t];
    if (term->coef < 0 || term->coef > 4 - sum || term->degree > 1)
      return false;
    sum += term->coef;
    if (term->degree && !smr_loop_of_iv(g, term->leaves[0]))
      return false;
  }
  return true;
}

/// What the guards say that hold where ops are built now.
static void learn_guards(const SmrEmit *e, SmrKnown *known) {
  bool all = !e->chain && !e->speculative; // without blocks the guards hold all or none
  *known = (SmrKnown){.arena = &e->s->arena, .graph = e->g};
  for (uint32_t round = 0; round < 2; round++) // what a test tells may rest on the bits of a later one
    for (uint32_t k = 0; k < e->plan->guard_count; k++)
      if (all || (e->held && e->held[k]))
        smr_known_learn(known, e->plan->guards[k].test);
}

/// The loop runs at least once: by its trip count, or some guard that holds says so.
static bool is_entered(const SmrEmit *e, SmrOp loop) {
  SmrGraph *g = e->g;
  SmrPoly trip = smr_poly_of(g, &e->s->arena, smr_operand(g, loop, 0)), last;
  int64_t value;
  if (!smr_poly_sub(&e->s->arena, trip, smr_poly_const(&e->s->arena, 1), &last))
    return false;
  if (smr_poly_is_const(last, &value))
    return value >= 0;
  if (never_negative(g, last))
    return true;
  SmrKnown known;
  learn_guards(e, &known);
  bool runs = smr_known_nonneg(&known, last);
  smr_known_free(&known);
  return runs;
}

/// Where a load is in the code: no load leaves an IF in the graph, and a LOOP has one exit.
static SmrOp loop_of(const SmrGraph *g, SmrOp load) {
  const SmrOpData *data = smr_op(g, load);
  return data->flags & SMR_F_HOISTED && data->home ? data->home : smr_parent(g, load);
}

enum { MOST_LOOPS = 16 };

/// Do the loops, of which each is in the one before, run in the first iterations of those around them, or in
/// the last ones?
static bool all_run(const SmrEmit *e, SmrKnown *known, const SmrOp *loops, uint32_t count, bool last) {
  SmrGraph *g = e->g;
  SmrArena *arena = &e->s->arena;
  SmrPoly at[MOST_LOOPS]; // the loops' iterations
  for (uint32_t k = 0; k < count; k++) {
    SmrPoly trip = smr_poly_of(g, arena, smr_operand(g, loops[k], 0));
    for (uint32_t i = k; i--;)
      if (!smr_poly_substitute(arena, trip, smr_loop_iv(g, loops[i]), at[i], &trip))
        return false;
    if (!smr_poly_sub(arena, trip, smr_poly_const(arena, 1), &at[k]) || !smr_known_nonneg(known, at[k]) ||
        !smr_known_whole(known, trip))
      return false;
    if (!last)
      at[k] = smr_poly_const(arena, 0);
  }
  return true;
}

bool smr_emit_certain_in_graph(const SmrEmit *e, SmrOp load) {
  const SmrGraph *g = e->g;
  SmrOp around[MOST_LOOPS], loops[MOST_LOOPS];
  uint32_t count = 0;
  for (SmrOp at = loop_of(g, load); at && smr_op(g, at)->block && smr_emit_in_roots(e, at);
       at = smr_parent(g, at)) {
    if (smr_op(g, at)->code != SMR_OP_LOOP || count == MOST_LOOPS)
      return false;
    around[count++] = at;
  }
  for (uint32_t k = 0; k < count; k++)
    loops[k] = around[count - 1 - k];
  SmrKnown known;
  learn_guards(e, &known);
  bool run = count && (all_run(e, &known, loops, count, false) || all_run(e, &known, loops, count, true));
  smr_known_free(&known);
  return run;
}

static bool header_is_entered(const SmrEmit *e, MlirBlock header) {
  uint32_t op;
  return smr_map_get(&e->s->loops, smr_mlir_key(header.ptr), &op) && op && is_entered(e, op);
}

/// Does the region of `parent` that has the op run whenever the parent does? (What runs at all in a region
/// runs from its begin to its end: a LOOP has one exit.)
static bool region_runs(const SmrEmit *e, MlirOperation parent, MlirOperation op) {
  const SmrHost *host = e->s->host;
  uint32_t loop;
  if (host->scope_op && smr_mlir_named(parent, host->scope_op))
    return true;
  if (!smr_map_get(&e->s->regular, smr_mlir_key(parent.ptr), &loop))
    return false;
  bool first =
      mlirRegionEqual(mlirBlockGetParentRegion(mlirOperationGetBlock(op)), mlirOperationGetRegion(parent, 0));
  return (first && host->tests_first && host->tests_first(parent)) || is_entered(e, loop);
}

/// Goes from the op to the root that it is in.
static bool runs_in_root(const SmrEmit *e, MlirOperation op) {
  while (op.ptr) {
    for (uint32_t r = 0; r < e->root_count; r++)
      if (mlirOperationEqual(op, e->roots[r]))
        return true;
    MlirOperation parent = mlirOperationGetParentOperation(op);
    if (!parent.ptr || mlirOperationEqual(parent, e->s->function) || !region_runs(e, parent, op))
      return false;
    op = parent;
  }
  return false;
}

/// Walks from the header through the loop's first iteration without passing `block`. A header inside that
/// runs at least once is not left when it is first reached; when it is reached again, it may be.
bool smr_emit_certain(const SmrEmit *e, MlirOperation op) {
  const SmrChain *chain = e->chain;
  if (!op.ptr)
    return false;
  if (!chain)
    return runs_in_root(e, op);
  MlirBlock block = mlirOperationGetBlock(op);
  if (mlirBlockIsNull(block) || !mlirRegionEqual(mlirBlockGetParentRegion(block), chain->region))
    return false;
  const SmrBlockLoop *loop = NULL;
  for (uint32_t p = 0; p < chain->parts.size; p++)
    if (smr_block_loop_has(&chain->parts.data[p].loop, block))
      loop = &chain->parts.data[p].loop;
  uint32_t known;
  if (!loop)
    return smr_map_get(&chain->moved_ops, smr_mlir_key(op.ptr), &known);
  if (mlirBlockEqual(block, loop->header))
    return true;
  typedef struct {
    MlirBlock block;
    bool again;
  } State;
  SMR_VEC(State) work = {0};
  SMR_VEC(MlirBlock) inner = {0}; // headers of loops that the walk has reached
  SmrMap seen[2] = {{0}, {0}};
  bool avoidable = false;
  smr_vec_push(&work, ((State){loop->header, false}));
  while (work.size && !avoidable) {
    State at = smr_vec_pop(&work);
    if (mlirBlockEqual(at.block, block) || smr_map_get(&seen[at.again], smr_mlir_key(at.block.ptr), &known))
      continue;
    smr_map_set(&seen[at.again], smr_mlir_key(at.block.ptr), 1);
    bool stay = !at.again && header_is_entered(e, at.block);
    if (stay)
      smr_vec_push(&inner, at.block);
    for (intptr_t k = 0; k < mlirBlockGetNumSuccessors(at.block); k++) {
      MlirBlock to = mlirBlockGetSuccessor(at.block, k);
      if (stay && !smr_block_loop_around_has(e->s, at.block, to))
        continue;
      if (mlirBlockEqual(to, loop->header) || !smr_block_loop_has(loop, to)) {
        avoidable = true;
        break;
      }
      bool again = false; // an edge back to a header whose loop the walk has entered
      for (uint32_t i = 0; i < inner.size; i++)
        again |= mlirBlockEqual(inner.data[i], to) && smr_block_loop_around_has(e->s, to, at.block);
      smr_vec_push(&work, ((State){to, again}));
    }
  }
  smr_vec_free(&inner);
  smr_vec_free(&work);
  smr_map_free(&seen[0]);
  smr_map_free(&seen[1]);
  return !avoidable;
}
