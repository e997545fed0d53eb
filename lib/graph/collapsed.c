//===- collapsed.c - two loops that are written as one ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/collapsed.h"
#include "graph/known.h"
#include "graph/number.h"

enum { MOST_DIVISIONS = 64, MOST_BITS = 61 };

/// x / by or x % by, where x is the loop's iv t, or counts down (trip - 1 - t).
typedef struct {
  SmrOp op, rounded; // rounded: a SELECT that is the remainder as Fortran's modulo has it, or 0
  SmrPoly by;
  bool remainder, down;
  uint32_t bits;
} Division;

typedef struct {
  SmrGraph *g;
  SmrArena arena;
  SmrOp loop;
  SmrPoly trip; // modulo 2^bits
  uint32_t bits;
  Division divisions[MOST_DIVISIONS];
  uint32_t count;
  SMR_VEC(SmrValue) made; // quotients and remainders of what a loop that is open counts
} Collapsed;

//--- What a loop divides -----------------------------------------------------------------------

/// The zext of the value that the graph has; 0: none.
static SmrValue zext_of(const SmrGraph *g, SmrValue value) {
  for (SmrOp op = 1; op < g->ops.size; op++)
    if (smr_op(g, op)->block && smr_op(g, op)->code == SMR_OP_ZEXT && smr_operand(g, op, 0) == value &&
        smr_value_type(g, smr_result(g, op, 0)) == SMR_I64)
      return smr_value(g, smr_result(g, op, 0));
  return 0;
}

typedef struct {
  Collapsed *s;
  uint32_t bits; // of a division without a sign; 0: with one
} Naming;

/// The leaf by the name that addresses have for it: a number without a sign of `bits` bits is its zext there.
static bool name_leaf(uint32_t leaf, SmrPoly *out, void *data) {
  const Naming *n = data;
  const SmrGraph *g = n->s->g;
  SmrOp op = smr_def(g, leaf);
  SmrValue wider =
      n->bits && smr_int_width(smr_value_type(g, leaf)) == n->bits && n->bits < 64 ? zext_of(g, leaf) : 0;
  *out = op && smr_op(g, op)->code == SMR_OP_SEXT ? smr_poly_of(g, &n->s->arena, smr_operand(g, op, 0))
                                                  : smr_poly_leaf(&n->s->arena, wider ? wider : leaf);
  return true;
}

static bool name_leaves(Collapsed *s, SmrPoly poly, uint32_t bits, SmrPoly *out) {
  return smr_poly_map(&s->arena, poly, name_leaf, &(Naming){s, bits}, out);
}

/// Is what is divided t, or trip - 1 - t, modulo 2^bits?
static bool divides_counter(Collapsed *s, Division *d, SmrValue value, bool is_unsigned) {
  SmrPoly x, sum;
  uint32_t leaf;
  SmrValue iv = smr_loop_iv(s->g, s->loop);
  if (!smr_poly_modulo(s->g, &s->arena, value, &x) || !smr_poly_contains(x, iv) ||
      !name_leaves(s, x, is_unsigned ? d->bits : 0, &x))
    return false;
  d->down = !smr_poly_is_leaf(x, &leaf);
  return !d->down ||
         (smr_poly_add(&s->arena, x, smr_poly_leaf(&s->arena, iv), &sum) &&
          smr_poly_add(&s->arena, sum, smr_poly_const(&s->arena, 1), &sum) && smr_poly_equal(sum, s->trip));
}

static bool find_divisor(Collapsed *s, Division *d, bool is_unsigned) {
  return smr_poly_modulo(s->g, &s->arena, smr_operand(s->g, d->op, 1), &d->by) &&
         name_leaves(s, d->by, is_unsigned ? d->bits : 0, &d->by) && !smr_poly_inside(s->g, d->by, s->loop);
}

