//===- splice.c - put a call where code was -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/splice/splice.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/splice/edit/edit.h"

//--- What is built ---------------------------------------------------------------------

/// Some of the guards, and what was asked before.
static bool build_guards(SmrSplice *s, uint32_t first, uint32_t end, MlirValue *condition) {
  SmrEmit *e = &s->emit;
  for (uint32_t k = first; k < end; k++) {
    MlirValue test = smr_emit_test(e, s->plan->guards[k].test);
    if (!test.ptr)
      return false;
    *condition = condition->ptr ? smr_emit_binary(e, SMR_HOST_AND, *condition, test) : test;
    smr_emit_assume(e, s->plan->guards[k].test);
  }
  return true;
}

static MlirOperation terminate(SmrSplice *s, MlirBlock block, const MlirValue *values, uint32_t count) {
  SmrHostBuilder b = smr_emit_builder(&s->emit);
  b.block = block;
  return smr_build_yield(s->emit.s->host, &b, values, count);
}

/// `if (sizes) asking else false`, in e->block.
static MlirValue ask_behind(SmrSplice *s, MlirValue sizes, MlirValue asked) {
  SmrEmit *e = &s->emit;
  MlirType type = smr_int_type(e, 1);
  MlirBlock before = e->block, otherwise = mlirBlockCreate(0, NULL, NULL);
  terminate(s, s->asking, &asked, 1);
  e->block = otherwise;
  MlirValue no = smr_emit_constant(e, mlirIntegerAttrGet(type, 0));
  terminate(s, otherwise, &no, 1);
  e->block = before;
  SmrHostBuilder b = smr_emit_builder(e);
  MlirOperation branch =
      smr_build_if(e->s->host, &b, sizes, s->asking, otherwise, &type, 1, smr_size_weights);
  s->asking = (MlirBlock){NULL};
  mlirBlockAppendOwnedOperation(before, branch);
  return mlirOperationGetResult(branch, 0);
}

static bool asks_more(const SmrSplicePlan *plan) {
  bool more = plan->guard_count > plan->size_count;
  for (uint32_t k = 0; k < plan->step_count; k++)
    more |= smr_splice_asks(plan, k);
  return more;
}

static bool build_condition(SmrSplice *s, MlirValue *condition) {
  SmrEmit *e = &s->emit;
  const SmrSplicePlan *plan = s->plan;
  e->shared = e->block;
  if (!build_guards(s, 0, plan->size_count, condition))
    return false;
  if (s->site) {
    for (uint32_t k = plan->size_count; k < plan->guard_count; k++)
      if (plan->guards[k].pays && !build_guards(s, k, k + 1, condition))
        return false;
    return smr_site_build_guards(s);
  }
  MlirValue asked = *condition, sizes = {NULL};
  MlirBlock before = e->block;
  SmrMap known = e->pre_known;
  uint32_t computed = e->computed.size;
  if (asks_more(plan) && asked.ptr && e->s->host->if_weights) { // what is made there is of no use behind it
    sizes = asked, asked = (MlirValue){NULL};
    e->block = e->shared = s->asking = mlirBlockCreate(0, NULL, NULL);
    e->pre_known = (SmrMap){0};
  }
  bool ok = build_guards(s, plan->size_count, plan->guard_count, &asked);
  MlirValue gain = {NULL};
  for (uint32_t k = 0; ok && k < plan->step_count; k++)
    if (smr_splice_asks(plan, k)) {
      gain = gain.ptr ? gain : smr_splice_gain(e);
      MlirValue bound = smr_splice_ask_bound(s, plan->steps[k].bound, gain, asked);
      asked = asked.ptr ? smr_emit_binary(e, SMR_HOST_AND, asked, bound) : bound;
    }
  e->shared = (MlirBlock){NULL};
  if (sizes.ptr) {
    e->computed.size = computed;
    smr_map_free(&e->pre_known);
    e->pre_known = known;
    e->block = before;
    if (ok)
      asked = ask_behind(s, sizes, asked);
  }
  *condition = asked;
  return ok;
}

