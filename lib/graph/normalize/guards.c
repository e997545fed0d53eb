//===- guards.c - tests that are none (N-LOOP) ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An IF one of whose arms is one LOOP and pure ops, and whose other arm is empty, is that LOOP alone, when
// the LOOP would not run where the arm is not taken: `if (n > 0) do … while (++i < n)`, what compilers make
// of `for`, and a test that the programmer wrote. What the IF then gives is what the LOOP starts with, or has
// moved by its trip count. Loads before the LOOP leave with it, as they would leave a LOOP (hoist.c); stores
// of its results behind it do so when memory holds what it starts with: without an iteration that is written
// back.
// An IF that does nothing but give one of two numbers is a choice between them: compilers write `x < 0 ? -x :
// x` as either.
//===----------------------------------------------------------------------===//
#include "graph/normalize/loops.h"

typedef struct {
  SmrGraph *g;
  SmrArena arena;
  SmrPolyCache cache;
  SmrUses uses; // of carried values, which stay what they are; made when first asked for
} Guards;

static SmrPoly poly_of(Guards *s, SmrValue value) {
  return smr_exact_poly(s->g, &s->cache, value);
}

/// The number without a sign, as trip counts name it.
static bool unsigned_of(Guards *s, SmrValue value, SmrPoly trip, SmrPoly *out) {
  SmrGraph *g = s->g;
  *out = poly_of(s, value);
  uint32_t leaf;
  bool narrow = smr_poly_is_leaf(*out, &leaf) && SMR_TYPE_PAYLOAD(smr_value_type(g, leaf)) < 64;
  if ((SMR_TYPE_PAYLOAD(smr_value_type(g, value)) == 64 && !narrow) || smr_poly_never_negative(g, *out))
    return true;
  if (narrow)
    value = leaf; // as polynomials write it
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(trip, &at, &leaf);) {
    SmrOp def = smr_def(g, leaf);
    if (def && smr_op(g, def)->code == SMR_OP_ZEXT && smr_operand(g, def, 0) == smr_value(g, value)) {
      *out = smr_poly_leaf(&s->arena, leaf);
      return true;
    }
  }
  return false;
}

/// trip >= 1 makes `left - right - less >= 0` true: it is trip - 1 or more.
static bool covers(Guards *s, SmrPoly left, SmrPoly right, int64_t less, SmrPoly trip) {
  SmrPoly over;
  int64_t by;
  return smr_poly_sub(&s->arena, left, right, &over) && smr_poly_sub(&s->arena, over, trip, &over) &&
         smr_poly_add(&s->arena, over, smr_poly_const(&s->arena, 1 - less), &over) &&
         smr_poly_is_const(over, &by) && by >= 0;
}

static bool implied(Guards *s, SmrValue condition, bool truth, SmrPoly trip, uint32_t depth) {
  SmrGraph *g = s->g;
  SmrOp def = smr_def(g, condition);
  int64_t one;
  if (!def || depth > 6)
    return false;
  SmrOpcode code = (SmrOpcode)smr_op(g, def)->code;
  if (code == (truth ? SMR_OP_AND : SMR_OP_OR))
    return implied(s, smr_operand(g, def, 0), truth, trip, depth + 1) &&
           implied(s, smr_operand(g, def, 1), truth, trip, depth + 1);
  if (code == SMR_OP_XOR && smr_const_int(g, smr_operand(g, def, 1), &one) && (one & 1))
    return implied(s, smr_operand(g, def, 0), !truth, trip, depth + 1);
  SmrType type = code == SMR_OP_ICMP ? smr_value_type(g, smr_operand(g, def, 0)) : 0;
  if (SMR_TYPE_KIND(type) != SMR_T_INT || type == SMR_I1)
    return false;
  SmrValue a = smr_operand(g, def, 0), b = smr_operand(g, def, 1);
  SmrIcmp predicate = (SmrIcmp)smr_op(g, def)->imm;
  predicate = truth ? predicate : smr_icmp_inverse(predicate);
  SmrPoly left = poly_of(s, a), right = poly_of(s, b);
  if (predicate == SMR_NE && !right.count)
    (void)unsigned_of(s, a, trip, &left);
  if (predicate >= SMR_ULT && (!unsigned_of(s, a, trip, &left) || !unsigned_of(s, b, trip, &right)))
    return false;
  switch (predicate) {
  case SMR_NE: // they differ by at least the trip count
    return covers(s, left, right, 1, trip) || covers(s, right, left, 1, trip);
  case SMR_SLT:
    return covers(s, right, left, 1, trip);
  case SMR_SLE:
    return covers(s, right, left, 0, trip);
  case SMR_SGT:
    return covers(s, left, right, 1, trip);
  case SMR_SGE:
    return covers(s, left, right, 0, trip);
  case SMR_ULT: // a negative number of 64 bits is past every count
    return smr_poly_never_negative(g, left) && covers(s, right, left, 1, trip);
  case SMR_ULE:
    return smr_poly_never_negative(g, left) && covers(s, right, left, 0, trip);
  case SMR_UGT:
    return smr_poly_never_negative(g, right) && covers(s, left, right, 1, trip);
  case SMR_UGE:
    return smr_poly_never_negative(g, right) && covers(s, left, right, 0, trip);
  default:
    return false;
  }
}