/// A division of the counter by what does not change in the loop. The divisor of a shift or a mask by a
/// constant is a power of two.
static bool read_division(Collapsed *s, Division *d) {
  SmrGraph *g = s->g;
  const SmrOpcode code = (SmrOpcode)smr_op(g, d->op)->code;
  const bool shift = code == SMR_OP_SHRS || code == SMR_OP_SHRU, mask = code == SMR_OP_AND,
             is_unsigned = code == SMR_OP_DIVU || code == SMR_OP_REMU;
  int64_t c;
  d->remainder = mask || code == SMR_OP_REMS || code == SMR_OP_REMU;
  if (shift || mask) {
    uint32_t k = smr_const_int(g, smr_operand(g, d->op, 1), &c) ? 1 : 0;
    if ((!k && (shift || !smr_const_int(g, smr_operand(g, d->op, 0), &c))) || c <= 0 || c >= INT32_MAX ||
        (mask ? (c & (c + 1)) != 0 : c > 30))
      return false;
    d->by = smr_poly_const(&s->arena, mask ? c + 1 : (int64_t)1 << c);
    return divides_counter(s, d, smr_operand(g, d->op, 1 - k), false);
  }
  return (is_unsigned || code == SMR_OP_DIVS || code == SMR_OP_REMS) &&
         divides_counter(s, d, smr_operand(g, d->op, 0), is_unsigned) && find_divisor(s, d, is_unsigned);
}

/// Is the condition false, as it asks, too, whether only one of t and the divisor is negative?
static bool have_other_signs(Collapsed *s, const Division *d, SmrValue condition) {
  const SmrGraph *g = s->g;
  SmrOp op = smr_def(g, condition);
  uint32_t leaf;
  int64_t zero;
  if (op && smr_op(g, op)->code == SMR_OP_AND)
    return have_other_signs(s, d, smr_operand(g, op, 0)) || have_other_signs(s, d, smr_operand(g, op, 1));
  if (!op || smr_op(g, op)->code != SMR_OP_ICMP || smr_op(g, op)->imm != SMR_SLT ||
      !smr_const_int(g, smr_operand(g, op, 1), &zero) || zero ||
      !smr_poly_is_leaf(smr_poly_of(g, &s->arena, smr_operand(g, op, 0)), &leaf))
    return false;
  SmrOp differ = smr_def(g, leaf);
  Division other = {.bits = d->bits};
  for (uint32_t k = 0; k < 2 && differ && smr_op(g, differ)->code == SMR_OP_XOR; k++)
    if (smr_operand(g, differ, k) == smr_operand(g, d->op, 1) &&
        divides_counter(s, &other, smr_operand(g, differ, 1 - k), false))
      return true;
  return false;
}

static SmrOp find_rounded(Collapsed *s, const Division *d) {
  const SmrGraph *g = s->g;
  for (SmrOp op = s->loop; (op = smr_next_op(g, op, s->loop)) != 0;)
    if (smr_op(g, op)->code == SMR_OP_SELECT && smr_operand(g, op, 2) == smr_result(g, d->op, 0) &&
        have_other_signs(s, d, smr_operand(g, op, 0)))
      return op;
  return 0;
}

static bool has_division(const SmrGraph *g, SmrOp loop) {
  bool has = false;
  for (SmrOp op = loop; !has && (op = smr_next_op(g, op, loop)) != 0;) {
    const SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    has = code == SMR_OP_DIVS || code == SMR_OP_DIVU || code == SMR_OP_SHRS || code == SMR_OP_SHRU ||
          code == SMR_OP_REMS || code == SMR_OP_REMU;
  }
  return has;
}

static void find_divisions(Collapsed *s) {
  SmrGraph *g = s->g;
  s->count = 0;
  for (SmrOp op = s->loop; (op = smr_next_op(g, op, s->loop)) != 0 && s->count < MOST_DIVISIONS;) {
    Division d = {.op = op};
    if (smr_op(g, op)->operand_count != 2 || smr_op(g, op)->result_count != 1 ||
        g->values.data[smr_result(g, op, 0)].forward ||
        SMR_TYPE_KIND(smr_value_type(g, smr_result(g, op, 0))) != SMR_T_INT)
      continue;
    d.bits = smr_int_width(smr_value_type(g, smr_result(g, op, 0)));
    if (d.bits > 64 || !read_division(s, &d))
      continue;
    d.rounded = smr_op(g, op)->code == SMR_OP_REMS ? find_rounded(s, &d) : 0;
    s->divisions[s->count++] = d;
  }
}

