//===- integers.c - index arithmetic as polynomials (N-INT, N-ADDR) ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Every trip count, byte offset, fact and integer comparison becomes a POLY op, a constant or a leaf.
// Exactness: polynomials are numbers modulo 2^64, as addresses are, so 64-bit sums and products are opened as
// they stand; narrower ones only where they cannot overflow: with NSW, where the language forbids overflow
// (graph->wraps is false; it may move bits out), or where the result provably is in range. An unsigned
// extension is opened when what it extends provably is no negative number. max(x,0) is x only where a smaller
// x cannot matter: as a trip count, since a loop runs max(trip,0) times anyway, where x provably is not
// smaller, and in an address one of whose extents it is, since every extent is at least 1 when the address is
// used. As an index it stays max(i,0).
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"
#include <string.h>

enum {
  DEEPEST = 1000,  // expressions are opened by recursion; a deeper operand is a leaf
  MOST_RING = 200, // values that one question modulo 2^width opens: of them nothing is remembered
  DEEPEST_EXACT = 10
};

/// x of max(x, 0), else 0.
static SmrValue clamped(const SmrGraph *g, SmrOp def) {
  int64_t zero;
  if (smr_op(g, def)->code != SMR_OP_MAXS)
    return 0;
  if (smr_const_int(g, smr_operand(g, def, 1), &zero) && zero == 0)
    return smr_operand(g, def, 0);
  if (smr_const_int(g, smr_operand(g, def, 0), &zero) && zero == 0)
    return smr_operand(g, def, 1);
  return 0;
}

/// Truth values are no numbers (i1 true is -1 or 1, as one looks at it), and a polynomial has 64 bits.
static bool numeric(SmrType type) {
  return SMR_TYPE_KIND(type) == SMR_T_INT && SMR_TYPE_PAYLOAD(type) > 1 && SMR_TYPE_PAYLOAD(type) <= 64;
}

/// size(x) and its relatives: Fortran requires that the result of an inquiry can be represented in its kind,
/// so that the cast from the descriptor's field changes nothing.
static bool is_inquiry(const SmrGraph *g, SmrValue value) {
  SmrOp def = smr_def(g, value);
  SmrOpcode code = def ? (SmrOpcode)smr_op(g, def)->code : SMR_OP_NONE;
  return g->fortran && (code == SMR_OP_DESCR_EXTENT || code == SMR_OP_DESCR_LB);
}

static uint32_t width_of(const SmrGraph *g, SmrValue value) {
  return SMR_TYPE_PAYLOAD(smr_value_type(g, value));
}

static SmrPoly poly_read(SmrGraph *g, SmrPolyCache *cache, SmrValue value, bool modular) {
  return modular ? smr_modular_poly(g, cache, value) : smr_exact_poly(g, cache, value);
}

/// The sum or product that the op computes, of its operands' polynomials.
static bool arithmetic(SmrGraph *g, SmrPolyCache *cache, SmrOp def, bool modular, SmrPoly *out) {
  SmrOpcode code = (SmrOpcode)smr_op(g, def)->code;
  // Other ops need not even have an operand.
  if (code != SMR_OP_SHL && code != SMR_OP_XOR && code != SMR_OP_ADD && code != SMR_OP_SUB &&
      code != SMR_OP_MUL)
    return false;
  SmrPoly a = poly_read(g, cache, smr_operand(g, def, 0), modular), b;
  int64_t shift;
  switch (code) {
  case SMR_OP_SHL:
    return smr_const_int(g, smr_operand(g, def, 1), &shift) && shift >= 0 && shift <= 62 &&
           shift < (int64_t)width_of(g, smr_result(g, def, 0)) &&
           smr_poly_scale(cache->arena, a, (int64_t)1 << shift, out);
  case SMR_OP_XOR: // -1 - x
    if (!smr_const_int(g, smr_operand(g, def, 1), &shift)) {
      if (!smr_const_int(g, smr_operand(g, def, 0), &shift))
        return false;
      a = poly_read(g, cache, smr_operand(g, def, 1), modular);
    }
    return smr_int_signed(smr_value_type(g, smr_result(g, def, 0)), shift) == -1 &&
           smr_poly_scale(cache->arena, a, -1, &a) &&
           smr_poly_sub(cache->arena, a, smr_poly_const(cache->arena, 1), out);
  case SMR_OP_ADD:
    b = poly_read(g, cache, smr_operand(g, def, 1), modular);
    return smr_poly_add(cache->arena, a, b, out);
  case SMR_OP_SUB:
    b = poly_read(g, cache, smr_operand(g, def, 1), modular);
    return smr_poly_sub(cache->arena, a, b, out);
  case SMR_OP_MUL:
    b = poly_read(g, cache, smr_operand(g, def, 1), modular);
    return smr_poly_mul(cache->arena, a, b, out);
  default:
    return false;
  }
}