static bool movable(const SmrOpData *data) {
  return smr_opcode_pure((SmrOpcode)data->code) ||
         (data->code == SMR_OP_OPAQUE && (data->flags & SMR_F_PURE) && data->region_count == 0);
}

static bool stored(const SmrGraph *g, SmrOp op, SmrOp store) {
  return smr_op(g, op)->code == SMR_OP_STORE && !(smr_op(g, op)->flags & SMR_F_VOLATILE) &&
         smr_operand(g, op, 1) == smr_operand(g, store, 1) &&
         smr_access_type(g, op) == smr_access_type(g, store);
}

/// Where the IF stands, memory holds what the loop starts with, of which the store writes the result.
static bool holds_initial(const SmrGraph *g, SmrOp op, SmrOp loop, SmrOp store) {
  SmrValue value = smr_operand(g, store, 0);
  if (smr_def(g, value) != loop || (smr_op(g, store)->flags & SMR_F_VOLATILE))
    return false;
  SmrValue initial = smr_operand(g, loop, g->values.data[value].index + 1);
  SmrOp load = smr_def(g, initial);
  bool loaded = load && smr_op(g, load)->code == SMR_OP_LOAD && !(smr_op(g, load)->flags & SMR_F_VOLATILE) &&
                smr_operand(g, load, 0) == smr_operand(g, store, 1) &&
                smr_access_type(g, load) == smr_access_type(g, store);
  if (loaded && smr_op(g, load)->block == smr_op(g, loop)->block)
    return true;
  for (SmrOp before = smr_op(g, op)->prev; before; before = smr_op(g, before)->prev) {
    if (loaded && before == load)
      return true;
    if (stored(g, before, store))
      return smr_operand(g, before, 0) == initial ||
             (smr_def(g, initial) && smr_op(g, smr_def(g, initial))->code == SMR_OP_CONST &&
              smr_def(g, smr_operand(g, before, 0)) &&
              smr_op(g, smr_def(g, smr_operand(g, before, 0)))->code == SMR_OP_CONST &&
              smr_op(g, smr_def(g, initial))->imm == smr_op(g, smr_def(g, smr_operand(g, before, 0)))->imm);
    if (!movable(smr_op(g, before)) && smr_op(g, before)->code != SMR_OP_LOAD)
      return false;
  }
  return false;
}

/// The only LOOP of the block, whose other ops can stand outside of the IF; 0 if there is none.
static SmrOp only_loop(const SmrGraph *g, SmrOp around, SmrBlock block) {
  SmrOp loop = 0;
  for (SmrOp op = g->blocks.data[block].first; op != g->blocks.data[block].last; op = smr_op(g, op)->next) {
    const SmrOpData *data = smr_op(g, op);
    if (data->code == SMR_OP_LOOP && !loop)
      loop = op;
    else if (data->code == SMR_OP_STORE
                 ? !loop || !holds_initial(g, around, loop, op)
                 : !movable(data) && !(data->code == SMR_OP_LOAD && !loop && !(data->flags & SMR_F_VOLATILE)))
      return 0;
  }
  return loop;
}

