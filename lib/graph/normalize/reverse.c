//===- reverse.c - loops that count down, counted up (N-LOOP) ------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A LOOP whose accesses all move down as its iv grows, or stay, runs from its end instead, when the order of
// its iterations does not matter: what it carries are sums, products, minima or maxima that nothing in it
// reads, and no iteration writes what another one reads or writes. Two accesses of one base are apart when
// the loop's stride is no less than all that the rest of their distance can be; accesses of other bases are
// so by proof or assumption (assume.c). A sum or product of floating-point numbers is reassociated by this:
// the LOOP has SMR_F_REVERSED then (N-FP).
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"

enum { MOST_ACCESSES = 64 };

typedef struct {
  SmrGraph *g;
  SmrArena arena;
  SmrPolyCache cache;
  SmrUses uses;
  uint32_t known;     // values that `uses` covers
  uint32_t known_ops; // … and ops
  SmrMap turned;      // iv → what its old uses read now
} Reverse;

static uint32_t use_count(const Reverse *s, SmrValue value) {
  uint32_t count = 0;
  if (value >= s->known)
    return UINT32_MAX;
  for (uint32_t u = s->uses.first[value]; u < s->uses.first[value + 1]; u++)
    count += smr_op(s->g, s->uses.ops[u])->block != 0;
  return count;
}

/// What a loop carries at k is a running sum and the like; *inexact when its order shows.
static bool reduction(const Reverse *s, SmrOp loop, uint32_t k, bool *inexact) {
  const SmrGraph *g = s->g;
  SmrBlock body = smr_body_block(g, loop, 0);
  SmrValue carried = g->blocks.data[body].args.data[k + 1],
           next = smr_operand(g, g->blocks.data[body].last, k);
  SmrOp def = smr_def(g, next);
  if (!def || g->values.data[carried].forward || use_count(s, carried) != 1 || smr_op(g, def)->block != body)
    return false;
  uint32_t found = 0, operand = 0;
  for (uint32_t o = 0; o < smr_op(g, def)->operand_count; o++)
    if (smr_operand(g, def, o) == carried) {
      ++found;
      operand = o;
    }
  if (found != 1 || use_count(s, next) != 1)
    return false;
  switch ((SmrOpcode)smr_op(g, def)->code) {
  case SMR_OP_FSUM:
  case SMR_OP_FPROD:
  case SMR_OP_FADD:
  case SMR_OP_FMUL:
    *inexact = true;
    return true;
  case SMR_OP_ADD:
  case SMR_OP_MUL:
  case SMR_OP_AND:
  case SMR_OP_OR:
  case SMR_OP_XOR:
  case SMR_OP_MINS:
  case SMR_OP_MAXS:
  case SMR_OP_MINU:
  case SMR_OP_MAXU:
    return true;
  case SMR_OP_LOOP:
    return operand > 0 && operand - 1 == g->values.data[next].index &&
           reduction(s, def, operand - 1, inexact);
  default:
    return false;
  }
}

typedef struct {
  SmrOp op;
  SmrValue base;
  SmrPoly stride, rest; // offset = stride * iv + rest
  int64_t bytes;
} Access;

/// The least (or most) that the rest of an offset is over the inner loops' ivs; what is left names nothing in
/// the loop.
static bool extreme(Reverse *s, SmrPoly poly, SmrOp access, SmrOp loop, bool most, SmrPoly *out) {
  SmrGraph *g = s->g;
  for (SmrOp op = smr_parent(g, access); op && op != loop; op = smr_parent(g, op)) {
    if (smr_op(g, op)->code == SMR_OP_IF)
      continue;
    if (smr_op(g, op)->code != SMR_OP_LOOP)
      return false;
    SmrValue iv = g->blocks.data[smr_body_block(g, op, 0)].args.data[0];
    SmrPoly slope, rest, last, trip = smr_exact_poly(g, &s->cache, smr_operand(g, op, 0));
    if (!smr_poly_contains(poly, iv))
      continue;
    if (!smr_poly_split(&s->arena, poly, iv, &slope, &rest) ||
        !smr_poly_sub(&s->arena, trip, smr_poly_const(&s->arena, 1), &last))
      return false;
    SmrPoly down;
    bool up = smr_poly_at_least(g, &s->cache, slope, access, 0);
    if (!up &&
        (!smr_poly_scale(&s->arena, slope, -1, &down) || !smr_poly_at_least(g, &s->cache, down, access, 0)))
      return false;
    poly = rest;
    if (up == most &&
        (!smr_poly_mul(&s->arena, slope, last, &slope) || !smr_poly_add(&s->arena, slope, rest, &poly)))
      return false;
  }
  *out = poly;
  return !smr_poly_inside(g, poly, loop);
}

