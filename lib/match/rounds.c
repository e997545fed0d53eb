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
  SmrOp within;  // what loops are compared by more than their depth in; 0: the function
  uint32_t left; // values that may still be looked at
} Search;

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

/// How many LOOPs the op is in or is.
static uint32_t loop_depth(const SmrGraph *g, SmrOp op) {
  uint32_t depth = 0;
  for (; op; op = smr_parent(g, op))
    depth += smr_op(g, op)->code == SMR_OP_LOOP;
  return depth;
}

static uint32_t additions_in(const SmrGraph *g, SmrOp loop) {
  uint32_t count = 0;
  for (SmrOp op = loop; op; op = smr_next_op(g, op, loop))
    count += additions(smr_op(g, op));
  return count;
}

bool smr_round_does_more(const SmrGraph *g, SmrOp loop, SmrOp other) {
  const uint32_t depth = loop_depth(g, loop), least = loop_depth(g, other);
  return depth != least ? depth > least : additions_in(g, loop) > additions_in(g, other);
}

/// The loop, or a better one in it. (A factor may be what another loop made: that one has to be deeper.)
static void look_at_loop(Search *s, SmrOp top) {
  const bool within = !s->within || smr_inside(s->g, top, s->within);
  for (SmrOp op = top; op; op = smr_next_op(s->g, op, top))
    if (smr_op(s->g, op)->code == SMR_OP_LOOP &&
        (!s->best || (within ? smr_round_does_more(s->g, op, s->best)
                             : loop_depth(s->g, op) > loop_depth(s->g, s->best))))
      s->best = op;
}

/// What the value comes from, without what is read of memory.
static void look_at_value(Search *s, SmrValue value, uint32_t depth) {
  enum { DEEPEST = 16 };
  SmrOp op = smr_def(s->g, value);
  if (!op || !s->left || depth == DEEPEST || !smr_type_is_number(smr_value_type(s->g, value)))
    return;
  --s->left;
  if (smr_op(s->g, op)->code == SMR_OP_LOOP)
    look_at_loop(s, op);
  for (uint32_t k = 0; k < smr_op(s->g, op)->operand_count; k++)
    look_at_value(s, smr_operand(s->g, op, k), depth + 1);
}

SmrOp smr_round_loop(const SmrGraph *g, SmrOp op) {
  enum { MOST_VALUES = 256 };
  Search s = {.g = g, .left = MOST_VALUES};
  SmrOp around = op;
  while (around && smr_op(g, around)->code != SMR_OP_LOOP)
    around = smr_parent(g, around);
  s.best = around;
  s.within = around == op ? smr_parent(g, op) : around;
  if (smr_op(g, op)->region_count)
    look_at_loop(&s, op);
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
  bool joined;           // a product is rounded with its sum
  uint32_t instructions; // of one iteration, once addresses that do not change are hoisted
  uint32_t repeated;     // … of what is not the same in each iteration of `around`
  uint32_t strided_loads;
  int32_t moving_loads; // … which step with `around`, too; not of what is stored
  bool vectors;         // of the program's own
  bool strided_stores, stores_in_place;
  bool moving_stores; // stores that do, strided or not
  bool updates;       // loads what it stores
  bool reads_back;    // loads elements of an array that other iterations store
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
  bool vector = smr_op(g, op)->flags & SMR_F_LANE; // its lanes are neighbours, however far it steps
  bool apart = !fixed && !vector && (!known || (distance != (int64_t)bytes && distance != -(int64_t)bytes));
  bool moves = r->around && !(ok && step_of(r, offset, r->around, &outer) && !outer);
  uint32_t subscript = g->fortran && !store; // Fortran's, which begins with 1
  r->vectors |= vector;
  r->instructions += fixed ? 0 : (apart && !store ? APART : UNIT) + subscript;
  r->repeated += fixed || !(moves || store) ? 0 : UNIT - store + subscript;
  r->strided_loads += apart && !store;
  r->strided_stores |= apart && store;
  r->stores_in_place |= fixed && store;
  r->moving_loads += apart && !store && moves;
  r->moving_stores |= store && moves;
  enum { LOADS = sizeof r->loads / sizeof *r->loads };
  SmrValue base = smr_base_of(g, smr_access_ptr(g, op));
  for (uint32_t k = 0; store && k < LOADS && k < r->load_count; k++) {
    bool same = smr_poly_equal(r->loads[k].offset, offset);
    r->reads_back |= r->loads[k].base == base && !same;
    r->updates |= r->loads[k].base == base && same;
    r->moving_loads -= r->loads[k].base == base && same && apart && moves;
  }
  if (!store && !fixed) {
    r->loads[r->load_count % LOADS].base = base;
    r->loads[r->load_count++ % LOADS].offset = offset;
  }
}

