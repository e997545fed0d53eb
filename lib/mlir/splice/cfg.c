//===- cfg.c - code that is made of blocks: what is replaced ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The parts of a match (loops made of blocks, single ops) stand in a chain: nothing but straight-line code
// lies between one and the next, and no other way leads in between. A part is entered through its header (or
// op) alone and left by one edge. Everything is read off MLIR's own blocks; the graph only names the headers.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/splice/internal.h"

static uint64_t key(const void *pointer) {
  return (uint64_t)(uintptr_t)pointer;
}

/// Its edges can be led elsewhere.
static bool can_redirect(SmrSplicer *s, MlirOperation op) {
  return smr_op_means(s, op)->jump != SMR_JUMP_NONE;
}

static bool is_jump(SmrSplicer *s, MlirOperation op) {
  return smr_op_means(s, op)->jump == SMR_JUMP_ONE;
}

MlirOperation smr_mlir_op_in(MlirRegion region, MlirOperation op) {
  for (; op.ptr; op = mlirOperationGetParentOperation(op)) {
    MlirBlock block = mlirOperationGetBlock(op);
    if (!mlirBlockIsNull(block) && mlirRegionEqual(mlirBlockGetParentRegion(block), region))
      return op;
  }
  return (MlirOperation){NULL};
}

//--- One loop ---------------------------------------------------------------------

bool smr_block_loop_has(const SmrBlockLoop *loop, MlirBlock block) {
  uint32_t known;
  return smr_map_get(&loop->members, key(block.ptr), &known);
}

static void add_block(SmrBlockLoop *loop, MlirBlock block) {
  if (smr_block_loop_has(loop, block))
    return;
  smr_map_set(&loop->members, key(block.ptr), 1);
  smr_vec_push(&loop->blocks, block);
}

void smr_block_loop_free(SmrBlockLoop *loop) {
  smr_vec_free(&loop->blocks);
  smr_map_free(&loop->members);
}

bool smr_block_loop_around(MlirBlock header, SmrBlockLoop *out) {
  MlirRegion region = mlirBlockGetParentRegion(header);
  out->header = header;
  add_block(out, header);
  for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(header); ++k) {
    MlirBlock latch = mlirBlockGetPredecessor(header, k);
    if (!smr_block_loop_has(out, latch) && smr_mlir_block_dominates(region, header, latch))
      add_block(out, latch);
    else if (mlirBlockEqual(latch, header))
      out->turns = true;
  }
  out->turns |= out->blocks.size > 1;
  for (uint32_t b = 1; b < out->blocks.size; ++b)
    for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(out->blocks.data[b]); ++k)
      add_block(out, mlirBlockGetPredecessor(out->blocks.data[b], k));
  return out->turns;
}

/// The operands that a terminator passes along edge k; false when that is not understood.
static bool edge_operands(SmrSplicer *s, MlirOperation op, intptr_t edge, intptr_t *first, intptr_t *count) {
  if (is_jump(s, op)) {
    *first = 0;
    *count = mlirOperationGetNumOperands(op);
    return true;
  }
  MlirAttribute segments = mlirOperationGetAttributeByName(op, smr_ref("operandSegmentSizes"));
  if (smr_op_means(s, op)->jump != SMR_JUMP_TEST || mlirAttributeIsNull(segments) ||
      !mlirAttributeIsADenseI32Array(segments) || mlirDenseArrayGetNumElements(segments) < 3)
    return false;
  *first = 1 + (edge ? mlirDenseI32ArrayGetElement(segments, 1) : 0);
  *count = mlirDenseI32ArrayGetElement(segments, 1 + edge);
  return true;
}

