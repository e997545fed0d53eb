//===- left.c - what is left of a root ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Steps of a plan that are copies of a root with some of its stores. Before a copy, the variables that it
// sets are what they were when the root began. A copy uses nothing that another root makes: that runs only in
// the other branch.
//===----------------------------------------------------------------------===//
#include "mlir/splice/edit/edit.h"

static const char other_part[] = "what is left of the code needs a value of another part of it";
static const char no_copy[] = "what is left of the code cannot be copied";

bool smr_is_left(const SmrPlanStep *step) {
  return !step->callee.ptr;
}

//--- Which part ------------------------------------------------------------------------

static uint32_t part_count(const SmrSplice *s) {
  return s->emit.chain ? s->chain.parts.size : s->roots.size;
}

/// The graph's op is the part, or in it.
static bool in_part(const SmrSplice *s, uint32_t part, SmrOp op) {
  const SmrGraph *g = s->emit.g;
  if (s->emit.chain)
    return smr_inside(g, op, s->chain.parts.data[part].root);
  const void *handle = smr_op(g, op)->handle;
  return handle && smr_mlir_inside((MlirOperation){(void *)(uintptr_t)handle}, s->roots.data[part]);
}

static SmrLeftPart *part_of(SmrSplice *s, const SmrPlanStep *step) {
  for (uint32_t k = 0; k < s->left_parts.size; k++)
    if (in_part(s, s->left_parts.data[k]->part, step->root))
      return s->left_parts.data[k];
  for (uint32_t p = 0; p < part_count(s); p++)
    if (in_part(s, p, step->root)) {
      SmrLeftPart *left = smr_arena_alloc(&s->emit.s->arena, sizeof *left);
      *left = (SmrLeftPart){.part = p, .copied = {.s = s->emit.s}};
      smr_vec_push(&s->left_parts, left);
      return left;
    }
  return NULL;
}

//--- Its stores --------------------------------------------------------------------------

enum { NO_STEP = UINT32_MAX }; // a store that no copy does

/// All stores of the part, none of which a step does yet.
static bool find_stores(SmrSplice *s, SmrLeftPart *left) {
  const SmrGraph *g = s->emit.g;
  uint32_t known;
  for (SmrOp op = 1; op < g->ops.size; op++) {
    const SmrOpData *data = smr_op(g, op);
    if (data->code != SMR_OP_STORE || !data->block || !in_part(s, left->part, op))
      continue;
    if (!data->handle || smr_map_get(&left->copied.part_of, smr_mlir_key(data->handle), &known))
      return false;
    smr_map_set(&left->copied.part_of, smr_mlir_key(data->handle), NO_STEP);
  }
  return true;
}

static bool find_part(SmrSplice *s, SmrLeftPart *left) {
  const SmrPart *part = s->emit.chain ? &s->chain.parts.data[left->part] : NULL;
  MlirOperation op = part ? part->op : s->roots.data[left->part];
  return (op.ptr ? smr_copied_find_op(&left->copied, op)
                 : smr_copied_find_blocks(&left->copied, part->loop.header)) &&
         find_stores(s, left);
}

/// The step's copy does its stores. (A store that is a root of its own is done by its copy.)
static bool keep_stores(SmrSplice *s, SmrLeftPart *left, uint32_t number) {
  const SmrPlanStep *step = &s->plan->steps[number];
  uint32_t own;
  for (uint32_t k = 0; k < step->store_count; k++) {
    const void *handle = smr_op(s->emit.g, step->stores[k])->handle;
    if (!smr_map_get(&left->copied.part_of, smr_mlir_key(handle), &own) || own != NO_STEP)
      return false;
    smr_map_set(&left->copied.part_of, smr_mlir_key(handle), number + 1);
  }
  bool store =
      left->copied.op.ptr && smr_map_get(&left->copied.part_of, smr_mlir_key(left->copied.op.ptr), &own);
  return !store || own == number + 1;
}

//--- Values of other parts ---------------------------------------------------------------

/// Is it there in the branch of the steps?
static bool at_hand(const SmrSplice *s, MlirValue value) {
  if (s->emit.chain)
    return !smr_chain_takes(&s->chain, value);
  return !mlirValueIsAOpResult(value) || !smr_splice_goes(s, mlirOpResultGetOwner(value));
}