static void read_block(Reader *r, SmrBlock block) {
  const SmrGraph *g = r->g;
  for (SmrOp op = block ? g->blocks.data[block].first : 0; op; op = smr_op(g, op)->next) {
    const SmrOpData *data = smr_op(g, op);
    if (smr_is_access(g, op))
      read_access(r, op);
    r->additions += additions(data);
    if (data->code == SMR_OP_FMUL && (data->fast & SMR_FAST_JOINED)) {
      r->joined = r->fuses;
      r->instructions -= r->fuses;
      r->repeated += !r->fuses;
    }
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

/// (Sums of vectors wait for each other, too, but several such loops overlap where they are short.)
static SmrRoundClass class_of(const Reader *r) {
  return r->vectors                                         ? SMR_ROUND_ROWS
         : r->stores_in_place || keeps_order(r->g, r->loop) ? SMR_ROUND_SUM
         : r->strided_stores                                ? SMR_ROUND_PUT
         : r->strided_loads                                 ? SMR_ROUND_STRIDED
                                                            : SMR_ROUND_ROWS;
}

static Reader read_loop(const SmrGraph *g, SmrOp loop, SmrOp around, bool fuses) {
  Reader r = {.g = g, .loop = loop, .around = around, .fuses = fuses, .bytes = 4};
  read_block(&r, smr_body_block(g, loop, 0));
  r.instructions += r.additions;
  if (g->fortran && r.strided_loads) // Fortran's subscripts: equal strides are multiplied once
    r.instructions -= r.strided_loads - 1;
  r.repeated += r.additions;
  smr_arena_destroy(&r.arena);
  return r;
}

//--- What is unrolled ------------------------------------------------------------------------

/// The loop's trip count, if it is a constant; else 0.
static int64_t constant_trip(const SmrGraph *g, SmrOp loop) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  int64_t trip;
  bool known = smr_poly_is_const(smr_loop_trip(g, &arena, loop), &trip) && trip > 0;
  return known ? trip : 0;
}

/// The loop runs at most so often, as far as that is a number; else 0.
static int64_t most_trip(const SmrGraph *g, SmrOp loop) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrKnown known = {.arena = &arena, .graph = g};
  SmrWide most = smr_known_interval(&known, smr_loop_trip(g, &arena, loop)).high;
  smr_known_free(&known);
  return most > 0 && most < INT32_MAX ? (int64_t)most : 0;
}

/// The innermost loop that remains where the compiler unrolls this one, which leaves `room` iterations of the
/// loops around it to be unrolled, too; 0: none.
static SmrOp remaining_loop(const SmrGraph *g, SmrOp loop, int64_t room) {
  SmrOp around = smr_counted_loop(g, loop);
  for (; around; around = smr_counted_loop(g, around)) {
    int64_t trip = constant_trip(g, around);
    if (!trip || trip > room)
      break;
    room /= trip;
  }
  return around;
}

//--- What is vectorised --------------------------------------------------------------------------

enum {
  SHORTEST = 16, // clang vectorises shorter loops as whole vectors, the last of which has a mask
  GROUP = 8,     // so many elements that lie apart alike are loaded together and transposed
  BRANCH = 2     // instructions of a loop beside its body
};