static bool build_all(SmrSplice *s, const SmrMlirOps *between, MlirValue *condition) {
  SmrEmit *e = &s->emit;
  e->block = e->pre;
  e->speculative = smr_splice_guarded(s->plan);
  if (!(e->chain ? smr_chain_build_guards(s) : build_condition(s, condition)))
    return false;
  e->block = e->shared = e->body;
  e->computed.size = 0;
  e->speculative = false;
  if (!(e->chain ? smr_chain_build_early(s) : smr_splice_build_early(s)) ||
      !smr_splice_build_undo(s, between->data, between->size))
    return false;
  e->block = e->body;
  if (!smr_splice_build_steps(s) || !smr_splice_build_stores(s) ||
      !(e->chain ? smr_chain_build_escaping(s) : smr_splice_build_escaping(s)))
    return false;
  if (s->plan->check)
    return smr_check_build(s);
  if (s->site != SMR_SITE_CALLS)
    smr_append_ops(e->body, s->first_run);
  return true;
}

//--- The edit ----------------------------------------------------------------------------

static MlirOperation first_op(MlirBlock block) {
  return mlirBlockGetFirstOperation(block);
}

/// Temporaries belong to the function's entry block, or to that of the parallel region that each thread runs
/// alone.
static MlirBlock entry_block(SmrSplicer *s, MlirOperation at) {
  for (MlirOperation op = at; op.ptr && !mlirOperationEqual(op, s->function);
       op = mlirOperationGetParentOperation(op)) {
    MlirOperation parent = mlirOperationGetParentOperation(op);
    if (parent.ptr && smr_op_means(s, parent)->own_stack)
      return mlirRegionGetFirstBlock(mlirBlockGetParentRegion(mlirOperationGetBlock(op)));
  }
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(s->function, 0));
}

static void replace_outside(SmrSplice *s, MlirValue old, MlirValue fresh) {
  SMR_VEC(MlirOpOperand) uses = {0};
  for (MlirOpOperand use = mlirValueGetFirstUse(old); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    if (!smr_splice_goes(s, mlirOpOperandGetOwner(use)))
      smr_vec_push(&uses, use);
  for (uint32_t k = 0; k < uses.size; k++)
    mlirOperationSetOperand(mlirOpOperandGetOwner(uses.data[k]), mlirOpOperandGetOperandNumber(uses.data[k]),
                            fresh);
  smr_vec_free(&uses);
  smr_splice_renamed(s->emit.s, old, fresh);
}

/// Where an if has no results, variables for what the two ways leave; set by the body, read behind the
/// branch.
static void pass_through_variables(SmrSplice *s, MlirBlock behind, MlirValue *variables, MlirValue *left) {
  SmrEmit *e = &s->emit;
  for (uint32_t k = 0; k < s->escaping.size; k++) {
    MlirType type = mlirValueGetType(s->escaping.data[k]);
    variables[k] = smr_emit_temporary(e, type);
    e->block = e->body;
    smr_emit_store(e, s->becomes.data[k], variables[k]);
    e->block = behind;
    left[k] = smr_emit_load(e, variables[k], type);
  }
  if (s->escaping.size)
    smr_move_ops(e->entry, first_op(entry_block(e->s, e->at)));
}

/// `if (condition) body else otherwise`, and what reads the code's values reads what either way leaves.
/// Returns the op of `otherwise` before which the code is to stand.
static MlirOperation insert_branch(SmrSplice *s, MlirValue condition, MlirBlock otherwise) {
  SmrEmit *e = &s->emit;
  const SmrHost *host = e->s->host;
  MlirOperation last = s->roots.data[s->roots.size - 1];
  uint32_t all = s->escaping.size, count = host->if_results ? all : 0;
  MlirValue *left = smr_arena_alloc(&e->s->arena, 2 * ((size_t)all + 1) * sizeof *left),
            *variables = left + all;
  MlirBlock behind = mlirBlockCreate(0, NULL, NULL);
  SMR_VEC(MlirType) types = {0};
  for (uint32_t k = 0; k < count; k++)
    smr_vec_push(&types, mlirValueGetType(s->escaping.data[k]));
  if (!host->if_results)
    pass_through_variables(s, behind, variables, left);
  SmrHostBuilder b = smr_emit_builder(e);
  terminate(s, e->body, s->becomes.data, count);
  MlirOperation branch = smr_build_if(host, &b, condition, e->body, otherwise, types.data, count, NULL);
  smr_vec_free(&types);
  e->body = (MlirBlock){NULL};
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(last), last, branch);
  smr_move_ops(behind, last);
  mlirBlockDestroy(behind);
  for (uint32_t k = 0; k < count; k++)
    left[k] = mlirOperationGetResult(branch, k);
  for (uint32_t k = 0; k < all; k++)
    replace_outside(s, s->escaping.data[k], left[k]);
  e->block = otherwise;
  for (uint32_t k = count; k < all; k++)
    smr_emit_store(e, s->escaping.data[k], variables[k]);
  MlirOperation first = first_op(otherwise), end = terminate(s, otherwise, s->escaping.data, count);
  return first.ptr ? first : end;
}