/// then - otherwise = step * trip: the IF gives otherwise + step * max(trip, 0).
static bool moved(Guards *s, SmrOp op, SmrValue then, SmrValue otherwise, SmrPoly trip, SmrPoly *step) {
  SmrGraph *g = s->g;
  SmrPoly way;
  int64_t a, b;
  if (smr_value_type(g, then) == SMR_PTR) {
    SmrOp addr = smr_def(g, then);
    if (!addr || smr_op(g, addr)->code != SMR_OP_ADDR || smr_operand(g, addr, 0) != smr_value(g, otherwise))
      return false;
    way = poly_of(s, smr_operand(g, addr, 1));
  } else if (smr_value_type(g, then) != SMR_I64 ||
             !smr_poly_sub(&s->arena, poly_of(s, then), poly_of(s, otherwise), &way)) {
    return false;
  }
  if (smr_poly_divide(&s->arena, way, trip, step)) {
    ;
  } else if (way.count == trip.count && way.count &&
             (a = way.terms[0].coef, b = trip.terms[0].coef, a % b == 0)) {
    SmrPoly again;
    *step = smr_poly_const(&s->arena, a / b);
    if (!smr_poly_mul(&s->arena, trip, *step, &again) || !smr_poly_equal(again, way))
      return false;
  } else {
    return false;
  }
  return !smr_poly_inside(g, *step, op);
}

static SmrValue build_moved(Guards *s, SmrOp op, SmrValue from, SmrPoly trip, SmrPoly step) {
  SmrGraph *g = s->g;
  SmrOp out = smr_outermost_place(g, op, trip);
  SmrBlock block = smr_op(g, op)->block, outer = smr_op(g, out)->block;
  SmrValue pair[2] = {smr_poly_build(g, outer, out, trip), smr_build_const(g, outer, out, SMR_I64, 0)};
  SmrPoly times = smr_poly_leaf(&s->arena, smr_build(g, outer, out, SMR_OP_MAXS, SMR_I64, pair, 2, 0)), way;
  if (!smr_poly_mul(&s->arena, step, times, &way))
    return 0;
  if (smr_value_type(g, from) == SMR_PTR) {
    SmrValue both[2] = {from, smr_poly_build(g, block, op, way)};
    return smr_build(g, block, op, SMR_OP_ADDR, SMR_PTR, both, 2, 0);
  }
  return smr_poly_add(&s->arena, way, poly_of(s, from), &way) ? smr_poly_build(g, block, op, way) : 0;
}

static bool same(const SmrGraph *g, SmrValue a, SmrValue b) {
  SmrOp x = smr_def(g, a), y = smr_def(g, b);
  return smr_value(g, a) == smr_value(g, b) ||
         (x && y && smr_op(g, x)->code == SMR_OP_CONST && smr_op(g, y)->code == SMR_OP_CONST &&
          smr_op(g, x)->imm == smr_op(g, y)->imm && smr_value_type(g, a) == smr_value_type(g, b));
}

/// The carried value only leaves the loop; it starts with nothing.
static bool unread(Guards *s, SmrOp loop, uint32_t k) {
  const SmrGraph *g = s->g;
  SmrOp initial = smr_def(g, smr_operand(g, loop, k + 1));
  if (!initial || smr_op(g, initial)->code != SMR_OP_UNDEF)
    return false;
  if (!s->uses.first)
    s->uses = smr_uses_compute(g);
  SmrValue carried = g->blocks.data[smr_body_block(g, loop, 0)].args.data[k + 1];
  return s->uses.first[carried] == s->uses.first[carried + 1];
}

