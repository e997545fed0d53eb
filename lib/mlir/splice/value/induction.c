//===- induction.c - the ivs of loops around a call ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A LOOP's iv counts from 0 by 1, which the source's loop may do nowhere. Where some MLIR value at hand (a
// counter up or down, a pointer that walks) is factor * iv + rest, the iv is had back from it by arithmetic
// modulo 2^64: an odd factor has an inverse, and powers of two are shifted out, which is exact as long as the
// iv is less than 2^64 over that power. Ivs are less than 2^60 (N-LOOP), and no integer that moves by more
// than 2^4 is used unless it is narrow enough to tell; memory is smaller than 2^63 bytes. A loop made of
// blocks that has nothing of the kind gets a counter: an argument of its header. What a variable holds when
// the code begins (graph->exits) is at hand there, too. No pointer tells an iv whose base has addresses that
// are polynomials under a condition (graph->ranges): the condition would be tested with the iv that it makes.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/splice/value/value.h"

//--- What moves with an iv ----------------------------------------------------------

static bool is_iv(const SmrGraph *g, SmrValue leaf) {
  const SmrValueData *data = &g->values.data[leaf];
  return !data->def && data->index == 0 && SMR_TYPE_KIND(data->type) == SMR_T_INT;
}

/// The polynomial of an integer, seen through conversions that keep it.
static SmrPoly exact_poly(const SmrGraph *g, SmrArena *arena, SmrValue value) {
  for (SmrOp def = smr_def(g, value); def; def = smr_def(g, value)) {
    const SmrOpData *op = smr_op(g, def);
    if (op->code != SMR_OP_SEXT && !(op->code == SMR_OP_TRUNC && (op->flags & SMR_F_NSW)))
      break;
    value = smr_operand(g, def, 0);
  }
  return smr_poly_of(g, arena, value);
}

/// The integer, or how far the pointer is behind its base; *base is 0 for integers.
static bool moving_poly(const SmrGraph *g, SmrArena *arena, SmrValue value, SmrValue *base, SmrPoly *out) {
  SmrType type = smr_value_type(g, value);
  *base = 0;
  if (SMR_TYPE_KIND(type) == SMR_T_INT && SMR_TYPE_PAYLOAD(type) >= 8) {
    *out = exact_poly(g, arena, value);
    return true;
  }
  if (SMR_TYPE_KIND(type) != SMR_T_PTR)
    return false;
  enum { DEEPEST = 100 };
  *out = (SmrPoly){NULL, 0};
  *base = smr_value(g, value);
  uint32_t depth = 0;
  for (SmrOp def = smr_def(g, *base); def && smr_op(g, def)->code == SMR_OP_ADDR; def = smr_def(g, *base)) {
    if (++depth > DEEPEST || !smr_poly_add(arena, *out, smr_poly_of(g, arena, smr_operand(g, def, 1)), out))
      return false;
    *base = smr_operand(g, def, 0);
  }
  return depth > 0;
}

/// Is the iv told by factor * iv modulo 2^64, for a value of so many bits (0: a pointer)?
static bool tells(int64_t factor, uint32_t bits) {
  enum { MOST_LOST = 4, NARROW = 32 };
  return factor != 0 && (__builtin_ctzll((uint64_t)factor) <= MOST_LOST || bits <= NARROW);
}

/// Of several, the one that costs least to turn back goes first.
static uint32_t cost(const SmrGraph *g, const SmrMove *move) {
  uint32_t cost = SMR_TYPE_KIND(smr_value_type(g, move->value)) == SMR_T_PTR ? 2 : 0;
  return cost + (move->factor == 1 ? 0 : move->factor == -1 ? 1 : 4);
}