typedef SMR_VEC(SmrMoved) MovedOps;

/// Ops of the code between the roots that the parts need where they are; part: the root before.
static void list_again(SmrSplice *s, MovedOps *out) {
  for (uint32_t r = 0; r + 1 < s->roots.size; r++)
    for (MlirOperation op = mlirOperationGetNextInBlock(s->roots.data[r]);
         !mlirOperationEqual(op, s->roots.data[r + 1]); op = mlirOperationGetNextInBlock(op))
      if (smr_splice_holds(s, op) || smr_splice_again(&s->emit, op))
        smr_vec_push(out, ((SmrMoved){.op = op, .part = r}));
}

/// The parts, with what goes with them, before `end`; their variables are as they were.
static void move_parts(SmrSplice *s, const MovedOps *again, MlirOperation end) {
  smr_move_ops(s->restore, end);
  for (uint32_t r = 0, next = 0; r < s->roots.size; r++) {
    mlirOperationMoveBefore(s->roots.data[r], end);
    for (; next < again->size && again->data[next].part == r; next++) {
      MlirOperation op = again->data[next].op;
      if (smr_splice_holds(s, op))
        mlirOperationMoveBefore(op, end);
      else
        mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(end), end, mlirOperationClone(op));
    }
  }
}

/// `if (condition) body`, and the parts after it.
static void insert_check(SmrSplice *s, const MovedOps *again, MlirValue condition) {
  SmrEmit *e = &s->emit;
  MlirOperation last = smr_vec_last(&s->roots), end = mlirOperationGetNextInBlock(last);
  if (condition.ptr) {
    SmrHostBuilder b = smr_emit_builder(e);
    MlirBlock otherwise = mlirBlockCreate(0, NULL, NULL);
    terminate(s, e->body, NULL, 0);
    terminate(s, otherwise, NULL, 0);
    MlirOperation branch = smr_build_if(e->s->host, &b, condition, e->body, otherwise, NULL, 0, NULL);
    e->body = (MlirBlock){NULL};
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(last), last, branch);
  } else {
    smr_move_ops(e->body, last);
  }
  move_parts(s, again, end);
  smr_move_ops(s->finishing, end);
}

static void commit_structured(SmrSplice *s, MlirValue condition) {
  SmrEmit *e = &s->emit;
  MlirOperation last = s->roots.data[s->roots.size - 1];
  MovedOps again = {0}; // listed before anything else is moved to between the roots
  if (s->plan->check || condition.ptr)
    list_again(s, &again);
  if (s->save.ptr)
    smr_move_ops(s->save, s->roots.data[0]);
  for (uint32_t r = 0; r < s->early.size; r++)
    smr_move_ops(s->early.data[r], s->roots.data[r]);
  for (uint32_t k = 0; k < s->passing.size; k++)
    replace_outside(s, s->passing.data[k], s->instead.data[k]);
  smr_move_ops(e->pre, last);
  if (s->plan->check) {
    insert_check(s, &again, condition);
    smr_vec_free(&again);
    return;
  }
  if (!condition.ptr) {
    smr_move_ops(e->body, last);
    for (uint32_t k = 0; k < s->escaping.size; k++)
      replace_outside(s, s->escaping.data[k], s->becomes.data[k]);
    for (uint32_t r = s->roots.size, h = s->held.size; r + h > 0;) { // users before what they use
      bool held = h && (!r || smr_mlir_before(e->s, s->roots.data[r - 1], s->held.data[h - 1]));
      MlirOperation op = held ? s->held.data[--h] : s->roots.data[--r];
      mlirOperationRemoveFromParent(op);
      smr_vec_push(&e->s->trash, op);
    }
    return;
  }
  MlirBlock otherwise = mlirBlockCreate(0, NULL, NULL);
  MlirOperation at = insert_branch(s, condition, otherwise);
  if (s->site && smr_splice_keeps_whole(s)) {
    SmrHostBuilder b = smr_emit_builder(e);
    b.block = mlirBlockCreate(0, NULL, NULL);
    e->s->host->keep_whole(&b);
    smr_move_ops(b.block, at);
    mlirBlockDestroy(b.block);
  }
  move_parts(s, &again, at);
  smr_vec_free(&again);
}