static bool is_shift(const SmrGraph *g, SmrOp op, int64_t *bits) {
  SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
  return smr_op(g, op)->block && (code == SMR_OP_SHRU || code == SMR_OP_SHRS) &&
         smr_const_int(g, smr_operand(g, op, 1), bits) && *bits > 0 && *bits < 64;
}

/// Several numbers in one, as structs of small members are passed: of some use only `width` bits are taken,
/// of another one those beyond.
static bool is_packed(const SmrGraph *g, SmrPolyCache *cache, SmrValue value, uint32_t width) {
  uint32_t most = 0;
  int64_t bits;
  for (SmrOp op = 1; op < g->ops.size && !cache->shifts_known; op++)
    if (is_shift(g, op, &bits)) {
      SmrValue of = smr_value(g, smr_operand(g, op, 0));
      if (!smr_map_get(&cache->shifted, of, &most) || most < bits)
        smr_map_set(&cache->shifted, of, (uint32_t)bits);
    }
  cache->shifts_known = true;
  SmrOp def = smr_def(g, value);
  return (def && is_shift(g, def, &bits) && bits >= width) ||
         (smr_map_get(&cache->shifted, value, &most) && most >= width);
}

SmrPoly smr_modular_poly(SmrGraph *g, SmrPolyCache *cache, SmrValue value) {
  value = smr_value(g, value);
  SmrOp def = smr_def(g, value);
  SmrPoly poly;
  if (!def || !numeric(smr_value_type(g, value)) || width_of(g, value) == 64 || cache->ring > MOST_RING)
    return smr_exact_poly(g, cache, value);
  uint32_t ring = cache->ring++;
  SmrOpcode code = (SmrOpcode)smr_op(g, def)->code;
  bool found = false;
  if (code == SMR_OP_TRUNC && numeric(smr_value_type(g, smr_operand(g, def, 0)))) {
    uint32_t leaf;
    poly = smr_modular_poly(g, cache, smr_operand(g, def, 0));
    found = !smr_poly_is_leaf(poly, &leaf) || !is_packed(g, cache, leaf, width_of(g, value));
  } else {
    found = arithmetic(g, cache, def, true, &poly);
  }
  if (ring == 0)
    cache->ring = 0;
  return found ? poly : smr_exact_poly(g, cache, value);
}

/// Every op down to what is not a sum or product was told not to overflow: then quotients of polynomials are
/// those of the numbers.
static bool computed_exactly(const SmrGraph *g, SmrValue value, uint32_t depth) {
  SmrOp def = smr_def(g, value);
  if (!def)
    return true;
  if (depth > DEEPEST_EXACT)
    return false;
  const SmrOpData *data = smr_op(g, def);
  bool told = (data->flags & SMR_F_NSW) != 0;
  switch ((SmrOpcode)data->code) {
  case SMR_OP_ADD:
  case SMR_OP_SUB:
  case SMR_OP_MUL:
    return (told || !g->wraps) && computed_exactly(g, smr_operand(g, def, 0), depth + 1) &&
           computed_exactly(g, smr_operand(g, def, 1), depth + 1);
  case SMR_OP_SHL:
  case SMR_OP_SEXT:
  case SMR_OP_TRUNC:
    return (told || data->code != SMR_OP_SHL) && computed_exactly(g, smr_operand(g, def, 0), depth + 1);
  case SMR_OP_POLY:
    return !g->wraps;
  default:
    return true;
  }
}

/// The distance of two addresses with one base.
static bool distance(SmrGraph *g, SmrPolyCache *cache, SmrOp sub, SmrPoly *out) {
  SmrPoly offsets[2];
  SmrValue bases[2];
  for (uint32_t k = 0; k < 2; k++) {
    SmrOp cast = smr_def(g, smr_operand(g, sub, k));
    if (!cast || smr_op(g, cast)->code != SMR_OP_BITCAST ||
        smr_value_type(g, smr_operand(g, cast, 0)) != SMR_PTR)
      return false;
    SmrValue ptr = smr_operand(g, cast, 0);
    offsets[k] = smr_poly_const(cache->arena, 0);
    for (SmrOp addr; (addr = smr_def(g, ptr)) && smr_op(g, addr)->code == SMR_OP_ADDR;
         ptr = smr_operand(g, addr, 0))
      if (!smr_poly_add(cache->arena, offsets[k], smr_exact_poly(g, cache, smr_operand(g, addr, 1)),
                        &offsets[k]))
        return false;
    bases[k] = ptr;
  }
  return bases[0] == bases[1] && smr_poly_sub(cache->arena, offsets[0], offsets[1], out);
}