static void add_move(SmrSplicer *s, SmrValue iv, SmrValue value, int64_t factor) {
  SmrMove move = {value, factor, 0};
  uint32_t *at = smr_map_at(&s->moving, iv, 0), first = *at;
  uint32_t before = 0, next = first;
  while (next && cost(s->graph, &s->moves.data[next - 1]) <= cost(s->graph, &move)) {
    before = next;
    next = s->moves.data[next - 1].next;
  }
  move.next = next;
  smr_vec_push(&s->moves, move);
  if (before)
    s->moves.data[before - 1].next = s->moves.size;
  else
    *at = s->moves.size;
}

enum { MOST_MOVES = 64 }; // of one iv

static void find_moves(SmrSplicer *s) {
  const SmrGraph *g = s->graph;
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrMap counts = {0}, held = {0}, ranged = {0};
  for (uint32_t k = 0; k < g->exits.size; k++)
    smr_map_set(&held, smr_value(g, g->exits.data[k].initial), 1);
  for (uint32_t k = 0; k < g->ranges.size; k++)
    smr_map_set(&ranged, smr_base_of(g, g->ranges.data[k].address), 1);
  for (SmrValue v = 1; v < g->values.size; v++) {
    SmrPoly poly;
    SmrValue base;
    uint32_t known;
    if ((!g->values.data[v].handle && !smr_map_get(&held, v, &known)) ||
        !moving_poly(g, &arena, v, &base, &poly) || (base && smr_map_get(&ranged, base, &known)))
      continue;
    uint32_t bits = base ? 0 : SMR_TYPE_PAYLOAD(smr_value_type(g, v));
    for (uint32_t t = 0; t < poly.count; t++) {
      SmrPoly factor, rest;
      int64_t constant;
      SmrValue iv = poly.terms[t].degree == 1 ? poly.terms[t].leaves[0] : 0;
      if (!iv || !is_iv(g, iv) || !smr_poly_split(&arena, poly, iv, &factor, &rest) ||
          !smr_poly_is_const(factor, &constant) || !tells(constant, bits))
        continue;
      uint32_t *count = smr_map_at(&counts, iv, 0);
      if (++*count <= MOST_MOVES)
        add_move(s, iv, v, constant);
    }
  }
  smr_map_free(&counts);
  smr_map_free(&held);
  smr_map_free(&ranged);
  s->moves_known = true;
}

/// x with factor * x = product modulo 2^64, for an odd factor: each round doubles the bits that are right.
static uint64_t inverse_of(uint64_t odd) {
  uint64_t x = odd;
  for (int k = 0; k < 5; k++)
    x *= 2 - odd * x;
  return x;
}

static MlirValue divide_exactly(SmrEmit *e, MlirValue product, int64_t factor) {
  uint32_t lost = (uint32_t)__builtin_ctzll((uint64_t)factor);
  uint64_t inverse = inverse_of((uint64_t)(factor >> lost));
  if (lost)
    product = smr_emit_binary(e, SMR_HOST_LSHR, product, smr_emit_int(e, lost));
  if (inverse == 1)
    return product;
  product = smr_emit_binary(e, SMR_HOST_MUL, product, smr_emit_int(e, (int64_t)inverse));
  return lost ? smr_emit_binary(e, SMR_HOST_AND, product, smr_emit_int(e, (int64_t)(UINT64_MAX >> lost)))
              : product;
}

static MlirValue turn_back(SmrEmit *e, SmrValue iv, const SmrMove *move) {
  const SmrGraph *g = e->g;
  SmrPoly poly, factor, rest;
  SmrValue base;
  if (!moving_poly(g, &e->s->arena, move->value, &base, &poly) ||
      !smr_poly_split(&e->s->arena, poly, iv, &factor, &rest))
    return (MlirValue){NULL};
  MlirValue here = {g->values.data[move->value].handle};
  if (!smr_emit_handle_usable(e, move->value))
    here = smr_emit_variable(e, move->value);
  if (!here.ptr)
    return here;
  MlirType number = smr_int_type(e, 64);
  here = base ? smr_emit_convert(e, here, number) : smr_emit_i64(e, here);
  if (base && here.ptr) {
    MlirValue start = smr_emit_value(e, base);
    here = smr_emit_binary(e, SMR_HOST_SUB, here, smr_emit_convert(e, start, number));
  }
  MlirValue before = here.ptr ? smr_emit_poly(e, rest) : here;
  MlirValue product = smr_emit_binary(e, SMR_HOST_SUB, here, before);
  return product.ptr ? divide_exactly(e, product, move->factor) : product;
}