static bool find_loop(SmrEmit *e, MlirBlock header, SmrBlockLoop *out) {
  MlirRegion region = mlirBlockGetParentRegion(header);
  if (mlirRegionIsNull(region) || !smr_block_loop_around(header, out))
    return smr_emit_fail(e, "part of the code has no place in MLIR"), false;
  uint32_t exits = 0;
  for (uint32_t b = 0; b < out->blocks.size; ++b) {
    MlirBlock block = out->blocks.data[b];
    for (intptr_t k = 0; k < mlirBlockGetNumSuccessors(block); ++k) {
      MlirBlock next = mlirBlockGetSuccessor(block, k);
      if (smr_block_loop_has(out, next))
        continue;
      ++exits;
      out->exiting = block;
      out->exit = next;
      out->exit_edge = k;
    }
    for (intptr_t k = 0; b && k < mlirBlockGetNumPredecessors(block); ++k)
      if (!smr_block_loop_has(out, mlirBlockGetPredecessor(block, k)))
        return smr_emit_fail(e, "the loop is entered in its middle"), false;
  }
  if (exits != 1)
    return smr_emit_fail(e, "the loop is left from its middle"), false;
  if (!edge_operands(e->s, mlirBlockGetTerminator(out->exiting), out->exit_edge, &out->exit_first,
                     &out->exit_count))
    return smr_emit_fail(e, "the loop is left by a jump that is not understood"), false;
  for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(header); ++k) {
    MlirBlock before = mlirBlockGetPredecessor(header, k);
    if (!smr_block_loop_has(out, before) && !can_redirect(e->s, mlirBlockGetTerminator(before)))
      return smr_emit_fail(e, "the loop is entered by a jump that is not understood"), false;
  }
  for (intptr_t k = 0; k < mlirBlockGetNumSuccessors(out->exiting); ++k)
    out->bottom |= mlirBlockEqual(mlirBlockGetSuccessor(out->exiting, k), header);
  return true;
}

//--- The chain ----------------------------------------------------------------------

static MlirBlock block_of(MlirRegion region, MlirOperation op) {
  op = smr_mlir_op_in(region, op);
  return op.ptr ? mlirOperationGetBlock(op) : (MlirBlock){NULL};
}

static bool in_loops(const SmrChain *chain, MlirBlock block) {
  uint32_t part;
  return smr_map_get(&chain->loop_blocks, key(block.ptr), &part);
}

static void add_part(SmrEmit *e, SmrChain *chain, SmrPart part) {
  uint32_t k = chain->parts.size;
  smr_vec_push(&chain->parts, part);
  for (; k > 0 && smr_before(e->g, part.root, chain->parts.data[k - 1].root); --k) {
    chain->parts.data[k] = chain->parts.data[k - 1];
    chain->parts.data[k - 1] = part;
  }
}

static bool find_parts(SmrEmit *e, const SmrSpliceCall *call, SmrChain *chain) {
  const SmrGraph *g = e->g;
  for (uint32_t k = 0; k < call->root_count; ++k) {
    const SmrOpData *data = smr_op(g, call->roots[k]);
    if (!data->handle)
      return smr_emit_fail(e, "part of the code has no place in MLIR"), false;
    if (!(data->flags & SMR_F_CFG))
      continue;
    SmrPart part = {.root = call->roots[k]};
    bool ok = find_loop(e, (MlirBlock){data->handle}, &part.loop);
    for (uint32_t b = 0; b < part.loop.blocks.size; ++b) {
      ok = ok && !in_loops(chain, part.loop.blocks.data[b]);
      smr_map_set(&chain->loop_blocks, key(part.loop.blocks.data[b].ptr), 1);
      smr_vec_push(&chain->blocks, part.loop.blocks.data[b]);
    }
    chain->region = mlirBlockGetParentRegion((MlirBlock){data->handle});
    add_part(e, chain, part);
    if (!ok)
      return smr_emit_fail(e, "parts of the idiom share their code"), false;
  }
  for (uint32_t k = 0; k < call->root_count; ++k) {
    const SmrOpData *data = smr_op(g, call->roots[k]);
    if (data->flags & SMR_F_CFG)
      continue;
    MlirOperation op = {data->handle};
    if (!mlirRegionIsNull(chain->region) && in_loops(chain, block_of(chain->region, op))) {
      if (data->code != SMR_OP_STORE)
        return smr_emit_fail(e, "a result of the idiom is computed inside its loops"), false;
      continue; // a store that was sunk out of another root
    }
    MlirBlock block = mlirOperationGetBlock(op);
    if (mlirBlockIsNull(block) || mlirOperationEqual(mlirBlockGetTerminator(block), op))
      return smr_emit_fail(e, "the code ends a block, so nothing can stand in its place"), false;
    if (mlirRegionIsNull(chain->region))
      chain->region = mlirBlockGetParentRegion(block);
    if (!mlirRegionEqual(mlirBlockGetParentRegion(block), chain->region))
      return smr_emit_fail(e, "the parts of the idiom stand in different blocks"), false;
    bool known = false;
    for (uint32_t p = 0; p < chain->parts.size; ++p)
      known |= chain->parts.data[p].op.ptr == op.ptr;
    if (!known)
      add_part(e, chain, (SmrPart){.root = call->roots[k], .op = op});
  }
  return true;
}