/// A body as LLVM weighs it: a gather or scatter of n lanes costs n + 2, any other operation 1.
typedef struct {
  int64_t apart;  // accesses to elements that lie apart
  int64_t others; // operations
  int64_t scalar; // … that only single iterations have
} Body;

static int64_t vector_count(int64_t trip, int64_t lanes) {
  return trip < SHORTEST ? (trip + lanes - 1) / lanes : trip / lanes;
}

/// The lanes that cost least; 1: single iterations do. Trip 0: it is not known.
static int64_t lanes_of(Body body, int64_t trip, uint32_t bytes) {
  enum { WIDEST = 64, LEAST = 4, MANY = 1024 };
  trip = trip && trip < MANY ? trip : MANY;
  int64_t single = body.apart + body.others, best = trip * (single + body.scalar), chosen = 1;
  for (int64_t lanes = LEAST; lanes * bytes <= WIDEST; lanes *= 2) {
    int64_t vectors = vector_count(trip, lanes), rest = trip < SHORTEST ? 0 : trip % lanes;
    int64_t cost = vectors * (body.apart * (2 + lanes) + body.others) + rest * single;
    if (cost < best)
      best = cost, chosen = lanes;
  }
  return chosen;
}

/// A sum's body in a loop that gathers: `steps` products are unrolled.
static Body gathers(int64_t steps, const Reader *inner) {
  enum { STORE = 3 }; // … and loads the loop's own
  return (Body){.apart = steps, .others = inner->joined ? steps : 2 * steps, .scalar = STORE};
}

/// Does the loop around rows, which are unrolled, store to them by vectors across?
static bool is_spread(const SmrGraph *g, const Reader *inner, const Reader *around, int64_t rows,
                      int64_t trip, const SmrCompiled *compiled) {
  bool apart = around->strided_loads > 1; // what a row is multiplied by
  Body body = {.apart = 2 * rows + apart,
               .others = (inner->joined ? rows : 2 * rows) + !apart,
               .scalar = g->fortran ? 2 : 1};
  if (!compiled->scatters)
    return rows == GROUP;
  int64_t lanes = lanes_of(body, trip, inner->bytes); // fewer rows are transposed, unless with masks
  return lanes > 1 && (rows >= GROUP || (trip && trip < SHORTEST && trip % lanes != 0));
}

/// A loop over vectors that gather what the loop around it does not change: vanishes if it is that short.
static bool vanishes(const SmrGraph *g, SmrOp loop, const Reader *inner, int64_t steps, int64_t most,
                     SmrRound *round) {
  enum { PER_VECTOR = 10, PER_STEP = 2, WHOLE = 8 };
  int64_t trip = constant_trip(g, loop);
  if (!smr_counted_loop(g, loop) || !trip ||
      read_loop(g, loop, smr_counted_loop(g, loop), false).moving_loads > 0)
    return false;
  int64_t lanes = lanes_of(gathers(steps, inner), trip, inner->bytes), vectors = vector_count(trip, lanes);
  int64_t halves = lanes > WHOLE; // two gathers instead of one
  if (trip > most || vectors * (steps * (PER_STEP + !inner->joined + halves) + PER_VECTOR) + BRANCH >= most)
    return false;
  if (trip < SHORTEST)
    round->lanes = (uint32_t)(vectors * lanes * SMR_ROUND_LANES / trip);
  return true;
}

/// Gathers of a triangle's rows, which are that short: whole vectors with masks. Up to 8 iterations are
/// unrolled.
static void mask_gathers(const SmrGraph *g, SmrOp rows, const Reader *inner, int64_t steps, int64_t most,
                         SmrRound *round) {
  enum { MOST_UNROLLED = 8, PER_ITERATION = 4 };
  int64_t trip = most_trip(g, rows);
  if (!trip || trip >= SHORTEST ||
      (trip <= MOST_UNROLLED && trip * (steps * (inner->repeated + 1) + PER_ITERATION) < most))
    return;
  int64_t lanes = lanes_of(gathers(steps, inner), trip, inner->bytes);
  if (lanes > 1) // half of a triangle's elements in the mean
    round->lanes = (uint32_t)(vector_count(trip, lanes) * lanes * SMR_ROUND_LANES * 2 / (trip + 1));
}