//--- Counters --------------------------------------------------------------------------

/// The edges of a jump whose operands can be added to.
static bool can_pass_more(SmrSplicer *s, MlirOperation jump) {
  SmrDescJump kind = smr_op_jump(s, jump);
  return kind == SMR_JUMP_ONE || kind == SMR_JUMP_TEST;
}

static void pass_more(MlirContext context, MlirOperation jump, MlirBlock to, MlirValue value) {
  SMR_VEC(MlirValue) operands = {0};
  intptr_t count = mlirOperationGetNumOperands(jump), at = 0;
  MlirAttribute segments = smr_mlir_attribute(jump, "operandSegmentSizes");
  bool one = mlirOperationGetNumSuccessors(jump) == 1;
  int32_t sizes[3] = {0, (int32_t)count, 0};
  for (intptr_t k = 0; !one && k < 3; k++)
    sizes[k] = mlirDenseI32ArrayGetElement(segments, k);
  for (intptr_t k = 0; k < sizes[0]; k++)
    smr_vec_push(&operands, mlirOperationGetOperand(jump, at++));
  for (intptr_t edge = 0; edge < mlirOperationGetNumSuccessors(jump); edge++) {
    for (int32_t k = sizes[1 + edge]; k > 0; --k)
      smr_vec_push(&operands, mlirOperationGetOperand(jump, at++));
    if (!mlirBlockEqual(mlirOperationGetSuccessor(jump, edge), to))
      continue;
    smr_vec_push(&operands, value);
    ++sizes[1 + edge];
  }
  mlirOperationSetOperands(jump, operands.size, operands.data);
  if (!one)
    mlirOperationSetAttributeByName(jump, smr_ref("operandSegmentSizes"),
                                    mlirDenseI32ArrayGet(context, 3, sizes));
  smr_vec_free(&operands);
}

/// The loop is made of blocks, the place is in it, and every way to its header can pass a value.
static bool can_count(const SmrEmit *e, MlirBlock header) {
  MlirRegion region = mlirBlockGetParentRegion(header);
  MlirOperation at = mlirRegionIsNull(region) ? (MlirOperation){NULL} : smr_mlir_op_in(region, e->at);
  const SmrBlockTable *t = at.ptr ? smr_mlir_loops(e->s, region) : NULL;
  bool ok = t && t->loops.heads[smr_block_number(t, header)] &&
            smr_block_loop_around_has(e->s, header, mlirOperationGetBlock(at)) &&
            !mlirBlockEqual(header, mlirRegionGetFirstBlock(region));
  for (intptr_t k = 0; ok && k < mlirBlockGetNumPredecessors(header); k++)
    ok = can_pass_more(e->s, mlirBlockGetTerminator(mlirBlockGetPredecessor(header, k)));
  for (uint32_t k = 0; ok && k < e->root_block_count; k++) // a header that goes away
    ok = !mlirBlockEqual(e->root_blocks[k], header);
  return ok;
}

static MlirValue counter_of(SmrEmit *e, MlirBlock header) {
  uint32_t known;
  if (smr_map_get(&e->s->counters, smr_mlir_key(header.ptr), &known))
    return e->s->counted.data[known];
  for (uint32_t k = 0; k < e->counters.size; k++)
    if (mlirBlockEqual(e->counters.data[k].header, header))
      return e->counters.data[k].placeholder;
  MlirBlock block = e->block;
  if (!e->counting.ptr)
    e->counting = mlirBlockCreate(0, NULL, NULL);
  e->block = e->counting;
  SmrCounter counter = {header, smr_emit_int(e, 0)};
  e->block = block;
  smr_vec_push(&e->counters, counter);
  return counter.placeholder;
}

