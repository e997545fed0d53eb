//===- plan_values.c - what is known before a nest runs --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Guards and calls are given values of the nest before it runs: pure ops are computed there, loads are made
// there. A load may be made there when the code makes it as well, or another one of the same (only loops
// whose first iterations surely run stand around it), and gives the same when no store in the nest goes to
// its object. That its address is right, and the trip counts that say that the code makes it, must not rest
// on such loads in turn, unless their objects are apart from what is written by proof: where only a guard
// says so, that guard comes too late for them.
//===----------------------------------------------------------------------===//
#include "graph/collapsed.h"
#include "graph/normalize/normalize.h"
#include "graph/rows.h"
#include "match/legality_internal.h"
#include <string.h>

enum { DEEPEST = 64, MOST_STEPS = 1 << 12 };

typedef struct {
  SmrDecision *d;
  uint32_t steps;
  bool quiet; // nothing is wanted to run
} Question;

static bool between_roots(const SmrDecision *d, SmrOp op) {
  const SmrGraph *g = d->graph;
  SmrOp first = d->match->roots[0], last = d->match->roots[d->match->root_count - 1];
  return d->nest->between && smr_op(g, op)->block == smr_op(g, first)->block && smr_before(g, first, op) &&
         smr_before(g, op, last);
}

static bool before_nest(const SmrDecision *d, SmrValue value) {
  const SmrGraph *g = d->graph;
  SmrOp def = smr_def(g, value), around = smr_argument_owner(g, value);
  if (!def)
    return !around || !smr_in_roots(d->match, around);
  return smr_op(g, def)->block && !smr_in_roots(d->match, def) && smr_before(g, def, d->match->roots[0]);
}

static bool is_told(Question *q, SmrValue value, bool proof, uint32_t depth);

/// A store in the nest may go to the object that the load reads; with `proof`, what only a guard would show
/// does not count. (Guards are on objects that the roots access.)
static bool is_written(Question *q, SmrOp load, bool proof) {
  SmrDecision *d = q->d;
  const SmrGraph *g = d->graph;
  SmrValue base = smr_base_of(g, smr_access_ptr(g, load));
  for (uint32_t n = 0; n < d->match->node_count; n++) {
    SmrOp store = d->match->nodes[n];
    if (smr_op(g, store)->code != SMR_OP_STORE || smr_alias_objects(g, store, load) == SMR_ALIAS_NO)
      continue;
    SmrValue other = smr_base_of(g, smr_access_ptr(g, store));
    if (proof || smr_alias_bases(g, base, other) == SMR_ALIAS_MUST || smr_nest_same(d, base, other))
      return true;
  }
  return false;
}

enum { MOST_LOOPS = 32, MOST_WANTED = 64 };

/// False: the last iteration, which is to be there, cannot be.
static bool want_to_run(SmrDecision *d, SmrPoly last) {
  if (smr_known_most(&d->known, last) < 0 || d->nest->wanted.size == MOST_WANTED)
    return false;
  for (uint32_t k = 0; k < d->nest->wanted.size; k++)
    if (smr_poly_equal(d->nest->wanted.data[k], last))
      return true;
  smr_vec_push(&d->nest->wanted, last);
  return true;
}

/// A loop that is open as two is entered where both run, and the code can count so far.
static bool is_entered(const Question *q, SmrOp loop, bool *wanted) {
  SmrDecision *d = q->d;
  const SmrGraph *g = d->graph;
  for (uint32_t k = 0; k < g->collapsed.size; k++) {
    const SmrCollapsed *c = &g->collapsed.data[k];
    SmrPoly least[3] = {smr_poly_of(g, d->arena, c->outer), smr_poly_of(g, d->arena, c->inner)};
    if (!c->open || (c->loop != loop && c->in != loop))
      continue;
    if (!smr_collapsed_room(g, d->arena, c, &least[2]))
      return false;
    for (uint32_t i = 0; i < 3; i++) {
      if (!smr_poly_sub(d->arena, least[i], smr_poly_const(d->arena, i < 2), &least[i]))
        return false;
      if (smr_known_nonneg(&d->known, least[i]))
        continue;
      *wanted = *wanted || (!q->quiet && want_to_run(d, least[i]));
      return false;
    }
  }
  return true;
}

