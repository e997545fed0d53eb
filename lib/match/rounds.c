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
  SmrOp loop; // steps are those of its iterations
  SmrArena arena;
  uint32_t bytes, additions;
  uint32_t instructions; // of one iteration, once addresses that do not change are hoisted
  bool strided_loads, strided_stores, stores_in_place;
} Reader;

static Reader reader_of(const SmrGraph *g, SmrOp loop) {
  return (Reader){.g = g, .loop = loop, .bytes = 4};
}

static void read_access(Reader *r, SmrOp op) {
  enum { UNIT = 2, APART = 3 }; // a load and its address
  const SmrGraph *g = r->g;
  bool store = smr_op(g, op)->code == SMR_OP_STORE, ok = true;
  SmrType type = store ? smr_value_type(g, smr_operand(g, op, 0)) : smr_value_type(g, smr_result(g, op, 0));
  uint32_t bytes = smr_type_bytes(type);
  if (!smr_type_is_number(type) || !bytes)
    return;
  r->bytes = r->bytes > bytes ? r->bytes : bytes;
  SmrValue ptr = smr_access_ptr(g, op);
  SmrPoly offset = smr_access_offset(g, &r->arena, ptr, &ok), step, rest;
  SmrBlock body = smr_body_block(g, r->loop, 0);
  int64_t distance;
  bool known = ok && smr_poly_split(&r->arena, offset, g->blocks.data[body].args.data[0], &step, &rest) &&
               smr_poly_is_const(step, &distance);
  bool fixed = known && !distance;
  bool apart = !fixed && (!known || (distance != (int64_t)bytes && distance != -(int64_t)bytes));
  r->instructions += fixed ? 0 : store ? 1 : apart ? APART : UNIT;
  r->strided_loads |= apart && !store;
  r->strided_stores |= apart && store;
  r->stores_in_place |= fixed && store;
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
    r->additions += additions(smr_op(g, op));
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

static SmrRoundClass class_of(const Reader *r) {
  return r->stores_in_place || keeps_order(r->g, r->loop) ? SMR_ROUND_SUM
         : r->strided_loads || r->strided_stores          ? SMR_ROUND_STRIDED
                                                          : SMR_ROUND_ROWS;
}

static Reader read_loop(const SmrGraph *g, SmrOp loop) {
  Reader r = reader_of(g, loop);
  read_block(&r, smr_body_block(g, loop, 0));
  r.instructions += r.additions;
  smr_arena_destroy(&r.arena);
  return r;
}

//--- What is unrolled ------------------------------------------------------------------------

/// The loop's trip count, if it is a constant; else 0.
static int64_t constant_trip(const SmrGraph *g, SmrOp loop) {
  SmrArena arena = {0};
  int64_t trip;
  bool known = smr_poly_is_const(smr_loop_trip(g, &arena, loop), &trip) && trip > 0;
  smr_arena_destroy(&arena);
  return known ? trip : 0;
}

static SmrOp loop_around(const SmrGraph *g, SmrOp op) {
  for (op = smr_parent(g, op); op && smr_op(g, op)->code != SMR_OP_LOOP;)
    op = smr_parent(g, op);
  return op;
}

/// The innermost loop that remains where the compiler unrolls this one, which leaves `room` iterations of the
/// loops around it to be unrolled, too; the outermost one if none remains. 0: nothing is around it.
static SmrOp remaining_loop(const SmrGraph *g, SmrOp loop, int64_t room) {
  SmrOp around = loop_around(g, loop), next;
  for (; around && (next = loop_around(g, around)); around = next) {
    int64_t trip = constant_trip(g, around);
    if (!trip || trip > room)
      break;
    room /= trip;
  }
  return around;
}

/// What the compiler makes of a loop that it unrolls depends on the loop that remains.
static SmrRoundClass unrolled_class(const SmrGraph *g, SmrOp loop, SmrRoundClass kind, int64_t room,
                                    const SmrCompiled *compiled) {
  enum { LEAST_SPREAD = 16 };
  int64_t trip = constant_trip(g, loop);
  SmrOp around = remaining_loop(g, loop, room / trip);
  if (!around)
    return kind == SMR_ROUND_STRIDED ? SMR_ROUND_SCATTERED
           : kind == SMR_ROUND_SUM   ? kind
                                     : SMR_ROUND_UNROLLED;
  Reader r = read_loop(g, around);
  bool sum = class_of(&r) == SMR_ROUND_SUM;
  if (kind == SMR_ROUND_ROWS)
    return !sum && r.strided_stores && compiled->scatters && trip >= LEAST_SPREAD ? SMR_ROUND_SPREAD
                                                                                  : SMR_ROUND_UNROLLED;
  if (sum) // of nine taps a channel each waits for the one before, as in a single loop
    return kind == SMR_ROUND_SUM ? SMR_ROUND_SUM : SMR_ROUND_SCATTERED;
  return r.strided_stores ? SMR_ROUND_SCATTERED : r.strided_loads ? SMR_ROUND_GATHERED : SMR_ROUND_UNROLLED;
}

SmrRound smr_round_of(const SmrGraph *g, SmrOp loop, const SmrCompiled *compiled) {
  // clang 22 unrolls a loop if that makes no more instructions than this.
  enum { MOST = 300, MOST_AT_O2 = 150 };
  Reader r = read_loop(g, loop);
  SmrRound round = {
      .kind = class_of(&r), .bytes = r.bytes, .additions = r.additions, .steps = SMR_ROUND_STEPS};
  int64_t trip = constant_trip(g, loop), most = compiled->at_o2 ? MOST_AT_O2 : MOST;
  if (!trip)
    return round;
  round.unrolled =
      unrolled_class(g, loop, round.kind, most / (r.instructions ? r.instructions : 1), compiled);
  // Instructions are not counted to the last one: what is unrolled passes into what is not over a third.
  int64_t excess = 3 * SMR_ROUND_STEPS * (trip * r.instructions - most) / most;
  round.steps = excess < 0 ? 0 : excess > SMR_ROUND_STEPS ? SMR_ROUND_STEPS : (uint32_t)excess;
  return round;
}

/// Picoseconds, tools/bench/sweep on the machines of pat/blas.costs, the least of each class: in cache, at
/// 3 GHz and more. Vectors of narrower numbers have as many more of them.
static int64_t class_time(SmrRoundClass kind, uint32_t bytes, bool wide) {
  static const int64_t times[][2] = {[SMR_ROUND_UNROLLED] = {150, 70},  [SMR_ROUND_ROWS] = {240, 90},
                                     [SMR_ROUND_GATHERED] = {150, 120}, [SMR_ROUND_SCATTERED] = {150, 150},
                                     [SMR_ROUND_SPREAD] = {150, 300},   [SMR_ROUND_STRIDED] = {450, 450},
                                     [SMR_ROUND_SUM] = {600, 600}};
  enum { DOUBLE = 8 };
  bool vectors = kind == SMR_ROUND_UNROLLED || kind == SMR_ROUND_ROWS;
  return vectors && bytes < DOUBLE ? times[kind][wide] * bytes / DOUBLE : times[kind][wide];
}

int64_t smr_round_time(const SmrGraph *g, SmrOp loop, uint32_t calls, const SmrCompiled *compiled) {
  if (!loop)
    return 0;
  SmrRound round = smr_round_of(g, loop, compiled);
  int64_t rolled = class_time(round.kind, round.bytes, compiled->wide);
  int64_t unrolled = class_time(round.unrolled, round.bytes, compiled->wide);
  int64_t time = (unrolled * (SMR_ROUND_STEPS - round.steps) + rolled * round.steps) / SMR_ROUND_STEPS;
  uint32_t additions = round.additions ? round.additions : 1;
  calls = calls ? calls : 1;
  bool waits = (round.steps < SMR_ROUND_STEPS ? round.unrolled : round.kind) == SMR_ROUND_SUM;
  if (!waits) // each brings loads of its own, which make a round longer by half
    time = time * (additions + 1) / 2;
  return time / (additions > calls ? additions : calls);
}