static bool is_distance(const SmrGraph *g, SmrValue value) {
  SmrOp def = smr_def(g, value);
  if (!def || smr_op(g, def)->code != SMR_OP_SUB)
    return false;
  for (uint32_t k = 0; k < 2; k++) {
    SmrOp cast = smr_def(g, smr_operand(g, def, k));
    if (!cast || smr_op(g, cast)->code != SMR_OP_BITCAST)
      return false;
  }
  return true;
}

/// Names the iv of a loop. What does not is as good as a leaf as it is as a polynomial.
static bool has_iv(const SmrGraph *g, SmrPoly poly) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);)
    if (smr_loop_of_iv(g, leaf))
      return true;
  return false;
}

/// Proved, or taken for granted where the reader of the polynomial says so in graph->ranges.
static bool in_range(SmrGraph *g, SmrPolyCache *cache, SmrPoly poly, SmrOp def, int64_t low, int64_t high) {
  if (smr_poly_within(g, cache, poly, def, low, high))
    return true;
  if (!cache->assumes || cache->asking || !has_iv(g, poly))
    return false;
  smr_vec_reserve(&cache->assumed, cache->assumed.size + 1);
  cache->assumed.data[cache->assumed.size].poly = poly;
  cache->assumed.data[cache->assumed.size].low = low;
  cache->assumed.data[cache->assumed.size++].high = high;
  return true;
}

/// An exact quotient by a constant. Of a distance within one object, which is less than 2^63, the polynomial
/// is the number.
static bool quotient(SmrGraph *g, SmrPolyCache *cache, SmrOp def, int64_t divisor, bool is_signed,
                     SmrPoly *out) {
  SmrValue value = smr_operand(g, def, 0);
  SmrPoly a = smr_exact_poly(g, cache, value);
  int64_t constant;
  if (smr_poly_is_const(a, &constant) && divisor != -1 && (is_signed || constant >= 0)) {
    *out = smr_poly_const(cache->arena, constant / divisor); // INT64_MIN / -1 overflows
    return true;
  }
  if (!computed_exactly(g, value, 0) && !is_distance(g, value))
    return false;
  return smr_poly_divide(cache->arena, a, smr_poly_const(cache->arena, divisor), out) &&
         (is_signed || smr_poly_at_least(g, cache, a, def, 0));
}

/// The one ZEXT to 64 bits of a value, where the value is made, so that equal leaves are one.
static SmrValue zext_of(SmrGraph *g, SmrPolyCache *cache, SmrValue value) {
  uint32_t known;
  while (smr_def(g, value) && smr_op(g, smr_def(g, value))->code == SMR_OP_ZEXT)
    value = smr_operand(g, smr_def(g, value), 0);
  if (smr_map_get(&cache->extended, value, &known))
    return known;
  SmrOp def = smr_def(g, value);
  SmrBlock block = def ? smr_op(g, def)->block : g->values.data[value].block;
  SmrOp where = def ? smr_op(g, def)->next : g->blocks.data[block].first;
  SmrValue made = smr_build(g, block, where, SMR_OP_ZEXT, SMR_I64, &value, 1, 0);
  smr_map_set(&cache->extended, value, made);
  return made;
}

/// The same with every narrow leaf read without a sign, as the trip counts of loops over unsigned numbers
/// are.
static bool without_signs(SmrGraph *g, SmrPolyCache *cache, SmrPoly poly, uint32_t width, SmrPoly *out) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);) {
    if (width_of(g, leaf) < width)
      return false;
    if (width_of(g, leaf) == width && width < 64)
      return smr_poly_substitute(cache->arena, poly, leaf,
                                 smr_poly_leaf(cache->arena, zext_of(g, cache, leaf)), &poly) &&
             without_signs(g, cache, poly, width, out);
  }
  *out = poly;
  return true;
}

/// 2^k times what a shift by k makes of x, computed before the op: with x's sign, or without it.
static bool rounded_down(SmrGraph *g, SmrPolyCache *cache, SmrOp def, SmrValue x, int64_t k, SmrOpcode shift,
                         SmrPoly *out) {
  SmrBlock block = smr_op(g, def)->block;
  SmrType type = smr_value_type(g, x);
  SmrValue pair[2] = {x, smr_build_const(g, block, def, type, k)};
  return smr_poly_scale(cache->arena,
                        smr_poly_leaf(cache->arena, smr_build(g, block, def, shift, type, pair, 2, 0)),
                        (int64_t)1 << k, out);
}