/// Do the loops, of which each is in the one before, run in the first iterations of those around them, or in
/// the last ones (k <= i has none in the first)? With `ends`, in these iterations. By trip counts that are
/// what they seem. Where that is not known it is wanted, unless something else is.
static bool all_run(Question *q, const SmrOp *loops, uint32_t count, bool last, const SmrRowsEnd *ends,
                    uint32_t depth, bool *wanted) {
  SmrDecision *d = q->d;
  const SmrGraph *g = d->graph;
  SmrPoly at[MOST_LOOPS]; // the loops' iterations
  for (uint32_t k = 0; k < count; k++) {
    SmrPoly trip = smr_loop_trip(g, d->arena, loops[k]);
    uint32_t leaf;
    for (SmrLeafPlace place = {0}; smr_poly_next_leaf(trip, &place, &leaf);)
      if (!smr_loop_of_iv(g, leaf) && !is_told(q, leaf, true, depth + 1))
        return false;
    for (uint32_t i = k; i--;)
      if (!smr_poly_substitute(d->arena, trip, smr_loop_iv(g, loops[i]), at[i], &trip))
        return false;
    if (!smr_poly_sub(d->arena, trip, smr_poly_const(d->arena, 1), &at[k]))
      return false;
    if (!smr_known_nonneg(&d->known, at[k]) || !smr_known_whole(&d->known, trip)) {
      *wanted = *wanted || (!q->quiet && want_to_run(d, at[k]));
      return false;
    }
    if (!is_entered(q, loops[k], wanted))
      return false;
    if (ends && ends[k] != SMR_ROWS_ANY ? ends[k] == SMR_ROWS_FIRST : !last)
      at[k] = smr_poly_const(d->arena, 0);
  }
  return true;
}

/// The loops around an op in the code, outer before inner. Not `alone`: something else stands around it, too.
typedef struct {
  SmrOp loops[MOST_LOOPS];
  uint32_t count;
  bool alone;
} Around;

static void find_around(const SmrDecision *d, SmrOp op, Around *out) {
  const SmrGraph *g = d->graph;
  SmrOp place = smr_place_in_code(g, op);
  out->count = 0;
  out->alone = !place || smr_op(g, place)->block;
  for (SmrOp at = place; at && smr_in_roots(d->match, at); at = smr_parent(g, at))
    if (smr_op(g, at)->code == SMR_OP_LOOP && out->count < MOST_LOOPS)
      out->loops[out->count++] = at;
    else
      out->alone = false;
  for (uint32_t k = 0; k < out->count / 2; k++) {
    SmrOp swap = out->loops[k];
    out->loops[k] = out->loops[out->count - 1 - k];
    out->loops[out->count - 1 - k] = swap;
  }
}

bool smr_nest_around(const SmrDecision *d, SmrOp op, SmrOp *loops, uint32_t *count) {
  Around a;
  find_around(d, op, &a);
  memcpy(loops, a.loops, a.count * sizeof *loops);
  *count = a.count;
  return a.alone && a.count < MOST_LOOPS;
}

/// What stands around the op is loops that surely run, all of them at one time.
static bool is_certain(Question *q, SmrOp op, uint32_t depth) {
  Around a;
  bool wanted = false;
  find_around(q->d, op, &a);
  return a.alone && (all_run(q, a.loops, a.count, false, NULL, depth, &wanted) ||
                     all_run(q, a.loops, a.count, true, NULL, depth, &wanted));
}

static bool is_certain_as_it_is(Question *q, SmrOp op, uint32_t depth) {
  bool before = q->quiet;
  q->quiet = true;
  bool certain = is_certain(q, op, depth);
  q->quiet = before;
  return certain;
}