/// Short rows that are no whole vectors: some lanes do nothing, and what is stored with a mask is loaded
/// again only once it has reached the cache.
static void mask_rows(const SmrGraph *g, SmrOp rows, const Reader *r, int64_t steps, int64_t stores,
                      int64_t most, const SmrCompiled *compiled, SmrRound *round) {
  enum { NARROW = 32, WIDE = 64, STEP = 4, STORE = 9, WAIT = 7000, WAIT_NARROW = 3000 };
  int64_t trip = constant_trip(g, rows), lanes = (compiled->scatters ? WIDE : NARROW) / r->bytes;
  if (!compiled->wide || !trip || trip >= SHORTEST)
    return;
  while (lanes / 2 >= trip)
    lanes /= 2;
  if (trip % lanes == 0)
    return;
  int64_t vectors = vector_count(trip, lanes), waits = vectors;
  round->lanes = (uint32_t)(vectors * lanes * SMR_ROUND_LANES / trip);
  if (compiled->scatters) // halves of such vectors are stored as they are
    waits = vectors == 1 && trip * r->bytes % NARROW != 0;
  else if (vectors * (steps * STEP + stores * STORE) <= most)
    waits = trip % lanes != 1;
  if (r->updates)
    round->wait = (compiled->scatters ? WAIT : WAIT_NARROW) * waits * stores / (trip * steps);
}

/// What the compiler makes of a loop that it unrolls depends on the loop that remains.
static void unroll(const SmrGraph *g, SmrOp loop, const Reader *inner, int64_t most,
                   const SmrCompiled *compiled, SmrRound *round) {
  enum { PART = 4, LATE = 5, LATE_GATHERED = 3, HALF = 2 };
  SmrRoundClass kind = class_of(inner);
  int64_t trip = constant_trip(g, loop);
  SmrOp next = smr_counted_loop(g, loop);
  int64_t twice = 2 * inner->repeated + (kind == SMR_ROUND_SUM && inner->moving_loads > 0);
  SmrOp around = remaining_loop(g, loop, 2 * most / (trip * (twice ? twice : 2)));
  if (!next) {
    round->unrolled = kind == SMR_ROUND_PUT || kind == SMR_ROUND_STRIDED ? SMR_ROUND_SCATTERED
                      : kind == SMR_ROUND_SUM                            ? SMR_ROUND_SINGLE
                                                                         : SMR_ROUND_UNROLLED;
    return;
  }
  bool none = !around;
  int64_t steps = trip; // of the innermost loop in an iteration of the one that remains
  if (none)
    for (SmrOp outer = next; outer; outer = smr_counted_loop(g, outer))
      around = outer;
  int64_t stores = kind == SMR_ROUND_SUM ? 1 : trip; // … that are left once it is unrolled
  for (SmrOp outer = next; outer != around; outer = smr_counted_loop(g, outer)) {
    steps *= constant_trip(g, outer);
    stores *= outer != next || inner->moving_stores ? constant_trip(g, outer) : 1;
  }
  Reader r = read_loop(g, around, 0, false);
  bool sum = class_of(&r) == SMR_ROUND_SUM, rows = class_of(&r) == SMR_ROUND_ROWS;
  int64_t left = constant_trip(g, around); // iterations of the loop that remains; 0: nobody knows
  bool parts = trip % PART == 0, whole = left % PART == 0 || left >= SHORTEST;
  if (none && sum) {
    round->unrolled = SMR_ROUND_SCALAR;
  } else if (around != next || (none && kind != SMR_ROUND_ROWS && !rows)) {
    bool masked = compiled->wide && !none;
    round->unrolled = rows && (whole || masked) ? SMR_ROUND_UNROLLED
                      : parts                   ? SMR_ROUND_STRAIGHT
                                                : SMR_ROUND_RAGGED;
    if (rows && masked)
      mask_rows(g, around, &r, steps, stores, most, compiled, round);
  } else if (kind == SMR_ROUND_ROWS) {
    round->unrolled = !none && !sum && r.strided_stores && is_spread(g, inner, &r, trip, left, compiled)
                          ? SMR_ROUND_SPREAD
                          : SMR_ROUND_UNROLLED;
  } else if (sum) { // of nine taps a channel each waits for the one before, as in a single loop
    int64_t late = compiled->scatters ? LATE_GATHERED : LATE;
    bool gone = kind == SMR_ROUND_STRIDED && compiled->wide && smr_counted_loop(g, around) && left &&
                left <= HALF * most / (trip * late);
    round->unrolled = kind == SMR_ROUND_SUM ? SMR_ROUND_SUM : gone ? SMR_ROUND_STRAIGHT : SMR_ROUND_SCALAR;
  } else if (rows) {
    // (Without masks short ones are not vectorised.)
    round->unrolled = whole || compiled->wide ? SMR_ROUND_UNROLLED : SMR_ROUND_RAGGED;
    if (!none)
      mask_rows(g, around, &r, steps, stores, most, compiled, round);
  } else {
    // Fortran's types say that what is stored is not what is gathered.
    bool vanish = (!r.strided_stores || g->fortran) && vanishes(g, around, inner, steps, most, round);
    round->unrolled = vanish                                        ? SMR_ROUND_HOISTED
                      : r.strided_stores                            ? SMR_ROUND_SCATTERED
                      : compiled->scatters && trip <= GROUP && left ? SMR_ROUND_STRAIGHT
                                                                    : SMR_ROUND_GATHERED;
    if (compiled->scatters && round->unrolled == SMR_ROUND_GATHERED && !left)
      mask_gathers(g, around, inner, steps, most, round);
  }
}