/// The ops that will run before parts which stood before them.
static void list_between(const SmrSplice *s, SmrMlirOps *out) {
  for (uint32_t k = 0; k < s->chain.moved.size; k++)
    smr_vec_push(out, s->chain.moved.data[k].op);
  for (uint32_t r = 0; !s->emit.chain && r + 1 < s->roots.size; r++)
    for (MlirOperation op = mlirOperationGetNextInBlock(s->roots.data[r]);
         !mlirOperationEqual(op, s->roots.data[r + 1]); op = mlirOperationGetNextInBlock(op))
      if (!smr_splice_holds(s, op))
        smr_vec_push(out, op);
}

static void set_place(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  e->roots = s->roots.data, e->root_count = s->roots.size;
  if (!e->chain) {
    e->at = s->roots.data[s->roots.size - 1];
    e->loc = mlirOperationGetLocation(s->roots.data[0]);
    return;
  }
  const SmrPart *first = &s->chain.parts.data[0], *last = &s->chain.parts.data[s->chain.parts.size - 1];
  e->root_blocks = s->chain.blocks.data, e->root_block_count = s->chain.blocks.size;
  e->at = last->op.ptr ? last->op : first_op(last->loop.header);
  e->loc = smr_chain_location(&s->chain);
  for (intptr_t a = 0; !first->op.ptr && a < mlirBlockGetNumArguments(first->loop.header); a++)
    mlirBlockAddArgument(e->pre, mlirValueGetType(mlirBlockGetArgument(first->loop.header, a)), e->loc);
}

static void release(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  // What is left holds the ops of a splice that was not wanted; users before what they use.
  if (s->finishing.ptr)
    mlirBlockDestroy(s->finishing);
  if (s->to_copies.ptr)
    mlirOperationDestroy(s->to_copies);
  if (s->copies.ptr)
    mlirRegionDestroy(s->copies);
  if (s->behind.ptr)
    mlirBlockDestroy(s->behind);
  if (s->first_run.ptr)
    mlirBlockDestroy(s->first_run);
  if (e->body.ptr)
    mlirBlockDestroy(e->body);
  if (s->restore.ptr)
    mlirBlockDestroy(s->restore);
  if (s->save.ptr)
    mlirBlockDestroy(s->save);
  if (s->asking.ptr)
    mlirBlockDestroy(s->asking);
  smr_rows_release(s);
  for (uint32_t t = s->tests.size; t-- > 0;)
    if (!mlirBlockEqual(s->tests.data[t], e->pre))
      mlirBlockDestroy(s->tests.data[t]);
  for (uint32_t r = s->early.size; r-- > 0;)
    mlirBlockDestroy(s->early.data[r]);
  if (e->pre.ptr)
    mlirBlockDestroy(e->pre);
  if (e->entry.ptr)
    mlirBlockDestroy(e->entry);
  smr_release_counters(e);
  smr_map_free(&e->pre_known);
  smr_map_free(&e->body_known);
  smr_map_free(&e->computed_by);
  smr_vec_free(&e->computed);
  smr_vec_free(&e->equalities);
  smr_map_free(&e->open);
  smr_map_free(&e->late);
  smr_map_free(&e->certain);
  smr_vec_free(&e->made);
  smr_vec_free(&s->roots);
  smr_vec_free(&s->held);
  smr_vec_free(&s->lost);
  smr_vec_free(&s->early);
  smr_vec_free(&s->passing);
  smr_vec_free(&s->instead);
  smr_vec_free(&s->escaping);
  smr_vec_free(&s->becomes);
  smr_vec_free(&s->undone);
  smr_vec_free(&s->stored);
  smr_vec_free(&s->results);
  smr_vec_free(&s->entering);
  smr_vec_free(&s->tests);
  smr_vec_free(&s->conditions);
  smr_vec_free(&s->guards);
  smr_vec_free(&s->no_records);
  smr_vec_free(&s->leaving);
  smr_left_free(s);
  smr_chain_free(&s->chain);
}

/// The plan, and stores of the variables that the roots leave. Without a value nobody reads a variable before
/// it is written again.
static SmrSplicePlan with_variables(SmrSplicer *splicer, const SmrSplicePlan *asked) {
  const SmrGraph *g = splicer->graph;
  SmrSplicePlan plan = *asked;
  SmrAfterStore *stores =
      smr_arena_alloc(&splicer->arena, ((size_t)asked->store_count + g->exits.size + 1) * sizeof *stores);
  for (uint32_t k = 0; k < asked->store_count; k++)
    stores[k] = asked->stores[k];
  for (uint32_t k = 0; k < g->exits.size; k++) {
    const SmrExit *exit = &g->exits.data[k];
    if (smr_is_among(asked->roots, asked->root_count, exit->loop) && exit->value && smr_is_slot(g, exit->ptr))
      stores[plan.store_count++] = (SmrAfterStore){
          smr_value(g, exit->ptr), asked->after(asked->after_data, exit->value), 0, exit->loop};
  }
  plan.stores = stores;
  return plan;
}