/// The largest number of times that the outermost loop around the op is expected to run.
static int64_t most_rounds(const Question *q, SmrOp op) {
  SmrDecision *d = q->d;
  SmrOp outermost = 0;
  for (SmrOp at = smr_place_in_code(d->graph, op); at && smr_in_roots(d->match, at);
       at = smr_parent(d->graph, at))
    outermost = at;
  if (!outermost || smr_op(d->graph, outermost)->code != SMR_OP_LOOP)
    return 0;
  return smr_known_most(&d->known, smr_loop_trip(d->graph, d->arena, outermost));
}

/// Other loads of what `load` reads: one that surely is made, or the one in the loop that runs most.
typedef struct {
  SmrOp load, best;
  bool certain;
  uint32_t left; // that may still be compared
} Twins;

static void consider(Question *q, SmrOp other, uint32_t depth, Twins *twins) {
  const SmrGraph *g = q->d->graph;
  SmrValue mine = smr_result(g, twins->load, 0);
  if (twins->certain || !twins->left || other == twins->load || smr_op(g, other)->code != SMR_OP_LOAD ||
      smr_value_type(g, mine) != smr_value_type(g, smr_result(g, other, 0)))
    return;
  --twins->left;
  if (!smr_nest_same(q->d, mine, smr_result(g, other, 0)))
    return;
  twins->certain = is_certain_as_it_is(q, other, depth);
  if (most_rounds(q, other) > most_rounds(q, twins->best))
    twins->best = other;
}

/// Does the code make the load, or another one of the same? Where that is not known, it is wanted of the one
/// in the loop that runs most: a loop over what is left of n / 4 may be empty for most n.
static bool is_made(Question *q, SmrOp load, uint32_t depth) {
  enum { MOST_TWINS = 64 };
  const SmrDecision *d = q->d;
  const SmrGraph *g = d->graph;
  SmrOp last = d->match->roots[d->match->root_count - 1];
  Twins twins = {.load = load, .best = load, .left = MOST_TWINS};
  twins.certain = is_certain_as_it_is(q, load, depth);
  for (uint32_t n = 0; n < d->match->node_count && !q->quiet; n++)
    consider(q, d->match->nodes[n], depth, &twins);
  for (SmrOp op = d->nest->first; op && op != last && !q->quiet; op = smr_op(g, op)->next)
    consider(q, op, depth, &twins); // what left a loop of the nest stands between its roots
  return twins.certain || (!q->quiet && is_certain(q, twins.best, depth));
}

static bool traps(const SmrGraph *g, SmrOp op) {
  SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
  int64_t divisor;
  return (code == SMR_OP_DIVS || code == SMR_OP_DIVU || code == SMR_OP_REMS || code == SMR_OP_REMU) &&
         !(smr_const_int(g, smr_operand(g, op, 1), &divisor) && divisor != 0 && divisor != -1);
}

/// Finds the lowest place (or the highest) that the load reads in any iteration; *certain: it surely reads
/// it.
static bool find_end(Question *q, SmrOp load, bool highest, uint32_t depth, SmrPoly *place, bool *certain) {
  SmrDecision *d = q->d;
  SmrRowsEnd ends[MOST_LOOPS];
  Around a;
  bool wanted = false;
  find_around(d, load, &a);
  if (!smr_rows_end(d->graph, d->arena, load, a.loops, a.count, highest, place, ends))
    return false;
  *certain = a.alone && (all_run(q, a.loops, a.count, false, ends, depth, &wanted) ||
                         all_run(q, a.loops, a.count, true, ends, depth, &wanted));
  return true;
}

/// Is that place read, or one beyond it, by this load or by another one of the same rows?
static bool is_end_read(Question *q, SmrOp rows, SmrOp load, bool highest, uint32_t depth) {
  SmrDecision *d = q->d;
  const SmrGraph *g = d->graph;
  SmrPoly place, other, beyond;
  bool certain;
  if (!find_end(q, load, highest, depth, &place, &certain))
    return false;
  for (uint32_t k = 0; k < g->row_pointers.size && !certain; k++) {
    const SmrRowPointer *p = &g->row_pointers.data[k];
    if (p->rows == rows && p->load != load && find_end(q, p->load, highest, depth, &other, &certain))
      certain = certain &&
                smr_poly_sub(d->arena, highest ? other : place, highest ? place : other, &beyond) &&
                smr_known_nonneg(&d->known, beyond);
  }
  return certain;
}

