//===- integers.c - index arithmetic as polynomials (N-INT, N-ADDR) ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Requires: counted loops (loops.c). Every trip count, byte offset, fact and integer comparison becomes a
// POLY op, a constant or a leaf. Exactness: an op may be opened only where it cannot overflow: with NSW, or
// where the language forbids overflow (graph->wraps is false). max(x,0) is x only where a smaller x cannot
// matter: as a trip count, since a loop runs max(trip,0) times anyway, and in an address one of whose extents
// it is, since every extent is at least 1 when the address is used. As an index it stays max(i,0).
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"
#include <string.h>

enum { DEEPEST = 1000 }; // expressions are opened by recursion; a deeper operand is a leaf

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
  return !g->wraps && (code == SMR_OP_DESCR_EXTENT || code == SMR_OP_DESCR_LB);
}

static bool opened(SmrGraph *g, SmrPolyCache *cache, SmrOp def, SmrPoly *out) {
  const SmrOpData data = *smr_op(g, def);
  bool exact = !g->wraps || (data.flags & SMR_F_NSW);
  SmrPoly a, b;
  int64_t shift;
  switch ((SmrOpcode)data.code) {
  case SMR_OP_CONST:
    shift = 64 - SMR_TYPE_PAYLOAD(smr_value_type(g, smr_result(g, def, 0)));
    *out = smr_poly_const(cache->arena, (int64_t)((uint64_t)data.imm << shift) >> shift);
    return true;
  case SMR_OP_POLY: {
    SmrPoly poly = smr_poly_of(g, cache->arena, smr_result(g, def, 0)), sum = smr_poly_const(cache->arena, 0);
    for (uint32_t t = 0; t < poly.count; ++t) { // its leaves may have become polynomials since
      SmrPoly term = smr_poly_const(cache->arena, poly.terms[t].coef);
      for (uint32_t k = 0; k < poly.terms[t].degree; ++k)
        if (!smr_poly_mul(cache->arena, term, smr_exact_poly(g, cache, poly.terms[t].leaves[k]), &term))
          return false;
      if (!smr_poly_add(cache->arena, sum, term, &sum))
        return false;
    }
    *out = sum;
    return true;
  }
  case SMR_OP_ADD:
  case SMR_OP_SUB:
  case SMR_OP_MUL:
    if (!exact)
      return false;
    a = smr_exact_poly(g, cache, smr_operand(g, def, 0));
    b = smr_exact_poly(g, cache, smr_operand(g, def, 1));
    return data.code == SMR_OP_ADD   ? smr_poly_add(cache->arena, a, b, out)
           : data.code == SMR_OP_SUB ? smr_poly_sub(cache->arena, a, b, out)
                                     : smr_poly_mul(cache->arena, a, b, out);
  case SMR_OP_SHL:
    if (!exact || !smr_const_int(g, smr_operand(g, def, 1), &shift) || shift < 0 || shift > 62)
      return false;
    return smr_poly_scale(cache->arena, smr_exact_poly(g, cache, smr_operand(g, def, 0)), (int64_t)1 << shift,
                          out);
  case SMR_OP_SEXT:
    if (!numeric(smr_value_type(g, smr_operand(g, def, 0))))
      return false;
    *out = smr_exact_poly(g, cache, smr_operand(g, def, 0));
    return true;
  case SMR_OP_TRUNC: // NSW: known not to change the value
    if ((!(data.flags & SMR_F_NSW) && !is_inquiry(g, smr_operand(g, def, 0))) ||
        !numeric(smr_value_type(g, smr_operand(g, def, 0))))
      return false;
    *out = smr_exact_poly(g, cache, smr_operand(g, def, 0));
    return true;
  case SMR_OP_DIVS: {
    int64_t divisor;
    SmrPoly by;
    if (!smr_const_int(g, smr_operand(g, def, 1), &divisor) || divisor == 0)
      return false;
    a = smr_exact_poly(g, cache, smr_operand(g, def, 0));
    by = smr_poly_const(cache->arena, divisor);
    int64_t value;
    if (smr_poly_is_const(a, &value) && divisor != -1) { // INT64_MIN / -1 overflows
      *out = smr_poly_const(cache->arena, value / divisor);
      return true;
    }
    return smr_poly_divide(cache->arena, a, by, out);
  }
  default:
    return false;
  }
}

SmrPoly smr_exact_poly(SmrGraph *g, SmrPolyCache *cache, SmrValue value) {
  value = smr_value(g, value);
  uint32_t at;
  if (smr_map_get(cache->index, value, &at) && at)
    return cache->polys.data[at - 1];
  SmrOp def = smr_def(g, value);
  SmrPoly poly;
  ++cache->depth;
  if (!def || cache->depth > DEEPEST || !numeric(smr_value_type(g, value)) || !opened(g, cache, def, &poly))
    poly = smr_poly_leaf(cache->arena, value);
  --cache->depth;
  smr_vec_push(&cache->polys, poly);
  smr_vec_push(&cache->values, value);
  smr_map_set(cache->index, value, cache->polys.size);
  return poly;
}

typedef struct {
  SmrGraph *g;
  SmrPolyCache cache;
  SmrValue unknown; // the one UNDEF that stands for every unknown extent, so that equal addresses look equal
} Integers;