static bool is_own(const SmrCopied *c, MlirValue value) {
  if (mlirValueIsAOpResult(value))
    return smr_copied_has(c, mlirOpResultGetOwner(value));
  MlirBlock block = mlirBlockArgumentGetOwner(value);
  if (!c->op.ptr && smr_block_loop_has(&c->blocks, block))
    return true;
  MlirOperation parent = mlirBlockGetParentOperation(block);
  return parent.ptr && smr_copied_has(c, parent);
}

static void add_foreign(const SmrSplice *s, SmrLeftPart *left, MlirValue value) {
  bool known = is_own(&left->copied, value) || at_hand(s, value);
  for (uint32_t k = 0; k < left->foreign.size; k++)
    known |= mlirValueEqual(left->foreign.data[k], value);
  if (!known)
    smr_vec_push(&left->foreign, value);
}

static void find_foreign(const SmrSplice *s, SmrLeftPart *left) {
  const SmrMlirOps *ops = &left->copied.ops;
  for (uint32_t k = 0; k < ops->size; k++)
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(ops->data[k]); i++)
      add_foreign(s, left, mlirOperationGetOperand(ops->data[k], i));
  for (uint32_t k = 0; k < left->entry.size; k++)
    add_foreign(s, left, left->entry.data[k]);
}

/// What a part before makes, as the steps so far give it. `original`: in the code; null: in a variable.
static MlirValue from_steps(SmrSplice *s, SmrValue value, MlirValue original, MlirType type) {
  SmrEmit *e = &s->emit;
  const SmrSplicePlan *plan = s->plan;
  SmrAfter after = value ? plan->after(plan->after_data, value) : (SmrAfter){0};
  bool arg = after.kind == SMR_AFTER_ARG, copy = after.kind == SMR_AFTER_COPY;
  bool known = after.kind != SMR_AFTER_UNKNOWN && (!(arg || copy) || after.step < plan->step_count);
  if (known && arg)
    known = after.arg < plan->steps[after.step].arg_count && s->out[after.step][after.arg].ptr;
  if (known && copy)
    known = original.ptr && smr_left_value(s, after.step, original).ptr;
  if (!known)
    return smr_emit_fail(e, other_part);
  e->block = e->body;
  MlirValue here = smr_splice_after(s, after, original, type);
  e->block = s->run;
  return here;
}

static bool bring_foreign(SmrSplice *s, SmrLeft *left) {
  SmrEmit *e = &s->emit;
  for (uint32_t k = 0; k < left->of->foreign.size; k++) {
    MlirValue value = left->of->foreign.data[k];
    bool between = false;
    uint32_t part = e->chain ? smr_chain_part_of(&s->chain, value, &between) : 0;
    bool held = part == UINT32_MAX;
    SmrValue seen = held       ? 0
                    : e->chain ? smr_chain_seen(s, value, part, between)
                               : smr_splice_value(e->s, value);
    MlirValue fresh = from_steps(s, seen, value, mlirValueGetType(value));
    if (!fresh.ptr)
      return false;
    smr_rename(&left->renaming, value, fresh);
  }
  return true;
}

/// What the loop's header is given when it is entered.
static bool find_entry(SmrSplice *s, SmrLeftPart *left) {
  const SmrBlockLoop *loop = &left->copied.blocks;
  if (left->part == 0) {
    for (intptr_t a = 0; a < mlirBlockGetNumArguments(s->emit.front); a++)
      smr_vec_push(&left->entry, mlirBlockGetArgument(s->emit.front, a));
    return true;
  }
  for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(loop->header); k++) {
    MlirBlock before = mlirBlockGetPredecessor(loop->header, k);
    MlirOperation jump = mlirBlockGetTerminator(before);
    intptr_t edge = 0, first, count;
    if (smr_block_loop_has(loop, before))
      continue;
    while (!mlirBlockEqual(mlirBlockGetSuccessor(before, edge), loop->header))
      ++edge;
    if (!smr_edge_operands(s->emit.s, jump, edge, &first, &count))
      return false;
    for (intptr_t i = 0; i < count; i++)
      smr_vec_push(&left->entry, mlirOperationGetOperand(jump, first + i));
    return true; // one way leads from a part to the next
  }
  return false;
}