/// x & -2^k, read with its sign or without one, as the shift says. Other masks: false.
static bool multiple_below(SmrGraph *g, SmrPolyCache *cache, SmrOp def, SmrOpcode shift, SmrPoly *out) {
  int64_t mask;
  uint32_t constant = smr_const_int(g, smr_operand(g, def, 0), &mask) ? 0 : 1;
  if (!smr_const_int(g, smr_operand(g, def, constant), &mask))
    return false;
  SmrType type = smr_value_type(g, smr_result(g, def, 0));
  mask = smr_int_signed(type, mask);
  if (mask >= -1 || mask < INT32_MIN || (-mask & (-mask - 1)) || -mask > smr_int_most(SMR_TYPE_PAYLOAD(type)))
    return false;
  return rounded_down(g, cache, def, smr_operand(g, def, 1 - constant), __builtin_ctzll((uint64_t)-mask),
                      shift, out);
}

/// x >> k << k is x & -2^k, also where the first shift has no sign and the second one moves bits out.
static bool shifted_back(SmrGraph *g, SmrPolyCache *cache, SmrOp def, SmrPoly *out) {
  SmrOp first = smr_def(g, smr_operand(g, def, 0));
  int64_t right, left;
  return first && smr_op(g, first)->code == SMR_OP_SHRU &&
         smr_const_int(g, smr_operand(g, first, 1), &right) &&
         smr_const_int(g, smr_operand(g, def, 1), &left) && left == right && left > 0 && left <= 31 &&
         left < (int64_t)width_of(g, smr_result(g, def, 0)) - 1 &&
         rounded_down(g, cache, def, smr_operand(g, first, 0), left, SMR_OP_SHRS, out);
}

static bool is_zext_leaf(const SmrGraph *g, SmrPoly poly, SmrValue of) {
  uint32_t leaf;
  SmrOp def = smr_poly_is_leaf(poly, &leaf) ? smr_def(g, leaf) : 0;
  return def && smr_op(g, def)->code == SMR_OP_ZEXT && smr_operand(g, def, 0) == of;
}

typedef struct {
  SmrGraph *g;
  SmrPolyCache *cache;
} Exact;

static bool exact_leaf(uint32_t leaf, SmrPoly *out, void *data) {
  const Exact *e = data;
  *out = smr_exact_poly(e->g, e->cache, leaf);
  return true;
}