static SmrPoly poly_of(Integers *s, SmrValue value) {
  return smr_exact_poly(s->g, &s->cache, value);
}

static void set_operand(SmrGraph *g, SmrOp op, uint32_t k, SmrValue value) {
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

static void set_poly(Integers *s, SmrOp op, uint32_t k, SmrPoly poly) {
  set_operand(s->g, op, k, smr_poly_build(s->g, smr_op(s->g, op)->block, op, poly));
}

/// The polynomial without a max(x,0) around it, 0 when there is none.
static SmrValue clamp_of(const SmrGraph *g, SmrPoly poly) {
  uint32_t leaf;
  SmrOp def = smr_poly_is_leaf(poly, &leaf) ? smr_def(g, leaf) : 0;
  return def ? clamped(g, def) : 0;
}

static void trip_count(Integers *s, SmrOp op) {
  if (!wanted(s->g, smr_operand(s->g, op, 0)))
    return;
  SmrPoly poly = poly_of(s, smr_operand(s->g, op, 0));
  for (SmrValue inner; (inner = clamp_of(s->g, poly));)
    poly = poly_of(s, inner);
  set_poly(s, op, 0, poly);
}

static void compare(Integers *s, SmrOp op) {
  if (smr_op(s->g, op)->imm > SMR_SGE)
    return;
  for (uint32_t k = 0; k < 2; ++k)
    if (wanted(s->g, smr_operand(s->g, op, k)))
      set_poly(s, op, k, poly_of(s, smr_operand(s->g, op, k)));
}

static SmrValue unknown_extent(Integers *s) {
  SmrBlock entry = smr_region_block(s->g, s->g->body);
  if (!s->unknown)
    s->unknown = smr_build(s->g, entry, s->g->blocks.data[entry].first, SMR_OP_UNDEF, SMR_I64, NULL, 0, 0);
  return s->unknown;
}

/// Offset, indices and extents; then every max(x,0) that is an extent is x in all of them.
static void address(Integers *s, SmrOp op) {
  SmrGraph *g = s->g;
  uint32_t count = smr_op(g, op)->operand_count;
  SmrPoly *polys = smr_xcalloc(count, sizeof *polys);
  for (uint32_t k = 1; k < count; ++k)
    if (wanted(g, smr_operand(g, op, k)))
      polys[k] = poly_of(s, smr_operand(g, op, k));
  for (uint32_t e = 3; e < count; e += 2)
    for (SmrValue inner; wanted(g, smr_operand(g, op, e)) && (inner = clamp_of(g, polys[e]));) {
      uint32_t leaf = polys[e].terms[0].leaves[0];
      SmrPoly by = poly_of(s, inner);
      if (smr_poly_contains(by, leaf))
        break;
      for (uint32_t k = 1; k < count; ++k)
        if (smr_poly_contains(polys[k], leaf) &&
            !smr_poly_substitute(s->cache.arena, polys[k], leaf, by, &polys[k]))
          polys[k] = poly_of(s, smr_operand(g, op, k));
      if (smr_poly_contains(polys[e], leaf))
        break;
    }
  for (uint32_t k = 1; k < count; ++k)
    if (wanted(g, smr_operand(g, op, k)))
      set_poly(s, op, k, polys[k]);
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
    for (uint32_t k = 2; k < a.operand_count; ++k)
      all[k] = smr_operand(g, op, k);
    for (uint32_t k = 2; k < b.operand_count; ++k)
      all[a.operand_count + k - 2] = smr_operand(g, inner, k);
    smr_op_set_operands(g, op, all, count);
    smr_op(g, op)->imm = a.imm + b.imm;
    free(all);
  }
}

static void integers_region(Integers *s, SmrRegion region) {
  SmrGraph *g = s->g;
  for (uint32_t b = 0; b < g->regions.data[region].blocks.size; ++b)
    for (SmrOp op = g->blocks.data[g->regions.data[region].blocks.data[b]].first, next; op; op = next) {
      next = smr_op(g, op)->next;
      SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
      int64_t zero;
      if (code == SMR_OP_LOOP)
        trip_count(s, op);
      if (code == SMR_OP_ICMP)
        compare(s, op);
      if (code == SMR_OP_ADDR) {
        flatten_addr(s, op);
        address(s, op);
        if (smr_op(g, op)->imm == 0 && smr_const_int(g, smr_operand(g, op, 1), &zero) && zero == 0) {
          smr_graph_replace(g, smr_result(g, op, 0), smr_operand(g, op, 0));
          smr_op_unlink(g, op);
          continue;
        }
      }
      for (uint32_t r = 0; r < smr_op(g, op)->region_count; ++r)
        integers_region(s, smr_op_region(g, op, r));
    }
}

void smr_pass_integers(SmrGraph *g) {
  SmrArena arena = {0};
  SmrMap index = {0};
  Integers s = {.g = g, .cache = {.arena = &arena, .index = &index}};
  integers_region(&s, g->body);
  smr_map_free(&index);
  smr_vec_free(&s.cache.polys);
  smr_vec_free(&s.cache.values);
  smr_arena_destroy(&arena);
}
