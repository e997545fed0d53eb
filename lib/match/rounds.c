//===- rounds.c - what a round of a loop takes ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "match/rounds.h"
#include "graph/known.h"
#include "graph/normalize/normalize.h"
#include "graph/number.h"

//--- Which loop ----------------------------------------------------------------------------

typedef struct {
  const SmrGraph *g;
  SmrOp best;
  uint32_t depth, left; // of best; values that may still be looked at
} Search;

static uint32_t depth_of(const SmrGraph *g, SmrOp op) {
  uint32_t depth = 0;
  for (; op; op = smr_parent(g, op))
    depth += smr_op(g, op)->code == SMR_OP_LOOP;
  return depth;
}

/// The loop, or a deeper one in it.
static void look_at_loop(Search *s, SmrOp op, uint32_t depth) {
  if (smr_op(s->g, op)->code == SMR_OP_LOOP && depth > s->depth)
    s->best = op, s->depth = depth;
  for (uint32_t r = 0; r < smr_op(s->g, op)->region_count; r++) {
    SmrBlock body = smr_body_block(s->g, op, r);
    for (SmrOp in = body ? s->g->blocks.data[body].first : 0; in; in = smr_op(s->g, in)->next)
      if (smr_op(s->g, in)->region_count)
        look_at_loop(s, in, depth + (smr_op(s->g, in)->code == SMR_OP_LOOP));
  }
}

/// What the value comes from, without what is read of memory.
static void look_at_value(Search *s, SmrValue value, uint32_t depth) {
  enum { DEEPEST = 16 };
  SmrOp op = smr_def(s->g, value);
  if (!op || !s->left || depth == DEEPEST || !smr_type_is_number(smr_value_type(s->g, value)))
    return;
  --s->left;
  if (smr_op(s->g, op)->code == SMR_OP_LOOP)
    look_at_loop(s, op, depth_of(s->g, op));
  if (smr_op(s->g, op)->code == SMR_OP_LOAD || smr_op(s->g, op)->region_count)
    return;
  for (uint32_t k = 0; k < smr_op(s->g, op)->operand_count; k++)
    look_at_value(s, smr_operand(s->g, op, k), depth + 1);
}

SmrOp smr_round_loop(const SmrGraph *g, SmrOp op) {
  enum { MOST_VALUES = 256 };
  Search s = {.g = g, .left = MOST_VALUES};
  SmrOp around = op;
  while (around && smr_op(g, around)->code != SMR_OP_LOOP)
    around = smr_parent(g, around);
  if (around)
    s.best = around, s.depth = depth_of(g, around);
  if (smr_op(g, op)->region_count)
    look_at_loop(&s, op, depth_of(g, op));
  for (uint32_t k = 0; k < smr_op(g, op)->operand_count; k++)
    look_at_value(&s, smr_operand(g, op, k), 0);
  return s.best;
}

//--- How it steps --------------------------------------------------------------------------

typedef struct {
  const SmrGraph *g;
  SmrOp loop;
  SmrArena arena;
  SmrRound round;
} Reader;

static void at_least(Reader *r, SmrRoundClass kind) {
  r->round.kind = r->round.kind > kind ? r->round.kind : kind;
}

static void read_access(Reader *r, SmrOp op) {
  const SmrGraph *g = r->g;
  bool store = smr_op(g, op)->code == SMR_OP_STORE, ok = true;
  SmrType type = store ? smr_value_type(g, smr_operand(g, op, 0)) : smr_value_type(g, smr_result(g, op, 0));
  uint32_t bytes = smr_type_bytes(type);
  if (!smr_type_is_number(type) || !bytes)
    return;
  r->round.bytes = r->round.bytes > bytes ? r->round.bytes : bytes;
  SmrValue ptr = smr_access_ptr(g, op);
  SmrPoly offset = smr_access_offset(g, &r->arena, ptr, &ok), step, rest;
  SmrBlock body = smr_body_block(g, r->loop, 0);
  int64_t distance;
  if (!ok || !smr_poly_split(&r->arena, offset, g->blocks.data[body].args.data[0], &step, &rest) ||
      !smr_poly_is_const(step, &distance)) {
    at_least(r, SMR_ROUND_STRIDED);
    return;
  }
  if (!distance) {
    at_least(r, store ? SMR_ROUND_SUM : SMR_ROUND_ROWS);
    return;
  }
  if (distance != (int64_t)bytes && distance != -(int64_t)bytes)
    at_least(r, SMR_ROUND_STRIDED);
}

static uint32_t additions(const SmrOpData *op) {
  switch ((SmrOpcode)op->code) {
  case SMR_OP_FADD:
  case SMR_OP_FSUB:
  case SMR_OP_FMA:
    return 1;
  case SMR_OP_FSUM:
    return op->operand_count ? op->operand_count - 1 : 0;
  default:
    return 0;
  }
}