/// a = quotient * b, where b is one monomial, or has a term that is a leaf, which b's value stands for.
static bool divide(Collapsed *s, SmrPoly a, SmrPoly b, SmrPoly *quotient) {
  SmrArena *arena = &s->arena;
  const uint32_t whole = s->g->values.size; // a leaf that nothing has
  SmrPoly rest, coefficient, leaf = smr_poly_leaf(arena, whole);
  int64_t one;
  if (b.count < 2)
    return b.count && smr_poly_divide(arena, a, b, quotient);
  for (uint32_t t = 0; t < b.count; t++) {
    if (b.terms[t].degree != 1 || b.terms[t].coef != 1 ||
        !smr_poly_split(arena, b, b.terms[t].leaves[0], &coefficient, &rest) ||
        !smr_poly_is_const(coefficient, &one))
      continue;
    return smr_poly_sub(arena, leaf, rest, &rest) &&
           smr_poly_substitute(arena, a, b.terms[t].leaves[0], rest, &a) &&
           smr_poly_divide(arena, a, leaf, &a) && smr_poly_substitute(arena, a, whole, b, quotient);
  }
  return false;
}

/// The divisor that divides the trip count and as many of the others as any.
static bool find_inner(Collapsed *s, SmrPoly *inner, SmrPoly *outer) {
  bool found = false;
  SmrPoly q;
  int64_t one;
  for (uint32_t k = 0; k < s->count; k++)
    if ((!smr_poly_is_const(s->divisions[k].by, &one) || one > 1) &&
        divide(s, s->trip, s->divisions[k].by, &q) &&
        (!found || divide(s, *inner, s->divisions[k].by, outer))) {
      *inner = s->divisions[k].by;
      found = true;
    }
  return found && divide(s, s->trip, *inner, outer);
}

//--- Opening -----------------------------------------------------------------------------------

/// While the loop is open the value is another one.
static void replace(SmrGraph *g, SmrValue value, SmrValue by) {
  smr_vec_push(&g->digits, value);
  smr_graph_replace(g, value, by);
}

/// A digit below `size`, or size - 1 - digit.
static bool count(Collapsed *s, bool down, SmrPoly size, SmrPoly digit, SmrPoly *out) {
  *out = digit;
  return !down || (smr_poly_sub(&s->arena, size, digit, out) &&
                   smr_poly_sub(&s->arena, *out, smr_poly_const(&s->arena, 1), out));
}

/// Of t = i*inner + j: t / (inner*q) is i / q, and t % (inner*q) is (i % q)*inner + j.
static void replace_division(Collapsed *s, const Division *d, SmrPoly inner, SmrPoly outer, SmrPoly i,
                             SmrPoly j, SmrOp first) {
  SmrGraph *g = s->g;
  SmrPoly q, value;
  SmrBlock block = smr_op(g, first)->block;
  int64_t one;
  if (!divide(s, d->by, inner, &q) || !divide(s, outer, q, &value) || !count(s, d->down, outer, i, &i) ||
      !count(s, d->down, inner, j, &j))
    return;
  value = d->remainder ? j : i;
  if (!smr_poly_is_const(q, &one) || one != 1) {
    const SmrValue parts[] = {smr_poly_build(g, block, first, i), smr_poly_build(g, block, first, q)};
    const SmrValue made =
        smr_build(g, block, first, d->remainder ? SMR_OP_REMU : SMR_OP_DIVU, SMR_I64, parts, 2, 0);
    smr_vec_push(&s->made, made);
    value = smr_poly_leaf(&s->arena, made);
    if (d->remainder &&
        (!smr_poly_mul(&s->arena, value, inner, &value) || !smr_poly_add(&s->arena, value, j, &value)))
      return;
  }
  const SmrValue digit = smr_poly_build(g, block, first, value);
  replace(g, smr_result(g, d->op, 0), digit);
  if (d->rounded)
    replace(g, smr_result(g, d->rounded, 0), digit);
}