static bool entered_from(SmrEmit *e, const SmrBlockLoop *loop, MlirBlock only) {
  for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(loop->header); ++k) {
    MlirBlock before = mlirBlockGetPredecessor(loop->header, k);
    if (!mlirBlockEqual(before, only) && !smr_block_loop_has(loop, before))
      return smr_emit_fail(e, "another way leads between the parts of the idiom"), false;
  }
  return true;
}

/// Straight-line code from behind part p to part p + 1.
static bool walk_between(SmrEmit *e, SmrChain *chain, uint32_t p) {
  static const char message[] = "the parts of the idiom stand in different blocks";
  SmrPart *part = &chain->parts.data[p], *next = part + 1;
  MlirBlock block = part->op.ptr ? mlirOperationGetBlock(part->op) : part->loop.exit;
  MlirOperation op = part->op.ptr ? mlirOperationGetNextInBlock(part->op) : mlirBlockGetFirstOperation(block);
  if (!part->op.ptr && !next->op.ptr && mlirBlockEqual(block, next->loop.header)) // at once
    return entered_from(e, &next->loop, part->loop.exiting);
  for (bool fresh = !part->op.ptr;;) {
    if (fresh) {
      if (mlirBlockGetNumPredecessors(block) != 1 || in_loops(chain, block))
        return smr_emit_fail(e, "another way leads between the parts of the idiom"), false;
      smr_vec_push(&chain->between, ((SmrBetween){block, p}));
    }
    for (fresh = true; op.ptr && !mlirOperationEqual(op, next->op) &&
                       !mlirOperationEqual(op, mlirBlockGetTerminator(block));
         op = mlirOperationGetNextInBlock(op)) {
      if (smr_mlir_stays(e->s, op)) { // the graph leaves it out
        smr_map_set(&chain->glue, key(op.ptr), 1);
        continue;
      }
      smr_map_set(&chain->moved_ops, key(op.ptr), chain->moved.size);
      smr_vec_push(&chain->moved, ((SmrMoved){op, p}));
    }
    if (!op.ptr || (next->op.ptr && mlirOperationEqual(op, next->op)))
      return op.ptr || (smr_emit_fail(e, message), false);
    if (!is_jump(e->s, op))
      return smr_emit_fail(e, message), false;
    smr_map_set(&chain->glue, key(op.ptr), 1);
    MlirBlock to = mlirOperationGetSuccessor(op, 0);
    if (!next->op.ptr && mlirBlockEqual(to, next->loop.header))
      return entered_from(e, &next->loop, block);
    block = to;
    op = mlirBlockGetFirstOperation(block);
  }
}

typedef enum { USE_INSIDE, USE_MOVED, USE_OUTSIDE } UseKind;

static UseKind use_kind(const SmrChain *chain, MlirOperation user) {
  uint32_t known;
  user = smr_mlir_op_in(chain->region, user);
  if (!user.ptr)
    return USE_OUTSIDE;
  if (in_loops(chain, mlirOperationGetBlock(user)) || smr_map_get(&chain->glue, key(user.ptr), &known))
    return USE_INSIDE;
  for (uint32_t p = 0; p < chain->parts.size; ++p)
    if (chain->parts.data[p].op.ptr == user.ptr)
      return USE_INSIDE;
  return smr_map_get(&chain->moved_ops, key(user.ptr), &known) ? USE_MOVED : USE_OUTSIDE;
}

bool smr_chain_used(const SmrChain *chain, MlirOperation user, bool outside) {
  return use_kind(chain, user) == (outside ? USE_OUTSIDE : USE_MOVED);
}

bool smr_chain_sets(const SmrEmit *e, MlirValue slot) {
  for (uint32_t k = 0; e->chain && k < e->chain->moved.size; ++k)
    if (smr_mlir_stores_to(e->s, e->chain->moved.data[k].op, slot))
      return true;
  return false;
}

static void add_escape(SmrChain *chain, MlirValue value, uint32_t part, bool behind) {
  SmrEscape escape = {.value = value, .part = part, .behind = behind};
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    UseKind kind = use_kind(chain, mlirOpOperandGetOwner(use));
    escape.moved |= kind == USE_MOVED;
    escape.outside |= kind == USE_OUTSIDE;
  }
  if (escape.moved || escape.outside)
    smr_vec_push(&chain->escapes, escape);
}

static void add_results(SmrChain *chain, MlirOperation op, uint32_t part) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); ++r)
    add_escape(chain, mlirOperationGetResult(op, r), part, false);
}