/// A ROWS op reads the pointers that the code reads, and no others: the code reads the lowest and the highest
/// place, and what lies between is in the same table. Nothing in the nest writes them.
static bool are_rows_told(Question *q, SmrOp rows, bool proof, uint32_t depth) {
  const SmrGraph *g = q->d->graph;
  bool any = false;
  for (uint32_t k = 0; k < 2; k++)
    if (!is_told(q, smr_operand(g, rows, k), true, depth + 1))
      return false;
  for (uint32_t k = 0; k < g->row_pointers.size; k++) {
    const SmrRowPointer *p = &g->row_pointers.data[k];
    if (p->rows != rows)
      continue;
    if (!p->open || !smr_in_roots(q->d->match, p->load) || is_written(q, p->load, proof) ||
        !is_end_read(q, rows, p->load, false, depth) || !is_end_read(q, rows, p->load, true, depth))
      return false;
    any = true;
  }
  return any;
}

static bool is_told_op(Question *q, SmrOp op, bool proof, uint32_t depth) {
  SmrDecision *d = q->d;
  const SmrGraph *g = d->graph;
  const SmrOpData *data = smr_op(g, op);
  if (smr_is_rows(g, op))
    return are_rows_told(q, op, proof, depth);
  if (data->region_count || !data->block)
    return false;
  if (data->code == SMR_OP_LOAD)
    return !(data->flags & SMR_F_VOLATILE) && is_told(q, smr_operand(g, op, 0), true, depth + 1) &&
           is_made(q, op, depth) && !is_written(q, op, proof || !smr_in_roots(d->match, op));
  if (!smr_opcode_pure((SmrOpcode)data->code) || data->code == SMR_OP_UNDEF ||
      (traps(g, op) && !is_certain(q, op, depth)))
    return false;
  for (uint32_t k = 0; k < data->operand_count; k++)
    if (!is_told(q, smr_operand(g, op, k), proof, depth + 1))
      return false;
  return true;
}

/// Of an op before the nest: what it is made of was not loaded in the nest, or surely is.
static bool is_told_before(Question *q, SmrOp op, bool proof, uint32_t depth) {
  SmrDecision *d = q->d;
  const SmrGraph *g = d->graph;
  const SmrOpData *data = smr_op(g, op);
  if (smr_is_rows(g, op))
    return are_rows_told(q, op, proof, depth);
  if (data->code == SMR_OP_LOAD && (data->flags & SMR_F_HOISTED) && data->home &&
      smr_in_roots(d->match, data->home) && !is_made(q, op, depth))
    return false;
  if (data->code != SMR_OP_LOAD && !smr_opcode_pure((SmrOpcode)data->code))
    return true;
  for (uint32_t k = 0; k < data->operand_count; k++)
    if (!is_told(q, smr_operand(g, op, k), proof, depth + 1))
      return false;
  return true;
}

static bool is_told(Question *q, SmrValue value, bool proof, uint32_t depth) {
  SmrDecision *d = q->d;
  uint32_t known = 0;
  value = smr_value(d->graph, value);
  if (smr_map_get(&d->nest->told, value, &known) && known > proof)
    return true;
  if (depth > DEEPEST || ++q->steps > MOST_STEPS)
    return false;
  SmrOp def = smr_def(d->graph, value);
  bool told = before_nest(d, value) ? !def || is_told_before(q, def, proof, depth)
                                    : def && (smr_in_roots(d->match, def) || between_roots(d, def)) &&
                                          is_told_op(q, def, proof, depth);
  if (told && known < proof + 1u)
    smr_map_set(&d->nest->told, value, proof + 1u);
  return told;
}

bool smr_nest_told(SmrDecision *d, SmrValue value) {
  Question q = {.d = d};
  return is_told(&q, value, false, 0);
}

//--- What raising takes ------------------------------------------------------------