/// A triangle's rows: all is unrolled, or the loop is known to be short.
static void change_short(const SmrGraph *g, SmrOp loop, const Reader *r, int64_t most, SmrRound *round) {
  int64_t trip = most_trip(g, loop);
  if (!trip || !smr_counted_loop(g, loop))
    return;
  // (A triangle's rows have half as many elements in the mean.)
  if (!remaining_loop(g, loop, (2 * most - 1) / ((trip + 1) * (r->repeated ? r->repeated : 1)))) {
    round->unrolls = true;
    round->unrolled = SMR_ROUND_RAGGED;
  } else if (round->kind == SMR_ROUND_STRIDED && trip < SHORTEST) {
    round->kind = SMR_ROUND_MASKED;
  }
}

/// Rows that other iterations load again. Short ones that are no whole vectors wait where they are loaded in
/// other pieces than they were stored. Of Fortran's rows LLVM knows only that they are a multiple of a power
/// of two apart: vectors that are longer may overlap.
static int64_t stall(const SmrGraph *g, int64_t trip, uint32_t bytes, const SmrCompiled *compiled) {
  enum { WAIT = 3000, LEAST = 3, MOST = 6, MOST_AT_O2 = 4, PART = 4, NARROW = 16, WIDE = 32, SINGLE = 240 };
  bool pieces = trip * bytes % (compiled->wide ? WIDE : NARROW) != 0 && trip % PART != 0;
  bool stalls = pieces && trip >= LEAST && trip <= (compiled->at_o2 ? MOST_AT_O2 : MOST);
  int64_t power = trip * bytes & -(trip * bytes);
  bool single = g->fortran && power < (compiled->wide ? WIDE : NARROW);
  return (stalls ? WAIT / trip : 0) + (single ? SINGLE * bytes / power : 0);
}