/// What widens a digit is the digit, which has 64 bits.
static void replace_wider(Collapsed *s) {
  SmrGraph *g = s->g;
  for (SmrOp op = s->loop; (op = smr_next_op(g, op, s->loop)) != 0;) {
    const SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    if ((code == SMR_OP_ZEXT || code == SMR_OP_SEXT) && smr_value_type(g, smr_operand(g, op, 0)) == SMR_I64 &&
        smr_int_width(smr_value_type(g, smr_result(g, op, 0))) <= 64 &&
        !g->values.data[smr_result(g, op, 0)].forward)
      replace(g, smr_result(g, op, 0), smr_operand(g, op, 0));
  }
}

/// A loop in the loop, with all that was in it.
static SmrOp insert_loop(Collapsed *s, SmrValue inner, SmrValue outer) {
  SmrGraph *g = s->g;
  const SmrBlock body = smr_body_block(g, s->loop, 0);
  SmrOp loop = smr_op_create(g, SMR_OP_LOOP, &inner, 1, NULL, 0, 1);
  smr_op(g, loop)->flags = smr_op(g, s->loop)->flags & SMR_F_UNORDERED;
  smr_op(g, loop)->loc = smr_op(g, s->loop)->loc;
  SmrBlock block = smr_block_create(g, smr_op_region(g, loop, 0));
  smr_block_add_arg(g, block, SMR_I64);
  smr_block_splice(g, block, body);
  smr_op_append(g, body, loop);
  smr_op_append(g, body, smr_op_create(g, SMR_OP_YIELD, NULL, 0, NULL, 0, 0));
  SmrValue iv = smr_block_add_arg(g, body, SMR_I64);
  g->values.data[iv].index = 0;
  g->blocks.data[body].args.data[0] = iv;
  g->blocks.data[body].args.size = 1;
  smr_op_set_operands(g, s->loop, &outer, 1);
  return loop;
}

/// The trip count modulo 2^bits.
static bool find_trip(Collapsed *s) {
  SmrGraph *g = s->g;
  SmrValue trip = smr_operand(g, s->loop, 0);
  SmrOp def = smr_def(g, trip);
  uint32_t leaf;
  const bool zext = def && smr_op(g, def)->code == SMR_OP_ZEXT;
  s->bits = 64;
  if (zext || (def && smr_op(g, def)->code == SMR_OP_SEXT)) {
    trip = smr_operand(g, def, 0);
    s->bits = smr_int_width(smr_value_type(g, trip));
  }
  if (smr_poly_is_leaf(smr_poly_of(g, &s->arena, trip), &leaf) &&
      smr_int_width(smr_value_type(g, leaf)) < s->bits) {
    trip = leaf; // with its sign
    s->bits = smr_int_width(smr_value_type(g, leaf));
  }
  return smr_poly_modulo(g, &s->arena, trip, &s->trip) &&
         name_leaves(s, s->trip, zext ? s->bits : 0, &s->trip);
}

/// i*inner + j
static bool join(Collapsed *s, uint32_t i, uint32_t j, SmrPoly inner, SmrPoly *t) {
  return smr_poly_mul(&s->arena, smr_poly_leaf(&s->arena, i), inner, t) &&
         smr_poly_add(&s->arena, *t, smr_poly_leaf(&s->arena, j), t);
}

