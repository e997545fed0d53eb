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
  SmrOp loop;   // steps are those of its iterations
  SmrOp around; // 0, or a loop around it: what it steps to is told apart, too
  bool fuses;
  SmrArena arena;
  uint32_t bytes, additions;
  uint32_t instructions; // of one iteration, once addresses that do not change are hoisted
  uint32_t repeated;     // … of what is not the same in each iteration of `around`
  bool strided_loads, strided_stores, stores_in_place;
  bool moving_loads; // strided ones, which step with `around`, too
  bool reads_back;   // loads elements of an array that other iterations store
  struct {
    SmrValue base;
    SmrPoly offset;
  } loads[4]; // the last ones
  uint32_t load_count;
} Reader;

/// The distance in bytes of the access from one iteration of the loop to the next; false: it is not known.
static bool step_of(Reader *r, SmrPoly offset, SmrOp loop, int64_t *distance) {
  SmrPoly step, rest;
  SmrBlock body = smr_body_block(r->g, loop, 0);
  return smr_poly_split(&r->arena, offset, r->g->blocks.data[body].args.data[0], &step, &rest) &&
         smr_poly_is_const(step, distance);
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
  SmrPoly offset = smr_access_offset(g, &r->arena, smr_access_ptr(g, op), &ok);
  int64_t distance, outer = 0;
  bool known = ok && step_of(r, offset, r->loop, &distance), fixed = known && !distance;
  bool apart = !fixed && (!known || (distance != (int64_t)bytes && distance != -(int64_t)bytes));
  bool moves = r->around && !(ok && step_of(r, offset, r->around, &outer) && !outer);
  uint32_t subscript = g->fortran && !store; // Fortran's, which begins with 1
  r->instructions += fixed ? 0 : (apart ? APART : UNIT) - store + subscript;
  r->repeated += fixed || !(moves || store) ? 0 : UNIT - store + subscript;
  r->strided_loads |= apart && !store;
  r->strided_stores |= apart && store;
  r->stores_in_place |= fixed && store;
  r->moving_loads |= apart && !store && moves;
  enum { LOADS = sizeof r->loads / sizeof *r->loads };
  SmrValue base = smr_base_of(g, smr_access_ptr(g, op));
  for (uint32_t k = 0; store && k < LOADS && k < r->load_count; k++)
    r->reads_back |= r->loads[k].base == base && !smr_poly_equal(r->loads[k].offset, offset);
  if (!store && !fixed) {
    r->loads[r->load_count % LOADS].base = base;
    r->loads[r->load_count++ % LOADS].offset = offset;
  }
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
    const SmrOpData *data = smr_op(g, op);
    if (data->code == SMR_OP_LOAD || data->code == SMR_OP_STORE)
      read_access(r, op);
    r->additions += additions(data);
    if (data->code == SMR_OP_FMUL && (data->fast & SMR_FAST_JOINED) && r->fuses)
      --r->instructions;
    for (uint32_t k = 0; k < data->region_count; k++)
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
         : r->strided_stores                              ? SMR_ROUND_PUT
         : r->strided_loads                               ? SMR_ROUND_STRIDED
                                                          : SMR_ROUND_ROWS;
}