/// stride >= most of a - least of b + bytes of a: one step takes b past a, or a past b.
static bool steps_over(Reverse *s, SmrOp loop, const Access *a, const Access *b, SmrPoly stride) {
  SmrPoly most, least, room;
  return extreme(s, a->rest, a->op, loop, true, &most) && extreme(s, b->rest, b->op, loop, false, &least) &&
         smr_poly_sub(&s->arena, stride, most, &room) && smr_poly_add(&s->arena, room, least, &room) &&
         smr_poly_at_least(s->g, &s->cache, room, a->op, a->bytes);
}

/// No two different iterations touch the same bytes with the two.
static bool independent(Reverse *s, SmrOp loop, const Access *a, const Access *b) {
  SmrGraph *g = s->g;
  if (smr_alias_across(g, a->op, b->op, loop) == SMR_ALIAS_NO || smr_may_assume(g, loop, a->op, b->op))
    return true;
  SmrPoly down;
  if (a->base != b->base || smr_value_inside(g, a->base, loop) || !smr_poly_equal(a->stride, b->stride) ||
      !smr_poly_scale(&s->arena, a->stride, -1, &down))
    return false;
  if (smr_poly_at_least(g, &s->cache, a->stride, a->op, 1))
    down = a->stride;
  return steps_over(s, loop, a, b, down) && steps_over(s, loop, b, a, down);
}

static bool take_access(Reverse *s, SmrOp loop, SmrOp op, Access *out) {
  SmrGraph *g = s->g;
  SmrValue iv = g->blocks.data[smr_body_block(g, loop, 0)].args.data[0], ptr = smr_access_ptr(g, op);
  SmrPoly offset = smr_poly_const(&s->arena, 0);
  out->op = op;
  out->base = smr_base_of(g, ptr);
  out->bytes = smr_type_bytes(smr_access_type(g, op));
  SmrOp addr = smr_def(g, ptr);
  if (smr_value(g, ptr) != out->base) {
    if (smr_operand(g, addr, 0) != out->base)
      return false;
    offset = smr_exact_poly(g, &s->cache, smr_operand(g, addr, 1));
  }
  return out->bytes && smr_poly_split(&s->arena, offset, iv, &out->stride, &out->rest);
}

/// Nothing in the loop but what can be judged here.
static bool plain(const SmrGraph *g, SmrOp op) {
  const SmrOpData *data = smr_op(g, op);
  switch ((SmrOpcode)data->code) {
  case SMR_OP_LOAD:
  case SMR_OP_STORE:
    return !(data->flags & SMR_F_VOLATILE);
  case SMR_OP_YIELD:
    return true;
  case SMR_OP_LOOP:
  case SMR_OP_IF:
    for (uint32_t r = 0; r < data->region_count; r++)
      for (SmrOp inner = g->blocks.data[smr_body_block(g, op, r)].first; inner;
           inner = smr_op(g, inner)->next)
        if (!plain(g, inner))
          return false;
    return true;
  default:
    return smr_opcode_pure((SmrOpcode)data->code) ||
           (data->code == SMR_OP_OPAQUE && (data->flags & SMR_F_PURE) && !data->region_count);
  }
}

/// Some access moves down, none moves up.
static bool counts_down(Reverse *s, SmrOp loop, const Access *all, uint32_t count) {
  bool any = false;
  for (uint32_t k = 0; k < count; k++) {
    SmrPoly down;
    int64_t zero;
    if (smr_poly_is_const(all[k].stride, &zero) && zero == 0)
      continue;
    if (!smr_poly_scale(&s->arena, all[k].stride, -1, &down) ||
        !smr_poly_at_least(s->g, &s->cache, down, all[k].op, 1))
      return false;
    any = true;
  }
  (void)loop;
  return any;
}

/// Most loops are done with after their first access, which moves up by a constant.
static bool take_no_rise(Reverse *s, SmrOp loop, SmrOp op, Access *out) {
  int64_t stride;
  return take_access(s, loop, op, out) && !(smr_poly_is_const(out->stride, &stride) && stride > 0);
}

static bool gather(Reverse *s, SmrOp loop, const SmrEffects *effects, Access *all) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < effects->stores.size; i++)
    if (!take_no_rise(s, loop, effects->stores.data[i], &all[count++]))
      return false;
  for (uint32_t i = 0; i < effects->loads.size; i++)
    if (!take_no_rise(s, loop, effects->loads.data[i], &all[count++]))
      return false;
  return true;
}