static void read_block(Reader *r, SmrBlock block) {
  const SmrGraph *g = r->g;
  for (SmrOp op = block ? g->blocks.data[block].first : 0; op; op = smr_op(g, op)->next) {
    if (smr_op(g, op)->code == SMR_OP_LOAD || smr_op(g, op)->code == SMR_OP_STORE)
      read_access(r, op);
    r->round.additions += additions(smr_op(g, op));
    for (uint32_t k = 0; k < smr_op(g, op)->region_count; k++)
      read_block(r, smr_body_block(g, op, k));
  }
}

/// Does the loop carry a sum that the compiler may not reorder?
static bool keeps_order(const SmrGraph *g, SmrOp loop) {
  SmrOp yield = g->blocks.data[smr_body_block(g, loop, 0)].last;
  for (uint32_t k = 0; k < smr_op(g, loop)->result_count; k++) {
    if (!smr_type_is_number(smr_value_type(g, smr_result(g, loop, k))))
      continue;
    SmrOp last = yield && k < smr_op(g, yield)->operand_count ? smr_def(g, smr_operand(g, yield, k)) : 0;
    if (!last || !(smr_op(g, last)->fast & SMR_FAST_REASSOC))
      return true;
  }
  return false;
}

/// Few rounds, as many as the compiler sees: it unrolls them all, and may then vectorise the loop around.
static bool is_unrolled(Reader *r, SmrOp loop, int64_t *rounds) {
  enum { MOST_ROUNDS = 64 };
  int64_t trip;
  return smr_poly_is_const(smr_loop_trip(r->g, &r->arena, loop), &trip) && trip <= MOST_ROUNDS &&
         !__builtin_mul_overflow(*rounds, trip, rounds) && *rounds <= MOST_ROUNDS;
}

/// Is each round of the loop the next term of a sum, in a value or in one place in memory?
static bool is_sum(const SmrGraph *g, SmrOp loop) {
  Reader r = {.g = g, .loop = loop, .round = {SMR_ROUND_ROWS, 4, 0}};
  read_block(&r, smr_body_block(g, loop, 0));
  smr_arena_destroy(&r.arena);
  return r.round.kind == SMR_ROUND_SUM || keeps_order(g, loop);
}

static SmrRoundClass unrolled_class(Reader *r, SmrRoundClass kind) {
  int64_t rounds = 1;
  SmrOp loop = r->loop;
  if (!is_unrolled(r, loop, &rounds))
    return kind;
  do
    loop = smr_parent(r->g, loop);
  while (loop && (smr_op(r->g, loop)->code != SMR_OP_LOOP || is_unrolled(r, loop, &rounds)));
  // A sum over channels of nine taps each waits for each addition, as much as one of a single loop.
  return loop && is_sum(r->g, loop) ? SMR_ROUND_SUM : SMR_ROUND_UNROLLED;
}

SmrRound smr_round_of(const SmrGraph *g, SmrOp loop) {
  Reader r = {.g = g, .loop = loop, .round = {SMR_ROUND_ROWS, 4, 0}};
  read_block(&r, smr_body_block(g, loop, 0));
  if (keeps_order(g, loop))
    at_least(&r, SMR_ROUND_SUM);
  r.round.kind = unrolled_class(&r, r.round.kind);
  smr_arena_destroy(&r.arena);
  return r.round;
}

int64_t smr_round_time(const SmrGraph *g, SmrOp loop, uint32_t calls, bool wide) {
  // Picoseconds, tools/bench/sweep on the machines of pat/blas.costs, the least of each class: in cache,
  // at 3 GHz and more. Vectors of narrower numbers have as many more of them.
  enum {
    SUM = 600,
    STRIDED = 450,
    ROWS = 240,
    ROWS_WIDE = 90,
    UNROLLED = 90,
    UNROLLED_WIDE = 20,
    DOUBLE = 8
  };
  if (!loop)
    return 0;
  SmrRound round = smr_round_of(g, loop);
  const int64_t times[][2] = {[SMR_ROUND_UNROLLED] = {UNROLLED, UNROLLED_WIDE},
                              [SMR_ROUND_ROWS] = {ROWS, ROWS_WIDE},
                              [SMR_ROUND_STRIDED] = {STRIDED, STRIDED},
                              [SMR_ROUND_SUM] = {SUM, SUM}};
  int64_t time = times[round.kind][wide];
  if (round.kind <= SMR_ROUND_ROWS && round.bytes < DOUBLE)
    time = time * round.bytes / DOUBLE;
  uint32_t additions = round.additions ? round.additions : 1;
  calls = calls ? calls : 1;
  if (round.kind != SMR_ROUND_SUM) // each brings loads of its own, which make a round longer by half
    time = time * (additions + 1) / 2;
  return time / (additions > calls ? additions : calls);
}