static bool opened(SmrGraph *g, SmrPolyCache *cache, SmrOp def, SmrPoly *out) {
  const SmrOpData data = *smr_op(g, def);
  SmrValue value = smr_result(g, def, 0);
  uint32_t width = width_of(g, value), from;
  int64_t constant;
  SmrOp inner;
  switch ((SmrOpcode)data.code) {
  case SMR_OP_CONST:
    *out = smr_poly_const(cache->arena, smr_int_signed(smr_value_type(g, value), data.imm));
    return true;
  case SMR_OP_POLY: // its leaves may have become polynomials since
    return smr_poly_map(cache->arena, smr_poly_of(g, cache->arena, value), exact_leaf, &(Exact){g, cache},
                        out);
  case SMR_OP_SUB:
    if (distance(g, cache, def, out))
      return true;
    // fallthrough
  case SMR_OP_ADD:
  case SMR_OP_MUL:
  case SMR_OP_SHL:
  case SMR_OP_XOR:
    if (data.code == SMR_OP_SHL && shifted_back(g, cache, def, out))
      return true;
    if ((!g->wraps && data.code != SMR_OP_SHL) || (data.flags & SMR_F_NSW) || width == 64 ||
        data.code == SMR_OP_XOR)
      return arithmetic(g, cache, def, false, out);
    return arithmetic(g, cache, def, true, out) &&
           in_range(g, cache, *out, def, smr_int_least(width), smr_int_most(width));
  case SMR_OP_SEXT:
    if (!numeric(smr_value_type(g, smr_operand(g, def, 0))))
      return false;
    *out = smr_exact_poly(g, cache, smr_operand(g, def, 0));
    return true;
  case SMR_OP_ZEXT:
    if (!numeric(smr_value_type(g, smr_operand(g, def, 0))))
      return false;
    from = width_of(g, smr_operand(g, def, 0));
    *out = smr_modular_poly(g, cache, smr_operand(g, def, 0));
    constant = (int64_t)smr_int_mask(from);
    if (smr_poly_within(g, cache, *out, def, 0, constant))
      return true;
    inner = smr_def(g, smr_operand(g, def, 0));
    if (inner && smr_op(g, inner)->code == SMR_OP_AND && multiple_below(g, cache, inner, SMR_OP_SHRU, out))
      return true;
    if (!without_signs(g, cache, *out, from, out))
      return false;
    if (is_zext_leaf(g, *out, smr_operand(g, def, 0)))
      return true;
    return in_range(g, cache, *out, def, 0, constant);
  case SMR_OP_AND: // how unsigned char and short are extended; what is rounded down to a multiple
    from = smr_const_int(g, smr_operand(g, def, 0), &constant);
    if (!smr_const_int(g, smr_operand(g, def, !from), &constant) || (constant != 0xff && constant != 0xffff))
      return multiple_below(g, cache, def, SMR_OP_SHRS, out);
    *out = smr_modular_poly(g, cache, smr_operand(g, def, from));
    return in_range(g, cache, *out, def, 0, constant);
  case SMR_OP_TRUNC: // NSW: known not to change the value
    if (!numeric(smr_value_type(g, smr_operand(g, def, 0))))
      return false;
    *out = smr_exact_poly(g, cache, smr_operand(g, def, 0));
    return (data.flags & SMR_F_NSW) || is_inquiry(g, smr_operand(g, def, 0)) ||
           in_range(g, cache, *out, def, smr_int_least(width), smr_int_most(width));
  case SMR_OP_DIVS:
  case SMR_OP_DIVU:
    return smr_const_int(g, smr_operand(g, def, 1), &constant) && constant != 0 &&
           (data.code == SMR_OP_DIVS || constant > 0) &&
           quotient(g, cache, def, constant, data.code == SMR_OP_DIVS, out);
  case SMR_OP_SHRS:
  case SMR_OP_SHRU: {
    SmrPoly unused;
    return smr_const_int(g, smr_operand(g, def, 1), &constant) && constant >= 0 &&
           constant < (int64_t)width - 1 && constant <= 61 &&
           !smr_poly_is_const(smr_exact_poly(g, cache, smr_operand(g, def, 0)), &(int64_t){0}) &&
           smr_poly_divide(cache->arena, smr_exact_poly(g, cache, smr_operand(g, def, 0)),
                           smr_poly_const(cache->arena, (int64_t)1 << constant), &unused) &&
           quotient(g, cache, def, (int64_t)1 << constant, data.code == SMR_OP_SHRS, out);
  }
  default:
    return false;
  }
}

void smr_poly_cache_free(SmrPolyCache *cache) {
  smr_map_free(&cache->index);
  smr_map_free(&cache->extended);
  smr_map_free(&cache->shifted);
  smr_vec_free(&cache->polys);
  smr_vec_free(&cache->values);
  smr_vec_free(&cache->assumed);
}

SmrPoly smr_exact_poly(SmrGraph *g, SmrPolyCache *cache, SmrValue value) {
  value = smr_value(g, value);
  uint32_t at;
  if (smr_map_get(&cache->index, value, &at) && at)
    return cache->polys.data[at - 1];
  SmrOp def = smr_def(g, value);
  SmrPoly poly;
  ++cache->depth;
  if (!def || cache->depth > DEEPEST || !numeric(smr_value_type(g, value)) || !opened(g, cache, def, &poly))
    poly = smr_poly_leaf(cache->arena, value);
  --cache->depth;
  smr_vec_push(&cache->polys, poly);
  smr_vec_push(&cache->values, value);
  smr_map_set(&cache->index, value, cache->polys.size);
  return poly;
}

typedef struct {
  SmrGraph *g;
  SmrForm form;
  SmrPolyCache cache;
  SmrValue unknown; // the one UNDEF that stands for every unknown extent, so that equal addresses look equal
} Integers;

static SmrPoly poly_of(Integers *s, SmrValue value) {
  return smr_exact_poly(s->g, &s->cache, value);
}

static void set_operand(SmrGraph *g, SmrOp op, uint32_t k, SmrValue value) {
  g->edits += smr_operand(g, op, k) != value;
  g->operands.data[smr_op(g, op)->operand_first + k] = value;
}

static bool is_undef(const SmrGraph *g, SmrValue value) {
  SmrOp def = smr_def(g, value);
  return def && smr_op(g, def)->code == SMR_OP_UNDEF;
}

/// Integers that become polynomials; an unknown value stays what it is.
static bool wanted(const SmrGraph *g, SmrValue value) {
  return numeric(smr_value_type(g, value)) && !is_undef(g, value);
}