//--- Variables ---------------------------------------------------------------------------

/// A scope sets the variable before the root in it begins.
static bool sets_first(const SmrSplice *s, uint32_t part, MlirValue variable) {
  if (s->emit.chain || !smr_splice_is_scope(s->emit.s, s->roots.data[part]))
    return false;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(s->roots.data[part], 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr && !mlirOperationGetNumRegions(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (smr_mlir_loads_from(s->emit.s, op, variable))
      return false;
    if (smr_mlir_stores_to(s->emit.s, op, variable))
      return true;
  }
  return false;
}

/// What the root reads when it begins; 0 when it reads nothing there.
static SmrValue initial_of(const SmrSplice *s, uint32_t part, MlirValue variable) {
  const SmrGraph *g = s->emit.g;
  if (sets_first(s, part, variable))
    return 0;
  for (uint32_t k = 0; k < g->exits.size; k++) {
    const SmrExit *exit = &g->exits.data[k];
    MlirValue slot = {g->values.data[exit->ptr].handle};
    if (smr_is_among(s->plan->roots, s->plan->root_count, exit->loop) && exit->initial && slot.ptr &&
        mlirValueEqual(smr_mlir_slot(s->emit.s, slot), variable) && in_part(s, part, exit->loop))
      return smr_value(g, exit->initial);
  }
  return 0;
}

/// Another part sets the variable, or code between them.
static bool others_set(SmrSplice *s, uint32_t part, MlirValue variable) {
  SmrSplicer *splicer = s->emit.s;
  if (smr_emit_held_sets(&s->emit, variable) ||
      (s->emit.chain && smr_chain_sets(splicer, &s->chain, variable)))
    return true;
  for (uint32_t p = 0; s->emit.chain && p < s->chain.parts.size; p++) {
    const SmrPart *other = &s->chain.parts.data[p];
    if (p == part)
      continue;
    if (other->op.ptr && smr_mlir_stores_to(splicer, other->op, variable))
      return true;
    for (uint32_t b = 0; b < other->loop.blocks.size; b++)
      for (MlirOperation op = mlirBlockGetFirstOperation(other->loop.blocks.data[b]); op.ptr;
           op = mlirOperationGetNextInBlock(op))
        if (smr_mlir_stores_to(splicer, op, variable))
          return true;
  }
  MlirOperation last = s->emit.chain ? (MlirOperation){NULL} : smr_vec_last(&s->roots);
  for (MlirOperation op = last.ptr ? s->roots.data[0] : last; op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (!mlirOperationEqual(op, s->roots.data[part]) && smr_mlir_stores_to(splicer, op, variable))
      return true;
    if (mlirOperationEqual(op, last))
      break;
  }
  return false;
}

/// Remembers, in body, how the root finds a variable. What another part sets there is in no variable in the
/// branch of the steps, but the graph has made a value of it.
static bool remember(SmrSplice *s, SmrLeftPart *left, MlirValue variable, SmrValue value, bool sets) {
  SmrEmit *e = &s->emit;
  SmrPutBack put = {.variable = variable, .value = value};
  if (!smr_mlir_dominates(e->s, variable, e->at))
    return smr_emit_fail(e, "a variable that the parts of the idiom share cannot be kept"), false;
  if (!others_set(s, left->part, variable)) {
    if (!sets)
      return true;
    put.saved = smr_emit_load(e, variable, smr_mlir_variable_type(e->s, variable));
    if (!put.saved.ptr)
      return false;
  }
  smr_vec_push(&left->put_back, put);
  return true;
}

/// Of conditions the graph does not say what they find in variables.
static bool is_condition(const SmrSplice *s, uint32_t part) {
  for (uint32_t r = 0; r < s->plan->root_count; r++)
    if (smr_op(s->emit.g, s->plan->roots[r])->code == SMR_OP_IF && in_part(s, part, s->plan->roots[r]))
      return true;
  return false;
}

/// Does the store stand before the load, in its block or in one around that?
static bool always_before(const SmrSplice *s, MlirOperation store, MlirOperation load) {
  MlirBlock block = mlirOperationGetBlock(store);
  while (load.ptr && !mlirBlockEqual(mlirOperationGetBlock(load), block) &&
         !mlirOperationEqual(load, s->emit.s->function))
    load = mlirOperationGetParentOperation(load);
  return load.ptr && mlirBlockEqual(mlirOperationGetBlock(load), block) &&
         smr_mlir_before(s->emit.s, store, load);
}

static bool is_set_before(const SmrSplice *s, const SmrCopied *c, MlirOperation load, MlirValue variable) {
  for (uint32_t k = 0; k < c->ops.size; k++) {
    MlirOperation store = c->ops.data[k];
    if (smr_mlir_is_store(s->emit.s, store) && smr_mlir_stores_to(s->emit.s, store, variable) &&
        always_before(s, store, load))
      return true;
  }
  return false;
}

/// May the copy find what was in the variable before? (The graph need not know of it: how often a loop with
/// its counter in a variable runs is a number there.)
static bool reads_first(const SmrSplice *s, const SmrCopied *c, MlirValue variable) {
  for (uint32_t k = 0; k < c->ops.size; k++) {
    MlirOperation load = c->ops.data[k];
    if (!mlirOperationGetNumRegions(load) && smr_mlir_loads_from(s->emit.s, load, variable) &&
        !is_set_before(s, c, load, variable))
      return true;
  }
  return false;
}

static bool find_variables(SmrSplice *s, SmrLeftPart *left) {
  const SmrGraph *g = s->emit.g;
  const SmrCopied *c = &left->copied;
  for (uint32_t k = 0; k < c->variables.size; k++) {
    MlirValue variable = c->variables.data[k];
    SmrValue found = initial_of(s, left->part, variable);
    if ((found || is_condition(s, left->part) || reads_first(s, c, variable)) &&
        !remember(s, left, variable, found, true))
      return false;
  }
  for (uint32_t k = 0; k < c->reads.size; k++) {
    MlirOperation load = {smr_op(g, c->reads.data[k])->handle};
    MlirValue variable = smr_mlir_variable(s->emit.s, smr_mlir_loaded_from(s->emit.s, load));
    bool known = !variable.ptr || smr_copied_has(c, mlirOpResultGetOwner(variable));
    for (uint32_t i = 0; i < c->variables.size; i++)
      known |= mlirValueEqual(c->variables.data[i], variable);
    for (uint32_t i = 0; i < left->put_back.size; i++)
      known |= mlirValueEqual(left->put_back.data[i].variable, variable);
    if (!known && !remember(s, left, variable, smr_value(g, smr_result(g, c->reads.data[k], 0)), false))
      return false;
  }
  return true;
}

static bool put_back(SmrSplice *s, const SmrLeftPart *left) {
  SmrEmit *e = &s->emit;
  for (uint32_t k = 0; k < left->put_back.size; k++) {
    const SmrPutBack *put = &left->put_back.data[k];
    MlirType type = smr_mlir_variable_type(e->s, put->variable);
    MlirValue value = put->saved.ptr ? put->saved : from_steps(s, put->value, put->saved, type);
    if (!value.ptr)
      return false;
    smr_emit_store(e, value, put->variable);
  }
  return true;
}

//--- The steps ---------------------------------------------------------------------------

bool smr_left_prepare(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  const SmrSplicePlan *plan = s->plan;
  for (uint32_t k = 0; k < plan->step_count; k++) {
    if (!smr_is_left(&plan->steps[k]))
      continue;
    uint32_t before = s->left_parts.size;
    SmrLeftPart *left = part_of(s, &plan->steps[k]);
    if (!left || (s->left_parts.size > before && !find_part(s, left)) || !keep_stores(s, left, k))
      return smr_emit_fail(e, no_copy), false;
    smr_vec_push(&s->left, ((SmrLeft){.of = left, .step = k}));
  }
  for (uint32_t k = 0; k < s->left_parts.size; k++) {
    SmrLeftPart *left = s->left_parts.data[k];
    if (!smr_copied_fits(&left->copied))
      return smr_emit_fail(e, no_copy), false;
    if (!left->copied.op.ptr && !find_entry(s, left))
      return smr_emit_fail(e, other_part), false;
    find_foreign(s, left);
    if (!find_variables(s, left))
      return false;
  }
  return true;
}

static void copy_blocks(SmrSplice *s, SmrLeft *left) {
  SmrEmit *e = &s->emit;
  const SmrCopied *copied = &left->of->copied;
  SmrHostBuilder b = smr_emit_builder(e);
  MlirBlock exiting = {NULL}, behind = smr_block_like(copied->blocks.exit, e->loc);
  if (mlirRegionIsNull(s->copies))
    s->copies = mlirRegionCreate();
  MlirBlock header =
      smr_copied_blocks(copied, left->step, s->copies, (MlirBlock){NULL}, e->loc, &left->renaming, &exiting);
  MlirValue *entry = smr_arena_alloc(&e->s->arena, ((size_t)left->of->entry.size + 1) * sizeof *entry);
  for (uint32_t k = 0; k < left->of->entry.size; k++) {
    MlirValue fresh = smr_renamed(&left->renaming, left->of->entry.data[k]);
    entry[k] = fresh.ptr ? fresh : left->of->entry.data[k];
  }
  smr_build_jump(e->s->host, &b, header, entry, left->of->entry.size);
  if (mlirBlockEqual(s->run, s->site == SMR_SITE_CALLS ? s->behind : s->first_run))
    s->to_copies = mlirBlockGetTerminator(s->run);
  mlirOperationSetSuccessor(mlirBlockGetTerminator(exiting), copied->blocks.exit_edge, behind);
  for (intptr_t a = 0; a < mlirBlockGetNumArguments(behind); a++)
    smr_rename(&left->renaming, mlirBlockGetArgument(copied->blocks.exit, a),
               mlirBlockGetArgument(behind, a));
  mlirRegionAppendOwnedBlock(s->copies, behind);
  s->run = e->block = behind;
}

/// What the copy leaves in variables that later code sees.
static bool load_variables(SmrSplice *s, uint32_t step) {
  SmrEmit *e = &s->emit;
  for (uint32_t k = 0; k < s->plan->store_count; k++) {
    const SmrAfterStore *store = &s->plan->stores[k];
    if (store->store || store->value.kind != SMR_AFTER_COPY || store->value.step != step)
      continue;
    MlirValue variable = {e->g->values.data[store->ptr].handle};
    variable = variable.ptr ? smr_mlir_variable(e->s, variable) : variable;
    if (!variable.ptr || !smr_mlir_dominates(e->s, variable, e->at))
      return smr_emit_fail(e, "a variable that the parts of the idiom share cannot be kept"), false;
    s->from_copies[k] = smr_emit_load(e, variable, smr_mlir_variable_type(e->s, variable));
  }
  return true;
}

bool smr_left_run(SmrSplice *s, uint32_t step) {
  SmrLeft *left = NULL;
  for (uint32_t k = 0; k < s->left.size; k++)
    left = s->left.data[k].step == step ? &s->left.data[k] : left;
  if (!put_back(s, left->of) || !bring_foreign(s, left))
    return false;
  if (!left->of->copied.op.ptr) {
    copy_blocks(s, left);
  } else {
    MlirOperation op = left->of->copied.op, copy = smr_copied_op(&left->of->copied, step, &left->renaming);
    mlirBlockAppendOwnedOperation(s->run, copy);
    for (intptr_t k = 0; k < mlirOperationGetNumResults(op); k++)
      smr_rename(&left->renaming, mlirOperationGetResult(op, k), mlirOperationGetResult(copy, k));
  }
  return load_variables(s, step);
}

MlirValue smr_left_value(const SmrSplice *s, uint32_t step, MlirValue original) {
  for (uint32_t k = 0; k < s->left.size; k++)
    if (s->left.data[k].step == step)
      return smr_renamed(&s->left.data[k].renaming, original);
  return (MlirValue){NULL};
}

void smr_left_free(SmrSplice *s) {
  for (uint32_t k = 0; k < s->left.size; k++)
    smr_renaming_free(&s->left.data[k].renaming);
  for (uint32_t k = 0; k < s->left_parts.size; k++) {
    smr_copied_free(&s->left_parts.data[k]->copied);
    smr_vec_free(&s->left_parts.data[k]->entry);
    smr_vec_free(&s->left_parts.data[k]->foreign);
    smr_vec_free(&s->left_parts.data[k]->put_back);
  }
  smr_vec_free(&s->left);
  smr_vec_free(&s->left_parts);
}