static MlirValue count(SmrEmit *e, SmrValue iv) {
  const SmrGraph *g = e->g;
  SmrOp loop = smr_loop_of_iv(g, iv);
  const SmrOpData *data = smr_op(g, loop);
  if (!loop || !(data->flags & SMR_F_CFG) || !data->handle || !e->s->host->counts ||
      !can_count(e, (MlirBlock){data->handle}))
    return smr_emit_fail(e, "the loop variable of a surrounding loop is not at hand");
  bool turned = data->flags & SMR_F_TURNED;
  SmrValue trip = smr_operand(g, loop, 0);
  MlirValue rounds = counter_of(e, (MlirBlock){data->handle});
  if (!turned)
    return rounds;
  MlirValue last =
      smr_emit_binary(e, SMR_HOST_SUB, smr_emit_i64(e, smr_emit_value(e, trip)), smr_emit_int(e, 1));
  return smr_emit_binary(e, SMR_HOST_SUB, last, rounds);
}

static void give_counter(SmrEmit *e, const SmrCounter *counter) {
  MlirBlock header = counter->header;
  MlirValue rounds = mlirBlockAddArgument(header, mlirValueGetType(counter->placeholder), e->loc);
  MlirOperation first = mlirBlockGetFirstOperation(header);
  e->block = mlirBlockCreate(0, NULL, NULL);
  MlirValue next = smr_emit_binary(e, SMR_HOST_ADD, rounds, smr_emit_int(e, 1));
  for (MlirOperation op; (op = mlirBlockGetFirstOperation(e->block)).ptr;)
    mlirOperationMoveBefore(op, first);
  SMR_VEC(MlirBlock) before = {0};
  for (intptr_t k = 0; k < mlirBlockGetNumPredecessors(header); k++) {
    MlirBlock block = mlirBlockGetPredecessor(header, k);
    bool twice = false; // a jump both of whose ways lead here
    for (uint32_t i = 0; i < before.size; i++)
      twice |= mlirBlockEqual(before.data[i], block);
    if (!twice)
      smr_vec_push(&before, block);
  }
  for (uint32_t k = 0; k < before.size; k++) {
    MlirOperation jump = mlirBlockGetTerminator(before.data[k]);
    MlirValue value = next;
    if (!smr_block_loop_around_has(e->s, header, before.data[k])) {
      value = smr_emit_int(e, 0);
      mlirOperationMoveBefore(mlirOpResultGetOwner(value), jump);
    }
    pass_more(e->context, jump, header, value);
  }
  smr_vec_free(&before);
  mlirBlockDestroy(e->block);
  e->block = (MlirBlock){NULL};
  mlirValueReplaceAllUsesOfWith(counter->placeholder, rounds);
  smr_map_set(&e->s->counters, smr_mlir_key(header.ptr), e->s->counted.size);
  smr_vec_push(&e->s->counted, rounds);
}

void smr_commit_counters(SmrEmit *e) {
  for (uint32_t k = 0; k < e->counters.size; k++)
    give_counter(e, &e->counters.data[k]);
}

void smr_release_counters(SmrEmit *e) {
  if (e->counting.ptr)
    mlirBlockDestroy(e->counting);
  smr_vec_free(&e->counters);
}

MlirValue smr_emit_iv(SmrEmit *e, SmrValue iv) {
  if (!e->s->moves_known)
    find_moves(e->s);
  uint32_t next = 0;
  smr_map_get(&e->s->moving, iv, &next);
  for (; next; next = e->s->moves.data[next - 1].next) {
    const char *before = e->reason;
    MlirValue found = turn_back(e, iv, &e->s->moves.data[next - 1]);
    if (found.ptr)
      return found;
    e->reason = before;
  }
  return count(e, iv);
}