static bool is_quotient(const SmrGraph *g, SmrPoly poly) {
  uint32_t leaf;
  SmrOp def = smr_poly_is_leaf(poly, &leaf) ? smr_def(g, leaf) : 0;
  return def && smr_op(g, def)->code == SMR_OP_DIVS;
}

/// What a leaf is where `at` stands, 0 when it is just itself.
static bool known_there(Integers *s, SmrValue leaf, SmrOp at, SmrPoly *out) {
  SmrGraph *g = s->g;
  SmrOp def = smr_def(g, leaf), compare;
  int64_t constant;
  if (!def)
    return false;
  switch ((SmrOpcode)smr_op(g, def)->code) {
  case SMR_OP_ZEXT: // of what is no negative number
    if (!numeric(smr_value_type(g, smr_operand(g, def, 0))))
      return false;
    constant = (int64_t)smr_int_mask(width_of(g, smr_operand(g, def, 0)));
    *out = smr_modular_poly(g, &s->cache, smr_operand(g, def, 0));
    return smr_poly_within(g, &s->cache, *out, at, 0, constant);
  case SMR_OP_MAXS: // max(x, c) where x >= c; but a quotient is one name where it is not known, and where it
                    // is
    for (uint32_t k = 0; k < 2; k++)
      if (smr_const_int(g, smr_operand(g, def, k), &constant)) {
        *out = smr_exact_poly(g, &s->cache, smr_operand(g, def, 1 - k));
        return !is_quotient(g, *out) && smr_poly_at_least(g, &s->cache, *out, at, constant);
      }
    return false;
  case SMR_OP_MAXU: // max(x, 1) where x != 0
    for (uint32_t k = 0; k < 2; k++)
      if (smr_const_int(g, smr_operand(g, def, k), &constant) && constant == 1) {
        *out = smr_exact_poly(g, &s->cache, smr_operand(g, def, 1 - k));
        return smr_poly_not_zero(g, &s->cache, *out, at);
      }
    return false;
  case SMR_OP_SELECT: // a < b ? b - a : 0, unsigned: a trip count where a is no negative number
    compare = smr_def(g, smr_operand(g, def, 0));
    if (smr_op(g, at)->code != SMR_OP_LOOP || !compare || smr_op(g, compare)->code != SMR_OP_ICMP ||
        smr_op(g, compare)->imm != SMR_ULT || smr_value_type(g, smr_operand(g, compare, 0)) != SMR_I64 ||
        !smr_const_int(g, smr_operand(g, def, 2), &constant) || constant != 0)
      return false;
    SmrPoly a = smr_exact_poly(g, &s->cache, smr_operand(g, compare, 0)), difference;
    *out = smr_exact_poly(g, &s->cache, smr_operand(g, def, 1));
    return smr_poly_sub(s->cache.arena, smr_exact_poly(g, &s->cache, smr_operand(g, compare, 1)), a,
                        &difference) &&
           smr_poly_equal(difference, *out) && smr_poly_at_least(g, &s->cache, a, at, 0);
  default:
    return false;
  }
}

/// The polynomial as it is where `at` stands.
static SmrPoly there(Integers *s, SmrPoly poly, SmrOp at) {
  enum { MOST = 8 };
  for (uint32_t round = 0; round < MOST; round++) {
    bool changed = false;
    for (uint32_t t = 0; t < poly.count && !changed; t++)
      for (uint32_t k = 0; !changed && k < poly.terms[t].degree; k++) {
        uint32_t leaf = poly.terms[t].leaves[k];
        SmrPoly by;
        changed = known_there(s, leaf, at, &by) && !smr_poly_contains(by, leaf) &&
                  smr_poly_substitute(s->cache.arena, poly, leaf, by, &poly);
      }
    if (!changed)
      break;
  }
  return poly;
}

static void set_poly(Integers *s, SmrOp op, uint32_t k, SmrPoly poly) {
  if (!smr_poly_is_built(s->g, smr_operand(s->g, op, k), poly))
    set_operand(s->g, op, k, smr_poly_build(s->g, smr_op(s->g, op)->block, op, poly));
}

/// The polynomial without a max(x,0) around it, 0 when there is none.
static SmrValue clamp_of(const SmrGraph *g, SmrPoly poly) {
  uint32_t leaf;
  SmrOp def = smr_poly_is_leaf(poly, &leaf) ? smr_def(g, leaf) : 0;
  return def ? clamped(g, def) : 0;
}