static MlirValue **places_for_results(SmrSplicer *splicer, const SmrSplicePlan *plan) {
  MlirValue **out = smr_arena_alloc(&splicer->arena, ((size_t)plan->step_count + 1) * sizeof *out);
  for (uint32_t k = 0; k < plan->step_count; k++)
    out[k] = smr_arena_alloc(&splicer->arena, ((size_t)plan->steps[k].arg_count + 1) * sizeof **out);
  return out;
}

static void commit(SmrSplice *s, MlirValue condition) {
  SmrEmit *e = &s->emit;
  smr_move_ops(e->entry, first_op(entry_block(e->s, e->at)));
  if (e->chain)
    smr_chain_commit(s);
  else
    commit_structured(s, condition);
  for (SmrSplicer *changed = e->s; changed; changed = changed->follower)
    smr_mlir_blocks_changed(changed);
  smr_commit_counters(e);
}

/// Entries' steps become calls of functions that only call, and ask here.
static bool take_entries_apart(SmrEmit *e, const SmrSplicePlan *plan) {
  MlirOperation module = mlirOperationGetParentOperation(e->s->function);
  bool ok = true;
  for (SmrPlanStep *step = plan->steps; step < plan->steps + plan->step_count && ok; step++)
    ok = !step->entry || smr_entry_take_apart(module, step->entry, &step->callee, &step->bound);
  return ok || (smr_emit_fail(e, "the module has functions of an entry's names"), false);
}

/// One attempt, with as much as fits of *site in a site function, which copies rows if `copy`. *again: that
/// is too much.
static bool attempt(SmrSplicer *splicer, const SmrSplicePlan *plan, SmrSiteUse *site, bool copy,
                    bool only_check, bool *again, const char **reason) {
  SmrSplice s = {.plan = plan, .out = places_for_results(splicer, plan)};
  SmrEmit *e = &s.emit;
  e->s = splicer;
  e->g = splicer->graph;
  e->context = splicer->context;
  e->plan = plan;
  *again = false;
  bool ok = plan->root_count && smr_splice_moves(e) && smr_splice_find_roots(&s);
  if (ok) {
    SmrSiteUse fits = smr_site_fits(&s);
    *site = s.site = fits < *site ? fits : *site;
    s.tries = s.site == SMR_SITE_CALLS && smr_site_tries(plan);
    s.copies_rows = copy && s.tries;
    ok = s.tries || take_entries_apart(e, plan);
    e->entry = mlirBlockCreate(0, NULL, NULL);
    e->front = e->pre = mlirBlockCreate(0, NULL, NULL);
    e->body = mlirBlockCreate(0, NULL, NULL);
    s.first_run = s.run = mlirBlockCreate(0, NULL, NULL);
    s.behind = mlirBlockCreate(0, NULL, NULL);
    s.from_copies = smr_arena_alloc(&splicer->arena, ((size_t)plan->store_count + 1) * sizeof *s.from_copies);
    set_place(&s);
    MlirValue condition = {NULL};
    SmrMlirOps between = {0};
    ok = ok && (e->chain || smr_splice_hold(&s));
    if (ok)
      list_between(&s, &between);
    ok = ok && smr_splice_explained(e, between.data, between.size) && build_all(&s, &between, &condition);
    smr_vec_free(&between);
    if (ok && !only_check) {
      *again = s.site && !smr_site_outline(&s, &condition);
      if (!*again)
        commit(&s, condition);
      if (plan->done)
        plan->done->copies_rows = !*again && s.copied.join.ptr;
    }
  }
  *again |= !ok && s.copies_rows;
  *reason = ok ? NULL : e->reason ? e->reason : "the calls cannot be built";
  release(&s);
  return ok;
}

bool smr_splice(SmrSplicer *splicer, const SmrSplicePlan *asked, bool only_check, const char **reason) {
  const SmrSplicePlan plan = with_variables(splicer, asked);
  SmrSiteUse site = SMR_SITE_CALLS;
  bool copy = plan.copy != NULL, again, ok;
  if (plan.done)
    *plan.done = (SmrSpliced){{NULL}, false};
  do {
    ok = attempt(splicer, &plan, &site, copy, only_check, &again, reason);
    site -= again && !copy;
    copy = false;
  } while (again);
  return ok;
}