SmrRound smr_round_of(const SmrGraph *g, SmrOp loop, const SmrCompiled *compiled) {
  // clang 22 unrolls a loop if that makes fewer instructions than this, the last branch included.
  enum { MOST = 300, MOST_AT_O2 = 150 };
  Reader r = read_loop(g, loop, smr_counted_loop(g, loop), compiled->fuses);
  SmrRound round = {
      .kind = class_of(&r), .bytes = r.bytes, .additions = r.additions, .lanes = SMR_ROUND_LANES};
  int64_t trip = constant_trip(g, loop), most = compiled->at_o2 ? MOST_AT_O2 : MOST;
  if (!trip) {
    change_short(g, loop, &r, most, &round);
    return round;
  }
  round.unrolls = trip < most && trip * r.instructions + BRANCH < most;
  if (round.unrolls)
    unroll(g, loop, &r, most, compiled, &round);
  if (round.unrolls && r.reads_back && round.kind == SMR_ROUND_ROWS)
    round.wait += stall(g, trip, r.bytes, compiled);
  return round;
}

/// Picoseconds, tools/bench/sweep.py --constants on an AMD EPYC (Zen 4): in cache, at 3 GHz and more, of code
/// for vectors of 128, 256 and 512 bits. Vectors of narrower numbers have as many more of them.
static int64_t class_time(SmrRoundClass kind, uint32_t bytes, const SmrCompiled *compiled) {
  static const int64_t times[][3] = {
      [SMR_ROUND_UNROLLED] = {150, 70, 70},    [SMR_ROUND_STRAIGHT] = {140, 88, 90},
      [SMR_ROUND_RAGGED] = {140, 110, 150},    [SMR_ROUND_ROWS] = {150, 90, 90},
      [SMR_ROUND_GATHERED] = {190, 160, 320},  [SMR_ROUND_HOISTED] = {190, 160, 110},
      [SMR_ROUND_SCATTERED] = {200, 165, 200}, [SMR_ROUND_SCALAR] = {180, 160, 160},
      [SMR_ROUND_SPREAD] = {220, 230, 500},    [SMR_ROUND_STRIDED] = {240, 220, 330},
      [SMR_ROUND_MASKED] = {240, 220, 1600},   [SMR_ROUND_PUT] = {350, 320, 900},
      [SMR_ROUND_SINGLE] = {420, 420, 420},    [SMR_ROUND_SUM] = {520, 520, 520}};
  enum { DOUBLE = 8 };
  int64_t time = times[kind][compiled->scatters ? 2 : compiled->wide];
  bool vectors = kind == SMR_ROUND_UNROLLED || kind == SMR_ROUND_ROWS ||
                 (compiled->scatters && kind == SMR_ROUND_HOISTED) ||
                 (compiled->wide && kind == SMR_ROUND_STRAIGHT);
  return vectors && bytes < DOUBLE ? time * bytes / DOUBLE : time;
}

int64_t smr_round_time(const SmrGraph *g, SmrOp loop, uint32_t calls, const SmrCompiled *compiled) {
  enum { LEAST_SUM = 130, LEAST_WIDE = 65 };
  if (!loop)
    return 0;
  SmrRound round = smr_round_of(g, loop, compiled);
  SmrRoundClass kind = round.unrolls ? round.unrolled : round.kind;
  int64_t time = class_time(kind, round.bytes, compiled);
  if (round.unrolls)
    time = time * round.lanes / SMR_ROUND_LANES + round.wait;
  uint32_t additions = round.additions ? round.additions : 1;
  calls = calls ? calls : 1;
  if (kind < SMR_ROUND_SINGLE) // each brings loads of its own, which make a round longer by half
    time = time * (additions + 1) / 2;
  time /= additions > calls ? additions : calls;
  // Sums that are unrolled into many wait no longer: then loads take the time, of vectors if all goes well.
  const int64_t least = compiled->wide ? LEAST_WIDE : LEAST_SUM;
  return kind == SMR_ROUND_SUM && additions > calls && time < least ? least : time;
}