static bool is_fixed(const SmrDecision *d, SmrValue value, uint32_t depth, uint32_t *steps) {
  const SmrGraph *g = d->graph;
  SmrOp def = smr_def(g, value);
  if (before_nest(d, value))
    return true;
  if (!def || depth > DEEPEST || ++*steps > MOST_STEPS || smr_op(g, def)->region_count ||
      (smr_op(g, def)->flags & SMR_F_VOLATILE))
    return false;
  SmrOpcode code = (SmrOpcode)smr_op(g, def)->code;
  if (code != SMR_OP_LOAD && !smr_is_rows(g, def) && (!smr_opcode_pure(code) || code == SMR_OP_UNDEF))
    return false;
  for (uint32_t k = 0; k < smr_op(g, def)->operand_count; k++)
    if (!is_fixed(d, smr_operand(g, def, k), depth + 1, steps))
      return false;
  return true;
}

bool smr_nest_fixed(SmrDecision *d, SmrValue value) {
  uint32_t steps = 0;
  return is_fixed(d, smr_value(d->graph, value), 0, &steps);
}

SmrValue smr_nest_twin(SmrDecision *d, SmrValue value) {
  const SmrGraph *g = d->graph;
  SmrOp def = smr_def(g, value);
  if (!def || smr_op(g, def)->code != SMR_OP_LOAD)
    return 0;
  for (uint32_t n = 0; n < d->match->node_count; n++) {
    SmrOp other = d->match->nodes[n];
    if (other != def && smr_op(g, other)->code == SMR_OP_LOAD &&
        smr_nest_same(d, value, smr_result(g, other, 0)) && smr_nest_told(d, smr_result(g, other, 0)))
      return smr_value(g, smr_result(g, other, 0));
  }
  return 0;
}

void smr_nest_by_twins(SmrDecision *d, SmrPoly *poly) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(*poly, &at, &leaf);) {
    uint32_t twin = smr_nest_told(d, leaf) ? 0 : smr_nest_twin(d, leaf);
    if (twin && smr_poly_substitute(d->arena, *poly, leaf, smr_poly_leaf(d->arena, twin), poly)) {
      smr_nest_by_twins(d, poly);
      return;
    }
  }
}

/// As raising has it: loads that stand before the roots may be part of what was read as equations, or have
/// left a loop of it.
static bool is_outside(const SmrDecision *d, SmrValue value) {
  const SmrGraph *g = d->graph;
  SmrOp def = smr_def(g, value), first = d->nest->first;
  const SmrOpData *data = def ? smr_op(g, def) : NULL;
  bool read = first && def && data->block == smr_op(g, first)->block && !smr_before(g, def, first),
       left = def && data->code == SMR_OP_LOAD && (data->flags & SMR_F_HOISTED) && data->home &&
              smr_in_roots(d->match, data->home);
  return before_nest(d, value) && !read && !left;
}

/// Of ops that are no POLY.
static bool is_same(const SmrDecision *d, SmrValue a, SmrValue b, uint32_t depth) {
  const SmrGraph *g = d->graph;
  if (a == b)
    return true;
  SmrOp x = smr_def(g, a), y = smr_def(g, b);
  if (!x || !y || !depth || is_outside(d, a) || is_outside(d, b))
    return false;
  const SmrOpData *p = smr_op(g, x), *q = smr_op(g, y);
  if (p->code != q->code || p->imm != q->imm || p->name != q->name || p->attrs != q->attrs ||
      p->operand_count != q->operand_count || p->code == SMR_OP_POLY || p->code == SMR_OP_UNDEF ||
      p->result_count != 1 || smr_value_type(g, a) != smr_value_type(g, b) ||
      (p->code != SMR_OP_LOAD && !smr_opcode_pure((SmrOpcode)p->code)))
    return false;
  for (uint32_t k = 0; k < p->operand_count; k++)
    if (!is_same(d, smr_operand(g, x, k), smr_operand(g, y, k), depth - 1))
      return false;
  return true;
}

bool smr_nest_same(SmrDecision *d, SmrValue a, SmrValue b) {
  enum { DEEP = 6 };
  uint32_t steps = 0;
  a = smr_value(d->graph, a);
  return is_fixed(d, a, 0, &steps) && is_same(d, a, smr_value(d->graph, b), DEEP);
}