bool smr_chain_find(SmrEmit *e, const SmrSpliceCall *call, SmrChain *chain) {
  if (!find_parts(e, call, chain))
    return false;
  if (!chain->parts.size)
    return smr_emit_fail(e, "part of the code has no place in MLIR"), false;
  for (uint32_t p = 0; p + 1 < chain->parts.size; ++p)
    if (!walk_between(e, chain, p))
      return false;
  if (!smr_chain_hold(e, call, chain))
    return false;
  for (uint32_t p = 0; p < chain->parts.size; ++p) {
    const SmrPart *part = &chain->parts.data[p];
    if (part->op.ptr)
      add_results(chain, part->op, p);
    for (uint32_t b = 0; b < part->loop.blocks.size; ++b) {
      MlirBlock block = part->loop.blocks.data[b];
      for (intptr_t a = 0; a < mlirBlockGetNumArguments(block); ++a)
        add_escape(chain, mlirBlockGetArgument(block, a), p, false);
      for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr; op = mlirOperationGetNextInBlock(op))
        add_results(chain, op, p);
    }
  }
  for (uint32_t b = 0; b < chain->between.size; ++b)
    for (intptr_t a = 0; a < mlirBlockGetNumArguments(chain->between.data[b].block); ++a)
      add_escape(chain, mlirBlockGetArgument(chain->between.data[b].block, a), chain->between.data[b].part,
                 true);
  return true;
}

void smr_chain_free(SmrChain *chain) {
  for (uint32_t p = 0; p < chain->parts.size; ++p)
    smr_block_loop_free(&chain->parts.data[p].loop);
  smr_vec_free(&chain->parts);
  smr_vec_free(&chain->between);
  smr_vec_free(&chain->moved);
  smr_vec_free(&chain->blocks);
  smr_vec_free(&chain->escapes);
  smr_map_free(&chain->loop_blocks);
  smr_map_free(&chain->moved_ops);
  smr_map_free(&chain->glue);
  smr_vec_free(&chain->held);
}

static bool known_place(MlirOperation op) {
  MlirLocation loc = mlirOperationGetLocation(op);
  return !mlirLocationEqual(loc, mlirLocationUnknownGet(mlirOperationGetContext(op)));
}

MlirLocation smr_chain_location(const SmrChain *chain) {
  MlirOperation function = {NULL};
  for (uint32_t p = 0; p < chain->parts.size; ++p) {
    const SmrPart *part = &chain->parts.data[p];
    if (part->op.ptr && known_place(part->op))
      return mlirOperationGetLocation(part->op);
    for (uint32_t b = 0; b < part->loop.blocks.size; ++b)
      for (MlirOperation op = mlirBlockGetFirstOperation(part->loop.blocks.data[b]); op.ptr;
           op = mlirOperationGetNextInBlock(op))
        if (known_place(op))
          return mlirOperationGetLocation(op);
    function =
        mlirBlockGetParentOperation(part->op.ptr ? mlirOperationGetBlock(part->op) : part->loop.header);
  }
  return mlirOperationGetLocation(function);
}

bool smr_chain_takes(const SmrChain *chain, MlirValue value) {
  MlirBlock block = mlirValueIsABlockArgument(value) ? mlirBlockArgumentGetOwner(value)
                                                     : block_of(chain->region, mlirOpResultGetOwner(value));
  if (in_loops(chain, block) ||
      (mlirValueIsAOpResult(value) && smr_chain_holds(chain, mlirOpResultGetOwner(value))))
    return true;
  for (uint32_t b = 0; b < chain->between.size && mlirValueIsABlockArgument(value); ++b)
    if (mlirBlockEqual(block, chain->between.data[b].block))
      return true;
  for (uint32_t p = 0; p < chain->parts.size && mlirValueIsAOpResult(value); ++p)
    if (mlirOperationEqual(chain->parts.data[p].op, mlirOpResultGetOwner(value)))
      return true;
  return false;
}

//--- What surely runs -------------------------------------------------------------------

/// Sums of variables of counted loops, which are from 0 to 2^60, and of a small number.
static bool never_negative(const SmrGraph *g, SmrPoly poly) {
  int64_t sum = 0;
  for (uint32_t t = 0; t < poly.count; ++t) {
    const SmrMonomial *term = &poly.terms[t];
    if (term->coef < 0 || term->coef > 4 || term->degree > 1 || (sum += term->coef) > 4)
      return false;
    const SmrValueData *data = term->degree ? smr_value_data(g, term->leaves[0]) : NULL;
    SmrOp loop = data && !data->def ? g->regions.data[g->blocks.data[data->block].region].parent : 0;
    if (data && (!loop || data->index || smr_op(g, loop)->code != SMR_OP_LOOP))
      return false;
  }
  return true;
}

