//===- random_graph.c - seeded random graphs ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/random_graph.h"
#include "graph/number.h"
#include "graph/poly_op.h"
#include <assert.h>
#include <string.h>

uint64_t smr_random_next(SmrRandom *random) {
  uint64_t x = random->state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

uint32_t smr_random_below(SmrRandom *random, uint32_t n) {
  return (uint32_t)(smr_random_next(random) >> 33) % n;
}

enum { MAX_DEPTH = 3 };

typedef struct {
  SmrGraph *graph;
  SmrRandom random;
  SmrRandomForm form;
  SmrType type; // of numbers
  SmrArena arena;
  SmrBlock block; // where ops go
  uint32_t depth, budget;
  bool in_region; // of an IF: no blocks there
  SmrValue arrays[SMR_RANDOM_ARRAYS];
  SMR_VEC(SmrValue)
  ints, ivs, floats, scalars; // in scope: sizes, induction variables (i64), f64 values, f64 allocas
  SMR_VEC(SmrOp) loads;       // since the last statement that may write, or a region's edge
  SMR_VEC(SmrOp) pure;        // in scope, to keep them distinct in normal form
} Gen;

static uint32_t below(Gen *g, uint32_t n) {
  return smr_random_below(&g->random, n);
}
static bool chance(Gen *g, uint32_t percent) {
  return below(g, 100) < percent;
}
static bool normal(const Gen *g) {
  return g->form == SMR_RANDOM_NORMAL;
}

static SmrValue bare_op(Gen *g, SmrOpcode code, SmrType type, const SmrValue *operands, uint32_t count,
                        int64_t imm) {
  return smr_build(g->graph, g->block, 0, code, type, operands, count, imm);
}

/// A pure op; in normal form an equal one in scope is used again.
static SmrValue pure_op(Gen *g, SmrOpcode code, SmrType type, const SmrValue *operands, uint32_t count,
                        int64_t imm) {
  for (uint32_t i = 0; normal(g) && i < g->pure.size; i++) {
    const SmrOpData *data = smr_op(g->graph, g->pure.data[i]);
    bool same = data->code == code && data->imm == imm && data->operand_count == count &&
                g->graph->values.data[data->result_first].type == type;
    uint64_t used = 0; // operands as a multiset
    for (uint32_t k = 0; same && k < count; k++) {
      uint32_t j = 0;
      bool commutes = smr_opcode_commutative(code);
      for (j = commutes ? 0 : k; j < count; j++)
        if (!(used >> j & 1) && smr_operand(g->graph, g->pure.data[i], j) == operands[k])
          break;
      same = j < count && (commutes || j == k);
      used |= same ? (uint64_t)1 << j : 0;
    }
    if (same)
      return data->result_first;
  }
  SmrValue value = bare_op(g, code, type, operands, count, imm);
  smr_vec_push(&g->pure, smr_def(g->graph, value));
  return value;
}

static SmrValue binary(Gen *g, SmrOpcode code, SmrType type, SmrValue a, SmrValue b) {
  return pure_op(g, code, type, (SmrValue[]){a, b}, 2, 0);
}

static SmrValue constant(Gen *g, SmrType type, int64_t imm) {
  return pure_op(g, SMR_OP_CONST, type, NULL, 0, imm);
}

static SmrValue named_op(Gen *g, const char *name, SmrType type, const SmrValue *operands, uint32_t count) {
  SmrValue value = bare_op(g, SMR_OP_MATH, type, operands, count, 0);
  smr_op(g->graph, smr_def(g->graph, value))->name = smr_intern(g->graph->symbols, name);
  return value;
}

static SmrValue float_constant(Gen *g, double value) {
  int64_t bits;
  memcpy(&bits, &value, sizeof bits);
  if (!smr_type_is_complex(g->type))
    return constant(g, SMR_F64, bits);
  SmrValue re = constant(g, SMR_F32, bits);
  value = (double)below(g, 3) - 1;
  memcpy(&bits, &value, sizeof bits);
  return named_op(g, SMR_MATH_COMPLEX, g->type, (SmrValue[]){re, constant(g, SMR_F32, bits)}, 2);
}

//--- Integers ----------------------------------------------------------------

static SmrPoly leaf(Gen *g, SmrValue value) {
  return smr_poly_leaf(&g->arena, value);
}

/// A POLY op, distinct from those in scope.
static SmrValue build_poly(Gen *g, SmrPoly poly) {
  int64_t value;
  if (smr_poly_is_const(poly, &value))
    return constant(g, SMR_I64, value);
  for (uint32_t i = 0; i < g->pure.size; i++) {
    SmrValue known = smr_result(g->graph, g->pure.data[i], 0);
    if (smr_op(g->graph, g->pure.data[i])->code == SMR_OP_POLY &&
        smr_poly_equal(smr_poly_of(g->graph, &g->arena, known), poly))
      return known;
  }
  SmrValue built = smr_poly_build(g->graph, g->block, 0, poly);
  if (smr_def(g->graph, built) && smr_op(g->graph, smr_def(g->graph, built))->code == SMR_OP_POLY)
    smr_vec_push(&g->pure, smr_def(g->graph, built));
  return built;
}

/// The polynomial spelled out with add and mul, as a front end would.
static SmrValue spell_poly(Gen *g, SmrPoly poly) {
  SmrValue sum = 0;
  for (uint32_t t = poly.count; t--;) {
    const SmrMonomial *term = &poly.terms[t];
    SmrValue product = 0;
    for (uint32_t i = 0; i < term->degree; i++)
      product = product ? binary(g, SMR_OP_MUL, SMR_I64, product, term->leaves[i]) : term->leaves[i];
    if (!product || term->coef != 1) {
      SmrValue coef = constant(g, SMR_I64, term->coef);
      product = product ? binary(g, SMR_OP_MUL, SMR_I64, product, coef) : coef;
    }
    sum = sum ? binary(g, SMR_OP_ADD, SMR_I64, sum, product) : product;
    SmrOp def = smr_def(g->graph, sum);
    if (def && smr_op(g->graph, def)->code == SMR_OP_ADD)
      smr_op(g->graph, def)->flags |= SMR_F_NSW;
  }
  return sum ? sum : constant(g, SMR_I64, 0);
}

static SmrValue int_value(Gen *g, SmrPoly poly) {
  return normal(g) ? build_poly(g, poly) : spell_poly(g, poly);
}

/// An element's address: 8 * (sum of iv * stride + constant), with facts when every stride allows it.
static SmrValue address(Gen *g, uint32_t array) {
  SmrPoly offset = smr_poly_const(&g->arena, chance(g, 30) ? 8 * (int64_t)below(g, 4) : 0);
  SmrPoly stride = smr_poly_const(&g->arena, 8);
  SmrValue operands[6] = {g->arrays[array]};
  uint32_t count = 2, dimensions = g->ivs.size ? below(g, 3) : 0;
  bool facts = chance(g, 50);
  for (uint32_t d = 0; d < dimensions; d++) {
    SmrValue iv = g->ivs.data[below(g, g->ivs.size)], extent = g->ints.data[below(g, SMR_RANDOM_INTS)];
    SmrPoly product;
    smr_poly_mul(&g->arena, leaf(g, iv), stride, &product);
    smr_poly_add(&g->arena, offset, product, &offset);
    smr_poly_mul(&g->arena, stride, leaf(g, extent), &stride);
    operands[count++] = iv;
    operands[count++] = pure_op(g, SMR_OP_UNDEF, SMR_I64, NULL, 0, 0);
  }
  operands[1] = int_value(g, offset);
  count = facts ? count : 2;
  return pure_op(g, SMR_OP_ADDR, SMR_PTR, operands, count, (count - 2) / 2);
}

//--- Floating point ------------------------------------------------------------

static SmrValue load(Gen *g, SmrValue pointer) {
  for (uint32_t i = 0; normal(g) && i < g->loads.size; i++)
    if (smr_operand(g->graph, g->loads.data[i], 0) == pointer)
      return smr_result(g->graph, g->loads.data[i], 0);
  SmrValue value = bare_op(g, SMR_OP_LOAD, g->type, &pointer, 1, 0);
  smr_vec_push(&g->floats, value);
  smr_vec_push(&g->loads, smr_def(g->graph, value));
  return value;
}

/// A root; of a complex number its conjugate, as one op or made of parts, or one with its parts exchanged.
static SmrValue function(Gen *g, SmrValue x) {
  if (!smr_type_is_complex(g->type))
    return named_op(g, "sqrt", g->type, &x, 1);
  if (chance(g, 50))
    return named_op(g, SMR_MATH_CONJ, g->type, &x, 1);
  SmrValue re = named_op(g, SMR_MATH_RE, SMR_F32, &x, 1), im = named_op(g, SMR_MATH_IM, SMR_F32, &x, 1);
  if (chance(g, 50))
    return named_op(g, SMR_MATH_COMPLEX, g->type, (SmrValue[]){im, re}, 2);
  im = pure_op(g, SMR_OP_FNEG, SMR_F32, &im, 1, 0);
  return named_op(g, SMR_MATH_COMPLEX, g->type, (SmrValue[]){re, im}, 2);
}

static SmrValue expression(Gen *g, uint32_t depth) {
  uint32_t kind = below(g, 10);
  if (depth == 0 || kind < 3) {
    if (kind == 0)
      return float_constant(g, (double)below(g, 5) - 2);
    if (kind < 5)
      return g->floats.data[below(g, g->floats.size)]; // sharing
    if (kind == 5 && g->scalars.size)
      return load(g, g->scalars.data[below(g, g->scalars.size)]);
    return load(g, address(g, below(g, SMR_RANDOM_ARRAYS)));
  }
  SmrValue operands[4];
  uint32_t count = normal(g) && kind < 8 ? 2 + below(g, 3) : 2;
  for (uint32_t k = 0; k < count; k++)
    operands[k] = expression(g, depth - 1);
  SmrOpcode code;
  if (kind < 6)
    code = normal(g) ? SMR_OP_FSUM : chance(g, 70) ? SMR_OP_FADD : SMR_OP_FSUB;
  else if (kind < 8)
    code = normal(g) ? SMR_OP_FPROD : SMR_OP_FMUL;
  else
    code = kind == 8 ? SMR_OP_FDIV : chance(g, 50) ? SMR_OP_FNEG : SMR_OP_MATH;
  if (code == SMR_OP_FNEG || code == SMR_OP_MATH)
    count = 1;
  SmrValue value =
      code == SMR_OP_MATH ? function(g, operands[0]) : pure_op(g, code, g->type, operands, count, 0);
  if (!normal(g) && chance(g, 15))
    value = pure_op(g, SMR_OP_NOREASSOC, g->type, &value, 1, 0);
  smr_vec_push(&g->floats, value);
  return value;
}

//--- Statements ----------------------------------------------------------------

static void statements(Gen *g);

typedef struct {
  uint32_t ints, ivs, floats, scalars, pure;
} Scope;
static Scope open_scope(Gen *g) {
  ++g->depth;
  smr_vec_clear(&g->loads);
  return (Scope){g->ints.size, g->ivs.size, g->floats.size, g->scalars.size, g->pure.size};
}
static void close_scope(Gen *g, Scope scope) {
  --g->depth;
  smr_vec_clear(&g->loads);
  g->ints.size = scope.ints;
  g->ivs.size = scope.ivs;
  g->floats.size = scope.floats;
  g->scalars.size = scope.scalars;
  g->pure.size = scope.pure;
}

static void store(Gen *g, SmrValue value, SmrValue pointer) {
  smr_vec_clear(&g->loads);
  smr_op_append(g->graph, g->block,
                smr_op_create(g->graph, SMR_OP_STORE, (SmrValue[]){value, pointer}, 2, NULL, 0, 0));
}

static SmrValue condition(Gen *g) {
  SmrValue a = g->ints.data[below(g, g->ints.size)];
  SmrValue b = g->ivs.size ? g->ivs.data[below(g, g->ivs.size)] : constant(g, SMR_I64, below(g, 3));
  return pure_op(g, SMR_OP_ICMP, SMR_I1, (SmrValue[]){a, b}, 2, SMR_SLT + below(g, 4));
}

/// One carried value is updated: an accumulation, or anything.
static SmrValue update(Gen *g, SmrValue carried) {
  SmrValue term = expression(g, 2);
  if (chance(g, 20))
    return term;
  return binary(g, normal(g) ? SMR_OP_FSUM : SMR_OP_FADD, g->type, carried, term);
}

static SmrPoly trip_count(Gen *g) {
  SmrPoly trip = leaf(g, g->ints.data[below(g, SMR_RANDOM_INTS)]);
  if (g->ivs.size && chance(g, 25)) // a triangle
    smr_poly_sub(&g->arena, trip, leaf(g, g->ivs.data[below(g, g->ivs.size)]), &trip);
  return trip;
}

static void loop(Gen *g) {
  SmrGraph *graph = g->graph;
  uint32_t carried = below(g, 3);
  SmrValue operands[5], yields[2];
  SmrType types[2] = {g->type, g->type};
  uint32_t fixed = normal(g) ? 1 : 3;
  bool inclusive = !normal(g) && chance(g, 50);
  SmrPoly trip = trip_count(g);
  if (normal(g)) {
    operands[0] = int_value(g, trip);
  } else { // for 1, trip inclusive or for 0, trip
    operands[0] = constant(g, SMR_I64, inclusive);
    operands[1] = int_value(g, trip);
    operands[2] = constant(g, SMR_I64, 1);
  }
  for (uint32_t k = 0; k < carried; k++)
    operands[fixed + k] = g->floats.data[below(g, g->floats.size)];
  SmrOp op = smr_op_create(graph, normal(g) ? SMR_OP_LOOP : SMR_OP_FOR, operands, fixed + carried, types,
                           carried, 1);
  smr_op(graph, op)->flags = inclusive ? SMR_F_INCLUSIVE : 0;
  smr_op_append(graph, g->block, op);
  SmrBlock outer = g->block;
  Scope scope = open_scope(g);
  g->block = smr_block_create(graph, smr_op_region(graph, op, 0));
  SmrValue iv = smr_block_add_arg(graph, g->block, SMR_I64);
  if (!normal(g) && chance(g, 50)) { // the loop variable lives in memory, as i32
    SmrValue slot = smr_build(graph, outer, op, SMR_OP_ALLOCA, SMR_PTR, NULL, 0, 4);
    graph->values.data[slot].base = SMR_BASE_UNIQUE;
    store(g, bare_op(g, SMR_OP_TRUNC, SMR_I32, &iv, 1, 0), slot);
    SmrValue narrow = bare_op(g, SMR_OP_LOAD, SMR_I32, &slot, 1, 0);
    iv = bare_op(g, SMR_OP_SEXT, SMR_I64, &narrow, 1, 0);
  }
  if (inclusive) {
    SmrPoly from_zero;
    smr_poly_sub(&g->arena, leaf(g, iv), smr_poly_const(&g->arena, 1), &from_zero);
    iv = int_value(g, from_zero);
  }
  smr_vec_push(&g->ivs, iv);
  for (uint32_t k = 0; k < carried; k++) {
    SmrValue arg = smr_block_add_arg(graph, g->block, g->type);
    smr_vec_push(&g->floats, arg);
  }
  statements(g);
  for (uint32_t k = 0; k < carried; k++)
    yields[k] = update(g, graph->blocks.data[g->block].args.data[1 + k]);
  smr_op_append(graph, g->block, smr_op_create(graph, SMR_OP_YIELD, yields, carried, NULL, 0, 0));
  close_scope(g, scope);
  g->block = outer;
  for (uint32_t k = 0; k < carried; k++)
    smr_vec_push(&g->floats, smr_result(graph, op, k));
}

/// The same loop as blocks: br ^header(0); ^header(i): cbr i < n, ^body, ^exit; ^body: …; br ^header(i + 1).
static void block_loop(Gen *g) {
  SmrGraph *graph = g->graph;
  SmrValue trip = int_value(g, trip_count(g)), zero = constant(g, SMR_I64, 0);
  SmrBlock header = smr_block_create(graph, graph->body), body = smr_block_create(graph, graph->body);
  SmrBlock after = smr_block_create(graph, graph->body);
  SmrOp jump = smr_op_create(graph, SMR_OP_BR, &zero, 1, NULL, 0, 0);
  smr_op(graph, jump)->succ[0] = header;
  smr_op_append(graph, g->block, jump);
  SmrValue iv = smr_block_add_arg(graph, header, SMR_I64);
  SmrValue test = smr_build(graph, header, 0, SMR_OP_ICMP, SMR_I1, (SmrValue[]){iv, trip}, 2, SMR_SLT);
  SmrOp branch = smr_op_create(graph, SMR_OP_CBR, &test, 1, NULL, 0, 0);
  smr_op(graph, branch)->succ[0] = body;
  smr_op(graph, branch)->succ[1] = after;
  smr_op_append(graph, header, branch);
  Scope scope = open_scope(g);
  g->block = body;
  smr_vec_push(&g->ivs, iv);
  statements(g);
  SmrValue next = binary(g, SMR_OP_ADD, SMR_I64, iv, constant(g, SMR_I64, 1));
  smr_op(graph, smr_def(graph, next))->flags |= SMR_F_NSW;
  SmrOp back = smr_op_create(graph, SMR_OP_BR, &next, 1, NULL, 0, 0);
  smr_op(graph, back)->succ[0] = header;
  smr_op_append(graph, g->block, back);
  close_scope(g, scope);
  g->block = after;
}

static SmrOp jump_to(Gen *g, SmrBlock from, SmrBlock to, const SmrValue *values, uint32_t count) {
  SmrOp jump = smr_op_create(g->graph, SMR_OP_BR, values, count, NULL, 0, 0);
  smr_op(g->graph, jump)->succ[0] = to;
  smr_op_append(g->graph, from, jump);
  return jump;
}

static void branch_to(Gen *g, SmrBlock from, SmrValue test, SmrBlock yes, const SmrValue *a, uint32_t count_a,
                      SmrBlock no, const SmrValue *b, uint32_t count_b) {
  SmrValue operands[16] = {test};
  if (count_a)
    memcpy(operands + 1, a, count_a * sizeof *a);
  if (count_b)
    memcpy(operands + 1 + count_a, b, count_b * sizeof *b);
  SmrOp branch = smr_op_create(g->graph, SMR_OP_CBR, operands, 1 + count_a + count_b, NULL, 0, 0);
  smr_op(g->graph, branch)->imm = count_a;
  smr_op(g->graph, branch)->succ[0] = yes;
  smr_op(g->graph, branch)->succ[1] = no;
  smr_op_append(g->graph, from, branch);
}

typedef struct {
  SmrType type;
  SmrValue n; // of that type
  SmrIcmp predicate;
  bool is_signed, down, from_below, last, negated;
} CfgLoop;

/// The test that lets the loop go on, of the counter's value. Down from n: i > 0; down from n - 1: i >= 0.
static SmrValue goes_on(Gen *g, const CfgLoop *l, SmrValue counter, SmrBlock *to, SmrBlock *away) {
  SmrValue bound = !l->down ? l->n : smr_build_const(g->graph, g->block, 0, l->type, 0);
  SmrIcmp predicate = l->predicate;
  if (l->predicate == SMR_SLE) { // i <= n - 1
    SmrValue one = smr_build_const(g->graph, g->block, 0, l->type, 1);
    bound = bare_op(g, SMR_OP_SUB, l->type, (SmrValue[]){l->n, one}, 2, 0);
    smr_op(g->graph, smr_def(g->graph, bound))->flags |= SMR_F_NSW;
  }
  if (l->negated) {
    SmrBlock swap = *to;
    *to = *away;
    *away = swap;
    predicate = smr_icmp_inverse(predicate);
  }
  return bare_op(g, SMR_OP_ICMP, SMR_I1, (SmrValue[]){counter, bound}, 2, predicate);
}

static SmrValue step(Gen *g, const CfgLoop *l, SmrValue value, int64_t by, bool may_promise) {
  SmrValue pair[2] = {value, smr_build_const(g->graph, g->block, 0, l->type, by)};
  SmrValue sum = bare_op(g, SMR_OP_ADD, l->type, pair, 2, 0);
  uint32_t *flags = &smr_op(g->graph, smr_def(g->graph, sum))->flags;
  if (may_promise && l->is_signed && chance(g, 60))
    *flags |= SMR_F_NSW;
  if (may_promise && by > 0 && chance(g, 40))
    *flags |= SMR_F_NUW;
  return sum;
}

/// The counter as an index from 0.
static SmrValue index_of(Gen *g, const CfgLoop *l, SmrValue counter) {
  if (l->down && !l->from_below)
    counter = step(g, l, counter, -1, true);
  if (l->type == SMR_I64)
    return counter;
  return bare_op(g, l->is_signed ? SMR_OP_SEXT : SMR_OP_ZEXT, SMR_I64, &counter, 1, 0);
}

/// A loop of blocks; what it carries: the counter, a pointer perhaps, up to two numbers.
static void cfg_loop(Gen *g) {
  static const SmrType types[] = {SMR_I64, SMR_I64, SMR_I32, SMR_TYPE(SMR_T_INT, 16)};
  SmrGraph *graph = g->graph;
  CfgLoop l = {.type = types[below(g, 4)],
               .is_signed = chance(g, 50),
               .down = chance(g, 40),
               .last = chance(g, 50),
               .negated = chance(g, 30)};
  bool not_equal = chance(g, 40), walks = chance(g, 30), guarded = l.down || chance(g, 80);
  l.from_below = l.down && l.is_signed && !not_equal && chance(g, 50);
  // Only `<` of signed numbers has a meaning for negative counts.
  SmrValue n =
      l.is_signed && !not_equal ? int_value(g, trip_count(g)) : g->ints.data[below(g, SMR_RANDOM_INTS)];
  l.n = l.type == SMR_I64 ? n : bare_op(g, SMR_OP_TRUNC, l.type, &n, 1, 0);
  if (l.down)
    l.predicate = not_equal ? SMR_NE : l.from_below ? SMR_SGE : l.is_signed ? SMR_SGT : SMR_UGT;
  else
    l.predicate = not_equal ? SMR_NE : !l.is_signed ? SMR_ULT : chance(g, 30) ? SMR_SLE : SMR_SLT;
  if (l.last && !guarded && not_equal)
    guarded = true;
  SmrValue zero = smr_build_const(graph, g->block, 0, l.type, 0);
  SmrValue init[4] = {l.down ? l.from_below ? step(g, &l, l.n, -1, true) : l.n : zero};
  uint32_t count = 1, first_number, numbers = below(g, 3);
  if (walks)
    init[count++] = g->arrays[below(g, SMR_RANDOM_ARRAYS)];
  first_number = count;
  for (uint32_t k = 0; k < numbers; k++)
    init[count++] = g->floats.data[below(g, g->floats.size)];
  SmrBlock header = smr_block_create(graph, graph->body), after = smr_block_create(graph, graph->body);
  SmrBlock body = l.last ? header : smr_block_create(graph, graph->body), to, away;
  SmrValue args[4], results[2], next[4];
  for (uint32_t k = 0; k < count; k++)
    args[k] = smr_block_add_arg(graph, header, smr_value_type(graph, init[k]));
  for (uint32_t k = 0; k < numbers; k++)
    results[k] = smr_block_add_arg(graph, after, g->type);
  if (l.last && guarded) {
    to = header;
    away = after;
    SmrValue test = goes_on(g, &l, init[0], &to, &away);
    bool straight = to == header;
    branch_to(g, g->block, test, to, straight ? init : init + first_number, straight ? count : numbers, away,
              straight ? init + first_number : init, straight ? numbers : count);
  } else {
    jump_to(g, g->block, header, init, count);
  }
  Scope scope = open_scope(g);
  g->block = header;
  if (!l.last) {
    to = body;
    away = after;
    SmrValue test = goes_on(g, &l, args[0], &to, &away);
    bool straight = to == body;
    branch_to(g, header, test, to, args + first_number, straight ? 0 : numbers, away, args + first_number,
              straight ? numbers : 0);
    g->block = body;
  }
  smr_vec_push(&g->ivs, index_of(g, &l, args[0]));
  for (uint32_t k = 0; k < numbers; k++)
    smr_vec_push(&g->floats, args[first_number + k]);
  if (walks)
    store(g, expression(g, 1), args[1]);
  statements(g);
  next[0] = step(g, &l, args[0], l.down ? -1 : 1, true);
  if (walks) {
    SmrValue by[2] = {args[1], constant(g, SMR_I64, 8)};
    next[1] = bare_op(g, SMR_OP_ADDR, SMR_PTR, by, 2, 0);
  }
  for (uint32_t k = 0; k < numbers; k++)
    next[first_number + k] = update(g, args[first_number + k]);
  if (l.last) {
    to = header;
    away = after;
    SmrValue test = goes_on(g, &l, next[0], &to, &away);
    bool straight = to == header;
    branch_to(g, g->block, test, to, straight ? next : next + first_number, straight ? count : numbers, away,
              straight ? next + first_number : next, straight ? numbers : count);
  } else {
    jump_to(g, g->block, header, next, count);
  }
  close_scope(g, scope);
  g->block = after;
  for (uint32_t k = 0; k < numbers; k++)
    smr_vec_push(&g->floats, results[k]);
}

static void cfg_branch(Gen *g) {
  SmrGraph *graph = g->graph;
  SmrBlock arms[2] = {smr_block_create(graph, graph->body), smr_block_create(graph, graph->body)};
  SmrBlock join = smr_block_create(graph, graph->body);
  SmrValue result = smr_block_add_arg(graph, join, g->type);
  branch_to(g, g->block, condition(g), arms[0], NULL, 0, arms[1], NULL, 0);
  for (uint32_t side = 0; side < 2; side++) {
    Scope scope = open_scope(g);
    g->block = arms[side];
    if (side == 0 || chance(g, 30))
      statements(g);
    SmrValue value = expression(g, 1);
    jump_to(g, g->block, join, &value, 1);
    close_scope(g, scope);
  }
  g->block = join;
  smr_vec_push(&g->floats, result);
}

static void branch_on(Gen *g) {
  SmrGraph *graph = g->graph;
  bool outside = !g->in_region;
  g->in_region = true;
  SmrValue test = condition(g);
  uint32_t results = below(g, 2);
  SmrType type = g->type;
  SmrOp op = smr_op_create(graph, SMR_OP_IF, &test, 1, &type, results, 2);
  smr_op_append(graph, g->block, op);
  SmrBlock outer = g->block;
  for (uint32_t side = 0; side < 2; side++) {
    Scope scope = open_scope(g);
    g->block = smr_block_create(graph, smr_op_region(graph, op, side));
    if (side == 0 || chance(g, 30))
      statements(g);
    SmrValue value = results ? expression(g, 1) : 0;
    smr_op_append(graph, g->block, smr_op_create(graph, SMR_OP_YIELD, &value, results, NULL, 0, 0));
    close_scope(g, scope);
  }
  g->block = outer;
  g->in_region = !outside;
  if (results)
    smr_vec_push(&g->floats, smr_result(graph, op, 0));
}

static void scalar(Gen *g) {
  SmrValue slot = bare_op(g, SMR_OP_ALLOCA, SMR_PTR, NULL, 0, 8);
  g->graph->values.data[slot].base = SMR_BASE_UNIQUE;
  store(g, expression(g, 1), slot);
  smr_vec_push(&g->scalars, slot);
}

static void statements(Gen *g) {
  uint32_t count = 1 + below(g, 3);
  for (uint32_t i = 0; i < count && g->budget; i++) {
    --g->budget;
    uint32_t kind = below(g, 10);
    bool blocks = g->form == SMR_RANDOM_CFG && !g->in_region;
    if (kind < 4 && g->depth < MAX_DEPTH && blocks)
      cfg_loop(g);
    else if (kind < 4 && g->depth < MAX_DEPTH && g->form != SMR_RANDOM_CFG)
      loop(g);
    else if (kind == 4 && g->depth < MAX_DEPTH && blocks && chance(g, 50))
      cfg_branch(g);
    else if (kind == 4 && g->depth < MAX_DEPTH)
      branch_on(g);
    else if (kind == 5 && !normal(g))
      scalar(g);
    else if (kind == 6 && g->scalars.size)
      store(g, expression(g, 2), g->scalars.data[below(g, g->scalars.size)]);
    else
      store(g, expression(g, 3), address(g, below(g, SMR_RANDOM_ARRAYS)));
  }
}

SmrGraph *smr_random_graph(SmrIntern *symbols, const char *name, SmrRandomForm form, uint32_t size,
                           uint64_t seed) {
  bool complex = form & SMR_RANDOM_COMPLEX;
  form &= ~(unsigned)SMR_RANDOM_COMPLEX;
  Gen g = {.graph = smr_graph_create(symbols, name),
           .random = {seed},
           .form = form,
           .type = complex ? SMR_TYPE(SMR_T_COMPLEX, 32) : SMR_F64,
           .budget = size};
  g.graph->wraps = form == SMR_RANDOM_CFG;
  g.graph->fortran = !g.graph->wraps;
  g.block = smr_block_create(g.graph, g.graph->body);
  static const char *const names[] = {"a", "b", "c", "d", "n", "m", "k", "x", "y"};
  for (uint32_t i = 0; i < SMR_RANDOM_ARRAYS + SMR_RANDOM_INTS + SMR_RANDOM_FLOATS; i++) {
    bool array = i < SMR_RANDOM_ARRAYS, integer = !array && i < SMR_RANDOM_ARRAYS + SMR_RANDOM_INTS;
    SmrValue arg = smr_block_add_arg(g.graph, g.block, array ? SMR_PTR : integer ? SMR_I64 : g.type);
    g.graph->values.data[arg].name = smr_intern(symbols, names[i]);
    if (array) {
      g.arrays[i] = arg;
      g.graph->values.data[arg].base = SMR_BASE_UNIQUE;
    } else if (integer) {
      smr_vec_push(&g.ints, arg);
    } else {
      smr_vec_push(&g.floats, arg);
    }
  }
  while (g.budget) {
    if (form == SMR_RANDOM_BLOCKS && chance(&g, 60)) {
      --g.budget;
      block_loop(&g);
    } else {
      statements(&g);
    }
  }
  SmrValue value = expression(&g, 1);
  smr_op_append(g.graph, g.block, smr_op_create(g.graph, SMR_OP_RETURN, &value, 1, NULL, 0, 0));
  smr_vec_free(&g.ints);
  smr_vec_free(&g.ivs);
  smr_vec_free(&g.floats);
  smr_vec_free(&g.scalars);
  smr_vec_free(&g.loads);
  smr_vec_free(&g.pure);
  smr_arena_destroy(&g.arena);
  return g.graph;
}