/// What independent() took for granted. No value rests on it: code around which the loop stands does in each
/// iteration what it did, only code that contains the loop sees another order.
static void assume(Reverse *s, SmrOp loop, const Access *a, const Access *b) {
  if (smr_alias_across(s->g, a->op, b->op, loop) != SMR_ALIAS_NO && smr_may_assume(s->g, loop, a->op, b->op))
    smr_assume(s->g, SMR_ASSUME_DROP, loop, a->op, b->op, 0);
}

static bool judge(Reverse *s, SmrOp loop, const SmrEffects *effects, bool *inexact) {
  SmrGraph *g = s->g;
  uint32_t stores = effects->stores.size, count = stores + effects->loads.size;
  Access all[MOST_ACCESSES];
  if (effects->writes_all || effects->reads_all || count > MOST_ACCESSES || count == 0 ||
      !gather(s, loop, effects, all) || !counts_down(s, loop, all, count) || !plain(g, loop))
    return false;
  for (uint32_t k = 0; k < smr_op(g, loop)->result_count; k++)
    if (!reduction(s, loop, k, inexact))
      return false;
  for (uint32_t i = 0; i < stores; i++)
    for (uint32_t j = 0; j < count; j++)
      if (!independent(s, loop, &all[i], &all[j]))
        return false;
  for (uint32_t i = 0; i < stores; i++)
    for (uint32_t j = 0; j < count; j++)
      assume(s, loop, &all[i], &all[j]);
  return true;
}

static void turn(Reverse *s, SmrOp loop, bool inexact) {
  SmrGraph *g = s->g;
  SmrBlock body = smr_body_block(g, loop, 0);
  SmrValue iv = g->blocks.data[body].args.data[0];
  SmrPoly trip = smr_exact_poly(g, &s->cache, smr_operand(g, loop, 0)), back;
  if (!smr_poly_sub(&s->arena, trip, smr_poly_const(&s->arena, 1), &back) ||
      !smr_poly_sub(&s->arena, back, smr_poly_leaf(&s->arena, iv), &back))
    return;
  SmrOp old_first = g->blocks.data[body].first, fresh = g->ops.size;
  SmrValue now = smr_poly_build(g, body, old_first, back);
  SmrOp made = smr_def(g, now);
  for (uint32_t u = s->uses.first[iv]; u < s->uses.first[iv + 1]; u++) {
    SmrOp user = s->uses.ops[u];
    if (user == made || !smr_op(g, user)->block)
      continue;
    for (uint32_t k = 0; k < smr_op(g, user)->operand_count; k++)
      if (smr_operand(g, user, k) == iv)
        g->operands.data[smr_op(g, user)->operand_first + k] = now;
  }
  // What an inner loop's turn made of this iv is new.
  for (SmrOp op = s->known_ops; op < fresh; op++)
    for (uint32_t k = 0; k < smr_op(g, op)->operand_count; k++)
      if (smr_operand(g, op, k) == iv)
        g->operands.data[smr_op(g, op)->operand_first + k] = now;
  smr_op(g, loop)->flags ^= SMR_F_TURNED;
  smr_op(g, loop)->flags |= inexact ? SMR_F_REVERSED : 0;
  smr_map_set(&s->turned, iv, now);
}

/// Ops that earlier passes took out name an iv, too. Their MLIR values are still there, and a splice computes
/// the iv from them.
static void turn_removed(Reverse *s) {
  SmrGraph *g = s->g;
  uint32_t now;
  for (SmrOp op = 1; op < s->known_ops && s->turned.size; op++)
    for (uint32_t k = 0; !smr_op(g, op)->block && k < smr_op(g, op)->operand_count; k++)
      if (smr_map_get(&s->turned, smr_operand(g, op, k), &now))
        g->operands.data[smr_op(g, op)->operand_first + k] = now;
}

/// In the order of `all`: an iv's uses are known as long as the iv is not new, which it never is here.
void smr_pass_reverse(SmrGraph *g, SmrForm form) {
  (void)form;
  Reverse s = {.g = g, .uses = smr_uses_compute(g), .known = g->values.size, .known_ops = g->ops.size};
  s.cache = (SmrPolyCache){.arena = &s.arena};
  SmrOpList list = {0};
  smr_collect_postorder(g, &list);
  for (uint32_t i = 0; i < list.size; i++) {
    SmrOp loop = list.data[i];
    if (smr_op(g, loop)->code != SMR_OP_LOOP)
      continue;
    SmrEffects effects = {0};
    smr_effects_collect(g, loop, &effects);
    bool inexact = false;
    if (judge(&s, loop, &effects, &inexact))
      turn(&s, loop, inexact);
    smr_effects_free(&effects);
  }
  turn_removed(&s);
  smr_map_free(&s.turned);
  smr_vec_free(&list);
  smr_uses_free(&s.uses);
  smr_poly_cache_free(&s.cache);
  smr_arena_destroy(&s.arena);
}