static Reader read_loop(const SmrGraph *g, SmrOp loop, SmrOp around, bool fuses) {
  Reader r = {.g = g, .loop = loop, .around = around, .fuses = fuses, .bytes = 4};
  read_block(&r, smr_body_block(g, loop, 0));
  r.instructions += r.additions;
  r.repeated += r.additions;
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

/// The loop runs at most so often, as far as that is a number; else 0.
static int64_t most_trip(const SmrGraph *g, SmrOp loop) {
  SmrArena arena = {0};
  SmrKnown known = {.arena = &arena, .graph = g};
  SmrWide most = smr_known_interval(&known, smr_loop_trip(g, &arena, loop)).high;
  smr_known_free(&known);
  smr_arena_destroy(&arena);
  return most > 0 && most < INT32_MAX ? (int64_t)most : 0;
}

/// The innermost loop that remains where the compiler unrolls this one, which leaves `room` iterations of the
/// loops around it to be unrolled, too; 0: none.
static SmrOp remaining_loop(const SmrGraph *g, SmrOp loop, int64_t room) {
  SmrOp around = loop_around(g, loop);
  for (; around; around = loop_around(g, around)) {
    int64_t trip = constant_trip(g, around);
    if (!trip || trip > room)
      break;
    room /= trip;
  }
  return around;
}

/// A loop over vectors that gather what the loop around it does not change: vanishes if it is that short.
static bool vanishes(const SmrGraph *g, SmrOp loop, bool at_o2) {
  enum { MOST_TRIP = 32, AT_O2 = 20 };
  SmrOp around = loop_around(g, loop);
  int64_t trip = constant_trip(g, loop);
  return around && trip && trip <= (at_o2 ? AT_O2 : MOST_TRIP) &&
         !read_loop(g, loop, around, false).moving_loads;
}

/// What the compiler makes of a loop that it unrolls depends on the loop that remains.
static SmrRoundClass unrolled_class(const SmrGraph *g, SmrOp loop, const Reader *inner, int64_t most,
                                    const SmrCompiled *compiled) {
  enum { LEAST_SPREAD = 16, VECTOR = 8, PART = 4, LEAST_PARTS = 12 };
  SmrRoundClass kind = class_of(inner);
  int64_t trip = constant_trip(g, loop);
  SmrOp next = loop_around(g, loop);
  SmrOp around = remaining_loop(g, loop, most / (trip * (inner->repeated ? inner->repeated : 1)));
  if (!next)
    return kind == SMR_ROUND_PUT || kind == SMR_ROUND_STRIDED ? SMR_ROUND_SCATTERED
           : kind == SMR_ROUND_SUM                            ? kind
                                                              : SMR_ROUND_UNROLLED;
  bool none = !around;
  if (none)
    for (SmrOp outer = next; outer; outer = loop_around(g, outer))
      around = outer;
  Reader r = read_loop(g, around, 0, false);
  bool sum = class_of(&r) == SMR_ROUND_SUM, rows = class_of(&r) == SMR_ROUND_ROWS;
  if (around != next || (none && kind != SMR_ROUND_ROWS && !rows))
    return trip % PART != 0 ? SMR_ROUND_RAGGED : rows ? SMR_ROUND_UNROLLED : SMR_ROUND_STRAIGHT;
  if (kind == SMR_ROUND_ROWS) {
    bool many = compiled->scatters && trip % PART == 0 && trip >= LEAST_SPREAD;
    return !none && !sum && r.strided_stores && (trip == VECTOR || many) ? SMR_ROUND_SPREAD
                                                                         : SMR_ROUND_UNROLLED;
  }
  if (sum) // of nine taps a channel each waits for the one before, as in a single loop
    return kind == SMR_ROUND_SUM ? SMR_ROUND_SUM : SMR_ROUND_SCALAR;
  if (rows)
    return !compiled->scatters && trip % PART != 0 && trip < LEAST_PARTS ? SMR_ROUND_RAGGED
                                                                         : SMR_ROUND_UNROLLED;
  return r.strided_stores                       ? SMR_ROUND_SCATTERED
         : vanishes(g, around, compiled->at_o2) ? SMR_ROUND_HOISTED
                                                : SMR_ROUND_GATHERED;
}

/// A triangle's rows: all is unrolled, or the loop is known to be short.
static void change_short(const SmrGraph *g, SmrOp loop, const Reader *r, int64_t most, SmrRound *round) {
  enum { SHORTEST_VECTORS = 16 }; // clang's: below it wants one vector with a mask
  int64_t trip = most_trip(g, loop);
  if (!trip || !loop_around(g, loop))
    return;
  if (!remaining_loop(g, loop, most / (trip * (r->repeated ? r->repeated : 1)))) {
    round->steps = 0;
    round->unrolled = SMR_ROUND_STRAIGHT;
  } else if (round->kind == SMR_ROUND_STRIDED && trip < SHORTEST_VECTORS) {
    round->kind = SMR_ROUND_MASKED;
  }
}

SmrRound smr_round_of(const SmrGraph *g, SmrOp loop, const SmrCompiled *compiled) {
  // clang 22 unrolls a loop if that makes no more instructions than this.
  enum { MOST = 300, MOST_AT_O2 = 150, PASSES = 16 };
  Reader r = read_loop(g, loop, loop_around(g, loop), compiled->fuses);
  SmrRound round = {.kind = class_of(&r),
                    .bytes = r.bytes,
                    .additions = r.additions,
                    .steps = SMR_ROUND_STEPS,
                    .reads_back = r.reads_back && class_of(&r) == SMR_ROUND_ROWS};
  int64_t trip = constant_trip(g, loop), most = compiled->at_o2 ? MOST_AT_O2 : MOST;
  if (!trip) {
    change_short(g, loop, &r, most, &round);
    return round;
  }
  round.unrolled = unrolled_class(g, loop, &r, most, compiled);
  // Instructions are not counted to the last one: what is unrolled passes into what is not over some more.
  int64_t excess = PASSES * SMR_ROUND_STEPS * (trip * r.instructions - most) / most;
  round.steps = excess < 0 ? 0 : excess > SMR_ROUND_STEPS ? SMR_ROUND_STEPS : (uint32_t)excess;
  return round;
}

/// Picoseconds, tools/bench/sweep.py --constants on an AMD EPYC (Zen 4): in cache, at 3 GHz and more, of code
/// for vectors of 128, 256 and 512 bits. Vectors of narrower numbers have as many more of them.
static int64_t class_time(SmrRoundClass kind, uint32_t bytes, const SmrCompiled *compiled) {
  static const int64_t times[][3] = {
      [SMR_ROUND_UNROLLED] = {150, 70, 70},    [SMR_ROUND_STRAIGHT] = {140, 88, 150},
      [SMR_ROUND_RAGGED] = {140, 110, 150},    [SMR_ROUND_ROWS] = {150, 90, 90},
      [SMR_ROUND_GATHERED] = {190, 160, 320},  [SMR_ROUND_HOISTED] = {190, 160, 110},
      [SMR_ROUND_SCATTERED] = {200, 165, 200}, [SMR_ROUND_SCALAR] = {180, 160, 150},
      [SMR_ROUND_SPREAD] = {220, 230, 500},    [SMR_ROUND_STRIDED] = {240, 220, 330},
      [SMR_ROUND_MASKED] = {240, 220, 1600},   [SMR_ROUND_PUT] = {350, 320, 900},
      [SMR_ROUND_SUM] = {520, 520, 520}};
  enum { DOUBLE = 8 };
  int64_t time = times[kind][compiled->scatters ? 2 : compiled->wide];
  bool vectors = kind == SMR_ROUND_UNROLLED || kind == SMR_ROUND_ROWS ||
                 (compiled->scatters && (kind == SMR_ROUND_HOISTED || kind == SMR_ROUND_STRAIGHT));
  return vectors && bytes < DOUBLE ? time * bytes / DOUBLE : time;
}

/// Short rows that are no whole vectors wait where they are loaded again in other pieces than they were
/// stored.
static int64_t stall(const SmrRound *round, int64_t trip, const SmrCompiled *compiled) {
  enum { WAIT = 3000, LEAST = 3, MOST = 7, MOST_AT_O2 = 4, PART = 4, NARROW = 16, WIDE = 32 };
  bool pieces = trip * round->bytes % (compiled->wide ? WIDE : NARROW) != 0 && trip % PART != 0;
  return round->reads_back && pieces && trip >= LEAST && trip <= (compiled->at_o2 ? MOST_AT_O2 : MOST)
             ? WAIT / trip
             : 0;
}

int64_t smr_round_time(const SmrGraph *g, SmrOp loop, uint32_t calls, const SmrCompiled *compiled) {
  if (!loop)
    return 0;
  SmrRound round = smr_round_of(g, loop, compiled);
  int64_t rolled = class_time(round.kind, round.bytes, compiled);
  int64_t unrolled = class_time(round.unrolled, round.bytes, compiled);
  int64_t time = (unrolled * (SMR_ROUND_STEPS - round.steps) + rolled * round.steps) / SMR_ROUND_STEPS;
  uint32_t additions = round.additions ? round.additions : 1;
  calls = calls ? calls : 1;
  bool waits = (round.steps < SMR_ROUND_STEPS ? round.unrolled : round.kind) == SMR_ROUND_SUM;
  time += stall(&round, constant_trip(g, loop), compiled);
  if (!waits) // each brings loads of its own, which make a round longer by half
    time = time * (additions + 1) / 2;
  return time / (additions > calls ? additions : calls);
}