/// Of a quotient that counts iterations or elements: (c*p + k) / c, 0 <= k < c, is p. (Where p is negative
/// the quotient may be greater, being rounded towards 0; but neither is positive then: nothing is counted.)
static SmrPoly count_of(Integers *s, SmrPoly poly) {
  const SmrGraph *g = s->g;
  SmrPoly count, rest;
  uint32_t leaf;
  int64_t divisor, number;
  SmrOp def = smr_poly_is_leaf(poly, &leaf) ? smr_def(g, leaf) : 0;
  if (!def || smr_op(g, def)->code != SMR_OP_DIVS || !smr_const_int(g, smr_operand(g, def, 1), &divisor) ||
      divisor <= 0 || !computed_exactly(g, smr_operand(g, def, 0), 0))
    return poly;
  bool whole = smr_poly_divide_floor(s->cache.arena, poly_of(s, smr_operand(g, def, 0)),
                                     smr_poly_const(s->cache.arena, divisor), &count, &rest) &&
               smr_poly_is_const(rest, &number) && number >= 0 && number < divisor;
  return whole ? count : poly;
}

static void trip_count(Integers *s, SmrOp op) {
  if (!wanted(s->g, smr_operand(s->g, op, 0)))
    return;
  SmrPoly poly = poly_of(s, smr_operand(s->g, op, 0));
  for (SmrValue inner; (inner = clamp_of(s->g, poly));)
    poly = poly_of(s, inner);
  poly = count_of(s, poly);
  set_poly(s, op, 0, there(s, poly, op));
}

static void compare(Integers *s, SmrOp op) {
  if (smr_op(s->g, op)->imm > SMR_SGE)
    return;
  for (uint32_t k = 0; k < 2; k++)
    if (wanted(s->g, smr_operand(s->g, op, k)))
      set_poly(s, op, k, there(s, poly_of(s, smr_operand(s->g, op, k)), op));
}

/// Of numbers that are not negative the unsigned minimum is the signed one, which equations can read.
static void choose_signed(Integers *s, SmrOp op) {
  SmrGraph *g = s->g;
  SmrType type = smr_value_type(g, smr_result(g, op, 0));
  bool ok = numeric(type);
  for (uint32_t k = 0; k < 2 && ok; k++)
    ok = smr_poly_within(g, &s->cache, poly_of(s, smr_operand(g, op, k)), op, 0,
                         smr_int_most(SMR_TYPE_PAYLOAD(type)));
  if (ok) {
    smr_op(g, op)->code = smr_op(g, op)->code == SMR_OP_MINU ? SMR_OP_MINS : SMR_OP_MAXS;
    ++g->edits;
  }
}

static SmrValue unknown_extent(Integers *s) {
  SmrBlock entry = smr_region_block(s->g, s->g->body);
  if (!s->unknown)
    s->unknown = smr_build(s->g, entry, s->g->blocks.data[entry].first, SMR_OP_UNDEF, SMR_I64, NULL, 0, 0);
  return s->unknown;
}

/// Something in the polynomial was computed in fewer bits, in a loop, and may have wrapped around.
static bool may_have_wrapped(const SmrGraph *g, SmrPoly poly) {
  for (uint32_t t = 0; t < poly.count; t++)
    for (uint32_t k = 0; k < poly.terms[t].degree; k++) {
      SmrOp def = smr_def(g, poly.terms[t].leaves[k]);
      if (!def || !smr_parent(g, def))
        continue;
      switch ((SmrOpcode)smr_op(g, def)->code) {
      case SMR_OP_ADD:
      case SMR_OP_SUB:
      case SMR_OP_MUL:
      case SMR_OP_SHL:
      case SMR_OP_AND:
      case SMR_OP_TRUNC:
      case SMR_OP_ZEXT:
        return true;
      default:
        break;
      }
    }
  return false;
}

/// The polynomial of an address's operand, if need be under assumptions on ranges. An address of a WHILE is
/// not for certain computed with the values that the loop's iterations have.
static SmrPoly address_poly(Integers *s, SmrOp op, uint32_t k) {
  SmrGraph *g = s->g;
  SmrPoly poly = poly_of(s, smr_operand(g, op, k));
  if (!g->wraps || (s->form == SMR_FORM_PLAIN && !g->ranged) || !smr_loop_around(g, op) ||
      !may_have_wrapped(g, poly))
    return poly;
  SmrPolyCache cache = {.arena = s->cache.arena,
                        .extended = s->cache.extended,
                        .shifted = s->cache.shifted,
                        .shifts_known = s->cache.shifts_known,
                        .assumes = true};
  poly = smr_exact_poly(g, &cache, smr_operand(g, op, k));
  for (uint32_t a = 0; a < cache.assumed.size; a++)
    smr_vec_push(&g->ranges,
                 ((SmrRange){smr_result(g, op, 0),
                             smr_poly_build(g, smr_op(g, op)->block, op, cache.assumed.data[a].poly),
                             cache.assumed.data[a].low, cache.assumed.data[a].high}));
  s->cache.extended = cache.extended;
  s->cache.shifted = cache.shifted;
  s->cache.shifts_known = cache.shifts_known;
  smr_vec_free(&cache.assumed);
  smr_vec_free(&cache.polys);
  smr_vec_free(&cache.values);
  smr_map_free(&cache.index);
  return poly;
}