static void merge(Guards *s, SmrOp op, uint32_t arm) {
  SmrGraph *g = s->g;
  SmrBlock block = smr_body_block(g, op, arm), other = smr_body_block(g, op, 1 - arm);
  SmrOp loop = only_loop(g, op, block);
  if (!loop || g->blocks.data[other].first != g->blocks.data[other].last)
    return;
  SmrPoly trip = poly_of(s, smr_operand(g, loop, 0)), step;
  if (!implied(s, smr_operand(g, op, 0), arm == 0, trip, 0))
    return;
  SmrOp yield = g->blocks.data[block].last, empty = g->blocks.data[other].last;
  uint32_t count = smr_op(g, op)->result_count;
  SmrValueList results = {0};
  bool ok = true;
  for (uint32_t k = 0; k < count && ok; k++) {
    SmrValue value = smr_operand(g, yield, k), otherwise = smr_operand(g, empty, k);
    SmrValue becomes = otherwise;
    if (!same(g, value, otherwise)) {
      uint32_t result = smr_def(g, value) == loop ? g->values.data[value].index : 0;
      if (smr_def(g, value) == loop &&
          (same(g, smr_operand(g, loop, result + 1), otherwise) || unread(s, loop, result))) {
        g->operands.data[smr_op(g, loop)->operand_first + result + 1] = otherwise;
        ++g->edits;
        becomes = value;
      } else {
        ok = moved(s, op, value, otherwise, trip, &step);
        becomes = ok ? build_moved(s, op, otherwise, trip, step) : 0;
        ok = becomes != 0;
      }
    }
    smr_vec_push(&results, becomes);
  }
  if (ok) {
    for (SmrOp at = g->blocks.data[block].first, next; at != yield; at = next) {
      next = smr_op(g, at)->next;
      smr_move_before(g, at, op);
    }
    for (uint32_t k = 0; k < count; k++)
      smr_graph_replace(g, smr_result(g, op, k), results.data[k]);
    smr_op_unlink(g, op);
  }
  smr_vec_free(&results);
}

static bool is_empty(const SmrGraph *g, SmrOp op, uint32_t arm) {
  SmrBlock block = smr_body_block(g, op, arm);
  return g->blocks.data[block].first == g->blocks.data[block].last;
}

static bool is_number(SmrType type) {
  return SMR_TYPE_KIND(type) == SMR_T_INT || SMR_TYPE_KIND(type) == SMR_T_FLOAT;
}

static void choose(SmrGraph *g, SmrOp op) {
  SmrOp yes = g->blocks.data[smr_body_block(g, op, 0)].last,
        no = g->blocks.data[smr_body_block(g, op, 1)].last;
  uint32_t count = smr_op(g, op)->result_count;
  for (uint32_t k = 0; k < count; k++)
    if (!is_number(smr_value_type(g, smr_result(g, op, k))))
      return;
  for (uint32_t k = 0; k < count; k++) {
    SmrValue operands[] = {smr_operand(g, op, 0), smr_operand(g, yes, k), smr_operand(g, no, k)};
    SmrType type = smr_value_type(g, smr_result(g, op, k));
    SmrValue choice = smr_build(g, smr_op(g, op)->block, op, SMR_OP_SELECT, type, operands, 3, 0);
    smr_op(g, smr_def(g, choice))->loc = smr_op(g, op)->loc;
    smr_graph_replace(g, smr_result(g, op, k), choice);
  }
  smr_op_unlink(g, op);
}

void smr_pass_guards(SmrGraph *g, SmrForm form) {
  (void)form;
  Guards s = {.g = g};
  s.cache = (SmrPolyCache){.arena = &s.arena};
  SmrOpList list = {0};
  smr_collect_postorder(g, &list);
  for (uint32_t i = 0; i < list.size; i++)
    for (uint32_t arm = 0; arm < 2 && smr_op(g, list.data[i])->code == SMR_OP_IF; arm++)
      if (smr_op(g, list.data[i])->block)
        merge(&s, list.data[i], arm);
  for (uint32_t i = 0; i < list.size; i++)
    if (smr_op(g, list.data[i])->code == SMR_OP_IF && smr_op(g, list.data[i])->block &&
        is_empty(g, list.data[i], 0) && is_empty(g, list.data[i], 1))
      choose(g, list.data[i]);
  smr_vec_free(&list);
  smr_uses_free(&s.uses);
  smr_poly_cache_free(&s.cache);
  smr_arena_destroy(&s.arena);
}