/// The loop runs at least once: by its trip count, or some guard that holds says so.
static bool runs(const SmrEmit *e, MlirBlock header) {
  SmrGraph *g = e->g;
  uint32_t op;
  SmrPoly trip, last, more;
  int64_t value, least;
  if (!smr_map_get(&e->s->loops, key(header.ptr), &op) || !op)
    return false;
  trip = smr_poly_of(g, &e->s->arena, smr_operand(g, op, 0));
  if (!smr_poly_sub(&e->s->arena, trip, smr_poly_const(&e->s->arena, 1), &last))
    return false;
  if (smr_poly_is_const(last, &value))
    return value >= 0;
  if (never_negative(g, last))
    return true;
  for (uint32_t k = 0; k < e->call->guard_count; ++k) {
    const SmrExpr *test = e->call->guards[k];
    if (e->held && e->held[k] && test->op == SMR_X_LE && smr_expr_is_const(test->a, &least) && least >= 0 &&
        test->b->op == SMR_X_POLY && smr_poly_sub(&e->s->arena, last, test->b->poly, &more) &&
        smr_poly_is_const(more, &value) && value >= -least)
      return true;
  }
  return false;
}

/// Walks from the header through the loop's first iteration without passing `block`. A header inside that
/// runs at least once is not left when it is first reached; when it is reached again, it may be.
bool smr_chain_certain(const SmrEmit *e, MlirOperation op) {
  const SmrChain *chain = e->chain;
  if (!chain || !op.ptr)
    return false;
  MlirBlock block = mlirOperationGetBlock(op);
  if (mlirBlockIsNull(block) || !mlirRegionEqual(mlirBlockGetParentRegion(block), chain->region))
    return false;
  const SmrBlockLoop *loop = NULL;
  for (uint32_t p = 0; p < chain->parts.size; ++p)
    if (smr_block_loop_has(&chain->parts.data[p].loop, block))
      loop = &chain->parts.data[p].loop;
  uint32_t known;
  if (!loop)
    return smr_map_get(&chain->moved_ops, key(op.ptr), &known);
  if (mlirBlockEqual(block, loop->header))
    return true;
  typedef struct {
    MlirBlock block;
    bool again;
  } State;
  SMR_VEC(State) work = {0};
  SMR_VEC(SmrBlockLoop) inner = {0}; // loops whose header the walk has reached
  SmrMap seen[2] = {{0}, {0}};
  bool avoidable = false;
  smr_vec_push(&work, ((State){loop->header, false}));
  while (work.size && !avoidable) {
    State at = smr_vec_pop(&work);
    if (mlirBlockEqual(at.block, block) || smr_map_get(&seen[at.again], key(at.block.ptr), &known))
      continue;
    smr_map_set(&seen[at.again], key(at.block.ptr), 1);
    const SmrBlockLoop *stay = NULL;
    if (!at.again && runs(e, at.block)) {
      SmrBlockLoop around = {0};
      smr_block_loop_around(at.block, &around);
      smr_vec_push(&inner, around);
      stay = &smr_vec_last(&inner);
    }
    for (intptr_t k = 0; k < mlirBlockGetNumSuccessors(at.block); ++k) {
      MlirBlock to = mlirBlockGetSuccessor(at.block, k);
      if (stay && !smr_block_loop_has(stay, to))
        continue;
      if (mlirBlockEqual(to, loop->header) || !smr_block_loop_has(loop, to)) {
        avoidable = true;
        break;
      }
      bool again = false; // an edge back to a header whose loop the walk has entered
      for (uint32_t i = 0; i < inner.size; ++i)
        again |= mlirBlockEqual(inner.data[i].header, to) && smr_block_loop_has(&inner.data[i], at.block);
      smr_vec_push(&work, ((State){to, again}));
    }
  }
  for (uint32_t i = 0; i < inner.size; ++i)
    smr_block_loop_free(&inner.data[i]);
  smr_vec_free(&inner);
  smr_vec_free(&work);
  smr_map_free(&seen[0]);
  smr_map_free(&seen[1]);
  return !avoidable;
}