/// Offset, indices and extents; then every max(x,0) that is an extent is x in all of them.
static void address(Integers *s, SmrOp op) {
  SmrGraph *g = s->g;
  uint32_t count = smr_op(g, op)->operand_count;
  SmrPoly *polys = smr_xcalloc(count, sizeof *polys);
  for (uint32_t k = 1; k < count; k++)
    if (wanted(g, smr_operand(g, op, k)))
      polys[k] = address_poly(s, op, k);
  for (uint32_t e = 3; e < count; e += 2)
    for (SmrValue inner; wanted(g, smr_operand(g, op, e)) && (inner = clamp_of(g, polys[e]));) {
      uint32_t leaf = polys[e].terms[0].leaves[0];
      SmrPoly by = count_of(s, poly_of(s, inner));
      if (smr_poly_contains(by, leaf))
        break;
      for (uint32_t k = 1; k < count; k++)
        if (smr_poly_contains(polys[k], leaf) &&
            !smr_poly_substitute(s->cache.arena, polys[k], leaf, by, &polys[k]))
          polys[k] = poly_of(s, smr_operand(g, op, k));
      if (smr_poly_contains(polys[e], leaf))
        break;
    }
  for (uint32_t k = 1; k < count; k++)
    if (wanted(g, smr_operand(g, op, k)))
      set_poly(s, op, k, there(s, polys[k], op));
    else if (k >= 3 && k % 2 && is_undef(g, smr_operand(g, op, k)))
      set_operand(g, op, k, unknown_extent(s));
  free(polys);
}

/// addr of addr becomes one; the outer facts come first (they are the nearest to the access).
static void flatten_addr(Integers *s, SmrOp op) {
  SmrGraph *g = s->g;
  for (;;) {
    SmrOp inner = smr_def(g, smr_operand(g, op, 0));
    if (!inner || smr_op(g, inner)->code != SMR_OP_ADDR)
      return;
    SmrOpData a = *smr_op(g, op), b = *smr_op(g, inner);
    SmrPoly sum;
    if (!smr_poly_add(s->cache.arena, poly_of(s, smr_operand(g, op, 1)), poly_of(s, smr_operand(g, inner, 1)),
                      &sum))
      return;
    uint32_t count = a.operand_count + b.operand_count - 2;
    SmrValue *all = smr_xmalloc(count * sizeof *all);
    all[0] = smr_operand(g, inner, 0);
    all[1] = smr_poly_build(g, a.block, op, sum);
    for (uint32_t k = 2; k < a.operand_count; k++)
      all[k] = smr_operand(g, op, k);
    for (uint32_t k = 2; k < b.operand_count; k++)
      all[a.operand_count + k - 2] = smr_operand(g, inner, k);
    smr_op_set_operands(g, op, all, count);
    smr_op(g, op)->imm = a.imm + b.imm;
    free(all);
  }
}

static void integers(Integers *s) {
  SmrGraph *g = s->g;
  for (SmrOp op, next = smr_next_op(g, 0, 0); (op = next);) {
    next = smr_next_op(g, op, 0);
    SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    int64_t zero;
    if (code == SMR_OP_LOOP)
      trip_count(s, op);
    if (code == SMR_OP_ICMP)
      compare(s, op);
    if (code == SMR_OP_MINU || code == SMR_OP_MAXU)
      choose_signed(s, op);
    if (code != SMR_OP_ADDR)
      continue;
    flatten_addr(s, op);
    address(s, op);
    if (smr_op(g, op)->imm == 0 && smr_const_int(g, smr_operand(g, op, 1), &zero) && zero == 0) {
      smr_graph_replace(g, smr_result(g, op, 0), smr_operand(g, op, 0));
      smr_op_unlink(g, op);
    }
  }
}

void smr_pass_integers(SmrGraph *g, SmrForm form) {
  SmrArena arena = {0};
  Integers s = {.g = g, .form = form, .cache = {.arena = &arena}};
  integers(&s);
  smr_poly_cache_free(&s.cache);
  smr_arena_destroy(&arena);
}
