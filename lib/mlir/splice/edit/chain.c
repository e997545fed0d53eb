//===- chain.c - replace code that is made of blocks --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Every edge into the first part is led to a row of new blocks that test one guard each, so a later guard
// (and what it loads) is evaluated only when the earlier ones hold. The last one leads to the call, the
// others to the parts as they were. Both ways meet in a block that takes as arguments what later code uses.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/host/entry.h"
#include "mlir/host/symbol.h"
#include "mlir/splice/edit/edit.h"

const int32_t smr_size_weights[] = {1, 127};

static MlirOperation first_op(MlirBlock block) {
  return mlirBlockGetFirstOperation(block);
}

//--- Building ---------------------------------------------------------------------

bool smr_chain_build_early(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  const SmrChain *chain = &s->chain;
  MlirOperation at = e->at;
  bool ok = true;
  for (uint32_t p = 0; p + 1 < chain->parts.size && ok; p++) {
    const SmrPart *part = &chain->parts.data[p];
    SmrMap known = e->pre_known;
    e->pre_known = (SmrMap){0};
    e->at = part->op.ptr ? part->op : first_op(part->loop.header);
    e->block = mlirBlockCreate(0, NULL, NULL);
    smr_vec_push(&s->early, e->block);
    for (uint32_t k = 0; k < chain->escapes.size && ok; k++) {
      const SmrEscape *escape = &chain->escapes.data[k];
      if (!escape->moved || escape->part != p)
        continue;
      SmrAfter becomes = smr_chain_early(e, s->plan, chain, escape->value, p, escape->behind);
      if (becomes.kind != SMR_AFTER_VALUE) {
        smr_emit_fail(e, "code behind a part of the idiom uses its result");
        ok = false;
        break;
      }
      MlirValue instead = smr_splice_after(s, becomes, escape->value, mlirValueGetType(escape->value));
      ok = instead.ptr != NULL;
      smr_vec_push(&s->passing, escape->value);
      smr_vec_push(&s->instead, instead);
    }
    ok = ok && smr_splice_early_stores(s, p);
    smr_map_free(&e->pre_known);
    e->pre_known = known;
  }
  e->at = at;
  return ok;
}