static bool open_loop(Collapsed *s, SmrOp first, SmrOp last) {
  SmrGraph *g = s->g;
  SmrPoly inner, outer, t;
  if (smr_op(g, s->loop)->result_count || !has_division(g, s->loop) || !find_trip(s))
    return false;
  find_divisions(s);
  const SmrValue iv = smr_loop_iv(g, s->loop);
  if (!find_inner(s, &inner, &outer) || !join(s, iv, g->values.size, inner, &t)) // (as large as it will be)
    return false;
  SmrCollapsed c = {.loop = s->loop,
                    .trip = smr_operand(g, s->loop, 0),
                    .iv = iv,
                    .digit = g->digits.size,
                    .first = first,
                    .last = last,
                    .open = true};
  uint32_t bits = s->bits < MOST_BITS ? s->bits : MOST_BITS;
  for (uint32_t k = 0; k < s->count; k++)
    bits = s->divisions[k].bits < bits ? s->divisions[k].bits : bits;
  c.most = ((int64_t)1 << (bits - 1)) - 1;
  c.outer = smr_poly_build(g, smr_op(g, s->loop)->block, s->loop, outer);
  c.inner = smr_poly_build(g, smr_op(g, s->loop)->block, s->loop, inner);
  c.in = insert_loop(s, c.inner, c.outer);
  c.start = g->blocks.data[smr_body_block(g, c.in, 0)].first;
  const SmrPoly i = smr_poly_leaf(&s->arena, smr_loop_iv(g, s->loop)),
                j = smr_poly_leaf(&s->arena, smr_loop_iv(g, c.in));
  if (join(s, smr_loop_iv(g, s->loop), smr_loop_iv(g, c.in), inner, &t))
    replace(g, iv, smr_poly_build(g, smr_op(g, c.start)->block, c.start, t));
  for (uint32_t k = 0; k < s->count; k++)
    replace_division(s, &s->divisions[k], inner, outer, i, j, c.start);
  replace_wider(s);
  c.digit_count = g->digits.size - c.digit;
  smr_vec_push(&g->collapsed, c);
  return true;
}

/// Opened in turn: else the divisor might be negative.
static bool are_digits(const Collapsed *s) {
  bool all = true;
  for (uint32_t k = 0; k < s->made.size && all; k++)
    all = s->g->values.data[s->made.data[k]].forward != 0;
  return all;
}

bool smr_collapsed_open(SmrGraph *g, SmrOp first, SmrOp last) {
  Collapsed s = {.g = g};
  const uint32_t before = g->collapsed.size;
  for (SmrOp top = first; top; top = top == last ? 0 : smr_op(g, top)->next)
    for (SmrOp op = top; op; op = smr_next_op(g, op, top)) {
      s.loop = op;
      while (smr_op(g, op)->code == SMR_OP_LOOP && open_loop(&s, first, last))
        ;
    }
  if (!are_digits(&s))
    smr_collapsed_close(g, first, last);
  smr_vec_free(&s.made);
  smr_arena_destroy(&s.arena);
  smr_graph_nest(g);
  return g->collapsed.size > before;
}

bool smr_collapsed_room(const SmrGraph *g, SmrArena *arena, const SmrCollapsed *c, SmrPoly *out) {
  return smr_poly_mul(arena, smr_poly_of(g, arena, c->outer), smr_poly_of(g, arena, c->inner), out) &&
         smr_poly_sub(arena, smr_poly_const(arena, c->most), *out, out);
}

//--- Closing -----------------------------------------------------------------------------------

static void close_loop(SmrGraph *g, SmrCollapsed *c) {
  c->open = false;
  for (uint32_t k = 0; k < c->digit_count; k++)
    g->values.data[g->digits.data[c->digit + k]].forward = 0;
  SmrBlock body = smr_body_block(g, c->loop, 0), inner = smr_op(g, c->start)->block;
  while (g->blocks.data[inner].first != c->start)
    smr_op_unlink(g, g->blocks.data[inner].first);
  smr_op_unlink(g, g->blocks.data[body].last); // the yield of nothing
  smr_op_unlink(g, c->in);
  smr_block_splice(g, body, inner);
  g->blocks.data[body].args.data[0] = c->iv;
  smr_op_set_operands(g, c->loop, &c->trip, 1);
}

void smr_collapsed_close(SmrGraph *g, SmrOp first, SmrOp last) {
  bool any = false;
  for (uint32_t k = g->collapsed.size; k-- > 0;) { // what was opened in what is open comes first
    SmrCollapsed *c = &g->collapsed.data[k];
    if (!c->open || c->first != first || c->last != last)
      continue;
    close_loop(g, c);
    any = true;
  }
  while (g->collapsed.size && !smr_vec_last(&g->collapsed).open)
    g->digits.size = smr_vec_pop(&g->collapsed).digit;
  if (any)
    smr_graph_nest(g);
}