/// Takes back what was built since the mark.
static void take_back(SmrEmit *e, uint32_t made, MlirOperation last) {
  for (uint32_t k = made; k < e->made.size; k++)
    e->made.data[k] = (MlirValue){NULL};
  SMR_VEC(MlirOperation) ops = {0};
  for (MlirOperation op = last.ptr ? mlirOperationGetNextInBlock(last) : first_op(e->block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    smr_vec_push(&ops, op);
  while (ops.size)
    mlirOperationDestroy(smr_vec_pop(&ops));
  smr_vec_free(&ops);
}

/// Where the next test goes: each has a block of its own.
static MlirBlock test_block(SmrSplice *s) {
  if (s->tests.size == s->conditions.size)
    smr_vec_push(&s->tests, mlirBlockCreate(0, NULL, NULL));
  return smr_vec_last(&s->tests);
}

/// `test`: the guard, or a part of it.
static bool build_guard(SmrSplice *s, uint32_t guard, const SmrExpr *test) {
  SmrEmit *e = &s->emit;
  e->block = e->shared = test_block(s);
  e->reason = NULL;
  uint32_t made = e->made.size;
  MlirOperation last = {NULL};
  for (MlirOperation op = first_op(e->block); op.ptr; op = mlirOperationGetNextInBlock(op))
    last = op;
  MlirValue condition = smr_emit_test(e, test);
  if (!condition.ptr) {
    take_back(e, made, last);
    return false;
  }
  smr_vec_push(&s->conditions, condition);
  smr_vec_push(&s->guards, guard);
  smr_emit_assume(e, test);
  return true;
}

/// The first `count` guards that are still to be built, or those of them without which nothing pays. One that
/// reads memory which is only known to be there when another one holds waits for that. How many are left?
static uint32_t build_guards(SmrSplice *s, uint8_t *held, uint32_t count, bool only_pays) {
  uint32_t left = 0;
  for (bool progress = true; progress;) {
    progress = false;
    left = 0;
    for (uint32_t k = 0; k < count; k++) {
      bool wanted = !held[k] && (!only_pays || s->plan->guards[k].pays) && !(s->sizing && s->parts[k]);
      bool built = wanted && build_guard(s, k, s->plan->guards[k].test);
      held[k] |= built;
      left += !held[k];
      progress |= built;
    }
  }
  return left;
}

/// The guards before those on rows, these, and what is done where they fail.
static bool build_rows(SmrSplice *s, uint8_t *held) {
  const SmrSplicePlan *plan = s->plan;
  uint32_t next = smr_rows_first(s);
  build_guards(s, held, next, false);
  if (!smr_rows_ask(s))
    return false;
  MlirValue gain = smr_splice_gain(&s->emit);
  smr_rows_copy(s, gain, smr_splice_no_record(s));
  for (; next < plan->guard_count && plan->guards[next].or_copied; next++) {
    if (!(held[next] = build_guard(s, next, plan->guards[next].test)))
      return false;
    smr_rows_tested(s);
  }
  return smr_rows_end_tests(s);
}

bool smr_build_tests(SmrSplice *s, uint8_t *held) {
  SmrEmit *e = &s->emit;
  if (s->copies_rows && !build_rows(s, held))
    return false;
  if (build_guards(s, held, s->plan->guard_count, false))
    return false;
  if (s->tries) {
    e->block = test_block(s);
    SmrHostBuilder b = smr_emit_builder(e);
    smr_vec_push(&s->conditions, smr_entry_linked(&b, smr_symbol_name(s->plan->steps[0].callee)));
    smr_vec_push(&s->guards, s->plan->guard_count);
  }
  for (uint32_t k = 0; k < s->plan->step_count && !s->tries; k++)
    if (smr_splice_asks(s->plan, k)) {
      e->block = e->shared = test_block(s);
      MlirValue gain = smr_splice_gain(e);
      smr_vec_push(&s->conditions, smr_splice_ask_bound(s, s->plan->steps[k].bound, gain, (MlirValue){NULL}));
      smr_vec_push(&s->guards, s->plan->guard_count);
    }
  e->shared = (MlirBlock){NULL};
  return true;
}

/// Of `sum of products >= constant`: the products that are added, which for sizes is implied. With a site the
/// user's function asks only that, and the site asks the sum: LLVM spends more on the sum than on all the
/// rest of the question, and few sizes lie between the two. NULL: there is no such part.
static const SmrExpr *part_of(const SmrEmit *e, const SmrExpr *guard) {
  int64_t least;
  if (guard->op != SMR_X_LE || !smr_expr_is_const(guard->a, &least) || guard->b->op != SMR_X_POLY)
    return NULL;
  const SmrPoly sum = guard->b->poly;
  SmrMonomial *terms = smr_arena_alloc(&e->s->arena, sum.count * sizeof *terms);
  uint32_t count = 0;
  for (uint32_t k = 0; k < sum.count; k++)
    if (sum.terms[k].coef > 0 && sum.terms[k].degree)
      terms[count++] = sum.terms[k];
  if (!count || count == sum.count || !sum.terms[0].degree || least <= 0)
    return NULL;
  if (count == 1) {
    least = (least - 1) / terms[0].coef + 1;
    terms[0].coef = 1;
  }
  return smr_expr(&e->s->arena, SMR_X_LE, smr_expr_const(&e->s->arena, least),
                  smr_expr_poly(&e->s->arena, (SmrPoly){terms, count}));
}

/// The tests of sizes, the cheapest first.
static void build_sizes(SmrSplice *s, uint8_t *held) {
  SmrEmit *e = &s->emit;
  uint32_t count = s->plan->guard_count;
  s->parts = smr_arena_alloc(&e->s->arena, (count + 1) * sizeof *s->parts);
  for (uint32_t k = 0; k < count; k++)
    s->parts[k] = s->site && k < s->plan->size_count ? part_of(e, s->plan->guards[k].test) : NULL;
  s->sizing = true;
  build_guards(s, held, s->plan->size_count, false);
  if (s->site) // sizes that are read in the code
    build_guards(s, held, count, true);
  for (uint32_t k = 0; k < s->plan->size_count; k++)
    if (s->parts[k])
      build_guard(s, k, s->parts[k]);
  s->sizing = false;
}

bool smr_chain_build_guards(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  uint32_t count = s->plan->guard_count;
  uint8_t *held = smr_arena_alloc(&e->s->arena, count + 1);
  for (uint32_t k = 0; k <= count; k++)
    held[k] = 0;
  e->held = held;
  smr_vec_push(&s->tests, e->pre);
  build_sizes(s, held);
  s->size_tests = s->conditions.size;
  if (s->site) {
    uint8_t *sized = smr_arena_alloc(&e->s->arena, count + 1);
    memcpy(sized, held, count + 1);
    e->sized = sized;
  }
  return smr_build_tests(s, held);
}

SmrValue smr_chain_seen(const SmrSplice *s, MlirValue value, uint32_t p, bool between) {
  const SmrSplicer *splicer = s->emit.s;
  const SmrGraph *g = s->emit.g;
  const SmrPart *part = &s->chain.parts.data[p];
  SmrValue first = smr_splice_value(splicer, value);
  for (SmrValue v = first; v; v = splicer->same_handle[v])
    if (part->op.ptr || between || smr_left_by(splicer, v).ptr == part->loop.header.ptr)
      return v;
  for (SmrValue raw = first; raw; raw = splicer->same_handle[raw]) {
    SmrValue v = smr_value(g, raw);
    if (smr_left_by(splicer, raw).ptr || smr_enters(splicer, raw))
      continue;
    SmrOp def = smr_def(g, v), loop = part->root;
    if ((def && smr_op(g, def)->code == SMR_OP_CONST) || !smr_value_inside(g, v, loop))
      return v;
    if (!part->loop.bottom || smr_op(g, loop)->code != SMR_OP_LOOP)
      continue;
    // Computed once in each iteration: behind the loop it is what the last one made.
    SmrOp yield = g->blocks.data[smr_body_block(g, loop, 0)].last;
    for (uint32_t k = 0; k < smr_op(g, yield)->operand_count; k++)
      if (smr_operand(g, yield, k) == v && k < smr_op(g, loop)->result_count)
        return smr_result(g, loop, k);
    return v;
  }
  return 0;
}

/// What a value of a part is behind it, in the call's branch.
static MlirValue behind(SmrSplice *s, MlirValue value, uint32_t p, bool between) {
  if (smr_emit_usable(&s->emit, value))
    return value;
  SmrValue seen = smr_chain_seen(s, value, p, between);
  if (!seen)
    return smr_emit_fail(&s->emit, "a value inside the loop is used behind it");
  return smr_splice_after(s, s->plan->after(s->plan->after_data, seen), value, mlirValueGetType(value));
}

bool smr_chain_build_escaping(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  const SmrChain *chain = &s->chain;
  for (uint32_t k = 0; k < chain->escapes.size; k++) {
    const SmrEscape *escape = &chain->escapes.data[k];
    if (!escape->outside)
      continue;
    MlirValue becomes = behind(s, escape->value, escape->part, escape->behind);
    if (!becomes.ptr)
      return smr_emit_fail(e, "a value that is used later cannot be rebuilt"), false;
    smr_vec_push(&s->escaping, escape->value);
    smr_vec_push(&s->becomes, becomes);
  }
  uint32_t last = chain->parts.size - 1;
  const SmrPart *part = &chain->parts.data[last];
  if (part->op.ptr)
    return true;
  MlirOperation jump = mlirBlockGetTerminator(part->loop.exiting);
  for (intptr_t k = 0; k < part->loop.exit_count; k++) {
    MlirValue value = behind(s, mlirOperationGetOperand(jump, part->loop.exit_first + k), last, false);
    if (!value.ptr)
      return smr_emit_fail(e, "a value that is used later cannot be rebuilt"), false;
    smr_vec_push(&s->leaving, value);
  }
  return true;
}

//--- The edit ----------------------------------------------------------------------------

static void jump(const SmrEmit *e, MlirBlock from, MlirBlock to, const MlirValue *values, intptr_t count) {
  SmrHostBuilder b = smr_emit_builder(e);
  b.block = from;
  smr_build_jump(e->s->host, &b, to, values, count);
}

/// To `otherwise` with the values when the condition does not hold.
static void branch(const SmrEmit *e, MlirBlock from, MlirValue condition, MlirBlock to, MlirBlock otherwise,
                   const MlirValue *values, intptr_t count, bool seldom) {
  SmrHostBuilder b = smr_emit_builder(e);
  b.block = from;
  smr_build_branch(e->s->host, &b, condition, to, false, otherwise, values, count,
                   seldom ? smr_size_weights : NULL);
}

/// From `op` on, everything in its block goes to the new one.
static MlirBlock split(MlirOperation op) {
  MlirBlock block = mlirOperationGetBlock(op), rest = mlirBlockCreate(0, NULL, NULL);
  mlirRegionInsertOwnedBlockAfter(mlirBlockGetParentRegion(block), block, rest);
  for (MlirOperation next; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(rest, op);
  }
  return rest;
}

/// Uses of `old` in the code that escape from the parts (`outside`), or in what moves.
typedef struct {
  MlirOperation op;
  unsigned operand;
} Use;
typedef SMR_VEC(Use) UseList;

static void collect(const SmrChain *chain, MlirValue old, bool outside, UseList *out) {
  for (MlirOpOperand use = mlirValueGetFirstUse(old); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    if (smr_chain_used(chain, mlirOpOperandGetOwner(use), outside))
      smr_vec_push(out, ((Use){mlirOpOperandGetOwner(use), mlirOpOperandGetOperandNumber(use)}));
}

static void set_uses(UseList *uses, MlirValue fresh) {
  for (uint32_t k = 0; k < uses->size; k++)
    mlirOperationSetOperand(uses->data[k].op, uses->data[k].operand, fresh);
  smr_vec_clear(uses);
}

/// What stands between the parts, and what it sees of them, goes before the first test.
static void move_between(SmrSplice *s) {
  const SmrChain *chain = &s->chain;
  MlirOperation mark = first_op(s->tests.data[0]);
  UseList uses = {0};
  for (uint32_t k = 0; k < s->passing.size; k++) {
    collect(chain, s->passing.data[k], false, &uses);
    set_uses(&uses, s->instead.data[k]);
  }
  smr_vec_free(&uses);
  uint32_t next = 0;
  if (s->save.ptr)
    smr_move_ops(s->save, mark);
  for (uint32_t p = 0; p + 1 < chain->parts.size; p++) {
    smr_move_ops(s->early.data[p], mark);
    for (; next < chain->moved.size && chain->moved.data[next].part == p; next++) {
      MlirOperation op = chain->moved.data[next].op;
      if ((s->conditions.size || s->plan->check) && smr_splice_again(&s->emit, op))
        mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, mlirOperationClone(op));
      mlirOperationMoveBefore(op, mark);
    }
  }
}

/// Everything of the parts dies; its handles must stay valid until the splicer goes.
static void bury(SmrSplice *s, MlirBlock first) {
  SmrEmit *e = &s->emit;
  MlirModule holder = mlirModuleCreateEmpty(e->loc);
  MlirRegion limbo = mlirOperationGetRegion(mlirModuleGetOperation(holder), 0);
  SMR_VEC(MlirBlock) dead = {0};
  if (first.ptr)
    smr_vec_push(&dead, first);
  for (uint32_t k = 0; k < s->chain.blocks.size; k++)
    smr_vec_push(&dead, s->chain.blocks.data[k]);
  for (uint32_t k = 0; k < s->chain.between.size; k++)
    smr_vec_push(&dead, s->chain.between.data[k].block);
  for (uint32_t k = 0; k < dead.size; k++) {
    mlirBlockDetach(dead.data[k]);
    mlirRegionAppendOwnedBlock(limbo, dead.data[k]);
  }
  smr_vec_free(&dead);
  smr_vec_push(&e->s->trash, mlirModuleGetOperation(holder));
}

static bool in_loop(const SmrGraph *g, SmrOp op) {
  while ((op = smr_parent(g, op)) && smr_op(g, op)->code != SMR_OP_LOOP)
    ;
  return op != 0;
}

static bool stores(const SmrGraph *g, SmrOp op) {
  bool any = smr_op(g, op)->code == SMR_OP_STORE;
  for (uint32_t r = 0; r < smr_op(g, op)->region_count && !any; r++) {
    SmrBlock body = smr_body_block(g, op, r);
    for (SmrOp in = body ? g->blocks.data[body].first : 0; in && !any; in = smr_op(g, in)->next)
      any = stores(g, in);
  }
  return any;
}

bool smr_splice_keeps_whole(const SmrSplice *s) {
  bool any = false;
  for (uint32_t k = 0; k < s->plan->root_count; k++)
    any |= stores(s->emit.g, s->plan->roots[k]);
  return any && s->emit.s->host->keep_whole && !in_loop(s->emit.g, s->plan->roots[0]);
}

/// Where tests that fail lead to.
static MlirBlock aside(SmrSplice *s, MlirBlock original, const MlirValue *arguments, intptr_t count) {
  if (!s->conditions.size || !smr_splice_keeps_whole(s))
    return original;
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  SmrHostBuilder b = smr_emit_builder(&s->emit);
  b.block = block;
  s->emit.s->host->keep_whole(&b);
  jump(&s->emit, block, original, arguments, count);
  mlirRegionInsertOwnedBlockBefore(s->chain.region, original, block);
  return block;
}

/// The tests before the parts, or before what they were split off from.
static void place_tests(SmrSplice *s, MlirBlock head, MlirBlock original, MlirBlock call) {
  SmrEmit *e = &s->emit;
  uint32_t count = s->conditions.size;
  SMR_VEC(MlirValue) arguments = {0};
  for (intptr_t a = 0; a < mlirBlockGetNumArguments(s->tests.data[0]); a++)
    smr_vec_push(&arguments, mlirBlockGetArgument(s->tests.data[0], a));
  if (s->undone.size) {
    jump(e, s->restore, original, arguments.data, arguments.size);
    mlirRegionInsertOwnedBlockBefore(s->chain.region, original, s->restore);
    original = s->restore;
    s->restore = (MlirBlock){NULL};
    smr_vec_clear(&arguments); // the first test dominates them all
  }
  MlirBlock whole = aside(s, original, arguments.data, arguments.size);
  if (!mlirBlockEqual(whole, original)) {
    original = whole;
    smr_vec_clear(&arguments);
  }
  for (uint32_t t = 0; t < s->tests.size; t++) {
    mlirRegionInsertOwnedBlockBefore(s->chain.region, original, s->tests.data[t]);
    if (t < count)
      branch(e, s->tests.data[t], s->conditions.data[t], t + 1 < count ? s->tests.data[t + 1] : call,
             original, arguments.data, arguments.size, t < s->size_tests);
    else
      jump(e, s->tests.data[t], call, NULL, 0);
  }
  mlirRegionInsertOwnedBlockBefore(s->chain.region, original, call);
  if (head.ptr)
    jump(e, head, s->tests.data[0], NULL, 0);
  s->whole = original;
  for (uint32_t k = 0; k < arguments.size; k++)
    smr_vec_push(&s->entering, arguments.data[k]);
  smr_vec_free(&arguments);
}

static MlirBlock lead_in(SmrSplice *s, MlirBlock call) {
  const SmrPart *first = &s->chain.parts.data[0];
  if (first->op.ptr) {
    MlirBlock head = mlirOperationGetBlock(first->op), original = split(first->op);
    place_tests(s, head, original, call);
    return original;
  }
  SMR_VEC(MlirBlock) before = {0};
  for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(first->loop.header); k++) {
    MlirBlock block = mlirBlockGetPredecessor(first->loop.header, k);
    if (!smr_block_loop_has(&first->loop, block))
      smr_vec_push(&before, block);
  }
  for (uint32_t k = 0; k < before.size; k++)
    smr_block_redirect(before.data[k], first->loop.header, s->tests.data[0]);
  smr_vec_free(&before);
  place_tests(s, (MlirBlock){NULL}, first->loop.header, call);
  return (MlirBlock){NULL};
}

static void add_arguments(MlirBlock block, const MlirValue *like, uint32_t count, MlirLocation loc) {
  for (uint32_t k = 0; k < count; k++)
    mlirBlockAddArgument(block, mlirValueGetType(like[k]), loc);
}

/// Both ways to what follows; returns the block whose last arguments are what has left the parts, null when
/// the call's values themselves are that.
static MlirBlock lead_out(SmrSplice *s, MlirBlock end) {
  SmrEmit *e = &s->emit;
  SmrPart *last = &s->chain.parts.data[s->chain.parts.size - 1];
  bool guarded = s->conditions.size > 0;
  if (last->op.ptr) {
    MlirBlock from = mlirOperationGetBlock(last->op), rest = split(mlirOperationGetNextInBlock(last->op));
    if (guarded)
      add_arguments(rest, s->becomes.data, s->becomes.size, e->loc);
    jump(e, from, rest, s->escaping.data, guarded ? s->escaping.size : 0);
    jump(e, end, rest, s->becomes.data, guarded ? s->becomes.size : 0);
    return guarded ? rest : (MlirBlock){NULL};
  }
  if (!guarded || !s->escaping.size) {
    jump(e, end, last->loop.exit, s->leaving.data, s->leaving.size);
    return (MlirBlock){NULL};
  }
  MlirBlock way = mlirBlockCreate(0, NULL, NULL), join = mlirBlockCreate(0, NULL, NULL);
  add_arguments(way, s->leaving.data, s->leaving.size, e->loc);
  add_arguments(join, s->leaving.data, s->leaving.size, e->loc);
  add_arguments(join, s->becomes.data, s->becomes.size, e->loc);
  SMR_VEC(MlirValue) passed = {0};
  for (uint32_t k = 0; k < s->leaving.size; k++)
    smr_vec_push(&passed, mlirBlockGetArgument(way, k));
  for (uint32_t k = 0; k < s->escaping.size; k++)
    smr_vec_push(&passed, s->escaping.data[k]);
  jump(e, way, join, passed.data, passed.size);
  smr_vec_clear(&passed);
  for (uint32_t k = 0; k < s->leaving.size; k++)
    smr_vec_push(&passed, s->leaving.data[k]);
  for (uint32_t k = 0; k < s->becomes.size; k++)
    smr_vec_push(&passed, s->becomes.data[k]);
  jump(e, end, join, passed.data, passed.size);
  smr_vec_clear(&passed);
  for (uint32_t k = 0; k < s->leaving.size; k++)
    smr_vec_push(&passed, mlirBlockGetArgument(join, k));
  jump(e, join, last->loop.exit, passed.data, passed.size);
  smr_vec_free(&passed);
  mlirOperationSetSuccessor(mlirBlockGetTerminator(last->loop.exiting), last->loop.exit_edge, way);
  mlirRegionInsertOwnedBlockAfter(s->chain.region, last->loop.exiting, way);
  mlirRegionInsertOwnedBlockAfter(s->chain.region, way, join);
  return join;
}

/// The blocks of the copies, behind the first of the branch; the branch's last block.
static MlirBlock place_copies(SmrSplice *s, MlirBlock call) {
  MlirBlock last = call;
  for (MlirBlock block; s->copies.ptr && !mlirBlockIsNull(block = mlirRegionGetFirstBlock(s->copies));
       last = block) {
    mlirBlockDetach(block);
    mlirRegionInsertOwnedBlockAfter(s->chain.region, last, block);
  }
  s->to_copies = (MlirOperation){NULL};
  return s->copies.ptr ? s->run : call;
}

/// With a check: the call leads to itself, while it is to run again, and to the parts, as the tests do, and
/// they lead to its end.
static void lead_through(SmrSplice *s, MlirBlock call) {
  SmrEmit *e = &s->emit;
  SmrPart *last = &s->chain.parts.data[s->chain.parts.size - 1];
  MlirBlock run = s->first_run;
  s->first_run = (MlirBlock){NULL};
  branch(e, call, s->ready, run, s->whole, s->entering.data, s->entering.size, false);
  mlirRegionInsertOwnedBlockAfter(s->chain.region, call, run);
  branch(e, place_copies(s, run), s->again, run, s->whole, s->entering.data, s->entering.size, false);
  if (last->op.ptr) {
    smr_check_close(s);
    smr_move_ops(s->finishing, mlirOperationGetNextInBlock(last->op));
    return;
  }
  MlirBlock way = s->finishing;
  add_arguments(way, s->leaving.data, s->leaving.size, e->loc);
  for (uint32_t k = 0; k < s->leaving.size; k++) {
    s->leaving.data[k] = mlirBlockGetArgument(way, k);
    smr_check_compare(s, s->escaping.size + k, s->leaving.data[k]);
  }
  smr_check_close(s);
  jump(e, way, last->loop.exit, s->leaving.data, s->leaving.size);
  s->finishing = (MlirBlock){NULL};
  mlirOperationSetSuccessor(mlirBlockGetTerminator(last->loop.exiting), last->loop.exit_edge, way);
  mlirRegionInsertOwnedBlockAfter(s->chain.region, last->loop.exiting, way);
}

void smr_chain_commit(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  SmrChain *chain = &s->chain;
  MlirBlock call = e->body;
  e->body = e->pre = (MlirBlock){NULL};
  if (s->plan->check) {
    lead_in(s, call);
    move_between(s);
    lead_through(s, call);
    smr_vec_clear(&s->tests); // the function owns them
    return;
  }
  // Who must be told of new values, while it is clear which code is which.
  SMR_VEC(UseList) uses = {0};
  for (uint32_t k = 0; k < s->escaping.size; k++) {
    UseList list = {0};
    collect(chain, s->escaping.data[k], true, &list);
    smr_vec_push(&uses, list);
  }
  MlirBlock split_off = lead_in(s, call);
  move_between(s);
  MlirBlock join = lead_out(s, place_copies(s, call));
  intptr_t first = join.ptr ? mlirBlockGetNumArguments(join) - (intptr_t)s->escaping.size : 0;
  for (uint32_t k = 0; k < s->escaping.size; k++) {
    MlirValue fresh = join.ptr ? mlirBlockGetArgument(join, first + k) : s->becomes.data[k];
    set_uses(&uses.data[k], fresh);
    smr_vec_free(&uses.data[k]);
    smr_splice_renamed(e->s, s->escaping.data[k], fresh);
  }
  smr_vec_free(&uses);
  if (!s->conditions.size)
    bury(s, split_off);
  smr_vec_clear(&s->tests); // the function owns them
}
